"""Prints how often the 95% intervals of TRACK hold the true rate, for simulated models.

    python benchmarks/coverage.py
    python benchmarks/coverage.py --replications 1000 --scenario code
    python benchmarks/coverage.py --question_sets 20

Everything is simulated, apart from the questions: they are the default ones of each scenario, with
the facts that they share. In each replication a model knows each fact with probability p, in all
questions that need it (FKE: it knows all facts of a question). If it knows them all, its answer is
right with probability 0.9, else with probability 0.2, drawn per question (AP; HP: both). Nothing of
this is told to the interval: it gets what a report gets, the verdicts and the ids of the facts.

What an interval should hold (the estimand): the rate that the same model would have on other
questions and other facts of the same kind. Here the questions are given and the facts that are
known are drawn anew, so that the true rate is the mean over the questions of what is expected of
each; the questions' part of the variance, as far as they differ in their number of facts, is then
not drawn, which makes coverage a little higher than 95% for p = .6. With `--question_sets N` the
questions are drawn, too: N sets by other seeds, one of which is asked in each replication (WIKI and
MATH; CODE has a single set, of all its problems), and only rates are looked at.

`alone` is the coverage of Wilson's interval as if no questions shared facts. The goal is 93 to 97%
for p = .6 and p = .9. Each coverage is given with its standard error (Monte Carlo), the width is a
mean in percentage points. For comparisons, `false alarms` is the share of tests at 5% that find a
difference where there is none; it should be at most 5%.

At the end: ERBench, where several questions are about one entity (the wordings of a multiple-choice
question are three), which a model knows with probability p; then each is answered rightly with
probability 0.95, else with probability 0.1.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from erbench_track.core.suites.track import SCENARIOS
from erbench_track.metrics.statistics.intervals import Estimate, estimate
from erbench_track.metrics.statistics.paired import compare
from erbench_track.metrics.statistics.shared_facts import rate_estimate
from erbench_track.track_tasks.scenarios import embedded_questions

REASONS, LUCK, FOLLOWS = 0.9, 0.2, 0.8
KNOWN = (0.6, 0.9)
GOAL = (93.0, 97.0)
Verdicts = NDArray[np.bool_]


class Asked(NamedTuple):
    """A set of questions: the facts of each, and which question uses which fact."""

    facts: list[frozenset[str]]
    uses: Any
    sizes: NDArray[np.float64]

    @classmethod
    def of(cls, scenario: str, seed: int = 0) -> Asked:
        questions = embedded_questions(scenario, None, seed)
        facts = [frozenset(fact.fact_id for fact in question.facts) for question in questions]
        places = {fact: place for place, fact in enumerate(sorted(frozenset().union(*facts)))}
        rows = [place for place, each in enumerate(facts) for _ in each]
        columns = [places[fact] for each in facts for fact in sorted(each)]
        shape = (len(facts), len(places))
        uses = sparse.csr_array((np.ones(len(rows)), (rows, columns)), shape=shape)
        return cls(facts, uses, uses.sum(axis=1))

    def known(self, random: np.random.Generator, p: float) -> Verdicts:
        """Draws which facts a model knows."""
        return random.random(self.uses.shape[1]) < p

    def found(self, known: Verdicts) -> NDArray[np.float64]:
        """Returns how many facts of each question a model knows."""
        return np.asarray(self.uses @ known)

    def followed(self, random: np.random.Generator, known: Verdicts) -> Verdicts:
        """Draws which questions have all facts known, or followed where they are injected."""
        missing = (self.sizes - self.found(known)).astype(int)
        return random.binomial(missing, 1 - FOLLOWS) == 0


class Tally:
    """Counts intervals that hold the truth, and sums their widths."""

    def __init__(self, truth: float) -> None:
        self.truth, self.covered, self.alone, self.n = truth, 0, 0, 0
        self.width, self.alarms = 0.0, 0

    def add(self, found: Estimate | None, alone: Estimate | None, p: float = 1.0) -> None:
        assert found
        assert alone
        assert found.low is not None
        assert found.high is not None
        assert alone.low is not None
        assert alone.high is not None
        self.n += 1
        self.covered += found.low <= self.truth <= found.high
        self.alone += alone.low <= self.truth <= alone.high
        self.width += found.high - found.low
        self.alarms += p < 0.05

    def cells(self) -> str:
        share = self.covered / self.n
        error = 100 * math.sqrt(share * (1 - share) / self.n)
        missed = "" if GOAL[0] <= 100 * share <= GOAL[1] else "  outside"
        return (
            f"{100 * self.truth:6.1f} {100 * share:9.1f} ± {error:.1f} "
            f"{100 * self.width / self.n:7.1f} {100 * self.alone / self.n:8.1f}{missed}"
        )


def answered(random: np.random.Generator, entailed: Verdicts) -> Verdicts:
    """Draws which answers are right."""
    return random.random(len(entailed)) < np.where(entailed, REASONS, LUCK)


def rates(sets: Sequence[Asked], p: float, random: np.random.Generator, replications: int) -> None:
    """Prints the coverage of FKE, AP, HP and the share of entailed facts."""
    entailed = float(np.mean([np.mean(p**of.sizes) for of in sets]))
    truths = {
        "FKE": entailed,
        "AP": REASONS * entailed + LUCK * (1 - entailed),
        "HP": REASONS * entailed,
        "facts": p,
    }
    tallies = {name: Tally(truth) for name, truth in truths.items()}
    for _ in range(replications):
        of = sets[random.integers(len(sets))]
        found = of.found(of.known(random, p))
        fke = found == of.sizes
        ap = answered(random, fke)
        for name, value in (("FKE", fke), ("AP", ap), ("HP", fke & ap)):
            clusters = [(1.0, float(each)) for each in value]
            tallies[name].add(rate_estimate(clusters, of.facts), rate_estimate(clusters))
        clusters = [*zip(of.sizes.tolist(), found.tolist(), strict=True)]
        tallies["facts"].add(rate_estimate(clusters, of.facts), rate_estimate(clusters))
    for name, tally in tallies.items():
        print(f"{name:32}{p:4} {tally.cells()}", flush=True)


Pair = tuple[Verdicts, Verdicts]


def two_models(of: Asked, p: float, random: np.random.Generator) -> Pair:
    """Closed book, two models that know other facts, equally many."""
    first, second = (of.found(of.known(random, p)) == of.sizes for _ in range(2))
    return first, second


def open_book(of: Asked, p: float, random: np.random.Generator) -> Pair:
    """Open book against closed book; facts that are not known are followed four times of five."""
    known = of.known(random, p)
    return of.followed(random, known), of.found(known) == of.sizes


def two_methods(of: Asked, p: float, random: np.random.Generator) -> Pair:
    """Two methods of open book, equally good, of one model."""
    known = of.known(random, p)
    return of.followed(random, known), of.followed(random, known)


PAIRS: dict[str, Callable[[Asked, float, np.random.Generator], Pair]] = {
    "two models": two_models,
    "open and closed book": open_book,
    "two methods": two_methods,
}


def differences(of: Asked, p: float, random: np.random.Generator, replications: int) -> None:
    """Prints the coverage of differences of FKE and of HP, and false alarms."""
    gain = float(np.mean((p + (1 - p) * FOLLOWS) ** of.sizes - p**of.sizes))
    names = [*map(str, range(len(of.facts)))]
    facts = dict(zip(names, of.facts, strict=True))
    for label, draw in PAIRS.items():
        truth = gain if draw is open_book else 0.0
        tallies = {"FKE": Tally(truth), "HP": Tally(REASONS * truth)}
        for _ in range(replications):
            pair = draw(of, p, random)
            passed = {"FKE": pair, "HP": tuple(each & answered(random, each) for each in pair)}
            for name, (one, other) in passed.items():
                both = [dict(zip(names, each.tolist(), strict=True)) for each in (one, other)]
                found, alone = compare(*both, facts=facts), compare(*both)
                assert found
                assert alone
                tallies[name].add(found.difference, alone.difference, found.p)
        for name, tally in tallies.items():
            alarms = "" if truth else f"   false alarms {100 * tally.alarms / tally.n:.1f}"
            print(f"{label + ', ' + name:32}{p:4} {tally.cells()}{alarms}", flush=True)


def entities(random: np.random.Generator, replications: int) -> None:
    """Prints the coverage of a rate over questions about entities."""
    for sizes in ([1], [3], [1, 2, 3, 4, 5]):
        for number in (20, 50, 126, 440):
            for p in KNOWN:
                tally = Tally(0.95 * p + 0.1 * (1 - p))
                for _ in range(replications):
                    asked = random.choice(sizes, number)
                    rates_of = np.where(random.random(number) < p, 0.95, 0.1)
                    right = random.binomial(asked, rates_of).astype(float)
                    clusters = [*zip(asked.tolist(), right.tolist(), strict=True)]
                    n, total = int(asked.sum()), float(right.sum())
                    alone = estimate([(1, 1)] * int(total) + [(1, 0)] * (n - int(total)))
                    tally.add(estimate(clusters), alone)
                label = f"{number} entities of {min(sizes)} to {max(sizes)} questions"
                print(f"{label:32}{p:4} {tally.cells()}", flush=True)


def described(of: Asked) -> str:
    """Says how many questions share how many facts."""
    pairs = (of.uses @ of.uses.T).tocsr()
    pairs.setdiag(0)
    sharing = np.count_nonzero(pairs.toarray(), axis=1)
    return (
        f"{len(of.facts)} questions, {of.uses.shape[1]} facts; a question shares facts with "
        f"{sharing.mean():.1f} others, a fact is in at most {of.uses.sum(axis=0).max():.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--replications", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--scenario", choices=[*SCENARIOS], action="append")
    parser.add_argument("--question_sets", type=int, default=1)
    arguments = parser.parse_args()
    print("simulated models; rates, coverage and widths in percent")
    print(f"{'':32}   p   true  coverage of 95%  width    alone")
    for name in arguments.scenario or SCENARIOS:
        started = time.perf_counter()
        random = np.random.default_rng(arguments.seed)
        several = 1 if name == "code" else arguments.question_sets
        sets = [Asked.of(name, seed) for seed in range(several)]
        print(f"\n{SCENARIOS[name].title}: {several} x {described(sets[0])}")
        for p in KNOWN:
            rates(sets, p, random, arguments.replications)
        for p in KNOWN if arguments.question_sets == 1 else ():
            differences(sets[0], p, random, arguments.replications)
        print(f"{time.perf_counter() - started:.0f} s")
    if not arguments.scenario:
        print("\nERBench")
        entities(np.random.default_rng(arguments.seed), arguments.replications)


if __name__ == "__main__":
    main()
