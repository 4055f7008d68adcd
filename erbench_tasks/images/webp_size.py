"""The size that the header of a WEBP file declares, read without a decoder (RFC 9649)."""

from __future__ import annotations


def webp_size(data: bytes) -> tuple[int, int] | None:
    """Returns width and height in pixels, None if it is no WEBP file or its header is broken.

    Args:
        data: Content of a file.
    """
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP" or len(data) < 30:
        return None
    kind = data[12:16]
    if kind == b"VP8X":
        return _number(data[24:27]) + 1, _number(data[27:30]) + 1
    if kind == b"VP8L":
        bits = _number(data[21:25])
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 ":
        return _number(data[26:28]) & 0x3FFF, _number(data[28:30]) & 0x3FFF
    return None


def _number(data: bytes) -> int:
    return int.from_bytes(data, "little")
