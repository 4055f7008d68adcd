"""Prints how often multiple-choice questions are answered by who reads nothing but their options.

    python benchmarks/guessing.py
    python benchmarks/guessing.py --distractors uniform
    python benchmarks/guessing.py SPEC --database URL
    python benchmarks/guessing.py SPEC --database URL --yes-no

Without a specification these are the embedded domains and a synthetic database with skewed columns.
Each figure is the share of right answers of a classifier that is trained on four fifths of the
entities and answers for the rest, in five folds; chance is one by the number of options.

- `prior`: naive Bayes over words, as in the report (`erbench_track.metrics.guessing`).
- `words`: logistic regression over words, pairs of words and whole options, by their place.
- `letters`: the same over strings of one to four letters.
- `pairs`: the same over pairs of options, by which it may learn which values go together.
- `counts`: random trees over how often each option stands in the whole benchmark (not only in its
  training part), and how long it is.

`--yes-no` looks at yes/no questions instead: how often *yes* is right, and `words` over the texts
of questions, by entry, and of all of them together: that is what saying yes to everything scores.

`alone` is the best of the first three over chance, which see what each option says alone; `any` is
the best of all. `pairs` and `counts` were not designed for: options that determine each other (a
club and its league) do not go together where one of them is false.
"""

from __future__ import annotations

import argparse
import random
import sqlite3
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np

from erbench_track.core.suites.erbench import DOMAIN_NAMES
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.spec.spec import MultipleChoiceSpec
from erbench_track.metrics.guessing import FOLDS, Choice, fold_of, guessed

SYNTHETIC = """\
name: synthetic
relations:
  thing:
    sql: SELECT name, code, maker, country, year, shape, active FROM thing
    entity: [name]
questions:
"""
# Makers have a country, as directors do: one attribute tells something of another.
ENTRIES = {
    "skewed": ["maker", "country", "active", "shape"],
    "mixed": ["code", "maker", "year", "shape"],
    "three": ["year", "country", "active"],
    "two": ["maker", "country"],
}


