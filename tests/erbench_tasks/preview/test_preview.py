"""What is shown of a specification: questions of every entry, what is right, and why."""

import sqlite3

import pytest

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.items.item import RationaleElement
from erbench_track.erbench_tasks.preview.preview import mention, preview


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


def test_other_names_of_a_place_are_listed():
    city = RationaleElement(1, "birthplace", ("Parigi",), kind="city")
    country = RationaleElement(1, "land", ("Germany (now Poland)",), kind="country")
    assert mention(city).startswith("birthplace: 'Parigi' (also 'Paris', ")
    assert mention(city).endswith(", ...)")
    assert mention(country) == "land: 'Germany (now Poland)' (also 'Germany', 'Poland')"


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


def test_a_sample_is_told(clinic, tmp_path, monkeypatch):
    with sqlite3.connect(tmp_path / "clinic.sqlite") as connection:
        rows = [(number, f"Name {number}", "gout") for number in range(3, 100)]
        connection.executemany("insert into patient values (?, ?, ?)", rows)
    monkeypatch.setattr("erbench_track.erbench_tasks.preview.preview._MOST", 20)
    found = preview(clinic("personal_data: invented\n"), "clinic.yaml")
    assert found.items == 20
    assert "of 190 that the database has; a sample" in found.amount
    limited = preview(clinic("personal_data: invented\nmax_items: 10\n"), "clinic.yaml")
    assert limited.items == 10
    assert "sample" not in limited.amount
