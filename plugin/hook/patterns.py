"""What a pattern in `--tasks` asks for: what it matches, but for what only a network can bring."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from ..compat import task_files

logger = logging.getLogger(__name__)


def without_unavailable(
    given: str | Sequence[str], found: Sequence[Any], manager: Any
) -> list[Any]:
    """Leaves out tasks that nobody named, and whose passages are not on this machine.

    `erbench_movie_bn_*` matches the tasks with passages, too, and a run without a network would
    end at the first of these. What is named is never left out.

    Args:
        given: What `--tasks` says: names and patterns, perhaps several in one text.
        found: What they stand for: names, or configurations.
        manager: The `TaskManager`, whose settings are checked already.

    Returns:
        The tasks to run.

    Raises:
        InputError: There are none.
    """
    listed = [given] if isinstance(given, str) else given
    named = {name for text in listed for name in text.split(",")}
    matched = [one for one in found if isinstance(one, str) and one not in named]
    reasons = {one: why for one in matched if (why := _no_passages(one, manager))}
    kept = [one for one in found if not isinstance(one, str) or one not in reasons]
    if not kept and reasons:
        raise next(iter(reasons.values()))
    if reasons:
        left_out = ", ".join(reasons)
        logger.warning("--tasks: left out: %s: %s", left_out, next(iter(reasons.values())))
    return kept


def _no_passages(task: str, manager: Any) -> Exception | None:
    """Returns why a task's passages cannot be had, if that is so."""
    if not any(_shows_passages(file) for file in task_files(manager, [task])):
        return None
    from ...erbench_tasks.passages.passages import NoPassagesError

    try:
        manager.load([task])  # what it makes is kept for the run
    except NoPassagesError as reason:
        return reason
    return None


def _shows_passages(file: Mapping[str, Any]) -> bool:
    return bool((file.get("dataset_kwargs") or {}).get("augmented"))
