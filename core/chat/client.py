"""A client of an OpenAI-compatible endpoint: OpenAI, vLLM, TGI, Ollama, `transformers serve`.

Many requests at once are asked within `opened`; `reply` asks one, also from code that is not
asynchronous. Either way a request is repeated, counted and classified alike.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    contextmanager,
    nullcontext,
)
from dataclasses import dataclass, replace
from itertools import cycle
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

from ..errors import InputError
from ..http import RequestError, Retries, retry_after
from ..optional import optional_dependency
from ..untrusted_text import printable
from .budget import Budget, SpentError

T = TypeVar("T")
JSONSchema = dict[str, Any]
ANY_JSON: JSONSchema = {}
"""The schema of any JSON object."""

FIRST_WAIT = 0.5  # seconds: the longest pause before the first repetition; it doubles each time
MOST_ASKED = 600.0  # seconds that an endpoint may ask us to wait
_NO_KEY = "none"  # the SDK requires a key; servers that need none ignore it
_CONNECTIONS = 16  # of one SDK client, about
_FORMATS = ("json_schema", "json_object", "text")
_MOST_TOKENS = 100_000_000
_MOST_SHOWN = 200  # characters of what a server says
_TRANSIENT = {408, 409, 425, 429}
_DEFAULT_URL = "https://api.openai.com/v1"


class ChatReply(NamedTuple):
    """What a model says, and the tokens as far as the endpoint reports them."""

    text: str
    prompt_tokens: int
    completion_tokens: int


@dataclass(frozen=True)
class _Options:
    """Options that a server may refuse: how JSON is enforced, and the temperature."""

    format: int = 0
    has_temperature: bool = True

    def weaker(self, complaint: str, *, wants_json: bool) -> _Options | None:
        """Returns what to try after a refusal: without the option it names, else without one."""
        can_loosen = wants_json and self.format + 1 < len(_FORMATS)
        if self.has_temperature and ("temperature" in complaint or not can_loosen):
            return replace(self, has_temperature=False)
        return replace(self, format=self.format + 1) if can_loosen else None


class ChatClient:
    """Sends prompts as chat completions.

    Attributes:
        name: Name of the model at the endpoint.
        url: The endpoint.
        temperature: Temperature of the replies.
        budget: Requests, tokens and cost so far, and their limits.
    """

    def __init__(
        self,
        name: str,
        base_url: str | None = None,
        *,
        timeout: float = 60.0,
        max_retries: int = 4,
        temperature: float = 0.0,
        budget: Budget | None = None,
    ) -> None:
        """Reads OPENAI_API_KEY, and OPENAI_BASE_URL unless given; nothing is sent yet.

        Args:
            name: Name of the model.
            base_url: Address of the endpoint, such as `http://localhost:8000/v1`.
            timeout: Seconds for a whole request.
            max_retries: How often a request is sent again after HTTP 408, 409, 425, 429, 5xx, a
                broken connection, a broken reply or none in time; with growing pauses, or as
                `Retry-After` says.
            temperature: Temperature; left out if the server refuses it.
            budget: Counts the requests; by default without limits.

        Raises:
            InputError: `openai` is not installed, or a setting is wrong or missing.
        """
        with optional_dependency("a model behind an endpoint", "judge"):
            import openai
        self.name = name
        self.url, self._key = endpoint_settings(base_url)
        self.temperature = temperature
        self.budget = budget or Budget()
        self._timeout = timeout
        self._retries = Retries(
            max_retries, FIRST_WAIT, retry_after_max=MOST_ASKED, has_jitter=True
        )
        self._openai = openai
        self._options = _Options()
        self._sdk_clients: Iterator[Any] = iter(())

    def reply(self, prompt: str, schema: JSONSchema | None = ANY_JSON) -> str:
        """Returns what the model replies; an empty text for no reply.

        Args:
            prompt: The whole prompt; if JSON is wanted, it has to ask for it itself.
            schema: JSON schema of the reply; None if it is not to be JSON.

        Raises:
            InputError: The endpoint cannot be reached, refuses, or keeps failing; or the budget is
                spent.
        """
        try:
            return run_apart(lambda: self._reply(prompt, schema)).text
        except (RequestError, SpentError) as error:
            # from None: the SDK's errors hold the request, with the key.
            raise InputError(f"{self.url}: {error}") from None

    async def _reply(self, prompt: str, schema: JSONSchema | None) -> ChatReply:
        async with self.opened(1):
            return await self.ask(prompt, schema)

    @asynccontextmanager
    async def opened(self, concurrency: int) -> AsyncIterator[None]:
        """Holds connections open, in one event loop.

        Args:
            concurrency: Most requests under way at once.
        """
        async with AsyncExitStack() as stack:
            # For every request the SDK looks at each connection of a client: several clients with
            # some connections each take less time than one with all.
            count = -(-concurrency // _CONNECTIONS)
            clients = [await stack.enter_async_context(self._sdk_client()) for _ in range(count)]
            self._sdk_clients = cycle(clients)
            yield

    def _sdk_client(self) -> Any:
        return self._openai.AsyncOpenAI(
            base_url=self.url, api_key=self._key or _NO_KEY, timeout=self._timeout, max_retries=0
        )

    async def ask(
        self,
        prompt: str,
        schema: JSONSchema | None,
        *,
        place: AbstractAsyncContextManager[Any] | None = None,
        pause: Callable[[float], Awaitable[None]] | None = None,
    ) -> ChatReply:
        """Returns a reply, asked for several times if need be; its text may be empty.

        Args:
            prompt: The whole prompt.
            schema: JSON schema of the reply, if the prompt asks for JSON.
            place: Held during each request, and not between them.
            pause: Sleeps for some seconds before the request is sent again.

        Raises:
            InputError: No request can succeed: the key or the model is refused.
            RequestError: This one does not succeed.
            SpentError: The budget allows no further request.
        """
        tries = 0
        while True:
            try:
                async with place or nullcontext():
                    return await self._ask(prompt, schema)
            except RequestError as failure:
                tries += 1
                failure.tries = tries
                seconds = self._retries.pause(failure)
                if seconds is None:
                    raise
            await (pause or wait)(seconds)

    async def _ask(self, prompt: str, schema: JSONSchema | None) -> ChatReply:
        """Asks once; if a server refuses an option, asks without it, and stays so if that helps."""
        sdk = self._openai
        # Any JSON needs no schema.
        least = _FORMATS.index("json_object") if schema == ANY_JSON else 0
        first = options = replace(self._options, format=max(least, self._options.format))
        while True:
            try:
                reply = await self._send(prompt, schema, options)
            except (sdk.BadRequestError, sdk.UnprocessableEntityError) as error:
                complaint = f"{error.param} {error.message}"
                weaker = options.weaker(complaint, wants_json=schema is not None)
                if weaker is None:
                    message = f"HTTP {error.status_code}: {self._said(error)}"
                    raise RequestError(message) from None
                options = weaker
            else:
                if options != first:
                    self._remember(options)
                return reply

    async def _send(self, prompt: str, schema: JSONSchema | None, options: _Options) -> ChatReply:
        self.budget.start(prompt)
        reply = None
        try:
            with self._classified():
                completion = await asyncio.wait_for(
                    # Not `chat.completions.create`: that walks through the types of all that is
                    # sent and received, which takes longer than all the rest of ours.
                    next(self._sdk_clients).post(
                        "/chat/completions",
                        body=self._request(prompt, schema, options),
                        cast_to=object,
                    ),
                    self._timeout,
                )
                reply = _reply(completion)
        finally:
            self.budget.end(prompt, *(reply or (None,)))
        return reply

    @contextmanager
    def _classified(self) -> Iterator[None]:
        """Turns the SDK's errors into ours, except if the request itself is refused."""
        sdk = self._openai
        try:
            yield
        except (sdk.BadRequestError, sdk.UnprocessableEntityError):
            raise
        except sdk.APIStatusError as error:
            raise self._failure(error) from None
        except (asyncio.TimeoutError, sdk.APITimeoutError):
            reason = f"no reply within {self._timeout:g} seconds"
            raise RequestError(reason, again=True, unreachable=True) from None
        except sdk.APIConnectionError:
            reason = "cannot be reached, or breaks off; is the address right?"
            raise RequestError(reason, again=True, unreachable=True) from None
        except (sdk.OpenAIError, ValueError):  # a body that says it is JSON, and is not
            raise RequestError("replies with broken JSON", again=True) from None
        except RecursionError:
            raise RequestError("replies with JSON that is nested too deeply") from None

    def _failure(self, error: Any) -> RequestError | InputError:
        """Classifies a status that is not a success.

        Args:
            error: An `openai.APIStatusError`.

        Returns:
            A `RequestError` of this request, or an `InputError` if every other one would fail too.
        """
        status = error.status_code
        if status in (401, 403):
            hopeless = f"refuses the key (HTTP {status}); set OPENAI_API_KEY to another"
            return InputError(f"{self.url}: {hopeless}")
        if status == 404:
            hopeless = f"has no model {self.name!r}, or is no such endpoint (HTTP 404)"
            return InputError(f"{self.url}: {hopeless}")
        if error.code == "insufficient_quota":
            return InputError(f"{self.url}: the quota of the key is spent (HTTP {status})")
        reason = f"HTTP {status}: {self._said(error)}"
        if status == 429:
            reason = f"takes no more requests ({reason})"
        again = status in _TRANSIENT or status >= 500
        return RequestError(reason, again=again, after=retry_after(error.response.headers))

    def _said(self, error: Any) -> str:
        """Returns a server's message in one line, without the key if it repeats that."""
        body = error.body if isinstance(error.body, dict) else {}
        message = body.get("message")
        text = printable(message if isinstance(message, str) and message else str(error.message))
        return (text.replace(self._key, "[key]") if self._key else text)[:_MOST_SHOWN]

    def _request(self, prompt: str, schema: JSONSchema | None, options: _Options) -> dict[str, Any]:
        request: dict[str, Any] = {
            "model": self.name,
            "messages": [{"role": "user", "content": prompt}],
        }
        if options.has_temperature:
            request["temperature"] = self.temperature
        kind = _FORMATS[options.format]
        if schema is not None and kind == "json_schema":
            described = {"name": "reply", "strict": True, "schema": schema}
            request["response_format"] = {"type": kind, "json_schema": described}
        elif schema is not None and kind == "json_object":
            request["response_format"] = {"type": kind}
        return request

    def _remember(self, options: _Options) -> None:
        """Leaves out from now on what this request had to leave out to succeed."""
        self._options = _Options(
            max(options.format, self._options.format),
            options.has_temperature and self._options.has_temperature,
        )


