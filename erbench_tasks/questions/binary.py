"""Basic and negated binary questions (Section 3.1, Table 7)."""

from __future__ import annotations

from collections.abc import Iterator

from ..items.item import Item, Picture
from ..relations.omissions import Omissions, violation_among
from ..relations.tuples import Group
from ..spec.spec import BinarySpec
from ..spec.wording import Wordings
from .claims import BINARY_TYPES, Claim, Claims
from .question_type import Facts


class BinaryQuestions:
    """Asks whether there is what the determinant describes, and whether there is none."""

    def __init__(self, spec: BinarySpec, facts: Facts, wordings: Wordings, seed: int) -> None:
        """Loads the two wordings.

        Args:
            spec: The entry of the specification.
            facts: The relation, seen through the entry's functional dependency.
            wordings: Where the template is found.
            seed: Decides where something false is said, if that is asked for.
        """
        self._spec = spec
        self._facts = facts
        self._fd = str(spec.fd)
        statements = facts.statements(spec.fd.dependent)
        variables = spec.fd.determinant
        self._claims = Claims(
            facts, wordings, spec.template, variables, statements,
            holds=spec.holds, mixed=seed if spec.mixed else None,
        )  # fmt: skip

    def items(self, omissions: Omissions) -> Iterator[Item]:
        """Yields a basic and a negated question per determinant that is asked about."""
        self._claims.read()
        for group in self._facts.groups(omissions):
            violation = violation_among(group.asked, self._facts.relation, self._spec.fd)
            if violation and self._spec.several_values == "leave_out":
                omissions.violated(violation)
                continue
            claim = self._claims.of(group, omissions)
            picture = claim and self._facts.picture(group.asked[0], omissions)
            if claim is not None and picture is not None:
                yield from self._ask(group, claim, picture)

    def _ask(self, group: Group, claim: Claim, picture: Picture) -> Iterator[Item]:
        entity_id, entity = self._facts.entity(claim.row)
        true = Group(group.determinant, claim.facts, group.asked)
        rationale = tuple(
            self._facts.rationale(true, claim.row, name)
            for name in self._spec.fd.dependent
            if name != self._spec.holds
        )
        for (_, polarity), render in zip(BINARY_TYPES, self._claims.renders, strict=True):
            yield Item(
                domain=self._facts.domain,
                question_type=f"bn_{polarity}",
                variant=0,
                entity_id=entity_id,
                entity=entity,
                popularity=self._facts.popularity(claim.row),
                question=render(claim.row),
                options=(),
                answer="yes" if claim.holds == (polarity == "yes") else "no",
                rationale=rationale,
                fd=self._fd,
                picture=picture,
            )
