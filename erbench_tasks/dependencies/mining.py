"""Functional dependencies that nobody declared: found in rows, then checked in the whole table.

The rows that are read, all or a sample, only say where to look. Each dependency that holds in them
is checked by the database on every row; where it fails on the others, its determinant is extended
until it holds. A table has many accidental dependencies, so they are ranked by their support: the
number of determinants that several rows share and that have one value all the same. A determinant
that no two rows share is a key. It determines everything, which is no evidence of anything, so
keys are kept apart.
"""

from __future__ import annotations

import math
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import sqlalchemy
from sqlalchemy import func, select
from sqlalchemy.exc import NoSuchTableError, SQLAlchemyError

from ...core.errors import InputError
from ...core.optional import optional_dependency
from ..database.database_errors import driver_message
from ..database.reflection import reflect_table, table_names
from ..database.snapshot import stream
from ..database.sql_text import joined, register_md5, seeded_rank
from ..relations.relation import ASKED, UNREADABLE, Relation
from ..spec.spec import FunctionalDependency
from ..spec.spec_file import read_spec
from .check import DependencyCheck, holds

if TYPE_CHECKING:
    import pandas

# A determinant and a dependent column, by their positions.
Candidate = tuple[frozenset[int], int]
ROUNDING = 1e-9
# What stands for NULL among the codes of values.
NULL = -1


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
        raise InputError(f"{name!r}: cannot be read: {driver_message(error)}") from error


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


def count_rows(connection: sqlalchemy.Connection, source: MiningSource) -> int:
    """Returns the number of rows of the whole table or relation."""
    return int(connection.execute(select(func.count()).select_from(source.rows)).scalar_one())


def read_codes(
    connection: sqlalchemy.Connection, source: MiningSource, most: int, seed: int = 0
) -> pandas.DataFrame:
    """Reads rows as a table of numbers, one per distinct value of a column.

    So the mining library sees no text of the database. NULL is -1: a value like any other.

    Args:
        connection: The database.
        source: What to read.
        most: The largest number of rows; if there are more, the database samples.
        seed: Decides which rows are sampled.

    Raises:
        InputError: The database cannot be read.
    """
    import pandas

    columns = [source.rows.c[label] for label in source.columns.values()]
    query = select(*columns)
    if count_rows(connection, source) > most:
        register_md5(connection)
        # The rank of a row with a NULL would be NULL, so NULL is ranked as a text.
        ranked = [func.coalesce(joined([column]), "") for column in columns]
        query = query.order_by(seeded_rank(seed, ranked)).limit(most)
    known: list[dict[Any, int]] = [{None: NULL} for _ in columns]
    codes = [array("q") for _ in columns]
    for batch in stream(connection, query):
        for values, seen, column in zip(zip(*batch, strict=True), known, codes, strict=True):
            column.extend(seen.setdefault(hashable(value), len(seen)) for value in values)
    return pandas.DataFrame({f"c{index}": column for index, column in enumerate(codes)})


def hashable(value: Any) -> Any:
    """Returns what stands for a value in a dictionary, where every NaN is the same."""
    if value != value:
        return math.nan
    try:
        hash(value)
    except TypeError:
        return repr(value)
    return value


def candidates(codes: pandas.DataFrame, max_error: float, max_determinant: int) -> set[Candidate]:
    """Returns the minimal dependencies that hold in the rows, up to an error.

    The exact ones are found by HyFD (Papenbrock and Naumann 2016), the others by TANE (Huhtamaki
    et al. 1999) with the share of tuples to remove, g3, as its error.

    Args:
        codes: The rows.
        max_error: The largest error g3, in [0, 1).
        max_determinant: The largest number of columns on the left side.

    Raises:
        InputError: The library desbordante is not installed.
    """
    desbordante = mining_library()
    if max_error > 0:
        algorithm = desbordante.afd.algorithms.PFDTane()
        # The probability of a tuple under a "probabilistic dependency" is 1 - g3.
        # It is rounded, so those at the very limit are let in; the database decides.
        options = {"error": min(1.0, max_error + ROUNDING), "pfd_error_measure": "per_tuple"}
    else:
        algorithm, options = desbordante.fd.algorithms.HyFD(), {}
    algorithm.load_data(table=codes)
    algorithm.execute(max_lhs=max_determinant, **options)
    found = (dependency.to_index_tuple() for dependency in algorithm.get_fds())
    return {(frozenset(left), right) for left, right in found}


def mining_library() -> Any:
    """Imports desbordante.

    Raises:
        InputError: It is not installed.
    """
    with optional_dependency("mining", "fd"):
        import desbordante
    return desbordante


@dataclass(frozen=True)
class MinedDependency:
    """A dependency, and how far it holds in the whole table.

    Attributes:
        fd: The dependency; of a key, with all attributes that were found to depend on it.
        check: The numbers; of a key, those of its determinant.
    """

    fd: FunctionalDependency
    check: DependencyCheck


@dataclass(frozen=True)
class Mined:
    """What was found.

    Attributes:
        dependencies: Minimal dependencies: the best supported first, then by their error.
        keys: Determinants that no two rows share.
        constants: Attributes with one value, up to the error: everything determines them.
        rows: Number of rows of the whole table.
        rows_read: Number of rows that dependencies were looked for in.
    """

    dependencies: list[MinedDependency]
    keys: list[MinedDependency]
    constants: list[str]
    rows: int
    rows_read: int


