"""Where an OpenAI-compatible endpoint is, and its key: from arguments and the environment."""

from __future__ import annotations

import os
from typing import NamedTuple
from urllib.parse import urlsplit

from ..errors import InputError

_DEFAULT_URL = "https://api.openai.com/v1"


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
