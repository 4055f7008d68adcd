"""The queries: plain SPARQL 1.1 over Wikidata's RDF, so that any store with a copy answers them.

That is the model of Wikidata's full RDF dumps and its query service: `p:` leads to a statement,
`ps:` to its value, `pq:` to a qualifier, `wikibase:BestRank` marks the statements of best rank.
No service, hint or function of one engine is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..graph.properties import Property

REACH = 100_000  # most statements of a property that are searched for heads: OFFSET costs time
SLICE = 100  # statements that one query for heads looks at
END_TIME = "P582"
_PREFIXES = """\
PREFIX wd: <http://www.wikidata.org/entity/>
PREFIX wdt: <http://www.wikidata.org/prop/direct/>
PREFIX p: <http://www.wikidata.org/prop/>
PREFIX ps: <http://www.wikidata.org/prop/statement/>
PREFIX pq: <http://www.wikidata.org/prop/qualifier/>
PREFIX wikibase: <http://wikiba.se/ontology#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
"""


def claims_query(
    subjects: Sequence[str], properties: Mapping[str, Property], *, is_truthy: bool = False
) -> str:
    """Returns the query for all claims of best rank: subject, property, value, end time.

    The properties come last: stores that keep our order go from the subjects to their statements,
    and not through all statements with these properties.

    Args:
        subjects: Ids of entities.
        properties: The properties that count, by their ids.
        is_truthy: Whether the store holds the claims of best rank without their statements, and
            so without end times.
    """
    if is_truthy:
        direct = " ".join(f"(wd:{id_} wdt:{id_})" for id_ in properties)
        return f"""{_PREFIXES}SELECT DISTINCT ?s ?p ?o WHERE {{
  VALUES ?s {{ {_items(subjects)} }}
  ?s ?claim ?o .
  VALUES (?p ?claim) {{ {direct} }}
}}"""
    paths = " ".join(f"(wd:{id_} p:{id_} ps:{id_})" for id_ in properties)
    return f"""{_PREFIXES}SELECT DISTINCT ?s ?p ?o ?end WHERE {{
  VALUES ?s {{ {_items(subjects)} }}
  ?s ?claim ?st .
  ?st a wikibase:BestRank ; ?value ?o .
  OPTIONAL {{ ?st pq:{END_TIME} ?end }}
  VALUES (?p ?claim ?value) {{ {paths} }}
}}"""


def entities_query(ids: Sequence[str], classes: Iterable[str]) -> str:
    """Returns the query for labels and types: one row for each of them.

    Labels are English, or those that Wikidata has for all languages (`mul`).

    A type is asked for from the entity upwards, which is cheap: it has few superclasses.

    Args:
        ids: Ids of entities.
        classes: Ids of the classes that matter.
    """
    items = _items(ids)
    named = ", ".join(f"wd:{id_}" for id_ in sorted(classes))
    return f"""{_PREFIXES}SELECT DISTINCT ?s ?label ?lang ?class WHERE {{
  {{
    VALUES ?s {{ {items} }}
    ?s rdfs:label ?label .
    BIND (LANG(?label) AS ?lang)
    FILTER (?lang IN ("en", "mul"))
  }} UNION {{
    VALUES ?s {{ {items} }}
    ?s wdt:P31/wdt:P279* ?class .
    FILTER (?class IN ({named}))
  }}
}}"""


def any_statement_query() -> str:
    """Returns the query that shows whether a store has statements with ranks."""
    return f"{_PREFIXES}SELECT ?st WHERE {{ ?st a wikibase:BestRank }} LIMIT 1"


def size_query(property_id: str, *, is_truthy: bool = False) -> str:
    """Returns the query for the number of statements of a property, at most `REACH`."""
    inner = f"SELECT ?s WHERE {{ {_claim(property_id, is_truthy)} }} LIMIT {REACH}"
    return f"{_PREFIXES}SELECT (COUNT(*) AS ?n) WHERE {{ {{ {inner} }} }}"


def slice_query(property_id: str, offset: int, *, is_truthy: bool = False) -> str:
    """Returns the query for the subjects of `SLICE` statements of a property.

    Args:
        property_id: Id of the property.
        offset: Number of statements before these, in the store's order.
        is_truthy: As for `claims_query`.
    """
    where = f"SELECT ?s WHERE {{ {_claim(property_id, is_truthy)} }}"
    return f"{_PREFIXES}{where} OFFSET {offset} LIMIT {SLICE}"


def _claim(property_id: str, is_truthy: bool) -> str:
    return f"?s {'wdt' if is_truthy else 'p'}:{property_id} ?st"


def _items(ids: Iterable[str]) -> str:
    return " ".join(f"wd:{id_}" for id_ in ids)
