"""Statements from a query service, with their ranks, their qualifiers and full values.

An item that was merged into another one has the statements of that one (`owl:sameAs`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial

from ..items import Properties, Statement
from ..values import Reference, Special, Value, point, quantity, rdf_time, text, written
from .batches import Batches
from .client import PREFIXES, Row, item_of

_RANKS = {
    f"http://wikiba.se/ontology#{rank.capitalize()}Rank": rank
    for rank in ("preferred", "normal", "deprecated")
}
_WKT = "http://www.opengis.net/ont/geosparql#wktLiteral"
_TEXTS = (
    "",
    "http://www.w3.org/2001/XMLSchema#string",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString",
)
# What a literal alone does not say: how exact a time is, and the unit of a number.
_FULL_VALUE = """\
  OPTIONAL { ?st ?full ?time . ?time wikibase:timeValue ?o ; wikibase:timePrecision ?precision .
             OPTIONAL { ?time wikibase:timeCalendarModel ?calendar } }
  OPTIONAL { ?st ?full ?number .
             ?number wikibase:quantityAmount ?o ; wikibase:quantityUnit ?unit }"""


def ask_statements(
    batches: Batches, ids: Collection[str], properties: Properties
) -> Mapping[str, Mapping[str, Sequence[Statement]]]:
    """Returns all statements of some items, of any rank, by item and property.

    Args:
        batches: What sends the queries.
        ids: The items.
        properties: Which statements are wanted, and which qualifiers of theirs.

    Raises:
        InputError: The endpoint gives no answer.
    """
    qualified = _ask_qualifiers(batches, ids, {p: of for p, of in properties.items() if of})
    found: dict[str, dict[str, dict[str, Statement]]] = defaultdict(lambda: defaultdict(dict))
    for row in batches.ask_about(ids, partial(statements_query, set(properties))):
        subject, node = item_of(row.get("s")), _text(row, "st")
        property_, rank = _last(row, "p"), _RANKS.get(_text(row, "rank"))
        if subject is None or rank is None or property_ not in properties:
            continue
        said = {
            id_: tuple(sorted(values, key=written))
            for id_, values in qualified.get(node, {}).items()
            if id_ in properties[property_]
        }
        found[subject][property_][node] = Statement(value_of(row), rank, said)
    return {
        id_: {name: [every[node] for node in sorted(every)] for name, every in of.items()}
        for id_, of in found.items()
    }


def _ask_qualifiers(
    batches: Batches, ids: Collection[str], properties: Properties
) -> Mapping[str, Mapping[str, set[Value]]]:
    found: dict[str, dict[str, set[Value]]] = defaultdict(lambda: defaultdict(set))
    if properties:
        for row in batches.ask_about(ids, partial(qualifiers_query, properties)):
            found[_text(row, "st")][_last(row, "p")].add(value_of(row))
    return found


def value_of(row: Row) -> Value:
    """Returns the value of a row; whatever is not understood is unknown, and nothing is wrong."""
    term = row.get("o")
    if term is None:
        return Special.NONE
    if term.type != "literal":
        id_ = item_of(term)
        return Special.UNKNOWN if id_ is None else Reference(id_)
    if "precision" in row:
        found = rdf_time(term.value, _text(row, "precision"), _text(row, "calendar"))
        return found or Special.UNKNOWN
    if "unit" in row:
        return quantity(term.value, _text(row, "unit")) or Special.UNKNOWN
    if term.datatype == _WKT:
        return point(term.value)
    return text(term.value, term.language) if term.datatype in _TEXTS else Special.UNKNOWN


def _text(row: Row, name: str) -> str:
    return row[name].value if name in row else ""


def _last(row: Row, name: str) -> str:
    return _text(row, name).rpartition("/")[2]


def statements_query(properties: Collection[str], ids: Sequence[str]) -> str:
    """Returns the query for all statements with some properties: a row each, of any rank."""
    paths = " ".join(f"(wd:{p} p:{p} ps:{p} psv:{p})" for p in sorted(properties))
    return f"""{PREFIXES}SELECT DISTINCT ?s ?st ?p ?rank ?o ?precision ?calendar ?unit WHERE {{
  VALUES ?s {{ {_items(ids)} }}
  VALUES (?p ?claim ?value ?full) {{ {paths} }}
  {{ ?s ?claim ?st }} UNION {{ ?s owl:sameAs ?target . ?target ?claim ?st }}
  ?st wikibase:rank ?rank .
  OPTIONAL {{ ?st ?value ?o }}
{_FULL_VALUE}
}}"""


def qualifiers_query(properties: Properties, ids: Sequence[str]) -> str:
    """Returns the query for what qualifies the statements of `statements_query`."""
    paths = " ".join(
        f"(p:{p} wd:{q} pq:{q} pqv:{q})"
        for p, qualifiers in sorted(properties.items())
        for q in sorted(qualifiers)
    )
    return f"""{PREFIXES}SELECT DISTINCT ?st ?p ?o ?precision ?calendar ?unit WHERE {{
  VALUES ?s {{ {_items(ids)} }}
  VALUES (?claim ?p ?value ?full) {{ {paths} }}
  {{ ?s ?claim ?st }} UNION {{ ?s owl:sameAs ?target . ?target ?claim ?st }}
  ?st ?value ?o .
{_FULL_VALUE}
}}"""


def _items(ids: Iterable[str]) -> str:
    return " ".join(f"wd:{id_}" for id_ in ids)
