"""Paths along foreign keys: from a film to its language, from a customer to the country."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .entities import Entity, role
from .schema import ForeignKey
from .words import identifier

LONGEST = 4


@dataclass(frozen=True)
class Step:
    """One foreign key of a path.

    Attributes:
        source: The specification's name of the table that refers.
        key: The foreign key.
        target: The entity that it refers to.
        role: What that is to the one that refers, as words.
        name: The specification's name of the target's table in this role.
    """

    source: str
    key: ForeignKey
    target: Entity
    role: str
    name: str

    @property
    def along(self) -> list[str]:
        """The columns that refer, as a specification writes them."""
        return [f"{self.source}.{column}" for column in self.key.columns]


def parents(entity: Entity, entities: Mapping[str, Entity], source: str) -> list[Step]:
    """Returns the steps to the entities that an entity refers to.

    Keys that are mostly NULL are passed over: few tuples would be left.

    Args:
        entity: The entity.
        entities: All entities by the name of their table.
        source: The specification's name of the entity's table.
    """
    present = {column.name: column for column in entity.judged}
    steps: list[Step] = []
    for key in entity.schema.foreign_keys:
        if key.table not in entities:
            continue
        taken = [source, *(step.name for step in steps)]
        words = role(key)
        steps.append(Step(source, key, entities[key.table], words, identifier(words, taken)))
    return [step for step in steps if all(present[c].is_mostly_there for c in step.key.columns)]


def longest_path(entity: Entity, entities: Mapping[str, Entity], source: str) -> list[Step]:
    """Returns the longest path from an entity that visits no table twice, at most four steps."""
    every = _paths(entity, entities, source, (entity.name,), (source,))
    return max(every, key=len, default=[])


def _paths(
    entity: Entity,
    entities: Mapping[str, Entity],
    source: str,
    visited: tuple[str, ...],
    taken: tuple[str, ...],
) -> Iterator[list[Step]]:
    for step in parents(entity, entities, source):
        if step.target.name in visited or len(visited) > LONGEST:
            continue
        name = identifier(step.role, taken)
        named = Step(step.source, step.key, step.target, step.role, name)
        seen = (*visited, step.target.name)
        yield [named]
        for rest in _paths(step.target, entities, name, seen, (*taken, name)):
            yield [named, *rest]
