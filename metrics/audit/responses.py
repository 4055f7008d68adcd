"""Responses of models with what each scorer says of them: what people are asked to label.

A scorer is a reading, or a judge. A response that several runs have in common, such as two of which
each had another judge, is one response with the verdicts of all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ...core.hashing import stable_hash
from ...core.progress import progress
from ...core.suites.erbench import KNOWLEDGE, PAPER, READINGS, SELF_CONSISTENCY
from ..columns import Kind, columns_of
from ..report.how_made import NOT_RECORDED, JudgedBy
from ..report.run_files import Sample, every_sample
from ..report.runs import Model, Run
from ..report.track_runs import TrackRun

RIGHT, WRONG, ADMITS, UNREADABLE = ANSWERS = ("right", "wrong", "admits", "unreadable")
"""What an answer can be. Scorers of TRACK only tell the first two apart."""
ERBENCH, TRACK = "ERBench", "TRACK"
_KINDS: dict[str, Kind] = {ERBENCH: "answers", TRACK: "questions"}
MEASURES = {
    suite: {column.name: column.title for column in columns_of((kind,)) if column.title}
    for suite, kind in _KINDS.items()
}
"""The names and titles of what is measured, by suite."""


class Verdict(NamedTuple):
    """What a scorer or a person says of a response.

    Attributes:
        answer: One of `ANSWERS`; None if that is not said.
        rationale: Whether it has everything that it must have; None if that is not said.
        elements: The same of each value or fact, where it is said of each.
        measures: By name, in [0, 1]; those that are not said are left out.
    """

    answer: str | None
    rationale: bool | None
    elements: tuple[bool | None, ...]
    measures: dict[str, float]


@dataclass(slots=True)
class Response:
    """One response.

    Attributes:
        id: Stable hash of the model's name, the task, the document and the text.
        suite: `ERBENCH` or `TRACK`.
        model: The model's name.
        task: The task with its condition.
        doc: The document.
        text: What the model wrote.
        verdicts: By scorer.
        scorers: By the label of each model that it is counted for, the scorer that counts there.
    """

    id: str
    suite: str
    model: str
    task: str
    doc: dict[str, Any]
    text: str
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    scorers: dict[str, str] = field(default_factory=dict)

    @property
    def elements(self) -> list[dict[str, Any]]:
        """The values or facts that its rationale must have."""
        found = self.doc.get("rationale" if self.suite == ERBENCH else "facts")
        return [each for each in found or [] if isinstance(each, dict)]

    @property
    def cluster(self) -> str:
        """The entity that it is about; of TRACK, the question."""
        return str(self.doc.get("entity_id" if self.suite == ERBENCH else "id"))

    @property
    def facts(self) -> frozenset[str]:
        """The facts that it shares with other questions, in TRACK."""
        shared = self.elements if self.suite == TRACK else ()
        return frozenset(str(fact.get("fact_id", fact.get("fact"))) for fact in shared)

    @property
    def is_doubtful(self) -> bool:
        """Whether its scorers differ, or one of them says nothing."""
        said = self.verdicts.values()
        answers = {verdict.answer for verdict in said} - {None}
        rationales = {verdict.rationale for verdict in said} - {None}
        unsaid = self.elements and any(verdict.rationale is None for verdict in said)
        return bool(unsaid or not answers or len(answers) > 1 or len(rationales) > 1)


def responses_of(models: Sequence[Model]) -> tuple[list[Response], list[str]]:
    """Reads the responses of models again, with the verdicts of all of their scorers.

    Args:
        models: The models with their runs.

    Returns:
        The responses, and a line for each run that is left out.

    Raises:
        InputError: A file cannot be read.
    """
    found: dict[str, Response] = {}
    left_out: dict[str, None] = {}
    runs: list[tuple[Model, Run | TrackRun]] = []
    for model in models:
        runs += [(model, run) for run in model.runs]
        runs += [(model, run) for run in model.track]
    with progress("Reading responses", sum(run.samples for _, run in runs)) as advance:
        for model, run in runs:
            if reason := _left_out(run):
                left_out[f"{run.name} is left out: {reason}."] = None
            for sample, verdicts, counts in () if reason else _scored(run):
                response = _response(model, run, sample)
                response = found.setdefault(response.id, response)
                response.scorers[model.label] = counts
                for scorer, verdict in verdicts.items():
                    response.verdicts.setdefault(scorer, verdict)
            advance(run.samples)
    return list(found.values()), list(left_out)


def _left_out(run: Run | TrackRun) -> str:
    if isinstance(run, TrackRun):
        return "" if run.answers else "it asks what the model knows"
    if run.kind in KNOWLEDGE:
        return "it asks what the model knows"
    votes = run.variant == SELF_CONSISTENCY
    return "which of several responses was elected is not recorded" if votes else ""


def _response(model: Model, run: Run | TrackRun, sample: Sample) -> Response:
    suite, text = ERBENCH if isinstance(run, Run) else TRACK, sample.responses[0]
    doc = str(sample.doc.get("id") or sample.record.get("doc_id"))
    name = stable_hash([model.name, run.name, doc, text])
    return Response(name, suite, model.name, run.name, sample.doc, text)


def _scored(run: Run | TrackRun) -> Iterator[tuple[Sample, dict[str, Verdict], str]]:
    """Yields the lines of a run with what each says, and the scorer that counts."""
    judge = _judge(run.made.judge)
    for sample in every_sample(run.path):
        if isinstance(run, TrackRun):
            yield sample, {judge: _of_track(sample)}, judge
        else:
            reading = sample.filter if sample.filter in READINGS else PAPER
            yield sample, {reading: _of_reading(sample), **_of_judge(sample, judge)}, run.reading


def _judge(made: JudgedBy | None) -> str:
    name = made.name if made and made.name else NOT_RECORDED
    return f"{name} rule" if made and made.is_rule else f"judge {name}"


def _of_reading(sample: Sample) -> Verdict:
    record = sample.record
    flags = {
        RIGHT: "answer_accuracy",
        ADMITS: "missing_rate",
        UNREADABLE: "unreadable_rate",
    }
    answer = next((said for said, name in flags.items() if record.get(name) == 1), WRONG)
    hops = sample.extracted.get("hops")
    shares = [hop.get("share") == 1 for hop in hops] if isinstance(hops, list) else []
    named = all(shares) if shares else record.get("rationale_accuracy") == 1
    has_rationale = _number(record.get("rationale_accuracy")) is not None
    rationale = named if has_rationale else None
    return Verdict(answer, rationale, tuple(shares), _measures(ERBENCH, sample))


def _of_judge(sample: Sample, judge: str) -> dict[str, Verdict]:
    """Returns the verdict of a judge of rationales, if there was one."""
    record = sample.record
    if "unjudged" not in record and "judged_rationale_accuracy" not in record:
        return {}
    said = _number(record.get("judged_rationale_accuracy"))
    measures = {} if said is None else {"rationale_accuracy": said}
    return {judge: Verdict(None, None if said is None else said == 1, (), measures)}


def _of_track(sample: Sample) -> Verdict:
    measures = _measures(TRACK, sample)
    passed = measures.get("answer_pass")
    entailed = measures.get("full_knowledge_entailment")
    facts = sample.extracted.get("facts_entailed")
    return Verdict(
        None if passed is None else RIGHT if passed else WRONG,
        None if entailed is None else entailed == 1,
        tuple(facts) if isinstance(facts, list) else (),
        measures,
    )


def _measures(suite: str, sample: Sample) -> dict[str, float]:
    numbers = {name: _number(sample.record.get(name)) for name in MEASURES[suite]}
    return {name: number for name, number in numbers.items() if number is not None}


def _number(value: Any) -> float | None:
    """Returns a measure; None if it is not there, or NaN: not scored."""
    known = isinstance(value, int | float) and 0 <= value <= 1
    return float(value) if known else None


def verdict_of_person(suite: str, answer: str, elements: Sequence[bool]) -> Verdict:
    """Returns what a person's marks say of a response.

    Args:
        suite: `ERBENCH` or `TRACK`.
        answer: One of `ANSWERS`.
        elements: For each value or fact that it must have, whether it has it.
    """
    right, named = answer == RIGHT, all(elements)
    if suite == TRACK:
        said = (right, named, right and named)
        names = ("answer_pass", "full_knowledge_entailment", "holistic_pass")
    else:
        said = (right, answer == WRONG, answer == ADMITS)
        names = ("answer_accuracy", "hallucination_rate", "missing_rate")
    measures = dict(zip(names, map(float, said), strict=True))
    if suite == ERBENCH and elements:
        measures["rationale_accuracy"] = sum(elements) / len(elements)  # over hops: R-ext
        measures["answer_rationale_accuracy"] = float(right and named)
    return Verdict(answer, named if elements else None, tuple(elements), measures)
