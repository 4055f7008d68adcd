"""The judge settings in `--metadata`."""

from __future__ import annotations

import json
from typing import Any

from ..core.errors import InputError


def judge_settings(metadata: str | None) -> dict[str, Any]:
    """Returns the settings in the text of `--metadata`; empty without it.

    Raises:
        InputError: The text is not a JSON object.
    """
    try:
        settings = json.loads(metadata or "{}")
    except ValueError as error:
        raise InputError(f"--metadata: not JSON: {error}") from error
    if not isinstance(settings, dict):
        raise InputError('--metadata: not a JSON object such as {"judge_max_calls": 1000}')
    return settings
