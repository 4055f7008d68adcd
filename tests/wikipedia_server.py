"""Wikipedia's page summaries on loopback."""

from __future__ import annotations

import json
from urllib.parse import unquote

from loopback import LoopbackHandler, LoopbackServer


class WikipediaServer(LoopbackServer):
    """Answers on loopback as Wikipedia's page summaries do.

    Attributes:
        texts: Title to text; None has a text for every title.
        left: Number of further requests that are answered; None for any number.
        scripted: (status, headers, body) of the next replies, before any page is looked up.
        titles: The titles asked for, in order.
        agents: The User-Agent of each request.
    """

    def __init__(self, texts: dict[str, str] | None) -> None:
        super().__init__(_SummaryHandler)
        self.texts = texts
        self.left: int | None = None
        self.scripted: list[tuple[int, dict[str, str], str]] = []
        self.titles: list[str] = []
        self.agents: list[str] = []

    def reply(self, title: str) -> tuple[int, dict[str, str], str]:
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                return 403, {}, ""
        if self.scripted:
            return self.scripted.pop(0)
        if self.texts is None:
            return 200, {}, json.dumps({"type": "standard", "extract": f"{title} is a thing."})
        if title not in self.texts:
            return 404, {}, json.dumps({"title": "Not found."})
        return 200, {}, json.dumps({"type": "standard", "extract": self.texts[title]})


class _SummaryHandler(LoopbackHandler):
    server: WikipediaServer

    def answer(self) -> None:
        prefix = "/api/rest_v1/page/summary/"
        title = unquote(self.path.removeprefix(prefix)).replace("_", " ")
        self.server.titles.append(title)
        self.server.agents.append(self.headers["User-Agent"])
        status, headers, text = (
            self.server.reply(title) if self.path.startswith(prefix) else (403, {}, "")
        )
        self.reply(status, text.encode(), headers)
