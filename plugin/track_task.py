"""Tasks of TRACK: their filters get a judge, and their prompts must hold the injected facts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ..erbench_tasks.errors import InputError
from .judging_task import JudgingTask


class TrackTask(JudgingTask):
    """A configurable task whose filters all take the judge that `--metadata` names."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        """Builds the task as its file says.

        Args:
            config: The file's content.

        Raises:
            InputError: There is no such judge, or a setting of it is malformed.
        """
        super().__init__(config)
        handed = {
            "judge": self.open_judge(),
            "repeats": self.config.repeats,
            "strict": self.is_strict,
        }
        for ensemble in self._filters:
            ensemble.filters = [_with(handed, factory) for factory in ensemble.filters]

    def construct_requests(self, doc: dict[str, Any], ctx: Any, **kwargs: Any) -> Any:
        """Builds a question's request once it is sure that the prompt holds the facts.

        Raises:
            InputError: A fact that is to be injected is not in the prompt.
        """
        check_injection(doc, str(ctx))
        return super().construct_requests(doc, ctx, **kwargs)


def check_injection(doc: Mapping[str, Any], prompt: str) -> None:
    """Checks that a prompt holds the facts that are to be injected, in their order.

    Args:
        doc: The document.
        prompt: What the model is asked.

    Raises:
        InputError: One is missing: results would say that facts were given, which is not so.
    """
    position = 0
    for fact in doc.get("injected_facts") or ():
        position = prompt.find(fact, position)
        if position < 0:
            raise InputError(
                f"question {doc['id']}: the prompt does not hold the fact {fact!r} that is to be "
                "injected; does the task's doc_to_text still render injected_facts?"
            )


def _with(handed: Mapping[str, Any], factory: Any) -> Any:
    """Hands the judge to filters that take one; others stay as they are."""
    made = factory.func if isinstance(factory, partial) else factory
    return partial(factory, **handed) if getattr(made, "takes_judge", False) else factory
