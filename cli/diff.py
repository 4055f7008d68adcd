"""`erbench-track diff`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..core.untrusted_text import visible

if TYPE_CHECKING:
    from ..erbench_tasks.stored.diff import Comparison, Difference, Kind


def diff(
    old: Annotated[
        Path,
        typer.Argument(metavar="OLD", help="A folder that erbench-track generate wrote."),
    ],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="A later one of the same benchmark.")],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Folder for what is new, as a benchmark."),
    ] = None,
    list_file: Annotated[
        Path | None,
        typer.Option("--json", help="Write all differences to this file, as JSON Lines."),
    ] = None,
    show: Annotated[int, typer.Option(min=0, help="Number of examples to show of each kind.")] = 10,
    exit_code: Annotated[
        bool, typer.Option("--exit-code", help="Exit with code 1 if an item differs.")
    ] = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the output folder if it exists.")
    ] = False,
) -> None:
    """List the questions that are new since a benchmark was last generated.

    After the database has changed, ask a model only what is new:

        erbench-track generate erbench --database movies.sqlite -o october

        erbench-track diff september october -o fresh

        lm_eval --tasks erbench_movie --metadata '{"dataset": "fresh"}' ...

    A question type without new items is not in that folder: then name the tasks of the others
    (--tasks erbench_movie_bn_yes,erbench_movie_mc).

    An item is unchanged if nothing in it differs. The same question with another answer or
    rationale has an other answer. Changed is what asks the same about the same entity with other
    options, or in other words, if nothing else asks that about it; the rest is added or removed.

    Example: erbench-track diff september october --json differences.jsonl
    """
    from ..erbench_tasks.stored.diff import (
        FRESH,
        KINDS,
        compare,
        other_causes,
        write_list,
        write_subset,
    )
    from ..erbench_tasks.stored.reader import GeneratedBenchmark

    comparison = compare(
        *(GeneratedBenchmark.open(folder, allow_empty=True) for folder in (old, new))
    )
    causes = other_causes(comparison.old.manifest, comparison.new.manifest)
    if causes:
        typer.echo(
            f"warning: not the same {', '.join(causes)}: "
            "items change for another reason than the database",
            err=True,
        )
    is_new = comparison.count(*FRESH) > 0
    if output is not None and is_new:
        write_subset(comparison, output, overwrite=overwrite)
    if list_file is not None:
        write_list(comparison, list_file)
    print_comparison(comparison, Console(), show)
    if output is not None and is_new:
        types = [found for found in comparison.types if len(found.fresh)]
        counts = ", ".join(f"{len(found.fresh)} {found.question_type}" for found in types)
        typer.echo(f"{output}: {counts}")
    elif output is not None:
        typer.echo(f"nothing is new; {output} is not written")
    if exit_code and comparison.count(*KINDS):
        raise typer.Exit(1)


def print_comparison(comparison: Comparison, console: Console, show: int) -> None:
    """Prints what the benchmarks were made from, counts by question type, and examples."""
    from ..erbench_tasks.stored.diff import KINDS, SETTINGS, other_causes

    old, new = comparison.old.manifest, comparison.new.manifest
    is_same, fingerprint = old.fingerprint == new.fingerprint, new.fingerprint
    tuples = "the same tuples" if is_same else "other tuples"
    shown = fingerprint if is_same else f"{old.fingerprint} -> {fingerprint}"
    _print(console, f"database: {tuples} (fingerprint {shown})")
    for name in other_causes(old, new):
        if name in SETTINGS:
            _print(console, f"{name}: {getattr(old, name)} -> {getattr(new, name)}")
    console.print(_counts(comparison, KINDS))
    for kind in KINDS:
        examples = list(islice(comparison.differences(kind), show))
        if examples:
            console.print()
            _print(console, f"{_shown(kind)} ({len(examples)} of {comparison.count(kind)})")
        for difference in examples:
            for line in _lines(difference):
                _print(console, f"  {line}")


def _shown(kind: str) -> str:
    return kind.replace("_", " ")


def _print(console: Console, line: str) -> None:
    # A Text has no markup; long lines stay whole, so that they can be searched and copied.
    console.print(Text(visible(line, console.encoding)), soft_wrap=True, highlight=False)


def _counts(comparison: Comparison, kinds: Sequence[Kind]) -> Table:
    table = Table("question type")
    for name in ("unchanged", *kinds):
        table.add_column(_shown(name), justify="right")
    for found in comparison.types:
        numbers = [found.unchanged, *map(found.count, kinds)]
        table.add_row(found.question_type, *map(str, numbers))
    table.add_section()
    unchanged = sum(found.unchanged for found in comparison.types)
    table.add_row("all", str(unchanged), *map(str, map(comparison.count, kinds)))
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
    """Represents an image, which cannot be shown here, so that two can be distinguished."""
    return f"{len(image):,} bytes, SHA-256 {hashlib.sha256(image).hexdigest()[:16]}"
