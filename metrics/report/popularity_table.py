"""What is known of entities that are less and more popular (as PopQA shows it).

Source: A. Mallen et al., "When Not to Trust Language Models: Investigating Effectiveness of
Parametric and Non-Parametric Memories", ACL 2023.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..statistics.quantiles import quarters
from .answer_tables import LABELS, column_of, in_reading_order
from .erbench_tables import in_order, title_of
from .grid import Figure, Row, Table, run_figure, without_blanks
from .runs import Model, Run

_MEASURES = {
    "A": "answer_accuracy",
    "R": "rationale_accuracy",
    "H (↓)": "hallucination_rate",
    "M (↓)": "missing_rate",
}
_QUARTERS = (
    "least popular quarter",
    "2nd quarter",
    "3rd quarter",
    "most popular quarter",
    "all quarters",
)


class _Ranked(NamedTuple):
    """The entities of a dataset by popularity.

    Attributes:
        bounds: The smallest and the largest popularity of each quarter; None where equal ones
            leave none.
        entities: The entities of each quarter, and at the end all of them.
        unranked: Number of entities whose popularity is not known.
    """

    bounds: list[tuple[float, float] | None]
    entities: list[set[str]]
    unranked: int


def popularity_table(models: Sequence[Model]) -> Table:
    """Makes the table, with a row for each measure and quarter; empty where nothing is ranked.

    Args:
        models: The models with their runs.
    """
    shown = {
        m.label: {column_of(r, LABELS[r.kind]): r for r in m.runs if r.kind in LABELS}
        for m in models
    }
    ranked = _ranked([run for mine in shown.values() for run in mine.values()])
    columns = [c for mine in shown.values() for c, run in mine.items() if run.dataset in ranked]
    placed = in_reading_order(columns)
    rows = tuple(
        Row(name, f"{label}, {_QUARTERS[quarter]}", tuple(
            _cell(mine.get(column), metric, quarter, ranked[column.dataset]) for column in placed
        ))
        for name, mine in shown.items()
        for label, metric in _MEASURES.items()
        for quarter in range(len(_QUARTERS))
    )  # fmt: skip
    notes = (
        "Over all entities whose popularity is known. The quarters are of the entities that any "
        "of the models was asked about; those that are equally popular stay together.",
        *_range_notes(ranked),
    )
    title = "ERBench popularity: What is known of less and more popular entities"
    return without_blanks(Table(title, notes, placed, rows))


def _ranked(runs: Sequence[Run]) -> dict[str, _Ranked]:
    """Ranks the entities of each dataset that has the popularity of some."""
    found = {}
    for dataset in in_order(run.dataset for run in runs):
        of_dataset = [run for run in runs if run.dataset == dataset]
        known = {e: p for run in of_dataset for e, p in run.tally.popularity.items()}
        if known:
            bounds = list(quarters(known.values()))
            entities = [{e for e, p in known.items() if b and b[0] <= p <= b[1]} for b in bounds]
            entities.append(set(known))
            asked = {entity for run in of_dataset for entity in run.entities}
            found[dataset] = _Ranked(bounds, entities, len(asked - known.keys()))
    return found


def _cell(run: Run | None, metric: str, quarter: int, ranked: _Ranked) -> tuple[Figure, ...]:
    if run is None or not run.tally.measures.get(metric):
        return ()
    found = run_figure(run, metric, ranked.entities[quarter])
    condition = ", ".join(filter(None, [run.condition, _QUARTERS[quarter]]))
    return (replace(found, condition=condition, run=""),)


def _range_notes(ranked: dict[str, _Ranked]) -> Iterator[str]:
    for dataset, found in ranked.items():
        ranges = [f"{b[0]:g} to {b[1]:g}" if b else "none" for b in found.bounds]
        unranked = f"; {found.unranked:,} entities have none" if found.unranked else ""
        yield f"Popularity in {title_of(dataset)}: {', '.join(ranges)}{unranked}."
