"""Choosing a sandbox: bubblewrap, or the weaker one for users who explicitly accept it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from ...core.errors import InputError
from .bubblewrap import is_missing
from .limits import Limits
from .pool import ProgramSandbox

VARIABLE = "ERBENCH_TRACK_SANDBOX"
_FORMS = "bubblewrap or weak"


def choose_sandbox(settings: Mapping[str, Any], limits: Limits | None = None) -> ProgramSandbox:
    """Makes the sandbox that settings ask for; nothing is started yet.

    Args:
        settings: Has `sandbox` (`bubblewrap` or `weak`) or leaves it to the environment variable
            ERBENCH_TRACK_SANDBOX; `sandbox_workers` is the number of workers.
        limits: What each program may use.

    Raises:
        InputError: The name is unknown, the number is not a number, or bubblewrap cannot be used
            here.
    """
    kind = str(settings.get("sandbox") or os.environ.get(VARIABLE) or "bubblewrap")
    workers = _workers(settings.get("sandbox_workers"))
    if kind == "weak":
        return ProgramSandbox("weak", limits, workers)
    if kind != "bubblewrap":
        raise InputError(f"sandbox: {kind!r} is none of {_FORMS}")
    reason = is_missing()
    if reason:
        raise InputError(
            f"model-written code is not run: {reason}; `apt-get install bubblewrap`, or accept a "
            f"weaker sandbox (your files and network are open to the code) with sandbox=weak or "
            f"{VARIABLE}=weak"
        )
    return ProgramSandbox("bubblewrap", limits, workers)


def _workers(value: object) -> int | None:
    if value is None:
        return None
    try:
        count = int(str(value))
    except ValueError:
        count = 0
    if count < 1:
        raise InputError(f"sandbox_workers: {value!r} is not a whole number from 1")
    return count
