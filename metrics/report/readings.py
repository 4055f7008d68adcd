"""How responses were read and judged, and which of them could not be: what a reader must know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ...core.suites.erbench import PAPER, ROBUST
from ...core.suites.track import PROBE
from ..unreadable import all_unread
from .how_made import HowMade, JudgedBy
from .runs import Model, Run
from .track_runs import TrackRun

BOTH = "both"
_ALIKE = 0.9  # of all that either of two models was asked
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


class _Asked(NamedTuple):
    """Models that were asked the same questions; the first stands for all of them."""

    models: list[str]
    questions: Mapping[str, int]


class Unlike(NamedTuple):
    """Where figures of different questions stand beside each other.

    Attributes:
        places: Datasets and kinds of questions; of TRACK a scenario, and no kind.
        warning: The line that says so.
    """

    places: frozenset[tuple[str, ...]]
    warning: str


def unlike_questions(models: Iterable[Model]) -> list[Unlike]:
    """Finds the tasks of which models were asked different questions.

    Args:
        models: The models with their runs.
    """
    beside: dict[tuple[str, ...], list[_Asked]] = {}
    for model in models:
        for place, questions in _asked(model):
            groups = beside.setdefault(place, [])
            same = next((g for g in groups if _shared(g.questions, questions) >= _ALIKE), None)
            if same is None:
                groups.append(_Asked([model.label], questions))
            else:
                same.models.append(model.label)
    alike: dict[tuple[tuple[str, ...], ...], dict[tuple[str, ...], list[_Asked]]] = {}
    for place, groups in beside.items():
        if len(groups) > 1:
            parted = tuple(tuple(dict.fromkeys(group.models)) for group in groups)
            alike.setdefault(parted, {})[place] = groups
    return [_unlike(parted, places) for parted, places in alike.items()]


def _unlike(
    parted: Sequence[Sequence[str]], places: Mapping[tuple[str, ...], list[_Asked]]
) -> Unlike:
    where = ", ".join(" ".join(filter(None, place)) for place in places)
    shares = [_shared(groups[0].questions, groups[1].questions) for groups in places.values()]
    common = f"{min(shares):.0%}" + (f" to {max(shares):.0%}" if len(shares) > 1 else "")
    return Unlike(
        frozenset(place[:2] for place in places),
        f"{where}: different questions were asked of {' and of '.join(map(', '.join, parted))} "
        f"({common} of the questions of the first two are the same). Their figures stand beside "
        "each other and are not of the same questions; comparisons are on the shared ones. Run all "
        "models on the same data.",
    )


def _asked(model: Model) -> Iterator[tuple[tuple[str, ...], Mapping[str, int]]]:
    """Yields what was asked by dataset, kind and condition, as tables put it side by side."""
    for run in model.runs:
        if not run.kind.startswith("known"):
            cot = "with chain of thought" if run.cot else ""
            yield (run.dataset, run.kind, cot, run.condition), run.tally.questions
    for tried in model.track:
        if tried.answers:
            asked = {answer.question: hash(answer.facts) for answer in tried.answers}
            yield (tried.scenario, "", tried.method, tried.condition), asked


def _shared(first: Mapping[str, int], second: Mapping[str, int]) -> float:
    """Returns the share of all entities, or questions, of which both were asked the same."""
    same = sum(second.get(name) == of for name, of in first.items())
    return same / max(len(first.keys() | second.keys()), 1)


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
