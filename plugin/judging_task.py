"""What tasks have in common whose responses a judge sees.

lm_eval's filters get no `--metadata`; these classes hand it over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..erbench_tasks.files import cache_folder
from ..filters.judge.choose import open_judge
from ..filters.judge.protocol import Judge, added_up
from .processes import gathered
from .shared_task import SharedTask


class JudgingTask(SharedTask):
    """A configurable task that records its judge beside the results."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        """Builds the task as its file says.

        Args:
            config: The file's content.

        Raises:
            InputError: Its documents cannot be had.
        """
        super().__init__(config={key: value for key, value in config.items() if key != "class"})
        self._judge: Judge | None = None

    def apply_filters(self) -> Any:
        """Applies the filters, and records the judge beside the results."""
        applied = super().apply_filters()
        if self._judge is not None:
            self.config.metadata = {
                **(self.config.metadata or {}),
                "judged_by": added_up(gathered(dict(self._judge.record()))),
            }
        return applied

    @property
    def metadata(self) -> dict[str, Any]:
        """What `--metadata` and the task's file say."""
        return dict(self.config.metadata or {})

    @property
    def is_strict(self) -> bool:
        """Whether a verdict that cannot be had is an error."""
        return bool(self.metadata.get("strict_judge"))

    def open_judge(self) -> Judge:
        """Opens the judge that `--metadata` or the environment names, by default the lexical one.

        Raises:
            InputError: There is no such judge, or a setting of it is malformed.
        """
        self._judge = open_judge(self.metadata, cache_folder("judge", "ERBENCH_TRACK_JUDGE_CACHE"))
        return self._judge
