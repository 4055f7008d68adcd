"""Finding a name that a text writes in another script: Cyrillic, Greek, Korean, kana and others.

The letters are romanised by their names in Unicode, and compared with some tolerance, since there
are many ways to romanise. Chinese characters tell no sound here.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from rapidfuzz import fuzz

from ..text.words import Span
from .mentions import forms

_RUN = re.compile(
    r"[\u0370-\u052f\u0590-\u074f\u0900-\u097f\u1100-\u11ff\u3040-\u30ff\uac00-\ud7af]"
    r"[\u0370-\u052f\u0590-\u074f\u0900-\u097f\u1100-\u11ff\u3040-\u30ff\uac00-\ud7af\s'-]{2,80}"
)
_CYRILLIC = {
    "BE": "b", "VE": "v", "GHE": "g", "DE": "d", "IE": "e", "IO": "yo", "ZHE": "zh", "ZE": "z",
    "SHORT I": "y", "KA": "k", "EL": "l", "EM": "m", "EN": "n", "PE": "p", "ER": "r", "ES": "s",
    "TE": "t", "EF": "f", "HA": "kh", "TSE": "ts", "CHE": "ch", "SHA": "sh", "SHCHA": "shch",
    "YERU": "y", "SOFT SIGN": "", "HARD SIGN": "", "YI": "yi", "BYELORUSSIAN-UKRAINIAN I": "i",
}  # fmt: skip
_GREEK = {
    "ALPHA": "a", "BETA": "v", "GAMMA": "g", "DELTA": "d", "EPSILON": "e", "ZETA": "z", "ETA": "i",
    "THETA": "th", "IOTA": "i", "KAPPA": "k", "LAMDA": "l", "MU": "m", "NU": "n", "XI": "x",
    "OMICRON": "o", "PI": "p", "RHO": "r", "SIGMA": "s", "FINAL SIGMA": "s", "TAU": "t",
    "UPSILON": "y", "PHI": "f", "CHI": "ch", "PSI": "ps", "OMEGA": "o",
}  # fmt: skip
_ARABIC = {
    "ALEF": "", "BEH": "b", "TEH": "t", "THEH": "th", "JEEM": "j", "HAH": "h", "KHAH": "kh",
    "DAL": "d", "THAL": "dh", "REH": "r", "ZAIN": "z", "SEEN": "s", "SHEEN": "sh", "SAD": "s",
    "DAD": "d", "TAH": "t", "ZAH": "z", "AIN": "", "GHAIN": "gh", "FEH": "f", "QAF": "q",
    "KAF": "k", "LAM": "l", "MEEM": "m", "NOON": "n", "HEH": "h", "WAW": "w", "YEH": "y",
    "TEH MARBUTA": "", "ALEF MAKSURA": "", "HAMZA": "", "PEH": "p", "GAF": "g",
}  # fmt: skip
_VOWELS = re.compile(r"[aeiou]")
_NO_LETTER = re.compile(r"[^a-z]")
_FEWEST_LETTERS = 5
_ALIKE, _PART_ALIKE = 84, 88  # percent
_LEAST_PART = 0.6
# English and Korean spellings of the same vowels: Hee and Hui, Moon and Mun.
_VOWEL_SPELLINGS = (("ee", "i"), ("yi", "i"), ("ui", "i"), ("oo", "u"), ("eo", "o"), ("eu", "u"))
_LONGEST_TEXT = 20_000


def in_other_script(text: str, value: str) -> Span | None:
    """Finds where a text writes a name in another script than the Latin one.

    Args:
        text: The text as it was written.
        value: The name.
    """
    runs = [] if text.isascii() else list(_RUN.finditer(text[:_LONGEST_TEXT]))
    names = _names(value) if runs else ()
    alike = (run.span() for name in names for run in runs if _is_alike(name, run[0]))
    return next(alike, None)


@lru_cache(maxsize=65536)
def _names(value: str) -> tuple[str, ...]:
    """Returns the forms of a name that are long enough to be told from others."""
    written = [value, *(" ".join(form.words) for form in forms(value) if not form.part)]
    letters = dict.fromkeys(_plain_letters(romanised(name)) for name in written)
    return tuple(name for name in letters if len(name) >= _FEWEST_LETTERS)


def _is_alike(wanted: str, run: str) -> bool:
    written = _plain_letters(romanised(run))
    if unicodedata.name(run[0], "").startswith(("ARABIC", "HEBREW")):
        wanted = _VOWELS.sub("", wanted)
        return len(wanted) >= _FEWEST_LETTERS and wanted in _VOWELS.sub("", written)
    if len(written) >= len(wanted):
        return fuzz.partial_ratio(wanted, written) >= _ALIKE
    long_enough = len(written) >= max(_FEWEST_LETTERS, _LEAST_PART * len(wanted))
    return long_enough and fuzz.partial_ratio(wanted, written) >= _PART_ALIKE


def _plain_letters(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text).lower()
    letters = _NO_LETTER.sub("", decomposed)
    for spelled, sound in _VOWEL_SPELLINGS:
        letters = letters.replace(spelled, sound)
    return letters


def romanised(text: str) -> str:
    """Writes a text in Latin letters, as far as its letters' names tell their sounds.

    Args:
        text: Any text.
    """
    composed = unicodedata.normalize("NFC", text)
    return re.sub(r"a(?=~)|~a?", "", "".join(map(_sound, composed)))


@lru_cache(maxsize=4096)
def _sound(letter: str) -> str:
    """Returns the sound of a letter; "~" takes the vowel away that a letter has by itself."""
    if letter.isascii():
        return letter
    script, _, name = unicodedata.name(letter, "").partition(" ")
    sound = name.rpartition("LETTER ")[2].removeprefix("SMALL ")
    table = {"CYRILLIC": _CYRILLIC, "GREEK": _GREEK, "ARABIC": _ARABIC}.get(script)
    if table is not None:
        return table.get(sound.partition(" WITH ")[0], sound.lower() if len(sound) < 3 else "")
    if script in ("HIRAGANA", "KATAKANA") and " " not in sound and "-" not in sound:
        return sound.lower()
    if script == "HANGUL" and name.startswith("SYLLABLE "):
        return name.removeprefix("SYLLABLE ").replace("C", "CH").lower()
    return _devanagari(name, sound) if script == "DEVANAGARI" else letter


def _devanagari(name: str, sound: str) -> str:
    if name.startswith("VOWEL SIGN "):
        return "~" + name.removeprefix("VOWEL SIGN ").lower().replace("aa", "a")
    if name == "SIGN VIRAMA":
        return "~"
    if name in ("SIGN ANUSVARA", "SIGN CANDRABINDU"):
        return "n"
    return sound.lower().replace("aa", "a") if name.startswith("LETTER ") else ""
