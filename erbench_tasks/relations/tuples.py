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
from typing import Any

import sqlalchemy
from sqlalchemy import case, func, select
from sqlalchemy.sql.elements import ColumnElement

from ..database.snapshot import stream
from ..database.sql_text import comparable_column, register_md5, seeded_rank
from .illustration import Illustration
from .relation import ASKED, POPULARITY, Relation, Row

Values = tuple[Any, ...]
# If more tuples share a determinant, they are not a fact that a question could ask for.
MOST_TUPLES = 10_000
# Types whose values every engine writes in the same way.
_SAME_TEXT = (sqlalchemy.String, sqlalchemy.Integer, sqlalchemy.Date)
_BATCH, _BATCH_OF_BYTES = 2000, 20  # rows; where a row has an image's bytes, few at a time
_MOST_KEPT = 16  # results of less than a batch, which entries share
_ROWS_OF_ENTITY = 16  # so many times as many rows are read first to find some entities


class Group:
    """The tuples that share a determinant's values, in an order that no engine decides.

    Attributes:
        determinant: The values.
        asked: The tuples that questions are asked about.
    """

    __slots__ = ("_facts", "_rows", "_shape", "asked", "determinant")

    def __init__(self, determinant: Values, rows: list[Values], shape: _Shape) -> None:
        """Takes the rows as they are read; if there are more than `MOST_TUPLES`, none."""
        self.determinant = determinant
        self._rows = rows if len(rows) <= MOST_TUPLES else []
        self._shape = shape
        asked = [row for row in self._rows if row[-1]]
        self.asked = shape.facts(asked) if asked else []
        self._facts = self.asked if len(self.asked) == len(self._rows) else None

    @property
    def facts(self) -> list[Row]:
        """Every tuple: what is true. Empty if there are more than `MOST_TUPLES`."""
        if self._facts is None:  # many groups are read of which nothing is asked
            self._facts = self._shape.facts(self._rows)
        return self._facts


