"""Basic and negated binary questions (Section 3.1, Table 7)."""

from __future__ import annotations

from collections.abc import Iterator

from ..items.item import Item, Picture
from ..relations.omissions import Omissions, violation_among
from ..relations.tuples import Group
from ..spec.spec import BinarySpec
from ..spec.wording import Wordings
from .question_type import BINARY_TYPES, Facts


class BinaryQuestions:
    """Asks whether there is what the determinant describes, and whether there is none."""

    def __init__(self, spec: BinarySpec, facts: Facts, wordings: Wordings) -> None:
        """Loads the two wordings.

        Args:
            spec: The entry of the specification.
            facts: The relation, seen through the entry's functional dependency.
            wordings: Where the template is found.
        """
        self._spec = spec
        self._facts = facts
        self._fd = str(spec.fd)
        blocks = [block for block, _ in BINARY_TYPES]
        self._renders = wordings.blocks(spec.template, blocks, facts.mentioned(spec.fd.determinant))

    def items(self, omissions: Omissions) -> Iterator[Item]:
        """Yields a basic and a negated question per determinant that is asked about."""
        for group in self._facts.groups(omissions):
            violation = violation_among(group.asked, self._facts.relation, self._spec.fd)
            if violation and self._spec.several_values == "leave_out":
                omissions.violated(violation)
                continue
            picture = self._facts.picture(group.asked[0], omissions)
            if picture is not None:
                yield from self._ask(group, picture)

    def _ask(self, group: Group, picture: Picture) -> Iterator[Item]:
        row = group.asked[0]
        entity_id, entity = self._facts.entity(row)
        rationale = tuple(
            self._facts.rationale(group, row, name) for name in self._spec.fd.dependent
        )
        for (_, answer), render in zip(BINARY_TYPES, self._renders, strict=True):
            yield Item(
                domain=self._facts.domain,
                question_type=f"bn_{answer}",
                variant=0,
                entity_id=entity_id,
                entity=entity,
                question=render(row),
                options=(),
                answer=answer,
                rationale=rationale,
                fd=self._fd,
                picture=picture,
            )
