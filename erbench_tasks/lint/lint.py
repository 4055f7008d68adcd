"""Looking at what a specification asks, entry by entry, before anybody asks it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations

import sqlalchemy

from ...core.progress import watched
from ..database.snapshot import snapshot
from ..database.sql_text import comparable_column, seeded_rank
from ..dependencies.declared import (
    DeclaredDependency,
    DependencyCounter,
    allows_several_values,
    needed_columns,
)
from ..generator import Benchmark
from ..items.item import Item
from ..relations.illustration import Illustration
from ..relations.joins import followed
from ..relations.omissions import Omissions
from ..relations.relation import Relation, Row
from ..relations.tuples import Group, TupleSource
from ..spec.spec import FunctionalDependency, KnowledgeSpec, QuestionSpec
from ..spec.spec_file import errors_in
from .checks import findings
from .findings import LintedEntry
from .looked_at import LookedAt, Text

MOST = 2_000  # determinants of an entry that are looked at; of more, a sample
# Whether a smaller determinant would do is counted in relations of at most this many rows.
_MOST_ROWS = 200_000


def lint(
    benchmark: Benchmark,
    *,
    most: int = MOST,
    seed: int = 0,
    examples: int | None = None,
) -> list[LintedEntry]:
    """Looks at the items of every entry of a specification.

    Args:
        benchmark: The specification and its database.
        most: The most determinants of an entry to ask about; if there are more, the database draws
            them under the seed. Whether dependencies hold is counted in all rows.
        seed: Decides which determinants are drawn, and which options are false.
        examples: The number of determinants to show that violate a dependency, of each; None
            leaves the dependencies out.

    Raises:
        InputError: A template is missing or malformed, or the database cannot be read.
    """
    with snapshot(benchmark.engine) as connection:
        linter = Linter(benchmark, connection, most, seed)
        count = len(benchmark.spec.questions)
        return [
            replace(linter.linted(index)[0], dependencies=linter.dependencies(index, examples))
            for index in watched(range(count), "Linting", count)
        ]


def title(question: QuestionSpec) -> str:
    """Returns what an entry asks, for people: `binary, painting: title -> painter`."""
    return f"{question.type}, {question.relation}: {'; '.join(map(str, question.fds))}"


@dataclass(frozen=True)
class Linter:
    """Looks at entries in order; what two of them share is counted once.

    Attributes:
        benchmark: What `lint` takes, as the others.
        connection: A snapshot of its database.
        most: The most determinants of an entry to ask about.
        seed: Decides which these are.
        earlier: What was asked so far, also elsewhere: each text, and what is right.
    """

    benchmark: Benchmark
    connection: sqlalchemy.Connection
    most: int
    seed: int
    earlier: dict[Text, Text] = field(default_factory=dict)

    @cached_property
    def _counter(self) -> DependencyCounter:
        return DependencyCounter(self.connection)

    def dependencies(self, index: int, examples: int | None) -> tuple[DeclaredDependency, ...]:
        """Counts where the dependencies of an entry hold."""
        if examples is None:
            return ()
        question = self.benchmark.spec.questions[index]
        relation = self.benchmark.relations[question.relation]
        return tuple(self._counter.declared(relation, question, examples))

    def linted(self, index: int) -> tuple[LintedEntry, list[Item]]:
        """Looks at an entry; returns the items too that were looked at."""
        question = self.benchmark.spec.questions[index]
        relation = self.benchmark.relations[question.relation]
        determinant = tuple(question.fds[0].determinant)
        needed = needed_columns(relation, question)
        dependents = [tuple(fd.dependent) for fd in _strict(question)] or [()]
        checks = [
            self._counter.counted(relation, needed, determinant, names) for names in dependents
        ]
        determinants = checks[0].determinants
        violating = max(c.violating for c in checks) if _strict(question) else 0
        items, rows = self._sample(index, question, determinants)
        (lost,) = relation.incomplete(self.connection, [needed])
        entry = LookedAt(
            question, items, rows, self.benchmark.spec.personal_data is not None, self.earlier,
            determinants, violating, self._rows(relation, needed), lost,
            self._smaller(question, needed),
        )  # fmt: skip
        joins = followed(question, relation.query, self.benchmark.joins[question.relation])
        found, size = findings(entry), len(items)
        if determinants > self.most:
            size = (determinants - violating) * question.items_each
        if not any(finding.fails for finding in found):  # what is not asked repeats nothing
            for text, contents in entry.contents.items():
                self.earlier.setdefault(text, min(contents))
        return LintedEntry(index, size, len(items), lost, found, tuple(joins)), items

    def _sample(
        self, index: int, question: QuestionSpec, determinants: int
    ) -> tuple[list[Item], list[Row]]:
        """Returns the items that are looked at, and a row of each determinant."""
        limit = self.most if determinants > self.most else None
        # By chance fewer may be read than expected.
        share = (2 * self.most + 100) / max(1, determinants)
        aside = set(getattr(question, "replaced", ())).isdisjoint(question.fds[0].determinant)
        by = question.fds[0].determinant if aside else []
        source = _Watching(self.connection, self.seed, share if limit else 1, by)
        generator = self.benchmark.generator(question, source, limit)
        with errors_in(self.benchmark.path, ["questions", index], "template"):
            return list(generator.items(Omissions())), source.rows

    def _smaller(
        self, question: QuestionSpec, needed: tuple[str, ...]
    ) -> FunctionalDependency | None:
        """Returns a dependency whose determinant is a part of an entry's, if one holds."""
        fd, relation = question.fds[0], self.benchmark.relations[question.relation]
        is_identification = set(relation.spec.entity) <= set(fd.determinant)
        is_large = self._rows(relation, needed) > _MOST_ROWS
        if is_identification or is_large or fd not in _strict(question):
            return None
        for size in range(1, len(fd.determinant)):
            for part in combinations(fd.determinant, size):
                if self._counter.counted(relation, needed, part, tuple(fd.dependent)).holds:
                    return FunctionalDependency(determinant=list(part), dependent=fd.dependent)
        return None

    def _rows(self, relation: Relation, needed: tuple[str, ...]) -> int:
        query = sqlalchemy.select(sqlalchemy.func.count()).select_from(relation.tuples(needed))
        return int(self.connection.scalar(query) or 0)


