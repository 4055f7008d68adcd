"""Which columns are worth asking about, judged by their types, names and values."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import IntEnum
from typing import Any, Literal

import sqlalchemy
from sqlalchemy import types

from ...core.errors import first_line
from ...filters.rationale.values import Kind as Value
from ...filters.rationale.values import guess
from ..english.asked import Asks
from ..english.words import is_participle, is_plural, singular
from ..items.given_away import words_of
from ..items.names import is_numbered
from . import names, values
from .sample import ROWS, TableSample, sample_table
from .schema import TableSchema
from .values import Values, read_values

_ACRONYM = re.compile(r"[A-Z]{2,5}")
# As many values are kept: for telling what is personal, and for people.
EXAMPLES = 50
# As many tell what kind of values they are.
GUESSED = 50

NUMBERED = "one of several that differ by a number alone: which is which is chance"
# So many first days of a year are none by chance.
_ONLY_YEARS = 0.05
# Of the centuries before, few things are dated to the year; where many are, they may be known.
_EXACT, _FEW_EARLY = 1000, 0.1
_LIFETIME = 100

Quantity = Literal["year", "count", "money", "duration", "measure", "ordinal", ""]


class Kind(IntEnum):
    """What a column holds; the smaller, the better to ask about."""

    NAME = 0
    CATEGORY = 1
    DATE = 2
    NUMBER = 3
    FLAG = 4


# So many names of a column of rulers have a numeral.
_RULERS = 0.05
# A name that so much fewer rows have than another one is not the one that all have.
_NAMED = 0.5


@dataclass(frozen=True)
class Column:
    """A column and what was found in it.

    Its figures are those of a sample over the whole table, see `sample`.

    Attributes:
        name: Its name.
        kind: What it holds; None if it is not worth asking about.
        reason: Why it is not.
        rows: Number of rows that were looked at.
        distinct: Number of distinct values among them, without sentinels.
        present: Number of them that have a value: neither NULL nor a sentinel.
        are_years: Whether its values look like years.
        values: What kind of values they are, for reading responses.
        of_rows: Number of rows that the table has.
        share: The share of the most frequent value among those that are present, in [0, 1].
        shortest: The length of the shortest value as text.
        median_length: The median of their lengths.
        examples: A few of the values, as texts.
        asks: What a question for it asks.
        quantity: What its numbers are; empty for anything else.
        sentinels: Values that stand for "unknown", as the database has them: `9999-01-01`, `N/A`.
            Rows that have one should be left out.
        cut_at: The length at which longer texts are probably cut off; 0 if they are not.
        years_from: The year before which its years are left out; 0 if none are.
        true_value: Of a flag, the value that means yes.
        are_codes: Whether its values are short codes, such as `AFC`.
        are_phrases: Whether they are descriptions, such as `Oil paint on canvas`.
        are_short: Whether all of its values have one or two characters.
        list_share: The share of its values that list several, such as `Ann, Bob, Cy`, in [0, 1].
        has_additions: Whether some values have an addition in brackets that nobody needs to say.
        look_inverted: Whether most values may be persons as an index has them: `Elm, Ann`.
        articles_behind: Whether some values are titles as an index has them: `Lion King, The`.
        is_other_name: Whether it has another name of what the row is about: an accepted spelling.
        label: Of codes, the column that says what they stand for, and is asked about instead.
        personal: What personal data it holds, such as `phone numbers`; empty if none.
        scarce: What it holds, if it is not asked about since few rows have a value.
    """

    name: str
    kind: Kind | None
    reason: str = ""
    rows: int = 0
    distinct: int = 0
    present: int = 0
    are_years: bool = False
    values: Value = "other"
    of_rows: int = 0
    share: float = 0.0
    shortest: int = 0
    median_length: float = 0
    examples: tuple[str, ...] = ()
    asks: Asks = Asks.WHICH
    quantity: Quantity = ""
    sentinels: tuple[Any, ...] = ()
    cut_at: int = 0
    years_from: int = 0
    true_value: Any = None
    are_codes: bool = False
    are_phrases: bool = False
    are_short: bool = False
    list_share: float = 0.0
    has_additions: bool = False
    look_inverted: bool = False
    articles_behind: bool = False
    is_other_name: bool = False
    label: str = ""
    personal: str = ""
    scarce: Kind | None = None

    @property
    def missing(self) -> float:
        """The share of the rows that have no value, in [0, 1]."""
        return 1 - self.present / self.rows if self.rows else 0.0

    @property
    def is_better_known(self) -> bool:
        """Whether it has another name, by which people know what the row is about."""
        return self.is_other_name and bool(set(names.tokens(self.name)) & names.BETTER_KNOWN)

    @property
    def are_acronyms(self) -> bool:
        """Whether its codes are words of capital letters, such as `ATP`."""
        return self.are_codes and all(map(_ACRONYM.fullmatch, self.examples))

    @property
    def has_rulers(self) -> bool:
        """Whether it has names such as *Charles III*, which do not say of which realm.

        That of one hero, *Elm II*, makes no rulers of the others.
        """
        numbered = sum(map(is_numbered, self.examples))
        return self.kind is Kind.NAME and numbered > _RULERS * len(self.examples)

    @property
    def are_inverted(self) -> bool:
        """Whether it has persons as an index has them."""
        return self.look_inverted and self.asks is Asks.WHO

    @property
    def unknown(self) -> list[Any]:
        """The values that no question should have, as `unknown` of a relation lists them."""
        cut = [{"length": self.cut_at}] if self.cut_at else []
        return [*self.sentinels, *cut, *([{"below": self.years_from}] if self.years_from else [])]

    @property
    def is_unique(self) -> bool:
        """Whether no two of the rows had the same value."""
        return self.rows > 0 and self.distinct == self.rows


def judge_columns(
    connection: sqlalchemy.Connection, table: TableSchema, most: int = ROWS
) -> list[Column]:
    """Judges the columns of a table.

    Args:
        connection: The database.
        table: The table.
        most: The most rows to look at.

    Returns:
        Every column, in the table's order, with a kind or a reason why it is not asked about.
    """
    every = list(table.table.columns)
    read = [c for c in every if not _by_type(c.type) and c.name not in table.left_out]
    sample = sample_table(connection, table, read)
    judged = [_judged(column, table, sample) for column in every]
    return list(_beside_each_other(table, judged, sample))


def _by_type(kind: types.TypeEngine[Any]) -> str:
    """Returns why a column is not read, let alone asked about."""
    return next((reason for kinds, reason in _BY_TYPE if isinstance(kind, kinds)), "")


_BY_TYPE: tuple[tuple[tuple[type[Any], ...], str], ...] = (
    ((types.NullType,), "a type that is not supported"),
    ((types.LargeBinary,), "binary"),
    ((types.Uuid,), "an identifier"),
    ((types.Interval,), "a type that is not supported"),
    ((types.Time,), "a time of day"),
    ((types.JSON, types.ARRAY), "not one value"),
)


def _judged(column: sqlalchemy.Column[Any], table: TableSchema, sample: TableSample) -> Column:
    if reason := table.left_out.get(column.name) or _by_type(column.type):
        return Column(column.name, None, reason, sample.rows, of_rows=sample.of_rows)
    try:
        return _judged_by_values(column, table, sample)
    except (ArithmeticError, TypeError, ValueError) as error:  # SQLite keeps anything in a column
        reason = f"its values are not of one type ({first_line(error)})"
        return Column(column.name, None, reason, sample.rows, of_rows=sample.of_rows)


def _judged_by_values(
    column: sqlalchemy.Column[Any], table: TableSchema, sample: TableSample
) -> Column:
    found = _Found(column, table, read_values(sample.values[column.name]), sample.of_rows)
    if reason := _of_any_kind(found):
        return found.column(None, reason)
    if found.numbers is not None:
        return _number(found)
    return _text(found) if found.dates is None else _date(found.dates, found)


class _Found:
    """A column with its values, sentinels left out, and what its name says."""

    def __init__(
        self, column: sqlalchemy.Column[Any], table: TableSchema, read: Values, of_rows: int
    ) -> None:
        self.name = str(column.name)
        self.type = column.type
        self.parts = names.tokens(self.name) or ["value"]
        self.said = set(self.parts)
        self.is_key = (column.name,) in table.keys
        self.is_numbered = self.name in table.numbered
        self.is_linking = table.is_linking(column.name)
        keys = {part for key in table.keys for name in key for part in names.tokens(name)}
        self.is_dated = bool(keys & names.DATED) or names.has_a_year(self.name)
        self.of_rows = of_rows
        self.table = str(table.table.name)
        self.true_value = values.true_value(read)
        is_text = isinstance(column.type, types.String)
        self.numbers = None if is_text and self._numbers_things else values.numbers_of(read)
        self.dates = values.dates_of(read) if self.numbers is None else None
        self.years_from = 0
        self.values = read.without(self._sentinels(read))
        if self.numbers is not None and self.true_value is None:
            self._leave_out_early_years(self.numbers)

    @property
    def _numbers_things(self) -> bool:
        """Whether figures in a text are no quantity."""
        return bool(self.said & (names.KEY | names.CONTACT | names.CATALOGUE | names.POSTAL))

    def _sentinels(self, read: Values) -> set[Any]:
        """Takes the sentinels out of numbers and dates; returns them as the column has them."""
        if self.is_linking or (self.is_key and self.numbers is not None):
            return set()
        if self.numbers is not None and self.true_value is None:
            begins = bool(self.said & names.ORDINAL)
            counts = not (
                begins or self.said & names.MEASURE or values.are_mostly_years(self.numbers)
            )
            none: set[Any] = set(values.no_numbers(self.numbers, begins, counts))
            if values.are_years([n for n in self.numbers if n not in none], False):
                none |= self._still(self.numbers, none)
            self.numbers = {n: c for n, c in self.numbers.items() if n not in none}
            return {v for v in read.counts if values.number(v) in none} if none else none
        if self.dates is not None:
            none = set(values.no_dates(self.dates))
            none |= self._still(self.dates, none)
            self.dates = {day: rows for day, rows in self.dates.items() if day not in none}
            return {v for v in read.counts if values.day(v) in none} if none else none
        return set()

    def _leave_out_early_years(self, numbers: dict[values.Number, int]) -> None:
        """Takes out years that nobody writes, as -660, and the few that few know, as 843."""
        since = self._first_year(numbers)
        if not since:
            return
        before = {n for n in numbers if n < since}
        self.numbers = {n: rows for n, rows in numbers.items() if n not in before}
        kept = self.values.without({v for v in self.values.counts if values.number(v) in before})
        self.years_from = since if isinstance(self.type, types.Numeric | types.Integer) else 0
        # A text is no number that could be compared.
        self.values = replace(kept, sentinels=self.values.sentinels) if self.years_from else kept

    def _first_year(self, numbers: dict[values.Number, int]) -> int:
        """Returns the year before which years are left out; 0 if none are."""
        early = sum(n < _EXACT for n in numbers)
        # So many years are none but figures of another kind.
        if not early or not values.are_years(numbers, self.is_of_a_year):
            return 0
        return _EXACT if early <= _FEW_EARLY * len(numbers) else int(min(numbers) < 0)

    @property
    def is_of_a_year(self) -> bool:
        """Whether its name says that something happened in its years."""
        last = self.parts[-1] if len(self.parts) > 1 else self.name.lower()
        return is_participle(last) or last in ("year", "jahr", "año", "ano", "année")

    def _still(self, counts: Mapping[Any, int], none: Collection[Any]) -> set[Any]:
        """Returns the edge of the data, if the column says what ended: what goes on has it."""
        known = {value: rows for value, rows in counts.items() if value not in none}
        return values.edge(known) if self.said & names.END else set()

    def _guess(self) -> Value:
        some = self.values.texts[:GUESSED]
        return guess(" ".join(self.parts), some, f"{self.table}.{self.name}")

    def column(self, kind: Kind | None, reason: str = "", **more: Any) -> Column:
        """Returns the verdict with the figures that every column has."""
        seen = self.values
        shortest, median_length = seen.lengths
        return Column(
            name=self.name,
            kind=None if reason else kind,
            reason=reason,
            rows=seen.rows,
            distinct=seen.distinct,
            present=seen.present,
            values="other" if reason or kind is Kind.FLAG else self._guess(),
            of_rows=self.of_rows,
            share=seen.share,
            shortest=shortest,
            median_length=median_length,
            examples=tuple(seen.texts[:EXAMPLES]),
            sentinels=seen.sentinels,
            years_from=self.years_from,
            **more,
        )


def _of_any_kind(found: _Found) -> str:
    """Returns why a column is not asked about, whatever kind of values it has."""
    read = found.values
    if found.is_linking:
        return "part of a foreign key"
    if read.present == 0:
        if found.years_from:
            return "years before Christ, which nobody writes as negative numbers"
        return "no values" if found.values.rows else "no rows"
    if read.distinct == 1 and read.rows > 1:
        return "one value only"
    if found.said & names.SECRET and found.numbers is None:
        return "a secret, by its name"
    if found.is_numbered and found.numbers is None and found.dates is None:
        return NUMBERED
    if _is_bookkeeping(found):
        return "bookkeeping: when or by whom a row was written"
    return ""


def _is_bookkeeping(found: _Found) -> bool:
    if names.is_of_a_load(found.parts):
        return True
    if found.numbers is not None:  # seconds since 1970, or a quantity
        return names.is_bookkeeping(found.parts) and values.are_epochs(found.numbers)
    if names.is_bookkeeping(found.parts):
        # What was "changed" or "added" may be a name.
        return found.dates is not None or _is_moment(found) or bool(found.said & names.WHEN)
    if not names.may_be_bookkeeping(found.parts):
        return False
    if found.dates is not None:  # of works: also of earlier centuries
        return min(found.dates) > date(1970, 1, 1)
    return _is_moment(found) or ("by" in found.said and not values.look_like_persons(found.values))


def _is_moment(found: _Found) -> bool:
    return isinstance(found.type, types.DateTime) or values.are_moments(found.values)


def _number(found: _Found) -> Column:
    numbers = found.numbers or {}
    if found.true_value is not None and (
        isinstance(found.type, types.Boolean) or not found.said & names.COUNT
    ):
        return found.column(Kind.FLAG, asks=Asks.WHETHER, true_value=found.true_value)
    if reason := _no_quantity(found):
        return found.column(None, reason)
    quantity = _quantity(found, numbers)
    if (
        quantity == "year"
        and max(numbers) < _EXACT
        and int(max(numbers)) - int(min(numbers)) < _LIFETIME
    ):
        return found.column(None, "years of one lifetime before 1000: those of a story, it seems")
    verdict = found.column(Kind.NUMBER)
    if not quantity and verdict.values == "measure":
        quantity = "measure"
    asks = _ASKS.get(quantity, Asks.WHICH)
    return replace(verdict, quantity=quantity, asks=asks, are_years=quantity == "year")


_ASKS = {
    "year": Asks.YEAR,
    "count": Asks.HOW_MANY,
    "money": Asks.HOW_MUCH,
    "duration": Asks.HOW_LONG,
}


def _no_quantity(found: _Found) -> str:
    """Returns why numbers cannot be asked about; empty if they can."""
    said, numbers = found.said, found.numbers or {}
    whole = isinstance(found.type, types.Integer)
    if found.is_key and whole and not said & names.NATURAL:
        return "a surrogate key"
    if said & names.KEY and (whole or "id" in said) and "year" not in said:
        return "an identifier"
    for words, reason in (
        (names.CATALOGUE, "a catalogue number"),
        (names.RELATED, "a number of another row"),
        (names.COORDINATES, "coordinates"),
        (names.DISPLAY, "an order of display"),
    ):
        if said & words:
            return reason
    if names.is_order_of_display(found.parts):
        return "an order of display"
    return _no_lasting_quantity(found, numbers)


def _no_lasting_quantity(found: _Found, numbers: dict[values.Number, int]) -> str:
    if found.said & names.RUNNING and values.are_running(found.values, numbers):
        return "a surrogate key"
    if values.are_dates_in_figures(numbers):
        return "dates written as numbers"
    if names.is_file_size(found.parts):
        return "a size of a file"
    if found.parts in (["version"], ["revision"]):
        return "bookkeeping: how often a row was written"
    if found.parts[-1:] == ["count"] and {*found.parts[:-1]} <= {"ref", "reference", "row", "use"}:
        return "bookkeeping: how many rows refer to it"
    if values.are_epochs(numbers):
        return "a time stamp"
    if names.is_volatile(found.parts):
        return "a price, a cost or a stock, which seldom last"
    if names.is_current(found.parts) and not found.is_dated:
        return "changes, and nothing in the table says when it was so"
    return ""


def _quantity(found: _Found, numbers: dict[values.Number, int]) -> Quantity:
    said, last = found.said, found.parts[-1] if len(found.parts) > 1 else found.name.lower()
    if values.are_years(numbers, found.is_of_a_year) and not said & names.NOT_YEARS:
        return "year"
    whole = all(number == int(number) for number in numbers)
    counted = whole and min(numbers) >= 0
    # The last word says what a quantity is, if it says anything: a lap speed is a speed.
    for words in ({last}, said):
        named = (q for those, q in _QUANTITIES if words & those and (q != "count" or counted))
        if quantity := next(named, None):
            return quantity
    return "count" if counted and any(map(is_plural, found.parts)) else ""


_QUANTITIES: tuple[tuple[frozenset[str], Quantity], ...] = (
    (frozenset({"count", "total", "num", "nb", "anzahl"}), "count"),
    (names.ORDINAL, "ordinal"),
    (names.MONEY, "money"),
    (names.LASTING, "duration"),
    (names.MEASURE, "measure"),
    (names.COUNT, "count"),
    (names.DURATION, "measure"),
)


def _date(days: Mapping[date, int], found: _Found) -> Column:
    first = sum(rows for day, rows in days.items() if (day.month, day.day) == (1, 1))
    if first > _ONLY_YEARS * sum(days.values()):
        return found.column(None, "dates of which many are only years (January 1)")
    return found.column(Kind.DATE, asks=Asks.WHEN)


def _text(found: _Found) -> Column:
    read = found.values
    if found.true_value is not None or isinstance(found.type, types.Boolean):
        yes = True if found.true_value is None else found.true_value
        return found.column(Kind.FLAG, asks=Asks.WHETHER, true_value=yes)
    if isinstance(found.type, types.DateTime):
        return found.column(None, "a time stamp")
    if values.is_other_date(read):
        return found.column(Kind.DATE, asks=Asks.WHEN)
    listed = values.list_share(read)
    joint = values.joint_share(read) if names.is_person(found.parts) else 0.0
    more = {
        "are_codes": values.are_codes(read),
        "are_phrases": values.are_phrases(read),
        "are_short": values.are_short(read),
        "list_share": max(listed, joint),
        "has_additions": values.has_additions(read),
        "look_inverted": values.look_inverted(read),
        "articles_behind": values.have_articles_behind(read),
        "cut_at": values.cut_at(read, _declared_length(found.type)),
    }
    kind = Kind.CATEGORY if read.distinct <= max(2, read.rows // 10) else Kind.NAME
    verdict = found.column(kind, _no_answer(found, listed), **more)
    return replace(verdict, asks=_asks(found, verdict))


def _declared_length(kind: types.TypeEngine[Any]) -> int:
    """Returns how many characters the texts of a column may have; 0 if nobody says."""
    if isinstance(kind, types.Enum) or not isinstance(kind, types.String):
        return 0
    return kind.length or 0


def _no_answer(found: _Found, listed: float) -> str:
    """Returns why texts cannot be asked about; empty if they can."""
    said = found.said
    if names.is_office(found.parts) and not found.is_dated:
        return "who holds an office changes, and nothing in the table says when it was so"
    if reason := _identifies(found):
        return reason
    for words, reason in (
        (names.NOTES, "free text"),
        (names.CONTACT, "an address, by its name"),
        (names.TECHNICAL, "technical, by its name"),
        (names.POSTAL, "postal codes"),
        (names.COORDINATES, "coordinates"),
    ):
        if said & words:
            return reason
    if (listed > 0.5 and not said & names.LABEL) or (listed > 0 and said & names.LIST):
        return "not one value: lists"
    if reason := values.unreadable(found.values):
        return reason
    if values.are_short(found.values) or values.are_short_in_most_rows(found.values):
        return "values of one or two characters"
    return ""


def _identifies(found: _Found) -> str:
    said, read = found.said, found.values
    if said & names.CATALOGUE:
        return "a catalogue number"
    if said & names.KEY:
        # Some tables have words for keys: the genre "rock", the state "Texas".
        return "" if values.are_words(read) else "an identifier"
    if said & names.LABEL or read.distinct < 2:
        return ""
    if found.parts[-1].endswith("id") and values.look_like_identifiers(read):
        return "an identifier"
    unique = read.distinct == read.present == read.rows
    if said & (names.RUNNING | {"number"}) and values.look_like_identifiers(read):
        return "an identifier" if unique or values.are_padded(read, 1) else ""
    is_called_so = found.is_key or said & names.NUMBERING or values.are_padded(read)
    if unique and is_called_so and values.are_numbered(read, found.of_rows):
        return "a surrogate key"
    are_keys = values.list_keys(read) or values.are_padded(read, 1)
    return "keys of another table, one or several" if are_keys else ""


def _asks(found: _Found, verdict: Column) -> Asks:
    """Returns what a question for texts asks: by their name, where the values agree."""
    if verdict.are_codes or not values.begin_with_capitals(found.values):
        return Asks.WHICH
    if names.is_place(found.parts) or (verdict.values == "country" and _is_not_a_quality(found)):
        return Asks.WHERE
    if names.is_person(found.parts) and (
        verdict.values == "person" or values.look_like_persons(found.values)
    ):
        return Asks.WHO
    return Asks.WHICH


def _is_not_a_quality(found: _Found) -> bool:
    return not found.said & {"nationality", "citizenship", "language", "team", "winner", "name"}


def _beside_each_other(
    table: TableSchema, judged: Sequence[Column], sample: TableSample
) -> Iterator[Column]:
    """Yields the columns; codes and other names give way to the columns that they stand for."""
    for column in judged:
        others = [other for other in judged if other.name != column.name]
        label = _label_of(column, others, sample)
        if label:
            reason = f"codes of {label}, which is asked about"
            yield replace(column, kind=None, reason=reason, label=label)
        elif _is_other_name(column, others, table) or _is_name_for_sorting(
            column, others, table, sample
        ):
            is_word = column.median_length > values.LONGEST_CODE
            why = "an accepted spelling" if is_word else "a code, which is a word of any text"
            reason = f"another name of the row: {why}"
            yield replace(column, kind=None, reason=reason, is_other_name=True)
        else:
            yield column


def _label_of(column: Column, others: Sequence[Column], sample: TableSample) -> str:
    """Returns the column that says what codes stand for; empty if there is none."""
    if not column.are_codes or _is_a_name_of_rows(column):
        return ""
    stem = set(names.tokens(column.name)) - names.CODE - names.KEY
    for other in others:
        if other.kind in (Kind.NAME, Kind.CATEGORY) and not other.are_codes:
            named = set(names.tokens(other.name)) - names.LABEL - names.EXPLANATION
            if stem and named == stem and _agree(column, other, sample):
                return other.name
    return ""


def _agree(column: Column, other: Column, sample: TableSample) -> bool:
    """Tells whether nearly every value of a column comes with one value of the other."""
    pairs = set(zip(sample.values[column.name], sample.values[other.name], strict=True))
    there = [pair for pair in pairs if None not in pair]
    return len(there) <= 1.02 * column.distinct


# So many texts with the words of their rows' names are those names.
_SAME_WORDS = 0.8


def _is_other_name(column: Column, others: Sequence[Column], table: TableSchema) -> bool:
    """Tells whether texts are other names of what the rows are called in another column."""
    is_text = column.kind in (Kind.NAME, Kind.CATEGORY) or (column.are_short and not column.label)
    if not is_text or not _is_a_name_of_rows(column):
        return False
    own = _words_of_the_table(table)
    # What few rows have beside it, such as a full name, is not what all are known by.
    labels = [other for other in others if _names_rows(other, own)]
    labels = [other for other in labels if other.present >= _NAMED * column.present]
    every = set(names.tokens(column.name))
    if is_short_for_country(column, table):
        return False
    if every & names.IN_FULL and any(is_short_for_country(other, table) for other in others):
        return True
    said, known = every - own, names.OTHER_NAME
    if every & names.LABEL:
        known = known | names.OTHER_WITH_NAME
        if any(map(_is_name_of_persons, labels)):
            said, known = said | (every & names.OTHER_OF_PERSON), known | names.OTHER_OF_PERSON
    return bool(labels and said & known) and not said - known - names.LABEL


def is_short_for_country(column: Column, table: TableSchema) -> bool:
    """Tells whether countries are called as people call them: *Norway*, by a `short_name`.

    Args:
        column: A column of names.
        table: Its table.
    """
    are_countries = column.values == "country" or bool(
        {*names.tokens(table.name)} & {"country", "countries", "nation", "nations"}
    )
    said = set(names.tokens(column.name))
    is_short = bool(said & names.IN_SHORT) and said <= names.IN_SHORT | names.LABEL
    return are_countries and is_short and not column.are_codes


def _is_name_of_persons(column: Column) -> bool:
    parted = set(names.tokens(column.name)) & (names.NAME_PARTS - {"primary", "main", "complete"})
    return column.values == "person" or bool(parted & names.PEOPLE or parted - {"full", "middle"})


def _words_of_the_table(table: TableSchema) -> set[str]:
    return {word for each in names.tokens(table.name) for word in (each, singular(each))}


def _is_name_for_sorting(
    column: Column, others: Sequence[Column], table: TableSchema, sample: TableSample
) -> bool:
    """Tells whether texts have the words of the names of their rows: *Lee, Ann* of *Ann Lee*."""
    own = _words_of_the_table(table)
    if column.kind is not Kind.NAME or _names_rows(column, own):
        return False
    named = (other for other in others if _names_rows(other, own))
    return any(_have_the_words(sample.values[column.name], sample.values[o.name]) for o in named)


def _have_the_words(texts: Sequence[object], names_of_rows: Sequence[object]) -> bool:
    pairs = [(a, b) for a, b in zip(texts, names_of_rows, strict=True) if a and b]
    least, same = max(3, _SAME_WORDS * len(pairs)), len(pairs)
    differs = False
    for a, b in pairs:
        if same < least:  # as it is soon, where they have other words
            return False
        # A comma is all that may be more.
        is_same = abs(len(str(a)) - len(str(b))) < 3 and _words(a) == _words(b)
        same -= not is_same
        differs = differs or (is_same and a != b)
    return same >= least and differs


def _words(text: object) -> list[str]:
    return sorted(words_of(str(text)).split())


def _is_a_name_of_rows(column: Column) -> bool:
    """Tells whether hardly two rows share a value."""
    return column.present > 2 and column.distinct >= 0.9 * column.present


def _names_rows(column: Column, own: set[str]) -> bool:
    """Tells whether a column has the name by which its rows are called."""
    if column.kind not in (Kind.NAME, Kind.CATEGORY) or column.are_codes:
        return False
    said = set(names.tokens(column.name)) - own
    return not said - names.LABEL - names.NAME_PARTS
