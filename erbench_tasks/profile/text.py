"""A profile as text: compact, the same for the same database, and never longer than a budget."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from textwrap import shorten

import sqlalchemy

from ...core.untrusted_text import visible
from .records import ColumnProfile, Profile, Reference, TableProfile

TOKENS, CHARACTERS = 8_000, 4
"""The most tokens of a text, and the characters that are counted as one."""
_LONGEST, _LONGEST_NAME, _LONGEST_COMMENT = 60, 100, 200
_SIMPLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_MOST_NOTES = 10


def tokens(text: str) -> int:
    """Returns about how many tokens a text has: one for each four characters."""
    return -(-len(text) // CHARACTERS)


def text(profile: Profile, most: int = TOKENS) -> str:
    """Returns a profile as text: whole tables, in its order, as far as the budget goes.

    The others are named in one line, for which up to a quarter of the budget is kept.
    """
    writer = _Writer(profile)
    head = "\n".join(map(visible, writer.head()))
    written = [writer.table(table) for table in profile.tables]
    room = most * CHARACTERS - len(head) - 1
    shown, left = [head], []
    names = [f"{writer.name(table.name)} ({_rows(table)})" for table in profile.tables]
    kept = min(most, 100 + sum(len(name) + 2 for name in names))
    if sum(len(one) + 1 for one in written) > room:
        room -= kept
    for name, one in zip(names, written, strict=True):
        if len(one) > room and len(shown) == 1:  # too large even alone
            one = one[: max(0, room - 20)].rpartition("\n")[0] + "\n  and more"
        if len(one) < room:
            room -= len(one) + 1
            shown.append(one)
        else:
            left.append(name)
    if left:
        said = f"Left out to stay within the budget, {len(left):,} tables (see --tables): "
        shown.append("\n" + shorten(said + ", ".join(left), kept - 4, placeholder=" ..."))
    return "\n".join(shown) + "\n"


class _Writer:
    """Writes the parts of a profile."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        dialect = sqlalchemy.make_url(f"{profile.dialect}://").get_dialect()
        self._mark = dialect.preparer(dialect()).initial_quote
        self._reserved = dialect.preparer.reserved_words

    def head(self) -> Iterator[str]:
        """Yields the lines above the tables."""
        profile = self._profile
        yield (
            f"Database ({profile.dialect}): {len(profile.tables):,} tables, "
            f"{sum(table.rows or 0 for table in profile.tables):,} rows. "
            "(x2): in two rows. a -> b (3): each a has one b, and 3 values of a have "
            f"several rows. Longer texts are cut after {_LONGEST} characters."
        )
        if not profile.values_shown:
            yield "No values are shown."
        if (why := profile.public_persons) is not None:
            yield f"Names of persons are shown: {_cut(why, _LONGEST_COMMENT)}"
        for note in profile.file_notes[:_MOST_NOTES]:
            yield f"File {_cut(note, _LONGEST_COMMENT)}"
        if more := profile.file_notes[_MOST_NOTES:]:
            yield f"{len(more):,} more notes on files"
        if profile.others:
            yield f"{len(profile.others):,} tables were not asked for"

    def name(self, name: str) -> str:
        """Returns the name of a table or column as SQL writes it."""
        lower = name.lower() if self._profile.dialect == "postgresql" else name
        if _SIMPLE.fullmatch(name) and name.lower() not in self._reserved and name == lower:
            return _cut(name, _LONGEST_NAME)
        doubled = name.replace(self._mark, 2 * self._mark)
        return visible(_cut(f"{self._mark}{doubled}{self._mark}", _LONGEST_NAME))

    def _names(self, names: Iterable[str]) -> str:
        return ", ".join(map(self.name, names))

    def table(self, table: TableProfile) -> str:
        """Returns the lines of a table."""
        references = [*map(self._reference, table.references)]
        if table.personal or table.rows is None:
            listed = ", ".join(f"{self.name(c.name)} {c.type}" for c in table.columns)
            known = [f"  columns: {listed}"] if listed else []
            return "\n".join([self._heading(table), *known, *references])
        lines = [self._heading(table), *map(self._column, table.columns), *references]
        for determinant, group in groupby(table.dependencies, lambda fd: fd.determinant):
            dependents = (f"{self.name(fd.dependent)} ({fd.support})" for fd in group)
            lines.append(f"  {self._names(determinant)} -> {', '.join(dependents)}")
        lines += [f"  row: {' | '.join(map(_shown, row))}" for row in table.samples]
        return "\n".join(lines)

    def _heading(self, table: TableProfile) -> str:
        said = [_rows(table)]
        if table.rows_read < (table.rows or 0):
            said[0] += f" ({table.rows_read:,} of them read, at random)"
        if table.primary_key:
            said.append(f"primary key {self._names(table.primary_key)}")
        if table.comment:
            said.append(_shown(table.comment, _LONGEST_COMMENT))
        if table.personal:
            said.append(f"NOT SHOWN, private: {visible(table.personal)}")
        kind = "" if table.kind == "table" else f" ({table.kind})"
        return f"\n# {self.name(table.name)}{kind}: {'; '.join(said)}"

    def _column(self, column: ColumnProfile) -> str:
        unique = "unique" if column.unique else f"{column.distinct or 0:,} distinct"
        said = [unique] * (column.distinct is not None and not column.personal)
        said += [f"{column.nulls:,} NULL"] if column.nulls and not column.personal else []
        said += [f"NOT SHOWN, private: {visible(column.personal)}"] if column.personal else []
        said += [_shown(column.comment, _LONGEST_COMMENT)] if column.comment else []
        values = [_shown(v) + f" (x{count})" * (count > 1) for v, count in column.frequent]
        values += map(_shown, column.others)
        some = ", e.g." if len(values) < (column.distinct or 0) else ":"
        listed = f"{some} {' | '.join(values)}" if values else ""
        counted = f": {', '.join(said)}" if said else ""
        return f"  {self.name(column.name)} {column.type}{counted}{listed}"

    def _reference(self, reference: Reference) -> str:
        target = f"{self.name(reference.target)}({self._names(reference.target_columns)})"
        found = f" (not declared; it has all {reference.values or 0:,} values)"
        found = "" if reference.declared else found
        return f"  {self._names(reference.columns)} references {target}{found}"


def _rows(table: TableProfile) -> str:
    return "cannot be read" if table.rows is None else f"{table.rows:,} rows"


def _shown(value: str | None, most: int = _LONGEST) -> str:
    """Returns a value, in quotes if it could be taken for something else."""
    if value is None:
        return "NULL"
    text = visible(_cut(value, most))
    plain = text == text.strip() and text not in ("", "NULL") and " | " not in text
    return text if plain else f'"{text}"'


def _cut(value: str, most: int) -> str:
    return value if len(value) <= most else f"{value[:most]}…"
