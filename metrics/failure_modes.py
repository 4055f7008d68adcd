"""What became of each fact in a reasoning chain (Section 6.3 of the TRACK paper)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

ENTAILED = "entailed"
DIRECT_KNOWN = "direct_failure_known"
DIRECT_UNKNOWN = "direct_failure_unknown"
DIRECT = "direct_failure"  # it is not known whether the model knows the fact
PROPAGATED = "error_propagation"
MODES = {
    ENTAILED: "Entailed",
    DIRECT_KNOWN: "Direct failure, known fact",
    DIRECT_UNKNOWN: "Direct failure, unknown fact",
    DIRECT: "Direct failure, not split",
    PROPAGATED: "Error propagation",
}
_DIRECT = {True: DIRECT_KNOWN, False: DIRECT_UNKNOWN, None: DIRECT}


def failure_modes(entailed: Sequence[bool], known: Sequence[bool | None]) -> Counter[str]:
    """Counts the facts of a question by what became of them.

    The first fact that the reasoning does not entail is the direct failure; every later one that
    it does not entail either is error propagation.

    Args:
        entailed: Of each fact, in the order of the reasoning, whether it is entailed.
        known: Of each fact whether the model knows it; empty if nothing is known of that.

    Returns:
        Number of facts by mode, one of `MODES`; they sum to the number of facts.
    """
    counts: Counter[str] = Counter()
    for place, holds in enumerate(entailed):
        if holds:
            counts[ENTAILED] += 1
        elif not all(entailed[:place]):
            counts[PROPAGATED] += 1
        else:
            counts[_DIRECT[known[place] if known else None]] += 1
    return counts
