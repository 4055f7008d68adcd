"""The tables of a database with their keys, in one form for all engines.

Tables are built from what the catalogue says, rather than by SQLAlchemy's `autoload_with`: that
stops at a foreign key to a table that does not exist or cannot be seen. SQLAlchemy also reads some
keys from the text of a definition, and stumbles over a name with a dot, a comma or a bracket;
duckdb-engine (with SQLAlchemy 2.1) asks for tables of PostgreSQL's catalogue that DuckDB lacks. So
keys, and DuckDB's tables, are read from the catalogues; they know a `schema`, or else the default.
"""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
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
    text,
)
from sqlalchemy.engine.interfaces import ReflectedColumn
from sqlalchemy.engine.reflection import ObjectKind, ObjectScope
from sqlalchemy.exc import DBAPIError, NoSuchTableError, SAWarning
from sqlalchemy.types import TypeEngine

from ...core.errors import InputError
from .column_types import comparable_type, duckdb_type
from .snapshot import driver_message, input_errors

Bind = Engine | Connection
_Name = tuple["str | None", str]
_WARNINGS = "Did not recognize type|Could not instantiate type|Unknown schema content"

# name, whether it is a table: no view, partition or table of an extension or another server
_LISTED = {
    "sqlite": """
        select name, type = 'table' from sqlite_master
        where type in ('table', 'view') and name not like 'sqlite\\_%' escape '\\'
            and lower(coalesce(:schema, 'main')) = 'main'
    """,
    "postgresql": """
        select t.relname, t.relkind in ('r', 'p')
            and not exists (
                select from pg_catalog.pg_depend as e where e.objid = t.oid
                    and e.deptype = 'e' and e.classid = cast('pg_catalog.pg_class' as regclass))
            and not exists (
                select from pg_catalog.pg_inherits as i where i.inhrelid = t.oid and not exists (
                    select from pg_catalog.pg_attribute as a where a.attrelid = t.oid
                        and a.attnum > 0 and not a.attisdropped and a.attinhcount = 0))
        from pg_catalog.pg_class as t
        join pg_catalog.pg_namespace as n on n.oid = t.relnamespace
        where t.relkind in ('r', 'p', 'v', 'm', 'f') and t.relpersistence != 't'
            and (n.nspname = :schema or cast(:schema as text) is null
                and pg_catalog.pg_table_is_visible(t.oid)
                and n.nspname not in ('pg_catalog', 'information_schema'))
    """,
    "mysql": """
        select table_name, table_type not like '%VIEW' from information_schema.tables
        where table_schema = coalesce(:schema, database()) and table_type != 'SEQUENCE'
    """,
    "duckdb": """
        select table_name, table_type != 'VIEW' from information_schema.tables
        where table_catalog = current_database() and table_type != 'LOCAL TEMPORARY'
            and table_schema = coalesce(:schema, current_schema())
    """,
}
# table, key, column, schema of the target, target, column of the target
_FOREIGN_KEYS = {
    "sqlite": """
        select t.name, f.id, f."from", null, f."table", f."to"
        from sqlite_master as t join pragma_foreign_key_list(t.name) as f
        where t.type = 'table' order by t.name, f.id, f.seq
    """,
    "postgresql": """
        select t.relname, k.oid, a.attname,
            case when s.oid != n.oid and (cast(:schema as text) is not null
                or not pg_catalog.pg_table_is_visible(r.oid)) then s.nspname end,
            r.relname, b.attname
        from pg_catalog.pg_constraint as k
        join pg_catalog.pg_class as t on t.oid = k.conrelid
        join pg_catalog.pg_namespace as n on n.oid = t.relnamespace
        join pg_catalog.pg_class as r on r.oid = k.confrelid
        join pg_catalog.pg_namespace as s on s.oid = r.relnamespace
        cross join unnest(k.conkey, k.confkey) with ordinality as c(mine, other, place)
        join pg_catalog.pg_attribute as a on a.attrelid = t.oid and a.attnum = c.mine
        join pg_catalog.pg_attribute as b on b.attrelid = r.oid and b.attnum = c.other
        left join pg_catalog.pg_constraint as whole on whole.oid = k.conparentid
        where k.contype = 'f' and (n.nspname = :schema
                or cast(:schema as text) is null and pg_catalog.pg_table_is_visible(t.oid))
            and whole.conrelid is distinct from k.conrelid
        order by t.relname, k.oid, c.place
    """,
    "mysql": """
        select table_name, constraint_name, column_name,
            nullif(referenced_table_schema, table_schema), referenced_table_name,
            referenced_column_name
        from information_schema.key_column_usage
        where table_schema = coalesce(:schema, database()) and referenced_table_name is not null
        order by table_name, constraint_name, ordinal_position
    """,
    "duckdb": """
        select table_name, constraint_index, unnest(constraint_column_names), null,
            referenced_table, unnest(referenced_column_names)
        from (from duckdb_constraints() order by table_name, constraint_index)
        where database_name = current_database() and constraint_type = 'FOREIGN KEY'
            and schema_name = coalesce(:schema, current_schema())
    """,
}
# table, column, type, whether it may be NULL, comment, the table's comment and primary key
_COLUMNS = """
    select table_name, column_name, data_type, is_nullable, c.comment, t.comment,
        k.constraint_column_names
    from duckdb_columns() as c
    join (
        select database_name, schema_name, table_name, comment from duckdb_tables()
        union all
        select database_name, schema_name, view_name, comment from duckdb_views()
    ) as t using (database_name, schema_name, table_name)
    left join (from duckdb_constraints() where constraint_type = 'PRIMARY KEY') as k
        using (database_name, schema_name, table_name)
    where database_name = current_database()
        and schema_name = coalesce(:schema, current_schema())
    order by table_name, column_index
"""


