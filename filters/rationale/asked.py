"""What a question asks of a value, and what a text says of it: the same or something else.

A question has names and numbers: of "a ferry that sailed in 1931 with Odo Marsh as captain" they
are 1931 and Odo Marsh. A text that says of a value what the question asks repeats them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..text.words import MONTHS, Span, plain
from .clauses import CUE, clauses, denies
from .mentions import Passage

_PARTICLES = r"(?:of|the|de|da|di|do|dos|del|della|der|den|la|le|van|von|bin|al|and)"
_NAME = re.compile(
    r"(?P<place>\b(?:from|for|at) )?(?:(?<![\w.])-?\d+(?:\.\d+)?(?![\w.]*\w)"
    rf"|\b[A-Z][\w'.&-]*(?:(?:,? | {_PARTICLES} )[A-Z][\w'.&-]*)*)"
)
_WORD = re.compile(r"-?\d+(?:\.\d+)?(?![^\W_])|[\w']+")
_CAPITAL = re.compile(r"[A-Z0-9][\w']*|(?<=-)\w+")
_SENTENCE_END = re.compile(
    r"(?<![A-Z])(?<!\b[DMJS]r)(?<!\bMrs)(?<!\bSt)(?<!\bvs)[.!?][\"')*_]*\s+(?=[\"'(*_#-]*[A-Z0-9])"
    r"|\n"
)
_CONTRAST = re.compile(
    r"\b(?:but|[Hh]owever),? (?:it|he|she|they|this|that|these|those|the|his|her|its|their)\b"
    r"([^.;\n]*)"
)
_YEAR = re.compile(r"(?<![\w.])[12]\d{3}(?![\w.]*\w)")
_YEARS = re.compile(r"\b([12]\d{3})(?: ?- ?| to | until | and )([12]\d{3})\b")
_YEAR_IN_PARENTHESES = re.compile(r"[\"'*_]{0,3}\s?\(([12]\d{3})\)")
# "Directed by Ana Vale's brother": of whom a relation is spoken of is not the one.
_RELATION = re.compile(
    r"\b[\w.-]{1,40}(?: [A-Z][\w.-]{0,40}){0,4}'s? (?:\w+-)?(?:brother|sister|sibling|twin|son"
    r"|daughter|child"
    r"|wife"
    r"|husband|spouse|partner|father|mother|cousin|nephew|niece|uncle|aunt|friend|assistant"
    r"|colleague|protege|mentor|rival|successor|predecessor|teammate)s?\b"
)
_NOT_THIS = re.compile(r"(?:,|\band|\bbut) not\b[^,.;\n]*")
_EXISTENCE = re.compile(
    r"\b(?:there (?:is|are|was|were|has been|have been) (?:no|not)|no (?:such|record|information"
    r"|evidence))\b[^.;\n]*?(?=\b(?:but|however|because)\b|[.;\n]|$)",
    re.IGNORECASE,
)
# A sentence about what the one before it was about.
_GOES_ON = re.compile(
    r"\b(?:[Hh]e|[Ss]he|[Ii]t|[Tt]hey|[Hh]is|[Hh]er|[Ii]ts|[Tt]heir|[Tt]his|[Tt]hese|[Bb]oth"
    r"|(?:[Tt]he|[Tt]hat) (?:director|film|movie|book|song|player|club|airport|novel|author|artist"
    r"|band|group|singer|title|number|release))\b"
)
_TOGETHER = re.compile(r"\b(?:they|their|together|both|the two)\b", re.IGNORECASE)
_ONE = re.compile(r"\b(?:he|she|his|her)\b", re.IGNORECASE)
# What ends or begins a membership: after "but", perhaps why the value does not fit.
_LEFT = re.compile(
    r"\b(?:left|leaves|departed|retired|transferred|moved|switched|changed|sold|released by)\b"
)
_JOINED = re.compile(r"\b(?:joined|joins|signed|arrived|debuted)\b")
_ABSENT = re.compile(r"\b(?:loan|loaned|injur\w+|suspended|replaced)\b")
_UNTIL = re.compile(r"\b(?:until|till)\b")
_DEICTIC = re.compile(
    r"\b(?:these|those|that|the (?:given|specified|exact|same|asked|stated|said)) (?:exact )?"
    r"(?:coordinates?|location|position|spot|place|point|year|month|date|criteria"
    r"|conditions|requirements|description|number)\b"
)


_CLAUSE_START = re.compile(
    r"[.;!?(\n](?=[\s\"*]|[A-Z])|\b(?:but|while|whereas|although|though|however|because|since"
    r"|when)\b"
    r"|,? and (?=(?:it|he|she|they|the|[A-Z]\w+ \w+ (?:wore|was|played))\b)"
)
_CLAUSE_STOP = re.compile(
    r"(?<!\b[A-Z])[.;!?](?=[\s\"')*]|$)|[\n)]|\b(?:but(?! with| wearing)|while|whereas|although"
    r"|though|however|because"
    r"|since)\b|, and\b|\band (?:number|no)\b"
)
_UNIFORM = re.compile(
    r"(?:\b(?:number|shirt|jersey|no\.?)|#|\bw[oe](?:re|ars"
    r"|aring)(?: the)?) ?(?:number )?#?(\d{1,2})\b"
    r"|\b(\d{1,2}) (?:shirt|jersey)\b",
    re.IGNORECASE,
)
_DECIMAL = re.compile(r"-?\d+\.\d+")
_BY = re.compile(
    r"\b(?:directed|is|was|film|movie|made|helmed) by ([A-Z][\w'.-]*(?: [A-Z][\w'.-]*)*)"
    r"|\bdirectors? (?:is|was|were|are) ([A-Z][\w'.-]*(?: [A-Z][\w'.-]*)*)"
)
_WORK = re.compile(
    r"\b(?:sang|sung|recorded|known for|famous for|performed|released|covered"
    r"|wrote) [\"*]([^\"*\n]{2,60})[\"*]"
)
_THIS_WORK = re.compile(r"\b(?:it|this|that song|the song|the same)\b")
_CAME_OUT = re.compile(
    r"\b(?:publish|releas|come out|came out|appear|cover|record|sang"
    r"|sung)\w*\b[^.;]*? in ([12]\d{3})\b"
)
_MARKED = re.compile(r"[\"*]([A-Z][^\"*\n]{1,60})[\"*]|(?:(?<=[a-z] )|^\W*)([A-Z]\w+ [A-Z]\w+)")
_WRITTEN_BY = re.compile(r"\b(?:is|was|written|novel|book) by [A-Z]")
_RIVAL = re.compile(
    r"\b(?:[Hh]is|[Hh]er|[Tt]heir) name (?:is|was) ([A-Z][\w'-]+ [A-Z][\w'-]+)"
    r"|\b[Tt]he (?:artist|singer|band|group|player|author|airport) (?:is"
    r"|was) ([A-Z][\w'-]+ [A-Z][\w'-]+)"
)
_AT_CLUB = re.compile(
    r"\b(?:play(?:ed|s|ing)?|was|were|is) (?:for|at|with) ([A-Z][\w'.-]*(?: [A-Z][\w'.-]*)*)"
)
# "In 1972, but not in January": people take a month for a detail.
_NOT_IN_MONTH = re.compile(rf"\bnot (?:in )?({'|'.join(MONTHS)})\b")
_MONTHS = frozenset(month.lower() for month in MONTHS)
_IDENTIFIES = re.compile(
    r"(?:^|[.!?:\n,])[\s\"'*_]*(?:[Ii]t(?:'s| is| was)|(?:[Tt]hat|[Tt]his|[Hh]is name|[Hh]er name"
    r"|[Tt]heir name"
    r"|[Tt]he (?!clos|near|last|only|first)\w+(?: in question)?) (?:is|was|would be)|[Tt]hat's)"
    r"(?: (?:called|titled|named|indeed|probably|likely|by|the \w+))*[\s\"'*_]*$"
)
_AT_THAT_TIME = re.compile(r"\b(?:at (?:that|the) time|then|that (?:year|season))\b")
_AWAY = re.compile(
    r"\b\d+(?:\.\d+)? ?(?:km|kilomet\w+|mi|miles?)\b[^.;]{0,40}\b(?:away\b|from (?:this|these|that"
    r"|those|the"
    r" given|there|here)\b|of (?:this|these|that|those|the given|there|here|it|them)\b)"
    r"|\bfurther (?:to the )?(?:north|south|east|west|away)"
)
_LONGEST_CLAUSE = 500  # characters
_NEAREST_DEGREE = 0.15


class Asked(NamedTuple):
    """What a question asks of its value.

    Attributes:
        words: Words of its names, and its numbers, in lower case.
        needed: The words of each name or number that a text about the value has to give.
        years: Its years, which a text may leave out.
    """

    words: frozenset[str]
    needed: tuple[tuple[str, ...], ...]
    years: tuple[int, ...]


@lru_cache(maxsize=65536)
def asked_of(question: str) -> Asked:
    """Returns the names and numbers of a question, except its first word.

    Args:
        question: The question.

    Returns:
        What it asks; a text may leave out where someone is from, or has played.
    """
    text = plain(question).strip().partition(" ")[2]
    groups = [tuple(_words(match[0])) for match in _NAME.finditer(text) if not match["place"]]
    years = tuple(int(year) for year in _YEAR.findall(text))
    needed = [group for group in groups if group and not _YEAR.fullmatch(group[0])]
    return Asked(_capitals(text), tuple(dict.fromkeys(needed)), years)


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text.lower()) if len(word) > 1 or word.isdigit()]


def _capitals(text: str) -> frozenset[str]:
    found = _CAPITAL.findall(text)
    return frozenset(name.lower() for name in found if len(name) > 1 or name.isdigit())


def conflicts(passage: Passage, mention: Span, asked: Asked, question: str) -> bool:
    """Tells whether the clause of a mention gives it another number, place, club or maker.

    Args:
        passage: The text.
        mention: Start and end of the mention.
        asked: What the question asks.
        question: The question.
    """
    text = passage.text
    first, last = max(mention[0] - _LONGEST_CLAUSE, 0), mention[1] + _LONGEST_CLAUSE
    start = max(
        (end.end() for end in _CLAUSE_START.finditer(text, first, mention[0])), default=first
    )
    stop = _CLAUSE_STOP.search(text, mention[1], last)
    clause = text[start : stop.start() if stop else last]
    if _AWAY.search(clause) or _other_number(clause, question) or _other_degrees(clause, question):
        return True
    after = text[mention[1] : stop.start() if stop else last]
    if _other_work(after, clause, question) or _is_of_other_year(
        passage, mention, clause, after, asked, question
    ):
        return True
    return _other_maker(after, asked, question) or _other_club(after, clause, asked, question)


def _other_number(clause: str, question: str) -> bool:
    wanted = _uniforms(question)
    given = _numbers(clause) if wanted else wanted
    return bool(given) and wanted.isdisjoint(given)


def _numbers(text: str) -> frozenset[str]:
    return frozenset(number for pair in _UNIFORM.findall(text) for number in pair if number)


_uniforms = lru_cache(maxsize=65536)(_numbers)  # of a question, which comes again


@lru_cache(maxsize=65536)
def _degrees(question: str) -> tuple[float, ...]:
    return tuple(abs(float(degree)) for degree in _DECIMAL.findall(question))


@lru_cache(maxsize=65536)
def _asks_of_club(question: str) -> bool:
    return _AT_CLUB.search(question) is not None


def _other_degrees(clause: str, question: str) -> bool:
    """Tells whether a clause has coordinates far from those of the question."""
    wanted = _degrees(question)
    if len(wanted) < 2:
        return False
    given = [abs(float(degree)) for degree in _DECIMAL.findall(clause)]
    near = [one for one in given for other in wanted if abs(one - other) < _NEAREST_DEGREE]
    return len(given) > 1 and not near


def _other_maker(after: str, asked: Asked, question: str) -> bool:
    """Tells whether a clause names a director, and none of those who are asked about."""
    made = _BY.search(after) if "direct" in question else None
    if "written by" in question:
        made = _WRITTEN_BY.search(after)
    if made is None:
        return False
    named = set(_words(_RELATION.sub("", after[made.start() :])))
    return not any(named.intersection(group) for group in asked.needed)


_DIRECTOR = re.compile(r"where ([^,?]+?) is the director|directed by ([^,?]+)")
_NOT_ASKED = re.compile(r"\bnot (?:for |with |at |in |by |from |on )?((?:[A-Z][\w'.-]*[ ]?)+)")


@lru_cache(maxsize=65536)
def _director_of(question: str) -> frozenset[str]:
    found = _DIRECTOR.search(question)
    return frozenset(_words(found[1] or found[2])) if found else frozenset()


def gives_to_another(text: str, mention: Span, asked: Asked, question: str) -> bool:
    """Tells whether the sentence of a mention has another director, or "not" before what is asked.

    Args:
        text: The text.
        mention: Start and end of the mention.
        asked: What the question asks.
        question: The question.
    """
    after = _sentence(text, mention)[1]
    wanted, made = _director_of(question), _BY.search(after)
    if wanted and made and wanted.isdisjoint(_words(after[made.start() :])):
        return True
    denied = (set(_words(name)) for name in _NOT_ASKED.findall(after))
    return any(words <= asked.words and not words <= _MONTHS for words in denied)


def _other_work(after: str, clause: str, question: str) -> bool:
    """Tells whether a clause says of an artist only another work than the question's."""
    works = [work.strip(" .,").lower() for work in _WORK.findall(after)]
    others = [work for work in works if work not in question.lower()]
    return bool(others) and len(others) == len(works) and not _THIS_WORK.search(clause)


