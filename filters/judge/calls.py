"""What is sent and kept: a call is one prompt about one statement or several."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from .prompts import job_of, prompt, prompt_version
from .protocol import Entailment, JudgeRequest, Verdict
from .verdicts import Labels, read_verdict, read_verdicts

FactsPerCall = Literal["one", "all"]


@dataclass(frozen=True)
class Call:
    """One prompt.

    Attributes:
        key: Hash of all that its verdicts depend on.
        request: What it asks about; of an `Entailment`, some of its statements.
    """

    key: str
    request: JudgeRequest

    @property
    def count(self) -> int:
        """How many verdicts it has."""
        return len(self.request.statements) if isinstance(self.request, Entailment) else 1

    def prompt(self) -> str:
        """Returns what is sent."""
        return prompt(self.request)

    def read(self, reply: str) -> tuple[Verdict, ...]:
        """Reads a reply: one verdict per statement."""
        labels = job_of(self.request).labels
        if self.count == 1:
            return (read_verdict(reply, labels),)
        return read_verdicts(reply, self.count, labels)

    def schema(self) -> dict[str, Any] | None:
        """Returns the JSON schema of a reply; None if the prompt asks for no JSON."""
        job = job_of(self.request)
        if not job.wants_json:
            return None
        verdict = _verdict_schema(job.labels)
        if self.count == 1:
            return _object(verdict)
        entry = _object({"number": {"type": "integer"}, **verdict})
        return _object({"verdicts": {"type": "array", "items": entry}})


def calls_of(
    request: JudgeRequest, settings: Mapping[str, Any], facts_per_call: FactsPerCall
) -> Iterator[Call]:
    """Yields the calls that a request needs; together they have its verdicts, in order.

    Args:
        request: What to judge.
        settings: All else that verdicts depend on, such as the model.
        facts_per_call: Whether the statements of an `Entailment` share a call.
    """
    if isinstance(request, Entailment) and facts_per_call == "one":
        parts: list[JudgeRequest] = [
            replace(request, statements=(statement,)) for statement in request.statements
        ]
    elif isinstance(request, Entailment) and not request.statements:
        parts = []
    else:
        parts = [request]
    for part in parts:
        yield Call(_key(part, settings), part)


def _key(request: JudgeRequest, settings: Mapping[str, Any]) -> str:
    version = prompt_version(job_of(request).template)
    content = json.dumps([version, settings, vars(request)], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()


def _verdict_schema(labels: Labels) -> dict[str, Any]:
    # The explanation comes first: a model that gives its reasons afterwards has not used them.
    return {"explanation": {"type": "string"}, "verdict": {"type": "string", "enum": [*labels]}}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
