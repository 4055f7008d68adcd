"""Looking at what a specification asks, entry by entry, before anybody asks it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import sqlalchemy

from ..database.snapshot import snapshot
from ..dependencies.check import DependencyCheck, holds
from ..generator import Benchmark
from ..items.item import Item
from ..relations.illustration import Illustration
from ..relations.omissions import Omissions
from ..relations.relation import ASKED, Relation
from ..relations.tuples import Group, TupleSource
from ..spec.spec import (
    AlteredSpec,
    BinarySpec,
    FunctionalDependency,
    MultiHopSpec,
    MultipleChoiceSpec,
    QuestionSpec,
)
from .bookkeeping import reason_against
from .checks import findings
from .findings import LintedEntry
from .looked_at import MOST_LOST, Column, LookedAt
from .row_samples import RowSamples
from .score import score

# Items of an entry that are looked at; of more, a sample.
MOST = 20_000
# Whether a smaller determinant would do is counted in tables of at most this many tuples.
_MOST_TUPLES = 200_000


def lint(
    benchmark: Benchmark,
    *,
    most: int = MOST,
    most_lost: float = MOST_LOST,
    seed: int = 0,
    watch: Callable[[Collection[Any]], Iterable[Any]] = iter,
    samples: RowSamples | None = None,
) -> list[LintedEntry]:
    """Looks at the items of every entry of a specification.

    Args:
        benchmark: The specification and its database.
        most: The most items of an entry to look at; if there are more, those of a sample of its
            determinants, drawn under the seed. Of a table with many more rows a sample is taken
            before anything is counted (`row_samples`).
        most_lost: The largest share of rows that an entry may lose, since a value is NULL or a
            joined table has no match, in [0, 1].
        seed: Decides which determinants are sampled, and which options are false.
        watch: Sees the entries pass: such as a progress bar.
        samples: Takes the samples through its connection, and remembers those of an earlier lint.

    Returns:
        What was found, entry by entry, in the order of the specification.

    Raises:
        InputError: A template is missing or malformed, or the database cannot be read.
    """
    if samples is None:
        with snapshot(benchmark.engine) as connection:
            return lint(
                benchmark, most=most, most_lost=most_lost, seed=seed, watch=watch,
                samples=RowSamples(connection),
            )  # fmt: skip
    reader = _Reader(benchmark, samples, most, seed, most_lost)
    return [reader.linted(index) for index in watch(range(len(benchmark.spec.questions)))]


class _Reader:
    """Reads the items of entries; what two entries share is counted once."""

    def __init__(
        self,
        benchmark: Benchmark,
        samples: RowSamples,
        most: int,
        seed: int,
        most_lost: float,
    ) -> None:
        self._benchmark = benchmark
        self._samples = samples
        self._connection = samples.connection
        self._most = most
        self._most_lost = most_lost
        self._seed = seed
        self._earlier: dict[int, int] = {}
        self._rows: dict[str, tuple[int, int]] = {}
        self._checks: dict[tuple[str, ...], DependencyCheck] = {}

    def linted(self, index: int) -> LintedEntry:
        """Looks at an entry."""
        question = self._benchmark.spec.questions[index]
        entry, given = self._look(question)
        found = findings(entry)
        sampled_rows = 0
        relation = self._benchmark.relations[question.relation]
        if self._samples.is_large(relation, self._most):
            if not any(f.fails for f in found) and self._samples.may_count(relation):
                entry, given = self._counted(relation, entry)
                found = findings(entry)
            else:
                sampled_rows = entry.tuples + entry.lost
        left_out = given * (len(entry.every) - len(entry.items)) // max(1, len(entry.every))
        linted = LintedEntry(
            index, given - left_out, len(entry.items), found, score(entry), sampled_rows
        )
        if not linted.failed:  # one that is not asked takes no question from another
            for key, contents in entry.contents.items():
                self._earlier.setdefault(key, min(contents))
        return linted

    def _look(self, question: QuestionSpec) -> tuple[LookedAt, int]:
        """Returns an entry with the items that are looked at, and how many there are."""
        relation, first = self._benchmark.relations[question.relation], question.fds[0]
        sample = self._samples.determinants(relation, first.determinant, self._most)
        benchmark = self._benchmark.looking_at(sample.relation)
        dependents = [fd.dependent for fd in self._strict(question)]
        checks = [self._holds(sample.relation, first.determinant, d) for d in dependents]
        every = self._holds(sample.relation, first.determinant, [])
        violating = max((check.violating for check in checks), default=0)
        expected = (every.determinants - violating) * question.items_each
        limit = max(1, self._most // question.items_each) if expected > self._most else None
        source = _Watching(self._connection, self._seed, _named(question))
        generator = benchmark.generator(question, source, self._seed, limit)
        items: list[Item] = list(generator.items(Omissions()))
        tuples, lost = self._kept_and_lost(relation)
        entry = LookedAt(
            question=question,
            every=items,
            personal_data=self._benchmark.spec.personal_data is not None,
            leave_out=frozenset(self._benchmark.spec.leave_out),
            earlier=self._earlier,
            asked=every.determinants,
            violating=violating,
            most_lost=self._most_lost,
            tuples=tuples,
            lost=lost,
            # What a part of them determines is not to be seen in a sample of whole determinants.
            smaller=self._smaller(question, tuples) if sample.one_of == 1 else None,
            columns=source.columns,
            reasons=dict(_reasons(relation, _named(question))),
        )
        looked_at = len(items) if limit is None else expected
        return entry, looked_at * sample.one_of

    def _counted(self, relation: Relation, entry: LookedAt) -> tuple[LookedAt, int]:
        """Returns an entry with what is counted in all rows, and how many items there are."""
        question = entry.question
        dependents: list[Sequence[str]] = [fd.dependent for fd in self._strict(question)]
        determinant = question.fds[0].determinant
        checks = [self._check(relation, determinant, d) for d in dependents or [[]]]
        violating = max(check.violating for check in checks)
        entry = replace(
            entry,
            asked=checks[0].determinants,
            violating=violating,
            tuples=checks[0].tuples,
            lost=relation.incomplete(self._connection) + relation.unmatched(self._connection),
        )
        return entry, (entry.asked - violating) * question.items_each

    def _strict(self, question: QuestionSpec) -> Iterator[FunctionalDependency]:
        """Yields the dependencies that must hold where something is asked."""
        if isinstance(question, MultiHopSpec):
            yield from (hop.fd for hop in question.hops if hop.values == "one")
        elif isinstance(question, MultipleChoiceSpec | AlteredSpec) or (
            isinstance(question, BinarySpec) and question.several_values == "leave_out"
        ):
            yield question.fd

    def _smaller(self, question: QuestionSpec, tuples: int) -> FunctionalDependency | None:
        """Returns a dependency whose determinant is a part of an entry's, if one holds."""
        fd, entity = question.fds[0], self._benchmark.spec.relations[question.relation].entity
        is_identification = set(entity) <= set(fd.determinant)
        accepts = isinstance(question, BinarySpec) and question.several_values == "accept"
        if tuples > _MOST_TUPLES or is_identification or accepts:
            return None
        smallest = fd.determinant
        relation = self._benchmark.relations[question.relation]
        while part := self._part_that_determines(relation, smallest, fd.dependent):
            smallest = part
        if smallest == fd.determinant:
            return None
        return FunctionalDependency(determinant=smallest, dependent=fd.dependent)

    def _part_that_determines(
        self, relation: Relation, determinant: Sequence[str], dependent: Sequence[str]
    ) -> list[str]:
        if len(determinant) < 2:
            return []
        parts = map(list, combinations(determinant, len(determinant) - 1))
        return next((part for part in parts if self._holds(relation, part, dependent).holds), [])

    def _holds(
        self, relation: Relation, determinant: Sequence[str], dependent: Sequence[str]
    ) -> DependencyCheck:
        # Which rows are sampled follows from the determinant.
        key = (relation.name, *determinant, "->", *dependent)
        if key not in self._checks:
            self._checks[key] = self._check(relation, determinant, dependent)
        return self._checks[key]

    def _check(
        self, relation: Relation, determinant: Sequence[str], dependent: Sequence[str]
    ) -> DependencyCheck:
        left, right = ([relation.label(a) for a in side] for side in (determinant, dependent))
        return holds(self._connection, relation.tuples(), left, right, ASKED)

    def _kept_and_lost(self, relation: Relation) -> tuple[int, int]:
        """Counts the tuples that are complete, and the others, in a sample of the rows."""
        if relation.name not in self._rows:
            some = self._samples.rows(relation, self._most)
            kept = holds(self._connection, some.tuples(), [], [], ASKED).tuples
            lost = some.incomplete(self._connection) + some.unmatched(self._connection)
            self._rows[relation.name] = kept, lost
        return self._rows[relation.name]


