"""Why a rationale counts, in words."""

import sqlite3

import pytest

from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.preview.reasons import reasons

SCHEMA = """
create table country (id integer primary key, name text, code text);
create table club (id integer primary key, name text, country_id integer references country (id));
create table game (id integer primary key, round text, home integer references club (id),
  away integer references club (id), referee text, held integer);
"""
SPEC = """
name: games
relations:
  game:
    tables:
      - game
      - {table: club, as: home, along: [game.home]}
      - {table: club, as: away, along: [game.away]}
      - {table: country, on: {country.code: home.name}}
    attributes: {round: game.round, home: home.name, away: away.name, country: country.name,
                 referee: game.referee, held: game.held}
    statements: {letter: {of: referee, by: initial}}
    entity: [round, home]
    ask_where: {game.round: final}
    only: {game.held: 1, home.name: Elm}
questions:
  - {type: binary, relation: game, fd: round -> referee, several_values: accept, template: &binary
     {basic: "Does {{ letter }} {{ round }}", negated: "{{ letter }} {{ round }}"}}
  - {type: binary, relation: game, fd: 'home -> away', template: {basic: "{{ home }}",
     negated: "{{ home }}"}}
  - {type: binary, relation: game, fd: 'home -> country', holds: held,
     template: {basic: "{{ home }}", negated: "{{ home }}"}}
  - {type: altered, relation: game, fd: round -> referee, replaced: letter, template: *binary}
  - {type: multiple_choice, relation: game, fd: round -> referee, templates:
     [{question: "{{ round }}", referee: "{{ referee }}"}]}
  - {type: multi_hop, relation: game, hops: [{fd: round -> home, verified: false},
     {fd: home -> away, values: all}], template: {basic: "{{ round }}", negated: "{{ round }}"}}
  - {type: knowledge, relation: game, fd: round -> referee, template:
     {concatenated: "{{ round }}", entity: "{{ round }}", referee: "{{ referee }}"}}
"""


@pytest.fixture
def lines(tmp_path):
    (tmp_path / "games.yaml").write_text(SPEC)
    with sqlite3.connect(tmp_path / "games.sqlite") as connection:
        connection.executescript(SCHEMA)
    benchmark = Benchmark.open(tmp_path / "games.yaml", tmp_path / "games.sqlite")
    relation = benchmark.relations["game"]
    return [reasons(question, relation) for question in benchmark.spec.questions]


def test_a_value_of_the_same_row_is_said_by_that_row(lines):
    assert lines[0][0] == "round → referee: the row of game with this round says so: game.referee"


def test_a_value_of_another_row_names_the_joins_that_lead_there(lines):
    assert lines[1][0] == (
        "home → away: the row of game with this home, joined with club as home "
        "(game.home = home.id) and club as away (game.away = away.id), says so: away.name"
    )
    assert "joined with country (country.code = home.name), says so: country.name" in lines[2][0]


def test_the_rules_of_an_entry_are_said(lines):
    assert "Where several values are right, a rationale has to mention one of them." in lines[0]
    assert "letter is the initial of referee." in lines[0]
    assert "Asked only where game.round is 'final'." in lines[0]
    assert "Of rows where game.held is 1; the others are left out." in lines[0]
    assert "The basic question is answered with yes where held is true." in lines[2]
    assert "The value of letter is replaced" in lines[3][1]
    assert "The false option" in lines[4][1]
    assert lines[5][2:4] == [
        "The question says the home; a rationale need not.",
        "A rationale has to mention every away.",
    ]
    assert lines[6] == ["Asks whether a model knows the entity; no answer is right or wrong."]


@pytest.mark.parametrize("mixed", [False, True])
def test_of_claims_it_says_how_many_are_false(tmp_path, mixed):
    spec = SPEC.replace("replaced: letter,", f"replaced: letter, mixed: {str(mixed).lower()},")
    (tmp_path / "games.yaml").write_text(spec)
    with sqlite3.connect(tmp_path / "games.sqlite") as connection:
        connection.executescript(SCHEMA)
    benchmark = Benchmark.open(tmp_path / "games.yaml", tmp_path / "games.sqlite")
    said = " ".join(reasons(benchmark.spec.questions[3], benchmark.relations["game"]))
    begun = "In half of the questions the value" if mixed else "The value"
    assert f"{begun} of letter is replaced" in said
    assert ("the answer is yes" in said) is mixed
