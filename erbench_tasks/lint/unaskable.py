"""Values that no question should have or ask for: hashes, placeholders, markup and the like."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..items.names import PLACEHOLDERS

_HASH = re.compile(
    r"(?=.*\d)(?:0x)?[0-9a-fA-F]{16,}|\{?[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\}?"
)
_TOKEN = re.compile(r"(?=(?:\D*\d){3})(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9+/_-]{20,}={0,2}")
_PLACEHOLDER_DATE = re.compile(
    r"(?:9999|2999|0001|0000|1753|1900)-(?:12-31|01-01|00-00)(?:[ T].*)?|31\.12\.9999|0000"
)
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?")
_MIDNIGHT = re.compile(r".*[ T]00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d:?\d\d)?")
_MARKUP = re.compile(r"</?[A-Za-z][^<>]{0,200}>|&(?:[a-z]{2,8}|#\d{1,6});|\[\[|\{\{|\]\(")
_ADDRESS = re.compile(r"[^\s@]{1,64}@[^\s@]{1,255}\.[^\s@]{2,63}|\w{2,20}://\S+|www\.\S+")
_PATH = re.compile(r"(?:/[\w.-]+){2,}/?|[A-Za-z]:\\.*|[\w/.-]+\.(?:jpe?g|png|gif|pdf|docx?|html?)")
_BRACKETS = ("{}", "[]")
LONGEST = 120  # characters


def is_hash(text: str) -> bool:
    """Tells whether a value is a hash, a UUID or a token."""
    return len(text) < 1000 and bool(_HASH.fullmatch(text) or _TOKEN.fullmatch(text))


def is_placeholder(text: str) -> bool:
    """Tells whether a value stands for there being none: `N/A`, `unknown`, `9999-12-31`, ``."""
    bare = text.strip().casefold()
    return bare in PLACEHOLDERS or bool(_PLACEHOLDER_DATE.fullmatch(bare))


def is_moment(text: str) -> bool:
    """Tells whether a value is a date with a time of day, which nobody can be asked for."""
    return bool(_MOMENT.fullmatch(text)) and not _MIDNIGHT.fullmatch(text)


def is_markup(text: str) -> bool:
    """Tells whether a value has HTML, wiki or Markdown markup, or is JSON."""
    is_structure = text[:1] + text[-1:] in _BRACKETS and (":" in text or "," in text)
    return is_structure or bool(_MARKUP.search(text))


def is_address(text: str) -> bool:
    """Tells whether a value is an e-mail or web address, or the path of a file."""
    return bool(_ADDRESS.fullmatch(text) or _PATH.fullmatch(text))


def is_long(text: str) -> bool:
    """Tells whether a value is too long to be asked for, or has several lines."""
    return len(text) > LONGEST or len(text.splitlines()) > 1


# What a value is, and what tells.
UNASKABLE: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("hash or token as a value", is_hash),
    ("placeholder as a value", is_placeholder),
    ("time of day as a value", is_moment),
    ("markup in a value", is_markup),
    ("address or path as a value", is_address),
    ("long value", is_long),
)
