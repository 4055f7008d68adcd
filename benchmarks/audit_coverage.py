"""Prints how often the intervals of an audit hold the truth, and how wide they are.

    python benchmarks/audit_coverage.py
    python benchmarks/audit_coverage.py --recorded ../shared/data/erbench_replay

Without a folder everything is simulated: N responses, two about each entity and one of a task of
five; people accept a share of them, which differs by entity. The scorer errs with the given
probabilities (of accepting what is wrong, of rejecting what is right). A second reading shows half
of its errors, and differs for no reason about 10%; or there is no second reading, and so one
stratum. The sample is drawn and the rate is corrected by the product's own code.

`here` is the share of the samples whose interval holds the rate over these N responses had people
labelled all of them, `all` the same of the kind's rate (entities are drawn anew in each
replication). Goal: at least 93%. Widths are in percentage points, beside those of the labels alone;
`λ` is how far the scorer is relied on. An interval that is too wide where the scorer never errs is
meant: labels that show no error cannot tell that there is none.

With `--recorded`, the truth is what the authors of ERBench said of the rationales of two models
(`MODEL/human.jsonl.gz`, 500 each, not part of this project): 200 of the 1,000 are drawn by
`label`, written as a person's labels, and given to `audit`, 100 times.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from erbench_track.core.json_files import read_json_lines
from erbench_track.core.suites.erbench import READINGS
from erbench_track.filters.erbench import ReadingFilter
from erbench_track.metrics.audit.labels import marked, read_labels, stratum_code
from erbench_track.metrics.audit.page import drawn_from
from erbench_track.metrics.audit.prediction_powered import Corrected, Labelled, corrected
from erbench_track.metrics.audit.rates import Rate, rates
from erbench_track.metrics.audit.responses import Response, responses_of
from erbench_track.metrics.audit.sample import Unit, draw
from erbench_track.metrics.erbench import process_results
from erbench_track.metrics.report.runs import read_models

ERRORS = {
    "none": (0.0, 0.0),
    "1%": (0.01, 0.01),
    "5%": (0.05, 0.05),
    "lenient": (0.2, 0.0),
    "30%": (0.3, 0.3),
}
SIZES = ((1000, 200), (1000, 50), (1000, 20), (20_000, 200))
RATES = (0.5, 0.9)
WITHIN_ENTITY = 0.3  # correlation of what people say of two responses about one entity
BOTH, R = "both models", "rationale_accuracy"


class Tally:
    """Counts intervals that hold the truth, and sums their widths."""

    def __init__(self) -> None:
        self.n = self.here = self.kind = self.narrower = 0
        self.knows_kind = False
        self.sums = np.zeros(5)

    def add(self, found: Corrected, alone: Corrected, here: float, kind: float | None) -> None:
        self.n += 1
        low, high = found.interval_here
        self.here += low <= here <= high
        self.knows_kind = kind is not None
        self.kind += kind is not None and found.interval[0] <= kind <= found.interval[1]
        self.narrower += found.error < alone.error
        intervals = (found.interval_here, alone.interval_here, found.interval, alone.interval)
        widths = [100 * (high - low) for low, high in intervals]
        self.sums += [*widths, found.trust]

    def line(self) -> str:
        here, alone, kind, kind_alone, trust = self.sums / self.n
        held = f"{100 * self.kind / self.n:.1f}" if self.knows_kind else "-"
        return (
            f"{100 * self.here / self.n:6.1f} {here:6.1f} {alone:7.1f}   "
            f"{held:>6} {kind:6.1f} {kind_alone:7.1f}   {trust:4.2f}"
        )


def simulated(
    random: np.random.Generator, n: int, rate: float, errors: tuple[float, float], second: bool
) -> tuple[Any, Any, Any]:
    """Returns what people say of each response, what the scorer says, and where it is doubtful."""
    spread = (1 - WITHIN_ENTITY) / WITHIN_ENTITY
    of_entity = random.beta(rate * spread, (1 - rate) * spread, n // 2)
    truth = random.random(n) < np.repeat(of_entity, 2)
    wrong = random.random(n) < np.where(truth, errors[1], errors[0])
    doubtful = random.random(n) < np.where(wrong, 0.5, 0.1)
    return truth, truth ^ wrong, doubtful & second


def simulate(size: int, n: int, rate: float, errors: str, second: bool, draws: int) -> Tally:
    """Audits simulated responses many times."""
    random, tally = np.random.default_rng(0), Tally()
    for seed in range(draws):
        truth, said, doubtful = simulated(random, size, rate, ERRORS[errors], second)
        units = [Unit(str(i), str(d), str(i // 2 % 5), d) for i, d in enumerate(doubtful.tolist())]
        drawn = draw(units, n, seed)
        times = Counter(of.stratum for of in drawn)
        sample = [
            Labelled(
                of.size / times[of.stratum], of.stratum, times[of.stratum],
                float(truth[int(of.id)]), float(said[int(of.id)]),
            )
            for of in drawn
        ]  # fmt: skip
        clusters = [(2.0, float(total)) for total in said.reshape(-1, 2).sum(axis=1)]
        found, alone = corrected(clusters, sample), corrected(clusters, sample, trust=0.0)
        tally.add(found, alone, float(truth.mean()), rate)
    return tally


class Recorded(NamedTuple):
    """Responses that people labelled: those of the runs, and what was said of each, by id."""

    responses: list[Response]
    people: dict[str, bool]


def recorded(folder: Path) -> Recorded:
    """Scores the labelled responses of all models in a folder as lm_eval would.

    Args:
        folder: Has `MODEL/human.jsonl.gz`.
    """
    people: dict[tuple[str, str], bool] = {}
    with tempfile.TemporaryDirectory() as scratch:
        for path in sorted(folder.glob("*/human.jsonl.gz")):
            rows: list[Any] = [row for _, row in read_json_lines(path)]
            people |= {
                (path.parent.name, row["doc"]["id"]): bool(row["human_rationale_correct"])
                for row in rows
            }
            _write(Path(scratch) / path.parent.name, rows)
        responses, _ = responses_of(read_models([Path(scratch)]))
    for response in responses:
        response.scorers[BOTH] = "robust"
    return Recorded(responses, {of.id: people[of.model, of.doc["id"]] for of in responses})


def _write(folder: Path, rows: Sequence[Any]) -> None:
    folder.mkdir()
    (folder / "results_2026-01-02T03-04-05.000000.json").write_text(
        json.dumps({"model_name": folder.name})
    )
    for row in rows:
        doc = row["doc"]
        task = f"erbench_{doc['domain']}_{doc['question_type']}"
        path = folder / f"samples_{task}_2026-01-02T03-04-05.000000.jsonl"
        with path.open("a") as file:
            file.writelines(json.dumps(line) + "\n" for line in _read(row))


def _read(row: Any) -> Iterator[dict[str, Any]]:
    for reading in READINGS:
        (found,) = ReadingFilter(reading).apply(row["resps"], [row["doc"]])
        scores = process_results(row["doc"], [found])
        kept = {key: row[key] for key in ("doc", "resps")}
        yield {
            **kept,
            "doc_id": row["doc"]["id"],
            "filter": reading,
            "filtered_resps": [found],
            **scores,
        }


def audited(of: Recorded, n: int, seed: int) -> list[Rate]:
    """Draws a sample, has people label it, and audits R."""
    key, drawn = drawn_from(of.responses, n, seed)
    by_id = {response.id: response for response in of.responses}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "labels.jsonl"
        labels = [
            {
                "sample": key,
                "id": one.id,
                "stratum": stratum_code(key, one.stratum),
                "stratum_size": one.size,
                "probability": one.probability,
                "answer": by_id[one.id].verdicts["robust"].answer,  # nobody labelled it
                "rationale": [of.people[one.id]] * len(by_id[one.id].elements),
            }
            for one in drawn
        ]
        path.write_text("".join(json.dumps(row) + "\n" for row in labels))
        rows = marked(read_labels([path], by_id), by_id)
    return [rate for rate in rates(of.responses, rows) if rate.task == "all" and rate.measure == R]


def coverage(of: Recorded, draws: int, n: int = 200) -> dict[tuple[str, str], Tally]:
    """Audits recorded labels many times, by model and scorer."""
    tallies: dict[tuple[str, str], Tally] = {}
    for seed in range(draws):
        for rate in audited(of, n, seed):
            own = [of.people[each.id] for each in of.responses if rate.model in each.scorers]
            assert rate.corrected
            assert rate.alone
            tally = tallies.setdefault((rate.model, rate.scorer), Tally())
            tally.add(rate.corrected, rate.alone, sum(own) / len(own), None)
    return tallies


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--draws", type=int, default=0, help="default: 400 simulated, 100 recorded")
    parser.add_argument("--recorded", type=Path, help="folder with MODEL/human.jsonl.gz")
    arguments = parser.parse_args()
    heading = (
        f"{'here %':>6} {'width':>6} {'alone':>7}   {'all %':>6} {'width':>6} {'alone':>7}      λ"
    )
    if arguments.recorded:
        of = recorded(arguments.recorded)
        print(
            f"labels by people of {len(of.people):,} responses; 200 of them drawn\n{'':32}{heading}"
        )
        for (model, scorer), tally in coverage(of, arguments.draws or 100).items():
            print(f"{model:14}{scorer:18}{tally.line()}   {tally.narrower} of {tally.n}")
        return
    print(f"simulated\nresponses labels  rate   errors readings  {heading}")
    for size, n in SIZES:
        for rate in RATES:
            for errors in ERRORS:
                for second in (True, False):
                    draws = arguments.draws or (400 if size < 10_000 else 60)
                    tally = simulate(size, n, rate, errors, second, draws)
                    case = f"{size:9,} {n:6} {rate:5} {errors:>8} {1 + second:8}"
                    print(f"{case}  {tally.line()}", flush=True)


if __name__ == "__main__":
    main()
