"""What a specification relies on, checked in its database: functional dependencies and joins."""

from __future__ import annotations

from collections.abc import Sequence
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
        left_out: The number of determinants that the generator leaves out for it; of a hop, the
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
    left_out: int
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
        count = cache(partial(counted, connection))
        for index, question in enumerate(benchmark.spec.questions):
            relation = benchmark.relations[question.relation]
            needed = needed_columns(relation, question)
            incomplete += relation.incomplete(connection, [needed])
            for fd, accepted in zip(question.fds, allows_several_values(question), strict=True):
                check = count(relation, needed, tuple(fd.determinant), tuple(fd.dependent))
                left_out = 0
                if not accepted and not isinstance(question, KnowledgeSpec):
                    # The generator sees the tuples of one entity at a time, on every hop.
                    first = tuple(question.fds[0].determinant)
                    seen = count(relation, needed, first, tuple(fd.dependent))
                    left_out = seen.violating - seen.too_many
                found = (
                    [] if check.holds else _violations(connection, relation, needed, fd, examples)
                )
                dependencies.append(
                    DeclaredDependency(
                        index, relation.name, fd, question.type, accepted, check, left_out, found
                    )
                )
    return CheckedBenchmark(dependencies, incomplete, benchmark.joins)


def _violations(
    connection: sqlalchemy.Connection,
    relation: Relation,
    needed: Sequence[str],
    fd: FunctionalDependency,
    most: int,
) -> list[ViolatingDeterminant]:
    left, right = (
        [relation.label(name) for name in side] for side in (fd.determinant, fd.dependent)
    )
    return violations(connection, relation.tuples(needed), left, right, ASKED, most=most)


def needed_columns(relation: Relation, question: QuestionSpec) -> tuple[str, ...]:
    """Returns the columns without which a row does not count for an entry."""
    return tuple(dict.fromkeys([*relation.spec.entity, *question.columns]))


def counted(
    connection: sqlalchemy.Connection,
    relation: Relation,
    needed: Sequence[str],
    determinant: Sequence[str],
    dependent: Sequence[str],
) -> DependencyCheck:
    """Counts where a dependency holds among the rows that are asked about, and have what is needed.

    All columns are the relation's.
    """
    left, right = ([relation.label(name) for name in side] for side in (determinant, dependent))
    return holds(connection, relation.tuples(needed), left, right, ASKED)


def allows_several_values(question: QuestionSpec) -> list[bool]:
    """Tells for each dependency of an entry whether several dependent values are fine."""
    if isinstance(question, MultiHopSpec):
        return [hop.values == "all" for hop in question.hops]
    if isinstance(question, AlteredSpec):  # what is false is so of every value
        return [True]
    return [isinstance(question, BinarySpec) and question.several_values == "accept"]
