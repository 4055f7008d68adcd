"""Pictures at URLs of a database: fetched once, from public hosts only, in bounded time.

A database can name any URL, also one of the network that the user is in. So each host is resolved
once, its addresses are checked, and the connection goes to the address that was checked; the same
holds for each redirect. No proxy, cookie or login of the user's environment takes part.
"""

from __future__ import annotations

import contextlib
import hashlib
import ipaddress
import os
import re
import socket
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from ...core.errors import InputError
from ...core.files import write_bytes
from ...core.http import TEMPORARY, RequestError, Retries, repeated, retry_after, user_agent
from .normalise import MAX_BYTES, NotAnImage
from .picture_store import image_cache_folder

if TYPE_CHECKING:
    from requests import Response, Session


_PORTS = {"http": 80, "https": 443}
_CARRIES_IPV4 = ipaddress.ip_network("64:ff9b::/96")  # NAT64: the last 32 bits are an IPv4 address
_REDIRECTS = {301, 302, 303, 307, 308}
_PATIENCE = 4  # timeouts that a whole reply may take
_CHUNK = 65536
TIMEOUT = 15.0
_MAX_REDIRECTS = 3
_RETRIES = Retries(2, retry_after_max=20.0)
_DEAD_AFTER = 3  # failures in a row to reach a site, after which it is not tried again


