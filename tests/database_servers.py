"""Private PostgreSQL and MariaDB servers for tests, on loopback, in folders that go away again.

`conftest.py` imports the fixtures of this file: they are there for every test.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy
from sqlalchemy import URL

USER = "reader"
# What a URL, a shell and a connection string each treat as special, and what is not ASCII.
PASSWORD = "p@ss:w/rd? %41&ü'#\\"  # noqa: S105
ADMIN_PASSWORD = "admin-of-the-test-server"  # noqa: S105
START_SECONDS = 60
ENGINES = ("sqlite", "duckdb", "postgresql", "mariadb")
_numbers = count(1)


@dataclass(frozen=True)
class DatabaseServer:
    """A server that runs until the end of the session.

    Attributes:
        scheme: `postgresql` or `mariadb`.
        driver: SQLAlchemy's name of the dialect with its driver.
        admin: User who may do anything.
        port: Port on 127.0.0.1.
        process: The server.
    """

    scheme: str
    driver: str
    admin: str
    port: int
    process: subprocess.Popen[bytes]

    def url(self, database: str | None, password: str = PASSWORD) -> str:
        """Returns the plain URL of an ordinary user, as a person would write it."""
        return self._render(self.scheme, USER, password, database)

    def engine(self, database: str | None, *, admin: bool = False) -> sqlalchemy.Engine:
        """Returns an engine that may write."""
        user, password = (self.admin, ADMIN_PASSWORD) if admin else (USER, PASSWORD)
        url = self._render(self.driver, user, password, database)
        options = {"password": password.encode()} if self.scheme == "mariadb" else {}
        return sqlalchemy.create_engine(url, poolclass=sqlalchemy.NullPool, connect_args=options)

    def as_admin(self, *statements: str) -> None:
        """Runs statements outside of any transaction."""
        with self.engine(None, admin=True).connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT")
            for statement in statements:
                connection.exec_driver_sql(statement)

    def new_database(self) -> str:
        """Makes an empty database, and returns its name."""
        name = f"test_{next(_numbers)}"
        if self.scheme == "postgresql":
            self.as_admin(f"create database {name} owner {USER}")
        else:
            self.as_admin(f"create database {name}", f"grant all on {name}.* to {USER}@'127.0.0.1'")
        return name

    def _render(self, driver: str, user: str, password: str, database: str | None) -> str:
        if database is None and self.scheme == "postgresql":
            database = "postgres"
        url = URL.create(driver, user, password, "127.0.0.1", self.port, database)
        return url.render_as_string(hide_password=False)


def server_user() -> str | None:
    """Returns whom the servers run as: neither starts as root; None is the user of the tests."""
    return None if os.geteuid() else "nobody"


@contextmanager
def server_folder() -> Iterator[Path]:
    """Yields a folder of the servers' user with a path short enough for a socket."""
    folder = Path(tempfile.mkdtemp(prefix="erb-"))
    user = server_user()
    if user is not None:
        shutil.chown(folder, user)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def binary(name: str, *folders: str) -> str:
    """Returns the path of a server's program; without it the test is skipped."""
    path = os.pathsep.join([os.environ.get("PATH", ""), *folders])
    found = shutil.which(name, path=path)
    if found is None:
        pytest.skip(f"no {name} on this machine; install postgresql and mariadb-server")
    return found


