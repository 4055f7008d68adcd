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

from ...core.wikidata.items import Properties
from ...core.wikidata.sparql.batches import AnswerFile, Batches
from ...core.wikidata.sparql.client import PREFIXES, WIKIDATA, Endpoint, Row, SparqlClient, item_of
from ...core.wikidata.sparql.statements import ask_statements
from ...filters.text.words import plain
from .records import Kind, Names, Statement, stated
from .same_name import flat

logger = logging.getLogger(__name__)
_DEMONYM = "P1549"
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_SIGNS = re.compile(r"[^\w]|_")
_LETTERS = re.compile(r"ss|ae|oe|[a-z]", re.IGNORECASE)
_NOT_ASCII = "[\u00c0-\u024f]"
_TOO_MANY = "%s of %r: too many items have it, and are not seen"
_YEARS = 10  # in one query; all names of each are searched
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
            logger.warning(_TOO_MANY, property_, value)

        query = partial(having_query, property_=property_, languages=languages)
        return self._of_kind(values, query, languages, kind, too_much)

    def alike(
        self, property_: str, names: Mapping[str, Collection[str]], kind: Kind
    ) -> Mapping[str, Collection[str]]:
        """Returns the items of a kind whose label is a name but for accents and case, by name.

        Names can only be looked up as they are written, so that all of a year are searched.

        Raises:
            InputError: The endpoint gives no answer.
        """

        def too_much(year: str) -> None:
            logger.warning(_TOO_MANY, property_, year)

        query = partial(alike_query, property_=property_, names=names, kind=kind)
        rows = self._batches.ask_in_parts(sorted(names), query, _YEARS, too_much)
        found: dict[str, set[str]] = defaultdict(set)
        for label, ids in _by_name(rows).items():
            found[flat(label)] |= ids
        every = {name for several in names.values() for name in several}
        return {n: sorted(found[flat(n)], key=_number) for n in every if flat(n) in found}

    def _of_kind(
        self,
        names: Collection[str],
        query: partial[str],
        languages: Sequence[str],
        kind: Kind,
        too_much: Callable[[str], None] | None = None,
    ) -> Mapping[str, Collection[str]]:
        each = max(1, _LITERALS // max(1, len(languages)))
        todo = sorted(filter(str.strip, names))
        found = _by_name(self._batches.ask_in_parts(todo, query, each, too_much))
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
        found = ask_statements(self._batches, ids, properties)
        return {id_: stated(id_, of) for id_, of in found.items()}

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


def _by_name(rows: Iterable[Row]) -> Mapping[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        if (id_ := item_of(row.get("s"))) and "name" in row:
            found[row["name"].value.removesuffix("T00:00:00Z")].add(id_)
    return found


def _first(labels: Mapping[str, str], languages: Sequence[str]) -> str:
    """Returns the label in the first of some languages that has one, else in any."""
    ordered = [*(languages or ("en", "mul")), *sorted(labels)]
    return next((labels[code] for code in ordered if code in labels), "")


def _number(id_: str) -> int:
    return int(id_[1:])


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
    exact += [_instant(v) for v in values if _DATE.fullmatch(v)]
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


def alike_query(
    years: Sequence[str], property_: str, names: Mapping[str, Collection[str]], kind: Kind
) -> str:
    """Returns the query for the names that are like some names among the items of a year."""
    parts = [_names_of(year, property_, sorted(names[year]), kind) for year in years]
    return f"{PREFIXES}SELECT DISTINCT ?s ?name WHERE {{\n  {' UNION '.join(parts)}\n}}"


def _names_of(year: str, property_: str, names: Iterable[str], kind: Kind) -> str:
    first, last = _instant(f"{year}-01-01"), _instant(f"{year}-12-31")
    pattern = "|".join(map(_whatever_accents, names))
    return f"""{{
  ?s wdt:{property_} ?date .
  FILTER (?date >= {first} && ?date <= {last}){_of_kind(kind)}
  {{ ?s rdfs:label ?name }} UNION {{ ?s skos:altLabel ?name }}
  FILTER (REGEX(STR(?name), {_literal(f"^({pattern})$")}, "i"))
}}"""


def _instant(day: str) -> str:
    return f'"{day}T00:00:00Z"^^xsd:dateTime'


def _whatever_accents(name: str) -> str:
    """Returns a pattern of the spellings of a name that differ in accents and signs."""
    return _LETTERS.sub(_spelled, _SIGNS.sub(".", plain(name)))


def _spelled(letters: re.Match[str]) -> str:
    """Returns a pattern of a letter, and of two that may be written as one: ß, æ."""
    one = letters[0]
    return f"({one}|{_NOT_ASCII})" if len(one) > 1 else f"[{one}{_NOT_ASCII[1:]}"


def kind_query(ids: Sequence[str], kind: Kind) -> str:
    """Returns the query for the items of a kind among some."""
    return f"""{PREFIXES}SELECT DISTINCT ?s WHERE {{
  VALUES ?s {{ {_items(ids)} }}{_of_kind(kind)}
}}"""


def _of_kind(kind: Kind) -> str:
    """Returns the conditions for an item of a kind, from the item upwards."""
    wanted = [*([("P31", kind.classes)] if kind.classes else []), *kind.where.items()]
    return "".join(
        f"""
  ?s wdt:{property_}/wdt:P279* ?value{number} .
  FILTER (?value{number} IN ({", ".join(f"wd:{id_}" for id_ in sorted(values))}))"""
        for number, (property_, values) in enumerate(wanted)
    )


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
