"""What a generator leaves out, and why: counted, and shown by examples.

Above all these are tuples that violate a functional dependency: no question has one right answer
there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from ...core.untrusted_text import one_line
from ..spec.spec import FunctionalDependency
from .relation import Row

# Kind of `leave_out` to why it is not asked.
WHY_LEFT_OUT = {
    "value_in_question": "their text has the value that is asked for",
    "asked_twice": "their text is asked already, or has several answers",
    "short_value": "a value that is asked for has one or two characters",
    "nameless": "what they are about, or ask for, has a name that says nothing, or that others have"
    " too: N/A, a number, a city of which several countries have one",
    "former_country": "others may be as right: a country that is no more, a territory, one that is"
    " on two continents or has several capitals",
}
# Characters of a line, which may repeat many and long values of the database, and of its end,
# which says why.
_LONGEST, _END = 300, 100

T = TypeVar("T")
Key = tuple[Any, ...]


@dataclass(frozen=True)
class Violation:
    """Tuples that agree on a determinant and differ on what it should determine.

    Attributes:
        relation: Name of the relation.
        fd: The functional dependency.
        rows: The tuples, at least two.
    """

    relation: str
    fd: FunctionalDependency
    rows: tuple[Row, ...]

    def __str__(self) -> str:
        names = [*self.fd.determinant, *self.fd.dependent]
        shown = "; ".join(", ".join(f"{name}={row[name]!r}" for name in names) for row in self.rows)
        return f"{self.relation}: {self.fd} does not hold: {shown}"


def values(row: Row, attributes: Sequence[str]) -> Key:
    """Returns a tuple's values of some attributes."""
    return tuple(row[name] for name in attributes)


def violation_among(
    rows: Sequence[Row], relation: str, fd: FunctionalDependency
) -> Violation | None:
    """Returns what violates a dependency among tuples that agree on its determinant."""
    if len(rows) == 1:
        return None
    distinct = {values(row, fd.dependent): row for row in rows}
    return Violation(relation, fd, tuple(distinct.values())) if len(distinct) > 1 else None


def _readable(line: str) -> str:
    shown = one_line(line, len(line))
    if len(shown) <= _LONGEST:
        return shown
    return f"{shown[: _LONGEST - _END]} … {shown[-_END:]}"


class Examples(Generic[T]):
    """The first few of the things that were left out, and the number of all of them."""

    KEPT = 20

    def __init__(self) -> None:
        self.kept: list[T] = []
        self.count = 0

    def append(self, thing: T) -> None:
        """Counts a thing; keeps it if it is among the first."""
        self.count += 1
        if self.count <= self.KEPT:
            self.kept.append(thing)

    def lines(self, what: str = "{}", most: int = KEPT) -> Iterator[str]:
        """Yields a line for each of the first `most` examples, and one for the others."""
        yield from (what.format(thing) for thing in self.kept[:most])
        if self.count > most:
            yield what.format(f"... and {self.count - most:,} more")


