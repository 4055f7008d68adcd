"""The embedded suites' task files: written from the lists of domains, scenarios, methods, columns.

`make tasks` (`python -m erbench_track.plugin.tasks.task_files`) writes them into `plugin/yaml`,
beside the shared bases, which are written by hand. lm_eval reads them from there. Tasks that get
their questions from elsewhere read the bases too.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from ...core.suites import TASK_FILES
from ...core.suites.erbench import (
    ALTERED,
    CHAIN_OF_THOUGHT,
    DOMAINS,
    MULTI_HOP,
    MULTIMODAL,
    NONE_OF_THE_ABOVE,
    OF_CHAINS,
    SELF_CONSISTENCY,
    SINGLE_HOP,
    SINGLE_HOP_KNOWLEDGE,
    WITH_PASSAGE,
    Domain,
)
from ...core.suites.task_bases import BASES, Function
from ...core.suites.task_metadata import (
    VERSIONS,
    ErbenchMetadata,
    TaskMetadata,
    TrackMetadata,
    as_metadata,
)
from ...core.suites.track import METHODS, PROBE, SCENARIOS, Method, Scenario
from ...metrics.columns import Kind, columns_of, group_metric_list, metric_list
from .readmes import readmes

HEADER = "# Written by `make tasks`; the lists are in core/suites and metrics/columns.py."
Member: TypeAlias = Mapping[str, str]
"""A task in a group, as `member` has it."""
_DEMONSTRATIONS = {"bn": "binary", "mc": "multiple_choice", "mh": "{hops}hop"}
# What else the groups of a variant's tasks measure.
_FURTHER: dict[str, tuple[Kind, ...]] = {WITH_PASSAGE: ("passages",), MULTIMODAL: ("images",)}
_LIMIT = 1000  # characters; a long line stays one


@dataclass(frozen=True)
class _Variant:
    """What distinguishes a variant's tasks from plain ones.

    Attributes:
        question_types: Which ones it has.
        bases: Shared bases that it adds; `{base}` is the plain task's.
        documents: What it tells the loader of documents.
        further: What else its file says.
        has_demonstrations: Whether it is built on the plain task, which has them.
        comment: Begins its file.
    """

    question_types: Sequence[str]
    bases: Mapping[str, Sequence[str]] = field(default_factory=dict)
    documents: Mapping[str, Any] = field(default_factory=dict)
    further: Mapping[str, Any] = field(default_factory=dict)
    has_demonstrations: bool = True
    comment: str = ""


_VARIANTS = {
    CHAIN_OF_THOUGHT: _Variant(
        MULTI_HOP,
        further={"num_fewshot": 8},
        comment="Chain of thought: the eight demonstrations are always shown "
        "(Section 4.3, Appendix C.2).",
    ),
    WITH_PASSAGE: _Variant(
        SINGLE_HOP,
        {"bn": ["_binary_ka"], "mc": ["_multiple_choice_ka"]},
        documents={"augmented": True},
    ),
    NONE_OF_THE_ABOVE: _Variant(
        ("mc",),
        documents={"default_nota": 0.2},
        comment="The option *None of the above* is right for a share of the entities: "
        """--metadata '{"nota": 0.5}' (Appendix B.6).""",
    ),
    SELF_CONSISTENCY: _Variant(
        SINGLE_HOP, {"bn": ["_self_consistency"], "mc": ["_self_consistency"]}
    ),
    MULTIMODAL: _Variant(
        (*SINGLE_HOP, *SINGLE_HOP_KNOWLEDGE),
        {"bn": ["_mm"], "mc": ["_mm"], "known": ["_knowledge_mm"]},
        documents={"multimodal": True},
        has_demonstrations=False,
    ),
}


def task_files() -> dict[str, str]:
    """Returns the text of every file that is written, by its path in `plugin/yaml`."""
    files = dict(_column_files())
    for domain in DOMAINS:
        files |= {f"erbench/{task.name}.yaml": _erbench_file(task) for task in _tasks(domain)}
        files |= _erbench_groups(domain)
    every = [*(domain.name for domain in DOMAINS), *(_chain(d) for d in DOMAINS if d.chain)]
    groups = [f"erbench_{name}" for name in every]
    files |= _group("erbench", "ERBench", groups, ("answers",))
    altered = [
        member(task.name, group_title(task.domain))
        for domain in DOMAINS
        for task in _tasks(domain)
        if task.question_type in ALTERED
    ]
    files |= _group("erbench_altered", "BN(F)", altered, ("answers",))
    for scenario in SCENARIOS.values():
        for method in METHODS.values():
            task = TrackMetadata(scenario.name, method.name)
            files[f"track/{task.name}.yaml"] = _track_file(task, scenario, method)
    # Tasks that run programs ask for consent, so they are not in the group.
    asked = _members(TrackMetadata(s.name) for s in SCENARIOS.values() if not s.runs_code)
    probed = _members(TrackMetadata(name, PROBE) for name in SCENARIOS)
    files |= _group("track", "TRACK", asked, ("questions",))
    files |= _group("track_probe", "Probes", probed, ("probes",))
    return files | readmes(files, f"<!-- {HEADER[2:]} -->")


def write_task_files(folder: Path = TASK_FILES) -> list[Path]:
    """Writes the files, and deletes earlier ones for entries that the lists no longer have.

    Args:
        folder: Where the shared bases are.

    Returns:
        The files that were deleted.
    """
    files = task_files()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    stale = [path for path in written_files(folder) if str(path.relative_to(folder)) not in files]
    for path in stale:
        path.unlink()
    return stale


def written_files(folder: Path = TASK_FILES) -> list[Path]:
    """Returns the files in a folder that were written by this module, in order."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return [path for path in paths if HEADER[2:] in path.read_text(encoding="utf-8").split("\n")[0]]


