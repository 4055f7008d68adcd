"""Scoring recorded responses without a model: lm_eval's own evaluation over a samples file."""

from __future__ import annotations

import difflib
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from lm_eval.api.group import Group
from lm_eval.evaluator import evaluate
from lm_eval.tasks import TaskManager

from ...core.errors import InputError
from ...core.suites.erbench import IMAGES_SUFFIX
from ...erbench_tasks.items.item import check_doc, has_image
from ...erbench_tasks.known_entities import read_known_entities
from ...erbench_tasks.spec.embedded import is_embedded
from ...metrics.report.run_files import Sample
from ...track_tasks.questions.question import check_track_doc
from ..compat import mark_checked, task_file
from ..hook.register import tasks_dir
from ..tasks.settings import check_run
from .recorded import RecordedDocs, RecordedLM, files_by_task, read_recorded, recorded_shots
from .result_files import Results, Scores

# Rendering the prompt takes longer than scoring the response.
_RENDERED = ("description", "doc_to_text", "doc_to_image")


def score(
    samples: Sequence[Path],
    task: str,
    entities: Path | None = None,
    include_path: Path | None = None,
    model_name: str | None = None,
    metadata: Mapping[str, Any] | None = None,
    confirm_run_unsafe_code: bool = False,
) -> Scores:
    """Runs a task's filters and metrics over recorded responses.

    Args:
        samples: lm_eval's samples files (or folders of them); for a group one per task.
        task: Name of the task or group.
        entities: JSON list of the entities to score, or known-entity file; by default all.
        include_path: Folder with further task files.
        model_name: Name to file the results under; by default the samples' folder.
        metadata: What `lm_eval --metadata` would take, such as the judge to ask.
        confirm_run_unsafe_code: Whether tasks may run the recorded programs.

    Returns:
        lm_eval's results.

    Raises:
        InputError: The task is unknown or may not run programs, or a file is missing or malformed.
    """
    logging.getLogger("lm_eval").setLevel(logging.ERROR)
    manager = mark_checked(
        TaskManager(
            include_defaults=False,
            include_path=[tasks_dir(), *([include_path] if include_path else [])],
            metadata=dict(metadata or {}),
        )
    )
    _check_task(task, manager)
    leaves = dict(_leaves(task, manager))
    # The documents are recorded, so that nothing that decides about them is taken.
    asked = [{**task_file(manager, leaf), "custom_dataset": None} for leaf in leaves]
    check_run(asked, metadata or {}, ())
    recorded = {}
    files = files_by_task(samples, list(leaves))
    for leaf, file in files.items():
        found = read_recorded(file.path, _doc_checker(leaf, manager))
        recorded[leaf] = found if entities is None else _only_known(found, entities, leaf)
    tasks = {leaf: _task(leaf, leaves[leaf], found, manager) for leaf, found in recorded.items()}
    results = _evaluate(task, tasks, recorded, manager, confirm_run_unsafe_code)
    _restore_shots(results, {leaf: recorded_shots(file, leaf) for leaf, file in files.items()})
    name = model_name or next(iter(files.values())).path.resolve().parent.name
    results["config"] = {"model": "recorded", "model_args": {"model": name}}
    return Scores(results, name)


def _only_known(samples: list[Sample], entities: Path, leaf: str) -> list[Sample]:
    """Keeps the samples about some entities."""
    doc = samples[0].doc
    suffix = IMAGES_SUFFIX if leaf.endswith(IMAGES_SUFFIX) or has_image(doc) else ""
    domain = f"{doc.get('domain')}{suffix}"
    ids = read_known_entities(entities, domain, str(doc.get("question_type")))
    kept = [sample for sample in samples if str(sample.doc.get("entity_id")) in ids]
    if not kept:
        raise InputError(
            f"{samples[0].path}: no sample is about one of the {len(ids)} entities given"
        )
    return kept


def _check_task(task: str, manager: TaskManager) -> None:
    known = [*manager.all_subtasks, *manager.all_groups]
    if task not in known:
        near = difflib.get_close_matches(task, known, n=3) or sorted(known)[:10]
        raise InputError(f"unknown task {task!r}; did you mean {', '.join(near)}?")


def _members(name: str, manager: TaskManager) -> dict[str, str | None]:
    """Returns what the members of a group are called in tables, by their names."""
    config = task_file(manager, name)
    members = config.get("task") if "group" in config else None
    said = [{"task": one} if isinstance(one, str) else one for one in members or []]
    return {one["task"]: one.get("task_alias") for one in said if isinstance(one.get("task"), str)}


def _leaves(
    name: str, manager: TaskManager, title: str | None = None
) -> Iterator[tuple[str, str | None]]:
    """Yields the tasks below a group, or the task itself, with what tables call them."""
    members = _members(name, manager)
    for member, called in members.items():
        yield from _leaves(member, manager, called)
    if not members:
        yield name, title


