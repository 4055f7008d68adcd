"""Passages that are put before a question (knowledge augmentation; Section 4.5, Appendix B.10).

A passage is about the question's entity. It is untrusted text, and goes only into the prompt.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from ...core.errors import InputError
from ..items.item import Item
from ..relations.relation import Row
from ..spec.spec import RelationSpec
from ..spec.wording import Wordings


@dataclass(frozen=True)
class Found:
    """What a source has for the entities of a relation.

    Attributes:
        passages: Entity id to passage.
        not_cached: Number of entities that could not be looked up, for want of a network.
    """

    passages: dict[str, str]
    not_cached: int = 0


class PassageSource(Protocol):
    """Where passages come from."""

    def find(
        self, relation: str, spec: RelationSpec, rows: Mapping[str, Row], wordings: Wordings
    ) -> Found:
        """Looks up the passages of entities.

        Args:
            relation: Name of the relation, for errors.
            spec: The relation.
            rows: Entity id to a tuple about the entity.
            wordings: Compiles the templates of page titles.
        """

    def nothing_found(self) -> str:
        """Returns what to tell a user when no entity has a passage."""


class ColumnPassages:
    """Takes the attribute that a relation names as its `passage`."""

    def find(
        self, relation: str, spec: RelationSpec, rows: Mapping[str, Row], wordings: Wordings
    ) -> Found:
        """Returns the attribute's values; a NULL or blank one is not a passage.

        Raises:
            InputError: The relation names no such attribute.
        """
        if spec.passage is None:
            raise InputError(f"relations.{relation}: no field 'passage' names an attribute")
        values = {entity: row[spec.passage] for entity, row in rows.items()}
        texts = {entity: str(value).strip() for entity, value in values.items() if value}
        return Found({entity: text for entity, text in texts.items() if text})

    def nothing_found(self) -> str:
        """Says that the column is empty."""
        return "no entity has a passage: every value of the attribute 'passage' is NULL or blank"


def with_passages(items: Iterable[Item], passages: Mapping[str, str]) -> Iterator[Item]:
    """Yields the items about entities that have a passage, with it as their context."""
    for item in items:
        if item.entity_id in passages:
            yield dataclasses.replace(item, context=passages[item.entity_id], id="")
