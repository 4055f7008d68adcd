"""`erbench-track audit`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from ...core.errors import InputError
from ...core.untrusted_text import plain
from ...metrics.audit.agreement import ALL
from ...metrics.audit.rates import FEWEST_LABELS
from ...metrics.audit.sample import SCORERS_AGREE, SCORERS_DIFFER
from ...metrics.statistics.intervals import decimal
from .label import RunsArgument

if TYPE_CHECKING:
    from ...metrics.audit.audit import Audit
    from ...metrics.audit.rates import Rate

LabelsOption = Annotated[
    list[Path],
    typer.Option(
        "--labels",
        metavar="FILE",
        help="Labels that the page of `erbench-track label` saved. Repeatable: one per person.",
    ),
]


def audit(
    runs: RunsArgument,
    labels: LabelsOption,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="DIR", help="A folder for audit.json and CSV files."
        ),
    ] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the folder if it exists.")
    ] = False,
) -> None:
    """Say how far readings and judges agree with people, and correct the rates by that.

    Agreement and Cohen's kappa of each reading and judge with each person, and between persons,
    are those of all responses, not only of the labelled ones. The corrected rate is what people
    would have found had they labelled everything (prediction-powered inference): its interval is
    narrower than that of the labels alone, and right however often the scorer errs.

    Example: erbench-track audit results --labels labels.jsonl -o audit
    and then: erbench-track report results --labels labels.jsonl -o report
    """
    from ...core.files import check_new_folder, new_folder
    from ...core.untrusted_text import visible
    from ...metrics.audit.audit import as_csv, as_json
    from ...metrics.audit.audit import audit as make_audit
    from ...metrics.report.runs import read_models

    if output is not None:
        check_new_folder(output, overwrite=overwrite)
        _check_apart(output, runs)
    found = make_audit(read_models(runs), labels)
    _show(found)
    for line in found.notes:
        typer.echo(visible(line))
    if output is not None:
        with new_folder(output, overwrite=overwrite) as folder:
            for name, text in {"audit.json": as_json(found), **as_csv(found)}.items():
                (folder / name).write_text(text, encoding="utf-8", errors="replace")
        typer.echo(output / "audit.json")


def _check_apart(output: Path, runs: list[Path]) -> None:
    """Refuses to replace runs by what is made of them.

    Raises:
        InputError: A run lies in the folder that is to be written.
    """
    for run in runs:
        if output.resolve() in (run.resolve(), *run.resolve().parents):
            raise InputError(f"{output}: has the results {run} in it; give another folder")


def _show(found: Audit) -> None:
    console = Console(highlight=False)
    console.print("Agreement as a share of all responses, with 95% intervals; and of those")
    console.print("about which the scorers differ, and agree, with the number of labels")
    console.print(_agreements(found))
    for model in dict.fromkeys(rate.model for rate in found.rates if rate.corrected):
        console.print(plain(f"{model}: rates of all tasks together, with 95% intervals"))
        console.print(_rates([rate for rate in found.rates if rate.model == model]))
    for line in _too_few(found):
        console.print(plain(line), soft_wrap=True)


def _agreements(found: Audit) -> Table:
    """Returns a row for each two and what they agree about: everywhere, and by stratum."""
    table = _table("Who", "What", right=("All", "Differ (n)", "Agree (n)", "Kappa"))
    for pair in dict.fromkeys((of.first, of.second, of.what) for of in found.agreements):
        at = {of.where: of for of in found.agreements if (of.first, of.second, of.what) == pair}
        parts = (at.get(SCORERS_DIFFER), at.get(SCORERS_AGREE))
        kappa, everywhere = at[ALL].kappa, at[ALL]
        table.add_row(
            plain(f"{pair[0]} / {pair[1]}"),
            pair[2],
            _cell(everywhere.value, everywhere.interval),
            *(f"{decimal(of.value)} ({of.n})" if of else "-" for of in parts),
            "-" if kappa is None else _cell(kappa, everywhere.kappa_interval),
        )
    return table


def _rates(rates: list[Rate]) -> Table:
    table = _table("Rate", "Scorer", right=("Scorer says", "Corrected", "Labels alone", "Labels"))
    for each in rates:
        if each.task == ALL and each.corrected and each.alone:
            says = each.uncorrected
            table.add_row(
                each.title,
                plain(each.scorer),
                _cell(says.value, None if says.low is None else (says.low, says.high or 1.0)),
                _cell(each.corrected.value, each.corrected.interval),
                _cell(each.alone.value, each.alone.interval),
                f"{each.labels:,}",
            )
    return table


def _too_few(found: Audit) -> Iterator[str]:
    """Says for which rates there are too few labels, and how many are needed."""
    for model in dict.fromkeys(rate.model for rate in found.rates):
        few = [rate for rate in found.rates if rate.model == model and rate.corrected is None]
        most = max((rate.needed for rate in few), default=0)
        tasks = ", ".join(dict.fromkeys(rate.task for rate in few))
        if few:
            yield (
                f"{model}: too few labels, below {FEWEST_LABELS}, for {tasks}: about {most:,} in "
                f"all would do (erbench-track label -n {most})"
            )
        wide = [rate for rate in found.rates if rate.model == model and rate.corrected]
        wide = [rate for rate in wide if rate.needed and rate.counts and rate.task == ALL]
        for rate in wide:
            yield f"{model}, {rate.title}: for ±5 points about {rate.needed:,} labels are needed"


def _cell(value: float, ends: tuple[float, float] | None) -> str:
    interval = f" [{decimal(ends[0])}, {decimal(ends[1])}]" if ends else ""
    return decimal(value) + interval


def _table(*left: str, right: tuple[str, ...]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in left:
        table.add_column(heading, overflow="fold")
    for heading in right:
        table.add_column(heading, justify="right", no_wrap=True)
    return table
