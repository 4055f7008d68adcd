"""One request for a picture to one address, with limits on its size, kind and time."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from .addresses import Hop
from .normalise import NotAnImage

if TYPE_CHECKING:
    from requests import Response, Session

_TEMPORARY = {429, 500, 502, 503, 504}
_REDIRECTS = {301, 302, 303, 307, 308}
_PATIENCE = 4  # timeouts that a whole reply may take
_CHUNK = 65536


class TemporaryError(Exception):
    """The host is busy.

    Attributes:
        after: Seconds to wait, if it says so.
    """

    def __init__(self, reason: str, after: float | None) -> None:
        super().__init__(reason)
        self.after = after


@dataclass(frozen=True)
class Reply:
    """What came back.

    Attributes:
        location: Where it redirects to.
        body: Content, empty for a redirect.
    """

    location: str | None
    body: bytes


def import_requests() -> Any:
    """Imports `requests`.

    Raises:
        InputError: It is not installed.
    """
    try:
        import requests
    except ImportError as error:
        raise InputError(
            "images at URLs need the package 'requests': pip install \"erbench-track[images]\""
        ) from error
    return requests


def get(where: Hop, address: str, agent: str, timeout: float, max_bytes: int) -> Reply:
    """Sends one request to an address, under the name of its host.

    Args:
        where: What to ask for.
        address: Address of the host, which was checked.
        agent: Who we say we are.
        timeout: Seconds to connect, and of silence.
        max_bytes: How long a body may be.

    Raises:
        ConnectionError: The address cannot be reached, in time or with a trusted certificate.
        TemporaryError: The host is busy.
        NotAnImage: It answers with something else than a picture.
    """
    requests = import_requests()
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
    requests = import_requests()
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


def _reply(response: Response, timeout: float, max_bytes: int) -> Reply:
    status = response.status_code
    if status in _REDIRECTS and response.headers.get("Location"):
        return Reply(response.headers["Location"], b"")
    if status in _TEMPORARY:
        raise TemporaryError(f"HTTP {status}", _seconds(response.headers.get("Retry-After")))
    if status != 200:
        raise NotAnImage(f"HTTP {status}")
    kind = response.headers.get("Content-Type", "").split(";")[0].strip().lower()
    if not kind.startswith("image/"):
        raise NotAnImage(f"the server sends {kind[:40] or 'no content type'!r}, not an image")
    if response.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise NotAnImage("the server sends a packed file, which it was asked not to")
    return Reply(None, _body(response, time.monotonic() + _PATIENCE * timeout, max_bytes))


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


def _seconds(retry_after: str | None) -> float | None:
    return float(retry_after) if retry_after and retry_after.isdecimal() else None
