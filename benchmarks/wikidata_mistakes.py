"""Prints how many planted mistakes `check --against wikidata` finds, and whom it accuses wrongly.

For each seed a world is made (tests/planted_mistakes.py): a query service has it with Wikidata's
shapes and traps, and a table of 500 rows with 40 planted mistakes. The rules were made with seeds
below 10; figures to report are of others:

    python benchmarks/wikidata_mistakes.py --seeds 100:120
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests"))

from planted_mistakes import Row, World
from sparql_server import SparqlServer

from erbench_track.erbench_tasks.provenance.check import Checked, check_relations
from erbench_track.erbench_tasks.provenance.compare import Verdict
from erbench_track.erbench_tasks.provenance.source import open_source


@dataclass
class Outcome:
    """What became of the rows of a world.

    Attributes:
        rows: All rows.
        planted: Those with a planted mistake.
        found: Those of which the attribute with the mistake is called a contradiction.
        accused: Rows without a mistake of which a value is called a contradiction.
        elsewhere: Rows with a mistake of which another value is called one.
        in_wikidata: Rows that Wikidata has an item of.
        resolved: Of these, those that are resolved.
        other_item: Of these, those that are resolved to another item.
        absent: Rows that it has no item of.
        absent_resolved: Of these, those that are resolved.
        queries: Queries that were sent.
        seconds: What it took.
        missed: Kinds of mistakes that were not found.
    """

    rows: int = 0
    planted: int = 0
    found: int = 0
    accused: int = 0
    elsewhere: int = 0
    in_wikidata: int = 0
    resolved: int = 0
    other_item: int = 0
    absent: int = 0
    absent_resolved: int = 0
    queries: int = 0
    seconds: float = 0.0
    missed: Counter[str] = field(default_factory=Counter)

    def add(self, row: Row, checked: Checked) -> None:
        """Counts a row."""
        wrong = {j.attribute for j in checked.judged if j.verdict is Verdict.DIFFERS}
        self.rows += 1
        if row.item:
            self.in_wikidata += 1
            self.resolved += bool(checked.item)
            self.other_item += checked.item not in ("", row.item)
        else:
            self.absent += 1
            self.absent_resolved += bool(checked.item)
        if not row.wrong:
            self.accused += bool(wrong)
            return
        self.planted += 1
        self.found += row.wrong in wrong
        self.elsewhere += bool(wrong - {row.wrong})
        if row.wrong not in wrong:
            self.missed[row.kind] += 1


def compare_world(seed: int, folder: Path) -> Outcome:
    """Makes a world and its table in a folder, and compares them."""
    outcome, server = Outcome(), SparqlServer()
    try:
        world = World(seed)
        server.facts.store = world.store()
        spec = world.write(folder)
        start = perf_counter()
        with open_source(server.url) as service:
            compared = list(check_relations(str(spec), str(folder / "world.sqlite"), service))
        outcome.seconds, outcome.queries = perf_counter() - start, len(server.queries)
    finally:
        server.close()
    for relation in compared:
        by_key = {tuple(c.entity.items()): c for c in relation.entities}
        names = list(relation.entities[0].entity)
        for row in world.rows:
            if row.table == relation.name:
                outcome.add(row, by_key[tuple((n, str(row.values[n])) for n in names)])
    return outcome


def main() -> None:
    """Runs it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="100:110", help="first and last + 1")
    first, last = map(int, parser.parse_args().seeds.split(":"))
    missed: Counter[str] = Counter()
    outcomes = []
    for seed in range(first, last):
        with tempfile.TemporaryDirectory() as folder:
            found = compare_world(seed, Path(folder))
        outcomes.append(found)
        missed += found.missed
        print(
            f"seed {seed}: {found.rows} rows, {found.found} of {found.planted} mistakes found, "
            f"{found.accused} right rows accused, {found.elsewhere} wrong rows accused elsewhere; "
            f"{found.resolved} of {found.in_wikidata} resolved, {found.other_item} to another "
            f"item; {found.absent_resolved} of {found.absent} that Wikidata lacks; "
            f"{found.queries} queries, {found.seconds:.1f} s"
        )
    planted, hits = sum(o.planted for o in outcomes), sum(o.found for o in outcomes)
    print(
        f"\nall: {hits} of {planted} found ({hits / planted:.1%}), at worst "
        f"{min(o.found for o in outcomes)}; {sum(o.accused for o in outcomes)} of "
        f"{sum(o.rows - o.planted for o in outcomes)} right rows accused, at worst "
        f"{max(o.accused for o in outcomes)}"
    )
    for kind, times in missed.most_common():
        print(f"  not found: {kind}: {times}")


if __name__ == "__main__":
    main()
