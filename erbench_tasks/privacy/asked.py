"""What a specification asks about people: it needs a reason, which is published with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import sqlalchemy

from ...core.errors import InputError
from ...core.untrusted_text import read_text
from ...core.yaml_files import parse_yaml
from ..database.database_errors import input_errors
from ..database.reflection import reflect_all, table_names
from ..relations.relation import Relation, base_table
from ..spec.reduced import reduced
from ..spec.spec import AliasSpec, BenchmarkSpec, RelationSpec, table_of
from ..spec.spec_file import place
from .names import name_words
from .personal import PersonalData, personal_column
from .tables import LinkedTable, personal_tables
from .values import MOST, personal_values

REMEDY = "`personal_data: <reason>`"
_MORE = 3
# The location of something in the specification, what it asks about, and what that is.
Found = tuple[list[Any], str, PersonalData]


def refuse_personal_data(
    spec: BenchmarkSpec,
    path: Path,
    relations: Mapping[str, Relation],
    engine: sqlalchemy.Engine,
    *,
    passages: bool = False,
) -> None:
    """Stops if a specification asks about personal data, and gives no reason.

    Args:
        spec: The specification.
        path: Its file.
        relations: The relations that it asks about.
        engine: The database.
        passages: Whether questions come with passages.

    Raises:
        InputError: It does; the message names what, where and the remedy.
    """
    if spec.personal_data is not None:
        return
    found = personal_data(path, relations, engine, passages=passages)
    if not found:
        return
    location, what, data = found[0]
    where = place(str(path), read_text(path), location)
    others = list(dict.fromkeys(name for _, name, _ in found if name != what))
    also = f", and so is {', '.join(others[:_MORE])}" if others else ""
    also += f", and {len(others) - _MORE} more" if len(others) > _MORE else ""
    raise InputError(
        f"{where}: {what} is personal data ({data}){also}: ask about "
        f"something else, or say at the top why this may be asked: {REMEDY}"
    )


def personal_data(
    path: Path,
    relations: Mapping[str, Relation],
    engine: sqlalchemy.Engine,
    *,
    passages: bool = False,
) -> list[Found]:
    """Returns what is personal of that which a specification asks about.

    Args:
        path: Its file.
        relations: The relations that it asks about.
        engine: The database.
        passages: Whether questions come with passages.
    """
    text = read_text(path)
    content = reduced(parse_yaml(text, str(path)), passages=passages)
    return list(_personal(BenchmarkSpec.model_validate(content), relations, engine))


def _personal(
    spec: BenchmarkSpec, relations: Mapping[str, Relation], engine: sqlalchemy.Engine
) -> Iterator[Found]:
    tables = _tables(spec, relations, engine)
    personal = personal_tables(tables.values())
    with input_errors(engine), engine.connect() as connection:
        for name, relation in spec.relations.items():
            for index, table in enumerate(relation.tables):
                real = base_table(relations[name].tables[table.name]).name
                if real in personal:
                    where = ["relations", name, "tables", index]
                    yield where, f"the table {real}", personal[real]
            values = _sample(connection, relations[name], relation)
            yield from _columns(name, relation, relations[name], tables, values)
    for attribute, alias in spec.aliases.items():
        yield from _aliases(attribute, alias, tables, personal)


def _tables(
    spec: BenchmarkSpec, relations: Mapping[str, Relation], engine: sqlalchemy.Engine
) -> dict[str, LinkedTable]:
    """Returns all tables of the database, and the views that are asked about."""
    names = table_names(engine, spec.database_schema)
    metadata = reflect_all(engine, names, spec.database_schema)
    found = {table.name: LinkedTable.of(table) for table in metadata.tables.values()}
    for name in spec.relations:
        for alias in relations[name].tables.values():
            table = base_table(alias)
            found.setdefault(table.name, LinkedTable.of(table))
    return found


def _sample(
    connection: sqlalchemy.Connection, relation: Relation, spec: RelationSpec
) -> dict[str, list[str]]:
    """Returns some values of each attribute."""
    columns = [relation.columns[name].label(f"c{i}") for i, name in enumerate(spec.attributes)]
    rows = connection.execute(
        sqlalchemy.select(*columns).select_from(relation.source).limit(MOST)
    ).all()
    return {
        name: [str(row[index]) for row in rows if row[index] is not None]
        for index, name in enumerate(spec.attributes)
    }


def _columns(
    name: str,
    spec: RelationSpec,
    relation: Relation,
    tables: Mapping[str, LinkedTable],
    values: Mapping[str, list[str]],
) -> Iterator[Found]:
    for attribute, columns in spec.attributes.items():
        where = ["relations", name, "attributes", attribute]
        for column in columns:
            alias, _, key = column.partition(".")
            table = base_table(relation.tables[alias])
            of_people = tables[table.name].is_of_people
            some = values[attribute] if len(columns) == 1 else []
            comment = table.columns[key].comment or ""
            data = personal_column(key, some, of_people=of_people, comment=comment)
            if data:
                yield where, f"{table.name}.{key}", data
        for key in spec.inside[attribute].key if attribute in spec.inside else ():
            if data := personal_column(key, values[attribute], of_people=False):
                yield where, attribute, data
        found = personal_values(values[attribute], name_words(attribute), of_people=False)
        if found and len(columns) > 1:
            yield where, attribute, PersonalData(found[0], f"by {found[1]:.0%} of its values")


def _aliases(
    attribute: str,
    alias: AliasSpec,
    tables: Mapping[str, LinkedTable],
    personal: Mapping[str, PersonalData],
) -> Iterator[Found]:
    if alias.table is None:
        return
    named = [alias.table, *map(table_of, alias.through.values())]
    if found := next((table for table in named if table in personal), None):
        yield ["aliases", attribute], f"the table {found}", personal[found]
    elif alias.table in tables:
        of_people = tables[alias.table].is_of_people
        for name in alias.alias:
            if data := personal_column(name, [], of_people=of_people):
                yield ["aliases", attribute], f"{alias.table}.{name}", data
