"""Reading TRACK's samples files, the newest of each task and KAS; nothing in them is trusted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...core.errors import InputError
from ...core.suites.task_metadata import TrackMetadata
from ...core.suites.track import CLOSED_BOOK, METHODS, PROBE, PROBE_AFTER, SCENARIOS
from ..injection_guard import missing_fact
from .run_files import SamplesFile, records
from .track_runs import MEASURES, Answer, Probe, TrackRun

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


Skipped = list[tuple[Path, str]]


def read_newest_track(files: Iterable[SamplesFile]) -> tuple[list[TrackRun], Skipped]:
    """Reads the runs of one model.

    Args:
        files: Samples files of TRACK tasks, of any age.

    Returns:
        The newest run of each task and KAS, and the other files, each with the reason.

    Raises:
        InputError: A file is malformed, or the facts to inject did not get into its prompts.
    """
    runs: dict[tuple[str, int], TrackRun] = {}
    skipped: Skipped = []
    for file in sorted(files, key=lambda file: (file.date, str(file.path)), reverse=True):
        condition = (file.task, _first_kas(file.path))
        if condition in runs:
            skipped.append((file.path, "there is a newer file of this task and KAS"))
        elif run := _read(file, condition[1]):
            runs[condition] = run
        else:
            skipped.append((file.path, "not scored: none of TRACK's measures are in it"))
    return sorted(runs.values(), key=_place), skipped


def _place(run: TrackRun) -> tuple[int, int, int]:
    order = sorted(METHODS, key=lambda name: not METHODS[name].asks_for_facts)
    return list(SCENARIOS).index(run.scenario), order.index(run.method), run.kas


def _first_kas(path: Path) -> int:
    for line, record in records(path):
        try:
            return kas(record)
        except ValueError as error:
            raise InputError(f"{path}, line {line}: {error}") from error
    return 0


def _read(file: SamplesFile, kas_of_file: int) -> TrackRun | None:
    """Reads a file; None if it was not scored."""
    asks = file.asks
    assert isinstance(asks, TrackMetadata)  # noqa: S101 -- only such files were kept
    run = TrackRun(file.task, asks.scenario, asks.method, kas_of_file, file.path)
    found: list[Answer | Probe] = []
    unscored, simulated, not_run = 0, False, False
    for line, record in records(file.path):
        try:
            if is_scored(record):
                found.append(_sample(record, run))
            else:
                unscored += 1
        except ValueError as error:
            raise InputError(f"{file.path}, line {line}: {error}") from error
        simulated = simulated or bool(record.get("simulated"))
        not_run = not_run or bool(record.get("programs_not_run"))
    if found and unscored:
        raise InputError(f"{file.path}: {unscored} samples have none of TRACK's measures")
    answers = tuple(record for record in found if isinstance(record, Answer))
    probes = tuple(record for record in found if isinstance(record, Probe))
    _check_run(answers, run)
    run = replace(run, simulated=simulated, programs_not_run=not_run)
    return replace(run, answers=answers, probes=probes) if found else None


def _sample(record: Record, run: TrackRun) -> Answer | Probe:
    if scenario(record) != run.scenario:
        asked = scenario(record)
        raise ValueError(f"the 'doc' is of scenario {asked!r}, the task of {run.scenario!r}")
    if run.method == PROBE:
        return probe(record)
    if kas(record) != run.kas:
        raise ValueError(f"'kas' is {kas(record)}, and {run.kas} on the first line")
    if run.method == PROBE_AFTER:
        return probe(record)
    if (run.kas == 0) != (run.method == CLOSED_BOOK):
        raise ValueError(f"'kas' is {run.kas} for {METHODS[run.method].title}")
    check_prompt(record, run.method)
    return answer(record)


def _check_run(answers: Sequence[Answer], run: TrackRun) -> None:
    counts = Counter(answer.question for answer in answers)
    question, times = max(counts.items(), key=lambda item: item[1], default=("", 0))
    if times > 1:
        raise InputError(f"{run.path}: question {question!r} is there {times} times")
    try:
        if run.method != CLOSED_BOOK:
            check_injected(answers)
    except ValueError as error:
        raise InputError(f"{run.path}: {error}") from error


def check_injected(answers: Sequence[Answer]) -> None:
    """Checks that an open-book run injected something, if there was something to inject.

    Raises:
        ValueError: It did not.
    """
    unknown = sum(flag is False for answer in answers for flag in answer.known)
    if unknown and not any(answer.injected for answer in answers):
        raise ValueError(f"injected nothing though {unknown} facts are unknown")


def check_prompt(record: Record, method: str) -> None:
    """Checks that a recorded prompt holds every fact that was to be injected.

    Runs of white space count as one space, because a prompt may lay the facts out in lines.

    Args:
        record: The sample.
        method: How the facts are injected.

    Raises:
        ValueError: A fact is missing from the prompt.
    """
    if METHODS[method].in_prompt:
        missing = missing_fact(_prompt(record.get("arguments")), injected_facts(record))
        if missing is not None:
            raise ValueError(f"the prompt does not hold the injected fact {missing[:80]!r}")


def _prompt(arguments: Any) -> Any:
    """Finds the prompt in what lm_eval recorded of a request: not its generation settings."""
    if isinstance(arguments, dict):
        first = arguments.get("gen_args_0")
        return first.get("arg_0") if isinstance(first, dict) else first
    while isinstance(arguments, list) and arguments and isinstance(arguments[0], list):
        arguments = arguments[0]
    return arguments[:1] if isinstance(arguments, list) else arguments
