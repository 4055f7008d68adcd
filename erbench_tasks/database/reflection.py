"""The tables of a database with their keys, in one form for all engines.

Tables are built from what the catalogue says, rather than by SQLAlchemy's `autoload_with`: that
stops at a foreign key to a table that does not exist or cannot be seen.
"""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    ForeignKeyConstraint,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    inspect,
)
from sqlalchemy.engine.interfaces import ReflectedColumn
from sqlalchemy.engine.reflection import ObjectKind, ObjectScope
from sqlalchemy.exc import DBAPIError, NoSuchTableError, SAWarning
from sqlalchemy.types import TypeEngine

from ...core.errors import InputError
from .catalog import COLUMNS, FOREIGN_KEYS, LISTED, ask
from .column_types import comparable_type, duckdb_type
from .database_errors import driver_message, input_errors

Bind = Engine | Connection
_Name = tuple["str | None", str]


def table_names(bind: Bind, schema: str | None = None, *, views: bool = False) -> list[str]:
    """Returns the names of a schema's tables, sorted; None is the default schema.

    With `views`, those of views and of the partitions of a table are among them.

    Raises:
        InputError: The database cannot be read.
    """
    with connected(bind) as connection:
        listed = _Reflection(connection, MetaData()).listed(schema)
        return sorted(name for name, is_table in listed.items() if is_table or views)


def reflect_all(bind: Bind, names: Iterable[str], schema: str | None = None) -> MetaData:
    """Reflects tables, and those that they refer to, with few questions to the catalogue.

    Returns:
        The tables with their primary and foreign keys. A foreign key to a table that does not
        exist, or that this user cannot see, is left out. Names are always quoted in queries.

    Raises:
        NoSuchTableError: One of `names` does not exist.
        InputError: The database cannot be read.
    """
    with connected(bind) as connection:
        reflection = _Reflection(connection, MetaData())
        reflection.add([reflection.find(name, schema) for name in names])
    return reflection.metadata


def reflect_table(bind: Bind, name: str, metadata: MetaData, schema: str | None = None) -> Table:
    """Reflects one table or view, and what it refers to, unless `metadata` has it already.

    Raises:
        NoSuchTableError: It does not exist.
        InputError: The database, or the table, cannot be read.
    """
    if (known := metadata.tables.get(_key((schema, name)))) is not None:
        return known
    with connected(bind) as connection:
        reflection = _Reflection(connection, metadata)
        found = reflection.find(name, schema)
        reflection.add([found])
    if _key(found) not in metadata.tables:
        reason = reflection.left_out.get(found, "the database cannot describe it")
        raise InputError(f"{name!r} cannot be read: {reason}")
    return metadata.tables[_key(found)]


@contextmanager
def connected(bind: Bind) -> Iterator[Connection]:
    """Gives a connection, whose errors are those of the user's input (`InputError`)."""
    opened = bind.connect() if isinstance(bind, Engine) else nullcontext(bind)
    with input_errors(bind.engine), opened as connection:
        yield connection


class _ForeignKey(NamedTuple):
    """A foreign key as it is declared; without `targets` it refers to the primary key."""

    source: _Name
    target: _Name
    columns: list[str]
    targets: list[str]


