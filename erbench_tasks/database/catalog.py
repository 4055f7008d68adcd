"""What the catalogues of the engines are asked; they know a `schema`, and NULL for the default one.

SQLAlchemy reads some keys from the text of a definition, and stumbles over a name with a dot, a
comma or a bracket; duckdb-engine (with SQLAlchemy 2.1) asks for tables of PostgreSQL's catalogue
that DuckDB lacks. So keys, and DuckDB's tables, are read from the catalogues directly.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, text

# name, whether it is a table: no view, partition or table of an extension or another server
LISTED = {
    "sqlite": """
        select name, type = 'table' from sqlite_master
        where type in ('table', 'view') and name not like 'sqlite\\_%' escape '\\'
            and lower(coalesce(:schema, 'main')) = 'main'
    """,
    "postgresql": """
        select t.relname, t.relkind in ('r', 'p')
            and not exists (
                select from pg_catalog.pg_depend as e
                where e.objid = t.oid and e.deptype = 'e'
                    and e.classid = cast('pg_catalog.pg_class' as regclass)
            )
            and not exists (
                select from pg_catalog.pg_inherits as i
                where i.inhrelid = t.oid and not exists (
                    select from pg_catalog.pg_attribute as a
                    where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
                        and a.attinhcount = 0
                )
            )
        from pg_catalog.pg_class as t
        join pg_catalog.pg_namespace as n on n.oid = t.relnamespace
        where t.relkind in ('r', 'p', 'v', 'm', 'f') and t.relpersistence != 't'
            and (n.nspname = :schema or cast(:schema as text) is null
                and pg_catalog.pg_table_is_visible(t.oid)
                and n.nspname not in ('pg_catalog', 'information_schema'))
    """,
    "mysql": """
        select table_name, table_type not like '%VIEW'
        from information_schema.tables
        where table_schema = coalesce(:schema, database()) and table_type != 'SEQUENCE'
    """,
    "duckdb": """
        select name, is_table from (
            select database_name, schema_name, table_name as name, true as is_table
            from duckdb_tables() where not temporary
            union all
            select database_name, schema_name, view_name, false
            from duckdb_views() where not internal and not temporary
        )
        where database_name = current_database()
            and schema_name = coalesce(:schema, current_schema())
    """,
}
# table, key, column, schema of the target, target, column of the target
FOREIGN_KEYS = {
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
# table, column, type, whether it may be NULL, comment, the table's comment and primary key
COLUMNS = {
    "duckdb": """
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
    """,
}


def ask(
    connection: Connection, queries: Mapping[str, str], schema: str | None
) -> Sequence[Sequence[Any]]:
    """Returns the rows of the query for an engine."""
    engine = connection.dialect.name.replace("mariadb", "mysql")
    return connection.execute(text(queries[engine]), {"schema": schema}).all()