def _column_files() -> Iterator[tuple[str, str]]:
    """Yields the `metric_list` of each kind of task, which the shared bases include."""
    kinds: dict[str, tuple[tuple[Kind, ...], int]] = {
        "erbench/_metrics_answers": (("answers",), 0),
        "erbench/_metrics_images": (("answers", "images"), 0),
        "erbench/_metrics_passages": (("answers", "passages"), 0),
        "erbench/_metrics_known": (("known",), 0),
        "erbench/_metrics_known_images": (("known", "images"), 0),
        "track/_metrics_probes": (("probes",), 0),
        "track/_metrics_questions": (("questions",), 0),
    }
    for hops in sorted({domain.chain.hops for domain in DOMAINS if domain.chain}):
        kinds[f"erbench/_metrics_{hops}hop"] = (("answers", "hops"), hops)
    for name, (measured, hops) in kinds.items():
        lines = []
        for column, said in zip(
            columns_of(measured, hops), metric_list(measured, hops), strict=True
        ):
            lines += [f"  # {column.comment}"] if column.comment else []
            lines.append(f"  - {_flow(said)}")
        yield name, "\n".join([HEADER, "metric_list:", *lines, ""])


def _tasks(domain: Domain) -> Iterator[ErbenchMetadata]:
    """Yields what the tasks of a domain ask."""
    hops = domain.chain.hops if domain.chain else 0
    single_hop = (*SINGLE_HOP, *ALTERED, *SINGLE_HOP_KNOWLEDGE)
    for question_type in (*single_hop, *(OF_CHAINS if hops else ())):
        plain = ErbenchMetadata(domain.name, question_type, hops * (question_type in OF_CHAINS))
        yield plain
        for name, variant in _VARIANTS.items():
            if question_type in variant.question_types and (name != "mm" or domain.has_images):
                yield replace(plain, variant=name)


def _erbench_file(task: ErbenchMetadata) -> str:
    documents = {"domain": task.domain, "question_type": task.question_type}
    kind = task.question_type.split("_")[0]
    if not task.variant:
        demonstrations = _DEMONSTRATIONS.get(kind, "").format(hops=task.hops)
        is_chain = task.question_type in MULTI_HOP
        bases = [BASES[kind], *([f"_metrics_{task.hops}hop"] if is_chain else [])]
        bases += [f"_{task.domain}_{demonstrations}_demonstrations"] if demonstrations else []
        return _task_file(task, bases, documents, {"tag": task.tag})
    variant = _VARIANTS[task.variant]
    plain = f"{replace(task, variant='').name}.yaml"
    bases = [plain if variant.has_demonstrations else BASES[kind], *variant.bases.get(kind, ())]
    further = {"tag": task.tag, **variant.further}
    return _task_file(task, bases, {**documents, **variant.documents}, further, variant.comment)


def _erbench_groups(domain: Domain) -> dict[str, str]:
    """Returns a domain's groups: of single-hop questions, of each variant, of multi-hop ones."""
    files: dict[str, str] = {}
    every = list(_tasks(domain))
    for variant in ("", WITH_PASSAGE, SELF_CONSISTENCY, MULTIMODAL):
        kinds: tuple[Kind, ...] = ("answers", *_FURTHER.get(variant, ()))
        name = "_".join(filter(None, [domain.name, variant]))
        members = _those(every, SINGLE_HOP, variant)
        files |= _group(f"erbench_{name}", group_title(name), members, kinds)
    for variant in ("", "cot") if domain.chain else ():
        name = "_".join(filter(None, [_chain(domain), variant]))
        hops = domain.chain.hops if domain.chain else 0
        members = _those(every, MULTI_HOP, variant)
        files |= _group(f"erbench_{name}", group_title(name), members, ("answers", "hops"), hops)
    return files


