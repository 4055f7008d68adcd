"""A client of Wikipedia's page summaries that keeps Wikimedia's rules for clients.

It identifies itself, asks at most a few times a second, waits when the server asks it to, and talks
only to the host that it is given.
"""

from __future__ import annotations

import json
import logging
import os
from urllib.parse import quote, urljoin, urlsplit

from ...core.errors import InputError
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

logger = logging.getLogger(__name__)

BASE_URL = "https://en.wikipedia.org"
REQUESTS_PER_SECOND = 5.0
_LIMITS = Limits(max_bytes=1_000_000, connect=5.0, silence=20.0)
_RETRIES = Retries(4)
_MAX_REDIRECTS = 3
_REDIRECTS = {301, 302, 303, 307, 308}
_NO_SUCH_PAGE = {400, 404, 410}  # 400: the title is not one that a page could have


class Unreachable(InputError):  # noqa: N818 -- it is an answer rather than a fault
    """There is no way to the host: no network, as far as we can tell."""


class Wikipedia:
    """Looks up how a page begins.

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
            InputError: The URL is not one of http or https.
        """
        self.base_url = checked_url(base_url)
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


def _extract(reply: HttpReply, url: str) -> str | None:
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
