"""Messages over a pipe: four bytes of length, then JSON."""

from __future__ import annotations

import json
import struct
from typing import IO, Any

LONGEST = 64 * 1024**2  # bytes


def send(stream: IO[bytes], message: dict[str, Any]) -> None:
    """Writes a message.

    Raises:
        OSError: The other end is gone.
    """
    body = json.dumps(message).encode()
    stream.write(struct.pack(">I", len(body)) + body)
    stream.flush()


def receive(stream: IO[bytes]) -> dict[str, Any]:
    """Reads a message.

    Raises:
        EOFError: The other end is gone.
        ValueError: What came is not a message.
    """
    (size,) = struct.unpack(">I", _exactly(stream, 4))
    if size > LONGEST:
        raise ValueError("a message that is too long")
    message = json.loads(_exactly(stream, size))
    if not isinstance(message, dict):
        raise ValueError("not a message")
    return message


def _exactly(stream: IO[bytes], size: int) -> bytes:
    data = b""
    while len(data) < size:
        part = stream.read(size - len(data))
        if not part:
            raise EOFError("the other end is gone")
        data += part
    return data
