"""Recognising personal data by values: mail, phones, cards, accounts."""

from __future__ import annotations

import re
from collections.abc import Sequence

MOST, _LONGEST = 200, 2000  # values that are looked at, and characters of each
# A domain begins with a letter or figure, what stands behind the @ of an image's address does not.
_MAIL = re.compile(r"[^@\s<>()]{1,64}@(?=[^\W_])[^@\s<>()]{1,180}\.[^\W\d_]{2,24}")
_BRACKETED = re.compile(r"\(\d{3}\) ?\d{3}-\d{4}\b")
_PHONE = re.compile(r"[+(\d](?=\d*[\s()/-])[\d\s()./-]{5,24}\d(?: ?(?:x|ext\.?) ?\d{1,6})?")
# Where numbers without a country code may be from; fewer than four may be numbers of anything.
_REGIONS, _FEW = ("US", "GB", "DE", "FR", "ES", "IT", "NL", "BR", "IN", "AU"), 4
_DIGITS = re.compile(r"\b\d(?:[ -]?\d){12,18}\b")
_CARD = re.compile(r"(?:4\d{3}|5[1-5]\d\d|2[2-7]\d\d|3[04789]\d\d|6\d{3})\d{8,15}")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b")
_SSN = re.compile(r"\b\d{3}-\d\d-\d{4}\b")
Found = tuple[str, float]


def personal_values(values: Sequence[str]) -> Found | None:
    """Recognises personal data by the first `MOST` values of a column: what, and the share."""
    texts = [text for value in values[:MOST] if (text := value.strip())]
    phones = _phones(texts)
    return personal_texts(texts) or (("phone numbers", phones) if phones else None)


def personal_texts(texts: Sequence[str]) -> Found | None:
    """Recognises what marks itself as personal data, also at the beginning of long texts.

    It returns what they mention, and the share of them that do, in (0, 1].
    """
    texts = [text[:_LONGEST] for text in texts]
    for what, least, find in _WITHIN:
        share = sum(bool(find(text)) for text in texts) / max(1, len(texts))
        if share >= least:
            return what, share
    return None


def _mentions_phone(text: str) -> bool:
    return bool(_BRACKETED.search(text)) or ("+" in text and _has_phone(text, None))


def _mentions_number(text: str) -> bool:
    from stdnum import iban, luhn

    if _SSN.search(text) or any(iban.is_valid(found) for found in _IBAN.findall(text)):
        return True
    numbers = (re.sub(r"[ -]", "", found) for found in _DIGITS.findall(text))
    return any(_CARD.fullmatch(number) and luhn.is_valid(number) for number in numbers)


def _phones(texts: Sequence[str]) -> float:
    """Returns the share of phone numbers, with a country code or all of them of one country.

    A code with hyphens is a valid number somewhere, so that the digits must be grouped as there.
    """
    looking = [text for text in texts if _PHONE.fullmatch(text)]
    if len(looking) < max(_FEW, len(texts) / 2):
        return 0
    coded = sum(text.startswith("+") for text in looking)
    looking = [text for text in looking if not text.startswith("+")]
    valid = max(sum(_has_phone(text, region) for text in looking) for region in _REGIONS)
    return (valid + coded) / len(texts) if valid >= 0.9 * len(looking) else 0


def _has_phone(text: str, region: str | None) -> bool:
    from phonenumbers import Leniency, PhoneNumberMatcher

    leniency = Leniency.EXACT_GROUPING if region else Leniency.VALID
    return bool(PhoneNumberMatcher(text, region, leniency).has_next())


# What, the least share of the texts, and the function that finds it.
_WITHIN = (
    ("e-mail addresses", 0.2, _MAIL.search),
    ("phone numbers", 0.2, _mentions_phone),
    ("numbers of cards, accounts or identity papers", 0.5, _mentions_number),
)
