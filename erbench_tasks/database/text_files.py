"""Tables in text files as people publish them: encoding, delimiter, header and quotation marks.

Every field is the text that the file has. What cannot be told apart is refused in one line, and
what was decided is in the notes.
"""

from __future__ import annotations

import codecs
import csv
import gzip
import io
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

from ...core.errors import InputError
from ...core.untrusted_text import check_regular

_LONGEST_LINE = 10_000_000  # characters
_TOO_LONG = f"it has {_LONGEST_LINE:,} characters or more; split the file"
_NUL = "it has a NUL byte; save the table as UTF-8 text"
_LARGEST = 10_000_000_000  # bytes, uncompressed
_SAMPLE = 200  # lines, from which the delimiter is known
_CHUNK = 1_000_000
# A comma also stands in texts and numbers: where two divide equally well, it is the other one.
_DELIMITERS = "\t;|,"
_TAB = "\t"
_MARKS = {
    **dict.fromkeys((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE), "utf-32"),
    **dict.fromkeys((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE), "utf-16"),
}
_SEPARATOR = re.compile(r'"?sep=(.)"?\s*', re.IGNORECASE)
_INVALID = re.compile("[\udc80-\udcff]")
_BEYOND_ASCII = re.compile("[^\0-\x7f\udc80-\udcff]")
_FIRST = 5  # lines that a note names


def _as_latin_1(error: Any) -> tuple[str, int]:
    return error.object[error.start : error.end].decode("latin-1"), error.end


# Five bytes are no character of Windows-1252: browsers read them as control characters.
codecs.register_error("erbench_track.latin_1", _as_latin_1)
csv.field_size_limit(max(csv.field_size_limit(), _LONGEST_LINE))


class StrayQuotes(Exception):  # noqa: N818  # it is caught, and the file is read another way
    """The quotation marks of a file do not enclose fields."""


