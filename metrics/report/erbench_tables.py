"""The tables of the ERBench paper, from the runs of one or more models."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from ...core.suites.erbench import DOMAIN_NAMES, DOMAINS, IMAGES_SUFFIX
from ..columns import COLUMNS
from ..statistics.intervals import Estimate
from .grid import FEWEST_CASES, Column, Figure, Row, Table, grid
from .runs import Model, Run, Subject
from .tally import PRIOR

_TITLES = {f"{of.name}_{of.chain.hops}hop": of.chain.title for of in DOMAINS if of.chain}
FEWEST_KNOWN = 20  # a model that knows fewer entities is "n/a", and does not narrow the common ones

_PRIOR_NOTE = (
    "prior: the share of the same questions that a classifier answers rightly which sees the words "
    "of the options alone, and learns from other entities."
)
_SINGLE_HOP = {"bn_yes": "BN(Y)", "bn_no": "BN(N)", "mc": "MC"}
_MULTI_HOP = {"mh_yes": "BN(Y)", "mh_no": "BN(N)"}
# Rates that are better when lower come last.
_SORTED = sorted(COLUMNS, key=lambda column: not column.higher_is_better)
_RATES = {of.title: of.name for of in _SORTED if of.title and "answers" in of.kinds}
_RATES = {"A": _RATES.pop("A"), PRIOR: PRIOR, **_RATES}
_HOP_RATES = {
    of.chain_title: f"{of.name}*" if of.first_hop else of.name for of in _SORTED if of.chain_title
}
_CONDITIONALS = {
    "Pr(r_{i+1} | r_i)": "rationale_given_previous_hop*",
    "Pr(r_{i+1} | not r_i)": "rationale_given_not_previous_hop*",
}


def all_tables(models: Sequence[Model]) -> tuple[list[Table], list[str]]:
    """Makes every table that there are runs for.

    Args:
        models: The models, with the entities that they know.

    Returns:
        The tables in the order of their importance, and one line for each that is left out.
    """
    tables = [
        _known_table(models),
        _common_table(models),
        _everything_table(models),
        _multi_hop_table(models),
        _conditional_table(models),
        _few_shot_table(models),
        _multimodal_table(models),
        _counts(models, "Table 13: Known entities, single-hop questions", ("bn", "mc")),
        _counts(models, "Table 15: Known entities, multimodal questions", ("bn", "mc"), True),
        _counts(models, "Table 16: Known entities, multi-hop questions", ("mh",)),
        _nota_table(models),
    ]
    made = [table for table in tables if any(any(row.cells) for row in table.rows)]
    omitted = [table for table in tables if table not in made]
    return made, [f"{table.title}: left out, {_missing(table, models)}." for table in omitted]


def _missing(table: Table, models: Sequence[Model]) -> str:
    kinds = {"mh"} if table.key == "table16" else {"bn", "mc"}
    known = {kind for model in models for _, kind in model.known}
    if table.key in ("table2", "table17", "table13", "table16") and not known & kinds:
        return (
            "no known entities are given: use --known MODEL=known.json, or run the tasks "
            "erbench_<domain>_known_bn and erbench_<domain>_known_mc"
        )
    return "there are no runs for it"


def _known_table(models: Sequence[Model]) -> Table:
    notes = (
        "Over the entities that each model knows.",
        f"n/a: fewer than {FEWEST_KNOWN} of the entities asked about are known to the model.",
    )
    title = "Table 2: Single-hop questions, entities that the model knows"
    return _with_prior(grid(models, title, notes, _single_hop(models), _RATES, _own))


def _common_table(models: Sequence[Model]) -> Table:
    def common(model: Model, run: Run) -> tuple[Iterable[str], int] | None:
        if run.subject not in model.known:
            return None
        enough = len(model.known[run.subject]) >= FEWEST_KNOWN
        return (_common(models, run.subject) if enough else frozenset()), 1

    notes = (
        "Over the entities that all models know, except for models that know fewer than "
        f"{FEWEST_KNOWN} (n/a).",
        *(("With one model it is Table 2 again.",) if len(models) == 1 else ()),
    )
    title = "Table 17: Single-hop questions, entities that all models know"
    return _with_prior(grid(models, title, notes, _single_hop(models), _RATES, common))


def _everything_table(models: Sequence[Model]) -> Table:
    notes = ("Over all entities, whether the model knows them or not.",)
    title = "Table 18: Single-hop questions, all entities"
    return _with_prior(grid(models, title, notes, _single_hop(models), _RATES, _everything))


def _few_shot_table(models: Sequence[Model]) -> Table:
    shown = _single_hop(models, few_shot=True)
    subjects = {(column.dataset, column.kind.split("_")[0]) for column in shown}
    known = any(subjects & model.known.keys() for model in models)
    which = "the entities that each model knows" if known else "all entities"
    notes = (f"Runs with demonstrations (--num_fewshot), over {which}.",)
    title = "Table 23: Single-hop questions, few-shot"
    scope = _own if known else _everything
    return _with_prior(grid(models, title, notes, shown, _RATES, scope, few_shot=True))


def _multi_hop_table(models: Sequence[Model]) -> Table:
    notes = (
        *_scope_notes(models),
        "R-ext is the mean over the hops; AR-ext is one figure per hop.",
    )
    title = "Table 4: Multi-hop questions, without and with chain of thought"
    return grid(models, title, notes, _multi_hop(models), _HOP_RATES, _own_or_all)


def _multimodal_table(models: Sequence[Model]) -> Table:
    synthetic = {
        model.label: {title_of(run.dataset) for run in model.runs if _is_synthetic(run)}
        for model in models
    }
    notes = [*_scope_notes(models, multimodal=True), "An image stands for an attribute's text."]
    for label, datasets in synthetic.items():
        if datasets:
            notes.append(
                f"{label} was shown synthetic images, drawn from the database's text, no real "
                f"posters or logos: {', '.join(sorted(datasets))}."
            )
    columns = _single_hop(models, multimodal=True)
    title = "Table 5: Multimodal questions"
    table = _with_prior(grid(models, title, tuple(notes), columns, _RATES, _own_or_all))
    return replace(table, rows=tuple(_marked(row, synthetic) for row in table.rows))


def _with_prior(table: Table) -> Table:
    """Says below a table what `prior` is, if it is in there."""
    has_it = any(row.label == PRIOR for row in table.rows)
    return replace(table, notes=(*table.notes, _PRIOR_NOTE)) if has_it else table


def _marked(row: Row, synthetic: Mapping[str, Collection[str]]) -> Row:
    return replace(row, model=f"{row.model} (SYNTHETIC IMAGES)") if synthetic[row.model] else row


def _is_synthetic(run: Run) -> bool:
    return run.multimodal and "synthetic_images" in run.tally.measures


def _conditional_table(models: Sequence[Model]) -> Table:
    notes = (
        *_scope_notes(models),
        "How often a hop is right given that the hop before it is, or is not; one figure per hop "
        f"from the second. n/a: fewer than {FEWEST_CASES} cases.",
    )
    title = "Table 21: Multi-hop questions, a hop given the one before"
    columns = _multi_hop(models)
    return grid(models, title, notes, columns, _CONDITIONALS, _own_or_all)


def _nota_table(models: Sequence[Model]) -> Table:
    shares: dict[str, set[float]] = {}
    for run in (run for model in models for run in model.runs):
        if run.nota is not None:
            shares.setdefault(run.dataset, {0.0}).add(run.nota)
    columns = [
        Column(title_of(dataset), f"{share:.0%}", dataset, "mc", nota=share or None)
        for dataset in in_order(shares)
        for share in sorted(shares[dataset])
    ]
    notes = ("Over all entities, by the share of questions whose answer is this option.",)
    title = "Figure 2: Multiple choice with the option None of the above"
    having = [model for model in models if any(run.nota is not None for run in model.runs)]
    return grid(having, title, notes, columns, {"A": _RATES["A"]}, _everything)


def _counts(
    models: Sequence[Model], title: str, kinds: Sequence[str], multimodal: bool = False
) -> Table:
    """Counts known entities, and at the end all that were asked about and the common ones."""
    every = {subject for model in models for subject in model.known}
    given = {(name, kind) for name, kind in every if name.endswith(IMAGES_SUFFIX) == multimodal}
    columns = [
        Column(title_of(dataset), kind.upper(), dataset, kind)
        for dataset in in_order(dataset for dataset, _ in given)
        for kind in kinds
        if (dataset, kind) in given
    ]
    subjects = [(column.dataset, column.kind) for column in columns]
    asked = {subject: _asked(models, subject) for subject in subjects}

    def row(label: str, metric: str, counts: Iterable[int | None]) -> Row:
        cells = zip(subjects, counts, strict=True)
        return Row(label, "entities", tuple(_count(s, metric, n, asked[s]) for s, n in cells))

    rows = [
        row(model.label, "known_entities", [_size(model.known.get(s)) for s in subjects])
        for model in models
    ]
    rows.append(row("# Total", "entities", [asked[s] or None for s in subjects]))
    rows.append(row("# Common", "common_entities", [_size(_common(models, s)) for s in subjects]))
    notes = (f"Models that know fewer than {FEWEST_KNOWN} entities do not count for # Common.",)
    return Table(title, notes, tuple(columns), tuple(rows))


def _count(subject: Subject, metric: str, count: int | None, asked: int) -> tuple[Figure, ...]:
    if count is None:
        return ()
    number = Estimate(count, None, None, asked, asked)
    return (Figure("_".join(subject), "", metric, number, asked or None, form="count"),)


def _size(known: frozenset[str] | None) -> int | None:
    return None if known is None else len(known)


def _asked(models: Sequence[Model], subject: Subject) -> int:
    runs = [run for model in models for run in model.runs if run.subject == subject]
    return len(set[str]().union(*(run.entities for run in runs)))


def _single_hop(
    models: Sequence[Model], few_shot: bool = False, multimodal: bool = False
) -> list[Column]:
    runs = (run for model in models for run in model.runs if run.multimodal == multimodal)
    found = {r.dataset for r in runs if r.kind in _SINGLE_HOP and (r.shots > 0) == few_shot}
    return [
        Column(title_of(dataset), label, dataset, kind)
        for dataset in in_order(found)
        for kind, label in _SINGLE_HOP.items()
    ]


def _multi_hop(models: Sequence[Model]) -> list[Column]:
    runs = (run for model in models for run in model.runs)
    return [
        Column(f"{title_of(dataset)}, {'w/' if cot else 'w/o'} CoT", label, dataset, kind, cot)
        for dataset in in_order(run.dataset for run in runs if run.kind in _MULTI_HOP)
        for cot in (False, True)
        for kind, label in _MULTI_HOP.items()
    ]


def _everything(_: Model, run: Run) -> tuple[Iterable[str], int]:
    return run.entities, 1


def _own(model: Model, run: Run) -> tuple[Iterable[str], int] | None:
    known = model.known.get(run.subject)
    return None if known is None else (known, FEWEST_KNOWN)


def _own_or_all(model: Model, run: Run) -> tuple[Iterable[str], int]:
    return _own(model, run) or _everything(model, run)


def _common(models: Sequence[Model], subject: Subject) -> frozenset[str]:
    sets = [model.known[subject] for model in models if subject in model.known]
    large = [known for known in sets if len(known) >= FEWEST_KNOWN]
    return frozenset.intersection(*large) if large else frozenset()


def _scope_notes(models: Sequence[Model], multimodal: bool = False) -> tuple[str, ...]:
    """Says for which models the multi-hop, or multimodal, runs are over known entities."""

    def belongs(subject: Subject) -> bool:
        return subject[0].endswith(IMAGES_SUFFIX) if multimodal else subject[1] == "mh"

    with_runs = [
        model
        for model in models
        if any(belongs(run.subject) and not run.kind.startswith("known") for run in model.runs)
    ]
    known = [model.label for model in with_runs if any(map(belongs, model.known))]
    others = [model.label for model in with_runs if model.label not in known]
    notes = []
    if known:
        notes.append(
            f"Over the entities that the model knows, where they are given: {', '.join(known)}."
        )
    if others:
        notes.append(f"Over all entities: {', '.join(others)}.")
    return tuple(notes)


def title_of(dataset: str) -> str:
    """Returns the heading of a dataset, as the paper has it; with images it is the same."""
    dataset = dataset.removesuffix(IMAGES_SUFFIX)
    return _TITLES.get(dataset, dataset.replace("_", " ").capitalize())


def in_order(datasets: Iterable[str]) -> list[str]:
    """Sorts datasets: the paper's in its order, then others."""

    def place(dataset: str) -> tuple[int, str]:
        domain = dataset.split("_")[0]
        names = DOMAIN_NAMES
        return (names.index(domain) if domain in names else len(names)), dataset

    return sorted(set(datasets), key=place)
