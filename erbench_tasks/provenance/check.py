"""Comparing a relation with Wikidata, row by row.

The rows of an entity are resolved to an item by name, class and further attributes; then each value
is compared with what the item says.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from ...core.wikidata.values import Reference, Text
from ..relations.relation import Row
from ..relations.spellings import SpellingTable
from ..spec.spec import RelationSpec
from ..spec.wikidata import WikidataAttribute, WikidataSpec
from .compare import Match, Said
from .fetched import Fetched
from .judge import END, START, Judged, Verdict, judge
from .records import Kind, Statement, Wikidata
from .resolve import Candidate, Resolution, resolve, score
from .same_name import lookups, same_name

# The languages of the largest Wikipedias, in which a name is looked for that is not found.
FURTHER = (
    "mul", "fr", "de", "es", "it", "pt", "nl", "pl", "sv", "da", "nb", "fi", "cs", "hu", "ro",
    "tr", "ca", "ru", "uk", "ja", "zh", "ko", "ar", "he", "fa", "hi", "el", "vi", "id",
)  # fmt: skip
_YEAR, _DAY = re.compile(r"[0-9]{4}\b"), re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\b")
_BATCH = 200  # rows that are resolved together


class Checked(NamedTuple):
    """An entity of a relation, compared.

    Attributes:
        entity: The attributes that identify it, as text.
        item: Its item; empty if it is unresolved.
        label: The item's label.
        score: What speaks for the item, in bits.
        by_name: Whether nothing but the name and the class speak for the item, or against it.
        reason: Why it is unresolved; empty if it is not.
        judged: What Wikidata says of each value.
    """

    entity: Mapping[str, str]
    item: str
    label: str
    score: float
    by_name: bool
    reason: str
    judged: Sequence[Judged]


class _Entity(NamedTuple):
    key: Mapping[str, str]
    names: tuple[str, ...]
    values: Mapping[str, Sequence[Said]]


class RelationCheck:
    """Compares the rows of one relation."""

    def __init__(
        self,
        relation: RelationSpec,
        spec: WikidataSpec,
        spellings: SpellingTable,
        wikidata: Wikidata,
        chance: Mapping[str, float],
    ) -> None:
        """Takes what is compared with what.

        Args:
            relation: The relation.
            spec: Where Wikidata has its columns.
            spellings: Other spellings of its values.
            wikidata: Where statements come from.
            chance: Attribute to how often two rows have the same value, in [0, 1].
        """
        self._relation, self._spec, self._spellings = relation, spec, spellings
        self._wikidata, self._chance = wikidata, chance
        self._kind = Kind(spec.classes, spec.where)
        self._label = spec.label or relation.entity[0]
        self._languages = list(dict.fromkeys(["en", "mul", *spec.languages]))
        self._of_item = {n: a for n, a in spec.attributes.items() if a.of is None or a.qualifier}
        self.fetched = Fetched(wikidata, _properties(spec), self._languages)

    def checked(self, rows: Iterable[Sequence[Row]]) -> Iterator[Checked]:
        """Yields what becomes of each entity.

        Args:
            rows: The rows of each entity.
        """
        entities = map(self._entity, rows)
        while batch := list(islice(entities, _BATCH)):
            yield from self._batch(batch)

    def _entity(self, rows: Sequence[Row]) -> _Entity:
        first = rows[0]
        key = {name: str(first[name]) for name in self._relation.entity}
        names = [n for s in self._spellings.spellings(self._label, first) for n in lookups(s)]
        values = {name: self._said(name, rows) for name in self._spec.attributes}
        return _Entity(key, tuple(dict.fromkeys(names)), values)

    def _said(self, name: str, rows: Sequence[Row]) -> list[Said]:
        found: dict[Any, Said] = {}
        for row in rows:
            if row[name] is not None and row[name] not in found:
                found[row[name]] = Said(row[name], tuple(self._spellings.spellings(name, row)))
        return list(found.values())

    def _batch(self, entities: Sequence[_Entity]) -> Iterator[Checked]:
        found = self._by_name(entities, self._languages)
        resolved = self._resolved(found, thorough=False)
        missing = [n for n, resolution in enumerate(resolved) if resolution.candidate is None]
        if missing:
            further = self._further([entities[n] for n in missing])
            again = [
                (entities[n], [*dict.fromkeys([*found[n][1], *more])])
                for n, more in zip(missing, further, strict=True)
            ]
            for n, resolution in zip(missing, self._resolved(again, thorough=True), strict=True):
                resolved[n] = resolution
        yield from self._compared(entities, resolved)

    def _by_name(
        self, entities: Sequence[_Entity], languages: Sequence[str]
    ) -> list[tuple[_Entity, Sequence[str]]]:
        names = {name for entity in entities for name in entity.names}
        found = self._wikidata.named(names, languages, self._kind)
        return [
            (
                entity,
                list(dict.fromkeys(id_ for name in entity.names for id_ in found.get(name, ()))),
            )
            for entity in entities
        ]

    def _further(self, entities: Sequence[_Entity]) -> list[list[str]]:
        """Looks for items by names in other languages, and by other attributes."""
        others = [code for code in FURTHER if code not in self._languages]
        found = [list(ids) for _, ids in self._by_name(entities, others)]
        for name in self._spec.find_by:
            for property_ in self._spec.attributes[name].property:
                values = [_lookups(entity.values[name]) for entity in entities]
                having = self._wikidata.having(
                    property_, {v for each in values for v in each}, self._languages, self._kind
                )
                for ids, entity, each in zip(found, entities, values, strict=True):
                    near = {id_: v for v in each for id_ in having.get(v, ())}
                    ids += self._fitting(entity, near, property_)
        self._alike([*zip(entities, found, strict=True)])
        return found

    def _alike(self, found: Sequence[tuple[_Entity, list[str]]]) -> None:
        """Adds the items of the entity's year whose names have other accents."""
        for name, attribute in self._of_item.items():
            for property_ in attribute.property:
                names: dict[str, set[str]] = defaultdict(set)
                for entity, _ in found:
                    for year in _years(attribute, entity.values[name]):
                        names[year].update(entity.names)
                alike = self._wikidata.alike(property_, names, self._kind) if names else {}
                for entity, ids in found:
                    ids += [id_ for each in entity.names for id_ in alike.get(each, ())]

    def _fitting(self, entity: _Entity, near: Mapping[str, str], property_: str) -> list[str]:
        """Returns the items that have the entity's name, or that an identifier identifies.

        Args:
            entity: The entity.
            near: Items, to the value by which each was found.
            property_: The property that has this value.
        """
        for id_ in near:
            self.fetched.names_of(id_)
            self.fetched.statements(id_, (property_,))
        self.fetched.load()
        return [
            id_
            for id_ in sorted(near)
            if self._has_name(entity, id_)
            or any(
                isinstance(s.value, Text) and same_name(s.value.text, near[id_])
                for s in self.fetched.statements(id_, (property_,))
            )
        ]

    def _has_name(self, entity: _Entity, item: str) -> bool:
        names = self.fetched.names_of(item).all
        return any(same_name(a, b) for a in entity.names for b in names)

    def _resolved(
        self, found: Sequence[tuple[_Entity, Sequence[str]]], *, thorough: bool
    ) -> list[Resolution]:
        while True:
            resolved = [
                resolve([self._candidate(entity, item, thorough) for item in items])
                for entity, items in found
            ]
            if not self.fetched.load():
                return resolved

    def _candidate(self, entity: _Entity, item: str, thorough: bool) -> Candidate:
        judged = self._judged(entity, item, self._of_item, thorough=thorough)
        return Candidate(item, score(judged, self._chance), judged)

    def _compared(
        self, entities: Sequence[_Entity], resolved: Sequence[Resolution]
    ) -> Iterator[Checked]:
        while True:
            checked = [self._checked(e, r) for e, r in zip(entities, resolved, strict=True)]
            if not self.fetched.load():
                break
        yield from checked

    def _checked(self, entity: _Entity, resolution: Resolution) -> Checked:
        if resolution.candidate is None:
            either = [j for candidate in resolution.either for j in candidate.contradictions]
            return Checked(entity.key, "", "", 0.0, False, resolution.reason, either)
        item, bits, _ = resolution.candidate
        judged = self._judged(entity, item, self._spec.attributes, thorough=True)
        by_name = all(j.verdict is not Verdict.AGREES for j in judged)
        judged += self._other_name(entity, item)
        label = self.fetched.names_of(item).label
        return Checked(entity.key, item, label, bits, by_name, "", judged)

    def _other_name(self, entity: _Entity, item: str) -> list[Judged]:
        """Returns that an item which was found by something else does not have the name."""
        name = Said(entity.names[0], entity.names)
        after_all = self.fetched.facts(thorough=True).is_after_all
        if self._has_name(entity, item) or after_all(name, item, False) is not Match.INCOMPARABLE:
            return []
        label = self.fetched.names_of(item).label
        note = "Wikidata does not have this name"
        return [Judged(self._label, name, Verdict.NOT_LISTED, label, f"{item}, label", note=note)]

    def _judged(
        self,
        entity: _Entity,
        item: str,
        attributes: Mapping[str, WikidataAttribute],
        *,
        thorough: bool,
    ) -> list[Judged]:
        facts = self.fetched.facts(thorough=thorough)
        judged: dict[str, list[Judged]] = {}
        for name in _in_order(attributes):
            attribute, several = attributes[name], entity.values[name]
            above = judged.get(attribute.of or "")
            if attribute.of is None:
                statements = self.fetched.statements(item, attribute.property)
            elif not any(j.verdict is Verdict.AGREES for j in above or ()):
                note = f"it is about {attribute.of}, which does not agree"
                judged[name] = [
                    Judged(name, said, Verdict.NOT_COMPARABLE, note=note) for said in several
                ]
                continue
            else:
                statements = list(self._beyond(attribute, above or ()))
            judged[name] = judge(name, attribute, several, statements, facts)
        return [each for name in judged for each in judged[name]]

    def _beyond(self, attribute: WikidataAttribute, above: Iterable[Judged]) -> Iterator[Statement]:
        """Yields what qualifies the statements that agree, or what is said of their items."""
        agreeing = [s for j in above if j.verdict is Verdict.AGREES for s in j.statements]
        for statement in agreeing:
            if attribute.qualifier is not None:
                for value in statement.qualifiers.get(attribute.qualifier, ()):
                    yield Statement(statement.subject, attribute.qualifier, value, statement.rank)
            elif isinstance(statement.value, Reference):
                yield from self.fetched.statements(statement.value.id, attribute.property)


