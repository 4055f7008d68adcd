"""What the text of a question gives away, and whether two questions are the same.

Texts are compared word by word, without accents, case and punctuation. A value counts as given
away whatever it is: if "A" or "Yes" is to be said, a question that happens to have this word is
answered by repeating it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ...core.hashing import stable_hash
from ...filters.rationale.cities import places
from ...filters.rationale.countries import code_of, is_said, is_told_by_words
from ...filters.rationale.inverted_names import without_titles
from ...filters.rationale.values import OF_PLACES
from ...filters.text.words import plain
from ..english.words import is_known
from .item import Item, RationaleElement

# Scripts that put no space between words: each of their letters counts as a word.
_UNSPACED = (
    r"\u0e00-\u0e7f\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    r"\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
# A number is one word (5 is not in 1.5), and so is each sign that tells names apart (C, C++, C#).
_WORD = re.compile(
    rf"(?:(?<!\w)-)?\d+(?:[.,]\d+)*[^\W_{_UNSPACED}]*|[{_UNSPACED}]|[^\W_{_UNSPACED}]+"
    r"|[+#%&$€£°№*=<>]"
)
_SIGNS = str.maketrans(dict.fromkeys("\"'`?!;:()[]{}_", " "))
# Family names of so few letters are other words by chance; `Jr` and `III` are none.
_SHORT = 3
_YEAR = re.compile(r"(?<!\d)(?:1\d|20)\d\d(?!\d)")
# What *Hungary* has more than the *Hungaroring*; *Cuba* stays as it is.
_LAST_SOUND = re.compile(r"(?<=\w{5})(?:ia|y)$")
_HYPHEN = re.compile(r"(?<=[^\W\d])-(?=[^\W\d])")
_POSSESSIVE = re.compile(r"(?<=\w)'s\b")
# *Non-fiction* is another word than *fiction*.
# Letters of Hawaiian, and of other languages, that most people leave out: Lanai has one.
_UNWRITTEN = {0x02BB: None, 0x02BC: None}
_NEGATED = re.compile(r"\bnon-(?=\w)")
_THOUSANDS = re.compile(r"-?\d{1,3}(?:,\d{3})+")


def words_of(text: str) -> str:
    """Returns the words of a text as they compare, with a space before and after each.

    Args:
        text: Any text.

    Returns:
        ` is there a cafe in cote d ivoire `; an empty text if there is no word in it.
    """
    lowered = _POSSESSIVE.sub("", plain(text).casefold().replace("\N{MINUS SIGN}", "-"))
    lowered = _NEGATED.sub("non", lowered.translate(_UNWRITTEN))
    found = _WORD.findall(lowered)
    if "," in lowered:
        found = [w.replace(",", "") if _THOUSANDS.fullmatch(w) else w for w in found]
    return f" {' '.join(found)} " if found else ""


@lru_cache(maxsize=65536)
def _wanted(value: str) -> str:
    return words_of(value)


@lru_cache(maxsize=65536)
def _family_name(value: str) -> str:
    """Returns the last word of a person's name, by which *Hilbert's theorem* is his."""
    *given, last = words_of(without_titles(value)).split() or [""]
    return last if given and len(last) > _SHORT and last.isalpha() else ""


@lru_cache(maxsize=65536)
def _own_words(value: str) -> tuple[str, ...]:
    """Returns the words that are a name's own, and no English: *Reuss* of the *Reuss Valley*."""
    words = _wanted(value).split()
    telling = (w for w in words if len(w) > _SHORT and w.isalpha() and not _is_of_many(w))
    return tuple(telling) if len(words) > 1 else ()


def _is_of_many(word: str) -> bool:
    """Tells whether many names have a word: English ones, and those of languages."""
    return is_known(word) or word in _in_names_of_languages()


def _is_mentioned(word: str, texts: Sequence[str]) -> bool:
    """Tells whether texts have a word; *New England* is no mention of England."""
    code = code_of(word)
    return any(mentions_words(words_of(t), word) and (not code or is_said(t, code)) for t in texts)


