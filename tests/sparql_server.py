"""A SPARQL endpoint on loopback: a real store (pyoxigraph) with Wikidata-like facts."""

from __future__ import annotations

import threading
import time
from collections import Counter
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import pyoxigraph as ox
from loopback import LoopbackHandler, LoopbackServer

WD = "http://www.wikidata.org/"
WIKIBASE = "http://wikiba.se/ontology#"
RDF_TYPE = ox.NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
LABEL = ox.NamedNode("http://www.w3.org/2000/01/rdf-schema#label")
UNKNOWN, UNKNOWN_IRI, NO_VALUE = "unknown", "unknown iri", "no value"
_RANKS = ("Deprecated", "Normal", "Preferred")


def iri(kind: str, id_: str) -> ox.NamedNode:
    """Returns `wd:Q1` for ("entity", "Q1"), and so on."""
    return ox.NamedNode(f"{WD}{kind}/{id_}")


class Statement(NamedTuple):
    subject: str
    property: str
    value: str
    rank: str
    ended: bool


class Facts:
    """Facts that are stored as Wikidata's RDF has them."""

    def __init__(self) -> None:
        self.store = ox.Store()
        self._statements: list[Statement] = []

    def item(self, id_: str, label: str | None = None, *classes: str, language: str = "en") -> None:
        if label is not None:
            self.add(iri("entity", id_), LABEL, ox.Literal(label, language=language))
        for class_ in classes:
            self.claim(id_, "P31", class_)

    def claim(
        self, subject: str, property_: str, value: str, rank: str = "Normal", ended: bool = False
    ) -> None:
        self._statements.append(Statement(subject, property_, value, rank, ended))

    def stored(self) -> ox.Store:
        """Writes the statements: their ranks decide which are the best, and truthy."""
        best: dict[tuple[str, str], int] = {}
        for each in self._statements:
            key = (each.subject, each.property)
            best[key] = max(best.get(key, 1), _RANKS.index(each.rank))
        for number, each in enumerate(self._statements):
            is_best = _RANKS.index(each.rank) == best[each.subject, each.property]
            self._write(number, each, is_best)
        self._statements.clear()
        return self.store

    def add(self, subject: Any, predicate: ox.NamedNode, value: Any) -> None:
        self.store.add(ox.Quad(subject, predicate, value))

    def _write(self, number: int, each: Statement, is_best: bool) -> None:
        subject, node = iri("entity", each.subject), iri("entity/statement", f"s{number}")
        self.add(subject, iri("prop", each.property), node)
        self.add(node, RDF_TYPE, ox.NamedNode(f"{WIKIBASE}Statement"))
        self.add(node, ox.NamedNode(f"{WIKIBASE}rank"), ox.NamedNode(f"{WIKIBASE}{each.rank}Rank"))
        if is_best:
            self.add(node, RDF_TYPE, ox.NamedNode(f"{WIKIBASE}BestRank"))
        if each.ended:
            ended = ox.Literal("2020-01-01T00:00:00Z", datatype=ox.NamedNode(f"{WD}date"))
            self.add(node, iri("prop/qualifier", "P582"), ended)
        if each.value == NO_VALUE:
            self.add(node, RDF_TYPE, iri("prop/novalue", each.property))
            return
        value = _value(each.value, number)
        self.add(node, iri("prop/statement", each.property), value)
        if is_best:
            self.add(subject, iri("prop/direct", each.property), value)


def _value(value: str, number: int) -> Any:
    if value == UNKNOWN:
        return ox.BlankNode(f"u{number}")
    if value == UNKNOWN_IRI:  # as Wikidata's query service has it
        return iri(".well-known/genid", f"u{number}")
    return iri("entity", value) if value[0] == "Q" else ox.Literal(value)


class Scripted(NamedTuple):
    """A reply instead of an answer.

    `delay` seconds pass before it; `cut` bytes of the promised length never come.
    """

    status: int = 200
    body: bytes = b""
    type: str = "text/plain"
    headers: dict[str, str] = {}  # noqa: RUF012
    delay: float = 0.0
    cut: int = 0


class SparqlServer(LoopbackServer):
    """The endpoint.

    Attributes:
        url: Where it is.
        facts: What it knows.
        scripted: The next replies, before any query is answered.
        left: Number of further queries that are answered, the others get HTTP 429; None for any.
        most: Number of entities in a query from which on it runs out of time; None for any.
        hold: Number of further queries after which one waits until the server is closed.
        queries: Each query that was answered, in order.
        requests: (method, User-Agent, Accept, Authorization) of each request, in order.
        at_once: The largest number of requests that were there at a time.
    """

    def __init__(self) -> None:
        super().__init__(_Handler, "/sparql")
        self.facts = Facts()
        self.scripted: list[Scripted] = []
        self.left: int | None = None
        self.most: int | None = None
        self.hold: int | None = None
        self.held = threading.Event()
        self.queries: list[str] = []
        self.requests: list[tuple[str, ...]] = []
        self.at_once = 0
        self._now = 0
        self._lock = threading.Lock()

    def asked_twice(self) -> set[str]:
        return {query for query, times in Counter(self.queries).items() if times > 1}

    def reply(self, query: str) -> Scripted:
        if self.scripted:
            reply = self.scripted.pop(0)
            time.sleep(reply.delay)
            return reply
        if self.hold == 0:
            self.held.set()
            self.closing.wait()
        if self.left == 0:
            return Scripted(429, b"Too Many Requests", headers={"Retry-After": "3600"})
        if self.most is not None and query.count("wd:Q") > self.most:
            return Scripted(500, b"java.util.concurrent.TimeoutException: Query deadline expired")
        return self._answer(query)

    def counted(self, change: int) -> None:
        with self._lock:
            self._now += change
            self.at_once = max(self.at_once, self._now)

    def _answer(self, query: str) -> Scripted:
        self.left = None if self.left is None else self.left - 1
        self.hold = None if self.hold is None else self.hold - 1
        try:
            results = self.facts.stored().query(query)
        except SyntaxError as error:
            return Scripted(400, f"malformed: {error}".encode())
        self.queries.append(query)
        body = results.serialize(format=ox.QueryResultsFormat.JSON)
        return Scripted(200, body, "application/sparql-results+json;charset=utf-8")


class _Handler(LoopbackHandler):
    server: SparqlServer

    def answer(self) -> None:
        form = urlsplit(self.path).query
        if self.command == "POST":
            assert self.headers.get_content_type() == "application/x-www-form-urlencoded"
            form = self.read_body().decode()
        names = ("User-Agent", "Accept", "Authorization")
        self.server.requests.append((self.command, *(self.headers[n] or "" for n in names)))
        self.server.counted(1)
        try:
            path = urlsplit(self.path).path
            query = parse_qs(form).get("query", [""])[0]
            reply = self.server.reply(query) if path == "/sparql" else Scripted(404)
            self.server.counted(-1)
            self._send(reply)
        except BrokenPipeError:
            self.close_connection = True

    def _send(self, reply: Scripted) -> None:
        length = len(reply.body) + reply.cut
        headers = {"Content-Type": reply.type, "Content-Length": length, **reply.headers}
        self.reply(reply.status, reply.body, headers)
        if reply.cut:
            self.close_connection = True
