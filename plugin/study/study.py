"""The whole study: runs the stages that are left, and makes the report (Sections 5 and 6)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...core.errors import InputError
from ...core.files import alone, new_folder
from ...core.suites.task_metadata import metadata_of
from ...filters.judge.choose import open_judge
from ...filters.text.injection_trace import said
from ...metrics.report.report import Report, make_report, write_report
from ...metrics.responses.collection import explore
from ...track_tasks.dataset import question_count
from ...track_tasks.gaps import Gaps
from ..compat import is_endpoint
from ..processes import process_count, process_number, wait_for_all
from ..scoring.knowledge import read_gaps
from ..tasks.settings import Asked, check_given
from .generation import Generation, Thinking, bounds, choose_thinking, merged
from .models import ModelShelf, read_model_args
from .plan import Stage
from .stage_run import check_settings, is_complete, run_stage

_ITS_OWN = {
    "gaps": "a study finds out itself what the model knows; leave it out",
    "kas": "a study has --kas for that",
}


@dataclass(frozen=True)
class Study:
    """A study and its folder.

    Attributes:
        run: Its folder.
        stages: Its stages, as `plan` orders them.
        kind: lm_eval's name of the kind of model.
        model_args: The model's arguments.
        metadata: The metadata of every task: the dataset, the judge.
        class_args: Arguments of classes around the model (FT-CK, MeLLo), by lm_eval's names.
        model_options: Batch size and device; they change no response.
        options: Further options of lm_eval's `simple_evaluate`.
        accepts_unreadable: Whether to go on although too many replies cannot be read.
    """

    run: Path
    stages: Sequence[Stage]
    kind: str
    model_args: Mapping[str, Any]
    metadata: Mapping[str, Any] = field(default_factory=dict)
    class_args: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    model_options: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    accepts_unreadable: bool = False

    @property
    def report(self) -> Path:
        """Folder of the report."""
        return self.run / "report"

    def gaps(self, scenario: str) -> Path:
        """Returns the path of a scenario's gap dataset."""
        return self.run / "gaps" / f"{scenario}.parquet"


def run_study(study: Study, watch: Callable[[str], None]) -> Report | None:
    """Runs what is left of a study, and makes its report.

    If it is killed, the next call continues it: a stage that has its results is not run again, and
    in a stage that was interrupted no response is generated twice.

    Args:
        study: The study.
        watch: Takes lines about the progress.

    Returns:
        The report, which the first of several processes makes; None in the others.

    Raises:
        InputError: A stage was begun with other settings, or something cannot be read or written.
    """
    logging.getLogger("lm_eval").setLevel(logging.ERROR)
    if process_number() > 0:
        return _run_study(study, _nobody, is_first=False)
    with alone(study.run):
        return _run_study(study, watch, is_first=True)


def _run_study(study: Study, watch: Callable[[str], None], *, is_first: bool) -> Report | None:
    shelf = ModelShelf(study.kind, study.model_args, study.model_options, study.class_args, watch)
    _check(study, shelf)
    for line in large_scopes(study):
        watch(line)
    for number, stage in enumerate(study.stages, start=1):
        label = f"[{number}/{len(study.stages)}] {stage.name}"
        if is_complete(stage, study.run):
            watch(f"{label}: complete")
        else:
            watch(label)
            _run(study, stage, shelf)
        wait_for_all()
        if not stage.needs_gaps and is_first:
            watch(_keep_gaps(study, stage))
        wait_for_all()
    return _report(study) if is_first else None


def _nobody(line: str) -> None:
    """Ignores the progress, which the first process reports."""


def _check(study: Study, shelf: ModelShelf) -> None:
    """Checks all settings before anything is run."""
    check_metadata(study)
    open_judge(study.metadata)
    left = [stage for stage in study.stages if not is_complete(stage, study.run)]
    if left:
        _check_shares(shelf.get(left[0].thinks), study.kind)
        for stage in left:
            if stage.model_class and stage.thinks == left[0].thinks:
                shelf.get(stage.thinks, stage.model_class)
    for stage in study.stages:
        check_settings(stage, study.run, _settings(study, stage))


