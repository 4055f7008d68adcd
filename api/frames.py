"""Tables of other libraries, read as rows; and given back with further columns.

None of these libraries is imported here: whoever passes a table has done so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ..core.errors import InputError

Row = dict[str, Any]
Columns = Mapping[str, Sequence[Any]]


class _Kind(NamedTuple):
    """How tables of one library are read, and get columns that replace those of the same name."""

    rows: Callable[[Any], Sequence[Mapping[str, Any]]]
    with_columns: Callable[[Any, Columns], Any]


def rows_of(data: Any) -> list[Row]:
    """Returns a table as rows of plain values: arrays are lists, and a missing value is None.

    Args:
        data: A DataFrame of pandas or polars, a Dataset of `datasets`, a table of pyarrow, or a
            list of mappings.

    Raises:
        InputError: It is something else.
    """
    return [plain_row(row) for row in _kind(data).rows(data)]


def with_columns(data: Any, columns: Columns) -> Any:
    """Returns a table of the same kind with further columns; the table itself stays as it is.

    Args:
        data: As for `rows_of`.
        columns: Each has a value for every row.
    """
    return _kind(data).with_columns(data, columns)


def plain_row(row: Any) -> Row:
    """Returns a row as plain values; it is a mapping, or like one, as pandas' Series is."""
    return {str(name): _plain(row[name]) for name in row.keys()}  # noqa: SIM118 -- a Series has values


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(of) for name, of in value.items()}
    if hasattr(value, "tolist"):  # numpy's arrays and numbers
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [_plain(of) for of in value]
    is_missing = type(value).__name__ in ("NAType", "NaTType") or value != value
    return None if is_missing else value


def _kind(data: Any) -> _Kind:
    library = type(data).__module__.partition(".")[0]
    name = (library, type(data).__name__)
    if name not in _KINDS and not _is_list_of_rows(data):
        known = ", ".join(".".join(each) for each in _KINDS)
        raise InputError(
            f"{library}.{type(data).__name__} is no table of items; expected {known}, or a list of "
            "mappings"
        )
    return _KINDS.get(name, _LIST)


def _is_list_of_rows(data: Any) -> bool:
    return isinstance(data, list | tuple) and all(hasattr(row, "keys") for row in data)


def _add_to_dataset(data: Any, columns: Columns) -> Any:
    kept = data.remove_columns([name for name in columns if name in data.column_names])
    for name, values in columns.items():
        kept = kept.add_column(name, list(values))
    return kept


def _add_to_arrow(data: Any, columns: Columns) -> Any:
    kept = data.drop_columns([name for name in columns if name in data.column_names])
    for name, values in columns.items():
        kept = kept.append_column(name, [list(values)])
    return kept


def _add_to_polars(data: Any, columns: Columns) -> Any:
    return data.with_columns(type(data)({name: list(of) for name, of in columns.items()}))


def _add_to_rows(data: Any, columns: Columns) -> list[Row]:
    added = zip(*columns.values(), strict=True)
    return [
        {**row, **dict(zip(columns, values, strict=True))}
        for row, values in zip(data, added, strict=True)
    ]


_LIST = _Kind(list, _add_to_rows)
_KINDS = {
    ("pandas", "DataFrame"): _Kind(
        lambda data: data.to_dict("records"), lambda data, columns: data.assign(**columns)
    ),
    ("polars", "DataFrame"): _Kind(lambda data: data.to_dicts(), _add_to_polars),
    ("datasets", "Dataset"): _Kind(lambda data: data.to_list(), _add_to_dataset),
    ("pyarrow", "Table"): _Kind(lambda data: data.to_pylist(), _add_to_arrow),
}
