"""What a yes/no question claims of an entity, in its template's words, and whether that is so."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ...core.errors import InputError
from ..items.item import Item, RationaleElement
from ..relations.omissions import Omissions
from ..relations.relation import Row
from ..relations.tuples import Group
from ..spec.spec import AlteredSpec, BinarySpec, FunctionalDependency, MultiHopSpec
from ..spec.wording import Wordings
from .false_statements import FalseStatements
from .question_type import Facts
from .statements import UnstatedError, agreeing, all_stated, is_true

# The blocks of a binary template, and the suffix of the type of question that each one makes.
BINARY_TYPES = (("basic", "yes"), ("negated", "no"))


class Claim(NamedTuple):
    """What is claimed of one entity.

    Attributes:
        row: The tuple, and the statements that the template makes.
        holds: Whether the basic question is to be answered with yes.
        group: The tuples of its determinant.
        facts: Those of which the same can be said.
        about: What makes the questions.
    """

    row: Row
    holds: bool
    group: Group
    facts: list[Row]
    about: Callable[..., Item]


class Claims:
    """What the template of one entry claims.

    Attributes:
        renders: A function per block, which takes a claim's row.
        statements: The statements that the template makes.
    """

    def __init__(
        self,
        spec: BinarySpec | MultiHopSpec | AlteredSpec,
        facts: Facts,
        wordings: Wordings,
        variables: Sequence[str],
        certain: Sequence[FunctionalDependency],
    ) -> None:
        """Loads the wordings.

        Args:
            spec: The entry; it may say something false of half of the determinants.
            facts: The relation, seen through the entry's functional dependency.
            wordings: Where the template is found.
            variables: The attributes that it may use.
            certain: The functional dependencies without which nothing can be claimed.

        Raises:
            InputError: Something false is to be said, and the template states nothing.
        """
        pair = None if isinstance(spec, AlteredSpec) else spec
        every = facts.relation.spec.statements_of(n for fd in spec.fds for n in fd.dependent)
        blocks = [block for block, _ in BINARY_TYPES if pair or block == "basic"]
        self.renders = wordings.blocks(spec.words, blocks, [*facts.mentioned(variables), *every])
        self.statements = {name: every[name] for name in wordings.used(spec.words, every)}
        self._mixed = pair is not None and pair.mixed
        if self._mixed and all(made.by == "count" for made in self.statements.values()):
            raise InputError(
                f"{facts.relation.name}: mixed: the template states nothing to be false"
            )
        self._facts = facts
        self._false: FalseStatements | None = None
        self._certain = list(certain)
        self._holds = pair.holds if pair else None
        if self._holds:
            determinant, dependent = facts.fd.determinant, [self._holds]
            self._certain.append(FunctionalDependency(determinant=determinant, dependent=dependent))

    def read(self, omissions: Omissions) -> Iterator[Claim]:
        """Yields what is claimed of each determinant, and notes of which nothing can be."""
        if self._mixed:
            self._false = FalseStatements(self._facts, self.statements)
        for group in self._facts.groups(omissions):
            rows, relation = group.asked, self._facts.relation.name
            if len(rows) > 1 and omissions.violated(relation, self._certain, rows):
                continue
            if claim := self._of(group, omissions):
                yield claim

    def items(
        self, family: str, claim: Claim, holds: bool, rationale: tuple[RationaleElement, ...]
    ) -> Iterator[Item]:
        """Yields the basic and the negated question, whose rationale is the same."""
        answers = ("yes", "no") if holds else ("no", "yes")
        for (_, suffix), render, answer in zip(BINARY_TYPES, self.renders, answers, strict=True):
            yield claim.about(f"{family}_{suffix}", render(claim.row), answer, rationale)

    def _of(self, group: Group, omissions: Omissions) -> Claim | None:
        row, holds = group.asked[0], self._holds
        try:
            is_true_of = holds is None or is_true(row[holds], holds)
            said = all_stated(self.statements, row, group.facts)
        except UnstatedError as error:
            self._facts.leave_out(row, error, omissions)
            return None
        picture = self._facts.picture(row, omissions)
        if picture is None:
            return None
        false = self._false and self._false.of(group, said)
        facts = agreeing(self.statements, row, group.facts)
        about = self._facts.about(row, picture)
        return Claim(false or said, is_true_of and false is None, group, facts, about)
