"""A model behind an OpenAI-compatible endpoint, asked one question at a time."""

from __future__ import annotations

from typing import Any

from ..errors import InputError
from ..optional import optional_dependency
from .failures import said
from .settings import endpoint_settings

_NO_KEY = "none"  # the client insists on a key; servers that need none ignore it


class ChatModel:
    """Sends prompts as chat completions, and counts tokens.

    Attributes:
        name: Name of the model at the endpoint.
        url: The endpoint.
        prompt_tokens: Tokens sent so far, as far as the endpoint tells.
        completion_tokens: Tokens received so far, as far as the endpoint tells.
    """

    def __init__(self, name: str, timeout: float = 60.0, max_retries: int = 4) -> None:
        """Reads OPENAI_BASE_URL and OPENAI_API_KEY; nothing is sent yet.

        Args:
            name: Name of the model.
            timeout: Seconds to wait for a reply.
            max_retries: How often the client tries again after HTTP 408, 409, 429 and 5xx, and
                after a broken connection, with growing pauses or as `Retry-After` says.

        Raises:
            InputError: `openai` is not installed, or one of the variables is wrong or missing.
        """
        with optional_dependency("asking a model", "judge"):
            import openai
        self.name = name
        self.url, self._key = endpoint_settings()
        self.prompt_tokens = 0
        self.completion_tokens = 0
        self._timeout = timeout
        self._openai = openai
        self._client: Any = openai.OpenAI(
            base_url=self.url,
            api_key=self._key or _NO_KEY,
            timeout=timeout,
            max_retries=max_retries,
        )
        self._options: dict[str, Any] = {
            "response_format": {"type": "json_object"},
            "temperature": 0,
        }

    def reply(self, prompt: str) -> str:
        """Returns what the model replies, which should be JSON; an empty text for no reply.

        Servers that refuse an option are asked without it, from then on.

        Args:
            prompt: The whole prompt; it has to ask for JSON itself.

        Raises:
            InputError: The endpoint cannot be reached, refuses, or goes on failing.
        """
        while True:
            try:
                return self._content(self._ask(prompt))
            except (self._openai.BadRequestError, self._openai.UnprocessableEntityError) as error:
                refused = self._refused_option(error)
                if refused is None:
                    # from None: the client's errors hold the request, with the key.
                    raise self._input_error(error) from None
                del self._options[refused]
            except self._openai.OpenAIError as error:
                raise self._input_error(error) from None

    def _ask(self, prompt: str) -> Any:
        messages = [{"role": "user", "content": prompt}]
        try:
            return self._client.chat.completions.create(
                model=self.name, messages=messages, **self._options
            )
        except ValueError as error:  # a body that says it is JSON, and is not
            raise InputError(f"{self.url}: replies with broken JSON") from error

    def _content(self, completion: Any) -> str:
        try:
            choices, usage = completion.choices, completion.usage
            content = choices[0].message.content if choices else ""
        except (AttributeError, TypeError, LookupError) as error:
            raise InputError(
                f"{self.url}: replies with no chat completion; is OPENAI_BASE_URL right?"
            ) from error
        self.prompt_tokens += _count(usage, "prompt_tokens")
        self.completion_tokens += _count(usage, "completion_tokens")
        return content if isinstance(content, str) else ""

    def _refused_option(self, error: Any) -> str | None:
        """Returns the option that a server refuses: the one it names, else the less usual one."""
        told = f"{error.param} {error.message}"
        named = [name for name in self._options if name in told]
        unnamed = [name for name in self._options if name == "response_format"]
        return next(iter(named or unnamed), None)

    def _input_error(self, error: Exception) -> InputError:
        sdk = self._openai
        status = getattr(error, "status_code", None)
        problem = type(error).__name__
        if isinstance(error, sdk.APITimeoutError):
            problem = f"no reply within {self._timeout:g} seconds"
        elif isinstance(error, sdk.APIConnectionError):
            problem = "cannot be reached, or breaks off; is OPENAI_BASE_URL right?"
        elif status in (401, 403):
            problem = f"refuses the key (HTTP {status}); set OPENAI_API_KEY to another"
        elif status == 404:
            problem = f"has no model {self.name!r}, or is no such endpoint (HTTP 404)"
        elif status == 429:
            problem = "takes no more requests, or the quota is spent (HTTP 429); try again later"
        elif status is not None:
            problem = f"HTTP {status}: {said(error, self._key)}"
        return InputError(f"{self.url}: {problem}")


def _count(usage: Any, name: str) -> int:
    tokens = getattr(usage, name, None)
    return tokens if isinstance(tokens, int) else 0
