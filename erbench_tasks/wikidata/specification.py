"""The specification of a domain's database: a query per relation, and the spellings of values."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import sqlalchemy
from sqlalchemy.dialects import sqlite

from ...core.untrusted_text import read_text
from ..generator import Benchmark
from ..spec.reduced import dumped
from ..spec.spec_file import spec_of
from ..spec.wikidata import UNITS
from .database import metadata_of
from .domain import ASKED, SITELINKS, AskedRelation, Domain, Property

_HEAD = """\
# What is asked of the domain {name}, from Wikidata ({source}).
# Made by `erbench-track generate erbench --source wikidata`; docs/reference/specification.md
# explains it. Questions are about the first value of a property; the others are right as well.
"""
_NAMES = sqlite.dialect().identifier_preparer
_NAMES.reserved_words = {*_NAMES.reserved_words, "nothing", "regexp", "returning", "with"}
_quoted = _NAMES.quote


def specification(domain: Domain, source: str) -> str:
    """Returns the specification, as YAML.

    Args:
        domain: The domain.
        source: Where its database is from, in words.
    """
    head = _HEAD.format(name=domain.name, source=" ".join(source.split()))
    return head + dumped(specified(domain))


def specified(domain: Domain) -> dict[str, Any]:
    """Returns the values of the specification."""
    own = {} if domain.personal_data is None else {"personal_data": domain.personal_data}
    relations = {name: _relation(domain, row) for name, row in domain.relations.items()}
    return {"name": domain.name, **own, "relations": relations, "questions": domain.questions}


def check_questions(domain: Domain, path: Path) -> dict[str, str]:
    """Refuses questions that do not fit, before anything is asked for: they are put to no rows.

    Args:
        domain: The domain.
        path: Its file.

    Returns:
        The texts of the wordings beside the file that the questions use, by their names.

    Raises:
        InputError: A question or a wording is wrong; the file, the line and the field are named.
    """
    spec = spec_of(specified(domain), read_text(path), str(path))
    engine = sqlalchemy.create_engine("sqlite://", poolclass=sqlalchemy.StaticPool)
    metadata_of(domain).create_all(engine)
    benchmark = Benchmark(spec, path, engine)
    for _ in benchmark.items():
        raise AssertionError("an item of an empty database")
    texts = benchmark.wordings.texts(benchmark.wordings.files)
    return {name: text for name, text in texts.items() if (path.parent / name).is_file()}


def _relation(domain: Domain, relation: AskedRelation) -> dict[str, Any]:
    paths = relation.attributes.items()
    spellings = {attribute: _spellings(domain, path) for attribute, path in paths}
    joins: dict[str, str] = {}  # name in the query to the join
    first: dict[str, str] = {}  # name of statements to the condition for the first one
    columns = [_named(_column(domain, path, joins, first), attribute) for attribute, path in paths]
    columns.append(f"{_quoted(domain.main)}.{SITELINKS}")
    columns += [f"{' AND '.join(first.values())} AS {ASKED}"] if first else []
    lines = ["SELECT " + ",\n       ".join(columns), f"FROM {_quoted(domain.main)}"]
    found: dict[str, Any] = {
        "sql": "\n".join([*lines, *joins.values()]),
        "entity": relation.entity,
        "popularity": SITELINKS,
        "ask": ASKED if first else None,
        "spellings": {attribute: queries for attribute, queries in spellings.items() if queries},
        "kinds": {name: kind for name, kind in domain.kinds.items() if name in relation.attributes},
        "say": relation.say,
        "passages": relation.passages,
        "wikidata": _provenance(domain, relation),
    }
    return {field: value for field, value in found.items() if value}


def _named(column: str, attribute: str) -> str:
    name = _quoted(attribute)
    return column if column.endswith(f".{name}") else f"{column} AS {name}"


def _column(domain: Domain, path: str, joins: dict[str, str], first: dict[str, str]) -> str:
    """Returns the column of a path, and joins the tables on the way to it."""
    *way, (last, column) = domain.steps(path)
    here = domain.main
    for table, name in way:
        own, statements = f"{table}_{name}", f"{here}_{name}"
        joins.setdefault(statements, _join(own, statements, table, here, "id"))
        first[statements] = f"{_quoted(statements)}.position = 1"
        here, value = statements, domain.tables[table].properties[name].table
        if value is not None and last != own:
            here = f"{statements}_{value}"
            joins.setdefault(here, _join(value, here, "id", statements, name))
    return f"{_quoted(here)}.{_quoted(column or domain.tables[last].label)}"


def _join(table: str, name: str, column: str, other: str, key: str) -> str:
    table, called, column, other, key = map(_quoted, (table, name, column, other, key))
    renamed = "" if called == table else f" AS {called}"
    return f"JOIN {table}{renamed} ON {called}.{column} = {other}.{key}"


def _spellings(domain: Domain, path: str) -> list[str]:
    """Returns the queries for other spellings, of an item's label or a coordinate."""
    *way, (last, column) = domain.steps(path)
    if column:
        is_place = domain.tables[way[-1][0]].properties[way[-1][1]].kind == "coordinates"
        rounded = _select(f"DISTINCT {column}, printf('%.2f', {column}) AS rounded", _quoted(last))
        return [rounded] if is_place and column in ("latitude", "longitude") else []
    table, label = _quoted(last), _quoted(domain.tables[last].label)
    others = _select(f"t.{label}, a.alias", f"{last}_alias a JOIN {table} t ON t.id = a.{table}")
    word = f"replace({label}, rtrim({label}, replace({label}, ' ', '')), '')"
    # The last word of *Sammy Davis Jr.* is no name.
    surnames = f"{_select(f'{label}, {word} AS surname', table)} WHERE {label} NOT LIKE '% _r.'"
    return [others] + [surnames] * domain.tables[last].surname


