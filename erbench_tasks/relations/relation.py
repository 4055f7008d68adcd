"""A relation as a query: tables joined along their foreign keys, or as it says (Section 3.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

import sqlalchemy
from sqlalchemy import types
from sqlalchemy.exc import DBAPIError, NoSuchTableError, SQLAlchemyError
from sqlalchemy.sql.elements import ColumnElement

from ...core.errors import InputError
from ..database.column_types import instead
from ..database.database_errors import driver_message
from ..database.nested_values import each_value, has_parts, json_text
from ..database.reflection import reflect_table, table_names
from ..database.sql_text import equal, finite, folded
from ..database.sql_text import joined as joined_text
from ..items.names import NUMERALS, OF_TEAMS, PLACEHOLDERS
from ..spec.spec import JoinedTable, RelationSpec, Unfit, Value, table_of

Row = Mapping[str, Any]
ASKED = "asked"
# Where a row has its entity's popularity; no attribute can have this name.
POPULARITY = "(popularity)"
# Values of these types have no text that a question could mention.
UNREADABLE = (types.NullType, types.LargeBinary, types.ARRAY, types.JSON)


class Relation:
    """The query of a relation. Its tuples stay in the database until they are read (`tuples`).

    Attributes:
        name: Name of the relation.
        spec: The specification.
        columns: Attribute name to its expression.
        images: Name of each stored image to the expression of its column.
        popularity: The expression of the column that has it; None if there is none.
        source: The joined tables.
        asked: Expression for whether questions are asked about a tuple.
        complete: Expression for whether every required attribute has a value that says something.
        taken: Expression for whether a row is in a sample, if it is one (`where`).
    """

    def __init__(
        self,
        engine: sqlalchemy.Engine,
        name: str,
        spec: RelationSpec,
        schema: str | None = None,
        known: sqlalchemy.MetaData | None = None,
    ) -> None:
        """Looks up the tables and their foreign keys; reads no tuple.

        Args:
            engine: The database.
            name: Name of the relation in the specification, for errors.
            spec: The relation.
            schema: Schema of the tables; by default the connection's.
            known: Tables that are reflected already.

        Raises:
            InputError: A table or column does not exist or cannot be asked about, or it is not
                clear which foreign key links a table.
        """
        self.name = name
        self.spec = spec
        try:
            self.tables = _reflect(engine, name, spec, schema, known)
        except SQLAlchemyError as error:
            raise InputError(
                f"relations.{name}: cannot be read: {driver_message(error)}"
            ) from error
        self._engine = engine
        self._dialect = engine.dialect.name
        self.source = self._join()
        self.columns = {
            key: self._part(key, columns[0])
            if key in spec.inside
            else self._attribute(columns, partial=key in spec.partial)
            for key, columns in spec.attributes.items()
        }
        self.images = {
            key: self._image(key, image.column, image.kind)
            for key, image in spec.images.items()
            if image.column
        }
        self.popularity = self._popularity(spec.popularity) if spec.popularity else None
        self.taken = self._is_meant(spec.tables[0])
        self.asked: ColumnElement[bool] = sqlalchemy.and_(
            sqlalchemy.true(),
            *(self._column(column) == value for column, value in spec.ask_where.items()),
        )
        self.complete: ColumnElement[bool] = sqlalchemy.and_(
            sqlalchemy.true(),
            *(
                self.columns[key].is_not(None)
                for key in self.columns
                if key not in spec.may_be_null
            ),
            *(
                self._is_known(c, v)
                for c, v in spec.unknown.items()
                if c not in self._dispensable()
            ),
            *(self._is_only(table, columns) for table, columns in spec.unique.items()),
        )

    def _dispensable(self) -> set[str]:
        """Returns the columns that only attributes have which do without one of their columns."""
        of = self.spec.attributes.items()
        needed = {
            column for key, columns in of if key not in self.spec.partial for column in columns
        }
        return {column for _, columns in of for column in columns} - needed

    def _is_known(self, name: str, values: Sequence[Value | Unfit]) -> ColumnElement[bool]:
        column = self._column(name)
        listed = [value for value in values if not isinstance(value, Unfit)]
        known: list[ColumnElement[bool]] = [column.not_in(listed)] if listed else []
        known += [self._is_fit(name, value) for value in values if isinstance(value, Unfit)]
        return sqlalchemy.or_(column.is_(None), sqlalchemy.and_(sqlalchemy.true(), *known))

    def _is_fit(self, name: str, unfit: Unfit) -> ColumnElement[bool]:
        column = self._column(name)
        if unfit.given:
            said = sqlalchemy.func.lower(sqlalchemy.func.trim(joined_text([column])))
            return said.in_(sorted(PLACEHOLDERS))
        of_text = unfit.below is None
        kinds = (types.String,) if of_text else (types.Integer, types.Numeric)
        if not isinstance(column.type, kinds) or isinstance(column.type, types.Enum):
            raise InputError(
                f"relations.{self.name}.unknown: {name!r} is of the type {column.type!s}, and "
                f"`{unfit.said}` is about {'texts' if of_text else 'numbers'}"
            )
        if unfit.numbered:
            name_of_rulers = sqlalchemy.func.lower(sqlalchemy.func.rtrim(column))
            ends = sqlalchemy.or_(*(name_of_rulers.like(f"% {n}") for n in NUMERALS))
            is_alone = sqlalchemy.not_(name_of_rulers.like("% %"))
            return sqlalchemy.not_(ends | is_alone) | name_of_rulers.like("% % %")
        if unfit.teams:
            of_events = sqlalchemy.func.lower(column)
            return sqlalchemy.not_(sqlalchemy.or_(*(of_events.contains(n) for n in OF_TEAMS)))
        if of_text:
            length = sqlalchemy.func.char_length(sqlalchemy.func.rtrim(column))
            return length != unfit.length
        return column >= unfit.below

    def _is_only(self, table: str, names: Sequence[str]) -> ColumnElement[bool]:
        """Tells whether no other row of a table has the same values of some columns."""
        mine = [self._column(f"{table}.{name}") for name in names]
        every = base_table(self.tables[table]).alias()
        name = folded([every.c[key] for key in names])
        rows = sqlalchemy.select(name).select_from(every).group_by(name)
        several = rows.having(sqlalchemy.func.count() > 1)
        return sqlalchemy.or_(mine[0].is_(None), folded(mine).not_in(several))

    def where(self, taken: ColumnElement[bool]) -> Relation:
        """Returns the same relation with some of its rows only."""
        some = copy(self)
        some.taken = sqlalchemy.and_(self.taken, taken)
        return some

    def asking_where(self, condition: ColumnElement[bool]) -> Relation:
        """Returns the same relation, of whose tuples fewer are asked about; all stay facts."""
        some = copy(self)
        some.asked = sqlalchemy.and_(self.asked, condition)
        return some

    def known(self, attribute: str) -> ColumnElement[Any]:
        """Returns an attribute's column, with NULL in place of values that stand for one."""
        column, columns = self.columns[attribute], self.spec.attributes[attribute]
        given = [(c, values) for c, values in self.spec.unknown.items() if c in columns]
        if not given or attribute in self.spec.partial:
            return column
        is_known = sqlalchemy.and_(*(self._is_known(c, values) for c, values in given))
        return sqlalchemy.type_coerce(sqlalchemy.case((is_known, column)), column.type)

    def tuples(self) -> sqlalchemy.Subquery:
        """Returns the complete tuples: a column for each of `read` (`label`), and `asked`."""
        columns = [column.label(self.label(name)) for name, column in self.read.items()]
        query = sqlalchemy.select(*columns, self.asked.label(ASKED))
        return query.select_from(self.source).where(self.complete, self.taken).subquery()

    @property
    def read(self) -> dict[str, ColumnElement[Any]]:
        """What a tuple has: attributes, images and, under `POPULARITY`, its entity's popularity."""
        popularity = {} if self.popularity is None else {POPULARITY: self.popularity}
        return {**self.columns, **self.images, **popularity}

    def label(self, name: str) -> str:
        """Returns the name in `tuples` of one of `read`."""
        # A number, since an attribute can have any name, even that of an SQL keyword.
        return f"a{[*self.read].index(name)}"

    def unmatched(self, connection: sqlalchemy.Connection) -> int:
        """Counts the rows of the first table that have no matching tuple in the others."""
        if len(self.spec.tables) == 1:
            return 0
        first = self.tables[self.spec.tables[0].name]
        key: list[ColumnElement[Any]] = [*(first.primary_key or first.columns)]
        rows = sqlalchemy.select(*key).select_from(first)
        kept = sqlalchemy.select(*key).select_from(self._join(whole=True)).distinct()
        if not list(first.primary_key):
            rows = rows.distinct()
        every, matched = (_count(connection, q.where(self.taken).subquery()) for q in (rows, kept))
        return every - matched

    def incomplete(self, connection: sqlalchemy.Connection) -> int:
        """Counts the tuples that lack an attribute."""
        missing = sqlalchemy.select(sqlalchemy.literal(1)).select_from(self.source)
        return _count(connection, missing.where(~self.complete, self.taken).subquery())

    def _attribute(self, columns: Sequence[str], *, partial: bool) -> ColumnElement[Any]:
        found = [self._column(column) for column in columns]
        for name, column in zip(columns, found, strict=True):
            if isinstance(column.type, UNREADABLE):
                _, option = instead(column.type)
                fix = f"write {{column: {name}, {option}}}, or " if option else ""
                raise InputError(
                    f"relations.{self.name}.attributes: {name!r} has a type that no text can "
                    f"mention; {fix}take a column of text, numbers, dates or times"
                )
            if len(found) > 1 and isinstance(column.type, types.Float):
                raise InputError(
                    f"relations.{self.name}.attributes: {name!r} is a floating-point number, which "
                    "every engine joins to other text in another way; make it its own attribute"
                )
        if len(found) == 1:
            return finite(found[0], self._dialect)
        return self._of_parts(columns) if partial else joined_text(found)

    def _of_parts(self, columns: Sequence[str]) -> ColumnElement[Any]:
        """Returns columns as one text, without those that have no value; NULL if none has one."""
        whole: ColumnElement[Any] = sqlalchemy.null()
        for name in columns:
            column = self._column(name)
            text = joined_text([column])
            says = [
                sqlalchemy.func.trim(text) != "",
                self._is_known(name, self.spec.unknown.get(name, [])),
            ]
            part = sqlalchemy.case((sqlalchemy.and_(*says), text))
            both = joined_text([whole, part])
            whole = part if name == columns[0] else sqlalchemy.func.coalesce(both, whole, part)
        return sqlalchemy.type_coerce(whole, sqlalchemy.Text())

    def _part(self, name: str, column: str) -> ColumnElement[Any]:
        """Returns a part of a column's value; a list is joined as if it were a table."""
        found, part = self._column(column), self.spec.inside[name]
        if not has_parts(found, part.key, self._dialect):
            holds = "JSON" if part.key else "a list, or JSON with one"
            raise InputError(
                f"relations.{self.name}.attributes.{name}: {column!r} does not hold {holds}"
            )
        if not part.each:
            return json_text(found, part.key, self._dialect)
        rows, value = each_value(found, part.key, self._dialect)
        self.source = self.source.join(rows, sqlalchemy.true(), isouter=True)
        return value

    def _image(self, name: str, column: str, kind: str) -> ColumnElement[Any]:
        found = self._column(column)
        if isinstance(found.type, types.LargeBinary) != (kind == "blob"):
            holds = "no bytes" if kind == "blob" else "bytes"
            raise InputError(
                f"relations.{self.name}.images.{name}: {column!r} holds {holds}, which does not go "
                f"with the kind {kind!r}"
            )
        return found

    def _popularity(self, name: str) -> ColumnElement[Any]:
        """Returns a number as every engine compares it."""
        column = self._column(name)
        if not isinstance(column.type, types.Integer | types.Numeric | types.Float):
            raise InputError(
                f"relations.{self.name}.popularity: {name!r} is of the type {column.type!s}; take "
                "a column of numbers"
            )
        return finite(sqlalchemy.cast(column, types.Double), self._dialect)

    def _column(self, column: str) -> ColumnElement[Any]:
        table, _, key = column.partition(".")
        columns = self.tables[table].columns
        if key not in columns:
            existing = ", ".join(columns.keys())
            raise InputError(
                f"relations.{self.name}: no column {column!r}; {table} has: {existing}"
            )
        return columns[key]

    def _is_meant(self, table: JoinedTable) -> ColumnElement[bool]:
        """Tells whether a row of a table is one of those that there are (`only`)."""
        only = ((c, v) for c, v in self.spec.only.items() if table_of(c) == table.name)
        meant = (self._column(c).in_(v if isinstance(v, list) else [v]) for c, v in only)
        return sqlalchemy.and_(sqlalchemy.true(), *meant)

    def _join(self, *, whole: bool = False) -> sqlalchemy.FromClause:
        """Joins the tables, and of each those of its rows that are meant, unless `whole`."""
        first, *others = self.spec.tables
        source: sqlalchemy.FromClause = self.tables[first.name]
        before = [first]
        for table in others:
            condition = self._condition(before, table)
            condition = condition if whole else sqlalchemy.and_(condition, self._is_meant(table))
            outer = table.name in self.spec.optional
            source = source.join(self.tables[table.name], condition, isouter=outer)
            before.append(table)
        return source

    def _condition(self, before: Sequence[JoinedTable], table: JoinedTable) -> ColumnElement[bool]:
        """Returns what links a table to those before it: `on`, or the one foreign key."""
        if table.on:
            return sqlalchemy.and_(*(self._equal(*pair) for pair in table.on.items()))
        found = []
        for other in before:
            found += self._links(table, other, table.along)
            found += self._links(other, table, table.along)
        if len(found) != 1:
            names = ", ".join(other.name for other in before)
            chosen = f" along {', '.join(table.along)}" if table.along else ""
            fix = "; name its columns with `along`" if len(found) > 1 else ", or `on`"
            raise InputError(
                f"relations.{self.name}.tables: {len(found) or 'no'} foreign keys link "
                f"{table.name!r} to {names}{chosen}; exactly one is needed{fix}"
            )
        return found[0]

    def _equal(self, one: str, other: str) -> ColumnElement[bool]:
        left, right = self._column(one), self._column(other)
        condition = equal(left, right)
        if condition is None:
            raise InputError(
                f"relations.{self.name}.tables: on: {one!r} ({left.type!s}) and {other!r} "
                f"({right.type!s}) are of types that not every engine compares in the same way"
            )
        if self._dialect in ("mysql", "mariadb") and self._have_one_collation(one, other):
            return sqlalchemy.and_(left == right, condition)  # so that an index can be used
        return condition

    def _have_one_collation(self, one: str, other: str) -> bool:
        """Tells whether MySQL compares two columns as they are: texts of two collations it refuses.

        Where its collation calls texts equal that are not, the condition has to say more.
        """
        same = self._column(one) == self._column(other)
        both = self.tables[table_of(one)].join(self.tables[table_of(other)], same)
        query = sqlalchemy.select(self._column(one)).select_from(both).where(sqlalchemy.false())
        try:
            with self._engine.connect() as connection:
                connection.execute(query).close()
        except DBAPIError as error:
            if error.connection_invalidated:
                raise
            return False
        return True

    def _links(
        self, referring: JoinedTable, referred: JoinedTable, along: Sequence[str]
    ) -> list[ColumnElement[bool]]:
        """Returns the condition of each foreign key from one table to another."""
        source, target = self.tables[referring.name], self.tables[referred.name]
        conditions = []
        for constraint in base_table(source).foreign_key_constraints:
            pairs = [(e.parent.name, e.column.name) for e in constraint.elements]
            used = {f"{referring.name}.{name}" for name, _ in pairs}
            if constraint.referred_table is base_table(target) and used.issuperset(along):
                equal = (source.columns[a] == target.columns[b] for a, b in pairs)
                conditions.append(sqlalchemy.and_(*equal))
        return conditions