class TupleSource:
    """Reads relations from one snapshot of the database.

    Attributes:
        seed: Decides which entities and values are sampled.
        kept: Relation to the last rank of the entities that `groups` with `most` leaves out.
    """

    def __init__(
        self,
        connection: sqlalchemy.Connection,
        seed: int = 0,
        sample: int | None = None,
        entities: Sequence[Values] | None = None,
        *,
        record: bool = False,
    ) -> None:
        """Prepares the connection.

        Args:
            connection: A snapshot of the database.
            seed: Decides which entities and values are sampled.
            sample: Number of entities of each relation to ask about; None for all.
            entities: The entities to ask about, of the one relation that is read, as they compare;
                few, since they stand in each query.
            record: Whether the fingerprint is taken.
        """
        self.connection = connection
        self._sums: dict[str, int] | None = {} if record else None
        self.kept: dict[str, str] = {}
        self.seed = seed
        self._sample = sample
        self._entities = entities
        self._counts: dict[tuple[Any, ...], int] = {}
        self._small: dict[tuple[Any, ...], list[Group]] = {}
        register_md5(connection)

    def groups(
        self,
        relation: Relation,
        determinant: Sequence[str],
        needed: Sequence[str] = (),
        illustration: Illustration | None = None,
        most: int | None = None,
    ) -> Iterator[Group]:
        """Yields the tuples of a relation, those that share a determinant together.

        Args:
            relation: The relation.
            determinant: Columns; the groups come in the order of their values.
            needed: Further columns that must not be NULL where a tuple is asked about.
            illustration: An image of the relation, whose column is read too if it has one.
            most: The largest number of groups that are asked about; the database draws them.

        Raises:
            InputError: The connection is lost.
        """
        needed = list(dict.fromkeys([*determinant, *relation.spec.entity, *needed]))
        shown = illustration if illustration is not None and illustration.reads else None
        result = (relation.name, *determinant, None, *sorted(needed), most)
        if shown is None and result in self._small:
            yield from self._small[result]
            return
        names = [*determinant, *(name for name in relation.attributes if name not in determinant)]
        names += [POPULARITY] if relation.popularity is not None else []
        names += [shown.name] if shown else []
        shape = _Shape(relation, names)
        query = self._query(relation, names, len(determinant), needed, most)
        # Rows that lack something else are facts, so that it depends on these columns what is read.
        taken = f"{relation.name} {sorted({*determinant, *needed} - relation.never_null)}"
        # What is drawn for one determinant need not be what is drawn for another.
        taken += "" if most is None else f" {list(determinant)} {most}"
        rows = self._rows(query, shape, taken, shown)
        first = [] if shown else list(islice(rows, _BATCH))
        by_key = groupby(chain(first, rows), itemgetter(slice(len(determinant))))
        every = (Group(key, list(islice(same, MOST_TUPLES + 1)), shape) for key, same in by_key)
        if shown is None and len(first) < _BATCH and len(self._small) < _MOST_KEPT:
            yield from self._small.setdefault(result, list(every))
        yield from every

    def _rows(
        self, query: sqlalchemy.Select[Any], shape: _Shape, taken: str, shown: Illustration | None
    ) -> Iterator[Any]:
        """Reads what a query returns, and takes its fingerprint as it passes."""
        batch = _BATCH_OF_BYTES if shown and shown.is_bytes else _BATCH
        read = shape.plain(chain.from_iterable(stream(self.connection, query, batch)))
        if shown:
            # The bytes of images need not all be held.
            read = ((*row[:-2], shown.taken(row[-2]), row[-1]) for row in read)
            taken += f" {shown.name}"
        if self._sums is None or taken in self._sums:
            return iter(read)
        self._sums[taken] = 0
        return self._adding(self._sums, taken, read, shape)

    def _adding(
        self, sums: dict[str, int], taken: str, rows: Iterable[Values], shape: _Shape
    ) -> Iterator[Values]:
        for row in rows:
            text = "\x1f".join(map(str, shape.ordered(row)))
            digest = hashlib.blake2b(text.encode(), digest_size=16).digest()
            sums[taken] += int.from_bytes(digest, "big")
            yield row

    @property
    def fingerprint(self) -> str:
        """32 hexadecimal digits that depend on every tuple that was read, not on their order."""
        sums = sorted((self._sums or {}).items())
        content = "\n".join(f"{name} {total:x}" for name, total in sums)
        return hashlib.sha256(content.encode()).hexdigest()[:32]

    def counted(
        self, relation: Relation, columns: Sequence[str], most: int
    ) -> list[tuple[Any, ...]]:
        """Returns distinct values of some columns, each with the number of its rows.

        They are in no particular order, and none is NULL. If there are more than `most`, the
        database samples under the seed.
        """
        tuples = relation.tuples(columns)
        read = [tuples.c[relation.label(name)] for name in columns]
        values = [column.label(f"v{i}") for i, column in enumerate(read)]
        compared = [comparable_column(column).label(f"c{i}") for i, column in enumerate(read)]
        rows = select(*values, func.count().label("rows")).group_by(*values, *compared)
        plain = _rewriting(column.type for column in read)
        # To rank them takes longer than to read them.
        first = list(islice(chain.from_iterable(stream(self.connection, rows)), most + 1))
        if len(first) <= most:
            return list(map(tuple, plain(first)))
        counted = rows.subquery()
        found = [counted.c[column.name] for column in values]
        query = select(*found, counted.c.rows).order_by(seeded_rank(self.seed, found)).limit(most)
        return [tuple(row) for batch in stream(self.connection, query) for row in plain(batch)]

    def count(
        self,
        relation: Relation,
        determinant: Sequence[str],
        needed: Sequence[str] = (),
        most: int | None = None,
    ) -> int:
        """Counts the determinants that are asked about, up to `most` if that is given."""
        needed = sorted({*determinant, *relation.spec.entity, *needed} - relation.never_null)
        key = (relation.name, *determinant, "", *needed, most)
        if key not in self._counts:
            tuples = relation.tuples(needed)
            wanted = self._wanted(relation, tuples)
            query = select(*_comparable(tuples, relation, determinant)).where(wanted).distinct()
            rows = select(func.count()).select_from(query.limit(most).subquery())
            self._counts[key] = int(self.connection.scalar(rows) or 0)
        return self._counts[key]

    def count_rows(self, relation: Relation, needed: Sequence[str]) -> int:
        """Counts the tuples that are asked about: no fewer than there are determinants."""
        tuples = relation.tuples([*relation.spec.entity, *needed])
        query = select(func.count()).select_from(tuples).where(self._wanted(relation, tuples))
        return int(self.connection.scalar(query) or 0)

    def first(self, relation: Relation, most: int) -> TupleSource:
        """Returns a source of the entities that are drawn first, and leaves them out here."""
        first = self._first(relation, most)
        self.kept[relation.name] = first[-1].rank if first else ""
        entities = [tuple(row[:-1]) for row in first]
        return TupleSource(self.connection, self.seed, entities=entities)

    def _first(self, relation: Relation, most: int) -> Sequence[Any]:
        """Returns the entities of the smallest ranks, each with its rank."""
        tuples = relation.tuples(relation.spec.entity)
        entity = _comparable(tuples, relation, relation.spec.entity)
        columns = [column.label(f"e{i}") for i, column in enumerate(entity)]
        ranked = select(*columns, seeded_rank(self.seed, entity).label("rank"))
        ranked = ranked.where(tuples.c[ASKED]).order_by("rank")
        rows = most
        while True:  # an entity may have many rows; to sort all of them takes longer
            rows *= _ROWS_OF_ENTITY
            read = self.connection.execute(ranked.limit(rows)).all()
            first = list(dict.fromkeys(read))
            if len(first) >= most or len(read) < rows:
                return first[:most]

    def everywhere(
        self, relation: Relation, columns: Sequence[str], together: Sequence[str] = ()
    ) -> Iterator[Row]:
        """Yields some columns of every row, also where they are NULL.

        Args:
            relation: The relation.
            columns: The columns.
            together: Columns by which the rows are sorted; without one of these there is no row.
        """
        read = [relation.columns[name] for name in columns]
        by = [relation.columns[name] for name in together]
        query = select(*(column.label(f"c{i}") for i, column in enumerate(read)))
        there = (column.is_not(None) for column in by)
        query = query.select_from(relation.source).where(*relation.facts, *there)
        plain = _rewriting(column.type for column in read)
        for batch in stream(self.connection, query.order_by(*map(comparable_column, by))):
            yield from (dict(zip(columns, row, strict=True)) for row in plain(batch))

    def of_entities(self, relation: Relation) -> Iterator[list[Row]]:
        """Yields all rows of each entity, also those where another column is NULL."""
        entity = relation.spec.entity
        rows = self.everywhere(relation, relation.attributes, entity)
        for _, same in groupby(rows, itemgetter(*entity)):
            yield list(islice(same, MOST_TUPLES))

    def _query(
        self,
        relation: Relation,
        names: Sequence[str],
        width: int,
        needed: Sequence[str],
        most: int | None,
    ) -> sqlalchemy.Select[Any]:
        tuples = relation.tuples(needed, names[:width])
        columns = [tuples.c[relation.label(name)] for name in names]
        query = select(*columns, tuples.c[ASKED])
        if self._entities is not None and most is None:
            # Few rows are theirs, which a window over all rows would be long for.
            others = relation.tuples(needed, names[:width])
            key = sqlalchemy.tuple_(*map(comparable_column, columns[:width]))
            wanted = select(*_comparable(others, relation, names[:width]))
            query = query.where(key.in_(wanted.where(self._wanted(relation, others))))
        elif self._sample is not None or most is not None:
            rows = self._drawn(relation, tuples, names[:width], most)
            columns = [rows.c[column.name] for column in columns]
            query = select(*columns, rows.c[ASKED])
            query = query.where(rows.c.wanted == 1 if most is None else rows.c.drawn <= most)
        return query.order_by(*map(comparable_column, columns[:width]))

    def _drawn(
        self,
        relation: Relation,
        tuples: sqlalchemy.Subquery,
        determinant: Sequence[str],
        most: int | None,
    ) -> sqlalchemy.Subquery:
        """Returns the rows of the determinants that are asked about, numbered by their turn.

        Each entity has a turn for one of its determinants before any has a second; who comes first
        depends on the entity, so that all entries ask about the same ones. Windows do it all: a
        join of the rows with those that are drawn takes MariaDB the square of their number.
        """
        key = _comparable(tuples, relation, determinant)
        wanted = case((self._wanted(relation, tuples), 1))
        if most is None:
            marked = func.max(wanted).over(partition_by=key).label("wanted")
            return select(tuples, marked).subquery()
        entity = _comparable(tuples, relation, relation.spec.entity)
        rank = seeded_rank(self.seed, entity).label("rank")
        turn: ColumnElement[int] = sqlalchemy.literal(1)
        if not set(determinant) <= set(relation.spec.entity):
            # Numbers are written differently by engines, so that their texts give no order.
            texts = [column for column in key if isinstance(column.type, _SAME_TEXT)]
            order = [seeded_rank(self.seed, texts), *key]
            turn = func.dense_rank().over(partition_by=[wanted, *entity], order_by=order)
        ranked = select(tuples, rank, wanted.label("wanted"), turn.label("turn")).subquery()
        is_left = ranked.c.wanted == 1
        if last := self.kept.get(relation.name):
            is_left &= ranked.c.rank > last
        key = _comparable(ranked, relation, determinant)
        first = [
            func.min(case((is_left, value))).over(partition_by=key).label(f"first{i}")
            for i, value in enumerate((ranked.c.turn, ranked.c.rank))
        ]
        rows = select(ranked, *first).subquery()
        key = _comparable(rows, relation, determinant)
        place = func.dense_rank().over(order_by=[rows.c.first0, rows.c.first1, *key])
        return select(rows, place.label("drawn")).where(rows.c.first0.is_not(None)).subquery()

    def _wanted(self, relation: Relation, tuples: sqlalchemy.Subquery) -> ColumnElement[bool]:
        """Returns whether a row is asked about, as one of a sample or of some entities."""
        condition: ColumnElement[bool] = tuples.c[ASKED]
        entity = _comparable(tuples, relation, relation.spec.entity)
        if self._entities is not None:
            same = (
                sqlalchemy.and_(*(a == value for a, value in zip(entity, values, strict=True)))
                for values in self._entities
            )
            condition &= sqlalchemy.or_(sqlalchemy.false(), *same)
        if self._sample is not None:
            first = self._first(relation, self._sample)
            condition &= seeded_rank(self.seed, entity) <= (first[-1].rank if first else "")
        return condition


