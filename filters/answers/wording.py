"""A response as sentences that rules can read: without markup, in lower case, in their places.

Every character keeps its position, so that what a rule finds in a sentence can be shown in the
response. Echoes of the question and questions that the model invents are left out.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_DIGITS = {  # of other scripts
    zero + digit: str(digit)
    for zero in (0x0660, 0x06F0, 0x0966, 0x09E6, 0x0E50, 0xFF10)
    for digit in range(10)
}
_SIGNS = str.maketrans(_DIGITS | {
    **dict.fromkeys("*_`#>~${}\u00a0\u200b\ufe0f\ufeff", " "),
    **dict.fromkeys("\u2018\u2019\u02bc", "'"),
    **dict.fromkeys('\u201c\u201d\u201e\u00ab\u00bb\u300c\u300d\u300e\u300f', '"'),
    **dict.fromkeys("\u2013\u2014\u2012\u2212", "\u2013"),
    "\u3002": ".", "।": ".", "\u06d4": ".", "\uff0e": ".", "\uff0c": ",", "\u3001": ",",
    "\u060c": ",", "\uff01": "!", "\uff1f": "?", "\u061f": "?", "\uff1a": ":", "\uff1b": ";",
    "\uff08": "(", "\uff09": ")", "\u00a1": " ", "\u00bf": " ", "\u21d2": "\u2192",
})  # fmt: skip
_END = re.compile(r"(?:[.!?\u2026]+(?:[\"')\]]{0,3}\s+|(?=[^\x00-\x7f\s]))|\.{3,}\s*)\s*|\n\s*")
_FENCE = re.compile(r"^[ \t]{0,3}(?:```|~~~)[^\n]*$", re.MULTILINE)
_STRUCK = re.compile(r"~~(?=[^\s~])[^~\n]{0,400}~~")
_COMMAND = re.compile(r"\\[a-zA-Z]+|</?[a-zA-Z_][\w:-]{0,40}(?:\s[^<>\n]{0,100})?>")
_ABBREVIATION = re.compile(
    r"(?:^|\W)(?:no|nr|st|dr|mr|mrs|ms|jr|sr|vs|approx|ca|e\.g|i\.e|etc|[b-hj-z])\.\s*$"
)
_NUMBER_SIGN = re.compile(r"(?:^|\W)n[or]\.\s*$")
_INVENTED = re.compile(
    r"^[ \t#*_>\[(|<]{0,8}(?:(?:next |new |follow-?up )?question\s?\d*\s?[:.)*\]]"
    r"|question\s?\d*[*_#]{0,4}[ \t]*$|q\s?\d*\s?[:.)]|(?:user|human|instruction|input|prompt"
    r"|frage|pregunta|pergunta|domanda|问题|質問|вопрос)"
    r"\s?\d*[*_]{0,3}[:\uff1a\])*]|[*_#]{0,3}instruction[*_#]{0,3}[ \t]*$)",
    re.IGNORECASE | re.MULTILINE,
)
_INSTRUCTIONS = re.compile(
    r"\s*(?:you asked me to answer[^.\n]*\.|answer the following question in yes or no"
    r"(?:, and then explain why|[.])?\.?(?:\s*say unsure if you don.t know(?: and then explain"
    r" why)?\.?)?"
    r"|\(?\s?yes\s?/\s?no(?:\s?/\s?unsure)?\s?\)?\s?:|yes or no:|a:\s|answer:\s*(?=answer:))",
    re.IGNORECASE,
)
_FINISHED = re.compile(r"[^\w\s,(\[{\u2013-]\s*\Z|[^\x00-\x7f]\s*\Z|\d\s*\Z")
_LONGEST_VALUE = 60  # characters; a longer text that ends with a digit was cut off
_LONGEST_HALF = 20_000  # characters
_FEWEST_ECHOED = 4  # words of a question that has to be repeated to count as an echo
_PREAMBLE = 60  # characters before an echo
_SIGNS_AFTER = " \t\n?\"'.)"
_WORD = re.compile(r"[^\W_]+")


class Sentence(NamedTuple):
    """A sentence or a line of a response.

    Attributes:
        start: Where it begins in the response.
        end: Where it ends, its punctuation included.
        text: It in lower case, without markup; positions are those of the response less `start`.
        raw: It as the model wrote it.
        opens_line: Whether a line begins with it.
        fills_line: Whether it is all of a line.
    """

    start: int
    end: int
    text: str
    raw: str
    opens_line: bool
    fills_line: bool

    @property
    def asks(self) -> bool:
        """Whether it is a question."""
        return self.text.rstrip(" \"')\n").endswith("?")


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
            return self._sentences(self.start, self.end)
        first = self._sentences(self.start, self.start + _LONGEST_HALF)
        return [*first, *self._sentences(self.end - _LONGEST_HALF, self.end)]

    def _sentences(self, start: int, end: int) -> list[Sentence]:
        found: list[Sentence] = []
        position = start
        for boundary in _END.finditer(self.plain, start, end):
            broken = "\n" in boundary[0]
            before = self.plain[max(position, boundary.start() - 6) : boundary.start() + 1]
            if (
                not broken
                and boundary[0][:1] == "."
                and _abbreviates(before, self.plain, boundary.end())
            ):
                continue
            self._add(found, position, boundary.end())
            position = boundary.end()
        self._add(found, position, end)
        return found

    def _add(self, found: list[Sentence], start: int, end: int) -> None:
        text = self.plain[start:end]
        if not text.strip():
            return
        begins = (
            start == self.start
            or self.raw[max(self.start, start - 20) : start].rstrip(" \t*_#>")[-1:] in "\n"
        )
        ends = end >= self.end or "\n" in self.raw[start:end].lstrip()
        found.append(Sentence(start, end, text, self.raw[start:end], begins, begins and ends))


def _abbreviates(before: str, text: str, end: int) -> bool:
    """Tells whether a full stop belongs to an abbreviation ("No. 10", "St. John")."""
    if not _ABBREVIATION.search(before):
        return False
    return not _NUMBER_SIGN.search(before) or text[end : end + 1].isdigit()


def wording(response: str, question: str = "") -> Wording:
    """Reads the wording of a response.

    Args:
        response: Its visible text.
        question: The question that it answers, to find an echo of it; empty if unknown.
    """
    lower = plain(response)
    start = _after_echo(lower, question)
    return Wording(response, lower, start, _before_invented(response, start))


def plain(text: str) -> str:
    """Returns a text in lower case without markup, each character in its place."""
    signs = _blanked(text).translate(_SIGNS)
    lower = signs.lower()
    if len(lower) == len(signs):
        return lower
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in signs)


def is_finished(of: Wording) -> bool:
    """Tells whether a response ends as a text does, and was not cut off."""
    last = of.raw[max(0, of.end - 12) : of.end]
    if last.rstrip()[-1:].isdigit() and of.end - of.start > _LONGEST_VALUE:
        return False
    return _FINISHED.search(last) is not None


def _blanked(text: str) -> str:
    """Replaces fences, crossed-out text, tags and LaTeX commands by as many spaces."""
    if "```" in text or "~~~" in text:
        text = _FENCE.sub(_spaces, text)
    if "~~" in text:
        text = _STRUCK.sub(_spaces, text)
    if "\\" in text or "<" in text:
        text = _COMMAND.sub(_spaces, text)
    return text


def _spaces(match: re.Match[str]) -> str:
    return " " * len(match[0])


@lru_cache(maxsize=4096)
def _question_words(question: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(question.lower()))


def _after_echo(lower: str, question: str) -> int:
    """Returns where the response goes on after an echo of the instruction or the question."""
    start = _after_instructions(lower, 0)
    words = _question_words(question) if question else ()
    if len(words) < _FEWEST_ECHOED or words[0] not in lower[start : start + _PREAMBLE]:
        return start
    expected = iter(words)
    wanted, position, found = next(expected), start, False
    for word in _WORD.finditer(lower, start):
        if word[0] == wanted:
            found, position, wanted = True, word.end(), next(expected, "")
            if not wanted:
                break
        elif found or word.start() > start + _PREAMBLE:
            return start
    if wanted:
        return start
    while lower[position : position + 1] in _SIGNS_AFTER and position < len(lower):
        position += 1
    return _after_instructions(lower, position)


def _after_instructions(lower: str, start: int) -> int:
    while echo := _INSTRUCTIONS.match(lower, start):
        start = echo.end()
    return start


def _before_invented(response: str, start: int) -> int:
    """Returns where the first question begins that the model asks itself after its answer."""
    for found in _INVENTED.finditer(response, start):
        if _WORD.search(response, start, found.start()):
            return found.start()
    return len(response)
