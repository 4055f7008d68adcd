"""What the question types share: the facts around an entity, and how it is identified."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from .aliases import Aliases
from .left_out import Report
from .records import Item, RationaleElement, stable_hash
from .relation import Relation, Row
from .spec import FunctionalDependency
from .tuples import Group, TupleSource

# The blocks of a binary template, and the suffix of the type of question that each one makes.
BINARY_TYPES = (("basic", "yes"), ("negated", "no"))


class QuestionGenerator(Protocol):
    """Makes the questions of one entry of a specification."""

    def items(self, report: Report) -> Iterator[Item]:
        """Yields the items, and notes in the report what is left out."""


class Facts:
    """A relation seen through one functional dependency."""

    def __init__(
        self,
        domain: str,
        relation: Relation,
        fd: FunctionalDependency,
        source: TupleSource,
        aliases: Aliases,
    ) -> None:
        """Says what is read; nothing is read yet.

        Args:
            domain: Name of the benchmark.
            relation: The relation.
            fd: The functional dependency.
            source: Reads the relation.
            aliases: Other spellings of its values.
        """
        self.domain = domain
        self.relation = relation.name
        self.fd = fd
        self._relation = relation
        self._source = source
        self._aliases = aliases

    def groups(self, report: Report) -> Iterator[Group]:
        """Yields the tuples of each determinant that is asked about."""
        for group in self._source.groups(self._relation, self.fd.determinant):
            if group.asked:
                yield group
            elif not group.facts:
                report.too_many.append(f"{self.relation}: {', '.join(map(str, group.determinant))}")

    def sample(self, attribute: str, most: int) -> list[Any]:
        """Returns at most so many distinct values of an attribute."""
        return self._source.distinct(self._relation, attribute, most)

    def rationale(self, group: Group, asked: Row, attribute: str) -> RationaleElement:
        """Returns what a rationale must mention: the tuple's value, or another true one."""
        rows = [asked] if len(group.facts) == 1 else [asked, *group.facts]
        return RationaleElement(1, attribute, self.spellings(rows, attribute))

    def spellings(self, rows: Iterable[Row], attribute: str) -> tuple[str, ...]:
        """Returns the ways to write the values of an attribute, those of the first row first."""
        if not self._aliases.are_given(attribute):
            return tuple({str(row[attribute]): None for row in rows})
        spelled = (text for row in rows for text in self._aliases.spellings(attribute, row))
        return tuple(dict.fromkeys(spelled))

    def entity(self, row: Row) -> tuple[str, str]:
        """Returns the stable id and the name of the entity that a tuple is about."""
        key = [str(row[name]) for name in self._relation.spec.entity]
        return stable_hash([self.domain, *key]), key[0]


def draw(below: int, *content: object) -> int:
    """Draws a number in [0, below) that depends on the content alone, on any machine."""
    digest = hashlib.sha256("\x1f".join(map(str, content)).encode()).digest()
    return int.from_bytes(digest[:8], "big") % below
