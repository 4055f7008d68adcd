"""Names of the tasks of a generated benchmark, formed as those of the embedded domains are."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...core.errors import InputError
from ...core.suites import TASK_FILES
from .manifest import Manifest

PREFIX = "erbench"

_LIMIT = 40  # characters: the name becomes part of the names of files


@dataclass(frozen=True)
class TaskNames:
    """The common beginning of the names, such as `erbench_movie`.

    Attributes:
        group: Name of the group; what follows it names a task.
    """

    group: str

    @classmethod
    def of(cls, manifest: Manifest, prefix: str = PREFIX) -> TaskNames:
        """Makes the names for a benchmark.

        Args:
            manifest: Its record.
            prefix: What they begin with: letters, digits and `_`.

        Raises:
            InputError: The prefix is malformed, or the benchmark's name has no letter or digit.
        """
        if not re.fullmatch(r"[A-Za-z0-9_]+", prefix):
            raise InputError(f"--prefix: {prefix!r} is not made of letters, digits and _")
        name = re.sub(r"\W+", "_", manifest.name.lower())[:_LIMIT].strip("_")
        if not name:
            raise InputError(
                f"{manifest.name!r}: this name of a benchmark has no letter or digit to name a "
                "task by; change `name` in its specification and generate it again"
            )
        return cls(f"{prefix}_{name}")

    def task(self, kind: str) -> str:
        """Names the task (or group) of a kind, such as `bn_yes` or `2hop_no`."""
        return f"{self.group}_{kind}"

    def collisions(self) -> list[str]:
        """Returns the embedded tasks with which a task of this benchmark could be confused."""
        names = sorted(path.stem for path in TASK_FILES.rglob("*.yaml"))
        return [n for n in names if n == self.group or n.startswith(f"{self.group}_")]
