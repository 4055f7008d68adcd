"""The rows that dependencies are looked for in, as numbers: equal where the values are equal."""

from __future__ import annotations

import math
from array import array
from typing import TYPE_CHECKING, Any

import sqlalchemy
from sqlalchemy import func, select

from .errors import InputError
from .mining_source import MiningSource
from .snapshot import stream
from .sql_text import joined, register_md5, seeded_rank

if TYPE_CHECKING:
    import pandas

# A determinant and a dependent column, by their positions.
Candidate = tuple[frozenset[int], int]
ROUNDING = 1e-9


def count_rows(connection: sqlalchemy.Connection, source: MiningSource) -> int:
    """Returns the number of rows of the whole table or relation."""
    return int(connection.execute(select(func.count()).select_from(source.rows)).scalar_one())


def read_codes(
    connection: sqlalchemy.Connection, source: MiningSource, most: int, seed: int = 0
) -> pandas.DataFrame:
    """Reads rows as a table of numbers, one per distinct value of a column.

    So the mining library sees no text of the database. NULL is a value like any other.

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
    known: list[dict[Any, int]] = [{} for _ in columns]
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
    try:
        import desbordante
    except ImportError as error:
        raise InputError(
            "mining needs the library desbordante, which is not installed; "
            'pip install "erbench-track[fd]"'
        ) from error
    return desbordante
