"""A retriever that needs no model: BM25 over words (Robertson and Zaragoza, 2009)."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import lru_cache

from ....filters.words import plain, words

# The usual values: how soon a repeated word stops to count, and how much long facts pay.
_SATURATION = 1.2
_LENGTH = 0.75
_BEGINNING = 4  # letters of a word that survive most of English inflection


class LexicalRetriever:
    """Finds the fact that shares the rarest words with a question.

    It is a rule, labelled as one, for where the paper's retriever cannot be had: it knows neither
    synonyms nor inflection.

    Attributes:
        name: `lexical (BM25)`.
    """

    name = "lexical (BM25)"

    def closest(self, queries: Sequence[str], memories: Sequence[tuple[str, ...]]) -> list[int]:
        """Finds the fact that is closest to each query; see `Retriever`."""
        return [
            _index(memory).closest(query) for query, memory in zip(queries, memories, strict=True)
        ]


class _Index:
    """The words of a memory, each with how much it says for which fact."""

    def __init__(self, memory: Sequence[str]) -> None:
        counts = [Counter(_words(fact)) for fact in memory]
        mean = sum(map(Counter.total, counts)) / len(counts) or 1
        found_in = Counter(word for count in counts for word in count)
        self._weights: dict[str, dict[int, float]] = defaultdict(dict)
        for number, count in enumerate(counts):
            length = 1 - _LENGTH + _LENGTH * count.total() / mean
            for word, times in count.items():
                others = len(counts) - found_in[word]
                rarity = math.log(1 + (others + 0.5) / (found_in[word] + 0.5))
                saturated = times * (_SATURATION + 1) / (times + _SATURATION * length)
                self._weights[word][number] = rarity * saturated

    def closest(self, query: str) -> int:
        scores: dict[int, float] = defaultdict(float)
        for word in _words(query):
            for number, weight in self._weights.get(word, {}).items():
                scores[number] += weight
        return max(scores, key=lambda number: (scores[number], -number), default=0)


# The questions of a batch share a memory, and every round asks it again.
@lru_cache(maxsize=1024)
def _index(memory: tuple[str, ...]) -> _Index:
    return _Index(memory)


def _words(text: str) -> list[str]:
    """Returns a text's words and their beginnings, as "citizenship" and "citizen" share one."""
    found = [word.text for word in words(plain(text).lower())]
    return [*found, *(f"{word[:_BEGINNING]}-" for word in found)]
