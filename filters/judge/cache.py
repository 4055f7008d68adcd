"""Earlier verdicts, in one SQLite file for all processes and runs.

A call is one prompt; it has one verdict, or one per statement. Before a process sends a call, it
claims it here, so that two processes with the same work pay for each call once. A claim is lost
when its process has given no sign of life for a few seconds.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from ...core.errors import file_problem
from .protocol import Verdict

T = TypeVar("T")
_VERSION = 1  # of the tables below
_PER_QUERY = 500
_BUSY_SECONDS = 30.0
_LEASE = 10.0  # seconds that a claim outlives the last sign of life of its process
_SCHEMA = """
create table if not exists verdict (
  key text primary key, verdicts text not null, model text not null,
  prompt_tokens integer not null, completion_tokens integer not null
) without rowid;
create table if not exists claim (key text primary key, process text not null) without rowid;
create table if not exists process (name text primary key, until real not null) without rowid;
"""


@dataclass(frozen=True)
class Judged:
    """The answer to a call.

    Attributes:
        verdicts: One, or one per statement.
        prompt_tokens: Tokens sent.
        completion_tokens: Tokens received.
    """

    verdicts: tuple[Verdict, ...]
    prompt_tokens: int = 0
    completion_tokens: int = 0


class VerdictCache:
    """Keeps verdicts. A cache that fails says so once, and the run goes on without it."""

    def __init__(self, path: Path | None, model: str = "") -> None:
        """Nothing is opened yet.

        Args:
            path: The file; None keeps nothing.
            model: The judging model, for people who look into the file.
        """
        self.path = path
        self._model = model
        self._process = ""
        self._is_full = False
        self._has_warned = False
        self._connection: sqlite3.Connection | None = None
        self._signed = 0.0

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Holds the file open, in one thread; outside it nothing is found or kept."""
        self._process = secrets.token_hex(8)
        self._connection = self._connect()
        try:
            yield
        finally:
            if self._connection is not None:
                self._try(self._leave)
                self._connection.close()
            self._connection = None

    def find(self, keys: Sequence[str]) -> dict[str, Judged]:
        """Returns the verdicts that it has.

        Args:
            keys: Keys of calls.
        """
        found: dict[str, Judged] = {}
        for start in range(0, len(keys), _PER_QUERY):
            part = keys[start : start + _PER_QUERY]
            found |= self._try(self._find, part, writes=False) or {}
        return found

    def claim(self, keys: Sequence[str]) -> set[str]:
        """Claims calls for this process.

        Args:
            keys: Keys of calls without a verdict.

        Returns:
            Those that this process is to send; another one is working on the others, or has just
            finished them.
        """
        claimed = self._try(self._claim, keys)
        return set(keys) if claimed is None else claimed

    def keep(self, answers: Mapping[str, Judged], given_up: Iterable[str] = ()) -> None:
        """Stores all verdicts except unjudged ones, in one transaction, and ends their claims.

        Args:
            answers: Key of a call to its verdicts.
            given_up: Keys of further calls that are no longer claimed.
        """
        self._try(self._keep, answers, [*answers, *given_up])

    def sign_of_life(self) -> None:
        """Keeps the claims of this process alive; to be called every second or so."""
        if time.time() - self._signed > _LEASE / 4:
            self._try(self._sign)

    def _connect(self) -> sqlite3.Connection | None:
        if self.path is None:
            return None
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(
                self.path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            try:
                _prepare(connection)
            except sqlite3.Error:
                connection.close()
                raise
        except (OSError, sqlite3.Error) as error:
            self._warn(error)
            return None
        return connection

    def _try(self, action: Callable[..., T], *arguments: Any, writes: bool = True) -> T | None:
        """Returns what an action returns; None if there is no cache, or it fails."""
        if self._connection is None or (writes and self._is_full):
            return None
        try:
            return action(self._connection, *arguments)
        except (sqlite3.Error, OverflowError, TypeError, ValueError) as error:  # or a damaged row
            self._is_full = True
            self._warn(error)
            return None

    def _warn(self, problem: Exception) -> None:
        if not self._has_warned:
            self._has_warned = True
            reason = file_problem(problem)
            warnings.warn(
                f"{self.path}: the cache of verdicts cannot be used ({reason}); the verdicts of "
                "this run count, but a later run has to ask for them again",
                RuntimeWarning,
                stacklevel=2,
            )

    def _find(self, connection: sqlite3.Connection, keys: Sequence[str]) -> dict[str, Judged]:
        marks = ",".join("?" * len(keys))
        rows = connection.execute(
            "select key, verdicts, prompt_tokens, completion_tokens from verdict"  # noqa: S608
            f" where key in ({marks})",
            keys,
        )
        return {key: Judged(_read(text), sent, received) for key, text, sent, received in rows}

    def _claim(self, connection: sqlite3.Connection, keys: Sequence[str]) -> set[str]:
        with _transaction(connection):
            self._write_sign(connection)
            connection.execute("delete from process where until < ?", (time.time(),))
            connection.execute("delete from claim where process not in (select name from process)")
            return {
                key
                for key in keys
                if connection.execute(
                    "insert or ignore into claim select ?, ?"
                    " where not exists (select 1 from verdict where key = ?)",
                    (key, self._process, key),
                ).rowcount
            }

    def _keep(
        self,
        connection: sqlite3.Connection,
        answers: Mapping[str, Judged],
        ended: Sequence[str],
    ) -> None:
        rows = [
            (key, _written(judged), self._model, judged.prompt_tokens, judged.completion_tokens)
            for key, judged in answers.items()
            if not any(verdict.is_unjudged for verdict in judged.verdicts)
        ]
        with _transaction(connection):
            connection.executemany("insert or replace into verdict values (?, ?, ?, ?, ?)", rows)
            connection.executemany("delete from claim where key = ?", [(key,) for key in ended])

    def _sign(self, connection: sqlite3.Connection) -> None:
        with _transaction(connection):
            self._write_sign(connection)

    def _write_sign(self, connection: sqlite3.Connection) -> None:
        self._signed = time.time()
        connection.execute(
            "insert or replace into process values (?, ?)", (self._process, self._signed + _LEASE)
        )

    def _leave(self, connection: sqlite3.Connection) -> None:
        with _transaction(connection):
            connection.execute("delete from claim where process = ?", (self._process,))
            connection.execute("delete from process where name = ?", (self._process,))


def _prepare(connection: sqlite3.Connection) -> None:
    # Survives the end of this process; only a power failure may cost the newest verdicts.
    connection.execute("pragma synchronous = normal")
    if _version(connection) < _VERSION:
        _switch_to_write_ahead_log(connection)
        with _transaction(connection):
            for statement in _SCHEMA.split(";"):
                connection.execute(statement)
            connection.execute(f"pragma user_version = {_VERSION}")


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("pragma user_version").fetchone()
    if version > _VERSION:
        raise sqlite3.DatabaseError("a newer version of this package has made it")
    return int(version)


def _switch_to_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Lets one process write while others read; the switch itself does not wait for others."""
    until = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            connection.execute("pragma journal_mode = wal")
        except sqlite3.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
        else:
            return


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("begin immediate")
    try:
        yield
    except BaseException:
        if connection.in_transaction:  # a full disk may have ended it
            connection.execute("rollback")
        raise
    connection.execute("commit")


def _written(judged: Judged) -> str:
    return json.dumps(
        [[one.holds, one.explanation, *filter(None, [one.answer])] for one in judged.verdicts]
    )


def _read(text: str) -> tuple[Verdict, ...]:
    return tuple(Verdict(*fields) for fields in json.loads(text))
