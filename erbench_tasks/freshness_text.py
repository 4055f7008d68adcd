"""How the difference of two generations is told on a terminal, whatever the database holds."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from .freshness import KINDS, Comparison, Difference
from .manifest_changes import manifest_changes
from .visible_text import visible


def print_comparison(comparison: Comparison, console: Console, show: int) -> None:
    """Prints what the benchmarks were made from, counts by question type, and examples.

    Args:
        comparison: What differs.
        console: Where to print.
        show: Number of examples of each kind.
    """
    for line in manifest_changes(comparison.old.manifest, comparison.new.manifest):
        _print(console, line)
    console.print(_counts(comparison))
    for kind in KINDS:
        examples = list(islice(comparison.differences(kind), show))
        if examples:
            console.print()
            _print(console, f"{kind} ({len(examples)} of {comparison.count(kind)})")
        for difference in examples:
            for line in _lines(difference):
                _print(console, f"  {line}")


def _print(console: Console, line: str) -> None:
    # A Text has no markup; long lines stay whole, so that they can be searched and copied.
    console.print(Text(visible(line, console.encoding)), soft_wrap=True, highlight=False)


def _counts(comparison: Comparison) -> Table:
    table = Table("question type")
    for name in ("unchanged", *KINDS):
        table.add_column(name, justify="right")
    for found in comparison.types:
        numbers = [found.unchanged, *map(found.count, KINDS)]
        table.add_row(found.question_type, *map(str, numbers))
    table.add_section()
    unchanged = sum(found.unchanged for found in comparison.types)
    table.add_row("all", str(unchanged), *map(str, map(comparison.count, KINDS)))
    return table


def _lines(difference: Difference) -> Iterator[str]:
    item = difference.item
    yield f"{item['question_type']}, {item['entity']}: {item['question']}"
    old, new = difference.old or {}, difference.new or {}
    for name in difference.fields:
        yield f"  - {name}: {_value(old[name])}"
        yield f"  + {name}: {_value(new[name])}"


def _value(value: Any) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, default=_digest)


def _digest(image: bytes) -> str:
    """Tells images apart that cannot be shown here."""
    return f"{len(image):,} bytes, SHA-256 {hashlib.sha256(image).hexdigest()[:16]}"
