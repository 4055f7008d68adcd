"""Multi-hop binary questions: the hidden values lie on a chain of dependencies (Section 3.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..items.item import Item, Picture, RationaleElement
from ..relations.omissions import Omissions, violation_among
from ..relations.relation import Row
from ..spec.spec import Hop, MultiHopSpec
from ..spec.wording import Wordings
from .question_type import BINARY_TYPES, Facts


class MultiHopQuestions:
    """Asks about the last value of a chain; the values on the way are the rationale.

    The basic statement is true if the last dependency has a value, as it always does unless its
    tables are optional ("hosted the Summer Olympics"): then yes and no both occur.
    """

    def __init__(self, spec: MultiHopSpec, facts: Facts, wordings: Wordings) -> None:
        """Loads the two wordings.

        Args:
            spec: The entry of the specification.
            facts: The relation, seen through the first dependency of the chain.
            wordings: Where the template is found.
        """
        self._spec = spec
        self._facts = facts
        last = spec.hops[-1]
        shown = last.fd.dependent if last.values == "one" else []
        variables = facts.mentioned([*spec.hops[0].fd.determinant, *shown])
        blocks = [block for block, _ in BINARY_TYPES]
        self._renders = wordings.blocks(spec.template, blocks, variables)
        self._fd = "; ".join(map(str, spec.fds))

    def items(self, omissions: Omissions) -> Iterator[Item]:
        """Yields a basic and a negated question per entity on whose chain every hop holds."""
        for group in self._facts.groups(omissions):
            rows = group.asked
            violations = [
                violation
                for hop in self._spec.hops
                if hop.values == "one"
                and (violation := violation_among(rows, self._facts.relation, hop.fd))
            ]
            for violation in violations:
                omissions.violated(violation)
            picture = None if violations else self._facts.picture(rows[0], omissions)
            if picture is not None:
                yield from self._ask(rows, picture)

    def _ask(self, rows: Sequence[Row], picture: Picture) -> Iterator[Item]:
        elements = [self._element(number, hop, rows) for number, hop in self._numbered()]
        rationale = tuple(element for element in elements if element.values)
        holds = bool(elements[-1].values)
        entity_id, entity = self._facts.entity(rows[0])
        for (_, polarity), render in zip(BINARY_TYPES, self._renders, strict=True):
            yield Item(
                domain=self._facts.domain,
                question_type=f"mh_{polarity}",
                variant=0,
                entity_id=entity_id,
                entity=entity,
                question=render(rows[0]),
                options=(),
                answer="yes" if holds == (polarity == "yes") else "no",
                rationale=rationale,
                fd=self._fd,
                picture=picture,
            )

    def _numbered(self) -> Iterator[tuple[int, Hop]]:
        yield from enumerate(self._spec.hops, start=1)

    def _element(self, number: int, hop: Hop, rows: Sequence[Row]) -> RationaleElement:
        (attribute,) = hop.fd.dependent
        kind = self._facts.kind(attribute)
        present = [row for row in rows if row[attribute] is not None]
        if hop.values == "one":
            spellings = self._facts.spellings(present, attribute)
            return RationaleElement(number, attribute, spellings, kind=kind)
        every = sorted({str(row[attribute]) for row in present})
        return RationaleElement(number, attribute, tuple(every), "all", kind)
