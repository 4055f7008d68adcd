"""Rates by a scorer, corrected by labels of people."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..statistics.intervals import Z95, Cluster, Estimate
from ..statistics.shared_facts import rate_estimate
from .labels import Marked
from .prediction_powered import Corrected, corrected
from .responses import MEASURES, Response

ALL = "all"
FEWEST_LABELS = 30
"""With fewer, an interval is 20 to 50 points wide (`benchmarks/audit_coverage.py`)."""
_WIDE = 0.05  # half of the width of an interval, above which more labels are recommended


class Rate(NamedTuple):
    """A rate by a scorer and by people.

    Attributes:
        model: The label of the model.
        name: Its name.
        suite: `ERBENCH` or `TRACK`.
        task: The task with its condition; `all` for all tasks together.
        measure: Its name.
        scorer: What says it of all responses.
        counts: Whether it is the scorer whose figures the report shows.
        uncorrected: What the scorer says.
        corrected: The same corrected by the labels; None if there are too few.
        alone: What the labels alone say; None if there are too few.
        labels: Number of labelled responses.
        needed: With so many labels in all there would be enough, or the interval would be narrow;
            0 if it is.
    """

    model: str
    name: str
    suite: str
    task: str
    measure: str
    scorer: str
    counts: bool
    uncorrected: Estimate
    corrected: Corrected | None
    alone: Corrected | None
    labels: int
    needed: int

    @property
    def title(self) -> str:
        """What the papers call the measure."""
        return MEASURES[self.suite][self.measure].removesuffix(" (↓)")


def rates(responses: Sequence[Response], rows: Sequence[Marked]) -> list[Rate]:
    """Corrects the rates of each model.

    Args:
        responses: All responses.
        rows: Those that people labelled.

    Returns:
        By model, suite, task (first all tasks together), measure and scorer.
    """
    found: list[Rate] = []
    for model in dict.fromkeys(label for response in responses for label in response.scorers):
        own = [response for response in responses if model in response.scorers]
        for suite in dict.fromkeys(response.suite for response in own):
            of_suite = [response for response in own if response.suite == suite]
            tasks = sorted({response.task for response in of_suite})
            for task in (ALL, *(tasks if len(tasks) > 1 else ())):
                chosen = [each for each in of_suite if task in (ALL, each.task)]
                found += _rates_of(model, task, chosen, rows)
    return found


def _rates_of(
    model: str, task: str, responses: Sequence[Response], rows: Sequence[Marked]
) -> Iterator[Rate]:
    suite = responses[0].suite
    counts = {response.scorers[model] for response in responses}
    for measure in MEASURES[suite]:
        for scorer in dict.fromkeys(name for each in responses for name in each.verdicts):
            said = _said(responses, scorer, measure)
            if said:
                yield Rate(
                    model, responses[0].model, suite, task, measure, scorer, scorer in counts,
                    *_estimates(said, rows, measure),
                )  # fmt: skip


_Said = dict[str, tuple[Response, float, bool]]


def _said(responses: Sequence[Response], scorer: str, measure: str) -> _Said:
    """Returns by id the responses of which a scorer says a measure.

    Where it has no verdict, though people may have one, it gets the mean of the others and a mark.
    """
    asked = [(each, each.verdicts[scorer]) for each in responses if scorer in each.verdicts]
    values = {each.id: verdict.measures.get(measure) for each, verdict in asked}
    known = [value for value in values.values() if value is not None]
    if not known:
        return {}
    usual = sum(known) / len(known)
    return {
        each.id: (each, usual if value is None else value, value is not None)
        for each, verdict in asked
        for value in (values[each.id],)
        if value is not None or (each.elements and None in (verdict.answer, verdict.rationale))
    }


def _estimates(
    said: _Said, rows: Sequence[Marked], measure: str
) -> tuple[Estimate, Corrected | None, Corrected | None, int, int]:
    """Returns a rate by the scorer, corrected, by labels alone; their number, and that needed."""
    sample = [
        each.case(label, said[each.response.id][1])
        for each in rows
        if each.response.id in said and (label := _people(each, measure)) is not None
    ]
    clusters, facts = _clustered([(each, value) for each, value, known in said.values() if known])
    uncorrected = rate_estimate(clusters, facts)
    assert uncorrected is not None  # noqa: S101 -- the scorer says it of something
    if len(sample) < FEWEST_LABELS:
        return uncorrected, None, None, len(sample), _needed(len(rows), len(sample), FEWEST_LABELS)
    clusters, facts = _clustered([(each, value) for each, value, _ in said.values()])
    found = corrected(clusters, sample, facts)
    alone = corrected(clusters, sample, facts, trust=0.0)
    half = Z95 * found.error
    wanted = math.ceil(len(sample) * (half / _WIDE) ** 2) if half > _WIDE else 0
    needed = _needed(len(rows), len(sample), wanted) if wanted else 0
    return uncorrected, found, alone, len(sample), needed


def _people(each: Marked, measure: str) -> float | None:
    """Returns what people say of a response: the mean, if they differ."""
    values = [of.measures[measure] for of in each.verdicts.values() if measure in of.measures]
    return sum(values) / len(values) if values else None


def _clustered(
    cases: Iterable[tuple[Response, float]],
) -> tuple[list[Cluster], list[frozenset[str]]]:
    """Sums values by entity or question; and the facts of each, if there are any."""
    sums: dict[str, list[float]] = {}
    facts: dict[str, frozenset[str]] = {}
    for each, value in cases:
        of = sums.setdefault(each.cluster, [0, 0.0])
        of[0] += 1
        of[1] += value
        facts[each.cluster] = each.facts
    shared = [facts[cluster] for cluster in sums] if any(facts.values()) else []
    return [(count, total) for count, total in sums.values()], shared


def _needed(labels: int, here: int, wanted: int) -> int:
    """Returns how many labels in all give so many here, if as large a part of them is."""
    return math.ceil(wanted * labels / max(here, 1))
