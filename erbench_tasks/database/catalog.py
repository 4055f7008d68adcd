"""What a database's catalogue says about its tables and keys, in one form for all engines.

SQLAlchemy reads some keys from the text of a definition, and stumbles over a name with a dot, a
comma or a bracket; duckdb-engine (with SQLAlchemy 2.1) asks for tables of PostgreSQL's catalogue
that DuckDB lacks. So keys, and DuckDB's tables, are read from the catalogues directly.
"""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, inspect, text
from sqlalchemy.engine.interfaces import ReflectedColumn
from sqlalchemy.engine.reflection import ObjectKind, ObjectScope
from sqlalchemy.exc import DBAPIError, NoSuchTableError, SAWarning
from sqlalchemy.types import TypeEngine

from .column_types import Json, comparable_type, duckdb_type
from .database_errors import driver_message

# name, kind, the table that it is a part of
_LISTED = {
    "postgresql": """
        select t.relname,
            case when t.relkind in ('v', 'm') then 'view'
                when t.relkind = 'f' then 'foreign'
                when e.objid is not null then 'extension'
                when w.name is not null then 'part' else 'table' end,
            w.name
        from pg_catalog.pg_class as t
        join pg_catalog.pg_namespace as n on n.oid = t.relnamespace
        left join pg_catalog.pg_depend as e on e.objid = t.oid and e.deptype = 'e'
            and e.classid = cast('pg_catalog.pg_class' as regclass)
        left join lateral (
            select case when p.relnamespace = t.relnamespace then '' else s.nspname || '.' end
                || p.relname as name
            from pg_catalog.pg_inherits as i
            join pg_catalog.pg_class as p on p.oid = i.inhparent
            join pg_catalog.pg_namespace as s on s.oid = p.relnamespace
            where i.inhrelid = t.oid and not exists (
                select from pg_catalog.pg_attribute as a
                where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
                    and a.attinhcount = 0
            )
            order by i.inhseqno limit 1
        ) as w on true
        where t.relkind in ('r', 'p', 'v', 'm', 'f') and t.relpersistence != 't'
            and (n.nspname = :schema or cast(:schema as text) is null
                and pg_catalog.pg_table_is_visible(t.oid)
                and n.nspname not in ('pg_catalog', 'information_schema'))
        order by t.relname
    """,
    "mysql": """
        select table_name, case when table_type like '%VIEW' then 'view' else 'table' end, null
        from information_schema.tables
        where table_schema = coalesce(:schema, database()) and table_type != 'SEQUENCE'
        order by table_name
    """,
    "duckdb": """
        select name, kind, null from (
            select database_name, schema_name, table_name as name, 'table' as kind
            from duckdb_tables() where not temporary
            union all
            select database_name, schema_name, view_name, 'view'
            from duckdb_views() where not internal and not temporary
        )
        where database_name = current_database()
            and schema_name = coalesce(:schema, current_schema())
        order by name
    """,
}
_SCHEMAS_WITH_TABLES = {
    "postgresql": """
        select distinct n.nspname
        from pg_catalog.pg_class as t join pg_catalog.pg_namespace as n on n.oid = t.relnamespace
        where t.relkind in ('r', 'p') and t.relpersistence != 't' and n.nspname !~ '^pg_'
            and n.nspname != 'information_schema'
    """,
    "mysql": """
        select distinct table_schema from information_schema.tables
        where table_type not like '%VIEW' and table_schema not in
            ('information_schema', 'mysql', 'performance_schema', 'sys')
    """,
    "duckdb": """
        select distinct schema_name from duckdb_tables()
        where database_name = current_database() and not temporary
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
            case when s.oid = n.oid then null
                when cast(:schema as text) is null and pg_catalog.pg_table_is_visible(r.oid)
                then null else s.nspname end,
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
# table, key, column (NULL for an expression)
_UNIQUE_KEYS = {
    "sqlite": """
        select t.name, l.name, i.name
        from sqlite_master as t join pragma_index_list(t.name) as l
        join pragma_index_info(l.name) as i
        where t.type = 'table' and l."unique" and not l.partial and l.origin != 'pk'
        order by t.name, l.name, i.seqno
    """,
    "postgresql": """
        select t.relname, i.indexrelid, a.attname
        from pg_catalog.pg_index as i
        join pg_catalog.pg_class as t on t.oid = i.indrelid
        join pg_catalog.pg_namespace as n on n.oid = t.relnamespace
        cross join unnest(cast(i.indkey as int2[])) with ordinality as c(mine, place)
        left join pg_catalog.pg_attribute as a on a.attrelid = t.oid and a.attnum = c.mine
        where i.indisunique and not i.indisprimary and i.indisvalid and i.indpred is null
            and c.place <= i.indnkeyatts
            and (n.nspname = :schema
                or cast(:schema as text) is null and pg_catalog.pg_table_is_visible(t.oid))
        order by t.relname, i.indexrelid, c.place
    """,
    "mysql": """
        select table_name, index_name, column_name
        from information_schema.statistics
        where table_schema = coalesce(:schema, database()) and non_unique = 0
            and index_name != 'PRIMARY'
        order by table_name, index_name, seq_in_index
    """,
    "duckdb": """
        select table_name, key, unnest(columns) from (from (
            select database_name, schema_name, table_name, constraint_name as key,
                constraint_column_names as columns
            from duckdb_constraints() where constraint_type = 'UNIQUE'
            union all
            select database_name, schema_name, table_name, index_name,
                cast(expressions as varchar[])
            from duckdb_indexes() where is_unique
        ) order by table_name, key)
        where database_name = current_database()
            and schema_name = coalesce(:schema, current_schema())
    """,
}
# table, column (NULL for the table itself), comment
_COMMENTS = {
    "postgresql": """
        select t.relname, a.attname, d.description
        from pg_catalog.pg_description as d
        join pg_catalog.pg_class as t on t.oid = d.objoid
        join pg_catalog.pg_namespace as n on n.oid = t.relnamespace
        left join pg_catalog.pg_attribute as a on a.attrelid = t.oid and a.attnum = d.objsubid
            and d.objsubid > 0
        where d.classoid = cast('pg_catalog.pg_class' as regclass) and (n.nspname = :schema
                or cast(:schema as text) is null and pg_catalog.pg_table_is_visible(t.oid))
    """,
    "mysql": """
        select table_name, column_name, column_comment from information_schema.columns
        where table_schema = coalesce(:schema, database()) and column_comment != ''
        union all
        select table_name, null, table_comment from information_schema.tables
        where table_schema = coalesce(:schema, database()) and table_comment != ''
            and table_type not like '%VIEW'
    """,
    "duckdb": """
        select name, part, comment from (
            select database_name, schema_name, table_name as name, column_name as part, comment
            from duckdb_columns()
            union all
            select database_name, schema_name, table_name, null, comment from duckdb_tables()
            union all
            select database_name, schema_name, view_name, null, comment from duckdb_views()
        )
        where database_name = current_database() and comment is not null
            and schema_name = coalesce(:schema, current_schema())
    """,
}
# MariaDB keeps JSON as text, with a condition.
_JSON_OF_MARIADB = """
    select table_name, constraint_name from information_schema.check_constraints
    where constraint_schema = coalesce(:schema, database()) and level = 'Column'
        and check_clause = concat('json_valid(`', replace(constraint_name, '`', '``'), '`)')
"""
_IN_DUCKDB = (
    "database_name = current_database() and schema_name = coalesce(:schema, current_schema())"
)
_DUCKDB_COLUMNS = (
    "select table_name, column_name, data_type, is_nullable from duckdb_columns()"  # noqa: S608
    f" where {_IN_DUCKDB} order by table_name, column_index"
)
_DUCKDB_PRIMARY_KEYS = (
    "select table_name, constraint_column_names from duckdb_constraints()"  # noqa: S608
    f" where {_IN_DUCKDB} and constraint_type = 'PRIMARY KEY'"
)


@dataclass(frozen=True)
class ColumnInfo:
    """A column.

    Attributes:
        type: Its type, comparable between engines.
        nullable: Whether it may be NULL.
        comment: What the database says of it, for people.
    """

    type: TypeEngine[Any]
    nullable: bool = True
    comment: str | None = None


@dataclass(frozen=True)
class ForeignKeyInfo:
    """A foreign key as it is declared; what it refers to need not exist.

    Attributes:
        schema: Schema of the table that is referred to; None is that of the table that refers.
        table: The table that is referred to.
        columns: The columns that refer.
        targets: The columns referred to, in the same order; empty for the other's primary key.
    """

    schema: str | None
    table: str
    columns: list[str]
    targets: list[str]


@dataclass(frozen=True)
class TableInfo:
    """A table or view.

    Attributes:
        columns: By name, in order.
        primary_key: Columns of the primary key, in its order.
        foreign_keys: Every declared foreign key.
        comment: What the database says of it, for people.
    """

    columns: dict[str, ColumnInfo] = field(default_factory=dict)
    primary_key: list[str] = field(default_factory=list)
    foreign_keys: list[ForeignKeyInfo] = field(default_factory=list)
    comment: str | None = None


@dataclass(frozen=True)
class Listed:
    """What a name of a schema stands for.

    Attributes:
        kind: `table`; `view`, also a materialized one; `part`, a partition, or a table that
            inherits all of its columns, whose rows are those of another table too; `foreign`, a
            table of another server; `extension`, a table that an extension keeps.
        whole: The table that a part belongs to.
    """

    kind: str
    whole: str | None = None


class Catalog:
    """The tables that a connection can see; what has been asked for is kept.

    Attributes:
        left_out: (Schema, name) of each table or view that could not be described, to the reason.
    """

    def __init__(self, connection: Connection) -> None:
        """Asks nothing yet.

        Args:
            connection: The database.
        """
        self.left_out: dict[tuple[str | None, str], str] = {}
        self._connection = connection
        self._inspector = inspect(connection)
        self._listed: dict[str | None, dict[str, Listed]] = {}
        self._described: dict[tuple[str | None, str], TableInfo] = {}
        self._foreign_keys: dict[str | None, dict[str, list[ForeignKeyInfo]]] = {}
        self._unique_keys: dict[str | None, dict[str, list[list[str | None]]]] = {}
        self._comments: dict[str | None, dict[str, dict[str | None, str]]] = {}
        self._json: dict[str | None, set[tuple[str, str]]] = {}

    def own(self, schema: str | None) -> str | None:
        """Returns a schema as it is called here: None if it is the default one."""
        return None if schema == self._inspector.default_schema_name else schema

    def schemas(self) -> list[str]:
        """Returns the names of the schemas that have tables, sorted; SQLite has no schemas."""
        query = _SCHEMAS_WITH_TABLES.get(_engine(self._connection))
        return sorted(self._connection.execute(text(query)).scalars()) if query else []

    def listed(self, schema: str | None) -> dict[str, Listed]:
        """Returns the tables and views of a schema by name; None is the default schema."""
        if schema not in self._listed:
            query = _LISTED.get(_engine(self._connection))
            if query is None:
                self._listed[schema] = self._listed_by_sqlalchemy(schema)
            else:
                rows = self._connection.execute(text(query), {"schema": schema}).all()
                self._listed[schema] = {name: Listed(kind, whole) for name, kind, whole in rows}
        return self._listed[schema]

    def _listed_by_sqlalchemy(self, schema: str | None) -> dict[str, Listed]:
        found = dict.fromkeys(self._inspector.get_table_names(schema), Listed("table"))
        return found | dict.fromkeys(self._inspector.get_view_names(schema), Listed("view"))

    def table_names(self, schema: str | None) -> list[str]:
        """Returns the names of a schema's tables; None is the default schema."""
        return [name for name, about in self.listed(schema).items() if about.kind == "table"]

    def find(self, name: str, schema: str | None) -> tuple[str | None, str]:
        """Returns the schema of a table or view, and its name as the database spells it.

        Args:
            name: Its name; where no table is called so, `schema.table` names one of another
                schema.
            schema: The schema to look in first; None is the default one.

        Raises:
            NoSuchTableError: It does not exist.
        """
        schema = self.own(schema)
        if (found := spelled(name, self.listed(schema))) is not None:
            return schema, found
        for place in (place for place, char in enumerate(name) if char == "."):
            other, rest = self.own(name[:place]), name[place + 1 :]
            if (there := self._spelled_in(other, rest)) is not None:
                return other, there
        raise NoSuchTableError(name)

    def _spelled_in(self, schema: str | None, name: str) -> str | None:
        try:
            return spelled(name, self.listed(schema))
        except DBAPIError as error:
            if error.connection_invalidated:
                raise
            return None  # no such schema, or one that this user may not see

    def referred_name(self, key: ForeignKeyInfo, schema: str | None) -> str | None:
        """Returns the actual name of the table that a foreign key refers to, if it can be seen."""
        return self._spelled_in(self.own(key.schema or schema), key.table)

    def describe(self, names: Collection[str], schema: str | None) -> dict[str, TableInfo]:
        """Returns what is known of tables and views of a schema, by their actual names.

        One that cannot be described is not among them; `left_out` says why.
        """
        new = [name for name in names if (schema, name) not in self._described]
        if new and schema not in self._foreign_keys:
            self._foreign_keys[schema] = foreign_keys(self._connection, schema)
            self._comments[schema] = comments(self._connection, schema)
            self._json[schema] = _json_of_mariadb(self._connection, schema)
        for name, info in self._columns_and_keys(new, schema).items():
            for column, declared in info.columns.items():
                if (name, column) in self._json[schema]:
                    info.columns[column] = replace(declared, type=Json())
            keys = self._foreign_keys[schema].get(name, [])
            said = self._comments[schema].get(name, {})
            self._described[schema, name] = _commented(replace(info, foreign_keys=keys), said)
        found = {name: self._described.get((schema, name)) for name in names}
        for name, about in found.items():
            if about is None:
                self.left_out.setdefault((schema, name), "the database cannot describe it")
        return {name: about for name, about in found.items() if about is not None}

    def _columns_and_keys(self, names: list[str], schema: str | None) -> dict[str, TableInfo]:
        """Describes tables together or, if one of them cannot be described, each by itself."""
        if not names:
            return {}
        try:
            if self._connection.dialect.name == "duckdb":
                return _described_by_duckdb(self._connection, names, schema)
            with _quietly():
                return self._described_by_sqlalchemy(names, schema)
        except DBAPIError as error:
            if error.connection_invalidated:
                raise
            if len(names) == 1:
                self.left_out[schema, names[0]] = driver_message(error)
                return {}
        each = (self._columns_and_keys([name], schema) for name in names)
        return {name: info for one in each for name, info in one.items()}

    def _described_by_sqlalchemy(
        self, names: Collection[str], schema: str | None
    ) -> dict[str, TableInfo]:
        inspector, only = self._inspector, list(names)
        columns = inspector.get_multi_columns(schema, only, ObjectKind.ANY, ObjectScope.ANY)
        keys = inspector.get_multi_pk_constraint(schema, only, ObjectKind.ANY, ObjectScope.ANY)
        found = {key[1]: TableInfo(self._columns(some)) for key, some in columns.items()}
        for (_, name), primary_key in keys.items():
            if primary_key and name in found:  # MariaDB has None for a view
                key = [*map(self._column_name, primary_key["constrained_columns"])]
                if set(key) <= set(found[name].columns):
                    found[name].primary_key.extend(key)
        return found

    def _columns(self, found: list[ReflectedColumn]) -> dict[str, ColumnInfo]:
        dialect = self._connection.dialect.name
        return {
            self._column_name(column["name"]): ColumnInfo(
                comparable_type(column["type"], dialect), column["nullable"]
            )
            for column in found
            if column["name"].strip()  # SQLite allows none, and SQLAlchemy does not
        }

    def _column_name(self, name: str) -> str:
        """Returns a column's name; SQLAlchemy leaves MySQL's quoting of a backtick in it."""
        mysql = self._connection.dialect.name in ("mysql", "mariadb")
        return name.replace("``", "`") if mysql else name

    def unique_keys(self, name: str, schema: str | None) -> list[list[str]]:
        """Returns the unique keys over plain columns of a table, by its actual name."""
        columns = self.describe([name], schema)[name].columns
        if schema not in self._unique_keys:
            self._unique_keys[schema] = unique_keys(self._connection, schema)
        keys = self._unique_keys[schema].get(name, [])
        found = [[_column(part, columns) for part in key] for key in keys]
        return [[part for part in key if part is not None] for key in found if None not in key]


def spelled(name: str, names: Iterable[str]) -> str | None:
    """Returns a name as it is spelled among others: exactly so, or in upper and lower case."""
    known = list(names)
    folded = (other for other in known if other.casefold() == name.casefold())
    return name if name in known else next(folded, None)


def _column(part: str | None, columns: Collection[str]) -> str | None:
    """Returns the column of a part of an index, or None for an expression."""
    if part is None or part in columns:
        return part
    unquoted = part[1:-1].replace('""', '"')
    return unquoted if part == f'"{part[1:-1]}"' and unquoted in columns else None


@contextmanager
def _quietly() -> Iterator[None]:
    """Keeps SQLAlchemy from warning of unknown types, and of keys that we read ourselves."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Did not recognize type", SAWarning)
        warnings.filterwarnings("ignore", "Could not instantiate type", SAWarning)  # INTEGER(1)
        warnings.filterwarnings("ignore", "Unknown schema content", SAWarning)  # MySQL's keys
        yield


def foreign_keys(connection: Connection, schema: str | None) -> dict[str, list[ForeignKeyInfo]]:
    """Returns the foreign keys of every table of a schema, by table.

    Args:
        connection: The database.
        schema: The schema; None is the default one.
    """
    query = _FOREIGN_KEYS.get(_engine(connection))
    found: dict[str, list[ForeignKeyInfo]] = defaultdict(list)
    if query is None:
        for (_, table), keys in inspect(connection).get_multi_foreign_keys(schema).items():
            found[table] = [
                ForeignKeyInfo(
                    key["referred_schema"],
                    key["referred_table"],
                    key["constrained_columns"],
                    key["referred_columns"],
                )
                for key in keys
            ]
        return found
    rows = connection.execute(text(query), {"schema": schema}).all()
    for (table, _), group in groupby(rows, key=lambda row: (row[0], row[1])):
        parts = list(group)
        columns, targets = [row[2] for row in parts], [row[5] for row in parts if row[5]]
        found[table].append(ForeignKeyInfo(parts[0][3], parts[0][4], columns, targets))
    return found


def comments(connection: Connection, schema: str | None) -> dict[str, dict[str | None, str]]:
    """Returns the comments of every table of a schema that has some: by column, None for itself.

    Args:
        connection: The database.
        schema: The schema; None is the default one.
    """
    query = _COMMENTS.get(_engine(connection))
    found: dict[str, dict[str | None, str]] = defaultdict(dict)
    if query is not None:
        for table, column, comment in connection.execute(text(query), {"schema": schema}):
            found[table][column] = comment
    return found


def _json_of_mariadb(connection: Connection, schema: str | None) -> set[tuple[str, str]]:
    """Returns the table and the name of each column that MariaDB was told to be JSON."""
    if not getattr(connection.dialect, "is_mariadb", False):
        return set()
    rows = connection.execute(text(_JSON_OF_MARIADB), {"schema": schema})
    return {(table, column) for table, column in rows}


def _commented(info: TableInfo, said: Mapping[str | None, str]) -> TableInfo:
    columns = {
        name: replace(column, comment=said.get(name)) for name, column in info.columns.items()
    }
    return replace(info, columns=columns, comment=said.get(None))


def unique_keys(connection: Connection, schema: str | None) -> dict[str, list[list[str | None]]]:
    """Returns the columns of each unique constraint and index over all rows, by table.

    Args:
        connection: The database.
        schema: The schema; None is the default one.

    Returns:
        Names of columns in the key's order, which DuckDB quotes as SQL does where it must;
        anything else stands for an expression.
    """
    query = _UNIQUE_KEYS.get(_engine(connection))
    found: dict[str, list[list[str | None]]] = defaultdict(list)
    if query is None:
        inspector = inspect(connection)
        for (_, table), keys in inspector.get_multi_unique_constraints(schema).items():
            found[table] += [list(key["column_names"]) for key in keys]
        for (_, table), indexes in inspector.get_multi_indexes(schema).items():
            found[table] += [index["column_names"] for index in indexes if index["unique"]]
        return found
    rows = connection.execute(text(query), {"schema": schema}).all()
    for (table, _), parts in groupby(rows, key=lambda row: (row[0], row[1])):
        found[table].append([row[2] for row in parts])
    return found


def _engine(connection: Connection) -> str:
    name = connection.dialect.name
    return "mysql" if name == "mariadb" else name


def _described_by_duckdb(
    connection: Connection, names: Collection[str], schema: str | None
) -> dict[str, TableInfo]:
    """Returns columns and primary keys of tables and views, by name.

    Args:
        connection: The database.
        names: The tables and views; one that does not exist is left out.
        schema: Their schema; None is the current one.
    """
    found: dict[str, TableInfo] = defaultdict(TableInfo)
    here = {"schema": schema}
    for table, column, written, nullable in connection.execute(text(_DUCKDB_COLUMNS), here).all():
        if table in names:
            found[table].columns[column] = ColumnInfo(duckdb_type(written), nullable)
    for table, columns in connection.execute(text(_DUCKDB_PRIMARY_KEYS), here).all():
        if table in found:
            found[table].primary_key.extend(columns)
    return dict(found)
