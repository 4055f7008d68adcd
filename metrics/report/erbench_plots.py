"""ERBench's plots, of its tables' figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from .explorer.routes import route
from .grid import Column, Figure, Row, Table
from .plots.charts import Number, Plot, Point, scatter, steps

# Label of a row of a table, and title of the axis along which it is drawn: across, and up.
Axes = tuple[tuple[str, str], tuple[str, str]]


def erbench_plots(tables: Sequence[Table], models: Sequence[str]) -> list[Plot]:
    """Makes the plots that there are figures for.

    Args:
        tables: The tables.
        models: The labels of all models, which decide their colours.

    Returns:
        The plots.
    """
    by_key = {table.key: table for table in tables}
    plots: list[Plot | None] = []
    if everything := by_key.get("table18"):
        plots += _of_single_hops(everything, by_key.get("table2"), models)
    if attempts := by_key.get("erbenchattempts"):
        plots.append(_abstention(attempts, models))
    if hops := by_key.get("table4"):
        plots.append(_by_hop(hops, models))
    if nota := by_key.get("figure2"):
        plots.append(_by_nota(nota, models))
    return [plot for plot in plots if plot is not None]


def _of_single_hops(
    everything: Table, known: Table | None, models: Sequence[str]
) -> Iterable[Plot | None]:
    """Draws A against R and H against M, over known entities if they are given for all runs."""
    left_out = _cells(everything) - (_cells(known) if known else set())
    table = everything if left_out or known is None else known
    over = "Over the entities that each model knows."
    if table is everything:
        over = "Over all entities."
        if known is not None:
            which = ", ".join(dict.fromkeys(model for model in models if model in dict(left_out)))
            over += f" Known entities are not given for all runs of {which}."
    yield _scatter(
        "answers_and_rationales",
        "Right answers and right rationales",
        (over, "Below the dashed line more answers are right than rationales."),
        table,
        models,
        (("A", "Right answers (A)"), ("R", "Right\nrationales (R)")),
        diagonal=True,
    )
    yield _scatter(
        "hallucinating_and_admitting",
        "Hallucinating and admitting",
        (over, "Further to the right a model admits more often that it cannot answer."),
        table,
        models,
        (("M (↓)", "Admitted (M)"), ("H (↓)", "Hallucinated\n(H)")),
    )


def _cells(table: Table) -> set[tuple[str, tuple[str, str]]]:
    """Returns which model has a figure, or "n/a", in which column of a dataset."""
    return {
        (row.model, (column.group, column.label))
        for row in table.rows
        for column, cell in zip(table.columns, row.cells, strict=True)
        if cell and column.dataset
    }


def _abstention(table: Table, models: Sequence[str]) -> Plot | None:
    return _scatter(
        "abstention_and_accuracy",
        "Abstention against accuracy",
        (
            "Over all entities. Further to the right fewer questions are answered (admitted, or "
            "unreadable), higher up more of the given answers are right.",
        ),
        table,
        models,
        (("No answer", "No answer"), ("A/(A+H)", "Right of\nthe given")),
    )


def _scatter(
    name: str,
    title: str,
    notes: tuple[str, ...],
    table: Table,
    models: Sequence[str],
    axes: Axes,
    diagonal: bool = False,
) -> Plot | None:
    """Draws two rows of a table against each other."""
    points, missing = [], []
    for model, rows in _by_model(table).items():
        for place, column in enumerate(table.columns):
            if not column.dataset:  # all of them together
                continue
            cells = [rows[label].cells[place] if label in rows else () for label, _ in axes]
            numbers = [number(figure) for cell in cells for figure in cell[:1]]
            at = [found for found in numbers if found is not None]
            if len(at) == len(axes):
                to = _route(model, cells[0][0])
                points.append(Point(model, column.group, column.label, at[0], at[1], to))
            elif numbers:
                missing.append(f"{model}, {column.group} {column.label}")
    if not points:
        return None
    notes += left_out(missing)
    (_, across), (_, up) = axes
    spec = scatter(_in_order(points, table.columns), models, across, up, diagonal)
    return Plot(name, title, notes, spec)


def _by_model(table: Table) -> dict[str, dict[str, Row]]:
    rows: dict[str, dict[str, Row]] = {}
    for row in table.rows:
        rows.setdefault(row.model, {})[row.label] = row
    return rows


def _in_order(points: Sequence[Point], columns: Sequence[Column]) -> list[Point]:
    """Sorts points by the columns of their table; those that fill a row of panels come first."""
    places = {(column.group, column.label): place for place, column in enumerate(columns)}
    filled = Counter(row for row, _ in {(point.row, point.column) for point in points})
    return sorted(points, key=lambda of: (-filled[of.row], places[of.row, of.column]))


def number(figure: Figure) -> Number | None:
    """Returns a figure for a plot; None if it has no value."""
    found = figure.estimate
    if found is None:
        return None
    unit = "%" if figure.form == "percent" else ""
    text = f"{figure.value}{unit} {figure.interval}".strip() + f", {figure.basis}"
    return Number(found.value, found.low, found.high, text)


def left_out(missing: Iterable[str]) -> tuple[str, ...]:
    """Returns a note that names what a plot does not show, as there is no value; or none."""
    names = "; ".join(dict.fromkeys(missing))
    return (f"Left out, as a figure is n/a: {names}.",) if names else ()


def _unshown(table: Table, rows: Iterable[Row]) -> tuple[str, ...]:
    return left_out(
        f"{row.model}, {column.group} {column.label}"
        for row in rows
        for column, cell in zip(table.columns, row.cells, strict=True)
        if any(figure.estimate is None for figure in cell)
    )


def _route(model: str, figure: Figure) -> str:
    """Returns the link to all responses of a figure's run, whatever became of them."""
    return route(model, figure.run, entities=figure.whose) if figure.run else ""


def _by_hop(table: Table, models: Sequence[str]) -> Plot | None:
    rows = [row for row in table.rows if row.label == "AR-ext"]
    points = [
        Point(row.model, column.group, column.label, f"hop {hop}", found, _route(row.model, figure))
        for place, column in enumerate(table.columns)
        for row in rows
        for hop, figure in enumerate(row.cells[place], start=1)
        if (found := number(figure))
    ]
    hops = sorted({str(point.x) for point in points})
    over = _scope(table)
    if len(over) == 1:  # of all models
        over = (f"{over[0].partition(':')[0]}.",)
    if not points:
        return None
    return Plot(
        "hops",
        "Right so far, by hop",
        (
            "Share of responses whose answer and whose rationale up to this hop are right.",
            *over,
            *_unshown(table, rows),
        ),
        steps(points, models, hops, "Hop of the rationale", "AR-ext"),
    )


def _scope(table: Table) -> tuple[str, ...]:
    """Returns the notes that say what the figures are of, not how the table is to be read."""
    return tuple(note for note in table.notes if note.startswith(("Over ", "w/o")))


def _by_nota(table: Table, models: Sequence[str]) -> Plot | None:
    points = [
        Point(row.model, column.group, "", column.label, found, _route(row.model, figure))
        for place, column in enumerate(table.columns)
        for row in table.rows
        for figure in row.cells[place]
        if (found := number(figure))
    ]
    if not points:
        return None
    shares = sorted(table.columns, key=lambda column: column.nota or 0)
    order = list(dict.fromkeys(column.label for column in shares))
    return Plot(
        "none_of_the_above",
        "With the option None of the above",
        (*_scope(table), *_unshown(table, table.rows)),
        steps(points, models, order, "Share of None of the above", "Right answers (A)"),
    )
