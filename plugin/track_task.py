"""Tasks of TRACK: their filters get a judge, and their prompts must hold the injected facts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ..erbench_tasks.errors import InputError
from ..filters.judge.protocol import Entailment, Equivalence
from ..filters.judge.rules_first import Rule, RulesFirst, same_math
from ..filters.sandbox.choose import choose_sandbox
from ..filters.sandbox.pool import ProgramSandbox
from ..metrics.injection_guard import missing_fact
from ..track_tasks.code.call_rule import CallRule
from ..track_tasks.injection.memory import check_ready
from .judging_task import JudgingTask

RULES: dict[tuple[type, str], Rule] = {
    (Equivalence, "math"): same_math,
    (Entailment, "code"): CallRule(),
}


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
        self._judge = RulesFirst(self.open_judge(), RULES)
        handed: dict[str, Any] = {
            "judge": self._judge,
            "repeats": self.config.repeats,
            "strict": self.is_strict,
        }
        for ensemble in self._filters:
            ensemble.filters = [self._with(handed, factory) for factory in ensemble.filters]

    def _with(self, handed: Mapping[str, Any], factory: Any) -> Any:
        """Hands a filter what it takes; others stay as they are."""
        made = factory.func if isinstance(factory, partial) else factory
        if getattr(made, "takes_sandbox", False):
            return partial(factory, sandbox=self._open_sandbox(), **handed)
        return partial(factory, **handed) if getattr(made, "takes_judge", False) else factory

    def _open_sandbox(self) -> ProgramSandbox | None:
        """Opens what runs programs; None if the judge is to say whether they would pass."""
        choice = self.metadata.get("answer_pass", "run")
        if choice not in ("run", "judge"):
            raise InputError(f"answer_pass: {choice!r} is none of run, judge")
        return choose_sandbox(self.metadata) if choice == "run" else None

    def construct_requests(self, doc: dict[str, Any], ctx: Any, **kwargs: Any) -> Any:
        """Builds a question's request once it is sure that the facts can reach the model.

        Raises:
            InputError: A fact that is to be injected is not in the prompt, or it is for a model
                class that is not there.
        """
        if method := (doc.get("memory") or {}).get("method"):
            check_ready(method)
            return super().construct_requests(doc, ctx, **kwargs)
        missing = missing_fact(_plain(ctx), doc.get("injected_facts") or ())
        if missing is not None:
            raise InputError(
                f"question {doc['id']}: the prompt does not hold the fact {missing!r} that is to "
                "be injected; does the task's doc_to_text still render injected_facts?"
            )
        return super().construct_requests(doc, ctx, **kwargs)


def _plain(context: Any) -> Any:
    """Returns a prompt as text or messages; lm_eval wraps those of chat endpoints."""
    return getattr(context, "prompt", context)
