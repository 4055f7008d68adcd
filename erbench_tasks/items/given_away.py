"""What the text of a question gives away.

Texts are compared word by word, without accents, case and punctuation. A value counts as given
away whatever it is: if "A" or "Yes" is to be said, a question that happens to have this word is
answered by repeating it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ...core.values.words import plain
from .item import Item

# Scripts that put no space between words: each of their letters counts as a word.
UNSPACED = (
    r"\u0e00-\u0e7f\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    r"\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
# A number is one word (5 is not in 1.5), and so is each sign that tells names apart (C, C++, C#).
_WORD = re.compile(
    rf"(?:(?<!\w)-)?\d+(?:[.,]\d+)*[^\W_{UNSPACED}]*|[{UNSPACED}]|[^\W_{UNSPACED}]+"
    r"|[+#%&$€£°№*=<>]"
)
_THOUSANDS = re.compile(r"-?\d{1,3}(?:,\d{3})+")
# Letters that most people leave out: Lanai has one.
_UNWRITTEN = {0x02BB: None, 0x02BC: None}


def words_of(text: str) -> str:
    """Returns the words of a text as they compare: ` is there a cafe in cote d ivoire `, or ``."""
    lowered = plain(text).casefold().replace("\N{MINUS SIGN}", "-").translate(_UNWRITTEN)
    found = _WORD.findall(lowered)
    if "," in lowered:
        found = [w.replace(",", "") if _THOUSANDS.fullmatch(w) else w for w in found]
    return f" {' '.join(found)} " if found else ""


_wanted = lru_cache(maxsize=65536)(words_of)


def mentions_words(words: str, value: str) -> bool:
    """Tells whether words (`words_of`) have those of a value, one after the other."""
    wanted = _wanted(value)
    return bool(wanted) and wanted in words


def given_away(item: Item) -> str | None:
    """Returns an accepted value that the text of a question has, which nobody would have to know.

    It is the first such value, in any of its spellings and of whatever hop. In a multiple-choice
    question this is the true value of the false option, whether the question or an option says it;
    the values of the other options are there by design.
    """
    if not item.rationale:
        return None
    words = "|".join(map(words_of, (item.question, *item.options)))
    spellings = (value for element in item.rationale for value in element.values)
    return next((value for value in spellings if mentions_words(words, value)), None)
