"""Basic and negated questions: of a dependency (Section 3.1, Table 7), or a chain (Section 3.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..items.item import Item, RationaleElement
from ..relations.omissions import Omissions
from ..relations.relation import Row
from ..spec.spec import BinarySpec, Hop, MultiHopSpec
from ..spec.wording import Wordings
from .claims import Claims
from .question_type import Facts


class BinaryQuestions:
    """Asks whether there is what the determinant describes, and whether there is none."""

    def __init__(self, spec: BinarySpec, facts: Facts, wordings: Wordings) -> None:
        """Loads the two wordings."""
        self._facts = facts
        certain = [spec.fd] if spec.several_values == "leave_out" else []
        self._claims = Claims(spec, facts, wordings, spec.fd.determinant, certain)
        self._explained = [name for name in spec.fd.dependent if name != spec.holds]

    def items(self, omissions: Omissions) -> Iterator[Item]:
        """Yields a basic and a negated question per determinant that is asked about."""
        for claim in self._claims.read(omissions):
            row, facts = claim.row, claim.facts
            rationale = tuple([self._facts.rationale(facts, row, n) for n in self._explained])
            yield from self._claims.items("bn", claim, claim.holds, rationale)


class MultiHopQuestions:
    """Asks about the last value of a chain; the values on the way are the rationale.

    The basic statement is true if a yes/no attribute says so (`holds`), or else if the last
    dependency has a value, as it always does unless its tables are optional ("hosted the Summer
    Olympics"): then yes and no both occur.
    """

    def __init__(self, spec: MultiHopSpec, facts: Facts, wordings: Wordings) -> None:
        """Loads the two wordings."""
        self._spec = spec
        self._facts = facts
        last = spec.hops[-1]
        shown = last.fd.dependent if last.values == "one" else []
        variables = [*spec.hops[0].fd.determinant, *shown]
        # Rows that differ at a hop differ at later ones too, which says nothing about those.
        certain = [hop.fd for hop in spec.hops if hop.values == "one"]
        self._claims = Claims(spec, facts, wordings, variables, certain)

    def items(self, omissions: Omissions) -> Iterator[Item]:
        """Yields a basic and a negated question per entity on whose chain every hop holds."""
        holds, hops = self._spec.holds, self._spec.hops
        for claim in self._claims.read(omissions):
            rows = claim.group.asked
            elements = [self._element(number, hop, rows) for number, hop in enumerate(hops, 1)]
            rationale = tuple(
                element
                for element, hop in zip(elements, hops, strict=True)
                if element.values and hop.verified and element.attribute != holds
            )
            is_true = claim.holds and bool(holds or elements[-1].values)
            yield from self._claims.items("mh", claim, is_true, rationale)

    def _element(self, number: int, hop: Hop, rows: Sequence[Row]) -> RationaleElement:
        (attribute,) = hop.fd.dependent
        kind = self._facts.kind(attribute)
        present = [row for row in rows if row[attribute] is not None]
        if hop.values == "one":
            spellings = self._facts.spellings(present, attribute)
            return RationaleElement(number, attribute, spellings, "any", kind)
        every = sorted({str(row[attribute]) for row in present})
        return RationaleElement(number, attribute, tuple(every), "all", kind)
