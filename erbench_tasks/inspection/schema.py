"""The schema of a database, as far as specifications need it.

What is passed over is passed over for a reason, which `Tables` and `TableSchema` keep.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import sqlalchemy
from sqlalchemy.exc import DBAPIError, NoSuchTableError, SQLAlchemyError

from ...core.errors import InputError
from ..database.catalog import Catalog, Listed
from ..database.column_types import instead
from ..database.database_errors import driver_message, shown
from ..database.reflection import connected, reflect


@dataclass(frozen=True)
class ForeignKey:
    """A foreign key.

    Attributes:
        columns: The columns that refer.
        table: The table that they refer to, called as `TableSchema.name` calls it.
        target: Its columns, in the same order.
        schema: The schema of that table; None if it is of the first one that is read.
        declared: Whether the database declares it; else names and values alone say so.
        through: The two keys that it stands for, if what it refers to lies behind a table that has
            one row for each, and no names: the person that a composer is.
    """

    columns: tuple[str, ...]
    table: str
    target: tuple[str, ...]
    schema: str | None = None
    declared: bool = True
    through: tuple[ForeignKey, ForeignKey] | None = None


_FIGURES = re.compile(r"\d+")
# Two that are numbered may be two sides: `team1` and `team2`.
_SEVERAL = 3


@dataclass(frozen=True)
class TableSchema:
    """A table or view.

    Attributes:
        table: The table, as SQLAlchemy describes it.
        name: What it is called: `schema.table` if it is not of the first schema that is read.
        schema: What a specification calls its schema; None if it is of the first one.
        key: Columns of the primary key; may be empty.
        uniques: Columns of each other unique key.
        foreign_keys: The foreign keys, in the order of their columns' names.
        ties: Foreign keys of one column to tables without names, which tie others together.
        is_view: Whether it is a view, which has no keys of its own.
        left_out: Columns that cannot be asked about, to the reason.
    """

    table: sqlalchemy.Table
    name: str
    schema: str | None
    key: tuple[str, ...]
    uniques: tuple[tuple[str, ...], ...] = ()
    foreign_keys: tuple[ForeignKey, ...] = ()
    ties: tuple[ForeignKey, ...] = ()
    is_view: bool = False
    left_out: dict[str, str] = field(default_factory=dict)

    @property
    def comment(self) -> str:
        """What the database says of the table, for people; empty if nothing."""
        return self.table.comment or ""

    @property
    def column_comments(self) -> dict[str, str]:
        """What the database says of its columns, of those of which it says something."""
        return {column.name: column.comment for column in self.table.columns if column.comment}

    @property
    def keys(self) -> list[tuple[str, ...]]:
        """The primary key, if there is one, and the other unique keys."""
        return [key for key in (self.key, *self.uniques) if key]

    @cached_property
    def numbered(self) -> frozenset[str]:
        """The columns of which several differ by a number alone, such as `player_1`, `player_2`.

        Which of them has what is mere chance, or a place in a list.
        """
        series: dict[str, list[str]] = {}
        for column in self.table.columns:
            series.setdefault(_FIGURES.sub("#", column.name.lower()), []).append(column.name)
        several = (s for stem, s in series.items() if "#" in stem and len(s) >= _SEVERAL)
        return frozenset(column for names in several for column in names)

    def is_linking(self, column: str) -> bool:
        """Tells whether a column belongs to a foreign key."""
        return any(column in key.columns for key in self.foreign_keys)


class Tables(dict[str, TableSchema]):
    """The tables that were read, by name, sorted.

    Attributes:
        schema: The schema of those whose name has none; None is the connection's default one.
        left_out: Tables and views that were not read, to the reason.
    """

    def __init__(self, schema: str | None = None) -> None:
        super().__init__()
        self.schema = schema
        self.left_out: dict[str, str] = {}


def read_schema(
    engine: sqlalchemy.Engine, schema: str | None = None, only: Sequence[str] = ()
) -> Tables:
    """Reads the tables of a database.

    Views, foreign tables, and partitions are read only if they are asked for; so are tables that
    inherit all of their columns from another, since their rows are that table's rows too.

    Args:
        engine: The database.
        schema: Schema of the tables, or several, separated by commas; by default the
            connection's.
        only: Names of the tables and views to read; none for all tables.

    Raises:
        InputError: There is no table, or not one that was asked for, or none can be read.
    """
    try:
        with connected(engine) as connection:
            return _Reader(connection, schema).read(only)
    except (SQLAlchemyError, NoSuchTableError) as error:
        raise InputError(f"the schema cannot be read: {driver_message(error)}") from error


class _Reader:
    """Reads the tables of some schemas through one connection."""

    def __init__(self, connection: sqlalchemy.Connection, schema: str | None) -> None:
        self._connection = connection
        self._catalog = Catalog(connection)
        self._metadata = sqlalchemy.MetaData()
        self._schemas = [self._catalog.own(name) for name in self._split(schema)]
        self._found = Tables(self._schemas[0])

    def read(self, only: Sequence[str]) -> Tables:
        listed: dict[tuple[str | None, str], Listed] = {
            (schema, name): about
            for schema in dict.fromkeys(self._schemas)
            for name, about in self._catalog.listed(schema).items()
        }
        named: dict[str, tuple[str | None, str]] = {}
        for key in listed:
            if named.setdefault(self._called(*key), key) != key:
                self._found.left_out[f"{key[0]}.{key[1]}"] = "another table is called so"
        if not any(about.kind == "table" or only for about in listed.values()):
            raise InputError(self._nothing(sorted(named)))
        for name in only:
            if name not in named:
                raise InputError(
                    f"--tables: there is no table {name!r}; there is {', '.join(sorted(named))}"
                )
        chosen = {
            name: key
            for name, key in sorted(named.items())
            if name in only or (not only and not self._passed_over(name, listed[key]))
        }
        for schema in self._schemas:  # few questions to the catalogue for all tables together
            here = [name for other, name in chosen.values() if other == schema]
            reflect(self._catalog, here, schema, self._metadata)
        for name, key in chosen.items():
            self._add(name, key, listed[key])
        if not self._found:
            raise InputError(f"no table can be read; {_listing(self._found.left_out)}")
        return self._found

    def _passed_over(self, name: str, about: Listed) -> bool:
        """Tells whether a table is not read unless it is asked for, and notes why."""
        reason = _passed_over(about)
        if reason:
            self._found.left_out[name] = f"{reason}; with --tables {name} it is read"
        return bool(reason)

    def _split(self, schema: str | None) -> Sequence[str | None]:
        if schema is None or "," not in schema or self._catalog.listed(schema):
            return [schema]
        return [part.strip() for part in schema.split(",") if part.strip()] or [schema]

    def _called(self, schema: str | None, name: str) -> str:
        """Returns what a table is called: with its schema, if that is not the first one."""
        other = self._other(schema)
        return name if other is None else f"{other}.{name}"

    def _other(self, schema: str | None) -> str | None:
        """Returns the name of a schema that is not the first one."""
        if schema == self._schemas[0]:
            return None
        return str(schema or self._connection.dialect.default_schema_name)

    def _nothing(self, views: Sequence[str]) -> str:
        asked = [name or self._connection.dialect.default_schema_name for name in self._schemas]
        others = [name for name in self._catalog.schemas() if name not in asked]
        database = shown(self._connection.engine.url)
        where = f"the schema {' or '.join(map(repr, asked))}" if others else database
        more = ", ..." if len(views) > 5 else ""
        named = f" (but views or the like; ask for them with --tables {','.join(views[:5])}{more})"
        remedy = f"; these schemas have some, name one or several with --schema: {','.join(others)}"
        return f"{where} has no tables{named if views else ''}{remedy if others else ''}"

    def _add(self, name: str, key: tuple[str | None, str], about: Listed) -> None:
        schema, actual = key
        (table,) = reflect(self._catalog, [actual], schema, self._metadata)
        if table is None:
            self._found.left_out[name] = f"cannot be read: {self._catalog.left_out[key]}"
            return
        unreadable = self._unreadable(table)
        if len(unreadable) == len(table.columns):
            reasons = [*dict.fromkeys(unreadable.values()), "cannot be read: it has no columns"]
            self._found.left_out[name] = reasons[0]
            return
        uniques = sorted(map(tuple, self._catalog.unique_keys(actual, schema)))
        foreign = sorted(self._foreign_keys(table), key=lambda key: key.columns)
        primary = tuple(column.name for column in table.primary_key)
        self._found[name] = TableSchema(
            table=table,
            name=name,
            schema=self._other(schema),
            key=() if unreadable.keys() & primary else primary,
            uniques=tuple(key for key in uniques if not unreadable.keys() & key),
            foreign_keys=tuple(key for key in foreign if not unreadable.keys() & key.columns),
            is_view=about.kind == "view",
            left_out=_of_other_types(table) | unreadable,
        )

    def _unreadable(self, table: sqlalchemy.Table) -> dict[str, str]:
        """Returns the columns that cannot be read, such as for want of a permission."""
        if not self._problem(list(table.columns)):
            return {}
        problems = {column.name: self._problem([column]) for column in table.columns}
        return {name: f"cannot be read: {problem}" for name, problem in problems.items() if problem}

    def _problem(self, columns: Sequence[sqlalchemy.Column[object]]) -> str:
        query = sqlalchemy.select(*columns).where(sqlalchemy.false())
        try:
            self._connection.execute(query).close()
        except DBAPIError as error:
            if error.connection_invalidated:
                raise
            self._connection.rollback()  # nothing is lost, and PostgreSQL asks for it
            return driver_message(error)
        return ""

    def _foreign_keys(self, table: sqlalchemy.Table) -> Iterator[ForeignKey]:
        for constraint in table.foreign_key_constraints:
            pairs = sorted(
                (element.parent.name, element.column.name) for element in constraint.elements
            )
            referred = constraint.referred_table
            yield ForeignKey(
                columns=tuple(source for source, _ in pairs),
                table=self._called(referred.schema, str(referred.name)),
                target=tuple(target for _, target in pairs),
                schema=self._other(referred.schema),
            )


def _passed_over(about: Listed) -> str:
    """Returns why a table is not read unless it is asked for; nothing if it is."""
    match about.kind:
        case "view":
            return "a view, which repeats rows of tables"
        case "part":
            return f"a part of the table {about.whole}, with which its rows are asked about"
        case "foreign":
            return "a table of another server"
        case "extension":
            return "a table of an extension"
    return ""


def _of_other_types(table: sqlalchemy.Table) -> dict[str, str]:
    """Returns the columns whose values have no text, with what to write instead."""
    written = {column.name: instead(column.type) for column in table.columns}
    return {
        column: f"{what}: {{column: {table.name}.{column}, {how}}}" if how else what
        for column, (what, how) in written.items()
        if what
    }


def _listing(reasons: dict[str, str]) -> str:
    shown = [f"{name}: {reason}" for name, reason in reasons.items()]
    return "; ".join(shown[:3]) + ("; ..." if len(shown) > 3 else "")
