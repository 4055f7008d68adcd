"""The tables of a database with their keys, in one form for all engines.

Tables are built from what the catalogue says, rather than by SQLAlchemy's `autoload_with`: that
stops at a foreign key to a table that does not exist or cannot be seen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    ForeignKeyConstraint,
    MetaData,
    PrimaryKeyConstraint,
    Table,
)

from ...core.errors import InputError
from .catalog import Catalog, ForeignKeyInfo, TableInfo, spelled
from .database_errors import input_errors

Bind = Engine | Connection
_Name = tuple["str | None", str]


def table_names(bind: Bind, schema: str | None = None) -> list[str]:
    """Returns the names of the tables, sorted.

    Views, and the partitions of a table, are not among them.

    Args:
        bind: The database, or a connection such as that of a snapshot.
        schema: The schema to look in; None is the default one.

    Raises:
        InputError: The database cannot be read.
    """
    with connected(bind) as connection:
        return sorted(Catalog(connection).table_names(schema))


def reflect_all(bind: Bind, names: Iterable[str], schema: str | None = None) -> MetaData:
    """Reflects tables, and those that they refer to, with few questions to the catalogue.

    Args:
        bind: The database, or a connection such as that of a snapshot.
        names: The tables or views.
        schema: Their schema; None is the default one.

    Returns:
        The tables with their primary and foreign keys. A foreign key to a table that does not
        exist, or that this user cannot see, is left out. Names are always quoted in queries.

    Raises:
        NoSuchTableError: One of `names` does not exist.
        InputError: The database cannot be read.
    """
    metadata = MetaData()
    with connected(bind) as connection:
        reflect(Catalog(connection), names, schema, metadata)
    return metadata


def reflect_table(bind: Bind, name: str, metadata: MetaData, schema: str | None = None) -> Table:
    """Reflects one table, and those that it refers to, unless `metadata` has it already.

    Args:
        bind: The database, or a connection such as that of a snapshot.
        name: The table or view; where none is called so, `schema.table` is one of another schema.
        metadata: Where to put the tables.
        schema: Its schema; None is the default one.

    Raises:
        NoSuchTableError: It does not exist.
        InputError: The database, or the table, cannot be read.
    """
    known = metadata.tables.get(_key((schema, name)))
    if known is not None:
        return known
    with connected(bind) as connection:
        catalog = Catalog(connection)
        (table,) = reflect(catalog, [name], schema, metadata)
    if table is None:
        raise InputError(f"{name!r} cannot be read: {'; '.join(catalog.left_out.values())}")
    return table


def unique_keys(bind: Bind, name: str, schema: str | None = None) -> list[list[str]]:
    """Returns the columns of each unique constraint and unique index, besides the primary key.

    Indexes over some rows only, or over expressions, are not among them. Several rows may have
    NULL in a column of a unique key.

    Args:
        bind: The database, or a connection such as that of a snapshot.
        name: The table.
        schema: Its schema; None is the default one.

    Raises:
        NoSuchTableError: It does not exist.
        InputError: The database cannot be read.
    """
    with connected(bind) as connection:
        catalog = Catalog(connection)
        schema, actual = catalog.find(name, schema)
        keys = catalog.unique_keys(actual, schema)
    return sorted({tuple(key): key for key in keys}.values())


@contextmanager
def connected(bind: Bind) -> Iterator[Connection]:
    """Gives a connection, whose errors are those of the user's input.

    Raises:
        NoSuchTableError: As it is.
        InputError: The database cannot be read.
    """
    if isinstance(bind, Connection):
        with input_errors(bind.engine):
            yield bind
    else:
        with input_errors(bind), bind.connect() as connection:
            yield connection


def reflect(
    catalog: Catalog, names: Iterable[str], schema: str | None, metadata: MetaData
) -> list[Table | None]:
    """Reflects tables; those that they refer to are put into `metadata` as well.

    Args:
        catalog: The database's catalogue.
        names: The tables or views.
        schema: Their schema; None is the default one.
        metadata: Where to put the tables.

    Returns:
        The tables, aligned with `names`; None for one that the catalogue cannot describe.

    Raises:
        NoSuchTableError: One of `names` does not exist.
    """
    asked = [catalog.find(name, schema) for name in names]
    infos: dict[_Name, TableInfo] = {}
    links: list[tuple[_Name, _Name, ForeignKeyInfo]] = []
    wanted = set(asked)
    while wanted := {name for name in wanted if name not in infos and _key(name) not in metadata}:
        found = _described(catalog, wanted)
        infos |= found
        new = [link for name, info in found.items() for link in _links(catalog, name, info)]
        links += new
        wanted = {target for _, target, _ in new if target not in catalog.left_out}
    for (where, name), info in infos.items():
        _new_table(metadata, where, name, info)
    for source, target, key in links:
        _link(metadata.tables[_key(source)], metadata.tables.get(_key(target)), key)
    return [metadata.tables.get(_key(name)) for name in asked]


def _key(name: _Name) -> str:
    """Returns a table's key in a `MetaData`."""
    return name[1] if name[0] is None else f"{name[0]}.{name[1]}"


def _described(catalog: Catalog, names: Collection[_Name]) -> dict[_Name, TableInfo]:
    found: dict[_Name, TableInfo] = {}
    for schema in {schema for schema, _ in names}:
        here = [name for other, name in names if other == schema]
        described = catalog.describe(here, schema)
        found |= {(schema, name): described[name] for name in here if name in described}
    return found


def _links(
    catalog: Catalog, name: _Name, info: TableInfo
) -> Iterator[tuple[_Name, _Name, ForeignKeyInfo]]:
    schema = name[0]
    for key in info.foreign_keys:
        target = catalog.referred_name(key, schema)
        if target is not None:
            yield name, (catalog.own(key.schema or schema), target), key


def _new_table(metadata: MetaData, schema: str | None, name: str, info: TableInfo) -> None:
    columns = [
        Column(
            column,
            about.type,
            key=column,
            quote=True,
            nullable=about.nullable,
            comment=about.comment,
        )
        for column, about in info.columns.items()
    ]
    key = [PrimaryKeyConstraint(*info.primary_key)] if info.primary_key else []
    Table(
        name,
        metadata,
        *columns,
        *key,
        schema=schema,
        quote=True,
        quote_schema=True,
        comment=info.comment,
    )


def _link(source: Table, target: Table | None, key: ForeignKeyInfo) -> None:
    """Adds a foreign key, unless something that it refers to does not exist."""
    if target is None:
        return
    named = key.targets or [column.key for column in target.primary_key.columns]
    columns = _spelled(key.columns, source)
    targets = [target.columns[column] for column in _spelled(named, target)]
    if len(columns) == len(targets) == len(key.columns):
        known = [
            [(element.parent.key, element.column.key) for element in other.elements]
            for other in source.foreign_key_constraints
            if other.referred_table is target
        ]
        pairs = [(mine, other.key) for mine, other in zip(columns, targets, strict=True)]
        if pairs not in known:  # MariaDB keeps a key that is declared twice
            source.append_constraint(ForeignKeyConstraint(columns, targets))


def _spelled(columns: Iterable[str], table: Table) -> list[str]:
    """Returns the names as the table spells them, without those that it does not have."""
    found = (spelled(column, table.columns.keys()) for column in columns)
    return [column for column in found if column is not None]
