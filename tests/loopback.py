"""What the servers on loopback have in common: a thread of their own, and silence."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class LoopbackServer(ThreadingHTTPServer):
    """A server that runs from its making until it is closed.

    Attributes:
        url: Its address and a path.
        closing: Set when it is closed, for handlers that wait.
    """

    daemon_threads = True
    request_queue_size = 256

    def __init__(
        self, handler: type[BaseHTTPRequestHandler], path: str = "", port: int = 0
    ) -> None:
        super().__init__(("127.0.0.1", port), handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}{path}"
        self.closing = threading.Event()
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def handle_error(self, *_: Any) -> None:
        """A client that goes away is no news."""

    def close(self) -> None:
        self.closing.set()
        self.shutdown()
        self.server_close()


class LoopbackHandler(BaseHTTPRequestHandler):
    """Answers all methods with `answer`, keeps connections open, says nothing on stderr."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1  # headers and body in one packet

    def __getattr__(self, name: str) -> Any:
        if name.startswith("do_"):
            return self.answer
        raise AttributeError(name)

    def answer(self) -> None:
        raise NotImplementedError

    def reply(self, status: int, body: bytes, headers: Mapping[str, object] = {}) -> None:
        """Sends a reply; `headers` may promise another length than that of the body."""
        self.send_response(status)
        for name, value in {"Content-Length": len(body), **headers}.items():
            self.send_header(name, str(value))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def read_body(self) -> bytes:
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def log_message(self, *_: Any) -> None:
        """Nothing goes to stderr."""
