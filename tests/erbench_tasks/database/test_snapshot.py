"""Reading a database as of one moment: what others write meanwhile, long results, lost servers."""

import contextlib
import logging
import select
import socket
import sqlite3
import subprocess
import sys
import threading

import pytest
import sqlalchemy
from sqlalchemy import text

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.database.files import engine_for_connection
from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.database.snapshot import snapshot, stream

ROWS = 5000
SERIES = {
    "sqlite": (
        "with recursive n(i) as (select 1 union all select i + 1 from n where i < {0})"
        " select i, 'a long text, number ' || i as t from n"
    ),
    "duckdb": "select i, 'a long text, number ' || i as t from range({0}) as s(i)",
    "postgresql": "select i, 'a long text, number ' || i as t from generate_series(1, {0}) as s(i)",
    "mariadb": "select seq, concat('a long text, number ', seq) as t from seq_1_to_{0}",
}
# The engines that others may write to while we read.
shared = pytest.mark.parametrize("writable", ["sqlite", "postgresql", "mariadb"], indirect=True)
served = pytest.mark.parametrize("writable", ["postgresql", "mariadb"], indirect=True)


@pytest.fixture
def filled(writable):
    """A database with a table of numbers."""
    engine = writable.engine
    with engine.connect() as connection:
        if writable.kind == "sqlite":  # else whoever writes waits until nobody reads
            connection.exec_driver_sql("pragma journal_mode = wal")
    with engine.begin() as connection:
        connection.exec_driver_sql("create table number (value integer primary key)")
        series = (
            SERIES[writable.kind].format(ROWS).replace(", 'a long text, number ' || i as t", "")
        )
        series = series.replace(", concat('a long text, number ', seq) as t", "")
        connection.exec_driver_sql(f"insert into number {series}")
    engine.dispose()
    return writable


def count(connection) -> int:
    ((((number,)),),) = stream(connection, text("select count(*) from number"))
    return number


def write(database) -> None:
    """Adds rows and takes some away, in a transaction of somebody else's."""
    with database.engine.begin() as connection:
        connection.exec_driver_sql("delete from number where value > 4000")
        connection.exec_driver_sql("insert into number values (100000), (100001)")


@shared
def test_what_is_written_during_a_stream_is_not_seen(filled):
    query = text("select value from number order by value")
    with snapshot(open_database(filled.location)) as connection:
        batches = stream(connection, query, 100)
        values = [row.value for row in next(batches)]
        write(filled)
        values += [row.value for batch in batches for row in batch]
        assert len(values) == ROWS
        assert max(values) < 100000
        assert count(connection) == ROWS
    with snapshot(open_database(filled.location)) as connection:
        assert count(connection) < ROWS


@shared
def test_a_snapshot_is_of_the_moment_it_is_opened_at(filled):
    with snapshot(open_database(filled.location)) as connection:
        write(filled)
        assert count(connection) == ROWS


@pytest.mark.parametrize("writable", ["duckdb"], indirect=True)
def test_nobody_else_writes_to_a_file_of_duckdb_while_it_is_read(filled):
    code = "import duckdb, sys; duckdb.connect(sys.argv[1]).execute('delete from number')"
    with snapshot(open_database(filled.location)) as connection:
        command = [sys.executable, "-c", code, filled.location]
        done = subprocess.run(command, capture_output=True, text=True)
        assert "lock" in done.stderr
        assert count(connection) == ROWS


def test_a_snapshot_writes_nothing(filled):
    with snapshot(open_database(filled.location)) as connection:
        message = r"(?i)cannot be read: .*(read.?only|not authorized)"
        with pytest.raises(InputError, match=message), snapshot(connection.engine) as other:
            other.exec_driver_sql("delete from number")
        assert count(connection) == ROWS


def test_batches_are_full_except_for_the_last_and_never_empty(filled):
    with snapshot(open_database(filled.location)) as connection:
        for statement in (
            text("select value from number"),
            sqlalchemy.select(text("value from number")),
        ):
            sizes = [len(batch) for batch in stream(connection, statement, 1999)]
            assert sizes == [1999, 1999, 1002]
        assert list(stream(connection, text("select value from number where value < 0"))) == []


def test_a_stream_that_nobody_finishes_leaves_the_connection_usable(filled):
    with snapshot(open_database(filled.location)) as connection:
        batches = stream(connection, text("select value from number"), 10)
        assert len(next(batches)) == 10
        batches.close()
        assert count(connection) == ROWS


