"""What dependencies are mined from: a table, or a relation of a specification."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy
from sqlalchemy import select
from sqlalchemy.exc import NoSuchTableError, SQLAlchemyError

from .database import first_line
from .errors import InputError
from .reflection import reflect_table, table_names
from .relation import ASKED, UNREADABLE, Relation
from .spec_file import read_spec


@dataclass(frozen=True)
class MiningSource:
    """Columns to compare.

    Attributes:
        rows: The rows, with a column per attribute.
        columns: Attribute name to the name of its column in `rows`.
        nulls_are_values: Whether NULL counts as a value. It does in a relation, whose incomplete
            tuples are left out already; in a table, rows without a value are left out
            dependency by dependency, as a relation with these attributes alone would do.
        skipped: The columns of types that no question could mention.
        relation: Of a table, the part of a specification that names its columns.
    """

    rows: sqlalchemy.FromClause
    columns: dict[str, str]
    nulls_are_values: bool
    skipped: list[str] = field(default_factory=list)
    relation: dict[str, Any] = field(default_factory=dict)

    def present(self, names: Iterable[str]) -> sqlalchemy.FromClause:
        """Returns the rows to check a dependency of some attributes on."""
        if self.nulls_are_values:
            return self.rows
        found = [self.rows.c[self.columns[name]] for name in names]
        there = sqlalchemy.and_(sqlalchemy.true(), *(column.is_not(None) for column in found))
        return select(self.rows).where(there).subquery()

    def labels(self, names: Iterable[str]) -> list[str]:
        """Returns the names of some attributes' columns in `rows`."""
        return [self.columns[name] for name in names]

    def described(self, names: Sequence[str]) -> dict[str, Any]:
        """Returns what a specification needs to name some attributes; empty for a relation."""
        if not self.relation:
            return {}
        attributes = self.relation["attributes"]
        used = {name: column for name, column in attributes.items() if name in names}
        return {"tables": self.relation["tables"], "attributes": used}


def open_source(
    engine: sqlalchemy.Engine, target: str, chosen: Sequence[str] | None = None
) -> MiningSource:
    """Looks up what to mine; reads no row.

    Args:
        engine: The database.
        target: Name of a table, or `SPEC:RELATION` with the file or the name of a specification.
        chosen: The columns of the table, or attributes of the relation, to compare; None for all.

    Raises:
        InputError: There is no such table, relation or column, or fewer than two columns are left.
    """
    table = _table(engine, target)
    if table is not None:
        source = _of_table(table, chosen)
    else:
        source = _of_relation(engine, *_split(engine, target), chosen)
    if len(source.columns) < 2:
        skipped = f" (skipped for their types: {_listed(source.skipped)})"
        raise InputError(
            f"{target!r}: a dependency needs two columns, and there "
            f"{'is one' if source.columns else 'is none'} to compare"
            f"{skipped if source.skipped else ''}"
        )
    return source


def _table(engine: sqlalchemy.Engine, name: str) -> sqlalchemy.Table | None:
    try:
        return reflect_table(engine, name, sqlalchemy.MetaData())
    except NoSuchTableError:
        return None
    except SQLAlchemyError as error:
        raise InputError(f"{name!r}: cannot be read: {first_line(error)}") from error


def _split(engine: sqlalchemy.Engine, target: str) -> tuple[str, str]:
    spec, colon, relation = target.rpartition(":")
    if not colon:
        existing = _listed(sorted(table_names(engine)))
        raise InputError(
            f"the database has no table {target!r} (it has: {existing}); "
            "a relation is written SPEC:RELATION"
        )
    return spec, relation


def _of_relation(
    engine: sqlalchemy.Engine, path: str, name: str, chosen: Sequence[str] | None
) -> MiningSource:
    spec, _ = read_spec(path)
    if name not in spec.relations:
        raise InputError(
            f"{path}: there is no relation {name!r}; it has {', '.join(spec.relations)}"
        )
    relation = Relation(engine, name, spec.relations[name], spec.database_schema)
    tuples = relation.tuples()
    rows = select(tuples).where(tuples.c[ASKED]).subquery()
    names = _chosen(f"{path}: relations.{name}", list(relation.columns), chosen)
    return MiningSource(rows, {key: relation.label(key) for key in names}, nulls_are_values=True)


def _of_table(table: sqlalchemy.Table, chosen: Sequence[str] | None) -> MiningSource:
    # SQLAlchemy's names are texts of a kind of its own.
    called = str(table.name)
    names = _chosen(repr(called), [str(column.key) for column in table.columns], chosen)
    readable = [name for name in names if not isinstance(table.columns[name].type, UNREADABLE)]
    columns = dict(zip(_identifiers(readable), readable, strict=True))
    labels = {attribute: f"a{index}" for index, attribute in enumerate(columns)}
    labelled = [table.columns[name].label(labels[key]) for key, name in columns.items()]
    (short,) = _identifiers([called])
    return MiningSource(
        select(*labelled).select_from(table).subquery(),
        labels,
        nulls_are_values=False,
        skipped=[name for name in names if name not in readable],
        relation={
            "tables": [called if short == called else {"table": called, "as": short}],
            "attributes": {key: f"{short}.{name}" for key, name in columns.items()},
        },
    )


def _chosen(where: str, existing: list[str], chosen: Sequence[str] | None) -> list[str]:
    """Returns the chosen names in their own order, each once."""
    for name in chosen or ():
        if name not in existing:
            raise InputError(f"{where}: there is no {name!r}; it has {_listed(existing)}")
    return [name for name in existing if chosen is None or name in chosen]


def _listed(names: Iterable[str]) -> str:
    """Quotes names of the database, which may have any character."""
    return ", ".join(map(repr, names))


def _identifiers(names: Sequence[str]) -> list[str]:
    """Returns a plain name for each name, as specifications need for attributes."""
    taken: dict[str, None] = {}
    for name in names:
        plain = "".join(c if f"_{c}".isidentifier() else "_" for c in name)
        plain = plain if plain.isidentifier() else f"_{plain}"
        while plain in taken or (plain != name and plain in names):
            plain += "_"
        taken[plain] = None
    return list(taken)
