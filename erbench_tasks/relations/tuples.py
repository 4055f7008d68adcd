"""Reading a relation in batches: all tuples of one determinant, then those of the next.

The database joins, sorts and samples. What is held here is a batch and the tuples that share one
determinant, so that memory does not grow with the tables.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, time
from functools import partial
from itertools import chain, groupby, islice
from operator import itemgetter
from typing import Any, NamedTuple

import sqlalchemy
from sqlalchemy import func, select
from sqlalchemy.sql.elements import ColumnElement

from ..database.drawing import is_drawn
from ..database.snapshot import stream
from ..database.sql_text import RowsFirst, comparable_column, register_md5, seeded_rank
from ..items.item import Picture
from .further import further_columns
from .illustration import Illustration
from .relation import ASKED, POPULARITY, Relation, Row, base_table

Values = tuple[Any, ...]
Place = tuple[Any, ...]
# If more tuples share a determinant, they are not a fact that a question could ask for.
MOST_TUPLES = 10_000
# Types whose values every engine writes in the same way.
_SAME_TEXT = (sqlalchemy.String, sqlalchemy.Integer, sqlalchemy.Date)
_BATCH, _BATCH_OF_BYTES = 2000, 20  # rows; where a row has an image's bytes, few at a time


class Group(NamedTuple):
    """The tuples that share a determinant's values, in an order that no engine decides.

    Attributes:
        determinant: The values.
        facts: Every tuple: what is true. Empty if there are more than `MOST_TUPLES`.
        asked: The tuples among them that questions are asked about.
        place: What those that are drawn first have the smaller one of, the same on every engine;
            nothing if all are asked about.
    """

    determinant: tuple[Any, ...]
    facts: list[Row]
    asked: list[Row]
    place: Place = ()


class TupleSource:
    """Reads relations from one snapshot of the database.

    Attributes:
        fingerprint: Depends on every tuple that was read, not on their order.
        kept: Relation to the last rank of the entities that `groups` with `most` leaves out.
    """

    def __init__(
        self,
        connection: sqlalchemy.Connection,
        seed: int = 0,
        sample: int | None = None,
        entities: Sequence[Values] | None = None,
    ) -> None:
        """Prepares the connection.

        Args:
            connection: A snapshot of the database.
            seed: Decides which entities and values are sampled.
            sample: Number of entities of each relation to ask about; None for all.
            entities: The entities to ask about, of the one relation that is read, as they compare;
                few, since they stand in each query.
        """
        self.connection = connection
        self.fingerprint = Fingerprint()
        self.kept: dict[str, str] = {}
        self._seed = seed
        self._sample = sample
        self._entities = entities
        self._counts: dict[tuple[str, ...], int] = {}
        register_md5(connection)

    def groups(
        self,
        relation: Relation,
        determinant: Sequence[str],
        illustration: Illustration | None = None,
        most: int | None = None,
    ) -> Iterator[Group]:
        """Yields the tuples of a relation, those that share a determinant together.

        Args:
            relation: The relation.
            determinant: Attributes; the groups come in the order of their values.
            illustration: An image of the relation, whose column is read too if it has one.
            most: The largest number of groups that are asked about; the database draws them.

        Raises:
            InputError: The connection is lost.
        """
        width = len(determinant)
        names = [*determinant, *(name for name in relation.columns if name not in determinant)]
        names += [POPULARITY] if relation.popularity is not None else []
        shown = illustration if illustration is not None and illustration.reads else None
        names += [shown.name] if shown else []
        shape = _Shape(relation, names)
        batch = _BATCH_OF_BYTES if shown and shown.is_bytes else _BATCH
        query = self._query(relation, names, width, most)
        read: Iterable[Any] = chain.from_iterable(stream(self.connection, query, batch))
        read = shape.plain(read if most is None else map(_with_place, read))
        if shown:
            read = self.fingerprint.taking(
                f"{relation.name} {shown.name}", _with_image(read, shown), shape.ordered_with_image
            )
        # What is drawn for one determinant need not be what is drawn for another.
        taken = relation.name if most is None else f"{relation.name} {list(determinant)} {most}"
        rows = self.fingerprint.taking(taken, read, shape.ordered)
        for key, same in groupby(rows, itemgetter(slice(width))):
            yield shape.group(key, list(islice(same, MOST_TUPLES + 1)))

    def distinct(self, relation: Relation, attribute: str, most: int) -> list[Any]:
        """Returns distinct values of an attribute, in no particular order.

        Args:
            relation: The relation.
            attribute: The attribute.
            most: The largest number of values to return; if there are more, the database samples
                under the seed.
        """
        tuples = relation.tuples()
        column = tuples.c[relation.label(attribute)]
        values = (
            select(column.label("v"), comparable_column(column).label("c")).distinct().subquery()
        )
        query = select(values.c.v).where(values.c.v.is_not(None))
        query = query.order_by(seeded_rank(self._seed, [values.c.v])).limit(most)
        rewrite = _rewriting(column.type) or (lambda value: value)
        return [rewrite(row[0]) for batch in stream(self.connection, query) for row in batch]

    def count(self, relation: Relation, determinant: Sequence[str]) -> int:
        """Counts the determinants that are asked about."""
        key = (relation.name, *determinant)
        if key not in self._counts:
            query = select(func.count()).select_from(self._chosen(relation, determinant))
            self._counts[key] = int(self.connection.scalar(query) or 0)
        return self._counts[key]

    def first(self, relation: Relation, most: int) -> TupleSource:
        """Returns a source of the entities that are drawn first, and leaves them out here."""
        tuples = relation.tuples()
        entity = _comparable(tuples, relation, relation.spec.entity)
        every = select(*(column.label(f"e{i}") for i, column in enumerate(entity)))
        candidates = every.where(tuples.c[ASKED]).distinct().subquery()
        # Ranking all of them takes long, so it is done once.
        ranked = select(*candidates.c, seeded_rank(self._seed, list(candidates.c)).label("rank"))
        first = self.connection.execute(ranked.order_by("rank").limit(most)).all()
        self.kept[relation.name] = first[-1].rank if first else ""
        entities = [tuple(row[:-1]) for row in first]
        return TupleSource(self.connection, self._seed, entities=entities)

    def everywhere(self, relation: Relation, attributes: Sequence[str]) -> Iterator[Row]:
        """Yields some attributes of every row of a relation, also where others are NULL."""
        columns = (relation.known(name).label(relation.label(name)) for name in attributes)
        query = select(*columns).select_from(relation.source).where(relation.taken)
        plain = _Rewriting(relation.columns[name].type for name in attributes).plain
        for batch in stream(self.connection, query):
            yield from (dict(zip(attributes, row, strict=True)) for row in plain(batch))

    def of_entities(self, relation: Relation) -> Iterator[list[Row]]:
        """Yields all rows of each entity, also those where an attribute is NULL.

        Args:
            relation: The relation; rows without what identifies the entity are passed over.
        """
        names = list(relation.columns)
        columns = {name: relation.known(name).label(relation.label(name)) for name in names}
        entity = [columns[name] for name in relation.spec.entity]
        given = (relation.columns[name].is_not(None) for name in relation.spec.entity)
        query = select(*columns.values()).select_from(relation.source)
        query = query.where(relation.taken, *given).order_by(*map(comparable_column, entity))
        plain = _Rewriting(relation.columns[name].type for name in names).plain
        batches = stream(self.connection, query)
        rows = (dict(zip(names, row, strict=True)) for batch in batches for row in plain(batch))
        for _, same in groupby(rows, itemgetter(*relation.spec.entity)):
            yield list(islice(same, MOST_TUPLES))

    def beside(
        self,
        relation: Relation,
        attribute: str,
        columns: Sequence[int] | None = None,
        *,
        alone: bool = False,
        one_of: int = 1,
        after: Sequence[str] = (),
    ) -> Iterator[Values]:
        """Yields each value of an attribute with those that stand beside it (`further_columns`).

        Args:
            relation: The relation.
            attribute: The attribute; rows where it is NULL are passed over.
            columns: The numbers of the columns to read beside it; None for all.
            alone: Whether to read the attribute's own table, and not the relation.
            one_of: One of so many rows of the first table is read.
            after: Attributes whose values come first.
        """
        source, first, texts = further_columns(relation, attribute, alone=alone)
        value = relation.known(attribute)
        read = [texts[i] for i in (range(len(texts)) if columns is None else columns)]
        labelled = [relation.known(name).label(f"a{i}") for i, name in enumerate(after)]
        labelled += [value.label("v"), *(text.label(f"b{i}") for i, text in enumerate(read))]
        query = select(*labelled).select_from(source).where(value.is_not(None))
        if one_of > 1:
            key = base_table(first).primary_key
            query = query.where(is_drawn([first.columns[c.key] for c in key] or [value], one_of))
        plain = _Rewriting(relation.columns[name].type for name in (*after, attribute)).plain
        for batch in stream(self.connection, query if alone else query.where(relation.taken)):
            yield from map(tuple, plain(batch))

    def rows_beside(self, relation: Relation, attribute: str, *, alone: bool = False) -> int:
        """Counts the rows of the first table that `beside` reads."""
        _, first, _ = further_columns(relation, attribute, alone=alone)
        query = select(func.count()).select_from(first)
        return int(self.connection.scalar(query if alone else query.where(relation.taken)) or 0)

    def _query(
        self, relation: Relation, names: Sequence[str], width: int, most: int | None
    ) -> sqlalchemy.Select[Any]:
        tuples = relation.tuples()
        columns = [tuples.c[relation.label(name)] for name in names]
        query = select(*columns, tuples.c[ASKED])
        if any(part is not None for part in (self._sample, self._entities, most)):
            pick = self._chosen if most is None else partial(self._drawn, most=most)
            chosen = pick(relation, names[:width])
            same = (
                comparable_column(a) == b
                for a, b in zip(columns[:width], chosen.c[:width], strict=True)
            )
            if most is not None:
                query = select(*columns, *chosen.c[width:], tuples.c[ASKED])
            query = query.select_from(RowsFirst(tuples, chosen, sqlalchemy.and_(*same)))
        return query.order_by(*map(comparable_column, columns[:width]))

    def _chosen(self, relation: Relation, determinant: Sequence[str]) -> sqlalchemy.Subquery:
        """Returns the determinants of the entities that are asked about, or of a sample of them."""
        tuples = relation.tuples()
        wanted: sqlalchemy.FromClause = tuples
        condition: ColumnElement[bool] = tuples.c[ASKED]
        if self._entities is not None:
            entity = _comparable(tuples, relation, relation.spec.entity)
            condition &= sqlalchemy.or_(
                sqlalchemy.false(),
                *(
                    sqlalchemy.and_(*(a == value for a, value in zip(entity, values, strict=True)))
                    for values in self._entities
                ),
            )
        if self._sample is not None:
            entity = _comparable(tuples, relation, relation.spec.entity)
            every = select(*(column.label(f"e{i}") for i, column in enumerate(entity)))
            candidates = every.where(tuples.c[ASKED]).distinct().subquery()
            rank = seeded_rank(self._seed, list(candidates.c))
            sampled = select(candidates).order_by(rank).limit(self._sample).subquery()
            same = (a == b for a, b in zip(entity, sampled.c, strict=True))
            wanted = RowsFirst(tuples, sampled, sqlalchemy.and_(*same))
        columns = _comparable(tuples, relation, determinant)
        query = select(*(column.label(f"d{i}") for i, column in enumerate(columns)))
        return query.select_from(wanted).where(condition).distinct().subquery()

    def _drawn(
        self, relation: Relation, determinant: Sequence[str], most: int
    ) -> sqlalchemy.Subquery:
        """Returns a number of determinants, of as many entities as possible.

        Each entity has a turn for one of its determinants before any has a second; who comes first
        depends on the entity, so that all entries ask about the same ones.
        """
        tuples = relation.tuples()
        columns = _comparable(tuples, relation, [*determinant, *relation.spec.entity])
        query = select(*(column.label(f"c{i}") for i, column in enumerate(columns)))
        pairs = query.where(tuples.c[ASKED]).distinct().subquery()
        key, entity = pairs.c[: len(determinant)], pairs.c[len(determinant) :]
        turn: ColumnElement[int] = sqlalchemy.literal(1)
        if not set(determinant) <= set(relation.spec.entity):
            # Numbers are written differently by engines, so that their texts give no order.
            texts = [column for column in key if isinstance(column.type, _SAME_TEXT)]
            order = [seeded_rank(self._seed, texts), *key]
            turn = func.row_number().over(partition_by=list(entity), order_by=order)
        rank = seeded_rank(self._seed, list(entity))
        ranked = select(*key, turn.label("turn"), rank.label("entity_rank")).subquery()
        names = ranked.c[: len(determinant)]
        first = [func.min(ranked.c.turn).label("f0"), func.min(ranked.c.entity_rank).label("f1")]
        drawn = select(*names, *first).group_by(*names)
        drawn = drawn.where(*(name.is_not(None) for name in names))
        if last := self.kept.get(relation.name):
            drawn = drawn.where(ranked.c.entity_rank > last)
        return drawn.order_by(*first, *names).limit(most).subquery()


def _comparable(
    tuples: sqlalchemy.Subquery, relation: Relation, attributes: Sequence[str]
) -> list[ColumnElement[Any]]:
    return [comparable_column(tuples.c[relation.label(name)]) for name in attributes]


def _with_place(row: Sequence[Any]) -> Values:
    """Returns a row with its determinant's place, if it is asked about, as its last value."""
    *values, turn, rank, asked = row
    return (*values, asked and (turn, rank))


