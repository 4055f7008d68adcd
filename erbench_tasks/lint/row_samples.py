"""Samples of large relations: all rows that share a determinant, for some of the determinants.

What is counted of every row of a table with a million of them takes seconds, and a lint counts
much. Which rows are taken follows from their keys, so that it is the same on every engine and in
any physical order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy
from sqlalchemy import func, select, types
from sqlalchemy.sql.elements import ColumnElement

from ..database.drawing import are_whole, is_drawn, prime
from ..database.sql_text import comparable_column, register_md5
from ..relations.relation import Relation, base_table
from ..spec.spec import JoinedTable, table_of

# A table with so many times the rows that are wanted is sampled.
TIMES = 10
# As many determinants say enough of the others; as many rows are looked up, at most.
_ENOUGH, _MOST_ROWS = 100, 20_000
# Values that every engine writes, and divides, in the same way.
_PORTABLE = (types.String, types.Integer, types.Date)


@dataclass(frozen=True)
class RowSample:
    """Some rows of a relation.

    Attributes:
        relation: The relation with these rows only; the relation itself if it was not sampled.
        one_of: One of so many determinants was taken; 1 if it was not sampled.
    """

    relation: Relation
    one_of: int


class RowSamples:
    """Takes samples of relations through one connection; remembers which rows it took.

    Attributes:
        connection: The database.
    """

    def __init__(self, connection: sqlalchemy.Connection, to_count: int = 0) -> None:
        """Takes nothing yet.

        Args:
            connection: The database, such as a `snapshot`.
            to_count: So many rows of sampled tables may be counted as a whole, of all entries that
                pass together.
        """
        self.connection = connection
        self._to_count = to_count
        register_md5(connection)
        self._sizes: dict[sqlalchemy.Table, int] = {}
        self._keys: dict[tuple[object, ...], list[Any]] = {}
        self._of: dict[tuple[object, ...], _Taken] = {}

    def rows(self, relation: Relation, wanted: int) -> Relation:
        """Returns a relation with about as many rows of its first table, whatever is in them.

        Args:
            relation: The relation.
            wanted: The number of rows; a table with few more is not sampled.
        """
        table = _first(relation)
        one_of = self._one_of(table, wanted)
        return relation if one_of == 1 else self._plain(table, one_of).among(relation)

    def determinants(
        self, relation: Relation, determinant: Sequence[str], wanted: int
    ) -> RowSample:
        """Returns a relation with the rows of some determinants: of each all, or none.

        Rows of the first table that refer to two rows of the same name are not known to share it.

        Args:
            relation: The relation.
            determinant: Its attributes.
            wanted: About as many determinants are taken, where each has one row.
        """
        table = _first(relation)
        one_of = self._one_of(table, wanted)
        if one_of == 1:
            return RowSample(relation, 1)
        names = tuple(dict.fromkeys(_columns(relation, determinant)))
        key = (table, names, one_of)
        if key not in self._of:
            self._of[key] = self._taken(table, names, one_of)
        taken = self._of[key]
        return RowSample(taken.among(relation), taken.one_of)

    def is_large(self, relation: Relation, wanted: int) -> bool:
        """Tells whether a relation is sampled."""
        return self._one_of(_first(relation), wanted) > 1

    def may_count(self, relation: Relation) -> bool:
        """Tells whether all rows of a relation may be counted too, which takes seconds; once."""
        rows = self._size(_first(relation))
        if rows > self._to_count:
            return False
        self._to_count -= rows
        return True

    def _size(self, table: sqlalchemy.Table) -> int:
        if table not in self._sizes:
            query = select(func.count()).select_from(table)
            self._sizes[table] = int(self.connection.execute(query).scalar_one())
        return self._sizes[table]

    def _one_of(self, table: sqlalchemy.Table, wanted: int) -> int:
        rows = self._size(table)
        # A prime, since keys may be multiples of ten.
        return 1 if rows <= TIMES * wanted else prime(rows // wanted)

    def _taken(self, table: sqlalchemy.Table, names: Sequence[str], one_of: int) -> _Taken:
        """Takes determinants; the fewer there are, the larger a share of them."""
        every = one_of
        while names and every > 1:
            taken, rows, determinants = self._tried(table, names, every)
            if rows > _MOST_ROWS:
                break  # so many share one that it shows in a few rows of each
            if determinants >= _ENOUGH:
                return taken
            every = every // 10 and prime(every // 10)
        return self._plain(table, one_of)

    def _plain(self, table: sqlalchemy.Table, one_of: int) -> _Taken:
        name = _key(table)
        if name is None:
            every = [str(c.name) for c in table.primary_key] or _portable(table)
            return _Taken(one_of, columns=tuple(every))
        if (table, one_of) not in self._keys:
            query = select(table.c[name]).where(is_drawn([table.c[name]], one_of))
            self._keys[table, one_of] = [row[0] for row in self.connection.execute(query)]
        return _Taken(one_of, key=name, keys=self._keys[table, one_of])

    def _tried(
        self, table: sqlalchemy.Table, names: Sequence[str], one_of: int
    ) -> tuple[_Taken, int, int]:
        """Takes determinants; counts their rows up to a limit, and them."""
        key, values = _key(table), [table.c[name] for name in names]
        columns = [*values, *([table.c[key]] if key else [])]
        by_values = key is None or are_whole(values)
        if by_values:
            query = select(*columns).where(is_drawn(values, one_of))
        else:
            query = select(*columns).select_from(self._sharing(table, values, str(key), one_of))
        read = self.connection.execute(query.limit(_MOST_ROWS + 1)).all()
        found: dict[tuple[Any, ...], list[Any]] = defaultdict(list)
        for row in read:
            found[tuple(row[: len(names)])].append(row[-1])
        if key is None:
            return _Taken(one_of, columns=tuple(names)), len(read), len(found)
        if not by_values:  # else those with many rows would be taken more often
            drawn = set(self._plain(table, one_of).keys)
            found = {each: keys for each, keys in found.items() if min(keys) in drawn}
        keys = [one for same in found.values() for one in same]
        return _Taken(one_of, key=key, keys=keys), len(read), len(found)

    def _sharing(
        self, table: sqlalchemy.Table, values: Sequence[ColumnElement[Any]], key: str, one_of: int
    ) -> sqlalchemy.FromClause:
        """Returns the rows that have the same values as one that is drawn by its key."""
        compared = [comparable_column(value) for value in values]
        labelled = (value.label(f"v{index}") for index, value in enumerate(compared))
        drawn = select(*labelled).where(is_drawn([table.c[key]], one_of)).distinct().subquery()
        same = (mine == other for mine, other in zip(compared, drawn.c, strict=True))
        return table.join(drawn, sqlalchemy.and_(*same))


@dataclass(frozen=True)
class _Taken:
    """Which rows of a table are taken: those that have some keys, or that a hash draws."""

    one_of: int
    key: str = ""
    keys: Sequence[Any] = ()
    columns: tuple[str, ...] = ()

    def among(self, relation: Relation) -> Relation:
        first = relation.tables[relation.spec.tables[0].name]
        if not self.key:
            return relation.where(is_drawn([first.c[name] for name in self.columns], self.one_of))
        keys: sqlalchemy.BindParameter[Any] = sqlalchemy.bindparam(
            "keys", list(self.keys), expanding=True, literal_execute=True
        )
        return relation.where(first.c[self.key].in_(keys))


def _first(relation: Relation) -> sqlalchemy.Table:
    return base_table(relation.tables[relation.spec.tables[0].name])


def _key(table: sqlalchemy.Table) -> str | None:
    """Returns the column that is the key of a table, if it is one, of portable values."""
    columns = list(table.primary_key)
    is_one = len(columns) == 1 and isinstance(columns[0].type, _PORTABLE)
    return str(columns[0].name) if is_one else None


def _portable(table: sqlalchemy.Table) -> list[str]:
    return [str(c.name) for c in table.columns if isinstance(c.type, _PORTABLE)]


def _columns(relation: Relation, attributes: Sequence[str]) -> Iterator[str]:
    """Yields columns of the first table on whose values those of attributes depend."""
    joined_tables = {table.name: table for table in relation.spec.tables}
    first = relation.spec.tables[0].name
    for attribute in attributes:
        for column in relation.spec.attributes[attribute]:
            if table_of(column) != first:
                yield from _leading_to(joined_tables, first, table_of(column))
            elif isinstance(relation.tables[first].c[column.partition(".")[2]].type, _PORTABLE):
                yield column.partition(".")[2]


def _leading_to(tables: dict[str, JoinedTable], first: str, table: str) -> Iterator[str]:
    """Yields the columns of the first table that say which row of another is joined."""
    known = [*tables[table].along, *tables[table].joined_on().values()]
    for column in known:
        source = table_of(column)
        if source == first:
            yield column.partition(".")[2]
        elif source != table and list(tables).index(source) < list(tables).index(table):
            yield from _leading_to(tables, first, source)
