"""The report's table of rates that people audited."""

from __future__ import annotations

from ..report.grid import Column, Figure, Row, Table
from ..statistics.intervals import Estimate
from .agreement import ALL, Agreement
from .audit import Audit
from .prediction_powered import Corrected
from .rates import FEWEST_LABELS, Rate
from .responses import TRACK

_NOTES = (
    "What the report's rates would be had people labelled every response, by prediction-powered "
    "inference: the scorer's rate, corrected by its errors on the labelled ones. Unlike the other "
    "tables these rates are over all responses of a task, or of all tasks together.",
    "Corrected intervals, like the others, are over other responses of the kind; by the labels "
    "alone they are wider. Agreement is that of the scorer with people, as a share of all "
    "responses, and kappa the part of it that is not by chance.",
)
_GROUPS = {
    "Rate": ("by the scorer", "corrected", "by labels alone"),
    "Scorer and people": ("agreement", "kappa"),
    "Number": ("labels",),
}
_COLUMNS = tuple(Column(group, name, "", "") for group, names in _GROUPS.items() for name in names)
# What a person's agreement with a scorer is about, by what a rate depends on.
_RATIONALE = "rationale"
_ABOUT = {
    "rationale_accuracy": _RATIONALE,
    "full_knowledge_entailment": _RATIONALE,
    "answer_accuracy": "answer",
    "answer_pass": "answer",
}


def audit_table(found: Audit) -> Table:
    """Makes the table.

    Args:
        found: The audit of the report's runs.

    Returns:
        A row per model and measure, and of the rationale also per task, where there are enough
        labels; by the scorer whose figures the report shows.
    """
    counting = [
        rate
        for rate in found.rates
        if rate.counts and (rate.task == ALL or _ABOUT.get(rate.measure) == _RATIONALE)
    ]
    rows = [
        Row(rate.model, _label(rate), _cells(rate, found)) for rate in counting if rate.corrected
    ]
    few = [rate for rate in counting if rate.corrected is None]
    notes = (*_NOTES, *found.notes, *([_too_few(few)] if few else []))
    return Table("Audited by people: rates, corrected", notes, _COLUMNS, tuple(rows), "Rate")


def _label(rate: Rate) -> str:
    return rate.title if rate.task == ALL else f"{rate.title}, {rate.task}"


def _too_few(few: list[Rate]) -> str:
    tasks: dict[str, dict[str, None]] = {}
    for rate in few:
        tasks.setdefault(rate.model, {})[rate.task] = None
    said = "; ".join(f"{model}: {', '.join(names)}" for model, names in tasks.items())
    return (
        f"Too few labels, below {FEWEST_LABELS}, for a corrected rate of {said}. With about "
        f"{max(rate.needed for rate in few):,} labels in all each of these would have one."
    )


def _cells(rate: Rate, found: Audit) -> tuple[tuple[Figure, ...], ...]:
    about = _ABOUT.get(rate.measure) if rate.task == ALL else None
    agreement = next(
        (
            each
            for each in found.agreements
            if (each.first, each.what, each.where) == (rate.scorer, about, _place(rate, found))
        ),
        None,
    )
    labels = Estimate(rate.labels, None, None, rate.labels, rate.labels)
    return (
        (_figure(rate, "uncorrected", rate.uncorrected),),
        (_figure(rate, "corrected", _estimate(rate, rate.corrected)),),
        (_figure(rate, "labels_alone", _estimate(rate, rate.alone)),),
        _agreement(rate, agreement),
        _kappa(rate, agreement),
        (_figure(rate, "labels", labels, "count"),),
    )


def _place(rate: Rate, found: Audit) -> str:
    """Returns where the agreement about a model's responses stands: alone it has them all."""
    models = {each.name for each in found.rates}
    return ALL if len(models) == 1 else rate.name


def _figure(rate: Rate, what: str, estimate: Estimate | None, form: str = "") -> Figure:
    share = "percent" if rate.suite == TRACK else "share"
    n = rate.uncorrected.n if what == "uncorrected" else rate.labels
    name = f"{rate.measure}_{what}"
    return Figure(rate.task, "", name, estimate, n, form or share, reading=rate.scorer)


def _estimate(rate: Rate, found: Corrected | None) -> Estimate | None:
    if found is None:
        return None
    return Estimate(found.value, *found.interval, found.labels, rate.uncorrected.entities)


def _agreement(rate: Rate, of: Agreement | None) -> tuple[Figure, ...]:
    if of is None:
        return ()
    return (_figure(rate, "agreement", Estimate(of.value, *of.interval, of.n, of.n)),)


def _kappa(rate: Rate, of: Agreement | None) -> tuple[Figure, ...]:
    if of is None or of.kappa is None or of.kappa_interval is None:
        return ()
    estimate = Estimate(of.kappa, *of.kappa_interval, of.n, of.n)
    return (_figure(rate, "kappa", estimate, "share"),)
