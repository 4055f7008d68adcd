"""A polite HTTP client: it identifies itself, paces and retries its requests, and ends in time.

`urllib3.Retry` repeats a request before its reply has been read. Here it depends on the reply
whether a repetition helps: half an answer needs one, and so does a time-out reported with status
200. So requests are repeated around the client, with the same vocabulary of totals and backoff.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Mapping
from email.utils import parsedate_to_datetime
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from requests import Response

logger = logging.getLogger(__name__)

T = TypeVar("T")
TEMPORARY = frozenset({408, 425, 429, 500, 502, 503, 504})
_SILENT = 10.0  # seconds of a pause that is not worth a message
_CHUNK = 65536


class RequestError(Exception):
    """A request that has no reply.

    Attributes:
        again: Whether it may be sent again.
        after: Least seconds to wait according to the server; None if it did not say.
        unreachable: Whether nothing answered at all.
        tries: How often it was sent.
    """

    def __init__(
        self,
        reason: str,
        *,
        again: bool = False,
        after: float | None = None,
        unreachable: bool = False,
    ) -> None:
        """Takes the reason, for people."""
        super().__init__(reason)
        self.again = again
        self.after = after
        self.unreachable = unreachable
        self.tries = 1


class TooMuchError(RequestError):
    """The reply is too long, or takes too long: a smaller request may succeed."""


class Retries(NamedTuple):
    """How often a request is sent, and the pauses in between.

    Attributes:
        total: Most repetitions.
        backoff: Seconds to wait before the first repetition; they double with each.
        backoff_max: Most seconds to wait if the server does not say how long.
        retry_after_max: Most seconds to wait because the server says so; if it asks for more, the
            request is given up.
        has_jitter: Whether chance shortens the backoff, so that many clients do not come back all
            at once.
    """

    total: int
    backoff: float = 1.0
    backoff_max: float = 60.0
    retry_after_max: float = 120.0
    has_jitter: bool = False

    def allow(self, failure: RequestError) -> bool:
        """Tells whether a failure allows another try, apart from the number of tries."""
        return failure.again and (failure.after or 0.0) <= self.retry_after_max

    def pause(self, failure: RequestError) -> float | None:
        """Returns how many seconds to wait before the next try; None if there is to be none.

        Args:
            failure: Why the last of `failure.tries` tries failed.
        """
        if not self.allow(failure) or failure.tries > self.total:
            return None
        backoff = min(self.backoff_max, self.backoff * 2.0 ** (failure.tries - 1))
        if self.has_jitter:
            return (failure.after or 0.0) + random.uniform(0, backoff)  # noqa: S311
        return backoff if failure.after is None else failure.after


def repeated(send: Callable[[], T], retries: Retries, shown: str) -> T:
    """Sends a request until it succeeds or is given up.

    Args:
        send: Sends it once.
        retries: How often, and when.
        shown: The server's name in the log, without any secret.

    Returns:
        What `send` returns.

    Raises:
        RequestError: The last try failed.
    """
    tries = 0
    while True:
        try:
            return send()
        except RequestError as failure:
            tries += 1
            failure.tries = tries
            seconds = retries.pause(failure)
            if seconds is None:
                raise
            if seconds > _SILENT:
                logger.warning("%s: %s; waits %.0f s", shown, failure, seconds)
        wait(seconds)


def wait(seconds: float) -> None:
    """Sleeps; tests replace it."""
    time.sleep(seconds)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Returns the seconds that `Retry-After` asks for, as a number or as a date; None without it.

    Args:
        headers: Headers of a reply, whose names are looked up case-insensitively.
    """
    value = headers.get("Retry-After", "").strip()
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def user_agent(contact: str) -> str:
    """Returns the User-Agent, which identifies the user.

    Args:
        contact: A mail address, a URL, or a purpose.
    """
    return f"erbench-track/{version('erbench-track')} ({contact}) requests/{version('requests')}"


class HttpReply(NamedTuple):
    """A reply of any status.

    Attributes:
        status: Its status.
        headers: Its headers, whose names are looked up case-insensitively.
        body: Its content, decompressed.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes


class Limits(NamedTuple):
    """How much of a reply is read, and for how long.

    Attributes:
        max_bytes: Most bytes of a body.
        connect: Seconds to connect.
        silence: Seconds between two parts of a reply.
        whole: Seconds for a whole body.
    """

    max_bytes: int
    connect: float = 10.0
    silence: float = 20.0
    whole: float = 300.0


class HttpClient:
    """Sends one request at a time, with a pause after each; redirects are not followed.

    Attributes:
        reached: Whether the server has answered anything yet.
    """

    def __init__(self, contact: str, limits: Limits, interval: float = 0.0, **headers: str) -> None:
        """Opens a session; nothing is sent yet.

        Args:
            contact: A mail address, a URL, or a purpose, for the User-Agent.
            limits: How much of a reply is read, and for how long.
            interval: Seconds to pause after each request.
            headers: Further headers of each request.
        """
        import requests

        self.reached = False
        self._requests = requests
        self._session = requests.Session()
        self._session.headers.update({"User-Agent": user_agent(contact), **headers})
        self._limits = limits
        self._interval = interval
        self._next_request = 0.0

    def send(self, method: str, url: str, **options: Any) -> HttpReply:
        """Sends a request once.

        Args:
            method: Such as `GET`.
            url: The address.
            options: Further arguments of `requests.Session.request`.

        Raises:
            TooMuchError: The reply is too long, or takes too long.
            RequestError: There is no whole reply.
        """
        early = self._next_request - time.monotonic()
        if early > 0:
            wait(early)
        try:
            with self._session.request(
                method,
                url,
                stream=True,
                timeout=(self._limits.connect, self._limits.silence),
                allow_redirects=False,
                **options,
            ) as response:
                self.reached = True
                return HttpReply(response.status_code, response.headers, self._body(response))
        except self._requests.ReadTimeout as error:
            self.reached = True
            reason = f"no answer within {self._limits.silence:.0f} seconds"
            raise TooMuchError(reason, again=True) from error
        except self._requests.RequestException as error:
            reason = type(error).__name__
            raise RequestError(reason, again=self.reached, unreachable=True) from error
        finally:
            self._next_request = time.monotonic() + self._interval

    def close(self) -> None:
        """Closes the connections."""
        self._session.close()

    def _body(self, response: Response) -> bytes:
        limits = self._limits
        until = time.monotonic() + limits.whole
        body = bytearray()
        for chunk in response.iter_content(_CHUNK):
            body += chunk
            if len(body) > limits.max_bytes:
                raise TooMuchError(f"the answer is longer than {limits.max_bytes} bytes")
            if time.monotonic() > until:
                reason = f"the answer takes longer than {limits.whole:.0f} seconds"
                raise TooMuchError(reason, again=True)
        return bytes(body)
