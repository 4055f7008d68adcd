"""Prints how fast a judge behind an endpoint is: 200 ms a reply, 2% HTTP 429 and 1% HTTP 500.

Run it on an idle machine: python benchmarks/judge_speed.py [VERDICTS]
"""

from __future__ import annotations

import argparse
import asyncio
import collections
import json
import multiprocessing
import multiprocessing.connection
import random
import re
import tempfile
import time
from pathlib import Path
from typing import Any

from erbench_track.filters.judge.openai_judge import OpenAIJudge
from erbench_track.filters.judge.protocol import Entailment, Equivalence

VERDICTS = 10_000
CONCURRENCY = 64
LATENCY = 0.2  # seconds
TOO_MANY, BROKEN = 0.02, 0.01  # shares of the replies
FACTS = 4
_LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
_ANSWER = re.compile(r"<<< response \w+\n(.*)\n>>>")
_STATEMENTS = re.compile(r"<<< statement (?:(\d+) )?\w+\n")


class Server:
    """Answers chat completions after a while; one process, so that the client has its own core."""

    def __init__(self) -> None:
        self.requests = 0
        self.judged: collections.Counter[str] = collections.Counter()
        self.random = random.Random(0)  # noqa: S311

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = _LENGTH.search(head)
                body = await reader.readexactly(int(length[1]) if length else 0)
                if head.startswith(b"GET"):
                    reply = (200, {"requests": self.requests, "judged": self.judged})
                    self.requests, self.judged = 0, collections.Counter()
                else:
                    await asyncio.sleep(LATENCY)
                    reply = self.reply(json.loads(body))
                content = json.dumps(reply[1]).encode()
                writer.write(
                    f"HTTP/1.1 {reply[0]} X\r\nContent-Type: application/json\r\n"
                    f"Content-Length: {len(content)}\r\n\r\n".encode()
                    + content
                )
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    def reply(self, request: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        self.requests += 1
        chance = self.random.random()
        if chance < TOO_MANY + BROKEN:
            return 429 if chance < TOO_MANY else 500, {"error": {"message": "try again"}}
        prompt = request["messages"][0]["content"]
        answer, statements = _ANSWER.search(prompt), _STATEMENTS.findall(prompt)
        self.judged[f"{answer and answer[1]} {len(statements)}"] += 1
        verdicts = [{"number": n + 1, "verdict": "entailment"} for n in range(len(statements))]
        content: Any = {"verdicts": verdicts} if len(statements) > 1 else {"verdict": "entailment"}
        if not statements:
            content = {"explanation": "They name the same city.", "verdict": "yes"}
        message = {"role": "assistant", "content": json.dumps(content)}
        return 200, {
            "id": "c", "object": "chat.completion", "created": 0, "model": "m",
            "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
            "usage": {"prompt_tokens": 400, "completion_tokens": 20, "total_tokens": 420},
        }  # fmt: skip


def run_server(port: multiprocessing.connection.Connection) -> None:
    async def main() -> None:
        server = await asyncio.start_server(Server().serve, "127.0.0.1", 0, backlog=256)
        port.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(main())


def since_last_time(port: int) -> dict[str, Any]:
    """Returns what the server has counted since it was last asked."""
    import http.client

    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", "/", headers={"Content-Length": "0"})
    counted: dict[str, Any] = json.loads(connection.getresponse().read())
    connection.close()
    return counted


def show(what: str, figure: float, target: float, *, most: bool = False) -> None:
    ratio = target / figure if most else figure / target
    print(
        f"{what:58} {figure:12,.2f}  target {'<=' if most else '>='} {target:10,.2f}  x{ratio:.2f}"
    )


def main(verdicts: int) -> None:
    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.Process(target=run_server, args=(sender,), daemon=True)
    process.start()
    port = receiver.recv()
    url = f"http://127.0.0.1:{port}/v1"
    cache = Path(tempfile.mkdtemp()) / "verdicts.sqlite"
    requests = [
        Equivalence("wiki", f"Where was person {n} born?", f"In city {n}.", f"City {n}")
        for n in range(verdicts)
    ]

    judge = OpenAIJudge("m", url, cache=cache, concurrency=CONCURRENCY)
    start, cpu = time.perf_counter(), time.process_time()
    judged = judge.judge(requests)
    seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
    counted = since_last_time(port)
    lost = sum(verdict.is_unjudged for each in judged for verdict in each)
    paid_twice = sum(counted["judged"].values()) - len(counted["judged"])
    ideal = verdicts * LATENCY / CONCURRENCY
    show(
        f"{verdicts:,} verdicts at concurrency {CONCURRENCY} (s)", seconds, 1.25 * ideal, most=True
    )
    print(f"  ideal {ideal:.2f} s; {seconds / ideal:.3f} x the ideal; {cpu:.1f} s of CPU")
    print(f"  {counted['requests']:,} requests; lost {lost}; paid twice {paid_twice}")

    warm = []
    for _ in range(3):
        judge = OpenAIJudge("m", url, cache=cache, concurrency=CONCURRENCY)
        start = time.perf_counter()
        judge.judge(requests)
        warm.append(time.perf_counter() - start)
        assert judge.record()["cached"] == verdicts - lost
    show("the same from the cache (verdicts/s)", verdicts / min(warm), 20_000)

    facts = tuple(f"Fact {n}." for n in range(FACTS))
    entailments = [Entailment("wiki", "q", f"response {n}", facts) for n in range(250)]
    calls = {}
    for mode in ("one", "all"):
        judge = OpenAIJudge("m", url, concurrency=CONCURRENCY, facts_per_call=mode)
        judge.judge(entailments)
        counted = since_last_time(port)
        calls[mode] = sum(counted["judged"].values())
    share = calls["all"] / calls["one"]
    show(f"calls with all of {FACTS} facts in one / one call per fact", share, 1 / 3, most=True)
    process.terminate()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("verdicts", type=int, nargs="?", default=VERDICTS)
    main(parser.parse_args().verdicts)