def _those(
    tasks: Sequence[ErbenchMetadata], question_types: Collection[str], variant: str
) -> list[Member]:
    return _members(
        task for task in tasks if task.question_type in question_types and task.variant == variant
    )


def _members(tasks: Iterable[TaskMetadata]) -> list[Member]:
    return [member(task.name, task.title) for task in tasks]


def member(name: str, title: str) -> Member:
    """Returns a member of a group, which lm_eval's table calls by its title.

    The group's row stands above it. With the names of tasks, lines would be longer than 80
    characters.

    Args:
        name: Name of the task.
        title: What it is called.
    """
    return {"task": name, "task_alias": title}


def group_title(name: str) -> str:
    """Returns what tables call a group: `Movie 2hop` for `movie_2hop`.

    Args:
        name: Its name without the prefix.
    """
    return name[:1].upper() + name[1:].replace("_", " ")


def _chain(domain: Domain) -> str:
    return f"{domain.name}_{domain.chain.hops}hop" if domain.chain else ""


def _track_file(task: TrackMetadata, scenario: Scenario, method: Method) -> str:
    documents: dict[str, Any] = {"scenario": scenario.name}
    documents |= {"open_book": True} if method.injects else {}
    documents |= {"memory": method.memory} if method.memory else {}
    if method.asks_for_facts:
        bases = ["_probe" if scenario.answers == "entity" else "_long_probe"]
        comment = (
            "Did the injection take? The unknown facts are asked for again, each with the adapter "
            "of its KAS batch."
            if method.injects
            else ""
        )
        # The group of the probes has the name that their tag would have.
        tag = {"tag": task.tag} if method.injects else {}
        return _task_file(task, bases, documents, tag, comment)
    bases = ["_question_code" if scenario.runs_code else "_question"]
    bases += ["_thinking"] if method.thinks else []
    bases += ["_memory"] if method.memory else []
    # Like the group of all, a tag has no tasks that run programs: these ask for consent.
    return _task_file(task, bases, documents, {} if scenario.runs_code else {"tag": task.tag})


def _task_file(
    task: TaskMetadata,
    bases: Sequence[str],
    documents: Mapping[str, Any],
    further: Mapping[str, Any],
    comment: str = "",
) -> str:
    lines = [HEADER, *([f"# {comment}"] if comment else [])]
    lines.append(f"include: {bases[0] if len(bases) == 1 else _flow(list(bases))}")
    lines.append(f"task: {task.name}")
    lines += [f"{name}: {_flow(value)}" for name, value in further.items()]
    lines.append(f"dataset_kwargs: {_flow(dict(documents))}")
    lines.append(f"metadata: {_flow(as_metadata(task))}")
    return "\n".join([*lines, ""])


def _group(
    name: str, title: str, members: Sequence[Member | str], kinds: tuple[Kind, ...], hops: int = 0
) -> dict[str, str]:
    """Returns the file of a group by its path; none for a group of nothing."""
    if not members:
        return {}
    suite = name.split("_")[0]
    metrics = group_metric_list(column.name for column in columns_of(kinds, hops))
    lines = [HEADER, f"group: {name}", f"group_alias: {title}"]
    lines += ["task:", *(f"  - {_flow(member)}" for member in members)]
    lines += ["aggregate_metric_list:", *(f"  - {_flow(said)}" for said in metrics)]
    return {
        f"{suite}/{name}.yaml": "\n".join(
            [*lines, "metadata:", f"  version: {VERSIONS[suite]}", ""]
        )
    }


def _flow(value: Any) -> str:
    """Returns a value in one line of YAML."""
    if not isinstance(value, Mapping | list):
        return str(value)
    dumped = yaml.safe_dump(value, default_flow_style=True, sort_keys=False, width=_LIMIT)
    return dumped.strip()


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        """Writes equal values in full each time."""
        return True


_Dumper.add_representer(
    Function, lambda dumper, name: dumper.represent_scalar("!function", str(name))
)


def write_config(config: dict[str, Any]) -> str:
    """Returns a task's configuration as YAML that lm_eval reads."""
    return yaml.dump(config, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10_000)


if __name__ == "__main__":
    for path in write_task_files():
        sys.stdout.write(f"deleted {path}\n")
