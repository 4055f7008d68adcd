"""The list of everything that differs between two generations of a benchmark, as JSON Lines."""

from __future__ import annotations

import json
from pathlib import Path

from .files import new_file
from .freshness import KINDS, Comparison


def write_list(comparison: Comparison, target: Path) -> None:
    """Writes one line per item that was added, removed or changed, as `Difference.to_record`.

    Args:
        comparison: What differs.
        target: The file, which appears whole or not at all; an older one is replaced.

    Raises:
        InputError: It cannot be written, or an item cannot be read.
    """
    with new_file(target) as file:
        for kind in KINDS:
            for difference in comparison.differences(kind):
                file.write(json.dumps(difference.to_record()) + "\n")
