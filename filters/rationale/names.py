"""Finding a name among the words of a text, in the forms in which it may stand there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

from ..text.words import Span, Word, plain, words

_ARTICLES = {"the", "a", "an"}
# Words that no person's name has: what holds one is a title, whose words keep their order.
_OF_TITLES = _ARTICLES | {"and", "at", "by", "for", "from", "in", "is", "of", "on", "or", "to"}
_PARENTHESES = re.compile(r"\s*\([^()]*\)\s*")
_SUBTITLE = re.compile(r":\s+|\s+-\s+")
_FEWEST_LETTERS = 4
_LONGEST_NAME = 4
_PROBE = 3


class Form(NamedTuple):
    """Words that together mean a value.

    Attributes:
        words: The words, as `words` gives them.
        capital: Whether the text must begin it with a capital, since it may be common words.
        person: Whether it may be a person's name, of which some parts may be initials.
    """

    words: tuple[str, ...]
    capital: bool = False
    person: bool = False


@lru_cache(maxsize=65536)
def forms(value: str) -> tuple[Form, ...]:
    """Lists the forms of a value, its own first.

    Args:
        value: An accepted value.

    Returns:
        Its words; without what is in parentheses, or without a leading article; its subtitle
        alone; with the family name last instead of first. Nothing for a number, which has no other
        form than its own.
    """
    text = plain(value).lower()
    if not any(letter.isalpha() for letter in text):
        return ()
    found = dict.fromkeys(_forms(text))
    return tuple(form for form in found if form.words)


@lru_cache(maxsize=65536)
def probes(value: str) -> tuple[str, ...]:
    """Returns what a text must hold some of to mention a value in any form.

    Args:
        value: An accepted value.

    Returns:
        Both ends of the longest word of each form, since a slip of the pen spoils only one, and
        the family name's, since the others may be initials; an empty text, which all texts hold,
        if that word may be written as a number.
    """
    found = set()
    for form in forms(value):
        for word in {max(form.words, key=len), *(form.words[-1:] if form.person else ())}:
            found |= {""} if word[0].isdigit() else {word[:_PROBE], word[-_PROBE:]}
    return tuple(found)


def _forms(text: str) -> Iterator[Form]:
    own = _words(text)
    yield Form(own, person=_may_be_person(own))
    if "(" in text:
        yield Form(shorter := _words(_PARENTHESES.sub(" ", text)), capital=len(shorter) < 2)
    if own and own[0] in _ARTICLES and len(own[-1]) >= _FEWEST_LETTERS:
        yield Form(own[1:], capital=True)
    for family, comma, given in [text.partition(", ")]:
        reordered = (*_words(given), *_words(family))
        if comma and "," not in given and _may_be_person(reordered):
            yield Form(reordered, person=True)
    if _may_be_person(own):
        yield Form((own[-1], *own[:-1]), capital=True)
    subtitle = _words(_SUBTITLE.split(text)[-1])
    if len(subtitle) < len(own) and _distinctive(subtitle):
        yield Form(subtitle, capital=True)


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.text for word in words(text))


def _may_be_person(parts: tuple[str, ...]) -> bool:
    """Tells whether the words look like given names and a family name."""
    return (
        2 <= len(parts) <= _LONGEST_NAME
        and all(part.isalpha() and part not in _OF_TITLES for part in parts)
        and max(map(len, parts)) >= _FEWEST_LETTERS
    )


def _distinctive(parts: tuple[str, ...]) -> bool:
    """Tells whether a subtitle names its work alone: "Part Two" and "A Novel" do not."""
    long_words = sum(len(part) >= _FEWEST_LETTERS for part in parts)
    return long_words >= 2 and parts[0] not in {"a", "an"}


# One letter may be wrong per this many letters of a word; a shorter one must be exact.
_LETTERS_PER_SLIP = 8
_WIDEST_GAP = 3


def find(found: Sequence[Word], form: Form) -> Iterator[Span]:
    """Finds a form of a name: its words however they are split, or with initials if a person's.

    Args:
        found: The words of a text.
        form: The form.

    Yields:
        Start and end of each.
    """
    whole = "".join(form.words)
    for index, word in enumerate(found):
        end = _spelled_out(found, index, whole) if whole.startswith(word.text) else None
        if end is None and form.person:
            end = _as_person(found, index, form.words)
        if end is not None:
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


def find_misspelled(found: Sequence[Word], name: Sequence[str]) -> Iterator[Span]:
    """Finds a name whose long words may have a slip of the pen.

    Args:
        found: The words of a text.
        name: The words of the name.

    Yields:
        Start and end of each; first letters and numbers agree.
    """
    longest = max(range(len(name)), key=lambda index: len(name[index]))
    if not _slips(name[longest]):
        return
    for index in _near(found, name[longest]):
        window = found[max(index - longest, 0) : index - longest + len(name)]
        close = all(_follows(window, at) for at in range(1, len(window)))
        if close and len(window) == len(name) and all(map(_resembles, window, name)):
            yield window[0].start, window[-1].end


def _near(found: Sequence[Word], right: str) -> list[int]:
    """Returns the positions of words that resemble another one."""
    first, length, slips = right[0], len(right), _slips(right)
    return [
        index
        for index, (word, _, _) in enumerate(found)
        if word[0] == first
        and abs(len(word) - length) <= slips
        and word.isalpha()
        and Levenshtein.distance(word, right, score_cutoff=slips) <= slips
    ]


def _resembles(word: Word, right: str) -> bool:
    return word.text == right or bool(_near([word], right))


def _slips(word: str) -> int:
    return len(word) // _LETTERS_PER_SLIP if word.isalpha() else 0