def _comparable(
    tuples: sqlalchemy.Subquery, relation: Relation, columns: Sequence[str]
) -> list[ColumnElement[Any]]:
    return [comparable_column(tuples.c[relation.label(name)]) for name in columns]


class _Shape:
    """What the values of a row are, in the order in which they are read."""

    def __init__(self, relation: Relation, names: Sequence[str]) -> None:
        self._names = names
        self._popularity = names.index(POPULARITY) if POPULARITY in names else None
        attributes = relation.attributes
        # The specification's order, for what must not depend on the determinant.
        order = [*map(names.index, attributes), *range(len(attributes), len(names))]
        self.ordered: Callable[[Values], Values] = (
            itemgetter(*order) if len(order) > 1 else itemgetter(slice(1))
        )
        self.plain = _rewriting(relation.read[name].type for name in names)

    def facts(self, rows: list[Values]) -> list[Row]:
        """Returns the distinct tuples among rows, in their order."""
        if len(rows) == 1:
            return [dict(zip(self._names, rows[0], strict=False))]
        rows = sorted(self._distinct(rows), key=lambda row: [*map(str, self.ordered(row))])
        return [dict(zip(self._names, row, strict=False)) for row in rows]

    def _distinct(self, rows: list[Values]) -> Iterable[Values]:
        """Returns the facts; of those that differ in popularity alone, the most popular one."""
        at = self._popularity
        if at is None:
            return dict.fromkeys(rows)
        ascending = sorted(rows, key=lambda row: (row[at] is not None, row[at] or 0))
        return {(row[:at], row[at + 1 :]): row for row in ascending}.values()


def _rewriting(
    types: Iterable[sqlalchemy.types.TypeEngine[Any]],
) -> Callable[[Iterable[Any]], Iterable[Any]]:
    """Returns what writes rows as a person would: no CHAR(n)'s padding, no mere date's time."""
    rewrites = [(i, rewrite) for i, kind in enumerate(types) if (rewrite := _written(kind))]

    def rewritten(row: Sequence[Any]) -> Values:
        values = list(row)
        for index, rewrite in rewrites:
            values[index] = rewrite(values[index])
        return tuple(values)

    return partial(map, rewritten) if rewrites else iter


def _written(kind: sqlalchemy.types.TypeEngine[Any]) -> Callable[[Any], Any] | None:
    """Returns how values of a type are written; None if it is as they are."""
    if isinstance(kind, sqlalchemy.CHAR):
        return lambda value: value.rstrip(" ") if value else value
    return _date_at_midnight if isinstance(kind, sqlalchemy.DateTime) else None


def _date_at_midnight(value: Any) -> Any:
    is_date = isinstance(value, datetime) and value.time() == time()
    return value.date() if is_date else value
