"""Drawing one of so many values in SQL, the same ones on every engine.

To sort a table by a hash costs much more, above all on SQLite, which has none of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import Any

import sqlalchemy
from sqlalchemy import func, types
from sqlalchemy.sql.elements import ColumnElement

from .sql_text import joined, seeded_rank

_BELOW = 1_000_003
_FACTORS = (1, 7, 31, 127, 523, 2063, 8209)


def is_drawn(columns: Sequence[ColumnElement[Any]], one_of: int) -> ColumnElement[bool]:
    """Returns whether the values of a row are among those that are drawn.

    Whole numbers are divided; of others it is a hash that decides, for which `register_md5` has to
    be called on SQLite. NULL is a value like any other.

    Args:
        columns: The columns, at least one.
        one_of: One of so many values is drawn; a prime, since keys may be multiples of ten.
    """
    if not are_whole(columns):
        rank = seeded_rank(0, [func.coalesce(joined([column]), "") for column in columns])
        return func.substr(rank, 1, 8, type_=types.String()) < f"{2**32 // one_of:08x}"
    total: ColumnElement[int] = sqlalchemy.literal(0)
    for index, column in enumerate(columns):
        whole = sqlalchemy.cast(column, types.BigInteger)
        total += func.coalesce(whole % _BELOW, 0) * _FACTORS[index % len(_FACTORS)]
    return total % one_of == 0


def are_whole(columns: Sequence[ColumnElement[Any]]) -> bool:
    """Tells whether all columns are of whole numbers."""
    return all(isinstance(column.type, types.Integer) for column in columns)


def prime(number: int) -> int:
    """Returns the first prime that is not below a number."""
    number = max(2, number)
    while any(number % divisor == 0 for divisor in range(2, isqrt(number) + 1)):
        number += 1
    return number
