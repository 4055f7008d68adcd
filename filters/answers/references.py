"""Where a response names options: by number, letter or ordinal.

A response that names none so may repeat the text of an option, or say what only one is about.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from ...core.folding import fold
from .vocabulary import OPTION
from .wording import Sentence

_NOUN = rf"(?:options?|statements?|choices?|claims?|items?|{OPTION})"
_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_NUMBERS = {
    name: number
    for names in ("abcdefgh", _ORDINALS, ("one", "two", "three", "four"), ("i", "ii", "iii", "iv"))
    for number, name in enumerate(names, start=1)
} | {"former": 1}
_NAMED = re.compile(
    rf"(?<![\w.]){_NOUN}\s?(?:is|number|no\.|[#:])?[\s:#(\"'\[]{{0,4}}(?P<number>\d{{1,2}}"
    r"(?![\d,.]*\d|[a-z_]|%)|[a-h](?=[\s\"')]*(?:[.,:;!?)\]]|$|\n|is\b))|i{1,3}(?!\w)|iv(?!\w)"
    r"|(?:one|two|three|four)(?!\w))"
    rf"|(?<![\w-])(?P<ordinal>{'|'.join(_ORDINALS)}|\d(?:st|nd|rd|th)"
    r"|(?<=the )(?:last|final|former|latter))"
    rf"(?=[\s\"')]*(?:[.,:;!?)\u2013]|$|\n)|\s(?:one|is|isn't|seems|and|or|{_NOUN}))"
    r"|^[\s|\"'\u2013\u2022+(\[-]*(?:number )?(?P<leading>\d{1,2}|[a-h]|i{1,3}|iv)(?:\s?[):\]|]"
    r"(?!\d)|\.(?!\d)|(?=[\"']?\s*(?:$|[\u2013,;!?=\u2192]|-\s))|(?=\s(?:is|and)\b)"
    r"|(?=\s[\u2705\u2714\u2713\u274c\u2716\u2717\u2718]))"
    r"|(?<![\w.,\u2013-])\((?P<bracketed>\d{1,2}|[a-h]|i{1,3}|iv)\)|#\s?(?P<hash>\d)(?!\d)"
)
# A digit or a capital alone names an option only between words that lead to one and out of it.
_LONE = re.compile(
    r"(?:(?<=\d)|(?<=\d,))\s(?:and|or|&)\s(?P<paired>[1-9])(?![\w%/]|[.,:]\d)"
    r"|(?:\b(?i:is|it's|be|so|with|choose|pick|leaves|either|and|or|not|but|answer)|[,&\u2192=:])"
    r"\s(?:number\s)?[\"'(]?(?P<lone>[1-9A-H])"
    r"(?=[\"')]?(?:[,:;!?)](?!\d)|\.?\s*$|\s(?:is|isn't|are|and|or)\b))"
)
_BEFORE_NAME = 12  # characters of a line before the option that it is about
_LONGEST_STOP = 3  # characters of words that are about nothing
_WORD = re.compile(r"[^\W_]+(?:\.\d+)?")
_JOINT = re.compile(r"[\s\"')(]*(?:,|and|or|&|/|,\s*and|,\s*or|nor)?[\s\"'(]*$")


class Mention(NamedTuple):
    """Where a sentence names an option, or several together ("options 1 and 3").

    Attributes:
        start: Where in the sentence the names begin.
        end: Where they end.
        numbers: The options, from 1.
        leads: Whether a line opens with them.
    """

    start: int
    end: int
    numbers: frozenset[int]
    leads: bool


class Offered(NamedTuple):
    """The options of a question.

    Attributes:
        texts: Their texts, folded.
        by_word: The number of the only option that has a word.
    """

    texts: tuple[str, ...]
    by_word: Mapping[str, int]

    def mentions(self, sentence: Sentence) -> list[Mention]:
        """Returns where a sentence names options, in order."""
        matches = [*_NAMED.finditer(sentence.text), *_LONE.finditer(sentence.raw)]
        mentions = [m for match in matches if (m := self._mention(match, sentence))]
        joined: list[Mention] = []
        for mention in sorted(mentions):
            if joined and _JOINT.match(sentence.text[joined[-1].end : mention.start]):
                first = joined.pop()
                numbers = first.numbers | mention.numbers
                mention = first._replace(end=mention.end, numbers=numbers)
            joined.append(mention)
        return joined

    def _number(self, name: str) -> int | None:
        """Returns the option that a digit, letter, numeral or ordinal names."""
        digits = name.rstrip("stndrh")
        number = int(digits) if digits.isdecimal() else _NUMBERS.get(name, 0)
        number = len(self.texts) if name in ("last", "final", "latter") else number
        return number if 1 <= number <= len(self.texts) else None

    def _mention(self, match: re.Match[str], sentence: Sentence) -> Mention | None:
        group = match.lastgroup or ""
        name = match[group].lower()
        if group == "leading":
            # "A. Smith ..." opens with initials, and "a book" with an article.
            initial = name.isalpha() and sentence.text.startswith(". ", match.end() - 1)
            article = name == match[0].strip() and sentence.raw[match.start(group)].islower()
            if initial or article or not sentence.opens_line:
                return None
        number = self._number(name)
        start = match.start(group) if match.re is _LONE else match.start()
        leads = sentence.opens_line and start < _BEFORE_NAME
        return Mention(start, match.end(), frozenset([number]), leads) if number else None

    def repeated(self, sentence: Sentence) -> Iterator[Mention]:
        """Yields the options whose whole text a sentence repeats."""
        folded = fold(sentence.text)
        for number, option in enumerate(self.texts, start=1):
            start = folded.find(option) if option else -1
            if start >= 0:
                leads = sentence.opens_line and start < _BEFORE_NAME
                yield Mention(start, start + len(option), frozenset([number]), leads)

    def about(self, sentence: Sentence) -> Iterator[Mention]:
        """Yields the only option that has words of a sentence: "The year is wrong"."""
        words = [word for word in _WORD.finditer(sentence.text) if word[0] in self.by_word]
        numbers = frozenset(self.by_word[word[0]] for word in words)
        if len(numbers) == 1:
            yield Mention(0, words[-1].end(), numbers, False)


@lru_cache(maxsize=8192)
def offered(options: tuple[str, ...]) -> Offered:
    """Prepares the texts of options."""
    words = [set(_WORD.findall(option.lower())) for option in options]
    counts = Counter(word for some in words for word in some if len(word) > _LONGEST_STOP)
    by_word = {w: n for n, some in enumerate(words, start=1) for w in some if counts[w] == 1}
    return Offered(tuple(fold(option).strip(" .") for option in options), by_word)
