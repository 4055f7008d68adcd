"""`generate` stops before a question about private people, unless the user says why it may not."""

import json
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
REASON = "Nobody of them exists: they are a teacher's examples."


@pytest.fixture
def spec(tmp_path):
    return make_clinics(tmp_path)


def check(spec, *, passages=False):
    opened = Benchmark.open(spec, spec.with_name("clinics.db"))
    refuse_personal_data(opened, passages=passages)


def generate(spec, monkeypatch):
    """Runs the command in this process; returns its exit code."""
    database, output = spec.with_name("clinics.db"), spec.with_name("items")
    arguments = ["--benchmark", spec, "--database", database, "-o", output]
    monkeypatch.setattr(sys, "argv", ["erbench-track", "generate", "erbench", *map(str, arguments)])
    with pytest.raises(SystemExit) as stopped:
        main()
    return stopped.value.code


def test_what_asks_about_no_person_is_generated_though_there_is_a_table_of_patients(
    spec, monkeypatch
):
    assert generate(spec, monkeypatch) == 0
    assert spec.with_name("items").is_dir()


def test_a_question_about_patients_stops_it_with_one_line(spec, monkeypatch, capsys):
    spec.write_text(SPEC + ABOUT_PATIENTS)
    assert generate(spec, monkeypatch) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line == (
        f"erbench-track: error: {spec}, line 13: relations.sick.sql: the table patient is "
        "personal data (rows about patient, by its name), and so is patient.diagnosis: ask about "
        "something else, or say at the top why this may be asked: `personal_data: <reason>`"
    )
    assert not spec.with_name("items").exists()


def test_with_a_reason_it_is_generated_and_the_reason_is_on_record(spec, monkeypatch):
    spec.write_text(f"personal_data: {json.dumps(REASON)}\n{SPEC}{ABOUT_PATIENTS}")
    assert generate(spec, monkeypatch) == 0
    record = json.loads((spec.with_name("items") / "benchmark.json").read_text())
    assert record["personal_data"] == REASON
    assert "patient" in record["tables"]


def test_an_empty_reason_is_none(spec):
    spec.write_text(f"personal_data: '  '\n{SPEC}")
    with pytest.raises(InputError, match=r"line 1: personal_data: give the reason"):
        check(spec)


def test_values_are_looked_at_too(spec):
    spec.write_text(CARDS)
    with pytest.raises(
        InputError,
        match=r"line 4: relations\.card\.sql: card\.c1 is personal data "
        r"\(e-mail addresses, by 100% of its values\)",
    ):
        check(spec)


def test_a_private_table_that_is_only_joined_counts(spec):
    joined = SPEC.replace(
        "clinic.town_id", "clinic.town_id JOIN patient ON patient.clinic_id = clinic.id"
    )
    spec.write_text(joined)
    with pytest.raises(InputError, match=r"line 5: relations\.clinic\.sql: the table patient"):
        check(spec)


def test_a_private_table_in_a_condition_counts(spec):
    having = "clinic.town_id WHERE clinic.id IN (SELECT clinic_id FROM patient)"
    spec.write_text(SPEC.replace("clinic.town_id", having))
    with pytest.raises(InputError, match=r"relations\.clinic\.sql: the table patient"):
        check(spec)


@pytest.mark.parametrize("several", [False, True])
def test_a_private_table_of_spellings_counts(spec, several):
    of_town, of_patients = (
        "SELECT town, spelling FROM town_alias",
        "SELECT id, full_name FROM patient",
    )
    queries = f"[{of_patients!r}, {of_town!r}]" if several else of_patients
    spec.write_text(SPEC.replace(of_town, queries))
    with pytest.raises(
        InputError,
        match=r"line 11: relations\.clinic\.spellings\.town: the table patient is personal data",
    ):
        check(spec)


COMPUTED = {
    "lower(c1) AS thing": r"thing is personal data \(e-mail addresses, by 100% of its values\)",
    "label || ' x' AS salary": r"salary is personal data \(salaries, by its name\)",
    "lower(salary) AS thing": r"card\.salary is personal data \(salaries, by its name\)",
}


@pytest.mark.parametrize("column", COMPUTED)
def test_a_computed_column_is_judged_by_its_values_its_name_and_what_it_is_made_of(spec, column):
    name = column.rpartition(" ")[2]
    with sqlite3.connect(spec.with_name("clinics.db")) as connection:
        connection.execute("alter table card add column salary text default 'much'")
    connection.close()
    text = CARDS.replace("c1 AS thing", column).replace("thing", name)
    spec.write_text(text)
    with pytest.raises(InputError, match=COMPUTED[column]):
        check(spec)


def test_a_column_that_no_entry_uses_is_not_judged(spec):
    spec.write_text(CARDS.replace("c1 AS thing", "c1, id + 0 AS thing"))
    check(spec)


@pytest.mark.parametrize(
    "path",
    sorted(DATA.glob("**/benchmark.yaml")) + sorted(DATA.glob("**/multimodal.yaml")),
    ids=str,
)
def test_our_own_domains_say_why_where_they_ask_about_peoples_births(path):
    spec = parse_spec(path.read_text(), str(path))
    assert ("birth_year" in path.read_text()) == (spec.personal_data is not None)


@pytest.mark.parametrize("domain", ["airport", "book", "music", "soccer", "soccer_mm", "movie_mm"])
def test_our_other_domains_ask_nothing_personal(domain):
    opened = Benchmark.open(domain)
    assert opened.spec.personal_data is None
    refuse_personal_data(opened)
