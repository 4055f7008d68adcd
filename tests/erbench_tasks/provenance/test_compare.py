"""Values are compared by what they mean."""

import datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.wikidata.values import Point, Quantity, Reference, Special, Text, Time
from erbench_track.erbench_tasks.provenance.compare import Match, Said, compare, shown
from erbench_track.erbench_tasks.provenance.records import Names
from erbench_track.erbench_tasks.spec.wikidata import WikidataAttribute

NAMES = {
    "Q30": Names("United States", ("United States", "United States of America", "USA")),
    "Q145": Names("United Kingdom", ("United Kingdom",)),
    "Q7186": Names("Marie Curie", ("Marie Curie", "Maria Skłodowska")),
    "Q1": Names("Иван", ("Иван",)),
}


def match(value, wikidata, **attribute):
    mapping = WikidataAttribute.model_validate({"property": "P1", **attribute})
    said = Said(value, (str(value),))
    return compare(mapping, said, wikidata, lambda id_: NAMES.get(id_, Names()))


def day(year, month=0, day_=0, *, is_julian=False):
    precision = 9 + bool(month) + bool(day_)
    return Time(year, month, day_, precision, is_julian)


@pytest.mark.parametrize(
    ("value", "wikidata", "expected"),
    [
        (1994, day(1994, 5, 12), Match.SAME),
        ("1994", day(1994), Match.SAME),
        (1995, day(1994, 12, 30), Match.NEAR),
        (1999, day(1994), Match.DIFFERENT),
        (datetime.date(1994, 5, 12), day(1994, 5, 12), Match.SAME),
        (datetime.date(1994, 5, 12), day(1994, 5), Match.LESS_EXACT),
        (datetime.date(1994, 5, 12), day(1994), Match.LESS_EXACT),
        (datetime.date(1994, 6, 12), day(1994, 5), Match.NEAR),
        (datetime.date(1994, 5, 13), day(1994, 5, 12), Match.NEAR),
        (datetime.datetime(1994, 5, 12, 10), day(1994, 5, 12), Match.SAME),
        ("12 May 1994", day(1994, 5, 12), Match.SAME),
        ("1994-05", day(1994, 5, 12), Match.SAME),
        (1994, Time(1990, 0, 0, 8, False), Match.LESS_EXACT),  # the 1990s
        (1984, Time(1990, 0, 0, 8, False), Match.DIFFERENT),
        (1900, Time(1801, 0, 0, 7, False), Match.LESS_EXACT),  # the 19th century
        (1901, Time(1801, 0, 0, 7, False), Match.DIFFERENT),
        ("soon", day(1994), Match.INCOMPARABLE),
        (-44, day(-44, 3, 15), Match.SAME),
        ("9999999", day(1994), Match.DIFFERENT),
    ],
)
def test_dates_agree_as_far_as_both_are_known(value, wikidata, expected):
    assert match(value, wikidata) is expected


def test_a_julian_date_is_right_in_both_calendars():
    october = day(1917, 10, 25, is_julian=True)
    assert match(datetime.date(1917, 10, 25), october) is Match.SAME
    assert match(datetime.date(1917, 11, 7), october) is Match.SAME
    assert match(datetime.date(1917, 11, 8), october) is Match.NEAR
    newton = day(1642, 12, 25, is_julian=True)
    assert match(datetime.date(1643, 1, 4), newton) is Match.SAME
    assert match(1643, newton) is Match.SAME


@pytest.mark.parametrize(
    ("value", "part", "wikidata", "expected"),
    [
        ("March", "month", day(1920, 3), Match.SAME),
        (3, "month", day(1920, 3, 26), Match.SAME),
        ("April", "month", day(1920, 3), Match.DIFFERENT),
        ("March", "month", day(1920), Match.INCOMPARABLE),
        (26, "day", day(1920, 3, 26), Match.SAME),
        (datetime.date(1920, 3, 26), "year", day(1920, 4), Match.SAME),
        (50.03, "latitude", Point(50.05, 8.57), Match.SAME),
        (50.03, "longitude", Point(50.05, 8.57), Match.DIFFERENT),
        (50.9, "latitude", Point(50.05, 8.57), Match.NEAR),
        (50.03, None, Point(50.05, 8.57), Match.INCOMPARABLE),
    ],
)
def test_a_part_of_a_date_or_place_is_compared_alone(value, part, wikidata, expected):
    assert match(value, wikidata, part=part) is expected