def test_a_long_result_is_never_held_whole(writable):
    """Half a million rows would take more than 100 MB."""
    writable.engine.connect().close()
    writable.engine.dispose()
    code = (
        "import resource, sys\n"
        "from sqlalchemy import text\n"
        "from erbench_track.erbench_tasks.database.opening import open_database\n"
        "from erbench_track.erbench_tasks.database.snapshot import snapshot, stream\n"
        "def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "with snapshot(open_database(sys.argv[1])) as connection:\n"
        "    for _ in stream(connection, text('select 1')): pass\n"
        "    before, rows = peak(), 0\n"
        "    for batch in stream(connection, text(sys.argv[2])): rows += len(batch)\n"
        "    print(rows, (peak() - before) // 1024)\n"
    )
    query = SERIES[writable.kind].format(500_000)
    command = [sys.executable, "-c", code, writable.location, query]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows, grown = map(int, done.stdout.split())
    assert rows == 500_000
    assert grown < 40, f"{grown} MB"


def test_a_query_that_fails_is_one_line_with_the_location(filled):
    engine = open_database(filled.location)
    match = r"cannot be read: .*nothing"
    with pytest.raises(InputError, match=match) as caught, snapshot(engine) as connection:
        list(stream(connection, text("select value from nothing")))
    assert "\n" not in str(caught.value)
    assert "select" not in str(caught.value)
    where = filled.name or filled.location
    assert where in str(caught.value)
    with snapshot(engine) as connection:
        assert count(connection) == ROWS


def test_a_database_in_memory_has_snapshots_too():
    with contextlib.closing(sqlite3.connect(":memory:", check_same_thread=False)) as memory:
        memory.execute("create table number (value integer)")
        memory.execute("insert into number values (1), (2)")
        memory.commit()
        engine = engine_for_connection(memory)
        for _ in range(2):
            with snapshot(engine) as connection, snapshot(engine) as inner:
                assert count(connection) == count(inner) == 2


def kill(database, connection) -> None:
    """Ends a connection on its server."""
    if database.kind == "postgresql":
        pid = connection.connection.driver_connection.info.backend_pid
        database.server.as_admin(f"select pg_terminate_backend({pid})")
    else:
        database.server.as_admin(f"kill {connection.connection.driver_connection.thread_id()}")


def lost(engine, stop, query) -> str:
    """Returns the error of a connection that is lost after its first batch."""

    def read() -> None:
        with snapshot(engine) as connection:
            batches = stream(connection, query, 100)
            assert len(next(batches)) == 100
            stop(connection)
            for _ in batches:
                pass

    with pytest.raises(InputError) as caught:
        read()
    return str(caught.value)


@served
def test_a_connection_that_the_server_ends_is_one_line(writable, capfd, caplog):
    engine = open_database(writable.location)
    query = text(SERIES[writable.kind].format(2_000_000))
    message = lost(engine, lambda connection: kill(writable, connection), query)
    assert f"/{writable.name}: the connection was lost: " in message
    assert "\n" not in message
    assert capfd.readouterr() == ("", "")
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
    with snapshot(engine) as connection:
        assert list(stream(connection, text("select 1"))) == [[(1,)]]
    engine.dispose()


class Cable:
    """Passes bytes between a client and a server of loopback, until it is cut."""

    def __init__(self, port: int) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._server_port = port
        self._ends: list[socket.socket] = []
        self._cut = threading.Event()
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", self._server_port))
                self._ends += [client, server]
                threading.Thread(target=self._pass, args=(client, server), daemon=True).start()

    def _pass(self, client: socket.socket, server: socket.socket) -> None:
        other = {client: server, server: client}
        with contextlib.suppress(OSError):
            while not self._cut.is_set():
                for end in select.select([client, server], [], [])[0]:
                    other[end].sendall(end.recv(4096))

    def cut(self) -> None:
        self._cut.set()
        for end in (*self._ends, self._listener):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@served
def test_a_network_that_is_cut_is_one_line(writable, capfd, caplog):
    cable = Cable(writable.server.port)
    url = writable.location.replace(f":{writable.server.port}/", f":{cable.port}/")
    engine = open_database(url)
    query = text(SERIES[writable.kind].format(2_000_000))
    message = lost(engine, lambda _: cable.cut(), query)
    assert f"/{writable.name}: the connection was lost: " in message
    assert "\n" not in message
    assert capfd.readouterr() == ("", "")
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
    with pytest.raises(InputError, match="refused"), snapshot(engine):
        pass
    engine.dispose()
