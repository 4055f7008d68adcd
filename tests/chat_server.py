"""An endpoint on loopback that answers chat completions with scripted replies."""

from __future__ import annotations

import json

from loopback import LoopbackHandler, LoopbackServer


class ChatServer(LoopbackServer):
    """Answers chat completions with scripted replies, the last one again and again.

    Attributes:
        script: (status, headers, body) per request; a text is the content of a completion,
            None closes the connection, and a function gets the request and returns one of these.
        requests: The bodies of the requests.
        keys: The Authorization header of each request.
    """

    def __init__(self):
        super().__init__(_ChatHandler, "/v1")
        self.script = []
        self.requests = []
        self.keys = []

    def replies(self, *script):
        self.script = list(script)

    def next_reply(self):
        return self.script.pop(0) if len(self.script) > 1 else self.script[0]


class _ChatHandler(LoopbackHandler):
    def answer(self):
        body = self.read_body()
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
        self.reply(status, text.encode(), {"Content-Type": "application/json", **headers})


def completion(content, finish="stop", **more):
    message = {"role": "assistant", "content": content, **more}
    choice = {"index": 0, "finish_reason": finish, "message": message}
    usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
    return json.dumps({
        "id": "c", "object": "chat.completion", "created": 0, "model": "m",
        "choices": [choice], "usage": usage,
    })  # fmt: skip


def error(status, message, **headers):
    body = {"error": {"message": message, "type": "error", "param": None, "code": None}}
    return status, headers, json.dumps(body)
