"""The classes of our tasks: documents shared over processes, judges, injected facts.

lm_eval 0.4.13 stops if a process has no document, and if a metric has values in one process and
none in another: rates leave out what could not be judged, so that happens. Here a process without
a document asks the first one for show, and each metric has a placeholder for a missing value; both
are taken away before anything is averaged.

lm_eval's filters get no `--metadata`; these classes hand it over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain, islice
from typing import Any

from lm_eval.api.task import ConfigurableTask

from ...core.errors import InputError
from ...core.files import cache_folder
from ...core.suites.track import SCENARIOS
from ...filters.judge.choose import is_named, open_judge
from ...filters.judge.protocol import Entailment, Equivalence, Judge, added_up
from ...filters.judge.rationale import RationaleJudgeFilter
from ...filters.judge.rules_first import Rule, RulesFirst, same_math
from ...filters.sandbox.choose import choose_sandbox
from ...filters.sandbox.pool import ProgramSandbox
from ...metrics.injection_guard import missing_fact
from ...track_tasks.code.call_rule import CallRule
from ...track_tasks.injection.memory import check_ready
from ..processes import gathered


class NoValue(float):
    """Stands for a value that there is not."""

    def __new__(cls) -> NoValue:
        """Makes one; it is not a number."""
        return super().__new__(cls, "nan")

    def __reduce__(self) -> tuple[type[NoValue], tuple[()]]:
        """Sends it to another process as what it is."""
        return NoValue, ()


class SharedTask(ConfigurableTask):  # type: ignore[misc]
    """A configurable task that gives the same results in one process and in many."""

    _is_shared = False
    _has_documents = True

    def doc_iterator(
        self,
        *,
        rank: int = 0,
        limit: int | None = None,
        world_size: int = 1,
        samples: list[int] | None = None,
    ) -> Iterator[tuple[int, Any]]:
        """Yields the documents of a process; the first of all for show if it has none.

        Args:
            rank: Number of the process.
            limit: How many documents there are for all.
            world_size: Number of processes.
            samples: Which documents, if not the first ones.
        """
        documents: Callable[..., Iterator[tuple[int, Any]]] = super().doc_iterator
        own = documents(rank=rank, limit=limit, world_size=world_size, samples=samples)
        first = list(islice(own, 1))
        self._is_shared, self._has_documents = world_size > 1, bool(first)
        if self._is_shared:
            _average_without_placeholders()
            first = first or list(islice(documents(limit=limit, samples=samples), 1))
        return chain(first, own)

    def process_results(self, doc: Any, results: Any) -> dict[str, Any]:
        """Scores the responses to a document; among several processes, with every metric.

        Args:
            doc: The document.
            results: What the filter found.
        """
        if not self._is_shared:
            return dict(super().process_results(doc, results))
        scores = super().process_results(doc, results) if self._has_documents else {}
        names = [str(metric["metric"]) for metric in self.config.metric_list]
        return {**scores, **{name: NoValue() for name in names if name not in scores}}


def _average_without_placeholders() -> None:
    """Has lm_eval take placeholders away once it has the values of all processes."""
    from lm_eval import evaluator

    average = evaluator._process_results
    if getattr(average, "takes_placeholders", False):
        return

    def average_values(results: Mapping[str, dict[str, Any]], *rest: Any, **options: Any) -> Any:
        for task in results.values():
            task["raw_metrics"] = _with_values(task["raw_metrics"])
            samples = [_with_metrics(sample) for sample in task["logged_samples"]]
            task["logged_samples"] = _in_order([of for of in samples if of["metrics"]])
        return average(results, *rest, **options)

    average_values.takes_placeholders = True  # type: ignore[attr-defined]
    evaluator._process_results = average_values


def _in_order(samples: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns samples as one process has them: filter by filter, in the documents' order."""
    filters = list(dict.fromkeys(sample["filter"] for sample in samples))
    return sorted(samples, key=lambda of: (filters.index(of["filter"]), of["doc_id"]))


def _with_values(metrics: Mapping[Any, list[Any]]) -> dict[Any, list[Any]]:
    kept = {
        name: [value for value in values if not isinstance(value, NoValue)]
        for name, values in metrics.items()
    }
    return {name: values for name, values in kept.items() if values}


def _with_metrics(sample: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a sample without its placeholders."""
    kept = {name: value for name, value in sample.items() if not isinstance(value, NoValue)}
    return {**kept, "metrics": [name for name in sample["metrics"] if name in kept]}


class JudgingTask(SharedTask):
    """A configurable task that records its judge beside the results."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        """Builds the task as its file says.

        Args:
            config: The file's content.

        Raises:
            InputError: Its documents cannot be had.
        """
        super().__init__(config={key: value for key, value in config.items() if key != "class"})
        self._judge: Judge | None = None

    def apply_filters(self) -> Any:
        """Applies the filters, and records the judge beside the results."""
        applied = super().apply_filters()
        if self._judge is not None:
            self.config.metadata = {
                **(self.config.metadata or {}),
                "judged_by": added_up(gathered(dict(self._judge.record()))),
            }
        return applied

    @property
    def metadata(self) -> dict[str, Any]:
        """What `--metadata` and the task's file say."""
        return dict(self.config.metadata or {})

    @property
    def is_strict(self) -> bool:
        """Whether a verdict that cannot be had is an error."""
        return bool(self.metadata.get("strict_judge"))

    def open_judge(self) -> Judge:
        """Opens the judge that `--metadata` or the environment names, by default the lexical one.

        Raises:
            InputError: There is no such judge, or a setting of it is malformed.
        """
        self._judge = open_judge(self.metadata, cache_folder("judge", "ERBENCH_TRACK_JUDGE_CACHE"))
        return self._judge


class JudgedTask(JudgingTask):
    """A configurable task that adds a judge's filter where `--metadata` has `judge`."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        """Builds the task as its file says.

        Args:
            config: The file's content.

        Raises:
            InputError: There is no such judge, or a setting of it is malformed.
        """
        super().__init__(config)
        if is_named(self.metadata):
            judge, strict = self.open_judge(), self.is_strict
            for ensemble in self._filters:
                ensemble.filters.append(lambda: RationaleJudgeFilter(judge, strict))


RULES: dict[tuple[type, str], Rule] = {
    **{(Equivalence, of.name): same_math for of in SCENARIOS.values() if of.answers == "value"},
    **{(Entailment, of.name): CallRule() for of in SCENARIOS.values() if of.runs_code},
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