class _Watching(TupleSource):
    """Reads relations, and keeps a row of each determinant that is asked about.

    Where only some are asked about, a share of them is read.
    """

    def __init__(
        self, connection: sqlalchemy.Connection, seed: int, share: float, by: Sequence[str]
    ) -> None:
        """Takes the share, in [0, 1], and the determinant if what is said is of its rows alone."""
        super().__init__(connection, seed)
        self.rows: list[Row] = []
        self._share = share
        self._by = by

    def groups(
        self,
        relation: Relation,
        determinant: Sequence[str],
        needed: Sequence[str] = (),
        illustration: Illustration | None = None,
        most: int | None = None,
    ) -> Iterator[Group]:
        """Yields the tuples of a relation, those that share a determinant together."""
        if most is not None and self._share < 1:
            relation = self._part(relation, determinant)
        for group in super().groups(relation, determinant, needed, illustration, most):
            self.rows += group.asked[:1]
            yield group

    def everywhere(
        self, relation: Relation, columns: Sequence[str], together: Sequence[str] = ()
    ) -> Iterator[Row]:
        """Yields some columns of every row that can matter to what is asked about."""
        if self._by and self._share < 1:
            relation = self._part(relation, self._by)
        return super().everywhere(relation, columns, together)

    def _part(self, relation: Relation, determinant: Sequence[str]) -> Relation:
        """Returns a relation with a share of the determinants.

        To rank a million of them takes a database far longer than to pass over them.
        """
        key = [comparable_column(relation.columns[name]) for name in determinant]
        last = f"{int(self._share * 16**8):08x}"
        return relation.reading_where(seeded_rank(self.seed, key) < last)


def _strict(question: QuestionSpec) -> list[FunctionalDependency]:
    """Returns the dependencies that must hold where something is asked."""
    pairs = zip(question.fds, allows_several_values(question), strict=True)
    return [fd for fd, several in pairs if not (several or isinstance(question, KnowledgeSpec))]
