"""Values that no question should have or ask for: hashes, placeholders, markup and the like."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..english.lexicon import words_of
from ..items.names import PLACEHOLDERS

_HASH = re.compile(
    r"(?=.*\d)(?:0x)?[0-9a-fA-F]{16,}|\{?[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\}?"
    r"|\$\d\w?\$\S{20,}"
)
_TOKEN = re.compile(r"(?=(?:\D*\d){3})(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9+/_-]{20,}={0,2}")
_PLACEHOLDER_DATE = re.compile(
    r"(?:9999|2999|0001|0000|1753|1900)-(?:12-31|01-01|00-00)(?:[ T].*)?|31\.12\.9999|0000"
)
_MOMENT = re.compile(
    r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?(?:Z|UTC|[+-]\d\d(?::?\d\d)?))?"
)
_MIDNIGHT = re.compile(r".*[ T]00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d:?\d\d)?")
_MARKUP = re.compile(
    r"</?[A-Za-z][^<>]{0,200}>|&(?:[a-z]{2,8}|#\d{1,6});|\[\[|\{\{|\]\("
    r"|^(?:POINT|POLYGON|LINESTRING|MULTI\w{1,20}) ?\("
)
_ADDRESS = re.compile(r"[^\s@]{1,64}@[^\s@]{1,255}\.[^\s@]{2,63}|\w{2,20}://\S+|www\.\S+")
_PATH = re.compile(
    r"(?:\.{0,2}|[A-Za-z]:)(?:[/\\][\w.-]+){2,}[/\\]?|[A-Za-z]:\\.*"
    r"|\S+\.(?:jpe?g|png|gif|svg|webp|bmp|tiff?|pdf|docx?|xlsx?|csv|mp[34]|html?|zip|txt)"
)
_MEASURE = re.compile(r"\d+(?:[.,/]\d+)*|\u00b0 ?[cfk]?|[^\W\d]+|[%\u2103\u2109]")
_LONGEST_MEASURE = 60
# Letters that seats and classes have, such as A and C, are not among them.
_UNITS = words_of(
    "mg g gr gram gramm gramme gramo kg kilo kilogram lb lbs pound oz ounce ton tonne ml cl dl l"
    " ltr lt liter litre litro gal gallon pint pt qt quart mm cm m km meter metre metro inch ft"
    " foot feet yd yard mile mi nm sqm ha acre v kv mv volt w kw mw gw watt ma ah mah amp hp ps cv"
    " hz khz mhz ghz kb mb gb tb kbps mbps gbps dpi pa hpa kpa mpa bar psi db cal kcal kj kwh"
    " j nmol mmol mol ppm px pixel sec second min minute hour hr day week month year stunde tag"
    " woche monat jahr % \u00b0 \u00b0c \u00b0f \u2103 \u2109"
)
_PACKS = words_of(
    "bag barrel batch bottle box boxe bundle can capsule carton case container count crate ct cup"
    " dose dozen drum each glass glasse jar pack package packet pair pallet pc pce pcs piece pie"
    " pk pkg pkt roll sachet sack set sheet slice stick tablet tin tray tub tube unit vial"
    " beutel dose dosen flasche flaschen karton kiste kisten packung packungen paket stück tüte"
    " tüten bolsa bote botella caja paquete pieza"
    " tableta boîte bouteille paquet sachet unité bottiglia confezione pezzo scatola"
)
_BETWEEN = words_of("x by per a à de of or to and ca k")
_BRACKETS = ("{}", "[]")
LONGEST = 120  # characters


def is_hash(text: str) -> bool:
    """Tells whether a value is a hash, a UUID or a token."""
    return len(text) < 1000 and bool(_HASH.fullmatch(text) or _TOKEN.fullmatch(text))


def is_placeholder(text: str) -> bool:
    """Tells whether a value stands for there being none: `N/A`, `unknown`, `9999-12-31`, ``."""
    bare = text.strip().casefold()
    return bare in PLACEHOLDERS or bool(_PLACEHOLDER_DATE.fullmatch(bare))


def is_time_stamp(text: str) -> bool:
    """Tells whether a value is a date with a time, were it midnight."""
    return bool(_MOMENT.fullmatch(text))


def is_moment(text: str) -> bool:
    """Tells whether a value is a date with a time of day, which nobody can be asked for."""
    return is_time_stamp(text) and not _MIDNIGHT.fullmatch(text)


def is_markup(text: str) -> bool:
    """Tells whether a value has HTML, wiki or Markdown markup, or is JSON."""
    is_structure = text[:1] + text[-1:] in _BRACKETS and (":" in text or "," in text)
    return is_structure or bool(_MARKUP.search(text))


def is_address(text: str) -> bool:
    """Tells whether a value is an e-mail or web address, or the path of a file."""
    return bool(_ADDRESS.fullmatch(text) or _PATH.fullmatch(text))


def is_quantity(text: str) -> bool:
    """Tells whether a value is a quantity with its unit: `500 g`, `24 - 12 oz bottles`, `12V`."""
    first = _MEASURE.search(text) if len(text) <= _LONGEST_MEASURE else None
    if first is None or not first[0][0].isdigit():  # nearly always
        return False
    parts = _MEASURE.findall(text.casefold())
    named = [part.removesuffix("s") if len(part) > 2 else part for part in parts[1:]]
    said = [part for part in named if not part[0].isdigit()]
    measured = (_UNITS | _PACKS).intersection(said)
    is_all = all(part in _UNITS or part in _PACKS or part in _BETWEEN for part in said)
    return bool(measured) and is_all


def is_citation(text: str) -> bool:
    """Tells whether a value names the first of several people: `Curie et al.`."""
    return text.rstrip(" .)").casefold().endswith((" et al", " & al", " u. a", " and others"))


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
    ("the first of several people as a value", is_citation),
    ("long value", is_long),
)