def _doc_checker(leaf: str, manager: TaskManager) -> Callable[[dict[str, Any]], None]:
    """Returns a check of recorded documents: of their fields, and that they are of this task."""
    wanted = task_file(manager, leaf).get("dataset_kwargs", {})

    def check(doc: dict[str, Any]) -> None:
        if "scenario" in wanted:
            check_track_doc(doc, wanted["scenario"])
            return
        check_doc(doc, wanted.get("question_type"))
        domain = doc.get("domain")
        # A domain of the user's own runs through the tasks of an embedded one.
        if "domain" in wanted and domain != wanted["domain"] and is_embedded(str(domain)):
            raise InputError(
                f"field 'doc.domain' is {domain!r}, the task asks about {wanted['domain']!r}: "
                "samples of another task?"
            )

    return check


def _evaluate(
    name: str,
    tasks: Mapping[str, Any],
    recorded: Mapping[str, list[Sample]],
    manager: TaskManager,
    run_code: bool,
) -> Results:
    unsafe = [leaf for leaf, task in tasks.items() if getattr(task, "UNSAFE_CODE", False)]
    if unsafe and not run_code:
        raise InputError(
            f"{unsafe[0]}: runs the recorded programs, in a sandbox; give "
            "--confirm_run_unsafe_code to agree to that"
        )
    groups: dict[str, Group] = {}
    _add_groups(name, tasks, groups, manager)
    task_dict = {
        "tasks": tasks,
        "groups": groups,
        "group_map": {group.name: group.child_names for group in groups.values()},
    }
    results: Results = evaluate(
        RecordedLM(recorded), task_dict, log_samples=True, confirm_run_unsafe_code=run_code
    )
    for leaf, samples in recorded.items():
        _restore_samples(results["samples"][leaf], samples)
        _restore_config(results["configs"][leaf], task_file(manager, leaf))
    return results


def _task(leaf: str, title: str | None, samples: list[Sample], manager: TaskManager) -> Any:
    docs = RecordedDocs(sample.doc for sample in samples)
    overrides = {
        "task": leaf,
        "task_alias": title or leaf,
        "custom_dataset": lambda **_: {"test": docs},
        "test_split": "test",
        "num_fewshot": 0,
        "fewshot_split": None,  # there are no documents but those that were recorded
        "repeats": min(len(sample.responses) for sample in samples),
        "description": "",
        "doc_to_text": _recorded_prompt(samples),
        "doc_to_image": None,  # what was recorded needs none
    }
    group = {"group": f"{leaf}_recorded", "task": [overrides]}
    return manager.load([group])["tasks"][leaf]


def _recorded_prompt(samples: list[Sample]) -> Callable[[Mapping[str, Any]], str]:
    """Returns a function from a document to its recorded prompt.

    Tasks that inject facts look for them there. If no prompt was recorded, it has what it should.
    """
    prompts = {
        str(sample.doc.get("id")): sample.prompt
        for sample in samples
        if sample.prompt and isinstance(sample.prompt, str)
    }

    def doc_to_text(doc: Mapping[str, Any]) -> str:
        asked = [str(doc.get("question", "")), *(doc.get("injected_facts") or ())]
        return prompts.get(str(doc.get("id"))) or "\n".join(map(str, asked))

    return doc_to_text


def _add_groups(
    name: str, tasks: Mapping[str, Any], groups: dict[str, Group], manager: TaskManager
) -> Any:
    """Builds the group `name` over the tasks that have samples; returns it, or the task."""
    members = _members(name, manager)
    if not members:
        return tasks.get(name)
    config = task_file(manager, name)
    group = Group.from_config({key: value for key, value in config.items() if key != "include"})
    groups[name] = group
    for member in members:
        child = _add_groups(member, tasks, groups, manager)
        if child is not None:
            group.add(child)
    return group


def _restore_samples(scored: list[dict[str, Any]], samples: list[Sample]) -> None:
    """Restores what was recorded with the response: its id and the prompt that it answered."""
    for entry in scored:  # each sample once for every filter
        sample = samples[entry["doc_id"]]
        for field in ("doc_id", "prompt_hash"):
            entry[field] = sample.record.get(field, entry[field])
        arguments = sample.record.get("arguments")
        if isinstance(arguments, dict):  # lm_eval's files have {"gen_args_0": {"arg_0": prompt}}
            entry["arguments"] = [
                tuple(some.values()) if isinstance(some, dict) else (some,)
                for some in arguments.values()
            ]


def _restore_shots(results: Results, shots: Mapping[str, int]) -> None:
    """Records how many demonstrations were shown, for tasks and groups whose tasks agree."""
    counts = results["n-shot"]
    counts.update(shots)
    for group, members in reversed(results["group_subtasks"].items()):
        numbers = {counts[member] for member in members if member in counts}
        if len(numbers) == 1:
            counts[group] = numbers.pop()


def _restore_config(scored: dict[str, Any], original: Mapping[str, Any]) -> None:
    """Describes the task as its file does, without the prompt's replacement here."""
    scored["custom_dataset"] = "recorded responses"
    for field in _RENDERED:
        scored[field] = original.get(field, "")