@dataclass(frozen=True)
class Hop:
    """A URL, taken apart.

    Attributes:
        scheme: `http` or `https`.
        host: In lower case and ASCII; an IPv6 address without brackets.
        port: Its port.
        target: Path and query, as they are sent.
    """

    scheme: str
    host: str
    port: int
    target: str

    @property
    def site(self) -> str:
        """Host and port, as `allow_local` names them."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def host_header(self) -> str:
        """The value of the header `Host`."""
        return self.site if self.port != _PORTS[self.scheme] else self.site.rpartition(":")[0]


def hop(url: str) -> Hop:
    """Takes a URL apart.

    Args:
        url: The URL; what follows a `#` is dropped.

    Raises:
        NotAnImage: It is not one of http or https, has no host, or carries a login.
    """
    try:
        parts = urlsplit(url.strip())
        host, port = parts.hostname or "", parts.port
        ascii_host = host if ":" in host else host.encode("idna").decode("ascii").lower()
    except ValueError as error:
        raise NotAnImage("not a valid URL") from error
    if parts.scheme not in _PORTS:
        raise NotAnImage(f"a URL of http or https is needed, not of {parts.scheme or 'nothing'!r}")
    if not ascii_host:
        raise NotAnImage("the URL has no host")
    if parts.username is not None or parts.password is not None:
        raise NotAnImage("a URL with a user name or password is not used")
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Hop(parts.scheme, ascii_host, port or _PORTS[parts.scheme], target)


def addresses(where: Hop, allow_local: frozenset[str]) -> list[str]:
    """Resolves a host once; whoever connects uses the addresses, not the name.

    Args:
        where: The hop.
        allow_local: Sites (`host:port`) that may have any address.

    Returns:
        Addresses in the order to try them, at least one.

    Raises:
        NotAnImage: The host has no address, or one that is not public.
    """
    try:
        found = socket.getaddrinfo(where.host, where.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NotAnImage(f"{where.host}: the host has no address") from error
    resolved = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if where.site not in allow_local:
        for address in resolved:
            if not is_public(address):
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


@dataclass(frozen=True)
class ImageResponse:
    """What came back.

    Attributes:
        location: Where it redirects to.
        body: Content, empty for a redirect.
    """

    location: str | None
    body: bytes


def get(where: Hop, address: str, agent: str, timeout: float, max_bytes: int) -> ImageResponse:
    """Sends one request to an address, under the name of its host.

    Args:
        where: What to ask for.
        address: Address of the host, which was checked.
        agent: Who we say we are.
        timeout: Seconds to connect, and of silence.
        max_bytes: How long a body may be.

    Raises:
        ConnectionError: The address cannot be reached, in time or with a trusted certificate.
        RequestError: The host is busy.
        NotAnImage: It answers with something else than a picture.
    """
    import requests
    from urllib3.exceptions import HTTPError, ReadTimeoutError

    at = f"[{address}]" if ":" in address else address
    headers = {"Host": where.host_header, "User-Agent": agent, "Accept": "image/*"}
    # Nothing is unpacked here: a small body must not become a large one.
    headers["Accept-Encoding"] = "identity"
    try:
        with (
            _session(where) as session,
            session.get(
                f"{where.scheme}://{at}:{where.port}{where.target}",
                headers=headers,
                stream=True,
                timeout=timeout,
                allow_redirects=False,
            ) as response,
        ):
            return _reply(response, timeout, max_bytes)
    except requests.exceptions.SSLError as error:
        raise ConnectionError("its certificate is not trusted") from error
    except requests.exceptions.ConnectTimeout as error:
        raise ConnectionError(f"no connection within {timeout:g} seconds") from error
    except requests.exceptions.Timeout as error:
        raise ConnectionError(f"no answer within {timeout:g} seconds") from error
    except requests.exceptions.ConnectionError as error:
        raise ConnectionError("cannot be reached") from error
    except ReadTimeoutError as error:
        raise NotAnImage(f"{where.site}: falls silent for {timeout:g} seconds") from error
    except (requests.exceptions.RequestException, HTTPError) as error:
        raise NotAnImage(f"{where.site}: the reply is broken ({type(error).__name__})") from error


def _session(where: Hop) -> Session:
    """Returns a session for one host, without proxies and logins of the environment."""
    import requests

    session: Session = requests.Session()
    session.trust_env = False
    # Whom to trust is the one thing that is taken from it: own servers have own authorities.
    session.verify = os.environ.get("REQUESTS_CA_BUNDLE") or True
    if where.scheme == "https":
        adapter = requests.adapters.HTTPAdapter()
        # The URL has the address; the certificate has to be that of the host.
        adapter.init_poolmanager(1, 1, server_hostname=where.host, assert_hostname=where.host)
        session.mount("https://", adapter)
    return session


def _reply(response: Response, timeout: float, max_bytes: int) -> ImageResponse:
    status = response.status_code
    if status in _REDIRECTS and response.headers.get("Location"):
        return ImageResponse(response.headers["Location"], b"")
    if status in TEMPORARY:
        raise RequestError(f"HTTP {status}", again=True, after=retry_after(response.headers))
    if status != 200:
        raise NotAnImage(f"HTTP {status}")
    kind = response.headers.get("Content-Type", "").split(";")[0].strip().lower()
    if not kind.startswith("image/"):
        raise NotAnImage(f"the server sends {kind[:40] or 'no content type'!r}, not an image")
    if response.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise NotAnImage("the server sends a packed file, which it was asked not to")
    return ImageResponse(None, _body(response, time.monotonic() + _PATIENCE * timeout, max_bytes))


def _body(response: Response, until: float, max_bytes: int) -> bytes:
    """Reads a body, but neither too much of it nor for too long."""
    declared = response.headers.get("Content-Length", "")
    body = bytearray()
    # A read of one part returns what is there, so that a trickle cannot outlive the deadline.
    read = getattr(response.raw, "read1", response.raw.read)
    while not (declared.isdecimal() and int(declared) > max_bytes) and len(body) <= max_bytes:
        part = read(_CHUNK)
        if not part:
            break
        body += part
        if time.monotonic() > until:
            raise NotAnImage("the reply takes too long")
    else:
        raise NotAnImage(f"the file is larger than {max_bytes:,} bytes")
    if declared.isdecimal() and len(body) < int(declared):
        raise NotAnImage("the reply was cut short")
    return bytes(body)


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
