"""Pictures at URLs of a database: fetched once, from public hosts only, in bounded time.

A database can name any URL, also one of the network that the user is in. So each host is resolved
once, its addresses are checked, and the connection goes to the address that was checked; the same
holds for each redirect. No proxy, cookie or login of the user's environment takes part.
"""

from __future__ import annotations

import ipaddress
import os
import re
import socket
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin, urlsplit

from ...core.build_cache import cached
from ...core.errors import InputError
from ...core.http import TEMPORARY, RequestError, Retries, repeated, retry_after, user_agent
from .normalise import MAX_BYTES, NotAnImage
from .picture_store import cache_entry, image_cache_folder

if TYPE_CHECKING:
    from urllib3 import BaseHTTPResponse, HTTPConnectionPool

_PORTS = {"http": 80, "https": 443}
_CARRIES_IPV4 = ipaddress.ip_network("64:ff9b::/96")  # NAT64: the last 32 bits are an IPv4 address
_REDIRECTS = {301, 302, 303, 307, 308}
_MAX_REDIRECTS = 3
_PATIENCE = 4  # timeouts that a whole reply may take
_CHUNK = 65536
_TIMEOUT = 15.0  # seconds
_RETRIES = Retries(2, retry_after_max=20.0)
_DEAD_AFTER = 3  # failures in a row to reach a site, after which it is not tried again
_SITE = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9_.-]+):\d{1,5}")


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
        timeout: float = _TIMEOUT,
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
            if not _SITE.fullmatch(site):
                raise InputError(
                    f"allow_local: {site!r} is not of the form host:port, in lower case, "
                    "such as images.example.org:8080"
                )
        self.cache = image_cache_folder("urls") if cache is None else cache
        self.timeout = timeout
        self.allow_local = allow_local
        self._failed: dict[str, str] = {}
        self._unreached: dict[str, int] = {}

    def read(self, url: str) -> bytes:
        """Returns the content of a picture's file.

        Args:
            url: Its URL, of http or https.

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
        if self._unreached.get(site, 0) >= _DEAD_AFTER:
            raise NotAnImage(f"{site}: was not reached {_DEAD_AFTER} times, so not tried")
        reason = ""
        for address in _addresses(where, site in self.allow_local):
            try:
                reply = _get(where, address, self.timeout)
            except ConnectionError as error:
                reason = str(error)
            else:
                self._unreached[site] = 0
                return reply
        self._unreached[site] = self._unreached.get(site, 0) + 1
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

    Args:
        address: An IPv4 or IPv6 address; one that carries an IPv4 address is judged by that.
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:  # such as one with a zone, which is of the local network
        return False
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed in _CARRIES_IPV4:
            return is_public(str(ipaddress.IPv4Address(int(parsed) & 0xFFFFFFFF)))
        if parsed.ipv4_mapped is not None:
            return is_public(str(parsed.ipv4_mapped))
        if parsed.sixtofour is not None or parsed.teredo is not None or parsed.is_site_local:
            return False
    return parsed.is_global and not (
        parsed.is_multicast
        or parsed.is_reserved
        or parsed.is_loopback
        or parsed.is_link_local
        or parsed.is_unspecified
    )


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
    is_folder = Path(trusted).is_dir()
    name = where.host.strip("[]")  # the certificate has to be that of the host, not the address
    return HTTPSConnectionPool(
        at, where.port, timeout=timeout, cert_reqs="CERT_REQUIRED",
        ca_certs=None if is_folder else trusted, ca_cert_dir=trusted if is_folder else None,
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
    while max(length, len(body)) <= MAX_BYTES:
        part = read(_CHUNK)
        if not part:
            break
        body += part
        if time.monotonic() > until:
            raise NotAnImage("the reply takes too long")
    else:
        raise NotAnImage(f"the file is larger than {MAX_BYTES:,} bytes")
    if len(body) < length:
        raise NotAnImage("the reply was cut short")
    return bytes(body)
