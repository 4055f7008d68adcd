"""Prints how often multiple-choice questions are answered by who reads nothing but their options.

    python benchmarks/guessing.py
    python benchmarks/guessing.py --distractors uniform
    python benchmarks/guessing.py SPEC --database URL

Without a specification these are the embedded domains and a synthetic database with skewed columns.
Each figure is the share of right answers of a classifier that is trained on four fifths of the
entities and answers for the rest, in five folds; chance is one by the number of options.

- `prior`: naive Bayes over words, as in the report (`erbench_track.metrics.guessing`).
- `words`: logistic regression over words, word pairs and whole options, of each option by its place.
- `letters`: the same over strings of one to four letters.
- `pairs`: the same over pairs of options, by which it may learn which values go together.
- `counts`: boosted trees over how often each option stands in the whole benchmark (not only in its
  training part), and how long it is.

What a classifier of five kinds scores best by chance is above what one scores: take `best` as an
upper bound.
"""

from __future__ import annotations

import argparse
import random
import sqlite3
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from erbench_track.core.suites.erbench import DOMAIN_NAMES
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.spec.spec import MultipleChoiceSpec
from erbench_track.metrics.guessing import FOLDS, Choice, fold_of, guessing

SYNTHETIC = """\
name: synthetic
relations:
  thing:
    tables: [thing]
    attributes: {name: thing.name, code: thing.code, maker: thing.maker, country: thing.country,
      year: thing.year, shape: thing.shape, active: thing.active}
    entity: [name]
questions:
"""
# The shares of the commonest values: one in four, two thirds, 88%, 93%.
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
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--distractors", choices=["matched", "uniform", "near", "only_near"])
    asked = parser.parse_args()
    print(
        f"{'task':32}{'entities':>9}{'chance':>8}", *(f"{name:>8}" for name in [*ATTACKS, "best"])
    )
    for label, choices in tasks(asked):
        chance = 1 / len(choices[0].options)
        found = [attack(choices) for attack in ATTACKS.values()]
        figures = " ".join(f"{figure:8.3f}" for figure in [*found, max(found)])
        entities = len({choice.entity for choice in choices})
        print(f"{label:32}{entities:9,}{chance:8.3f} {figures}  {max(found) - chance:+.3f}")


def tasks(asked: argparse.Namespace) -> Iterator[tuple[str, list[Choice]]]:
    """Yields each entry of multiple-choice questions, with its questions."""
    with tempfile.TemporaryDirectory() as folder:
        if asked.spec:
            opened = [Benchmark.open(asked.spec, asked.database)]
        else:
            spec = synthetic(Path(folder), random.Random(asked.seed))
            opened = [Benchmark.open(domain) for domain in DOMAIN_NAMES]
            opened.append(Benchmark.open(spec, spec.parent / "thing.sqlite"))
        for benchmark in opened:
            if asked.distractors:
                benchmark.spec = drawn_by(benchmark, asked.distractors)
            yield from entries(benchmark, asked.seed)


def drawn_by(benchmark: Benchmark, distractors: str) -> Any:
    """Returns the specification with other false options."""
    questions = [
        question.model_copy(update={"distractors": distractors})
        if isinstance(question, MultipleChoiceSpec)
        else question
        for question in benchmark.spec.questions
    ]
    return benchmark.spec.model_copy(update={"questions": questions})


def entries(benchmark: Benchmark, seed: int) -> Iterator[tuple[str, list[Choice]]]:
    """Yields the questions of each entry, in the first wording."""
    found = defaultdict(list)
    for item in benchmark.items(seed=seed):
        if item.question_type == "mc" and item.variant == 0:
            choice = Choice(item.entity_id, item.options, item.answer)
            found[benchmark.entry].append(choice)
    for entry, choices in found.items():
        dependent = benchmark.spec.questions[entry].fds[0].dependent
        label = f"{benchmark.spec.name}: {', '.join(dependent)}"
        yield label[:31], choices


def synthetic(folder: Path, rng: random.Random, things: int = 3000) -> Path:
    """Makes a database of which some columns have one value nearly everywhere."""
    spec = folder / "thing.yaml"
    spec.write_text(SYNTHETIC + "".join(map(entry, ENTRIES.values())), encoding="utf-8")
    makers = [f"{a}{b}" for a in ("North", "Gold", "Iron", "Green", "Old") for b in range(60)]
    countries = [f"Land {number}" for number in range(40)]
    with sqlite3.connect(folder / "thing.sqlite") as connection:
        connection.execute(
            "create table thing (name text primary key, code text, maker text, country text,"
            " year integer, shape text, active text)"
        )
        for number in range(things):
            row = (
                f"thing {number}",
                f"{rng.choice('ABCDE')}{rng.randrange(10**6):06}",
                zipf(rng, makers, 1.2),
                countries[0] if rng.random() < 0.66 else zipf(rng, countries[1:], 1),
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
        f"    templates:\n      - question: Which option about {{{{ name }}}} is false?\n{blocks}"
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
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression(C=0.3, max_iter=500)


def _texts(choices: Sequence[Choice], features: Callable[[Choice], list[str]]) -> float:
    from sklearn.feature_extraction.text import CountVectorizer

    vectorizer = CountVectorizer(analyzer=features, binary=True, min_df=2)
    return cross_validated(choices, vectorizer.fit_transform(choices), _regression)


def naive_bayes(choices: Sequence[Choice]) -> float:
    """Answers as the report does."""
    found = guessing(choices)
    return found.prior if found else float("nan")


def words(choices: Sequence[Choice]) -> float:
    """Answers by words and pairs of words."""

    def features(choice: Choice) -> list[str]:
        found = []
        for place, text in enumerate(choice.options):
            several = text.split()
            found += [
                f"{place} {part}" for part in (text, *several, *map(str, zip(several, several[1:])))
            ]  # noqa: E501
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
    from sklearn.ensemble import HistGradientBoostingClassifier

    every = Counter(text for choice in choices for text in choice.options)
    matrix = [
        [number for text in choice.options for number in (every[text], len(text))]
        for choice in choices
    ]
    return cross_validated(
        choices, np.array(matrix), lambda: HistGradientBoostingClassifier(max_iter=60, max_depth=4)
    )


ATTACKS: dict[str, Callable[[Sequence[Choice]], float]] = {
    "prior": naive_bayes,
    "words": words,
    "letters": letters,
    "pairs": pairs,
    "counts": counts,
}

if __name__ == "__main__":
    main()