def table_names(bind: Bind, schema: str | None = None, *, views: bool = False) -> list[str]:
    """Returns the names of a schema's tables, sorted; None is the default schema.

    With `views`, those of views and of the partitions of a table are among them. This and the
    other functions raise an InputError if the database cannot be read.
    """
    with connected(bind) as connection:
        listed = _Reflection(connection, MetaData()).listed(schema)
        return sorted(name for name, is_table in listed.items() if is_table or views)


def reflect_all(bind: Bind, names: Iterable[str], schema: str | None = None) -> MetaData:
    """Reflects tables, and those that they refer to, with few questions to the catalogue.

    They have their primary and foreign keys. A foreign key to a table that does not exist, or that
    this user cannot see, is left out. Names are always quoted in queries.

    Raises:
        NoSuchTableError: One of `names` does not exist.
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
    """Puts tables of a database into a `MetaData`; what has been asked for is kept."""

    def __init__(self, connection: Connection, metadata: MetaData) -> None:
        self.metadata = metadata
        self.left_out: dict[_Name, str] = {}  # what cannot be described, to the reason
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
            rows = _ask(self._connection, _LISTED, schema)
            self._listed[schema] = {name: bool(is_table) for name, is_table in rows}
        return self._listed[schema]

    def find(self, name: str, schema: str | None) -> _Name:
        """Returns a table or view as the database spells it, or raises a NoSuchTableError."""
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
        rows = _ask(self._connection, {"duckdb": _COLUMNS}, schema)
        for name, group in groupby(rows, key=itemgetter(0)):
            if name in names:
                about = list(group)
                columns = [_column(row[1], duckdb_type(row[2]), *row[3:5]) for row in about]
                self._add_table((schema, name), columns, about[0][6] or (), about[0][5])

    def _describe_by_sqlalchemy(self, names: list[str], schema: str | None) -> None:
        inspector, every = self._inspector, (schema, names, ObjectKind.ANY, ObjectScope.ANY)
        with warnings.catch_warnings():  # of unknown types, and of keys that we read ourselves
            warnings.filterwarnings("ignore", _WARNINGS, SAWarning)
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
            rows = _ask(self._connection, _FOREIGN_KEYS, schema)
            self._keys[schema] = _foreign_keys(rows, schema)
        for key in self._keys[schema].get(name, []):
            where, target = key.target
            with suppress(NoSuchTableError):
                yield key._replace(target=self.find(target, where))

    def _link(self, key: _ForeignKey) -> None:
        """Adds a foreign key, unless something that it refers to does not exist."""
        source = self.metadata.tables[_key(key.source)]
        target = self.metadata.tables.get(_key(key.target))
        if target is None:
            return
        mine = _spelled_columns(key.columns, source)
        theirs = _spelled_columns(key.targets or target.primary_key.columns.keys(), target)
        if len(mine) == len(theirs) == len(key.columns):
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
    return [found for name in names if (found := _spelled(name, table.columns.keys())) is not None]


def _foreign_keys(
    rows: Iterable[Sequence[Any]], schema: str | None
) -> dict[str, list[_ForeignKey]]:
    """Returns the foreign keys of a schema, by table."""
    found: dict[str, list[_ForeignKey]] = defaultdict(list)
    for (table, _), group in groupby(rows, key=itemgetter(0, 1)):
        _, _, columns, schemas, tables, targets = zip(*group, strict=True)
        target = (schemas[0] or schema, tables[0])
        key = _ForeignKey((schema, table), target, [*columns], [*filter(None, targets)])
        if key not in found[table]:  # MariaDB keeps one that is declared twice
            found[table].append(key)
    return found


def _ask(
    connection: Connection, queries: Mapping[str, str], schema: str | None
) -> Sequence[Sequence[Any]]:
    """Returns the rows of the query for an engine."""
    engine = connection.dialect.name.replace("mariadb", "mysql")
    return connection.execute(text(queries[engine]), {"schema": schema}).all()
