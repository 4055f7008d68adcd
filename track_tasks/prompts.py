"""TRACK's prompts: Jinja files, one pair per scenario (Appendix C)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .questions.months import month_in_words

if TYPE_CHECKING:
    from jinja2.sandbox import SandboxedEnvironment

_TEMPLATES = Path(__file__).resolve().parent.parent / "templates" / "track"


def probe_prompt(doc: Mapping[str, Any]) -> str:
    """Returns the prompt of a probing document."""
    return render("probe", doc)


def question_prompt(doc: Mapping[str, Any]) -> str:
    """Returns the prompt of a question, with the facts to inject if there are any."""
    return render("question", doc)


def closed_book_prompt(doc: Mapping[str, Any]) -> str:
    """Returns the prompt of a question without the facts, which reach the model in another way."""
    return render("question", {**doc, "injected_facts": []})


def render(kind: str, doc: Mapping[str, Any], **values: Any) -> str:
    """Returns a prompt for a document.

    Args:
        kind: What the scenario's template begins with, such as `question`.
        doc: The document; the template sees its fields.
        **values: What else it is to see.
    """
    template = _environment().get_template(f"{kind}_{doc['scenario']}.jinja")
    month = month_in_words(doc["as_of"]) if doc["as_of"] else ""
    return template.render({**doc, **values}, month=month)


@lru_cache(maxsize=1)
def _environment() -> SandboxedEnvironment:
    from jinja2 import FileSystemLoader, StrictUndefined
    from jinja2.sandbox import SandboxedEnvironment

    return SandboxedEnvironment(
        loader=FileSystemLoader(_TEMPLATES),
        undefined=StrictUndefined,
        autoescape=False,  # plain text
        trim_blocks=True,
        lstrip_blocks=True,
    )