def _place_of(row: Values) -> Place:
    return row[-1] if isinstance(row[-1], tuple) else ()


class _Shape:
    """What the values of a row are, in the order in which they are read."""

    def __init__(self, relation: Relation, names: Sequence[str]) -> None:
        self._names = names
        self._popularity = names.index(POPULARITY) if POPULARITY in names else None
        order = [names.index(name) for name in relation.spec.attributes]
        order += [] if self._popularity is None else [self._popularity]
        # The specification's order, for what must not depend on the determinant.
        self.ordered: Callable[[Values], Values] = (
            itemgetter(*order) if len(order) > 1 else itemgetter(slice(1))
        )
        self._has_image = len(names) > len(order)
        types = [relation.read[name].type for name in names]
        self.plain = _Rewriting(types).plain

    def ordered_with_image(self, row: Values) -> Values:
        """Returns the values in the specification's order, and what the image's column holds."""
        image = row[-2]
        return (*self.ordered(row), image.digest if isinstance(image, Picture) else image)

    def group(self, key: Values, rows: list[Values]) -> Group:
        """Makes a group of the rows that share a determinant."""
        if len(rows) == 1:
            fact: Row = dict(zip(self._names, rows[0], strict=False))
            return Group(key, [fact], [fact] if rows[0][-1] else [], _place_of(rows[0]))
        place = next((_place_of(row) for row in rows if row[-1]), ())
        if len(rows) > MOST_TUPLES:
            return Group(key, [], [], place)
        distinct = sorted(self._distinct(rows), key=self._place)
        facts: list[Row] = [dict(zip(self._names, row, strict=False)) for row in distinct]
        asked = [fact for fact, row in zip(facts, distinct, strict=True) if row[-1]]
        return Group(key, facts, asked, place)

    def _distinct(self, rows: list[Values]) -> Iterable[Values]:
        """Returns the facts; of those that differ in popularity alone, the most popular one."""
        at = self._popularity
        if at is None:
            return dict.fromkeys(rows)
        ascending = sorted(rows, key=lambda row: (row[at] is not None, row[at] or 0))
        return {(row[:at], row[at + 1 :]): row for row in ascending}.values()

    def _place(self, row: Values) -> list[str]:
        """Returns what rows are sorted by; if they have an image, it comes last."""
        return [*map(str, self.ordered_with_image(row) if self._has_image else self.ordered(row))]


