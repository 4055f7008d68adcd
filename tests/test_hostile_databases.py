"""Databases that nobody would want: each is one line, and soon."""

import os
import sqlite3
import sys
import time

import pytest

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.database import folder as folders
from erbench_track.erbench_tasks.database.opening import limit_statements, open_database
from erbench_track.erbench_tasks.inspection.inspect_database import inspect_database
from erbench_track.erbench_tasks.spec.spec_file import read_spec

ENDLESS = "with recursive n(x) as (select 1 union all select x + 1 from n) select x from n"
SECONDS = 20


@pytest.fixture(autouse=True)
def quickly():
    begun = time.monotonic()
    yield
    assert time.monotonic() - begun < SECONDS


def database(path, *statements):
    connection = sqlite3.connect(path)
    connection.execute("create table city (name text primary key, country text)")
    rows = [(f"City {chr(65 + n % 26)}{n}", f"Country {chr(65 + n % 7)}") for n in range(100)]
    connection.executemany("insert into city values (?, ?)", rows)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()
    return path


def inspected(path, **options):
    engine = open_database(path)
    limit_statements(engine, 0.5)
    return inspect_database(engine, "x", **options)


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


@pytest.mark.parametrize(
    "statement",
    [
        f"create view large as {ENDLESS}",
        "create view large as select a.name, count(*) from city a, city b, city c, city d, city e",
        "alter table city add column large text as (hex(zeroblob(1000000000))) virtual",
        "create view large as select name, printf('%1000000000d', 1) as size from city",
    ],
)
def test_values_and_views_without_end_end(tmp_path, statement):
    path = database(tmp_path / "x.db", statement)
    with pytest.raises(InputError) as caught:  # noqa: PT012
        found = inspected(path, only=["large"] if "view" in statement else [])
        raise InputError(found.nothing or "asked")
    assert "\n" not in str(caught.value)


_GOOD = {"integer": "{n}", "real": "{n}.5", "date": "'19{n:02d}-01-02'", "year": "19{n:02d}"}
_BAD = ["'abc'", "x'ff00'", "9e999", "-1", "-9e999", "9223372036854775807", "''", "'2020-13-45'"]


@pytest.mark.parametrize("kind", ["integer", "real", "date", "year", "text", "boolean", "datetime"])
@pytest.mark.parametrize("often", [5, 90])
def test_values_that_are_not_of_their_columns_type_are_no_traceback(tmp_path, kind, often):
    good = _GOOD.get(kind, "'Value {n}'")
    columns = ", ".join(f"released_{n} {kind}" for n in range(len(_BAD)))
    path = database(tmp_path / "x.db", f"create table film (name text primary key, {columns})")
    connection = sqlite3.connect(path)
    for n in range(99):
        values = [bad if n % often == 1 else good.format(n=n) for bad in _BAD]
        connection.execute(f"insert into film values ('Film {n:03d}x', {', '.join(values)})")
    connection.commit()
    connection.close()
    found = inspected(path)
    (tmp_path / "x.yaml").write_text(found.text)
    assert found.nothing or read_spec(tmp_path / "x.yaml")


def test_python_310_has_no_limit_of_values():
    """So that a generated column of a gigabyte ends after the time for a query, not at once."""
    assert hasattr(sqlite3.Connection, "setlimit") == (sys.version_info >= (3, 11))
