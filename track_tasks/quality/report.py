"""The report of a quality control: numbers as JSON, and a page for people in Markdown."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ...core.jinja import markdown_template
from ...metrics.statistics.intervals import Estimate
from .control import Quality
from .dropping import Filtered
from .label_agreement import Agreement, Share

SCHEMA_VERSION = 1
_SHOWN = 200  # dropped facts on the page; the JSON file has all


def as_json(quality: Quality) -> dict[str, Any]:
    """Returns the report as plain values."""
    settings = quality.settings
    return {
        "schema_version": SCHEMA_VERSION,
        "settings": {**settings._asdict(), "policy": settings.policy._asdict()},
        "judges": quality.judges,
        "questions": quality.questions,
        "facts": quality.facts,
        "shares": [_share(share) for share in quality.shares],
        "question_shares": [_share(share) for share in quality.question_shares],
        "agreements": [_agreement(each) for each in quality.agreements],
        "question_agreements": [_agreement(each) for each in quality.question_agreements],
        "human_labels_about_nothing_annotated": quality.strange_labels,
        "filter": _filter(quality.filtered) if quality.filtered is not None else None,
    }


def as_markdown(quality: Quality) -> str:
    """Returns the report as a page; texts of judges and of the dataset are escaped in it."""
    template = markdown_template("quality_report.md.jinja")
    return template.render(report=as_json(quality), most=_SHOWN, cell=cell)


def cell(value: float | None, low: float | None, high: float | None, factor: int = 1) -> str:
    """Returns a number with its interval.

    Args:
        value: The number; None if it is undefined.
        low: Lower end; None if there is none.
        high: Upper end.
        factor: 100 for per cent.
    """
    if value is None:
        return "undefined"
    digits = 1 if factor == 100 else 3
    text = f"{value * factor:.{digits}f}"
    if low is None or high is None:
        return text
    return f"{text} [{low * factor:.{digits}f}, {high * factor:.{digits}f}]"


def _share(share: Share) -> dict[str, Any]:
    found: Estimate | None = share.estimate
    numbers = {
        "share": found and found.value,
        "low": found and found.low,
        "high": found and found.high,
    }
    return {**share._asdict(), "estimate": numbers}


def _agreement(each: Agreement) -> dict[str, Any]:
    return {
        **each._asdict(),
        "counts": each.counts._asdict(),
        "n": each.counts.n,
        "f1": each.f1._asdict(),
        "kappa": each.kappa._asdict(),
    }


def _filter(result: Filtered) -> dict[str, Any]:
    objections = Counter(
        (objection.task, objection.judge)
        for dropped in result.dropped_facts
        for objection in dropped.objections
    )
    reasons = Counter(dropped.reason for dropped in result.dropped_questions)
    return {
        "questions_left": len(result.questions),
        "facts_left": sum(len(question.facts) for question in result.questions),
        "objections": [
            {"task": task, "judge": judge, "count": count}
            for (task, judge), count in sorted(objections.items())
        ],
        "reasons": dict(sorted(reasons.items())),
        "new_ids": result.new_ids,
        "dropped_questions": [dropped.to_row() for dropped in result.dropped_questions],
        "dropped_facts": [dropped.to_row() for dropped in result.dropped_facts],
    }
