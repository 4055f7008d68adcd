"""Choosing what is proposed: the best candidates that a lint of all their questions passes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..english.words import identifier
from ..lint.findings import LintedEntry
from .drafts import Candidate

# How many entries are active, and how many times as many are looked at to find them.
ENTRIES = 12
LOOKED_AT = 5
# How many of those that were not needed are shown to the user.
SHOWN = 2 * ENTRIES
# What another entry about the same table, of the same form, or for the same value is worth.
_SAME_TABLE, _SAME_FORM, _SAME_VALUE = 0.6, 0.85, 0.5
# What is asked by name need not be asked by its decade, too, if there is anything else.
_SAME_FACT = 0.1
_ALTERED, _CHOICE = "altered", "multiple_choice"
# What names cannot be put into words is looked at last.
_UNSPEAKABLE = 0.001
# The first entry of a type of question is worth so much more.
_NEW_TYPE = 3.0


@dataclass(frozen=True)
class Chosen:
    """A candidate, and why it is asked or not.

    Attributes:
        candidate: The candidate.
        relation: Name of its relation in the specification.
        linted: What the lint found; None: it was not looked at.
        active: Whether it is asked.
    """

    candidate: Candidate
    relation: str
    linted: LintedEntry | None
    active: bool


@dataclass
class Selection:
    """What is proposed of one database.

    Attributes:
        chosen: The candidates: those that are asked, then those that are not.
        relations: Name to relation, as the specification has it.
        waiting: The candidates that are not shown.
    """

    chosen: list[Chosen] = field(default_factory=list)
    relations: dict[str, dict[str, Any]] = field(default_factory=dict)
    waiting: list[Candidate] = field(default_factory=list)

    def name(self, candidate: Candidate) -> str:
        """Names a candidate's relation; equal relations have one name."""
        content = candidate.relation.content()
        for name, known in self.relations.items():
            if known == content:
                return name
        name = identifier(candidate.table, self.relations)
        self.relations[name] = content
        return name


def select(
    candidates: Iterable[Candidate],
    look: Callable[[str, Candidate], LintedEntry],
    *,
    entries: int = ENTRIES,
    watch: Callable[[Sequence[int]], Iterable[int]] = iter,
) -> Selection:
    """Looks at the candidates, the most promising first, until enough of them pass.

    What was chosen already makes others like it less promising, so that the entries are about
    several tables, of several forms, and for several values.

    Args:
        candidates: What may be asked.
        look: Lints a candidate; gets a name for its relation.
        entries: How many entries are asked.
        watch: Sees the steps pass, such as a progress bar.

    Returns:
        The candidates that are asked, those that the lint refused, and some of the others.
    """
    selection, waiting = Selection(), list(candidates)
    passed: list[Chosen] = []
    refused: list[Chosen] = []
    for _ in watch(range(min(LOOKED_AT * entries, len(waiting)))):
        allowed = [c for c in waiting if _may_follow(c, passed)]
        if not allowed or len(passed) >= entries:
            break
        best = max(allowed, key=_Ranking(passed, refused).rank)
        waiting.remove(best)
        name = selection.name(best)
        linted = look(name, best)
        (refused if linted.failed else passed).append(Chosen(best, name, linted, not linted.failed))
    ranked = sorted(waiting, key=_Ranking(passed, refused).rank, reverse=True)
    others = [Chosen(c, selection.name(c), None, False) for c in ranked[:SHOWN]]
    selection.chosen = [*passed, *refused, *others]
    selection.waiting = ranked[SHOWN:]
    return selection


def _may_follow(candidate: Candidate, passed: Sequence[Chosen]) -> bool:
    """Tells whether an entry may be added.

    To a few others there may be one with a false premise; of a table one multiple choice is enough.
    """
    kind = candidate.content["type"]
    same = [c for c in passed if c.candidate.content["type"] == kind]
    if kind == _CHOICE:
        return all(c.candidate.table != candidate.table for c in same)
    if kind != _ALTERED:
        return True
    return 4 * len(same) + 2 <= len(passed)


def _fact(candidate: Candidate) -> tuple[object, ...]:
    """Returns what an entry is about and asks for; entries in other words have the same."""
    content = candidate.content
    return candidate.table, candidate.asked, content["type"], content.get("fd")


class _Ranking:
    """Ranks candidates by their worth and by what was looked at already."""

    def __init__(self, passed: Sequence[Chosen], refused: Sequence[Chosen]) -> None:
        self._tables = Counter(chosen.candidate.table for chosen in passed)
        self._forms = Counter(chosen.candidate.form for chosen in passed)
        self._types = {chosen.candidate.content["type"] for chosen in passed}
        self._facts = {_fact(chosen.candidate) for chosen in passed}
        self._values = Counter(chosen.candidate.asked for chosen in [*passed, *refused])

    def rank(self, candidate: Candidate) -> float:
        same = [(_SAME_VALUE, self._values[candidate.asked])]
        found = candidate.worth * (_UNSPEAKABLE if candidate.unspeakable else 1)
        found *= _SAME_FACT if _fact(candidate) in self._facts else 1
        if candidate.content["type"] in self._types:
            same.append((_SAME_TABLE, self._tables[candidate.table]))
            same.append((_SAME_FORM, self._forms[candidate.form]))
        else:
            found *= _NEW_TYPE
        for factor, times in same:
            found *= factor**times
        return found
