"""Running one stage of a study through lm_eval, or the rest of one that was interrupted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lm_eval import simple_evaluate
from lm_eval.tasks import TaskManager

from ...core.errors import InputError
from ...core.files import new_folder, write_text
from ..hook.register import tasks_dir
from ..scoring.result_files import Scores, save
from .journal import journaled
from .plan import Stage

_SETTINGS = "stage.json"


def is_complete(stage: Stage, run: Path) -> bool:
    """Returns whether a stage has its results."""
    return stage.results(run).is_dir()


def check_settings(stage: Stage, run: Path, settings: Mapping[str, Any]) -> None:
    """Records the settings of a stage, or checks that it was begun with the same ones.

    Args:
        stage: The stage.
        run: The study's folder.
        settings: What decides its responses and verdicts.

    Raises:
        InputError: It was begun with others.
    """
    path = run / stage.name / _SETTINGS
    wanted = json.loads(json.dumps({**settings, "task": stage.task, **stage.metadata}, default=str))
    if not path.exists():
        write_text(path, json.dumps(wanted, indent=2, sort_keys=True) + "\n")
        return
    try:
        begun = dict(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise InputError(
            f"{path}: malformed; delete the folder to begin this stage anew"
        ) from error
    for name in sorted(begun.keys() | wanted.keys()):
        if begun.get(name) != wanted.get(name):
            raise InputError(
                f"{path.parent}: was begun with {name}={begun.get(name)!r}, now it is "
                f"{wanted.get(name)!r}; give another -o, or the same command to continue"
            )


def run_stage(
    stage: Stage,
    run: Path,
    model: Any,
    kind: str,
    metadata: Mapping[str, Any],
    options: Mapping[str, Any],
) -> None:
    """Generates what is missing, judges, and writes lm_eval's files.

    Args:
        stage: The stage.
        run: The study's folder.
        model: An lm_eval model.
        kind: lm_eval's name of its kind.
        metadata: The metadata of its task, including the model's arguments.
        options: Further options of `simple_evaluate`.

    Raises:
        InputError: The task's documents cannot be read, or the folder cannot be written.
    """
    manager = TaskManager(
        include_defaults=False,
        include_path=[tasks_dir()],
        metadata={**metadata, **stage.metadata},
    )
    with journaled(model, stage.journal(run, model.rank), stage.journals(run)):
        results = simple_evaluate(
            model=model, tasks=[stage.task], task_manager=manager, **_QUIET, **options
        )
    if results is None:  # not the first process
        return
    arguments = {name: value for name, value in metadata.items() if _is_plain(value)}
    results["config"] |= {"model": kind, "model_args": arguments}
    name = str(metadata.get("pretrained") or metadata.get("model") or kind)
    with new_folder(stage.results(run), overwrite=True) as draft:
        save(Scores(results, name), draft, model_source=kind)


_QUIET = {"log_samples": True, "bootstrap_iters": 0}


def _is_plain(value: Any) -> bool:
    return isinstance(value, str | int | float | bool)