class _Rewriting:
    """How the values of a row are written."""

    def __init__(self, types: Iterable[sqlalchemy.types.TypeEngine[Any]]) -> None:
        every = [(i, _rewriting(kind)) for i, kind in enumerate(types)]
        self._rewritten = [(i, rewrite) for i, rewrite in every if rewrite]

    def plain(self, rows: Iterable[Sequence[Any]]) -> Iterable[Any]:
        """Writes values as a person would: no padding of a CHAR(n), no time of a mere date."""
        return map(self._rewrite, rows) if self._rewritten else rows

    def _rewrite(self, row: Sequence[Any]) -> Values:
        values = list(row)
        for index, rewrite in self._rewritten:
            values[index] = rewrite(values[index])
        return tuple(values)


def _rewriting(kind: sqlalchemy.types.TypeEngine[Any]) -> Callable[[Any], Any] | None:
    """Returns how values of a type are written; None if it is as they are."""
    if isinstance(kind, sqlalchemy.CHAR):
        return lambda value: value.rstrip(" ") if value else value
    return _date_at_midnight if isinstance(kind, sqlalchemy.DateTime) else None


def _date_at_midnight(value: Any) -> Any:
    """Returns the date of a time stamp that has no time of day."""
    is_date = isinstance(value, datetime) and value.time() == time()
    return value.date() if is_date else value


