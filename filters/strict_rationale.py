"""The strict rule: a rationale is right if it names the value as a fact."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .denial import contradicted, denied, may_deny
from .entity_resolution import Passage, mentions

def strict_shares(text, extraction, doc):
    passage = Passage.of(text)
    denies = may_deny(passage.lowered)
    against = str(doc.get("question_type", "")).startswith("bn_") and extraction["answer"] != doc["answer"]
    return [share(passage, e, denies, against, doc) for e in doc["rationale"]]

def share(passage, element, denies, against, doc):
    values = element["values"]
    held = [affirmed(passage, v, denies, against, doc) for v in values]
    if element["match"] == "any":
        return float(any(held))
    return sum(held)/len(values) if values else 0.0

def affirmed(passage, value, denies, against, doc):
    found = list(mentions(passage, value))
    if not found: return False
    if denies:
        ok = [m for m in found if not denied(passage.lowered, m)]
        if not ok: return False
    if against:
        return not contradicted(passage.text, passage.lowered, found[0], doc["question"])
    return True
