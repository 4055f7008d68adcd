"""What a generator leaves out, and why: counted, and shown by examples.

Above all these are tuples that violate a functional dependency: no question has one right answer
there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ...core.untrusted_text import one_line
from ..spec.spec import FunctionalDependency
from .relation import Row

# Characters of a line, which may repeat many and long values of the database, and of its end,
# which says why.
_LONGEST, _END = 300, 100
_ALL_TRUE = "{}: every value of every column is true of it, no false option exists"
_TOO_MANY = "{}: too many tuples share this determinant"


@dataclass(frozen=True)
class Violation:
    """At least two tuples that agree on a determinant and differ on what it should determine."""

    relation: str
    fd: FunctionalDependency
    rows: tuple[Row, ...]

    def __str__(self) -> str:
        names = [*self.fd.determinant, *self.fd.dependent]
        shown = "; ".join(", ".join(f"{name}={row[name]!r}" for name in names) for row in self.rows)
        return f"{self.relation}: {self.fd} does not hold: {shown}"


def _readable(line: str) -> str:
    shown = one_line(line, len(line))
    is_long = len(shown) > _LONGEST
    return f"{shown[: _LONGEST - _END]} … {shown[-_END:]}" if is_long else shown


class Examples:
    """The first few of the things that were left out, and the number of all of them."""

    KEPT = 20

    def __init__(self, what: str = "{}") -> None:
        self.kept: list[Any] = []
        self.count = 0
        self._what = what

    def append(self, thing: object) -> None:
        """Counts a thing; keeps it if it is among the first."""
        self.count += 1
        if self.count <= self.KEPT:
            self.kept.append(thing)

    def lines(self, most: int = KEPT) -> Iterator[str]:
        """Yields a line for each of the first `most` examples, and one for the others."""
        yield from (self._what.format(thing) for thing in self.kept[:most])
        if self.count > most:
            yield self._what.format(f"... and {self.count - most:,} more")


@dataclass
class Omissions:
    """What a generator left out, and why.

    Attributes:
        violations: (Relation, dependency) to where it does not hold, with the tuples.
        without_wrong_option: Names of entities.
        unbalanced: (Relation, dependency) to the number of entities that are not asked for a false
            option, and the values that too many of them have.
        too_many: Determinants.
        without_image: What has none, with the reason.
        unstated: What a template says nothing of, since a value is not such that it could, with the
            reason.
        incomplete: (Relation, dependency) to the number of rows that lack a value of it.
        without_popularity: Relation to the number of its entities that could not be ranked.
        without_passage: `relation.attribute` to the number of its values that have no passage.
        not_cached: The same to the number among them that could not be looked up.
        nothing_to_look_up: (Relation, dependency) of the entries whose questions name nothing that
            has passages, to what they name.
        not_augmented: Questions that nothing has a passage for.
    """

    violations: dict[tuple[str, str], Examples] = field(default_factory=dict)
    without_wrong_option: Examples = field(default_factory=partial(Examples, _ALL_TRUE))
    unbalanced: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)
    too_many: Examples = field(default_factory=partial(Examples, _TOO_MANY))
    without_image: Examples = field(default_factory=partial(Examples, "no image of {}"))
    unstated: Examples = field(default_factory=partial(Examples, "not asked by {}"))
    incomplete: dict[tuple[str, str], int] = field(default_factory=dict)
    without_popularity: dict[str, int] = field(default_factory=dict)
    without_passage: dict[str, int] = field(default_factory=dict)
    not_cached: dict[str, int] = field(default_factory=dict)
    nothing_to_look_up: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    not_augmented: Examples = field(default_factory=Examples)
    _noted: set[int] = field(default_factory=set)

    def no_image(self, whose: str, reason: str) -> None:
        """Notes, once, that something has no usable image."""
        line = f"{whose}: {reason}"
        if hash(line) not in self._noted:
            self._noted.add(hash(line))
            self.without_image.append(line)

    def not_balanced(self, relation: str, fd: FunctionalDependency, count: int, why: str) -> None:
        """Adds entities that are not asked for a false option."""
        key = (relation, str(fd))
        before, _ = self.unbalanced.get(key, (0, why))
        self.unbalanced[key] = (before + count, why)

    def violated(
        self, relation: str, fds: Sequence[FunctionalDependency], rows: Sequence[Row]
    ) -> bool:
        """Tells whether rows that agree on a determinant violate a dependency, and notes it."""
        for fd in fds:
            distinct = {tuple(row[name] for name in fd.dependent): row for row in rows}
            if len(distinct) > 1:
                violation = Violation(relation, fd, tuple(distinct.values()))
                self.violations.setdefault((relation, str(fd)), Examples()).append(violation)
                return True
        return False

    def lines(self, most: int = Examples.KEPT) -> Iterator[str]:
        """Yields one line per thing that was left out; of very many the first `most`, and a count.

        They are of a length that can be read, and have no characters that cannot be seen.
        """
        return map(_readable, self._lines(most))

    def _lines(self, most: int) -> Iterator[str]:
        for (relation, fd), examples in self.violations.items():
            yield from examples.lines(most)
            if examples.count > most:
                yield f"{relation}: {fd} does not hold for {examples.count:,} determinants"
        yield from self.without_wrong_option.lines(most)
        for (relation, fd), (count, why) in self.unbalanced.items():
            yield (
                f"{relation}: {count:,} entities are not asked about by {fd}, since {why}: options "
                "would tell which is false (`distractors: uniform` asks about all, or leave such "
                "an attribute out)"
            )
        for some in (self.too_many, self.without_image, self.unstated):
            yield from some.lines(most)
        for (relation, fd), count in self.incomplete.items():
            yield f"{relation}: {fd}: {count:,} rows left out since a value is NULL"
        for relation, count in self.without_popularity.items():
            yield f"{relation}: {count} entities have no known popularity, and lie in no part"
        yield from self.lines_of_passages()

    def lines_of_passages(self) -> Iterator[str]:
        """Yields a line for everything that has no passage."""
        for (relation, fd), named in self.nothing_to_look_up.items():
            yield (
                f"{relation}: {fd}: no questions with passages, which would be about "
                f"{' or '.join(named)}: the relation's `passages` has none of these that needs "
                "nothing else"
            )
        for what, count in self.without_passage.items():
            yield f"{what}: {count:,} values have no passage"
        for what, count in self.not_cached.items():
            yield f"{what}: {count:,} of them since the cache lacks them and there is no network"
        if self.not_augmented.count:
            shown = f"such as: {self.not_augmented.kept[0]}"
            yield f"{self.not_augmented.count:,} questions since there is no passage, {shown}"
