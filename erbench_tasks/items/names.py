"""Names that say nothing: placeholders, numbers, single letters."""

from __future__ import annotations

import re

from ..english.lexicon import words_of

_IDEOGRAPH = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)*")
_GARBLED = re.compile(r"[\x00-\x08\x7f-\x9f\ufffd]")
# One or two letters are found in any text by chance; one sign of East Asia is a name.
_SHORT = 2
_LONG = 200
# What stands where there is no value.
PLACEHOLDERS = frozenset({
    "", "#n/a", "(none)", "(null)", "(unknown)", "*", "-", "--", "---", ".", "..", "...", "/",
    "<none>", "<null>", "<unknown>", "?", "??", "???", "[unknown]", "\\n", "_", "desconhecido",
    "desconocida", "desconocido", "herself", "himself", "inconnu", "inconnue", "k. a.", "k.a.",
    "keine angabe",
    "missing", "n.a", "n.a.", "n.n.", "n/a", "nan", "nicht bekannt", "nieznany", "nil", "no aplica",
    "no alignment", "no category", "no class", "no color", "no colour", "no data", "no entry",
    "no genre", "no hair", "no information", "no name", "no race", "no title", "no type",
    "no value", "non applicable", "non renseigné", "none", "not applicable", "not available",
    "not known", "not set", "not specified", "null", "okänd", "onbekend", "s/n", "sconosciuta",
    "sconosciuto", "sin datos", "tba", "tbc", "tbd", "to be announced", "to be determined",
    "unbekannt", "undefined", "unknown", "unspecified", "неизвестно", "不明", "未知",
    "\u2013", "\u2014",
})  # fmt: skip
# What stands for a name, or for several.
_NOBODY = frozenset({
    "andere", "anonim", "anonimo", "anonym", "anonyme", "anonymous", "anoniem", "anónimo",
    "anônimo", "artisti vari", "artistes divers", "autre", "autres", "default", "diverse",
    "diverse künstler", "divers", "dummy", "misc", "misc.", "miscellaneous", "not yet known",
    "other", "others", "otra", "otras", "otro", "otros", "outros", "sans titre", "sin título",
    "private collection", "sonstige", "sonstiges", "traditional", "unknown artist",
    "unknown author", "unnamed",
    "untitled", "varia", "various", "various artists", "various authors", "varios",
    "varios artistas", "vários", "verschiedene", "verschiedene interpreten", "vários artistas",
    "v.a.", "аноним", "佚名", "無名",
})  # fmt: skip

_NONE = PLACEHOLDERS | _NOBODY
# Titles that many works have: *The Very Best Of*, *Greatest Hits II*, *Unplugged [Live]*.
_WORDS = re.compile(r"\w+")
_SAID_TO_BE_NONE = re.compile(r"^[(\[].*\b(?:no|not|unknown|untitled)\b.*[)\]]$")
_COLLECTED = frozenset({
    "acoustic", "acústico", "anthology", "antologia", "best", "collection", "essential", "exitos",
    "grandes", "hits", "live", "sessions", "singles", "sucessos", "unplugged", "vivo", "éxitos",
})  # fmt: skip
# Parts of many countries are called so, and by nothing else.
_DIRECTIONS = words_of(
    "central centre center east eastern est nord norte north northern northeast northwest oeste"
    " ouest south southern southeast southwest sud sur west western"
)
# What says in a code where a place is: `Elmshire [Sir Elm GB-ELM]`.
_WITH_CODE = re.compile(r"[(\[][^)\]]*\b[A-Z]{2}-[A-Z0-9]{1,3}\b")
_OF_COLLECTIONS = frozenset({
    "1", "2", "3", "a", "album", "ao", "at", "bbc", "cd", "complete", "de", "definitive", "disc",
    "disk", "early", "en", "gold", "greatest", "i", "ii", "iii", "in", "mtv", "new", "of", "o",
    "os", "remastered", "the", "ultimate", "very", "vol", "volume",
})  # fmt: skip


# Titles that many works have, each of another maker: *Self-Portrait*, *Symphony No. 5 in C minor*.
_MUSIC = (
    "ballade|concerto|etude|fantasia|fugue|impromptu|mass|mazurka|nocturne|octet|overture|partita"
    "|polonaise|prelude|quartet|quintet|requiem|rhapsody|scherzo|serenade|sextet|sonata|suite"
    "|symphony|te deum|toccata|trio|variations|waltz"
)
_OF_MANY = re.compile(
    r"self[- ]?portrait.*|(?:portrait|bust|head|study)(?: (?:of|for|after) .*| \w{1,4})?"
    r"|(?:abstraction|bathers?|composition|figure|landscape|nude|still[- ]life|torso)"
    r"(?: (?:no|n\u00ba)\.? ?\d+| [ivx\d]{1,4}| with .*)?"
    r"|(?:reclining|seated|sleeping|standing) (?:figure|man|nude|woman)"
    r"|(?:the )?(?:adoration of the (?:magi|shepherds)|annunciation|crucifixion|holy family"
    r"|last supper|lamentation|nativity|pieta|piet\u00e0|resurrection)|madonna (?:and|with) child"
    rf"|(?:\w+ )?(?:{_MUSIC})(?:,? (?:no|n\u00ba)\.? ?\d+)?(?:,? in [a-h]\b.*)?(?:,? op\..*)?",
    re.IGNORECASE,
)


