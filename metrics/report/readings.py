"""How responses were read and judged, and which of them could not be: what a reader must know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...core.suites.erbench import PAPER, ROBUST
from ...core.suites.track import PROBE
from ..unreadable import all_unread
from .how_made import HowMade, JudgedBy
from .runs import Model, Run
from .track_runs import TrackRun

BOTH = "both"
_READINGS = {
    ROBUST: "Reading: robust. The answer is what a careful person takes for the final one, and the "
    "rationale must state the value as a fact. --reading paper shows the paper's.",
    PAPER: "Reading: paper. Answers and rationales are read by the paper's rules, to the letter.",
}


def reading_notes(models: Iterable[Model], reading: str) -> list[str]:
    """Says how the responses were read, and of which runs there is only the paper's reading.

    Args:
        models: The models with their runs.
        reading: One of `READINGS`, or `both`.
    """
    if reading == BOTH:
        return [*_READINGS.values(), "The paper's is in rows that are marked (PAPER'S READING)."]
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


def unknown_warnings(models: Iterable[Model]) -> list[str]:
    """Warns of each model that is found to know nothing, which is rarely so.

    Args:
        models: The models with their runs.
    """
    return [
        f"{model.label}, {run.name}: 0 of {len(run.probes)} facts known. Read some of the replies "
        "in the samples: are they wrong, or are they not read or not judged as right?"
        for model in models
        for run in model.track
        if run.method == PROBE and run.probes and not any(probe.known for probe in run.probes)
    ]


def judge_notes(models: Iterable[Model]) -> list[str]:
    """Says what judged the responses, and which of them are simulated: a line for each judge.

    Args:
        models: The models with their runs.
    """
    judged: dict[JudgedBy, list[str]] = {}
    for model in models:
        for made in _made(model):
            if made.judge is not None:
                judge = made.judge._replace(work="")
                judged.setdefault(judge, []).append(model.label)
    return [
        f"Judge of {', '.join(dict.fromkeys(labels))}: {judge.title}"
        f"{f'; {judge.settings}' if judge.settings else ''}."
        f"{_BY_A_RULE if judge.is_rule else ''}"
        for judge, labels in judged.items()
    ]


_BY_A_RULE = (
    " It compares words and numbers, and understands nothing: it is for trying things out. Figures "
    "to be published need a judge (--judge openai/MODEL)."
)
RUN_HEADER = (
    "Run", "Replies", "Empty", "Unreadable", "Day (UTC)", "Generation", "Judge",
    "What it did",
)  # fmt: skip


def run_rows(model: Model) -> list[tuple[str, ...]]:
    """Says how each run of a model was made, in the columns of `RUN_HEADER`."""
    rows: list[tuple[str, ...]] = []
    runs: list[Run | TrackRun] = [*model.runs, *model.track]
    for run in runs:
        made, judge = run.made, run.made.judge
        judged = (judge.title, judge.work) if judge else ("none", "")
        unreadable = f"{run.unread.share:.1%}" if run.unread.documents else "-"
        rows.append(
            (
                run.name,
                *(f"{n:,}" for n in made.replies),
                unreadable,
                made.date,
                made.generation,
                *judged,
            )
        )
    return rows


def sources(model: Model) -> dict[str, str]:
    """Says which model and which versions made a model's runs, and where TRACK's facts are from."""
    made = _made(model)
    found = {"Model": _together(made, "model"), "Versions": _together(made, "software")}
    facts = _together((each for each in made if each.facts_from), "facts_from")
    return {**found, **({"Facts": facts} if facts else {})}


def _made(model: Model) -> list[HowMade]:
    return [run.made for run in model.runs] + [run.made for run in model.track]


def _together(made: Iterable[HowMade], field: str) -> str:
    return "; ".join(dict.fromkeys(getattr(each, field) for each in made))


def unreadable_warnings(models: Iterable[Model]) -> list[str]:
    """Warns of each model some of whose responses cannot be read.

    Args:
        models: The models with their runs.
    """
    return [line for model in models for line in _warnings(model)]


def _warnings(model: Model) -> Iterator[str]:
    unread = {run.name: run.unread for run in model.runs}
    unread |= {run.name: run.unread for run in model.track}
    affected = {name: each for name, each in unread.items() if each.unreadable}
    if affected:
        worst = max(affected, key=lambda name: affected[name].share)
        others = len(affected) - 1
        more = f" and {others} other task{'s' * (others > 1)}" if others else ""
        yield all_unread(affected.values()).warning(f"{model.label}, {worst}{more}")
