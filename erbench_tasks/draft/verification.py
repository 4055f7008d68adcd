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
from ..generator import Benchmark
from ..items.item import Item
from ..lint.findings import Finding
from ..lint.lint import lint
from ..privacy.asked import refuse_personal_data
from ..profile.records import Profile
from ..questions.question_type import draw
from ..spec.spec_file import read_spec
from .draft import Draft

_MOST_DETERMINANTS = 500  # of an entry that are looked at
_SEVERAL = 20  # so many times as many questions are drawn from


@dataclass(frozen=True)
class Verdict:
    """What the database says of an entry.

    Attributes:
        error: Why nothing can be made of it; empty if something can.
        findings: What the lint finds.
        items: The number of its questions.
    """

    error: str = ""
    findings: tuple[Finding, ...] = ()
    items: int = 0

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
        """Verifies each entry by itself, and then those that hold together."""
        every = watched(draft.entries, "Verifying entries", len(draft.entries))
        found = {id_: self._alone(draft, id_, seed) for id_ in every}
        holding = [id_ for id_, verdict in found.items() if not verdict.failed]
        if len(holding) > 1:  # what one asks, another must not ask again
            found |= self._together(draft, holding, seed)
        return found

    def _alone(self, draft: Draft, id_: str, seed: int) -> Verdict:
        if draft.entries[id_].relation not in draft.relations:
            return Verdict(f"there is no relation {draft.entries[id_].relation!r}")
        try:
            return self._together(draft, [id_], seed)[id_]
        except InputError as error:
            return Verdict(str(error))

    def _together(self, draft: Draft, ids: list[str], seed: int) -> dict[str, Verdict]:
        with self.opened(draft.to_spec(ids)) as benchmark:
            self._refuse_private(benchmark)
            linted = lint(benchmark, most=_MOST_DETERMINANTS, seed=seed)
        return {
            id_: Verdict("", entry.findings, entry.items)
            for id_, entry in zip(ids, linted, strict=True)
        }

    def opened(self, spec: Mapping[str, Any]) -> _Opened:
        """Returns what opens a specification; errors name its fields."""
        content = {**spec, **({"schema": self._schema} if self._schema else {})}
        return _Opened(content, self._engine)

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

    def questions(
        self, draft: Draft, ids: list[str], each: int, seed: int
    ) -> dict[str, list[Item]]:
        """Draws some questions of each entry, of as many entities as can be."""
        found: dict[str, list[Item]] = {id_: [] for id_ in ids}
        with self.opened(draft.to_spec(ids)) as benchmark:
            most = _SEVERAL * each * len(ids)
            for item in benchmark.items(seed, max_items=most):
                found[ids[benchmark.entry]].append(item)
        return {id_: [*_drawn(items, each, seed)] for id_, items in found.items()}


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