def _with_image(rows: Iterable[Values], shown: Illustration) -> Iterator[Values]:
    """Yields the rows without the bytes of images, which need not all be held."""
    for row in rows:
        yield (*row[:-2], shown.taken(row[-2]), row[-1])


class Fingerprint:
    """A hash of the tuples that were read, relation by relation, in any order."""

    def __init__(self) -> None:
        self._sums: dict[str, int] = {}

    def taking(
        self, relation: str, rows: Iterable[Values], ordered: Callable[[Values], Values]
    ) -> Iterable[Values]:
        """Returns the rows, and adds them as they pass if it is the relation's first time."""
        if relation in self._sums:
            return rows
        self._sums[relation] = 0
        return self._adding(relation, rows, ordered)

    def _adding(
        self, relation: str, rows: Iterable[Values], ordered: Callable[[Values], Values]
    ) -> Iterator[Values]:
        for row in rows:
            text = "\x1f".join(map(str, ordered(row)))
            digest = hashlib.blake2b(text.encode(), digest_size=16).digest()
            self._sums[relation] += int.from_bytes(digest, "big")
            yield row

    def hexdigest(self) -> str:
        """Returns 32 hexadecimal digits."""
        content = "\n".join(f"{name} {total:x}" for name, total in sorted(self._sums.items()))
        return hashlib.sha256(content.encode()).hexdigest()[:32]
