"""The specification of a domain's database: joins and aliases as the tables have them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlalchemy
import yaml

from ...core.untrusted_text import read_text
from ..generator import Benchmark
from ..spec.spec_file import spec_of
from .database import metadata_of
from .described import provenance
from .domain import AskedRelation, Domain

_HEAD = """\
# What is asked of the domain {name}, from Wikidata ({source}).
# Made by `erbench-track generate erbench --source wikidata`; docs/reference/specification.md
# explains it. Questions are about the first value of a property; the others are right as well.
"""


def specification(domain: Domain, source: str) -> str:
    """Returns the specification, as YAML.

    Args:
        domain: The domain.
        source: Where its database is from, in words.
    """
    said: str = yaml.safe_dump(specified(domain), sort_keys=False, allow_unicode=True, width=100)
    return _HEAD.format(name=domain.name, source=" ".join(source.split())) + said


def specified(domain: Domain) -> dict[str, Any]:
    """Returns the values of the specification."""
    content: dict[str, Any] = {"name": domain.name}
    if domain.personal_data is not None:
        content["personal_data"] = domain.personal_data
    content["relations"] = {name: _relation(domain, row) for name, row in domain.relations.items()}
    content["aliases"] = {
        attribute: alias
        for row in domain.relations.values()
        for attribute, path in row.attributes.items()
        if (alias := _alias(domain, attribute, path))
    }
    for field in ("kinds", "leave_out", "questions"):
        if getattr(domain, field):
            content[field] = getattr(domain, field)
    return content


def check_questions(domain: Domain, path: Path) -> None:
    """Refuses questions that do not fit, before anything is asked for: they are put to no rows.

    Args:
        domain: The domain.
        path: Its file.

    Raises:
        InputError: A question or a wording is wrong; the file, the line and the field are named.
    """
    spec = spec_of(specified(domain), read_text(path), str(path))
    engine = sqlalchemy.create_engine("sqlite://", poolclass=sqlalchemy.StaticPool)
    metadata_of(domain).create_all(engine)
    for _ in Benchmark(spec, path, engine).items():
        raise AssertionError("an item of an empty database")


def wording_files(domain: Domain, path: Path) -> Iterator[Path]:
    """Yields the files beside a domain's file that its questions name as wordings."""
    for question in domain.questions:
        for name in [question.get("template"), *question.get("templates", ())]:
            if isinstance(name, str) and (path.parent / name).is_file():
                yield path.parent / name


def _relation(domain: Domain, relation: AskedRelation) -> dict[str, Any]:
    joined: dict[str, Any] = {domain.main: domain.main}  # name in the specification to table
    attributes = {
        attribute: _column(domain, path, joined) for attribute, path in relation.attributes.items()
    }
    found: dict[str, Any] = {"tables": list(joined.values()), "attributes": attributes,
                             "entity": relation.entity,
                             "popularity": f"{domain.main}.sitelinks"}  # fmt: skip
    asked = {f"{name}.position": 1 for name in joined if _is_statements(domain, name, joined)}
    if asked:
        found["ask_where"] = asked
    if described := provenance(domain, relation):
        found["wikidata"] = described
    if relation.pages:
        found["pages"] = relation.pages
    if relation.statements:
        found["statements"] = relation.statements
    return found


def _column(domain: Domain, path: str, joined: dict[str, Any]) -> str:
    """Returns the column of a path, and joins the tables on the way to it."""
    *way, (last, column) = domain.steps(path)
    here = domain.main
    for table, name in way:
        statements = f"{here}_{name}"
        own = f"{table}_{name}"
        joined.setdefault(statements, {
            "table": own, **({} if own == statements else {"as": statements}),
            "along": f"{statements}.{table}",
        })  # fmt: skip
        here = statements
        value = domain.tables[table].properties[name].table
        if value is not None and last != own:
            here = f"{statements}_{value}"
            joined.setdefault(here, {
                "table": value, "as": here, "along": f"{statements}.{name}",
            })  # fmt: skip
    return f"{here}.{column or domain.tables[last].label}"


def _is_statements(domain: Domain, name: str, joined: dict[str, Any]) -> bool:
    table = joined[name]["table"] if isinstance(joined[name], dict) else joined[name]
    return table not in domain.tables


def _alias(domain: Domain, attribute: str, path: str) -> dict[str, Any]:
    """Returns the other spellings of an attribute, if it is an item's label or a coordinate."""
    *way, (last, column) = domain.steps(path)
    if column:
        row = domain.tables[way[-1][0]].properties[way[-1][1]]
        return {"decimals": 2} if column in ("latitude", "longitude") and row.kind else {}
    table = domain.tables[last]
    found: dict[str, Any] = {
        "table": f"{last}_alias",
        "match": {attribute: f"{last}.{table.label}"},
        "through": {f"{last}_alias.{last}": f"{last}.id"},
    }
    return {**found, "surname": True} if table.surname else found