def _is_of_other_year(
    passage: Passage, mention: Span, clause: str, after: str, asked: Asked, question: str
) -> bool:
    """Tells whether a value came out in another year, and something else in the question's."""
    own = _YEAR_IN_PARENTHESES.match(after)
    if not asked.years or not (own or _CAME_OUT.search(after)):
        return False
    if any(str(year) in (own[1] if own else clause) for year in asked.years):
        return False
    value = passage.lowered[slice(*mention)]
    is_marked = passage.text[max(mention[0] - 1, 0)] in '"*'
    return any(
        name.lower() not in question.lower() and value not in name.lower()
        for other in clauses(passage.text)
        if any(str(year) in other for year in asked.years)
        for marked, named in _MARKED.findall(other)
        if (name := marked if is_marked else named)
    )


def _other_club(after: str, clause: str, asked: Asked, question: str) -> bool:
    if not _asks_of_club(question):
        return False
    clubs = _AT_CLUB.findall(after)
    this_time = _AT_THAT_TIME.search(clause) or any(str(year) in clause for year in asked.years)
    return bool(clubs and this_time) and not any(
        set(_words(club)) & asked.words or _same_club(club, asked) for club in clubs
    )


def _same_club(club: str, asked: Asked) -> bool:
    return any(_same(word, other) for word in _words(club) for other in asked.words)


