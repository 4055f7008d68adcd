"""Items from the store of a dump (see `items.ItemSource`).

Imported only where a store is read: it needs duckdb and pyarrow.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

import duckdb

from ...errors import InputError
from ..items import Item, Properties, Statement, in_order, number_of
from ..values import Value, read
from .reduction import MEMORY, parquet_view
from .sorted_table import SortedTable, reading
from .summary import read_manifest

_ENTITY = ["id", "label", "aliases", "sitelinks", "revision", "types"]
_STATEMENT = ["subject", "property", "is_preferred", "value", "qualifiers"]
_MEMBERS = """
select distinct id from entities
where sitelinks >= $least and list_has_any(string_split(types, ' '), $classes)
"""
# As Wikidata's truthy claims: of normal rank only if there is none of preferred rank.
_WITH_VALUE = """
select subject from statements as stated where property = $property and value = $value and (
  is_preferred or subject not in (
    select subject from statements where property = $property and is_preferred
  )
)
"""
_BATCH = 1000


class StoreSource:
    """Items in a store that a pass over a dump has made.

    Attributes:
        name: Which dump it is.
        as_of: Day of the dump, or its month.
    """

    def __init__(self, folder: Path) -> None:
        """Opens the store.

        Raises:
            InputError: It is not a store, or a table is missing or broken.
        """
        self.summary = read_manifest(folder)
        self.name, self.as_of = self.summary.name, self.summary.date
        self._folder = folder
        self._connection = duckdb.connect()
        self._connection.execute(f"set memory_limit = '{MEMORY}'")
        with reading(self._folder):
            for name in ("entities", "statements"):
                parquet_view(self._connection, name, folder)
            self._entities = SortedTable(folder / "entities.parquet", _ENTITY)
            self._statements = SortedTable(folder / "statements.parquet", _STATEMENT)

    def check(self, properties: Properties, classes: Collection[str]) -> None:
        """Refuses to look for what the pass did not keep.

        Raises:
            InputError: The store lacks a property, a qualifier or a class.
        """
        kept = self.summary.statements
        lacking = [
            *sorted(set(classes) - {*self.summary.classes}),
            *sorted(set(properties) - kept.keys()),
            *(
                f"{id_} of {property_}"
                for property_, wanted in sorted(properties.items())
                for id_ in sorted(set(wanted) - {*kept.get(property_, ())})
            ),
        ]
        if lacking:
            raise InputError(
                f"{self._folder}: the store was made without {', '.join(lacking)}; make it again "
                "from the dump: erbench-track wikidata DUMP -o STORE --domain FILE"
            )

    def members(
        self, classes: Collection[str], where: Mapping[str, str], least_sitelinks: int
    ) -> Collection[str]:
        """Returns ids of items of some classes."""
        query, parameters = _MEMBERS, {"least": least_sitelinks, "classes": sorted(classes)}
        with reading(self._folder):
            found = {id_ for (id_,) in self._connection.execute(query, parameters).fetchall()}
            for property_, value in where.items():
                said = {"property": int(property_[1:]), "value": value}
                rows = self._connection.execute(_WITH_VALUE, said)
                found &= {subject for (subject,) in rows.fetchall()}
        return {f"Q{id_}" for id_ in found}

    def items(
        self, ids: Collection[str], properties: Properties, classes: Collection[str]
    ) -> Iterator[Item]:
        """Yields what is known of items, a batch at a time."""
        todo = sorted({number_of(id_) for id_ in ids})
        for start in range(0, len(todo), _BATCH):
            with reading(self._folder):
                yield from self._items(todo[start : start + _BATCH], properties, classes)

    def _items(
        self, ids: Sequence[int], properties: Properties, classes: Collection[str]
    ) -> Iterator[Item]:
        stated: dict[int, dict[str, list[Statement]]] = defaultdict(lambda: defaultdict(list))
        for subject, number, is_preferred, value, qualifiers in self._statements.rows(ids):
            wanted = properties.get(f"P{number}")
            if wanted is not None:
                rank = "preferred" if is_preferred else "normal"
                statement = Statement(read(value), rank, _qualifiers(qualifiers, wanted))
                stated[subject][f"P{number}"].append(statement)
        before = 0
        for id_, label, aliases, sitelinks, revision, types in self._entities.rows(ids):
            if id_ != before:  # else it occurs in the dump twice
                found = {name: in_order(every) for name, every in stated[id_].items()}
                yield Item(
                    f"Q{id_}", label, tuple(aliases.split("\n")) if aliases else (), sitelinks,
                    revision, frozenset(types.split()) & frozenset(classes), found,
                )  # fmt: skip
            before = id_

    def close(self) -> None:
        """Closes the connection."""
        self._connection.close()


def _qualifiers(lines: str, wanted: Collection[str]) -> dict[str, tuple[Value, ...]]:
    found: dict[str, set[str]] = defaultdict(set)
    for line in lines.split("\n") if lines else ():
        id_, _, value = line.partition("\t")
        if id_ in wanted:
            found[id_].add(value)
    return {id_: tuple(read(value) for value in sorted(values)) for id_, values in found.items()}