@dataclass
class Omissions:
    """What a generator left out, and why.

    Attributes:
        violations: (Relation, dependency) to where it does not hold, with the tuples.
        without_wrong_option: Names of entities for which every value of every column is true.
        unbalanced: (Relation, dependency) to the number of entities that are not asked for a false
            option, and the values that too many of them have.
        too_many: Determinants that more tuples share than can be facts.
        incomplete: Relation to the number of its tuples with a NULL or an unknown value.
        unfit: Relation to which values it leaves out with these, in words.
        unmatched: Relation to the number of rows of its first table that its joins lose.
        without_popularity: Relation to the number of its entities that could not be ranked.
        without_passage: `relation.attribute` to the number of its values that have no passage.
        not_cached: The same to the number among them that could not be looked up.
        nothing_to_look_up: (Relation, dependency) of the entries whose questions name nothing that
            has passages, to what they name.
        not_augmented: Questions that nothing has a passage for.
        without_image: What has no usable image, with the reason.
        unstated: What a template says nothing of, since a value is not such that it could, with the
            reason.
        left_out: (Index of the entry, kind of `leave_out`) to its questions that are of that kind.
    """

    violations: dict[tuple[str, str], Examples[Violation]] = field(default_factory=dict)
    without_wrong_option: Examples[str] = field(default_factory=Examples)
    unbalanced: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)
    too_many: Examples[str] = field(default_factory=Examples)
    incomplete: dict[str, int] = field(default_factory=dict)
    unfit: dict[str, list[str]] = field(default_factory=dict)
    unmatched: dict[str, int] = field(default_factory=dict)
    without_passage: dict[str, int] = field(default_factory=dict)
    not_cached: dict[str, int] = field(default_factory=dict)
    without_popularity: dict[str, int] = field(default_factory=dict)
    nothing_to_look_up: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    not_augmented: Examples[str] = field(default_factory=Examples)
    without_image: Examples[str] = field(default_factory=Examples)
    unstated: Examples[str] = field(default_factory=Examples)
    left_out: dict[tuple[int, str], Examples[str]] = field(default_factory=dict)
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

    def violated(self, violation: Violation) -> None:
        """Notes a violation."""
        key = (violation.relation, str(violation.fd))
        self.violations.setdefault(key, Examples()).append(violation)

    def lines(self, most: int = Examples.KEPT) -> Iterator[str]:
        """Yields one line per thing that was left out; of very many the first, and a count.

        They are of a length that can be read, and have no characters that cannot be seen.

        Args:
            most: The number of examples of each kind, at most `Examples.KEPT`.
        """
        return map(_readable, self._lines(most))

    def _lines(self, most: int) -> Iterator[str]:
        for (relation, fd), examples in self.violations.items():
            yield from examples.lines(most=most)
            if examples.count > most:
                yield f"{relation}: {fd} does not hold for {examples.count:,} determinants"
        what = "{}: every value of every column is true of it, no false option exists"
        yield from self.without_wrong_option.lines(what, most)
        for (relation, fd), (count, why) in self.unbalanced.items():
            yield (
                f"{relation}: {count:,} entities are not asked about by {fd}, since {why}: options "
                "would tell which is false (`distractors: uniform` asks about all, or leave such "
                "an attribute out)"
            )
        yield from self.too_many.lines("{}: too many tuples share this determinant", most)
        yield from self.without_image.lines("no image of {}", most)
        yield from self.unstated.lines("not asked by {}", most)
        yield from self._single_questions()
        for relation, count in self.incomplete.items():
            *kinds, last = ["NULL", "unknown", *self.unfit.get(relation, [])]
            what = f"{', '.join(kinds)} or {last}"
            yield f"{relation}: {count} tuples left out since an attribute is {what}"
        for relation, count in self.unmatched.items():
            yield f"{relation}: {count} rows of its first table have no match in the joined tables"
        for relation, count in self.without_popularity.items():
            yield f"{relation}: {count} entities have no known popularity, and lie in no part"
        yield from self.lines_of_passages()

    def lines_of_passages(self) -> Iterator[str]:
        """Yields a line for everything that has no passage."""
        for (relation, fd), named in self.nothing_to_look_up.items():
            yield (
                f"{relation}: {fd}: no questions with passages, which would be about "
                f"{' or '.join(named)}: the relation's `pages` (or `passage`) has none of these "
                "that needs nothing else"
            )
        for what, count in self.without_passage.items():
            yield f"{what}: {count:,} values have no passage"
        for what, count in self.not_cached.items():
            yield f"{what}: {count:,} of them since the cache lacks them and there is no network"
        if self.not_augmented.count:
            shown = f"such as: {self.not_augmented.kept[0]}"
            yield f"{self.not_augmented.count:,} questions since there is no passage, {shown}"

    def _single_questions(self) -> Iterator[str]:
        for kind, reason in WHY_LEFT_OUT.items():
            found = [examples for (_, of), examples in self.left_out.items() if of == kind]
            if found:
                count = sum(examples.count for examples in found)
                yield f"{count:,} questions since {reason}, such as: {found[0].kept[0]}"
