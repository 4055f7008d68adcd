"""Quality control of a dataset: annotate, compare annotators, filter (TRACK, Section 4 and E.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...core.errors import InputError
from ...filters.judge.protocol import Judge
from ..questions.question import Question
from .annotations import (
    TASKS,
    Annotation,
    AnnotationFile,
    Item,
    Job,
    Task,
    annotate,
    jobs_of,
    sampled,
)
from .dropping import Filtered, Policy, filtered
from .label_agreement import Agreement, Share, agreements, by_question, shares


class Settings(NamedTuple):
    """How quality is controlled.

    Attributes:
        tasks: What is asked about each fact.
        policy: What is dropped.
        sample: How many questions of each scenario to annotate; None for all. A sample shows how
            good a dataset is; nothing is dropped.
        seed: Seed of the sample.
        unjudged_as_no: Whether a judge's failure counts as no in shares and agreement, as in the
            paper's figures. Nothing is dropped because of one.
    """

    tasks: tuple[Task, ...] = TASKS
    policy: Policy = Policy()
    sample: int | None = None
    seed: int = 0
    unjudged_as_no: bool = False


@dataclass(frozen=True)
class Quality:
    """What quality control has found.

    Attributes:
        settings: As given.
        questions: Number of questions annotated.
        facts: Number of their facts.
        judges: What each judge says of itself.
        shares: How often annotators say yes of a fact.
        question_shares: How often judges say yes of all facts of a question.
        agreements: How far annotators agree on facts.
        question_agreements: How far they agree on all facts of a question together.
        strange_labels: How many labels of people are about something that was not annotated.
        filtered: What stays, and what is dropped; None for a sample.
    """

    settings: Settings
    questions: int
    facts: int
    judges: list[dict[str, Any]]
    shares: list[Share]
    question_shares: list[Share]
    agreements: list[Agreement]
    question_agreements: list[Agreement]
    strange_labels: int
    filtered: Filtered | None


def check_quality(
    questions: Sequence[Question],
    judges: Sequence[Judge],
    file: AnnotationFile,
    human: Sequence[Annotation] = (),
    settings: Settings | None = None,
) -> Quality:
    """Has judges annotate questions, compares them with each other and with people, and filters.

    Args:
        questions: The questions, with different ids.
        judges: One or two.
        file: Keeps the annotations; what is in it is not asked again.
        human: Labels of people.
        settings: By default everything is annotated, and what a judge calls wrong is dropped.

    Raises:
        InputError: There are no questions, two judges or a judge and a person are one and the same,
            nothing that a person has labelled was annotated, a judge refuses to work, or the file
            is unusable.
    """
    settings = settings or Settings()
    _check(questions, judges, human, settings)
    chosen = list(questions)
    if settings.sample is not None:
        chosen = sampled(questions, settings.sample, settings.seed)
    jobs = jobs_of(chosen, settings.tasks)
    people, strange = _matched(human, jobs)
    judged = [each for judge in judges for each in annotate(jobs, judge, file)]
    whole = by_question(judged)
    as_no = settings.unjudged_as_no
    return Quality(
        settings=settings,
        questions=len(chosen),
        facts=sum(len(question.facts) for question in chosen),
        judges=[dict(judge.record()) for judge in judges],
        shares=shares([*judged, *people], unjudged_as_no=as_no),
        question_shares=shares(whole, unjudged_as_no=as_no),
        agreements=agreements(judged, people, unjudged_as_no=as_no),
        question_agreements=agreements(
            whole, [each for each in people if not each.item.fact_id], unjudged_as_no=as_no
        ),
        strange_labels=strange,
        filtered=filtered(chosen, judged, settings.policy) if settings.sample is None else None,
    )


def _check(
    questions: Sequence[Question],
    judges: Sequence[Judge],
    human: Sequence[Annotation],
    settings: Settings,
) -> None:
    if not questions:
        raise InputError("the dataset has no questions")
    if len({question.id for question in questions}) < len(questions):
        raise InputError("the dataset has a question twice; generate it anew")
    names = [judge.name for judge in judges]
    if not names or len(names) > 2 or len(set(names)) < len(names):
        raise InputError(f"--judge: {', '.join(names) or 'none'}; give one, or two different ones")
    if shared := {each.judge for each in human} & set(names):
        raise InputError(f"--human: {', '.join(shared)} is a judge; name the person as 'judge'")
    missing = set(settings.policy.tasks) - set(settings.tasks)
    if missing:
        raise InputError(f"{', '.join(missing)}: cannot be a reason to drop, it is not asked about")


def _matched(human: Iterable[Annotation], jobs: Iterable[Job]) -> tuple[list[Annotation], int]:
    """Returns the labels of people about what is annotated, and how many are about other things.

    Of several labels of one person on one item the last one counts.
    """
    latest = {(each.item, each.judge, each.checks): each for each in human}
    scenarios: dict[Item, str] = {}
    for job in jobs:
        for item in (job.item, job.item._replace(fact_id="")):  # a fact, or all of a question
            scenarios[item] = job.request.scenario
    matched = [
        each._replace(scenario=scenarios[each.item])
        for each in latest.values()
        if each.item in scenarios
    ]
    if latest and not matched:
        raise InputError(
            "--human: no label is about a fact that was annotated; it takes the question_id and "
            "fact_id of this dataset"
        )
    return matched, len(latest) - len(matched)
