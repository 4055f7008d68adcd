"""Reading CSV files of unknown origin, row by row: endless lines and wrong bytes are refused."""

from __future__ import annotations

import csv
import gzip
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO, cast

from ...core.errors import InputError, file_problem
from ...core.untrusted_text import check_regular

_LONGEST_LINE = 10_000_000  # characters
_NOT_UTF_8 = re.compile("[\udc80-\udcff]")
_TABS = (".tsv", ".tsv.gz", ".tab", ".tab.gz")
_ENDINGS = (".csv", ".csv.gz", *_TABS)


@dataclass(frozen=True)
class Layout:
    """How the fields of a file are divided.

    Attributes:
        delimiter: What stands between two of them.
        quoted: Whether a field may stand in quotes, and then have delimiters and line breaks.
    """

    delimiter: str = ","
    quoted: bool = True


_COMMAS = Layout()
_WHOLE_LINES = Layout("\x1f", quoted=False)


def table_name(path: Path) -> str:
    """Returns the name of a CSV or TSV file without its ending; empty if it is none by its name."""
    ending = next((e for e in _ENDINGS if path.name.lower().endswith(e)), "")
    return path.name[: -len(ending)] if ending else ""


def find_layout(path: Path) -> Layout:
    """Finds out how a file is divided: at commas, unless its header has none.

    TSV files may have quotes that divide nothing, as IMDb's have: they are looked through.

    Raises:
        InputError: It cannot be read.
    """
    if path.name.lower().endswith(_TABS):
        return Layout("\t", _has_sound_quotes(path))
    header = "".join(next(read_csv(path, _WHOLE_LINES))[1])
    if "," in header:
        return _COMMAS
    found = max(";\t|", key=header.count)
    return Layout(found if found in header else ",")


def _has_sound_quotes(path: Path) -> bool:
    try:
        for _ in read_csv(path, Layout("\t")):
            pass
    except InputError:
        return False
    return True


def read_csv(path: Path, layout: Layout = _COMMAS) -> Iterator[tuple[int, list[str]]]:
    """Yields the line number and the fields of each row, the header first; empty lines are none.

    Args:
        path: A CSV file with a header, as it is or compressed with gzip (`.gz`).
        layout: How its fields are divided.

    Yields:
        The last line of a row, and its fields; an empty file has an empty header.

    Raises:
        InputError: The file cannot be read, or a row has another number of fields.
    """
    check_regular(path)
    line = 1  # where the row begins: a quote that is not closed is found at the end of the file
    try:
        with _opened(path) as file:
            reader = csv.reader(
                _lines(file),
                delimiter=layout.delimiter,
                quoting=csv.QUOTE_MINIMAL if layout.quoted else csv.QUOTE_NONE,
                strict=True,
            )
            header = next(reader, [])
            yield 1, header
            line = reader.line_num + 1
            for row in reader:
                if row and len(row) != len(header):
                    raise InputError(
                        f"{path}, line {reader.line_num}: {len(row)} fields, not {len(header)}"
                    )
                if row:
                    yield reader.line_num, row
                line = reader.line_num + 1
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path}, line {_first_wrong_line(path)}: not a UTF-8 CSV file: {error.reason}"
        ) from error
    except csv.Error as error:
        raise InputError(f"{path}, line {line}: not a UTF-8 CSV file: {error}") from error
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{path}: cannot read the table's rows ({file_problem(error)})") from error


def _opened(path: Path, errors: str = "strict") -> TextIO:
    opened = gzip.open if path.suffix.lower() == ".gz" else open
    return cast(TextIO, opened(path, "rt", encoding="utf-8-sig", errors=errors, newline=""))


def _lines(file: TextIO) -> Iterator[str]:
    while line := file.readline(_LONGEST_LINE):
        if len(line) == _LONGEST_LINE:
            raise csv.Error(f"a line of {_LONGEST_LINE:,} characters or more")
        yield line


def _first_wrong_line(path: Path) -> int:
    """Returns the first line that is not UTF-8: a decoder reads ahead and names none."""
    with _opened(path, "surrogateescape") as file:
        return next((n for n, line in enumerate(_lines(file), 1) if _NOT_UTF_8.search(line)), 1)
