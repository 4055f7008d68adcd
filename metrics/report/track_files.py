"""Reading TRACK's samples files, the newest of each task and KAS; nothing in them is trusted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...core.errors import InputError
from ...core.suites.task_metadata import TrackMetadata
from ...core.suites.track import CLOSED_BOOK, METHODS, PROBE, PROBE_AFTER, SCENARIOS
from ..track import missing_fact
from ..unreadable import Unread, all_unread
from .how_made import ReplyCounter, how_made
from .run_files import Sample, SamplesFile, oldest_first, read_samples
from .track_runs import MEASURES, Answer, Lengths, Probe, TrackRun

_PROBE_MEASURES = ("known", "knowledge_confidence", "known_at_half")
_WORD = re.compile(r"\w+|[^\w\s]")
Skipped = list[tuple[Path, str]]


def read_newest_track(
    files: Iterable[SamplesFile], done: Callable[[Path], None] = lambda _: None
) -> tuple[list[TrackRun], Skipped]:
    """Reads the runs of one model.

    Args:
        files: Samples files of TRACK tasks, of any age.
        done: Is called with each file after it was read.

    Returns:
        The newest run of each task and KAS, and the other files, each with the reason.

    Raises:
        InputError: A file is malformed, or the facts to inject did not get into its prompts.
    """
    runs: dict[tuple[str, int], TrackRun] = {}
    skipped: Skipped = []
    for file in reversed(oldest_first(files)):
        condition = (file.task, _first_kas(file.path))
        if condition in runs:
            skipped.append((file.path, "there is a newer file of this task and KAS"))
        elif run := _read(file, condition[1]):
            runs[condition] = run
        else:
            skipped.append((file.path, "not scored: none of TRACK's measures are in it"))
        done(file.path)
    return sorted(runs.values(), key=_place), skipped


def _place(run: TrackRun) -> tuple[int, int, int]:
    order = sorted(METHODS, key=lambda name: not METHODS[name].asks_for_facts)
    return list(SCENARIOS).index(run.scenario), order.index(run.method), run.kas


def _first_kas(path: Path) -> int:
    for sample in read_samples(path):
        try:
            return _kas(sample)
        except ValueError as error:
            raise sample.refused(error) from error
    return 0


def _read(file: SamplesFile, kas_of_file: int) -> TrackRun | None:
    """Reads a file; None if it was not scored."""
    asks = file.asks
    assert isinstance(asks, TrackMetadata)  # noqa: S101 -- only such files were kept
    run = TrackRun(file.task, asks.scenario, asks.method, kas_of_file, file.path)
    found: list[Answer | Probe] = []
    unscored, simulated, not_run = 0, False, False
    unread: list[Unread] = []
    facts_from: dict[str, bool] = {}
    made = how_made(file, is_judged=True)
    counter = ReplyCounter(made.repeats)
    for sample in counter.through(read_samples(file.path)):
        try:
            if _is_scored(sample):
                found.append(_read_sample(sample, run))
            else:
                unscored += 1
        except ValueError as error:
            raise sample.refused(error) from error
        simulated = simulated or bool(sample.record.get("simulated"))
        not_run = not_run or bool(sample.record.get("programs_not_run"))
        unread.append(_unread(sample))
        facts_from[str(sample.doc.get("source") or "")] = True
    if found and unscored:
        raise InputError(f"{file.path}: {unscored} samples have none of TRACK's measures")
    answers = tuple(each for each in found if isinstance(each, Answer))
    probes = tuple(each for each in found if isinstance(each, Probe))
    _check_run(answers, run)
    made = made._replace(replies=counter.replies, facts_from="; ".join(filter(None, facts_from)))
    run = replace(run, simulated=simulated, programs_not_run=not_run, made=made)
    run = replace(run, answers=answers, probes=probes, unread=all_unread(unread))
    return run if found else None


def _read_sample(sample: Sample, run: TrackRun) -> Answer | Probe:
    scenario, kas = _scenario(sample), _kas(sample)
    if scenario != run.scenario:
        raise ValueError(f"the 'doc' is of scenario {scenario!r}, the task of {run.scenario!r}")
    if run.method == PROBE:
        return _probe(sample)
    if kas != run.kas:
        raise ValueError(f"'kas' is {kas}, and {run.kas} on the first line")
    if run.method == PROBE_AFTER:
        return _probe(sample)
    if (run.kas == 0) != (run.method == CLOSED_BOOK):
        raise ValueError(f"'kas' is {run.kas} for {METHODS[run.method].title}")
    _check_prompt(sample, run.method)
    return _answer(sample)


def _check_run(answers: Sequence[Answer], run: TrackRun) -> None:
    """Refuses repeated questions, and open book without any fact where facts are unknown."""
    counts = Counter(answer.question for answer in answers)
    question, times = max(counts.items(), key=lambda item: item[1], default=("", 0))
    if times > 1:
        raise InputError(f"{run.path}: question {question!r} is there {times} times")
    unknown = sum(flag is False for answer in answers for flag in answer.known)
    injects = run.method != CLOSED_BOOK
    if injects and unknown and not any(answer.injected for answer in answers):
        raise InputError(f"{run.path}: injected nothing though {unknown} facts are unknown")


# What a sample says. The functions raise ValueError where it has another shape.


def _is_scored(sample: Sample) -> bool:
    """Tells whether a sample has any of TRACK's measures."""
    return any(name in sample.record for name in ("unjudged", *_PROBE_MEASURES, *MEASURES))


