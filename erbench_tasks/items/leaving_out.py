"""Leaving single questions out: those that give their answer away, or that are asked twice."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator

from .given_away import content_key, given_away, text_key
from .item import Item

VALUE_IN_QUESTION, ASKED_TWICE, SHORT_VALUE = "value_in_question", "asked_twice", "short_value"
# A value of so few letters is found in a rationale by chance; one of so many signs is a name.
_SHORT = 2
_IDEOGRAPH = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def short_value(item: Item) -> str:
    """Returns a value of one or two characters that a rationale must mention; empty if none is."""
    own = (element.values[0] for element in item.rationale if element.values)
    return next((v for v in own if len(v) <= _SHORT and not _IDEOGRAPH.search(v)), "")


class Repetitions:
    """Which questions have a text that others have too, in 16 bytes per question.

    Of questions with one text and one answer the first is kept. If the same text has several
    answers, no model can know which is meant, and none is kept.
    """

    def __init__(self, items: Iterable[Item]) -> None:
        """Reads all questions once.

        Args:
            items: The questions.
        """
        texts, contents = array("Q"), array("Q")
        for item in items:
            texts.append(text_key(item))
            contents.append(content_key(item))
        # Text to its content; None if there are several.
        self._repeated = _repeated(texts, contents)
        self._kept: set[int] = set()

    def is_one(self, item: Item) -> bool:
        """Tells whether a question is to be left out; each is asked about once, in their order."""
        key = text_key(item)
        if key not in self._repeated:
            return False
        is_first = self._repeated[key] is not None and key not in self._kept
        self._kept.add(key)
        return not is_first


def _repeated(texts: array[int], contents: array[int]) -> dict[int, int | None]:
    """Returns the keys that occur several times, with their content if all have the same."""
    import numpy as np

    keys = np.frombuffer(texts, dtype=np.uint64)
    ordered = np.sort(keys)
    twice = np.unique(ordered[1:][ordered[1:] == ordered[:-1]])
    places = np.flatnonzero(np.isin(keys, twice)) if len(twice) else ()
    found: dict[int, int | None] = {}
    for place in places:
        key, content = texts[place], contents[place]
        found[key] = content if found.get(key, content) == content else None
    return found


class LeavingOut:
    """Passes on the questions that are kept."""

    def __init__(self, kinds: Collection[str], every: Callable[[], Iterable[Item]]) -> None:
        """Reads every question first, if repetitions are to be left out.

        Args:
            kinds: What is left out: `BenchmarkSpec.leave_out`.
            every: Makes all questions, of all entries.
        """
        self._gives_away = VALUE_IN_QUESTION in kinds
        self._leaves_short = SHORT_VALUE in kinds
        self._repetitions = None
        if ASKED_TWICE in kinds:
            self._repetitions = Repetitions(every())

    def _kind(self, item: Item) -> str:
        """Returns the kind that a question is of; empty if it is kept."""
        if self._is_given_away(item):
            return VALUE_IN_QUESTION
        if self._is_short(item):
            return SHORT_VALUE
        if self._repetitions is not None and self._repetitions.is_one(item):
            return ASKED_TWICE
        return ""

    def kept(self, items: Iterator[Item], leave_out: Callable[[str, Item], None]) -> Iterator[Item]:
        """Returns the questions that are kept, as they pass.

        Args:
            items: The questions.
            leave_out: Gets each of the others, with its kind.
        """
        if not (self._gives_away or self._leaves_short) and self._repetitions is None:
            return items
        return self._passing(items, leave_out)

    def _passing(
        self, items: Iterator[Item], leave_out: Callable[[str, Item], None]
    ) -> Iterator[Item]:
        for item in items:
            if kind := self._kind(item):
                leave_out(kind, item)
            else:
                yield item

    def _is_short(self, item: Item) -> bool:
        return self._leaves_short and short_value(item) != ""

    def _is_given_away(self, item: Item) -> bool:
        return self._gives_away and given_away(item) is not None
