"""The tables that ERBench's authors published, from a checkout of their repository.

`data/official/DOMAIN/tables.yaml` says which of the repository's CSV files become which tables;
the `benchmark.yaml` beside it asks of them what the embedded domain asks of its database.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, TypeAdapter, model_validator

from .database import engine_for_connection, insert_rows, quoted, read_csv
from .errors import InputError
from .generator import Benchmark
from .spec_file import DATA, read_spec

OFFICIAL = DATA / "official"
Value = str | int | None


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Column(_Strict):
    """Where a column's values come from.

    Attributes:
        field: The file's column (the first of the authors' files has no name).
        type: `integer` accepts 2009.0; `decimal` is a number that is kept as it is written.
        values: What some cells stand for. Any other empty cell is NULL.
        part: Regular expression for the part of a cell to take.
        every: Whether to take every such part, in a row each; without one there is no row.
    """

    field: str
    type: Literal["text", "integer", "decimal"] = "text"
    values: dict[str, str] = {}
    part: str | None = None
    every: bool = False

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        """Reads a column that is just the name of the file's."""
        return {"field": value} if isinstance(value, str) else value

    def read(self, cell: str) -> list[Value]:
        """Returns the values of a cell; a ValueError says what is wrong with it."""
        cell = self.values.get(cell, cell)
        if self.part is None:
            return [self._typed(cell) if cell else None]
        parts = re.findall(self.part, cell)
        if not parts and not self.every:
            raise ValueError(f"{cell!r} has no part of the form {self.part}")
        return [self._typed(part) for part in (parts if self.every else parts[:1])]

    def _typed(self, text: str) -> Value:
        if self.type == "text":
            return text
        if not re.fullmatch(r"[+-]?\d+(\.\d*)?(e[+-]?\d+)?", text):
            raise ValueError(f"{text!r} is not a number")
        if self.type == "decimal":
            return text
        if not float(text).is_integer():
            raise ValueError(f"{text!r} is not a whole number")
        return int(float(text))


class _Table(_Strict):
    """One table; rows that are equal become one.

    Attributes:
        file: CSV file, relative to the checkout.
        embedded: CSV file of an embedded domain instead (other spellings of values).
        columns: Name of a column to where its values come from.
        asked: Number of first rows of the file that the paper asks about: a column `asked` is 1
            there, and 0 elsewhere.
        key: Columns of the primary key.
        references: Column to the `table.column` that it refers to.
    """

    file: str = ""
    embedded: str = ""
    columns: dict[str, _Column]
    asked: int | None = None
    key: list[str] = []
    references: dict[str, str] = {}

    def create(self, connection: sqlite3.Connection, name: str, checkout: Path) -> None:
        """Creates the table, and fills it."""
        types = {column: "integer" if c.type == "integer" else "text" for column, c in self.columns.items()}
        types |= {} if self.asked is None else {"asked": "integer"}
        parts = [f"{quoted(column)} {kind}" for column, kind in types.items()]
        parts += [f"primary key ({', '.join(map(quoted, self.key))})"] if self.key else []
        for column, target in self.references.items():
            table, _, key = target.partition(".")
            parts.append(f"foreign key ({quoted(column)}) references {quoted(table)} ({key})")
        connection.execute(f"create table {quoted(name)} ({', '.join(parts)})")
        path = DATA / self.embedded if self.embedded else checkout / self.file
        insert_rows(connection, name, list(types), self._rows(path), path)

    def _rows(self, path: Path) -> Iterator[tuple[int, tuple[Value, ...]]]:
        lines = read_csv(path)
        _, header = next(lines)
        for column in self.columns.values():
            if column.field not in header:
                has = ", ".join(map(repr, header)) or "none"
                raise InputError(f"{path}, line 1: no column {column.field!r}; it has {has}")
        seen: set[tuple[Value, ...]] = set()
        for position, (line, row) in enumerate(lines):
            cells = self._cells(dict(zip(header, row, strict=True)), f"{path}, line {line}")
            cells += [] if self.asked is None else [[int(position < self.asked)]]
            for values in product(*cells):
                if values not in seen:
                    seen.add(values)
                    yield line, values

    def _cells(self, row: dict[str, str], where: str) -> list[list[Value]]:
        cells = []
        for column in self.columns.values():
            try:
                cells.append(column.read(row[column.field]))
            except ValueError as error:
                raise InputError(f"{where}: field {column.field!r}: {error}") from error
        return cells


def open_benchmark(
    benchmark: str, database: str | None = None, official: str | None = None
) -> Benchmark:
    """Opens a benchmark over its own database, another one, or the authors' tables.

    Args:
        benchmark: Name of a domain, or path of a specification.
        database: URL, SQLite file or folder; by default the specification's own folder.
        official: Root of a checkout of the authors' repository; the domain's name goes with it.

    Raises:
        InputError: One of them is missing or malformed, or they do not go together.
    """
    if official is None:
        return Benchmark.open(benchmark, database)
    if database is not None:
        raise InputError(f"{database}: a database and the authors' tables do not go together")
    if "://" in official:
        raise InputError(f"{official}: no folder; download or clone the repository first")
    if not Path(official).is_dir():
        raise InputError(f"{official}: no such folder; give the root of a checkout of the tables")
    described = {path.parent.name: path for path in sorted(OFFICIAL.glob("*/tables.yaml"))}
    if benchmark not in described:
        raise InputError(f"{benchmark}: no tables of the authors'; there are {', '.join(described)}")
    content = yaml.safe_load(described[benchmark].read_text(encoding="utf-8"))
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.execute("pragma foreign_keys = on")
    for name, table in TypeAdapter(dict[str, _Table]).validate_python(content).items():
        table.create(connection, name, Path(official))
    spec, path = read_spec(described[benchmark].with_name("benchmark.yaml"))
    return Benchmark(spec, path.parent, engine_for_connection(connection))
