"""Whether the replies of a stage can be read: a study that cannot be scored need not go on."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from ...core.errors import InputError
from ...filters.answers.answer import invisible
from ...filters.text.injection_trace import split_trace
from ...filters.text.thinking import visible
from ...metrics.unreadable import HELPS
from .generation import Generation

logger = logging.getLogger(__name__)

MOST_UNREADABLE = 0.2
"""Share of the replies above which a study stops."""
WORTH_A_WARNING = 0.02
"""Share of replies that are cut off above which there is a warning."""
FEWEST = 200
"""Replies after which a stage may stop: twenty probes are enough to see that something is wrong."""
_SAYS_NOTHING = 10  # replies: a share of fewer


class Readability:
    """Counts the replies of a stage that are empty or cut off."""

    def __init__(self, stage: str, journal: Path, generation: Generation) -> None:
        """Counts nothing yet.

        Args:
            stage: Name of the stage.
            journal: The file with its replies.
            generation: Says whether the study goes on whatever is found, and knows the endpoint.
        """
        self._stage = stage
        self._journal = journal
        self._accepts = generation.accepts_unreadable
        self._endpoint = generation.endpoint
        if self._endpoint:
            self._endpoint.cut = 0
        self._found: Counter[str] = Counter()

    def take(self, replies: Sequence[str]) -> None:
        """Counts replies, and checks them once there are enough.

        Raises:
            InputError: Too many cannot be read.
        """
        self._found.update(invisible(visible(split_trace(reply)[1])) for reply in replies)
        if self._found.total() >= FEWEST:
            self.check()

    def finish(self) -> None:
        """Checks what has been counted, and warns of replies that were cut off.

        Raises:
            InputError: Too many cannot be read.
        """
        self.check()
        cut = self._endpoint.cut if self._endpoint else 0
        if cut > WORTH_A_WARNING * self._found.total():
            logger.warning(
                "%s: %d of %d replies are cut off, so that their end is missing. %s",
                self._stage, cut, self._found.total(), HELPS,
            )  # fmt: skip

    def check(self) -> None:
        """Checks what has been counted.

        Raises:
            InputError: Too many replies cannot be read, and that is not accepted.
        """
        asked = self._found.total()
        unread = Counter({reason: n for reason, n in self._found.items() if reason})
        if self._endpoint and self._endpoint.cut:
            unread["cut off"] += self._endpoint.cut
        few = asked < _SAYS_NOTHING or unread.total() <= MOST_UNREADABLE * asked
        if self._accepts or few:
            return
        reasons = ", ".join(f"{reason}: {count}" for reason, count in unread.most_common())
        raise InputError(
            f"{self._stage}: {unread.total()} of {asked} replies cannot be read ({reasons}): the "
            f"study stops before it spends more. {HELPS} They are in {self._journal}. Other "
            "settings need another -o, or this folder deleted; --accept_unreadable goes on as it is"
        )
