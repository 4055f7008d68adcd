"""Decompresses a stream of bytes piece by piece, whatever it is compressed with."""

from __future__ import annotations

import bz2
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import BinaryIO

from .dump_bzip2 import decompress_blocks

_CHUNK = 1 << 18
_PIECE = 1 << 22
_ANY_GZIP = 31  # window bits of zlib's `gzip` format

Inflate = Callable[[Iterator[bytes]], Iterator[bytes]]


def decompressor(head: bytes, cores: int) -> Inflate | None:
    """Returns what decompresses a stream.

    Args:
        head: Its first three bytes, or more.
        cores: How many may be used; gzip can use one only.

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
