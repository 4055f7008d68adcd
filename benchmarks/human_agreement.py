"""Prints how often the paper's rule and the robust reading agree with people on rationales.

The data is not part of this project; give the folder that holds it:

    python benchmarks/human_agreement.py ../shared/data/erbench_replay

It reads `MODEL/human.jsonl.gz` of each model: responses with `human_rationale_correct`. Targets:
the robust reading agrees on 98% of all, on 97% in each domain, and nowhere less than the paper's.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from erbench_track.core.json_files import read_json_lines
from erbench_track.filters.readings import PAPER, ROBUST

TARGET, TARGET_PER_DOMAIN = 0.98, 0.97


class Labelled(NamedTuple):
    """A response with the verdicts of people and of both rules."""

    model: str
    domain: str
    people: bool
    paper: bool
    robust: bool
    question: str
    response: str


def labelled(folder: Path) -> Iterator[Labelled]:
    """Yields the labelled responses of all models in a folder."""
    for path in sorted(folder.glob("*/human.jsonl.gz")):
        rows: list[Any] = [row for _, row in read_json_lines(path)]
        for row in rows:
            doc, response = row["doc"], row["resps"][0][0]
            yield Labelled(
                path.parent.name,
                doc["domain"],
                bool(row["human_rationale_correct"]),
                *(
                    reading.supports(reading.read(response, doc), doc)
                    for reading in (PAPER, ROBUST)
                ),
                doc["question"],
                response,
            )


def agreement(rows: list[Labelled]) -> tuple[float, float]:
    """Returns the shares, in [0, 1], on which the paper's and the robust reading are people's."""
    paper = sum(row.paper == row.people for row in rows)
    return paper / len(rows), sum(row.robust == row.people for row in rows) / len(rows)


def cells(rows: list[Labelled]) -> Iterator[tuple[str, str, list[Labelled], float]]:
    """Yields the rows of each model and domain, of each domain, of each model, and all."""
    models, domains = sorted({row.model for row in rows}), sorted({row.domain for row in rows})
    for model in (*models, "all"):
        for domain in (*domains, "all"):
            chosen = [row for row in rows if model in {row.model, "all"}]
            chosen = [row for row in chosen if domain in {row.domain, "all"}]
            if chosen:
                yield model, domain, chosen, TARGET if domain == "all" else TARGET_PER_DOMAIN


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="folder with MODEL/human.jsonl.gz")
    parser.add_argument("--differences", action="store_true", help="also print what differs")
    arguments = parser.parse_args()
    rows = list(labelled(arguments.folder))
    print(f"{'model':12}{'domain':12}{'n':>6}{'paper':>9}{'robust':>9}{'target':>9}")
    for model, domain, chosen, target in cells(rows):
        paper, robust = agreement(chosen)
        mark = "" if robust >= max(target, paper) else "  <-- below"
        print(
            f"{model:12}{domain:12}{len(chosen):>6}{paper:>9.1%}{robust:>9.1%}{target:>9.1%}{mark}"
        )
    verdicts = Counter((row.people, row.paper, row.robust) for row in rows)
    print("\nright says:  people  paper  robust")
    for verdict, count in sorted(verdicts.items()):
        print(f"{count:>10}   " + "  ".join(f"{'yes' if says else 'no':>6}" for says in verdict))
    for row in rows if arguments.differences else []:
        if row.robust != row.people:
            print(f"\n{json.dumps(row._asdict(), ensure_ascii=False, indent=1)}")


if __name__ == "__main__":
    main()
