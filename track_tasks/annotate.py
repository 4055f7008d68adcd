"""Asking a judge about every fact of every question (TRACK, Section 4 and Appendix E.2).

Two questions are asked of a fact: is its probing question answered rightly, and does its
multi-step question need it?
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias, get_args

from ..erbench_tasks.errors import InputError
from ..erbench_tasks.hashing import stable_hash
from ..filters.judge.progress import progress
from ..filters.judge.prompts import job_of, prompt_version
from ..filters.judge.protocol import Factuality, Judge, Necessity, Scenario
from .annotations import Annotation, AnnotationFile, Item, Task
from .records import Fact, Question

BATCH = 128  # requests between two writes
Request: TypeAlias = Factuality | Necessity


class Job(NamedTuple):
    """What a judge is asked about one item.

    Attributes:
        item: The fact, and in which respect.
        request: For the judge.
    """

    item: Item
    request: Request


def jobs_of(questions: Iterable[Question], tasks: Sequence[Task]) -> list[Job]:
    """Returns what is to be asked.

    Args:
        questions: The questions; a fact that one of them has twice is asked about once.
        tasks: In which respects.

    Raises:
        InputError: A question has a scenario that is none.
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
    """Has a judge annotate, but for what it has annotated before.

    Args:
        jobs: What to ask. Equal requests, such as a fact that several questions need, are asked
            once.
        judge: Whom.
        file: Keeps the annotations, a batch at a time.
        batch: Requests in a batch.

    Returns:
        One annotation per job, in order. What the judge could not say is unjudged; it is asked
        again the next time.

    Raises:
        InputError: The judge refuses to work, or the file is unusable; what was had is in it.
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
    """Returns what the file has; a request that it has for one job it has for all of them."""
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
    scenario = _scenario(question)
    if task == "factuality":
        return Factuality(scenario, fact.probe_question, fact.probe_answer, question.as_of)
    others = tuple(other.fact for other in question.facts if other.fact_id != fact.fact_id)
    return Necessity(scenario, question.question, question.answer, fact.fact, others)


def _scenario(question: Question) -> Scenario:
    for scenario in get_args(Scenario):
        if question.scenario == scenario:
            return scenario  # type: ignore[no-any-return]
    raise InputError(
        f"question {question.id}: {question.scenario!r} is none of the scenarios "
        f"{', '.join(get_args(Scenario))}"
    )


def _version(request: Request) -> str:
    return prompt_version(job_of(request).template)
