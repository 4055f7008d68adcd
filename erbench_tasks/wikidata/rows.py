"""From an item's statements to rows: which of them count, in which order, and what they say.

The statements of best rank count: the preferred ones if there are any, else the normal ones, and
never a deprecated one. Where a property says `at`, those of both ranks that hold on that day. An
*unknown value*, *no value*, a value of another kind or unit, and a time that is not precise enough
say nothing.
"""

from __future__ import annotations

from calendar import month_name
from collections.abc import Mapping
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Any, NamedTuple

from ...core.wikidata.items import END, START, Item, Statement, number_of
from ...core.wikidata.values import (
    DAY,
    MONTH,
    YEAR,
    Point,
    Quantity,
    Reference,
    Special,
    Text,
    Time,
    Value,
)
from .domain import Property, Qualifier

Cell = str | int | float | None
_EXACT = 10**15  # a number from here on is neither rounded nor an integer of SQLite


class StatedRow(NamedTuple):
    """A row of a property's table.

    Attributes:
        cells: Its value, and its qualifiers, in the order of `Property.columns`.
        rank: The rank of its statement.
    """

    cells: tuple[Cell, ...]
    rank: str


def stated_rows(item: Item, row: Property, fit: Mapping[str, Item]) -> list[StatedRow]:
    """Returns the rows of a property of an item, the first one first.

    Items come by the number of their sitelinks, the most first; years and dates from the earliest;
    numbers from the smallest; texts by the alphabet. With `at`, what began last comes first.

    Args:
        item: The item.
        row: The property.
        fit: The items that may be values, by their ids.
    """
    found = []
    for statement in item.statements.get(row.id, ()) if row.at else item.best(row.id):
        cells = _cells(statement.value, row, fit) if _holds(statement, row) else None
        if cells is not None:
            said = tuple(_qualifier(statement, each) for each in row.qualifiers.values())
            stated = StatedRow((*cells, *said), statement.rank)
            found.append((_order(statement, row, cells, fit), repr(stated), stated))
    rows: dict[tuple[Cell, ...], StatedRow] = {}
    for *_, stated in sorted(found):
        rows.setdefault(stated.cells, stated)
    return [] if row.single and len(rows) > 1 else list(rows.values())[: row.most]


def _cells(value: Value, row: Property, fit: Mapping[str, Item]) -> tuple[Cell, ...] | None:
    match row.kind, value:
        case None, Reference(id_) if id_ in fit:
            return (id_,)
        case "year", Time(year, precision=known) if known >= YEAR and year > 0:
            return (year,)
        case "month", Time(year, month, _, known) if known >= MONTH and year > 0 and 0 < month < 13:
            return month_name[month], year
        case "date", Time(year, month, day, known) if known >= DAY and 0 < year <= 9999:
            return (f"{year:04}-{month:02}-{day:02}",)
        case "text", Text(text, "" | "en" | "mul") if text:
            return (text,)
        case "number", Quantity(amount, unit) if (unit or "1") in row.unit:
            return (_rounded(amount * row.unit[unit or "1"], row.decimals),)
        case "coordinates", Point(latitude, longitude):
            places = 6 if row.decimals is None else row.decimals
            return round(latitude, places) + 0.0, round(longitude, places) + 0.0
    return None


def _rounded(number: Decimal, decimals: int | None) -> int | float:
    is_exact = abs(number) < _EXACT
    if is_exact and decimals is not None:
        number = number.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_EVEN)
    return int(number) if is_exact and not number % 1 else float(number)


def _qualifier(statement: Statement, qualifier: Qualifier) -> Cell:
    """Returns the only value of a qualifier that can be read; None if there are none or several."""
    row = Property.model_construct(kind=qualifier.kind, unit={"1": Decimal(1)})
    values = statement.qualifiers.get(qualifier.id, ())
    found = {cells[0] for value in values if (cells := _cells(value, row, {}))}
    return found.pop() if len(found) == 1 else None


def _holds(statement: Statement, row: Property) -> bool:
    ends = [end for end in statement.qualifiers.get(END, ()) if end is not Special.NONE]
    if row.current:
        return not ends
    if row.at is None:
        return True
    # Without a beginning nobody knows; an end that is unknown, or in the same year, may have been
    # before: clubs are left in summer, and half of the ends are stated as years.
    day = row.at.year, row.at.month, row.at.day
    starts = _starts(statement)
    return bool(starts) and min(starts) <= day <= min(map(_day, ends), default=day)


def _starts(statement: Statement) -> list[tuple[int, int, int]]:
    return [_day(start) for start in statement.qualifiers.get(START, ())]


def _day(time: Value) -> tuple[int, int, int]:
    """Returns a day as far as it is known; one long ago, if not even the year is."""
    is_known = isinstance(time, Time) and time.precision >= YEAR
    return time[:3] if isinstance(time, Time) and is_known else (-(10**9), 0, 0)


def _order(
    statement: Statement, row: Property, cells: tuple[Cell, ...], fit: Mapping[str, Item]
) -> tuple[Any, ...]:
    starts = _starts(statement) if row.at else []
    latest = tuple(-part for part in max(starts)) if starts else ()
    match statement.value:
        case Reference(id_):
            return latest, -fit[id_].sitelinks, number_of(id_)
        case Time() as time:
            return latest, time[:3]
    return latest, cells