class TextTable:
    """A text file with a header, and a record in each line or, where fields are quoted, in more.

    Attributes:
        header: Its column names, once they have been read; empty where a column has none.
        header_line: The line of the first of them.
        by_line: Why each line is a record, whatever its quotation marks are; empty if none is.

    Raises:
        InputError: It is no file, or too large; errors of `open`, `gzip` and codecs are others.
    """

    def __init__(self, path: Path) -> None:
        check_regular(path)
        self._path = path
        self.header: list[str] = []
        self.header_line = 0
        self.by_line = ""
        self._number = 0
        self._record: list[str] = []  # the lines of the record that is being read
        self._lines_of: dict[str, list[int]] = defaultdict(list)
        self._encoding, self._codec, self._wrong_bytes = self._find_encoding()
        with self._text() as file:
            # csv of Python 3.10 stops at a NUL byte, which gets its line number later.
            start = io.StringIO(file.read(_CHUNK).replace("\0", ""), newline="")
        self._skipped, self._delimiter = _layout([*islice(start, _SAMPLE)])

    def rows(self) -> Iterator[list[str]]:
        """Yields the header and the fields of each record, as many as the header has.

        Raises:
            StrayQuotes: Quotation marks do not enclose fields; it may be read `by_line`.
            InputError: There is no header, or a record has too many fields.
        """
        self._lines_of.clear()
        with self._text() as file:
            lines = self._lines(file)
            for _ in islice(lines, self._skipped):
                pass
            self._record.clear()
            yield self._header(lines)
            self._record.clear()
            for row in self._unquoted(lines) if self.by_line else self._quoted(lines):
                if not "".join(self._record).isspace() and (fields := self._fitted(row)):
                    yield fields
                self._record.clear()

    def notes(self) -> Iterator[str]:
        """Yields what was decided, once the records have been read."""
        if self._encoding != "UTF-8":
            yield self._encoding
        if self._delimiter != ",":
            yield f"delimiter {'tab' if self._delimiter == _TAB else repr(self._delimiter)}"
        if self._skipped:
            yield f"the header is line {self.header_line}"
        for what, lines in self._lines_of.items():
            first = ", ".join(map(str, lines[:_FIRST])) + ", …" * (len(lines) > _FIRST)
            yield f"{what} ({len(lines):,}: line{'s' * (len(lines) > 1)} {first})"
        if self.by_line and self._delimiter == _TAB:
            yield "quotation marks enclose nothing, and are part of the values"

    def _find_encoding(self) -> tuple[str, str, str]:
        """Returns its name, its codec, and what becomes of bytes that are none of its."""
        with self._opened("rb") as file:
            start = file.read(4)
        if codec := next((_MARKS[mark] for mark in _MARKS if start.startswith(mark)), ""):
            return codec.upper(), codec, "strict"
        valid = invalid = 0
        with self._opened("rt", encoding="utf-8", errors="surrogateescape", newline="") as file:
            while text := file.read(_CHUNK):
                if file.buffer.tell() > _LARGEST:
                    size = f"more than {_LARGEST:,} bytes, uncompressed"
                    raise InputError(f"{self._path}: {size}; split the file")
                if not text.isascii():
                    invalid += len(_INVALID.findall(text))
                    valid += len(_BEYOND_ASCII.findall(text))
        if not invalid:
            return "UTF-8", "utf-8-sig", "strict"
        if valid >= invalid:  # no text of a single-byte encoding looks like that
            return f"UTF-8 with {invalid} wrong bytes, read as U+FFFD", "utf-8-sig", "replace"
        return "Windows-1252 (as it is not UTF-8)", "cp1252", "erbench_track.latin_1"

    def _opened(self, mode: str, **options: str) -> Any:
        opened: Any = gzip.open if self._path.suffix.lower() == ".gz" else open
        return opened(self._path, mode, **options)

    def _text(self) -> Any:
        return self._opened("rt", encoding=self._codec, errors=self._wrong_bytes, newline="")

    def _lines(self, file: TextIO) -> Iterator[str]:
        self._number = 0
        self._record.clear()
        while line := file.readline(_LONGEST_LINE):
            self._number += 1
            self._record.append(line)
            if len(line) == _LONGEST_LINE:
                raise InputError(self._at(self._number, _TOO_LONG))
            if "\0" in line:
                raise InputError(self._at(self._number, _NUL))
            yield line

    @property
    def _start(self) -> int:
        """The first line of the record."""
        return self._number - len(self._record) + 1

    def _at(self, line: int, what: str) -> str:
        return f"{self._path}, line {line}: {what}"

    def _header(self, lines: Iterator[str]) -> list[str]:
        first = self._skipped + 1
        try:
            header = next(self._reader(lines), [])
        except csv.Error as error:
            raise InputError(self._at(first, f"no header: {error}")) from error
        if not any(map(str.strip, header)):
            raise InputError(self._at(first, "no names of columns; write them into this line"))
        self.header, self.header_line = [" ".join(name.split()) for name in header], self._start
        self._check_span()
        return self.header

    def _reader(self, lines: Iterator[str]) -> Iterator[list[str]]:
        return csv.reader(lines, delimiter=self._delimiter, strict=True)

    def _quoted(self, lines: Iterator[str]) -> Iterator[list[str]]:
        try:
            for row in self._reader(lines):
                self._check_span()
                yield row
        except csv.Error as error:
            what = "is not closed" if "unexpected end" in str(error) else f"is wrong ({error})"
            raise StrayQuotes(self._stray(what)) from error

    def _check_span(self) -> None:
        """Refuses a quoted field whose lines would be records without it."""
        if len(self._record) == 1:
            return
        delimiters = len(self.header) - 1
        likely = sum(line.count(self._delimiter) == delimiters for line in self._record)
        if 2 * likely > len(self._record):
            error = StrayQuotes if self._delimiter == _TAB else InputError
            end = f"to line {self._number}, which look like records"
            raise error(self._stray(f"encloses the following lines, {end}"))

    def _stray(self, what: str) -> str:
        remedy = "write each quotation mark of a value as two and the value in quotation marks"
        return self._at(self._start, f"a quotation mark {what}; close it, or {remedy}")

    def _unquoted(self, lines: Iterator[str]) -> Iterator[list[str]]:
        """Yields the fields of each line, with the quotation marks that enclose none of them."""
        for line in lines:
            raw = line.rstrip("\r\n").split(self._delimiter)
            try:  # files with tabs are mostly written without quoting
                fields = raw if self._delimiter == _TAB else next(self._reader(iter([line])))
            except csv.Error:
                fields = []
            if len(fields) != len(raw) == len(self.header):
                self._lines_of["stray quotation marks are part of the values"].append(self._number)
                fields = raw
            if not fields:
                raise InputError(self.by_line)
            yield fields

    def _fitted(self, row: list[str]) -> list[str]:
        """Returns the fields of a record, as many as the header has; none if all are empty."""
        width = len(self.header)
        if any(row[width:]):
            what = (
                f"{len(row)} fields, the header in line {self.header_line} has {width}; write a "
                f"value that has {self._delimiter!r} in quotation marks, name each column, or "
                "delete what stands above the header"
            )
            raise InputError(self.by_line or self._at(self._start, what))
        if not any(row):
            self._lines_of["records without any value are left out"].append(self._start)
            return []
        if len(row) < width:
            self._lines_of["short records are filled with empty fields"].append(self._start)
        return (row + [""] * width)[:width]


def _layout(sample: list[str]) -> tuple[int, str]:
    """Returns how many lines stand before the header, and the delimiter."""
    given = _SEPARATOR.fullmatch(sample[0]) if sample else None
    first = 1 if given else 0
    while first < len(sample) and (sample[first].isspace() or sample[first].startswith("#")):
        first += 1
    delimiter = given[1] if given else _delimiter(sample[first:] or [","])
    if first and sample[first - 1].startswith("#"):
        # A header may begin like a comment: it has as many fields as the record below it.
        both = [*csv.reader(sample[first - 1 : first + 1], delimiter=delimiter)]
        first -= len(both) > 1 and len(both[0]) == len(both[1]) > 1
    return first, delimiter


def _delimiter(sample: list[str]) -> str:
    """Returns what divides the header and most records into the same number of fields."""

    def quality(delimiter: str) -> tuple[bool, bool, float, int]:
        widths = [len(row) for row in csv.reader(sample, delimiter=delimiter) if row]
        if len(widths) > 2:  # the last may be cut
            widths.pop()
        width, count = Counter(widths).most_common(1)[0]
        several = max(width, widths[0]) > 1
        return several, width == widths[0], count / len(widths), width

    best = max(_DELIMITERS, key=quality)
    return best if quality(best)[0] else ","
