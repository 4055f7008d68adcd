"""A client of a SPARQL endpoint that keeps the rules of Wikidata's, and what endpoints answer.

It identifies itself, sends one request at a time with a pause after each, waits when the server
asks it to, and talks only to the URL that it is given. The rules are Wikimedia's policy on user
agents and the limits in the manual of Wikidata's query service.
"""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Mapping
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit, urlunsplit

from ...errors import InputError
from ...http import (
    TEMPORARY,
    HttpClient,
    HttpReply,
    Limits,
    RequestError,
    Retries,
    TooMuchError,
    repeated,
    retry_after,
)
from ...untrusted_text import printable

JSON = "application/sparql-results+json"
ENTITY = "http://www.wikidata.org/entity/"
_JSON_TYPES = {JSON, "application/json"}
# Wikidata says so with HTTP 500 or 504, QLever with 429, possibly after some rows were sent.
_TIME_OUT = re.compile(rb"time(d)?[ -]?out|time limit", re.IGNORECASE)
_MOST_SHOWN = 200  # characters of what a server says
_ITEM = re.compile(r"Q[1-9][0-9]{0,14}")
# What queries call the parts of Wikidata's RDF.
PREFIXES = """\
PREFIX wd: <http://www.wikidata.org/entity/>
PREFIX wdt: <http://www.wikidata.org/prop/direct/>
PREFIX p: <http://www.wikidata.org/prop/>
PREFIX ps: <http://www.wikidata.org/prop/statement/>
PREFIX psv: <http://www.wikidata.org/prop/statement/value/>
PREFIX pq: <http://www.wikidata.org/prop/qualifier/>
PREFIX pqv: <http://www.wikidata.org/prop/qualifier/value/>
PREFIX wikibase: <http://wikiba.se/ontology#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
PREFIX schema: <http://schema.org/>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
PREFIX owl: <http://www.w3.org/2002/07/owl#>
"""
WIKIDATA = "https://query.wikidata.org/sparql"
_FORM = f"expected the form {WIKIDATA}"
logger = logging.getLogger(__name__)
_INTERVAL = 1.0  # seconds between two requests to a remote host
# Wikidata itself limits a query to 60 seconds.
_LIMITS = Limits(max_bytes=32_000_000, connect=10.0, silence=75.0, whole=300.0)
_RETRIES = Retries(7, backoff=0.5, retry_after_max=600.0, has_jitter=True)
_LONGEST_GET = 1500  # characters of a query that still goes into the URL


class Term(NamedTuple):
    """A value of a row.

    Attributes:
        type: `uri`, `literal` or `bnode`.
        value: Its text.
        language: Of a literal: code of its language; empty without one.
        datatype: Of a literal: IRI of its type; empty for a text.
    """

    type: str
    value: str
    language: str = ""
    datatype: str = ""

    def as_json(self) -> dict[str, str]:
        """Returns it as SPARQL's JSON format has it."""
        more = {"xml:lang": self.language, "datatype": self.datatype}
        kept = {name: text for name, text in more.items() if text}
        return {"type": self.type, "value": self.value, **kept}


Row = dict[str, Term]


def rows_of_reply(reply: HttpReply) -> list[Row]:
    """Returns the rows of a reply.

    Raises:
        TooMuchError: The endpoint ran out of its time.
        RequestError: It is not an answer, for another reason.
    """
    if reply.status in TEMPORARY:
        after = retry_after(reply.headers)
        if reply.status in (408, 504) or _TIME_OUT.search(reply.body):
            raise TooMuchError(f"HTTP {reply.status}: out of time", again=True, after=after)
        pause = f", asks to wait {after:.0f} seconds" if after else ""
        raise RequestError(f"HTTP {reply.status}{pause}", again=True, after=after)
    if 300 <= reply.status < 400:
        raise RequestError(f"HTTP {reply.status}: {_redirection(reply)}")
    if reply.status != 200:
        raise RequestError(_refusal(reply))
    if _media_type(reply) not in _JSON_TYPES:
        raise RequestError(
            f"answered with {_media_type(reply)}, is this the SPARQL endpoint? "
            f"Wikidata's is {WIKIDATA}"
        )
    try:
        return rows(reply.body)
    except ValueError as error:
        if _TIME_OUT.search(reply.body[-20_000:]):
            raise TooMuchError("out of time in the midst of an answer", again=True) from error
        raise RequestError("answered with malformed JSON, or half of it", again=True) from error


def rows(body: bytes | str) -> list[Row]:
    """Returns the rows of a result in SPARQL's JSON format.

    Raises:
        ValueError: It is not JSON.
        RequestError: It is JSON of another kind.
    """
    try:
        content = json.loads(body)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    try:
        return [
            {name: _term(value) for name, value in binding.items()}
            for binding in content["results"]["bindings"]
        ]
    except (AttributeError, KeyError, TypeError) as error:
        raise RequestError(
            f"answered with JSON that is no SPARQL result, is this the SPARQL endpoint? "
            f"Wikidata's is {WIKIDATA}"
        ) from error


def is_item(id_: str) -> bool:
    """Returns whether a text is the id of an item, such as `Q42`."""
    return _ITEM.fullmatch(id_) is not None