def mine_dependencies(
    connection: sqlalchemy.Connection,
    source: MiningSource,
    *,
    max_error: float = 0.0,
    max_determinant: int = 2,
    rows: int = 100_000,
    seed: int = 0,
    progress: Callable[[int], object] = lambda _: None,
) -> Mined:
    """Mines the minimal dependencies of a table or relation.

    If there are more than `rows` rows, a dependency that holds up to an error may be missed:
    the sample may have more errors than the whole. Exact ones are not missed. In a table, NULL is
    a value while dependencies are looked for, and left out when they are checked: one that holds
    only where no NULL is may be missed.

    Args:
        connection: A snapshot of the database.
        source: What to mine.
        max_error: The largest error g3, in [0, 1): the share of rows without which it holds.
        max_determinant: The largest number of attributes in a determinant.
        rows: The largest number of rows to read; more are sampled by the database.
        seed: Decides which rows are sampled.
        progress: Called with the number of dependencies that have been checked.

    Raises:
        InputError: There is no row, desbordante is not installed, or the database cannot be read.
    """
    mining_library()
    codes = read_codes(connection, source, rows, seed)
    if codes.empty:
        raise InputError("there are no rows, and so nothing to mine")
    checker = _Checker(connection, source, codes, max_determinant, progress)
    found = _verified(candidates(codes, max_error, max_determinant), checker, max_error)
    return _ranked(list(source.columns), found, count_rows(connection, source), len(codes))


class _Checker:
    """Checks dependencies in the whole table; a determinant that is a key is checked once."""

    def __init__(
        self,
        connection: sqlalchemy.Connection,
        source: MiningSource,
        codes: pandas.DataFrame,
        max_determinant: int,
        progress: Callable[[int], object],
    ) -> None:
        self._connection = connection
        self._source = source
        self._names = list(source.columns)
        self._codes = codes
        self._max_determinant = max_determinant
        self._progress = progress
        self._done = 0
        self._keys: dict[frozenset[int], DependencyCheck] = {}

    def check(self, left: frozenset[int], right: int) -> DependencyCheck:
        """Checks a dependency; if its determinant is a key, returns the check of that."""
        if left not in self._keys and not self._is_repeated(left):
            self._keys[left] = self._count(left, [])
        if left in self._keys and self._keys[left].is_key:
            return self._keys[left]
        return self._count(left, [right])

    def extended(self, left: frozenset[int], right: int) -> Iterator[Candidate]:
        """Yields a dependency with one more attribute in its determinant, in every way."""
        if len(left) < self._max_determinant:
            for other in set(range(len(self._names))) - left - {right}:
                yield left | {other}, right

    def _is_repeated(self, left: frozenset[int]) -> bool:
        """Tells whether two of the rows that were read share a determinant."""
        if not left:
            return True
        return bool(self._codes.iloc[:, sorted(left)].duplicated().any())

    def _count(self, left: Iterable[int], right: Iterable[int]) -> DependencyCheck:
        determinant, dependent = (
            [self._names[index] for index in sorted(side)] for side in (left, right)
        )
        self._done += 1
        self._progress(self._done)
        rows, labels = self._source.present(determinant + dependent), self._source.labels
        return holds(self._connection, rows, labels(determinant), labels(dependent))


def _verified(
    pending: set[Candidate], checker: _Checker, max_error: float
) -> dict[Candidate, DependencyCheck]:
    """Returns the minimal dependencies that hold in the whole table, up to the error."""
    found: dict[Candidate, DependencyCheck] = {}
    smaller: dict[int, list[frozenset[int]]] = defaultdict(list)
    while pending:
        size = min(len(left) for left, _ in pending)
        level = {candidate for candidate in pending if len(candidate[0]) == size}
        pending = pending - level
        for left, right in sorted(
            level, key=lambda candidate: (sorted(candidate[0]), candidate[1])
        ):
            if any(determinant < left for determinant in smaller[right]):
                continue
            check = checker.check(left, right)
            if check.error <= max_error:
                found[left, right] = check
                smaller[right].append(left)
            else:
                pending.update(checker.extended(left, right))
    return found


def _ranked(
    names: Sequence[str], found: dict[Candidate, DependencyCheck], rows: int, rows_read: int
) -> Mined:
    constants, dependencies = [], []
    keys: dict[frozenset[int], list[int]] = defaultdict(list)
    for (left, right), check in found.items():
        if not left:
            constants.append(names[right])
        elif check.is_key:
            keys[left].append(right)
        else:
            dependencies.append(_mined(names, left, [right], check))
    by_size = sorted(keys.items(), key=lambda item: (len(item[0]), sorted(item[0])))
    return Mined(
        sorted(dependencies, key=_rank),
        [_mined(names, left, right, found[left, right[0]]) for left, right in by_size],
        constants,
        rows,
        rows_read,
    )


def _mined(
    names: Sequence[str], left: Iterable[int], right: Iterable[int], check: DependencyCheck
) -> MinedDependency:
    determinant, dependent = ([names[index] for index in sorted(side)] for side in (left, right))
    return MinedDependency(
        FunctionalDependency(determinant=determinant, dependent=dependent), check
    )


def _rank(mined: MinedDependency) -> tuple[int, float, int, str]:
    """Sorts by support, then by error; then short and in the order of the alphabet."""
    return -mined.check.support, mined.check.error, len(mined.fd.determinant), str(mined.fd)
