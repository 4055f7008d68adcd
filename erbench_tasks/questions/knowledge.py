"""Asking a model whether it knows an entity (Appendix B.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core.suites.erbench import MULTI_HOP_KNOWLEDGE
from ..items.item import Item, Picture
from ..relations.omissions import Omissions
from ..relations.relation import Row
from ..spec.spec import KnowledgeSpec
from ..spec.wording import Wordings
from .question_type import Facts

_WHOLE = "concatenated"


class KnowledgeQuestions:
    """Asks about the entity and its attributes: in one prompt, or in one prompt each."""

    def __init__(self, spec: KnowledgeSpec, facts: Facts, wordings: Wordings) -> None:
        """Loads the wordings.

        Args:
            spec: The entry of the specification.
            facts: The relation, seen through the entry's functional dependency.
            wordings: Where the template is found.
        """
        self._spec = spec
        self._facts = facts
        variables = facts.mentioned([*spec.fd.determinant, *spec.fd.dependent])
        renders = wordings.blocks(spec.template, spec.blocks, variables)
        self._renders = dict(zip(spec.blocks, renders, strict=True))

    def items(self, omissions: Omissions) -> Iterator[Item]:
        """Yields a `known_bn` or `known_mh` prompt per entity, or a `known_mc` prompt per block."""
        for group in self._facts.groups(omissions):
            row = self._whole(group.asked) if self._spec.assesses == "multi_hop" else group.asked[0]
            picture = self._facts.picture(row, omissions)
            if picture is None:
                continue
            alone = 0
            for block, render in self._renders.items():
                if block == _WHOLE:
                    yield self._ask(row, picture, self._concatenated, 0, render(row))
                else:
                    yield self._ask(row, picture, "known_mc", alone, render(row))
                    alone += 1

    @property
    def _concatenated(self) -> str:
        return MULTI_HOP_KNOWLEDGE if self._spec.assesses == "multi_hop" else "known_bn"

    def _whole(self, rows: Sequence[Row]) -> Row:
        """Returns the end of a chain with all its values: `1908, 1948 and 2012`; "" for none."""
        last = self._spec.fd.dependent[-1]
        *others, value = sorted({str(row[last]) for row in rows if row[last] is not None}) or [""]
        return {**rows[0], last: f"{', '.join(others)} and {value}" if others else value}

    def _ask(
        self, row: Row, picture: Picture, question_type: str, variant: int, question: str
    ) -> Item:
        entity_id, entity = self._facts.entity(row)
        return Item(
            domain=self._facts.domain,
            question_type=question_type,
            variant=variant,
            entity_id=entity_id,
            entity=entity,
            popularity=self._facts.popularity(row),
            question=question,
            options=(),
            answer="yes",
            rationale=(),
            fd=str(self._spec.fd),
            picture=picture,
        )
