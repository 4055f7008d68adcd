"""Reads a Wikidata dump in parts that end where a line ends, in bounded memory.

A dump is a JSON array with one entity per line. Compressed ones and pipes are streamed; a plain
file is only divided, and whoever works on a part reads it. Offsets count the bytes of the
decompressed dump. A dump that ends early or cannot be decompressed any further is not an error:
what came before is yielded, and `truncated_at` says where that ends.
"""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, NamedTuple

from ...errors import InputError, file_problem
from .compression import decompressor, read_chunks

PART = 8 << 20
_BUFFER = 1 << 18  # lines are long
LONGEST_LINE = 64 << 20  # the longest entities have about 5 MB
STDIN = "-"


class Block(NamedTuple):
    """Some whole lines.

    Attributes:
        offset: Of the first byte.
        data: The lines.
    """

    offset: int
    data: bytes

    @property
    def end(self) -> int:
        """Offset of the first byte after it."""
        return self.offset + len(self.data)

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Yields the lines with their offsets."""
        offset = self.offset
        for line in BytesIO(self.data):
            yield offset, line
            offset += len(line)


class Span(NamedTuple):
    """The lines of a plain file that begin in some range.

    Attributes:
        path: The file.
        start: First byte of the range.
        end: First byte after it.
    """

    path: str
    start: int
    end: int

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Yields the lines with their offsets; reads them.

        Raises:
            InputError: The file cannot be read, or a line is too long to be an entity.
        """
        with _open(self.path, _BUFFER) as file:
            offset = 0
            if self.start:  # the line that began before, if only its end is left
                offset = file.seek(self.start - 1)
                offset += len(file.readline(LONGEST_LINE))
            while offset < self.end:
                line = file.readline(LONGEST_LINE)
                _check_length(line, self.path)
                yield offset, line
                offset += len(line)


Part = Block | Span


class Dump:
    """A dump that is open for reading.

    Attributes:
        source: Its path; `-` for standard input.
        size: Size of the file in bytes; None for a pipe.
        is_divided: Whether its parts are spans of a plain file, not yet read.
        position: Bytes of it that have been read, for showing progress.
        truncated_at: None, or the offset where the readable part ends; known after `parts()`.
        damage: Why it cannot be read any further, in words; empty unless truncated.
    """

    def __init__(self, source: str | Path, cores: int = 1) -> None:
        """Opens a dump.

        Args:
            source: Its path; `-` for standard input.
            cores: How many may decompress.

        Raises:
            InputError: There is no such file, it cannot be read, or nothing is piped.
        """
        self.source = str(source)
        self.position = 0
        self.truncated_at: int | None = None
        self.damage = ""
        self._file = _open(self.source)
        is_file = self.source != STDIN and Path(self.source).is_file()
        self.size = Path(self.source).stat().st_size if is_file else None
        self._head = self._file.read(4)
        self._inflate = decompressor(self._head, cores)
        self.is_divided = is_file and self._inflate is None

    def parts(self, start: int = 0) -> Iterator[Part]:
        """Yields the dump, once.

        Args:
            start: Offset of a line that is to come first; what is before it is left out.

        Raises:
            InputError: It is not a dump.
        """
        with self._file:
            parts = self._spans(start) if self.is_divided else self._blocks()
            for part in parts:
                if isinstance(part, Span) or part.offset >= start:
                    yield part
                elif part.end > start:
                    yield Block(start, part.data[start - part.offset :])

    def _spans(self, first: int) -> Iterator[Part]:
        self._file.seek(0)
        _check_start(self.source, self._file.read(1 << 16))
        before, rest = _tail(self._file, self.source)
        end = self._file.tell() - len(rest)
        for start in range(first, end, PART):
            self.position = min(start + PART, end)
            yield Span(self.source, start, self.position)
        yield from self._end(before, rest, end, opened=self._head.lstrip()[:1] == b"[")

    def _blocks(self) -> Iterator[Part]:
        offset, opened, waiting = 0, False, b""
        last = b""
        for piece in self._pieces():
            data = waiting + piece
            if not offset and not last:
                _check_start(self.source, data)
                opened = data.lstrip()[:1] == b"["
            end = data.rfind(b"\n") + 1
            waiting = data[end:]
            _check_length(waiting, self.source)
            if end:
                last = data[max(0, end - 4096) : end]
                yield Block(offset, data[:end])
                offset += end
        if not offset and not waiting:
            raise InputError(f"{self.source}: {self.damage or 'the dump is empty'}")
        if self.damage:
            self.truncated_at = offset
        else:
            yield from self._end(last, waiting, offset, opened=opened)

    def _pieces(self) -> Iterator[bytes]:
        """Yields the decompressed bytes in large pieces; notes what stops that."""
        pieces: list[bytes] = []
        size = 0
        try:
            for piece in self._inflated():
                pieces.append(piece)
                size += len(piece)
                if size >= PART:
                    yield b"".join(pieces)
                    pieces, size = [], 0
        except (OSError, EOFError, zlib.error) as error:
            self.damage = str(error)
        if pieces:
            yield b"".join(pieces)

    def _inflated(self) -> Iterator[bytes]:
        chunks = self._counted()
        return chunks if self._inflate is None else self._inflate(chunks)

    def _counted(self) -> Iterator[bytes]:
        for chunk in read_chunks(self._file, self._head):
            self.position += len(chunk)
            yield chunk

    def _end(self, before: bytes, rest: bytes, offset: int, *, opened: bool) -> Iterator[Part]:
        """Yields the last line if it is whole; notes whether more should have come."""
        last = rest if rest.strip() else before.rstrip().rpartition(b"\n")[2]
        closed = last.strip() == b"]"
        if rest.strip() and not closed and _is_whole(rest):
            yield Block(offset, rest)
            offset += len(rest)
        elif rest.strip() and not closed:
            opened = True  # a line that breaks off shows that, too
        if opened and not closed:
            self.truncated_at = offset
            self.damage = "it ends in the middle"


def _open(source: str, buffer: int = -1) -> BinaryIO:
    if source == STDIN:
        if sys.stdin is None or sys.stdin.isatty():
            raise InputError("-: nothing is piped; as in: bzcat dump.json.bz2 | ... -")
        return sys.stdin.buffer
    try:
        return Path(source).open("rb", buffering=buffer)
    except OSError as error:
        raise InputError(f"{source}: cannot be read ({file_problem(error)})") from error


def _check_start(source: str, data: bytes) -> None:
    start = data.lstrip()
    if start[:1] not in (b"[", b"{", b""):
        raise InputError(
            f"{source}: not a Wikidata JSON dump: it starts with {start[:20]!r}, not with '['"
        )


def _tail(file: BinaryIO, source: str) -> tuple[bytes, bytes]:
    """Returns some bytes up to the last line end, and all bytes after it; stops at the end."""
    size = file.seek(0, os.SEEK_END)
    if not size:
        raise InputError(f"{source}: the dump is empty")
    window = 1 << 16
    while True:
        start = max(size - window, 0)
        file.seek(start)
        data = file.read(size - start)
        cut = data.rfind(b"\n") + 1
        if cut or not start:
            return data[:cut], data[cut:]
        _check_length(data, source)
        window *= 8


def _check_length(line: bytes, source: str) -> None:
    if len(line) >= LONGEST_LINE:
        raise InputError(
            f"{source}: not a Wikidata JSON dump: a line has more than {LONGEST_LINE >> 20} MiB; "
            "a dump has one entity per line"
        )


def _is_whole(line: bytes) -> bool:
    import msgspec

    try:
        msgspec.json.decode(line.strip(b" \t\r\n,"), type=msgspec.Raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True
