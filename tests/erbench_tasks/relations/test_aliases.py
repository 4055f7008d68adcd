"""Other names that a table lists by the key of what has them."""

import sqlite3

import pytest

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.relations.aliases import Aliases
from erbench_track.erbench_tasks.spec.spec import AliasSpec

SCHEMA = """
create table town (id integer primary key, name text);
create table town_alias (town_id integer, alias text);
insert into town values (1, 'Ayr'), (2, 'Bath'), (3, 'Bath');
insert into town_alias values (1, 'Inbhir'), (2, 'Aquae'), (3, 'Badon'), (1, 'Air'), (9, 'Gone');
"""
LISTED = {
    "table": "town_alias",
    "match": {"town": "town.name"},
    "through": {"town_alias.town_id": "town.id"},
}


@pytest.fixture
def towns(tmp_path):
    with sqlite3.connect(tmp_path / "towns.sqlite") as connection:
        connection.executescript(SCHEMA)
    connection.close()
    return open_database(tmp_path / "towns.sqlite")


def test_names_are_looked_up_through_the_table_that_the_key_refers_to(towns):
    aliases = Aliases(towns, {"town": AliasSpec.model_validate(LISTED)})
    assert aliases.spellings("town", {"town": "Ayr"}) == ["Ayr", "Air", "Inbhir"]
    assert aliases.spellings("town", {"town": "Bath"}) == ["Bath", "Aquae", "Badon"]
    assert aliases.spellings("town", {"town": "Cork"}) == ["Cork"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"through": {"town_alias.place": "town.id"}}, "aliases.town: no table or column 'place'"),
        ({"through": {"town_alias.town_id": "city.id"}}, "aliases.town: no table or column 'city'"),
        ({"match": {"town": "town.title"}}, "aliases.town: no table or column 'title'"),
        ({"match": {"town": "name"}}, "aliases.town: no table or column 'name'"),
    ],
)
def test_what_is_not_there_is_named(towns, change, message):
    with pytest.raises(InputError, match=message):
        Aliases(towns, {"town": AliasSpec.model_validate(LISTED | change)})


@pytest.mark.parametrize(
    "through",
    [{"town.id": "town_alias.town_id"}, {"town_alias.a": "town.id", "town_alias.b": "land.id"}],
)
def test_a_key_leads_from_the_table_of_names_to_one_other(through):
    with pytest.raises(ValueError, match="through: give columns of"):
        AliasSpec.model_validate(LISTED | {"through": through})


@pytest.mark.parametrize(
    ("value", "parts"),
    [
        ("Ann Lee-Bob Ray-Cy van Dorn", ["Ann Lee", "Bob Ray", "Cy van Dorn"]),
        ("Ann Lee/Bob Ray - Cy Dorn", ["Ann Lee", "Bob Ray", "Cy Dorn"]),
        ("Ann Lee, Bob Ray-Cy Dorn and Di Eck", ["Ann Lee", "Bob Ray", "Cy Dorn", "Di Eck"]),
        ("Ana Lee e Bo Ray", ["Ana Lee", "Bo Ray"]),
        ("Ann Lee And Bob Ray", ["Ann Lee", "Bob Ray"]),
        ("Jean-Paul Sartre", []),
        ("Rolls-Royce", []),
        ("Andrew Lloyd-Webber", []),
        ("Weill-Brecht", []),
        ("Marie-Claire Le Goff-Roux", []),
    ],
)
def test_one_of_several_persons_in_a_value_suffices(towns, value, parts):
    aliases = Aliases(towns, {"maker": AliasSpec(parts=True)})
    assert aliases.spellings("maker", {"maker": value}) == [value, *parts]


PEN_NAMES = """
create table author (first text, last text, pen text, stage text);
insert into author values ('Ida', 'Moor', 'Max Stern', null), ('Cher', null, 'N/A', 'C.'),
  ('Bo', 'Dahl', null, '  ');
"""


def test_other_names_of_a_name_in_two_columns_stand_in_several(tmp_path):
    with sqlite3.connect(tmp_path / "authors.sqlite") as connection:
        connection.executescript(PEN_NAMES)
    connection.close()
    spec = {"table": "author", "alias": ["pen", "stage"], "match": {"author": ["first", "last"]}}
    engine = open_database(tmp_path / "authors.sqlite")
    aliases = Aliases(engine, {"author": AliasSpec.model_validate(spec)})
    assert aliases.spellings("author", {"author": "Ida Moor"}) == ["Ida Moor", "Max Stern"]
    assert aliases.spellings("author", {"author": "Cher"}) == ["Cher", "C."]
    assert aliases.spellings("author", {"author": "Bo Dahl"}) == ["Bo Dahl"]


@pytest.mark.parametrize(
    ("value", "others"),
    [
        ("US Navy (Retired)", ["US Navy"]),
        ("Zaire [now DR Congo]", ["Zaire"]),
        ("(Untitled)", []),
        ("Blue (1971) Suite", []),
    ],
)
def test_what_stands_in_brackets_at_the_end_may_be_left_out(towns, value, others):
    aliases = Aliases(towns, {"branch": AliasSpec(brackets=True)})
    assert aliases.spellings("branch", {"branch": value}) == [value, *others]


@pytest.mark.parametrize(
    ("value", "others"),
    [
        ("Odo Karl Elm, II", ["Odo Karl", "Odo Elm", "Karl Elm"]),
        ('Ines Maria "Ida" Ash (Oak-)', ["Ines Maria", "Ines Ida", "Ines Ash", "Maria Ash",
                                         "Ida Ash"]),
        ("Ulf Karl van den Elm", ["Ulf Karl", "Ulf van den Elm", "Karl van den Elm"]),
        ("Odo St. Elm", []),
        ("Odo Elm", []),
        ("Elm, Jr.", []),
        ("", []),
    ],
)  # fmt: skip
def test_a_person_may_be_called_by_two_of_several_names(towns, value, others):
    aliases = Aliases(towns, {"person": AliasSpec(short=True)})
    assert aliases.spellings("person", {"person": value}) == [value, *others]


@pytest.mark.parametrize(
    ("value", "others"),
    [("Elm, Dame Ann, OM", ["Ann Elm"]), ("Ann Elm", []), ("Elm School", [])],
)
def test_an_inverted_name_may_be_said_in_order(towns, value, others):
    aliases = Aliases(towns, {"maker": AliasSpec(inverted=True)})
    assert aliases.spellings("maker", {"maker": value}) == [value, *others]
