"""TRACK's tables, from the runs of one or more models, and paired comparisons of its methods."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from ...core.suites.track import CLOSED_BOOK, PROBE, PROBE_AFTER
from ..statistics.paired import Comparison, compare, holm
from . import track_figures as figures
from .comparisons import COMPARED, comparison_figures, comparison_notes
from .grid import Column, Figure, Row, Table, without_blanks
from .runs import Model
from .track_figures import MODES, OUTCOMES, STATISTICS
from .track_runs import (
    MEASURES,
    METHOD_TITLES,
    SCENARIO_TITLES,
    Answer,
    TrackRun,
)

_INTERVALS = (
    "Percent, with a 95% interval for other questions and facts of the same kind: Wilson's, of the "
    "effective number of questions, as those that share facts fail together."
)
_SAME = (
    "HP, AP and FKE are over the questions of which all three were judged; a cell says how many "
    "were not."
)
_NO_RUNS = "there is neither a closed-book run nor one at KAS = 1"
_NO_GAPS = "no document tells which facts the model knows (a gap file does)"
_NO_OPEN_BOOK = "there are no open-book runs"
_NO_ANSWERS = "there are no closed-book and no open-book runs"
_KNOWLEDGE = {
    "facts": "Number",
    "known": "Known",
    "known_at_half": "KConf ≥ .5",
    "knowledge_confidence": "Mean KConf",
    "unjudged": "Unjudged",
}
_PROGRAMS = {"programs": "Run", "programs_forged": "Forged", "programs_unaltered": "Unaltered"}
_Cells = Callable[[TrackRun], Sequence[tuple[Figure, ...]]]


def track_tables(models: Sequence[Model]) -> tuple[list[Table], list[str]]:
    """Makes every table of TRACK that there are runs for.

    Args:
        models: The models with their runs.

    Returns:
        The tables, and one line for each that is left out; neither without a run of TRACK.
    """
    if not any(model.track for model in models):
        return [], []
    compared = "no two methods answered the same questions"
    wanted = [
        (_statistics(models), _NO_ANSWERS),
        (_rates(models), _NO_RUNS),
        (_by_kas(models), _NO_OPEN_BOOK),
        *((_comparisons(models, *measure), compared) for measure in MEASURES.items()),
        (_failures(models), _NO_ANSWERS),
        (_known_and_unknown(models), f"{_NO_ANSWERS}, or {_NO_GAPS}"),
        (_knowledge(models), "there are no runs of track_<scenario>_probe"),
        (_gaps(models), _NO_GAPS),
        (_rates_with_gaps(models), f"{_NO_RUNS}, or {_NO_GAPS}"),
        (_injection(models), _NO_OPEN_BOOK),
    ]
    programs = _programs(models)
    made = [table for table, _ in wanted if table.rows] + [programs] * bool(programs.rows)
    return made, [f"{t.title}: left out, {reason}." for t, reason in wanted if not t.rows]


def summary_table(models: Sequence[Model]) -> Table:
    """Returns HP, AP and FKE of each method at every KAS, a row each: the main result of a study.

    Args:
        models: The models with their runs.
    """
    columns = tuple(Column("", label, "", kind) for kind, label in MEASURES.items())
    rows = []
    for model in models:
        for run in (run for run in model.track if run.method in METHOD_TITLES):
            method = METHOD_TITLES[run.method] + (f", KAS={run.kas}" if run.kas else "")
            label = f"{SCENARIO_TITLES[run.scenario]}: {method}"
            cells = tuple((figures.rate(run, measure),) for measure in MEASURES)
            rows.append(Row(model.label, label, cells))
    notes = ("Percent, with 95% intervals; n: questions.",)
    return Table("TRACK: What each method reaches", notes, columns, tuple(rows), "Method", True)


def _rates(models: Sequence[Model]) -> Table:
    title = "TRACK Table 3: Closed book, and open book at KAS = 1"

    def cells(run: TrackRun) -> list[tuple[Figure, ...]]:
        return [(figures.rate(run, measure),) for measure in MEASURES]

    return _table(models, title, (_INTERVALS, _SAME), MEASURES, _at_one, cells)


def _rates_with_gaps(models: Sequence[Model]) -> Table:
    title = "TRACK Table 8: Table 3 over the questions with a gap only"
    note = "Over questions of which the model does not know a fact (Appendix D)."

    def cells(run: TrackRun) -> list[tuple[Figure, ...]]:
        if not run.has_gaps:
            return [() for _ in MEASURES]
        return [(figures.rate(run, measure, _has_gap),) for measure in MEASURES]

    return _table(models, title, (note, _INTERVALS, _SAME), MEASURES, _at_one, cells)


def _has_gap(answer: Answer) -> bool:
    return answer.has_gap


def _by_kas(models: Sequence[Model]) -> Table:
    """HP by scenario and KAS: the columns are those that there are runs for."""
    runs = [run for model in models for run in model.track]
    columns = [
        Column(title, f"KAS={kas}", scenario, str(kas))
        for scenario, title in SCENARIO_TITLES.items()
        for kas in sorted({run.kas for run in runs if run.kas and run.scenario == scenario})
    ]
    rows = []
    for model in models:
        for method, label in METHOD_TITLES.items():
            mine = {(r.scenario, str(r.kas)): r for r in model.track if r.method == method}
            found = [mine.get((column.dataset, column.kind)) for column in columns]
            cells = [(figures.rate(r, "holistic_pass"),) if r else () for r in found]
            rows.append(Row(model.label, label, tuple(cells)))
    notes = (
        "Holistic Pass by the number of questions whose gaps are injected.",
        _INTERVALS,
        *_too_large(runs),
    )
    title = "TRACK Table 4: HP by the knowledge aggregation scope"
    return without_blanks(Table(title, notes, tuple(columns), tuple(rows), "Method", True))


def _too_large(runs: Iterable[TrackRun]) -> Iterable[str]:
    """Says of each KAS that no run has as many questions."""
    found = {(run.scenario, run.kas): len(run.answers) for run in runs if run.answers}
    for (scenario, kas), count in found.items():
        if kas > count:
            yield (
                f"{SCENARIO_TITLES[scenario]} has {count} questions, fewer than KAS={kas}: the "
                "gaps of all of them are injected together."
            )


def _failures(models: Sequence[Model]) -> Table:
    notes = (
        "Share of the facts. The first fact that the reasoning does not entail is a direct "
        "failure, those after it that it does not entail either are error propagation "
        "(Section 6.3). Over the questions all of whose facts were judged; n counts facts, what "
        "could not be judged counts questions.",
        _INTERVALS,
    )

    def cells(run: TrackRun) -> list[tuple[Figure, ...]]:
        found = figures.modes(run)
        return [(found[mode],) if mode in found else () for mode in MODES]

    return _table(
        models, "TRACK failure modes: What became of each fact", notes, MODES, _every, cells
    )


def _programs(models: Sequence[Model]) -> Table:
    """Counts programs by what their passes are worth; it has no rows where none was run."""
    title = "TRACK programs: Whose passes to beware of"
    notes = (
        "Number of responses. A forged program also passes tests that say what is false, such as "
        "by returning what is equal to everything; it counts as wrong: read it, and do not train "
        "on it. An unaltered one passes tests of which nothing could be made false, so that its "
        "pass says little: look at what these tests check.",
    )

    def cells(run: TrackRun) -> list[tuple[Figure, ...]]:
        return [(figure,) for figure in figures.programs(run)] or [() for _ in _PROGRAMS]

    return _table(models, title, notes, _PROGRAMS, _every, cells)


def _known_and_unknown(models: Sequence[Model]) -> Table:
    """Shows Figure 4 as a table: of the facts that a model knows, and of those that it does not."""
    columns = _columns(OUTCOMES)
    rows = []
    for model in models:
        for line in _every(model):
            for known, name in ((True, "known facts"), (False, "unknown facts")):
                cells: list[tuple[Figure, ...]] = []
                for scenario in SCENARIO_TITLES:
                    run = line.runs.get(scenario)
                    found = figures.outcomes(run, known) if run and run.has_gaps else {}
                    cells += [(found[of],) if of in found else () for of in OUTCOMES]
                rows.append(Row(model.label, f"{line.label}: {name}", tuple(cells)))
    notes = (
        "Of the facts that the model knows, and of those that it does not: how many its reasoning "
        "entails, how many are the first that it does not entail (direct failure), and how many "
        "come after that one and are not entailed either (error propagation). A row adds up to "
        "100% per scenario. Facts of which it is open whether they are known are left out. Shares "
        "of all facts are in the table of failure modes.",
        f"{_INTERVALS} n counts facts.",
    )
    title = "TRACK Figure 4: What became of known and of unknown facts"
    return without_blanks(Table(title, notes, columns, tuple(rows), "Method", True))


def _statistics(models: Sequence[Model]) -> Table:
    """Describes the questions (Table 2), once if all models were asked the same."""
    columns = tuple(Column("Questions", t, s, "") for s, t in SCENARIO_TITLES.items())
    found: dict[str, dict[str, dict[str, Figure]]] = {}
    for model in models:
        runs = {run.scenario: run for run in reversed(model.track) if run.answers}
        found[model.label] = {scenario: figures.statistics(run) for scenario, run in runs.items()}
    every = [(scenario, of) for mine in found.values() for scenario, of in mine.items()]
    same = all(of == other for s, of in every for t, other in every if s == t)
    described = {", ".join(found): dict(every)} if same else found
    rows = [
        Row(label, title, tuple((mine[s][name],) if s in mine else () for s in SCENARIO_TITLES))
        for label, mine in described.items()
        for name, title in STATISTICS.items()
    ]
    notes = (
        "Means over the questions that were asked. Words and punctuation marks are counted, which "
        "is a little less than a model's tokens.",
    )
    title = "TRACK Table 2: The questions"
    return without_blanks(Table(title, notes, columns, tuple(rows), "Statistic"))


def _injection(models: Sequence[Model]) -> Table:
    notes = (
        "How many facts the documents of an open-book run hold, and the share of questions that "
        "have any: without one, open book is closed book. 95% intervals over questions and facts.",
    )
    labels = {"facts_injected": "Facts per question", "has_injected_facts": "% with any"}

    def cells(run: TrackRun) -> list[tuple[Figure, ...]]:
        if run.method == CLOSED_BOOK:
            return [(), ()]
        return [(figures.facts_injected(run),), (figures.with_injected(run),)]

    title = "TRACK injection: Facts injected per question"
    return _table(models, title, notes, labels, _every, cells)


def _knowledge(models: Sequence[Model]) -> Table:
    notes = (
        "Known: the right answer is the most frequent of a fact's responses (the paper's rule, "
        "Section 3.3); beside it the share with a knowledge confidence (KConf) of at least one "
        "half. In percent except for KConf, with Wilson's 95% intervals over facts; facts without "
        "a verdict are left out of both. After FT-CK: of the facts that were unknown before.",
    )
    columns = tuple(Column("Probed facts", label, "", kind) for kind, label in _KNOWLEDGE.items())
    rows = [
        Row(model.label, _probed(run), tuple((f,) for f in figures.knowledge(run)))
        for model in models
        for run in model.track
        if run.method in (PROBE, PROBE_AFTER)
    ]
    title = "TRACK knowledge: Facts that the model knows"
    return Table(title, notes, columns, tuple(rows), "Scenario", True)


def _probed(run: TrackRun) -> str:
    """Names what was probed, and when."""
    name = SCENARIO_TITLES[run.scenario]
    return name if run.method == PROBE else f"{name} unknown, after FT-CK, KAS={run.kas}"


def _gaps(models: Sequence[Model]) -> Table:
    """Counts questions with gaps, apart for runs of a model with different gap files."""
    columns = tuple(Column("Questions with a gap", t, s, "") for s, t in SCENARIO_TITLES.items())
    rows = []
    for model in models:
        cells: list[tuple[Figure, ...]] = []
        for scenario in SCENARIO_TITLES:
            runs = [run for run in model.track if run.scenario == scenario and run.has_gaps]
            found = {(f.value, f.n): f for f in map(figures.gaps, reversed(runs))}
            cells.append(tuple(found[key] for key in sorted(found, key=str)))
        rows.append(Row(model.label, "questions", tuple(cells)))
    notes = (
        "Number of questions of which the model does not know a fact (Appendix D). Two numbers in "
        "a cell: the runs had different gap files or questions.",
    )
    title = "TRACK Table 7: Questions with a knowledge conflict"
    return without_blanks(Table(title, notes, columns, tuple(rows), "Count"))


class _Line(NamedTuple):
    """A row to make: its label, and the run of each scenario."""

    label: str
    runs: dict[str, TrackRun]


def _table(
    models: Sequence[Model],
    title: str,
    notes: tuple[str, ...],
    labels: dict[str, str],
    lines: Callable[[Model], Iterable[_Line]],
    cells: _Cells,
) -> Table:
    """Makes a table with the same columns for each scenario, and a row per model and method."""
    rows = []
    for model in models:
        for line in lines(model):
            blank = [() for _ in labels]
            found = [cells(line.runs[s]) if s in line.runs else blank for s in SCENARIO_TITLES]
            rows.append(
                Row(model.label, line.label, tuple(cell for part in found for cell in part))
            )
    return without_blanks(Table(title, notes, _columns(labels), tuple(rows), "Method", True))


def _columns(labels: Mapping[str, str]) -> tuple[Column, ...]:
    """Returns the same columns for each scenario."""
    return tuple(
        Column(group, label, scenario, kind)
        for scenario, group in SCENARIO_TITLES.items()
        for kind, label in labels.items()
    )


def _at_one(model: Model) -> Iterable[_Line]:
    """Yields a line per method: closed book, and open book at KAS = 1."""
    for method, label in METHOD_TITLES.items():
        runs = [run for run in model.track if run.method == method and run.kas in {0, 1}]
        yield _Line(label, {run.scenario: run for run in runs})


def _every(model: Model) -> Iterable[_Line]:
    """Yields a line per method and KAS."""
    for method, label in METHOD_TITLES.items():
        for kas in sorted({run.kas for run in model.track if run.method == method}):
            runs = [run for run in model.track if (run.method, run.kas) == (method, kas)]
            name = f"{label}, KAS={kas}" if kas else label
            yield _Line(name, {run.scenario: run for run in runs})


class _ComparedRuns(NamedTuple):
    """Two runs of one scenario, and what the comparison found."""

    model: str
    label: str
    first: TrackRun
    second: TrackRun
    found: Comparison


def _comparisons(models: Sequence[Model], measure: str, short: str) -> Table:
    """Compares methods and models by one measure; without rows if no two answered the same."""
    pairs = [*_compared(models, measure)]
    adjusted = holm([pair.found.p for pair in pairs])
    rows: dict[tuple[str, str], dict[str, list[tuple[Figure, ...]]]] = {}
    for pair, p in zip(pairs, adjusted, strict=True):
        cells = _comparison_cells(pair, measure, p)
        rows.setdefault((pair.model, pair.label), {})[pair.first.scenario] = cells
    blank: list[tuple[Figure, ...]] = [() for _ in COMPARED]
    made = [
        Row(model, label, tuple(cell for s in SCENARIO_TITLES for cell in found.get(s, blank)))
        for (model, label), found in rows.items()
    ]
    columns = _columns(COMPARED)
    title = f"TRACK comparisons {short}: Two methods, or two models, on the same questions"
    return without_blanks(
        Table(title, _comparison_notes(short, len(pairs)), columns, tuple(made), "Methods", True)
    )


def _comparison_notes(short: str, comparisons: int) -> tuple[str, ...]:
    return (
        f"{short} of the first less that of the second, in percentage points, with the 95% "
        "interval over questions and the facts that they share (Bonett and Price's); over the "
        "questions that both were asked and that were judged in both.",
        *comparison_notes(comparisons),
    )


def _compared(models: Sequence[Model], measure: str) -> Iterable[_ComparedRuns]:
    """Yields methods of the same model, then models with the same method."""
    for model in models:
        for first, second in _comparable(model):
            methods = f"{METHOD_TITLES[first.method]} vs. {METHOD_TITLES[second.method]}"
            label = f"{methods}, KAS={first.kas}"
            yield from _compared_runs(model.label, label, first, second, measure)
    for one, other in combinations(models, 2):
        others = {(run.task, run.kas): run for run in other.track}
        for run in one.track:
            same = others.get((run.task, run.kas))
            if same is not None and run.method in METHOD_TITLES:
                label = METHOD_TITLES[run.method] + (f", KAS={run.kas}" if run.kas else "")
                models_compared = f"{one.label} vs. {other.label}"
                yield from _compared_runs(models_compared, label, run, same, measure)


def _compared_runs(
    model: str, label: str, first: TrackRun, second: TrackRun, measure: str
) -> Iterable[_ComparedRuns]:
    """Yields the comparison of two runs, if both answered some question."""
    one, other = ({a.question: a.passes(measure) for a in r.judged} for r in (first, second))
    facts = {answer.question: answer.facts for answer in first.answers}
    found = compare(one, other, facts=facts)
    if found is not None:
        yield _ComparedRuns(model, label, first, second, found)


def _comparable(model: Model) -> Iterable[tuple[TrackRun, TrackRun]]:
    """Yields open book against closed book, then open-book methods at the same KAS."""
    answered = [run for run in model.track if run.method in METHOD_TITLES]
    closed = {run.scenario: run for run in answered if run.method == CLOSED_BOOK}
    opened = [run for run in answered if run.method != CLOSED_BOOK]
    for run in opened:
        if run.scenario in closed:
            yield run, closed[run.scenario]
    for first, second in combinations(opened, 2):
        if (first.scenario, first.kas) == (second.scenario, second.kas):
            yield second, first


def _comparison_cells(pair: _ComparedRuns, measure: str, p_holm: float) -> list[tuple[Figure, ...]]:
    both = {a.question for a in pair.first.answers} & {a.question for a in pair.second.answers}
    tasks = dict.fromkeys([pair.first.task, pair.second.task])
    return comparison_figures(
        pair.found,
        p_holm,
        " - ".join(tasks),
        pair.first.condition,
        measure,
        unjudged=len(both) - pair.found.difference.n,
        over="questions",
    )
