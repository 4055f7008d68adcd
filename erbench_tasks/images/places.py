"""Pictures in a folder of the user, or at URLs: fetched once, from public hosts, in bounded time.

Nothing outside the folder is ever opened.

A database can name any URL, also one of the network that the user is in. So each host is resolved
once, its addresses are checked, and the connection goes to the address that was checked; the same
holds for each redirect. No proxy, cookie or login of the user's environment takes part.
"""

from __future__ import annotations

import ipaddress
import os
import re
import socket
import stat
import time
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin, urlsplit

from ...core.build_cache import cached
from ...core.errors import InputError, file_problem
from ...core.http import TEMPORARY, RequestError, Retries, repeated, retry_after, user_agent
from .normalise import MAX_BYTES, NotAnImage
from .picture_store import cache_entry, image_cache_folder

if TYPE_CHECKING:
    from urllib3 import BaseHTTPResponse, HTTPConnectionPool

_PORTS = {"http": 80, "https": 443}
# Addresses of IPv6 that stand for no other: those of 6to4 carry one of IPv4.
_UNICAST, _6TO4 = map(ipaddress.ip_network, ("2000::/3", "2002::/16"))
_REDIRECTS = {301, 302, 303, 307, 308}
_MAX_REDIRECTS = 3
_PATIENCE = 4  # timeouts that a whole reply may take
_CHUNK = 65536
_TIMEOUT = 15.0  # seconds
_RETRIES = Retries(2, retry_after_max=20.0)
_DEAD_AFTER = 3  # failures in a row to reach a site, after which it is not tried again
_SITE = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9_.-]+):\d{1,5}")
_REFUSED = re.compile(r'[/\\:*?"<>|\x00-\x1f]')  # by file systems
SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff")
# Never follow a link, never wait for the other end of a pipe; 0 where a platform has no such flag.
_CAREFUL = os.O_RDONLY | sum(
    getattr(os, flag, 0) for flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY")
)
_FOLDER = _CAREFUL | getattr(os, "O_DIRECTORY", 0)


class ImageFolder:
    """A folder of pictures (`root`), read by paths that come from a database."""

    def __init__(self, root: Path) -> None:
        """Chooses the folder, which may be reached by links; an InputError if there is none."""
        if not root.is_dir():
            raise InputError(f"{root}: no such folder of images")
        self.root = root
        self._real = Path(os.path.realpath(root))

    def read(self, value: str) -> bytes:
        """Returns the content of a file, by its path relative to the folder, with `/` in it.

        Raises:
            NotAnImage: The path leaves the folder, or there is no file of at most `MAX_BYTES`.
        """
        _check_relative(value)
        try:
            real = Path(os.path.realpath(self._real / value, strict=True))
            if not real.is_relative_to(self._real):
                raise NotAnImage(f"{value}: a link leads out of the folder of images")
            return self._content(real.relative_to(self._real).parts, value)
        except FileNotFoundError as error:
            raise NotAnImage(f"{value}: no such file in the folder of images") from error
        except OSError as error:
            raise NotAnImage(f"{value}: cannot be read ({file_problem(error)})") from error

    def find(self, *names: str) -> str | None:
        """Returns the path of a file, for `read`, by its name without suffix; None if none fits.

        Names are tried in order. A character that file systems refuse (`/`, `:`, ...) is `_` in
        the file's name, and upper and lower case are one if no file fits exactly.
        """
        for name in names:
            key = unicodedata.normalize("NFC", _REFUSED.sub("_", name))
            if found := self._index.get(key) or self._index.get(key.casefold()):
                return found
        return None

    @cached_property
    def _index(self) -> dict[str, str]:
        """File names by their stem, and by their stem in lower case; the first name wins."""
        try:
            paths = sorted(self._real.iterdir(), reverse=True)
        except OSError as error:
            raise InputError(f"{self.root}: cannot be listed ({file_problem(error)})") from error
        images = [path for path in paths if path.suffix.lower() in SUFFIXES]
        exact = {unicodedata.normalize("NFC", path.stem): path.name for path in images}
        return {stem.casefold(): name for stem, name in exact.items()} | exact

    def _content(self, parts: tuple[str, ...], value: str) -> bytes:
        """Reads a path without links; a link that is put there meanwhile is not followed."""
        if os.open not in os.supports_dir_fd:  # pragma: no cover -- Windows
            return _read(os.open(self._real.joinpath(*parts), _CAREFUL), value)
        folder = os.open(self._real, _FOLDER)
        try:
            for part in parts[:-1]:
                inner = os.open(part, _FOLDER, dir_fd=folder)
                os.close(folder)
                folder = inner
            return _read(os.open(parts[-1] if parts else ".", _CAREFUL, dir_fd=folder), value)
        finally:
            os.close(folder)


