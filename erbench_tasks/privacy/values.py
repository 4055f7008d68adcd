"""Recognising personal data by values: mail, phones, cards, accounts, papers, streets, IP."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from ipaddress import ip_address

# The most values that are looked at, and the longest.
MOST = 200
_LONGEST = 200
# A domain begins with a letter or figure, what stands behind the @ of an image's address does not.
_MAIL = re.compile(r"[^@\s<>()]{1,64}@(?=[^\W_])[^@\s<>()]{1,180}\.[^\W\d_]{2,24}")
_PHONE = re.compile(r"[+(\d][\d\s()./\-\u2013+]{5,24}\d(?:\s?(?:x|ext\.?)\s?\d{1,6})?")
_DATE = re.compile(
    r"\d{4}[-./]\d{1,2}[-./]\d{1,2}.*|\d{1,2}[-./]\d{1,2}[-./]\d{2,4}.*"
    r"|[12]\d{3} ?[-/\u2013] ?[12]\d{3}"  # from one year to another
)
_GROUPS = re.compile(r"[\s()./\-\u2013]")
# Where numbers without a country code may be from.
_REGIONS = (
    "US", "GB", "DE", "FR", "ES", "IT", "PT", "NL", "PL", "BR", "MX", "IN", "JP", "CN", "AU", "CH",
    "AT", "BE", "SE",
)  # fmt: skip
# Fewer numbers without a country code may be numbers of anything.
_FEW = 4
_CARD = re.compile(r"(?:4\d{3}|5[1-5]\d\d|2[2-7]\d\d|3[0478]\d\d|3[689]\d\d|6\d{3})\d{8,15}")
_BRACKETED = re.compile(r"\(\d{3}\) ?\d{3}-\d{4}\b")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b")
_ACCOUNT = re.compile(r"[A-Za-z][ .-]*[A-Za-z][ .-]*\d[ .-]*\d")
_DIGITS = re.compile(r"\b\d(?:[ -]?\d){12,18}\b")
# How much of a text is looked at, and the share of texts that tells.
_LONGEST_SENTENCE = 2000
_OFTEN = 0.2
_IP = re.compile(r"[\da-fA-F]{0,4}[.:]")  # how one begins
# An IP address, or a version.
_BEGINS_WITH_DATE = re.compile(r"\d{4}-\d\d-\d\d(?!\d)")
_FOUR_PARTS = re.compile(r"\d{1,3}(\.\d{1,3}){3}")
_SSN = re.compile(r"\b\d{3}-\d\d-\d{4}\b")
# The share of a column's numbers that are of papers, and the fewest figures of one.
_MOSTLY, _FIGURES = 0.8, 6
# Identity papers whose check characters other numbers hardly have by chance.
_PAPERS = (
    "it.codicefiscale", "es.dni", "es.nie", "fr.nir", "pl.pesel", "mx.curp", "fi.hetu", "cn.ric",
    "br.cpf", "ch.ssn", "de.idnr", "nl.bsn", "se.personnummer", "dk.cpr", "be.nn", "tr.tckimlik",
    "in_.aadhaar", "kr.rrn", "za.idnr",
)  # fmt: skip
_BEFORE = (
    "calle|rua|rue|via|viale|piazza|plaza|avenida|av|avda|avenue|ave|boulevard|bd|ulica|ul|"
    "praça|travessa|corso|strada|chemin|allée|impasse|place|quai|carrer|paseo|aleja|al"
)
_AFTER = (
    "street|st|avenue|ave|road|rd|drive|dr|lane|ln|boulevard|blvd|court|ct|place|pl|square|sq|"
    "terrace|way|parkway|pkwy|highway|hwy|loop|manor|circle|close|crescent|row|walk|trail|alley"
)
_STREETS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\d{{1,5}}[a-z]?,? (?:[^\W\d_]['\w.\-]* ){{1,4}}(?:{_AFTER})\b\.?.*",
        rf"\d{{1,5}}(?: ?(?:bis|ter))?,? (?:{_BEFORE})\b\.? .*",
        rf"(?:{_BEFORE})\.? [^\d\n]{{2,60}},? ?(?:n[º°o.]* ?)?\d{{1,5}}\b.*",
        r"[^\W\d_][^\d\n]{0,40}(?:str(?:\.|aße|asse|aat)|gasse|weg|platz|allee|plein|gracht|laan|"
        r"straße|ring|ufer|damm) ?\d{1,4}[a-z]?\b.*",
    )
)
_VERSION = {"version", "versions", "release", "build", "ver", "firmware"}


def personal_values(
    values: Sequence[str], words: Sequence[str], *, of_people: bool
) -> tuple[str, float] | None:
    """Recognises personal data by what the values look like.

    Args:
        values: Texts; the first `MOST` are looked at.
        words: The words of the column's name: a version may look like an IP address.
        of_people: Whether a row is a person: others have an address that everybody may know.

    Returns:
        What they are, and the share of them that are so, in (0, 1].
    """
    texts = [text.strip() for text in values[:MOST]]
    texts = [text for text in texts if 0 < len(text) <= _LONGEST]
    if not texts:
        return None
    kinds = list(_KINDS)
    if not _VERSION & set(words):
        kinds.append(("IP addresses", 0.8, _ip_addresses))
    if of_people:
        kinds.append(("addresses", 0.5, _streets))
    for what, least, count in kinds:
        share = count(texts) / len(texts)
        if share >= least:
            return what, share
    return None


def personal_texts(texts: Sequence[str]) -> tuple[str, float] | None:
    """Recognises personal data within sentences; what has no mark of its own is not found.

    Args:
        texts: Questions of one kind; the beginning of each is looked at.

    Returns:
        What they mention, and the share of them that do, in (0, 1].
    """
    texts = [text[:_LONGEST_SENTENCE] for text in texts]
    for what, find in _WITHIN:
        share = sum(map(find, texts)) / max(1, len(texts))
        if share >= _OFTEN:
            return what, share
    return None


def _mentions_phone(text: str) -> bool:
    import phonenumbers

    has_plus = "+" in text and next(iter(phonenumbers.PhoneNumberMatcher(text, None)), None)
    return bool(has_plus) or bool(_BRACKETED.search(text))


def _mentions_number(text: str) -> bool:
    from stdnum import iban, luhn

    if _SSN.search(text) or any(iban.is_valid(found) for found in _IBAN.findall(text)):
        return True
    numbers = (re.sub(r"[ -]", "", found) for found in _DIGITS.findall(text))
    return any(_CARD.fullmatch(number) and luhn.is_valid(number) for number in numbers)


def _mails(texts: Sequence[str]) -> int:
    return sum(bool(_MAIL.fullmatch(text.removeprefix("mailto:"))) for text in texts)


def _phones(texts: Sequence[str]) -> int:
    """Counts phone numbers: international ones, and those of one country."""
    looking = [text for text in texts if _looks_like_phone(text)]
    international = [text for text in looking if text.startswith(("+", "00"))]
    national = [text for text in looking if text not in set(international)]
    found = sum(map(_is_international, international))
    bracketed = sum(text.startswith("(") for text in national)
    # A code with hyphens is a valid number somewhere: all must be written as in one country.
    if len(national) >= max(_FEW, 0.3 * len(texts)):
        written = (sum(_is_national(text, region) for text in national) for region in _REGIONS)
        return found + max(bracketed, *(n for n in written if n >= 0.9 * len(national)), 0)
    return found + bracketed


def _looks_like_phone(text: str) -> bool:
    digits = sum(map(str.isdigit, text))
    return (
        7 <= digits <= 16
        and bool(_PHONE.fullmatch(text))
        and not _DATE.fullmatch(text)
        and (text.startswith("+") or len(_GROUPS.findall(text)) >= 1)
        and not _SSN.fullmatch(text)
        and text.count(".") != 1  # a decimal number
        and not _is_ip(text)
    )


def _is_international(text: str) -> bool:
    import phonenumbers

    text = "+" + text[2:] if text.startswith("00") else text
    try:
        return phonenumbers.is_possible_number(phonenumbers.parse(text))
    except phonenumbers.NumberParseException:
        return False


def _is_national(text: str, region: str) -> bool:
    """Tells whether a text is a number of a country, its digits grouped as they are there."""
    from phonenumbers import Leniency, PhoneNumberMatcher

    found = PhoneNumberMatcher(text, region, Leniency.EXACT_GROUPING)
    return any(match.end - match.start == len(text) for match in found)


def _cards(texts: Sequence[str]) -> int:
    from stdnum import luhn

    numbers = (re.sub(r"[ -]", "", text) for text in texts)
    return sum(bool(_CARD.fullmatch(number)) and luhn.is_valid(number) for number in numbers)


def _accounts(texts: Sequence[str]) -> int:
    from stdnum import iban

    return sum(bool(_ACCOUNT.match(text)) and bool(iban.is_valid(text)) for text in texts)


# Papers that people have are numbered over a far wider range.
_SPREAD = 10


def _papers(texts: Sequence[str]) -> int:
    """Counts numbers of identity papers, all of one kind; fewer than most are none."""
    found = sum(bool(_SSN.fullmatch(text)) for text in texts)
    least = max(3, _MOSTLY * len(texts))
    looking = [t for t in texts if 9 <= len(t) <= 20 and sum(map(str.isdigit, t)) >= _FIGURES]
    looking = [t for t in looking if not (_FOUR_PARTS.fullmatch(t) or _BEGINS_WITH_DATE.match(t))]
    if _are_running(looking):
        return found
    return max(found, *(_valid(looking, check, least) for check in _checks()))


def _are_running(texts: Sequence[str]) -> bool:
    """Tells whether numbers follow each other, as those that a database gives its rows do."""
    if not texts or not all(map(str.isdecimal, texts)):
        return False
    numbers = {*map(int, texts)}
    return max(numbers) - min(numbers) < _SPREAD * len(numbers)


def _valid(texts: Sequence[str], is_valid: Callable[[str], bool], least: float) -> int:
    """Counts the valid texts; 0 as soon as there are too few, since each check takes long."""
    possible = len(texts)
    for text in texts:
        if possible < least:
            return 0
        possible -= not is_valid(text)
    return possible if possible >= least else 0


@lru_cache(maxsize=1)
def _checks() -> list[Callable[[str], bool]]:
    return [import_module(f"stdnum.{name}").is_valid for name in _PAPERS]


def _ip_addresses(texts: Sequence[str]) -> int:
    return sum(map(_is_ip, texts))


def _is_ip(text: str) -> bool:
    if not _IP.match(text):
        return False
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _streets(texts: Sequence[str]) -> int:
    return sum(any(street.fullmatch(text) for street in _STREETS) for text in texts)


_WITHIN: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("e-mail addresses", lambda text: bool(_MAIL.search(text))),
    ("phone numbers", _mentions_phone),
    ("numbers of cards, accounts or identity papers", _mentions_number),
)
# What, the least share of the values, and the function that counts.
_KINDS: tuple[tuple[str, float, Callable[[Sequence[str]], int]], ...] = (
    ("e-mail addresses", 0.3, _mails),
    ("numbers of cards", 0.8, _cards),
    ("numbers of accounts", 0.5, _accounts),
    ("phone numbers", 0.5, _phones),
    ("numbers of identity papers", _MOSTLY, _papers),
)
