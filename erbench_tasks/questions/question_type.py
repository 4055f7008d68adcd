"""What the question types share: the facts around an entity, and how it is identified."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, Protocol

from ...core.hashing import stable_hash
from ...core.values.kinds import Kind, guess
from ..dependencies.check import holds
from ..items.item import NO_PICTURE, Item, Picture, RationaleElement
from ..relations.illustration import Illustration
from ..relations.omissions import Omissions
from ..relations.relation import POPULARITY, Relation, Row
from ..relations.spellings import SpellingTable
from ..relations.tuples import Group, TupleSource
from ..spec.spec import FunctionalDependency, QuestionSpec

# So many groups are read ahead, since they show what kind of values a column has.
_FIRST = 100


class QuestionGenerator(Protocol):
    """Makes the questions of one entry of a specification."""

    def items(self, omissions: Omissions) -> Iterator[Item]:
        """Yields the items, and notes what is left out."""


class Facts:
    """A relation seen through the first functional dependency of an entry.

    Attributes:
        domain: Name of the benchmark.
        relation: The relation.
        fd: The functional dependency.
        fds: All of the entry, as text.
        needed: The columns whose values its questions need.
        must_share: Columns in which a false value's row must agree with the true one.
        source: Reads the relation.
        seed: Decides what is drawn.
        most: The largest number of determinants that are drawn; None for all.
        none_share: Share in [0, 1] of multiple-choice questions whose right option is *None of the
            above*; None leaves that option out (Section 3.1, Appendix B.6).
        other: The other spellings of values.
        shown: The columns that the questions show by an image, and do not mention.
        asked: A tuple that the questions are about that pass now.
    """

    def __init__(
        self,
        domain: str,
        relation: Relation,
        question: QuestionSpec,
        source: TupleSource,
        spellings: SpellingTable,
        illustration: Illustration | None = None,
        most: int | None = None,
        none_share: float | None = None,
    ) -> None:
        """Says what is read; nothing is read yet."""
        self.domain = domain
        self.relation = relation
        self.fd: FunctionalDependency = question.fds[0]
        self.fds = "; ".join(map(str, question.fds))
        self.needed = question.columns
        self.must_share: list[str] = getattr(question, "must_share", [])
        self.source = source
        self.seed = source.seed
        self.most = most
        self.none_share = none_share
        self.other = spellings
        self.asked: Row = {}
        self._illustration = illustration
        self._kinds = dict(relation.spec.kinds)
        self._first: list[Row] = []
        self.shown = illustration.spec.replaced if illustration else list[str]()

    def groups(self, omissions: Omissions) -> Iterator[Group]:
        """Yields the tuples of each determinant that is asked about."""
        for place, group in self.placed(omissions):
            if self.is_wanted(place):
                self.asked = group.asked[0]
                yield group

    def placed(self, omissions: Omissions, block: int = 0) -> Iterator[tuple[int, Group]]:
        """Yields the tuples of each determinant with its place, also after the last that is asked.

        Whoever holds some of them sets `asked` before an item of one passes.

        Args:
            omissions: Gets what is left out.
            block: If so many are held together, how many; then those are drawn as well that are
                held with the last one, whatever the largest number is.
        """
        most = self.most
        if most is not None and block:
            most = (most // block + 2) * block
        groups = self.source.groups(
            self.relation, self.fd.determinant, self.needed, self._illustration, most
        )
        first = list(islice(groups, _FIRST))
        self._first = [row for group in first for row in group.facts]
        for place, group in enumerate(chain(first, groups), 1):
            if group.asked:
                yield place, group
            elif not group.facts and self.is_wanted(place):
                determinant = ", ".join(map(str, group.determinant))
                omissions.too_many.append(f"{self.relation.name}: {determinant}")

    def is_wanted(self, place: int) -> bool:
        """Tells whether the determinant of a place is asked about: not after the last one."""
        return self.most is None or place <= self.most

    def counted(self, columns: Sequence[str], most: int) -> list[tuple[Any, ...]]:
        """Returns at most `most` distinct values of some columns, each with its number of rows."""
        return self.source.counted(self.relation, columns, most)

    def rationale(self, facts: Sequence[Row], asked: Row, column: str) -> RationaleElement:
        """Returns what a rationale must mention: the tuple's value, or another true one."""
        values = self.accepted(facts, asked, column)
        return RationaleElement(1, column, values, "any", self.kind(column))

    def accepted(self, facts: Sequence[Row], asked: Row, column: str) -> tuple[str, ...]:
        """Returns the spellings of a tuple's value, and of the others that are true."""
        if len(facts) == 1:  # nearly always
            return self.spellings([asked], column)
        rows = [asked, *(row for row in facts if row[column] is not None)]
        # The image is of this one, whatever else is true.
        if self._illustration is not None and column in self.shown:
            rows = [row for row in rows if row[column] == asked[column]]
        return self.spellings(rows, column)

    def kind(self, column: str) -> Kind:
        """Returns the kind of a column's values, guessed from those of the first groups."""
        if column not in self._kinds:
            values = [str(row[column]) for row in self._first if row[column] is not None]
            plain = self.relation.query.plain.get(column)
            named = f"{plain.table}.{plain.column}" if plain else column
            self._kinds[column] = guess(column, tuple(values), named)
        return self._kinds[column]

    def spellings(self, rows: Sequence[Row], column: str) -> tuple[str, ...]:
        """Returns the ways to write the values of a column, those of the first row first."""
        if len(rows) == 1 and not self.other.are_given(column):  # nearly always
            return (str(rows[0][column]),)
        spelled = (text for row in rows for text in self.other.spellings(column, row))
        return tuple(dict.fromkeys(spelled))

    def everywhere(self, columns: Iterable[str]) -> Iterator[Row]:
        """Yields every row, also those of which nothing is asked, with all that spells columns."""
        names = dict.fromkeys(name for key in columns for name in self.other.columns(key))
        return self.source.everywhere(self.relation, list(names))

    def determines(self, determinant: Sequence[str], dependent: str) -> bool:
        """Tells whether the tuples that agree on some columns agree on another one."""
        rows, label = self.relation.tuples(self.needed), self.relation.label
        left = [label(name) for name in determinant]
        return bool(left) and holds(self.source.connection, rows, left, [label(dependent)]).holds

    def mentioned(self, columns: Iterable[str]) -> list[str]:
        """Returns those of some columns that a wording may mention."""
        return [name for name in columns if name not in self.shown]

    def picture(self, row: Row, omissions: Omissions) -> Picture | None:
        """Returns the image of a tuple, an empty one if the questions show none.

        It is None if nothing can be asked about the tuple, for want of its image, which is noted.
        """
        return self._illustration.of(row, omissions) if self._illustration else NO_PICTURE

    def pictured(self, column: str, values: Iterable[Any], omissions: Omissions) -> dict[Any, Row]:
        """Returns the tuple whose image shows a value, for each value that has one."""
        wanted, shown = {(value,) for value in values}, self._illustration
        groups = self.source.groups(self.relation, [column], self.needed, shown)
        rows = {g.determinant[0]: g.facts[0] for g in groups if g.facts and g.determinant in wanted}
        return {v: row for v, row in rows.items() if self.picture(row, omissions) is not None}

    def leave_out(self, row: Row, reason: object, omissions: Omissions) -> None:
        """Notes why nothing is asked about a tuple."""
        omissions.unstated.append(f"{self.relation.name}: {self.name(row)}: {reason}")

    def name(self, row: Row) -> str:
        """Returns the name of the entity that a tuple is about."""
        return str(row[self.relation.spec.entity[0]])

    def about(self, row: Row, picture: Picture) -> Callable[..., Item]:
        """Returns what makes the questions about a tuple, of what only one of them has."""
        domain, fds, popularity = self.domain, self.fds, row.get(POPULARITY)
        entity_id, entity = entity_of(domain, self.relation, row)

        def item(
            question_type: str,
            question: str,
            answer: str = "yes",
            rationale: tuple[RationaleElement, ...] = (),
            options: tuple[str, ...] = (),
            variant: int = 0,
        ) -> Item:
            return Item(
                domain, question_type, variant, entity_id, entity, question, options, answer,
                rationale, fds, "", picture, popularity,
            )  # fmt: skip

        return item


def entity_of(domain: str, relation: Relation, row: Row) -> tuple[str, str]:
    """Returns the stable id and the name of the entity that a tuple of a relation is about."""
    key = [str(row[name]) for name in relation.spec.entity]
    return stable_hash([domain, *key]), key[0]


def draw(below: int, *content: object) -> int:
    """Draws a number in [0, below) that depends on the content alone, on any machine."""
    digest = hashlib.sha256("\x1f".join(map(str, content)).encode()).digest()
    return int.from_bytes(digest[:8], "big") % below
