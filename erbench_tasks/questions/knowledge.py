"""Asking a model whether it knows an entity (Appendix B.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core.suites.erbench import MULTI_HOP_KNOWLEDGE
from ..items.item import Item
from ..relations.omissions import Omissions
from ..relations.relation import Row
from ..spec.spec import KnowledgeSpec
from ..spec.wording import Wordings
from .question_type import Facts

_WHOLE = "concatenated"


class KnowledgeQuestions:
    """Asks about the entity and its attributes: in one prompt, or in one prompt each."""

    def __init__(self, spec: KnowledgeSpec, facts: Facts, wordings: Wordings) -> None:
        """Loads the wordings."""
        self._last = spec.fd.dependent[-1] if spec.assesses == "multi_hop" else None
        self._facts = facts
        variables = facts.mentioned([*spec.fd.determinant, *spec.fd.dependent])
        blocks = list(dict.fromkeys(spec.blocks))
        renders = wordings.blocks(spec.words, blocks, variables)
        whole = MULTI_HOP_KNOWLEDGE if self._last else "known_bn"
        alone = [block for block in blocks if block != _WHOLE]
        self._prompts = [
            (render, *((whole, 0) if block == _WHOLE else ("known_mc", alone.index(block))))
            for block, render in zip(blocks, renders, strict=True)
        ]

    def items(self, omissions: Omissions) -> Iterator[Item]:
        """Yields a `known_bn` or `known_mh` prompt per entity, or a `known_mc` prompt per block."""
        for group in self._facts.groups(omissions):
            row = self._whole(group.asked, self._last) if self._last else group.asked[0]
            picture = self._facts.picture(row, omissions)
            if picture is not None:
                about = self._facts.about(row, picture)
                for render, question_type, variant in self._prompts:
                    yield about(question_type, render(row), variant=variant)

    def _whole(self, rows: Sequence[Row], last: str) -> Row:
        """Returns the end of a chain with all its values: `1908, 1948 and 2012`; "" for none."""
        *others, value = sorted({str(row[last]) for row in rows if row[last] is not None}) or [""]
        return {**rows[0], last: f"{', '.join(others)} and {value}" if others else value}
