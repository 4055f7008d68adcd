"""The prompts of items, as lm_eval's task files word them: for whoever asks without lm_eval."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import groupby
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
_OTHER = re.compile(r"\{[{%#](?!\{?question\}\})")
_OF_MANY = "{{% for {names} in questions %}}{wording}\0{{% endfor %}}"


class Asking(NamedTuple):
    """How questions of one type are asked.

    Attributes:
        description: The instruction, with what separates it from a question after it; or empty.
        template: Makes the prompt of a question.
        of_many: Makes those of many `questions` at once, with a NUL after each.
        around: What stands before and after a question, if that is all of a prompt.
    """

    description: str
    template: Template
    of_many: Template
    around: tuple[str, ...]


@lru_cache
def how_asked(question_type: str, with_passage: bool = False) -> Asking:
    """Returns how the embedded task files ask questions, single-hop ones with a passage or not."""
    base = BASES[question_type.split("_")[0]]
    augmented = with_passage and question_type in SINGLE_HOP
    config = read_base(base, *([f"{base}_{WITH_PASSAGE}"] if augmented else []))
    # As lm_eval renders `doc_to_text`.
    as_lm_eval = environment(autoescape=False, trim_blocks=False, keep_trailing_newline=True)
    wording = config["doc_to_text"]
    return Asking(
        config.get("description", ""),
        as_lm_eval.from_string(wording),
        as_lm_eval.from_string(_OF_MANY.format(names=", ".join(ASKED_WITH), wording=wording)),
        () if _OTHER.search(wording) else tuple(wording.split("{{question}}")),
    )


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
    asked = zip(*(items[name] for name in ASKED_WITH), strict=True)
    for (question_type, augmented), some in groupby(asked, lambda row: (row[0], bool(row[-1]))):
        asking, questions = how_asked(question_type, augmented), list(some)
        system += [asking.description.strip()] * len(questions)
        if asking.around:
            before, after = asking.around
            prompt += [f"{before}{question}{after}" for _, question, *_ in questions]
            continue
        made = asking.of_many.render(questions=questions).split("\0")[:-1]
        if len(made) != len(questions):  # a text has such a character itself
            named = (dict(zip(ASKED_WITH, row, strict=True)) for row in questions)
            made = list(map(asking.template.render, named))
        prompt += made
    return {SYSTEM: system, PROMPT: prompt}
