"""Foreign and unique keys, asked of each engine's own catalogue.

SQLAlchemy reads some of them from the text of a definition, and stumbles over a name with a dot,
a comma or a bracket.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby

from sqlalchemy import Connection, inspect, text

from .table_info import ForeignKeyInfo

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
        select :name, l.name, i.name
        from pragma_index_list(:name) as l join pragma_index_info(l.name) as i
        where l."unique" and not l.partial and l.origin != 'pk' order by l.name, i.seqno
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
            and t.relname = :name and (n.nspname = :schema
                or cast(:schema as text) is null and pg_catalog.pg_table_is_visible(t.oid))
        order by i.indexrelid, c.place
    """,
    "mysql": """
        select table_name, index_name, column_name
        from information_schema.statistics
        where table_schema = coalesce(:schema, database()) and table_name = :name
            and non_unique = 0 and index_name != 'PRIMARY'
        order by index_name, seq_in_index
    """,
    "duckdb": """
        select table_name, key, unnest(columns) from (
            select database_name, schema_name, table_name, constraint_name as key,
                constraint_column_names as columns
            from duckdb_constraints() where constraint_type = 'UNIQUE'
            union all
            select database_name, schema_name, table_name, index_name,
                cast(expressions as varchar[])
            from duckdb_indexes() where is_unique
        )
        where database_name = current_database() and table_name = :name
            and schema_name = coalesce(:schema, current_schema())
    """,
}


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


def unique_keys(connection: Connection, name: str, schema: str | None) -> list[list[str | None]]:
    """Returns the columns of each unique constraint and index over all rows, in the key's order.

    Args:
        connection: The database.
        name: The table.
        schema: Its schema; None is the default one.

    Returns:
        Names of columns, which DuckDB quotes as SQL does where it must; anything else stands for
        an expression.
    """
    query = _UNIQUE_KEYS.get(_engine(connection))
    if query is None:
        inspector = inspect(connection)
        keys: list[list[str | None]] = [
            list(key["column_names"]) for key in inspector.get_unique_constraints(name, schema)
        ]
        indexes = inspector.get_indexes(name, schema)
        return keys + [key["column_names"] for key in indexes if key["unique"]]
    rows = connection.execute(text(query), {"schema": schema, "name": name}).all()
    groups = groupby((row for row in rows if row[0] == name), key=lambda row: row[1])
    return [[row[2] for row in group] for _, group in groups]


def _engine(connection: Connection) -> str:
    name = connection.dialect.name
    return "mysql" if name == "mariadb" else name
