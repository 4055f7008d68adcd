"""Tasks whose rationales a judge checks as well, if the user names one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..filters.judge.choose import is_named
from ..filters.judge.rationale import RationaleJudgeFilter
from .judging_task import JudgingTask


class JudgedTask(JudgingTask):
    """A configurable task that adds a judge's filter where `--metadata` has `judge`."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        """Builds the task as its file says.

        Args:
            config: The file's content.

        Raises:
            InputError: There is no such judge, or a setting of it is malformed.
        """
        super().__init__(config)
        if is_named(self.metadata):
            judge, strict = self.open_judge(), self.is_strict
            for ensemble in self._filters:
                ensemble.filters.append(lambda: RationaleJudgeFilter(judge, strict))