@lru_cache(maxsize=1)
def _in_names_of_languages() -> frozenset[str]:
    from babel import Locale

    names = Locale.parse("en").languages.values()
    return frozenset(word for name in names for word in words_of(name).split())


def _telling_words(element: RationaleElement, value: str) -> tuple[str, ...]:
    """Returns the words of a value of which one alone gives it away.

    A further spelling has words that the name does without: *John Carpenter's The Thing*.
    """
    if element.kind != "person":
        return _own_words(value) if value == element.values[0] else ()
    family = _family_name(value)
    return (family,) if family else ()


@lru_cache(maxsize=65536)
def _shorter(values: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """Returns what places are called without what they lie in: `Derby` of `Derby, England`."""
    if kind not in OF_PLACES:
        return ()
    return tuple(place.name for value in values for place in places(value, kind))


def mentions_words(words: str, value: str) -> bool:
    """Tells whether words (`words_of`) have those of a value, one after the other."""
    wanted = _wanted(value)
    return bool(wanted) and wanted in words


def given_away(item: Item) -> str | None:
    """Returns an accepted value that the text of a question has, which nobody would have to know.

    A name is given away by its own words, too: a person by the family name, the *Reuss Valley* by
    *Reuss*, a city without what it lies in. In a multiple-choice question this is the true value of
    the false option, whether the question or an option says it; the values of the other options are
    there by design.

    Args:
        item: The question.

    Returns:
        The first such value, of whatever hop; None if there is none.
    """
    texts = (item.question, *item.options)
    lowered = " | ".join(texts) if item.rationale else ""
    lowered = plain(lowered).casefold()
    words = ""
    for element in item.rationale:
        for value in (*element.values, *_shorter(element.values, element.kind)):
            if _may_be_in(lowered, value):
                words = words or "|".join(map(words_of, texts))
                if mentions_words(words, value):
                    return value
            own = [word for word in _telling_words(element, value) if word in lowered]
            if any(_is_mentioned(word, texts) for word in own):
                return value
            if element.kind == "country" and _is_in_a_name(value, texts, lowered):
                return value
            if element.kind == "date" and _years(item.entity) & _years(value):
                return value
    return None


def _years(text: str) -> set[str]:
    """Returns the years that a text has as words: *Games of 1997* was released in that year."""
    return {*_YEAR.findall(text)}


def _is_in_a_name(country: str, texts: Sequence[str], lowered: str) -> bool:
    """Tells whether a name says which country it is of: the *Polish* airline, *Egyptair*."""
    stem = _LAST_SOUND.sub("", plain(country).casefold())
    begins = re.compile(rf"\b{re.escape(stem)}\w")
    if len(stem) > _SHORT and stem in lowered and begins.search(lowered):
        return True
    code = code_of(country)
    return bool(code) and any(is_said(t, code) or is_told_by_words(t, code) for t in texts)


def _may_be_in(lowered: str, value: str) -> bool:
    """Tells whether the first word of a value is in a text at all, which most are not."""
    first = _wanted(value)[1:].partition(" ")[0]
    return first in lowered or not first.isalpha()


def _folded(text: str) -> str:
    """Returns a text without case, accents, quotation marks and the hyphens between words."""
    lowered = plain(text).casefold().translate(_SIGNS)
    return " ".join((_HYPHEN.sub(" ", lowered) if "-" in lowered else lowered).split())


def text_key(item: Item) -> int:
    """Returns a number of 64 bits that questions of the same type and text share."""
    texts = map(_folded, (item.question, *item.options))
    return _number(item.question_type, item.picture.digest, *texts)


def content_key(item: Item) -> int:
    """Returns a number of 64 bits that questions of the same answer and rationale share."""
    elements = (
        text for element in item.rationale for text in (str(element.hop), *sorted(element.values))
    )
    return _number(item.answer, *elements)


def _number(*texts: str) -> int:
    return int(stable_hash(texts), 16)
