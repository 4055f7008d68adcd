"""Passages from Wikipedia, through the cache on disk."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping
from contextlib import nullcontext

from .errors import InputError
from .passage_cache import Page, PassageCache
from .passages import Found
from .relation import Row
from .relation_spec import RelationSpec
from .wikipedia import Unreachable, Wikipedia
from .wording import Wordings

logger = logging.getLogger(__name__)

# A full stop after a single letter (J. R. R. Tolkien) ends no sentence.
_SENTENCE_END = re.compile(r"(?<!\b\w)[.!?][\"')\]\u201d\u2019]*(?=\s)")


class WikipediaPassages:
    """Takes the summary of the first page there is among the titles that a relation tries."""

    def __init__(self, cache: PassageCache, client: Wikipedia | None, benchmark: str) -> None:
        """Chooses between fetching and the cache alone.

        Args:
            cache: What was looked up before.
            client: Looks up the rest; None if nothing may be fetched.
            benchmark: The name or path that the user gave.
        """
        self._cache = cache
        self._client = client
        self._benchmark = benchmark

    def find(
        self, relation: str, spec: RelationSpec, rows: Mapping[str, Row], wordings: Wordings
    ) -> Found:
        """Looks up each entity, with a progress bar where there is a terminal.

        Raises:
            InputError: The relation has no titles to try, one of them is malformed, or the wiki
                stops answering.
        """
        from rich.console import Console
        from rich.progress import track

        if not spec.pages:
            raise InputError(f"relations.{relation}: no field 'pages' says which titles to try")
        where = f"relations.{relation}.pages"
        renders = [wordings.inline(title, spec.attributes, where) for title in spec.pages]
        console = Console(stderr=True)
        passages, not_cached = {}, 0
        with self._cache.alone() if self._client else nullcontext():
            for entity, row in track(
                rows.items(),
                f"Passages of {relation}",
                console=console,
                disable=not console.is_terminal,
            ):
                page = self._first_page(dict.fromkeys(render(row) for render in renders))
                if page is None:
                    not_cached += 1
                elif page.text:
                    passages[entity] = shortened(page.text)
        return Found(passages, not_cached)

    def nothing_found(self) -> str:
        """Says how to fill the cache."""
        return (
            f"{self._cache.folder}: no entity has a passage in this cache; fill it where there is "
            f"a network, without HF_HUB_OFFLINE: erbench-track generate erbench --benchmark "
            f"{self._benchmark} --passages wikipedia -o DIR --passage-cache {self._cache.root}"
        )

    def _first_page(self, titles: Iterable[str]) -> Page | None:
        """Returns the first page there is; None if that cannot be known without a network."""
        for title in filter(None, titles):
            page = self._page(title)
            if page is None or page.text:
                return page
        return Page(None)

    def _page(self, title: str) -> Page | None:
        page = self._cache.get(title)
        if page is None and self._client is not None:
            try:
                page = Page(self._client.summary(title))
            except Unreachable as error:
                logger.warning("%s; only passages in the cache are used", error)
                self._client = None
            else:
                self._cache.put(title, page)
        return page


def shortened(text: str, below: int = 1000) -> str:
    """Cuts a text at the end of a sentence, and puts single spaces for all white space.

    Args:
        text: The text.
        below: The result has fewer characters.
    """
    text = " ".join(text.split())
    if len(text) < below:
        return text
    ends = [end for match in _SENTENCE_END.finditer(text) if (end := match.end()) < below]
    return text[: ends[-1]] if ends else text[: below - 1].rsplit(" ", 1)[0]
