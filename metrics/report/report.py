"""The report of runs: Markdown, CSV files, and one HTML page that needs no other file."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...core.errors import InputError
from ...core.jinja import environment
from ...core.page_scripts import page_scripts
from ...core.suites.erbench import ROBUST
from .answer_tables import answer_tables
from .comparisons import comparison_tables
from .erbench_plots import erbench_plots
from .erbench_tables import all_tables
from .grid import Figure, Row, Table
from .plots.charts import Plot
from .plots.rendering import PagePlots, write_plots
from .popularity_table import popularity_table
from .readings import (
    BOTH,
    RUN_HEADER,
    judge_notes,
    reading_notes,
    run_rows,
    sources,
    unknown_warnings,
    unreadable_warnings,
)
from .run_files import read_object
from .runs import Model, Subject, read_both, read_models
from .track_plots import track_plots
from .track_tables import summary_table, track_tables

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
    "reading",
)
_TRACK_CSV_HEADER = (*_CSV_HEADER[:-2], "clusters", "unjudged")


@dataclass(frozen=True, slots=True)
class Report:
    """What is reported.

    Attributes:
        models: The models that were read.
        erbench: ERBench's tables that there are figures for.
        track: TRACK's.
        omissions: One line for each other table of the suites that were run.
        reading: One of `READINGS`: how ERBench's responses were to be read; or `both`.
    """

    models: list[Model]
    erbench: list[Table]
    track: list[Table]
    omissions: list[str]
    reading: str = ROBUST

    @property
    def reading_notes(self) -> list[str]:
        """How ERBench's responses were read: a line, and one for each model that is different."""
        return reading_notes(self.models, self.reading) if self.has_erbench else []

    @property
    def judge_notes(self) -> list[str]:
        """What judged the responses: a line for each judge, which may be a rule and no judge."""
        return judge_notes(self.models)

    @property
    def warnings(self) -> list[str]:
        """A line for each model some of whose responses cannot be read, or that knows nothing."""
        return [*unreadable_warnings(self.models), *unknown_warnings(self.models)]

    @property
    def tables(self) -> list[Table]:
        """All tables."""
        return [*self.erbench, *self.track]

    @property
    def title(self) -> str:
        """Its heading: `ERBench report`, `TRACK report`, `ERBench and TRACK report`."""
        suites = {"ERBench": self.has_erbench, "TRACK": self.has_track}
        return f"{' and '.join(name for name, runs in suites.items() if runs)} report"

    @property
    def has_erbench(self) -> bool:
        """Whether there are runs of ERBench."""
        return any(model.runs for model in self.models)

    @property
    def has_track(self) -> bool:
        """Whether there are runs of TRACK."""
        return any(model.track for model in self.models)


def make_report(
    folders: Sequence[Path], known: Sequence[str] = (), reading: str = ROBUST
) -> Report:
    """Reads runs and makes the tables.

    Args:
        folders: Output folders of lm_eval, folders of one model in them, or a folder of such
            output folders.
        known: For some models, `MODEL=FILE` with the entities that it knows; others' are found
            in their own runs, if there are any of the tasks for that.
        reading: One of `READINGS`: how ERBench's responses are to be read; or `both`.

    Returns:
        The report.

    Raises:
        InputError: A folder or file is missing or malformed, or a model has no run.
    """
    models = read_both(folders) if reading == BOTH else read_models(folders, reading)
    for pair in known:
        name, path = _model_and_file(pair, models)
        for model in (model for model in models if model.name == name):
            model.known = {**model.known, **read_known(path)}
            model.known_from = "; ".join(filter(None, [str(path), model.known_from]))
    asked = [model for model in models if model.runs]
    erbench: list[Table] = []
    omissions: list[str] = []
    for make in (all_tables, answer_tables, comparison_tables) if asked else ():
        made, omitted = make(asked)
        erbench += made
        omissions += omitted
    by_popularity = popularity_table(asked)
    erbench += [by_popularity] if by_popularity.rows else []
    track, more_omissions = track_tables(models)
    return Report(models, erbench, track, omissions + more_omissions, reading)


def check_output(report: Report, folder: Path) -> None:
    """Refuses to replace the runs by their report.

    Args:
        report: The report.
        folder: Where it is to be written.

    Raises:
        InputError: A run lies in that folder.
    """
    runs = [run.path for model in report.models for run in model.runs]
    for path in (*runs, *(run.path for model in report.models for run in model.track)):
        if folder.resolve() in path.resolve().parents:
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


def plots_of(report: Report) -> list[Plot]:
    """Makes the plots that there are figures for.

    Args:
        report: The report.
    """
    labels = [model.label for model in report.models]
    return [*erbench_plots(report.erbench, labels), *track_plots(report.models)]


def write_report(report: Report, folder: Path, plot_formats: Sequence[str] = ()) -> None:
    """Writes `report.md`, one CSV file per table, `report.html`, and plots as files.

    Args:
        report: The report.
        folder: An existing folder.
        plot_formats: The formats of these files, of `FORMATS`; they are in `plots/`.
    """
    (folder / "report.md").write_text(_markdown(report), encoding="utf-8", errors="replace")
    for table in report.tables:
        with (folder / f"{table.key}.csv").open(
            "w", encoding="utf-8", errors="replace", newline=""
        ) as file:
            writer = csv.writer(file, lineterminator="\n")
            track = table in report.track
            writer.writerow(_TRACK_CSV_HEADER if track else _CSV_HEADER)
            figures = ((row, figure) for row in table.rows for figure in _figures(row))
            writer.writerows(
                [*_csv_row(*each), each[1].unjudged if track else each[1].reading]
                for each in figures
            )
    plots = plots_of(report)
    (folder / "report.html").write_text(_html(report, plots), encoding="utf-8", errors="replace")
    write_plots(plots, plot_formats, folder / "plots")


