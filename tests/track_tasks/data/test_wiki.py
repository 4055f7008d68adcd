"""The embedded knowledge graph of WIKI: its form, its types, and that it is big enough."""

from __future__ import annotations

import csv
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from erbench_track import track_tasks
from erbench_track.track_tasks.scenarios import embedded_questions

WIKI = Path(track_tasks.__file__).parent / "data" / "wiki"
SPEC = yaml.safe_load((WIKI / "properties.yaml").read_text(encoding="utf-8"))
QUALIFIERS = ("subject", "property", "qualifier", "value")
DEPTHS = {2: 120, 3: 100, 4: 100, 5: 100, 6: 80}


class Row(NamedTuple):
    subject: str
    subject_label: str
    property: str
    object: str
    object_label: str


def lines(name: str) -> list[str]:
    return (WIKI / name).read_text(encoding="utf-8").splitlines()


def table(name: str, header: tuple[str, ...]) -> list[list[str]]:
    data = [line for line in lines(name) if not line.startswith("#")]
    rows = list(csv.reader(data, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert tuple(rows[0]) == header
    return rows[1:]


@pytest.fixture(scope="module")
def triples() -> list[Row]:
    rows = table("graph.tsv", Row._fields)
    assert {len(row) for row in rows} == {5}
    return [Row(*row) for row in rows]


@pytest.fixture(scope="module")
def types() -> dict[str, set[str]]:
    direct: dict[str, set[str]] = defaultdict(set)
    for entity, of in table("graph.types.tsv", ("entity", "type")):
        direct[entity].add(of)

    def closure(entity: str) -> set[str]:
        found: set[str] = set()
        left = list(direct[entity])
        while left:
            if (of := left.pop()) not in found:
                found.add(of)
                left += direct.get(of, ())
        return found

    return {entity: closure(entity) for entity in list(direct)}


def test_it_is_as_large_as_the_issue_asks(triples: list[Row]) -> None:
    counts = Counter(row.property for row in triples)
    assert len(triples) >= 5500
    assert len(counts) >= 30


def test_its_first_line_says_when_its_facts_hold() -> None:
    assert lines("graph.tsv")[0] == "# as_of: 2025-09"


def test_every_row_is_well_formed(triples: list[Row]) -> None:
    for row in triples:
        assert re.fullmatch(r"Q[1-9]\d*", row.subject), row
        assert re.fullmatch(r"Q[1-9]\d*", row.object), row
        assert row.property in SPEC["properties"], row
        assert row.subject != row.object, row


def test_the_types_are_ids_and_each_row_stands_once() -> None:
    rows = [tuple(row) for row in table("graph.types.tsv", ("entity", "type"))]
    assert len(set(rows)) == len(rows)
    for row in rows:
        assert [bool(re.fullmatch(r"Q[1-9]\d*", cell)) for cell in row] == [True, True], row


def test_labels_are_short_and_clean(triples: list[Row]) -> None:
    for label in {label for row in triples for label in (row.subject_label, row.object_label)}:
        assert label
        assert label == " ".join(label.split()), label
        assert "," not in label, label
        assert len(label) <= 50, label
        assert len(label.split()) <= 5, label


def test_an_id_has_one_label_and_a_label_with_the_same_types_one_id(
    triples: list[Row], types: dict[str, set[str]]
) -> None:
    labels: dict[str, set[str]] = defaultdict(set)
    for row in triples:
        labels[row.subject].add(row.subject_label)
        labels[row.object].add(row.object_label)
    assert [entity for entity, names in labels.items() if len(names) > 1] == []
    same = Counter((min(names), frozenset(types[entity])) for entity, names in labels.items())
    assert [key for key, count in same.items() if count > 1] == []


def test_a_subject_and_a_property_have_one_object(triples: list[Row]) -> None:
    objects = Counter((row.subject, row.property) for row in triples)
    assert [key for key, count in objects.items() if count > 1] == []


def test_subject_and_object_of_every_row_have_the_right_types(
    triples: list[Row], types: dict[str, set[str]]
) -> None:
    for row in triples:
        rule = SPEC["properties"][row.property]
        for role, entity in (("subject", row.subject), ("object", row.object)):
            assert types.get(entity), f"{entity} has no type"
            wanted = SPEC["classes"][rule[role]] if role in rule else types[entity]
            assert types[entity] & set(wanted), f"{row}: {role}"


def test_nearly_every_triple_can_be_part_of_a_chain(triples: list[Row]) -> None:
    subjects = {row.subject for row in triples}
    objects = {row.object for row in triples}
    useful = [row for row in triples if row.subject in objects or row.object in subjects]
    assert len(useful) >= 1500


def test_there_are_enough_chains_of_every_depth(triples: list[Row]) -> None:
    out: dict[str, list[Row]] = defaultdict(list)
    for row in triples:
        out[row.subject].append(row)

    def count(entity: str, left: int, entities: frozenset[str], used: frozenset[str]) -> int:
        if left == 0:
            return 1
        return sum(
            count(row.object, left - 1, entities | {row.object}, used | {row.property})
            for row in out.get(entity, ())
            if row.object not in entities and row.property not in used
        )

    for depth, wanted in DEPTHS.items():
        chains = sum(count(head, depth, frozenset({head}), frozenset()) for head in list(out))
        assert chains >= 5 * wanted, depth


@pytest.mark.parametrize("seed", [0, 1])
def test_500_questions_use_many_facts_and_none_often(seed: int) -> None:
    questions = embedded_questions("wiki", 500, seed)
    uses = Counter(fact for question in questions for fact in question.facts)
    assert len(questions) == sum(DEPTHS.values())
    assert len(uses) >= 1500
    assert max(uses.values()) <= 4


@pytest.mark.parametrize(("count", "seed"), [(500, 0), (500, 1), (200, 0), (100, 3)])
def test_no_answer_is_that_of_more_than_a_twentieth_of_the_questions(count: int, seed: int) -> None:
    answers = Counter(question.answer for question in embedded_questions("wiki", count, seed))
    assert max(answers.values()) <= count * 0.05


def test_universities_have_no_country_of_origin(
    triples: list[Row], types: dict[str, set[str]]
) -> None:
    universities = set(SPEC["classes"]["university"])
    asked = [row for row in triples if row.property == "P495" and types[row.subject] & universities]
    assert asked == []


def test_office_holders_have_the_date_since_when_they_are_in_office(triples: list[Row]) -> None:
    since = {
        (subject, property_): value
        for subject, property_, qualifier, value in table("graph.qualifiers.tsv", QUALIFIERS)
        if qualifier == "P580"
    }
    offices = {"P35", "P39", "P169", "P286", "P488", "P1037"}
    held = {(row.subject, row.property) for row in triples if row.property in offices}
    assert held == set(since)
    assert max(since.values()) <= "2025-09"


def test_further_true_values_belong_to_a_claim_and_differ_from_it(triples: list[Row]) -> None:
    objects = {(row.subject, row.property): row.object_label for row in triples}
    also = [row for row in table("graph.qualifiers.tsv", QUALIFIERS) if row[2] == "also"]
    assert len(also) >= 100
    assert len(set(map(tuple, also))) == len(also)
    for subject, property_, _, label in also:
        assert objects[subject, property_] != label
