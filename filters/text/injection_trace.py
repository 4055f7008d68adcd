"""What an injecting model reports about its work, in front of each response.

A response is all that lm_eval keeps of a model's work. So FT-CK and MeLLo put a line before it that
says how the facts were injected; filters remove it before anything is judged.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from ...core.errors import InputError
from .thinking import visible

_MARK = "[[injection "
_END = "]]\n"


def with_trace(method: str, trace: Mapping[str, Any], response: str) -> str:
    """Puts a trace before a response.

    Args:
        method: How facts were injected: `ft_ck` or `mello`.
        trace: Details of the injection, as plain values.
        response: The model's response.
    """
    line = json.dumps({"method": method, **trace}, ensure_ascii=False)
    return f"{_MARK}{line}{_END}{response}"


def split_trace(response: str) -> tuple[dict[str, Any] | None, str]:
    """Returns the trace before a response, if there is one, and the response without it."""
    line, end, rest = response.partition(_END)
    trace = None
    if end and line.startswith(_MARK):
        with suppress(ValueError):
            trace = json.loads(line.removeprefix(_MARK))
    return (trace, rest) if isinstance(trace, dict) else (None, response)


def said(response: str) -> str:
    """Returns what a response says, without a trace before it and without its thinking."""
    return visible(split_trace(response)[1]).text


def spoken(response: str, doc: Mapping[str, Any]) -> str:
    """Returns what a model said, after checking that it took the facts that it was meant to.

    Args:
        response: The response, after a trace if a model injected facts.
        doc: The document; its `memory` names the method, if one is needed.

    Raises:
        InputError: The document's facts need a model that takes them, and this one does not.
    """
    trace, said = split_trace(response)
    method = (doc.get("memory") or {}).get("method") or ""
    if method and (trace is None or trace.get("method") != method):
        raise InputError(
            f"document {doc.get('id')}: its facts are to be injected by {method}, but the response "
            "is of a model that does not; run the task with the model class of that method"
        )
    return said
