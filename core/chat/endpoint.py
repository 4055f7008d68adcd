"""One request to an OpenAI-compatible endpoint, through the official asynchronous client."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from itertools import cycle
from typing import Any, NamedTuple

from ..errors import InputError
from ..optional import optional_dependency
from .budget import Budget
from .failures import RequestError, failure_of_status, said
from .settings import EndpointSettings

_NO_KEY = "none"  # the client insists on a key; servers that need none ignore it
_CONNECTIONS = 16  # of one client, about
_FORMATS = ("json_schema", "json_object", "text")


class Reply(NamedTuple):
    """What a model says, and the tokens as far as the endpoint tells them."""

    text: str
    prompt_tokens: int
    completion_tokens: int


@dataclass(frozen=True)
class _Options:
    """What a server may refuse: how JSON is enforced, and whether a temperature is given."""

    format: int = 0
    has_temperature: bool = True

    def weaker(self, complaint: str, *, wants_json: bool) -> _Options | None:
        """Returns what to try after a refusal: without the option it names, else without one."""
        can_loosen = wants_json and self.format + 1 < len(_FORMATS)
        if self.has_temperature and ("temperature" in complaint or not can_loosen):
            return replace(self, has_temperature=False)
        return replace(self, format=self.format + 1) if can_loosen else None


class Endpoint:
    """Sends prompts as chat completions."""

    def __init__(
        self,
        settings: EndpointSettings,
        model: str,
        timeout: float,
        temperature: float,
        budget: Budget,
    ) -> None:
        """Nothing is sent yet.

        Args:
            settings: Address and key.
            model: Name of the model.
            timeout: Seconds for a whole request.
            temperature: Temperature; left out if the server refuses it.
            budget: Counts the requests.

        Raises:
            InputError: `openai` is not installed.
        """
        with optional_dependency("a judge behind an endpoint", "judge"):
            import openai
        self.url = settings.url
        self._openai = openai
        self._key = settings.key
        self._model = model
        self._timeout = timeout
        self._temperature = temperature
        self._budget = budget
        self._options = _Options()
        self._clients: Iterator[Any] = iter(())

    @asynccontextmanager
    async def opened(self, concurrency: int) -> AsyncIterator[None]:
        """Holds connections open, in one event loop.

        Args:
            concurrency: Most requests under way at once.
        """
        async with AsyncExitStack() as stack:
            # For every request a client looks at each of its connections: several clients with
            # some of them each take less time than one with all.
            count = -(-concurrency // _CONNECTIONS)
            clients = [await stack.enter_async_context(self._client()) for _ in range(count)]
            self._clients = cycle(clients)
            yield

    def _client(self) -> Any:
        return self._openai.AsyncOpenAI(
            base_url=self.url, api_key=self._key or _NO_KEY, timeout=self._timeout, max_retries=0
        )

    async def ask(self, prompt: str, schema: dict[str, Any] | None) -> Reply:
        """Returns a reply; its text is empty if the model says nothing.

        Servers that refuse an option are asked without it; from then on if that helps.

        Args:
            prompt: The whole prompt.
            schema: JSON schema of the reply, if the prompt asks for JSON.

        Raises:
            InputError: No request can succeed: the key or the model is refused.
            RequestError: This one does not succeed.
            SpentError: The budget allows no further request.
        """
        sdk, options = self._openai, self._options
        while True:
            try:
                reply = await self._send(prompt, schema, options)
            except (sdk.BadRequestError, sdk.UnprocessableEntityError) as error:
                complaint = f"{error.param} {error.message}"
                weaker = options.weaker(complaint, wants_json=schema is not None)
                if weaker is None:
                    # from None: the client's errors hold the request, with the key.
                    message = f"HTTP {error.status_code}: {said(error, self._key)}"
                    raise RequestError(message) from None
                options = weaker
            else:
                self._remember(options)
                return reply

    async def _send(self, prompt: str, schema: dict[str, Any] | None, options: _Options) -> Reply:
        sdk = self._openai
        self._budget.start(prompt)
        reply = None
        try:
            completion = await asyncio.wait_for(
                # Not `chat.completions.create`: that walks through the types of all that is sent
                # and received, which takes longer than all the rest of ours.
                next(self._clients).post(
                    "/chat/completions",
                    body=self._request(prompt, schema, options),
                    cast_to=object,
                ),
                self._timeout,
            )
            reply = _reply(completion)
        except (sdk.BadRequestError, sdk.UnprocessableEntityError):
            raise
        except sdk.APIStatusError as error:
            failure = failure_of_status(error, self._model, self._key)
            if isinstance(failure, InputError):
                raise InputError(f"{self.url}: {failure}") from None
            raise failure from None
        except (asyncio.TimeoutError, sdk.APITimeoutError):
            message = f"no reply within {self._timeout:g} seconds"
            raise RequestError(message, again=True, unreachable=True) from None
        except sdk.APIConnectionError:
            message = "cannot be reached, or breaks off"
            raise RequestError(message, again=True, unreachable=True) from None
        except (sdk.OpenAIError, ValueError):  # a body that says it is JSON, and is not
            raise RequestError("replies with broken JSON", again=True) from None
        finally:
            self._budget.end(prompt, *(reply or (None,)))
        return reply

    def _request(
        self, prompt: str, schema: dict[str, Any] | None, options: _Options
    ) -> dict[str, Any]:
        request: dict[str, Any] = {
            "model": self._model,
            "messages": [{"role": "user", "content": prompt}],
        }
        if options.has_temperature:
            request["temperature"] = self._temperature
        kind = _FORMATS[options.format]
        if schema is not None and kind == "json_schema":
            described = {"name": "verdict", "strict": True, "schema": schema}
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


def _reply(completion: Any) -> Reply:
    try:
        choices, usage = completion["choices"], completion.get("usage") or {}
        content = choices[0]["message"]["content"] if choices else ""
        sent, received = usage.get("prompt_tokens"), usage.get("completion_tokens")
    except (AttributeError, TypeError, LookupError):
        raise RequestError("replies with no chat completion", again=True) from None
    return Reply(content if isinstance(content, str) else "", _count(sent), _count(received))


def _count(tokens: Any) -> int:
    return tokens if isinstance(tokens, int) else 0