def item_of(term: Term | None) -> str | None:
    """Returns the id of an item; None for a literal, an unknown value, a property."""
    if term is None or term.type != "uri" or not term.value.startswith(ENTITY):
        return None
    id_ = term.value[len(ENTITY) :]
    return id_ if is_item(id_) else None


def _term(value: Mapping[str, str]) -> Term:
    found = Term(
        value["type"], value["value"], value.get("xml:lang", ""), value.get("datatype", "")
    )
    if not all(isinstance(part, str) for part in found):
        raise TypeError
    "".join(found).encode()  # a lone surrogate, which no file can hold, is a ValueError
    return found


def _media_type(reply: HttpReply) -> str:
    """Returns the type that a reply states, such as `text/html`; `no type` if it states none."""
    named = reply.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    return named if re.fullmatch(r"[\w.+-]+/[\w.+-]+", named) else "no type"


def _redirection(reply: HttpReply) -> str:
    """Says where a reply leads: no redirect is followed, least of all with a password."""
    try:
        return f"redirects to {Endpoint.parse(reply.headers['Location']).shown}; give that URL"
    except (InputError, KeyError):
        return "redirects elsewhere; give the URL it leads to"


def _refusal(reply: HttpReply) -> str:
    if reply.status in (401, 403):
        return (
            f"refuses us (HTTP {reply.status}); say who asks with --contact, "
            "and a login in the URL, https://user:password@host/..."
        )
    if reply.status in (404, 405, 410):
        return f"no SPARQL endpoint (HTTP {reply.status}); check the URL, Wikidata's is {WIKIDATA}"
    is_text = _media_type(reply) in ("text/plain", *_JSON_TYPES)
    said = printable(reply.body[:2000].decode("utf-8", "replace"))[:_MOST_SHOWN] if is_text else ""
    return f"refuses the query (HTTP {reply.status})" + (f": {said}" if said else "")


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


class SparqlClient:
    """Sends queries.

    Attributes:
        endpoint: Where to send them.
        interval: Seconds to pause after each request.
    """

    def __init__(
        self, endpoint: Endpoint, contact: str | None = None, interval: float | None = None
    ) -> None:
        """Opens a session; nothing is sent yet.

        Args:
            endpoint: Where to send queries.
            contact: The user's mail address or URL; by default `ERBENCH_TRACK_CONTACT`.
            interval: Seconds to pause after each request; by default one, and none on this machine.

        Raises:
            InputError: The contact does not fit into an HTTP header.
        """
        self.endpoint = endpoint
        self.interval = interval if interval is not None else _INTERVAL * (not endpoint.is_local)
        self._http = HttpClient(_contact(contact, endpoint), _LIMITS, self.interval, Accept=JSON)

    def ask(self, query: str, *, can_split: bool = False) -> list[Row]:
        """Returns the rows of a query, asked several times if need be.

        Args:
            query: The query.
            can_split: Whether the caller can ask for less if this is too much.

        Raises:
            TooMuchError: It is too much, and can be split.
            InputError: The endpoint cannot be reached, refuses, or keeps failing.
        """
        try:
            return repeated(lambda: self._ask(query, can_split), _RETRIES, self.endpoint.shown)
        except RequestError as failure:
            if can_split and isinstance(failure, TooMuchError):
                raise
            raise InputError(self._reported(failure)) from failure

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def _ask(self, query: str, can_split: bool) -> list[Row]:
        """Sends a query once; a long one by POST, as URLs have a limit."""
        is_long = len(query) > _LONGEST_GET
        method, place = ("POST", "data") if is_long else ("GET", "params")
        form = {place: {"query": query}}
        try:
            reply = self._http.send(method, self.endpoint.url, auth=self.endpoint.login, **form)
            return rows_of_reply(reply)
        except TooMuchError as failure:
            failure.again = failure.again and not can_split
            raise

    def _reported(self, failure: RequestError) -> str:
        """Returns the message for the user, in one line and without the password."""
        shown, reason = self.endpoint.shown, str(failure)
        if not self._http.reached:
            return f"{shown}: cannot be reached ({reason}); check the URL and the network"
        if self.endpoint.login and len(self.endpoint.login[1]) > 2:
            reason = reason.replace(self.endpoint.login[1], "***")
        if _RETRIES.allow(failure):
            reason += f", {failure.tries} times"
        return f"{shown}: {reason}" + ("; try again later" if failure.again else "")


def _contact(given: str | None, endpoint: Endpoint) -> str:
    """Returns who asks, for the User-Agent."""
    contact = given or os.environ.get("ERBENCH_TRACK_CONTACT", "")
    if not contact:
        if not endpoint.is_local:
            logger.warning(
                "%s: does not know whom to write to if our requests are a burden; "
                "Wikimedia's policy asks for that: --contact you@example.org",
                endpoint.shown,
            )
        return "facts for a benchmark; no contact given"
    if not re.fullmatch(r"[ !-'*-~]{3,200}", contact):
        raise InputError(
            "--contact: expected a mail address or a URL in ASCII, at most 200 characters"
        )
    return contact