def names_rival(text: str, found: Sequence[Span], asked: Asked) -> bool:
    """Tells whether a text names somebody else: "his name is", "the artist is".

    Args:
        text: The text.
        found: Start and end of each mention of the value.
        asked: What the question asks.
    """
    rivals = [match for match in _RIVAL.finditer(text) if asked.words.isdisjoint(_words(match[0]))]
    named = any(rival.start() <= start < rival.end() + 6 for rival in rivals for start, _ in found)
    return bool(rivals) and not named and not any(_identified(text, one) for one in found)


def denied_later(lowered: str, mention: Span, asked: Asked, affirms: bool) -> bool:
    """Tells whether a clause after a mention denies something that the question asks.

    Args:
        lowered: The text in lower case with its plain negations.
        mention: Start and end of the mention.
        asked: What the question asks.
        affirms: Whether the response answers the question right; then a thing that did not
            happen until some year is another one.

    Returns:
        Whether there is such a clause.
    """
    return bool(CUE.search(lowered, mention[1])) and any(
        not (affirms and _UNTIL.search(clause))
        and (not asked.words.isdisjoint(_WORD.findall(clause)) or _DEICTIC.search(clause))
        and denies(clause)
        for clause in clauses(lowered, mention[1])
    )


def denies_existence(lowered: str, asked: Asked) -> bool:
    """Tells whether a text says that there is nothing as the question asks for."""
    return any(
        not asked.words.isdisjoint(_WORD.findall(match[0])) and denies(match[0])
        for match in _EXISTENCE.finditer(lowered)
    )


