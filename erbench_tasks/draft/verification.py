"""What the database says of a draft: each entry holds, or fails for reasons that can be mended."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy

from ...core.errors import InputError
from ...core.progress import watched
from ..database.snapshot import snapshot
from ..generator import Benchmark
from ..items.item import Item
from ..lint.findings import Finding
from ..lint.lint import Linter
from ..lint.looked_at import Text
from ..privacy.asked import refuse_personal_data
from ..profile.records import Profile
from ..questions.question_type import draw
from ..spec.reduced import dumped
from ..spec.spec_file import read_spec

_MOST_DETERMINANTS = 500  # of an entry that are looked at
QUESTIONS = 8  # of each entry that the critic reads


@dataclass(frozen=True)
class Verdict:
    """What the database says of an entry.

    Attributes:
        error: Why nothing can be made of it; empty if something can.
        findings: What the lint finds.
        items: The number of its questions.
        questions: Some of them, of as many entities as can be.
    """

    error: str = ""
    findings: tuple[Finding, ...] = ()
    items: int = 0
    questions: tuple[Item, ...] = ()

    @property
    def failed(self) -> bool:
        """Whether it should not be asked."""
        return bool(self.error) or any(finding.fails for finding in self.findings)

    @property
    def lines(self) -> list[str]:
        """What to say about it, the worst first."""
        if self.error:
            return [f"FAILS: {self.error}"]
        return [
            f"FAILS: {one} -- {one.remedy}" if one.fails else f"note: {one}"
            for one in self.findings
        ]


class Verification:
    """Verifies drafts in one database."""

    def __init__(self, engine: sqlalchemy.Engine, profile: Profile, schema: str | None) -> None:
        """Takes the database, and the profile that says what is private in it."""
        self._engine = engine
        self._schema = schema
        self._shown = {
            (table.name, column.name)
            for table in profile.tables
            for column in table.columns
            if not (table.personal or column.personal)
        }

    def verdicts(self, parts: Mapping[str, Mapping[str, Any]], seed: int = 0) -> dict[str, Verdict]:
        """Verifies entries, each by itself; none may ask what one before it asks.

        Args:
            parts: A specification of each entry, by its id.
            seed: Decides which questions are looked at, and what is false in them.
        """
        earlier: dict[Text, Text] = {}
        every = watched(parts.items(), "Verifying entries", len(parts))
        return {id_: self._verdict(part, seed, earlier) for id_, part in every}

    def _verdict(self, spec: Mapping[str, Any], seed: int, earlier: dict[Text, Text]) -> Verdict:
        if not spec.get("relations"):
            return Verdict(f"there is no relation {spec['questions'][0]['relation']!r}")
        schema = {"schema": self._schema} if self._schema else {}
        try:
            with _opened({**spec, **schema}, self._engine) as benchmark:
                self._refuse_private(benchmark)
                with snapshot(benchmark.engine) as connection:
                    linter = Linter(benchmark, connection, _MOST_DETERMINANTS, seed, earlier)
                    entry, items = linter.linted(0)
        except InputError as error:
            return Verdict(str(error))
        drawn = tuple(_drawn(items, QUESTIONS, seed))
        return Verdict("", entry.findings, entry.items, drawn)

    def _refuse_private(self, benchmark: Benchmark) -> None:
        """Stops where a query reads what was held back, or not asked for."""
        shown = {table for table, _ in self._shown}
        for name, relation in benchmark.relations.items():
            spellings = benchmark.spellings[name].queries.values()
            for query in (relation.query, *(query for of in spellings for query in of)):
                read = [table.name for table in query.tables if table.name not in shown]
                columns = {(column.table, column.column) for column in query.used} - self._shown
                for hidden in (*read, *(".".join(column) for column in sorted(columns))):
                    raise InputError(f"relations.{name}: {hidden} is private; do not read it")
        refuse_personal_data(benchmark)


@contextmanager
def _opened(content: Mapping[str, Any], engine: sqlalchemy.Engine) -> Iterator[Benchmark]:
    """Opens a specification that is in no file yet, for as long as it is used."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "draft.yaml")
        path.write_text(dumped(dict(content)), encoding="utf-8")
        try:
            yield Benchmark(read_spec(path)[0], path, engine)
        except InputError as error:  # whose file nobody sees
            before, _, rest = str(error).partition(": ")
            named = rest if before.startswith(folder) else str(error)
            raise InputError(named) from error


def _drawn(items: list[Item], most: int, seed: int) -> Iterator[Item]:
    """Yields items of different entities first, and of different answers."""
    ranked = sorted(items, key=lambda item: draw(2**32, seed, item.id))
    turn: dict[str, int] = {}
    placed: list[tuple[int, int, Item]] = []
    for item in ranked:
        turn[item.entity_id] = turn.get(item.entity_id, 0) + 1
        placed.append((turn[item.entity_id], len(placed), item))
    yield from (item for _, _, item in sorted(placed, key=lambda one: one[:2])[:most])
