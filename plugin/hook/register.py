"""Makes our tasks, models and filters known to lm_eval.

lm_eval 0.4.13 loads its own models and metrics only while its registries are empty, so
`register()` first imports the modules that fill them.
"""

from __future__ import annotations

import functools
import inspect
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from ...core.errors import InputError

MODELS = {
    "erbench-simulated": "erbench_track.plugin.models.simulated:SimulatedLM",
    "track-mello": "erbench_track.plugin.models.mello:MelloLM",
    "track-ft-ck": "erbench_track.plugin.models.ft_ck:FtCkLM",
    "track-simulated": "erbench_track.plugin.models.track_simulated:TrackSimulatedLM",
}
FILTERS = {
    "erbench_answer": "erbench_track.filters.erbench:AnswerFilter",
    "erbench_majority_vote": "erbench_track.filters.erbench:MajorityVoteFilter",
    "erbench_rationale": "erbench_track.filters.erbench:RationaleFilter",
}


def tasks_dir() -> Path:
    """Returns the folder with our task files, for `lm_eval --include_path`."""
    return Path(__file__).resolve().parent.parent / "yaml"


def register() -> None:
    """Adds our models and filters to lm_eval's registries and our tasks to its search path.

    May be called any number of times, before or after lm_eval's own modules are imported.
    """
    import lm_eval.models  # noqa: F401
    from lm_eval.api.registry import filter_registry, model_registry
    from lm_eval.tasks.manager import TaskManager

    for registry, targets in ((model_registry, MODELS), (filter_registry, FILTERS)):
        for name, target in targets.items():
            if name not in registry:
                registry.register(name, target=target)
    if not getattr(TaskManager.__init__, "knows_erbench_track", False):
        TaskManager.__init__ = _with_our_tasks(TaskManager.__init__)


def register_or_warn() -> None:
    """Calls `register()`; an lm_eval that it does not fit costs a warning, never a crash."""
    try:
        register()
        install()
    except Exception as error:
        warnings.warn(
            f"erbench-track could not add its tasks to this lm_eval ({error!r}); "
            'try `lm_eval --include_path "$(erbench-track tasks-dir)"`, '
            "or silence this with ERBENCH_TRACK_AUTOLOAD=0",
            stacklevel=2,
        )


def _with_our_tasks(init: Callable[..., None]) -> Callable[..., None]:
    signature = inspect.signature(init)
    if not {"include_path", "include_defaults"} <= set(signature.parameters):
        raise TypeError(f"TaskManager{signature} takes no include_path")

    @functools.wraps(init)
    def init_with_our_tasks(*args: Any, **kwargs: Any) -> None:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        if bound.arguments["include_defaults"]:
            bound.arguments["include_path"] = _include_ours(bound.arguments["include_path"])
        init(*bound.args, **bound.kwargs)

    init_with_our_tasks.knows_erbench_track = True  # type: ignore[attr-defined]
    return init_with_our_tasks


def _include_ours(include_path: str | Path | list[str | Path] | None) -> list[str | Path]:
    """Puts our folder before the user's, so that a task of theirs overrides one of ours."""
    theirs = include_path if isinstance(include_path, list | tuple) else [include_path]
    kept = [path for path in theirs if path and Path(path).resolve() != tasks_dir()]
    return [tasks_dir(), *kept]


def install() -> None:
    """Puts a hook before `sys.excepthook` that handles `InputError` and nothing else."""
    previous = sys.excepthook
    if getattr(previous, "handles_input_errors", False):
        return

    def report(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if not isinstance(error, InputError):
            previous(kind, error, trace)
            return
        print(f"erbench-track: error: {error}", file=sys.stderr)  # noqa: T201
        raise SystemExit(2)

    report.handles_input_errors = True  # type: ignore[attr-defined]
    sys.excepthook = report
