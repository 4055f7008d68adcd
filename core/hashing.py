"""Hashes that are the same on every machine."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

_SEPARATOR = "\x1f"


def stable_hash(texts: Sequence[str]) -> str:
    """Returns 16 hexadecimal digits that depend only on some texts, on any machine."""
    content = _SEPARATOR.join(texts)
    if content.count(_SEPARATOR) != len(texts) - 1:
        # A text contains the separator itself. JSON is unambiguous, but takes four times as long.
        content = json.dumps(texts)
    return hashlib.sha256(content.encode(), usedforsecurity=False).hexdigest()[:16]
