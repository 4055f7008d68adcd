"""What a specification relies on, checked in its database: functional dependencies and joins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial

import sqlalchemy

from .database.integrity import JoinCheck
from .database.snapshot import snapshot
from .dependencies.check import DependencyCheck, ViolatingDeterminant, holds, violations
from .generator import Benchmark
from .relations.relation import ASKED, Relation
from .spec.spec import (
    AlteredSpec,
    BinarySpec,
    FunctionalDependency,
    KnowledgeSpec,
    MultiHopSpec,
    QuestionSpec,
)


@dataclass(frozen=True)
class DeclaredDependency:
    """A dependency of an entry of `questions`, and how far it holds.

    Attributes:
        entry: Place of the entry among the others, from 0.
        relation: Name of the relation.
        fd: The dependency.
        question_type: Type of the entry: `binary`, `multiple_choice`, `multi_hop`, `knowledge`.
        several_values: Whether several dependent values are fine (`several_values: accept` of a
            binary entry, `values: all` of a hop).
        check: The numbers.
        omitted: The number of determinants that the generator leaves out for it; of a hop, the
            determinants of the chain's first hop. Asking whether a model knows an entity leaves
            nothing out.
        examples: The first violating determinants.
    """

    entry: int
    relation: str
    fd: FunctionalDependency
    question_type: str
    several_values: bool
    check: DependencyCheck
    omitted: int
    examples: list[ViolatingDeterminant]

    @property
    def is_violated(self) -> bool:
        """Whether it should hold and does not."""
        return not (self.several_values or self.check.holds)


@dataclass(frozen=True)
class CheckedBenchmark:
    """Every declared dependency, the rows that it was not checked on, and the joins.

    Attributes:
        dependencies: In the order of the specification.
        incomplete: Of each entry, the number of rows of its relation that lack a value it needs.
        joins: Relation to what its joins follow.
    """

    dependencies: list[DeclaredDependency]
    incomplete: list[int]
    joins: dict[str, list[JoinCheck]]


def check_declared(benchmark: Benchmark, examples: int = 0) -> CheckedBenchmark:
    """Checks every dependency that a specification declares, on one snapshot of the database.

    As for the generator, rows that lack a value of an entry are left out, and only those count
    that questions are asked about (`ask`).

    Args:
        benchmark: The specification and its database.
        examples: The number of violating determinants to show of each dependency.

    Raises:
        InputError: The database cannot be read.
    """
    dependencies: list[DeclaredDependency] = []
    incomplete: list[int] = []
    with snapshot(benchmark.engine) as connection:
        check = cache(partial(counted, connection))
        for index, question in enumerate(benchmark.spec.questions):
            relation = benchmark.relations[question.relation]
            entry = _Entry(connection, relation, question, examples, check)
            dependencies += entry.declared(index)
            incomplete += relation.incomplete(connection, [entry.needed])
    return CheckedBenchmark(dependencies, incomplete, benchmark.joins)


class _Entry:
    """Checks the dependencies of an entry."""

    def __init__(
        self,
        connection: sqlalchemy.Connection,
        relation: Relation,
        question: QuestionSpec,
        examples: int,
        check: Callable[..., DependencyCheck],
    ) -> None:
        self._connection = connection
        self._relation = relation
        self._question = question
        self._examples = examples
        self._count = check
        self.needed = tuple(dict.fromkeys([*relation.spec.entity, *question.columns]))

    def declared(self, index: int) -> Iterator[DeclaredDependency]:
        """Yields the dependencies.

        Args:
            index: The place of the entry.
        """
        question, first = self._question, self._question.fds[0].determinant
        for fd, accepted in zip(question.fds, allows_several_values(question), strict=True):
            omitted = 0
            if not accepted and not isinstance(question, KnowledgeSpec):
                # The generator sees the tuples of one entity at a time, on every hop.
                seen = self._check(first, fd.dependent)
                omitted = seen.violating - seen.too_many
            check = self._check(fd.determinant, fd.dependent)
            yield DeclaredDependency(
                index, question.relation, fd, question.type, accepted, check, omitted,
                [] if check.holds else self._violations(fd),
            )  # fmt: skip

    def _check(self, determinant: Sequence[str], dependent: Sequence[str]) -> DependencyCheck:
        return self._count(self._relation, self.needed, tuple(determinant), tuple(dependent))

    def _violations(self, fd: FunctionalDependency) -> list[ViolatingDeterminant]:
        label, rows = self._relation.label, self._relation.tuples(self.needed)
        left, right = list(map(label, fd.determinant)), list(map(label, fd.dependent))
        return violations(self._connection, rows, left, right, ASKED, most=self._examples)


def counted(
    connection: sqlalchemy.Connection,
    relation: Relation,
    needed: Sequence[str],
    determinant: Sequence[str],
    dependent: Sequence[str],
) -> DependencyCheck:
    """Counts where a dependency holds among the rows that are asked about.

    Args:
        connection: The database.
        relation: The relation.
        needed: The columns without which a row does not count.
        determinant: Columns of the relation.
        dependent: Columns of the relation.
    """
    left, right = ([relation.label(name) for name in side] for side in (determinant, dependent))
    return holds(connection, relation.tuples(needed), left, right, ASKED)


def allows_several_values(question: QuestionSpec) -> list[bool]:
    """Tells for each dependency of an entry whether several dependent values are fine.

    Args:
        question: The entry.
    """
    if isinstance(question, MultiHopSpec):
        return [hop.values == "all" for hop in question.hops]
    if isinstance(question, AlteredSpec):  # what is false is so of every value
        return [True]
    return [isinstance(question, BinarySpec) and question.several_values == "accept"]
