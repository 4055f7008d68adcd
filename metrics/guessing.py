"""How often multiple-choice questions are answered by somebody who reads the options and no more.

Where the options tell by themselves which one is false, accuracy says little about knowledge. This
is the figure to read it beside, as hypothesis-only baselines are for inference (Gururangan et al.
2018; Poliak et al. 2018): a naive Bayes classifier that sees the words of the options, and neither
the question nor the entity, is trained on four fifths of the entities and answers for the rest.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple
from zlib import crc32

FOLDS = 5
# Of fewer entities nothing is learnt.
FEWEST_ENTITIES = 50
_WORD = re.compile(r"\w+")
_SMOOTHING = 0.5


class Choice(NamedTuple):
    """A multiple-choice question, without the question.

    Attributes:
        entity: What it is about.
        options: The texts of its options.
        answer: The right answer, such as `option 2`.
    """

    entity: str
    options: tuple[str, ...]
    answer: str


def guessed(choices: Iterable[Choice]) -> list[bool] | None:
    """Tells which questions are answered rightly by a classifier that sees their options alone.

    Args:
        choices: The questions of one task; all wordings of a question are in the same part.

    Returns:
        In their order, whether the classifier is right; their mean is the task's `prior`. None if
        they are about fewer than `FEWEST_ENTITIES` entities, of which nothing is learnt.
    """
    every = list(choices)
    if len({choice.entity for choice in every}) < FEWEST_ENTITIES:
        return None
    features = [list(_features(choice.options)) for choice in every]
    folds = [fold_of(choice.entity) for choice in every]
    models = [_NaiveBayes() for _ in range(FOLDS)]
    for choice, seen, of in zip(every, features, folds, strict=True):
        for fold, model in enumerate(models):
            if fold != of:
                model.add(choice.answer, seen)
    found = zip(every, features, folds, strict=True)
    return [models[of].best(seen) == choice.answer for choice, seen, of in found]


def fold_of(entity: str) -> int:
    """Returns the part of the entities that one belongs to, in [0, `FOLDS`)."""
    return crc32(entity.encode(errors="surrogatepass")) % FOLDS


def _features(options: Sequence[str]) -> Iterator[Hashable]:
    """Yields the words of each option, and each option as a whole."""
    for place, text in enumerate(options):
        yield place, text
        yield from ((place, word) for word in set(_WORD.findall(text.casefold())))


class _NaiveBayes:
    """Bernoulli features that are there; those that are not tell nothing."""

    def __init__(self) -> None:
        self._answers: Counter[str] = Counter()
        self._seen: defaultdict[Hashable, Counter[str]] = defaultdict(Counter)

    def add(self, answer: str, features: Iterable[Hashable]) -> None:
        """Learns from a question."""
        self._answers[answer] += 1
        for feature in features:
            self._seen[feature][answer] += 1

    def best(self, features: Iterable[Hashable]) -> str:
        """Returns the likeliest answer."""
        known = [self._seen[feature] for feature in features if feature in self._seen]

        def score(answer: str) -> tuple[float, str]:
            of = self._answers[answer]
            likelihoods = ((n[answer] + _SMOOTHING) / (of + 2 * _SMOOTHING) for n in known)
            return math.log(of) + sum(map(math.log, likelihoods)), answer

        return max(map(score, self._answers), default=(0.0, ""))[1]
