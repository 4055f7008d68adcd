"""Comparing relations with Wikidata, row by row.

A row is found by its entity's label and a second column; then each of its values is compared with
what the item says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple, cast

from ...core.errors import InputError, did_you_mean
from ...core.progress import watched
from ...core.wikidata.items import END, START, Item, Statement, number_of
from ...core.wikidata.values import Reference
from ..database.binding import Binder
from ..database.opening import open_database
from ..database.snapshot import snapshot
from ..relations.relation import Relation, Row
from ..relations.spellings import SpellingTable
from ..relations.tuples import TupleSource
from ..spec.spec import RelationSpec
from ..spec.spec_file import errors_in, read_spec
from ..spec.wikidata import WikidataAttribute, WikidataSpec
from .compare import Judged, Placed, Said, Verdict, items_of, judge, lookups
from .source import NamedItems

_PART = "`wikidata:` part, which says where Wikidata has its columns"
_BATCH = 200  # rows that are looked up together


class Checked(NamedTuple):
    """An entity of a relation, compared.

    Attributes:
        entity: The attributes that identify it, as text.
        verdict: What became of it: it differs if any of its values does.
        item: Its item; empty if it is not found, or ambiguous, or cannot be told.
        reason: Why there is no item; empty if there is.
        judged: What Wikidata says of each value; nothing without an item.
    """

    entity: Mapping[str, str]
    verdict: Verdict
    item: str = ""
    reason: str = ""
    judged: Sequence[Judged] = ()


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
        check = _Comparison(relation.spec, spellings, source)
        entities = list(check.checked(watched(rows, f"{relation.name}: rows", len(rows))))
        yield CheckedRelation(relation.name, entities, len(every) - len(rows))


class _Entity(NamedTuple):
    key: Mapping[str, str]
    names: Sequence[str]
    values: Mapping[str, Sequence[Said]]


def _attributes(judged: Iterable[Judged], verdict: Verdict) -> set[str]:
    return {each.attribute for each in judged if each.verdict is verdict}


def _fits(judged: Sequence[Judged], spec: WikidataSpec) -> bool:
    """Tells whether a row is about an item, by what the item says of the row's values.

    If one column differs, it is the same item by what `find_by` names, or by most of the other
    columns. If several do, it is another item of that name, or nobody can tell.
    """
    own = {name for name, attribute in spec.attributes.items() if attribute.of is None}
    agreeing, differing, untold = (
        _attributes(judged, verdict)
        for verdict in (Verdict.AGREES, Verdict.DIFFERS, Verdict.UNTOLD)
    )
    if not agreeing or not differing & own:
        return bool(agreeing)
    is_certain = len(agreeing) > max(1, len(untold))
    return len(differing) == 1 and (is_certain or not agreeing.isdisjoint(spec.find_by))


def _why_not(item: str, judged: Sequence[Judged]) -> str:
    differing = [f"{j.attribute} is {j.says}" for j in judged if j.verdict is Verdict.DIFFERS]
    said = "; ".join(differing) or "nothing else agrees"
    return f"{item} has this name, but {said}: another one?"


class _Comparison:
    """Compares the rows of one relation."""

    def __init__(
        self, relation: RelationSpec, spellings: SpellingTable, source: NamedItems
    ) -> None:
        self._relation, self._spellings, self._source = relation, spellings, source
        self._spec = cast("WikidataSpec", relation.wikidata)
        self._properties = _properties(self._spec)
        self._known: dict[str, Item | None] = {}
        self._all_names: dict[str, Collection[str]] = {}

    def checked(self, rows: Iterable[Sequence[Row]]) -> Iterator[Checked]:
        """Yields what becomes of each entity, whose rows are given."""
        entities = map(self._entity, rows)
        while batch := list(islice(entities, _BATCH)):
            each = list(zip(batch, self._found(batch), strict=True))
            # Nothing is said to differ before its names in all languages are known.
            while unnamed := self._unnamed(each):
                named = self._source.all_names(unnamed)
                self._all_names |= {id_: named.get(id_, ()) for id_ in unnamed}
            yield from (self._checked(entity, ids) for entity, ids in each)

    def _entity(self, rows: Sequence[Row]) -> _Entity:
        key = {name: str(rows[0][name]) for name in self._relation.entity}
        label = self._spec.label or self._relation.entity[0]
        spelled = self._spellings.spellings(label, rows[0])
        names = [name for each in spelled for name in lookups(each)]
        return _Entity(key, names, {name: self._said(name, rows) for name in self._spec.attributes})

    def _said(self, name: str, rows: Sequence[Row]) -> list[Said]:
        each = {row[name]: row for row in rows if row[name] is not None}
        return [self._spellings.spellings(name, row) for row in each.values()]

    def _found(self, entities: Sequence[_Entity]) -> list[list[str]]:
        """Returns the items of the kind that have each entity's name."""
        names = {name for entity in entities for name in entity.names}
        named = self._source.named(names, self._spec)
        self._fetch({id_ for ids in named.values() for id_ in ids})
        found = [{id_ for n in e.names for id_ in named.get(n, ())} for e in entities]
        of_kind = [sorted(filter(self._is_of_kind, ids), key=number_of) for ids in found]
        ids = {id_ for several in of_kind for id_ in several}
        for _ in range(1 + sum(a.of is not None for a in self._spec.attributes.values())):
            ids = {other for id_ in ids for other in items_of(self._stated(id_))}
            self._fetch(ids)
        return of_kind

    def _fetch(self, ids: Collection[str]) -> None:
        missing = set(ids) - self._known.keys()
        items = self._source.items(missing, self._properties, self._spec.classes)
        self._known |= dict.fromkeys(missing) | {item.id: item for item in items}

    def _is_of_kind(self, id_: str) -> bool:
        item = self._known[id_]
        return (
            item is not None
            and bool(item.types)
            and all(
                any(s.value == Reference(value) for value in wanted for s in item.best(property_))
                for property_, wanted in self._spec.where.items()
            )
        )

    def _stated(self, id_: str, properties: Collection[str] = ()) -> list[Placed]:
        """Returns the statements of an item with some properties, or with all."""
        item = self._known.get(id_)
        found = item.statements if item else {}
        return [(f"{id_}, {p}", s) for p in properties or found for s in found.get(p, ())]

    def _names_of(self, id_: str) -> list[str]:
        item = self._known.get(id_)
        names = [name for name in (item.label, *item.aliases) if name] if item else []
        return [*names, *sorted(self._all_names.get(id_, ()))]

    def _unnamed(self, each: Iterable[tuple[_Entity, Sequence[str]]]) -> set[str]:
        """Returns the items that differ by the names that are known."""
        judged = (j for entity, ids in each for id_ in ids for j in self._judged(entity, id_))
        differing = (j.statements for j in judged if j.verdict is not Verdict.AGREES)
        return {id_ for said in differing for id_ in items_of(said)} - self._all_names.keys()

    def _checked(self, entity: _Entity, ids: Sequence[str]) -> Checked:
        every = {id_: self._judged(entity, id_) for id_ in ids}
        fitting = [id_ for id_, judged in every.items() if _fits(judged, self._spec)]
        agreeing = [id_ for id_ in fitting if not _attributes(every[id_], Verdict.DIFFERS)]
        best = agreeing or fitting
        if len(best) == 1:
            verdict = Verdict.AGREES if agreeing else Verdict.DIFFERS
            return Checked(entity.key, verdict, best[0], "", every[best[0]])
        several = ", ".join(best or every)
        verdict, reason = Verdict.UNTOLD, f"{several} have this name, and none fits"
        if best:
            verdict, reason = Verdict.AMBIGUOUS, f"{several} fit equally well"
        elif not every:
            verdict, reason = Verdict.NOT_FOUND, "no item of the class has this name"
        elif len(every) == 1:
            reason = _why_not(*next(iter(every.items())))
        return Checked(entity.key, verdict, reason=reason)

    def _judged(self, entity: _Entity, item: str) -> list[Judged]:
        judged: dict[str, list[Judged]] = {}

        def judge_one(name: str) -> list[Judged]:
            if name not in judged:
                attribute = self._spec.attributes[name]
                said = self._stated(item, attribute.property)
                if attribute.of is not None:
                    said = self._beyond(attribute, judge_one(attribute.of))
                judged[name] = judge(name, attribute, entity.values[name], said, self._names_of)
            return judged[name]

        return [each for name in self._spec.attributes for each in judge_one(name)]

    def _beyond(self, attribute: WikidataAttribute, above: Sequence[Judged]) -> list[Placed]:
        """Returns what qualifies the statements that agree, or what is said of their items."""
        agreeing = [s for j in above if j.verdict is Verdict.AGREES for s in j.statements]
        id_ = attribute.qualifier
        if id_ is None:
            return [s for o in items_of(agreeing) for s in self._stated(o, attribute.property)]
        return [
            (f"{where}, {id_}", Statement(value, s.rank, {}))
            for where, s in agreeing
            for value in s.qualifiers.get(id_, ())
        ]


def _properties(spec: WikidataSpec) -> dict[str, set[str]]:
    """Returns the properties that are asked for, with those that have to qualify them."""
    found: dict[str, set[str]] = {property_: set() for property_ in spec.where}
    for name, attribute in spec.attributes.items():
        dates = {START, END} if attribute.at else set()
        said = {a.qualifier for a in spec.attributes.values() if a.of == name and a.qualifier}
        for id_ in attribute.property:
            found[id_] = found.get(id_, set()) | dates | said
    return found
