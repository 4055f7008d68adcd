"""What can go wrong with a request, and whether it is worth another try."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any

from ..errors import InputError

FIRST_WAIT = 0.5  # seconds: the longest pause before the second try; it doubles each time
_LONGEST_WAIT = 60.0
_LONGEST_TOLD = 600.0  # seconds that an endpoint may tell us to wait
_MOST_SHOWN = 200  # characters of what a server says
_TRANSIENT = {408, 409, 425, 429}


class RequestError(Exception):
    """A request that has no reply.

    Attributes:
        again: Whether it may be tried again.
        after: Seconds to wait at least, as the endpoint said.
        unreachable: Whether nothing has answered at all.
    """

    def __init__(
        self, reason: str, *, again: bool = False, after: float = 0.0, unreachable: bool = False
    ) -> None:
        """Takes the reason, for people."""
        super().__init__(reason)
        self.again = again and after <= _LONGEST_TOLD
        self.after = after
        self.unreachable = unreachable


def pause(attempt: int, failure: RequestError) -> float:
    """Returns how many seconds to wait before the next try: backoff with full jitter.

    Args:
        attempt: How many tries have failed before this one.
        failure: Why this one failed.
    """
    longest = min(_LONGEST_WAIT, FIRST_WAIT * 2**attempt)
    return failure.after + random.uniform(0, longest)  # noqa: S311


def failure_of_status(error: Any, model: str, key: str) -> RequestError | InputError:
    """Classifies an answer that is no success.

    Args:
        error: An `openai.APIStatusError`.
        model: Name of the model.
        key: The key, which must not be shown.

    Returns:
        A `RequestError` of this request, or an `InputError` if every other one would fail as well.
    """
    status = error.status_code
    if status in (401, 403):
        return InputError(f"refuses the key (HTTP {status}); set OPENAI_API_KEY to another")
    if status == 404:
        return InputError(f"has no model {model!r}, or is no such endpoint (HTTP 404)")
    if error.code == "insufficient_quota":
        return InputError(f"the quota of the key is spent (HTTP {status})")
    reason = f"HTTP {status}: {said(error, key)}"
    again = status in _TRANSIENT or status >= 500
    return RequestError(reason, again=again, after=retry_after(error.response.headers))


def said(error: Any, key: str) -> str:
    """Returns what a server says, in one line, without the key should it repeat that."""
    body = error.body if isinstance(error.body, dict) else {}
    text = " ".join(str(body.get("message") or error.message).split())
    text = text.replace(key, "[key]") if key else text
    return "".join(c for c in text if c.isprintable())[:_MOST_SHOWN]


def retry_after(headers: Mapping[str, str]) -> float:
    """Returns the seconds that `Retry-After` tells, as a number or as a date; 0 if none.

    Args:
        headers: Headers of an answer, whose names are looked up in any case.
    """
    told = headers.get("retry-after", "").strip()
    try:
        return max(0.0, float(told))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(told).timestamp() - time.time())
    except (TypeError, ValueError):
        return 0.0
