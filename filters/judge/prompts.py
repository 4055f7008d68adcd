"""What is sent to a judge that is a language model: a call is one prompt, about some statements.

The prompts are Jinja files, one per job and scenario, rendered in a sandbox. The answer to a
probing question has a prompt of its own in scenarios that have a `probe_*` file. What is judged is
data. Every text is between fences that occur in none of the texts, and the prompt says not to
follow instructions in it. ERBench's prompt (Table 39) is kept word for word and has no place for
such a warning: there, a response cannot begin an `A1:` or `A2:` of its own.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ...core.errors import first_line
from ...core.jinja import TEMPLATES, environment
from ..answers.answer import NONE_OF_THE_ABOVE, option_label
from .protocol import (
    NOTHING_ELSE,
    Accepted,
    Entailment,
    Equivalence,
    Factuality,
    FinalAnswer,
    JudgeRequest,
    Necessity,
    TestsPass,
    Verdict,
)
from .verdicts import ENTAILMENT, YES_NO, Labels, read_verdict, read_verdicts, unjudged

if TYPE_CHECKING:
    from jinja2 import Template

FactsPerCall = Literal["one", "all"]

_SHARED = "judge/shared.jinja"
_ANSWER_OF_ITS_OWN = re.compile(r"\b(A[12])\s*:", re.IGNORECASE)
_FENCE_LENGTH = 12


class Job(NamedTuple):
    """What a request is about.

    Attributes:
        template: The prompt's file.
        labels: The labels that the judge is offered.
        wants_json: Whether the prompt asks for JSON.
    """

    template: str
    labels: Labels
    wants_json: bool


def job_of(request: JudgeRequest) -> Job:
    """Returns the job of a request."""
    if isinstance(request, Equivalence):
        probe = Path("judge", f"probe_{request.scenario}.jinja")
        answer = f"judge/equivalence_{request.scenario}.jinja"
        has_own = request.probes and (TEMPLATES / probe).is_file()
        return Job(probe.as_posix() if has_own else answer, YES_NO, True)
    if isinstance(request, Entailment):
        return Job(f"judge/entailment_{request.scenario}.jinja", ENTAILMENT, True)
    if isinstance(request, FinalAnswer):
        return Job("judge/final_answer.jinja", _answers(request.options), True)
    if isinstance(request, Factuality):
        return Job(f"judge/factuality_{request.scenario}.jinja", YES_NO, True)
    if isinstance(request, Necessity):
        return Job(f"judge/necessity_{request.scenario}.jinja", YES_NO, True)
    if isinstance(request, TestsPass):
        return Job("judge/tests_pass.jinja", YES_NO, True)
    return Job("judge/gpt_judge.jinja", YES_NO, False)


def _answers(options: tuple[str, ...]) -> Labels:
    named = [option_label(number, options) for number in range(1, len(options) + 1)]
    answers = [*named, NONE_OF_THE_ABOVE] if options else YES_NO
    return Labels(dict.fromkeys((*answers, "unsure", "unreadable")))


@lru_cache(maxsize=32)
def prompt_version(template: str) -> str:
    """Returns 12 hexadecimal digits that change with the text of a prompt's file.

    Args:
        template: The file, as `job_of` names it.
    """
    names = (template, _SHARED) if template != "judge/gpt_judge.jinja" else (template,)
    sources = [(TEMPLATES / name).read_text(encoding="utf-8") for name in names]
    return hashlib.sha256("\x1f".join(sources).encode()).hexdigest()[:12]


def prompt(request: JudgeRequest) -> str:
    """Returns what the judge is asked.

    Args:
        request: What to judge; all statements of an `Entailment` in one prompt.

    Returns:
        A text that can be encoded as UTF-8, whatever the request has.
    """
    job = job_of(request)
    fields = {name: _encodable(value) for name, value in vars(request).items() if name != "probes"}
    if not job.wants_json:
        for name in ("response", "reference"):
            fields[name] = _ANSWER_OF_ITS_OWN.sub(r"\1 -", fields[name])
        return _template(job.template).render(fields)
    return _template(job.template).render(fields, labels=job.labels, fence=fence(_texts(fields)))


@lru_cache(maxsize=32)
def _template(name: str) -> Template:
    return environment(autoescape=False).get_template(name)


def fence(texts: list[str]) -> str:
    """Returns a word that none of some texts contain, and that their authors could not foresee."""
    digest = hashlib.sha256("\x1f".join(texts).encode()).hexdigest()
    while any(digest[:_FENCE_LENGTH] in text for text in texts):
        digest = hashlib.sha256(digest.encode()).hexdigest()
    return digest[:_FENCE_LENGTH]


def _texts(fields: dict[str, Any]) -> list[str]:
    """Returns what is shown between fences."""
    texts: list[str] = []
    for name, value in fields.items():
        if name != "scenario":
            texts += _flat(value)
    return texts


def _flat(value: Any) -> Iterator[str]:
    if isinstance(value, tuple):
        for part in value:
            yield from _flat(part)
    elif isinstance(value, str):
        yield value


def _encodable(value: Any) -> Any:
    if isinstance(value, Accepted):
        return Accepted(*map(_encodable, value))
    if isinstance(value, tuple):
        return tuple(map(_encodable, value))
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


@dataclass(frozen=True)
class Call:
    """One prompt.

    Attributes:
        key: Hash of everything that its verdicts depend on.
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
        """Reads a reply: one verdict per statement; none if it is such that nothing reads it."""
        labels = job_of(self.request).labels
        try:
            if self.count == 1:
                return (read_verdict(reply, labels),)
            return read_verdicts(reply, self.count, labels)
        except (ArithmeticError, RecursionError, TypeError, ValueError) as error:
            return (unjudged(f"the reply cannot be read: {first_line(error)}"),) * self.count

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
        settings: Everything else that verdicts depend on, such as the model.
        facts_per_call: Whether the statements of an `Entailment` share a call.
    """
    if isinstance(request, Entailment) and facts_per_call == "one":
        parts: list[JudgeRequest] = [
            replace(
                request,
                statements=(statement,),
                accepted=(accepted,) if accepted != NOTHING_ELSE else (),
            )
            for statement, accepted in request.each()
        ]
    elif isinstance(request, Entailment) and not request.statements:
        parts = []
    else:
        parts = [request]
    for part in parts:
        yield Call(_key(part, settings), part)


def _key(request: JudgeRequest, settings: Mapping[str, Any]) -> str:
    version = prompt_version(job_of(request).template)
    # What has one right answer keeps the key that it had before there could be several.
    fields = {name: of for name, of in vars(request).items() if of not in (NOTHING_ELSE, ())}
    content = json.dumps([version, settings, fields], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()


def _verdict_schema(labels: Labels) -> dict[str, Any]:
    # The explanation comes first: a model that explains afterwards has not used its reasons.
    return {"explanation": {"type": "string"}, "verdict": {"type": "string", "enum": [*labels]}}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
