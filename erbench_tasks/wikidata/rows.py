"""From an item's statements to rows: which of them count, in which order, and what they say.

The statements of best rank count: the preferred ones if there are any, else the normal ones, and
never a deprecated one. Where a property says `at`, those of both ranks that hold on that day. An
*unknown value*, *no value*, a value of another kind or unit, and a time that is not precise enough
say nothing.
"""

from __future__ import annotations

from calendar import month_name
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Any, NamedTuple

from ...core.wikidata.items import Item, Statement, number_of
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
_START, _END = "P580", "P582"
_EVER = (-(10**9), 1, 1), (10**9, 12, 31)
Day = tuple[int, int, int]


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
    every = item.statements.get(row.id, ()) if row.at else item.best(row.id)
    found = []
    for statement in every:
        cells = _cells(statement.value, row, fit) if _holds(statement, row) else None
        if cells is not None:
            said = tuple(_qualifier(statement, each) for each in row.qualifiers.values())
            found.append((_order(statement, row, fit), StatedRow((*cells, *said), statement.rank)))
    rows: dict[tuple[Cell, ...], StatedRow] = {}
    for _, each in sorted(found, key=_first):
        rows.setdefault(each.cells, each)
    return [] if row.single and len(rows) > 1 else list(rows.values())[: row.most]


def _first(entry: tuple[Any, StatedRow]) -> tuple[Any, str]:
    return entry[0], repr(entry[1])


def _cells(value: Value, row: Property, fit: Mapping[str, Item]) -> tuple[Cell, ...] | None:
    if row.table is not None:
        return (value.id,) if isinstance(value, Reference) and value.id in fit else None
    read = _READERS[row.kind or "text"]
    return read(value, row)


def _year(value: Value, row: Property) -> tuple[Cell, ...] | None:
    fits = isinstance(value, Time) and value.precision >= YEAR and value.year > 0
    return (value.year,) if isinstance(value, Time) and fits else None


def _month(value: Value, row: Property) -> tuple[Cell, ...] | None:
    if not isinstance(value, Time) or value.precision < MONTH or value.year <= 0:
        return None
    return (month_name[value.month], value.year) if 1 <= value.month <= 12 else None


def _date(value: Value, row: Property) -> tuple[Cell, ...] | None:
    if not isinstance(value, Time) or value.precision < DAY or not 0 < value.year <= 9999:
        return None
    return (f"{value.year:04}-{value.month:02}-{value.day:02}",)


def _number(value: Value, row: Property) -> tuple[Cell, ...] | None:
    if not isinstance(value, Quantity) or (value.unit or "1") not in row.unit:
        return None
    number = value.amount * row.unit[value.unit or "1"]
    if row.decimals is not None:
        number = number.quantize(Decimal(1).scaleb(-row.decimals), ROUND_HALF_EVEN)
    return (int(number) if row.decimals == 0 else float(number),)


def _text(value: Value, row: Property) -> tuple[Cell, ...] | None:
    fits = isinstance(value, Text) and value.language in ("", "en", "mul") and value.text
    return (value.text,) if isinstance(value, Text) and fits else None


def _coordinates(value: Value, row: Property) -> tuple[Cell, ...] | None:
    if not isinstance(value, Point):
        return None
    places = 6 if row.decimals is None else row.decimals
    return round(value.latitude, places) + 0.0, round(value.longitude, places) + 0.0


_READERS: dict[str, Callable[[Value, Property], tuple[Cell, ...] | None]] = {
    "year": _year,
    "month": _month,
    "date": _date,
    "number": _number,
    "text": _text,
    "coordinates": _coordinates,
}


def _qualifier(statement: Statement, qualifier: Qualifier) -> Cell:
    """Returns the only value of a qualifier that can be read; None if there are none or several."""
    values = statement.qualifiers.get(qualifier.id, ())
    row = Property.model_construct(kind=qualifier.kind, unit={"1": Decimal(1)}, decimals=None)
    found = {cells[0] for value in values if (cells := _READERS[qualifier.kind](value, row))}
    if len(found) != 1:
        return None
    (cell,) = found
    return int(cell) if isinstance(cell, float) and cell.is_integer() else cell


def _holds(statement: Statement, row: Property) -> bool:
    ends = [end for end in statement.qualifiers.get(_END, ()) if end is not Special.NONE]
    if row.current:
        return not ends
    if row.at is None:
        return True
    starts = [_span(start) for start in statement.qualifiers.get(_START, ())]
    # Without a beginning nobody knows; an end that is unknown, or in the same year, may have been
    # before: clubs are left in summer, and half of the ends are stated as years.
    if not starts or any(end is Special.UNKNOWN for end in ends):
        return False
    day = _day(row.at)
    return min(starts)[0] <= day <= max((_span(end)[0] for end in ends), default=_EVER[1])


def _span(value: Value) -> tuple[Day, Day]:
    """Returns the first and the last day of what may be meant by a time."""
    if not isinstance(value, Time) or value.precision < YEAR:
        return _EVER
    first = value.year, value.month or 1, value.day or 1
    return first, (value.year, value.month or 12, value.day or 31)


def _day(day: date) -> Day:
    return day.year, day.month, day.day


def _order(statement: Statement, row: Property, fit: Mapping[str, Item]) -> tuple[Any, ...]:
    starts = [_span(start)[0] for start in statement.qualifiers.get(_START, ())] if row.at else []
    latest = tuple(-part for part in max(starts)) if starts else ()
    value = statement.value
    if isinstance(value, Reference):
        return latest, -fit[value.id].sitelinks, number_of(value.id)
    return latest, _plain_order(value)


def _plain_order(value: Value) -> Sequence[Any]:
    if isinstance(value, Time):
        return value.year, value.month, value.day
    if isinstance(value, Quantity):
        return (float(value.amount),)
    return tuple(value) if isinstance(value, Point | Text) else ()
