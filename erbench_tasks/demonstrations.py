"""Demonstrations for few-shot prompts: a few questions with a right answer and its rationale.

The paper wrote them by hand (Appendix C.2). Those of a generated benchmark come from its database,
and their entities are not asked about. As in the paper, basic and negated questions have the same
ones, so that the answer cannot be copied from them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from ..core.suites.erbench import KNOWLEDGE
from .items.item import Item

SPLIT = "fewshot"
MOST = 8  # demonstrations of a question type, and entities of a relation
# One of so many entities may be taken from the questions.
ONE_OF = 20


def family(question_type: str) -> str:
    """Returns what question types share that have the same demonstrations."""
    return question_type.partition("_")[0]


def choose(items: Iterable[Item]) -> dict[str, list[Item]]:
    """Chooses demonstrations: of all types and dependencies, about as many entities as possible.

    Args:
        items: The items about the entities that are kept for them.

    Returns:
        Family of question types to at most `MOST` demonstrations, in the order to show them: those
        of basic and of negated questions alternate.
    """
    found: dict[str, dict[str, dict[tuple[str, str], Item]]] = {}
    for item in items:
        if item.question_type not in KNOWLEDGE:
            of_type = found.setdefault(family(item.question_type), {})
            of_type.setdefault(item.question_type, {}).setdefault((item.fd, item.entity_id), item)
    return {name: _alternating(list(types.values())) for name, types in found.items()}


def _alternating(types: list[dict[tuple[str, str], Item]]) -> list[Item]:
    shown: dict[tuple[str, str], Item] = {}  # by what is told
    used: Counter[str] = Counter()
    for turn in range(MOST):
        left = [item for told, item in types[turn % len(types)].items() if told not in shown]
        if not left:
            break
        item = min(left, key=lambda item: (used[item.entity_id], used[item.fd]))
        shown[item.fd, item.entity_id] = item
        used.update((item.entity_id, item.fd))
    return list(shown.values())


def target(doc: Mapping[str, Any]) -> str:
    """Returns the response of a demonstration, such as "Yes. The player is Pelé.".

    Args:
        doc: An item as a document of lm_eval.
    """
    answer, options = doc["answer"], doc["options"]
    said = answer.capitalize()
    if options:
        number = int(answer.split()[-1]) if answer.startswith("option") else len(options)
        said = f"Option {number}: {options[number - 1]}"
    sentences = [said, *map(_sentence, doc["rationale"])]
    return " ".join(text if text.endswith((".", "!", "?")) else f"{text}." for text in sentences)


def _sentence(element: Mapping[str, Any]) -> str:
    name, values = element["attribute"].replace("_", " "), element["values"]
    if element["match"] == "all" and len(values) > 1:
        return f"The values of {name} are {', '.join(values[:-1])} and {values[-1]}"
    # Where the database has the names of an index: "Elm, Sir Odo", also accepted as "Odo Elm".
    family, comma, _ = values[0].partition(", ")
    in_order = (value for value in values if comma and value.endswith(f" {family}"))
    return f"The {name} is {next(in_order, values[0])}"
