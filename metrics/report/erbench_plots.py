"""ERBench's plots, drawn from its tables' figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from .drawing import MARKERS, Plot, Point, Series, points_of
from .grid import Column, Row, Table

Place = tuple[float, float]
Colors = Mapping[str, int]  # by model, the same in every plot


def erbench_plots(tables: Sequence[Table]) -> list[Plot]:
    """Makes the plots that there are figures for.

    Args:
        tables: The tables.

    Returns:
        The plots.
    """
    models = dict.fromkeys(row.model for table in tables for row in table.rows)
    colors = {model: number for number, model in enumerate(models)}
    by_key = {table.key: table for table in tables}
    single_hop = by_key.get("table2") or by_key.get("table18")
    plots = _scatters(single_hop, colors) if single_hop else []
    if "erbenchattempts" in by_key:
        plots += [_abstention(by_key["erbenchattempts"], colors)]
    if "table4" in by_key:
        plots += _by_hop(by_key["table4"], colors)
    if "figure2" in by_key:
        plots += _by_nota(by_key["figure2"], colors)
    return [plot for plot in plots if plot.series]


def _scatters(table: Table, colors: Colors) -> list[Plot]:
    whose = "entities that the model knows" if table.key == "table2" else "all entities"
    known = f"One point per model and task, over {whose}."
    rationale = _scatter(table, colors, lambda rates: (rates["A"], rates["R"]))
    missing = _scatter(
        table, colors, lambda rates: (1 - rates["A"] - rates["H (↓)"], rates["H (↓)"])
    )
    return [
        Plot(
            "Right answer against right rationale",
            f"{known} Below the diagonal, answers are right more often than rationales.",
            "Answer accuracy (A)",
            "Rationale accuracy (R)",
            rationale,
            shapes=True,
        ),
        Plot(
            "Hallucination against answers not given",
            f"{known} To the right the model gives an answer less often.",
            "No answer that can be read (1 - A - H)",
            "Hallucination rate (H)",
            missing,
            shapes=True,
        ),
    ]


def _abstention(table: Table, colors: Colors) -> Plot:
    right, none = "A/(A+H)", "No answer"
    rows = tuple(row for row in table.rows if row.label in {right, none})
    return Plot(
        "Abstention against accuracy",
        "One point per model and task, over all entities. Further to the right fewer questions "
        "are answered, higher up more of the given answers are right.",
        "No answer: admitted (M), or unreadable",
        "Right among the given answers",
        _scatter(replace(table, rows=rows), colors, lambda rates: (rates[none], rates[right])),
        shapes=True,
    )


def _scatter(
    table: Table, colors: Colors, place: Callable[[Mapping[str, float]], Place]
) -> tuple[Series, ...]:
    series = []
    for model, rows in _by_model(table).items():
        points = tuple(
            Point(x, y, f"{model}, {column.group} {column.label}", MARKERS[column.label])
            for column, rates in _rates(table.columns, rows)
            for x, y in [place(rates)]
        )
        series.append(Series(model, colors[model], points))
    return tuple(series)


def _by_model(table: Table) -> dict[str, list[Row]]:
    rows: dict[str, list[Row]] = {}
    for row in table.rows:
        rows.setdefault(row.model, []).append(row)
    return rows


def _rates(
    columns: Sequence[Column], rows: Sequence[Row]
) -> Iterable[tuple[Column, dict[str, float]]]:
    """Yields the columns in which a model has every rate, with the rates."""
    for place, column in enumerate(columns):
        cells = {row.label: row.cells[place] for row in rows}
        found = {
            label: figure.estimate.value
            for label, figures in cells.items()
            for figure in figures
            if figure.estimate is not None
        }
        if len(found) == len(rows):
            yield column, found


def _by_hop(table: Table, colors: Colors) -> list[Plot]:
    """One plot per dataset and polarity; without chain of thought the line is dashed."""
    plots = []
    for dataset, kind in dict.fromkeys((c.dataset, c.kind) for c in table.columns):
        columns = [c for c in table.columns if (c.dataset, c.kind) == (dataset, kind)]
        series = tuple(_hop_series(table, columns, colors))
        hops = sorted({point.x for some in series for point in some.points})
        title = f"Right so far, by hop: {columns[0].group.rpartition(',')[0]} {columns[0].label}"
        text = "Share of responses with the right answer and this hop right, by model."
        ticks = tuple((hop, f"hop {hop:.0f}") for hop in hops)
        plots.append(Plot(title, text, "Hop of the rationale", "AR-ext", series, ticks))
    return plots


def _hop_series(table: Table, columns: Sequence[Column], colors: Colors) -> Iterable[Series]:
    for row in table.rows:
        if row.label != "AR-ext":
            continue
        for column in columns:
            name = f"{row.model}, {column.group.rpartition(', ')[2]}"
            figures = row.cells[table.columns.index(column)]
            points = tuple(points_of(name, enumerate(figures, start=1)))
            if points:
                line = "solid" if column.cot else "dashed"
                yield Series(name, colors[row.model], points, line)


def _by_nota(table: Table, colors: Colors) -> list[Plot]:
    plots = []
    for dataset in dict.fromkeys(column.dataset for column in table.columns):
        places = [i for i, column in enumerate(table.columns) if column.dataset == dataset]
        series = []
        for row in table.rows:
            some = [
                (table.columns[i].nota or 0.0, figure) for i in places for figure in row.cells[i]
            ]
            if points := tuple(points_of(row.model, some)):
                series.append(Series(row.model, colors[row.model], points, "solid"))
        group = table.columns[places[0]].group
        title = f"With the option None of the above: {group}"
        text = "Answer accuracy by the share of questions whose answer is None of the above."
        ticks = tuple((table.columns[i].nota or 0.0, table.columns[i].label) for i in places)
        label = "Share of None of the above"
        plots.append(Plot(title, text, label, "Answer accuracy (A)", tuple(series), ticks))
    return plots
