"""The settings of MeLLo (TRACK, Appendix C.2, Table 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from ....core.errors import InputError

# Table 6: for the decomposer and for the generation of sub-answers.
TEMPERATURE = 0.01
CONTRIEVER = "facebook/contriever-msmarco"
LEXICAL = "lexical"
_NAMES = {"contriever": CONTRIEVER}
_MOST_ROUNDS = 20
_MOST_TOKENS = 8192


@dataclass(frozen=True, slots=True)
class MelloSettings:
    """How MeLLo is run.

    Attributes:
        retriever: A model of sentence embeddings, by its name on the Hugging Face Hub or its
            folder; or `lexical`, a rule that compares words.
        rounds: Maximum number of subquestions of a question, in [1, 20].
        step_tokens: Maximum number of tokens of a generated subquestion or answer, in [16, 8192].
            A model that thinks before it answers needs more.
    """

    retriever: str = CONTRIEVER
    rounds: int = 6
    step_tokens: int = 128

    @classmethod
    def read(cls, arguments: Mapping[str, Any]) -> MelloSettings:
        """Reads settings from model arguments.

        Args:
            arguments: The settings that differ from their defaults, by name; `contriever` is short
                for the paper's retriever.

        Raises:
            InputError: One has a wrong value.
        """
        given: dict[str, Any] = dict(arguments)
        if "retriever" in given:
            name = str(given["retriever"]).strip()
            given["retriever"] = _NAMES.get(name, name)
            if not name:
                raise InputError(f"retriever: empty; expected contriever, {LEXICAL} or a model")
        for name, least, most in (("rounds", 1, _MOST_ROUNDS), ("step_tokens", 16, _MOST_TOKENS)):
            if name in given:
                given[name] = _whole(name, given[name], least, most)
        return cls(**given)

    @classmethod
    def names(cls) -> frozenset[str]:
        """Returns the names of the settings."""
        return frozenset(field.name for field in fields(cls))


def _whole(name: str, value: object, least: int, most: int) -> int:
    text = str(value)
    # isdecimal() alone accepts digits of other scripts, and any number of them.
    is_whole = not isinstance(value, bool) and text.isascii() and text.isdecimal()
    if not is_whole or len(text) > len(str(most)) or not least <= int(text) <= most:
        raise InputError(f"{name}: {value!r} is no whole number from {least} to {most}")
    return int(text)
