"""Passages from Wikipedia: a client that keeps the rules of the house, and a cache of pages.

The client says who it is, asks at most a few times a second, waits when it is told to, and talks
only to the host that it is given. A page that was fetched is kept on disk and never fetched twice.
"""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import quote, urljoin, urlsplit

from ...core.errors import InputError
from ...core.files import cache_folder, locked, write_text
from ...core.hashing import stable_hash
from ...core.http import (
    TEMPORARY,
    HttpClient,
    HttpReply,
    Limits,
    RequestError,
    Retries,
    repeated,
    retry_after,
)
from ...core.progress import watched
from ..relations.relation import Relation, Row
from ..spec.wording import Render, Wordings
from .passages import ColumnPassages, Found, Key, Lookup, PassageSource

logger = logging.getLogger(__name__)

BASE_URL = "https://en.wikipedia.org"
_LIMITS = Limits(max_bytes=1_000_000, connect=5.0, silence=20.0)
_RETRIES = Retries(4)
_MAX_REDIRECTS = 3
_REDIRECTS = {301, 302, 303, 307, 308}
_NO_SUCH_PAGE = {400, 404, 410}  # 400: the title is not one that a page could have
# A full stop after a single letter (J. R. R. Tolkien) ends no sentence.
_SENTENCE_END = re.compile(r"(?<!\b\w)[.!?][\"')\]\u201d\u2019]*(?=\s)")


class Unreachable(InputError):  # noqa: N818 -- it is an answer rather than a fault
    """There is no way to the host: no network, as far as we can tell."""


class Wikipedia:
    """Looks up how a page begins.

    Attributes:
        base_url: The wiki; no other host is ever asked.
    """

    def __init__(self, base_url: str = BASE_URL, requests_per_second: float = 5.0) -> None:
        """Opens a session; nothing is sent yet.

        Args:
            base_url: The wiki.
            requests_per_second: How often it may be asked.
        """
        self.base_url = base_url
        contact = os.environ.get("ERBENCH_TRACK_CONTACT", "passages for a benchmark")
        self._http = HttpClient(contact, _LIMITS, 1 / requests_per_second)

    def summary(self, title: str) -> str | None:
        """Returns the summary of the page with a title, None if there is no such page.

        Args:
            title: The title; a page that only redirects is followed.

        Raises:
            Unreachable: The first request finds no way to the host.
            InputError: The host refuses, keeps failing, or sends what is not a summary.
        """
        url = f"{self.base_url}/api/rest_v1/page/summary/{quote(title.replace(' ', '_'), safe='')}"
        for _ in range(1 + _MAX_REDIRECTS):
            reply = self._ask(url)
            location = reply.headers.get("Location")
            if reply.status not in _REDIRECTS or location is None:
                return _extract(reply, url)
            url = urljoin(url, location)
            if _origin(url) != _origin(self.base_url):
                logger.warning("%s: redirects to another host, which is not followed", title)
                return None
        return None

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def _ask(self, url: str) -> HttpReply:
        try:
            return repeated(lambda: self._send(url), _RETRIES, self.base_url)
        except RequestError as failure:
            if failure.unreachable and not self._http.reached:
                raise Unreachable(f"{self.base_url}: cannot be reached") from failure
            kept = "; what was fetched is kept, the same command later continues"
            raise InputError(f"{url}: {failure}{kept if failure.again else ''}") from failure

    def _send(self, url: str) -> HttpReply:
        reply = self._http.send("GET", url)
        if reply.status in TEMPORARY:
            after = retry_after(reply.headers)
            pause = f", which asks to wait {after:.0f} seconds" if after else ""
            raise RequestError(f"HTTP {reply.status}{pause}", again=True, after=after)
        return reply


def _origin(url: str) -> tuple[str, str | None, int | None]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port


