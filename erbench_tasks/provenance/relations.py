"""The relations of a specification, each compared with Wikidata."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import sqlalchemy
from sqlalchemy import func, select

from ...core.errors import InputError, did_you_mean
from ...core.progress import watched
from ..database.binding import Binder
from ..database.opening import open_database
from ..database.snapshot import snapshot
from ..database.sql_text import comparable_column
from ..relations.relation import Relation
from ..relations.spellings import SpellingTable
from ..relations.tuples import TupleSource
from ..spec.spec import BenchmarkSpec, RelationSpec
from ..spec.spec_file import errors_in, read_spec
from .check import Checked, RelationCheck
from .judge import Verdict
from .records import Wikidata

_APART = 3.0  # bits by which one of two rows has to fit an item better


class CheckedRelation(NamedTuple):
    """A relation, compared.

    Attributes:
        name: Its name.
        entities: What became of each of its entities, in their order.
        left_out: Number of further entities, which were not compared.
        has_statements: Whether any item had a statement with any of the properties.
    """

    name: str
    entities: Sequence[Checked]
    left_out: int
    has_statements: bool

    def counted(self) -> dict[str, dict[Verdict, int]]:
        """Returns how many values of each attribute have each verdict."""
        counts: dict[str, dict[Verdict, int]] = {}
        for checked in self.entities:
            for judged in checked.judged:
                verdicts = counts.setdefault(judged.attribute, dict.fromkeys(Verdict, 0))
                verdicts[judged.verdict] += 1
        return counts


def check_relations(
    spec: str,
    database: str | None,
    wikidata: Wikidata,
    only: Sequence[str] = (),
    most: int | None = None,
) -> Iterator[CheckedRelation]:
    """Compares the relations of a specification that say where Wikidata has them.

    Args:
        spec: Name of an embedded domain, or path of a specification.
        database: URL, SQLite file or folder; by default the specification's own folder.
        wikidata: Where statements come from.
        only: Names of relations; by default all that have a `wikidata:` part.
        most: The largest number of entities of each to compare, the first ones; None for all.

    Raises:
        InputError: No relation has such a part, or something cannot be read.
    """
    content, path = read_spec(spec)
    names = _chosen(content, str(path), only)
    binder = Binder(open_database(database or path.parent), content.database_schema)
    with errors_in(path):
        opened = _opened(binder, {name: content.relations[name] for name in names})
    yield from _compared(binder.engine, opened, wikidata, most)


def compare_relations(
    engine: sqlalchemy.Engine,
    specs: Mapping[str, RelationSpec],
    wikidata: Wikidata,
    most: int | None = None,
) -> Iterator[CheckedRelation]:
    """Compares relations that no file specifies.

    Args:
        engine: The database.
        specs: Name to relation; each says where Wikidata has it.
        wikidata: Where statements come from.
        most: The largest number of entities of each to compare, the first ones; None for all.
    """
    yield from _compared(engine, _opened(Binder(engine), specs), wikidata, most)


def _opened(
    binder: Binder, specs: Mapping[str, RelationSpec]
) -> list[tuple[Relation, SpellingTable]]:
    relations = (Relation(binder, name, spec) for name, spec in specs.items())
    return [(relation, SpellingTable(binder, relation)) for relation in relations]


def _compared(
    engine: sqlalchemy.Engine,
    opened: Sequence[tuple[Relation, SpellingTable]],
    wikidata: Wikidata,
    most: int | None,
) -> Iterator[CheckedRelation]:
    for relation, spellings in opened:
        with snapshot(engine) as connection:
            yield _checked(relation, spellings, wikidata, connection, most)


def _chosen(spec: BenchmarkSpec, where: str, only: Sequence[str]) -> list[str]:
    for name in only:
        if name not in spec.relations:
            raise InputError(
                f"--relation: there is no {name!r}; {did_you_mean(name, spec.relations)}"
            )
        if spec.relations[name].wikidata is None:
            raise InputError(
                f"{where}: relations.{name} has no `wikidata:` part, which says where Wikidata has "
                "its columns (docs/how-to/check_against_wikidata.md)"
            )
    names = list(only) or [n for n, r in spec.relations.items() if r.wikidata is not None]
    if not names:
        raise InputError(
            f"{where}: no relation has a `wikidata:` part, which says where Wikidata has its "
            "columns (docs/how-to/check_against_wikidata.md)"
        )
    return names


def _checked(
    relation: Relation,
    spellings: SpellingTable,
    wikidata: Wikidata,
    connection: sqlalchemy.Connection,
    most: int | None,
) -> CheckedRelation:
    spec = relation.spec.wikidata
    if spec is None:
        raise InputError(f"relations.{relation.name}: has no `wikidata:` part")
    chance = {name: _chance(connection, relation, name) for name in spec.attributes}
    check = RelationCheck(relation.spec, spec, spellings, wikidata, chance)
    # The rows are read to the end first: a connection should not wait for a query service.
    every = list(TupleSource(connection).of_entities(relation))
    rows = every[:most]
    found = check.checked(watched(rows, f"{relation.name}: rows", len(rows)))
    entities = _each_item_once(list(found))
    left_out = len(every) - len(rows)
    return CheckedRelation(relation.name, entities, left_out, check.fetched.has_statements)


def _chance(connection: sqlalchemy.Connection, relation: Relation, name: str) -> float:
    """Returns how often two different rows that have a value have the same one."""
    column = relation.columns[name]
    times = select(func.count().label("times")).select_from(relation.source)
    times = times.where(column.is_not(None)).group_by(comparable_column(column))
    each = sqlalchemy.cast(times.subquery().c.times, sqlalchemy.Float)
    same, every = connection.execute(select(func.sum(each * (each - 1)), func.sum(each))).one()
    pairs = float(every or 0) * (float(every or 0) - 1)
    return float(same) / pairs if pairs > 0 else 0.0


def _each_item_once(entities: list[Checked]) -> list[Checked]:
    """Takes an item from the rows that it fits worse than another row."""
    of_item: dict[str, list[Checked]] = defaultdict(list)
    for checked in entities:
        if checked.item:
            of_item[checked.item].append(checked)
    best = {item: max(each, key=lambda c: c.score) for item, each in of_item.items()}
    return [_unless_worse(checked, best.get(checked.item)) for checked in entities]


def _unless_worse(checked: Checked, best: Checked | None) -> Checked:
    if best is None or best.score - checked.score < _APART:
        return checked
    other = ", ".join(f"{name}={value!r}" for name, value in best.entity.items())
    reason = f"{checked.item} has this name, and fits another row better ({other})"
    return checked._replace(item="", label="", score=0.0, reason=reason, judged=())
