"""Standard errors in lm_eval's own tables, which takes all values of a task for independent.

The three wordings of an entity's question are not, nor are an entity's questions in several tasks,
nor questions of TRACK that share facts. So values carry the cluster that they belong to, and its
facts, from where they are measured to where lm_eval has averaged them, also from one process to
another.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from ...metrics.statistics.clustered import Stratum, stratified_standard_error


class ClusteredValue(float):
    """A value of a metric that knows which cluster it belongs to.

    Attributes:
        cluster: Values of different clusters are independent, but for the facts that they share.
        facts: The facts that the cluster needs.
    """

    __slots__ = ("cluster", "facts")
    cluster: str
    facts: tuple[str, ...]

    def __new__(cls, value: float, cluster: str, facts: tuple[str, ...] = ()) -> ClusteredValue:
        """Makes a value.

        Args:
            value: The number.
            cluster: Its cluster.
            facts: The facts that the cluster needs.
        """
        made = super().__new__(cls, value)
        made.cluster, made.facts = cluster, facts
        return made

    def __reduce__(self) -> tuple[type[ClusteredValue], tuple[float, str, tuple[str, ...]]]:
        """Keeps the cluster on the way to another process."""
        return ClusteredValue, (float(self), self.cluster, self.facts)


def with_cluster(scores: Mapping[str, Any], doc: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the scores of a document's response with the document's cluster.

    Args:
        scores: Values by metric.
        doc: The document: an item of ERBench, whose cluster is its entity, a question of TRACK,
            which is one by itself and has facts, or a probing question, whose cluster is its fact.
            Scores of other documents stay as they are.
    """
    cluster = _cluster(doc)
    if cluster is None:
        return dict(scores)
    facts = tuple(str(fact.get("fact_id", fact["fact"])) for fact in doc.get("facts") or ())
    return {
        name: ClusteredValue(value, cluster, facts) if isinstance(value, float) else value
        for name, value in scores.items()
    }


def _cluster(doc: Mapping[str, Any]) -> str | None:
    if "entity_id" in doc:
        return f"{doc.get('domain', '')}/{doc['entity_id']}"
    found = doc.get("fact_id", doc.get("id"))
    return None if found is None else str(found)


def standard_error(parts: Sequence[tuple[float, Sequence[Any]]]) -> float | None:
    """Returns the standard error of the weighted mean of some tasks' means.

    Args:
        parts: Of each task its weight and its values.

    Returns:
        The standard error; None if a value has no cluster, or a task has fewer than two.
    """
    if not all(isinstance(value, ClusteredValue) for _, values in parts for value in values):
        return None
    error = stratified_standard_error(
        [Stratum(weight, values, [value.cluster for value in values]) for weight, values in parts],
        {value.cluster: value.facts for _, values in parts for value in values},
    )
    return None if math.isnan(error) else error
