"""Databases that nobody would want: each is one line, and soon."""

import os
import sqlite3
import sys
import time

import pytest

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.database import files as folders
from erbench_track.erbench_tasks.database.opening import open_database

ENDLESS = "with recursive n(x) as (select 1 union all select x + 1 from n) select x from n"
SECONDS = 20


@pytest.fixture(autouse=True)
def quickly():
    begun = time.monotonic()
    yield
    assert time.monotonic() - begun < SECONDS


@pytest.mark.parametrize("where", ["{0}", "sqlite:///{0}", "duckdb:///{0}"])
def test_a_pipe_is_no_database(tmp_path, where):
    os.mkfifo(tmp_path / "x.db")
    with pytest.raises(InputError, match=r"not a regular file"):
        open_database(where.format(tmp_path / "x.db"))


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/random", "/dev/stdin"])
def test_a_device_is_no_database(device):
    with pytest.raises(InputError, match=r"not a regular file|not a database"):
        open_database(device)


@pytest.mark.parametrize("file", ["schema.sql", "city.csv", "city.yaml"])
def test_a_folder_with_a_pipe_in_it_is_refused(tmp_path, file):
    (tmp_path / "schema.sql").write_text("create table city (name text);")
    (tmp_path / file).unlink(missing_ok=True)
    os.mkfifo(tmp_path / file)
    with pytest.raises(InputError, match=r"not a regular file|no schema.sql"):
        open_database(tmp_path)


@pytest.mark.parametrize(
    "schema",
    [
        f"create table city as {ENDLESS};",
        "create table city (name text); create trigger t after insert on city begin"
        f" insert into city {ENDLESS}; end; insert into city values ('a');",
        "create table city as select zeroblob(2000000000) as name;",
        "create table city as select replace(hex(zeroblob(20000000)), '0', 'aaaa') as name;",
        "create table city (name text check (name in (" + "(" * 5000 + ")))",
        "attach '/etc/passwd' as other; create table city (name text, nothing",
    ],
)
def test_a_schema_without_end_is_refused(tmp_path, schema, monkeypatch):
    monkeypatch.setattr(folders, "_MOST_STEPS", 20)
    (tmp_path / "schema.sql").write_text(schema)
    (tmp_path / "city.csv").write_text("name\n")
    with pytest.raises(InputError, match="not a valid SQLite schema"):
        open_database(tmp_path)


def test_python_310_has_no_limit_of_values():
    """So that a generated column of a gigabyte ends after the time for a query, not at once."""
    assert hasattr(sqlite3.Connection, "setlimit") == (sys.version_info >= (3, 11))
