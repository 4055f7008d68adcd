"""Multi-hop binary questions: the hidden values lie on a chain of dependencies (Section 3.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..items.item import Item, Picture, RationaleElement
from ..relations.omissions import Omissions, violation_among
from ..relations.relation import Row
from ..spec.spec import Hop, MultiHopSpec
from ..spec.wording import Wordings
from .claims import BINARY_TYPES, Claim, Claims
from .question_type import Facts


class MultiHopQuestions:
    """Asks about the last value of a chain; the values on the way are the rationale.

    The basic statement is true if a yes/no attribute says so (`holds`), or else if the last
    dependency has a value, as it always does unless its tables are optional ("hosted the Summer
    Olympics"): then yes and no both occur.
    """

    def __init__(self, spec: MultiHopSpec, facts: Facts, wordings: Wordings, seed: int) -> None:
        """Loads the two wordings.

        Args:
            spec: The entry of the specification.
            facts: The relation, seen through the first dependency of the chain.
            wordings: Where the template is found.
            seed: Decides where something false is said, if that is asked for.
        """
        self._spec = spec
        self._facts = facts
        last = spec.hops[-1]
        shown = last.fd.dependent if last.values == "one" else []
        variables = [*spec.hops[0].fd.determinant, *shown]
        hidden = [name for hop in spec.hops for name in hop.fd.dependent]
        self._claims = Claims(
            facts, wordings, spec.template, variables, facts.statements(hidden),
            holds=spec.holds, mixed=seed if spec.mixed else None,
        )  # fmt: skip
        self._fd = "; ".join(map(str, spec.fds))

    def items(self, omissions: Omissions) -> Iterator[Item]:
        """Yields a basic and a negated question per entity on whose chain every hop holds."""
        self._claims.read()
        for group in self._facts.groups(omissions):
            rows = group.asked
            # Rows that differ at a hop differ at later ones too, which says nothing about those.
            violations = (
                violation_among(rows, self._facts.relation, hop.fd)
                for hop in self._spec.hops
                if hop.values == "one"
            )
            violation = next(filter(None, violations), None)
            if violation is not None:
                omissions.violated(violation)
            claim = None if violation is not None else self._claims.of(group, omissions)
            picture = claim and self._facts.picture(rows[0], omissions)
            if claim is not None and picture is not None:
                yield from self._ask(rows, claim, picture)

    def _ask(self, rows: Sequence[Row], claim: Claim, picture: Picture) -> Iterator[Item]:
        elements = [self._element(number, hop, rows) for number, hop in self._numbered()]
        rationale = tuple(
            element
            for element, hop in zip(elements, self._spec.hops, strict=True)
            if element.values and hop.verified and element.attribute != self._spec.holds
        )
        holds = claim.holds and bool(self._spec.holds or elements[-1].values)
        entity_id, entity = self._facts.entity(rows[0])
        for (_, polarity), render in zip(BINARY_TYPES, self._claims.renders, strict=True):
            yield Item(
                domain=self._facts.domain,
                question_type=f"mh_{polarity}",
                variant=0,
                entity_id=entity_id,
                entity=entity,
                popularity=self._facts.popularity(rows[0]),
                question=render(claim.row),
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
