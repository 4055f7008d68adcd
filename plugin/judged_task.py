"""Tasks whose rationales a judge checks as well, if the user names one.

lm_eval's filters get no `--metadata`; this class hands it over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lm_eval.api.task import ConfigurableTask

from ..filters.judge.choose import open_judge
from ..filters.judge.rationale import RationaleJudgeFilter


class JudgedTask(ConfigurableTask):  # type: ignore[misc]
    """A configurable task that adds a judge's filter where `--metadata` has `judge`."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        """Builds the task as its file says.

        Args:
            config: The file's content.

        Raises:
            InputError: There is no such judge, or a setting of it is malformed.
        """
        super().__init__(config={key: value for key, value in config.items() if key != "class"})
        metadata = self.config.metadata or {}
        self._judge = open_judge(metadata["judge"], metadata) if metadata.get("judge") else None
        if self._judge is not None:
            judge, strict = self._judge, bool(metadata.get("strict_judge"))
            for ensemble in self._filters:
                ensemble.filters.append(lambda: RationaleJudgeFilter(judge, strict))

    def apply_filters(self) -> Any:
        """Applies the filters, and records the judge beside the results."""
        applied = super().apply_filters()
        if self._judge is not None:
            self.config.metadata = {**self.config.metadata, "judged_by": dict(self._judge.record())}
        return applied
