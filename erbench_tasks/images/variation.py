"""Choices that a text determines: the same on every machine, permanently."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Variation:
    """Draws choices from a hash of some texts."""

    def __init__(self, *texts: str) -> None:
        """Starts the draws.

        Args:
            texts: What determines them.
        """
        self._seed = "\x1f".join(texts)
        self._drawn = 0

    def number(self, below: int) -> int:
        """Draws an integer from 0 to `below` - 1."""
        self._drawn += 1
        digest = hashlib.sha256(f"{self._seed}\x1f{self._drawn}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % below

    def choice(self, options: Sequence[T]) -> T:
        """Draws one of the options."""
        return options[self.number(len(options))]
