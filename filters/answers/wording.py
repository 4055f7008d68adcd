"""A response as sentences that rules can read: without markup, in lower case, in their places.

Every character keeps its position, so that what a rule finds in a sentence can be shown in the
response. Echoes of the question and questions that the model invents are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_SIGNS = str.maketrans({
    **dict.fromkeys("*_`#>~${}\u00a0\u200b\ufe0f\ufeff", " "),
    **dict.fromkeys("\u2018\u2019\u02bc", "'"),
    **dict.fromkeys('\u201c\u201d\u201e\u00ab\u00bb\u300c\u300d\u300e\u300f', '"'),
    **dict.fromkeys("\u2013\u2014\u2012\u2212", "\u2013"),
    **dict.fromkeys("\u3002\u0964\u06d4\uff0e", "."),
    **dict.fromkeys("\uff0c\u3001\u060c", ","),
    "\uff01": "!", "\uff1f": "?", "\u061f": "?", "\uff1a": ":", "\uff1b": ";", "\uff08": "(",
    "\uff09": ")", "\u20e3": ")", "\u00a1": " ", "\u00bf": " ", "\u21d2": "\u2192",
    "\u0130": "i",  # the only letter that is longer in lower case
})  # fmt: skip
_END = re.compile(r"(?:[.!?\u2026]+(?:[\"')\]]{0,3}\s+|(?=[^\x00-\x7f\s]))|\.{3,}\s*)\s*|\n\s*")
_BLANKED = re.compile(  # crossed-out text, commands of LaTeX, tags
    r"~~(?=[^\s~])[^~\n]{0,400}~~|\\[a-zA-Z]+|</?[a-zA-Z_][\w:-]{0,40}(?:\s[^<>\n]{0,100})?>"
)
_INVENTED = re.compile(
    r"^[ \t#*_>\[(|<]{0,8}(?:(?:next |new |follow-?up )?question\s?\d*\s?[:.)*\]]"
    r"|question\s?\d*[*_#]{0,4}[ \t]*$|q\s?\d*\s?[:.)]|(?:user|human|instruction|input|prompt)"
    r"\s?\d*[*_]{0,3}[:\uff1a\])*]|[*_#]{0,3}instruction[*_#]{0,3}[ \t]*$)",
    re.IGNORECASE | re.MULTILINE,
)
_INSTRUCTIONS = re.compile(r"\s*(?:\(?yes\s?/\s?no(?:/unsure)?\)?\s?:|yes or no:|a:\s)")
_FINISHED = re.compile(r"[^\w\s,(\[{\u2013-]\s*\Z|[^\x00-\x7f]\s*\Z|\d\s*\Z")
_LONGEST_HALF = 20_000  # characters
_FEWEST_ECHOED = 4  # words of a question that has to be repeated to count as an echo
_PREAMBLE = 60  # characters before an echo
_WORD = re.compile(r"[^\W_]+")


class Sentence(NamedTuple):
    """A sentence or a line of a response.

    Attributes:
        start: Where it begins in the response.
        end: Where it ends, its punctuation included.
        text: It in lower case, without markup; positions are those of the response less `start`.
        raw: It as the model wrote it.
        opens_line: Whether a line begins with it.
    """

    start: int
    end: int
    text: str
    raw: str
    opens_line: bool

    @property
    def asks(self) -> bool:
        """Whether it is a question."""
        return self.text.rstrip(" \"')\n").endswith("?")

    def placed(self, start: int, end: int) -> tuple[int, int]:
        """Returns where a part of it stands in the response."""
        return self.start + start, self.start + end

    def after(self, position: int) -> Sentence:
        """Returns the rest of it from a position on, as a line of its own."""
        text, raw = self.text[position:], self.raw[position:]
        return Sentence(self.start + position, self.end, text, raw, True)


class Wording(NamedTuple):
    """The part of a response that answers the question.

    Attributes:
        raw: The response.
        plain: The response in lower case, without markup, of the same length.
        start: Where the part begins, behind an echo of the question.
        end: Where it ends, before invented questions.
    """

    raw: str
    plain: str
    start: int
    end: int

    def sentences(self) -> list[Sentence]:
        """Returns the sentences and lines of the part, in order.

        Of one that is longer than any answer, the middle is left out.
        """
        if self.end - self.start <= 2 * _LONGEST_HALF:
            return list(self._sentences(self.start, self.end))
        first = self._sentences(self.start, self.start + _LONGEST_HALF)
        return [*first, *self._sentences(self.end - _LONGEST_HALF, self.end)]

    def _sentences(self, start: int, last: int) -> Iterator[Sentence]:
        ends = [boundary.end() for boundary in _END.finditer(self.plain, start, last)]
        for end in (*ends, last):
            text, raw = self.plain[start:end], self.raw[start:end]
            if text.strip():
                before = self.raw[max(self.start, start - 20) : start].rstrip(" \t*_#>")
                yield Sentence(start, end, text, raw, before[-1:] in "\n")
            start = end


def wording(response: str, question: str = "") -> Wording:
    """Reads the wording of a response.

    Args:
        response: Its visible text.
        question: The question that it answers, to find an echo of it; empty if unknown.
    """
    plain = _plain(response)
    start = _after_echo(plain, question)
    return Wording(response, plain, start, before_invented(response, start))


def is_finished(reply: Wording) -> bool:
    """Tells whether a response ends as a text does, and was not cut off."""
    return _FINISHED.search(reply.raw[max(0, reply.end - 12) : reply.end]) is not None


def before_invented(response: str, start: int = 0) -> int:
    """Returns where the first question begins that the model asks itself after its answer."""
    for match in _INVENTED.finditer(response, start):
        if _WORD.search(response, start, match.start()):
            return match.start()
    return len(response)


def _plain(text: str) -> str:
    """Returns a text in lower case without markup, each character in its place."""
    if "~~" in text or "\\" in text or "<" in text:
        text = _BLANKED.sub(lambda match: " " * len(match[0]), text)
    return text.translate(_SIGNS).lower()


def _after_echo(plain: str, question: str) -> int:
    """Returns where the response goes on after an echo of the instruction or the question."""
    start = _after_instructions(plain, 0)
    words = _WORD.findall(question.lower())
    if len(words) < _FEWEST_ECHOED or words[0] not in plain[start : start + _PREAMBLE]:
        return start
    echoed = list(_WORD.finditer(plain, start, start + _PREAMBLE + 2 * len(question)))
    for first in range(len(echoed) - len(words) + 1):
        if [word[0] for word in echoed[first : first + len(words)]] == words:
            end = echoed[first + len(words) - 1].end()
            rest = plain[end:].lstrip(" \t\n?\"'.)")
            return _after_instructions(plain, len(plain) - len(rest))
    return start


def _after_instructions(plain: str, start: int) -> int:
    while echo := _INSTRUCTIONS.match(plain, start):
        start = echo.end()
    return start
