"""Makes our tasks, models and filters known to lm_eval, and our errors one line long."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from ...core.errors import InputError, did_you_mean, nearest
from ...core.optional import library_problem
from ...core.suites import TASK_FILES
from ..compat import (
    check_runs,
    check_version,
    model_names,
    name_runs,
    register_lazily,
    search_for_tasks,
    task_class,
)
from .patterns import without_unavailable

SIMULATED = {
    "erbench-simulated": "erbench_track.plugin.models.simulated:SimulatedLM",
    "track-simulated": "erbench_track.plugin.models.simulated:TrackSimulatedLM",
}
MODELS = {
    **SIMULATED,
    "track-mello": "erbench_track.plugin.models.mello:MelloLM",
    "track-ft-ck": "erbench_track.plugin.models.ft_ck:FtCkLM",
}
FILTERS = {
    "erbench_majority_vote": "erbench_track.filters.erbench:MajorityVoteFilter",
    "erbench_reading": "erbench_track.filters.erbench:ReadingFilter",
}


def tasks_dir() -> Path:
    """Returns the folder with our task files, for `lm_eval --include_path`."""
    return TASK_FILES


def register() -> None:
    """Adds our models and filters to lm_eval's registries and our tasks to its search path.

    What is given to our tasks is then checked before they are loaded.

    May be called any number of times, before or after lm_eval's own modules are imported.

    Raises:
        InputError: The installed lm_eval cannot take them.
    """
    register_lazily(MODELS, FILTERS)
    search_for_tasks(tasks_dir(), known="erbench")
    task_class()
    check_runs(_check_run, _check_names, without_unavailable)
    name_runs(SIMULATED)


def check_model_name(name: str) -> None:
    """Refuses a kind of model that lm_eval does not have.

    Args:
        name: Its name.

    Raises:
        InputError: There is none; the nearest one is named.
    """
    if name not in (known := model_names()):
        raise InputError(f"--model {name}: unknown; {did_you_mean(name, known)}")


def _check_names(model: str, not_found: str) -> None:
    """Names what of ours is near: lm_eval lists all models there are, and no task."""
    if nearest(model, MODELS):
        check_model_name(model)
    ours = {path.stem for path in tasks_dir().rglob("*.yaml")}
    for task in re.split(r"[\s,]+", not_found):
        if near := nearest(task, ours):
            raise InputError(f"--tasks {task}: unknown; did you mean {near!r}?")


def _check_run(files: Sequence[Mapping[str, Any]], *given: Any) -> None:
    if any("erbench_track." in str(file.get("class")) for file in files):
        report_input_errors(and_libraries=True)
        from ..tasks.settings import check_run  # imports what makes documents

        check_version()
        check_run(files, *given)


def register_or_warn() -> None:
    """Calls `register()`; with an unsuitable lm_eval it warns instead of crashing."""
    try:
        register()
        report_input_errors()
    except Exception as error:
        reason = error if isinstance(error, InputError) else repr(error)
        warnings.warn(
            f"erbench-track could not add its tasks to this lm_eval ({reason}); "
            'try `lm_eval --include_path "$(erbench-track tasks-dir)"`, '
            "or silence this with ERBENCH_TRACK_AUTOLOAD=0",
            stacklevel=2,
        )


def report_input_errors(and_libraries: bool = False) -> None:
    """Makes Python report an uncaught `InputError` in one line, with exit code 2.

    Args:
        and_libraries: Also report so that a library is missing, which an extra brings.
    """
    previous = sys.excepthook
    if getattr(previous, "handles_libraries", None) in (True, and_libraries):
        return

    def report(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        refusal: BaseException | None = error
        if and_libraries and isinstance(error, ImportError):
            refusal = library_problem(error, "this run")
        if not isinstance(refusal, InputError):
            previous(kind, error, trace)
            return
        print(f"erbench-track: error: {refusal}", file=sys.stderr)  # noqa: T201
        raise SystemExit(2)

    report.handles_libraries = and_libraries  # type: ignore[attr-defined]
    sys.excepthook = report
