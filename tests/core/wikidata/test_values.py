"""Wikidata's values, from JSON and from RDF."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.wikidata.values import (
    Point,
    Quantity,
    Reference,
    Special,
    Text,
    Time,
    json_time,
    point,
    quantity,
    rdf_time,
    read,
    text,
    written,
)

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
FLOATS = st.floats(-180, 180).map(lambda number: number + 0.0)
VALUES = st.one_of(
    st.sampled_from([Special.UNKNOWN, Special.NONE]),
    st.integers(1, 10**9).map(lambda number: Reference(f"Q{number}")),
    st.builds(
        Time,
        st.integers(-9999, 9999),
        st.integers(0, 12),
        st.integers(0, 31),
        st.integers(0, 11),
        st.booleans(),
    ),
    st.builds(Point, FLOATS, FLOATS),
    st.builds(text, TEXTS, st.sampled_from(["", "en", "zh-hant"])),
    st.builds(
        lambda number, unit: quantity(str(number), unit),
        st.decimals(-(10**9), 10**9, places=3),
        st.sampled_from(["1", "http://www.wikidata.org/entity/Q11573"]),
    ),
)


@given(VALUES)
def test_a_value_is_read_as_it_was_written(value):
    assert read(written(value)) == value


@pytest.mark.parametrize(
    ("julian", "gregorian"),
    [
        ("1642-12-25", "1643-01-04"),  # Isaac Newton's birth
        ("1582-10-04", "1582-10-14"),  # the day before the reform
        ("1900-02-29", "1900-03-13"),  # a leap day that the Gregorian calendar has not
        ("1917-10-25", "1917-11-07"),
    ],
)
def test_a_day_of_the_julian_calendar_is_the_same_from_json_and_from_rdf(julian, gregorian):
    calendar = "http://www.wikidata.org/entity/Q1985786"
    stated = json_time(f"+{julian}T00:00:00Z", 11, calendar)
    assert rdf_time(f"{gregorian}T00:00:00Z", "11", calendar) == stated
    assert stated == Time(*map(int, julian.split("-")), 11, True)


@given(st.dates(date(1000, 1, 1), date(9999, 1, 1)))
def test_a_day_of_the_gregorian_calendar_stays_as_it_is(day):
    calendar = "http://www.wikidata.org/entity/Q1985727"
    found = rdf_time(f"{day.isoformat()}T00:00:00Z", "11", calendar)
    assert found == json_time(f"+{day.isoformat()}T00:00:00Z", 11, calendar)
    assert found == Time(day.year, day.month, day.day, 11, False)


def test_the_year_before_the_first_one_is_one_before_christ():
    gregorian = "http://www.wikidata.org/entity/Q1985727"
    assert json_time("-0044-00-00T00:00:00Z", 9, gregorian) == Time(-44, 0, 0, 9, False)
    assert rdf_time("-0043-01-01T00:00:00Z", "9", gregorian) == Time(-44, 0, 0, 9, False)


def test_what_is_finer_than_the_precision_says_nothing():
    for stated in ("+1999-00-00T00:00:00Z", "+1999-01-01T00:00:00Z"):
        assert json_time(stated, 9, "") == Time(1999, 0, 0, 9, False)


def test_numbers_are_equal_however_they_are_written():
    assert quantity("+5.20", "1") == quantity("5.2", "x/Q199") == Quantity(Decimal("5.2"), "")
    assert quantity("+1E400", "1") is None
    assert quantity("many", "1") is None


def test_a_place_is_on_the_earth():
    assert point("Point(-2.5 48.1)") == Point(48.1, -2.5)
    assert point("<http://www.wikidata.org/entity/Q405> Point(1 2)") is Special.UNKNOWN
    assert point("Polygon((1 2))") is Special.UNKNOWN


def test_blanks_of_a_text_are_single():
    assert text(" a\n b\t", "en") == Text("a b", "en")