def _extract(reply: HttpReply, url: str) -> str | None:
    """Returns the text of a summary; a page that only lists others of its name has none."""
    if reply.status in _NO_SUCH_PAGE:
        return None
    if reply.status != 200:
        raise InputError(f"{url}: HTTP {reply.status}")
    try:
        page = json.loads(reply.body)
        is_list, text = page.get("type") == "disambiguation", page["extract"].strip()
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise InputError(f"{url}: the reply is no summary of a page") from error
    return None if is_list else text or None


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

    def get(self, title: str) -> str | None:
        """Returns the text of a page, empty if there is none; None if it was never looked up.

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
        if not isinstance(text, str | None):
            raise InputError(f"{path}: field 'text' is neither a text nor null; delete it")
        return text or ""

    def put(self, title: str, text: str | None) -> None:
        """Stores the text of a page, None if there is no such page; whole or not at all.

        Raises:
            InputError: The folder cannot be written.
        """
        content = {"title": title, "text": text}
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


class WikipediaPassages:
    """Takes the summary of the first existing page among the titles that a relation tries."""

    def __init__(self, cache: PassageCache, client: Wikipedia | None, benchmark: str) -> None:
        """Chooses between fetching and the cache alone.

        Args:
            cache: What was looked up before.
            client: Looks up the rest; None if nothing may be fetched.
            benchmark: The name or path that the user gave.
        """
        self._cache, self._client, self._benchmark = cache, client, benchmark

    def lookups(self, relation: Relation, named: Sequence[str], wordings: Wordings) -> list[Lookup]:
        """Says which titles are tried for which of the columns that the questions name.

        A title that is made of anything else would be looked up by what is asked for.
        """
        every = {name: of.pages for name, of in relation.spec.passages.items() if of.pages}
        if not every:
            raise InputError(
                f"relations.{relation.name}: no field of 'passages' says which titles to try; "
                'write one such as `passages: {title: ["{{ title }} (film)"]}`'
            )
        found = []
        for column, titles in every.items():
            where = f"relations.{relation.name}.passages.{column}"
            renders = {t: wordings.inline(t, relation.attributes, where) for t in titles}
            used = {t: set(wordings.used({"title": t}, relation.attributes)) for t in titles}
            tried = [render for t, render in renders.items() if used[t] <= set(named)]
            if column in named and tried:
                found.append(Lookup(column, partial(_titles, tried)))
        return found

    def find(self, keys: Collection[Key], what: str) -> Found:
        """Looks titles up, with a progress bar where there is a terminal."""
        with self._cache.alone() if self._client else nullcontext():
            every = watched(keys, f"Passages of {what}", len(keys))
            pages = {titles: self._first_page(titles) for titles in every}
        passages = {titles: shortened(text) for titles, text in pages.items() if text}
        return Found(passages, sum(text is None for text in pages.values()))

    def nothing_found(self) -> str:
        """Says how to fill the cache."""
        return (
            f"{self._cache.folder}: nothing has a passage in this cache; fill it where there is "
            f"a network, without HF_HUB_OFFLINE: erbench-track generate erbench --benchmark "
            f"{self._benchmark} --passages wikipedia -o DIR --passage-cache {self._cache.root}"
        )

    def _first_page(self, titles: Key) -> str | None:
        """Returns the first existing page; None if that cannot be known without a network."""
        return next((text for text in map(self._page, titles) if text != ""), "")

    def _page(self, title: str) -> str | None:
        text = self._cache.get(title)
        if text is None and self._client is not None:
            try:
                text = self._client.summary(title) or ""
                self._cache.put(title, text or None)
            except Unreachable as error:
                logger.warning("%s; only passages in the cache are used", error)
                self._client = None
        return text


def _titles(renders: Sequence[Render], row: Row) -> Key:
    """Returns the titles that are tried for a tuple, in order."""
    return tuple(dict.fromkeys(filter(None, (render(row) for render in renders))))


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


@dataclass(frozen=True)
class PassageSettings:
    """Which passages a user wants: from options, metadata and the environment.

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
        folder = cache or cache_folder("passages", "ERBENCH_TRACK_PASSAGE_CACHE")
        url = url or os.environ.get("ERBENCH_TRACK_WIKIPEDIA_URL") or BASE_URL
        offline = os.environ.get("HF_HUB_OFFLINE", "").upper() in ("1", "ON", "YES", "TRUE")
        return cls(kind, Path(folder), _checked_url(url), offline)

    def open(self, benchmark: str) -> PassageSource:
        """Opens the source.

        Args:
            benchmark: The name or path that the user gave, for messages about the cache.
        """
        if self.kind == "column":
            return ColumnPassages()
        client = None if self.offline else Wikipedia(self.url)
        return WikipediaPassages(PassageCache(self.cache, self.url), client, benchmark)


def _checked_url(url: str) -> str:
    try:
        scheme, host, _ = _origin(url)
    except ValueError:
        scheme, host = "", None
    if scheme not in ("http", "https") or not host or {"?", "#", "@"} & set(url):
        raise InputError(f"wikipedia_url: {url!r} is not of the form {BASE_URL}")
    return url.rstrip("/")
