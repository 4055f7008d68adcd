"""The functional dependencies that a specification declares, checked in its database."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import sqlalchemy

from .database.snapshot import snapshot
from .dependencies.check import DependencyCheck, ViolatingDeterminant, holds, violations
from .generator import Benchmark
from .relations.relation import ASKED, Relation
from .spec.spec import BinarySpec, FunctionalDependency, KnowledgeSpec, MultiHopSpec, QuestionSpec


@dataclass(frozen=True)
class DeclaredDependency:
    """A dependency of an entry of `questions`, and how far it holds.

    Attributes:
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
    """Every declared dependency, and the tuples that none was checked on.

    Attributes:
        dependencies: In the order of the specification.
        incomplete: Relation to the number of its tuples that lack an attribute.
    """

    dependencies: list[DeclaredDependency]
    incomplete: dict[str, int]


def check_declared(benchmark: Benchmark, examples: int = 0) -> CheckedBenchmark:
    """Checks every dependency that a specification declares, on one snapshot of the database.

    As for the generator, tuples that lack an attribute are left out, and only those count that
    questions are asked about (`ask_where`).

    Args:
        benchmark: The specification and its database.
        examples: The number of violating determinants to show of each dependency.

    Raises:
        InputError: The database cannot be read.
    """
    with snapshot(benchmark.engine) as connection:
        checker = _Checker(connection, benchmark.relations, examples)
        found = [d for question in benchmark.spec.questions for d in checker.declared(question)]
        incomplete = {
            name: relation.incomplete(connection) for name, relation in benchmark.relations.items()
        }
    return CheckedBenchmark(found, incomplete)


class _Checker:
    """Checks dependencies; what two entries of a specification share is counted once."""

    def __init__(
        self, connection: sqlalchemy.Connection, relations: dict[str, Relation], examples: int
    ) -> None:
        self._connection = connection
        self._relations = relations
        self._examples = examples
        self._checks: dict[tuple[str, ...], DependencyCheck] = {}

    def declared(self, question: QuestionSpec) -> Iterator[DeclaredDependency]:
        """Yields the dependencies of an entry."""
        several = _allows_several_values(question)
        first = question.fds[0].determinant
        for fd, accepted in zip(question.fds, several, strict=True):
            omitted = 0
            if not accepted and not isinstance(question, KnowledgeSpec):
                # The generator sees the tuples of one entity at a time, on every hop.
                seen = self._check(question.relation, first, fd.dependent)
                omitted = seen.violating - seen.too_many
            yield DeclaredDependency(
                question.relation, fd, question.type, accepted,
                self._check(question.relation, fd.determinant, fd.dependent),
                omitted, self._violations(question.relation, fd),
            )  # fmt: skip

    def _check(
        self, name: str, determinant: Sequence[str], dependent: Sequence[str]
    ) -> DependencyCheck:
        key = (name, *determinant, "->", *dependent)
        if key not in self._checks:
            rows, label = self._relations[name].tuples(), self._relations[name].label
            left, right = list(map(label, determinant)), list(map(label, dependent))
            self._checks[key] = holds(self._connection, rows, left, right, ASKED)
        return self._checks[key]

    def _violations(self, name: str, fd: FunctionalDependency) -> list[ViolatingDeterminant]:
        if self._check(name, fd.determinant, fd.dependent).holds:
            return []
        rows, label = self._relations[name].tuples(), self._relations[name].label
        left, right = list(map(label, fd.determinant)), list(map(label, fd.dependent))
        return violations(self._connection, rows, left, right, ASKED, most=self._examples)


def _allows_several_values(question: QuestionSpec) -> list[bool]:
    """Tells for each dependency of an entry whether several dependent values are fine."""
    if isinstance(question, MultiHopSpec):
        return [hop.values == "all" for hop in question.hops]
    return [isinstance(question, BinarySpec) and question.several_values == "accept"]
