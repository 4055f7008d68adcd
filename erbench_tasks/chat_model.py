"""A model behind an OpenAI-compatible endpoint, asked one question at a time."""

from __future__ import annotations

import os
from typing import Any
from urllib.parse import urlsplit

from .errors import InputError

_DEFAULT_URL = "https://api.openai.com/v1"
_NO_KEY = "none"  # the client insists on a key; servers that need none ignore it
_MOST_SHOWN = 200  # characters of what a server says


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
        try:
            import openai
        except ImportError as error:
            raise InputError(
                "asking a model needs the package 'openai': pip install \"erbench-track[judge]\""
            ) from error
        self.name = name
        self.url = _base_url()
        self.prompt_tokens = 0
        self.completion_tokens = 0
        self._timeout = timeout
        self._openai = openai
        self._key = _api_key()
        self._client: Any = openai.OpenAI(
            base_url=self.url, api_key=self._key, timeout=timeout, max_retries=max_retries
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
        said = f"{error.param} {error.message}"
        named = [name for name in self._options if name in said]
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
            problem = f"HTTP {status}: {self._said(error)}"
        return InputError(f"{self.url}: {problem}")

    def _said(self, error: Any) -> str:
        """Returns what a server says, in one line, without the key should it repeat that."""
        body = error.body if isinstance(error.body, dict) else {}
        text = " ".join(str(body.get("message") or error.message).split())
        if self._key != _NO_KEY:
            text = text.replace(self._key, "[key]")
        return "".join(c for c in text if c.isprintable())[:_MOST_SHOWN]


def _base_url() -> str:
    url = os.environ.get("OPENAI_BASE_URL", "").strip() or _DEFAULT_URL
    try:
        parts = urlsplit(url)
        fine = parts.scheme in ("http", "https") and parts.hostname and (parts.port or True)
    except ValueError:
        fine = False
    if not fine or not url.isprintable() or {"?", "#", "@"} & set(url):
        # It is not shown: it may hold a password.
        raise InputError(
            "OPENAI_BASE_URL: not of the form http://localhost:8000/v1 (no user, no query)"
        )
    return url.rstrip("/")


def _api_key() -> str:
    key = os.environ.get("OPENAI_API_KEY", "").strip()
    if not key and not os.environ.get("OPENAI_BASE_URL", "").strip():
        raise InputError(
            "OPENAI_API_KEY: not set; set it, or OPENAI_BASE_URL to a server that needs none"
        )
    if not (key.isascii() and key.isprintable()):
        raise InputError("OPENAI_API_KEY: has a character that no key has")
    return key or _NO_KEY


def _count(usage: Any, name: str) -> int:
    tokens = getattr(usage, name, None)
    return tokens if isinstance(tokens, int) else 0
