"""Which passages a user wants: from options, metadata and the environment."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from ...core.errors import InputError
from ...core.files import cache_folder
from .passages import ColumnPassages, PassageSource
from .wikipedia import BASE_URL, PassageCache, Wikipedia, WikipediaPassages, checked_url


@dataclass(frozen=True)
class PassageSettings:
    """Which source to use.

    Attributes:
        kind: `wikipedia` or `column`.
        cache: Folder of the fetched pages.
        url: The wiki.
        offline: Whether only the cache may be used.
    """

    kind: str
    cache: Path
    url: str
    offline: bool

    @classmethod
    def resolve(
        cls, kind: str, cache: str | Path | None = None, url: str | None = None
    ) -> PassageSettings:
        """Fills in what is not given from the environment.

        Raises:
            InputError: There is no such kind of source, or the URL is malformed.
        """
        if kind not in ("wikipedia", "column"):
            raise InputError(f"passages: {kind!r} is neither 'wikipedia' nor 'column'")
        environ = os.environ
        default = cache_folder("passages", "ERBENCH_TRACK_PASSAGE_CACHE")
        url = url or environ.get("ERBENCH_TRACK_WIKIPEDIA_URL") or BASE_URL
        offline = environ.get("HF_HUB_OFFLINE", "").upper() in ("1", "ON", "YES", "TRUE")
        return cls(kind, Path(cache or default), checked_url(url), offline)

    def open(self, benchmark: str) -> PassageSource:
        """Opens the source.

        Args:
            benchmark: The name or path that the user gave, for messages about the cache.
        """
        if self.kind == "column":
            return ColumnPassages()
        client = None if self.offline else Wikipedia(self.url)
        return WikipediaPassages(PassageCache(self.cache, self.url), client, benchmark)
