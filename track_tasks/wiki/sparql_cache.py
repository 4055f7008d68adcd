"""What an endpoint answered is kept on disk, so that a run that was cut off can go on.

The rules are simple. A run keeps each whole and valid answer in a folder beside its output. With
`--resume` a run takes from there what it would ask again: same endpoint, same `as_of`, same query.
Without, the folder must not hold answers yet: facts that were asked for weeks ago are not passed
off as today's.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from ...erbench_tasks.errors import InputError

NAME = "answers.sqlite"


class AnswerFile:
    """Answers by the hash of what was asked, in one SQLite file that one run at a time may use.

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
            reason = getattr(error, "strerror", None) or error
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
        """Keeps an answer: it survives the end of this process, however that comes.

        Args:
            key: Hash of what was asked.
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
        """Locks the file until it is closed: two runs would send two requests at a time."""
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
