"""Names of schemas as words, in any spelling: `tbl_Customers`, `custname`, `geburtsdatum`."""

from __future__ import annotations

import re
from functools import lru_cache

from ...core.folding import fold
from . import vocabulary

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")
_GAP = re.compile(r"[\W_]+")
_UMLAUTS = (("ä", "ae"), ("ö", "oe"), ("ü", "ue"))
# Letters that have no accent to be dropped.
_LETTERS = str.maketrans({"ß": "ss", "ł": "l", "Ł": "L", "ø": "o", "đ": "d"})
# German and Dutch write what follows such a word without a gap: `kundenkarte`.
_OPEN = (
    "kunden", "patienten", "mitarbeiter", "benutzer", "customer", "employee", "patient",
    "mitglieder", "schueler", "bestell", "rechnungs", "klanten", "gebruikers", "medewerkers",
    "email", "telefon", "geburts",
)  # fmt: skip
# Words that begin like these and mean something else.
_CLOSED = ("patience", "patiently", "customers", "employees", "patients", "telefone")
Words = tuple[str, ...]


@lru_cache(maxsize=65536)
def name_words(name: str) -> Words:
    """Returns the words of a name without accents and digits, in lower case.

    What is written together comes apart where all of its parts are known.
    """
    found: list[str] = []
    for word in _GAP.split(_CAMEL.sub(" ", name)):
        plain = folded(word.rstrip("0123456789")).strip()
        found += _apart(plain) if plain else ()
    return tuple(found)


def folded(text: str) -> str:
    """Returns text in lower case and without accents."""
    return fold(text.translate(_LETTERS))


@lru_cache(maxsize=1024)
def phrases(text: str) -> frozenset[Words]:
    """Returns the phrases of a list of words, in each of their spellings.

    Args:
        text: Words, with `_` between those of one phrase.
    """
    found = set()
    for phrase in text.split():
        for spelling in (phrase, _without_umlauts(phrase)):
            found.add(tuple(folded(word) for word in spelling.split("_")))
    return frozenset(found)


def has_any(parts: Words, text: str) -> bool:
    """Tells whether a name has one of the phrases, its words side by side."""
    return first_of(parts, text) is not None


def first_of(parts: Words, text: str) -> Words | None:
    """Returns the longest phrase that a name has, and the first of several.

    Args:
        parts: The words of the name.
        text: The phrases (see `phrases`).
    """
    known = phrases(text)
    for length in (4, 3, 2, 1):
        for start in range(len(parts) - length + 1):
            if parts[start : start + length] in known:
                return parts[start : start + length]
    return None


def beginning(parts: Words, text: str) -> Words | None:
    """Returns the longest phrase that some words begin with.

    Args:
        parts: The words.
        text: The phrases (see `phrases`).
    """
    known = phrases(text)
    return next((parts[:length] for length in (4, 3, 2, 1) if parts[:length] in known), None)


def table_words(name: str) -> Words:
    """Returns the words of a table's name without what is before and behind it: `tbl`, `dim`."""
    parts = list(name_words(name))
    while len(parts) > 1 and (parts[0],) in phrases(vocabulary.PREFIXES):
        parts.pop(0)
    while len(parts) > 1 and (parts[-1],) in phrases(vocabulary.SUFFIXES):
        parts.pop()
    return tuple(parts)


def without(parts: Words, text: str) -> Words:
    """Returns the words that are none of the given ones."""
    known = phrases(text)
    return tuple(part for part in parts if (part,) not in known)


def _without_umlauts(phrase: str) -> str:
    for umlaut, spelled in _UMLAUTS:
        phrase = phrase.replace(umlaut, spelled)
    return phrase


@lru_cache(maxsize=65536)
def _apart(word: str) -> Words:
    """Takes apart what is written together, if each part is known."""
    if len(word) < 5 or (word,) in _known():
        return (word,)
    parts = _split(word, frozenset(part for (part,) in _parts()))
    if parts:
        return parts
    for start in _OPEN:
        if word.startswith(start) and len(word) >= len(start) + 3 and word not in _CLOSED:
            return (start, word[len(start) :])
    return (word,)


def _split(word: str, known: frozenset[str]) -> Words:
    """Returns the fewest known words that a word is made of; none if it is not."""
    best: list[Words | None] = [()] + [None] * len(word)
    for end in range(2, len(word) + 1):
        for start in range(end - 1):
            before = best[start]
            if before is not None and word[start:end] in known:
                longer = (*before, word[start:end])
                shortest = best[end]
                best[end] = longer if shortest is None or len(longer) < len(shortest) else shortest
    return best[len(word)] or ()


@lru_cache(maxsize=1)
def _parts() -> frozenset[Words]:
    roles = vocabulary.PRIVATE_PEOPLE + vocabulary.PERHAPS_PEOPLE
    every = phrases(vocabulary.PARTS) | phrases(roles)
    return frozenset(phrase for phrase in every if len(phrase) == 1)


@lru_cache(maxsize=1)
def _known() -> frozenset[Words]:
    texts = [
        *vocabulary.ANYWHERE.values(), *vocabulary.OF_PEOPLE.values(), vocabulary.PRIVATE_PEOPLE,
        vocabulary.PERHAPS_PEOPLE, vocabulary.PRIVATE_EVENTS, vocabulary.PERHAPS_EVENTS,
        vocabulary.TRADES,
        vocabulary.PERSON_COLUMNS, vocabulary.PEOPLE, vocabulary.PUBLIC_PEOPLE, vocabulary.NAMING,
    ]  # fmt: skip
    return frozenset().union(*map(phrases, texts))


_WORD = re.compile(r"[^\W\d_]+")
_FILLING = """
the a an all our list lists table data master of about one row per each every contains holds stores
die der das des alle liste tabelle stammdaten daten von den la le les des du liste table données
el los las de del lista tabla datos il lo i gli dei delle tabella dati os as dos das tabela dados
het de alle lijst tabel gegevens wszystkie dane for keeps information info records
"""


def leading(comment: str) -> Words:
    """Returns the first words of a comment: `List of all customers` is about customers."""
    found = [folded(word) for word in _WORD.findall(comment[:200])]
    filling = phrases(_FILLING)
    while found and (found[0],) in filling:
        found.pop(0)
    return tuple(found[:4])
