"""A relation is a query: its columns, the rows that are asked about, and what is missing."""

import sqlite3

import pytest

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.database.binding import Binder
from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.relations.relation import Relation
from erbench_track.erbench_tasks.spec.spec import RelationSpec

SCHEMA = """
create table person (id integer primary key, first text, last text, boss integer
  references person (id), face blob);
create table "club.v2" (name text primary key, "the.town" text);
create table game (title text primary key, home text references "club.v2" (name),
  guest text references "club.v2" (name), referee integer references person (id), crowd integer);
insert into person values (1, 'Ada', 'Low', 1, null), (2, 'Bo', 'Mid', 1, null),
  (3, 'Cy', 'High', 1, x'00');
insert into "club.v2" values ('Reds', 'Ayr'), ('Blues', 'Bath'), ('Greens', 'Cork');
insert into game values ('Final', 'Reds', 'Blues', 2, 900), ('Opener', 'Blues', 'Greens', 3, 500),
  ('Replay', 'Reds', 'Greens', null, null);
"""
SPEC = """\
name: games
relations:
  game:
    sql: |
      SELECT g.title, h.name AS home, h."the.town" AS town, v.name AS guest,
             r.first || ' ' || r.last AS referee, b.first AS boss, g.crowd
      FROM game g
      JOIN "club.v2" h ON h.name = g.home
      JOIN "club.v2" v ON v.name = g.guest
      LEFT JOIN person r ON r.id = g.referee
      LEFT JOIN person b ON b.id = r.boss
    entity: [title]
questions:
  - type: multiple_choice
    relation: game
    fd: title -> home, town, guest, referee
    wording:
      question: What is false of {{ title }}?
      home: "{{ home }} were at home."
      town: It was in {{ town }}.
      guest: "{{ guest }} came."
      referee: "{{ referee }} had the whistle."
"""
CROWD = """\
  - type: binary
    relation: game
    fd: title -> crowd
    wording: {basic: "Was {{ title }} full?", negated: "Was {{ title }} not full?"}
  - type: binary
    relation: game
    fd: title -> home
    wording: {basic: "Was {{ title }} at home?", negated: "Was {{ title }} not at home?"}
"""


@pytest.fixture
def games(tmp_path):
    with sqlite3.connect(tmp_path / "games.sqlite") as connection:
        connection.executescript(SCHEMA)
    connection.close()

    def open_with(old="", new=""):
        assert old in SPEC
        (tmp_path / "games.yaml").write_text(SPEC.replace(old, new) if old else SPEC + new)
        return Benchmark.open(tmp_path / "games.yaml", tmp_path / "games.sqlite")

    return open_with


def asked(items, fd):
    return {item.entity for item in items if item.fd == fd}


def test_a_table_is_joined_in_each_of_its_roles(games):
    items = list(games().items())
    assert {item.entity for item in items} == {"Final", "Opener"}, "Replay has no referee"
    options = {option for item in items if item.entity == "Final" for option in item.options}
    true = {"Reds were at home.", "It was in Ayr.", "Blues came.", "Bo Mid had the whistle."}
    assert len(options & true) == 3


def test_a_column_may_be_made_of_several(games):
    accepted = {
        element.values
        for seed in range(20)
        for item in games().items(seed)
        for element in item.rationale
        if element.attribute == "referee"
    }
    assert accepted == {("Bo Mid",), ("Cy High",)}


def test_a_null_costs_only_the_entries_that_use_its_column_which_count_it(games):
    benchmark = games(new=CROWD)
    items = list(benchmark.items())
    assert asked(items, "title -> crowd") == {"Final", "Opener"}
    assert asked(items, "title -> home") == {"Final", "Opener", "Replay"}
    assert benchmark.omissions.incomplete == {
        ("game", "title -> home, town, guest, referee"): 1, ("game", "title -> crowd"): 1
    }  # fmt: skip
    lines = list(benchmark.omissions.lines())
    assert "game: title -> crowd: 1 rows left out since a value is NULL" in lines


def test_columns_that_are_declared_not_null_are_not_counted(toy):
    """Every column that its entries use is declared so: nothing is read."""
    benchmark = Benchmark.open(toy / "benchmark.yaml")
    (relation,) = benchmark.relations.values()
    assert relation.incomplete(None, [["name", "founded"], []]) == [0, 0]


def test_what_has_no_rows_is_asked_nothing_about(games):
    benchmark = games("    entity:", "      WHERE g.crowd > 9999\n    entity:")
    assert list(benchmark.items()) == []


# MariaDB and SQLite have no type of their own for what is true.
FLAGS = ["asked_int = 1", "asked_int", "asked_bool"]


