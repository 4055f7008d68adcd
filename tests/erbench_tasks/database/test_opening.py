"""Opening databases: the same content from every engine, nothing written, no password shown."""

import logging
import shutil
import socket
import subprocess
import sys
import time
import traceback
import warnings
from datetime import datetime, timezone
from urllib.parse import quote, quote_plus

import pytest
import sqlalchemy
from database_servers import PASSWORD, USER
from databases import SCHEMAS
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from erbench_track.core.errors import InputError
from erbench_track.core.optional import remedy
from erbench_track.erbench_tasks.database import opening as database
from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.database.reflection import reflect_all, table_names
from erbench_track.erbench_tasks.database.snapshot import driver_message, snapshot, stream

SECRET = "Tr0ub4dor-and-3"  # noqa: S105
SERVERS = ["postgresql_server", "mariadb_server"]


@pytest.fixture(params=SERVERS)
def server(request):
    return request.getfixturevalue(request.param)


def refusal(location) -> InputError:
    """Returns the error of a database that cannot be opened: one line."""
    with pytest.raises(InputError) as caught:
        open_database(location)
    assert "\n" not in str(caught.value)
    return caught.value


def everything_about(error: BaseException) -> str:
    """Returns all that a program could print of an error and of those behind it."""
    lines = traceback.format_exception(error)
    seen = []
    behind: list[BaseException | None] = [error]
    while behind:
        current = behind.pop()
        if current is not None and current not in seen:
            seen.append(current)
            lines += [str(current), repr(current), repr(getattr(current, "args", ""))]
            behind += [current.__cause__, current.__context__, getattr(current, "orig", None)]
    return "\n".join(lines)


def forms_of(secret: str) -> set[str]:
    return {secret, quote(secret, safe=""), quote_plus(secret), repr(secret)[1:-1]}


@pytest.mark.parametrize("which", SCHEMAS)
def test_every_engine_gives_the_same_values(any_database, which):
    engine = open_database(any_database(which))
    tables = reflect_all(engine, table_names(engine)).tables
    expected = SCHEMAS[which].rows()
    assert set(tables) == set(expected)
    with snapshot(engine) as connection:
        for name, table in tables.items():
            query = sqlalchemy.select(*table.columns)
            rows = [tuple(row) for batch in stream(connection, query) for row in batch]
            assert sorted(map(repr, rows)) == sorted(map(repr, expected[name])), name


@pytest.mark.parametrize(
    "statement",
    [
        "create table other (number integer)",
        "insert into category values (99, 'Noir')",
        "update category set name = 'Noir'",
        "delete from film_actor",
        "drop table rental",
    ],
)
def test_a_database_cannot_be_written_through_its_engine(any_database, statement):
    engine = open_database(any_database("rental"))
    refused = r"(?i)read.?only|not authorized"
    with pytest.raises(SQLAlchemyError, match=refused), engine.begin() as connection:
        connection.exec_driver_sql(statement)
    with engine.connect() as connection:
        assert connection.execute(text("select count(*) from category")).scalar_one() == 6
        assert connection.execute(text("select count(*) from film_actor")).scalar_one() > 100


def test_an_sqlite_url_that_names_no_file_makes_none(tmp_path):
    missing = tmp_path / "missing.sqlite"
    assert f"{missing}: no such database" in str(refusal(f"sqlite:///{missing}"))
    assert not missing.exists()
    assert "names no database" in str(refusal("sqlite://"))


def test_an_sqlite_file_is_opened_by_its_path_and_by_its_url(tmp_path):
    for name in ("plain.db", "100% ?#.db"):
        with sqlalchemy.create_engine("sqlite://").connect() as connection:
            connection.exec_driver_sql("create table city (name text)")
            connection.exec_driver_sql("vacuum into ?", (str(tmp_path / name),))
        assert table_names(open_database(tmp_path / name)) == ["city"]
        assert table_names(open_database(str(tmp_path / name))) == ["city"]
    assert table_names(open_database(f"sqlite:///{tmp_path / 'plain.db'}")) == ["city"]


@pytest.mark.parametrize("writable", ["sqlite", "duckdb"], indirect=True)
def test_a_file_is_known_by_its_content_and_not_by_its_name(writable, tmp_path):
    with writable.engine.begin() as connection:
        connection.execute(text("create table city (name varchar)"))
    writable.engine.dispose()
    for name in ("copy.db", "copy.sqlite", "copy.duckdb"):
        shutil.copy(writable.location, tmp_path / name)
        engine = open_database(tmp_path / name)
        assert engine.dialect.name == writable.kind
        assert table_names(engine) == ["city"]


