"""Whether a text gives the place of the value to something else.

"It was published in 2015 and won a prize in 2016" has the year 2016, but as the year of something
else: the text names another year of publication. "Ida Fenn, while Odo Marsh wore number 5" has Odo
Marsh, but not with the number that the question asks about.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache

from ..text.words import MONTHS, Span, plain
from .clauses import CUE
from .countries import code_of
from .mentions import Passage

_CAPITALIZED = r"[A-Z][\w'.-]*(?:(?: of| de| di| van| von| and|) [A-Z][\w'.-]*)*"
_NAMES = (
    rf"(?!the\b)(?:the )?[\"*_]{{0,2}}(?P<name>{_CAPITALIZED})"
    r"(?! (?:club|team|side|director|publisher))"
)
_AT_CLUB = rf" (?:for|at|with) {_NAMES}"
_FIRST = re.compile(r"\boriginal(?:ly)?\b|\bfirst (?:recorded|written|performed|sung)\b")
_PUBLISHED = r"(?:publish\w*|came out|releas\w+|appear\w*|issued|printed|first edition)"
# For an attribute: what says that the role is filled, by a group of its own.
_ROLES: tuple[tuple[str, str], ...] = (
    (r"birth.?year|born", r"\b[Bb]orn\b[^.;]*?\b(?P<name>[12]\d{3})\b"),
    (r"year", rf"\b{_PUBLISHED}\b[^.;]*?\b(?P<name>[12]\d{{3}})\b"),
    (r"month", rf"(?i:\b{_PUBLISHED}\b[^.;]*?\b(?P<name>{'|'.join(MONTHS)})\b)"),
    (
        r"number",
        r"\b(?:w[oe](?:re|rn|ars?)|number|shirt|jersey|No\.)"
        r"(?: (?:the|was|is|in|his|number|jersey|shirt))* #?(?P<name>\d{1,2})\b"
        r"(?! (?:goals|years|games|matches|caps|times))",
    ),
    (r"director", rf"\b[Dd]irect(?:ed by|ors? (?:is|was|were|are)) {_NAMES}"),
    (
        r"publisher",
        rf"\bpublish(?:ed by|er(?: of the book)? (?:is|was)) {_NAMES}"
        rf"|\b(?!The\b|It\b|They\b)(?P<other>{_CAPITALIZED}) published (?:it|the|this|his|her)\b",
    ),
    (
        r"club|team",
        rf"\b(?:play(?:ed|s|er)|on loan){_AT_CLUB}"
        r"|\ban? (?P<other>[A-Z]\w+(?: [A-Z]\w+)*) player\b",
    ),
    (r"city", rf"\b(?:is|was) (?:based|located|situated|at home) in {_NAMES}"),
    (r"nationality", rf"\bborn\b[^.;]*? in {_NAMES}"),
    (r"country(?!.?code)", rf"\b(?:produc\w+|made|filmed|shot)\b[^.;]*? in {_NAMES}"),
)
_CLAUSE_END = re.compile(
    r"(?<!\b[A-Z])(?<!\bNo)(?<!\b[DJMS][rt])[.;!?](?=[\s\"')*]|$)|[\n()]"
    r"|\b(?:but|while|whereas|although|though|however|after|before|when|because|since)\b"
    r"|,? and (?=(?:it|he|she|they|his|her|its|their|won|was|had"
    r"|[A-Z]\w+ \w+ (?:went|was|had|wrote|won))\b)"
    r"|, (?=(?:it|he|she|they|his|her|its|their|which|who|where)\b)"
)
_COUNTRY = re.compile(r"nationality|country")
_IS_A = re.compile(r"\b(?:is|was|are) an? (?:[\w-]+ ){0,2}$")
_QUOTED = re.compile(r"[\"*]([^\"*\n]{2,60})[\"*]")
_AT = re.compile(r"\b(?:at|for|with) ([A-Z]\w+)")
_MOST_DIGITS = 2  # of a number on a shirt
_OTHER_EVENT = re.compile(
    r"\b(?:was|were|won|lists?|awards?|prize|nominat\w+|film|adapt\w+|translat\w+|reissue\w*"
    r"|edition)\b"
)
_RELATED = re.compile(
    r"\b(?:brother|sister|father|mother|son|daughter|remake|sequel|wife|husband)\b"
)
_WAS_BORN = re.compile(r"\bborn\?\W*(?:\w+ ){0,4}$")
_YEAR = re.compile(r"\b[12]\d{3}\b")


@lru_cache(maxsize=1024)
def _role_of(attribute: str) -> re.Pattern[str] | None:
    return next((re.compile(role) for name, role in _ROLES if re.search(name, attribute)), None)


def outside_of_role(
    passage: Passage, mentions: Sequence[Span], attribute: str, question: str
) -> bool:
    """Tells whether a text fills the role of an attribute with something else than the value.

    Args:
        passage: The text.
        mentions: Start and end of each mention of the value.
        attribute: What the value is, such as `published year`.
        question: The question with its options, of which none is what fills the role.

    Returns:
        Whether clauses fill it, and the value is mentioned outside of them only.
    """
    role = _role_of(attribute)
    if role is None or not role.search(passage.text):
        return False
    question = plain(question)
    years = set(_YEAR.findall(question))
    before = [passage.text[max(start - 60, 0) : start] for start, _ in mentions]
    if any(_IS_A.search(one) or _WAS_BORN.search(one) for one in before):
        return False
    filled = False
    starts = [start for start, _ in mentions]
    for begin, end in _clauses(passage.text):
        inside = bisect_left(starts, begin) < bisect_left(starts, end)
        for found in role.finditer(passage.text[begin:end]):
            if _RELATED.search(found.string):
                continue
            if inside and (found["name"] or "").isdigit():
                after = begin + found.end("name")
                inside = any(
                    not _OTHER_EVENT.search(passage.text, after, start) for start, _ in mentions
                )
            if inside and not _is_elsewhere(found, question, years):
                return False
            if inside:
                continue
            filled = filled or _fills(found, attribute, question, years)
    return filled


def _is_elsewhere(found: re.Match[str], question: str, years: set[str]) -> bool:
    """Tells whether a clause about a number is about another year or club than the question."""
    if len(found["name"] or "") > _MOST_DIGITS:
        return False
    given = set(_YEAR.findall(found.string))
    clubs = _AT.findall(found.string)
    other_club = clubs and not any(club.lower() in question.lower() for club in clubs)
    return bool(given and not given & years) or bool(other_club and not given)


def _clauses(text: str) -> Iterator[Span]:
    start = 0
    for end in _CLAUSE_END.finditer(text):
        yield start, end.start()
        start = end.end()
    yield start, len(text)


@lru_cache(maxsize=65536)
def _asks_about(filler: str, question: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(filler)}(?!\w)", question, re.IGNORECASE))


def _fills(found: re.Match[str], attribute: str, question: str, years: set[str]) -> bool:
    """Tells whether a role is filled by what no option gives, for the year of the question."""
    filler = found["name"] or found.groupdict().get("other") or ""
    if _asks_about(filler, question) or CUE.search(found.string.lower()):
        return False
    quoted = _QUOTED.findall(found.string)
    if any(title.lower() not in question.lower() for title in quoted):
        return False
    if filler[0].isalpha() and bool(_COUNTRY.search(attribute)) is not bool(code_of(filler)):
        return False
    given = set(_YEAR.findall(found.string)) - {filler}
    return (
        bool(given & years)
        if found.re.pattern.endswith(_AT_CLUB)
        else not _FIRST.search(found.string)
    )
