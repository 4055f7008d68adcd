"""Scores the authors' recorded responses and prints the paper's tables side by side with ours.

The data is not part of this project; give the folder that holds it:

    python benchmarks/paper_fidelity.py ../shared/data/erbench_replay

Binary cells should come within 0.01 of the printed ones, multiple-choice cells within 0.02. The
folder's README says which printed cells are misprints or were corrected by hand.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from erbench_track.core.suites.erbench import DOMAIN_NAMES
from erbench_track.filters.erbench import ReadingFilter
from erbench_track.metrics.erbench import process_multi_hop_results, process_results

QUESTION_TYPES = ("bn_yes", "bn_no", "mc")
CELLS = {
    "A": "answer_accuracy",
    "R": "rationale_accuracy",
    "AR": "answer_rationale_accuracy",
    "H": "hallucination_rate",
}
# Exact duplicates in the authors' movie table: the paper counts 1,485 movies.
DUPLICATES = {1100, 385, 1074, 97, 581, 144, 781, 391, 1307, 136, 83, 185, 645, 652, 1123}
FEWEST_KNOWN, FEWEST_CASES = 20, 4

Scored = list[tuple[Any, dict[str, float]]]
Comparison = tuple[str, float, float | None, float]


class Recordings:
    """The responses of one model, scored once per file."""

    def __init__(self, folder: Path, model: str) -> None:
        self.folder = folder / model
        self.known = json.loads((self.folder / "known.json").read_text())

    @cache  # noqa: B019 -- lives as long as the script
    def scored(self, name: str) -> Scored:
        with gzip.open(self.folder / f"erbench_{name}.jsonl.gz", "rt", encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        docs = [line["doc"] for line in lines]
        found = ReadingFilter("paper").apply([line["resps"][0] for line in lines], docs)
        process = process_multi_hop_results if "hop" in name else process_results
        return [
            (doc["entity_id"], process(doc, [extraction]))
            for doc, extraction in zip(docs, found, strict=True)
        ]

    def mean(self, name: str, metric: str, entities: Collection[Any] | None) -> float | None:
        values = [
            scores[metric]
            for entity, scores in self.scored(name)
            if metric in scores and (entities is None or entity in entities)
        ]
        if entities is not None and len(entities) < FEWEST_KNOWN:
            return None
        return sum(values) / len(values) if values else None


def single_hop(
    recordings: Recordings, table: dict[str, Any], suffix: str, entities: Callable[[str, str], Any]
) -> Iterator[Comparison]:
    for domain in (name for name in DOMAIN_NAMES if name in table):
        for question_type in QUESTION_TYPES:
            printed = table[domain][question_type]
            tolerance = 0.02 if question_type == "mc" else 0.01
            known = entities(domain, question_type.split("_")[0])
            for cell, metric in CELLS.items():
                name = f"{domain}_{question_type}{suffix}"
                ours = recordings.mean(name, metric, known)
                if printed is not None and printed[cell] is not None and ours is not None:
                    yield f"{domain} {question_type} {cell}", printed[cell], ours, tolerance


def multi_hop(recordings: Recordings, table: dict[str, Any]) -> Iterator[Comparison]:
    for name, kinds in table.items():
        known = set(recordings.known[name]["mh"])
        for kind, printed in kinds.items():
            task = f"{name}_{kind.removeprefix('mh_')}"
            for cell, metric in (*CELLS.items(), ("R-ext", "rationale_accuracy")):
                if printed.get(cell) is not None:
                    ours = recordings.mean(task, metric, known)
                    yield f"{task} {cell}", printed[cell], ours, 0.01
            for hop, figure in enumerate(printed["AR-ext"], start=1):
                ours = recordings.mean(task, f"answer_rationale_accuracy_hop{hop}", known)
                yield f"{task} AR-ext hop {hop}", figure, ours, 0.01


def conditional(recordings: Recordings, table: dict[str, Any]) -> Iterator[Comparison]:
    names = {"P_next_given_right": "previous", "P_next_given_wrong": "not_previous"}
    for name, kinds in table.items():
        known = set(recordings.known[name]["mh"])
        for kind, printed in kinds.items():
            task = f"{name}_{kind.removeprefix('mh_')}"
            for key, condition in names.items():
                figures = printed[key] if isinstance(printed[key], list) else [printed[key]]
                for hop, figure in enumerate(figures, start=2):
                    metric = f"rationale_given_{condition}_hop{hop}"
                    cases = sum(metric in s for e, s in recordings.scored(task) if e in known)
                    if figure is not None and cases >= FEWEST_CASES:
                        ours = recordings.mean(task, metric, known)
                        yield f"{task} {key} hop {hop}", figure, ours, 0.01


def multimodal(folder: Path, model: str, expected: Any) -> Iterator[tuple[str, list[Comparison]]]:
    recordings = Recordings(folder, model)

    def own(domain: str, kind: str) -> set[Any]:
        return set(recordings.known[domain][f"{kind}_mm"])

    yield "Table 5", list(single_hop(recordings, expected["table5"][model], "_mm", own))


def comparisons(folder: Path, model: str, expected: Any) -> Iterator[tuple[str, list[Comparison]]]:
    recordings = Recordings(folder, model)
    common = json.loads((folder / "common.json").read_text())
    every = {domain: set(range(20_000)) - DUPLICATES for domain in ("movie",)}

    def own(domain: str, kind: str) -> set[Any]:
        return set(recordings.known[domain][kind])

    yield "Table 2", list(single_hop(recordings, expected["table2"][model], "", own))
    shared = lambda domain, kind: set(common[domain][kind])  # noqa: E731
    yield "Table 17", list(single_hop(recordings, expected["table17"][model], "", shared))
    all_of = lambda domain, _: every.get(domain)  # noqa: E731
    yield "Table 18", list(single_hop(recordings, expected["table18"][model], "", all_of))
    yield "Table 23", list(single_hop(recordings, expected["table23"][model], "_fewshot", own))
    yield "Table 4", list(multi_hop(recordings, expected["table4"][model]))
    yield "Table 21", list(conditional(recordings, expected["table21"][model]))


def print_table(title: str, rows: Iterable[Comparison]) -> tuple[int, int]:
    rows = list(rows)
    within = [row for row in rows if abs(round(row[2], 2) - row[1]) <= row[3] + 1e-9]
    print(f"\n{title}: {len(within)} of {len(rows)} cells within tolerance")
    for label, printed, ours, tolerance in rows:
        mark = "" if abs(round(ours, 2) - printed) <= tolerance + 1e-9 else "  <-- differs"
        print(f"  {label:45} paper {printed:.2f}   ours {ours:.4f}{mark}")
    return len(within), len(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="folder with expected.json and the models")
    folder = parser.parse_args().folder
    expected = json.loads((folder / "expected.json").read_text())
    totals = []
    recorded = {path.name for path in folder.iterdir()}
    for compared, table in ((comparisons, "table2"), (multimodal, "table5")):
        for model in sorted(set(expected[table]) & recorded):
            for title, rows in compared(folder, model, expected):
                totals.append((f"{title}, {model}", *print_table(f"{title}, {model}", rows)))
    print(f"\n{'table':25}{'within':>8}{'cells':>8}")
    for title, within, cells in totals:
        print(f"{title:25}{within:>8}{cells:>8}")


if __name__ == "__main__":
    main()