def _select(columns: str, source: str) -> str:
    return f"SELECT {columns} FROM {source}"  # noqa: S608 -- names of the domain, by a pattern


def _provenance(domain: Domain, relation: AskedRelation) -> dict[str, Any]:
    """Returns where Wikidata has the attributes, by which `check` compares rows with it again."""
    main = domain.tables[domain.main]
    of = {path: attribute for attribute, path in relation.attributes.items()}
    described = {name: _described(domain, path, of) for path, name in of.items()}
    attributes = {name: fields for name, fields in described.items() if fields}
    if not attributes or main.label not in of:
        return {}
    label = of[main.label]
    found: dict[str, Any] = {
        "class": list(main.classes),
        "where": dict(main.where),
        "label": None if label == relation.entity[0] else label,
        "attributes": attributes,
    }
    return {field: value for field, value in found.items() if value}


def _described(domain: Domain, path: str, of: Mapping[str, str]) -> dict[str, Any]:
    """Returns where Wikidata has an attribute; nothing for the first table's label."""
    *way, (_, column) = domain.steps(path)
    if not way:
        return {}
    names = [name for _, name in way]
    row = domain.tables[way[-1][0]].properties[names[-1]]
    qualifier = row.qualifiers.get(column)
    above = ".".join(names if qualifier else names[:-1])
    if above and above not in of:
        return {}
    own = {"qualifier": qualifier.id} if qualifier else {"property": row.id}
    return own | ({"of": of[above]} if above else {}) | ({} if qualifier else _read_as(row, column))


def _read_as(row: Property, column: str) -> dict[str, Any]:
    found = {
        "part": {"year": "year", "month": column, "coordinates": column}.get(str(row.kind)),
        "at": row.at and row.at.isoformat(),
        "unit": next((name for name, of in UNITS.items() if row.unit.get(of.item) == 1), None),
    }
    return {field: value for field, value in found.items() if value}
