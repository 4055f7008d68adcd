"""Personal data is recognised by names in eight languages; what only looks like it is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from private_schemas import INNOCENT, OF_PEOPLE, PERSONAL, PRIVATE

from erbench_track.erbench_tasks.privacy.personal import (
    is_of_people,
    personal_column,
    personal_table,
)


@pytest.mark.parametrize("table", INNOCENT)
def test_nothing_of_a_table_about_other_things_is_personal(table):
    columns = INNOCENT[table].split()
    assert personal_table(table, columns) is None
    of_people = is_of_people(table, columns)
    found = {name: personal_column(name, [], of_people=of_people) for name in columns}
    assert {name: str(data) for name, data in found.items() if data} == {}


@pytest.mark.parametrize("table", PRIVATE)
def test_rows_about_private_people_are_recognised(table):
    assert personal_table(table, PRIVATE[table].split()) is not None


@pytest.mark.parametrize("name", PERSONAL.split())
def test_columns_of_personal_data_are_recognised_in_any_table(name):
    assert personal_column(name, [], of_people=False) is not None


@pytest.mark.parametrize("name", OF_PEOPLE.split())
def test_some_columns_are_personal_only_where_a_row_is_a_person(name):
    assert personal_column(name, [], of_people=True) is not None
    assert personal_column(name, [], of_people=False) is None


@given(st.sampled_from(PERSONAL.split()), st.sampled_from([str.lower, str.upper, str.title]))
def test_case_does_not_matter_where_words_are_apart(name, spell):
    if "_" in name:
        assert personal_column(spell(name), [], of_people=False) is not None


@given(st.text(max_size=80), st.lists(st.text(max_size=20), max_size=5), st.booleans())
def test_any_name_and_any_values_can_be_judged(name, values, of_people):
    for comment in ("", name):
        data = personal_column(name, values, of_people=of_people, comment=comment)
        assert data is None or str(data) == f"{data.what}, {data.why}"
        personal_table(name, values, comment)


def test_a_column_named_after_people_that_counts_them_is_not_personal():
    assert personal_column("students", ["120", "80"], of_people=False) is None
    assert personal_column("students", ["Ada", "Bo"], of_people=False) is not None
    assert personal_column("student_id", ["120", "80"], of_people=False) is not None


def test_values_tell_where_the_name_does_not():
    data = personal_column("c17", ["a@b.org", "c.d@e.com"], of_people=False)
    assert str(data) == "e-mail addresses, by 100% of its values"
    images = ["https://img.example.com/Elm@._V1_.jpg", "https://img.example.com/Ash@._V1_SX9_.jpg"]
    assert personal_column("c17", images, of_people=False) is None


def test_comments_tell_where_the_name_does_not():
    tells = {"Date of birth": True, "The customer's phone": False, "Mail order flag": False}
    for comment, is_personal in tells.items():
        data = personal_column("c17", [], of_people=False, comment=comment)
        assert bool(data) == is_personal, comment
    assert personal_table("t0815", ["c1"], "List of all patients") is not None
    assert personal_table("t0815", ["c1"], "Products sold to customers") is None


def test_a_name_given_at_birth_is_no_date_of_birth():
    assert personal_column("birth_name", ["Ann Lee"], of_people=True) is None
    assert personal_column("birth", ["1900"], of_people=True) is not None


def test_a_region_of_birth_is_no_date_of_birth():
    assert personal_column("birth_region", ["Elmshire", "Ashland"], of_people=True) is None
    for name, values in (("born", ["3 May 1900"]), ("birth_month", ["May"]), ("birth_region", [])):
        assert personal_column(name, values, of_people=True) is not None, name
