"""Finding where a text mentions a value, under another spelling too.

The paper's rule asks whether a value is *contained* (`folding`). This one compares whole words,
and knows the spellings of a name that make no other name (`name_forms`), and slips of the pen in
long words. A number is itself or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rapidfuzz.distance import Levenshtein

from .name_forms import Form, forms, probes
from .words import Word, plain, words

# As many letters may be wrong per so many letters of a word; a shorter one must be exact.
_LETTERS_PER_SLIP = 8
_WIDEST_GAP = 3
_LONGEST_ABBREVIATION = 3
_SHORTEST_WITH_ENDING = 4
_ENDING = re.compile(r"(?:s|n|an|ian|ese|ish)(?![^\W_])")
_DECIMAL = re.compile(r"-?\d+\.\d+")

Span = tuple[int, int]


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


def mentions(passage: Passage, value: str) -> Iterator[Span]:
    """Finds where a text mentions a value.

    Args:
        passage: The text.
        value: An accepted value; an empty one is never mentioned.

    Yields:
        Start and end of each mention: those that are spelled as the value is, else those in the
        first other form that is there, else those with a slip of the pen.
    """
    exact = list(_exact(passage, value))
    if exact:
        yield from exact
        return
    if not any(probe in passage.lowered for probe in probes(value)):
        return
    candidates = forms(value)
    for form in candidates:
        found = list(_in_form(passage, form))
        if found:
            yield from found
            return
    if candidates:
        yield from _misspelled(passage.words, candidates[0].words)


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
        if (
            not _joined(text, start)
            and _ends(text, end, wanted)
            and not (abbreviation and passage.text[start:end] != value.strip())
        ):
            yield start, end
        start = text.find(wanted, start + 1)


def _joined(text: str, at: int) -> bool:
    """Tells whether a word or number goes on at a position; other scripts have no boundaries."""
    before, after = text[at - 1 : at], text[at : at + 1]
    if not (before + after).isascii():
        return False
    if before in ".," and before:
        return after.isdigit() and text[max(at - 2, 0) : at - 1].isdigit()
    if after in ".," and after:
        return before.isdigit() and text[at + 1 : at + 2].isdigit()
    return before.isalnum() and after.isalnum()


def _ends(text: str, end: int, wanted: str) -> bool:
    """Tells whether a value ends at a position, but for an ending or for more decimals."""
    if not _joined(text, end):
        return True
    if _DECIMAL.fullmatch(wanted):
        return text[end].isdigit()
    ending = _ENDING.match(text, end)
    return bool(ending) and _takes(wanted, ending[0])


def _takes(word: str, ending: str) -> bool:
    """Tells whether a word makes the plural or an adjective with an ending: Brazil, Brazilian."""
    if ending == "n":
        return word.endswith("a") and len(word) >= _SHORTEST_WITH_ENDING
    return word[-1].isalpha() and len(word) >= _SHORTEST_WITH_ENDING + (ending != "s")


def _in_form(passage: Passage, form: Form) -> Iterator[Span]:
    """Finds a form: its words however they are split, or a person's name with initials."""
    found = passage.words
    whole = "".join(form.words)
    split = whole in passage.joined
    if not split and not (form.person and form.words[-1] in passage.joined):
        return
    for index, word in enumerate(found):
        end = _spelled_out(found, index, whole) if split and whole.startswith(word.text) else None
        if end is None and form.person:
            end = _as_person(found, index, form.words)
        if end is not None and not (form.capital and passage.text[word.start].islower()):
            yield word.start, end


def _spelled_out(found: Sequence[Word], index: int, whole: str) -> int | None:
    """Returns where words end that make up a name, however they are split: "Spider-Man"."""
    so_far = found[index].text
    while len(so_far) < len(whole):
        index += 1
        if index == len(found) or not _follows(found, index):
            return None
        so_far += found[index].text
        if not whole.startswith(so_far):
            return None
    return found[index].end if so_far == whole else None


def _follows(found: Sequence[Word], index: int) -> bool:
    """Tells whether a word follows the one before closely, and is not one number with it."""
    before, word = found[index - 1], found[index]
    split_number = before.text[-1].isdigit() and word.text[0].isdigit()
    return word.start - before.end <= _WIDEST_GAP and not split_number


def _as_person(found: Sequence[Word], index: int, name: Sequence[str]) -> int | None:
    """Returns where a person's name ends, of which given names may be initials or be missing."""
    if not _same_given_name(found[index].text, name[0]):
        return None
    for at in range(index + 1, min(index + len(name) + 1, len(found))):
        if not _follows(found, at):
            return None
        if found[at].text == name[-1] and len(name[-1]) > 1:
            between = [word.text for word in found[index + 1 : at]]
            return found[at].end if _compatible(between, name[1:-1]) else None
    return None


def _same_given_name(one: str, other: str) -> bool:
    if len(one) == 1 or len(other) == 1:
        return one[0] == other[0]
    return one == other


def _compatible(middle: Sequence[str], expected: Sequence[str]) -> bool:
    """Tells whether middle names agree: only initials may be missing, or stand for the names."""
    if not expected:
        return all(len(name) == 1 for name in middle)
    if not middle:
        return all(len(name) == 1 for name in expected)
    return len(middle) == len(expected) and all(
        _same_given_name(*pair) for pair in zip(middle, expected, strict=True)
    )


def _misspelled(found: Sequence[Word], name: Sequence[str]) -> Iterator[Span]:
    """Finds a name of which long words have a slip of the pen; digits and first letters agree."""
    longest = max(range(len(name)), key=lambda index: len(name[index]))
    if not _slips(name[longest]):
        return
    for index in _near(found, name[longest]):
        window = found[max(index - longest, 0) : index - longest + len(name)]
        if len(window) == len(name) and all(
            word.text == right or list(_near([word], right))
            for word, right in zip(window, name, strict=True)
        ):
            yield window[0].start, window[-1].end


def _near(found: Sequence[Word], right: str) -> Iterator[int]:
    """Yields the positions of words that differ from the right one by as few slips as it allows."""
    first, slips = right[0], _slips(right)
    for index, (word, _, _) in enumerate(found):
        if word[0] == first and abs(len(word) - len(right)) <= slips and word.isalpha():
            if Levenshtein.distance(word, right, score_cutoff=slips) <= slips:
                yield index


def _slips(word: str) -> int:
    return len(word) // _LETTERS_PER_SLIP if word.isalpha() else 0
