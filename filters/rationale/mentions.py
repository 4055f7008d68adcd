"""Finding where a text mentions a value, under another spelling too.

The paper's rule asks whether a value is *contained* (`core.folding`). This one compares whole
words, and knows the spellings of a name that make no other name: numbers in words, hyphens, an
article or brackets less, initials, another order. What is written by kind, such as a date, is found
by `core.values.kinds`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from html import unescape
from itertools import pairwise, product
from typing import Any, NamedTuple

from ...core.values.kinds import find_value, kind_of, place_name
from ...core.values.words import Span, Word, plain, words

_LONGEST_ABBREVIATION = 3
ARTICLES = {"the", "a", "an"}
# Words that no person's name has: what holds one is a title, whose words keep their order.
_OF_TITLES = ARTICLES | {"and", "at", "by", "for", "from", "in", "is", "of", "on", "or", "to"}
_BRACKETS = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\])\s*")
_ARTICLE_LAST = re.compile(r"([^,]+), (the|an?|l[ae]s?|el|los|der|die|das|il)")
_SUBTITLE = re.compile(r":\s+|\s+-\s+")
_LIST = re.compile(r"\s*[,;]\s+|\s+(?:and|&)\s+")
_JOINT = re.compile(r"(?:\W|\band\b|\bwith\b){0,12}")
# "FC", "KV", "Jr", "Ltd" may be left out, but "Elm" alone is not Elm FC.
_SIGN = re.compile(r"[A-Z]{2,3}|[JS]r|Ltd|Inc|Co|Corp|LLC|GmbH")
# "Inter Elm" is not Elm FC.
_NAME_BEFORE = re.compile(r"(?<![.!?:;]\s)(?<!^)\b(?!The |A )[A-Z][\w'.]* $")
_LONG_WORD = 4  # letters
_LONG_SUBTITLE = 5  # words
_LONGEST_NAME = 4  # words
_PROBE = 3
_WIDEST_GAP = 3
_MOST_LISTED = 4


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


def mentions(
    passage: Passage, value: str, kind: str = "other", nouns: frozenset[str] = frozenset()
) -> list[Span]:
    """Finds where a text mentions a value.

    Args:
        passage: The text.
        value: An accepted value; an empty one is never mentioned.
        kind: Its kind (`core.values.kinds.Kind`).
        nouns: Words that say what the value is, and may be left out: of *Elm Airport*, "airport".

    Returns:
        Start and end of each mention: of those that are spelled as the value is, else of those in
        another form, else of all that it lists.
    """
    value = unescape(value) if "&" in value else value
    spans = list(_exact(passage, value, kind))
    if not spans and not _wanted(value)[1]:
        spans = _in_some_form(passage, value, nouns)
    spans = find_value(passage.text, passage.lowered, value, kind, spans)
    if not spans and (place := place_name(value, kind)):
        return mentions(passage, place, kind)
    names = () if spans else _names(value)
    return list(_listed(passage, names, kind)) if names else spans


def has_values(text: str, rationale: Sequence[Mapping[str, Any]]) -> bool:
    """Tells whether a text has all values that a rationale must mention, whatever it says of them.

    Args:
        text: A text, such as a passage before the question.
        rationale: The item's rationale elements.

    Returns:
        False if there is nothing to mention.
    """
    passage = Passage.of(text)
    return bool(rationale) and all(
        (any if element["match"] == "any" else all)(
            mentions(passage, value, kind_of(element)) for value in element["values"]
        )
        for element in rationale
    )


@lru_cache(maxsize=65536)
def _wanted(value: str) -> tuple[str, bool]:
    """Returns a value in plain lower case, and whether it is an abbreviation: "US" is not "us"."""
    text = plain(value).strip()
    return text.lower(), text.isupper() and len(text) <= _LONGEST_ABBREVIATION


def _exact(passage: Passage, value: str, kind: str) -> Iterator[Span]:
    """Finds a value as it is spelled, between word boundaries; another ending is another title."""
    text = passage.lowered
    wanted, abbreviation = _wanted(value)
    start = text.find(wanted) if wanted else -1
    while start >= 0:
        end = start + len(wanted)
        own_case = not abbreviation or passage.text[start:end].isupper()
        plural = kind != "title" and wanted[-1].isalpha() and text.startswith("s", end)
        ends = not _joined(text, end + (1 if plural else 0))
        if own_case and ends and not _joined(text, start):
            yield start, end
        start = text.find(wanted, start + 1)


def _joined(text: str, at: int) -> bool:
    """Tells whether a word or number goes on at a position; other scripts have no boundaries."""
    before, after = text[at - 1 : at], text[at : at + 1]
    if not (before + after).isascii():
        return False
    if before in (".", ","):
        return after.isdigit() and text[max(at - 2, 0) : at - 1].isdigit()
    if after in (".", ","):
        return before.isdigit() and text[at + 1 : at + 2].isdigit()
    return before.isalnum() and after.isalnum()


def _in_some_form(passage: Passage, value: str, nouns: frozenset[str]) -> list[Span]:
    """Finds the first of the forms that is there."""
    lowered = passage.lowered
    if lowered.isascii() and not any(map(lowered.__contains__, probes(value, nouns))):
        return []
    for form in forms(value, nouns):
        spans = [*_find(passage, form)]
        if form.capital:
            spans = [(start, end) for start, end in spans if _begins_name(passage.text, start)]
        if spans:
            return spans
    return []


def _begins_name(text: str, start: int) -> bool:
    """Tells whether a part of a name has its capital, and no other name before it."""
    return not text[start].islower() and not _NAME_BEFORE.search(text[max(start - 40, 0) : start])


@lru_cache(maxsize=65536)
def _names(value: str) -> tuple[str, ...]:
    """Returns the names that a value lists; none if it is one."""
    names = tuple(name for name in _LIST.split(value) if name.strip())
    return names if 1 < len(names) <= _MOST_LISTED else ()


def _listed(passage: Passage, names: Sequence[str], kind: str) -> Iterator[Span]:
    """Finds all of some names beside each other, in any order."""
    places = [mentions(passage, name, kind)[:_MOST_LISTED] for name in names]
    for spans in product(*places):
        ordered = sorted(spans)
        gaps = (passage.lowered[one[1] : next_[0]] for one, next_ in pairwise(ordered))
        if all(map(_JOINT.fullmatch, gaps)):
            yield ordered[0][0], ordered[-1][1]


@lru_cache(maxsize=65536)
def forms(value: str, nouns: frozenset[str] = frozenset()) -> tuple[Form, ...]:
    """Lists the forms of a value, its own first.

    Args:
        value: An accepted value.
        nouns: Words that may be left out.

    Returns:
        Its words; without what is in brackets, a leading article or nouns; its subtitle alone;
        with the family name last instead of first. Nothing for a number, which has no other form.
    """
    text = plain(value)
    if not any(letter.isalpha() for letter in text):
        return ()
    every = dict.fromkeys(form for one in _orders(text) for form in _forms(one))
    own = _words(text)
    kept = tuple(word for word in own if word not in nouns)
    shorter = [Form(kept, capital=True)] if len(kept) < len(own) else []
    return tuple(form for form in (*every, *shorter) if form.words)


@lru_cache(maxsize=65536)
def probes(value: str, nouns: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Returns what a text must hold some of to mention a value in any form.

    Args:
        value: An accepted value.
        nouns: Words that may be left out.

    Returns:
        How the longest word of each form begins, and the family name, since the others may be
        initials; an empty text, which all texts hold, if that word may be written as a number.
    """
    starts = set()
    for form in forms(value, nouns):
        for word in {max(form.words, key=len), *(form.words[-1:] if form.person else ())}:
            starts |= {"" if word[0].isdigit() else word[:_PROBE]}
    return tuple(starts)


