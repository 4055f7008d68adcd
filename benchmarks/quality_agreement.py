"""Prints Appendix E.2's figures of TRACK from its authors' labels, beside the paper's.

The data is not part of this project; give the folder that holds it:

    python benchmarks/quality_agreement.py ../shared/data/track/quality

It reads `annotation_results.json` and `human_annotations.json`. How the paper's figures come about:

- A judge that failed (-1) counts as no.
- F1 is of yes, over the pairs of both judges with the person together (50 per task). The mean of
  the two judges' own F1 would be 97.8% for factuality, not 98.0%.
- The average of factual items is 94.33%. Section 4 has 94.3%; Appendix E.2 has 94.4%, which is the
  mean of the two rounded shares, (96.0 + 92.7) / 2 = 94.35, rounded up.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

from author_labels import (
    HUMAN_FILE,
    JUDGES_FILE,
    read_human,
    read_judges,
)

from erbench_track.track_tasks.quality.label_agreement import ALL, agreements, shares
from erbench_track.track_tasks.quality.report import cell

GPT, GEMINI = "gpt-5-mini-2025-08-07", "gemini-2.5-pro"
PAPER = {
    "gpt-5-mini: factual": "96.0",
    "gpt-5-mini: necessary": "86.7",
    "gemini-2.5-pro: factual": "92.7",
    "gemini-2.5-pro: necessary": "89.3",
    "average: factual (Section 4)": "94.3",
    "average: factual (E.2, of rounded shares)": "94.4",
    "average: necessary": "88.0",
    "F1 with the person: factual": "98.0",
    "F1 with the person: necessary": "93.5",
}


def figures(folder: Path) -> dict[str, str]:
    """Returns the figures of `PAPER`, in per cent, as the authors' labels give them."""
    judged, human = read_judges(folder / JUDGES_FILE), read_human(folder / HUMAN_FILE)
    share = {
        (each.judge, each.task): each.estimate.value
        for each in shares(judged, unjudged_as_no=True)
        if each.scenario == ALL and each.estimate is not None
    }
    f1 = {
        each.task: each.f1.value
        for each in agreements(judged, human, unjudged_as_no=True)
        if (each.first, each.scenario) == (ALL, ALL)
    }
    factual = [share[judge, "factuality"] for judge in (GPT, GEMINI)]
    necessary = [share[judge, "necessity"] for judge in (GPT, GEMINI)]
    rounded = [Decimal(f"{100 * value:.1f}") for value in factual]
    return {
        "gpt-5-mini: factual": _percent(factual[0]),
        "gpt-5-mini: necessary": _percent(necessary[0]),
        "gemini-2.5-pro: factual": _percent(factual[1]),
        "gemini-2.5-pro: necessary": _percent(necessary[1]),
        "average: factual (Section 4)": _percent(sum(factual) / 2),
        "average: factual (E.2, of rounded shares)": str(
            (sum(rounded) / 2).quantize(Decimal("0.1"), ROUND_HALF_UP)
        ),
        "average: necessary": _percent(sum(necessary) / 2),
        "F1 with the person: factual": _percent(f1["factuality"]),
        "F1 with the person: necessary": _percent(f1["necessity"]),
    }


def _percent(value: float | None) -> str:
    return "undefined" if value is None else f"{100 * value:.1f}"


def details(folder: Path) -> Iterator[str]:
    """Yields what the paper does not say: unjudged items left out, kappa, and intervals."""
    judged, human = read_judges(folder / JUDGES_FILE), read_human(folder / HUMAN_FILE)
    for share in shares(judged):
        found = share.estimate
        if share.scenario == ALL and found is not None:
            yes = cell(found.value, found.low, found.high, 100)
            yield f"{share.judge}, {share.task}: {yes} yes, {share.unjudged} unjudged"
    for each in agreements(judged, human):
        if each.scenario == ALL:
            yield (
                f"{each.first} and {each.second}, {each.task}: n {each.counts.n}, "
                f"F1 {cell(*each.f1)}, kappa {cell(*each.kappa)}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help=f"folder with {JUDGES_FILE} and {HUMAN_FILE}")
    folder = parser.parse_args().folder
    print(f"{'in per cent':46}{'paper':>7}{'labels':>8}")
    for name, value in figures(folder).items():
        mark = "" if value == PAPER[name] else "  <-- differs"
        print(f"{name:46}{PAPER[name]:>7}{value:>8}{mark}")
    print("\nUnjudged left out, with 95% intervals:")
    for line in details(folder):
        print(f"  {line}")


if __name__ == "__main__":
    main()
