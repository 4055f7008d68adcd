"""Task files of lm_eval for a generated benchmark, which need only our filters and metrics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...core.errors import InputError
from ...core.files import new_folder
from ...core.hub import check_repo_id
from ...erbench_tasks.stored.reader import GeneratedBenchmark
from ...erbench_tasks.stored.task_names import PREFIX, TaskNames
from .task_base import read_base, write_config

_BASES = {
    "bn_yes": "_binary",
    "bn_no": "_binary",
    "mc": "_multiple_choice",
    "mh_yes": "_two_hop",
    "mh_no": "_two_hop",
    "known_bn": "_knowledge",
    "known_mc": "_knowledge",
}
_SINGLE_HOP = ("bn_yes", "bn_no", "mc")
_MULTI_HOP = ("mh_yes", "mh_no")
_KNOWLEDGE = ("known_bn", "known_mc")
# Shared bases that show the images of items, by the kind of question.
_IMAGES = (
    (_SINGLE_HOP, ("_mm", "_mm_stored")),
    (_MULTI_HOP, ("_image", "_mm_stored")),
    (_KNOWLEDGE, ("_knowledge_mm", "_mm_stored")),
)


@dataclass(frozen=True)
class _Task:
    """A task to write.

    Attributes:
        question_type: The type that it asks.
        augmented: Whether a passage goes before each question.
        config: All that its file says.
    """

    question_type: str
    augmented: bool
    config: dict[str, Any]


def export_tasks(
    benchmark: GeneratedBenchmark,
    target: Path,
    dataset: str | None = None,
    prefix: str = PREFIX,
    *,
    overwrite: bool = False,
) -> list[str]:
    """Writes one task file per question type, and the groups.

    Single-hop questions are also asked with their passage (`_ka`) if they have one. The group
    `erbench_NAME` has the single-hop tasks, `erbench_NAME_Nhop` the multi-hop tasks and
    `erbench_NAME_ka` those with passages, as the embedded domains do; the tasks about the model's
    own knowledge stand alone unless there are no others.

    Args:
        benchmark: The benchmark.
        target: The folder to make; it appears only when it is complete.
        dataset: Where lm_eval will find the items: a folder, or `USER/NAME` on the Hub; by
            default the benchmark's own folder.
        prefix: What the names begin with.
        overwrite: Whether an existing folder may be replaced.

    Returns:
        The names of the groups.

    Raises:
        InputError: A name is an embedded task's, or the dataset is neither a folder nor a
            `USER/NAME`, or the folder cannot be written.
    """
    names = TaskNames.of(benchmark.manifest, prefix)
    if names.collisions():
        raise InputError(
            f"{benchmark.folder}: {names.collisions()[0]!r} is an embedded task; "
            "give a --prefix other than erbench"
        )
    path = _dataset_path(dataset) if dataset else str(benchmark.folder.resolve())
    hops = _hops(benchmark)
    chain = f"{max(hops)}hop" if len(hops) == 1 else "mh"
    tasks = list(_tasks(benchmark, names, path, hops, chain))
    groups = list(_groups(tasks, names, chain))
    with new_folder(target, overwrite=overwrite) as draft:
        for config in (*(task.config for task in tasks), *groups):
            file = draft / f"{config.get('group', config['task'])}.yaml"
            file.write_text(write_config(config), encoding="utf-8")
    return [str(group["group"]) for group in groups]


def _dataset_path(dataset: str) -> str:
    if not Path(dataset).is_dir():
        check_repo_id(dataset, "--dataset")
    return dataset


def _hops(benchmark: GeneratedBenchmark) -> set[int]:
    """Returns how many functional dependencies the chains have (a rationale may lack the last)."""
    chains = {
        chain
        for question_type in _MULTI_HOP
        if question_type in benchmark.shards
        for chain in benchmark.distinct(question_type, "fd")
    }
    return {len(chain.split(";")) for chain in chains}


def _tasks(
    benchmark: GeneratedBenchmark, names: TaskNames, dataset: str, hops: set[int], chain: str
) -> Iterator[_Task]:
    def task(kind: str, *bases: str) -> _Task:
        config = {"task": names.task(kind), "dataset_path": dataset, "dataset_name": question_type}
        augmented = len(bases) > 1
        if benchmark.manifest.images:
            bases += next(further for types, further in _IMAGES if question_type in types)
        return _Task(question_type, augmented, config | read_base(*bases))

    for question_type, base in _BASES.items():
        if question_type not in benchmark.shards:
            continue
        if question_type in _MULTI_HOP:
            made = task(question_type.replace("mh", chain), base)
            made.config["metric_list"] = _with_hops(made.config["metric_list"], max(hops))
            yield made
        else:
            yield task(question_type, base)
        if benchmark.manifest.passages and question_type in _SINGLE_HOP:
            yield task(f"{question_type}_ka", base, f"{base}_ka")


def _with_hops(metrics: Sequence[dict[str, Any]], hops: int) -> list[dict[str, Any]]:
    """Replaces the measures of two hops by those of any number of them."""
    shared = [metric for metric in metrics if "_hop" not in metric["metric"]]
    per_hop = [
        {"metric": f"{name}_hop{hop}", "aggregation": "mean", "higher_is_better": True}
        for name, first in (
            ("rationale_accuracy", 1),
            ("answer_rationale_accuracy", 1),
            ("rationale_given_previous", 2),
            ("rationale_given_not_previous", 2),
        )
        for hop in range(first, hops + 1)
    ]
    return [*shared[:-1], *per_hop, shared[-1]]


def _groups(tasks: Sequence[_Task], names: TaskNames, chain: str) -> Iterator[dict[str, Any]]:
    """Yields the groups of what there is; the first one has the benchmark's own name."""
    own_name = names.group
    for types, name in ((_SINGLE_HOP, ""), (_MULTI_HOP, names.task(chain)), (_KNOWLEDGE, "")):
        plain = [task for task in tasks if task.question_type in types and not task.augmented]
        if plain and (own_name or name):
            yield _group(own_name or name, plain)
            own_name = ""
    augmented = [task for task in tasks if task.augmented]
    if augmented:
        yield _group(names.task("ka"), augmented)


def _group(name: str, tasks: Sequence[_Task]) -> dict[str, Any]:
    """Returns a group whose measures are means over its questions."""
    metrics = (one["metric"] for task in tasks for one in task.config["metric_list"])
    return {
        "group": name,
        "task": [task.config["task"] for task in tasks],
        "aggregate_metric_list": [
            {
                "metric": metric,
                "aggregation": "mean",
                "weight_by_size": True,
                "filter_list": "erbench",
            }
            for metric in dict.fromkeys(metrics)
        ],
        "metadata": {"version": 1.0},
    }
