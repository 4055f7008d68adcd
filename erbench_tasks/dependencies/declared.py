"""How far the functional dependencies hold that an entry of a specification declares."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import sqlalchemy

from ..relations.relation import ASKED, Relation
from ..spec.spec import (
    AlteredSpec,
    BinarySpec,
    FunctionalDependency,
    KnowledgeSpec,
    MultiHopSpec,
    QuestionSpec,
)
from .check import DependencyCheck, ViolatingDeterminant, holds, violations

Names = tuple[str, ...]


@dataclass(frozen=True)
class DeclaredDependency:
    """A dependency of an entry of `questions`, and how far it holds.

    Attributes:
        fd: The dependency.
        several_values: Whether several dependent values are fine.
        check: The numbers.
        left_out: The number of determinants that the generator leaves out for it; of a hop, the
            determinants of the chain's first hop. Asking whether a model knows an entity leaves
            nothing out.
        examples: The first violating determinants.
    """

    fd: FunctionalDependency
    several_values: bool
    check: DependencyCheck
    left_out: int
    examples: list[ViolatingDeterminant]

    @property
    def is_violated(self) -> bool:
        """Whether it should hold and does not."""
        return not (self.several_values or self.check.holds)


class DependencyCounter:
    """Counts dependencies on one snapshot of a database, each once.

    As for the generator, rows that lack a value of an entry are left out, and only those count
    that questions are asked about (`ask`).
    """

    def __init__(self, connection: sqlalchemy.Connection) -> None:
        """Takes the snapshot."""
        self._connection = connection
        self.counted = cache(self._counted)

    def declared(
        self, relation: Relation, question: QuestionSpec, most: int
    ) -> list[DeclaredDependency]:
        """Counts where each dependency of an entry holds, with at most so many examples each."""
        needed, found = needed_columns(relation, question), []
        for fd, several in zip(question.fds, allows_several_values(question), strict=True):
            left, right = tuple(fd.determinant), tuple(fd.dependent)
            check, left_out = self.counted(relation, needed, left, right), 0
            if not (several or isinstance(question, KnowledgeSpec)):
                # The generator sees the tuples of one entity at a time, on every hop.
                first = tuple(question.fds[0].determinant)
                left_out = self.counted(relation, needed, first, right).violating
            rows = _labelled(relation, needed, left, right)
            shown = 0 if check.holds else most
            examples = violations(self._connection, *rows, ASKED, most=shown)
            found.append(DeclaredDependency(fd, several, check, left_out, examples))
        return found

    def _counted(
        self, relation: Relation, needed: Names, determinant: Names, dependent: Names
    ) -> DependencyCheck:
        rows = _labelled(relation, needed, determinant, dependent)
        return holds(self._connection, *rows, ASKED)


def _labelled(
    relation: Relation, needed: Names, determinant: Names, dependent: Names
) -> tuple[sqlalchemy.Subquery, list[str], list[str]]:
    """Returns the tuples that count, and what the columns of both sides are called there."""
    left, right = ([*map(relation.label, side)] for side in (determinant, dependent))
    return relation.tuples(needed), left, right


def needed_columns(relation: Relation, question: QuestionSpec) -> Names:
    """Returns the columns without which a row does not count for an entry."""
    return tuple(dict.fromkeys([*relation.spec.entity, *question.columns]))


def allows_several_values(question: QuestionSpec) -> list[bool]:
    """Tells for each dependency of an entry whether several dependent values are fine.

    They are for `several_values: accept` of a binary entry and for `values: all` of a hop.
    """
    if isinstance(question, MultiHopSpec):
        return [hop.values == "all" for hop in question.hops]
    if isinstance(question, AlteredSpec):  # what is false is so of every value
        return [True]
    return [isinstance(question, BinarySpec) and question.several_values == "accept"]
