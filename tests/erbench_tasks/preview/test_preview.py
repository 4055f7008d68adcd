"""What is shown of a specification: questions of every entry, what is right, and why."""

import sqlite3

import pytest

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.items.item import RationaleElement
from erbench_track.erbench_tasks.preview.preview import mention, preview, reasons


@pytest.fixture(scope="module")
def movie():
    return preview(Benchmark.open("movie"), "movie", questions=4, seed=1)


def test_every_entry_shows_questions_of_as_many_entities(movie):
    assert len(movie.entries) == len(Benchmark.open("movie").spec.questions)
    for entry in movie.entries:
        assert len({item.entity_id for item in entry.shown}) == 4
        assert {item.fd for item in entry.shown} == {str(entry.shown[0].fd)}


def test_basic_and_negated_questions_take_turns(movie):
    shown = [item.question_type for item in movie.entries[0].shown]
    assert shown == ["bn_yes", "bn_no", "bn_yes", "bn_no"]


def test_what_is_shown_is_what_generate_makes(movie):
    benchmark = Benchmark.open("movie")
    made = {item.id for item in benchmark.items(1, demonstrate=True)}
    assert {item.id for entry in movie.entries for item in entry.shown} <= made
    assert movie.items == len(made)
    assert movie.items == sum(entry.items for entry in movie.entries)


def test_the_seed_decides_what_is_shown(movie):
    other = preview(Benchmark.open("movie"), "movie", questions=4, seed=2)
    entities = {item.entity_id for item in other.entries[0].shown}
    assert entities != {item.entity_id for item in movie.entries[0].shown}


def test_a_table_with_few_entities_shows_what_there_is(toy):
    found = preview(Benchmark.open(toy / "benchmark.yaml"), "toy", questions=50)
    for entry in found.entries:
        assert len({item.id for item in entry.shown}) == len(entry.shown) == min(50, entry.items)


def test_the_lint_and_what_is_left_out_belong_to_their_entry(movie):
    assert [entry.lint.index for entry in movie.entries] == list(range(len(movie.entries)))
    assert movie.failed == [movie.entries[1]]
    assert "1 of 7 entries fail" in movie.warnings[0]


def test_accepted_spellings_are_listed():
    either = RationaleElement(1, "artist", ("AC/DC", "ACDC"))
    every = RationaleElement(2, "composer", ("Lennon", "McCartney"), "all")
    many = RationaleElement(1, "playlist", tuple(map(str, range(20))))
    assert mention(either) == "artist: 'AC/DC' or 'ACDC'"
    assert mention(every) == "composer (hop 2): all of 'Lennon' and 'McCartney'"
    assert mention(many).endswith("'7' or 12 more")
    assert mention(RationaleElement(1, "games", (), "all")) == "games: nothing"


def test_the_shorter_name_of_a_place_is_listed():
    city = RationaleElement(1, "birthplace", ("Lyon, France",), kind="city")
    assert mention(city) == "birthplace: 'Lyon, France' (also 'Lyon')"


PATIENTS = """
create table patient (id integer primary key, name text unique, diagnosis text);
insert into patient values (1, 'Ada Long', 'asthma'), (2, 'Bo Short', 'gout');
"""
SPEC = """
name: clinic
relations:
  patient: {sql: "SELECT name, diagnosis FROM patient", entity: [name]}
questions:
  - type: binary
    relation: patient
    fd: name -> diagnosis
    wording:
      basic: "Has {{ name }} a diagnosis? If so, name it."
      negated: "Has {{ name }} no diagnosis? If not, name it."
"""


@pytest.fixture
def clinic(tmp_path):
    with sqlite3.connect(tmp_path / "clinic.sqlite") as connection:
        connection.executescript(PATIENTS)

    def opened(top=""):
        (tmp_path / "clinic.yaml").write_text(top + SPEC)
        return Benchmark.open(tmp_path / "clinic.yaml", tmp_path / "clinic.sqlite")

    return opened


def test_personal_data_is_not_shown_without_a_reason(clinic):
    with pytest.raises(InputError, match="personal data"):
        preview(clinic(), "clinic.yaml")


def test_with_a_reason_it_is_said_what_is_personal(clinic):
    found = preview(clinic("personal_data: they are invented\n"), "clinic.yaml")
    assert "they are invented" in found.warnings[-1]
    assert any(line.startswith("patient.diagnosis: ") for line in found.personal)


def test_of_many_questions_it_says_how_many_are_made(clinic, tmp_path, monkeypatch):
    with sqlite3.connect(tmp_path / "clinic.sqlite") as connection:
        rows = [(number, f"Name {number}", "gout") for number in range(3, 100)]
        connection.executemany("insert into patient values (?, ?, ?)", rows)
    monkeypatch.setattr("erbench_track.erbench_tasks.preview.preview._MOST", 20)
    found = preview(clinic("personal_data: invented\n"), "clinic.yaml")
    assert found.items == 20
    assert found.amount == "20 questions, of 190 that the database has"


GAME_TABLES = """
create table country (id integer primary key, name text, code text);
create table club (id integer primary key, name text, country_id integer references country (id));
create table game (id integer primary key, round text, home integer references club (id),
  away integer references club (id), referee text, held integer);
"""
GAMES = """
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


def said(tmp_path, spec=GAMES):
    (tmp_path / "games.yaml").write_text(spec)
    with sqlite3.connect(tmp_path / "games.sqlite") as connection:
        connection.executescript(GAME_TABLES)
    benchmark = Benchmark.open(tmp_path / "games.yaml", tmp_path / "games.sqlite")
    return [reasons(question, benchmark) for question in benchmark.spec.questions]


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
    spec = GAMES.replace("replaced: letter,", f"replaced: letter, mixed: {str(mixed).lower()},")
    text = " ".join(said(tmp_path, spec)[3])
    begun = "In half of the questions the value" if mixed else "The value"
    assert f"{begun} of letter is replaced" in text
    assert ("the answer is yes" in text) is mixed
