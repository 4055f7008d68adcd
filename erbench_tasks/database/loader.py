# ruff: noqa: S608  # names and texts are quoted
"""Loading files into DuckDB: a table for each, or for several of one header.

Columns of texts are numbers or dates if their values, written back, are the texts.
"""

from __future__ import annotations

import re
import shutil
import tempfile
import weakref
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import pyarrow as pa
import sqlalchemy

from ...core.errors import InputError, file_problem, first_line
from ...core.untrusted_text import check_regular, one_line
from .files import CONFIG, NOTES, file_ending, quoted, read_only_engine
from .text_files import StrayQuotes, TextTable

# Texts of JSON that are dates only in some way of writing them stay what they are.
_JSON = (
    "read_json({}, sample_size=-1, dateformat='%Y-%m-%d', timestampformat='%Y-%m-%d %H:%M:%S', "
    "union_by_name=true)"
)
_READERS = {".parquet": "read_parquet({})"} | dict.fromkeys((".json", ".jsonl", ".ndjson"), _JSON)
_BATCH = 20_000  # records
_LOADING = {**CONFIG, "enable_external_access": "true", "memory_limit": "200MB"}

# Types, and the form of texts that Python writes as DuckDB does.
_FORMS = {
    "BIGINT": r"-?\d+",
    "DOUBLE": r"-?\d+\.\d*[1-9]",
    "DATE": r"\d{4}-\d\d-\d\d",
    "TIMESTAMP": r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{6})?",
    "BOOLEAN": "true|false",
}
_FRACTION = r"0\.\d{1,6}|-?0\.0{0,5}[1-9]\d*|-?[1-9]\d*\.\d+"  # Python writes others as 0E-7
_MOST_DIGITS = 38  # of a DECIMAL
_NUMBER = r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?"
_MEASURES = [
    f"bool_and(regexp_full_match({{}}, '{_NUMBER}'))",
    r"bool_or(regexp_matches({}, '^\s|\s$'))",
    "max(length({}))",
    "min(length(split_part({}, '.', 2)))",
    "max(length(split_part({}, '.', 2)))",
    f"bool_and(regexp_full_match({{}}, '{_FRACTION}'))",
    *(
        f"bool_and(case when regexp_full_match({{}}, '{form}') then"
        f" coalesce(cast(try_cast({{}} as {kind}) as varchar) = {{}}, false)"
        " else nullif({} is null, true) end)"
        for kind, form in _FORMS.items()
    ),
]


class _Source(NamedTuple):
    """A file whose records are in a table of their own (`stage`) at first."""

    path: Path
    name: str
    stage: str
    columns: dict[str, str]  # name and type
    text: TextTable | None
    note: str

    @property
    def series(self) -> tuple[object, ...]:
        """What files that are one table have in common: a name but for numbers, and a header."""
        return re.sub(r"\d+", "0", self.name.lower()), tuple(self.columns.items()), bool(self.text)


def load_files(paths: Iterable[Path], location: Path) -> sqlalchemy.Engine:
    """Loads files into a database on disk that goes with its engine: a table for each.

    Files of one header whose names differ only in numbers (one a year) are one table, whose column
    `file` has the name of the file. `file_notes` says how each file was read. The URL of the engine
    shows `location`, the file or folder that the user named.

    Raises:
        InputError: A file cannot be read, or is malformed.
    """
    folder = Path(tempfile.mkdtemp(prefix="erbench_track_"))
    try:
        notes = _Loader(folder).load(paths)
        engine = read_only_engine(location, folder / "tables.duckdb")
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    weakref.finalize(engine, shutil.rmtree, folder, ignore_errors=True)
    engine.update_execution_options(**{NOTES: notes})
    return engine


