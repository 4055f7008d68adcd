"""From one line of a TRACK samples file to a record; nothing in it is trusted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .track_runs import MEASURES, Answer, Probe

PROBE_MEASURES = ("known", "knowledge_confidence", "known_at_half")
Record = Mapping[str, Any]


def is_scored(record: Record) -> bool:
    """Tells whether a sample has any of TRACK's measures."""
    return any(name in record for name in ("unjudged", *PROBE_MEASURES, *MEASURES))


def probe(record: Record) -> Probe:
    """Reads a probed fact.

    Raises:
        ValueError: The sample has another shape.
    """
    fact_id = _doc(record).get("fact_id")
    if not isinstance(fact_id, str) or not fact_id:
        raise ValueError("the 'doc' has no 'fact_id'")
    known, at_half = (_flag(record, name) for name in ("known", "known_at_half"))
    return Probe(fact_id, known, _number(record, "knowledge_confidence"), at_half)


def answer(record: Record) -> Answer:
    """Reads an answered question.

    Raises:
        ValueError: The sample has another shape, or its verdicts contradict each other.
    """
    doc = _doc(record)
    question, facts = doc.get("id"), doc.get("facts")
    if not isinstance(question, str) or not question:
        raise ValueError("the 'doc' has no 'id'")
    if not isinstance(facts, list) or not facts:
        raise ValueError("the 'doc' has no 'facts'")
    known = _flags(doc.get("known"), "known", len(facts))
    found = Answer(
        question,
        _flag(record, "answer_pass"),
        _flag(record, "full_knowledge_entailment"),
        _entailed(record, len(facts)),
        known,
        len(injected_facts(record)),
    )
    _check(found, _flag(record, "holistic_pass"))
    return found


def injected_facts(record: Record) -> list[str]:
    """Returns the facts that a document's prompt is to hold.

    Raises:
        ValueError: They are no list of texts.
    """
    facts = _doc(record).get("injected_facts") or []
    if isinstance(facts, list) and all(isinstance(fact, str) for fact in facts):
        return facts
    raise ValueError("'injected_facts' is not a list of texts")


def scenario(record: Record) -> str:
    """Returns the scenario of a document; raises `ValueError` if it has none."""
    value = _doc(record).get("scenario")
    if isinstance(value, str):
        return value
    raise ValueError("the 'doc' has no 'scenario'")


def kas(record: Record) -> int:
    """Returns the KAS of a document, 0 if it has none.

    Raises:
        ValueError: It is not a whole number from 0.
    """
    value = _doc(record).get("kas", 0)
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise ValueError(f"'kas' is {value!r}, not a whole number from 0")


def _doc(record: Record) -> dict[str, Any]:
    doc = record.get("doc")
    if isinstance(doc, dict):
        return doc
    raise ValueError("no 'doc'")


def _number(record: Record, name: str) -> float | None:
    value = record.get(name)
    if value is None or value != value:  # NaN: not scored
        return None
    if isinstance(value, int | float) and 0 <= value <= 1:
        return float(value)
    raise ValueError(f"{name!r} is not a number from 0 to 1")


def _flag(record: Record, name: str) -> bool | None:
    value = _number(record, name)
    if value not in (None, 0, 1):
        raise ValueError(f"{name!r} is neither 0 nor 1")
    return None if value is None else bool(value)


def _flags(value: Any, name: str, facts: int) -> tuple[bool | None, ...]:
    """Reads one flag per fact; none of them may be given."""
    if value is None or value == []:
        return ()
    if not isinstance(value, list) or not all(flag in (None, True, False) for flag in value):
        raise ValueError(f"{name!r} is not a list of true, false and null")
    if len(value) != facts:
        raise ValueError(f"{name!r} has {len(value)} values for {facts} facts")
    return tuple(None if flag is None else bool(flag) for flag in value)


def _entailed(record: Record, facts: int) -> tuple[bool | None, ...]:
    filtered = record.get("filtered_resps")
    first = filtered[0] if isinstance(filtered, list) and filtered else None
    while isinstance(first, list) and first:  # lm_eval nests them if there were repeats
        first = first[0]
    extracted = _literal(first) if isinstance(first, str) else first
    if not isinstance(extracted, dict) or "facts_entailed" not in extracted:
        raise ValueError("'filtered_resps' holds no 'facts_entailed'")
    found = _flags(extracted["facts_entailed"], "facts_entailed", facts)
    return found or (None,) * facts


def _literal(text: str) -> Any:
    """Reads what a filter returned: lm_eval logs it as text, and ours prints as JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _check(found: Answer, holistic_pass: bool | None) -> None:
    """Refuses verdicts of which one cannot be true if the others are."""
    if holistic_pass is not None and found.judged and holistic_pass != found.holistic_pass:
        raise ValueError("'holistic_pass' is not 'answer_pass' and 'full_knowledge_entailment'")
    everything = None if None in found.entailed else all(found.entailed)
    expected = False if False in found.entailed else everything
    if expected is not None and found.full_knowledge_entailment not in (None, expected):
        raise ValueError("'full_knowledge_entailment' contradicts 'facts_entailed'")
