"""Comparing a relation with Wikidata, row by row.

A row is found by its entity's label and a second column; then each of its values is compared with
what the item says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from ...core.errors import InputError
from ...core.wikidata.items import Item, Statement, number_of
from ...core.wikidata.values import Reference
from ..relations.relation import Row
from ..relations.spellings import SpellingTable
from ..spec.spec import RelationSpec
from ..spec.wikidata import WikidataAttribute, WikidataSpec
from .compare import Said, lookups
from .judge import END, START, Judged, Placed, Verdict, items_of, judge
from .source import NamedItems

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


class _Entity(NamedTuple):
    key: Mapping[str, str]
    names: Sequence[str]
    values: Mapping[str, Sequence[Said]]


class _Candidate(NamedTuple):
    """An item that a row may be about, and what it says of the row's values."""

    item: str
    judged: Sequence[Judged]

    def attributes(self, verdict: Verdict) -> set[str]:
        return {judged.attribute for judged in self.judged if judged.verdict is verdict}

    def fits(self, spec: WikidataSpec) -> bool:
        """Tells whether a row is about the item.

        If one column differs, it is the same item by what `find_by` names, or by most of the other
        columns. If several do, it is another item of that name, or nobody can tell.
        """
        own = {name for name, a in spec.attributes.items() if a.of is None}
        agreeing, differing = self.attributes(Verdict.AGREES), self.attributes(Verdict.DIFFERS)
        if not agreeing or not differing & own:
            return bool(agreeing)
        is_certain = len(agreeing) > max(1, len(self.attributes(Verdict.UNTOLD)))
        return len(differing) == 1 and (is_certain or not agreeing.isdisjoint(spec.find_by))

    def why_not(self) -> str:
        differing = [j for j in self.judged if j.verdict is Verdict.DIFFERS]
        said = "; ".join(f"{j.attribute} is {j.says}" for j in differing) or "nothing else agrees"
        return f"{self.item} has this name, but {said}: another one?"


class RelationCheck:
    """Compares the rows of one relation."""

    def __init__(
        self, relation: RelationSpec, spellings: SpellingTable, source: NamedItems
    ) -> None:
        """Takes what is compared with what.

        Args:
            relation: The relation.
            spellings: Other spellings of its values.
            source: Where items come from.

        Raises:
            InputError: The relation does not say where Wikidata has it.
        """
        spec = relation.wikidata
        if spec is None:
            raise InputError("a relation has no `wikidata:` part")
        self._relation, self._spec, self._spellings = relation, spec, spellings
        self._source, self._properties = source, _properties(spec)
        self._label = spec.label or relation.entity[0]
        self._steps = 1 + sum(a.of is not None for a in spec.attributes.values())
        self._known: dict[str, Item | None] = {}
        self._all_names: dict[str, Collection[str]] = {}

    def checked(self, rows: Iterable[Sequence[Row]]) -> Iterator[Checked]:
        """Yields what becomes of each entity.

        Args:
            rows: The rows of each entity.
        """
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
        spelled = self._spellings.spellings(self._label, rows[0])
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
        for _ in range(self._steps):
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
        every = [_Candidate(id_, self._judged(entity, id_)) for id_ in ids]
        fitting = [candidate for candidate in every if candidate.fits(self._spec)]
        best = [c for c in fitting if not c.attributes(Verdict.DIFFERS)] or fitting
        if len(best) == 1:
            item, judged = best[0]
            verdict = Verdict.DIFFERS if best[0].attributes(Verdict.DIFFERS) else Verdict.AGREES
            return Checked(entity.key, verdict, item, "", judged)
        several = ", ".join(c.item for c in best or every)
        verdict, reason = Verdict.UNTOLD, f"{several} have this name, and none fits"
        if best:
            verdict, reason = Verdict.AMBIGUOUS, f"{several} fit equally well"
        elif not every:
            verdict, reason = Verdict.NOT_FOUND, "no item of the class has this name"
        elif len(every) == 1:
            reason = every[0].why_not()
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