def _orders(text: str) -> Iterator[str]:
    """Yields a text, "The Help" for "Help, The", and "Ann Elm" for "Elm, Ann"."""
    yield text
    if match := _ARTICLE_LAST.fullmatch(text.lower()):
        yield f"{match[2]} {match[1]}"
    family, comma, given = text.partition(", ")
    if comma and "," not in given and _may_be_person((*_words(given), *_words(family))):
        yield f"{given} {family}"


def _forms(text: str) -> Iterator[Form]:
    own = _words(text)
    person = _may_be_person(own)
    yield Form(own, person=person)
    if "(" in text or "[" in text:
        yield Form(shorter := _words(_BRACKETS.sub(" ", text)), capital=len(shorter) < 2)
    if own[:1] and own[0] in ARTICLES and len(own[-1]) >= _LONG_WORD:
        yield Form(own[1:], capital=True)
    names = tuple(word for word in own if len(word) > 1)
    if len(own) - len(names) > 1 and len("".join(names)) > _LONG_WORD:  # "Elmton F.C."
        yield Form(names, capital=True)
    if person:
        yield Form((own[-1], *own[:-1]), capital=True)
    yield from _parts_of_title(text.lower())
    tokens = text.replace(".", "").replace(",", "").split()
    for sign, rest in ((tokens[:1], tokens[1:]), (tokens[-1:], tokens[:-1])):
        kept = _words(" ".join(rest))
        if len(kept) > 1 and sign and _SIGN.fullmatch(sign[0]) and not text.isupper():
            yield Form(kept, capital=True)