class _Watching(TupleSource):
    """Reads relations, and counts the values of some attributes as they pass."""

    def __init__(
        self,
        connection: sqlalchemy.Connection,
        seed: int,
        attributes: Sequence[str],
    ) -> None:
        super().__init__(connection, seed)
        self.columns: dict[str, Column] = {name: Counter() for name in attributes}

    def groups(
        self,
        relation: Relation,
        determinant: Sequence[str],
        illustration: Illustration | None = None,
        most: int | None = None,
    ) -> Iterator[Group]:
        """Yields the tuples of a relation, those that share a determinant together."""
        for group in super().groups(relation, determinant, illustration, most):
            for row in group.asked[:1]:
                for name, counted in self.columns.items():
                    if (value := row[name]) is not None:
                        counted[str(value)] += 1
            yield group


def _named(question: QuestionSpec) -> list[str]:
    """Returns the attributes that an entry's dependencies name."""
    return list(dict.fromkeys(a for fd in question.fds for a in (*fd.determinant, *fd.dependent)))


def _reasons(relation: Relation, attributes: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yields why attributes should not be asked about, by their columns."""
    for name in attributes:
        for column in relation.spec.attributes[name]:
            table, _, key = column.partition(".")
            if reason := reason_against(relation.tables[table].columns[key]):
                yield name, reason
