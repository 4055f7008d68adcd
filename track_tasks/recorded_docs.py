"""Checking recorded documents of TRACK before anything is made of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..erbench_tasks.errors import InputError

_PROBE = ("fact_id", "fact", "probe_question", "probe_answer")
_QUESTION = ("id", "question", "answer")


def check_track_doc(doc: Mapping[str, Any], scenario: str) -> None:
    """Checks that a recorded document has what scoring needs.

    Args:
        doc: A document of a samples file: a probing document or a question.
        scenario: The scenario that the task asks about.

    Raises:
        InputError: A field is missing or of another type, or the document is of another scenario.
    """
    if doc.get("scenario") != scenario:
        raise InputError(
            f"field 'doc.scenario' is {doc.get('scenario')!r}, the task asks {scenario!r}: "
            "samples of another task?"
        )
    for name in _PROBE if "probe_question" in doc else _QUESTION:
        if not isinstance(doc.get(name), str):
            raise InputError(f"field 'doc.{name}' is missing or no str")
    if "probe_question" not in doc:
        _check_lists(doc)


def _check_lists(doc: Mapping[str, Any]) -> None:
    for name in ("facts", "injected_facts"):
        if not isinstance(doc.get(name), list):
            raise InputError(f"field 'doc.{name}' is missing or no list")
    if not doc["facts"]:
        raise InputError("field 'doc.facts' is empty")
    for index, fact in enumerate(doc["facts"]):
        if not isinstance(fact, dict) or not isinstance(fact.get("fact"), str):
            raise InputError(f"field 'doc.facts[{index}].fact' is missing or no str")
    if not all(isinstance(fact, str) for fact in doc["injected_facts"]):
        raise InputError("field 'doc.injected_facts' holds something other than text")
