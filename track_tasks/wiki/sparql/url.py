"""The URL of a SPARQL endpoint: where to send queries, what is secret, what may be shown."""

from __future__ import annotations

import re
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit, urlunsplit

from ....core.errors import InputError

WIKIDATA = "https://query.wikidata.org/sparql"
_FORM = f"expected the form {WIKIDATA}"


class Endpoint(NamedTuple):
    """A SPARQL endpoint.

    Attributes:
        url: Its URL, without user and password.
        shown: The URL for messages: without the query string, which may hold a key.
        login: User and password, if the URL had them.
        is_local: Whether it is on this machine.
    """

    url: str
    shown: str
    login: tuple[str, str] | None
    is_local: bool

    @classmethod
    def parse(cls, text: str) -> Endpoint:
        """Returns the endpoint of a URL.

        Raises:
            InputError: It is neither http nor https; the message repeats no password.
        """
        parts = _split(text)
        if parts is None:
            raise InputError(f"--source: not the URL of a SPARQL endpoint; {_FORM}")
        host = parts.netloc.rpartition("@")[2]
        login = None
        if parts.username is not None:
            login = unquote(parts.username), unquote(parts.password or "")
        url = urlunsplit((parts.scheme, host, parts.path, parts.query, ""))
        shown = urlunsplit((parts.scheme, host, parts.path, "", ""))
        return cls(url, shown, login, _is_local(parts.hostname or ""))


def _split(text: str) -> SplitResult | None:
    try:
        parts = urlsplit(text)
        is_fit = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        return None
    return parts if is_fit and re.fullmatch(r"[!-~]+", text) else None


def _is_local(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"
