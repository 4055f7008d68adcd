"""Where a URL may lead: to public addresses only, unless the user said otherwise."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from .normalise import NotAnImage

_PORTS = {"http": 80, "https": 443}
_CARRIES_IPV4 = ipaddress.ip_network("64:ff9b::/96")  # NAT64: the last 32 bits are an IPv4 address


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
        """What the server is told that it is called."""
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
