"""What a SPARQL endpoint answers: rows, or a reason why there are none."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import NamedTuple

from ....core.errors import InputError
from ....core.http import TEMPORARY, HttpReply, RequestError, TooMuchError, retry_after
from ....core.untrusted_text import printable
from .client import WIKIDATA, Endpoint

JSON = "application/sparql-results+json"
ENTITY = "http://www.wikidata.org/entity/"
_JSON_TYPES = {JSON, "application/json"}
# Wikidata says it with HTTP 500 or 504, QLever with 429, and after rows that were sent already.
_TIME_OUT = re.compile(rb"time(d)?[ -]?out|time limit", re.IGNORECASE)
_MOST_SHOWN = 200  # characters of what a server says
_ITEM = re.compile(r"Q[1-9][0-9]{0,14}")


class Term(NamedTuple):
    """A value of a row.

    Attributes:
        type: `uri`, `literal` or `bnode`.
        value: Its text.
    """

    type: str
    value: str


Row = dict[str, Term]


def rows_of_reply(reply: HttpReply) -> list[Row]:
    """Returns the rows of a reply.

    Raises:
        TooMuchError: The endpoint ran out of its time.
        RequestError: It is no answer, for another reason.
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
        ValueError: It is no JSON.
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
    """Returns the id of an item; None of what is none: a literal, an unknown value, a property."""
    if term is None or term.type != "uri" or not term.value.startswith(ENTITY):
        return None
    id_ = term.value[len(ENTITY) :]
    return id_ if is_item(id_) else None


def _term(value: Mapping[str, str]) -> Term:
    kind, text = value["type"], value["value"]
    if not (isinstance(kind, str) and isinstance(text, str)):
        raise TypeError
    text.encode()  # half a character, which no file can hold, is a ValueError
    return Term(kind, text)


def _media_type(reply: HttpReply) -> str:
    """Returns what a reply says it is, such as `text/html`; `no type` if it does not."""
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
