"""How ERBench's responses were read, and which of them could not be: what a reader must know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core.suites.erbench import PAPER, ROBUST
from ..unreadable import warning
from .runs import Model, Run

_READINGS = {
    ROBUST: "Reading: robust. The answer is what a careful person takes for the final one, and the "
    "rationale is judged by the strict rule. --reading paper shows the paper's.",
    PAPER: "Reading: paper. Answers and rationales are read by the paper's rules, to the letter.",
}


def reading_notes(models: Iterable[Model], reading: str) -> list[str]:
    """Says how the responses were read, and of which runs there is only the paper's reading.

    Args:
        models: The models with their runs.
        reading: One of `READINGS`.
    """
    older = {model.label: model.read_otherwise for model in models}
    return [
        _READINGS[reading],
        *(
            f"{label}: scored before there were two readings, so these are the paper's: "
            f"{', '.join(run.name for run in runs)}. `erbench-track score` reads them again."
            for label, runs in older.items()
            if runs
        ),
    ]


def unreadable_warnings(models: Iterable[Model]) -> list[str]:
    """Warns of each model some of whose responses cannot be read.

    Args:
        models: The models with their runs.
    """
    return [line for model in models for line in _warnings(model)]


def _warnings(model: Model) -> Iterable[str]:
    affected = sorted(
        (run for run in model.runs if _mean([run], "unreadable_rate")),
        key=lambda run: -_mean([run], "unreadable_rate"),
    )
    if affected:
        share, cut = _mean(affected, "unreadable_rate"), _mean(affected, "truncated_rate")
        others = len(affected) - 1
        more = f" and {others} other task{'s' * (others > 1)}" if others else ""
        yield warning(share, cut, f"{model.label}, {affected[0].name}{more}")


def _mean(runs: Sequence[Run], measure: str) -> float:
    """Returns the mean of a measure over the responses of some runs, 0 if they do not have it."""
    sums = [sums for run in runs for sums in run.clusters(measure, None)]
    return sum(total for _, total in sums) / max(1, sum(count for count, _ in sums))