def postgresql_binary(name: str) -> str:
    installed = Path("/usr/lib/postgresql").glob("*/bin")
    return binary(name, *map(str, sorted(installed, reverse=True)))


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def run(folder: Path, *command: str) -> None:
    """Runs a program that sets a server up, as the servers' user."""
    done = subprocess.run(
        command, cwd=folder, user=server_user(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command[0]}: {done.stdout}{done.stderr}"


@contextmanager
def running(folder: Path, *command: str, stop: signal.Signals) -> Iterator[subprocess.Popen[bytes]]:
    """Runs a server in the background, and stops it by its process."""
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            command, cwd=folder, user=server_user(), stdout=log, stderr=subprocess.STDOUT
        )
    try:
        yield process
    finally:
        process.send_signal(stop)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_until_it_answers(engine: sqlalchemy.Engine, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        with suppress(sqlalchemy.exc.OperationalError), engine.connect():
            return
        assert server.poll() is None, "the server ended"
        assert time.monotonic() < deadline, "the server does not answer"
        time.sleep(0.1)


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[DatabaseServer]:
    """A PostgreSQL server whose texts sort by the rules of a language, as many servers' do."""
    initdb, postgres = postgresql_binary("initdb"), postgresql_binary("postgres")
    with server_folder() as folder:
        (folder / "password").write_text(ADMIN_PASSWORD)
        (folder / "password").chmod(0o644)
        data = str(folder / "data")
        run(
            folder, initdb, "-D", data, "-U", "admin", "--auth=scram-sha-256", "--no-sync",
            f"--pwfile={folder / 'password'}", "--encoding=UTF8",
            "--locale-provider=icu", "--icu-locale=en-US", "--locale=C",
        )  # fmt: skip
        port = free_port()
        command = [
            postgres, "-D", data, "-p", str(port), "-c", "listen_addresses=127.0.0.1",
            "-c", f"unix_socket_directories={folder}", "-c", "fsync=off",
            "-c", "shared_buffers=32MB", "-c", "timezone=America/New_York",
        ]  # fmt: skip
        with running(folder, *command, stop=signal.SIGQUIT) as process:
            server = DatabaseServer("postgresql", "postgresql+psycopg", "admin", port, process)
            wait_until_it_answers(server.engine(None, admin=True), process)
            literal = PASSWORD.replace("'", "''")
            server.as_admin(f"create role {USER} login password '{literal}'".replace("%", "%%"))
            yield server


@pytest.fixture(scope="session")
def mariadb_server() -> Iterator[DatabaseServer]:
    """A MariaDB server with Debian's default character set and collation (case-insensitive)."""
    install, mariadbd = binary("mariadb-install-db"), binary("mariadbd", "/usr/sbin")
    with server_folder() as folder:
        data = f"--datadir={folder / 'data'}"
        # Two that share the system's folder take each other's temporary tables away.
        temporary = folder / "temporary"
        temporary.mkdir(mode=0o777)
        temporary.chmod(0o777)
        run(
            folder, install, "--no-defaults", data, "--skip-test-db", f"--tmpdir={temporary}",
            "--auth-root-authentication-method=normal",
        )  # fmt: skip
        literal = PASSWORD.replace("\\", "\\\\").replace("'", "''")
        (folder / "init.sql").write_text(
            f"create user admin@'127.0.0.1' identified by '{ADMIN_PASSWORD}';\n"
            "grant all on *.* to admin@'127.0.0.1' with grant option;\n"
            f"create user {USER}@'127.0.0.1' identified by '{literal}';\n"
        )
        port = free_port()
        command = [
            mariadbd, "--no-defaults", data, f"--tmpdir={temporary}", f"--port={port}",
            "--bind-address=127.0.0.1",
            f"--socket={folder / 'socket'}", f"--pid-file={folder / 'pid'}", "--skip-name-resolve",
            f"--init-file={folder / 'init.sql'}", "--innodb-flush-log-at-trx-commit=0",
            "--innodb-buffer-pool-size=32M", "--character-set-server=utf8mb4",
            "--collation-server=utf8mb4_general_ci",
        ]  # fmt: skip
        with running(folder, *command, stop=signal.SIGKILL) as process:
            server = DatabaseServer("mariadb", "mariadb+pymysql", "admin", port, process)
            wait_until_it_answers(server.engine(None, admin=True), process)
            yield server


@dataclass(frozen=True)
class Writable:
    """A database of a test: an engine to fill it with, and what a user would give to read it.

    Attributes:
        kind: One of `ENGINES`.
        location: URL or path.
        engine: It may write; a file of DuckDB must be let go of with `engine.dispose()` before
            it is opened again.
        server: The server, if it has one.
        name: Name of the database on its server.
    """

    kind: str
    location: str
    engine: sqlalchemy.Engine
    server: DatabaseServer | None = None
    name: str = ""


def new_database(kind: str, folder: Path, request: pytest.FixtureRequest) -> Writable:
    """Makes an empty database of a kind; without its server or driver the test is skipped."""
    if kind == "sqlite":
        path = folder / "test.sqlite"
        return Writable(kind, str(path), sqlalchemy.create_engine(f"sqlite:///{path}"))
    if kind == "duckdb":
        pytest.importorskip("duckdb_engine", exc_type=ImportError)
        path = folder / "test.duckdb"
        engine = sqlalchemy.create_engine(f"duckdb:///{path}", poolclass=sqlalchemy.NullPool)
        return Writable(kind, str(path), engine)
    server: DatabaseServer = request.getfixturevalue(f"{kind}_server")
    name = server.new_database()
    return Writable(kind, server.url(name), server.engine(name), server, name)


@pytest.fixture(params=ENGINES)
def writable(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Writable]:
    """An empty database of each engine."""
    made = new_database(request.param, tmp_path, request)
    yield made
    made.engine.dispose()


@pytest.fixture(scope="session", params=ENGINES)
def any_database(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], str]:
    """Gives the URL or path of one of the databases of `databases`, on each engine in turn."""
    from databases import create

    @cache
    def location(which: str) -> str:
        made = new_database(request.param, tmp_path_factory.mktemp(which), request)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Dialect sqlite")  # of decimals kept as floats
            create(made.engine, which)
        made.engine.dispose()
        return made.location

    return location
