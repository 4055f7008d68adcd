"""What Wikidata says of an attribute of a row, if the row is about a certain item."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from ...core.wikidata.items import Statement
from ...core.wikidata.values import YEAR, Reference, Time
from ..spec.wikidata import WikidataAttribute
from .compare import NamesOf, Said, compare, shown

START, END = "P580", "P582"
_MOST_SHOWN = 3
Placed = tuple[str, Statement]
"""Where a statement is found, as `Q1, P57`, and the statement."""


class Verdict(str, Enum):
    """What becomes of a row, or of one of its values."""

    AGREES = "agrees"
    DIFFERS = "differs"
    NOT_FOUND = "not found"
    AMBIGUOUS = "ambiguous"
    UNTOLD = "cannot be told"


class Judged(NamedTuple):
    """A value of the table, and what Wikidata says.

    Attributes:
        attribute: The attribute.
        said: The table's value.
        verdict: `AGREES`, `DIFFERS` or `UNTOLD`.
        says: Wikidata's values, for people; the one that agrees, if one does.
        statements: The statements that this is about.
        reason: Why it cannot be told; empty if it can.
    """

    attribute: str
    said: Said
    verdict: Verdict
    says: str = ""
    statements: Sequence[Placed] = ()
    reason: str = ""

    def or_untold(self, reason: str) -> Judged:
        """Returns the same, or that it cannot be told if it differs, with the reason."""
        if self.verdict is not Verdict.DIFFERS:
            return self
        return self._replace(verdict=Verdict.UNTOLD, reason=reason)


def judge(
    name: str,
    attribute: WikidataAttribute,
    several: Sequence[Said],
    statements: Sequence[Placed],
    names_of: NamesOf,
) -> list[Judged]:
    """Judges each value that the table has for an attribute of an entity.

    Args:
        name: The attribute.
        attribute: What it is.
        several: Its values in the table; several, if the entity has as many rows.
        statements: The statements about it.
        names_of: Returns the names of an item, its English label first.
    """
    at = attribute.at
    current = [(where, s) for where, s in statements if _holds(s, at) is not False]
    if not current:
        reason = f"Wikidata has {'only values of other times' if statements else 'no value'}"
        return [Judged(name, said, Verdict.UNTOLD, reason=reason) for said in several]
    judged = []
    for said in several:
        same = [compare(attribute, said, s.value, names_of) for _, s in current]
        agreeing = [each for each, is_same in zip(current, same, strict=True) if is_same]
        verdict = Verdict.AGREES if agreeing else Verdict.DIFFERS
        telling = agreeing or current
        each = Judged(name, said, verdict, _shown(telling, names_of), telling)
        judged.append(each.or_untold("the two cannot be compared") if None in same else each)
    if any(each.verdict is Verdict.AGREES for each in judged):
        return [each.or_untold("another value of the row agrees") for each in judged]
    if attribute.incomplete:
        return [each.or_untold("Wikidata's list may be incomplete") for each in judged]
    if at and not any(_holds(s, at) for _, s in current):
        return [each.or_untold("no statement says when it holds") for each in judged]
    return judged


def items_of(statements: Sequence[Placed]) -> list[str]:
    """Returns the items that statements name."""
    return [s.value.id for _, s in statements if isinstance(s.value, Reference)]


def _shown(statements: Sequence[Placed], names_of: NamesOf) -> str:
    texts = list(dict.fromkeys(shown(s.value, names_of) for _, s in statements))
    more = f", and {len(texts) - _MOST_SHOWN} more" if len(texts) > _MOST_SHOWN else ""
    return ", ".join(texts[:_MOST_SHOWN]) + more


def _holds(statement: Statement, at: str) -> bool | None:
    """Tells whether a statement holds at a time; None if it does not say when it holds."""
    then = tuple(map(int, at.split("-"))) if at else ()
    starts, ends = _times(statement, START), _times(statement, END)
    # As far as both are known: what begins in a year may hold in each of its months.
    if starts and all(start[: len(then)] > then[: len(start)] for start in starts):
        return False
    if ends and all(end[: len(then)] < then[: len(end)] for end in ends):
        return False
    return bool(starts or ends) or None


def _times(statement: Statement, qualifier: str) -> list[tuple[int, ...]]:
    values = statement.qualifiers.get(qualifier, ())
    times = [value for value in values if isinstance(value, Time)]
    return [time[:3][: max(time.precision - YEAR + 1, 0)] for time in times]