def _check_relative(value: str) -> None:
    if not value.strip() or "\0" in value:
        raise NotAnImage(f"{value!r} is no path of a file")
    if PurePosixPath(value).is_absolute() or PureWindowsPath(value).anchor:
        raise NotAnImage(f"{value}: the path must be relative to the folder of images")
    if ".." in re.split(r"[/\\]", value):
        raise NotAnImage(f"{value}: `..` is not allowed in the path of an image")


def _read(descriptor: int, value: str) -> bytes:
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise NotAnImage(f"{value}: not a file")
        with open(descriptor, "rb", closefd=False) as file:
            content = file.read(MAX_BYTES + 1)
    finally:
        os.close(descriptor)
    if len(content) > MAX_BYTES:
        raise NotAnImage(f"{value}: the file is larger than {MAX_BYTES:,} bytes")
    return content


@dataclass
class ImageUrls:
    """Fetches pictures; what was fetched is kept on disk, and failures as long as this object.

    The time-out is for the connection, and between two parts of a reply; a whole reply may take
    four times as long.
    """

    cache: Path | None = None  # of what was fetched; by default the user's cache of images
    timeout: float = _TIMEOUT
    allow_local: frozenset[str] = frozenset()  # `host:port` whose address may be any
    _failed: dict[str, str] = field(default_factory=dict)
    _unreached: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        for site in self.allow_local:
            if not _SITE.fullmatch(site):
                what = "is not of the form host:port, in lower case, such as"
                raise InputError(f"allow_local: {site!r} {what} images.example.org:8080")
        self.cache = self.cache or image_cache_folder("urls")

    def read(self, url: str) -> bytes:
        """Returns the content of the file of a picture at a URL of http or https.

        Raises:
            NotAnImage: It cannot be fetched; the message says why, without the URL's query.
        """
        if url in self._failed:
            raise NotAnImage(self._failed[url])
        entry = cache_entry(self.cache, url, ".image")
        try:
            return cached(entry, lambda: self._fetch(url), read=bytes, write=bytes)
        except NotAnImage as error:
            self._failed[url] = str(error)
            raise

    def _fetch(self, url: str) -> bytes:
        for _ in range(1 + _MAX_REDIRECTS):
            where = _hop(url)
            try:
                reply = repeated(partial(self._ask, where), _RETRIES, where.site)
            except RequestError as error:
                raise NotAnImage(f"{error}, {error.tries} times") from error
            if isinstance(reply, bytes):
                return reply
            try:
                url = urljoin(url, reply)
            except ValueError as error:
                raise NotAnImage("redirects to what is not a valid URL") from error
        raise NotAnImage(f"more than {_MAX_REDIRECTS} redirects")

    def _ask(self, where: _Hop) -> bytes | str:
        """Returns a body, or where it redirects to; asks addresses in turn until one is reached."""
        site = where.site
        if self._unreached[site] >= _DEAD_AFTER:
            raise NotAnImage(f"{site}: was not reached {_DEAD_AFTER} times, so not tried")
        reason = ""
        for address in _addresses(where, site in self.allow_local):
            try:
                reply = _get(where, address, self.timeout)
            except ConnectionError as error:
                reason = str(error)
                continue
            del self._unreached[site]
            return reply
        self._unreached[site] += 1
        raise NotAnImage(f"{site}: {reason}")


class _Hop(NamedTuple):
    """A URL, taken apart: the host is in ASCII, an IPv6 address has brackets."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def site(self) -> str:
        """Host and port, as `allow_local` names them."""
        return f"{self.host}:{self.port}"


def _hop(url: str) -> _Hop:
    """Takes a URL apart; what follows a `#` is dropped."""
    try:
        parts = urlsplit(url.strip())
        host, port = parts.hostname or "", parts.port
        host = f"[{host}]" if ":" in host else host.encode("idna").decode("ascii").lower()
    except ValueError as error:
        raise NotAnImage("not a valid URL") from error
    if parts.scheme not in _PORTS:
        raise NotAnImage(f"a URL of http or https is needed, not of {parts.scheme or 'nothing'!r}")
    if not host:
        raise NotAnImage("the URL has no host")
    if parts.username is not None or parts.password is not None:
        raise NotAnImage("a URL with a user name or password is not used")
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return _Hop(parts.scheme, host, port or _PORTS[parts.scheme], target)


def _addresses(where: _Hop, may_be_local: bool) -> list[str]:
    """Resolves a host once; whoever connects uses the addresses, not the name."""
    try:
        found = socket.getaddrinfo(where.host.strip("[]"), where.port, type=socket.SOCK_STREAM)
    except (OSError, ValueError) as error:
        raise NotAnImage(f"{where.host}: the host has no address") from error
    resolved = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not (may_be_local or all(map(is_public, resolved))):
        raise NotAnImage(f"{where.site}: leads to an address that is not public")
    return resolved


def is_public(address: str) -> bool:
    """Tells whether an address is one of the internet, rather than of this machine or its network.

    An address of IPv6 that carries one of IPv4 is none.
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:  # such as one with a zone, which is of the local network
        return False
    if parsed.version == 6 and (parsed not in _UNICAST or parsed in _6TO4):
        return False
    return parsed.is_global and not (parsed.is_multicast or parsed.is_reserved)


