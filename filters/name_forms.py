"""The forms in which a name may stand in a text without being another name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from .words import plain, words

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