@pytest.mark.parametrize("flag", FLAGS)
def test_only_rows_of_which_a_flag_is_true_are_asked_about_and_all_are_facts(
    writable, tmp_path, flag
):
    with writable.engine.begin() as connection:
        connection.exec_driver_sql(
            "create table song (title varchar(20), singer varchar(20), asked_int integer,"
            " asked_bool boolean)"
        )
        for row in (
            "'Home', 'Ann', 1, true", "'Home', 'Bob', 0, false", "'Rain', 'Cy', null, null"
        ):  # fmt: skip
            connection.exec_driver_sql(f"insert into song values ({row})")
    writable.engine.dispose()
    spec = tmp_path / "song.yaml"
    spec.write_text(
        f"""\
name: song
relations:
  song: {{sql: "SELECT title, singer, {flag} AS asked FROM song", entity: [title], ask: asked}}
questions:
  - type: binary
    relation: song
    fd: title -> singer
    several_values: accept
    wording: {{basic: "Is {{{{ title }}}} sung?", negated: "Is {{{{ title }}}} not sung?"}}
"""
    )
    items = list(Benchmark.open(spec, writable.location).items())
    assert {item.entity for item in items} == {"Home"}
    assert items[0].rationale[0].values == ("Ann", "Bob")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("    entity: [title]", "    entity: [name]",
         "line 12: relations.game.entity: there is no 'name'; there is title, home, town"),
        ("    entity: [title]", "    ask: asked\n    entity: [title]",
         "line 12: relations.game.ask: there is no 'asked'"),
        ("    entity: [title]", "    kinds: {team: club}\n    entity: [title]", "kinds"),
        ("    entity: [title]", "    popularity: home\n    entity: [title]",
         "line 12: relations.game.popularity: 'home' is of the type"),
        ("    entity: [title]", "    passages: {stadium: a}\n    entity: [title]",
         "line 12: relations.game.passages.stadium: there is no 'stadium'"),
        ("    entity: [title]", "    passages: {home: {column: page}}\n    entity: [title]",
         "line 12: relations.game.passages.home: there is no 'page'"),
        ("    entity: [title]", "    passages: {home: {}}\n    entity: [title]",
         "relations.game.passages.home: give titles of Wikipedia to try, or `column: NAME`"),
        ("    entity: [title]", "    spellings: {team: SELECT a FROM b}\n    entity: [title]",
         "line 12: relations.game.spellings.team: there is no 'team'"),
        ("    entity: [title]", "    say: {home: {of: crowd, by: range}}\n    entity: [title]",
         "line 12: relations.game.say.home: 'home' is a column; give it another name"),
        ("    entity: [title]", "    say: {a b: {of: crowd, by: range}}\n    entity: [title]",
         "line 12: relations.game.say.a b: 'a b' is not a plain name; give it another name"),
        ("    entity: [title]", "    images: {home: {kind: crest, shows: [home]}}\n"
         "    entity: [title]", "relations.game.images.home: 'home' is a column"),
        ("    entity: [title]", "    wikidata: {class: Q1, label: name, attributes: {home: P1}}\n"
         "    entity: [title]", "line 12: relations.game.wikidata: there is no 'name'"),
        ("g.crowd\n", "r.face\n",
         "line 4: relations.game.sql: the column 'face' has a type that no text can mention"),
        ('h."the.town"', "h.nothing", "line 4: relations.game.sql: "),
        ("FROM game g", "FROM games g", "line 4: relations.game.sql: "),
        ("title -> home", "title -> team", "line 16: questions.0.fd: there is no 'team'"),
        ("    fd:", "    must_share: [league]\n    fd:",
         "line 16: questions.0.must_share: there is no 'league'"),
        ("    fd:", "    image: face\n    fd:",
         "line 16: questions.0.image: there is no 'face'; there is no image"),
        ("      town: It was in {{ town }}.\n", "", "template: no block 'town' in this template"),
        ("It was in {{ town }}", "It was in {{ city }}",
         "block 'town', line 1: undefined variable 'city'"),
        ("It was in {{ town }}", "It was in {{ town ", "block 'town', line 1: "),
        ("{{ referee }} had", "{{ referee.__class__.__mro__ }} had", "access to attribute"),
        ("    wording:\n", "    template: []\n    other:\n", "questions.0.other: Extra inputs"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_relation_is_one_line(games, old, new, message):
    with pytest.raises(InputError) as raised:
        list(games(old, new).items())
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_database_is_read_once_for_all_queries_that_name_its_tables(games):
    benchmark = games()
    assert {table.name for table in benchmark.relations["game"].query.tables} == {
        "game", "club.v2", "person"
    }  # fmt: skip
    assert set(benchmark.binder.metadata.tables) == {"game", "club.v2", "person"}
    assert open_database(benchmark.engine.url.database)


@pytest.mark.parametrize(
    ("sql", "known"),
    [
        ("select c.name, g.title from game g join club c on c.name = g.home", {"name"}),
        ("select c.name, g.title from game g left join club c on c.name = g.home", set()),
        ("with u as (select name from club union select name from club) select name from u", set()),
        ("select name, 'left' as side from club where name <> 'a union'", {"name"}),
    ],
)
def test_what_is_never_null_is_told_by_joins_and_not_by_words(tmp_path, sql, known):
    with sqlite3.connect(tmp_path / "d.sqlite") as connection:
        connection.executescript(
            "create table club (name text not null primary key);"
            "create table game (title text, home text not null references club (name));"
        )
    relation = Relation(
        Binder(open_database(tmp_path / "d.sqlite")), "r", RelationSpec(sql=sql, entity=["name"])
    )
    assert relation.never_null == known
