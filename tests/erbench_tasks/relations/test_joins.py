"""A join follows a foreign key, or an inclusion that holds; everything else is refused."""

import sqlite3

import pytest

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.database.binding import Binder
from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.relations.joins import checked_joins
from erbench_track.erbench_tasks.relations.relation import Relation
from erbench_track.erbench_tasks.spec.spec import RelationSpec

SCHEMA = """
create table land (code text, year integer, name text, primary key (code, year));
create table town (name text primary key, land text, year integer, twin text, size integer,
  foreign key (land, year) references land (code, year));
insert into land values ('A', 1900, 'Aland'), ('A', 2000, 'New Aland'), ('B', 2000, 'Bland');
insert into town values ('Ara', 'A', 2000, 'Bex', 1900), ('Bex', 'B', 2000, null, 2000),
  ('Cil', null, 2000, 'Far', 1900);
"""


@pytest.fixture
def checks(tmp_path):
    with sqlite3.connect(tmp_path / "towns.sqlite") as connection:
        connection.executescript(SCHEMA)
    connection.close()
    binder = Binder(open_database(tmp_path / "towns.sqlite"))

    def checked(source):
        content = {"sql": f"SELECT t.name FROM town t {source}", "entity": ["name"]}
        relation = Relation(binder, "town", RelationSpec.model_validate(content))
        return list(map(str, checked_joins(binder, {"town": relation})["town"]))

    return checked


@pytest.mark.parametrize(
    ("source", "follows"),
    [
        ("", []),
        ("JOIN land l ON l.code = t.land AND l.year = t.year",
         ["town(land, year) -> land(code, year): declared as a foreign key"]),
        ("JOIN land l ON l.code = t.land",
         ["town.land -> land.code: holds (2 values; not declared as a foreign key)"]),
        ("JOIN land l ON l.year = t.size",
         ["town.size -> land.year: holds (2 values; not declared as a foreign key)"]),
        ("LEFT JOIN town o ON o.name = t.name", None),
    ],
)  # fmt: skip
def test_what_a_join_follows_is_said(checks, source, follows):
    found = checks(source)
    assert len(found) == 1 if follows is None else found == follows


def test_a_join_that_loses_values_of_both_sides_is_refused_with_the_numbers_and_the_remedy(checks):
    with pytest.raises(InputError) as raised:
        checks("LEFT JOIN town o ON o.name = t.twin")
    message = str(raised.value)
    assert message.startswith("relations.town.sql: town.twin -> town.name: 1 of 2 values have no")
    assert "a subquery can take the rows without a match out" in message
    kept = "LEFT JOIN town o ON o.name = (CASE WHEN t.twin <> 'Far' THEN t.twin END)"
    assert checks(kept)
