"""A relation as a query: the result of one SELECT, whose columns are attributes (Section 3.3)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from typing import Any

import sqlalchemy
from sqlalchemy import types
from sqlalchemy.sql.elements import ColumnElement

from ...core.errors import InputError
from ..database.binding import Binder
from ..database.lineage import BaseTable
from ..database.sql_text import finite
from ..spec.spec import ImageSpec, RelationSpec

Row = Mapping[str, Any]
ASKED = "asked"
# Where a row has its entity's popularity; no column of a query can have this name.
POPULARITY = "(popularity)"
# Values of these types have no text that a question could mention.
UNREADABLE = (types.NullType, types.LargeBinary, types.ARRAY, types.JSON)


class Relation:
    """The query of a relation. Its rows stay in the database until they are read (`tuples`).

    Attributes:
        name: Name of the relation.
        spec: The specification.
        query: What is run, and what it reads.
        columns: Name of each column to its expression, in the order of the query.
        images: Name of each stored image to the expression of its column.
        popularity: The expression of the column that has it; None if there is none.
        source: The query's result, as a table to select from.
        asked: Expression for whether questions are asked about a row.
        never_null: Columns that are known to have a value in every row.
        facts: Conditions without which a row is not read.
    """

    def __init__(self, binder: Binder, name: str, spec: RelationSpec) -> None:
        """Checks the query and looks up its tables; reads no row.

        Raises:
            InputError: The query is refused, a table or column does not exist, or a column has
                values that no question could mention.
        """
        self.name = name
        self.spec = spec
        self._dialect = binder.engine.dialect.name
        self.query, self.source, self.columns = binder.bind(spec.sql, f"relations.{name}.sql")
        for field, message in spec.unknown_names(self.columns):
            raise InputError(f"relations.{name}.{field}: {message}")
        self.never_null = self._never_null(binder)
        self.images = {
            key: self._image(key, image) for key, image in spec.images.items() if image.column
        }
        self.popularity = self._popularity(spec.popularity) if spec.popularity else None
        self.asked = self._asked(spec.ask)
        self.facts: list[ColumnElement[bool]] = []
        for key in self.attributes:
            if isinstance(self.columns[key].type, UNREADABLE):
                raise InputError(
                    f"relations.{name}.sql: the column {key!r} has a type that no text can "
                    "mention; select a text, number, date or time instead"
                )

    @property
    def attributes(self) -> list[str]:
        """The columns that are about the entity: no flag, popularity or image."""
        stored = [image.column for image in self.spec.images.values()]
        others = {self.spec.ask, self.spec.popularity, *stored}
        return [name for name in self.columns if name not in others]

    def asking_where(self, condition: ColumnElement[bool]) -> Relation:
        """Returns the same relation, of whose rows fewer are asked about; all stay facts."""
        some = copy(self)
        some.asked = sqlalchemy.and_(self.asked, condition)
        return some

    def reading_where(self, condition: ColumnElement[bool]) -> Relation:
        """Returns the same relation without the rows that a condition on `columns` leaves out."""
        some = copy(self)
        some.facts = [*self.facts, condition]
        return some

    def tuples(
        self, needed: Collection[str] = (), determinant: Collection[str] | None = None
    ) -> sqlalchemy.Subquery:
        """Returns the rows that have what is needed: a column for each of `read`, and `asked`.

        Args:
            needed: The columns that must not be NULL.
            determinant: If given, rows that have these are facts all the same; without the rest of
                what is needed they are not asked about.
        """
        kept = needed if determinant is None else determinant
        asked = sqlalchemy.and_(self.asked, *self._known(set(needed) - set(kept)))
        columns = [column.label(self.label(name)) for name, column in self.read.items()]
        query = sqlalchemy.select(*columns, asked.label(ASKED)).select_from(self.source)
        return query.where(*self.facts, *self._known(kept)).subquery()

    def _known(self, names: Collection[str]) -> list[ColumnElement[bool]]:
        return [self.columns[n].is_not(None) for n in sorted(set(names) - self.never_null)]

    @property
    def read(self) -> dict[str, ColumnElement[Any]]:
        """What a row has: columns, images and, under `POPULARITY`, its entity's popularity."""
        popularity = {} if self.popularity is None else {POPULARITY: self.popularity}
        attributes = {name: self.columns[name] for name in self.attributes}
        return {**attributes, **self.images, **popularity}

    def label(self, name: str) -> str:
        """Returns the name in `tuples` of one of `read`."""
        # A number, since a column can have any name, even that of an SQL keyword.
        return f"a{[*self.read].index(name)}"

    def incomplete(
        self, connection: sqlalchemy.Connection, needed: Sequence[Collection[str]]
    ) -> list[int]:
        """Counts the rows that lack something that an entry needs, for several entries at once."""
        entity = self.spec.entity
        nulls = [
            [self.columns[name].is_(None) for name in sorted({*names, *entity} - self.never_null)]
            for names in needed
        ]
        if not any(nulls):
            return [0] * len(nulls)
        missing = (sqlalchemy.or_(sqlalchemy.false(), *columns) for columns in nulls)
        counts = (sqlalchemy.func.count(sqlalchemy.case((either, 1))) for either in missing)
        row = connection.execute(sqlalchemy.select(*counts).select_from(self.source)).one()
        return [int(count) for count in row]

    def _never_null(self, binder: Binder) -> set[str]:
        """Returns columns that are declared NOT NULL, and that no outer join makes NULL."""
        if self.query.outer:
            return set()
        plain = self.query.plain.items()
        columns = {
            name: binder.table(BaseTable(c.schema, c.table)).columns[c.column] for name, c in plain
        }
        return {name for name, column in columns.items() if not column.nullable}

    def _image(self, name: str, image: ImageSpec) -> ColumnElement[Any]:
        column = self.columns[str(image.column)]
        if isinstance(column.type, types.LargeBinary) != (image.kind == "blob"):
            holds = "no bytes" if image.kind == "blob" else "bytes"
            raise InputError(
                f"relations.{self.name}.images.{name}: {image.column!r} holds {holds}, which does "
                f"not go with the kind {image.kind!r}"
            )
        return column

    def _popularity(self, name: str) -> ColumnElement[Any]:
        """Returns a number as every engine compares it."""
        column = self.columns[name]
        if not isinstance(column.type, types.Integer | types.Numeric | types.Float):
            raise InputError(
                f"relations.{self.name}.popularity: {name!r} is of the type {column.type!s}; take "
                "a column of numbers"
            )
        return finite(sqlalchemy.cast(column, types.Double), self._dialect)

    def _asked(self, name: str | None) -> ColumnElement[bool]:
        if name is None:
            return sqlalchemy.true()
        column = self.columns[name]
        if isinstance(column.type, types.Boolean) or self._dialect not in ("postgresql", "duckdb"):
            return column.is_(sqlalchemy.true())
        if isinstance(column.type, types.Integer):
            return sqlalchemy.and_(column.is_not(None), column != 0)
        raise InputError(
            f"relations.{self.name}.ask: {name!r} is of the type {column.type!s}; take a boolean "
            "column, such as a comparison"
        )