def meets(text: str, mentions: Iterable[Span], asked: Asked) -> bool:
    """Tells whether a text that denies the question says of a value all that it asks.

    Args:
        text: The text with its plain negations.
        mentions: Start and end of each mention of the value, in order.
        asked: What the question asks.

    Returns:
        Whether the sentences about the value affirm each name and number, and no other year;
        "it is" and the value needs no more.
    """
    found = list(mentions)
    about = _about(text, found)
    denied = set(_words(" ".join(_NOT_THIS.findall(about)))) - _MONTHS
    said = affirmed(about) + " ".join(_NOT_IN_MONTH.findall(about))
    words = _WORD.findall(said.lower())
    if not (denied & asked.words) <= set(words):
        return False
    if not denies_existence(text.lower(), asked) and any(
        _identified(text, mention) for mention in found
    ):
        return _has_years(said, asked.years, needed=False)
    return all(_has(group, said, words) for group in asked.needed) and _has_years(
        said, asked.years, needed=not asked.needed
    )


def _identified(text: str, mention: Span) -> bool:
    """Tells whether a text says "it is" of a value, or "the film is called"."""
    return bool(_IDENTIFIES.search(text[max(mention[0] - 80, 0) : mention[0]]))


def _about(text: str, mentions: list[Span]) -> str:
    """Returns the sentences that mention a value, and those beside them that are about it too."""
    found: list[str] = []
    before, about = "", False
    starts = [start for start, _ in mentions]
    for begin, end in _sentences(text):
        sentence = text[begin:end]
        has_value = bisect_left(starts, begin) < bisect_left(starts, end)
        if has_value and not about:
            found.append(_referred_to(before, sentence))
        about = has_value or (about and bool(_GOES_ON.search(sentence)))
        if about:
            found.append(sentence)
        before = sentence if sentence.strip() else before
    return ". ".join(found)


