"""Many calls at once: bounded, retried, within a budget, and kept as soon as they are answered."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence

from ...core.chat.budget import SpentError
from ...core.chat.client import ChatClient, run_apart, wait
from ...core.http import RequestError
from ...core.progress import progress
from .cache import Judged, VerdictCache
from .prompts import Call
from .verdicts import unjudged

_LOOK_AGAIN = 0.2  # seconds between looks for another process's verdicts


class Pool:
    """Sends calls to a model."""

    def __init__(self, client: ChatClient, cache: VerdictCache, concurrency: int) -> None:
        """Nothing is sent yet.

        Args:
            client: Sends them.
            cache: Where verdicts are kept.
            concurrency: Most calls under way at once.
        """
        self._client = client
        self._cache = cache
        self._concurrency = concurrency

    def run(self, calls: Sequence[Call]) -> dict[str, Judged]:
        """Gets answers to calls.

        Args:
            calls: Different ones, none of which has a verdict in the cache.

        Returns:
            Key of each call to its verdicts, which may be unjudged.

        Raises:
            InputError: No call can succeed: the key or the model is refused.
        """
        with self._cache.opened(), progress("Judging", len(calls)) as advance:
            run = _Run(self._client, self._cache, self._concurrency, advance)
            return run_apart(lambda: run.answer_all(calls))


class _Run:
    """The state of one run.

    A call is waiting, under way, elsewhere (another process has claimed it) or answered.
    """

    def __init__(
        self,
        client: ChatClient,
        cache: VerdictCache,
        concurrency: int,
        advance: Callable[[int], None],
    ) -> None:
        self._client = client
        self._cache = cache
        self._concurrency = concurrency
        self._advance = advance
        self._waiting: deque[Call] = deque()
        self._elsewhere: list[Call] = []
        self._under_way: dict[asyncio.Task[Judged], Call] = {}
        self._answers: dict[str, Judged] = {}
        self._sending = asyncio.Semaphore(concurrency)
        self._pausing = 0  # among those under way: they leave their places to others
        self._unreached = 0  # calls in a row that were given up because nothing answered

    async def answer_all(self, calls: Iterable[Call]) -> dict[str, Judged]:
        self._waiting.extend(calls)
        async with self._client.opened(self._concurrency):
            try:
                while self._waiting or self._elsewhere or self._under_way:
                    self._start()
                    await self._collect()
            finally:
                await self._stop()
        return self._answers

    def _start(self) -> None:
        """Fills the free places with calls that no other process is working on."""
        while self._waiting and self._free():
            count = min(self._free(), len(self._waiting))
            calls = [self._waiting.popleft() for _ in range(count)]
            claimed = self._cache.claim([call.key for call in calls])
            for call in calls:
                if call.key in claimed:
                    self._under_way[asyncio.ensure_future(self._answer(call))] = call
                else:
                    self._elsewhere.append(call)

    def _free(self) -> int:
        places = self._concurrency + min(self._pausing, self._concurrency)
        return max(0, places - len(self._under_way))

    async def _collect(self) -> None:
        """Waits for answers, and keeps them before anything else is sent."""
        if self._under_way:
            limit = _LOOK_AGAIN if self._elsewhere else 1.0
            done, _ = await asyncio.wait(
                self._under_way, timeout=limit, return_when=asyncio.FIRST_COMPLETED
            )
            self._keep(done)
        else:
            await asyncio.sleep(_LOOK_AGAIN)
        self._cache.sign_of_life()
        if self._elsewhere and self._free():
            self._look_elsewhere()

    def _keep(self, done: Iterable[asyncio.Task[Judged]]) -> None:
        ended = {self._under_way.pop(task): task for task in done}
        answers = {
            call.key: task.result()
            for call, task in ended.items()
            if not task.cancelled() and task.exception() is None
        }
        self._cache.keep(answers, [call.key for call in ended])
        self._answers |= answers
        self._advance(len(answers))
        for task in ended.values():
            task.result()  # raises an error that every other call would meet, too

    def _look_elsewhere(self) -> None:
        """Takes over the verdicts of other processes; calls that they gave up wait again."""
        found = self._cache.find([call.key for call in self._elsewhere])
        self._answers |= found
        self._advance(len(found))
        self._waiting.extend(call for call in self._elsewhere if call.key not in found)
        self._elsewhere.clear()

    async def _stop(self) -> None:
        """Cancels what is still under way, which happens only after an error."""
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def _answer(self, call: Call) -> Judged:
        try:
            self._check_reach()
            reply = await self._client.ask(
                call.prompt(), call.schema(), place=self._sending, pause=self._pause
            )
        except (SpentError, _UnreachedError) as error:
            return _unjudged(call, f"not sent: {error}")
        except RequestError as error:
            self._unreached += error.unreachable
            return _unjudged(call, f"the endpoint: {error}")
        self._unreached = 0
        return Judged(call.read(reply.text), reply.prompt_tokens, reply.completion_tokens)

    async def _pause(self, seconds: float) -> None:
        """Frees the place of a call for another one while it waits."""
        self._pausing += 1
        self._start()
        try:
            await wait(seconds)
        finally:
            self._pausing -= 1
        self._check_reach()

    def _check_reach(self) -> None:
        if self._unreached >= self._concurrency:
            raise _UnreachedError(
                f"{self._unreached} calls in a row had no reply from the endpoint"
            )


class _UnreachedError(Exception):
    """The endpoint seems to be down."""


def _unjudged(call: Call, reason: str) -> Judged:
    return Judged((unjudged(reason),) * call.count)
