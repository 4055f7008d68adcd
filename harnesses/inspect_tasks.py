"""ERBench's tasks for inspect_ai: `inspect eval erbench_track/erbench_movie --model openai/MODEL`.

They have lm_eval's names, prompts, settings and metrics; all of it is in `erbench_track.api`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import (
    ChatMessageSystem,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentText,
    GenerateConfig,
)
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, metric, scorer
from inspect_ai.solver import TaskState, generate

from ..api.frames import Row, rows_of
from ..api.items import Benchmark
from ..api.verdicts import ReadingName, score_response
from ..core.suites.erbench import (
    ALTERED,
    DOMAINS,
    MULTI_HOP,
    MULTI_HOP_KNOWLEDGE,
    SINGLE_HOP,
    SINGLE_HOP_KNOWLEDGE,
    Domain,
)  # fmt: skip
from ..core.suites.task_bases import BASES, read_base
from ..core.suites.task_metadata import VERSIONS, ErbenchMetadata
from ..metrics.statistics.clustered import Stratum, stratified_standard_error


@metric  # type: ignore[untyped-decorator]
def means() -> Metric:
    """Returns each metric's mean over the responses that it applies to, and its standard error.

    The error is that over entities, `NAME_stderr`, as in lm_eval's table.
    """

    def compute(scores: list[SampleScore]) -> Any:
        found: dict[str, float] = {}
        for name in dict.fromkeys(name for each in scores for name in each.score.as_dict()):
            own = [each for each in scores if name in each.score.as_dict()]
            values = [float(each.score.as_dict()[name] or 0) for each in own]
            entities = [str((each.sample_metadata or {})["entity_id"]) for each in own]
            found[name] = math.fsum(values) / len(values)
            error = stratified_standard_error([Stratum(1, values, entities)])
            found |= {} if math.isnan(error) else {f"{name}_stderr": error}
        return found

    return compute


@scorer(metrics=[means()])  # type: ignore[untyped-decorator]
def erbench(reading: ReadingName = "robust") -> Scorer:
    """Scores a response as lm_eval's tasks do.

    Args:
        reading: `robust` or `paper`.
    """

    async def score(state: TaskState, target: Target) -> Score:
        verdict = score_response(state.metadata, state.output.completion, reading)
        return Score(
            value=dict(verdict.scores),
            answer=verdict.answer,
            explanation=verdict.outcome,
            metadata=dict(verdict.found),
        )

    return score


def sample_of(item: Row) -> Sample:
    """Returns an item as a sample, with its image where it has one."""
    content: list[Content] = [ContentText(text=item["prompt"])]
    if item.get("image"):
        content.insert(0, ContentImage(image=item["image"]["path"]))
    system = [ChatMessageSystem(content=item["system"])] if item["system"] else []
    user = ChatMessageUser(content=content if len(content) > 1 else item["prompt"])
    return Sample(id=item["id"], input=[*system, user], target=item["answer"], metadata=item)


def _task(name: str, domain: str, question_types: Sequence[str]) -> None:
    """Registers a task.

    Args:
        name: Its name.
        domain: Whose questions it asks.
        question_types: Of which types.
    """

    @task(name=name)  # type: ignore[untyped-decorator]
    def made(
        reading: ReadingName = "robust",
        benchmark: str | None = None,
        database: str | None = None,
        seed: int = 0,
        nota: float | None = None,
        sample_entities: int | None = None,
    ) -> Task:
        """Asks ERBench's questions (`benchmark`: a specification, or a generated folder)."""
        source = Benchmark.open(benchmark or domain, database)
        tables = (source.items(kind, seed, nota, sample_entities) for kind in question_types)
        settings = read_base(BASES[question_types[0].split("_")[0]])["generation_kwargs"]
        return Task(
            dataset=MemoryDataset([sample_of(row) for rows in tables for row in rows_of(rows)]),
            solver=generate(),
            scorer=erbench(reading),
            config=GenerateConfig(
                max_tokens=settings["max_gen_toks"],
                temperature=settings["temperature"],
                stop_seqs=settings["until"],
            ),
            version=str(VERSIONS["erbench"]),
        )


def _register(domain: Domain) -> None:
    """Registers the tasks of a domain: each question type, and the groups of lm_eval."""
    hops = domain.chain.hops if domain.chain else 0
    chains = (*MULTI_HOP, MULTI_HOP_KNOWLEDGE) if hops else ()
    for kind in (*SINGLE_HOP, *ALTERED, *SINGLE_HOP_KNOWLEDGE, *chains):
        asked = ErbenchMetadata(domain.name, kind, hops * (kind in chains))
        _task(asked.name, domain.name, [kind])
    _task(f"erbench_{domain.name}", domain.name, SINGLE_HOP)
    if hops:
        _task(f"erbench_{domain.name}_{hops}hop", domain.name, MULTI_HOP)


for _domain in DOMAINS:
    _register(_domain)
