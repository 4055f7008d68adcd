"""TRACK's measures of one fact and of one response (Section 3.3, Appendix A).

What could not be judged is left out of the rates that depend on it, and is counted as `unjudged`.
A fact that was to be injected but is not in the prompt makes the run closed-book: it is found here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .unreadable import unreadable_scores

Doc = Mapping[str, Any]
Scores = dict[str, float]

_HALF = 0.5


def process_probe_results(doc: Doc, results: Sequence[str]) -> Scores:
    """Scores the responses to one probing question.

    Args:
        doc: The probing document.
        results: What the filter found; the first one counts.

    Returns:
        `known` (the right answer is at least as frequent as any other), `knowledge_confidence`
        (KConf: the share of right responses), `known_at_half` (KConf is at least 0.5: a stricter
        rule, beside the paper's), `unjudged`, `unreadable_rate` (the share of responses in which
        nothing can be read) and `truncated_rate` (of these, those that were cut off), each in
        [0, 1]; those that a missing verdict leaves open are left out. A simulated
        response also has `simulated`.
    """
    found = json.loads(results[0])
    scores = {"unjudged": float(found["knowledge_confidence"] is None), **unreadable_scores(found)}
    if found["known"] is not None:
        scores["known"] = float(found["known"])
    if found["knowledge_confidence"] is not None:
        scores["knowledge_confidence"] = found["knowledge_confidence"]
        scores["known_at_half"] = float(found["knowledge_confidence"] >= _HALF)
    return scores | _labels(found)


def process_results(doc: Doc, results: Sequence[str]) -> Scores:
    """Scores the response to one question.

    Args:
        doc: The question, with the facts that were injected.
        results: What the filter found; the first one counts.

    Returns:
        `answer_pass` (AP: the final answer is right), `full_knowledge_entailment` (FKE: the
        reasoning entails every fact that the question needs, not only the unknown ones),
        `holistic_pass` (HP: both), `unjudged` (a verdict is missing), `facts_injected` (their
        number), `has_injected_facts`, `unreadable_rate` and `truncated_rate`. A rate that a
        missing verdict leaves open is left out.
        A simulated response also has `simulated`, and one whose program was judged but not run
        has `programs_not_run`. A program that was run has `programs_forged` (it passes altered
        tests, too) and `programs_unaltered` (it passes, and nothing could be altered).
    """
    found = json.loads(results[0])
    verdicts = {
        "answer_pass": found["answer_pass"],
        "full_knowledge_entailment": all_hold(found["facts_entailed"]),
    }
    verdicts["holistic_pass"] = all_hold(list(verdicts.values()))
    scores = {name: float(holds) for name, holds in verdicts.items() if holds is not None}
    is_unjudged = None in (found["answer_pass"], *found["facts_entailed"])
    scores |= {
        "unjudged": float(is_unjudged),
        "facts_injected": float(len(doc["injected_facts"])),
        "has_injected_facts": float(bool(doc["injected_facts"])),
        **unreadable_scores(found),
    }
    return scores | _labels(found)


def all_hold(verdicts: Sequence[bool | None]) -> bool | None:
    """Returns whether all verdicts are yes; None if missing ones leave that open."""
    if False in verdicts:
        return False
    return None if None in verdicts else True


def _labels(found: Mapping[str, Any]) -> Scores:
    labels = ("simulated", "programs_not_run")
    of_runs = ("programs_forged", "programs_unaltered")
    scores = {label: float(found[label]) for label in of_runs if found.get(label) is not None}
    return scores | {label: 1.0 for label in labels if found.get(label)}


def missing_fact(prompt: Any, facts: Sequence[str]) -> str | None:
    """Returns the first fact that a prompt does not hold.

    Args:
        prompt: A text, or the messages of a chat, as they are or as JSON; without any text,
            nothing is missing.
        facts: What it should hold.
    """
    texts = [" ".join(text.split()) for text in _texts(prompt)]
    if not texts:
        return None
    whole, place = "\n".join(texts), 0
    for fact in facts:  # a prompt has hundreds of them, mostly in this order
        wanted = " ".join(fact.split())
        found = whole.find(wanted, place)
        place = found if found >= 0 else whole.find(wanted)
        if place < 0:
            return fact
    return None


def _texts(value: Any) -> Iterator[str]:
    """Yields the texts in a prompt: for a chat model it is JSON, where quotes are escaped."""
    if isinstance(value, str):
        messages = _messages(value)
        if messages is None:
            yield value
        else:
            yield from _texts(messages)
    elif isinstance(value, dict):
        yield from _texts([*value.values()])
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)


def _messages(text: str) -> list[Any] | None:
    if not text.startswith(("[{", '["')):
        return None
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return content if isinstance(content, list) else None
