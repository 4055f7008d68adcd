"""Tasks whose rationales a judge checks as well, if the user names one.

lm_eval's filters get no `--metadata`; this class hands it over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lm_eval.api.task import ConfigurableTask

from ..erbench_tasks.files import cache_folder
from ..filters.judge.choose import is_named, open_judge
from ..filters.judge.protocol import Judge
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
        self._judge: Judge | None = None
        if is_named(metadata):
            judge = open_judge(metadata, cache_folder("judge", "ERBENCH_TRACK_JUDGE_CACHE"))
            strict = bool(metadata.get("strict_judge"))
            for ensemble in self._filters:
                ensemble.filters.append(lambda: RationaleJudgeFilter(judge, strict))
            self._judge = judge

    def apply_filters(self) -> Any:
        """Applies the filters, and records the judge beside the results."""
        applied = super().apply_filters()
        if self._judge is not None:
            self.config.metadata = {**self.config.metadata, "judged_by": dict(self._judge.record())}
        return applied
