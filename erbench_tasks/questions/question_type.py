"""What the question types share: the facts around an entity, and how it is identified."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from sqlalchemy import types

from ...core.hashing import stable_hash
from ...filters.rationale.values import Kind, guess
from ..database.drawing import prime
from ..dependencies.check import holds
from ..items.item import NO_PICTURE, Item, Picture, RationaleElement
from ..relations.aliases import Aliases
from ..relations.further import stands_alone
from ..relations.illustration import Illustration
from ..relations.omissions import Omissions
from ..relations.relation import POPULARITY, Relation, Row
from ..relations.tuples import Group, Place, TupleSource
from ..spec.spec import FunctionalDependency, StatementSpec

# So many groups are read ahead, since they show what kind of values a column has.
_FIRST = 100


# Of a table of more rows, about so many tell what stands beside a value.
_MANY, _SOME = 50_000, 20_000


class Reader(NamedTuple):
    """Reads values with what stands beside them, row by row.

    Attributes:
        read: Gets the numbers of the columns to read, None for all; and `one_of`: one of so many
            rows is read.
        one_of: So many, if a part of the rows is to tell enough; else 1.
    """

    read: Callable[..., Iterable[tuple[Any, ...]]]
    one_of: int = 1


class QuestionGenerator(Protocol):
    """Makes the questions of one entry of a specification."""

    def items(self, omissions: Omissions) -> Iterator[Item]:
        """Yields the items, and notes what is left out."""


class Facts:
    """A relation seen through one functional dependency.

    Attributes:
        domain: Name of the benchmark.
        relation: Name of the relation.
        fd: The functional dependency.
        most: The largest number of determinants that are drawn; None for all.
        last: The place of the last one of them that is asked about; nothing if all are.
        place: The place of the determinant whose items pass now, the same in each pass.
        asked: A tuple that its questions are about.
    """

    def __init__(
        self,
        domain: str,
        relation: Relation,
        fd: FunctionalDependency,
        source: TupleSource,
        aliases: Aliases,
        illustration: Illustration | None = None,
        kinds: Mapping[str, Kind] = MappingProxyType({}),
        most: int | None = None,
    ) -> None:
        """Says what is read; nothing is read yet.

        Args:
            domain: Name of the benchmark.
            relation: The relation.
            fd: The functional dependency.
            source: Reads the relation.
            aliases: Other spellings of its values.
            illustration: The image that the questions show, if any.
            kinds: Kinds of values that the specification gives; the others are guessed.
            most: The largest number of determinants to ask about; None for all.
        """
        self.domain = domain
        self.relation = relation.name
        self.fd = fd
        self._relation = relation
        self._source = source
        self._aliases = aliases
        self._illustration = illustration
        self._kinds = dict(kinds)
        self.most = most
        self.last: Place = ()
        self.place: Place = ()
        self.asked: Row = {}
        self._first: list[Row] = []

    def groups(self, omissions: Omissions) -> Iterator[Group]:
        """Yields the tuples of each determinant that is asked about."""
        for place, group in self.placed(omissions):
            if self.is_wanted(place):
                self.ask(place, group)
                yield group

    def placed(self, omissions: Omissions, block: int = 0) -> Iterator[tuple[Place, Group]]:
        """Yields the tuples of each determinant with its place, also after the last that is asked.

        Whoever holds some of them calls `ask` before an item of one passes.

        Args:
            omissions: Gets what is left out.
            block: If so many are held together, how many; then those are drawn as well that are
                held with the last one, whatever the largest number is.
        """
        most = self.most
        if most is not None and block:
            most = (most // block + 2) * block
        groups = self._source.groups(self._relation, self.fd.determinant, self._illustration, most)
        first = list(islice(groups, _FIRST))
        self._first = [row for group in first for row in group.facts]
        for number, group in enumerate(chain(first, groups), 1):
            place = (*group.place, number)
            if group.asked:
                yield place, group
            elif not group.facts and self.is_wanted(place):
                omissions.too_many.append(
                    f"{self.relation}: {', '.join(map(str, group.determinant))}"
                )

    def ask(self, place: Place, group: Group) -> None:
        """Notes which determinant the items are about that pass now."""
        self.place, self.asked = place, group.asked[0]

    def is_wanted(self, place: Place) -> bool:
        """Tells whether the determinant of a place is asked about: not after the last one."""
        is_drawn = self.most is None or place[-1] <= self.most
        return is_drawn and (not self.last or place <= self.last)

    def sample(self, attribute: str, most: int) -> list[Any]:
        """Returns at most `most` distinct values of an attribute."""
        return self._source.distinct(self._relation, attribute, most)

    def is_attribute(self, name: str) -> bool:
        """Tells whether a tuple has an attribute by a name, and not an image or a popularity."""
        return name in self._relation.spec.attributes

    def is_text(self, attribute: str) -> bool:
        """Tells whether the database has texts as the values of an attribute."""
        return isinstance(self._relation.columns[attribute].type, types.String)

    def rationale(self, group: Group, asked: Row, attribute: str) -> RationaleElement:
        """Returns what a rationale must mention: the tuple's value, or another true one."""
        values = self.accepted(group, asked, attribute)
        return RationaleElement(1, attribute, values, kind=self.kind(attribute))

    def accepted(self, group: Group, asked: Row, attribute: str) -> tuple[str, ...]:
        """Returns the spellings of a tuple's value, and of the others that are true."""
        rows = [asked] if len(group.facts) == 1 else [asked, *group.facts]
        # The image is of this one, whatever else is true.
        if self._illustration is not None and attribute in self.shown:
            rows = [row for row in rows if row[attribute] == asked[attribute]]
        return self.spellings(rows, attribute)

    def kind(self, attribute: str) -> Kind:
        """Returns the kind of an attribute's values, guessed from those of the first groups."""
        if attribute not in self._kinds:
            values = [row[attribute] for row in self._first if row[attribute] is not None]
            self._kinds[attribute] = self.kind_of(attribute, values)
        return self._kinds[attribute]

    def kind_of(self, attribute: str, values: Iterable[Any]) -> Kind:
        """Returns the kind of an attribute's values, guessed from some of them if none is given."""
        if attribute in self._kinds:
            return self._kinds[attribute]
        column = self._relation.spec.attributes[attribute][-1]
        return guess(attribute, list(map(str, values)), column)

    def spellings(self, rows: Sequence[Row], attribute: str) -> tuple[str, ...]:
        """Returns the ways to write the values of an attribute, those of the first row first."""
        if not self._aliases.are_given(attribute):
            if len(rows) == 1:  # nearly always
                return (str(rows[0][attribute]),)
            return tuple({str(row[attribute]): None for row in rows})
        spelled = (text for row in rows for text in self._aliases.spellings(attribute, row))
        return tuple(dict.fromkeys(spelled))

    def everywhere(self, attributes: Iterable[str]) -> Iterator[Row]:
        """Yields every row, also those of which nothing is asked, with some attributes.

        Args:
            attributes: The attributes; what their spellings depend on is read too.
        """
        names = [name for key in attributes for name in (key, *self._aliases.matched(key))]
        known = [name for name in dict.fromkeys(names) if name in self._relation.columns]
        return self._source.everywhere(self._relation, known)

    def beside(self, attribute: str) -> list[Reader]:
        """Returns what reads an attribute with what stands beside it (`TupleSource.beside`).

        Args:
            attribute: The attribute.

        Returns:
            What reads the relation, then what reads the attribute's own table if it has one.
        """
        every = [False, True] if stands_alone(self._relation, attribute) else [False]
        found = []
        for alone in every:
            read = partial(self._source.beside, self._relation, attribute, alone=alone)
            rows = self._source.rows_beside(self._relation, attribute, alone=alone)
            found.append(Reader(read, prime(rows // _SOME) if rows > _MANY else 1))
        return found

    def classed(self, attribute: str, column: int) -> Iterator[tuple[Any, ...]]:
        """Yields determinants, each with a value of an attribute and a column beside that."""
        after = self.fd.determinant
        return self._source.beside(self._relation, attribute, [column], after=after)

    def determines(self, determinant: Sequence[str], dependent: str) -> bool:
        """Tells whether the tuples that agree on some attributes agree on another one."""
        label, tuples = self._relation.label, self._relation.tuples()
        left, right = list(map(label, determinant)), [label(dependent)]
        return bool(left) and holds(self._source.connection, tuples, left, right).holds

    def spelled(self, attribute: str, row: Row) -> list[str]:
        """Returns the ways to write a value that a row has."""
        return self._aliases.spellings(attribute, row)

    def statements(self, attributes: Iterable[str]) -> dict[str, StatementSpec]:
        """Returns the relation's statements about some attributes."""
        return self._relation.spec.statements_of(attributes)

    @property
    def shown(self) -> list[str]:
        """The attributes that the questions show by an image, and do not mention."""
        return self._illustration.spec.replaced if self._illustration else []

    def mentioned(self, attributes: Iterable[str]) -> list[str]:
        """Returns those of some attributes that a wording may mention."""
        return [name for name in attributes if name not in self.shown]

    def picture(self, row: Row, omissions: Omissions) -> Picture | None:
        """Returns the image of a tuple, an empty one if the questions show none.

        Args:
            row: The tuple.
            omissions: Gets the reason if there should be one, and there is none.

        Returns:
            None if nothing can be asked about the tuple, for want of its image.
        """
        if self._illustration is None:
            return NO_PICTURE
        return self._illustration.of(row, omissions)

    def pictured(
        self, attribute: str, values: Iterable[Any], omissions: Omissions
    ) -> dict[Any, Row]:
        """Returns the tuple whose image shows a value, for each value that has one.

        Args:
            attribute: The only attribute that the image shows.
            values: Some of its values.
            omissions: Gets the reasons where there is none.
        """
        wanted = set(values)
        rows = {}
        for group in self._source.groups(self._relation, [attribute], self._illustration):
            if group.determinant[0] in wanted and group.facts:
                row = group.facts[0]
                if self.picture(row, omissions) is not None:
                    rows[group.determinant[0]] = row
        return rows

    def entity(self, row: Row) -> tuple[str, str]:
        """Returns the stable id and the name of the entity that a tuple is about."""
        return entity_of(self.domain, self._relation, row)

    def popularity(self, row: Row) -> float | None:
        """Returns the popularity of the entity that a tuple is about, if it is known."""
        return row.get(POPULARITY)


def entity_of(domain: str, relation: Relation, row: Row) -> tuple[str, str]:
    """Returns the stable id and the name of the entity that a tuple of a relation is about."""
    key = [str(row[name]) for name in relation.spec.entity]
    return stable_hash([domain, *key]), key[0]


def draw(below: int, *content: object) -> int:
    """Draws a number in [0, below) that depends on the content alone, on any machine."""
    digest = hashlib.sha256("\x1f".join(map(str, content)).encode()).digest()
    return int.from_bytes(digest[:8], "big") % below
