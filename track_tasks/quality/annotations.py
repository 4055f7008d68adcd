"""What judges and people say about the facts of questions: asked for, and kept in a file.

The file is JSON Lines and only grows: a run that is killed continues where it stopped.

Two things are asked about a fact: is its probing question answered correctly, and does its
multi-step question need it?
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from ...core.errors import InputError
from ...core.hashing import stable_hash
from ...core.journal import Journal
from ...core.json_files import read_json, read_json_lines
from ...core.progress import progress
from ...core.suites.track import SCENARIOS
from ...filters.judge.prompts import job_of, prompt_version
from ...filters.judge.protocol import Factuality, Judge, Necessity
from ..questions.question import Fact, Question

Task = Literal["factuality", "necessity"]
TASKS: tuple[Task, ...] = ("factuality", "necessity")
_LABELS = {1: True, 0: False, -1: None, None: None}


class Item(NamedTuple):
    """What is annotated: one property of one fact of one question.

    Attributes:
        question_id: The question.
        fact_id: The fact; empty where a label is about all facts of the question.
        task: Whether the fact is right, or whether the question needs it.
    """

    question_id: str
    fact_id: str
    task: Task


class Annotation(NamedTuple):
    """One label.

    Attributes:
        item: What the label is about.
        judge: Who gave it: the name of a judge, or of a person.
        label: Yes or no; None if the judge failed.
        explanation: Why.
        version: Of the judge's prompt; empty for a person.
        scenario: One of `SCENARIOS`.
        checks: The judge whose label a person was shown, if any: the person's label is compared
            with this judge's and with no other.
    """

    item: Item
    judge: str
    label: bool | None
    explanation: str = ""
    version: str = ""
    scenario: str = ""
    checks: str = ""

    @property
    def key(self) -> tuple[Item, str, str]:
        """What identifies a request that a judge is not sent twice."""
        return self.item, self.judge, self.version

    def to_row(self) -> dict[str, Any]:
        """Returns it as plain values: the label is 1 (yes), 0 (no) or None."""
        label = None if self.label is None else int(self.label)
        row = {**self.item._asdict(), **self._asdict(), "label": label}
        del row["item"]
        return row

    @classmethod
    def from_row(cls, row: Any) -> Annotation:
        """Returns the annotation of a row; -1 as a label means None, as the authors write it.

        Raises:
            ValueError: The row has another shape; says which field.
        """
        if not isinstance(row, dict):
            raise ValueError("not an object")
        label = row.get("label", "missing")
        is_number = isinstance(label, int) and not isinstance(label, bool)
        if not (label is None or is_number) or label not in _LABELS:
            raise ValueError(f"field 'label': {label!r} is not one of 1, 0 and null")
        task: Task | None = next((task for task in TASKS if row.get("task") == task), None)
        if task is None:
            raise ValueError(f"field 'task': {row.get('task')!r} is not one of {', '.join(TASKS)}")
        item = Item(_text(row, "question_id"), _text(row, "fact_id", ""), task)
        rest = {
            name: _text(row, name, "") for name in ("explanation", "version", "scenario", "checks")
        }
        return cls(item, _text(row, "judge", "human") or "human", _LABELS[label], **rest)


class AnnotationFile:
    """The annotations that were given so far, one per line of a journal."""

    def __init__(self, path: Path) -> None:
        """Takes the path; the file need not be there.

        Args:
            path: A `.jsonl` file.
        """
        self.path = path
        self._journal = Journal(path)

    def read(self) -> dict[tuple[Item, str, str], Annotation]:
        """Returns the verdicts that are there, the latest of each item, judge and prompt.

        What was left unjudged is not among them, so that it is asked again.

        Raises:
            InputError: The file cannot be read or written, or is not a file of annotations.
        """
        self._journal.check()
        annotations = _annotations(self.path, self._journal.read())
        return {each.key: each for each in annotations if each.label is not None}

    def append(self, annotations: Iterable[Annotation]) -> None:
        """Adds lines, which are on the disk when this returns.

        Raises:
            InputError: The file cannot be written.
        """
        self._journal.append(each.to_row() for each in annotations)


def read_labels(path: Path) -> list[Annotation]:
    """Reads labels that people gave, or a judge elsewhere.

    Args:
        path: JSON Lines (`.jsonl`, `.jsonl.gz`), one annotation each, or a `.json` list of them:
            `question_id`, `fact_id` (none for a label about all facts of the question), `task` and
            `label` (1, 0 or null), and who gave it as `judge` (default: `human`).

    Raises:
        InputError: The file cannot be read, has no labels, or has a malformed one.
    """
    is_list = path.suffix == ".json"
    rows = _listed(path) if is_list else read_json_lines(path)
    labels = list(_annotations(path, rows, "entry" if is_list else "line"))
    if not labels:
        raise InputError(f"{path}: has no labels")
    return labels


def _annotations(
    path: Path, rows: Iterable[tuple[int, Any]], unit: str = "line"
) -> Iterator[Annotation]:
    for number, row in rows:
        try:
            yield Annotation.from_row(row)
        except ValueError as error:
            raise InputError(f"{path}, {unit} {number}: {error}") from None


def _listed(path: Path) -> Iterator[tuple[int, Any]]:
    rows = read_json(path)
    if not isinstance(rows, list):
        raise InputError(f"{path}: not a list of annotations")
    return enumerate(rows, start=1)


def _text(row: Mapping[str, Any], name: str, default: str | None = None) -> str:
    value = row.get(name, default)
    if not isinstance(value, str):
        raise ValueError(f"field {name!r}: {value!r} is not a text")
    return value


BATCH = 128  # requests between two writes
Request: TypeAlias = Factuality | Necessity


class Job(NamedTuple):
    """What a judge is asked about one item.

    Attributes:
        item: The fact, and what is asked about it.
        request: What the judge is sent.
    """

    item: Item
    request: Request


def jobs_of(questions: Iterable[Question], tasks: Sequence[Task]) -> list[Job]:
    """Returns what is to be asked.

    Args:
        questions: The questions; a fact that one of them has twice is asked about once.
        tasks: What to ask about each fact.

    Raises:
        InputError: The scenario of a question is unknown.
    """
    jobs = {
        item: Job(item, request)
        for question in questions
        for fact in question.facts
        for task in tasks
        for item, request in [
            (Item(question.id, fact.fact_id, task), _request(question, fact, task))
        ]
    }
    return list(jobs.values())


def annotate(
    jobs: Sequence[Job], judge: Judge, file: AnnotationFile, batch: int = BATCH
) -> list[Annotation]:
    """Has a judge annotate what it has not annotated before.

    Args:
        jobs: What to ask. Equal requests, such as a fact that several questions need, are asked
            once.
        judge: The judge to ask.
        file: Keeps the annotations, a batch at a time.
        batch: Requests in a batch.

    Returns:
        One annotation per job, in order. Without a verdict it is unjudged, and asked again the
        next time.

    Raises:
        InputError: The judge refuses to work, or the file is unusable; it has what was annotated
            until then.
    """
    sharing: dict[Request, list[Job]] = defaultdict(list)
    for job in jobs:
        sharing[job.request].append(job)
    with progress(judge.name, len(sharing)) as advance:
        found = _had_before(sharing, judge.name, file)
        asked = [request for request in sharing if sharing[request][0].item not in found]
        advance(len(sharing) - len(asked))
        for start in range(0, len(asked), batch):
            part = asked[start : start + batch]
            annotations = list(_asked(part, sharing, judge))
            file.append(annotations)
            found |= {each.item: each for each in annotations}
            advance(len(part))
    return [found[job.item] for job in jobs]


def sampled(questions: Sequence[Question], size: int, seed: int) -> list[Question]:
    """Returns some questions of each scenario, drawn at random.

    Args:
        questions: The questions.
        size: How many of each scenario; all where there are fewer.
        seed: Equal seeds draw equal questions, whatever the order and whatever else is there.

    Returns:
        The questions, in their order.
    """
    by_scenario: dict[str, list[Question]] = defaultdict(list)
    for question in questions:
        by_scenario[question.scenario].append(question)
    drawn = {
        question.id
        for some in by_scenario.values()
        for question in heapq.nsmallest(size, some, lambda each: stable_hash([str(seed), each.id]))
    }
    return [question for question in questions if question.id in drawn]


def _had_before(
    sharing: Mapping[Request, Sequence[Job]], judge: str, file: AnnotationFile
) -> dict[Item, Annotation]:
    """Returns what the file has; an answer to one job's request counts for all equal requests."""
    kept = file.read()
    found: dict[Item, Annotation] = {}
    new = []
    for request, jobs in sharing.items():
        keys = {job.item: (job.item, judge, _version(request)) for job in jobs}
        known = next((kept[key] for key in keys.values() if key in kept), None)
        if known is not None:
            found |= {item: kept.get(key, known._replace(item=item)) for item, key in keys.items()}
            new += [found[item] for item, key in keys.items() if key not in kept]
    if new:
        file.append(new)
    return found


def _asked(
    requests: Sequence[Request], sharing: Mapping[Request, Sequence[Job]], judge: Judge
) -> Iterator[Annotation]:
    for request, (verdict,) in zip(requests, judge.judge(requests), strict=True):
        for job in sharing[request]:
            yield Annotation(
                item=job.item,
                judge=judge.name,
                label=verdict.holds,
                explanation=verdict.explanation,
                version=_version(request),
                scenario=request.scenario,
            )


def _request(question: Question, fact: Fact, task: Task) -> Request:
    scenario = question.scenario
    if scenario not in SCENARIOS:
        known = ", ".join(SCENARIOS)
        raise InputError(
            f"question {question.id}: {scenario!r} is not one of the scenarios {known}"
        )
    if task == "factuality":
        return Factuality(scenario, fact.probe_question, fact.probe_answer, question.as_of)
    others = tuple(other.fact for other in question.facts if other.fact_id != fact.fact_id)
    return Necessity(scenario, question.question, question.answer, fact.fact, others)


def _version(request: Request) -> str:
    return prompt_version(job_of(request).template)
