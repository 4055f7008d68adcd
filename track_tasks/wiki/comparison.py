"""Comparing a graph's claims with Wikidata's: a relation for each kind of subject.

The ids of a graph are not used, since they may be its own: each subject is resolved to an item by
name, class and all of its claims, as the rows of any table are (`erbench_tasks.provenance`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import sqlalchemy

from ...core.errors import InputError, did_you_mean
from ...erbench_tasks.database.binding import Binder
from ...erbench_tasks.provenance.check import CheckedRelation, compare_relations
from ...erbench_tasks.provenance.source import NamedItems
from ...erbench_tasks.spec.spec import RelationSpec
from .graph.graph import Claim, Entity
from .graph.properties import Property, classes, properties
from .graph.tsv_graph import TsvGraph, embedded_graph

EMBEDDED = "track-wiki"
_KEY = ("name", "id")  # columns that identify a subject


class _Subject(NamedTuple):
    entity: Entity
    claims: Sequence[Claim]


def is_graph(name: str) -> bool:
    """Tells whether a name is that of a graph: `track-wiki` (the embedded one), or `FILE.tsv`."""
    return name == EMBEDDED or name.endswith(".tsv")


def compare_graph(
    name: str, source: NamedItems, only: Sequence[str] = (), most: int | None = None
) -> Iterator[CheckedRelation]:
    """Compares a graph's claims with Wikidata's.

    Values of what holds now are compared with the statements of the month when the graph's facts
    hold. Of properties that have no single value Wikidata's list may be incomplete, and cities may
    be said more or less exactly: Brooklyn is in New York City.

    Args:
        name: `track-wiki`, or the path of a graph.
        source: Where items come from.
        only: Kinds of subjects, such as `person`; by default all.
        most: The largest number of subjects of each kind, the first ones; None for all.

    Raises:
        InputError: The graph cannot be read, or there is no such kind.
    """
    graph = embedded_graph() if name == EMBEDDED else TsvGraph(Path(name))
    kinds = _kinds(graph)
    for kind in only:
        if kind not in kinds:
            raise InputError(f"--relation: there is no {kind!r}; {did_you_mean(kind, kinds)}")
    with TemporaryDirectory() as folder:
        engine = sqlalchemy.create_engine(f"sqlite:///{folder}/graph.sqlite")
        chosen = {kind: kinds[kind] for kind in only or kinds}
        try:
            _write(engine, graph, chosen)
            specs = {kind: _spec(kind, of, graph.as_of) for kind, of in chosen.items()}
            yield from compare_relations(Binder(engine), specs, source, most)
        finally:
            engine.dispose()


def _kinds(graph: TsvGraph) -> dict[str, list[_Subject]]:
    """Returns the subjects by the first class of Table 5's that they are of."""
    found: dict[str, list[_Subject]] = defaultdict(list)
    subjects = list(graph.heads(0))
    known = graph.entities(subjects)
    for id_, claims in graph.claims(subjects).items():
        if claims:
            found[_kind(known[id_])].append(_Subject(known[id_], claims))
    return dict(sorted(found.items()))


def _kind(entity: Entity) -> str:
    named = (kind for kind, ids in classes().items() if ids & entity.types)
    return next(named, "other")


def _properties(subjects: Sequence[_Subject]) -> list[Property]:
    used = {claim.property for subject in subjects for claim in subject.claims}
    return [row for row in properties().values() if row.id in used]


def _column(property_: Property) -> str:
    return re.sub(r"\W+", "_", property_.label).strip("_")


def _write(
    engine: sqlalchemy.Engine, graph: TsvGraph, kinds: Mapping[str, Sequence[_Subject]]
) -> None:
    """Writes a table for each kind, with a row for each claim."""
    metadata = sqlalchemy.MetaData()
    text = sqlalchemy.Text
    for kind, subjects in kinds.items():
        columns = {row.id: _column(row) for row in _properties(subjects)}
        names = (*_KEY, *columns.values())
        table = sqlalchemy.Table(kind, metadata, *(sqlalchemy.Column(n, text) for n in names))
        labels = graph.entities({c.object for s in subjects for c in s.claims})
        empty = dict.fromkeys(columns.values())
        rows = [
            {
                **empty,
                "id": subject.entity.id,
                "name": subject.entity.label or None,
                columns[claim.property]: labels[claim.object].label or None,
            }
            for subject in subjects
            for claim in subject.claims
        ]
        table.create(engine)
        with engine.begin() as connection:
            connection.execute(table.insert(), rows)


def _spec(kind: str, subjects: Sequence[_Subject], as_of: str) -> RelationSpec:
    of_kind = classes().get(kind) or frozenset().union(*(s.entity.types for s in subjects))
    asked = _properties(subjects)
    columns = ", ".join(f'"{name}"' for name in (*_KEY, *map(_column, asked)))
    return RelationSpec.model_validate(
        {
            "sql": f'SELECT {columns} FROM "{kind}"',  # noqa: S608 -- names of Table 5
            "entity": list(_KEY),
            "wikidata": {
                "class": sorted(of_kind),
                "attributes": {_column(row): _attribute(row, as_of) for row in asked},
            },
        }
    )


def _attribute(property_: Property, as_of: str) -> dict[str, Any]:
    return {
        "property": property_.id,
        **({"at": as_of} if as_of and property_.is_current else {}),
        "incomplete": property_.is_list or property_.object_types == classes()["city"],
    }
