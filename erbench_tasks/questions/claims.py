"""What a yes/no question claims of an entity, in its template's words, and whether that is so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...core.errors import InputError
from ..relations.omissions import Omissions, violation_among
from ..relations.relation import Row
from ..relations.tuples import Group
from ..spec.spec import FunctionalDependency, StatementSpec, TemplateSpec
from ..spec.wording import Wordings
from .false_statements import FalseStatements
from .question_type import Facts
from .statements import Statements, UnstatedError, is_true

# The blocks of a binary template, and the suffix of the type of question that each one makes.
BINARY_TYPES = (("basic", "yes"), ("negated", "no"))
BINARY_BLOCKS = tuple(block for block, _ in BINARY_TYPES)


class Claim(NamedTuple):
    """What is claimed of one entity.

    Attributes:
        row: The tuple, and the statements that the template makes.
        holds: Whether the basic question is to be answered with yes.
        facts: The tuples of which the same can be said.
    """

    row: Row
    holds: bool
    facts: list[Row]


class Claims:
    """What the template of one entry claims.

    Attributes:
        renders: A function per block, which takes a claim's row.
    """

    def __init__(
        self,
        facts: Facts,
        wordings: Wordings,
        template: TemplateSpec,
        variables: Sequence[str],
        statements: Mapping[str, StatementSpec],
        *,
        holds: str | None = None,
        mixed: int | None = None,
        blocks: Sequence[str] = BINARY_BLOCKS,
    ) -> None:
        """Loads the wordings.

        Args:
            facts: The relation, seen through the entry's functional dependency.
            wordings: Where the template is found.
            template: The template.
            variables: The attributes that it may use.
            statements: The statements that it may make.
            holds: The yes/no attribute that says whether the basic question is true; None if
                it always is.
            mixed: Decides of which half of the determinants something false is said; None: of none.
            blocks: The blocks that the template must have.

        Raises:
            InputError: Something false is to be said, and the template states nothing.
        """
        known = [*facts.mentioned(variables), *statements]
        self.renders = wordings.blocks(template, blocks, known)
        self._made = {name: statements[name] for name in wordings.used(template, statements)}
        self.statements = Statements(self._made)
        if mixed is not None and all(spec.by == "count" for spec in self._made.values()):
            raise InputError(f"{facts.relation}: mixed: the template states nothing to be false")
        self._mixed = mixed
        self._false: FalseStatements | None = None
        self._facts = facts
        self._holds = holds
        self._decided = holds and FunctionalDependency(
            determinant=facts.fd.determinant, dependent=[holds]
        )

    def read(self) -> None:
        """Reads what may be said that is false, before any tuple is asked about."""
        if self._mixed is not None:
            self._false = FalseStatements(self._facts, self._made, self._mixed)

    def of(self, group: Group, omissions: Omissions) -> Claim | None:
        """Returns what is claimed about a determinant.

        Args:
            group: Its tuples; the first one that is asked about counts.
            omissions: Gets the reason if nothing can be claimed.
        """
        row = group.asked[0]
        if self._decided:
            violation = violation_among(group.asked, self._facts.relation, self._decided)
            if violation:
                omissions.violated(violation)
                return None
        try:
            holds = self._holds is None or self._is_true(row, self._holds)
            said = self.statements.beside(row, group.facts)
        except UnstatedError as error:
            entity = self._facts.entity(row)[1]
            omissions.unstated.append(f"{self._facts.relation}: {entity}: {error}")
            return None
        facts = self.statements.agreeing(row, group.facts)
        false = self._false and self._false.of(group, said)
        return Claim(false or said, holds and false is None, facts)

    def _is_true(self, row: Row, attribute: str) -> bool:
        try:
            return is_true(row[attribute])
        except UnstatedError as error:
            raise UnstatedError(f"{attribute}: {error}") from error
