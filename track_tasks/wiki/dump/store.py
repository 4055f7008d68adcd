"""The store of a Wikidata dump as a graph: sorted Parquet files of any size.

Imported only where a store is read: it needs duckdb and pyarrow.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb

from ....core.wikidata.dump.reduction import parquet_view
from ....core.wikidata.dump.sorted_table import SortedTable, reading
from ....core.wikidata.dump.summary import DumpSummary
from ..graph.graph import Claim, Entity
from ..graph.properties import chain_classes

MEMORY = "512MB"
_ID = re.compile(r"Q[0-9]{1,18}")
_HEADS = 1 << 16  # heads of one query

# Ranks are drawn from the id by two rounds of a linear congruential generator, in arithmetic that
# is the same on every machine. Everything stays below 2**62.
_PRIME = 2**31 - 1
_NEXT_HEADS = """
with once as (select id, (id % $prime * $a + $b) % $prime as x from entities where is_head),
  ranked as (select id, (xor(x, x >> 16) * $c + $d) % $prime as rank from once)
select rank, id from ranked where (rank, id) > ($rank, $last) order by rank, id limit $limit
"""


class DumpStore:
    """A graph (see `graph.Graph`) in a folder that `dump.read_dump` made.

    An entity's types are those that some property of Table 5 asks for. A property that has
    an unknown value besides others is left out.

    Attributes:
        name: How questions name their source.
        as_of: Year and month when the facts hold.
        classes: None: it has all of Wikidata's.
        summary: What the pass found.
    """

    def __init__(self, folder: Path, summary: DumpSummary) -> None:
        """Opens the folder's tables.

        Raises:
            InputError: One of them is missing or broken.
        """
        self.summary = summary
        self.name = summary.name
        self.as_of = summary.as_of
        self.classes: frozenset[str] | None = None
        self._folder = folder
        self._connection = duckdb.connect()
        self._connection.execute(f"set memory_limit = '{MEMORY}'")
        with reading(self._folder):
            parquet_view(self._connection, "entities", folder)
            self._entities = SortedTable(folder / "entities.parquet", ["id", "label", "types"])
            self._claims = SortedTable(folder / "claims.parquet", ["subject", "property", "object"])

    def heads(self, seed: int) -> Iterator[str]:
        """Yields all labelled entities that have claims, in an order that the seed decides."""
        draw = random.Random(seed)  # noqa: S311 -- nothing secret
        factors = {name: draw.randrange(1 << 30, _PRIME) for name in "abcd"}
        fixed = {"prime": _PRIME, "limit": _HEADS, **factors}
        rank, last = -1, -1
        while True:
            found = self._query(_NEXT_HEADS, **fixed, rank=rank, last=last)
            for next_rank, id_ in found:
                if id_ != last:  # else it occurs in the dump twice
                    yield f"Q{id_}"
                rank, last = next_rank, id_
            if len(found) < _HEADS:
                return

    def claims(self, subjects: Collection[str]) -> Mapping[str, Sequence[Claim]]:
        """Returns the claims of some entities."""
        found: defaultdict[str, list[Claim]] = defaultdict(list)
        for subject, property_, object_ in sorted(set(self._look_up(self._claims, subjects))):
            found[f"Q{subject}"].append(Claim(f"P{property_}", f"Q{object_}"))
        return dict(found)

    def entities(self, ids: Collection[str]) -> Mapping[str, Entity]:
        """Returns what is known of some entities."""
        return {
            f"Q{id_}": Entity(f"Q{id_}", label, chain_classes() & {*types.split()})
            for id_, label, types in self._look_up(self._entities, ids)
        }

    def _look_up(self, table: SortedTable, ids: Collection[str]) -> Iterator[tuple[Any, ...]]:
        with reading(self._folder):
            yield from table.rows(int(id_[1:]) for id_ in ids if _ID.fullmatch(id_))

    def _query(self, query: str, **parameters: Any) -> list[tuple[Any, ...]]:
        with reading(self._folder):
            return self._connection.execute(query, parameters).fetchall()
