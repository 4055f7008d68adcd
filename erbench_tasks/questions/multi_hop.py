"""Multi-hop binary questions: the hidden values lie on a chain of dependencies (Section 3.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..items.item import Item, RationaleElement
from ..relations.omissions import Omissions
from ..relations.relation import Row
from ..spec.spec import Hop, MultiHopSpec
from ..spec.wording import Wordings
from .claims import Claims
from .question_type import Facts


class MultiHopQuestions:
    """Asks about the last value of a chain; the values on the way are the rationale.

    The basic statement is true if a yes/no attribute says so (`holds`), or else if the last
    dependency has a value, as it always does unless its tables are optional ("hosted the Summer
    Olympics"): then yes and no both occur.
    """

    def __init__(self, spec: MultiHopSpec, facts: Facts, wordings: Wordings, seed: int) -> None:
        """Loads the two wordings; the seed decides where something false is said."""
        self._spec = spec
        self._facts = facts
        last = spec.hops[-1]
        shown = last.fd.dependent if last.values == "one" else []
        variables = [*spec.hops[0].fd.determinant, *shown]
        # Rows that differ at a hop differ at later ones too, which says nothing about those.
        certain = [hop.fd for hop in spec.hops if hop.values == "one"]
        self._claims = Claims(spec, facts, wordings, variables, certain, seed)

    def items(self, omissions: Omissions) -> Iterator[Item]:
        """Yields a basic and a negated question per entity on whose chain every hop holds."""
        hops = list(enumerate(self._spec.hops, start=1))
        for claim in self._claims.read(omissions):
            elements = [self._element(number, hop, claim.group.asked) for number, hop in hops]
            rationale = tuple(
                element
                for element, (_, hop) in zip(elements, hops, strict=True)
                if element.values and hop.verified and element.attribute != self._spec.holds
            )
            holds = claim.holds and bool(self._spec.holds or elements[-1].values)
            yield from self._claims.items("mh", claim, holds, rationale)

    def _element(self, number: int, hop: Hop, rows: Sequence[Row]) -> RationaleElement:
        (attribute,) = hop.fd.dependent
        kind = self._facts.kind(attribute)
        present = [row for row in rows if row[attribute] is not None]
        if hop.values == "one":
            spellings = self._facts.spellings(present, attribute)
            return RationaleElement(number, attribute, spellings, "any", kind)
        every = sorted({str(row[attribute]) for row in present})
        return RationaleElement(number, attribute, tuple(every), "all", kind)
