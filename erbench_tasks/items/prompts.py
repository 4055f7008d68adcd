"""The prompts of items, as lm_eval's task files word them: for whoever asks without lm_eval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ...core.jinja import environment
from ...core.suites.erbench import SINGLE_HOP, WITH_PASSAGE
from ...core.suites.task_bases import BASES, read_base

if TYPE_CHECKING:
    from datasets import Features
    from jinja2 import Template

SYSTEM, PROMPT = PROMPT_COLUMNS = ("system", "prompt")
"""Columns of a dataset, after those of its items: what to tell the model, and what to ask it.

An image that belongs to a question goes before the prompt.
"""
# What a prompt is made of.
ASKED_WITH = ("question_type", "question", "options", "context")


class Asking(NamedTuple):
    """How questions of one type are asked.

    Attributes:
        description: The instruction, with what separates it from a question after it; or empty.
        template: Makes the prompt of a question.
    """

    description: str
    template: Template


@lru_cache
def how_asked(question_type: str, with_passage: bool = False) -> Asking:
    """Returns how the embedded task files ask questions, single-hop ones with a passage or not."""
    base = BASES[question_type.split("_")[0]]
    augmented = with_passage and question_type in SINGLE_HOP
    config = read_base(base, *([f"{base}_{WITH_PASSAGE}"] if augmented else []))
    # As lm_eval renders `doc_to_text`.
    as_lm_eval = environment(autoescape=False, trim_blocks=False, keep_trailing_newline=True)
    template = as_lm_eval.from_string(config["doc_to_text"])
    return Asking(config.get("description", ""), template)


def with_prompts(features: Features) -> Features:
    """Returns the columns of items, with those of their prompts."""
    from datasets import Features, Value

    return Features({**features, **{name: Value("string") for name in PROMPT_COLUMNS}})


def prompts_of(items: Mapping[str, Sequence[Any]]) -> dict[str, list[str]]:
    """Returns the columns `system` and `prompt` of some items.

    Args:
        items: Their columns, those of `ASKED_WITH` among them; an item with a passage is asked
            with it.
    """
    system: list[str] = []
    prompt: list[str] = []
    for kind, question, options, context in zip(*(items[n] for n in ASKED_WITH), strict=True):
        description, pattern = _pattern(kind, len(options), bool(context))
        system.append(description)
        prompt.append(pattern.format(question, context, *options))
    return {SYSTEM: system, PROMPT: prompt}


@lru_cache
def _pattern(question_type: str, options: int, with_passage: bool) -> tuple[str, str]:
    """Returns the instruction and the prompt, with a place for each text: many times as fast."""
    asking = how_asked(question_type, with_passage)
    texts = [f"\0{number}\0" for number in range(options + 2)]
    question, context, *others = texts
    made = asking.template.render(
        question_type=question_type, question=question, options=others,
        context=context if with_passage else "",
    )  # fmt: skip
    made = made.replace("{", "{{").replace("}", "}}")
    for number, text in enumerate(texts):
        made = made.replace(text, f"{{{number}}}")
    return asking.description.strip(), made