def _unread(sample: Sample) -> Unread:
    """Returns what of a sample cannot be read; nothing in files of before that was measured."""
    shares = [_number(sample, name) or 0.0 for name in ("unreadable_rate", "truncated_rate")]
    return Unread(1, *shares)


def _probe(sample: Sample) -> Probe:
    fact_id = sample.doc.get("fact_id")
    if not isinstance(fact_id, str) or not fact_id:
        raise ValueError("the 'doc' has no 'fact_id'")
    known, at_half = (_flag(sample, name) for name in ("known", "known_at_half"))
    return Probe(fact_id, known, _number(sample, "knowledge_confidence"), at_half)


def _answer(sample: Sample) -> Answer:
    question, facts = sample.doc.get("id"), sample.doc.get("facts")
    if not isinstance(question, str) or not question:
        raise ValueError("the 'doc' has no 'id'")
    if not isinstance(facts, list) or not facts:
        raise ValueError("the 'doc' has no 'facts'")
    found = Answer(
        question,
        tuple(map(_fact_id, facts)),
        _flag(sample, "answer_pass"),
        _flag(sample, "full_knowledge_entailment"),
        _entailed(sample, len(facts)),
        _flags(sample.doc.get("known"), "known", len(facts)),
        len(_injected_facts(sample)),
        _lengths(sample.doc),
        _flag(sample, "programs_forged"),
        _flag(sample, "programs_unaltered"),
    )
    _check(found, _flag(sample, "holistic_pass"))
    return found


def _lengths(doc: dict[str, Any]) -> Lengths | None:
    """Counts words; None if a text is not recorded."""
    facts = [fact for fact in doc["facts"] if isinstance(fact, dict)]
    texts = [doc.get("question"), *(f.get(k) for f in facts for k in ("fact", "probe_question"))]
    if len(facts) < len(doc["facts"]) or not all(isinstance(text, str) for text in texts):
        return None
    question, *others = (len(_WORD.findall(str(text))) for text in texts)
    return Lengths(question, tuple(others[::2]), tuple(others[1::2]))


def _fact_id(fact: Any) -> str:
    """Returns what tells facts apart; in recorded documents it may be the fact alone."""
    found = fact.get("fact_id", fact.get("fact")) if isinstance(fact, dict) else None
    if isinstance(found, str) and found:
        return found
    raise ValueError("a fact of the 'doc' has neither 'fact_id' nor 'fact'")


def _check(found: Answer, holistic_pass: bool | None) -> None:
    """Refuses verdicts that contradict one another."""
    if holistic_pass is not None and found.judged and holistic_pass != found.holistic_pass:
        raise ValueError("'holistic_pass' is not 'answer_pass' and 'full_knowledge_entailment'")
    everything = None if None in found.entailed else all(found.entailed)
    expected = False if False in found.entailed else everything
    if expected is not None and found.full_knowledge_entailment not in (None, expected):
        raise ValueError("'full_knowledge_entailment' contradicts 'facts_entailed'")


def _check_prompt(sample: Sample, method: str) -> None:
    """Refuses a recorded prompt that lacks a fact which was to be injected into it.

    Runs of white space count as one space, because a prompt may lay the facts out in lines.
    """
    if METHODS[method].in_prompt:
        missing = missing_fact(sample.prompt, _injected_facts(sample))
        if missing is not None:
            raise ValueError(f"the prompt does not hold the injected fact {missing[:80]!r}")


def _injected_facts(sample: Sample) -> list[str]:
    facts = sample.doc.get("injected_facts") or []
    if isinstance(facts, list) and all(isinstance(fact, str) for fact in facts):
        return facts
    raise ValueError("'injected_facts' is not a list of texts")


def _scenario(sample: Sample) -> str:
    value = sample.doc.get("scenario")
    if isinstance(value, str):
        return value
    raise ValueError("the 'doc' has no 'scenario'")


def _kas(sample: Sample) -> int:
    """Returns the KAS of a document, 0 if it has none."""
    value = sample.doc.get("kas", 0)
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise ValueError(f"'kas' is {value!r}, not a whole number from 0")


def _number(sample: Sample, name: str) -> float | None:
    value = sample.record.get(name)
    if value is None or value != value:  # NaN: not scored
        return None
    if isinstance(value, int | float) and 0 <= value <= 1:
        return float(value)
    raise ValueError(f"{name!r} is not a number from 0 to 1")


def _flag(sample: Sample, name: str) -> bool | None:
    value = _number(sample, name)
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


def _entailed(sample: Sample, facts: int) -> tuple[bool | None, ...]:
    if "facts_entailed" not in sample.extracted:
        raise ValueError("'filtered_resps' holds no 'facts_entailed'")
    found = _flags(sample.extracted["facts_entailed"], "facts_entailed", facts)
    return found or (None,) * facts
