"""A client of Wikipedia's page summaries that keeps the house rules.

It says who it is, asks at most a few times a second, waits when it is told to, and talks to the
one host that it is given.
"""

from __future__ import annotations

import json
import logging
import os
import time
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from importlib.metadata import version
from urllib.parse import quote, urljoin, urlsplit

from ...core.errors import InputError
from ...core.optional import optional_dependency

logger = logging.getLogger(__name__)

BASE_URL = "https://en.wikipedia.org"
REQUESTS_PER_SECOND = 5.0
_TIMEOUT = (5.0, 20.0)  # seconds to connect, and between two parts of a reply
_ATTEMPTS = 5
_LONGEST_WAIT = 120.0
_MAX_BYTES = 1_000_000
_MAX_REDIRECTS = 3
_TEMPORARY = {429, 500, 502, 503, 504}
_NO_SUCH_PAGE = {400, 404, 410}  # 400: the title is not one that a page could have


class Unreachable(InputError):  # noqa: N818 -- it is an answer rather than a fault
    """There is no way to the host: no network, as far as we can tell."""


@dataclass(frozen=True)
class _Reply:
    status: int
    location: str | None
    retry_after: str | None
    body: bytes


class Wikipedia:
    """Looks up what a page says first.

    Attributes:
        base_url: The wiki; no other host is ever asked.
    """

    def __init__(
        self, base_url: str = BASE_URL, requests_per_second: float = REQUESTS_PER_SECOND
    ) -> None:
        """Opens a session; nothing is sent yet.

        Args:
            base_url: The wiki.
            requests_per_second: How often it may be asked.

        Raises:
            InputError: The URL is not one of http or https, or `requests` is not installed.
        """
        with optional_dependency("a passage from Wikipedia", "wikipedia"):
            import requests
        self.base_url = checked_url(base_url)
        self._requests = requests
        self._session = requests.Session()
        contact = os.environ.get("ERBENCH_TRACK_CONTACT", "passages for a benchmark")
        self._session.headers["User-Agent"] = (
            f"erbench-track/{version('erbench-track')} ({contact}) requests/{version('requests')}"
        )
        self._interval = 1 / requests_per_second
        self._next_request = 0.0
        self._reached = False

    def summary(self, title: str) -> str | None:
        """Returns the summary of the page with a title, None if there is no such page.

        Args:
            title: The title; a page that only redirects is followed.

        Raises:
            Unreachable: The first request finds no way to the host.
            InputError: The host refuses, goes on failing, or sends what is no summary.
        """
        url = f"{self.base_url}/api/rest_v1/page/summary/{quote(title.replace(' ', '_'), safe='')}"
        for _ in range(1 + _MAX_REDIRECTS):
            reply = self._ask(url)
            if reply.location is None:
                return _extract(reply, url)
            url = urljoin(url, reply.location)
            if _origin(url) != _origin(self.base_url):
                logger.warning("%s: redirects to another host, which is not followed", title)
                return None
        return None

    def _ask(self, url: str) -> _Reply:
        """Sends a request, several times if need be."""
        for attempt in range(_ATTEMPTS):
            self._keep_pace()
            pause: float | None = None
            try:
                reply = self._send(url)
            except self._requests.RequestException as error:
                if not self._reached and isinstance(error, self._requests.ConnectionError):
                    raise Unreachable(f"{self.base_url}: cannot be reached") from error
                problem = type(error).__name__
            else:
                self._reached = True
                if reply.status not in _TEMPORARY:
                    return reply
                problem, pause = f"HTTP {reply.status}", _seconds(reply.retry_after)
            if pause is not None and pause > _LONGEST_WAIT:
                problem += f", which asks to wait {pause:.0f} seconds"
                break
            if attempt + 1 < _ATTEMPTS:
                wait(2.0**attempt if pause is None else pause)
        raise InputError(
            f"{url}: {problem}; what was fetched is kept, the same command later continues"
        )

    def _send(self, url: str) -> _Reply:
        body = b""
        with self._session.get(
            url, stream=True, timeout=_TIMEOUT, allow_redirects=False
        ) as response:
            for chunk in response.iter_content(65536):
                body += chunk
                if len(body) > _MAX_BYTES:
                    raise InputError(f"{url}: the reply is longer than {_MAX_BYTES} bytes")
            location = response.headers.get("Location") if response.is_redirect else None
            return _Reply(response.status_code, location, response.headers.get("Retry-After"), body)

    def _keep_pace(self) -> None:
        early = self._next_request - time.monotonic()
        if early > 0:
            wait(early)
        self._next_request = time.monotonic() + self._interval


def wait(seconds: float) -> None:
    """Sleeps; tests replace it."""
    time.sleep(seconds)


def checked_url(url: str) -> str:
    """Returns the URL of a wiki without a slash at its end.

    Raises:
        InputError: It is not one of http or https.
    """
    try:
        scheme, host, _ = _origin(url)
    except ValueError:
        scheme, host = "", None
    if scheme not in ("http", "https") or not host or {"?", "#", "@"} & set(url):
        raise InputError(f"wikipedia_url: {url!r} is not of the form {BASE_URL}")
    return url.rstrip("/")


def _origin(url: str) -> tuple[str, str | None, int | None]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port


def _seconds(retry_after: str | None) -> float | None:
    """Reads a number of seconds, or a date."""
    try:
        if retry_after is None:
            return None
        if retry_after.isdecimal():
            return float(retry_after)
        until = parsedate_to_datetime(retry_after)
        return max(0.0, (until - datetime.now(timezone.utc)).total_seconds())
    except (ValueError, TypeError):
        return None


def _extract(reply: _Reply, url: str) -> str | None:
    """Returns the text of a summary; a page that only lists others of its name has none."""
    if reply.status in _NO_SUCH_PAGE:
        return None
    if reply.status != 200:
        raise InputError(f"{url}: HTTP {reply.status}")
    try:
        page = json.loads(reply.body)
        text, kind = page["extract"], page.get("type")
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise InputError(f"{url}: the reply is no summary of a page") from error
    if not isinstance(text, str):
        raise InputError(f"{url}: the reply is no summary of a page")
    return None if kind == "disambiguation" else text.strip() or None
