"""Why a table or a column is not asked about: none is left out in silence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import ceil

from .candidates import why_not_named
from .columns import NUMBERED, Column
from .drafts import Candidate
from .entities import Entity, is_another_name
from .schema import ForeignKey, TableSchema
from .selection import Selection

PERSONAL = "personal data"
DIVISION = "divides the organisation"
OTHER_NAMES = "other names"
EARLIER_ROWS = "earlier rows"
UNSCOPED = "it does not say of what the"
UNSETTLED = "nothing says that people agree on"
_PEOPLE = "of personal data"
# What a table that is left out is counted as, by how its reason begins.
_LEFT_OUT = (
    (PERSONAL, _PEOPLE),
    (DIVISION, "of how an organisation is divided"),
    (OTHER_NAMES, "with nothing but other names"),
    (EARLIER_ROWS, "with earlier rows of others"),
)
_UNFIT = "whose questions would be bad"
_UNNAMED = "without a column that names their rows"
# A question about fewer rows is refused.
_FEWEST = 10
# So many of the reasons are told on one line.
_TOLD = 3


@dataclass(frozen=True)
class Found:
    """What an inspection found, as far as the specification tells it.

    Attributes:
        tables: The tables by name.
        judged: The columns of each.
        entities: The tables whose rows have a name.
        left_out: Table to the reason why nothing is asked about it.
        hints: Columns along which tables could be joined, and how, as lines.
        followed: Number of foreign keys that are followed although nobody declared them.
    """

    tables: Mapping[str, TableSchema]
    judged: Mapping[str, Sequence[Column]]
    entities: Mapping[str, Entity]
    left_out: Mapping[str, str]
    hints: Sequence[str] = field(default=())
    followed: int = 0


class Reasons:
    """Knows of each table, and of each of its columns, why it is not asked about."""

    def __init__(self, found: Found, selection: Selection) -> None:
        """Takes what was found, and what is proposed of it."""
        self._found = found
        self._candidates = [*(c.candidate for c in selection.chosen), *selection.waiting]
        self._asked = _used(c.candidate for c in selection.chosen if c.active)
        others = [c.candidate for c in selection.chosen if c.linted is None]
        failed = [c.candidate for c in selection.chosen if c.linted and c.linted.failed]
        self._refused = _used([*failed, *(c for c in others if c.unspeakable)])
        self._shown = _used(c for c in others if not c.unspeakable)
        self._waiting = _used(c for c in selection.waiting if not c.unspeakable)
        unfit = (c for c in selection.waiting if c.unspeakable)
        self._unfit = {place: c.unspeakable for c in unfit for place in c.relation.columns}
        self._looked_at = Counter(c.candidate.table for c in selection.chosen if c.linted)
        self._entries = sum(1 for c in selection.chosen if c.active)

    def of_table(self, name: str) -> str:
        """Returns why there is no question about a table's rows.

        Args:
            name: A table that no relation begins with.
        """
        return self._found.left_out.get(name) or self._of_table(name)[1]

    def _of_table(self, name: str) -> tuple[str, str]:
        """Returns what such tables are, for counting them, and the reason."""
        if all(column.rows == 0 for column in self._found.judged[name]):
            return "without a row", "it is empty, or has no column that can be asked about"
        if any(table == name for table, _ in self._waiting):
            return "with questions", "what could be asked is not among the best: see --entries"
        if name in self._found.entities:
            reason = "nothing but the names of its rows can be asked about"
            return "with nothing but names", reason
        if self._usable_keys(name):
            reason = (
                "no column names its rows, and no few of its columns tell another one in words; to "
                "ask all the same, write a relation whose `attributes` say what names a row"
            )
            return "where nothing tells anything else", reason
        reason = (
            "no column names its rows (as a name or a title does), and it refers to no table that "
            "has such a column; if there is a key that is not declared, join along it with `on:`"
        )
        return _UNNAMED, reason

    def names_others(self, name: str) -> bool:
        """Tells whether questions about other tables name the rows of a table."""
        return any(table == name for table, _ in self._asked)

    def of_columns(self, name: str) -> dict[str, list[str]]:
        """Returns the reasons why columns are not asked about, with the columns of each.

        Args:
            name: A table that is not left out as a whole.
        """
        found: dict[str, list[str]] = {}
        for column in self._found.judged[name]:
            if reason := self._of_column(name, column):
                found.setdefault(reason, []).append(column.name)
        return found

    def _of_column(self, name: str, column: Column) -> str:
        """Returns why a column is not asked about; empty if it is."""
        place = (name, column.name)
        if place in self._asked:
            return ""
        if place in self._refused:
            return "what its questions would be is not fit: see the entry below"
        if place in self._shown:
            return "fit to be asked: see the entry below, as a comment"
        if place in self._waiting:
            return f"fit, but not among the best {self._entries}: --entries asks more"
        if reason := self._unfit.get(place):
            return f"not fit to be asked: {reason}"
        if self._found.tables[name].is_linking(column.name):
            return self._of_key(name, column)
        if column.kind is None:
            return column.reason + self._remedy(name, column)
        return why_not_named(column) or self._unused(name, column)

    def _of_key(self, name: str, column: Column) -> str:
        """Returns why what a column refers to is not asked about."""
        keys = self._found.tables[name].foreign_keys
        targets = [key.table for key in keys if column.name in key.columns]
        for target in targets:
            if reason := self._found.left_out.get(target):
                kind = reason.partition(":")[0]
                return f"refers to {target}, which is not asked about ({kind})"
        where = " and ".join(dict.fromkeys(targets))
        if column.name in self._found.tables[name].numbered:
            return f"refers to {where}: {NUMBERED}"
        if not self._usable_keys(name):
            return f"refers to {where}, where no column names the rows"
        if name in self._found.entities:
            return f"refers to {where}, which says nothing more of a row"
        if key := self._natural_key(name, column):
            return f"refers to {where}; {_untold(key)}"
        return f"refers to {where}, and no few columns beside it tell one of these"

    def _natural_key(self, name: str, column: Column) -> tuple[str, ...]:
        """Returns a key that tells a column, none of whose columns is a surrogate key."""
        table = self._found.tables[name]
        fit = {c.name for c in self._found.judged[name] if c.kind is not None}
        told = (key for key in table.keys if column.name not in key)
        return next((k for k in told if all(c in fit or table.is_linking(c) for c in k)), ())

    def _remedy(self, name: str, column: Column) -> str:
        """Returns what asks about a column with a value in few rows, if anything would."""
        if column.scarce is None or name not in self._found.entities:
            return ""
        present = column.present * column.of_rows / column.rows
        same = replace(column, kind=column.scarce)
        if present < _FEWEST or why_not_named(same) or is_another_name(same):
            return ""
        return f"; --max-null {ceil(column.missing * 100) / 100:.2f} asks about it"

    def _usable_keys(self, name: str) -> list[ForeignKey]:
        keys = self._found.tables[name].foreign_keys
        return [key for key in keys if key.table in self._found.entities]

    def _unused(self, name: str, column: Column) -> str:
        """Returns why there is no question for a column that is fit to be asked for."""
        entity = self._found.entities.get(name)
        if entity is None:
            if not self._usable_keys(name):
                return "could be asked for if something said which row is meant"
            if key := self._natural_key(name, column):
                return _untold(key)
            return "no few of the other columns tell it, so that it has no one right answer"
        named = {*entity.label, *(c for part in entity.also for c in part.columns)}
        if entity.only and column.name == entity.only[0]:
            return f"says what a row is: of each {entity.thing.noun} is asked, and of no other"
        if column.name in named:
            return "names the rows, of which there is nothing else to ask"
        if is_another_name(column):
            return "differs in every row: another name of it"
        return "says no more of a row than its name, or nothing of it as a whole"

    @cached_property
    def _kinds(self) -> Counter[str]:
        """How many tables are of which kind, if nothing is asked."""
        every = {*self._found.tables, *self._found.left_out}
        return Counter(map(self._kind, sorted(every)))

    def _kind(self, name: str) -> str:
        if reason := self._found.left_out.get(name):
            begun = (kind for start, kind in _LEFT_OUT if reason.startswith(start))
            return next(begun, "not read")
        if self._looked_at[name]:
            return _UNFIT
        return self._of_table(name)[0]

    def of_nothing(self) -> str:
        """Returns one sentence on why nothing at all is asked."""
        most = self._kinds.most_common(_TOLD)
        rest = self._kinds.total() - sum(count for _, count in most)
        told = [f"{count} {kind}" for kind, count in most]
        told += [f"{rest} {'other' if rest == 1 else 'others'}"] * bool(rest)
        total = self._kinds.total()
        tables = "1 table" if total == 1 else f"{total:,} tables"
        return f"of {tables} none is fit to be asked about: {', '.join(told)}"

    def remedies(self) -> list[str]:
        """Returns what a user can do so that there is something to ask, the best first."""
        found = []
        if any("--undeclared-keys" in hint for hint in self._found.hints):
            found.append("--undeclared-keys follows keys that nobody declared")
        elif self._found.hints:
            found.append("join tables that declare no key with `on:` (its last lines show how)")
        if open_to := sum(c.unsaid.startswith(UNSETTLED) for c in self._candidates):
            entries = "1 entry" if open_to == 1 else f"{open_to} entries"
            found.append(f"--unsettled asks what nothing says people agree on ({entries})")
        if any(c.unsaid.startswith(UNSCOPED) for c in self._candidates):
            found.append("--about WORDS says of which contest, series or story its rows are")
        if self._kinds[_UNFIT]:
            found.append("edit an entry that is a comment, such as its words")
        if any("each: true" in c.reason for cs in self._found.judged.values() for c in cs):
            found.append("take lists apart with `each: true`")
        if self._kinds[_UNNAMED] or not found:
            found.append("write a relation whose `attributes` say what names a row")
        if self._kinds[_PEOPLE]:
            found.append("say why people may be asked about: `personal_data: REASON`")
        return found


def _untold(key: Sequence[str]) -> str:
    """Returns why what a key tells is not asked."""
    return f"the key ({', '.join(key)}) tells it, but no wording is known that says so in English"


def _used(candidates: Iterable[Candidate]) -> set[tuple[str, str]]:
    """Returns the columns that candidates use, each with the name of its table."""
    return {column for candidate in candidates for column in candidate.relation.columns}
