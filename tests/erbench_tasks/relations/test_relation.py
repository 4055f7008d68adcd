"""Relations: tables joined in roles, attributes of several columns, inline templates."""

import sqlite3

import pytest

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.generator import Benchmark

SCHEMA = """
create table person (id integer primary key, first text, last text, boss integer
  references person (id));
create table "club.v2" (name text primary key, "the.town" text);
create table game (title text primary key, home text references "club.v2" (name),
  guest text references "club.v2" (name), referee integer references person (id));
insert into person values (1, 'Ada', 'Low', 1), (2, 'Bo', 'Mid', 1), (3, 'Cy', 'High', 1);
insert into "club.v2" values ('Reds', 'Ayr'), ('Blues', 'Bath'), ('Greens', 'Cork');
insert into game values ('Final', 'Reds', 'Blues', 2), ('Opener', 'Blues', 'Greens', 3),
  ('Replay', 'Reds', 'Greens', null);
"""
SPEC = """\
name: games
relations:
  game:
    tables:
      - game
      - {table: club.v2, as: home, along: game.home}
      - {table: club.v2, as: guest, along: game.guest}
      - {table: person, as: referee}
      - {table: person, as: boss, along: referee.boss}
    attributes:
      title: game.title
      home: home.name
      town: home.the.town
      guest: guest.name
      referee: [referee.first, referee.last]
      boss: [boss.first, boss.last]
    entity: [title]
questions:
  - type: multiple_choice
    relation: game
    fd: title -> home, town, guest, referee
    templates:
      - question: What is false of {{ title }}?
        home: "{{ home }} were at home."
        town: It was in {{ town }}.
        guest: "{{ guest }} came."
        referee: "{{ referee }} had the whistle."
"""


@pytest.fixture
def games(tmp_path):
    with sqlite3.connect(tmp_path / "games.sqlite") as connection:
        connection.executescript(SCHEMA)
    connection.close()

    def open_with(old="", new=""):
        assert old in SPEC
        (tmp_path / "games.yaml").write_text(SPEC.replace(old, new) if old else SPEC)
        return Benchmark.open(tmp_path / "games.yaml", tmp_path / "games.sqlite")

    return open_with


def test_a_table_is_joined_in_each_of_its_roles(games):
    items = list(games().items())
    assert {item.entity for item in items} == {"Final", "Opener"}, "Replay has no referee"
    options = {option for item in items if item.entity == "Final" for option in item.options}
    true = {"Reds were at home.", "It was in Ayr.", "Blues came.", "Bo Mid had the whistle."}
    assert len(options & true) == 3


def test_of_a_table_only_the_rows_that_are_meant_are_facts(games):
    of_ayr = games("    entity: [title]\n", "    entity: [title]\n    only: {home.the.town: Ayr}\n")
    assert {item.entity for item in of_ayr.items()} <= {"Final"}
    relation = of_ayr.relations["game"]
    with of_ayr.engine.connect() as connection:
        found = connection.execute(relation.tuples().select()).all()
        assert [row[0] for row in found] == ["Final"], "Opener is of Bath, and Replay without"
        assert relation.unmatched(connection) == 1, "Replay has no referee; Opener is not meant"
        assert relation.incomplete(connection) == 0


def test_an_attribute_of_several_columns_is_their_text(games):
    accepted = {
        element.values
        for seed in range(20)
        for item in games().items(seed)
        for element in item.rationale
        if element.attribute == "referee"
    }
    assert accepted == {("Bo Mid",), ("Cy High",)}


PARTIAL = """\
name: shop
relations:
  shop:
    tables: [address]
    attributes:
      number: address.address_id
      place: [address.district, address.postal_code]
    entity: [number]
    unknown: {address.district: [District 1]}
    partial: [place]
questions:
  - type: binary
    relation: shop
    fd: number -> place
    template: {basic: "Where is {{ number }}?", negated: "Is {{ number }} nowhere?"}
"""


def test_an_attribute_may_do_without_one_of_its_columns(any_database, tmp_path):
    (tmp_path / "shop.yaml").write_text(PARTIAL)
    benchmark = Benchmark.open(tmp_path / "shop.yaml", any_database("rental"))
    places = {item.entity: item.rationale[0].values for item in benchmark.items()}
    assert places["2"] == ("District 2 1074",)
    assert places["4"] == ("1148",)  # no district
    assert places["11"] == ("1407",)  # an unknown one
    assert places["18"] == ("District 3",)  # no postal code
    assert places.keys().isdisjoint({"6", "12"})  # neither
    (tmp_path / "shop.yaml").write_text(PARTIAL.replace("    partial: [place]\n", ""))
    benchmark = Benchmark.open(tmp_path / "shop.yaml", any_database("rental"))
    assert {item.entity for item in benchmark.items()}.isdisjoint({"4", "11", "12", "18"})


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (", along: game.home", "", "2 foreign keys link 'home' to game; exactly one is needed; "
         "name its columns with `along`"),
        ("along: game.home", "along: game.title", "no foreign keys link 'home' to game along "
         "game.title"),
        ("as: guest, ", "", "'club.v2' has a dot; give it another name with `as`"),
        ("as: guest, ", "as: home, ", "'home' stands twice"),
        ("along: referee.boss", "along: umpire.boss", "there is no 'umpire'"),
        ("home.the.town", "home.nothing", "no column 'home.nothing'; home has: name, the.town"),
        ("        town: It was in {{ town }}.\n", "", "template: no block 'town'"),
        ("It was in {{ town }}", "It was in {{ city }}",
         "template, block 'town', line 1: undefined variable 'city'"),
        ("It was in {{ town }}", "It was in {{ town ", "template, block 'town', line 1: "),
        ("{{ referee }} had", "{{ referee.__class__.__mro__ }} had", "access to attribute"),
        ("    templates:\n", "    templates:\n      - {}\n",
         "line 23: questions.0.templates.0: give the name"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_relation_is_one_line(games, old, new, message):
    with pytest.raises(InputError) as raised:
        list(games(old, new).items())
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)
