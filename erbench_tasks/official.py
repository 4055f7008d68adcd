"""The tables that ERBench's authors published, from a checkout of their repository.

`data/official/DOMAIN/tables.yaml` says which of the repository's CSV files become which tables;
the `benchmark.yaml` beside it asks of them what the embedded domain asks of its database.
"""

from __future__ import annotations

import re
import sqlite3
from itertools import product
from pathlib import Path
from typing import Literal

from pydantic import Field, TypeAdapter

from ..core.errors import InputError
from ..core.suites.erbench import IMAGES_SUFFIX
from ..core.yaml_files import read_yaml
from .database.files import engine_for_connection, insert_rows, quoted, read_csv
from .generator import Benchmark
from .spec.embedded import DATA
from .spec.spec_file import read_spec
from .spec.strict import Strict

Value = str | int | None


class _Column(Strict):
    """Where a column's values come from; a name alone stands for the field.

    Attributes:
        field: The file's column (the first of the authors' files has no name).
        type: `integer` accepts 2009.0; `decimal` is a number that is kept as it is written.
        decimals: Makes a decimal the text that is rounded to so many places, as the authors did it.
        values: What some cells stand for. Any other empty cell is NULL.
        part: Regular expression for the part of a cell to take.
        every: Whether to take every such part, in a row each; without one there are no rows.
    """

    plain = "field"
    field: str
    type: Literal["text", "integer", "decimal"] = "text"
    decimals: int | None = None
    values: dict[str, str] = Field(default={})
    part: str | None = None
    every: bool = False

    def read(self, cell: str) -> list[Value]:
        """Returns the values of a cell; a ValueError names the field and what is wrong."""
        cell = self.values.get(cell, cell)
        if self.part is None:
            return [self._typed(cell) if cell else None]
        parts = re.findall(self.part, cell)
        if not parts and not self.every:
            raise ValueError(f"field {self.field!r}: {cell!r} has no part of the form {self.part}")
        return [self._typed(part) for part in (parts if self.every else parts[:1])]

    def _typed(self, text: str) -> Value:
        if self.type == "text":
            return text
        digit = "0" if self.type == "integer" else "[0-9]"
        if not re.fullmatch(rf"[+-]?[0-9]{{1,18}}(\.{digit}*)?", text):
            raise ValueError(f"field {self.field!r}: {text!r} is not of the type {self.type}")
        if self.type == "decimal":
            return text if self.decimals is None else f"{float(text):.{self.decimals}f}"
        return int(text.partition(".")[0])


class _Table(Strict):
    """One table; rows that are equal become one.

    Attributes:
        file: CSV file, relative to the checkout.
        embedded: CSV file of an embedded domain instead (other spellings of values).
        columns: Name of a column to where its values come from.
    """

    file: str = ""
    embedded: str = ""
    columns: dict[str, _Column]

    def create(self, connection: sqlite3.Connection, name: str, checkout: Path) -> None:
        """Creates the table, and fills it."""
        typed = ((key, of.type.replace("decimal", "text")) for key, of in self.columns.items())
        columns = ", ".join(f"{quoted(key)} {type_}" for key, type_ in typed)
        connection.execute(f"create table {quoted(name)} ({columns})")
        path = DATA / self.embedded if self.embedded else checkout / self.file
        insert_rows(connection, name, list(self.columns), self._rows(path), path)

    def _rows(self, path: Path) -> list[tuple[int, tuple[Value, ...]]]:
        (_, header), *lines = read_csv(path)
        for column in self.columns.values():
            if column.field not in header:
                has = ", ".join(map(repr, header)) or "none"
                raise InputError(f"{path}, line 1: no column {column.field!r}; it has {has}")
        line_of: dict[tuple[Value, ...], int] = {}
        for line, row in lines:
            cells = dict(zip(header, row, strict=True))
            try:
                found = [column.read(cells[column.field]) for column in self.columns.values()]
            except ValueError as error:
                raise InputError(f"{path}, line {line}: {error}") from error
            line_of |= dict.fromkeys(product(*found), line)
        return [(line, values) for values, line in line_of.items()]


def open_benchmark(
    benchmark: str,
    database: str | None = None,
    official: str | None = None,
    images: str | Path | None = None,
) -> Benchmark:
    """Opens a benchmark over its own database, another one, or the authors' tables.

    Args:
        benchmark: Name of a domain, or path of a specification.
        database: URL, SQLite file or folder; by default the specification's own folder.
        official: Root of a checkout of the authors' repository; the domain's name goes with it.
        images: Folder of the images to show, named by id; by default the specification's own.

    Raises:
        InputError: One of them is missing or malformed, or they do not go together.
    """
    if official is None:
        return Benchmark.open(benchmark, database, images)
    if database is not None:
        raise InputError(f"{database}: a database and the authors' tables do not go together")
    if not Path(official).is_dir():
        fix = "download or clone it first" if "://" in official else "give a checkout's root"
        raise InputError(f"{official}: no folder with the authors' tables; {fix}")
    described = {path.parent.name: path for path in sorted(DATA.glob("official/*/tables.yaml"))}
    domain = benchmark.removesuffix(IMAGES_SUFFIX)
    if domain not in described:
        raise InputError(f"{benchmark}: not a domain of the authors': {', '.join(described)}")
    content = read_yaml(described[domain])
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    for name, table in TypeAdapter(dict[str, _Table]).validate_python(content).items():
        table.create(connection, name, Path(official))
    connection.commit()
    file = "benchmark.yaml" if domain == benchmark else "multimodal.yaml"
    spec, path = read_spec(described[domain].with_name(file))
    return Benchmark(spec, path, engine_for_connection(connection), images)
