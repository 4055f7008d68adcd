"""Task files of lm_eval for a generated benchmark, which need only our filters and metrics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...core.errors import InputError
from ...core.files import new_folder
from ...core.hub import check_repo_id
from ...core.suites.erbench import (
    ALTERED,
    BINARY,
    KNOWLEDGE,
    MULTI_HOP,
    OF_CHAINS,
    SINGLE_HOP,
    WITH_PASSAGE,
)
from ...core.suites.task_bases import BASES, Function, read_base
from ...core.suites.task_metadata import VERSIONS, ErbenchMetadata, as_metadata
from ...erbench_tasks.demonstrations import SPLIT
from ...erbench_tasks.stored.reader import GeneratedBenchmark
from ...erbench_tasks.stored.task_names import PREFIX, TaskNames
from ...metrics.columns import group_metric_list, metric_list
from .task_files import Member, group_title, member, write_config

# Shared bases that show the images of items, by the first part of a question type.
_IMAGES = {"bn": "_mm", "mc": "_mm", "mh": "_image", "known": "_knowledge_mm"}

_DEMONSTRATIONS = {
    "fewshot_split": SPLIT,
    "fewshot_config": {
        "sampler": Function("erbench_track.plugin.tasks.fewshot.DemonstrationSampler"),
        "doc_to_target": Function("erbench_track.erbench_tasks.demonstrations.target"),
    },
}


@dataclass(frozen=True)
class _Task:
    """A task to write.

    Attributes:
        metadata: What it asks.
        config: What its file says.
    """

    metadata: ErbenchMetadata
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
    `erbench_NAME` has the single-hop tasks and, in a group `erbench_NAME_Nhop` of their own, the
    multi-hop tasks; `erbench_NAME_ka` has those with passages. `erbench_NAME_altered` has the
    questions with a false premise beside the basic ones, so that its mean is one half for whoever
    always says yes. The tasks about the model's own knowledge stand alone unless there are no
    others.

    Args:
        benchmark: The benchmark.
        target: The folder to make; it appears only when it is complete.
        dataset: Where lm_eval will find the items: a folder, or `USER/NAME` on the Hub; by
            default the benchmark's own folder.
        prefix: The beginning of the names.
        overwrite: Whether an existing folder may be replaced.

    Returns:
        The names of the groups that are in no other group.

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
    tasks = list(_tasks(benchmark, names, path, _hops(benchmark)))
    groups = [
        {"group_alias": group_title(group["group"].removeprefix(f"{prefix}_")), **group}
        for group in _groups(tasks, names)
    ]
    with new_folder(target, overwrite=overwrite) as draft:
        for config in (*(task.config for task in tasks), *groups):
            file = draft / f"{config.get('group', config['task'])}.yaml"
            file.write_text(write_config(config), encoding="utf-8")
    within = {one for group in groups for one in group["task"] if isinstance(one, str)}
    return [str(group["group"]) for group in groups if group["group"] not in within]


def _dataset_path(dataset: str) -> str:
    if not Path(dataset).is_dir():
        check_repo_id(dataset, "--dataset")
    return dataset


def _hops(benchmark: GeneratedBenchmark) -> set[int]:
    """Returns how many functional dependencies the chains have (a rationale may lack the last)."""
    chains = {
        chain
        for question_type in MULTI_HOP
        if question_type in benchmark.shards
        for chain in benchmark.distinct(question_type, "fd")
    }
    return {len(chain.split(";")) for chain in chains}


def _tasks(
    benchmark: GeneratedBenchmark, names: TaskNames, dataset: str, hops: set[int]
) -> Iterator[_Task]:
    def task(question_type: str, variant: str = "") -> _Task:
        is_chain = question_type in MULTI_HOP
        common = max(hops) if question_type in OF_CHAINS and len(hops) == 1 else 0
        asked = ErbenchMetadata(benchmark.manifest.name, question_type, common, variant)
        kind = question_type.split("_")[0]
        bases = [BASES[kind], *([f"{BASES[kind]}_{variant}"] if variant else [])]
        bases += [_IMAGES[kind], "_mm_stored"] if benchmark.manifest.images else []
        config = {
            "task": names.task(asked.kind),
            "dataset_path": dataset,
            "dataset_name": question_type,
            **read_base(*bases),
        }
        if question_type in benchmark.fewshot and not variant:  # they have no passage
            config |= _DEMONSTRATIONS
        if is_chain:
            config["metric_list"] = metric_list(("answers", "hops"), max(hops))
        return _Task(asked, config | {"metadata": as_metadata(asked)})

    for question_type in (*SINGLE_HOP, *MULTI_HOP, *ALTERED, *KNOWLEDGE):
        if question_type not in benchmark.shards:
            continue
        yield task(question_type)
        if benchmark.manifest.passages and question_type in SINGLE_HOP:
            yield task(question_type, WITH_PASSAGE)


def _groups(tasks: Sequence[_Task], names: TaskNames) -> Iterator[dict[str, Any]]:
    """Yields the groups of what there is; the first one has the benchmark's own name."""
    chains = [task for task in tasks if task.metadata.question_type in MULTI_HOP]
    single = [task for task in tasks if _is(task, SINGLE_HOP, "")]
    altered = [task for task in tasks if _is(task, ALTERED, "")]
    chain = names.task(chains[0].metadata.kind.rpartition("_")[0]) if chains else ""
    if single and chains:
        yield _group(names.group, [*single, *chains], [*map(_member, single), chain])
        yield _group(chain, chains)
    elif single or chains or not altered:
        yield _group(names.group, single or chains or tasks)
    if altered:
        basic = [task for task in single if task.metadata.question_type == BINARY[0]]
        yield _group(names.task("altered") if single or chains else names.group, basic + altered)
    augmented = [task for task in tasks if _is(task, SINGLE_HOP, WITH_PASSAGE)]
    if augmented:
        yield _group(names.task(WITH_PASSAGE), augmented)


def _member(task: _Task) -> Member:
    return member(str(task.config["task"]), task.metadata.title)


def _is(task: _Task, question_types: Sequence[str], variant: str) -> bool:
    return task.metadata.question_type in question_types and task.metadata.variant == variant


def _group(
    name: str, tasks: Sequence[_Task], members: Sequence[Member | str] = ()
) -> dict[str, Any]:
    """Returns a group whose measures are means over its questions.

    Args:
        name: Its name.
        tasks: Its tasks.
        members: They, where some of them are in a group within it.
    """
    metrics = (one["metric"] for task in tasks for one in task.config["metric_list"])
    return {
        "group": name,
        "task": [*members] or [*map(_member, tasks)],
        "aggregate_metric_list": group_metric_list(metrics),
        "metadata": {"version": VERSIONS["erbench"]},
    }
