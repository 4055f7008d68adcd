"""What relations' joins follow: foreign keys, or inclusions that hold (Section 3.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ...core.errors import InputError
from ..database.binding import Binder
from ..database.gate import Query
from ..database.integrity import ForeignKey, JoinCheck, check_joins
from ..database.lineage import BaseColumn, BaseTable
from ..database.snapshot import input_errors
from ..spec.spec import FunctionalDependency, MultiHopSpec, QuestionSpec
from .relation import Relation

Table = tuple[str | None, str]


def checked_joins(binder: Binder, relations: Mapping[str, Relation]) -> dict[str, list[JoinCheck]]:
    """Returns what each join of some relations follows, by the relation's name.

    Raises:
        InputError: One follows neither a foreign key nor an inclusion that holds.
    """
    checks: dict[str, list[JoinCheck]] = {}
    with input_errors(binder.engine), binder.engine.connect() as connection:
        for name, relation in relations.items():
            keys = list(_keys(binder, relation.query.tables))
            checks[name] = check_joins(connection, relation.query, keys)
            for check in (check for check in checks[name] if not check.holds):
                raise InputError(
                    f"relations.{name}.sql: {check}; join along a foreign key, or along columns "
                    "of which one has all values of the other (a subquery can take the rows "
                    "without a match out of what is joined)"
                )
    return checks


def _keys(binder: Binder, tables: Iterable[BaseTable]) -> Iterator[ForeignKey]:
    """Yields the foreign keys that tables declare, under the names that a query has for them."""
    names = {binder.table(name): name for name in tables}
    for table, name in names.items():
        for key in table.foreign_key_constraints:
            referred = key.referred_table
            other = names.get(referred, BaseTable(referred.schema, referred.name))
            yield (
                tuple(BaseColumn(*name, e.parent.name) for e in key.elements),
                tuple(BaseColumn(*other, e.column.name) for e in key.elements),
            )


def followed(question: QuestionSpec, query: Query, joins: Sequence[JoinCheck]) -> Iterator[str]:
    """Yields what the joins of an entry's query follow; of a chain, those of each hop."""
    if not isinstance(question, MultiHopSpec):
        yield from map(str, joins)
        return
    for number, fd in enumerate(question.fds, 1):
        lines = "; ".join(map(str, joins_between(fd, query, joins))) or "one table"
        yield f"hop {number} ({fd}): {lines}"


def joins_between(
    fd: FunctionalDependency, query: Query, joins: Sequence[JoinCheck]
) -> list[JoinCheck]:
    """Returns the fewest joins that lead from a determinant's tables to those of its dependents."""
    given, wanted = _tables(fd.determinant, query), _tables(fd.dependent, query)
    paths: dict[Table, list[JoinCheck]] = {table: [] for table in given}
    waiting = list(paths)
    for table in waiting:  # grows while it is read: the nearest tables come first
        for join in joins:
            for other in _sides(join) - paths.keys() if table in _sides(join) else ():
                paths[other] = [*paths[table], join]
                waiting.append(other)
    used = [join for table in wanted for join in paths.get(table, ())]
    return [join for join in joins if join in used]


def _tables(columns: Iterable[str], query: Query) -> dict[Table, None]:
    base = (column for name in columns for column in sorted(query.columns[name], key=str))
    return {(column.schema, column.table): None for column in base}


def _sides(check: JoinCheck) -> set[Table]:
    sides = (check.join.left.columns, check.join.right.columns)
    return {(column.schema, column.table) for side in sides for column in side or ()}
