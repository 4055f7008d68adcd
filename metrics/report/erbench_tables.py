"""The tables of the ERBench paper, from the runs of one or more models."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ...core.suites.erbench import (
    DOMAIN_NAMES,
    DOMAINS,
    IMAGES_SUFFIX,
    MULTI_HOP,
    SELF_CONSISTENCY,
    SINGLE_HOP,
    TITLES,
    WITH_PASSAGE,
)
from ..columns import COLUMNS
from ..statistics.intervals import Estimate
from ..verification import AGREEMENT, CONTRADICTION, OTHER, RESOLUTION, UNRELATED
from .explorer.routes import COMMON, OWN
from .grid import (
    FEWEST_CASES,
    OVERALL,
    Column,
    Figure,
    Row,
    Scope,
    Scoped,
    Table,
    grid,
    run_figure,
    without_blanks,
)
from .runs import ASKED_OTHERWISE, Model, Run, Subject
from .tally import PRIOR

_TITLES = {f"{of.name}_{of.chain.hops}hop": of.chain.title for of in DOMAINS if of.chain}
FEWEST_KNOWN = 20  # a model that knows fewer entities is "n/a", and does not narrow the common ones

_PRIOR_NOTE = (
    "prior: the share of the same questions that a classifier answers rightly which sees the words "
    "of the options alone, and learns from other entities."
)
_OVERALL_NOTE = (
    f"{OVERALL}: the questions of all columns of a kind together, so that larger domains count for "
    "more; for models that were asked about all of these domains."
)
_SINGLE_HOP = {kind: TITLES[kind] for kind in SINGLE_HOP}
_MULTI_HOP = {kind: TITLES[kind] for kind in MULTI_HOP}
# Rates that are better when lower come last.
_SORTED = sorted(COLUMNS, key=lambda column: not column.higher_is_better)
_RATES = {of.title: of.name for of in _SORTED if of.title and "answers" in of.kinds}
_RATES = {"A": _RATES.pop("A"), PRIOR: PRIOR, **_RATES}
_HOP_RATES = {
    of.chain_title: f"{of.name}*" if of.first_hop else of.name for of in _SORTED if of.chain_title
}
_WITHOUT = "w/o"
_IN_PASSAGE = "In passage (↓)"
_VERIFICATION = {
    "Agreement": AGREEMENT,
    "(1) Unrelated (↓)": UNRELATED,
    "(2) Entity resolution (↓)": RESOLUTION,
    "(3) Contradiction (↓)": CONTRADICTION,
    "Other (↓)": OTHER,
}
# Nobody misses them who did not ask for them.
_NOT_MISSED = ("erbenchself-consistency", "erbenchbyattribute", "table19")
_CONDITIONALS = {
    "Pr(r_{i+1} | r_i)": "rationale_given_previous_hop*",
    "Pr(r_{i+1} | not r_i)": "rationale_given_not_previous_hop*",
}


_KNOWN_TASKS = (
    "erbench_<domain>_known_bn and erbench_<domain>_known_mc",
    "erbench_movie_known_2hop and erbench_soccer_known_3hop",
)


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
        _augmentation_table(models),
        _self_consistency_table(models),
        _multimodal_table(models),
        _counts(models, "Table 13: Known entities, single-hop questions", ("bn", "mc")),
        _counts(models, "Table 15: Known entities, multimodal questions", ("bn", "mc"), True),
        _counts(models, "Table 16: Known entities, multi-hop questions", ("mh",)),
        _nota_table(models),
        _attribute_table(models),
        _verification_table(models),
    ]
    made = [table for table in tables if any(any(row.cells) for row in table.rows)]
    omitted = [table for table in tables if table not in made and table.key not in _NOT_MISSED]
    return made, [f"{table.title}: left out, {_missing(table, models)}." for table in omitted]


def _missing(table: Table, models: Sequence[Model]) -> str:
    kinds = {"mh"} if table.key == "table16" else {"bn", "mc"}
    known = {kind for model in models for _, kind in model.known}
    if table.key in ("table2", "table17", "table13", "table16") and not known & kinds:
        return (
            "no known entities are given: use --known MODEL=known.json, or run the tasks "
            f"{_KNOWN_TASKS[kinds == {'mh'}]}"
        )
    return "there are no runs for it"


def _known_table(models: Sequence[Model]) -> Table:
    notes = (
        "Over the entities that each model knows.",
        f"n/a: fewer than {FEWEST_KNOWN} of the entities asked about are known to the model.",
    )
    title = "Table 2: Single-hop questions, entities that the model knows"
    return _single_hop_grid(models, title, notes, _own)


def _common_table(models: Sequence[Model]) -> Table:
    def common(model: Model, run: Run) -> Scoped | None:
        if run.subject not in model.known:
            return None
        enough = len(model.known[run.subject]) >= FEWEST_KNOWN
        shared = _common(_alike(models, model), run.subject) if enough else ()
        return Scoped(shared, 1, COMMON)

    notes = (
        "Over the entities that all models know, except for models that know fewer than "
        f"{FEWEST_KNOWN} (n/a).",
        *_nothing_common(models),
        *(("With one model it is Table 2 again.",) if len(models) == 1 else ()),
    )
    title = "Table 17: Single-hop questions, entities that all models know"
    return _single_hop_grid(models, title, notes, common)


def _alike(models: Sequence[Model], model: Model) -> list[Model]:
    """Returns the models that were read in the same way."""
    return [other for other in models if other.reading == model.reading]


def _nothing_common(models: Sequence[Model]) -> Iterator[str]:
    """Says which columns of Table 17 are empty as there is nothing that all models know."""
    empty: dict[bool, list[str]] = {}
    kinds = [kind for kind in ("bn", "mc") if any(kind == of for m in models for _, of in m.known)]
    for dataset in in_order(name for model in models for name, _ in model.known):
        for kind in kinds:
            having = [model for model in models if (dataset, kind) in model.known]
            large = [m for m in having if len(m.known[dataset, kind]) >= FEWEST_KNOWN]
            if having and not any(_common(_alike(models, m), (dataset, kind)) for m in having):
                empty.setdefault(bool(large), []).append(f"{title_of(dataset)} {kind.upper()}")
    if True in empty:
        yield f"n/a: no entity is known to all models in {', '.join(empty[True])}."
    if False in empty:
        yield f"n/a: no model knows {FEWEST_KNOWN} entities in {', '.join(empty[False])}."


def _everything_table(models: Sequence[Model]) -> Table:
    notes = ("Over all entities, whether the model knows them or not.",)
    title = "Table 18: Single-hop questions, all entities"
    return _single_hop_grid(models, title, notes, _everything)


def _few_shot_table(models: Sequence[Model]) -> Table:
    shown = _single_hop(models, few_shot=True)
    subjects = {(column.dataset, column.kind.split("_")[0]) for column in shown}
    known = any(subjects & model.known.keys() for model in models)
    which = "the entities that each model knows" if known else "all entities"
    notes = (f"Runs with demonstrations (--num_fewshot), over {which}.",)
    title = "Table 23: Single-hop questions, few-shot"
    scope = _own if known else _everything
    return _single_hop_grid(models, title, notes, scope, few_shot=True)


def _single_hop_grid(
    models: Sequence[Model], title: str, notes: Iterable[str], scope: Scope, few_shot: bool = False
) -> Table:
    """Makes a table of single-hop questions, with columns of all domains together."""
    columns = _single_hop(models, few_shot)
    table = grid(models, title, tuple(notes), columns, _RATES, scope, few_shot, overall=True)
    has_overall = any(column.group == OVERALL for column in table.columns)
    notes = (*table.notes, _OVERALL_NOTE) if has_overall else table.notes
    return _with_prior(replace(table, notes=notes))


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


def _augmentation_table(models: Sequence[Model]) -> Table:
    notes = (
        "w/ KA: passages about what the question names go before it (Appendix B.10). Both are over "
        "the entities that both ask about.",
        f"{_IN_PASSAGE}: share of questions whose passages have the value that is asked for, "
        "because their source has it; a model that only copies from them has an R of at most this.",
    )
    title = "Table 24: Single-hop questions, without and with knowledge augmentation"
    lines = {**_RATES, _IN_PASSAGE: "passage_names_value"}
    table = _with_and_without(models, WITH_PASSAGE, title, notes, lines)
    plain = [not column.variant for column in table.columns]
    rows = (
        replace(row, cells=tuple(() if no else c for no, c in zip(plain, row.cells, strict=True)))
        if row.label == _IN_PASSAGE
        else row
        for row in table.rows
    )
    return without_blanks(replace(table, rows=tuple(rows)))


def _self_consistency_table(models: Sequence[Model]) -> Table:
    notes = (
        "Proposed in Appendix B.5, without figures. w/ SC: of several sampled responses the first "
        "with the most frequent answer. Both are over the entities that both ask about.",
    )
    title = "ERBench self-consistency: Single-hop questions, one response and a vote of several"
    return _with_and_without(models, SELF_CONSISTENCY, title, notes, _RATES)


def _with_and_without(
    models: Sequence[Model],
    variant: str,
    title: str,
    notes: tuple[str, ...],
    lines: Mapping[str, str],
) -> Table:
    """Makes a table of runs that ask the same questions with and without something."""
    asked = {run.dataset for model in models for run in model.runs if run.variant == variant}
    name = ASKED_OTHERWISE[variant]
    columns = [
        Column(f"{title_of(dataset)}, {called}", label, dataset, kind, variant=of)
        for dataset in in_order(asked)
        for of, called in (("", name.replace("w/", "w/o")), (variant, name))
        for kind, label in _SINGLE_HOP.items()
    ]

    def shared(model: Model, run: Run) -> Scoped:
        same = [
            other.entities
            for other in model.runs
            if (other.dataset, other.kind, other.shots) == (run.dataset, run.kind, 0)
            and other.variant in ("", variant)
            and other.nota is None
        ]
        chosen = _own_or_all(model, run)
        return chosen._replace(entities=set(chosen.entities).intersection(*same))

    having = [model for model in models if any(run.variant == variant for run in model.runs)]
    return grid(having, title, (*_known_or_all(having), *notes), columns, lines, shared)


def _known_or_all(models: Sequence[Model]) -> tuple[str, ...]:
    known = [model.label for model in models if model.known]
    others = [model.label for model in models if not model.known]
    return (
        *((f"Over the entities that the model knows: {', '.join(known)}.",) if known else ()),
        *((f"Over all entities: {', '.join(others)}.",) if others else ()),
    )


def _attribute_table(models: Sequence[Model]) -> Table:
    """Shows the rates of multiple choice by what the false option is about."""
    runs = [
        (model, run)
        for model in models
        for run in model.runs
        if run.kind == "mc" and not (run.shots or run.variant or run.nota or run.multimodal)
    ]
    columns = [
        Column(title_of(dataset), attribute.replace("_", " "), dataset, attribute)
        for dataset in in_order(run.dataset for _, run in runs)
        for attribute in dict.fromkeys(
            name for _, run in runs if run.dataset == dataset for name in run.tally.by_attribute
        )
    ]

    def cell(model: Model, column: Column, measure: str) -> tuple[Figure, ...]:
        for owner, run in runs:
            measures = run.tally.by_attribute.get(column.kind, {})
            if owner is model and run.dataset == column.dataset and measure in measures:
                found = run_figure(run, measure, of=measures)
                return (replace(found, metric=f"{measure}_{column.kind}", run=""),)
        return ()

    rows = [
        Row(model.label, label, tuple(cell(model, column, measure) for column in columns))
        for model in models
        for label, measure in _RATES.items()
    ]
    notes = (
        "Not in the paper. Over all entities, by the attribute that the false option is about. R: "
        "its true value is named.",
    )
    title = "ERBench by attribute: Multiple-choice questions, by what the false option is about"
    return without_blanks(Table(title, notes, tuple(columns), tuple(rows)))


def _verification_table(models: Sequence[Model]) -> Table:
    """Shows how far R agrees with the judge that was asked (Table 19), and where it does not."""
    columns = [
        replace(column, cot=cot)
        for column in (*_single_hop(models), *_multi_hop(models))
        for cot in ((False, True) if column.kind in _MULTI_HOP else (False,))
    ]
    having = [m for m in models if any(AGREEMENT in run.tally.measures for run in m.runs)]
    judged = {
        m.label: frozenset(e for r in m.runs for e in r.tally.measures.get(AGREEMENT, ()))
        for m in having
    }

    def scope(model: Model, run: Run) -> Scoped | None:
        return Scoped(judged[model.label]) if AGREEMENT in run.tally.measures else None

    notes = (
        "Over all entities. Agreement: R and the judge that the run had say the same of a "
        "rationale. The others sum up to the rest, by the categories of Appendix B.5, told apart "
        "by the answer. Unrelated: R accepts, the judge does not, and the answer is right, so that "
        "something else is wrong. Contradiction: the same, but the answer is wrong although the "
        "value is named. Entity resolution: only the judge accepts, and the answer is right. "
        "Other: only the judge accepts, and the answer is wrong.",
        "A judge errs too: `erbench-track quality` audits it.",
        *(f"{model.label} was judged by {of}." for model in having for of in _judges(model)),
    )
    title = "Table 19: Rationale accuracy compared with a judge"
    return grid(having, title, notes, list(dict.fromkeys(columns)), _VERIFICATION, scope)


def _judges(model: Model) -> list[str]:
    titles = [run.made.judge.title for run in model.runs if run.made.judge is not None]
    return list(dict.fromkeys(titles))


def _nota_table(models: Sequence[Model]) -> Table:
    shares: dict[str, set[float]] = {}
    for run in (run for model in models for run in model.runs):
        if run.nota is not None:
            shares.setdefault(run.dataset, set()).add(run.nota)
    columns = [
        Column(title_of(dataset), _nota_label(share, shares[dataset]), dataset, "mc", nota=share)
        for dataset in in_order(shares)
        for share in (None, *sorted(shares[dataset]))
    ]
    without = any(0.0 in found for found in shares.values())
    notes = (
        "Over all entities, by the share of questions whose answer is this option.",
        *((f"{_WITHOUT}: the questions do not have this option.",) if without else ()),
    )
    title = "Figure 2: Multiple choice with the option None of the above"
    having = [model for model in models if any(run.nota is not None for run in model.runs)]
    return grid(having, title, notes, columns, {"A": _RATES["A"]}, _everything)


def _nota_label(share: float | None, shares: Collection[float]) -> str:
    """Names a share; questions without the option are 0%, unless that was asked with it, too."""
    if share is not None:
        return f"{share:.0%}"
    return _WITHOUT if 0.0 in shares else "0%"


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
    alike = [model for model in models if model.reading == models[0].reading]
    rows.append(row("# Common", "common_entities", [_size(_common(alike, s)) for s in subjects]))
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


def _everything(_: Model, run: Run) -> Scoped:
    return Scoped(run.entities)


def _own(model: Model, run: Run) -> Scoped | None:
    known = model.known.get(run.subject)
    return None if known is None else Scoped(known, FEWEST_KNOWN, OWN)


def _own_or_all(model: Model, run: Run) -> Scoped:
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
