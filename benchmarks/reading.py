"""Prints how often both readings agree with people on answers and rationales, and their speed.

The data is not part of this project; give the folder that holds it:

    python benchmarks/reading.py ../shared/data/todays_responses
    python benchmarks/reading.py ../shared/data/erbench_replay

It reads labelled responses: `*.jsonl` with `doc`, `response`, `gold_answer`, `gold_rationale` and
perhaps `category` (of which the part before the slash is the kind), and `MODEL/human.jsonl.gz` with
`doc`, `resps` and `human_rationale_correct`. With `--census`, it counts what each pattern and
function of the robust reading decides there, also for responses without labels:

    python benchmarks/reading.py --census ../shared/data/erbench_replay

An unreadable response agrees with the label `unsure`.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from reading_census import Labelled, lines, verdict_of

from erbench_track.core.json_files import read_json_lines
from erbench_track.filters.erbench import ReadingFilter
from erbench_track.filters.readings import READINGS


def labelled(folder: Path) -> Iterator[Labelled]:
    """Yields the labelled responses in a folder, or in a file."""
    for path in [folder] if folder.is_file() else sorted(folder.rglob("*.jsonl*")):
        for _, row in read_json_lines(path):
            if "gold_answer" in row:
                kind = row.get("category", path.stem).partition("/")[0]
                right = _right(row["gold_rationale"])
                yield Labelled(kind, row["doc"], row["response"], row["gold_answer"], right)
            elif "human_rationale_correct" in row:
                kind = f"{path.parent.name} {row['doc']['domain']}"
                right = bool(row["human_rationale_correct"])
                yield Labelled(kind, row["doc"], row["resps"][0][0], None, right)


def _right(label: int | list[int]) -> bool | None:
    """Reads a label: of the whole rationale, or of each element; None if nothing is asked for."""
    return (all(label) if label else None) if isinstance(label, list) else bool(label)


def recorded(folder: Path) -> Iterator[Labelled]:
    """Yields the responses without labels in a folder."""
    for path in sorted(folder.rglob("erbench_*.jsonl.gz")):
        for _, row in read_json_lines(path):
            yield Labelled(path.stem, row["doc"], row["resps"][0][0], None, None)


class Agreement(NamedTuple):
    """What a reading found, and whether people found the same; None if they did not say."""

    found: dict[str, Any]
    answer: bool | None
    rationale: bool | None


def agreements(rows: Sequence[Labelled], reading: str) -> list[Agreement]:
    """Compares a reading with the labels."""
    read = ReadingFilter(reading).apply([[row.response] for row in rows], [r.doc for r in rows])
    return [_agreement(row, json.loads(found)) for row, found in zip(rows, read, strict=True)]


def _agreement(row: Labelled, found: dict[str, Any]) -> Agreement:
    label, right = verdict_of(found)
    return Agreement(
        found,
        None if row.answer is None else label == row.answer,
        None if row.rationale is None else right == row.rationale,
    )


def share(agreed: Sequence[bool | None]) -> str:
    """Writes the share of agreement, and nothing where people gave no label."""
    given = [one for one in agreed if one is not None]
    return f"{sum(given) / len(given):.1%}" if given else ""


def table(rows: Sequence[Labelled]) -> Iterator[str]:
    """Yields the lines of the table: one per kind of response, and all."""
    found = {reading: agreements(rows, reading) for reading in READINGS}
    titles = [f"{what} {reading}" for what in ("answer", "rationale") for reading in READINGS]
    yield f"{'kind':20}{'n':>6}" + "".join(f"{title:>18}" for title in titles)
    for kind in (*sorted({row.kind for row in rows}), "all"):
        chosen = [i for i, row in enumerate(rows) if kind in (row.kind, "all")]
        cells = [
            share([getattr(found[reading][i], what) for i in chosen])
            for what in ("answer", "rationale")
            for reading in READINGS
        ]
        yield f"{kind:20}{len(chosen):>6}" + "".join(f"{cell:>18}" for cell in cells)


def speed(rows: Sequence[Labelled], reading: str, seconds: float = 2.0) -> float:
    """Returns how many responses one core reads in a second, answers and rationales."""
    chosen, done = ReadingFilter(reading), 0
    responses, docs = [[row.response] for row in rows], [row.doc for row in rows]
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        chosen.apply(responses, docs)
        done += len(rows)
    return done / (time.perf_counter() - start)


# Long texts in which a careless pattern would take quadratic time.
LONG = {
    "words": "the statement is not true that there are no such movies. ",
    "random characters": None,
    "opening tags": "<think>",
    "closing tags": "</think>",
    "brackets": "[{(\"",
    "spaces": " ",
    "lines": "\n- ",
    "markup": "**_`#>",
    "answers": "Answer: yes. Option 2. No, wait, ",
    "numbers": "1,234.5-",
}  # fmt: skip


def scaling(rows: Sequence[Labelled]) -> Iterator[str]:
    """Yields how long texts of growing length take to read, in milliseconds."""
    import random

    lengths = (1_000, 10_000, 100_000, 1_000_000)
    yield f"{'text of':20}{'reading':>10}" + "".join(f"{length:>12,}" for length in lengths)
    letters = "".join(map(chr, range(32, 0x250)))
    noise = "".join(random.Random(0).choices(letters, k=lengths[-1]))  # noqa: S311
    docs = [next(row.doc for row in rows if bool(row.doc["options"]) is mc) for mc in (False, True)]
    for name, unit in LONG.items():
        for reading in READINGS:
            taken = []
            for length in lengths:
                text = (unit * (length // len(unit) + 1) if unit else noise)[:length]
                start = time.perf_counter()
                ReadingFilter(reading).apply([[text]] * len(docs), docs)
                taken.append((time.perf_counter() - start) * 1000 / len(docs))
            yield f"{name:20}{reading:>10}" + "".join(f"{one:>12.2f}" for one in taken)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="+", help="folder with labelled responses")
    parser.add_argument("--differences", action="store_true", help="also print what differs")
    parser.add_argument("--scaling", action="store_true", help="also time long texts")
    parser.add_argument("--census", action="store_true", help="only count what each part decides")
    parser.add_argument(
        "--every",
        type=int,
        default=5,
        help="take so few without labels (census)",
    )
    arguments = parser.parse_args()
    rows = list(chain.from_iterable(map(labelled, arguments.folder)))
    if arguments.census:
        without = chain.from_iterable(map(recorded, arguments.folder))
        print("\n".join(lines([*rows, *islice(without, 0, None, arguments.every)])))
        return
    print("\n".join(table(rows)))
    for reading in READINGS:
        print(f"\n{reading}: {speed(rows, reading):,.0f} responses/s on one core", end="")
    print()
    for line in scaling(rows) if arguments.scaling else ():
        print(line)
    if arguments.differences:
        for row, of in zip(rows, agreements(rows, "robust"), strict=True):
            if False in (of.answer, of.rationale):
                shown = {**row._asdict(), "found": of.found}
                print(f"\n{json.dumps(shown, ensure_ascii=False, indent=1)}")


if __name__ == "__main__":
    main()