async def wait(seconds: float) -> None:
    """Sleeps; tests replace it."""
    await asyncio.sleep(seconds)


def run_apart(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Runs a coroutine in an event loop and a thread of its own, and waits for it.

    It works within a running event loop too, such as a notebook's.

    Args:
        work: Makes the coroutine. It is cancelled if this thread is interrupted.

    Returns:
        What the coroutine returns.
    """
    running: list[tuple[asyncio.AbstractEventLoop, asyncio.Task[T]]] = []

    async def main() -> T:
        task = asyncio.ensure_future(work())
        running.append((asyncio.get_running_loop(), task))
        return await task

    with ThreadPoolExecutor(1, "chat") as executor:
        future = executor.submit(lambda: asyncio.run(main()))
        try:
            return future.result()
        except BaseException:
            if running and not future.done():
                loop, task = running[0]
                loop.call_soon_threadsafe(task.cancel)
            raise


def _reply(completion: Any) -> ChatReply:
    try:
        choices, usage = completion["choices"], completion.get("usage") or {}
        content = choices[0]["message"]["content"] if choices else ""
        sent, received = usage.get("prompt_tokens"), usage.get("completion_tokens")
    except (AttributeError, TypeError, LookupError):
        raise RequestError("replies with no chat completion", again=True) from None
    return ChatReply(content if isinstance(content, str) else "", _count(sent), _count(received))


def _count(tokens: Any) -> int:
    """Returns a number of tokens; 0, as if it was not reported, for what no reply can have."""
    return tokens if isinstance(tokens, int) and 0 <= tokens <= _MOST_TOKENS else 0


class EndpointSettings(NamedTuple):
    """An endpoint.

    Attributes:
        url: Its address.
        key: Its key, never shown; empty for a server that needs none.
    """

    url: str
    key: str

    def __repr__(self) -> str:
        """Leaves out the key."""
        return f"EndpointSettings({self.url!r})"


def endpoint_settings(base_url: str | None = None) -> EndpointSettings:
    """Returns the endpoint that the user has chosen.

    Args:
        base_url: Its address; by default OPENAI_BASE_URL, or OpenAI's own.

    Raises:
        InputError: The address is malformed, or OPENAI_API_KEY is missing or malformed.
    """
    given = (base_url or "").strip()
    named = "judge_url" if given else "OPENAI_BASE_URL"
    given = given or os.environ.get("OPENAI_BASE_URL", "").strip()
    url = given or _DEFAULT_URL
    if not _is_fine(url):
        # It is not shown: it may hold a password.
        raise InputError(f"{named}: not of the form http://localhost:8000/v1 (no user, no query)")
    key = os.environ.get("OPENAI_API_KEY", "").strip()
    if not key and not given:
        raise InputError(
            "OPENAI_API_KEY: not set; set it, or OPENAI_BASE_URL to a server that needs none"
        )
    if not (key.isascii() and key.isprintable()):
        raise InputError("OPENAI_API_KEY: has a character that no key has")
    return EndpointSettings(url.rstrip("/"), key)


def _is_fine(url: str) -> bool:
    try:
        parts = urlsplit(url)
        host = parts.hostname if parts.port is None or parts.port else None
    except ValueError:
        return False
    fine = parts.scheme in ("http", "https") and bool(host)
    return fine and url.isprintable() and not {"?", "#", "@"} & set(url)
