"""Other spellings of values, which queries list."""

import sqlite3

import pytest

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.database.binding import Binder
from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.relations.relation import Relation
from erbench_track.erbench_tasks.relations.spellings import SpellingTable
from erbench_track.erbench_tasks.spec.spec import RelationSpec

SCHEMA = """
create table town (id integer primary key, name text, land text, founded integer);
create table town_alias (town_id integer, alias text);
insert into town values (1, 'Ayr', 'A', 1000), (2, 'Bath', 'A', 1100), (3, 'Bath', 'B', 1200);
insert into town_alias values (1, 'Inbhir'), (2, 'Aquae'), (3, 'Badon'), (1, 'Air'), (9, 'Gone'),
  (1, null), (1, '  '), (1, ' Ayr ');
"""
ALIASES = "FROM town t JOIN town_alias a ON a.town_id = t.id"


@pytest.fixture
def towns(tmp_path):
    with sqlite3.connect(tmp_path / "towns.sqlite") as connection:
        connection.executescript(SCHEMA)
    connection.close()
    binder = Binder(open_database(tmp_path / "towns.sqlite"))

    def spelled(**spellings):
        content = {"sql": "SELECT name, land, founded FROM town", "entity": ["name"]}
        spec = RelationSpec.model_validate({**content, "spellings": spellings})
        return SpellingTable(binder, Relation(binder, "town", spec))

    return spelled


def test_the_value_comes_first_and_then_its_spellings_in_order_without_repetition(towns):
    table = towns(name=f"SELECT t.name, a.alias {ALIASES}")
    assert table.spellings("name", {"name": "Ayr"}) == ["Ayr", "Air", "Inbhir"]
    assert table.spellings("name", {"name": "Bath"}) == ["Bath", "Aquae", "Badon"]
    assert table.spellings("name", {"name": "Cork"}) == ["Cork"]
    assert table.spellings("land", {"land": "A"}) == ["A"]
    assert table.are_given("name")
    assert not table.are_given("land")


def test_a_row_has_to_agree_with_what_stands_between_the_value_and_its_spelling(towns):
    table = towns(name=f"SELECT t.name, t.land, t.founded, a.alias {ALIASES}")
    of = {"name": "Bath", "land": "B", "founded": 1200}
    assert table.spellings("name", of) == ["Bath", "Badon"]
    assert table.spellings("name", {**of, "founded": 1100}) == ["Bath"]
    assert table.columns("name") == ["name", "land", "founded"]
    assert table.columns("land") == ["land"]


def test_several_queries_are_read_in_their_order(towns):
    short = "SELECT name, substr(name, 1, 1) || '.' AS short FROM town"
    table = towns(name=[short, f"SELECT t.name, t.land, a.alias {ALIASES}"])
    bath = {"name": "Bath", "land": "A"}
    assert table.spellings("name", bath) == ["Bath", "B.", "Aquae"]


def test_a_number_may_be_spelled(towns):
    table = towns(founded="SELECT founded, founded || ' AD' AS written FROM town")
    assert table.spellings("founded", {"founded": 1000}) == ["1000", "1000 AD"]


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("SELECT name FROM town", "select the value, then its spelling"),
        (f"SELECT t.name, t.id, a.alias {ALIASES}", "must be named like columns of the relation"),
        ("SELECT name, alias FROM nickname", "nickname"),
        ("DELETE FROM town", "SELECT"),
    ],
)
def test_what_lists_no_spellings_is_refused(towns, sql, message):
    with pytest.raises(InputError, match=message) as raised:
        towns(name=sql)
    assert str(raised.value).startswith("relations.town.spellings.name: ")
