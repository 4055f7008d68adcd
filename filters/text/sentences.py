"""Words, numbers and sentences of a text, for a judge that is a rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from ...core.folding import fold
from ...core.values.words import Span

_WORD = re.compile(r"\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\w+(?:n't)?")
_END_OF_SENTENCE = re.compile(r"(?<=[.!?;])\s+(?=[^\s])|\n+")
# A full stop after these does not end a sentence: J. R. R. Tolkien, Apple Inc. is.
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\"'.])(?:[^\W\d_]|Dr|Mr|Mrs|Ms|St|Jr|Sr|Inc|Ltd|Co|Corp|Prof|Gen|vs|Mt|Ft)\.$"
)
_LONGEST_ABBREVIATION = 8  # characters, with what is before it
_SUFFIXES = ("ing", "ed", "es", "s")
_STOP_WORDS = (
    "a an the this that these those it its he she they his her their him them who whom which what"
    " is are was were be been being am do does did has have had having will would can could shall"
    " should may of in on at by to from for with as and or into than then so also s where when"
    " called named known there here we i you"
)
_NEGATIONS = (
    "not no never neither nor none cannot cant isnt arent wasnt werent doesnt dont didnt hasnt"
    " havent hadnt wont wouldnt couldnt shouldnt false incorrect wrong untrue deny denies denied"
    " without"
)
NEGATIONS = frozenset(_NEGATIONS.split())


def words(text: str) -> list[str]:
    """Returns the words of a text, folded and without endings, and numbers by their value."""
    plain = fold(text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")).replace("n't", "nt")
    return [_stem(word) for word in _WORD.findall(plain)]


def content(text: str) -> set[str]:
    """Returns the words of a text that carry its meaning, without negations."""
    return {word for word in words(text) if word not in _STEMMED_STOPS and word not in NEGATIONS}


def is_negative(text: str) -> bool:
    """Tells whether a text denies something."""
    return not NEGATIONS.isdisjoint(words(text))


def sentences(text: str) -> list[str]:
    """Returns the sentences and lines of a text."""
    return [part for span in sentence_spans(text) if (part := text[slice(*span)].strip())]


def sentence_spans(text: str) -> Iterator[Span]:
    """Yields where each sentence or line of a text stands, with what is between it and the next."""
    start = 0
    for end in _END_OF_SENTENCE.finditer(text):
        before = text[max(start, end.start() - _LONGEST_ABBREVIATION) : end.start()]
        if "\n" in end[0] or not _goes_on(before, text[end.end()]):
            yield start, end.end()
            start = end.end()
    yield start, len(text)


def _goes_on(before: str, following: str) -> bool:
    """Tells whether a sentence goes on after a full stop."""
    is_abbreviated = following.islower() or _ABBREVIATION.search(before) is not None
    return before.endswith(".") and is_abbreviated


def _stem(word: str) -> str:
    if word[0].isdigit():
        try:
            return str(Fraction(word.replace(",", "")))
        except ValueError:  # digits with letters
            return word
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3 and word not in NEGATIONS:
            return word.removesuffix(suffix)
    return word


_STEMMED_STOPS = frozenset(_stem(word) for word in _STOP_WORDS.split())
