"""Basic and negated binary questions (Section 3.1, Table 7)."""

from __future__ import annotations

from collections.abc import Iterator

from ..items.item import Item
from ..relations.omissions import Omissions
from ..spec.spec import BinarySpec
from ..spec.wording import Wordings
from .claims import Claims
from .question_type import Facts


class BinaryQuestions:
    """Asks whether there is what the determinant describes, and whether there is none."""

    def __init__(self, spec: BinarySpec, facts: Facts, wordings: Wordings, seed: int) -> None:
        """Loads the two wordings; the seed decides where something false is said."""
        self._facts = facts
        certain = [spec.fd] if spec.several_values == "leave_out" else []
        self._claims = Claims(spec, facts, wordings, spec.fd.determinant, certain, seed)
        self._explained = [name for name in spec.fd.dependent if name != spec.holds]

    def items(self, omissions: Omissions) -> Iterator[Item]:
        """Yields a basic and a negated question per determinant that is asked about."""
        for claim in self._claims.read(omissions):
            row, facts = claim.row, claim.facts
            rationale = tuple([self._facts.rationale(facts, row, n) for n in self._explained])
            yield from self._claims.items("bn", claim, claim.holds, rationale)
