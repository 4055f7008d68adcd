"""`generate` stops before a question about private people, unless the user says why it may not."""

import sqlite3
import sys

import pytest
from clinics import ABOUT_PATIENTS, SPEC, make_clinics

from erbench_track.cli.main import main
from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.privacy.asked import refuse_personal_data
from erbench_track.erbench_tasks.spec.embedded import DATA
from erbench_track.erbench_tasks.spec.spec_file import parse_spec

EMBEDDED = sorted([*DATA.glob("**/benchmark.yaml"), *DATA.glob("**/multimodal.yaml")])
CARDS = """\
name: cards
relations:
  card:
    sql: SELECT label, c1 AS thing FROM card
    entity: [label]
questions:
  - type: binary
    relation: card
    fd: label -> thing
    wording: {basic: "Has {{ label }} a thing?", negated: "Has it none?"}
"""


@pytest.fixture
def spec(tmp_path):
    return make_clinics(tmp_path)


def check(spec):
    refuse_personal_data(Benchmark.open(spec, spec.with_name("clinics.db")))


def test_what_asks_about_no_person_or_gives_a_reason_may_be_asked(spec):
    check(spec)
    spec.write_text(f"personal_data: They are examples.\n{SPEC}{ABOUT_PATIENTS}")
    check(spec)


def test_a_question_about_patients_stops_it_with_one_line(spec, monkeypatch, capsys):
    spec.write_text(SPEC + ABOUT_PATIENTS)
    database, output = spec.with_name("clinics.db"), spec.with_name("items")
    arguments = ["--benchmark", spec, "--database", database, "-o", output]
    monkeypatch.setattr(sys, "argv", ["erbench-track", "generate", "erbench", *map(str, arguments)])
    with pytest.raises(SystemExit) as stopped:
        main()
    (line,) = capsys.readouterr().err.splitlines()
    assert stopped.value.code == 2
    assert line == (
        f"erbench-track: error: {spec}, line 13: relations.sick.sql: the table patient is "
        "personal data (rows about patient, by its name): ask about something else, or say at the "
        "top why this may be asked: `personal_data: <reason>`"
    )
    assert not output.exists()


def test_an_empty_reason_is_none(spec):
    spec.write_text(f"personal_data: '  '\n{SPEC}")
    with pytest.raises(InputError, match=r"line 1: personal_data: give the reason"):
        check(spec)


@pytest.mark.parametrize(
    "more",
    ["JOIN patient ON patient.clinic_id = clinic.id",
     "WHERE clinic.id IN (SELECT clinic_id FROM patient)"],
)  # fmt: skip
def test_a_private_table_that_is_only_joined_or_in_a_condition_counts(spec, more):
    spec.write_text(SPEC.replace("clinic.town_id", f"clinic.town_id {more}"))
    with pytest.raises(InputError, match=r"line 5: relations\.clinic\.sql: the table patient"):
        check(spec)


def test_a_private_table_of_spellings_counts(spec):
    of_town = "SELECT town, spelling FROM town_alias"
    spec.write_text(SPEC.replace(of_town, f"['SELECT id, full_name FROM patient', {of_town!r}]"))
    where = r"line 11: relations\.clinic\.spellings\.town: the table patient is personal data"
    with pytest.raises(InputError, match=where):
        check(spec)


COLUMNS = {
    "c1 AS thing": r"card\.c1 is personal data \(e-mail addresses, by 100% of its values\)",
    "lower(c1) AS thing": r"thing is personal data \(e-mail addresses, by 100% of its values\)",
    "label || ' x' AS salary": r"salary is personal data \(salaries, by its name\)",
    "lower(salary) AS thing": r"card\.salary is personal data \(salaries, by its name\)",
}


@pytest.mark.parametrize("column", COLUMNS)
def test_a_column_is_judged_by_its_values_its_name_and_what_it_is_made_of(spec, column):
    name = column.rpartition(" ")[2]
    with sqlite3.connect(spec.with_name("clinics.db")) as connection:
        connection.execute("alter table card add column salary text default 'much'")
    connection.close()
    text = CARDS.replace("c1 AS thing", column).replace("thing", name)
    spec.write_text(text)
    with pytest.raises(InputError, match=COLUMNS[column]):
        check(spec)


def test_a_column_that_no_entry_uses_is_not_judged(spec):
    spec.write_text(CARDS.replace("c1 AS thing", "c1, id + 0 AS thing"))
    check(spec)


@pytest.mark.parametrize("path", EMBEDDED, ids=str)
def test_our_own_domains_say_why_where_they_ask_about_peoples_births(path):
    spec = parse_spec(path.read_text(), str(path))
    assert ("birth_year" in path.read_text()) == (spec.personal_data is not None)


@pytest.mark.parametrize("domain", ["airport", "book", "music", "soccer", "soccer_mm", "movie_mm"])
def test_our_other_domains_ask_nothing_personal(domain):
    opened = Benchmark.open(domain)
    assert opened.spec.personal_data is None
    refuse_personal_data(opened)
