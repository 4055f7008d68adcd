"""A domain's database: a table of items per table of the domain, one of statements per property.

Each table of items has the item's id, its label, its number of sitelinks (how popular it is) and
the revision that was read; `TABLE_alias` has its other names. Each table of statements has the
rank of the statement, and its position among those of the item. `source` says where all is from.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy
from sqlalchemy import Column, Float, ForeignKey, Integer, PrimaryKeyConstraint, Text

from ...core.errors import InputError
from ...core.wikidata.items import Item, ItemSource
from ...core.wikidata.values import Reference, Special
from .domain import Domain, Property, Table
from .rows import StatedRow, stated_rows

_BATCH = 400  # items of the first table that are asked for together
_NUMBERS = {"year": Integer, "coordinates": Float}


class Found(NamedTuple):
    """What went into a database.

    Attributes:
        items: Number of rows of each table of items.
        looked_at: Number of items of the first table's class that were looked at.
        members: Number of items that the class has.
        left_out: Reasons why items that were looked at are no rows, and how many.
    """

    items: Mapping[str, int]
    looked_at: int
    members: int
    left_out: Mapping[str, int]

    def lines(self) -> list[str]:
        """Returns what a user should know, in sentences."""
        return [f"left out: {n:,} items {reason}" for reason, n in sorted(self.left_out.items())]

    def summary(self, main: str) -> str:
        """Returns how many items there are, in words."""
        return f"{self.items[main]:,} of {self.members:,} items ({self.looked_at:,} looked at)"


def metadata_of(domain: Domain) -> sqlalchemy.MetaData:
    """Returns the tables of a domain's database."""
    metadata = sqlalchemy.MetaData()
    sqlalchemy.Table("source", metadata, Column("name", Text, primary_key=True),
                     Column("as_of", Text, nullable=False))  # fmt: skip
    for name, table in domain.tables.items():
        sqlalchemy.Table(
            name, metadata, Column("id", Text, primary_key=True),
            Column(table.label, Text, nullable=False),
            Column("sitelinks", Integer, nullable=False),
            Column("revision", Integer, nullable=False),
        )  # fmt: skip
        sqlalchemy.Table(
            f"{name}_alias", metadata, _reference(name, name), Column("alias", Text),
            PrimaryKeyConstraint(name, "alias"),
        )  # fmt: skip
    for name, table in domain.tables.items():
        for key, row in table.properties.items():
            sqlalchemy.Table(
                f"{name}_{key}", metadata, _reference(name, name), *_value_columns(key, row),
                Column("position", Integer), Column("rank", Text, nullable=False),
                PrimaryKeyConstraint(name, "position"),
            )  # fmt: skip
    return metadata


def _reference(column: str, table: str) -> Column[str]:
    return Column(column, Text, ForeignKey(f"{table}.id"), nullable=False)


def _value_columns(name: str, row: Property) -> Iterator[Column[Any]]:
    if row.table is not None:
        yield _reference(name, row.table)
    else:
        for column in row.value_columns(name):
            yield Column(column, _sql_type(column, row.kind, row.decimals), nullable=False)
    for column, qualifier in row.qualifiers.items():
        yield Column(column, _sql_type(column, qualifier.kind, 0))


def _sql_type(column: str, kind: str | None, decimals: int | None) -> Any:
    if kind == "number":
        return Integer if decimals == 0 else Float
    if kind == "month":
        return Integer if column == "year" else Text
    return _NUMBERS.get(str(kind), Text)


def write_database(
    domain: Domain,
    source: ItemSource,
    path: Path,
    count: int | None = None,
    seed: int = 0,
    advance: Callable[[int], None] = lambda done: None,
) -> Found:
    """Writes a domain's database.

    The items are drawn under the seed, by their ids alone: the same from any source, and what a
    smaller number draws is in what a larger one draws. An item without an English label, or without
    a value of a property that is not optional, is left out, and another one is drawn.

    Args:
        domain: The domain.
        source: Where the items are.
        path: The SQLite file to make; it must not exist.
        count: Number of items of the first table; None for all.
        seed: Decides which.
        advance: Called with numbers of items that have been written since its last call.

    Raises:
        InputError: The source gives no answer, or has no such item.
    """
    first = domain.tables[domain.main]
    members = source.members(first.classes, first.where, first.least_sitelinks)
    drawn = sorted(members, key=lambda id_: sha256(f"{seed}/{id_}".encode()).digest())
    writer = _Writer(domain, source, path)
    try:
        candidates = iter(drawn)
        while batch := list(islice(candidates, _BATCH)):
            wanted = None if count is None else count - writer.items[domain.main]
            advance(writer.write(batch, wanted))
            if count is not None and writer.items[domain.main] >= count:
                break
        return writer.finished(len(members))
    finally:
        writer.close()