def _get(where: _Hop, address: str, timeout: float) -> bytes | str:
    """Sends one request to an address, under the name of its host.

    Raises:
        ConnectionError: The address cannot be reached, in time or with a trusted certificate.
        RequestError: The host is busy.
        NotAnImage: It answers with something else than a picture.
    """
    from urllib3 import exceptions

    default = where.port == _PORTS[where.scheme]
    headers = {
        "Host": where.host if default else where.site,
        "User-Agent": user_agent("images of a benchmark"),
        "Accept": "image/*",
        "Accept-Encoding": "identity",  # nothing is unpacked: a small body must not become large
    }
    with _pool(where, address, timeout) as pool:
        try:
            response = pool.urlopen(
                "GET", where.target, headers=headers, retries=False, redirect=False,
                preload_content=False, decode_content=False,
            )  # fmt: skip
        except exceptions.SSLError as error:
            raise ConnectionError("its certificate is not trusted") from error
        except exceptions.NewConnectionError as error:
            raise ConnectionError("cannot be reached") from error
        except exceptions.TimeoutError as error:
            raise ConnectionError(f"no answer within {timeout:g} seconds") from error
        except exceptions.HTTPError as error:
            raise ConnectionError(f"no answer ({type(error).__name__})") from error
        try:
            return _reply(response, time.monotonic() + _PATIENCE * timeout)
        except exceptions.ReadTimeoutError as error:
            raise NotAnImage(f"{where.site}: falls silent for {timeout:g} seconds") from error
        except exceptions.HTTPError as error:
            broken = type(error).__name__
            raise NotAnImage(f"{where.site}: the reply is broken ({broken})") from error
        finally:
            response.close()


def _pool(where: _Hop, address: str, timeout: float) -> HTTPConnectionPool:
    """Returns connections to an address; urllib3 takes nothing else of the environment."""
    from requests.utils import DEFAULT_CA_BUNDLE_PATH
    from urllib3 import HTTPConnectionPool, HTTPSConnectionPool

    at = f"[{address}]" if ":" in address else address
    if where.scheme == "http":
        return HTTPConnectionPool(at, where.port, timeout=timeout)
    # Whom to trust is the one thing that is taken from it: own servers have own authorities.
    trusted = os.environ.get("REQUESTS_CA_BUNDLE") or DEFAULT_CA_BUNDLE_PATH
    name = where.host.strip("[]")  # the certificate has to be that of the host, not the address
    return HTTPSConnectionPool(
        at, where.port, timeout=timeout, cert_reqs="CERT_REQUIRED", ca_certs=trusted,
        assert_hostname=name, server_hostname=name,
    )  # fmt: skip


def _reply(response: BaseHTTPResponse, until: float) -> bytes | str:
    status, headers = response.status, response.headers
    if status in _REDIRECTS and headers.get("Location"):
        return headers["Location"]
    if status in TEMPORARY:
        raise RequestError(f"HTTP {status}", again=True, after=retry_after(headers))
    if status != 200:
        raise NotAnImage(f"HTTP {status}")
    kind = headers.get("Content-Type", "").split(";")[0].strip().lower()
    if not kind.startswith("image/"):
        raise NotAnImage(f"the server sends {kind[:40] or 'no content type'!r}, not an image")
    if headers.get("Content-Encoding", "identity").lower() != "identity":
        raise NotAnImage("the server sends a packed file, which it was asked not to")
    declared = headers.get("Content-Length", "")
    length = int(declared) if declared.isdecimal() else 0
    body = bytearray()
    # A read of one part returns what is there, so that a trickle cannot outlive the deadline.
    read = getattr(response, "read1", response.read)
    while max(length, len(body)) <= MAX_BYTES and (part := read(_CHUNK)):
        body += part
        if time.monotonic() > until:
            raise NotAnImage("the reply takes too long")
    if max(length, len(body)) > MAX_BYTES:
        raise NotAnImage(f"the file is larger than {MAX_BYTES:,} bytes")
    if len(body) < length:
        raise NotAnImage("the reply was cut short")
    return bytes(body)
