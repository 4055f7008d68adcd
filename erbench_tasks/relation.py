"""Reading a relation: tables joined along their declared foreign keys (Section 3.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy
from sqlalchemy.exc import NoSuchTableError, SQLAlchemyError

from .database import first_line
from .errors import InputError
from .spec import RelationSpec

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Relation:
    """The tuples of a relation, in an order that does not depend on the engine.

    Attributes:
        facts: Every tuple: what is true.
        asked: The tuples among them that questions are asked about.
        incomplete: Number of tuples left out since an attribute is NULL.
        unmatched: Number of rows of the first table that the joins lose.
    """

    facts: list[Row]
    asked: list[Row]
    incomplete: int
    unmatched: int


def read_relation(engine: sqlalchemy.Engine, name: str, spec: RelationSpec) -> Relation:
    """Reads the tuples of a relation.

    Args:
        engine: The database.
        name: Name of the relation in the specification, for errors.
        spec: The relation.

    Returns:
        Its tuples, each a mapping from attribute name to value.

    Raises:
        InputError: A table or column does not exist, or no single foreign key links a table.
    """
    try:
        tables = _reflect(engine, name, spec)
        asked = sqlalchemy.and_(
            sqlalchemy.true(),
            *(_column(tables, name, key) == value for key, value in spec.ask_where.items()),
        )
        columns = [_column(tables, name, column) for column in spec.attributes.values()]
        joined = _join(tables, name, spec)
        with engine.connect() as connection:
            query = sqlalchemy.select(*columns, asked).select_from(joined)
            found = {tuple(row) for row in connection.execute(query)}
            unmatched = _unmatched(connection, tables[spec.tables[0]], joined)
    except SQLAlchemyError as error:
        raise InputError(f"relations.{name}: cannot be read: {first_line(error)}") from error
    needed = [index for index, key in enumerate(spec.attributes) if key not in spec.may_be_null]
    complete = sorted((row for row in found if _is_complete(row, needed)), key=_order)
    pairs = [(dict(zip(spec.attributes, row[:-1], strict=True)), bool(row[-1])) for row in complete]
    return Relation(
        facts=[values for values, _ in pairs],
        asked=[values for values, is_asked in pairs if is_asked],
        incomplete=len(found) - len(complete),
        unmatched=unmatched,
    )


def _is_complete(row: tuple[Any, ...], needed: list[int]) -> bool:
    return all(row[index] is not None for index in needed)


def _unmatched(
    connection: sqlalchemy.Connection, first: sqlalchemy.Table, joined: sqlalchemy.FromClause
) -> int:
    """Counts the rows of the first table that have no matching tuple in the others."""
    key = list(first.primary_key.columns) or list(first.columns)
    rows = sqlalchemy.select(*key).distinct().subquery()
    kept = sqlalchemy.select(*key).select_from(joined).distinct().subquery()
    count = sqlalchemy.select(sqlalchemy.func.count())
    all_rows: int = connection.execute(count.select_from(rows)).scalar_one()
    return all_rows - int(connection.execute(count.select_from(kept)).scalar_one())


def _order(row: tuple[Any, ...]) -> list[str]:
    return [str(value) for value in row]


def _reflect(
    engine: sqlalchemy.Engine, name: str, spec: RelationSpec
) -> dict[str, sqlalchemy.Table]:
    metadata = sqlalchemy.MetaData()
    try:
        return {
            table: sqlalchemy.Table(table, metadata, autoload_with=engine) for table in spec.tables
        }
    except NoSuchTableError as error:
        existing = ", ".join(sorted(sqlalchemy.inspect(engine).get_table_names()))
        raise InputError(
            f"relations.{name}.tables: the database has no table {str(error)!r} "
            f"(it has: {existing})"
        ) from error


def _column(tables: dict[str, sqlalchemy.Table], name: str, column: str) -> sqlalchemy.Column[Any]:
    table, _, key = column.partition(".")
    if key not in tables[table].columns:
        existing = ", ".join(tables[table].columns.keys())
        raise InputError(f"relations.{name}: no column {column!r}; {table} has: {existing}")
    return tables[table].columns[key]


def _join(
    tables: dict[str, sqlalchemy.Table], name: str, spec: RelationSpec
) -> sqlalchemy.FromClause:
    joined: sqlalchemy.FromClause = tables[spec.tables[0]]
    for index, table in enumerate(spec.tables[1:], start=1):
        before = [tables[other] for other in spec.tables[:index]]
        condition = _foreign_key(before, tables[table], name)
        joined = joined.join(tables[table], condition, isouter=table in spec.optional)
    return joined


def _foreign_key(
    before: list[sqlalchemy.Table], table: sqlalchemy.Table, name: str
) -> sqlalchemy.ColumnElement[bool]:
    """Returns the join condition of the one foreign key between a table and those before it."""
    constraints = [
        constraint
        for source, targets in [(table, before), *((other, [table]) for other in before)]
        for constraint in source.foreign_key_constraints
        if constraint.referred_table in targets
    ]
    if len(constraints) != 1:
        names = ", ".join(other.name for other in before)
        raise InputError(
            f"relations.{name}.tables: {len(constraints) or 'no'} foreign keys link "
            f"{table.name!r} to {names}; exactly one is needed"
        )
    elements = constraints[0].elements
    return sqlalchemy.and_(*(element.parent == element.column for element in elements))