class _Writer:
    """Writes items of the first table, and what they refer to, batch by batch."""

    def __init__(self, domain: Domain, source: ItemSource, path: Path) -> None:
        self._domain, self._source = domain, source
        self._metadata = metadata_of(domain)
        self._engine = sqlalchemy.create_engine(
            sqlalchemy.URL.create("sqlite", database=str(path)), poolclass=sqlalchemy.StaticPool
        )
        self._metadata.create_all(self._engine)
        self._known: dict[str, dict[str, Item]] = {name: {} for name in domain.tables}
        self._asked: dict[str, set[str]] = {name: set() for name in domain.tables}
        self._written: dict[str, set[str]] = {name: set() for name in domain.tables}
        self._left_out: Counter[str] = Counter()
        self._looked_at = 0
        self.items: Counter[str] = Counter()

    def write(self, ids: Sequence[str], count: int | None) -> int:
        """Writes the rows of some items, in their order; returns how many items were written."""
        self._fetch(ids)
        rows: dict[str, list[dict[str, Any]]] = defaultdict(list)
        main = self._domain.main
        done = 0
        for id_ in ids:
            if done == count:
                break
            self._looked_at += 1
            reason = self._lacks(id_)
            if reason:
                self._left_out[reason] += 1
            else:
                self._add(main, self._known[main][id_], rows)
                done += 1
        with self._engine.begin() as connection:
            for name, table in self._metadata.tables.items():
                if rows[name]:
                    connection.execute(table.insert(), rows[name])
        for id_ in ids:
            self._known[main].pop(id_, None)
        return done

    def finished(self, members: int) -> Found:
        main = self._domain.main
        if not self.items[main]:
            said = "; ".join(f"{n:,} {reason}" for reason, n in self._left_out.items())
            raise InputError(
                f"{self._source.name}: no item for the domain {self._domain.name} "
                f"({said or 'the class has no items with so many sitelinks'})"
            )
        with self._engine.begin() as connection:
            source = {"name": self._source.name, "as_of": self._source.as_of}
            connection.execute(self._metadata.tables["source"].insert(), [source])
        return Found(dict(self.items), self._looked_at, members, dict(self._left_out))

    def close(self) -> None:
        self._engine.dispose()

    def _fetch(self, ids: Sequence[str]) -> None:
        """Asks for items, and for what they refer to, table by table."""
        wanted = {name: set[str]() for name in self._domain.tables}
        wanted[self._domain.main].update(ids)
        for name in self._domain.in_order():
            table = self._domain.tables[name]
            new = wanted[name] - self._asked[name]
            self._asked[name] |= new
            found = self._source.items(new, self._domain.wanted(name), table.classes)
            for item in found if new else ():
                if _fits(item, table):
                    self._known[name][item.id] = item
                    for row in table.properties.values():
                        if row.table is not None:
                            wanted[row.table] |= _references(item, row)

    def _lacks(self, id_: str) -> str:
        """Says why an item of the first table is no row; nothing if it is one."""
        main = self._domain.main
        item = self._known[main].get(id_)
        if item is None:
            return "have no English label, or are of another kind"
        for name, row in self._domain.tables[main].properties.items():
            if not row.optional and not self._rows(item, row):
                return f"have no {name} ({row.id})"
        return ""

    def _rows(self, item: Item, row: Property) -> list[StatedRow]:
        return stated_rows(item, row, self._known[row.table] if row.table else {})

    def _add(self, name: str, item: Item, rows: dict[str, list[dict[str, Any]]]) -> None:
        """Adds an item's rows, and those of the items that it refers to."""
        if item.id in self._written[name]:
            return
        self._written[name].add(item.id)
        self.items[name] += 1
        table = self._domain.tables[name]
        rows[name].append({
            "id": item.id, table.label: item.label,
            "sitelinks": item.sitelinks, "revision": item.revision,
        })  # fmt: skip
        others = (alias for alias in item.aliases if alias != item.label)
        rows[f"{name}_alias"] += ({name: item.id, "alias": alias} for alias in others)
        for key, row in table.properties.items():
            for position, stated in enumerate(self._rows(item, row), start=1):
                cells = dict(zip(row.columns(key), stated.cells, strict=True))
                own = {name: item.id, "position": position, "rank": stated.rank}
                rows[f"{name}_{key}"].append({**own, **cells})
                if row.table is not None:
                    self._add(row.table, self._known[row.table][str(stated.cells[0])], rows)


def _fits(item: Item, table: Table) -> bool:
    """Tells whether an item can be a row: it has a label, and is what the table holds."""
    if not item.label or (table.classes and item.types.isdisjoint(table.classes)):
        return False
    if any(_has_value(item, property_) for property_ in table.without):
        return False
    return all(
        any(each.value == Reference(value) for each in item.best(property_))
        for property_, value in table.where.items()
    )


def _has_value(item: Item, property_: str) -> bool:
    return any(each.value is not Special.NONE for each in item.best(property_))


def _references(item: Item, row: Property) -> set[str]:
    values = (statement.value for statement in item.statements.get(row.id, ()))
    return {value.id for value in values if isinstance(value, Reference)}
