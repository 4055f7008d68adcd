"""The columns of tables that records can be asked about, named for people, with their values."""

from __future__ import annotations

import keyword
import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import chain, count, islice
from typing import Any

import sqlalchemy
import sqlglot

from ..database.gate import DIALECTS
from ..database.reflection import connected
from ..items.given_away import words_of
from ..lint.checks import FEW, MOST, SHORT, UNCLEAN
from ..profile.records import Profile, Reference, TableProfile

_MOST_ROWS = 20_000  # of a table that are read
_COMPARED, _LISTED = 3_000, 50  # values of a column that are compared, and that a query lists
_AVOIDED = 0.6  # of the rows: of more, something is asked
# A code such as tt0133093 or T-41, and a moment: the time of day when a row was written.
_NOTHING = re.compile(r"(?=\S*\d)(?=\S*[^\W\d_])\S+|\d{4}-\d\d-\d\d[ T](?!00:00:00).+")
_CAMEL = re.compile(r"(?<=[^\W_A-Z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")
_KINDS = {"text": r"[^\W\d_]", "date": r"^\d{4}-\d\d-\d\d", "count": r"^\d+$"}


@dataclass(frozen=True, eq=False)
class Column:
    """A column of a drafted query: what it is called, its SQL of PostgreSQL, and its texts."""

    table: str
    label: str
    sql: str
    values: Sequence[str | None]
    join: str = ""
    _told: dict[Column, tuple[set[str], float]] = field(default_factory=dict)

    @cached_property
    def name(self) -> str:
        return plain_name(self.label, ["question"])

    @cached_property
    def counts(self) -> Counter[str]:
        return Counter(value for value in self.values if value is not None)

    @cached_property
    def words(self) -> dict[str, str]:
        return {value: words_of(value) or f" {value} " for value in self.counts}

    @cached_property
    def kind(self) -> str:
        """What most values are: `text`, `date`, `count`, or else `measure`."""
        kinds = (kind for kind, p in _KINDS.items() if self._share(partial(re.search, p)) > MOST)
        return next(kinds, "measure")

    @cached_property
    def says_something(self) -> bool:
        """Whether its values are whole, and neither keys nor codes nor the same in most rows."""
        known = self.counts.total()
        if known < MOST * len(self.values) or max(self.counts.values(), default=1) > MOST * known:
            return False
        unclean = (self._share(p.search) > FEW or p.search(self.label) for p in UNCLEAN.values())
        return not (self.is_key or self._share(_NOTHING.fullmatch) > MOST or any(unclean))

    @cached_property
    def is_key(self) -> bool:
        """Whether its values are numbers such as 1, 2, 3, ..., each in one row."""
        numbers = sorted(int(value) for value in self.counts if value.isdecimal())
        return 0 < len(numbers) == self.counts.total() and numbers[-1] <= 10 * len(numbers)

    @cached_property
    def is_short(self) -> bool:
        """Whether too many values are mentioned by accident (in UTF-8, 中 has three bytes)."""
        return self._share(lambda value: len(value.encode()) <= SHORT) > FEW

    @cached_property
    def can_name(self) -> bool:
        return self.kind in ("text", "date") and self.says_something and not self.is_short

    def told(self, others: Sequence[Column], text: str) -> list[str] | None:
        """Returns when a question with a text and others has it, in SQL; None if too often."""
        labels = [column.label for column in (self, *others)]
        said = words_of(" ".join([text, self.table, *labels]))
        own, conditions = f"CAST({self.sql} AS TEXT)", []
        listed = {v for v in self.counts if self.words[v] in said} | self._in_longer
        rows = self._share(listed.__contains__)
        for other in others:
            odd, part = (set[str](), 0.0) if other is self else self._told_by(other)
            listed, rows = listed | odd, rows + part
            if part:
                conditions.append(f"STRPOS(LOWER(CAST({other.sql} AS TEXT)), LOWER({own})) > 0")
        if listed:
            values = ", ".join(quoted(value, "'") for value in sorted(listed))
            conditions.append(f"{own} IN ({values})")
        return None if rows > _AVOIDED or len(listed) > _LISTED else conditions

    @cached_property
    def _in_longer(self) -> set[str]:
        every = "|".join(islice(self.words.values(), _COMPARED))
        return {v for v in islice(self.words, _COMPARED) if every.count(self.words[v]) > 1}

    def _told_by(self, other: Column) -> tuple[set[str], float]:
        """Returns values that another column says, and the share of rows where it has a value."""
        if other not in self._told:
            rows = Counter(zip(self.values, other.values, strict=True))
            said = {(v, o) for v, o in rows if v and o and self.words[v] in other.words[o]}
            odd = {(v, o) for v, o in said if v.encode().lower() not in o.encode().lower()}
            part = sum(rows[pair] for pair in said - odd) / max(1, rows.total())
            self._told[other] = {v for v, _ in odd}, part
        return self._told[other]

    def _share(self, test: Any) -> float:
        return sum(n for v, n in self.counts.items() if test(v)) / max(1, self.counts.total())


