"""The relations of a specification, each compared with Wikidata."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ...core.errors import InputError, did_you_mean
from ...core.progress import watched
from ..database.binding import Binder
from ..database.opening import open_database
from ..database.snapshot import snapshot
from ..relations.relation import Relation
from ..relations.spellings import SpellingTable
from ..relations.tuples import TupleSource
from ..spec.spec import RelationSpec
from ..spec.spec_file import errors_in, read_spec
from .check import Checked, RelationCheck
from .judge import Verdict
from .source import NamedItems

_PART = "`wikidata:` part, which says where Wikidata has its columns"


class CheckedRelation(NamedTuple):
    """A relation, compared.

    Attributes:
        name: Its name.
        entities: What became of each of its entities, in their order.
        left_out: Number of further entities, which were not compared.
    """

    name: str
    entities: Sequence[Checked]
    left_out: int

    def rows(self) -> Counter[Verdict]:
        """Returns how many entities have each verdict."""
        return Counter(checked.verdict for checked in self.entities)

    def counted(self) -> dict[str, Counter[Verdict]]:
        """Returns how many values of each attribute have each verdict."""
        counts: dict[str, Counter[Verdict]] = {}
        for judged in (judged for checked in self.entities for judged in checked.judged):
            counts.setdefault(judged.attribute, Counter())[judged.verdict] += 1
        return counts


def check_relations(
    spec: str,
    database: str | None,
    source: NamedItems,
    only: Sequence[str] = (),
    most: int | None = None,
) -> Iterator[CheckedRelation]:
    """Compares the relations of a specification that say where Wikidata has them.

    Args:
        spec: Name of an embedded domain, or path of a specification.
        database: URL, SQLite file or folder; by default the specification's own folder.
        source: Where items come from.
        only: Names of relations; by default all that have a `wikidata:` part.
        most: The largest number of entities of each to compare, the first ones; None for all.

    Raises:
        InputError: No relation has such a part, or something cannot be read.
    """
    content, path = read_spec(spec)
    engine = open_database(database or path.parent)
    relations = content.relations
    for name in only:
        if name not in relations:
            raise InputError(f"--relation: there is no {name!r}; {did_you_mean(name, relations)}")
        if relations[name].wikidata is None:
            raise InputError(f"{path}: relations.{name} has no {_PART}")
    chosen = {n: r for n, r in relations.items() if n in only or (not only and r.wikidata)}
    if not chosen:
        raise InputError(f"{path}: no relation has a {_PART}")
    with errors_in(path):
        yield from compare_relations(Binder(engine, content.database_schema), chosen, source, most)


def compare_relations(
    binder: Binder,
    specs: Mapping[str, RelationSpec],
    source: NamedItems,
    most: int | None = None,
) -> Iterator[CheckedRelation]:
    """Compares relations.

    Args:
        binder: The database.
        specs: Name to relation; each says where Wikidata has it.
        source: Where items come from.
        most: The largest number of entities of each to compare, the first ones; None for all.
    """
    relations = [Relation(binder, name, spec) for name, spec in specs.items()]
    for relation, spellings in [(each, SpellingTable(binder, each)) for each in relations]:
        # The rows are read to the end first: a connection should not wait for a query service.
        with snapshot(binder.engine) as connection:
            every = list(TupleSource(connection).of_entities(relation))
        rows = every[:most]
        check = RelationCheck(relation.spec, spellings, source)
        entities = list(check.checked(watched(rows, f"{relation.name}: rows", len(rows))))
        yield CheckedRelation(relation.name, entities, len(every) - len(rows))
