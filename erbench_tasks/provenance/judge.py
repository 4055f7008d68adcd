"""What Wikidata says of an attribute of a row, if the row is about a certain item."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from ...core.wikidata.values import DAY, MONTH, YEAR, Reference, Special, Time, Value
from ..spec.wikidata import WikidataAttribute
from .compare import Match, NamesOf, Said, compare, shown
from .records import Statement

START, END = "P580", "P582"
_MOST_SHOWN = 3
_RANKS = ("preferred", "normal", "deprecated")


class Verdict(str, Enum):
    """What becomes of a value of the table."""

    AGREES = "agrees"
    CONTRADICTS = "contradicts"
    NOT_LISTED = "not listed"
    NOT_STATED = "not stated"
    NOT_COMPARABLE = "not comparable"


class Judged(NamedTuple):
    """A value of the table, and what Wikidata says.

    Attributes:
        attribute: The attribute.
        said: The table's value.
        verdict: The verdict.
        says: Wikidata's values, for people; the one that agrees, if one does.
        where: Where it says so, as `Q1, P57, preferred rank`.
        statements: The statements that this is about.
        match: The best match.
        note: What else is to be known; empty for nothing.
    """

    attribute: str
    said: Said
    verdict: Verdict
    says: str = ""
    where: str = ""
    statements: tuple[Statement, ...] = ()
    match: Match = Match.INCOMPARABLE
    note: str = ""


class Facts(NamedTuple):
    """What a judgement needs besides statements.

    Attributes:
        names_of: Returns the names of an item.
        classes_above: Returns the classes above a class, with itself.
        is_after_all: Tells whether an item is what a value of the table means although none of its
            usual names says so; the second argument tells whether it may be a place within it.
    """

    names_of: NamesOf
    classes_above: Callable[[str], Collection[str]]
    is_after_all: Callable[[Said, str, bool], Match]


def judge(
    name: str,
    attribute: WikidataAttribute,
    several: Sequence[Said],
    statements: Sequence[Statement],
    facts: Facts,
) -> list[Judged]:
    """Judges each value that the table has for an attribute of an entity.

    Args:
        name: The attribute.
        attribute: What it is.
        several: Its values in the table; several, if the entity has as many rows.
        statements: The statements about it.
        facts: What else is known.
    """
    judgement = _Judgement(name, attribute, statements, facts)
    judged = [judgement.of(said) for said in several]
    if any(each.verdict is Verdict.AGREES for each in judged):
        return [_not_listed(each, "another value of the row agrees") for each in judged]
    return judged


def _not_listed(judged: Judged, why: str) -> Judged:
    if judged.verdict is not Verdict.CONTRADICTS:
        return judged
    return judged._replace(verdict=Verdict.NOT_LISTED, note=judged.note or why)


class _Judgement:
    def __init__(
        self,
        name: str,
        attribute: WikidataAttribute,
        statements: Sequence[Statement],
        facts: Facts,
    ) -> None:
        self._name, self._attribute, self._facts = name, attribute, facts
        self._deprecated = [s for s in statements if s.rank == "deprecated"]
        dated = [(s, _holds(s, attribute.at)) for s in statements if s.rank != "deprecated"]
        self._other_times = [s for s, holds in dated if holds is False]
        self._current = [s for s, holds in dated if holds is not False]
        self._is_certain = not attribute.at or any(holds for _, holds in dated)

    def of(self, said: Said) -> Judged:
        if not self._current:
            if self._other_times:
                of_others = self._judged(said, Verdict.NOT_STATED, self._other_times)
                return of_others._replace(match=Match.DIFFERENT, note="only of other times")
            note = "only deprecated" if self._deprecated else ""
            return Judged(self._name, said, Verdict.NOT_STATED, note=note)
        if self._attribute.classes:
            return self._of_class(said)
        matches = [(self._match(said, s.value), s) for s in self._current]
        best = max(match for match, _ in matches)
        agreeing = [s for match, s in matches if match == best]
        if best >= Match.LESS_EXACT:
            return self._agrees(said, best, agreeing)
        if best is Match.INCOMPARABLE:
            return self._judged(said, Verdict.NOT_COMPARABLE, self._current, best)
        return self._differs(said, best)

    def _match(self, said: Said, value: Value) -> Match:
        match = compare(self._attribute, said, value, self._facts.names_of)
        if match <= Match.DIFFERENT and isinstance(value, Reference):
            return max(match, self._facts.is_after_all(said, value.id, self._attribute.within))
        return match

    def _agrees(self, said: Said, best: Match, agreeing: list[Statement]) -> Judged:
        note = "one of the two is less exact" if best is Match.LESS_EXACT else ""
        preferred = [s for s in self._current if s.rank == "preferred"]
        if preferred and not any(s.rank == "preferred" for s in agreeing):
            note = f"Wikidata prefers {self._shown(preferred)}"
        return self._judged(said, Verdict.AGREES, agreeing, best, note)

    def _differs(self, said: Said, best: Match) -> Judged:
        known = [s for s in self._current if s.value is not Special.UNKNOWN]
        verdict, note = Verdict.CONTRADICTS, ""
        if self._attribute.incomplete:
            verdict, note = Verdict.NOT_LISTED, "Wikidata's list may be incomplete"
        elif not self._is_certain:
            verdict, note = Verdict.NOT_LISTED, "no statement says that it holds at that time"
        elif len(known) < len(self._current):
            verdict, note = Verdict.NOT_LISTED, "there is a further value, which nobody knows"
        for others, why in (
            (self._deprecated, "Wikidata has the table's value as deprecated"),
            (self._other_times, "Wikidata has the table's value of another time"),
        ):
            if any(self._match(said, s.value) >= Match.LESS_EXACT for s in others):
                note = why
        return self._judged(said, verdict, known, best, note)

    def _of_class(self, said: Said) -> Judged:
        found = {
            name: [s for s in self._current if self._is_of(s.value, classes)]
            for name, classes in self._attribute.classes.items()
        }
        named = [name for name, each in found.items() if each]
        ours = next((s for s in said.spellings if s in found), said.spellings[0])
        if ours in named:
            return self._judged(said, Verdict.AGREES, found[ours], Match.SAME)
        otherwise = self._attribute.otherwise
        if ours == otherwise and not named:
            return self._judged(said, Verdict.AGREES, self._current, Match.SAME)
        if not named and otherwise is None:
            note = "none of the classes of the specification"
            return self._judged(said, Verdict.NOT_COMPARABLE, self._current, note=note)
        verdict = Verdict.NOT_LISTED if self._attribute.incomplete else Verdict.CONTRADICTS
        telling = [s for name in named for s in found[name]] or self._current
        note = f"that is {', '.join(named) or otherwise}"
        return self._judged(said, verdict, telling, Match.DIFFERENT, note)

    def _is_of(self, value: Value, classes: Iterable[str]) -> bool:
        if not isinstance(value, Reference):
            return False
        return not set(classes).isdisjoint(self._facts.classes_above(value.id))

    def _judged(
        self,
        said: Said,
        verdict: Verdict,
        statements: list[Statement],
        match: Match = Match.INCOMPARABLE,
        note: str = "",
    ) -> Judged:
        best = sorted(statements, key=lambda s: _RANKS.index(s.rank))
        return Judged(
            self._name, said, verdict, self._shown(best),
            "; ".join(dict.fromkeys(map(_where, best[:_MOST_SHOWN]))),
            tuple(best), match, note,
        )  # fmt: skip

    def _shown(self, statements: Sequence[Statement]) -> str:
        texts = list(dict.fromkeys(shown(s.value, self._facts.names_of) for s in statements))
        more = f", and {len(texts) - _MOST_SHOWN} more" if len(texts) > _MOST_SHOWN else ""
        return ", ".join(texts[:_MOST_SHOWN]) + more


def _where(statement: Statement) -> str:
    return f"{statement.subject}, {statement.property}, {statement.rank} rank"


def _holds(statement: Statement, at: str) -> bool | None:
    """Tells whether a statement holds at a time; None if it does not say when it holds."""
    starts = _times(statement, START)
    ends = _times(statement, END)
    if not at:
        return True
    first, last = _span(at)
    if starts and min(start for start, _ in starts) > last:
        return False
    if ends and max(end for _, end in ends) < first:
        return False
    return True if starts or ends else None


Days = tuple[int, int]


def _times(statement: Statement, qualifier: str) -> list[Days]:
    values = statement.qualifiers.get(qualifier, ())
    return [_days(value) for value in values if isinstance(value, Time)]


def _days(value: Time) -> Days:
    """Returns the first and last day that a time may be, as ordinals of a simple calendar."""
    if value.precision < YEAR:
        years = 10 ** (YEAR - value.precision)
        return _day(value.year - years, 1, 1), _day(value.year + years, 12, 31)
    month = value.month if value.precision >= MONTH else None
    return _between(value.year, month, value.day if value.precision >= DAY else None)


def _span(at: str) -> Days:
    year, month, day = [*map(int, at.split("-")), None, None][:3]
    return _between(year or 0, month, day)


def _between(year: int, month: int | None, day: int | None) -> Days:
    return _day(year, month or 1, day or 1), _day(year, month or 12, day or 31)


def _day(year: int, month: int, day: int) -> int:
    return (year * 12 + month) * 31 + day