def base_table(table: sqlalchemy.FromClause) -> sqlalchemy.Table:
    """Returns the table behind an alias."""
    base = table.element if isinstance(table, sqlalchemy.Alias) else table
    if not isinstance(base, sqlalchemy.Table):
        raise TypeError(f"{base!r} is no table")
    return base


def _count(connection: sqlalchemy.Connection, rows: sqlalchemy.FromClause) -> int:
    query = sqlalchemy.select(sqlalchemy.func.count()).select_from(rows)
    return int(connection.execute(query).scalar_one())


def _reflect(
    engine: sqlalchemy.Engine,
    name: str,
    spec: RelationSpec,
    schema: str | None,
    known: sqlalchemy.MetaData | None,
) -> dict[str, sqlalchemy.FromClause]:
    """Returns the tables by the specification's names for them, each as an alias of its own."""
    metadata = sqlalchemy.MetaData() if known is None else known
    return {
        table.name: _table(engine, name, table, table.database_schema or schema, metadata).alias(
            f"t{number}"
        )
        for number, table in enumerate(spec.tables)
    }


def _table(
    engine: sqlalchemy.Engine,
    name: str,
    table: JoinedTable,
    schema: str | None,
    metadata: sqlalchemy.MetaData,
) -> sqlalchemy.Table:
    try:
        return reflect_table(engine, table.table, metadata, schema)
    except NoSuchTableError as error:
        existing = ", ".join(sorted(table_names(engine, schema))) or "none"
        where = "the database" if schema is None else f"the schema {schema!r}"
        raise InputError(
            f"relations.{name}.tables: {where} has no table {table.table!r} (it has: {existing})"
        ) from error