@pytest.mark.parametrize("writable", ["duckdb"], indirect=True)
def test_duckdb_reads_no_file_but_its_own(writable, tmp_path):
    (tmp_path / "secret.csv").write_text("a\n1\n")
    writable.engine.connect().close()
    writable.engine.dispose()
    with open_database(f"duckdb:///{writable.location}").connect() as connection:
        for query in (f"from '{tmp_path / 'secret.csv'}'", f"attach '{tmp_path / 'new.duckdb'}'"):
            with pytest.raises(SQLAlchemyError, match="disabled by configuration"):
                connection.execute(text(query))
            connection.rollback()
        limit = connection.execute(text("select current_setting('memory_limit')")).scalar_one()
        assert limit == "381.4 MiB"  # 400 MB


def test_a_plain_url_is_given_our_driver_and_a_named_one_is_kept(server):
    name = server.new_database()
    url = server.url(name)
    expected = server.driver.partition("+")[2]
    schemes = [server.scheme, {"postgresql": "postgres", "mariadb": "mysql"}[server.scheme]]
    for scheme in (*schemes, f"{schemes[0]}+{expected}"):
        engine = open_database(url.replace(server.scheme, scheme, 1))
        assert engine.dialect.driver == expected
        engine.dispose()
    if server.scheme == "postgresql":
        error = refusal(url.replace("postgresql", "postgresql+pg8000", 1))
        assert "no driver installed: No module named 'pg8000'" in str(error)
        assert "pip install" not in str(error)


