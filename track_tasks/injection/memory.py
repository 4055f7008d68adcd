"""Facts that reach a model outside its prompt: in its weights (FT-CK) or a store (MeLLo).

A document's `memory` says which facts, and by which method. Only a model class of that method
takes them, so a task checks that there is one, and that each response says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypedDict

from ...core.errors import InputError
from ...core.suites.track import MODEL_CLASSES
from ..questions.question import FACT_TEXTS, Fact

if TYPE_CHECKING:
    from datasets import Features

_ready: set[str] = set()


class Memory(TypedDict):
    """What is to be injected for a document.

    Attributes:
        method: One of `MODEL_CLASSES`; empty if nothing is to be injected outside the prompt.
        facts: `fact`, `probe_question` and `probe_answer` of each fact.
    """

    method: str
    facts: list[dict[str, str]]


def memory_of(method: str, facts: Iterable[Fact]) -> Memory:
    """Returns the memory of a document.

    Args:
        method: One of `MODEL_CLASSES`, or nothing: then the facts go into the prompt.
        facts: The facts to inject.
    """
    return {"method": method, "facts": [_texts(fact) for fact in facts] if method else []}


def _texts(fact: Fact) -> dict[str, str]:
    return dict(zip(FACT_TEXTS, fact.texts, strict=True))


def memory_feature() -> Features:
    """Returns the type of the column `memory`."""
    from datasets import List, Value

    text = Value("string")
    return {"method": text, "facts": List(dict.fromkeys(FACT_TEXTS, text))}


def read_memory(doc: Mapping[str, Any], method: str) -> list[Fact]:
    """Returns the facts of a document that are to be injected by a method.

    Raises:
        InputError: They are for another method, or the memory is malformed.
    """
    memory = doc.get("memory") or {"method": "", "facts": []}
    try:
        wanted, facts = memory["method"], [Fact(**fact) for fact in memory["facts"]]
    except (KeyError, TypeError) as error:
        raise InputError(f"document {doc.get('id')}: field 'memory' is malformed") from error
    if wanted != method:
        raise InputError(
            f"document {doc.get('id')}: the task is not one for --model {MODEL_CLASSES[method]}; "
            f"give it a task whose name ends with _{method}"
        )
    return facts


def announce(method: str) -> None:
    """Notes that this process has a model of a method of `MODEL_CLASSES`."""
    _ready.add(method)


def check_ready(method: str) -> None:
    """Checks that this process has a model that takes facts outside its prompt.

    Raises:
        InputError: It has no such model.
    """
    if method not in _ready:
        name = MODEL_CLASSES.get(method, method)
        raise InputError(
            f"--model: this task needs {name}, which injects the facts; "
            f"such as --model {name} with the arguments of your model"
        )