def is_of_many(title: str) -> bool:
    """Tells whether many works have a title, so that nobody knows whose is meant."""
    return len(title) < _LONG and _OF_MANY.fullmatch(title.strip()) is not None


# Up to which rulers of several realms had a name.
NUMERALS = ("i", "ii", "iii", "iv", "v", "vi", "vii")
# What an event is called, or has in its name, that nobody wins alone.
OF_TEAMS = (
    "4 x ", "4x", "ball", "bobsle", "cox", "cricket", "curling", "double sculls", "doubles", "duet",
    "eights", "four", "group", "hockey", "ice dancing", "keelboat", "lacrosse", "madison",
    "motorboat", "multihull", "pairs", "patrol", "polo", "quadruple", "relay", "rugby",
    "sailing mixed", "skiff", "synchron", "tandem", "team", "three person", "tug of war",
    "tug-of-war", "two",
)  # fmt: skip


def is_numbered(name: str) -> bool:
    """Tells whether a name is one word and a low numeral, as several rulers had: *Charles III*."""
    _, *rest = name.casefold().split() or [""]
    return len(rest) == 1 and rest[0] in NUMERALS


def is_short(text: str) -> bool:
    """Tells whether a text has one or two characters, of a script whose characters are letters."""
    return len(text) <= _SHORT and not _IDEOGRAPH.search(text)


def says_nothing(name: str) -> bool:
    """Tells whether a name says nothing of what it names: too short, a number, cut off."""
    bare = name.strip()
    folded = bare.casefold()
    parts = set(_WORDS.findall(folded))
    is_any = bool(parts & _COLLECTED) and parts <= _COLLECTED | _OF_COLLECTIONS
    is_cut = any(bare.count(a) > bare.count(b) for a, b in ("()", "[]"))
    is_none = folded in _NONE or _GARBLED.search(bare) is not None
    is_bracketed = _SAID_TO_BE_NONE.search(folded) is not None
    is_number = _NUMBER.fullmatch(bare) is not None
    is_any = is_any or (bool(parts) and parts <= _DIRECTIONS)
    is_bracketed = is_bracketed or _WITH_CODE.search(bare) is not None
    return is_short(bare) or is_number or is_none or is_any or is_cut or is_bracketed


def is_nobody(value: str) -> bool:
    """Tells whether a value stands for there being none, or for several: `Various Artists`.

    So does one that was read by a wrong table of characters, and has some that nobody writes.
    """
    return value.strip().casefold() in _NONE or _GARBLED.search(value) is not None


# A name without a vowel has lost the letters that its table of characters has not: *Bjrn*.
_LOST = re.compile(r"\b[B-DF-HJ-NP-TV-XZ][b-df-hj-np-tv-xz]{3,}\b(?!\.)")


def has_lost_letters(name: str) -> bool:
    """Tells whether a name has a word of consonants alone, as nobody spells it."""
    return _LOST.search(name) is not None


# A hand that nobody knows: *British School 17th century*, *workshop of Elm*.
_ANY_HAND = re.compile(
    r"\b(?:anonymous|attributed to|century|circle of|follower of|manner of|school|studio of"
    r"|style of|unidentified|unknown|workshop)\b|^after ",
    re.IGNORECASE,
)
# One of several buildings of a name, as a table counts them: *Elm Park II*.
_COUNTED = re.compile(
    r"\w+ (?:arena|field|gardens?|grounds?|park|stadium) (?:i{1,3}|iv|v)", re.IGNORECASE
)


_SEVERAL = re.compile(
    r", (?!(?:Co|Corp|Inc|Ltd|LLC|LLP|Limited|GmbH|S\.?A|N\.?V|Jr|Sr)\b)(?=[A-Z])|; | / "
)


def lists_several(value: str) -> bool:
    """Tells whether a value lists several firms, each as right: `Elm, Ash Works`."""
    return _SEVERAL.search(value) is not None


def is_of_no_one(value: str, kind: str) -> bool:
    """Tells whether a value says what a table calls it, and no name that others use.

    Args:
        value: An accepted value.
        kind: What kind of values it is one of.
    """
    if kind == "person":
        return _ANY_HAND.search(value) is not None
    return _COUNTED.search(value) is not None
