"""What the database says of a draft: each entry holds, or fails for reasons that can be mended."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy
import yaml

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
from ..spec.spec_file import read_spec
from .draft import Draft

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

    def verdicts(self, draft: Draft, seed: int = 0) -> dict[str, Verdict]:
        """Verifies each entry by itself; none may ask what one before it asks.

        Args:
            draft: The draft.
            seed: Decides which questions are looked at, and what is false in them.
        """
        earlier: dict[Text, Text] = {}
        every = watched(draft.entries, "Verifying entries", len(draft.entries))
        return {id_: self.verdict(draft.to_spec([id_]), seed, earlier) for id_ in every}

    def verdict(self, spec: Mapping[str, Any], seed: int, earlier: dict[Text, Text]) -> Verdict:
        """Verifies a specification of one entry.

        Args:
            spec: What `BenchmarkSpec` takes.
            seed: As of `verdicts`.
            earlier: What was asked so far; what this one asks is added, if it holds.
        """
        if not spec.get("relations"):
            return Verdict(f"there is no relation {spec['questions'][0]['relation']!r}")
        schema = {"schema": self._schema} if self._schema else {}
        try:
            with _Opened({**spec, **schema}, self._engine) as benchmark:
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


class _Opened:
    """Opens a specification that is in no file yet, for as long as it is used."""

    def __init__(self, content: Mapping[str, Any], engine: sqlalchemy.Engine) -> None:
        self._content, self._engine = content, engine
        self._folder = tempfile.TemporaryDirectory()

    def __enter__(self) -> Benchmark:
        path = Path(self._folder.name, "draft.yaml")
        path.write_text(yaml.safe_dump(dict(self._content), allow_unicode=True), encoding="utf-8")
        try:
            spec, _ = read_spec(path)
            return Benchmark(spec, path, self._engine)
        except InputError as error:
            self._folder.cleanup()
            raise self._named(error) from error

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._folder.cleanup()
        if isinstance(error, InputError):
            raise self._named(error) from error

    def _named(self, error: InputError) -> InputError:
        """Leaves out the file, which nobody sees."""
        text = str(error)
        before, _, rest = text.partition(": ")
        return InputError(rest if before.startswith(self._folder.name) else text)


def _drawn(items: list[Item], most: int, seed: int) -> Iterator[Item]:
    """Yields items of different entities first, and of different answers."""
    ranked = sorted(items, key=lambda item: draw(2**32, seed, item.id))
    turn: dict[str, int] = {}
    placed: list[tuple[int, int, Item]] = []
    for item in ranked:
        turn[item.entity_id] = turn.get(item.entity_id, 0) + 1
        placed.append((turn[item.entity_id], len(placed), item))
    yield from (item for _, _, item in sorted(placed, key=lambda one: one[:2])[:most])