def _referred_to(before: str, sentence: str) -> str:
    """Returns what a sentence's pronouns mean in the one before it."""
    names = [match[0] for match in _NAME.finditer(before) if not match[0].startswith("No ")]
    if _TOGETHER.search(sentence):
        return ", ".join(name for name in names if not name[0].isdigit())
    if _EXISTENCE.search(before):
        return ""
    if _ONE.search(sentence):
        return names[0] if names else ""
    return before if _GOES_ON.search(sentence) else ""


def _sentences(text: str) -> Iterator[Span]:
    start = 0
    for end in _SENTENCE_END.finditer(text):
        yield start, end.end()
        start = end.end()
    yield start, len(text)


def affirmed(text: str) -> str:
    """Returns the clauses of a text that deny nothing, without those whose relations it names."""
    text = _RELATION.sub("", _NOT_THIS.sub("", _EXISTENCE.sub("", text)))
    return " ".join(clause for clause in clauses(text) if not CUE.search(clause.lower()))


def _has(group: tuple[str, ...], text: str, words: list[str]) -> bool:
    """Tells whether a text has a name in full, its family name, or another part alone."""
    present = [word for word in group if any(_same(word, other) for other in words)]
    if len(present) * 2 > len(group):
        return True
    return any(_alone(word, group, text) for word in present)


