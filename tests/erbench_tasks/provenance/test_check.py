"""The embedded tables against a query service that says what they say, and once something else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from sparql_server import SparqlServer
from wikidata_rdf import entity, place, statement, stored, text, time

from erbench_track.erbench_tasks.database.binding import Binder
from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.database.snapshot import snapshot
from erbench_track.erbench_tasks.provenance.check import RelationCheck
from erbench_track.erbench_tasks.provenance.judge import Verdict
from erbench_track.erbench_tasks.provenance.relations import CheckedRelation, check_relations
from erbench_track.erbench_tasks.provenance.service import open_service
from erbench_track.erbench_tasks.relations.relation import Relation, Row
from erbench_track.erbench_tasks.relations.spellings import SpellingTable
from erbench_track.erbench_tasks.relations.tuples import TupleSource
from erbench_track.erbench_tasks.spec.spec_file import read_spec
from erbench_track.erbench_tasks.spec.wikidata import WikidataAttribute
from erbench_track.filters.rationale.dates import read_value

MOST = 30
DOMAINS = ("airport", "book", "movie", "music", "soccer")
RELATIONS = [
    (domain, name)
    for domain in DOMAINS
    for name, relation in read_spec(domain)[0].relations.items()
    if relation.wikidata
]


class Mirror:
    """Items that say what the rows of a relation say, by the relation's own mapping."""

    def __init__(self, relation: Relation) -> None:
        assert relation.spec.wikidata is not None
        self.relation, self.spec = relation, relation.spec.wikidata
        self.labels: dict[str, str] = {}
        self.claims: dict[str, list[Any]] = defaultdict(list)
        self._items: dict[tuple[str, str], str] = {}

    def store(self, entities: list[list[Row]]) -> Any:
        label = self.spec.label or self.relation.spec.entity[0]
        for rows in entities:
            item = self.item("entity", repr(rows[0]), str(rows[0][label]))
            self.state(item, "P31", self.spec.classes[0])
            for property_, values in self.spec.where.items():
                self.state(item, property_, values[0])
            for row in rows:
                self.row(item, row)
        return stored(entity(i, name, self.claims[i]) for i, name in self.labels.items())

    def item(self, kind: str, key: str, name: str) -> str:
        id_ = self._items.setdefault((kind, key), f"Q{900_000_000 + len(self._items)}")
        self.labels[id_] = name
        return id_

    def state(self, item: str, property_: str, value: Any, **qualifiers: Any) -> None:
        said = statement(property_, value, **qualifiers)
        if said not in self.claims[item]:
            self.claims[item].append(said)

    def row(self, item: str, row: Row) -> None:
        parts: dict[str, dict[str, Any]] = defaultdict(dict)
        for name, attribute in self.spec.attributes.items():
            if row[name] is None or attribute.qualifier:
                continue
            subject = self.item("value", str(row[attribute.of]), str(row[attribute.of])) if (
                attribute.of
            ) else item  # fmt: skip
            if attribute.part:
                parts[f"{subject} {attribute.property[0]}"][attribute.part] = row[name]
            else:
                value = self.value(name, attribute, row)
                if value is not None:
                    self.state(subject, attribute.property[0], value, **self.qualifiers(name, row))
        for key, said in parts.items():
            self.state(*key.split(), _whole(said))

    def value(self, name: str, attribute: WikidataAttribute, row: Row) -> Any:
        if attribute.classes:
            return next(iter(attribute.classes.get(row[name], [])), None)
        if name in self.spec.find_by and str(row[name]).isupper():
            return text(str(row[name]))
        return self.item("value", str(row[name]), str(row[name]))

    def qualifiers(self, name: str, row: Row) -> dict[str, Any]:
        since = {"P580": time("2018-00-00", 9)} if self.spec.attributes[name].at else {}
        return since | {
            str(attribute.qualifier): text(str(row[other]))
            for other, attribute in self.spec.attributes.items()
            if attribute.qualifier and attribute.of == name
        }


def _whole(parts: dict[str, Any]) -> Any:
    if "latitude" in parts:
        return place(parts["latitude"], parts["longitude"])
    month = read_value(str(parts["month"]))[0].month if "month" in parts else 0
    return time(f"{parts['year']:04}-{month:02}-00", 10 if month else 9)


def mirrored(domain: str, name: str, server: SparqlServer) -> Relation:
    spec, path = read_spec(domain)
    engine = open_database(path.parent)
    relation = Relation(Binder(engine), name, spec.relations[name])
    server.facts.store = Mirror(relation).store(rows_of(relation, engine))
    return relation


def rows_of(relation: Relation, engine: Any) -> list[list[Row]]:
    with snapshot(engine) as connection:
        return list(TupleSource(connection).of_entities(relation))[:MOST]


@pytest.fixture
def server() -> Iterator[SparqlServer]:
    server = SparqlServer()
    yield server
    server.close()


def checked(domain: str, name: str, server: SparqlServer) -> CheckedRelation:
    with open_service(server.url) as service:
        (found,) = check_relations(domain, None, service, [name], MOST)
    return found


@pytest.mark.parametrize(("domain", "name"), RELATIONS)
def test_an_embedded_table_agrees_with_items_that_say_the_same(domain, name, server):
    mirrored(domain, name, server)
    found = checked(domain, name, server)
    assert len(found.entities) == MOST
    assert sum(bool(each.item) for each in found.entities) >= MOST - 1
    for attribute, verdicts in found.counted().items():
        others = {v: n for v, n in verdicts.items() if n and v is not Verdict.AGREES}
        assert verdicts[Verdict.AGREES] >= MOST - 2, (attribute, others)
        assert verdicts[Verdict.CONTRADICTS] == 0


@pytest.mark.parametrize(("domain", "name"), RELATIONS)
def test_a_value_of_another_row_contradicts_and_no_other_value_does(domain, name, server):
    engine = open_database(read_spec(domain)[1].parent)
    relation = mirrored(domain, name, server)
    wikidata = relation.spec.wikidata
    assert wikidata is not None
    rows = rows_of(relation, engine)
    certain = [n for n, a in wikidata.attributes.items() if not a.incomplete]
    altered, planted = [], []
    for number, entity_ in enumerate(rows):
        attribute = certain[number % len(certain)]
        value = _other(attribute, entity_, rows)
        is_altered = number % 3 == 0 and value is not None
        altered.append([{**row, attribute: value} if is_altered else row for row in entity_])
        planted.append(attribute if is_altered else None)
    chance = dict.fromkeys(wikidata.attributes, 0.05)
    spellings = SpellingTable(Binder(engine), relation)
    with open_service(server.url) as service:
        check = RelationCheck(relation.spec, wikidata, spellings, service, chance)
        found = list(check.checked(altered))
    for each, wrong in zip(found, planted, strict=True):
        said = {j.attribute for j in each.judged if j.verdict is Verdict.CONTRADICTS}
        if each.item:
            assert said == ({wrong} if wrong else set()), each
        else:  # nothing else of the row could be compared
            assert f"has this name, but {wrong} is" in each.reason


def _other(attribute: str, rows: list[Row], every: list[list[Row]]) -> Any:
    own = {row[attribute] for row in rows}
    others = (row[attribute] for each in every for row in each if row[attribute] not in own)
    return next((value for value in others if value is not None), None)


def test_every_embedded_domain_says_where_wikidata_has_it():
    assert {domain for domain, _ in RELATIONS} == set(DOMAINS)
