"""Passages from Wikipedia; a page that was fetched is kept on disk and never fetched twice."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from ...core.errors import InputError
from ...core.files import locked, write_text
from ...core.hashing import stable_hash
from ...core.progress import watched
from ..relations.relation import Row
from ..spec.spec import RelationSpec
from ..spec.wording import Wordings
from .passages import Found
from .wikipedia import Unreachable, Wikipedia


@dataclass(frozen=True)
class Page:
    """What is known of a title; `text` is None if there is no such page."""

    text: str | None


class PassageCache:
    """One small JSON file per title, so that a run that is killed keeps what it fetched.

    Attributes:
        root: Folder of all wikis.
        folder: Where the files of this one are.
    """

    def __init__(self, folder: Path, url: str) -> None:
        """Chooses the folder; it is made when something is stored.

        Args:
            folder: Folder of all wikis.
            url: The wiki.
        """
        self.root = folder
        self.folder = folder / re.sub(r"[^\w.-]+", "_", url.split("://")[-1])

    def get(self, title: str) -> Page | None:
        """Returns the page of a title, None if it was never looked up.

        Raises:
            InputError: Its file cannot be read.
        """
        path = self._path(title)
        try:
            text = json.loads(path.read_text(encoding="utf-8"))["text"]
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise InputError(f"{path}: cannot be read as a cached page; delete it") from error
        if not (text is None or isinstance(text, str)):
            raise InputError(f"{path}: field 'text' is neither a text nor null; delete it")
        return Page(text)

    def put(self, title: str, page: Page) -> None:
        """Stores a page, whole or not at all.

        Raises:
            InputError: The folder cannot be written.
        """
        content = {"title": title, "text": page.text}
        write_text(self._path(title), json.dumps(content, ensure_ascii=False) + "\n")

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Lets one process at a time fetch; the others wait, and then find everything here.

        Where files cannot be locked, or the folder cannot be written, nobody waits.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = (self.folder / ".lock").open("w")
        except OSError:
            yield
            return
        with lock, locked(lock):
            yield

    def _path(self, title: str) -> Path:
        return self.folder / f"{stable_hash([title])}.json"


logger = logging.getLogger(__name__)

# A full stop after a single letter (J. R. R. Tolkien) ends no sentence.
_SENTENCE_END = re.compile(r"(?<!\b\w)[.!?][\"')\]\u201d\u2019]*(?=\s)")


class WikipediaPassages:
    """Takes the summary of the first existing page among the titles that a relation tries."""

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
        if not spec.pages:
            raise InputError(f"relations.{relation}: no field 'pages' says which titles to try")
        where = f"relations.{relation}.pages"
        renders = [wordings.inline(title, spec.attributes, where) for title in spec.pages]
        passages, not_cached = {}, 0
        with self._cache.alone() if self._client else nullcontext():
            for entity, row in watched(rows.items(), f"Passages of {relation}", len(rows)):
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
        """Returns the first existing page; None if that cannot be known without a network."""
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