class _Loader:
    """Loads files into a new database of DuckDB."""

    def __init__(self, folder: Path) -> None:
        """Makes the database, `tables.duckdb` in a folder; `load_files` has the rest."""
        self._folder = folder
        self._db = duckdb.connect(str(folder / "tables.duckdb"), config={**_LOADING})
        self._db.execute("set timezone = 'UTC'; set enable_progress_bar = false")
        self._db.execute("create schema stage")
        self._tables: set[str] = set()

    def load(self, paths: Iterable[Path]) -> list[str]:
        """Loads the files, and returns the notes."""
        groups: dict[tuple[object, ...], list[_Source]] = {}
        with self._db:
            for number, path in enumerate(paths):
                with self._errors(path):
                    source = self._source(path, f"stage.file_{number}")
                groups.setdefault(source.series, []).append(source)
            notes = [note for group in groups.values() for note in self._table(group)]
            self._db.execute("drop schema stage")
        return notes

    def _source(self, path: Path, stage: str) -> _Source:
        ending = file_ending(path, named=True)
        text, decided = None, []
        if ending in _READERS:
            self._read_typed(path, ending, stage)
        else:
            text = TextTable(path)
            decided = self._read_text(text, stage)
        columns = {column: str(kind) for column, kind, *_ in self._rows(f"describe {stage}")}
        (records,) = self._rows(f"select count(*) from {stage}")[0]
        number = f"{len(columns)} column{'s' * (len(columns) != 1)}"
        read = f"{records:,} records of {number} ({one_line(', '.join(columns))})"
        note = "; ".join([read, *decided])
        return _Source(path, path.name[: -len(ending)], stage, columns, text, note)

    def _read_typed(self, path: Path, ending: str, stage: str) -> None:
        check_regular(path)
        # Its own name may have a `*`, which DuckDB would take for all files that fit.
        link = self._folder / f"input{ending}"
        link.symlink_to(path.resolve(strict=True))
        reader = _READERS[ending].format(_sql_text(str(link)))
        self._db.execute(f"create table {stage} as select * from {reader}")
        link.unlink()

    def _read_text(self, text: TextTable, stage: str) -> list[str]:
        try:
            decided = self._insert(text, stage)
        except StrayQuotes as problem:
            text.by_line = str(problem)
            decided = self._insert(text, stage)
        for n, (header, name) in enumerate(zip(text.header, _names(text.header), strict=True), 1):
            # What has neither a name nor a value is left by a delimiter at the end of the lines.
            if not header and not self._rows(f"select count({quoted(name)}) from {stage}")[0][0]:
                self._db.execute(f"alter table {stage} drop column {quoted(name)}")
            elif name != header:
                decided.append(f"column {n} is called {name!r}")
        return decided

    def _insert(self, text: TextTable, stage: str) -> list[str]:
        """Fills a table with the records of a file, and returns how it was read."""
        rows = text.rows()
        names = _names(next(rows))
        declared = ", ".join(f"{quoted(name)} varchar" for name in names)
        self._db.execute(f"create or replace table {stage} ({declared})")
        while batch := [*islice(rows, _BATCH)]:
            columns = [*zip(*batch, strict=True)]
            arrays = [pa.array(column, pa.string()) for column in columns]
            self._db.register("batch", pa.table(arrays, names=names))
            self._db.execute(f"insert into {stage} select nullif(columns(*), '') from batch")
            self._db.unregister("batch")
        return [*text.notes()]

    def _table(self, group: list[_Source]) -> list[str]:
        """Makes the table of one file or of several, and returns the notes."""
        first, name = group[0], self._table_name(group)
        with self._errors(first.path):
            self._db.execute(f"create or replace temp view records as {_records(group)}")
            texts = _text_columns(self._db, "temp.records", [*first.columns]) if first.text else {}
            if first.text and (value := _value_as_name(texts)):
                raise InputError(
                    f"{first.path}, line {first.text.header_line}: {value!r} would be the name of "
                    "a column, and looks like its values; if this line is a record, write a line "
                    "with the names of the columns above it, or else give the column another name"
                )
            values = ", ".join(
                f"cast({quoted(column)} as {text.kind}) as {quoted(column)}"
                for column, text in texts.items()
            )
            values = f"* replace ({values})" if values else "*"
            self._db.execute(f"create table {quoted(name)} as select {values} from temp.records")
        for source in group:
            self._db.execute(f"drop table {source.stage}")
        notes = [f"{source.path.name}: table {name}, {source.note}" for source in group]
        return [*notes, *(f"table {name}: {about}" for about in [_remark(texts)] if about)]

    def _table_name(self, group: list[_Source]) -> str:
        name = group[0].name
        if len(group) > 1:
            name = re.sub(r"\d+", "", name)
            name = name if re.search(r"[^\W_]", name) else group[0].path.absolute().parent.name
        name = _free(re.sub(r"\W+", "_", name).strip("_") or "table_1", self._tables)
        self._tables.add(name.lower())
        return name

    def _rows(self, query: str) -> list[Any]:
        return self._db.execute(query).fetchall()

    @contextmanager
    def _errors(self, path: Path) -> Iterator[None]:
        try:
            yield
        except UnicodeError as error:
            raise InputError(f"{path}: {first_line(error)}; save it as UTF-8") from error
        except (OSError, EOFError, zlib.error) as error:
            raise InputError(f"{path}: cannot be read ({file_problem(error)})") from error
        except (duckdb.Error, pa.ArrowException) as error:
            what = re.sub(rf"{re.escape(str(self._folder))}/\w+\.\w+", path.name, first_line(error))
            raise InputError(f"{path}: cannot become a table: {what}") from error