def _alone(word: str, group: tuple[str, ...], text: str) -> bool:
    """Tells whether a part of a name stands in a text, and in no other's name."""
    for match in re.finditer(
        rf"(\b[A-Z][\w'-]* )?\b{re.escape(word)}(?:'s)?\b( [A-Z])?", text, re.IGNORECASE
    ):
        before = (match[1] or "").strip()
        mine = not before[:1].isupper() or before.lower() in group or word != group[-1]
        if mine and (word == group[-1] or not (match[2] or "").strip().isupper()):
            return True
    return False


def _same(word: str, other: str) -> bool:
    """Tells whether two words may be spellings of the same name: Munich, Munchen."""
    return word == other or (min(len(word), len(other)) > 4 and word[:3] == other[:3])


def _has_years(text: str, years: Sequence[int], needed: bool) -> bool:
    """Tells whether a text gives the years, or a span that holds them, or no year if it may."""
    given = [int(year) for year in _YEAR.findall(text)]
    spans = [(int(first), int(last)) for first, last in _YEARS.findall(text)]
    return not (given or needed) or all(
        year in given or any(first <= year <= last for first, last in spans) for year in years
    )


def replaced(passage: Passage, mention: Span, asked: frozenset[str]) -> bool:
    """Tells whether the sentence of a mention has something else where the question has a name.

    Args:
        passage: The text.
        mention: Start and end of the mention.
        asked: Names and numbers of the question.

    Returns:
        Whether the sentence lacks one of them, and goes on with "but it ..." about others only; or
        gives years after the mention, of which none is the question's or a span that holds it.
    """
    before, after = _sentence(passage.text, mention)
    contrast = _CONTRAST.search(after)
    if (
        contrast
        and not _moved(contrast[1])
        and not asked <= set(_WORD.findall(f"{before} {after}".lower()))
    ):
        others = _capitals(contrast[1])
        if others and others.isdisjoint(asked):
            return True
    return _has_other_year(before, after, asked)


def left(text: str, mention: Span, years: Sequence[int]) -> bool:
    """Tells whether a text goes on with "but he left", joined, or was hurt, at a wrong time.

    Args:
        text: The text.
        mention: Start and end of the mention.
        years: The years that the question asks about.
    """
    return any(_was_away(contrast[1], years) for contrast in _CONTRAST.finditer(text, mention[1]))


def _was_away(clause: str, years: Sequence[int]) -> bool:
    given = [int(year) for year in _YEAR.findall(clause)]
    gone = _LEFT.search(clause) and not (given and years and max(given) > max(years))
    new = _JOINED.search(clause) and not (given and years and min(given) < min(years))
    return bool(gone or new or _ABSENT.search(clause))


def _moved(clause: str) -> bool:
    return bool(_LEFT.search(clause) or _JOINED.search(clause))


def _sentence(text: str, mention: Span) -> tuple[str, str]:
    """Returns the sentence of a mention, before its end and after."""
    first = max(mention[0] - _LONGEST_CLAUSE, 0)
    ends = (match.end() for match in _SENTENCE_END.finditer(text, first, mention[1]))
    start = max((end for end in ends if end <= mention[0]), default=first)
    end = _SENTENCE_END.search(text, mention[1])
    return text[start : mention[1]], text[mention[1] : end.start() if end else None]


def _has_other_year(before: str, after: str, asked: frozenset[str]) -> bool:
    wanted = {name for name in asked if _YEAR.fullmatch(name)}
    own = _YEAR_IN_PARENTHESES.match(after)
    if own and wanted:
        return own[1] not in wanted
    given = set(_YEAR.findall(after))
    spanned = any(first <= year <= last for first, last in _YEARS.findall(after) for year in wanted)
    return bool(wanted and given) and not (wanted & given or spanned) and not any(
        year in before for year in wanted
    )  # fmt: skip
