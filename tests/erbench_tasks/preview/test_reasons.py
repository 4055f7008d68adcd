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
    sql: |
      SELECT g.round, h.name AS home, a.name AS away, c.name AS country, g.referee, g.held,
             g.round = 'final' AS asked
      FROM game g
      JOIN club h ON h.id = g.home
      JOIN club a ON a.id = g.away
      JOIN country c ON c.code = h.name
    say: {letter: {of: referee, by: initial}}
    entity: [round, home]
    ask: asked
questions:
  - {type: binary, relation: game, fd: round -> referee, several_values: accept, wording: &binary
     {basic: "Does {{ letter }} {{ round }}", negated: "{{ letter }} {{ round }}"}}
  - {type: binary, relation: game, fd: 'home -> away', wording: {basic: "{{ home }}",
     negated: "{{ home }}"}}
  - {type: binary, relation: game, fd: 'home -> country', holds: held,
     wording: {basic: "{{ home }}", negated: "{{ home }}"}}
  - {type: altered, relation: game, fd: round -> referee, replaced: letter, must_share: [country],
     wording: *binary}
  - {type: multiple_choice, relation: game, fd: round -> referee, wording:
     [{question: "{{ round }}", referee: "{{ referee }}"}]}
  - {type: multi_hop, relation: game, hops: [{fd: round -> home, verified: false},
     {fd: home -> away, values: all}], wording: {basic: "{{ round }}", negated: "{{ round }}"}}
  - {type: knowledge, relation: game, fd: round -> referee, wording:
     {concatenated: "{{ round }}", entity: "{{ round }}", referee: "{{ referee }}"}}
"""


def said(tmp_path, spec=SPEC):
    (tmp_path / "games.yaml").write_text(spec)
    with sqlite3.connect(tmp_path / "games.sqlite") as connection:
        connection.executescript(SCHEMA)
    benchmark = Benchmark.open(tmp_path / "games.yaml", tmp_path / "games.sqlite")
    relation, joins = benchmark.relations["game"], benchmark.joins["game"]
    return [reasons(question, relation, joins) for question in benchmark.spec.questions]


@pytest.fixture
def lines(tmp_path):
    return said(tmp_path)


def test_a_value_of_the_same_row_is_said_by_that_row(lines):
    assert lines[0][0] == "round -> referee: the row of game with this round says so: game.referee"


def test_a_value_of_another_table_names_the_joins_that_lead_there(lines):
    assert lines[2][0] == (
        "home -> country: the row of game with this home says so: country.name; "
        "joined along club.name -> country.code: holds (0 values; not declared as a foreign key)"
    )


def test_the_query_is_shown_as_it_runs(lines):
    assert all(line[-1].startswith('game: SELECT "g"."round" AS "round", ') for line in lines[:6])


def test_the_rules_of_an_entry_are_said(lines):
    assert "Where several values are right, a rationale has to mention one of them." in lines[0]
    assert "letter is the initial of referee." in lines[0]
    assert "Asked only where asked is true." in lines[0]
    assert "The basic question is answered with yes where held is true." in lines[2]
    assert "The value of letter is replaced" in lines[3][1]
    assert "What is false is true of a row with the same country." in lines[3]
    assert "The false option" in lines[4][1]
    assert lines[5][2:4] == [
        "The question says the home; a rationale need not.",
        "A rationale has to mention every away.",
    ]
    assert lines[6] == ["Asks whether a model knows the entity; no answer is right or wrong."]


@pytest.mark.parametrize("mixed", [False, True])
def test_of_claims_it_says_how_many_are_false(tmp_path, mixed):
    spec = SPEC.replace("replaced: letter,", f"replaced: letter, mixed: {str(mixed).lower()},")
    text = " ".join(said(tmp_path, spec)[3])
    begun = "In half of the questions the value" if mixed else "The value"
    assert f"{begun} of letter is replaced" in text
    assert ("the answer is yes" in text) is mixed