def _records(group: list[_Source]) -> str:
    """Returns the query of the records of one file, or of several with a column for the file."""
    file = quoted(_free("file", {column.lower() for column in group[0].columns}))
    return " union all ".join(
        f"select *{f', {_sql_text(source.name)} as {file}' * (len(group) > 1)} from {source.stage}"
        for source in group
    )


def _names(header: list[str]) -> list[str]:
    """Returns a name of its own for each column."""
    others = {name.lower() for name in header}
    names: dict[str, str] = {}
    for n, name in enumerate(header, 1):
        is_first = name and name.lower() not in names
        found = name if is_first else _free(name or f"column_{n}", {*names, *others})
        names[found.lower()] = found
    return [*names.values()]


def _free(name: str, taken: Collection[str]) -> str:
    """Returns a name, with a number if it is taken in upper or lower case."""
    names = (name, *(f"{name}_{number}" for number in range(1, len(taken) + 2)))
    return next(name for name in names if name.lower() not in taken)


def _sql_text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


class _TextColumn(NamedTuple):
    """A column of texts: the type that gives each of them back, or VARCHAR."""

    kind: str
    is_number: bool  # all look like numbers
    is_padded: bool  # one begins or ends with a blank


def _text_columns(
    db: duckdb.DuckDBPyConnection, table: str, names: Sequence[str]
) -> dict[str, _TextColumn]:
    """Returns what the texts in columns of a table (as SQL writes it) are, by column."""
    measures = [measure.replace("{}", quoted(name)) for name in names for measure in _MEASURES]
    row: Sequence[Any] = db.execute(f"select {', '.join(measures)} from {table}").fetchall()[0]
    width = len(_MEASURES)
    return {name: _text_column(*row[n * width : (n + 1) * width]) for n, name in enumerate(names)}


def _text_column(
    number: bool | None, padded: bool | None, length: int, shortest: int, longest: int, *holds: bool
) -> _TextColumn:
    fraction, *others = holds
    kind = next((kind for kind, fits in zip(_FORMS, others, strict=True) if fits), "VARCHAR")
    if fraction and shortest == longest and length - 1 <= _MOST_DIGITS:
        kind = f"DECIMAL({length - 1},{longest})"
    return _TextColumn(kind, bool(number), bool(padded))


def _value_as_name(columns: Mapping[str, _TextColumn]) -> str:
    """Returns the name of a column that is a number or date as its values are; empty if none is.

    Several names may be numbers in equal steps, such as years.
    """
    forms = {name: _NUMBER for name, column in columns.items() if column.is_number}
    forms |= {name: _FORMS["DATE"] for name, column in columns.items() if column.kind == "DATE"}
    found = [name for name in columns if name in forms and re.fullmatch(forms[name], name)]
    if len(found) > 1 and all(name.isdecimal() for name in found):
        steps = {int(later) - int(sooner) for sooner, later in pairwise(found)}
        found = found if len(steps) > 1 else []
    return found[0] if found else ""


def _remark(columns: Mapping[str, _TextColumn]) -> str:
    """Returns what the user must know of the values of columns that stay texts."""
    texts = [(name, column) for name, column in columns.items() if column.kind == "VARCHAR"]
    numbers = one_line(", ".join(name for name, column in texts if column.is_number))
    padded = one_line(", ".join(name for name, column in texts if column.is_padded))
    untyped = "texts, as no type of numbers writes all values as the file does (CAST)"
    said = [f"{numbers}: {untyped}"] if numbers else []
    return "; ".join(said + [f"{padded}: blanks around values are kept (TRIM)"] * bool(padded))
