"""Other spellings that count as mentioning a value (entity resolution, Section 3.2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select

from ...core.errors import InputError
from ..database.binding import Binder
from ..database.gate import Query
from ..database.snapshot import input_errors
from .relation import Relation, Row

# The columns that a row must agree in, and their values to spellings: what one query says.
_Listed = tuple[tuple[str, ...], Mapping[tuple[Any, ...], Sequence[str]]]


class SpellingTable:
    """Looks up how the values of a relation's columns may be written as well.

    Attributes:
        queries: Column to what is run.
    """

    def __init__(self, binder: Binder, relation: Relation) -> None:
        """Reads the spellings of a relation's values.

        Raises:
            InputError: A query is refused, or its columns are not those of a spelling.
        """
        self.queries: dict[str, list[Query]] = defaultdict(list)
        self._listed = {
            name: [self._read(binder, relation, name, text) for text in queries]
            for name, queries in relation.spec.spellings.items()
        }

    def columns(self, column: str) -> list[str]:
        """Returns the columns on which the spellings of one depend, itself among them."""
        listed = self._listed.get(column, [])
        return list(dict.fromkeys([column, *(name for names, _ in listed for name in names)]))

    def are_given(self, column: str) -> bool:
        """Tells whether the values of a column can have other spellings."""
        return column in self._listed

    def spellings(self, column: str, row: Row) -> list[str]:
        """Returns the value as text, then its other spellings, without repetition."""
        found = [str(row[column])]
        for columns, spellings in self._listed.get(column, ()):
            found += spellings.get(tuple([row.get(name) for name in columns]), ())
        return found if len(found) == 1 else list(dict.fromkeys(found))

    def _read(self, binder: Binder, relation: Relation, column: str, text: str) -> _Listed:
        where = f"relations.{relation.name}.spellings.{column}"
        query, source, columns = binder.bind(text, where, named=False)
        self.queries[column].append(query)
        _, *between = list(columns)[:-1] or [""]
        if len(query.columns) < 2 or not set(between) <= set(relation.columns):
            raise InputError(
                f"{where}: select the value, then its spelling; what stands between them must be "
                "named like columns of the relation"
            )
        with input_errors(binder.engine), binder.engine.connect() as connection:
            rows = connection.execute(select(*columns.values()).select_from(source)).all()
        listed: dict[tuple[Any, ...], list[str]] = defaultdict(list)
        for *key, spelling in sorted(rows, key=lambda row: repr(row[-1])):
            if spelling is not None and str(spelling).strip():
                listed[tuple(key)].append(str(spelling).strip())
        return (column, *between), listed
