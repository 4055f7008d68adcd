"""`erbench-track tasks-dir`."""

from __future__ import annotations

import typer

from ..plugin.hook.register import tasks_dir as find_tasks_dir


def tasks_dir() -> None:
    """Print the folder of the task files, for `lm_eval --include_path`.

    Needed only where the start-up hook is switched off (ERBENCH_TRACK_AUTOLOAD=0):

        lm_eval --include_path "$(erbench-track tasks-dir)" --tasks erbench_movie ...
    """
    typer.echo(find_tasks_dir())