def main() -> None:
    """Prints a line per task."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("spec", nargs="?")
    parser.add_argument("--database")
    parser.add_argument("--seeds", type=int, default=3, help="so many; figures are means")
    parser.add_argument("--distractors", choices=["matched", "uniform"])
    parser.add_argument("--yes-no", action="store_true")
    asked = parser.parse_args()
    if asked.yes_no:
        yes_or_no(Benchmark.open(asked.spec, asked.database))
        return
    heads = [*ATTACKS, "alone", "any"]
    print(f"{'task':32}{'entities':>9}{'chance':>8}", *(f"{name:>8}" for name in heads))
    for label, generated in tasks(asked):
        options = len(generated[0][0].options)
        found = [[attack(choices) for attack in ATTACKS.values()] for choices in generated]
        means = np.mean(found, axis=0)
        alone, best = means[:ALONE].max() - 1 / options, means.max() - 1 / options
        figures = " ".join(f"{figure:8.3f}" for figure in means)
        entities = np.mean([len(choices) for choices in generated])
        print(f"{label:32}{entities:9,.0f}{1 / options:8.3f} {figures} {alone:+8.3f} {best:+8.3f}")


def yes_or_no(benchmark: Benchmark) -> None:
    """Prints a line per entry, and one for all of them."""
    found = defaultdict(list)
    for item in benchmark.items():
        if item.answer in ("yes", "no"):
            choice = Choice(item.entity_id, (item.question,), item.answer)
            for name in (f"{benchmark.entry} {item.fd}", "all"):
                found[name].append(choice)
    print(f"{'entry':56}{'items':>8}{'yes':>8}{'words':>8}")
    for name, choices in sorted(found.items()):
        yes = sum(choice.answer == "yes" for choice in choices) / len(choices)
        told = words(choices) if 0 < yes < 1 and len(choices) > FEWEST else max(yes, 1 - yes)
        print(f"{name[:55]:56}{len(choices):8,}{yes:8.3f}{told:8.3f}")


def tasks(asked: argparse.Namespace) -> Iterator[tuple[str, list[list[Choice]]]]:
    """Yields each entry of multiple-choice questions, with its questions under each seed."""
    with tempfile.TemporaryDirectory() as folder:
        if asked.spec:
            opened = [Benchmark.open(asked.spec, asked.database)]
        else:
            spec = synthetic(Path(folder), random.Random(0))  # noqa: S311
            opened = [Benchmark.open(domain) for domain in DOMAIN_NAMES]
            opened.append(Benchmark.open(spec, spec.parent / "thing.sqlite"))
        for benchmark in opened:
            if asked.distractors:
                benchmark.spec = drawn_by(benchmark, asked.distractors)
            yield from entries(benchmark, range(asked.seeds))


def drawn_by(benchmark: Benchmark, distractors: str) -> Any:
    """Returns the specification with other false options."""
    questions = [
        question.model_copy(update={"distractors": distractors})
        if isinstance(question, MultipleChoiceSpec)
        else question
        for question in benchmark.spec.questions
    ]
    return benchmark.spec.model_copy(update={"questions": questions})


def entries(benchmark: Benchmark, seeds: Iterable[int]) -> Iterator[tuple[str, list[list[Choice]]]]:
    """Yields the questions of each entry under each seed, in the first wording."""
    found = defaultdict(list)
    for seed in seeds:
        made = defaultdict(list)
        for item in benchmark.items(seed=seed):
            if item.question_type == "mc" and item.variant == 0:
                choice = Choice(item.entity_id, item.options, item.answer)
                made[benchmark.entry].append(choice)
        for entry, choices in made.items():
            found[entry].append(choices)
    for entry, generated in found.items():
        dependent = benchmark.spec.questions[entry].fds[0].dependent
        yield f"{benchmark.spec.name}: {', '.join(dependent)}"[:31], generated


def synthetic(folder: Path, rng: random.Random, things: int = 3000) -> Path:
    """Makes a database of which some columns have one value nearly everywhere."""
    spec = folder / "thing.yaml"
    spec.write_text(SYNTHETIC + "".join(map(entry, ENTRIES.values())), encoding="utf-8")
    makers = [f"{a}{b}" for a in ("North", "Gold", "Iron", "Green", "Old") for b in range(60)]
    countries = [f"Land {number}" for number in range(40)]
    home = {maker: zipf(rng, countries, 2.2) for maker in makers}
    with sqlite3.connect(folder / "thing.sqlite") as connection:
        connection.execute(
            "create table thing (name text primary key, code text, maker text, country text,"
            " year integer, shape text, active text)"
        )
        for number in range(things):
            row = (
                f"thing {number}",
                f"{rng.choice('ABCDE')}{rng.randrange(10**6):06}",
                (maker := zipf(rng, makers, 1.2)),
                home[maker] if rng.random() < 0.9 else zipf(rng, countries, 1),
                2025 - int(rng.expovariate(1 / 15)),
                "round" if rng.random() < 0.93 else rng.choice(["square", "flat", "long"]),
                "active" if rng.random() < 0.88 else "retired",
            )
            connection.execute("insert into thing values (?, ?, ?, ?, ?, ?, ?)", row)
    return spec


def zipf(rng: random.Random, values: Sequence[str], exponent: float) -> str:
    """Draws a value; the first one most often."""
    return rng.choices(values, [(n + 1) ** -exponent for n in range(len(values))])[0]


def entry(names: Sequence[str]) -> str:
    """Returns an entry of the specification."""
    blocks = "".join(f"        {name}: 'The {name} is {{{{ {name} }}}}.'\n" for name in names)
    return (
        f"  - type: multiple_choice\n    relation: thing\n    fd: name -> {', '.join(names)}\n"
        f"    wording:\n      - question: Which option about {{{{ name }}}} is false?\n{blocks}"
    )


def cross_validated(choices: Sequence[Choice], features: Any, model: Callable[[], Any]) -> float:
    """Returns the share of right answers over the folds.

    Args:
        choices: The questions.
        features: A matrix with a row per question; or a function of the numbers of those that are
            learnt from that returns one.
        model: Makes a classifier.
    """
    answers = np.array([choice.answer for choice in choices])
    folds = np.array([fold_of(choice.entity) for choice in choices])
    right = 0
    for fold in range(FOLDS):
        learnt, tested = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        matrix = features(learnt) if callable(features) else features
        fitted = model().fit(matrix[learnt], answers[learnt])
        right += int((fitted.predict(matrix[tested]) == answers[tested]).sum())
    return right / len(choices)


def _regression() -> Any:
    from sklearn.linear_model import SGDClassifier

    return SGDClassifier(loss="log_loss", alpha=3e-3, random_state=0)


def _texts(choices: Sequence[Choice], features: Callable[[Choice], list[str]]) -> float:
    from sklearn.feature_extraction.text import CountVectorizer

    vectorizer = CountVectorizer(analyzer=features, binary=True, min_df=2)
    return cross_validated(choices, vectorizer.fit_transform(choices), _regression)


def naive_bayes(choices: Sequence[Choice]) -> float:
    """Answers as the report does."""
    return float(np.mean(guessed(choices) or [float("nan")]))


def words(choices: Sequence[Choice]) -> float:
    """Answers by words and pairs of words."""

    def features(choice: Choice) -> list[str]:
        found = []
        for place, text in enumerate(choice.options):
            several = text.split()
            both = (f"{one} {other}" for one, other in pairwise(several))
            found += [f"{place} {part}" for part in (text, *several, *both)]
        return found

    return _texts(choices, features)


def letters(choices: Sequence[Choice]) -> float:
    """Answers by strings of letters."""

    def features(choice: Choice) -> list[str]:
        return [
            f"{place} {text[start : start + length]}"
            for place, text in enumerate(choice.options)
            for length in (1, 2, 3, 4)
            for start in range(len(text) - length + 1)
        ]

    return _texts(choices, features)


def pairs(choices: Sequence[Choice]) -> float:
    """Answers by pairs of options."""

    def features(choice: Choice) -> list[str]:
        placed = [f"{place} {text}" for place, text in enumerate(choice.options)]
        return [*placed, *map(str, combinations(placed, 2))]

    return _texts(choices, features)


def counts(choices: Sequence[Choice]) -> float:
    """Answers by how often the texts of the options stand anywhere, and by their lengths."""
    from sklearn.ensemble import ExtraTreesClassifier

    every = Counter(text for choice in choices for text in choice.options)
    matrix = [
        [number for text in choice.options for number in (every[text], len(text))]
        for choice in choices
    ]
    return cross_validated(
        choices,
        np.array(matrix),
        lambda: ExtraTreesClassifier(200, min_samples_leaf=3, random_state=0),
    )


ATTACKS: dict[str, Callable[[Sequence[Choice]], float]] = {
    "prior": naive_bayes,
    "words": words,
    "letters": letters,
    "pairs": pairs,
    "counts": counts,
}

ALONE = 3
# Of fewer yes/no questions nothing is learnt.
FEWEST = 50

if __name__ == "__main__":
    main()
