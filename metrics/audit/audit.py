"""An audit: labels of people, what they say of scorers, and the corrected rates."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..report.runs import Model
from .agreement import Agreement, agreements
from .labels import Label, Marked, marked, read_labels
from .prediction_powered import Corrected
from .rates import FEWEST_LABELS, Rate, rates
from .responses import Response, responses_of


class Audit(NamedTuple):
    """What labels of people say about scorers.

    Attributes:
        agreements: Of each scorer with each person, and of persons with each other.
        rates: By model, task, measure and scorer.
        notes: What a reader must know.
    """

    agreements: list[Agreement]
    rates: list[Rate]
    notes: list[str]


def audit(models: Sequence[Model], labels: Sequence[Path]) -> Audit:
    """Compares what scorers say with what people say.

    Args:
        models: The models with their runs.
        labels: Files with labels of one sample of their responses.

    Raises:
        InputError: A file cannot be read, or a label is not one of these responses.
    """
    responses, left_out = responses_of(models)
    by_id = {response.id: response for response in responses}
    given = read_labels(labels, by_id)
    rows = marked(given, by_id)
    notes = [*_notes(responses, given, rows), *left_out]
    return Audit(agreements(given, by_id), rates(responses, rows), notes)


def _notes(
    responses: Sequence[Response], labels: Sequence[Label], rows: Sequence[Marked]
) -> Iterator[str]:
    by = Counter(label.person for label in labels)
    people = ", ".join(f"{count:,} by {person}" for person, count in by.items())
    yield f"{len(rows):,} of {len(responses):,} responses are labelled ({people})."
    sizes = {each.label.stratum: each.label.stratum_size for each in rows}
    missing = len(responses) - sum(sizes.values())
    if missing > 0:
        yield (
            f"{missing:,} responses are in strata without a label, or were not there when the "
            "sample was drawn: they are taken to be like the others of their model."
        )
    if len(rows) < FEWEST_LABELS:
        yield f"{len(rows)} labels are too few for any rate: at least {FEWEST_LABELS} are needed."


def as_json(found: Audit) -> str:
    """Returns an audit as JSON: `agreements`, `rates` and `notes`."""
    rows = {
        "agreements": list(_agreement_rows(found)),
        "rates": list(_rate_rows(found)),
        "notes": found.notes,
    }
    return json.dumps(rows, indent=1, ensure_ascii=False) + "\n"


def as_csv(found: Audit) -> dict[str, str]:
    """Returns an audit as CSV files, by name."""
    parts = {
        "agreement.csv": list(_agreement_rows(found)),
        "rates.csv": list(_rate_rows(found)),
    }
    return {name: _csv(rows) for name, rows in parts.items() if rows}


def _csv(rows: Sequence[dict[str, Any]]) -> str:
    file = io.StringIO()
    writer = csv.DictWriter(file, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


def _agreement_rows(found: Audit) -> Iterator[dict[str, Any]]:
    for each in found.agreements:
        low, high = each.kappa_interval or (None, None)
        yield {
            "first": each.first,
            "second": each.second,
            "what": each.what,
            "where": each.where,
            "agreement": _rounded(each.value),
            "low": _rounded(each.interval[0]),
            "high": _rounded(each.interval[1]),
            "kappa": _rounded(each.kappa),
            "kappa_low": _rounded(low),
            "kappa_high": _rounded(high),
            "labels": each.n,
        }


def _rate_rows(found: Audit) -> Iterator[dict[str, Any]]:
    for each in found.rates:
        yield {
            "model": each.model,
            "task": each.task,
            "metric": each.measure,
            "scorer": each.scorer,
            "responses": each.uncorrected.n,
            "labels": each.labels,
            "labels_needed": each.needed,
            "uncorrected": _rounded(each.uncorrected.value),
            "uncorrected_low": _rounded(each.uncorrected.low),
            "uncorrected_high": _rounded(each.uncorrected.high),
            **_columns("corrected", each.corrected),
            **_columns("labels_alone", each.alone),
            "lambda": _rounded(each.corrected and each.corrected.trust),
        }


def _columns(name: str, found: Corrected | None) -> dict[str, float | None]:
    """Returns a rate; `_here` are the ends of the interval that is about these responses alone."""
    low, high = found.interval if found else (None, None)
    low_here, high_here = found.interval_here if found else (None, None)
    numbers = {
        "": found.value if found else None,
        "_low": low,
        "_high": high,
        "_low_here": low_here,
        "_high_here": high_here,
    }
    return {f"{name}{part}": _rounded(number) for part, number in numbers.items()}


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 6)
