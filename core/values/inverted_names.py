"""Names as an index has them: *Caro, Sir Anthony*, *Moore, Henry, OM, CH*, *Help, The*."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from .words import plain

# What stands between given names and family names.
PARTICLES = {"de", "da", "di", "do", "dos", "das", "del", "della", "der", "den", "la", "le", "van",
             "von", "bin", "al", "el", "ten", "ter", "mc", "san", "st"}  # fmt: skip
_LONGEST = 100
_MOST_WORDS = 5
_WITH_BRACKETS = re.compile(r"([^()\[\]]+)((?:\([^()\[\]]*\)|\[[^()\[\]]*\])?)")
# Before given names; *Duke* and *Earl* are given names, too.
_TITLES = re.compile(
    r"(?:(?:sir|dame|lord|lady|baron|baroness|dr|prof|professor|rev|saint|st)\b\.? ?)+",
    re.IGNORECASE,
)
_RANK = re.compile(
    r"(?:\d+(?:st|nd|rd|th) )?(?:sir|dame|lord|lady|baron|baroness|baronet|count|countess|duke"
    r"|duchess|earl|knight|marquess|prince|princess|viscount|viscountess|dr|prof|professor|rev"
    r"|saint|st)\b.*",
    re.IGNORECASE,
)
_LETTERS = r"(?:(?:[A-Z]\.?){2,5}|Bart\.?|Bt\.?|Kt\.?|Esq\.?|Ph\.?D\.?)"
_HONOURS = re.compile(rf"{_LETTERS}(?: {_LETTERS}){{0,9}}")
_SUFFIX = re.compile(r"(?i:jr|jnr|sr|snr|junior|senior)\.?|[IVX]+")
_EPITHET = re.compile(r"of [A-Z].*|the [A-Z][a-z]+|the (?:elder|older|younger)")
_DIGIT = re.compile(r"\d")
# What is behind no family name, and in no given one.
_NO_GIVEN = re.compile(
    r"(?:inc|ltd|llc|co|corp|plc|gmbh)\.?|(?:.* )?(?:and|of) .*|.*[&/].*", re.IGNORECASE
)


class _Name(NamedTuple):
    given: str
    family: str
    behind: tuple[str, ...]
    added: tuple[str, ...]

    def without(self, titles: str) -> str:
        """Returns the name in order, with nothing that is added to it."""
        return " ".join((self.given.removeprefix(titles), self.family, *self.behind))


def in_order(name: str) -> str:
    """Returns a person's name as a sentence has it: `Sir Anthony Caro`, `Henry Moore`.

    Ranks and letters behind the name are left out; what tells two of one name apart is kept:
    `Joseph Wright of Derby`, `Ann Elm (1757-1827)`.

    Args:
        name: The name; one that is not inverted is returned as it is.
    """
    found = _read(name)
    return " ".join((found.without(""), *found.added)) if found else name


def without_titles(name: str) -> str:
    """Returns an inverted name in order, without titles and additions: `Anthony Caro`.

    Args:
        name: The name; one that is not inverted is returned as it is. Of *Leighton, Lord* the
            title is kept, since no given name is left.
    """
    found = _read(name)
    if not found:
        return name
    titles = _TITLES.match(found.given)
    return found.without(titles[0] if titles and titles[0] != found.given else "")


@lru_cache(maxsize=65536)
def _read(name: str) -> _Name | None:
    """Returns the parts of a name that is inverted; None if it is not."""
    whole = _WITH_BRACKETS.fullmatch(name.strip()) if len(name) <= _LONGEST else None
    family, *more = map(str.strip, whole[1].split(",")) if whole else [""]
    if not whole or not more or not _are_names(family, more[0]):
        return None
    behind, added = list[str](), [whole[2]] if whole[2] else []
    for part in more[1:]:
        if _SUFFIX.fullmatch(part) or _EPITHET.fullmatch(part):
            behind.append(part)
        elif _RANK.fullmatch(part) or _HONOURS.fullmatch(part):
            continue
        elif _DIGIT.search(part):
            added.append(f"({part})")
        else:
            return None
    return _Name(more[0], family, tuple(behind), tuple(added))


def _are_names(family: str, given: str) -> bool:
    """Tells whether two texts may be a family name and given names: no *Ann Elm, Bob Ash*."""
    text = f"{family} {given}"
    if not family or not given or _DIGIT.search(text) or not plain(text).isascii():
        return False
    if any(kind.fullmatch(given) for kind in (_SUFFIX, _EPITHET, _NO_GIVEN)):
        return False
    names, others = _own(family), _own(given)
    is_whole = len(names) > 1 and not family.isupper()  # *Henry Moore, OM*
    if is_whole and (_HONOURS.fullmatch(given) or len(others) > 1):
        return False
    return max(len(names), len(others)) <= _MOST_WORDS


def _own(text: str) -> Sequence[str]:
    """Returns the words of a name without particles, titles and suffixes."""
    words = (word for word in text.split() if word.lower() not in PARTICLES)
    return [word for word in words if not _SUFFIX.fullmatch(word) and not _TITLES.fullmatch(word)]
