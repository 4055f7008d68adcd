"""English words out of the names of a schema."""

from __future__ import annotations

import keyword
import re
from collections.abc import Collection
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from .lexicon import ACRONYMS, UNITS, every_word, words_of

if TYPE_CHECKING:
    import inflect

# What Jinja reads as a word of its own.
_JINJA = {"and", "else", "false", "if", "in", "is", "none", "not", "or", "true"}
# Words in -s that inflect takes for plurals.
_NO_PLURALS = {"alias", "analysis", "atlas", "basis", "bias", "bus", "canvas", "gas", "lens"}
# Participles that do not end in -ed.
_PARTICIPLES = {"begun", "born", "bought", "built", "died", "made", "sold", "won", "written"}
# Words at the end of a name that is no noun, such as `until`, `needs` and `sold_at`.
_NO_NOUNS = words_of(
    "about after and are as at be before by can did do does during for from get gets had has have"
    " having being"
    " how if in include includes into is its needs not of off on onto or out over owns per requires"
    " since than that the these this those till to under until uses via was were what when where"
    " which who whom whose why with"
)
# What lists such as those of codes hold: nobody asks about them.
_NO_THINGS = words_of("code codes lookup name parameter row setting thing value")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")


@lru_cache(maxsize=1)
def _english() -> inflect.engine:
    import inflect  # it takes longer to import than all else that a command needs

    return inflect.engine()


def words(name: str) -> list[str]:
    """Returns the words of a name, in lower case except for abbreviations."""
    parts = re.split(r"[\W_]+", _CAMEL.sub(" ", name))
    return [part if part.isupper() and len(part) > 1 and not name.isupper() else part.lower()
            for part in parts if part]  # fmt: skip


def phrase(name: str) -> str:
    """Returns a name as words: `releaseYear` is a `release year`."""
    return " ".join(words(name)) or "thing"


def is_participle(word: str) -> bool:
    """Tells whether a word says what was done to something, and is not a noun."""
    return word in _PARTICIPLES or (word.endswith("ed") and len(word) > 4)


def singular(name: str) -> str:
    """Returns what one row of a table is: `film_actors` has a `film actor` in each."""
    return _singular(phrase(name)) or phrase(name)


def plural(text: str) -> str:
    """Returns the plural of a noun that may be one already."""
    return text if _singular(text) else _english().plural_noun(text)


def with_article_by_sound(text: str) -> str:
    """Puts the indefinite article before a noun: `an actor`, `a unit`, `an hour`."""
    return _english().a(text)


def is_plural(text: str) -> bool:
    """Tells whether a noun takes *are*."""
    return bool(_singular(text))


def _singular(text: str) -> str | Literal[False]:
    """Returns the singular of a plural noun; False for any other text."""
    if text.split()[-1].lower() in _NO_PLURALS:
        return False
    return _english().singular_noun(text)


def is_speakable(variable: str) -> bool:
    """Tells whether a variable is made of words that can be said, and ends in what may be a noun.

    The name of a column such as `c11`, `from`, `until` or `x_m` does not.
    """
    parts = [part for part in variable.split("_") if part and not part.isdecimal()]
    letters = [part for part in parts if len(part) == 1 and part.islower() and part != "s"]
    letters += [part for part in parts if _is_cryptic(part)]
    return bool(parts) and parts[-1] not in _NO_NOUNS and not letters


def _is_cryptic(part: str) -> bool:
    """Tells whether a part is an abbreviation that few know: `rt`."""
    return bool(re.fullmatch("[bcdfghjklmnpqrstvwxz]{2,4}", part)) and not _is_word(part)


def _is_word(part: str) -> bool:
    return part in ACRONYMS or part in UNITS or part in every_word()


def is_of_things(variable: str) -> bool:
    """Tells whether a variable may be what people ask about, and is no row of a list of codes."""
    parts = [part for part in variable.split("_") if part and not part.isdecimal()]
    return not parts or parts[-1] not in _NO_THINGS


def is_asked(variable: str) -> bool:
    """Tells whether a question may ask for a variable: nobody wants the name of what is named."""
    return variable not in ("name", "label", "text", "value", "adjective")


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