def _parts_of_title(text: str) -> Iterator[Form]:
    """Yields what is enough of a title: its subtitle, or it without one that only describes."""
    main, *subtitles = map(_words, _SUBTITLE.split(text))
    for subtitle in subtitles[-1:]:
        names_it = sum(len(word) >= _LONG_WORD for word in subtitle) > 1
        describes = subtitle[:1] in (("a",), ("an",))
        if names_it and not describes:
            yield Form(subtitle, capital=True)
        longer = len(subtitle) >= _LONG_SUBTITLE and subtitle[0] != "the"
        if len(subtitles) == 1 and (describes or longer) and len("".join(main)) > _LONG_WORD:
            yield Form(main, capital=True)


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.text for word in words(plain(text).lower()))


def _may_be_person(parts: tuple[str, ...]) -> bool:
    """Tells whether the words look like given names and a family name."""
    return (
        2 <= len(parts) <= _LONGEST_NAME
        and all(part.isalpha() for part in parts)
        # The middle of *Ann A. Elm* is an initial, and no article.
        and not _OF_TITLES & {parts[0], *(part for part in parts[1:] if len(part) > 1), parts[-1]}
        and max(map(len, parts)) >= _LONG_WORD
    )


def _find(passage: Passage, form: Form) -> Iterator[Span]:
    """Finds a form: its words however they are split, or with initials if a person's."""
    whole = "".join(form.words)
    if whole not in passage.joined and not (form.person and form.words[-1] in passage.joined):
        return
    for index, word in enumerate(passage.words):
        end = _spelled_out(passage.words, index, whole) if whole.startswith(word.text) else None
        if end is None and form.person:
            end = _as_person(passage.words, index, form.words)
        if end is not None:
            yield word.start, end


def _spelled_out(text: Sequence[Word], index: int, whole: str) -> int | None:
    """Returns where words end that make up a name, however they are split: "Spider-Man"."""
    so_far = text[index].text
    while len(so_far) < len(whole):
        index += 1
        if index == len(text) or not _follows(text, index):
            return None
        so_far += text[index].text
        if not whole.startswith(so_far):
            return None
    return text[index].end if so_far == whole else None


def _follows(text: Sequence[Word], index: int) -> bool:
    """Tells whether a word follows the one before closely, and is not one number with it."""
    before, word = text[index - 1], text[index]
    split_number = before.text[-1].isdigit() and word.text[0].isdigit()
    return word.start - before.end <= _WIDEST_GAP and not split_number


def _as_person(text: Sequence[Word], index: int, name: Sequence[str]) -> int | None:
    """Returns where a person's name ends, of which given names may be initials or be missing."""
    if not _same_given_name(text[index].text, name[0]):
        return None
    for at in range(index + 1, min(index + len(name) + 1, len(text))):
        if not _follows(text, at):
            return None
        if text[at].text == name[-1] and len(name[-1]) > 1:
            between = [word.text for word in text[index + 1 : at]]
            return text[at].end if _compatible(between, name[1:-1]) else None
    return None


def _same_given_name(one: str, other: str) -> bool:
    return one[0] == other[0] if len(one) == 1 or len(other) == 1 else one == other


def _compatible(middle: Sequence[str], expected: Sequence[str]) -> bool:
    """Tells whether middle names agree: only initials may be missing, or stand for the names."""
    if len(middle) == len(expected):
        return all(_same_given_name(*pair) for pair in zip(middle, expected, strict=True))
    longer, shorter = sorted((middle, expected), key=len, reverse=True)
    return [name for name in longer if len(name) > 1] == [*shorter]
