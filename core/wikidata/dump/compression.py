"""Decompresses a stream of bytes piece by piece; bzip2 on several cores.

A block begins with 48 fixed bits at any bit of the stream, so a stream can be cut there, and each
block becomes a stream of its own. Python's bz2 lets other threads run meanwhile.
"""

from __future__ import annotations

import bz2
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import BinaryIO, NamedTuple

_BLOCK = 0x314159265359
_END = 0x177245385090
_BITS = 48
_LARGEST = 4 << 20  # compressed; a block has at most 900 kB before that


class _Cut(NamedTuple):
    """A block, as its bits."""

    value: int
    bits: int

    def joined(self, other: _Cut) -> _Cut:
        return _Cut(self.value << other.bits | other.value, self.bits + other.bits)


def decompress_blocks(chunks: Iterator[bytes], threads: int) -> Iterator[bytes]:
    """Yields the decompressed blocks of one or more streams, in their order.

    Args:
        chunks: The compressed bytes.
        threads: How many blocks are decompressed at a time.

    Raises:
        EOFError: The stream ends early; the whole blocks have been given.
        OSError: It is damaged; everything before the damage has been given.
    """
    waiting: deque[tuple[_Cut, Future[bytes]]] = deque()
    blocks, ends_early = _cuts(chunks), None
    with ThreadPoolExecutor(threads) as pool:
        try:
            while True:
                try:
                    block = next(blocks, None)
                except (OSError, EOFError) as error:
                    block, ends_early = None, error
                if block is None:
                    break
                waiting.append((block, pool.submit(_decompress, block)))
                if len(waiting) > 2 * threads:
                    yield _next(waiting)
            while waiting:
                yield _next(waiting)
        finally:
            pool.shutdown(cancel_futures=True)
    if ends_early is not None:
        raise ends_early


def _next(waiting: deque[tuple[_Cut, Future[bytes]]]) -> bytes:
    block, result = waiting.popleft()
    try:
        return result.result()
    except OSError:
        if not waiting:
            raise
        # In a hundred gigabytes, the 48 bits may occur once inside a block by chance.
        rest, _ = waiting.popleft()
        return _decompress(block.joined(rest))


def _cuts(chunks: Iterator[bytes]) -> Iterator[_Cut]:
    buffer, searched = b"", 0
    start: int | None = None  # first bit of the block that has begun
    is_bzip2 = False
    for chunk in chunks:
        buffer += chunk
        for position, is_block in _marks(buffer, searched):
            is_bzip2 = True
            if start is not None:
                yield _cut(buffer, start, position)
            start = position if is_block else None
        searched = max(len(buffer) - 6, 0)
        done = searched if start is None else start // 8
        buffer, searched = buffer[done:], searched - done
        start = None if start is None else start - 8 * done
        if len(buffer) > _LARGEST + len(chunk):
            raise OSError("Invalid data stream")
    if start is not None or not is_bzip2:
        raise EOFError("the bzip2 stream ends in the middle")


def _marks(data: bytes, first: int) -> list[tuple[int, bool]]:
    """Returns the bit at which each block or end of a stream begins, and whether it is a block."""
    found = []
    for needle, shift, magic in _NEEDLES:
        at = data.find(needle, first + 1, len(data) - 1)
        while at >= 0:
            bits = int.from_bytes(data[at - 1 : at + 6], "big") >> (8 - shift)
            if bits & ((1 << _BITS) - 1) == magic:
                found.append((8 * (at - 1) + shift, magic == _BLOCK))
            at = data.find(needle, at + 1, len(data) - 1)
    return sorted(found)


def _needles() -> list[tuple[bytes, int, int]]:
    """Returns the five bytes that the 48 bits fill entirely, for each position within a byte."""
    return [
        ((magic << (8 - shift)).to_bytes(7, "big")[1:6], shift, magic)
        for magic in (_BLOCK, _END)
        for shift in range(8)
    ]


_NEEDLES = _needles()


def _cut(data: bytes, start: int, end: int) -> _Cut:
    first, last = start // 8, -(-end // 8)
    value = int.from_bytes(data[first:last], "big") >> (8 * last - end)
    return _Cut(value & ((1 << (end - start)) - 1), end - start)


def _decompress(block: _Cut) -> bytes:
    """Makes the block a stream and decompresses it; the checksum of its data is checked.

    Raises:
        OSError: It is damaged.
    """
    checksum = block.value >> (block.bits - _BITS - 32) & 0xFFFFFFFF
    whole = block.value << (_BITS + 32) | _END << 32 | checksum
    bits = block.bits + _BITS + 32
    padding = -bits % 8
    engine = bz2.BZ2Decompressor()
    found = engine.decompress(b"BZh9" + (whole << padding).to_bytes((bits + padding) // 8, "big"))
    if not engine.eof:
        raise OSError("Invalid data stream")
    return found


_CHUNK = 1 << 18
_PIECE = 1 << 22
_ANY_GZIP = 31  # window bits of zlib's `gzip` format

Inflate = Callable[[Iterator[bytes]], Iterator[bytes]]


def decompressor(head: bytes, cores: int) -> Inflate | None:
    """Returns what decompresses a stream.

    Args:
        head: Its first three bytes, or more.
        cores: How many may be used; gzip can use only one.

    Returns:
        A function from compressed to decompressed chunks; None if it is not compressed. It raises
        EOFError where the stream ends early, after everything before that has been given, and
        zlib.error or OSError where it is damaged, after at least the chunks before that.
    """
    if head[:2] == b"\x1f\x8b":
        return _gunzip
    if head[:3] != b"BZh":
        return None
    return _bunzip if cores == 1 else partial(decompress_blocks, threads=cores)


def read_chunks(file: BinaryIO, head: bytes) -> Iterator[bytes]:
    """Yields a file's bytes.

    Args:
        file: Open for reading.
        head: What has been read of it already.
    """
    yield head
    while chunk := file.read(_CHUNK):
        yield chunk


def _gunzip(chunks: Iterator[bytes]) -> Iterator[bytes]:
    engine = zlib.decompressobj(_ANY_GZIP)
    for chunk in chunks:
        rest = chunk
        while rest:
            if engine.eof:  # another member follows, or only padding
                rest = rest.lstrip(b"\0")
                if not rest:
                    break
                engine = zlib.decompressobj(_ANY_GZIP)
            yield engine.decompress(rest, _PIECE)
            rest = engine.unconsumed_tail or engine.unused_data
    if not engine.eof:
        yield engine.flush()
    if not engine.eof:
        raise EOFError("the gzip stream ends in the middle")


def _bunzip(chunks: Iterator[bytes]) -> Iterator[bytes]:
    engine = bz2.BZ2Decompressor()
    for chunk in chunks:
        rest = chunk
        while rest or not (engine.eof or engine.needs_input):
            if engine.eof:  # another stream follows
                engine = bz2.BZ2Decompressor()
            yield engine.decompress(rest, _PIECE)
            rest = engine.unused_data if engine.eof else b""
    if not engine.eof:
        raise EOFError("the bzip2 stream ends in the middle")