def check_metadata(study: Study) -> None:
    """Checks the settings of a study's tasks.

    Raises:
        InputError: One is unknown, has a wrong value, or is the study's own to find out.
    """
    for name, reason in _ITS_OWN.items():
        if name in study.metadata:
            raise InputError(f"--metadata: {name}: {reason}")
    given = study.metadata
    asked = [Asked(metadata_of(stage.task), True, given) for stage in study.stages]
    check_given(asked, given, ())


def _check_shares(model: Any, kind: str) -> None:
    if process_count() > 1 and model.world_size == 1:
        raise InputError(
            f"--model {kind}: shares no documents over {process_count()} processes (hf does so "
            "only with a GPU for each); start it without torchrun or accelerate launch"
        )


def _run(study: Study, stage: Stage, shelf: ModelShelf) -> None:
    model = shelf.get(stage.thinks, stage.model_class)
    thinking = Thinking()
    if study.options.get("apply_chat_template"):
        thinking = choose_thinking(model, stage.thinks, study.model_args)
    metadata = {**study.model_args, **study.metadata}
    if stage.needs_gaps:
        metadata["gaps"] = str(study.gaps(stage.scenario))
    options = {**study.options, "gen_kwargs": _generation(study, stage, model, thinking)}
    generation = Generation(thinking, shelf.endpoint, study.accepts_unreadable)
    run_stage(stage, study.run, model, study.kind, metadata, options, generation)


def _generation(study: Study, stage: Stage, model: Any, thinking: Thinking) -> dict[str, Any]:
    given = read_model_args(study.options.get("gen_kwargs") or "", "--gen_kwargs")
    base = getattr(model, "base", model)
    longest = None if is_endpoint(base) else getattr(base, "max_length", None)
    return merged(bounds(stage, thinking, longest), given)


def _keep_gaps(study: Study, stage: Stage) -> str:
    """Writes the gap dataset of a probe; the same results give the same file."""
    found: Gaps = read_gaps(stage.results(study.run))
    found.write(study.gaps(stage.scenario))
    known = list(found.known().values())
    return (
        f"{study.gaps(stage.scenario)}: {known.count(True)} of {len(known)} facts known, "
        f"{known.count(False)} unknown, {known.count(None)} unjudged"
    )


def _settings(study: Study, stage: Stage) -> dict[str, Any]:
    return {
        **{
            f"{stage.model_class}.{name}": value
            for name, value in study.class_args.get(stage.model_class, {}).items()
        },
        "model": study.kind,
        "model_args": dict(study.model_args),
        **{name: value for name, value in study.metadata.items() if name != "judge_cache"},
        **study.options,
    }


def large_scopes(study: Study) -> Iterator[str]:
    """Says of each scenario which scopes (KAS) are larger than the number of its questions."""
    scopes: dict[str, list[int]] = {}
    for stage in study.stages:
        kas = scopes.setdefault(stage.scenario, [])
        kas += [scope] if (scope := stage.metadata.get("kas")) and scope not in kas else []
    for scenario, every in scopes.items():
        count = question_count(scenario, study.metadata)
        large = [str(kas) for kas in every if kas > count]
        if large:
            yield (
                f"--kas {','.join(large)}: {scenario} has {count} questions, so that the gaps of "
                f"all of them are injected together, as with --kas {count}"
                + (
                    "; these runs will be the same"
                    if len([kas for kas in every if kas >= count]) > 1
                    else ""
                )
            )


def _report(study: Study) -> Report:
    report = make_report([stage.results(study.run) for stage in study.stages])
    if not report.tables:
        raise InputError(f"{study.run}: no table can be made of its stages")
    with new_folder(study.report, overwrite=True) as draft:
        write_report(report, draft, explore(report.models, said))
    return report
