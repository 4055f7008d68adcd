"""An endpoint on loopback that answers chat completions with scripted replies."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class ChatServer(ThreadingHTTPServer):
    """Answers chat completions with scripted replies, the last one again and again.

    Attributes:
        script: (status, headers, body) per request; a text is the content of a completion,
            None closes the connection, and a function gets the request and returns one of these.
        requests: The bodies of the requests.
        keys: The Authorization header of each request.
    """

    daemon_threads = True
    request_queue_size = 256

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _ChatHandler)
        self.script = []
        self.requests = []
        self.keys = []
        self.url = f"http://127.0.0.1:{self.server_address[1]}/v1"
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def replies(self, *script):
        self.script = list(script)

    def next_reply(self):
        return self.script.pop(0) if len(self.script) > 1 else self.script[0]

    def handle_error(self, *_):
        """A client that goes away is no news."""


class _ChatHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        assert self.path == "/v1/chat/completions"
        self.server.requests.append(json.loads(body))
        self.server.keys.append(self.headers["Authorization"])
        reply = self.server.next_reply()
        if callable(reply):
            reply = reply(json.loads(body))
        if reply is None:
            self.close_connection = True
            return
        status, headers, text = (200, {}, completion(reply)) if isinstance(reply, str) else reply
        content = text.encode()
        self.send_response(status)
        headers = {"Content-Type": "application/json", "Content-Length": len(content), **headers}
        for name, value in headers.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        """Nothing goes to stderr."""


def completion(content):
    message = {"role": "assistant", "content": content}
    choice = {"index": 0, "finish_reason": "stop", "message": message}
    usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
    return json.dumps({
        "id": "c", "object": "chat.completion", "created": 0, "model": "m",
        "choices": [choice], "usage": usage,
    })  # fmt: skip


def error(status, message, **headers):
    body = {"error": {"message": message, "type": "error", "param": None, "code": None}}
    return status, headers, json.dumps(body)
