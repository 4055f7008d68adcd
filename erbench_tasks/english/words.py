"""English words out of the names of a schema: split, in the singular, in the plural."""

from __future__ import annotations

import keyword
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, cast

from . import lexicon
from .lexicon import words_of

if TYPE_CHECKING:
    import inflect

# What Jinja reads as a word of its own.
_JINJA = {"and", "else", "false", "if", "in", "is", "none", "not", "or", "true"}
# Participles that do not end in -ed.
_PARTICIPLES = words_of(
    "begun born bought broken built chosen died flown laid made seen shown sold struck sung sunk"
    " taken torn won written"
)
# Nouns that end as participles do.
_NOT_PARTICIPLES = words_of("bobsled breed creed greed hundred hotbed infrared seabed weed")
# Adverbs that say how often, or how much, something had happened by then.
_ADVERBS = words_of(
    "first finally formally fully initially last newly officially originally"
    " partially partly publicly recently formerly completely entirely commercially"
)
# Words at the end of a name that is no noun, such as `until`, `needs` and `sold_at`.
_NO_NOUNS = words_of(
    "about after and are as at be before belongs borders by can connects contains crosses did do"
    " does during for from get gets had has joins links spans serves"
    " have having being how if in include includes into is its needs not of off on onto or out"
    " over owns per requires since than that the these this those till to under until uses via"
    " was were what when where which who whom whose why with"
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")
_INNER_ID = re.compile(r"(?<=[a-z])ID(?=[a-z]{3})")
_PARTS = re.compile(r"[^\W\d_]+|\d+")
# The longest name that is taken apart, and the most words that it may consist of.
_LONGEST, _MOST = 40, 6
_INSIDE = {"of", "to", "in", "by", "on", "at", "and", "per", "for"}
_FIRST_ONLY = {"is", "no", "has", "yr", "nb"}
_LAST_ONLY = {"id", "no", "cd", "nm", "yr", "by"}
# A series of races, and no formula of chemistry.
_FORMULA = re.compile(r"\bformula [e\d]\b")
# What ends an English word that is none of two: *patronage*.
_ENDINGS = words_of("age able ship man men ward ion ring son ton")
_SHORT = words_of("and are did does has is no non not or s than was")
# What is about words, or says the same in more of them.
_NOT_ASKED = words_of(
    "adjective comment comments description label name note notes reference remark remarks summary"
    " text value"
)
# What looks like a form of an English word.
_FRENCH = {"pays", "prix"}


@lru_cache(maxsize=1)
def _english() -> inflect.engine:
    with _unchecked():
        import inflect
    return inflect.engine()


@contextmanager
def _unchecked() -> Iterator[None]:
    """Has inflect imported without checks of its arguments' types.

    For each of its functions, typeguard would parse and compile the whole of it anew, which takes
    two seconds.
    """
    typeguard = cast(Any, import_module("typeguard"))
    checks, typeguard.typechecked = typeguard.typechecked, lambda function: function
    try:
        yield
    finally:
        typeguard.typechecked = checks


def words(name: str) -> list[str]:
    """Returns the words of a name, in lower case except for abbreviations."""
    parts = re.split(r"[\W_]+", _CAMEL.sub(" ", name))
    return [part if part.isupper() and len(part) > 1 and not name.isupper() else part.lower()
            for part in parts if part]  # fmt: skip


def phrase(name: str) -> str:
    """Returns a name as words: `releaseYear` is a `release year`."""
    return " ".join(words(name)) or "thing"


def split(name: str) -> list[str]:
    """Returns the words of a name, in lower case; those that are abbreviated are not expanded.

    Names such as `safetystocklevel` are taken apart where they consist of English words; others,
    such as names in another language, stay whole.

    Args:
        name: Any name, such as `releaseYear`, `RELEASE_YEAR` or `releaseyear`.
    """
    return [*_split(name)]


@lru_cache(maxsize=16384)
def _split(name: str) -> tuple[str, ...]:
    found: list[str] = []
    for word in words(_INNER_ID.sub(" id ", name)):
        low = word.lower()
        if low in lexicon.ACRONYMS or low in lexicon.UNITS:
            found.append(low)
        else:
            found += [w for part in _PARTS.findall(low) for w in _joined(part)]
    return tuple(found)


def expanded(tokens: Sequence[str]) -> list[str]:
    """Returns words without abbreviations, unless one stands alone and is a word as well."""
    few = len(tokens) == 1
    found: list[str] = []
    for token in _with_prefixes(tokens):
        is_word = few and token in ("cat", "op", "sub", "temp", "record", "doc", "spec")
        long = token if is_word else lexicon.ABBREVIATIONS.get(token, token)
        found += long.split()
    if len(found) > 1 and found[-1] == "credit" and found[-2] in lexicon.AGENTS:
        found.pop()  # an `artist_credit` is an artist as a cover names him
    return [*found[:-1], "number"] if len(found) > 1 and found[-1] == "no" else found


def _with_prefixes(tokens: Sequence[str]) -> Iterator[str]:
    """Yields tokens with the *sub* of a `sub_category`, which is no subject, before its noun."""
    before = ""
    for word, following in zip_longest(tokens, tokens[1:]):
        if word == "sub" and following in lexicon.CLASSES | lexicon.PLACES:
            before = word
            continue
        if word == "pub" and following in ("year", "date"):
            word = "publication"
        if word == "cat" and following in ("no", "nr", "number"):
            word = "catalogue"
        yield before + word
        before = ""


def spelled(words: Iterable[str]) -> str:
    """Returns words as a text, with acronyms in capitals."""
    text = " ".join(
        word.upper() if word in lexicon.ACRONYMS or is_initials(word) else
        word.capitalize() if word in lexicon.PROPER else word
        for word in words
    )  # fmt: skip
    text = _FORMULA.sub(lambda found: found[0].title(), text.replace("runner up", "runner-up"))
    text = text.replace("grandprix", "grand prix")
    return re.sub("grand prix|Nobel prize|world cup", lambda found: found[0].title(), text)


@lru_cache(maxsize=16384)
def singular(word: str) -> str:
    """Returns the singular of one word, which may be one already, or in another language."""
    low = word.lower()
    if low in lexicon.PLURALS:
        return lexicon.PLURALS[low]
    if low in lexicon.SINGULARS or not low.endswith(("s", "i", "a", "ae", "men")):
        return word
    return _without_s(low) or word


def is_plural(text: str) -> bool:
    """Tells whether the last word is a plural that is not its own singular, nor a group's name."""
    last = text.split()[-1]
    one = singular(last)
    return one != last and " " not in one


def plural(text: str) -> str:
    """Returns the plural of a noun, of whose words the last is changed: `heads of state`."""
    words = text.split()
    head = head_at(words)
    if not words or is_plural(words[head]):
        return text
    many = _english().plural_noun(words[head])
    return " ".join([*words[:head], str(many), *words[head + 1 :]])


@lru_cache(maxsize=16384)
def head(text: str) -> str:
    """Returns the word that says what a phrase is about, in the singular: `date of birth`: date."""
    words = text.lower().split()
    return singular(words[head_at(words)]) if words else ""


def is_english(name: str) -> bool:
    """Tells whether all words of a name are known."""
    tokens = split(name)
    return bool(tokens) and all(is_known(token) or token.isdecimal() for token in tokens)


@lru_cache(maxsize=4096)
def _joined(word: str) -> tuple[str, ...]:
    """Returns the words that a word in lower case consists of; itself if it is one."""
    if len(word) < 6 or len(word) > _LONGEST or is_known(word) or word.isdecimal():
        return (word,)
    # The cheapest way to spell each beginning: the fewest words, then no abbreviation.
    best: list[tuple[int, tuple[str, ...]] | None] = [(0, ())]
    for end in range(1, len(word) + 1):
        ways = [
            (found[0] + cost, (*found[1], word[start:end]))
            for start in range(max(0, end - 16), end)
            if (found := best[start]) and (cost := _cost(word[start:end], start, end == len(word)))
        ]
        best.append(min(ways, key=lambda way: (way[0], -len(way[1][0])), default=None))
    whole = best[-1]
    if (
        whole is None
        or len(whole[1]) > _MOST
        or max(map(len, whole[1])) < 4
        or whole[1][-1] in _ENDINGS
    ):
        return (word,)
    return whole[1]


def _cost(part: str, start: int, last: bool) -> int:
    """Returns what a part of a word costs; 0 if it is none."""
    if len(part) < 3:
        fits = (
            (part in _INSIDE and start and not last)
            or (part in _FIRST_ONLY and not start)
            or (part in _LAST_ONLY and last)
        )
        return 14 if fits else 0
    if part in lexicon.every_word() or part in lexicon.PLURALS:
        return 10 + 2 * (len(part) == 3)
    if part in lexicon.ABBREVIATIONS or part in lexicon.ACRONYMS:
        return 13
    return 11 if part.endswith("s") and singular(part) in lexicon.vocabulary() else 0


def is_known(word: str) -> bool:
    """Tells whether a word in lower case is English, or short for an English one."""
    return word not in _FRENCH and (
        word in lexicon.every_word()
        or word in lexicon.ABBREVIATIONS
        or word in lexicon.ACRONYMS
        or word in lexicon.UNITS
        or word in lexicon.PREPOSITIONS
        or word in lexicon.PLURALS
        or word in lexicon.PREFIXES
        or (word.endswith("s") and _without_s(word) in lexicon.every_word())
    )


@lru_cache(maxsize=4096)
def _without_s(word: str) -> str:
    """Returns the singular of a regular plural; empty if it is none, or no English word."""
    known = lexicon.every_word()
    found = _english().singular_noun(word)
    ends = (word[:-1], word[:-2] if word.endswith("es") else "") if word.endswith("s") else ()
    for one in (str(found) if found else "", *ends):
        if one in known and one != word and not (word in known and not word.endswith("s")):
            return str(one)
    if re.search(r"([^aeious]|[lt]e)s$", word) and len(word) > 3:
        return word[:-1]
    return f"{word[:-3]}y" if word.endswith("ies") and len(word) > 5 else ""


def head_at(words: Sequence[str]) -> int:
    """Returns where the word stands that says what a phrase is about: before `of`, else last."""
    for at, word in enumerate(words):
        if at and word in ("of", "in", "for", "per", "to", "by", "at", "from", "with"):
            return at - 1
    return len(words) - 1


def is_initials(word: str) -> bool:
    """Tells whether a word is none, but consonants that are short for one."""
    known = word in lexicon.every_word() or word in lexicon.UNITS
    return 2 <= len(word) <= 4 and bool(re.fullmatch("[bcdfghjklmnpqrstvwxz]+", word)) and not known


def is_participle(word: str) -> bool:
    """Tells whether a word says what was done to something, and is not a noun."""
    ends = word.endswith("ed") and len(word) > 4 and not word.endswith("eed")
    return word in _PARTICIPLES or (ends and word not in _NOT_PARTICIPLES)


def is_adverb(word: str) -> bool:
    """Tells whether a word before a participle says when or how it was done: `first`, `fully`."""
    return word in _ADVERBS


def with_article_by_sound(text: str) -> str:
    """Puts the indefinite article before a noun: `an actor`, `a unit`, `an hour`."""
    return _english().a(text)


def is_speakable(variable: str) -> bool:
    """Tells whether a variable is made of words that can be said, and ends in what may be a noun.

    The name of a column such as `c11`, `from`, `until` or `x_m` does not.
    """
    parts = [part for part in variable.split("_") if part and not part.isdecimal()]
    letters = [part for part in parts if len(part) == 1 and part.islower() and part != "s"]
    letters += [part for part in parts if _is_cryptic(part)]
    return bool(parts) and parts[-1] not in _NO_NOUNS and not letters


def _is_cryptic(part: str) -> bool:
    """Tells whether a part is an abbreviation that few know: `rt`, `atc`."""
    is_short = re.fullmatch("[a-z]{2,3}|[bcdfghjklmnpqrstvwxz]{4}", part) is not None
    return is_short and not is_known(part) and part not in _SHORT


def is_asked(variable: str) -> bool:
    """Tells whether a question may ask for a variable: nobody wants the name of what is named."""
    return variable not in _NOT_ASKED


def identifier(name: str, taken: Collection[str] = ()) -> str:
    """Returns a name that a template can use, unlike those that are taken.

    Args:
        name: Any name.
        taken: Names in use.
    """
    plain = "_".join(word.lower() for word in words(name))
    if not plain.isidentifier():
        plain = f"_{plain}" if f"_{plain}".isidentifier() else "attribute"
    if plain in _JINJA or keyword.iskeyword(plain):
        plain += "_"
    number, found = 2, plain
    while found in taken:
        found, number = f"{plain}_{number}", number + 1
    return found
