"""Names and statements from a SPARQL endpoint: Wikidata's own, or any store with a copy of it.

The queries are plain SPARQL 1.1 over Wikidata's RDF. An item that was merged into another one is
followed (`owl:sameAs`).
"""

from __future__ import annotations

import datetime
import logging
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import get_args

from ...core.wikidata.items import Properties
from ...core.wikidata.sparql.batches import AnswerFile, Batches
from ...core.wikidata.sparql.client import PREFIXES, WIKIDATA, Endpoint, Row, SparqlClient, item_of
from ...core.wikidata.values import (
    Reference,
    Special,
    Text,
    Value,
    point,
    quantity,
    rdf_time,
)
from .records import Kind, Names, Rank, Statement

logger = logging.getLogger(__name__)
# The value with what a mere literal does not say.
_VALUE_NODE = """\
  OPTIONAL { ?st ?full ?time . ?time wikibase:timeValue ?o ; wikibase:timePrecision ?precision .
             OPTIONAL { ?time wikibase:timeCalendarModel ?calendar } }
  OPTIONAL { ?st ?full ?number .
             ?number wikibase:quantityAmount ?o ; wikibase:quantityUnit ?unit }"""
_DEMONYM = "P1549"
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_POINT = re.compile(r"(<[^>]*> )?Point\(", re.IGNORECASE)
_LITERALS = 400  # names in one query, each once per language
_ESCAPES = {"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r", "\t": r"\t"}


@contextmanager
def open_service(
    url: str = WIKIDATA,
    *,
    contact: str | None = None,
    cache: Path | None = None,
    resume: bool = False,
) -> Iterator[QueryService]:
    """Opens an endpoint.

    Args:
        url: Its URL.
        contact: The user's mail address or URL; by default `ERBENCH_TRACK_CONTACT`.
        cache: Folder that keeps the answers; None keeps none.
        resume: Whether answers of this month that are already there are used.

    Yields:
        What sends one request at a time.

    Raises:
        InputError: The URL or the contact is malformed, or the folder holds answers and `resume` is
            not set.
    """
    client = SparqlClient(Endpoint.parse(url), contact)
    answers = AnswerFile(cache, resume=resume) if cache else None
    try:
        yield QueryService(Batches(client, answers, f"{datetime.date.today():%Y-%m}"))
    finally:
        client.close()
        if answers is not None:
            answers.close()


