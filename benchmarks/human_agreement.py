"""Prints how often the paper's rule and the robust reading agree with people on rationales.

The data is not part of this project; give the folder that holds it:

    python benchmarks/human_agreement.py ../shared/data/erbench_replay

It reads `MODEL/human.jsonl.gz` of each model: responses with `human_rationale_correct`. Targets:
the robust reading agrees on 98% of all, on 97% in each domain, and nowhere less than the paper's.
Then it compares both with GPT-4's verdicts (`MODEL/gptjudge_DOMAIN.jsonl.gz`; Table 19), and sorts
the cases in which they differ by the categories of Appendix B.5.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from erbench_track.core.json_files import read_json_lines
from erbench_track.core.suites.erbench import BINARY
from erbench_track.filters.readings import PAPER, ROBUST
from erbench_track.metrics.verification import AGREEMENT, DISAGREEMENTS, verification

TARGET, TARGET_PER_DOMAIN = 0.98, 0.97


class Labelled(NamedTuple):
    """A response with the verdicts of people (or a judge) and of both rules on its rationale.

    Attributes:
        right: Whether the answer is right, by the paper's rule and by the robust reading.
    """

    model: str
    domain: str
    people: bool
    paper: bool
    robust: bool
    right: tuple[bool, bool]
    question: str
    response: str


def labelled(folder: Path) -> Iterator[Labelled]:
    """Yields the labelled responses of all models in a folder."""
    for path in sorted(folder.glob("*/human.jsonl.gz")):
        rows: list[Any] = [row for _, row in read_json_lines(path)]
        for row in rows:
            yield _labelled(path.parent.name, row, bool(row["human_rationale_correct"]))


def judged(folder: Path) -> Iterator[Labelled]:
    """Yields the responses to binary questions that GPT-4 judged, of all models in a folder."""
    for path in sorted(folder.glob("*/gptjudge_*.jsonl.gz")):
        domain = path.name.removeprefix("gptjudge_").partition(".")[0]
        recorded: dict[tuple[Any, int], Any] = {}
        for index, kind in enumerate(BINARY):
            file = path.parent / f"erbench_{domain}_{kind}.jsonl.gz"
            rows: list[Any] = [row for _, row in read_json_lines(file)]
            recorded |= {(row["doc"]["entity_id"], index): row for row in rows}
        verdicts: list[Any] = [row for _, row in read_json_lines(path)]
        for verdict in verdicts:
            found = recorded.get((verdict["entity_id"], verdict["question_idx"]))
            if found is not None:
                yield _labelled(path.parent.name, found, bool(verdict["gptjudge_correct"]))


def _labelled(model: str, row: Any, people: bool) -> Labelled:
    doc, response = row["doc"], row["resps"][0][0]
    paper, robust = ((of, of.read(response, doc)) for of in (PAPER, ROBUST))
    right = (paper[1].label == doc["answer"], robust[1].label == doc["answer"])
    supported = (reading.supports(answer, doc) for reading, answer in (paper, robust))
    return Labelled(model, doc["domain"], people, *supported, right, doc["question"], response)


def categories(rows: Sequence[Labelled]) -> Iterator[tuple[str, list[float]]]:
    """Yields for each rule how often it agrees, and how often not by category, in [0, 1]."""
    for index, rule in enumerate(("paper", "robust")):
        found: Counter[str] = Counter()
        for row in rows:
            accepted = row.robust if index else row.paper
            scores = {
                "rationale_accuracy": float(accepted),
                "judged_rationale_accuracy": float(row.people),
                "answer_accuracy": float(row.right[index]),
            }
            found.update(name for name, value in verification(scores).items() if value)
        yield rule, [found[name] / len(rows) for name in (AGREEMENT, *DISAGREEMENTS)]


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


def print_categories(judges: str, rows: Sequence[Labelled]) -> None:
    """Prints how often the rules agree with others, and by category where they do not."""
    names = [name.partition("_")[2] for name in (AGREEMENT, *DISAGREEMENTS)]
    print(f"\nagreement with {judges}, and the categories of Appendix B.5 where there is none")
    print(f"{'model':12}{'rule':8}{'n':>8}" + "".join(f"{name:>15}" for name in names))
    for model in sorted({row.model for row in rows}):
        own = [row for row in rows if row.model == model]
        for rule, shares in categories(own):
            figures = "".join(f"{share:>15.1%}" for share in shares)
            print(f"{model:12}{rule:8}{len(own):>8}{figures}")


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
    print_categories("people (Table 3)", rows)
    print_categories("GPT-4 (Table 19)", list(judged(arguments.folder)))
    for row in rows if arguments.differences else []:
        if row.robust != row.people:
            print(f"\n{json.dumps(row._asdict(), ensure_ascii=False, indent=1)}")


if __name__ == "__main__":
    main()
