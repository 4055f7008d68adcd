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


class Found(NamedTuple):
    """What went into a database.

    Attributes:
        items: Number of rows of each table of items.
        members: Number of items that the first table's class has.
        left_out: Reasons why items that were looked at are no rows, and how many.
    """

    items: Mapping[str, int]
    members: int
    left_out: Mapping[str, int]

    def lines(self, main: str) -> list[str]:
        """Returns what a user should know, in sentences; the last one is about the first table."""
        left_out = [f"left out: {n:,} items {why}" for why, n in sorted(self.left_out.items())]
        items, looked_at = self.items[main], self.items[main] + sum(self.left_out.values())
        return [*left_out, f"{items:,} of {self.members:,} items ({looked_at:,} looked at)"]


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
    for column, kind in row.columns(name).items():
        is_beside = column in row.qualifiers
        if row.table is not None and not is_beside:
            yield _reference(name, row.table)
            continue
        is_whole = kind == "year" or (kind == "number" and (is_beside or row.decimals == 0))
        number = Integer if is_whole else Float
        type_ = Text if kind in ("text", "date") else number
        yield Column(column, type_, nullable=is_beside)


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
    drawn = iter(sorted(members, key=lambda id_: sha256(f"{seed}/{id_}".encode()).digest()))
    engine = sqlalchemy.create_engine(
        sqlalchemy.URL.create("sqlite", database=str(path)), poolclass=sqlalchemy.StaticPool
    )
    try:
        writer = _Writer(domain, source, engine)
        while batch := list(islice(drawn, _BATCH)):
            advance(writer.write(batch, count))
            if len(writer.written[domain.main]) == count:
                break
        return writer.finished(len(members))
    finally:
        engine.dispose()


class _Writer:
    """Writes items of the first table, and what they refer to, batch by batch."""

    def __init__(self, domain: Domain, source: ItemSource, engine: sqlalchemy.Engine) -> None:
        self._domain, self._source, self._engine = domain, source, engine
        self._main, self._metadata = domain.main, metadata_of(domain)
        self._metadata.create_all(engine)
        self._known: dict[str, dict[str, Item]] = {name: {} for name in domain.tables}
        self._asked: dict[str, set[str]] = {name: set() for name in domain.tables}
        self.written: dict[str, set[str]] = {name: set() for name in domain.tables}
        self._left_out: Counter[str] = Counter()

    def write(self, ids: Sequence[str], count: int | None) -> int:
        """Writes the rows of some items, in their order; returns how many items were written."""
        self._fetch(ids)
        rows: dict[str, list[dict[str, Any]]] = defaultdict(list)
        written = self.written[self._main]
        before = len(written)
        for id_ in ids:
            if len(written) == count:
                break
            item = self._known[self._main].get(id_)
            reason = self._lacks(item)
            if item is None or reason:
                self._left_out[reason] += 1
            else:
                self._add(self._main, item, rows)
        self._insert(rows)
        self._known[self._main].clear()
        return len(written) - before

    def finished(self, members: int) -> Found:
        if not self.written[self._main]:
            said = "; ".join(f"{n:,} {reason}" for reason, n in self._left_out.items())
            raise InputError(
                f"{self._source.name}: no item for the domain {self._domain.name} "
                f"({said or 'the class has no items with so many sitelinks'})"
            )
        self._insert({"source": [{"name": self._source.name, "as_of": self._source.as_of}]})
        items = {name: len(ids) for name, ids in self.written.items() if ids}
        return Found(items, members, dict(self._left_out))

    def _insert(self, rows: Mapping[str, list[dict[str, Any]]]) -> None:
        with self._engine.begin() as connection:
            for name, table in self._metadata.tables.items():
                if rows.get(name):
                    connection.execute(table.insert(), rows[name])

    def _fetch(self, ids: Sequence[str]) -> None:
        """Asks for items, and for what they refer to, table by table."""
        wanted = {name: set[str]() for name in self._domain.tables}
        wanted[self._main].update(ids)
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

    def _lacks(self, item: Item | None) -> str:
        """Says why an item of the first table is no row; nothing if it is one."""
        if item is None:
            return "have no English label, or are of another kind"
        for name, row in self._domain.tables[self._main].properties.items():
            if not row.optional and not self._rows(item, row):
                return f"have no {name} ({row.id})"
        return ""

    def _rows(self, item: Item, row: Property) -> list[StatedRow]:
        return stated_rows(item, row, self._known[row.table] if row.table else {})

    def _add(self, name: str, item: Item, rows: dict[str, list[dict[str, Any]]]) -> None:
        """Adds an item's rows, and those of the items that it refers to."""
        if item.id in self.written[name]:
            return
        self.written[name].add(item.id)
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
    best = {id_: [each.value for each in item.best(id_)] for id_ in (*table.where, *table.without)}
    return (
        bool(item.label)
        and not (table.classes and item.types.isdisjoint(table.classes))
        and all(set(best[id_]) <= {Special.NONE} for id_ in table.without)
        and all(Reference(value) in best[id_] for id_, value in table.where.items())
    )


def _references(item: Item, row: Property) -> set[str]:
    values = (statement.value for statement in item.statements.get(row.id, ()))
    return {value.id for value in values if isinstance(value, Reference)}