class QueryService:
    """Wikidata behind a SPARQL endpoint."""

    def __init__(self, batches: Batches) -> None:
        """Takes what sends the queries."""
        self._batches = batches

    def named(
        self, names: Collection[str], languages: Sequence[str], kind: Kind
    ) -> Mapping[str, Collection[str]]:
        """Returns the items of a kind whose label or alias is one of some names, by name.

        Raises:
            InputError: The endpoint gives no answer.
        """
        return self._of_kind(names, partial(named_query, languages=languages), languages, kind)

    def having(
        self, property_: str, values: Collection[str], languages: Sequence[str], kind: Kind
    ) -> Mapping[str, Collection[str]]:
        """Returns the items of a kind that have a text, a date or an item of a name by it.

        Raises:
            InputError: The endpoint gives no answer.
        """

        def too_much(value: str) -> None:
            logger.warning("%s of %r: too many items have it, and are not seen", property_, value)

        query = partial(having_query, property_=property_, languages=languages)
        return self._of_kind(values, query, languages, kind, too_much)

    def _of_kind(
        self,
        names: Collection[str],
        query: partial[str],
        languages: Sequence[str],
        kind: Kind,
        too_much: Callable[[str], None] | None = None,
    ) -> Mapping[str, Collection[str]]:
        each = max(1, _LITERALS // max(1, len(languages)))
        found: dict[str, set[str]] = defaultdict(set)
        todo = sorted(filter(str.strip, names))
        for row in self._batches.ask_in_parts(todo, query, each, too_much):
            if (id_ := item_of(row.get("s"))) and "name" in row:
                found[row["name"].value.removesuffix("T00:00:00Z")].add(id_)
        fit = {id_ for ids in found.values() for id_ in ids}
        if kind.classes or kind.where:
            rows = self._batches.ask_about(fit, partial(kind_query, kind=kind))
            fit = {id_ for row in rows if (id_ := item_of(row.get("s")))}
        return {name: sorted(ids & fit, key=_number) for name, ids in found.items()}

    def statements(
        self, ids: Collection[str], properties: Properties
    ) -> Mapping[str, Sequence[Statement]]:
        """Returns the statements of some items, with the qualifiers asked for, by item.

        Raises:
            InputError: The endpoint gives no answer.
        """
        qualified = self._qualified(ids, properties) if any(properties.values()) else {}
        found: dict[str, dict[str, Statement]] = defaultdict(dict)
        for row in self._batches.ask_about(ids, partial(statements_query, properties=properties)):
            id_, property_, rank = item_of(row.get("s")), _last(row, "p"), _rank(row)
            if id_ is not None and rank is not None and "st" in row:
                node = row["st"].value
                value = _value(row) if "o" in row else Special.NONE
                said = qualified.get(node, {})
                found[id_][node] = Statement(id_, property_, value, rank, said)
        return {id_: [each[node] for node in sorted(each)] for id_, each in found.items()}

    def _qualified(
        self, ids: Collection[str], properties: Properties
    ) -> Mapping[str, Mapping[str, Sequence[Value]]]:
        found: dict[str, dict[str, list[Value]]] = defaultdict(lambda: defaultdict(list))
        for row in self._batches.ask_about(ids, partial(qualifiers_query, properties=properties)):
            if "st" in row and "o" in row:
                values = found[row["st"].value][_last(row, "q")]
                if (value := _value(row)) not in values:
                    values.append(value)
        return found

    def names(self, ids: Collection[str], languages: Sequence[str]) -> Mapping[str, Names]:
        """Returns the names of some items in some languages, in all if none is named, by item.

        Raises:
            InputError: The endpoint gives no answer.
        """
        labels: dict[str, dict[str, str]] = defaultdict(dict)
        every: dict[str, dict[str, None]] = defaultdict(dict)
        for row in self._batches.ask_about(ids, partial(names_query, languages=languages)):
            id_ = item_of(row.get("s"))
            if id_ is None or "name" not in row:
                continue
            every[id_][row["name"].value] = None
            if "lang" in row:
                labels[id_][row["lang"].value] = row["name"].value
        return {
            id_: Names(_first(labels[id_], languages), tuple(sorted(names)))
            for id_, names in every.items()
        }

    def above(self, ids: Collection[str], property_: str) -> Mapping[str, Collection[str]]:
        """Returns the items that a property leads to, however many steps, with the item itself.

        Raises:
            InputError: The endpoint gives no answer.
        """
        found: dict[str, set[str]] = {id_: {id_} for id_ in ids}
        for row in self._batches.ask_about(ids, partial(above_query, property_=property_)):
            id_, other = item_of(row.get("s")), item_of(row.get("o"))
            if id_ in found and other is not None:
                found[id_].add(other)
        return found


def _first(labels: Mapping[str, str], languages: Sequence[str]) -> str:
    """Returns the label in the first of some languages that has one, else in any."""
    ordered = [*(languages or ("en", "mul")), *sorted(labels)]
    return next((labels[code] for code in ordered if code in labels), "")


def _number(id_: str) -> int:
    return int(id_[1:])


def _last(row: Row, name: str) -> str:
    return row[name].value.rpartition("/")[2] if name in row else ""


def _rank(row: Row) -> Rank | None:
    said = _last(row, "rank").partition("#")[2].removesuffix("Rank").lower()
    return next((rank for rank in get_args(Rank) if rank == said), None)


def _value(row: Row) -> Value:
    """Returns the value of a row; whatever is not understood is unknown, and nothing is wrong."""
    term = row["o"]
    if term.type != "literal":
        id_ = item_of(term)
        return Special.UNKNOWN if id_ is None else Reference(id_)
    if "precision" in row:
        calendar = row["calendar"].value if "calendar" in row else ""
        return rdf_time(term.value, row["precision"].value, calendar) or Special.UNKNOWN
    if "unit" in row:
        return quantity(term.value, row["unit"].value) or Special.UNKNOWN
    return point(term.value) if _POINT.match(term.value) else Text(term.value, "")


def _literal(text: str, language: str = "") -> str:
    """Returns a string of SPARQL; nothing in the text can end it."""
    inner = "".join(
        _ESCAPES.get(char) or (char if char.isprintable() else f"\\U{ord(char):08X}")
        for char in text.encode("utf-8", "replace").decode()
    )
    return f'"{inner}"' + (f"@{language}" if language else "")


def _literals(names: Iterable[str], languages: Sequence[str]) -> str:
    return " ".join(_literal(name, language) for name in names for language in languages)


def _items(ids: Iterable[str]) -> str:
    return " ".join(f"wd:{id_}" for id_ in ids)


def named_query(names: Sequence[str], languages: Sequence[str]) -> str:
    """Returns the query for the items with some labels or aliases."""
    return f"""{PREFIXES}SELECT DISTINCT ?s ?name WHERE {{
  VALUES ?name {{ {_literals(names, languages)} }}
  {{ ?s rdfs:label ?name }} UNION {{ ?s skos:altLabel ?name }}
}}"""


def having_query(values: Sequence[str], property_: str, languages: Sequence[str]) -> str:
    """Returns the query for the items that have a text, a date or an item of a name by it."""
    exact = [*map(_literal, values)]
    exact += [f'"{v}T00:00:00Z"^^xsd:dateTime' for v in values if _DATE.fullmatch(v)]
    return f"""{PREFIXES}SELECT DISTINCT ?s ?name WHERE {{
  {{
    VALUES ?name {{ {" ".join(exact)} }}
    ?s wdt:{property_} ?name .
  }} UNION {{
    VALUES ?name {{ {_literals(values, languages)} }}
    {{ ?o rdfs:label ?name }} UNION {{ ?o skos:altLabel ?name }}
    ?s wdt:{property_} ?o .
  }}
}}"""


def kind_query(ids: Sequence[str], kind: Kind) -> str:
    """Returns the query for the items of a kind among some, from the items upwards."""
    wanted = [*([("P31", kind.classes)] if kind.classes else []), *kind.where.items()]
    conditions = "".join(
        f"""
  ?s wdt:{property_}/wdt:P279* ?value{number} .
  FILTER (?value{number} IN ({", ".join(f"wd:{id_}" for id_ in sorted(values))}))"""
        for number, (property_, values) in enumerate(wanted)
    )
    return f"""{PREFIXES}SELECT DISTINCT ?s WHERE {{
  VALUES ?s {{ {_items(ids)} }}{conditions}
}}"""


def statements_query(ids: Sequence[str], properties: Collection[str]) -> str:
    """Returns the query for all statements with some properties: a row each, of any rank."""
    paths = " ".join(f"(wd:{p} p:{p} ps:{p} psv:{p})" for p in sorted(properties))
    return f"""{PREFIXES}SELECT ?s ?st ?p ?rank ?o ?precision ?calendar ?unit WHERE {{
  VALUES ?s {{ {_items(ids)} }}
  VALUES (?p ?claim ?value ?full) {{ {paths} }}
  {{ ?s ?claim ?st }} UNION {{ ?s owl:sameAs ?target . ?target ?claim ?st }}
  ?st wikibase:rank ?rank .
  OPTIONAL {{ ?st ?value ?o }}
{_VALUE_NODE}
}}"""


def qualifiers_query(ids: Sequence[str], properties: Properties) -> str:
    """Returns the query for what qualifies the statements of `statements_query`."""
    paths = " ".join(
        f"(p:{p} wd:{q} pq:{q} pqv:{q})"
        for p, qualifiers in sorted(properties.items())
        for q in sorted(qualifiers)
    )
    return f"""{PREFIXES}SELECT ?st ?q ?o ?precision ?calendar ?unit WHERE {{
  VALUES ?s {{ {_items(ids)} }}
  VALUES (?claim ?q ?value ?full) {{ {paths} }}
  {{ ?s ?claim ?st }} UNION {{ ?s owl:sameAs ?target . ?target ?claim ?st }}
  ?st ?value ?o .
{_VALUE_NODE}
}}"""


def names_query(ids: Sequence[str], languages: Sequence[str]) -> str:
    """Returns the query for labels (with their language) and aliases of some items.

    Args:
        ids: Their ids.
        languages: The languages; without any, names in all languages and demonyms are asked for.
    """
    items = _items(ids)
    codes = ", ".join(map(_literal, languages))
    wanted = f"FILTER (LANG(?name) IN ({codes}))" if languages else ""
    demonyms = "" if languages else f" UNION {{ ?s wdt:{_DEMONYM} ?name }}"
    return f"""{PREFIXES}SELECT DISTINCT ?s ?name ?lang WHERE {{
  {{
    VALUES ?s {{ {items} }}
    {{ ?s rdfs:label ?name }} UNION {{ ?s owl:sameAs/rdfs:label ?name }}
    {wanted}
    BIND (LANG(?name) AS ?lang)
  }} UNION {{
    VALUES ?s {{ {items} }}
    {{ ?s skos:altLabel ?name }} UNION {{ ?s owl:sameAs/skos:altLabel ?name }}{demonyms}
    {wanted}
  }}
}}"""


def above_query(ids: Sequence[str], property_: str) -> str:
    """Returns the query for what a property leads to, however many steps."""
    return f"""{PREFIXES}SELECT DISTINCT ?s ?o WHERE {{
  VALUES ?s {{ {_items(ids)} }}
  {{ ?s wdt:{property_}+ ?o }} UNION {{ ?s owl:sameAs/wdt:{property_}* ?o }}
}}"""
