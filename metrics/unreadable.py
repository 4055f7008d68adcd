"""What is said of responses that cannot be read: how many they are, and what helps."""

from __future__ import annotations

REMEDY = (
    "Let the model write more (--gen_kwargs max_gen_toks=8192). If it thinks, have lm_eval cut the "
    "thinking away (--model_args enable_thinking=True,think_end_token=</think>) or switch it off "
    "(enable_thinking=False). In the samples, `unreadable` says why each one cannot be read."
)


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
