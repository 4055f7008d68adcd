"""Pictures for tests, and a server of pictures on loopback."""

from __future__ import annotations

import contextlib
import struct
import time
import zlib
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from loopback import LoopbackHandler, LoopbackServer
from PIL import Image


def encoded(image: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    out = BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def decoded(data: bytes) -> Image.Image:
    image = Image.open(BytesIO(data))
    image.load()
    return image


def pixels(image: Image.Image) -> bytes:
    return image.convert("RGB").tobytes()


def chunk(kind: bytes, content: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(kind + content))
    return struct.pack(">I", len(content)) + kind + content + check


def png_header(width: int, height: int) -> bytes:
    """A PNG file that claims to have that many pixels, and has next to none."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IDAT", zlib.compress(b"\0" * 100))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + body + chunk(b"IEND", b"")


def red(side: int = 8) -> bytes:
    return encoded(Image.new("RGB", (side, side), "red"))


@dataclass
class Answer:
    """What the server sends at a path."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    kind: str | None = "image/png"
    length: int | None = None  # another length than that of the body
    pause: float = 0.0  # seconds before each byte


class PictureServer(LoopbackServer):
    """Sends what `answers` has for a path, the last of them again and again.

    Attributes:
        site: Its host and port.
        answers: What to send, by path.
        asked: Path of each request.
        finished: Path of each that was answered to its end.
        headers: Of each request.
    """

    def __init__(self) -> None:
        super().__init__(_Handler)
        self.site = f"127.0.0.1:{self.server_address[1]}"
        self.answers: dict[str, list[Answer]] = {}
        self.asked: list[str] = []
        self.finished: list[str] = []
        self.headers: list[dict[str, str]] = []

    def put(self, path: str, *answers: Answer) -> str:
        self.answers[path] = list(answers)
        return f"http://{self.site}{path}"


class _Handler(LoopbackHandler):
    protocol_version = "HTTP/1.0"  # a connection for each picture
    wbufsize = 0
    server: PictureServer

    def answer(self) -> None:
        self.server.asked.append(self.path)
        self.server.headers.append(dict(self.headers))
        left = self.server.answers.get(self.path, [Answer(b"no such page", 404, {}, "text/html")])
        answer = left.pop(0) if len(left) > 1 else left[0]
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if answer.kind is not None:
            self.send_header("Content-Type", answer.kind)
        length = len(answer.body) if answer.length is None else answer.length
        if length >= 0:
            self.send_header("Content-Length", str(length))
        self.end_headers()
        with contextlib.suppress(OSError):  # the client has had enough
            self._send(answer)
            self.server.finished.append(self.path)

    def _send(self, answer: Answer) -> None:
        if not answer.pause:
            self.wfile.write(answer.body)
            return
        for byte in answer.body:
            time.sleep(answer.pause)
            self.wfile.write(bytes([byte]))
            self.wfile.flush()
