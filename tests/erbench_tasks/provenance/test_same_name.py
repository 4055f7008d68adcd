"""Two spellings are of one name, or of two."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.erbench_tasks.provenance.same_name import country_of, lookups, same_name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Francois Truffaut", "François Truffaut"),
        ("Lukasz Nowak", "Łukasz Nowak"),
        ("Weiss, Peter", "Peter Weiß"),
        ("Samuel Jackson", "Samuel L. Jackson"),
        ("J. R. R. Tolkien", "John Ronald Reuel Tolkien"),
        ("Godfather", "The Godfather"),
        ("Angels & Demons", "Angels and Demons"),
        ("Barcelona", "FC Barcelona"),
        ("Wan-Bissaka", "Wan Bissaka"),
        ("Ken Griffey Jr.", "Ken Griffey, Junior"),
        ("Halloween (1978 film)", "Halloween"),
        ("千と千尋", "千と千尋"),
    ],
)
def test_these_are_one_name(one, other):
    assert same_name(one, other)
    assert same_name(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ken Griffey Jr.", "Ken Griffey Sr."),
        ("Robert Downey", "Robert Downey Jr."),
        ("FC Barcelona", "Barcelona SC"),
        ("Barcelona", "Barcelona B"),
        ("Real Madrid", "Real Madrid II"),
        ("Bryan Adams", "Ryan Adams"),
        ("Ronald Koeman", "Erwin Koeman"),
        ("Samuel L. Jackson", "Samuel M. Jackson"),
        ("Halloween", "Halloween II"),
        ("FC", "AC"),
        ("", "Halloween"),
        ("...", "!!!"),
    ],
)
def test_these_are_two_names(one, other):
    assert not same_name(one, other)
    assert not same_name(other, one)


@given(st.text(), st.text())
def test_the_order_of_two_names_does_not_matter(one, other):
    assert same_name(one, other) == same_name(other, one)


def test_a_name_is_looked_up_with_the_given_name_first_and_without_parentheses():
    assert lookups("Fitzgerald, F. Scott") == ["Fitzgerald, F. Scott", "F. Scott Fitzgerald"]
    assert lookups("Halloween (1978 film)") == ["Halloween (1978 film)", "Halloween"]
    assert lookups("  ") == []


def test_a_country_is_known_by_its_name_code_and_adjective():
    assert {country_of(said) for said in ("Germany", "DE", "German", "Deutschland")} == {"DE"}
    assert country_of("Springfield") == ""