@pytest.mark.parametrize(
    ("url", "module", "extra"),
    [
        ("postgresql://u@127.0.0.1/x", "psycopg", "postgresql"),
        ("mysql://u@127.0.0.1/x", "pymysql", "mysql"),
        ("mariadb://u@127.0.0.1/x", "pymysql", "mysql"),
    ],
)
def test_a_missing_driver_is_reported_with_the_extra_that_brings_it(url, module, extra):
    code = (
        f"import sys; sys.modules[{module!r}] = None\n"
        "from erbench_track.erbench_tasks.database.opening import open_database\n"
        "try: open_database(sys.argv[1])\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    done = subprocess.run([sys.executable, "-c", code, url], capture_output=True, text=True)
    assert done.stdout.startswith("InputError ")
    assert remedy(extra) in done.stdout
    assert done.stdout.count("\n") == 1


def test_the_right_password_opens_a_server_and_is_shown_nowhere(server, caplog, capfd):
    caplog.set_level(logging.DEBUG)
    name = server.new_database()
    in_query = f"{server.scheme}://{USER}@127.0.0.1:{server.port}/{name}?password="
    for url in (server.url(name), in_query + quote_plus(PASSWORD)):
        engine = open_database(url)
        with engine.connect() as connection:
            who = "select current_user" + ("()" if server.scheme == "mariadb" else "")
            assert connection.exec_driver_sql(who).scalar_one().startswith(USER)
        full = engine.url.render_as_string(hide_password=False)
        shown = f"{engine!r} {engine.url!r} {full} {engine.pool!r} {caplog.text}"
        shown += "".join(capfd.readouterr())
        assert not any(form in shown for form in forms_of(PASSWORD))
        engine.dispose()


@pytest.mark.parametrize("where", ["url", "query"])
def test_a_wrong_password_is_never_printed(server, where, caplog, capfd):
    caplog.set_level(logging.DEBUG)
    wrong = f"{SECRET}/:@?&% 'ü"
    url = server.url("x", wrong)
    if where == "query":
        url = f"{server.scheme}://{USER}@127.0.0.1:{server.port}/x?password={quote_plus(wrong)}"
    error = refusal(url)
    assert f"{USER}@127.0.0.1:{server.port}/x: cannot open the database: " in str(error)
    assert "password" in str(error)  # "authentication failed", "using password: YES"
    shown = everything_about(error) + caplog.text + "".join(capfd.readouterr())
    assert SECRET not in shown
    assert not any(form in shown for form in forms_of(wrong))


@settings(max_examples=40)
@given(st.text(min_size=6), st.sampled_from(["postgresql", "mysql", "mssql", "sqlite", "none"]))
def test_no_password_is_shown_whatever_it_is(password, scheme):
    url = sqlalchemy.URL.create(scheme, "u", "-" + password + "-", "127.0.0.1", closed_port(), "x")
    error = refusal(url.render_as_string(hide_password=False))
    shown = everything_about(error)
    assert not any(form in shown for form in forms_of("-" + password + "-"))


def closed_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@pytest.mark.parametrize(
    ("location", "reason"),
    [
        (f"postgresql://u:{SECRET}@127.0.0.1:port/x", "not a database URL that SQLAlchemy knows"),
        (f"jdbc:postgresql://h/x?user=u&password={SECRET}", "not a database URL"),
        (f"oracel://u:{SECRET}@127.0.0.1/x", "not a database that SQLAlchemy knows"),
        (f"postgresql://u:{SECRET}@{SECRET}@127.0.0.1/x", "must be written as %40"),
        (f"postgresql://a/b:{SECRET}@127.0.0.1/x", "must be written as %40 or %2F"),
        (f"postgresql:/u:{SECRET}@127.0.0.1/x", "no such database"),
        (f"host=127.0.0.1 user=u password={SECRET}", "no such database"),
        (f"mysql://u:{SECRET}@127.0.0.1", "names no database"),
        (f"mysql://u:{SECRET}@127.0.0.1:99999/x", "cannot open the database"),
        (f"mysql://u:{SECRET}@127.0.0.1:1/x?nonsense=1", "nonsense"),
        (f"mysql://u:{SECRET}@127.0.0.1:1/x?connect_timeout=soon", "a wrong option"),
        (f"postgresql://u:{SECRET}@127.0.0.1:1/x?nonsense=1", "nonsense"),
        (f"postgresql://u:{SECRET}@127.0.0.1:1/x?sslpassword={SECRET}", "cannot open"),
        (f"postgresql+psycopg_async://u:{SECRET}@127.0.0.1:1/x", "an asynchronous driver"),
        ("", "no schema.sql in this folder"),
        ("\0", "no such database"),
        ("x" * 5000, "cannot be read (File name too long)"),
    ],
)
def test_a_wrong_location_is_refused_in_one_line_without_its_password(location, reason):
    error = refusal(location)
    assert reason in str(error)
    assert SECRET not in everything_about(error)


def test_a_server_that_is_not_there_is_reported_at_once():
    for scheme in ("postgresql", "mysql"):
        port, began = closed_port(), time.monotonic()
        error = refusal(f"{scheme}://u:{SECRET}@127.0.0.1:{port}/x")
        assert f"//u@127.0.0.1:{port}/x: cannot open the database: " in str(error)
        assert "refused" in str(error)
        assert time.monotonic() - began < 5


@pytest.mark.parametrize("url", ["postgresql://u@127.0.0.1:{}/x?connect_timeout=2",
                                 "mysql://u@127.0.0.1:{}/x"])  # fmt: skip
def test_a_server_that_never_answers_is_given_up(url, monkeypatch):
    monkeypatch.setattr(database, "CONNECT_SECONDS", 2)  # 10 seconds, if nobody says otherwise
    with socket.create_server(("127.0.0.1", 0)) as silent:
        began = time.monotonic()
        refusal(url.format(silent.getsockname()[1]))
        assert 1 < time.monotonic() - began < 8


def test_a_file_that_is_no_database_or_cannot_be_read_is_refused(tmp_path):
    (tmp_path / "text").write_text("This is text, and more than a page of it.\n" * 100)
    assert f"{tmp_path / 'text'}: cannot open the database: file is not a database" in str(
        refusal(tmp_path / "text")
    )
    (tmp_path / "broken.duckdb").write_bytes(bytes(8) + b"DUCK" + bytes(5000))
    assert "broken.duckdb: cannot open the database" in str(refusal(tmp_path / "broken.duckdb"))


@pytest.mark.parametrize("writable", ["duckdb", "postgresql", "mariadb"], indirect=True)
def test_times_with_a_zone_are_read_as_utc_wherever_the_server_is(writable):
    noon = "'2024-06-01 12:00:00+02:00'"
    statements = [f"insert into event values (timestamp with time zone {noon})"]
    kind = "timestamp with time zone"
    if writable.kind == "mariadb":
        statements = ["set time_zone = '+02:00'", "insert into event values ('2024-06-01 12:00')"]
        kind = "timestamp"
    with writable.engine.begin() as connection:
        for statement in (f"create table event (happened {kind})", *statements):
            connection.exec_driver_sql(statement)
    writable.engine.dispose()
    engine = open_database(writable.location)
    (table,) = reflect_all(engine, ["event"]).tables.values()
    with snapshot(engine) as connection:
        (((found,),),) = stream(connection, sqlalchemy.select(table.c.happened))
    assert found.replace(tzinfo=timezone.utc) == datetime(2024, 6, 1, 10, tzinfo=timezone.utc)
    assert found.hour == 10


def test_a_driver_message_has_neither_numbers_nor_sql():
    assert driver_message(OSError(2003, "Can't connect")) == "Can't connect"
    assert driver_message(OSError(2003, "")) == "OSError"
    wrapped = sqlalchemy.exc.DBAPIError("SELECT 1", {}, ValueError("too long\nby a mile"))
    assert driver_message(wrapped) == "too long"


def test_opening_and_reading_warns_of_nothing(any_database):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        engine = open_database(any_database("university"))
        tables = reflect_all(engine, table_names(engine)).tables
        with snapshot(engine) as connection:
            for table in tables.values():
                assert list(stream(connection, sqlalchemy.select(*table.columns)))
        engine.dispose()