def summary(report: Report) -> list[str]:
    """Returns the main result of a study of TRACK, for a terminal: a table, and who judged.

    Args:
        report: The report.

    Returns:
        The lines.
    """
    table = summary_table(report.models)
    header = [table.heading, *(column.label for column in table.columns), "n"]
    blocks: dict[str, list[list[str]]] = {}
    for row in table.rows:
        cells = [f"{figure.value} {figure.interval}".strip() for (figure,) in row.cells]
        count = row.cells[0][0].cases.removeprefix("n ")
        blocks.setdefault(row.model, [header]).append([row.label, *cells, count])
    lines = []
    for label, rows in blocks.items():
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        drawn = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
        lines += [label, *(f"  {line}" for line in drawn), *table.notes]
    return [*lines, *report.judge_notes]


def _model_and_file(pair: str, models: Sequence[Model]) -> tuple[str, Path]:
    """Splits MODEL=FILE, where both may contain the sign; returns the model's name."""
    if "=" not in pair.strip("="):
        raise InputError(f"--known {pair}: expected MODEL=FILE")
    for model in models:
        for name in (model.name, *(folder.resolve().name for folder in model.folders)):
            if pair.startswith(f"{name}="):
                return model.name, Path(pair.removeprefix(f"{name}="))
    names = ", ".join(dict.fromkeys(model.name for model in models))
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
    rounded = [_rounded(number, figure.form) for number in numbers]
    entities = found.entities if found and figure.form not in {"count", "p"} else None
    return [row.model, figure.task, figure.condition, figure.metric, *rounded, figure.n, entities]


def _rounded(number: float | None, form: str) -> float | None:
    if number is None:
        return None
    return float(f"{number:.6g}") if form == "p" else round(number, 6)


def _markdown(report: Report) -> str:
    notes = [*report.reading_notes, *report.judge_notes]
    parts = [f"# {report.title}", *map(_escaped, notes)]
    parts += [f"**Warning:** {_escaped(line)}" for line in report.warnings]
    parts += [_markdown_table(table) for table in report.tables]
    if report.omissions:
        parts += ["## Left out", "\n".join(f"- {line}" for line in map(_escaped, report.omissions))]
    parts.append("## Runs")
    parts += [_markdown_model(model) for model in report.models]
    return "\n\n".join(parts) + "\n"


def _markdown_table(table: Table) -> str:
    labels = [f"{column.group} {column.label}" for column in table.columns]
    lines = [["Model", table.heading, *labels], ["---"] * (len(labels) + 2)]
    for row in table.rows:
        lines.append([row.model, row.label, *(_cell_text(cell) for cell in row.cells)])
    drawn = (" | ".join(map(_escaped, line)) for line in lines)
    notes = " ".join(map(_escaped, table.notes))
    rows = "\n".join(f"| {line} |" for line in drawn)
    return f"## {_escaped(table.title)}\n\n{notes}\n\n{rows}"


def _cell_text(cell: Sequence[Figure]) -> str:
    texts = (" ".join(filter(None, (f.value, f.interval, _unjudged(f)))) for f in cell)
    return " / ".join(texts) or "-"


def _unjudged(figure: Figure) -> str:
    return f"({figure.cases})" if figure.unjudged and figure.cases else ""


def _markdown_model(model: Model) -> str:
    folders = ", ".join(str(folder) for folder in model.folders)
    lines = [
        f"folder: {folders}",
        *(f"{name.lower()}: {said}" for name, said in sources(model).items()),
        f"lm_eval: {', '.join(sorted(model.versions)) or 'version not recorded'}",
        *([f"known entities: {model.known_from or 'not given'}"] if model.runs else []),
        *(f"{run.name}: {run.samples:,} samples" for run in model.runs),
        *(f"{run.name}: {run.samples:,} samples" for run in model.track),
        *(f"skipped {path}: {reason}" for path, reason in model.skipped),
    ]
    listed = "\n".join(f"- {_escaped(line)}" for line in lines)
    rows = [RUN_HEADER, ("---",) * len(RUN_HEADER), *run_rows(model)]
    drawn = "\n".join(f"| {' | '.join(map(_escaped, row))} |" for row in rows)
    return f"### {_escaped(model.label)}\n\n{listed}\n\n{drawn}"


def _escaped(text: str) -> str:
    """Makes text plain in Markdown: neither HTML, nor links, nor cells of its own."""
    flat = " ".join(text.split())
    if re.fullmatch(r":?-+:?", flat):
        return flat
    plain = re.sub(r"([\\`*|])", r"\\\1", flat.replace("&", "&amp;").replace("<", "&lt;"))
    return plain.replace("](", "]\\(")


def _html(report: Report, drawn: list[Plot]) -> str:
    plots = PagePlots(drawn, [model.label for model in report.models])
    page = environment(autoescape=True).get_template("report/report.html.jinja")
    return page.render(
        report=report,
        plots=plots,
        run_header=RUN_HEADER,
        run_rows=run_rows,
        sources=sources,
        scripts=page_scripts(plots.scripts),
    )
