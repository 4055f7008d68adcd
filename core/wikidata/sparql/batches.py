"""Asks an endpoint about many entities with few queries, nothing twice, and keeps the answers.

A run keeps each whole and valid answer in a folder beside its output. With `--resume`, a run takes
from there what it would ask again: same endpoint, same `as_of`, same query. Without it, the folder
must not hold answers yet: facts that were asked for weeks ago are not passed off as today's.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path

from ...errors import InputError, file_problem
from ...hashing import stable_hash
from ...http import RequestError, TooMuchError
from .client import Row, SparqlClient, is_item, rows

NAME = "answers.sqlite"


class AnswerFile:
    """Answers by the hash of the query, in one SQLite file that one run at a time may use.

    Attributes:
        path: The file.
    """

    def __init__(self, folder: Path, *, resume: bool) -> None:
        """Opens the file, or makes it.

        Args:
            folder: Folder of the file.
            resume: Whether it may hold answers already.

        Raises:
            InputError: It holds answers and `resume` is not set, or it cannot be used.
        """
        self.path = folder / NAME
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(self.path, timeout=0.0, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            reason = file_problem(error)
            raise InputError(f"{folder}: cannot be written ({reason})") from error
        try:
            self._claim()
            self.kept = self._count()
        except InputError:
            self.close()
            raise
        if self.kept and not resume:
            self.close()
            raise InputError(
                f"{folder}: holds the answers of an earlier run; --resume to go on with them, or "
                "delete the folder to ask for everything anew"
            )

    def get(self, key: str) -> str | None:
        """Returns an answer, None if there is none.

        Raises:
            InputError: The file is damaged.
        """
        row = self._execute("select answer from answer where key = ?", key).fetchone()
        return None if row is None else str(row[0])

    def put(self, key: str, query: str, answer: str) -> None:
        """Keeps an answer: it survives the end of this process, however it ends.

        Args:
            key: Hash of the query.
            query: The query, for people who look into the file.
            answer: The answer.

        Raises:
            InputError: The file cannot be written.
        """
        self._execute("insert or replace into answer values (?, ?, ?)", key, query, answer)
        self.kept += 1

    def close(self) -> None:
        """Lets another run use the file."""
        self._connection.close()

    def _claim(self) -> None:
        """Locks the file until it is closed: two runs would send two requests at once."""
        self._execute("pragma locking_mode = exclusive")
        self._execute("pragma synchronous = normal")
        self._execute("begin exclusive")
        self._execute(
            "create table if not exists answer"
            " (key text primary key, query text not null, answer text not null)"
        )
        self._execute("commit")

    def _count(self) -> int:
        return int(self._execute("select count(*) from answer").fetchone()[0])

    def _execute(self, statement: str, *values: str) -> sqlite3.Cursor:
        try:
            return self._connection.execute(statement, values)
        except sqlite3.OperationalError as error:
            fix = "; another run is using it" if "locked" in str(error) else ""
            raise InputError(f"{self.path}: cannot be used ({error}){fix}") from error
        except sqlite3.DatabaseError as error:
            folder = self.path.parent
            raise InputError(f"{self.path}: damaged ({error}); delete {folder}") from error


Query = Callable[[Sequence[str]], str]

_BATCH = 100  # entities in one query
_CUT_OFF = 10_000  # rows; some endpoints send no more than that without saying so


class Batches:
    """Sends queries unless their answers are on disk."""

    def __init__(self, client: SparqlClient, answers: AnswerFile | None, as_of: str) -> None:
        """Takes an endpoint and its earlier answers.

        Args:
            client: Sends what is not on disk.
            answers: The answers on disk; None keeps nothing.
            as_of: Year and month when the facts hold: the answers of another month do not count.
        """
        self._client = client
        self._answers = answers
        self._as_of = as_of

    def ask(self, query: str, *, can_split: bool = False) -> list[Row]:
        """Returns the rows of a query.

        Args:
            query: The query.
            can_split: Whether the caller can ask for less if this is too much.

        Raises:
            TooMuchError: It is too much, and can be split.
            InputError: There is no answer.
        """
        if self._answers is None:
            return self._client.ask(query, can_split=can_split)
        key = stable_hash([self._client.endpoint.url, self._as_of, query])
        kept = self._answers.get(key)
        if kept is not None:
            return _read(kept, self._answers)
        try:
            answer = self._client.ask(query, can_split=can_split)
        except InputError as error:
            if not self._answers.kept:
                raise
            hint = "what was answered is kept, the same command with --resume goes on"
            raise InputError(f"{error}; {hint}") from error
        self._answers.put(key, query, _written(answer))
        return answer

    def ask_about(self, ids: Collection[str], query: Query) -> Iterator[Row]:
        """Yields the rows of one query per batch of entities.

        A batch that is too much for the endpoint is asked for in halves.

        Args:
            ids: Ids of entities; anything else is left out.
            query: Makes the query of a batch.

        Raises:
            InputError: There is no answer.
        """
        items = sorted(filter(is_item, set(ids)), key=lambda id_: int(id_[1:]))
        yield from self.ask_in_parts(items, query)

    def ask_in_parts(
        self,
        todo: Sequence[str],
        query: Query,
        most: int = _BATCH,
        too_much: Callable[[str], None] | None = None,
    ) -> Iterator[Row]:
        """Yields the rows of one query per part of what is asked about.

        A part that is too much for the endpoint is asked for in halves.

        Args:
            todo: What is asked about, such as names.
            query: Makes the query of a part; it escapes what it puts there.
            most: The largest number in one query.
            too_much: Called with what is too much alone, which is passed over then; without it,
                that is an error.

        Raises:
            InputError: There is no answer.
        """
        for start in range(0, len(todo), most):
            yield from self._batch(todo[start : start + most], query, too_much)

    def _batch(
        self, ids: Sequence[str], query: Query, too_much: Callable[[str], None] | None = None
    ) -> list[Row]:
        try:
            found = self.ask(query(ids), can_split=len(ids) > 1 or too_much is not None)
        except TooMuchError:
            found = None
            if len(ids) == 1 and too_much is not None:
                too_much(ids[0])
                return []
        if found is not None and (len(found) < _CUT_OFF or len(ids) == 1):
            return found
        half = len(ids) // 2
        parts = (ids[:half], ids[half:])
        return [row for part in parts for row in self._batch(part, query, too_much)]


def _written(answer: list[Row]) -> str:
    """Returns rows in SPARQL's JSON format."""
    bindings = [{name: term.as_json() for name, term in row.items()} for row in answer]
    return json.dumps({"results": {"bindings": bindings}})


def _read(text: str, file: AnswerFile) -> list[Row]:
    try:
        return rows(text)
    except (ValueError, RequestError) as error:
        raise InputError(
            f"{file.path}: holds what is no answer; delete {file.path.parent}"
        ) from error
