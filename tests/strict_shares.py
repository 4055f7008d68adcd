"""How much of each rationale element the strict rule finds."""

from erbench_track.filters.rationale.paper_rule import mentioned_share
from erbench_track.filters.rationale.strict_rule import named_values


def strict_shares(rationale, answer, doc):
    named = named_values(rationale, answer, doc)
    return [mentioned_share(*pair) for pair in zip(doc["rationale"], named, strict=True)]