class _Reflection:
    """Puts tables of a database into a `MetaData`; what has been asked for is kept.

    Attributes:
        metadata: The tables so far.
        left_out: Each table or view that cannot be described, to the reason.
    """

    def __init__(self, connection: Connection, metadata: MetaData) -> None:
        self.metadata = metadata
        self.left_out: dict[_Name, str] = {}
        self._connection = connection
        self._dialect = connection.dialect.name
        self._inspector = inspect(connection)
        self._listed: dict[str | None, dict[str, bool]] = {}
        self._keys: dict[str | None, dict[str, list[_ForeignKey]]] = {}

    def listed(self, schema: str | None) -> dict[str, bool]:
        """Returns for each table and view of a schema whether it is a table.

        No table is a partition, or one that inherits all of its columns: its rows are another's.
        """
        if schema not in self._listed:
            rows = ask(self._connection, LISTED, schema)
            self._listed[schema] = {name: bool(is_table) for name, is_table in rows}
        return self._listed[schema]

    def find(self, name: str, schema: str | None) -> _Name:
        """Returns a table or view as the database spells it.

        Raises:
            NoSuchTableError: It does not exist.
        """
        if schema == self._inspector.default_schema_name:
            schema = None
        if (spelled := _spelled(name, self.listed(schema))) is None:
            raise NoSuchTableError(name)
        return schema, spelled

    def add(self, names: Iterable[_Name]) -> None:
        """Adds tables, and those that they refer to, with their keys."""
        keys: list[_ForeignKey] = []
        tried: set[_Name] = set()
        while wanted := [n for n in names if n not in tried and _key(n) not in self.metadata]:
            tried.update(wanted)
            for schema in dict.fromkeys(schema for schema, _ in wanted):
                self._describe([name for other, name in wanted if other == schema], schema)
            new = [key for n in wanted if _key(n) in self.metadata for key in self._keys_of(*n)]
            keys += new
            names = dict.fromkeys(key.target for key in new)
        for key in keys:
            self._link(key)

    def _describe(self, names: list[str], schema: str | None) -> None:
        """Adds tables together or, if one of them cannot be described, each by itself."""
        try:
            if self._dialect == "duckdb":
                self._describe_by_duckdb(names, schema)
            else:
                self._describe_by_sqlalchemy(names, schema)
        except DBAPIError as error:
            if error.connection_invalidated:
                raise
            if len(names) == 1:
                self.left_out[schema, names[0]] = driver_message(error)
                return
            for name in names:
                self._describe([name], schema)

    def _describe_by_duckdb(self, names: list[str], schema: str | None) -> None:
        rows = ask(self._connection, COLUMNS, schema)
        for name, group in groupby(rows, key=itemgetter(0)):
            if name in names:
                about = list(group)
                columns = [_column(row[1], duckdb_type(row[2]), *row[3:5]) for row in about]
                self._add_table((schema, name), columns, about[0][6] or (), about[0][5])

    def _describe_by_sqlalchemy(self, names: list[str], schema: str | None) -> None:
        inspector, every = self._inspector, (schema, names, ObjectKind.ANY, ObjectScope.ANY)
        with _quietly():
            columns = inspector.get_multi_columns(*every)
            keys = inspector.get_multi_pk_constraint(*every)
            is_commented = inspector.dialect.supports_comments
            comments = inspector.get_multi_table_comment(*every) if is_commented else {}
        for name, found in columns.items():
            # SQLite allows a column without a name, and SQLAlchemy does not.
            made = [self._made(column) for column in found if column["name"].strip()]
            declared = keys[name]["constrained_columns"] if keys.get(name) else []  # a view's: None
            comment = comments[name]["text"] if name in comments else None
            self._add_table(name, made, [*map(self._column_name, declared)], comment)

    def _made(self, found: ReflectedColumn) -> Column[Any]:
        name, kind = self._column_name(found["name"]), comparable_type(found["type"], self._dialect)
        return _column(name, kind, found["nullable"], found.get("comment"))

    def _column_name(self, name: str) -> str:
        """Returns a column's name; SQLAlchemy leaves MySQL's quoting of a backtick in it."""
        return name.replace("``", "`") if self._dialect in ("mysql", "mariadb") else name

    def _add_table(
        self, name: _Name, columns: list[Column[Any]], key: Collection[str], comment: str | None
    ) -> None:
        quotes: dict[str, Any] = {"quote": True, "quote_schema": True}
        table = Table(name[1], self.metadata, *columns, schema=name[0], comment=comment, **quotes)
        if key and set(key) <= {*table.columns.keys()}:
            table.append_constraint(PrimaryKeyConstraint(*key))

    def _keys_of(self, schema: str | None, name: str) -> Iterator[_ForeignKey]:
        """Yields the foreign keys of a table whose target can be seen, as it is spelled."""
        if schema not in self._keys:
            self._keys[schema] = _foreign_keys(ask(self._connection, FOREIGN_KEYS, schema), schema)
        for key in self._keys[schema].get(name, []):
            where, target = key.target
            try:
                yield key._replace(target=self.find(target, where))
            except NoSuchTableError:
                continue

    def _link(self, key: _ForeignKey) -> None:
        """Adds a foreign key, unless something that it refers to does not exist."""
        source = self.metadata.tables[_key(key.source)]
        target = self.metadata.tables.get(_key(key.target))
        if target is None:
            return
        mine = _spelled_columns(key.columns, source)
        theirs = _spelled_columns(key.targets or target.primary_key.columns.keys(), target)
        pairs = [*zip(mine, theirs, strict=False)]
        known = [
            [(element.parent.key, element.column.key) for element in other.elements]
            for other in source.foreign_key_constraints
            if other.referred_table is target
        ]
        # MariaDB keeps a key that is declared twice.
        if len(mine) == len(theirs) == len(key.columns) and pairs not in known:
            columns = [target.columns[name] for name in theirs]
            source.append_constraint(ForeignKeyConstraint(mine, columns))


def _key(name: _Name) -> str:
    """Returns a table's key in a `MetaData`."""
    return name[1] if name[0] is None else f"{name[0]}.{name[1]}"


def _column(name: str, kind: TypeEngine[Any], nullable: bool, comment: str | None) -> Column[Any]:
    return Column(name, kind, key=name, quote=True, nullable=nullable, comment=comment)


def _spelled(name: str, names: Collection[str]) -> str | None:
    """Returns a name as it is spelled among others: exactly so, or in upper and lower case."""
    folded = (other for other in names if other.casefold() == name.casefold())
    return name if name in names else next(folded, None)


def _spelled_columns(names: Iterable[str], table: Table) -> list[str]:
    """Returns the names as the table spells them, without those that it does not have."""
    found = (_spelled(name, table.columns.keys()) for name in names)
    return [name for name in found if name is not None]


def _foreign_keys(
    rows: Iterable[Sequence[Any]], schema: str | None
) -> dict[str, list[_ForeignKey]]:
    """Returns the foreign keys of a schema, by table."""
    found: dict[str, list[_ForeignKey]] = defaultdict(list)
    for (table, _), group in groupby(rows, key=itemgetter(0, 1)):
        _, _, columns, schemas, tables, targets = zip(*group, strict=True)
        target = (schemas[0] or schema, tables[0])
        named = [*filter(None, targets)]
        found[table].append(_ForeignKey((schema, table), target, [*columns], named))
    return found


@contextmanager
def _quietly() -> Iterator[None]:
    """Keeps SQLAlchemy from warning of unknown types, and of keys that we read ourselves."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Did not recognize type", SAWarning)
        warnings.filterwarnings("ignore", "Could not instantiate type", SAWarning)  # INTEGER(1)
        warnings.filterwarnings("ignore", "Unknown schema content", SAWarning)  # MySQL's keys
        yield
