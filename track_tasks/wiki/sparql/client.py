"""A client of a SPARQL endpoint that keeps the house rules of Wikidata's.

It says who it is, sends one request at a time with a pause after each, waits when it is told to,
and talks to the one URL that it is given. The rules: Wikimedia's policy on user agents and the
limits in the manual of Wikidata's query service.
"""

from __future__ import annotations

import logging
import os
import re
import time
from importlib.metadata import version
from typing import TYPE_CHECKING

from ....core.chat.failures import RequestError, pause
from ....core.errors import InputError
from ....core.optional import optional_dependency
from .answer import JSON, Reply, Row, TooMuchError, rows_of_reply
from .url import Endpoint

if TYPE_CHECKING:
    from requests import Response

logger = logging.getLogger(__name__)

_INTERVAL = 1.0  # seconds between two requests to a host that is not ours
_TIMEOUT = (10.0, 75.0)  # seconds to connect, and of silence; Wikidata's own limit is 60
_LONGEST = 300.0  # seconds until an answer must have come
_ATTEMPTS = 8
_SILENT = 10.0  # seconds of a pause that need no word
_LONGEST_GET = 1500  # characters of a query that still goes into the URL
_MAX_BYTES = 32_000_000


class SparqlClient:
    """Sends queries.

    Attributes:
        endpoint: Where to.
    """

    def __init__(
        self, endpoint: Endpoint, contact: str | None = None, interval: float | None = None
    ) -> None:
        """Opens a session; nothing is sent yet.

        Args:
            endpoint: Where to send queries.
            contact: A mail address or URL of who asks; by default `ERBENCH_TRACK_CONTACT`.
            interval: Seconds to pause after each request; by default one, and none on this machine.

        Raises:
            InputError: `requests` is not installed, or the contact fits no HTTP header.
        """
        with optional_dependency("a SPARQL endpoint", "sparql"):
            import requests
        self.endpoint = endpoint
        self._requests = requests
        self._session = requests.Session()
        self._session.headers["User-Agent"] = (
            f"erbench-track/{version('erbench-track')} ({_contact(contact, endpoint)}) "
            f"requests/{version('requests')}"
        )
        self._session.headers["Accept"] = JSON
        self._interval = interval if interval is not None else _INTERVAL * (not endpoint.is_local)
        self._next_request = 0.0
        self._reached = False

    def ask(self, query: str, *, can_split: bool = False) -> list[Row]:
        """Returns the rows of a query, asked several times if need be.

        Args:
            query: The query.
            can_split: Whether the caller can ask for less if this is too much.

        Raises:
            TooMuchError: It is too much, and can be split.
            InputError: The endpoint cannot be reached, refuses, or goes on failing.
        """
        attempt = 0
        while True:
            attempt += 1
            self._keep_pace()
            try:
                return rows_of_reply(self._send(query))
            except TooMuchError as failure:
                if can_split:
                    raise
                problem: RequestError = failure
            except RequestError as failure:
                problem = failure
            finally:
                self._next_request = time.monotonic() + self._interval
            if not problem.again or attempt == _ATTEMPTS:
                raise InputError(self._told(problem)) from problem
            seconds = pause(attempt - 1, problem)
            if seconds > _SILENT:
                logger.warning("%s: %s; waits %.0f s", self.endpoint.shown, problem, seconds)
            wait(seconds)

    def close(self) -> None:
        """Closes the connections."""
        self._session.close()

    def _send(self, query: str) -> Reply:
        """Sends a query once; a long one by POST, as URLs have a limit."""
        form = {"query": query}
        is_long = len(query) > _LONGEST_GET
        try:
            with self._session.request(
                "POST" if is_long else "GET",
                self.endpoint.url,
                params=None if is_long else form,
                data=form if is_long else None,
                auth=self.endpoint.login,
                stream=True,
                timeout=_TIMEOUT,
                allow_redirects=False,
            ) as response:
                self._reached = True
                return Reply(response.status_code, response.headers, _body(response))
        except self._requests.ReadTimeout as error:
            self._reached = True
            raise TooMuchError(f"no answer within {_TIMEOUT[1]:.0f} seconds", again=True) from error
        except self._requests.RequestException as error:
            reason = type(error).__name__
            raise RequestError(reason, again=self._reached, unreachable=True) from error

    def _keep_pace(self) -> None:
        early = self._next_request - time.monotonic()
        if early > 0:
            wait(early)

    def _told(self, problem: RequestError) -> str:
        """Returns what to tell the user, in one line and without the password."""
        shown, reason = self.endpoint.shown, str(problem)
        if not self._reached:
            return f"{shown}: cannot be reached ({reason}); check the URL and the network"
        if self.endpoint.login and len(self.endpoint.login[1]) > 2:
            reason = reason.replace(self.endpoint.login[1], "***")
        if problem.again:
            reason += f", {_ATTEMPTS} times"
        is_temporary = problem.again or problem.after
        return f"{shown}: {reason}" + ("; try again later" if is_temporary else "")


def wait(seconds: float) -> None:
    """Sleeps; tests replace it."""
    time.sleep(seconds)


def _contact(given: str | None, endpoint: Endpoint) -> str:
    """Returns who asks, for the User-Agent."""
    contact = given or os.environ.get("ERBENCH_TRACK_CONTACT", "")
    if not contact:
        if not endpoint.is_local:
            logger.warning(
                "%s: is not told whom to write to if our requests are a burden; "
                "Wikimedia's policy wants that: --contact you@example.org",
                endpoint.shown,
            )
        return "facts for a benchmark; no contact given"
    if not re.fullmatch(r"[ !-'*-~]{3,200}", contact):
        raise InputError(
            "--contact: expected a mail address or a URL in ASCII, at most 200 characters"
        )
    return contact


def _body(response: Response) -> bytes:
    """Reads a body, but not for ever."""
    until = time.monotonic() + _LONGEST
    body = bytearray()
    for chunk in response.iter_content(65536):
        body += chunk
        if len(body) > _MAX_BYTES:
            raise TooMuchError(f"the answer is longer than {_MAX_BYTES} bytes")
        if time.monotonic() > until:
            raise TooMuchError(f"the answer takes longer than {_LONGEST:.0f} seconds", again=True)
    return bytes(body)
