"""TRACK's prompts: Jinja files, one pair per scenario (Appendix C)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..core.jinja import environment
from .questions.question import month_in_words

if TYPE_CHECKING:
    from jinja2 import Template


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
        kind: What the name of the scenario's template begins with, such as `question`.
        doc: The document; the template sees its fields.
        **values: What else the template sees.
    """
    template = _template(f"{kind}_{doc['scenario']}.jinja")
    month = month_in_words(doc["as_of"]) if doc["as_of"] else ""
    return template.render({**doc, **values}, month=month, has_others=_has_others(doc))


def _has_others(doc: Mapping[str, Any]) -> bool:
    """Tells whether facts are injected that a question does not need, as only a KAS above 1 has."""
    needed = {fact["fact"] for fact in doc.get("facts") or ()}
    return not needed.issuperset(doc.get("injected_facts") or ())


@lru_cache
def _template(name: str) -> Template:
    return environment(autoescape=False).get_template(f"track/{name}")
