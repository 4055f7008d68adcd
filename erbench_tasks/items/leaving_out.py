"""Leaving single questions out: those that give their answer away, or that are asked twice."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator

from ...filters.rationale.cities import places
from ...filters.rationale.countries import code_of
from ..english import lexicon
from ..english.foreign_values import local_name
from .ambiguous_places import former_countries, has_several_answers, is_in_another_language
from .given_away import content_key, given_away, text_key, words_of
from .item import Item, RationaleElement
from .names import (
    has_lost_letters,
    is_nobody,
    is_of_many,
    is_of_no_one,
    is_short,
    lists_several,
    says_nothing,
)
from .namesake_cities import is_of_several_countries

VALUE_IN_QUESTION, ASKED_TWICE, SHORT_VALUE = "value_in_question", "asked_twice", "short_value"
NAMELESS, FORMER_COUNTRY = "nameless", "former_country"


_YEAR = re.compile(r"(?:1\d|20)\d\d")
# What is said to be so, which no rationale has: *born in Elm, Deutschland?*
_PLACE_AND_COUNTRY = re.compile(r" in ([^\s,?.][^,?.]{0,60}, [^,?.]{1,60})[?.]")
_MUSIC = lexicon.words_of("album group record release single song track")
_PLAYED = ("character", "part", "role")
_WORKS = lexicon.words_of("book film movie novel opera play")
# Firms of which a thing may have two, in one value.
_MAKERS = lexicon.words_of("brand builder company developer maker manufacturer producer publisher")


def short_value(item: Item) -> str:
    """Returns a value of one or two characters that a rationale must mention; empty if none is.

    Others are mentioned by accident; a country such as the *UK* is read by all of its names.
    """
    own = (
        element.values[0]
        for element in item.rationale
        if element.values and not (element.kind == "country" and code_of(element.values[0]))
    )
    return next(filter(is_short, own), "")


def _is_unclear(element: RationaleElement) -> bool:
    """Tells whether nobody would name a value so: `N/A`, *school of Elm*, *Elm, Deutschland*."""
    if not element.values:
        return False
    is_abroad = element.kind == "city" and is_in_another_language(element.values[0])
    if element.kind == "country" and not _is_country(element.values[0]):
        return True  # several, a team such as the West Indies, or misspelled
    noun = element.attribute.split("_")[-1]
    if noun in _PLAYED and {*element.values[0].lower().split()} <= lexicon.every_word():
        return True  # a *police captain* has no name in the film
    if noun in _MAKERS and lists_several(element.values[0]):
        return True
    is_abroad = is_abroad or (noun in lexicon.FEATURES and bool(local_name(element.values[:1])))
    if element.kind in ("person", "city") and has_lost_letters(element.values[0]):
        return True
    is_any = all(map(is_nobody, element.values)) or is_of_no_one(element.values[0], element.kind)
    return is_abroad or is_any


def _says_a_place_abroad(text: str) -> bool:
    """Tells whether a question, or an option, says a place in another language."""
    return ", " in text and any(map(is_in_another_language, _PLACE_AND_COUNTRY.findall(text)))


def _is_country(value: str) -> bool:
    """Tells whether a value is a country, one of today, or one that is another today."""
    names = [value, *(place.name for place in places(value, "country"))]
    return words_of(value) in former_countries() or any(map(code_of, names))


def _is_catalogued(item: Item) -> bool:
    """Tells whether a question has a place as a catalogue does: *the volcano Azul, Cerro*."""
    before, found, _ = item.question.partition(f" {item.entity}")
    noun = before.split()[-1:] if found else []
    return bool(noun) and noun[0] in lexicon.PLACES - lexicon.TOWNS


def _is_of_several_musicians(item: Item) -> bool:
    """Tells whether a title of music is one word, which somebody else has used: *Red*."""
    of_music = item.fd.partition("->")[0].strip().split("_")[-1] in _MUSIC
    return of_music and len(words_of(item.entity).split()) == 1


def _is_dated_by_a_word(item: Item) -> bool:
    """Tells whether a question asks when a work came out whose title is one word: *Home*.

    Others have written, or filmed, one of that title in another year.
    """
    of_a_work = item.fd.partition("->")[0].strip().split("_")[-1] in _WORKS
    is_dated = any(element.kind == "date" for element in item.rationale)
    return of_a_work and is_dated and len(words_of(item.entity).split()) == 1


def is_nameless(item: Item) -> bool:
    """Tells whether a name says nothing: of what a question is about (`1`), or asks for (`N/A`).

    So does a title such as *Self-Portrait*, where nothing is said of the work but that.
    """
    if any(map(_is_unclear, item.rationale)) or is_of_several_countries(item):
        return True
    if any(map(_says_a_place_abroad, (item.question, *item.options))):
        return True
    if ", " in item.entity and _is_catalogued(item):
        return True
    # What else a question says of a work is, above all, who made it.
    is_alone = "," not in item.fd.partition("->")[0]
    is_one_of_many = is_of_many(item.entity) or _is_of_several_musicians(item)
    is_one_of_many = is_one_of_many or _is_dated_by_a_word(item)
    if not says_nothing(item.entity) and not (is_alone and is_one_of_many):
        return False
    if any(item.entity in element.values for element in item.rationale):
        return False  # it is asked for
    if _YEAR.fullmatch(item.entity) and f"the {item.entity} " in item.question:
        return False  # *the 1974 contest* is no contest by a number
    words = words_of(item.entity)
    return words in words_of(item.question) if words else item.entity in item.question


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
        # Text to the place of the question that is kept.
        self._kept: dict[int, Hashable] = {}

    def is_one(self, item: Item, place: Hashable) -> bool:
        """Tells whether a question is to be left out.

        Args:
            item: The question; the first one of its text that is asked about is kept.
            place: Where it stands; no other of its type and form stands there.
        """
        key = text_key(item)
        if key not in self._repeated:
            return False
        own = (place, item.question_type, item.variant)
        return self._repeated[key] is None or self._kept.setdefault(key, own) != own


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


def _gives_away(item: Item) -> bool:
    return given_away(item) is not None


def _has_short_value(item: Item) -> bool:
    return short_value(item) != ""


# What is known of a question without the others.
_OF_ONE: dict[str, Callable[[Item], bool]] = {
    VALUE_IN_QUESTION: _gives_away,
    SHORT_VALUE: _has_short_value,
    NAMELESS: is_nameless,
    FORMER_COUNTRY: has_several_answers,
}


class LeavingOut:
    """Passes on the questions that are kept."""

    def __init__(
        self,
        kinds: Collection[str],
        every: Callable[[], Iterable[Item]],
        place: Callable[[], Hashable],
    ) -> None:
        """Reads every question first, if repetitions are to be left out.

        Args:
            kinds: What is left out: `BenchmarkSpec.leave_out`.
            every: Makes all questions, of all entries.
            place: Returns where the question stands that passes now, the same in each pass.
        """
        self._place = place
        self._of_one = {kind: is_so for kind, is_so in _OF_ONE.items() if kind in kinds}
        self._repetitions = None
        if ASKED_TWICE in kinds:
            self._repetitions = Repetitions(every())

    def _kind(self, item: Item) -> str:
        """Returns the kind that a question is of; empty if it is kept."""
        found = next((kind for kind, is_so in self._of_one.items() if is_so(item)), "")
        if found:
            return found
        if self._repetitions is not None and self._repetitions.is_one(item, self._place()):
            return ASKED_TWICE
        return ""

    def kept(self, items: Iterator[Item], leave_out: Callable[[str, Item], None]) -> Iterator[Item]:
        """Returns the questions that are kept, as they pass.

        Args:
            items: The questions.
            leave_out: Gets each of the others, with its kind.
        """
        if not self._of_one and self._repetitions is None:
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
