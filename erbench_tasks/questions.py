"""What the question types share: the facts around an entity, and how it is identified."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from .aliases import Aliases
from .dependencies import Key, Violation, group_by, values
from .records import Item, RationaleElement, stable_hash
from .relation import Relation, Row
from .spec import FunctionalDependency, RelationSpec

# The blocks of a binary template, and the suffix of the type of question that each one makes.
BINARY_TYPES = (("basic", "yes"), ("negated", "no"))


@dataclass
class Report:
    """What a generator left out, and why.

    Attributes:
        violations: Functional dependencies that do not hold, with their tuples.
        without_wrong_option: Names of entities for which every value of every column is true.
        incomplete: Relation to the number of its tuples with a NULL.
        unmatched: Relation to the number of rows of its first table that its joins lose.
        without_passage: Relation to the number of its entities that have no passage.
        not_cached: Relation to the number among them that could not be looked up.
    """

    violations: list[Violation] = field(default_factory=list)
    without_wrong_option: list[str] = field(default_factory=list)
    incomplete: dict[str, int] = field(default_factory=dict)
    unmatched: dict[str, int] = field(default_factory=dict)
    without_passage: dict[str, int] = field(default_factory=dict)
    not_cached: dict[str, int] = field(default_factory=dict)

    def lines(self) -> Iterator[str]:
        """Yields one line per thing that was left out."""
        yield from dict.fromkeys(map(str, self.violations))
        for entity in self.without_wrong_option:
            yield f"{entity}: every value of every column is true of it, no false option exists"
        for relation, count in self.incomplete.items():
            yield f"{relation}: {count} tuples left out since an attribute is NULL"
        for relation, count in self.unmatched.items():
            yield f"{relation}: {count} rows of its first table have no match in the joined tables"
        for relation, count in self.without_passage.items():
            yield f"{relation}: {count} entities have no passage"
        for relation, count in self.not_cached.items():
            yield f"{relation}: {count} of them since the cache lacks them and there is no network"


class QuestionGenerator(Protocol):
    """Makes the questions of one entry of a specification."""

    def items(self, report: Report) -> Iterator[Item]:
        """Yields the items, and notes in the report what is left out."""


class Facts:
    """A relation seen through one functional dependency."""

    def __init__(
        self,
        domain: str,
        relation: str,
        spec: RelationSpec,
        rows: Relation,
        fd: FunctionalDependency,
        aliases: Aliases,
    ) -> None:
        """Groups the relation by the determinant.

        Args:
            domain: Name of the benchmark.
            relation: Name of the relation.
            spec: The relation's specification.
            rows: Its tuples.
            fd: The functional dependency.
            aliases: Other spellings of its values.
        """
        self.domain = domain
        self.relation = relation
        self.fd = fd
        self._entity = spec.entity
        self._rows = rows
        self._aliases = aliases
        self._true = group_by(rows.facts, fd.determinant)

    def asked(self) -> Iterator[tuple[Key, list[Row]]]:
        """Yields each determinant that is asked about, with the tuples asked."""
        yield from group_by(self._rows.asked, self.fd.determinant).items()

    def column(self, attribute: str) -> list[Any]:
        """Returns the distinct values of an attribute, sorted as text."""
        return sorted({row[attribute] for row in self._rows.facts}, key=str)

    def rationale(self, asked: Row, attribute: str) -> RationaleElement:
        """Returns what a rationale must mention: the tuple's value, or another true one."""
        rows = [asked, *self._true[values(asked, self.fd.determinant)]]
        return RationaleElement(1, attribute, self.spellings(rows, attribute))

    def spellings(self, rows: Iterable[Row], attribute: str) -> tuple[str, ...]:
        """Returns the ways to write the values of an attribute, those of the first row first."""
        spelled = (text for row in rows for text in self._aliases.spellings(attribute, row))
        return tuple(dict.fromkeys(spelled))

    def entity(self, row: Row) -> tuple[str, str]:
        """Returns the stable id and the name of the entity that a tuple is about."""
        key = [str(value) for value in values(row, self._entity)]
        return stable_hash([self.domain, *key]), key[0]


def draw(below: int, *content: object) -> int:
    """Draws a number in [0, below) that depends on the content alone, on any machine."""
    digest = hashlib.sha256("\x1f".join(map(str, content)).encode()).digest()
    return int.from_bytes(digest[:8], "big") % below