def label(name: str) -> str:
    """Returns a name as people write it: `releaseYear` is `release year`."""
    plain = "".join(c if c.isprintable() and c not in '{}"' else " " for c in name).strip()
    plain = plain if " " in plain else _CAMEL.sub(" ", plain.replace("_", " ")).lower()
    return " ".join(plain.split()) or "column"


def plain_name(text: str, taken: Collection[str]) -> str:
    """Returns an identifier of SQL, Python and Jinja for a label."""
    name = re.sub(r"\W+", "_", text.casefold()).strip("_")
    name = next(n for n in (name, f"c_{name}", "column") if n.isidentifier())
    name += "_" * any(map(keyword.iskeyword, (name, name.capitalize())))
    return next(n for n in chain([name], (f"{name}_{i}" for i in count(2))) if n not in taken)


def quoted(name: str, sign: str = '"') -> str:
    """Returns a name, or a text between other signs, in SQL of PostgreSQL."""
    return sign + name.replace(sign, sign * 2) + sign


class Reader:
    """Reads those tables of a profile that have rows and are not personal."""

    def __init__(self, profile: Profile, engine: sqlalchemy.Engine) -> None:
        shown = [t for t in profile.tables if t.kind == "table" and t.rows and not t.personal]
        self.tables = {table.name: table for table in shown}
        self._engine, self._dialect = engine, DIALECTS.get(profile.dialect, profile.dialect)
        self._own = {name: self._read(table) for name, table in self.tables.items()}
        every = [column for own in self._own.values() for column in own.values()]
        self._keys = {column.label.split()[-1] for column in every if column.is_key}

    def sql(self, query: str) -> str:
        return sqlglot.parse_one(query, dialect="postgres").sql(self._dialect, pretty=True)

    def columns(self, table: TableProfile) -> list[Column]:
        """Returns what can be said of a table's rows; names stand for keys that refer to them."""
        found: dict[str, Column] = {}
        for name, own in self._own[table.name].items():
            references = [r for r in table.references if r.columns == (name,)]
            column = self._followed(own, references[0]) if references else own
            is_key = own.kind == "count" and own.label.split()[-1] in self._keys
            if column and column.says_something and (references or not is_key):
                found.setdefault(column.name, column)
        return [*found.values()]

    def _read(self, table: TableProfile) -> dict[str, Column]:
        names = [c.name for c in table.columns if not c.personal and c.type != "binary"]
        chosen = ", ".join(map(quoted, names)) or "1"
        sql = self.sql(f"SELECT {chosen} FROM {quoted(table.name)} LIMIT {_MOST_ROWS}")  # noqa: S608
        with connected(self._engine) as connection:
            rows = connection.exec_driver_sql(sql, execution_options={"no_parameters": True}).all()
        found = {}
        for name, values in zip(names, zip(*rows, strict=True), strict=False):
            texts, sql = [*map(_text, values)], f"r.{quoted(name)}"
            if any(isinstance(v, str) and v != text for v, text in zip(values, texts, strict=True)):
                sql = f"NULLIF(TRIM({sql}), '')"
            found[name] = Column(label(table.name), label(name), sql, texts)
        return found

    def _followed(self, column: Column, reference: Reference) -> Column | None:
        """Returns the names of what a column refers to, if these are not its values; or None."""
        own, key = self._own.get(reference.target, {}), reference.target_columns[0]
        unique = [c.name for c in self.tables[reference.target].columns if c.unique] if own else []
        texts = (c for c in unique if c in own and own[c].can_name and own[c].kind == "text")
        name = next(texts, None)
        if name is None or key not in own or name == key:
            return column if name and key in own else None
        known = dict(zip(own[key].values, own[name].values, strict=True))
        values = [known.get(value) for value in column.values]
        # The `home team id` that refers to a `team id` is a home team.
        said = f" {column.label}".removesuffix(f" {own[key].label.split()[-1]}").strip()
        target, alias = quoted(reference.target), quoted(f"r {column.label}")
        join = f"LEFT JOIN {target} AS {alias} ON {column.sql} = {alias}.{quoted(key)}"
        said = said or label(reference.target)
        return Column(column.table, said, f"{alias}.{quoted(name)}", values, join)


def _text(value: Any) -> str | None:
    """Returns a value as questions have it; None of what is no text, number or date."""
    value = int(value) if isinstance(value, float) and value.is_integer() else value
    known = not isinstance(value, bytes | list | dict | None)
    return (str(value).strip(" ") or None) if known else None
