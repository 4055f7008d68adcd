"""The last step of a pass: the tables of the store, sorted, with types instead of classes."""

from __future__ import annotations

import os
import shutil
from glob import escape
from pathlib import Path

import duckdb

from ...erbench_tasks.errors import InputError
from .dump_columns import TABLES
from .properties import properties

MEMORY = "512MB"
_THREADS = 4  # each needs a share of the memory
ROW_GROUP = 8192  # a look-up reads so many rows per id

# Only classes that a property asks for matter, so the closure goes down from those.
_BELOW = """
create temp table below as
  with recursive below(root, class) as (
    select root, root from roots
    union
    select below.root, subclasses.class from below join subclasses on superclass = below.class
  )
  select * from below
"""
# Few combinations of classes occur, so types are found for each of these, not for each entity.
_KINDS = """
create temp table kinds as
  with kind as (select distinct classes from entities where classes <> ''),
    part as (select classes, unnest(string_split(classes, ' '))::bigint as class from kind),
    found as (select distinct classes, root from part join below using (class))
  select classes, string_agg('Q' || root, ' ' order by root) as types from found group by classes
"""
_TABLES = {
    "entities": """
        select id, label, coalesce(types, '') as types, is_head
        from entities left join kinds using (classes)
        order by id, label, types
    """,
    "claims": "select * from claims order by subject, property, object",
}


def write_tables(folder: Path) -> None:
    """Makes `entities.parquet` and `claims.parquet` of the folder's shards, and removes these.

    Raises:
        InputError: The disk is full.
    """
    shards = folder / "shards"
    try:
        with duckdb.connect() as connection:
            _limit(connection, shards)
            for name in TABLES:
                parquet_view(connection, name, shards)
            connection.execute("create temp table roots(root bigint)")
            connection.executemany("insert into roots values (?)", [[root] for root in _roots()])
            connection.execute(_BELOW)
            connection.execute(_KINDS)
            for name, query in _TABLES.items():
                connection.sql(query).write_parquet(
                    str(folder / f"{name}.parquet"),
                    compression="zstd", row_group_size=ROW_GROUP,
                )  # fmt: skip
    except duckdb.Error as error:
        raise InputError(f"{folder}: the store cannot be written ({error})") from error
    shutil.rmtree(shards)


def parquet_view(connection: duckdb.DuckDBPyConnection, name: str, folder: Path) -> None:
    """Makes a Parquet file of a folder a view of the same name, whatever the folder is called."""
    connection.read_parquet(escape(str(folder / f"{name}.parquet"))).create_view(name)


def _limit(connection: duckdb.DuckDBPyConnection, folder: Path) -> None:
    spill = str(folder / "spill").replace("'", "''")
    threads = min(_THREADS, os.cpu_count() or 1)
    connection.execute(f"set memory_limit = '{MEMORY}'")
    connection.execute(f"set temp_directory = '{spill}'")
    connection.execute(f"set threads = {threads}")


def _roots() -> list[int]:
    classes = (
        class_
        for property_ in properties().values()
        for class_ in property_.subject_types | property_.object_types
    )
    return sorted({int(class_[1:]) for class_ in classes})
