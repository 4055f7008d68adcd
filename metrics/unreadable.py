"""What is said of responses that cannot be read: how many they are, and what helps."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from ..core.json_text import read_extraction

_TRUNCATED = ("cut inside thinking", "cut off")
HELPS = (
    "Where they are empty or cut off, let the model write more (--gen_kwargs max_gen_toks=8192) or "
    "switch its thinking off (--model_args enable_thinking=False; lm_eval takes "
    "enable_thinking=True only with think_end_token=</think>)."
)
REMEDY = f"{HELPS} In the samples, `unreadable` says why each one cannot be read."


def unreadable_scores(extracted: Mapping[str, Any]) -> dict[str, float]:
    """Returns the measures of responses that cannot be read.

    Args:
        extracted: What a filter found: `unreadable` is why a response cannot be read, or a list of
            these reasons if there were several responses, whose number is `asked`.

    Returns:
        `unreadable_rate` and, as a part of it, `truncated_rate` (it is cut off), in [0, 1].
    """
    reasons = extracted["unreadable"]
    if isinstance(reasons, str):
        truncated = float(reasons in _TRUNCATED)
        return {"unreadable_rate": float(reasons != ""), "truncated_rate": truncated}
    asked = extracted.get("asked", 1)
    return {
        "unreadable_rate": sum(map(bool, reasons)) / asked,
        "truncated_rate": sum(reason in _TRUNCATED for reason in reasons) / asked,
    }


class Unread(NamedTuple):
    """How many documents there are, and how many of their responses cannot be read."""

    documents: int
    unreadable: float
    truncated: float

    @property
    def share(self) -> float:
        """Share of the responses that cannot be read, in [0, 1]."""
        return self.unreadable / max(1, self.documents)

    def warning(self, task: str) -> str:
        """Returns what to tell people about a task; empty if all can be read."""
        if not self.unreadable:
            return ""
        return warning(self.share, self.truncated / self.documents, task)


NOTHING_UNREAD = Unread(0, 0.0, 0.0)


def all_unread(parts: Collection[Unread]) -> Unread:
    """Adds up what cannot be read of several tasks, or of several parts of one."""
    return Unread(
        sum(part.documents for part in parts),
        sum(part.unreadable for part in parts),
        sum(part.truncated for part in parts),
    )


def count_unread(found: Iterable[Any]) -> Unread:
    """Adds up what cannot be read.

    Args:
        found: What a filter found in the responses to each document, as JSON. What another
            package's filter found says nothing of this, and is left out.
    """
    scores = [unreadable_scores(one) for one in map(_extraction, found) if "unreadable" in one]
    names = ("unreadable_rate", "truncated_rate")
    return Unread(len(scores), *(sum(score[name] for score in scores) for name in names))


def _extraction(found: Any) -> dict[str, Any]:
    try:
        return read_extraction(found)
    except ValueError:
        return {}


def warning(share: float, truncated_share: float, task: str) -> str:
    """Says how many responses of a task cannot be read, and what helps.

    Args:
        share: Share of the responses that cannot be read, in (0, 1].
        truncated_share: Share of the responses that cannot be read because they are cut off, in
            [0, share].
        task: What the responses are of, such as the name of a task.

    Returns:
        A line for people.
    """
    cut = f" ({_percent(truncated_share)} are cut off)" if truncated_share else ""
    return f"{task}: {_percent(share)} of the responses cannot be read{cut}. {REMEDY}"


def _percent(share: float) -> str:
    """Writes a share that is not zero so that it does not look like zero."""
    return f"{share:.1%}" if share >= 0.001 else "less than 0.1%"
