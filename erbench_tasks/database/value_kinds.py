"""What the values of a column are that nobody declared: numbers, dates, truth values or texts."""

from __future__ import annotations

import re
from datetime import date

TEXT = "TEXT"
# What programs write where there is no value; among texts it may be one, as Namibia's NA.
_NO_VALUES = ("NA", "N/A", "n/a", "NaN", "nan", "NULL", "null", "None")
# Figures with a leading zero are those of a code, and an `e` without a sign may be a letter of one.
_FORMS = {
    "INTEGER": r"-?(0|[1-9]\d{0,17})(\.0+)?",
    "REAL": r"-?(0|[1-9]\d*)?(\.\d+|(\.\d+)?[eE][+-]\d{1,3})",
    "DATE": r"\d{4}-\d\d-\d\d([ T]00:00(:00(\.0+)?)?)?",
    "TIMESTAMP": r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d{3}(\d{3})?)?)?",
    "BOOLEAN": r"true|True|TRUE|false|False|FALSE",
}
_PATTERNS = {kind: re.compile(form, re.ASCII) for kind, form in _FORMS.items()}
_SOON = ("INTEGER", "REAL", "BOOLEAN")  # their form is all
_WIDER = {frozenset({"INTEGER", "REAL"}): "REAL", frozenset({"DATE", "TIMESTAMP"}): "TIMESTAMP"}


def is_of(kind: str, value: str) -> bool:
    """Tells soon whether a value is a number or truth value of this type."""
    return kind in _SOON and bool(_PATTERNS[kind].fullmatch(value))


def kind_of(value: str) -> str:
    """Returns the type in SQL of what a value looks like; empty if it stands for none."""
    if value in _NO_VALUES:
        return ""
    kind = next((kind for kind, form in _PATTERNS.items() if form.fullmatch(value)), TEXT)
    return kind if kind not in ("DATE", "TIMESTAMP") or _is_day(value[:10]) else TEXT


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def common_kind(one: str, other: str) -> str:
    """Returns the type of a column that has values of two; an empty one goes with any."""
    if one == other or not one or not other:
        return one or other
    return _WIDER.get(frozenset({one, other}), TEXT)