@pytest.mark.parametrize(
    ("value", "unit", "tolerance", "wikidata", "expected"),
    [
        (95, "minute", 0, Quantity(Decimal(95), "Q7727"), Match.SAME),
        (95, "minute", 0, Quantity(Decimal(5700), "Q11574"), Match.SAME),
        (95, "minute", 0, Quantity(Decimal("1.58"), "Q25235"), Match.SAME),
        (96, "minute", 0, Quantity(Decimal(95), "Q7727"), Match.NEAR),
        (96, "minute", 2, Quantity(Decimal(95), "Q7727"), Match.SAME),
        (150, "minute", 2, Quantity(Decimal(2), "Q25235"), Match.DIFFERENT),
        (120, "minute", "5%", Quantity(Decimal(95), "Q7727"), Match.DIFFERENT),
        (98, "minute", "5%", Quantity(Decimal(95), "Q7727"), Match.SAME),
        (8848, "metre", 0, Quantity(Decimal(29029), "Q3710"), Match.SAME),
        (1.8, "metre", 0, Quantity(Decimal(180), "Q174728"), Match.SAME),
        (95, "metre", 0, Quantity(Decimal(95), "Q7727"), Match.INCOMPARABLE),
        (95, None, 0, Quantity(Decimal(95), "Q7727"), Match.INCOMPARABLE),
        ("83,000", None, 0, Quantity(Decimal(83000), ""), Match.SAME),
        ("many", None, 0, Quantity(Decimal(83000), ""), Match.INCOMPARABLE),
    ],
)
def test_numbers_agree_in_their_units_within_what_rounding_or_the_tolerance_allows(
    value, unit, tolerance, wikidata, expected
):
    assert match(value, wikidata, unit=unit, tolerance=tolerance) is expected


@pytest.mark.parametrize(
    ("value", "wikidata", "expected"),
    [
        ("Maria Sklodowska", Reference("Q7186"), Match.SAME),
        ("Pierre Curie", Reference("Q7186"), Match.DIFFERENT),
        ("U.S.", Reference("Q30"), Match.SAME),
        ("American", Reference("Q30"), Match.SAME),
        ("England", Reference("Q145"), Match.LESS_EXACT),
        ("France", Reference("Q145"), Match.DIFFERENT),
        ("Ivan", Reference("Q1"), Match.INCOMPARABLE),
        ("Ivan", Reference("Q999"), Match.INCOMPARABLE),
        ("EDDF", Text("EDDF", ""), Match.SAME),
        ("EDDM", Text("EDDF", ""), Match.DIFFERENT),
        ("anything", Special.UNKNOWN, Match.INCOMPARABLE),
        ("anything", Special.NONE, Match.DIFFERENT),
    ],
)
def test_items_are_compared_by_their_names_and_countries_by_what_they_mean(
    value, wikidata, expected
):
    assert match(value, wikidata) is expected


def test_values_are_shown_as_exactly_as_they_are_known():
    def names_of(id_):
        return NAMES.get(id_, Names())

    shown_values = [
        shown(value, names_of)
        for value in (
            Reference("Q30"), Reference("Q5"), day(1994, 5), day(-44, 3, 15),
            Time(1990, 0, 0, 8, False), Quantity(Decimal("95.0"), "Q7727"), Special.NONE,
        )
    ]  # fmt: skip
    assert shown_values == [
        "United States (Q30)", "Q5", "1994-05", "44 BCE", "the decade of 1990", "95 min",
        "that there is none",
    ]  # fmt: skip


VALUES = st.one_of(
    st.builds(Reference, st.sampled_from([*NAMES, "Q5"])),
    st.builds(
        Time, st.integers(-20_000, 20_000), st.integers(0, 12), st.integers(0, 31),
        st.integers(0, 11), st.booleans(),
    ),
    st.builds(
        Quantity, st.decimals(allow_nan=False, allow_infinity=False, places=3),
        st.sampled_from(["", "Q7727", "Q11573", "Q5"]),
    ),
    st.builds(Point, st.floats(-90, 90), st.floats(-180, 180)),
    st.builds(Text, st.text(), st.just("")),
    st.sampled_from(Special),
)  # fmt: skip
SAID = st.one_of(
    st.text(), st.integers(), st.floats(), st.dates(), st.datetimes(), st.decimals(),
    st.sampled_from(["9" * 5000, "-", "1e999999", "0000-00-00", "1994-13-45", "٣", "²", "\ud800"]),
)  # fmt: skip


# the names of countries are read once
@given(
    SAID, VALUES,
    st.sampled_from([None, "year", "month", "day", "latitude", "longitude"]),
    st.sampled_from([None, "minute"]),
    st.sampled_from([0, 1.5, "5%"]),
)  # fmt: skip
def test_no_value_of_a_database_or_of_wikidata_breaks_the_comparison(
    said, value, part, unit, tolerance
):
    assert match(said, value, part=part, unit=unit, tolerance=tolerance) in Match
    assert isinstance(shown(value, lambda id_: NAMES.get(id_, Names())), str)
