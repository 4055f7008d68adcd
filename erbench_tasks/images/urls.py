"""Pictures at URLs of a database: fetched once, from public hosts only, in bounded time.

A database can name any URL, also one of the network that the user is in. So each host is resolved
once, its addresses are checked, and the connection goes to the address that was checked; the same
holds for each redirect. No proxy, cookie or login of the user's environment takes part.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
from pathlib import Path
from urllib.parse import urljoin

from ...core.errors import InputError
from ...core.files import write_bytes
from ...core.http import RequestError, Retries, repeated, user_agent
from .cache import image_cache_folder
from .connection import ImageResponse, addresses, get, hop
from .normalise import MAX_BYTES, NotAnImage

TIMEOUT = 15.0
_MAX_REDIRECTS = 3
_RETRIES = Retries(2, retry_after_max=20.0)
_DEAD_AFTER = 3  # failures in a row to reach a site, after which it is not tried again


class ImageUrls:
    """Fetches pictures; what was fetched is kept on disk, and failures as long as this object.

    Attributes:
        cache: Folder of what was fetched; None for none.
        timeout: Seconds to connect, and between two parts of a reply; a whole reply may take
            four times as long.
        allow_local: Sites that may have an address that is not public.
    """

    def __init__(
        self,
        cache: Path | None = None,
        timeout: float = TIMEOUT,
        allow_local: frozenset[str] = frozenset(),
    ) -> None:
        """Chooses the rules; nothing is sent yet.

        Args:
            cache: Folder of what was fetched; by default the user's cache of images.
            timeout: Seconds, above 0.
            allow_local: `host:port` of the user's own servers of images, as URLs name them.

        Raises:
            InputError: `allow_local` has something else.
        """
        for site in allow_local:
            if not re.fullmatch(r"(\[[0-9a-f:.]+\]|[a-z0-9_.-]+):\d{1,5}", site):
                raise InputError(
                    f"allow_local: {site!r} is not of the form host:port, in lower case, "
                    "such as images.example.org:8080"
                )
        self.cache = image_cache_folder("urls") if cache is None else cache
        self.timeout = timeout
        self.allow_local = allow_local
        self._agent = user_agent("images of a benchmark")
        self._failed: dict[str, str] = {}
        self._unreached: dict[str, int] = {}

    def read(self, url: str) -> bytes:
        """Returns the content of a picture's file.

        Args:
            url: Its URL, of http or https.

        Raises:
            NotAnImage: It cannot be fetched; the message says why, without the URL's query.
        """
        path = self._path(url)
        if path is not None:
            with contextlib.suppress(OSError):
                return path.read_bytes()
        if url in self._failed:
            raise NotAnImage(self._failed[url])
        try:
            content = self._fetch(url)
        except NotAnImage as error:
            self._failed[url] = str(error)
            raise
        if path is not None:
            # A cache that cannot be written means a second fetch another time, not an error.
            with contextlib.suppress(InputError):
                write_bytes(path, content)
        return content

    def _path(self, url: str) -> Path | None:
        if self.cache is None:
            return None
        name = hashlib.sha256(url.encode("utf-8", "surrogatepass")).hexdigest()
        return self.cache / name[:2] / f"{name}.image"

    def _fetch(self, url: str) -> bytes:
        for _ in range(1 + _MAX_REDIRECTS):
            reply = self._ask(url)
            if reply.location is None:
                return reply.body
            url = urljoin(url, reply.location)
        raise NotAnImage(f"more than {_MAX_REDIRECTS} redirects")

    def _ask(self, url: str) -> ImageResponse:
        """Asks one host, several times if it is busy."""
        try:
            return repeated(lambda: self._connect(url), _RETRIES, hop(url).site)
        except RequestError as error:
            raise NotAnImage(f"{error}, {error.tries} times") from error

    def _connect(self, url: str) -> ImageResponse:
        """Asks the addresses of a host in turn until one is reached."""
        where = hop(url)
        if self._unreached.get(where.site, 0) >= _DEAD_AFTER:
            raise NotAnImage(f"{where.site}: was not reached {_DEAD_AFTER} times, so not tried")
        reason = ""
        for address in addresses(where, self.allow_local):
            try:
                reply = get(where, address, self._agent, self.timeout, MAX_BYTES)
            except ConnectionError as error:
                reason = str(error)
            else:
                self._unreached[where.site] = 0
                return reply
        self._unreached[where.site] = self._unreached.get(where.site, 0) + 1
        raise NotAnImage(f"{where.site}: {reason}")