def _properties(spec: WikidataSpec) -> dict[str, set[str]]:
    """Returns the properties that attributes have, with those that have to qualify them."""
    found: dict[str, set[str]] = {}
    for name, attribute in spec.attributes.items():
        dates = {START, END} if attribute.at else set()
        said = {a.qualifier for a in spec.attributes.values() if a.of == name and a.qualifier}
        for id_ in attribute.property:
            found.setdefault(id_, set()).update(dates | said)
    return found


def _lookups(several: Sequence[Said]) -> list[str]:
    return [name for said in several for spelling in said.spellings for name in lookups(spelling)]


def _years(attribute: WikidataAttribute, several: Iterable[Said]) -> Iterator[str]:
    """Yields the years of an attribute whose values are dates, or years."""
    wanted = {"year": _YEAR, None: _DAY}.get(attribute.part)
    for text in (spelling for said in several for spelling in said.spellings):
        if wanted is not None and wanted.match(text):
            yield text[:4]


def _in_order(attributes: Mapping[str, WikidataAttribute]) -> list[str]:
    """Returns the names of attributes, each after the one that it depends on."""
    ordered: list[str] = []

    def place(name: str) -> None:
        of = attributes[name].of
        if of is not None and of in attributes and of not in ordered:
            place(of)
        if name not in ordered:
            ordered.append(name)

    for name in attributes:
        place(name)
    return ordered
