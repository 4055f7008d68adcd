"""The report of runs: Markdown, CSV files, and one HTML page that needs no other file."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ...core import latex
from ...core.errors import InputError
from ...core.jinja import environment
from ...core.json_files import read_json_object
from ...core.latex import LatexTable
from ...core.page_scripts import page_scripts
from ...core.suites.erbench import ROBUST
from .answer_tables import answer_tables
from .best import with_best
from .comparisons import comparison_tables
from .erbench_plots import erbench_plots
from .erbench_tables import all_tables
from .explorer.outcomes import OUTCOMES, title_of
from .explorer.page import Explorer
from .explorer.routes import route
from .grid import Figure, Row, Table
from .plots.charts import Plot
from .plots.rendering import PagePlots, write_plots
from .popularity_table import popularity_table
from .readings import (
    BOTH,
    RUN_HEADER,
    Unlike,
    judge_notes,
    reading_notes,
    run_rows,
    sources,
    unknown_warnings,
    unlike_questions,
    unreadable_warnings,
)
from .runs import Model, Subject, read_both, read_models
from .track_plots import track_plots
from .track_tables import summary_table, track_tables

_KINDS = ("bn", "mc", "mh")
_ROWS_AT_ONCE = 60  # of a suite's tables
_BEST = "Bold: significantly better than each of the others beside it."
_DIFFER = " (\u2260 questions)"
_UNLIKE = "\u2260 questions: the models were asked different questions there; see the warnings."
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
        unlike: Where models were asked different questions.
    """

    models: list[Model]
    erbench: list[Table]
    track: list[Table]
    omissions: list[str]
    reading: str = ROBUST
    unlike: Sequence[Unlike] = ()

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
        """Lines on different questions, responses that cannot be read, and who knows nothing."""
        return [
            *(of.warning for of in self.unlike),
            *unreadable_warnings(self.models),
            *unknown_warnings(self.models),
        ]

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
    unlike = unlike_questions(models)
    erbench, track = (_as_shown(tables, unlike) for tables in (erbench, track))
    return Report(models, erbench, track, omissions + more_omissions, reading, unlike)


def _as_shown(tables: Iterable[Table], unlike: Sequence[Unlike]) -> list[Table]:
    """Marks the best figures, where questions differ, and which tables a page shows folded."""
    places = frozenset(place for of in unlike for place in of.places)
    shown: list[Table] = []
    rows = 0
    for table in tables:
        rows += len(table.rows)
        folded = bool(shown) and rows > _ROWS_AT_ONCE
        are_rates = any(f.form != "count" for row in table.rows for f in _figures(row))
        marked = with_best(
            replace(table, folded=folded, unlike=places if are_rates else frozenset())
        )
        notes = [_BEST] if marked.has_best and not table.has_best else []
        notes += [_UNLIKE] if marked.unlike_columns else []
        shown.append(replace(marked, notes=(*table.notes, *notes)))
    return shown


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
        for domain, kinds in read_json_object(path).items()
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


def write_report(
    report: Report,
    folder: Path,
    explorer: Explorer | None = None,
    plot_formats: Sequence[str] = (),
) -> None:
    """Writes `report.md`, `report.html`, a CSV and a LaTeX file of each table, and plots as files.

    Args:
        report: The report.
        folder: An existing folder.
        explorer: What the page shows of the responses (`metrics.responses.collection.explore`);
            None shows nothing of them.
        plot_formats: The formats of the plots' files, of `FORMATS`; they are in `plots/`.
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
        source = _latex(table).source()
        (folder / f"{table.key}.tex").write_text(source, encoding="utf-8", errors="replace")
    plots = plots_of(report)
    write_plots(plots, plot_formats, folder / "plots")
    page = _html(report, explorer, plots)
    (folder / "report.html").write_text(page, encoding="utf-8", errors="replace")
    if explorer:
        explorer.write_files(folder)


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
    labels = [
        f"{column.group} {column.label}{_DIFFER * table.is_unlike(column)}"
        for column in table.columns
    ]
    lines = [[*map(_escaped, ("Model", table.heading, *labels))], ["---"] * (len(labels) + 2)]
    for row in table.rows:
        lines.append([_escaped(row.model), _escaped(row.label), *map(_cell_text, row.cells)])
    drawn = map(" | ".join, lines)
    notes = " ".join(map(_escaped, table.notes))
    rows = "\n".join(f"| {line} |" for line in drawn)
    return f"## {_escaped(table.title)}\n\n{notes}\n\n{rows}"


def _cell_text(cell: Sequence[Figure]) -> str:
    values = (f"**{_escaped(f.value)}**" if f.best else _escaped(f.value) for f in cell)
    rest = (_escaped(" ".join(filter(None, (f.interval, _unjudged(f))))) for f in cell)
    both = (" ".join(filter(None, each)) for each in zip(values, rest, strict=True))
    return " / ".join(both) or "-"


def _unjudged(figure: Figure) -> str:
    return f"({figure.cases})" if figure.unjudged and figure.cases else ""


def _latex(table: Table) -> LatexTable:
    rows = [((row.model, row.label), [*map(_latex_cell, row.cells)]) for row in table.rows]
    columns = [(column.group, column.label) for column in table.columns]
    heads = ("Model", table.heading)
    return LatexTable(table.title, table.notes, table.key, heads, columns, rows)


def _latex_cell(cell: Sequence[Figure]) -> str:
    shown = []
    for figure in cell:
        value = latex.escaped(figure.value)
        rest = " ".join(filter(None, (figure.interval, _unjudged(figure))))
        value = rf"\textbf{{{value}}}" if figure.best else value
        shown.append(rf"{value} {{\scriptsize {latex.escaped(rest)}}}" if rest else value)
    return " / ".join(shown) or "--"


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


def _html(report: Report, explorer: Explorer | None, drawn: Sequence[Plot]) -> str:
    plots = PagePlots(drawn, [model.label for model in report.models])
    script = environment(autoescape=False).get_template("report/tables.js.jinja").render()
    page = environment(autoescape=True).get_template("report/report.html.jinja")
    return page.render(
        report=report,
        plots=plots,
        run_header=RUN_HEADER,
        run_rows=run_rows,
        sources=sources,
        explorer=explorer,
        outcomes=OUTCOMES,
        title_of=title_of,
        route=route,
        links=bool(explorer and explorer.has_samples),
        scripts=page_scripts(
            [script, explorer.script if explorer else "", *plots.scripts],
            files_beside=bool(explorer and explorer.has_files),
        ),
    )
