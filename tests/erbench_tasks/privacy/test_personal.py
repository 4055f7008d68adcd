"""Columns of personal data are recognised; what only looks like it is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from private_schemas import OF_PEOPLE, PERSONAL

from erbench_track.erbench_tasks.privacy.personal import personal_column


def is_personal(name, values=(), *, of_people=False, comment=""):
    return personal_column(name, values, of_people=of_people, comment=comment) is not None


@pytest.mark.parametrize("name", PERSONAL.split())
def test_columns_of_personal_data_are_recognised_in_any_table(name):
    assert is_personal(name)


@pytest.mark.parametrize("name", OF_PEOPLE.split())
def test_some_columns_are_personal_only_where_a_row_is_a_person(name):
    assert is_personal(name, of_people=True)
    assert not is_personal(name)


@given(st.text(max_size=80), st.lists(st.text(max_size=20), max_size=5), st.booleans())
def test_any_name_and_any_values_can_be_judged(name, values, of_people):
    for comment in ("", name):
        data = personal_column(name, values, of_people=of_people, comment=comment)
        assert data is None or str(data) == f"{data.what}, {data.why}"


def test_a_column_named_after_people_that_counts_them_is_not_personal():
    assert not is_personal("students", ["120", "1,080", "unknown"])
    assert is_personal("students", ["Ada", "Bo"])
    assert is_personal("student_id", ["120", "80"])


def test_values_tell_where_the_name_does_not():
    data = personal_column("c17", ["a@b.org", "c.d@e.com"], of_people=False)
    assert str(data) == "e-mail addresses, by 100% of its values"


@pytest.mark.parametrize(
    ("comment", "personal"),
    [("Date of birth", True), ("Mail order flag", False), ("Sold and sent by mail", False)],
)
def test_comments_tell_where_the_name_does_not(comment, personal):
    assert is_personal("c17", comment=comment) == personal


@pytest.mark.parametrize("name", ["birth_name", "birth_region", "birth_town"])
def test_a_name_given_at_birth_and_a_place_are_no_dates_of_birth(name):
    assert not is_personal(name, of_people=True)
