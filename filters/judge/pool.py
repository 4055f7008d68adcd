"""Many calls at once: bounded, retried, within a budget, and kept as soon as they are answered."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence

from ...core.chat.apart import run_apart
from ...core.chat.budget import SpentError
from ...core.chat.endpoint import Endpoint
from ...core.chat.failures import RequestError, pause
from ...core.progress import progress
from .cache import Judged, VerdictCache
from .calls import Call
from .verdicts import unjudged

_LOOK_AGAIN = 0.2  # seconds until verdicts of another process are looked for


class Pool:
    """Sends calls to an endpoint."""

    def __init__(
        self, endpoint: Endpoint, cache: VerdictCache, concurrency: int, max_retries: int
    ) -> None:
        """Nothing is sent yet.

        Args:
            endpoint: Where to.
            cache: Where verdicts are kept.
            concurrency: Most calls under way at once.
            max_retries: How often a call is sent again after a failure that may pass.
        """
        self._endpoint = endpoint
        self._cache = cache
        self._concurrency = concurrency
        self._max_retries = max_retries

    def run(self, calls: Sequence[Call]) -> dict[str, Judged]:
        """Has calls answered.

        Args:
            calls: Different ones, none of which has a verdict in the cache.

        Returns:
            Key of each call to its verdicts, which may be unjudged.

        Raises:
            InputError: No call can succeed: the key or the model is refused.
        """
        with self._cache.opened(), progress("Judging", len(calls)) as advance:
            run = _Run(self._endpoint, self._cache, self._concurrency, self._max_retries, advance)
            return run_apart(lambda: run.answer_all(calls))


class _Run:
    """The state of one run.

    A call is waiting, under way, elsewhere (another process has claimed it) or answered.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        cache: VerdictCache,
        concurrency: int,
        max_retries: int,
        advance: Callable[[int], None],
    ) -> None:
        self._endpoint = endpoint
        self._cache = cache
        self._concurrency = concurrency
        self._max_retries = max_retries
        self._advance = advance
        self._waiting: deque[Call] = deque()
        self._elsewhere: list[Call] = []
        self._under_way: dict[asyncio.Task[Judged], Call] = {}
        self._answers: dict[str, Judged] = {}
        self._sending = asyncio.Semaphore(concurrency)
        self._pausing = 0  # of those under way: they leave their places to others
        self._unreached = 0  # calls in a row that were given up since nothing answered

    async def answer_all(self, calls: Iterable[Call]) -> dict[str, Judged]:
        self._waiting.extend(calls)
        async with self._endpoint.opened(self._concurrency):
            try:
                while self._waiting or self._elsewhere or self._under_way:
                    self._start()
                    await self._collect()
            finally:
                await self._stop()
        return self._answers

    def _start(self) -> None:
        """Fills the free slots with calls that no other process is at."""
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
            task.result()  # raises what no other call could escape

    def _look_elsewhere(self) -> None:
        """Takes over the verdicts of other processes; what they have given up waits again."""
        found = self._cache.find([call.key for call in self._elsewhere])
        self._answers |= found
        self._advance(len(found))
        self._waiting.extend(call for call in self._elsewhere if call.key not in found)
        self._elsewhere.clear()

    async def _stop(self) -> None:
        """Cancels what is still under way, which happens after an error only."""
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def _answer(self, call: Call) -> Judged:
        prompt, schema = call.prompt(), call.schema()
        attempt = 0
        while True:
            if self._unreached >= self._concurrency:
                reason = (
                    f"not sent: {self._unreached} calls in a row had no reply from the endpoint"
                )
                return _unjudged(call, reason)
            try:
                async with self._sending:
                    reply = await self._endpoint.ask(prompt, schema)
            except SpentError as error:
                return _unjudged(call, str(error))
            except RequestError as error:
                if not error.again or attempt >= self._max_retries:
                    self._unreached += error.unreachable
                    return _unjudged(call, f"the endpoint: {error}")
                await self._pause(pause(attempt, error))
                attempt += 1
            else:
                self._unreached = 0
                return Judged(call.read(reply.text), reply.prompt_tokens, reply.completion_tokens)

    async def _pause(self, seconds: float) -> None:
        self._pausing += 1
        self._start()
        try:
            await asyncio.sleep(seconds)
        finally:
            self._pausing -= 1


def _unjudged(call: Call, reason: str) -> Judged:
    return Judged((unjudged(reason),) * call.count)
