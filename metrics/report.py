"""The report of runs: Markdown, CSV files, and one HTML page that needs no other file."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..erbench_tasks.errors import InputError
from .grid import Figure, Row, Table
from .runs import Model, Subject, read_models, read_object
from .tables import all_tables

if TYPE_CHECKING:
    from markupsafe import Markup

TEMPLATES = Path(__file__).resolve().parent.parent / "templates" / "report"
_KINDS = ("bn", "mc", "mh")
_CSV_HEADER = (
    "model",
    "task",
    "condition",
    "metric",
    "estimate",
    "low",
    "high",
    "n",
    "entities",
)


@dataclass(frozen=True, slots=True)
class Report:
    """What is reported.

    Attributes:
        models: The models that were read.
        tables: The tables that there are figures for.
        left_out: One line for each other table.
    """

    models: list[Model]
    tables: list[Table]
    left_out: list[str]


def make_report(folders: Sequence[Path], known: Sequence[str] = ()) -> Report:
    """Reads runs and makes the tables.

    Args:
        folders: Output folders of lm_eval, or folders of one model in them.
        known: For some models, `MODEL=FILE` with the entities that it knows; others' are found
            in their own runs, if there are any of the tasks for that.

    Returns:
        The report.

    Raises:
        InputError: A folder or file is missing or malformed, or a model has no run.
    """
    models = read_models(folders)
    for pair in known:
        model, path = _model_and_file(pair, models)
        model.known = {**model.known, **read_known(path)}
        model.known_from = "; ".join(filter(None, [str(path), model.known_from]))
    return Report(models, *all_tables(models))


def check_output(report: Report, folder: Path) -> None:
    """Refuses to write the report in the place of the runs that it is about.

    Args:
        report: The report.
        folder: Where it is to be written.

    Raises:
        InputError: A run lies in that folder.
    """
    for run in (run for model in report.models for run in model.runs):
        if folder.resolve() in run.path.resolve().parents:
            raise InputError(f"{folder}: has runs of this report in it; give another folder")


def read_known(path: Path) -> dict[Subject, frozenset[str]]:
    """Reads the entities that a model knows.

    Args:
        path: A JSON file, `{domain: {"bn": [entity ids], "mc": [...], "mh": [...]}}`, where
            multi-hop questions have a domain of their own (`movie_2hop`); other keys are ignored.

    Returns:
        Entity ids, as text, by domain and kind.

    Raises:
        InputError: The file is missing or has another shape.
    """
    found = {
        (domain, kind): frozenset(str(entity) for entity in kinds[kind])
        for domain, kinds in read_object(path).items()
        for kind in _KINDS
        if isinstance(kinds, dict) and _are_ids(kinds.get(kind, ()), path, f"{domain}.{kind}")
        if kind in kinds
    }
    if not found:
        raise InputError(f'{path}: no known entities; expected {{"movie": {{"bn": [ids]}}}}')
    return found


def write_report(report: Report, folder: Path) -> None:
    """Writes `report.md`, one CSV file per table and `report.html`.

    Args:
        report: The report.
        folder: An existing folder.
    """
    (folder / "report.md").write_text(_markdown(report), encoding="utf-8", errors="replace")
    for table in report.tables:
        with (folder / f"{table.key}.csv").open(
            "w", encoding="utf-8", errors="replace", newline=""
        ) as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(_CSV_HEADER)
            writer.writerows(_csv_row(row, f) for row in table.rows for f in _figures(row))
    (folder / "report.html").write_text(_html(report), encoding="utf-8", errors="replace")


def _model_and_file(pair: str, models: Sequence[Model]) -> tuple[Model, Path]:
    """Splits MODEL=FILE, where both may contain the sign."""
    if "=" not in pair.strip("="):
        raise InputError(f"--known {pair}: expected MODEL=FILE")
    for model in models:
        for name in (model.name, *(folder.resolve().name for folder in model.folders)):
            if pair.startswith(f"{name}="):
                return model, Path(pair.removeprefix(f"{name}="))
    names = ", ".join(model.name for model in models)
    raise InputError(f"--known {pair}: no run of this model; there are runs of {names}")


def _are_ids(ids: object, path: Path, where: str) -> bool:
    if isinstance(ids, list | tuple) and all(isinstance(entity, str | int) for entity in ids):
        return True
    raise InputError(f"{path}: {where} is not a list of entity ids")


def _figures(row: Row) -> Iterable[Figure]:
    return (figure for cell in row.cells for figure in cell)


def _csv_row(row: Row, figure: Figure) -> list[str | int | float | None]:
    found = figure.estimate
    numbers = (found.value, found.low, found.high) if found else (None, None, None)
    rounded = [None if number is None else round(number, 6) for number in numbers]
    entities = found.entities if found and not figure.count else None
    return [row.model, figure.task, figure.condition, figure.metric, *rounded, figure.n, entities]


def _markdown(report: Report) -> str:
    parts = ["# ERBench report", *(_markdown_table(table) for table in report.tables)]
    if report.left_out:
        parts += ["## Left out", "\n".join(f"- {line}" for line in map(_escaped, report.left_out))]
    parts.append("## Runs")
    parts += [_markdown_model(model) for model in report.models]
    return "\n\n".join(parts) + "\n"


def _markdown_table(table: Table) -> str:
    labels = [f"{column.group} {column.label}" for column in table.columns]
    lines = [["Model", "Metric", *labels], ["---"] * (len(labels) + 2)]
    for row in table.rows:
        lines.append([row.model, row.label, *(_cell_text(cell) for cell in row.cells)])
    drawn = (" | ".join(map(_escaped, line)) for line in lines)
    notes = " ".join(map(_escaped, table.notes))
    rows = "\n".join(f"| {line} |" for line in drawn)
    return f"## {_escaped(table.title)}\n\n{notes}\n\n{rows}"


def _cell_text(cell: Sequence[Figure]) -> str:
    return " / ".join(f"{figure.value} {figure.interval}".strip() for figure in cell) or "-"


def _markdown_model(model: Model) -> str:
    folders = ", ".join(str(folder) for folder in model.folders)
    lines = [
        f"folder: {folders}",
        f"lm_eval: {', '.join(sorted(model.versions)) or 'version not recorded'}",
        f"known entities: {model.known_from or 'not given'}",
        *(f"{run.name}: {run.tally.samples:,} samples" for run in model.runs),
        *(f"skipped {path}: {reason}" for path, reason in model.skipped),
    ]
    listed = "\n".join(f"- {_escaped(line)}" for line in lines)
    return f"### {_escaped(model.label)}\n\n{listed}"


def _escaped(text: str) -> str:
    """Makes text plain in Markdown: neither HTML, nor links, nor cells of its own."""
    flat = " ".join(text.split())
    if re.fullmatch(r":?-+:?", flat):
        return flat
    plain = re.sub(r"([\\`*|])", r"\\\1", flat.replace("&", "&amp;").replace("<", "&lt;"))
    return plain.replace("](", "]\\(")


def _html(report: Report) -> str:
    from jinja2 import FileSystemLoader, StrictUndefined
    from jinja2.sandbox import SandboxedEnvironment

    from .plots import draw_all

    environment = SandboxedEnvironment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    plots: list[Markup] = draw_all(report.tables)
    return environment.get_template("report.html.jinja").render(report=report, plots=plots)
