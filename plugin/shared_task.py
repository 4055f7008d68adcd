"""Tasks whose documents are shared over processes, without the traps that lm_eval has for them.

lm_eval 0.4.13 stops if a process has no document, and if a metric has values in one process and
none in another: rates leave out what could not be judged, so that happens. Here a process without
a document asks the first one for show, and each metric has a placeholder for a missing value; both
are taken away before anything is averaged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, islice
from typing import Any

from lm_eval.api.task import ConfigurableTask


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
