"""Asking a model whether it knows an entity (Appendix B.2)."""

from __future__ import annotations

from collections.abc import Iterator

from ..items.item import Item, Picture
from ..relations.omissions import Omissions
from ..relations.relation import Row
from ..spec.spec import KnowledgeSpec
from ..spec.wording import Wordings
from .question_type import Facts


class KnowledgeQuestions:
    """Asks about the entity and its attributes: in one prompt, and in one prompt each."""

    def __init__(self, spec: KnowledgeSpec, facts: Facts, wordings: Wordings) -> None:
        """Loads the wordings.

        Args:
            spec: The entry of the specification.
            facts: The relation, seen through the entry's functional dependency.
            wordings: Where the template is found.
        """
        self._spec = spec
        self._facts = facts
        blocks = ["concatenated", "entity", *spec.fd.dependent]
        variables = facts.mentioned([*spec.fd.determinant, *spec.fd.dependent])
        self._concatenated, *self._single = wordings.blocks(spec.template, blocks, variables)

    def items(self, omissions: Omissions) -> Iterator[Item]:
        """Yields a `known_bn` prompt per entity, and one `known_mc` prompt per block."""
        for group in self._facts.groups(omissions):
            row = group.asked[0]
            picture = self._facts.picture(row, omissions)
            if picture is None:
                continue
            yield self._ask(row, picture, "known_bn", 0, self._concatenated(row))
            for variant, render in enumerate(self._single):
                yield self._ask(row, picture, "known_mc", variant, render(row))

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
