"""Finding where a text mentions a value, under another spelling too.

The paper's rule asks whether a value is *contained* (`core.folding`). This one compares whole
words, and knows the spellings of a name that make no other name (`names`), and slips of the pen
in long words. A number is itself or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ..text.words import Span, Word, plain, words
from .names import Form, find, find_misspelled, forms, probes

_OTHER_THAN = "non-"
_IN_NUMBERS = {".", ","}
_LONGEST_ABBREVIATION = 3
_SHORTEST_WITH_ENDING = 4
_ENDING = re.compile(r"(?:s|n|an|ian|ese|ish)(?![^\W_])")
_DECIMAL = re.compile(r"-?\d+\.\d+")


@dataclass(frozen=True)
class Passage:
    """A text without accents, in its own case and in lower case; spans are positions in both."""

    text: str
    lowered: str

    @classmethod
    def of(cls, text: str) -> Passage:
        """Prepares a text once, for any number of values."""
        own = plain(text)
        lowered = own.lower()
        # A few letters have a longer lower case.
        return cls(own if len(own) == len(lowered) else lowered, lowered)

    @cached_property
    def words(self) -> Sequence[Word]:
        """The words of the text in order."""
        return words(self.lowered)

    @cached_property
    def joined(self) -> str:
        """The words without anything between them."""
        return "".join(word.text for word in self.words)


def mentions(passage: Passage, value: str) -> list[Span]:
    """Finds where a text mentions a value.

    Args:
        passage: The text.
        value: An accepted value; an empty one is never mentioned.

    Returns:
        Start and end of each mention: of those that are spelled as the value is, else of those in
        the first other form that is there, else of those with a slip of the pen.
    """
    found = list(_exact(passage, value))
    may_differ = not found and not _wanted(value)[1]
    if may_differ and any(probe in passage.lowered for probe in probes(value)):
        found = list(_in_some_form(passage, forms(value)))
    return [span for span in found if not passage.lowered.endswith(_OTHER_THAN, 0, span[0])]


@lru_cache(maxsize=65536)
def _wanted(value: str) -> tuple[str, bool]:
    """Returns a value in plain lower case, and whether it is an abbreviation: "US" is not "us"."""
    text = plain(value).strip()
    return text.lower(), text.isupper() and len(text) <= _LONGEST_ABBREVIATION


def _exact(passage: Passage, value: str) -> Iterator[Span]:
    """Finds a value as it is spelled, between word boundaries."""
    text = passage.lowered
    wanted, abbreviation = _wanted(value)
    start = text.find(wanted) if wanted else -1
    while start >= 0:
        end = start + len(wanted)
        own_case = not abbreviation or passage.text[start:end].isupper()
        if own_case and not _joined(text, start) and _ends(text, end, wanted):
            yield start, end
        start = text.find(wanted, start + 1)


def _joined(text: str, at: int) -> bool:
    """Tells whether a word or number goes on at a position; other scripts have no boundaries."""
    before, after = text[at - 1 : at], text[at : at + 1]
    if not (before + after).isascii():
        return False
    if before in _IN_NUMBERS:
        return after.isdigit() and text[max(at - 2, 0) : at - 1].isdigit()
    if after in _IN_NUMBERS:
        return before.isdigit() and text[at + 1 : at + 2].isdigit()
    return before.isalnum() and after.isalnum()


def _ends(text: str, end: int, wanted: str) -> bool:
    """Tells whether a value ends at a position, apart from an ending or more decimals."""
    if not _joined(text, end):
        return True
    if _DECIMAL.fullmatch(wanted):
        return text[end].isdigit()
    ending = _ENDING.match(text, end)
    return ending is not None and _takes(wanted, ending[0])


def _takes(word: str, ending: str) -> bool:
    """Tells whether a word makes the plural or an adjective with an ending: Brazil, Brazilian."""
    if ending == "n":
        return word.endswith("a") and len(word) >= _SHORTEST_WITH_ENDING
    return word[-1].isalpha() and len(word) >= _SHORTEST_WITH_ENDING + (ending != "s")


def _in_some_form(passage: Passage, candidates: Sequence[Form]) -> Iterator[Span]:
    """Finds the first of some forms that is there, else the first with a slip of the pen."""
    for form in candidates:
        whole = "".join(form.words)
        if whole in passage.joined or (form.person and form.words[-1] in passage.joined):
            spans = list(find(passage.words, form))
            if form.capital:
                spans = [span for span in spans if not passage.text[span[0]].islower()]
            if spans:
                yield from spans
                return
    if candidates:
        yield from find_misspelled(passage.words, candidates[0].words)
