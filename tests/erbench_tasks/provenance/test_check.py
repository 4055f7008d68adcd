"""Which item a row is about, and what becomes of the row."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from wikidata_mistakes import Outcome, compare_world

from erbench_track.core.wikidata.items import Item, Statement
from erbench_track.core.wikidata.values import Quantity, Reference, Text, Time, Value
from erbench_track.erbench_tasks.provenance.check import Checked, check_relations
from erbench_track.erbench_tasks.provenance.compare import Verdict
from erbench_track.erbench_tasks.spec.spec_file import read_spec

SPEC = """\
name: world
relations:
  film:
    sql: SELECT title, year, director, minutes FROM film
    entity: [title]
    wikidata:
      class: Q11424
      find_by: director
      attributes:
        year: {property: P577, part: year}
        director: P57
        minutes: {property: P2047, unit: minute}
questions:
  - {type: binary, relation: film, fd: title -> year, wording: {basic: a, negated: b}}
"""


def item(id_: str, label: str, **said: Value) -> Item:
    statements = {property_: [Statement(value, "normal", {})] for property_, value in said.items()}
    return Item(id_, label, (), 0, 0, frozenset(["Q11424"]), statements)


def film(id_: str, label: str, year: int, director: str, minutes: int) -> Item:
    length = Quantity(Decimal(minutes), "Q7727")
    date = Time(year, 0, 0, 9, False)
    return item(id_, label, P577=date, P57=Reference(director), P2047=length)


class World:
    """Items that are there without a network."""

    ITEMS = (
        film("Q1", "Halloween", 1978, "Q11", 91),
        film("Q2", "Halloween", 2018, "Q12", 106),
        film("Q3", "Twins", 1990, "Q11", 100),
        film("Q4", "Twins", 1990, "Q11", 100),
        item("Q5", "Dawn", P577=Text("soon", "")),
        item("Q11", "Ada"),
        item("Q12", ""),
    )

    def items(self, ids: Collection[str], properties: Any, classes: Any) -> Iterator[Item]:
        return (each for each in self.ITEMS if each.id in ids)

    def named(self, names: Collection[str], kind: Any) -> Mapping[str, Collection[str]]:
        return {name: [i.id for i in self.ITEMS if i.label == name] for name in names}

    def all_names(self, ids: Collection[str]) -> Mapping[str, Collection[str]]:
        return {"Q12": ["Bob"]}


def checked(place: Path, *row: object) -> Checked:
    (place / "world.yaml").write_text(SPEC)
    with sqlite3.connect(place / "world.sqlite") as database:
        database.execute(
            "create table film (title text, year integer, director text, minutes integer)"
        )
        database.execute("insert into film values (?, ?, ?, ?)", row)
    files = str(place / "world.yaml"), str(place / "world.sqlite")
    (relation,) = check_relations(*files, World())
    (found,) = relation.entities
    return found


@pytest.mark.parametrize(
    ("row", "verdict", "item", "differing"),
    [
        (("Halloween", 1978, "Ada", 91), Verdict.AGREES, "Q1", []),
        (("Halloween", 2018, "Bob", 106), Verdict.AGREES, "Q2", []),  # in another language
        (("Halloween", 1979, "Ada", 91), Verdict.DIFFERS, "Q1", ["year"]),
        (("Halloween", 1979, "Ada", None), Verdict.DIFFERS, "Q1", ["year"]),
        (("Halloween", 1978, "Cid", 91), Verdict.DIFFERS, "Q1", ["director"]),
        (("Halloween", 1978, None, 500), Verdict.UNTOLD, "", []),  # nothing that `find_by` names
        (("Halloween", 1999, "Ada", 500), Verdict.UNTOLD, "", []),  # two columns differ
        (("Twins", 1990, "Ada", 100), Verdict.AMBIGUOUS, "", []),
        (("Dawn", 1990, "Ada", 100), Verdict.UNTOLD, "", []),
        (("Dusk", 1990, "Ada", 100), Verdict.NOT_FOUND, "", []),
    ],
)
def test_a_row_is_about_the_item_of_its_name_from_which_one_column_differs_at_most(
    row, verdict, item, differing, tmp_path
):
    found = checked(tmp_path, *row)
    assert (found.verdict, found.item) == (verdict, item)
    assert [j.attribute for j in found.judged if j.verdict is Verdict.DIFFERS] == differing


def test_what_cannot_be_told_has_its_reason(tmp_path):
    assert checked(tmp_path, "Dawn", 1990, "Ada", 100).reason == (
        "Q5 has this name, but year is soon: another one?"
    )


def test_every_embedded_domain_says_where_wikidata_has_it():
    for domain in ("airport", "book", "movie", "music", "soccer"):
        assert any(relation.wikidata for relation in read_spec(domain)[0].relations.values())


@pytest.fixture(scope="module")
def outcome(tmp_path_factory) -> Outcome:
    return compare_world(7, tmp_path_factory.mktemp("world"))


def test_most_planted_mistakes_are_found_and_no_right_row_is_accused(outcome):
    assert (outcome.rows, outcome.planted) == (500, 40)
    assert outcome.found >= 24
    assert outcome.accused == 0


def test_no_row_is_taken_for_another_item_and_most_are_found(outcome):
    assert outcome.other_item == 0
    assert outcome.resolved >= 0.85 * outcome.in_wikidata


def test_a_row_that_wikidata_lacks_is_no_mistake(outcome):
    assert outcome.absent >= 10
    assert outcome.absent_resolved == 0


def test_the_queries_are_few(outcome):
    assert outcome.queries < outcome.rows / 5
