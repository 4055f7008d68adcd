"""Warnings of lm_eval's that are needless about our tasks."""

from __future__ import annotations

import re

from ...metrics.columns import NOT_IN_GROUPS

_COUNT = re.compile(r"(\w+),[^\s,=]+=(\d+)")


def is_about_metadata(text: str) -> bool:
    """Tells whether a warning advises to use `--metadata`: ours are documented, and checked."""
    return "--metadata" in text


def is_by_design(text: str) -> bool:
    """Tells whether a warning names only metrics that leave documents out by design.

    lm_eval warns that groups weigh metrics by all documents; no group of ours averages these.

    Args:
        text: The warning. It ends with a count of documents for each metric and filter.
    """
    counts = [(name, int(count)) for name, count in _COUNT.findall(text)]
    most = max((count for _, count in counts), default=0)
    fewer = {name for name, count in counts if count < most}
    return bool(fewer) and fewer <= NOT_IN_GROUPS
