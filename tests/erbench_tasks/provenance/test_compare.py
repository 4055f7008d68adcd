"""Values are compared by what they mean, and by what Wikidata's qualifiers and gaps mean."""

import datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.wikidata.items import END, START, Statement
from erbench_track.core.wikidata.values import (
    Point,
    Quantity,
    Reference,
    Special,
    Text,
    Time,
    Value,
)
from erbench_track.erbench_tasks.provenance.compare import (
    Placed,
    Verdict,
    compare,
    is_among,
    judge,
    lookups,
    shown,
)
from erbench_track.erbench_tasks.spec.wikidata import WikidataAttribute

NAMES = {
    "Q30": ["United States", "United States of America", "USA"],
    "Q145": ["United Kingdom"],
    "Q7186": ["Marie Curie", "Maria Skłodowska"],
    "Q1": ["Иван"],
}


def names_of(id_):
    return NAMES.get(id_, [])


def match(value, wikidata, **attribute):
    mapping = WikidataAttribute.model_validate({"property": "P1", **attribute})
    return compare(mapping, [str(value)], wikidata, names_of)


def day(year, month=0, day_=0, *, is_julian=False):
    precision = 9 + bool(month) + bool(day_)
    return Time(year, month, day_, precision, is_julian)


@pytest.mark.parametrize(
    ("value", "wikidata", "expected"),
    [
        (1994, day(1994, 5, 12), True),
        ("1994", day(1994), True),
        (1995, day(1994, 12, 30), False),
        (1999, day(1994), False),
        (datetime.date(1994, 5, 12), day(1994, 5, 12), True),
        (datetime.date(1994, 5, 12), day(1994, 5), True),
        (datetime.date(1994, 5, 12), day(1994), True),
        (datetime.date(1994, 6, 12), day(1994, 5), False),
        (datetime.date(1994, 5, 13), day(1994, 5, 12), False),
        (datetime.datetime(1994, 5, 12, 10), day(1994, 5, 12), True),
        ("12 May 1994", day(1994, 5, 12), True),
        ("1994-05", day(1994, 5, 12), True),
        (1994, Time(1990, 0, 0, 8, False), None),  # the 1990s
        ("soon", day(1994), None),
        (-44, day(-44, 3, 15), True),
        ("9999999", day(1994), False),
    ],
)
def test_dates_agree_as_far_as_both_are_known(value, wikidata, expected):
    assert match(value, wikidata) is expected


def test_a_day_of_the_julian_calendar_may_be_another_one_of_the_gregorian():
    october = day(1917, 10, 25, is_julian=True)
    assert match(datetime.date(1917, 10, 25), october) is True
    assert match(datetime.date(1917, 11, 7), october) is None


@pytest.mark.parametrize(
    ("value", "part", "wikidata", "expected"),
    [
        ("March", "month", day(1920, 3), True),
        (3, "month", day(1920, 3, 26), True),
        ("April", "month", day(1920, 3), False),
        ("March", "month", day(1920), None),
        (26, "day", day(1920, 3, 26), True),
        (datetime.date(1920, 3, 26), "year", day(1920, 4), True),
        (50.03, "latitude", Point(50.05, 8.57), True),
        (50.03, "longitude", Point(50.05, 8.57), False),
        (50.9, "latitude", Point(50.05, 8.57), False),
        (50.03, None, Point(50.05, 8.57), None),
    ],
)
def test_a_part_of_a_date_or_place_is_compared_alone(value, part, wikidata, expected):
    assert match(value, wikidata, part=part) is expected


@pytest.mark.parametrize(
    ("value", "unit", "tolerance", "wikidata", "expected"),
    [
        (95, "minute", 0, Quantity(Decimal(95), "Q7727"), True),
        (95, "minute", 0, Quantity(Decimal(5700), "Q11574"), True),
        (95, "minute", 0, Quantity(Decimal("1.58"), "Q25235"), True),
        (96, "minute", 0, Quantity(Decimal(95), "Q7727"), False),
        (96, "minute", 2, Quantity(Decimal(95), "Q7727"), True),
        (150, "minute", 2, Quantity(Decimal(2), "Q25235"), False),
        (120, "minute", "5%", Quantity(Decimal(95), "Q7727"), False),
        (98, "minute", "5%", Quantity(Decimal(95), "Q7727"), True),
        (8848, "metre", 0, Quantity(Decimal(29029), "Q3710"), True),
        (1.8, "metre", 0, Quantity(Decimal(180), "Q174728"), True),
        (95, "metre", 0, Quantity(Decimal(95), "Q7727"), None),
        (95, None, 0, Quantity(Decimal(95), "Q7727"), None),
        ("83,000", None, 0, Quantity(Decimal(83000), ""), True),
        ("many", None, 0, Quantity(Decimal(83000), ""), None),
    ],
)
def test_numbers_agree_in_their_units_within_what_rounding_or_the_tolerance_allows(
    value, unit, tolerance, wikidata, expected
):
    assert match(value, wikidata, unit=unit, tolerance=tolerance) is expected


@pytest.mark.parametrize(
    ("value", "wikidata", "expected"),
    [
        ("Maria Sklodowska", Reference("Q7186"), True),
        ("Pierre Curie", Reference("Q7186"), False),
        ("U.S.", Reference("Q30"), True),
        ("American", Reference("Q30"), True),
        ("England", Reference("Q145"), True),
        ("France", Reference("Q145"), False),
        ("Ivan", Reference("Q1"), True),  # in Cyrillic
        ("Ivan", Reference("Q999"), None),
        ("EDDF", Text("EDDF", ""), True),
        ("EDDM", Text("EDDF", ""), False),
        ("anything", Special.UNKNOWN, None),
        ("anything", Special.NONE, False),
    ],
)
def test_items_are_compared_by_their_names_and_countries_by_what_they_mean(
    value, wikidata, expected
):
    assert match(value, wikidata) is expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Francois Truffaut", "François Truffaut"),
        ("Weiss, Peter", "Peter Weiß"),
        ("Angels & Demons", "Angels and Demons"),
        ("Wan-Bissaka", "Wan Bissaka"),
        ("Halloween (1978 film)", "Halloween"),
        ("千と千尋", "千と千尋"),
    ],
)
def test_two_spellings_are_of_one_name(one, other):
    assert is_among([one], [other])
    assert is_among([other], [one])


@pytest.mark.parametrize(
    ("said", "name", "expected"),
    [
        ("Ken Griffey Jr.", "Ken Griffey Sr.", False),
        ("Bryan Adams", "Ryan Adams", False),
        ("Samuel Jackson", "Samuel L. Jackson", None),
        ("J. R. R. Tolkien", "John Ronald Reuel Tolkien", None),
        ("Barcelona", "FC Barcelona", None),
        ("Real Madrid", "Real Madrid II", None),
    ],
)
def test_where_one_of_two_names_says_less_it_cannot_be_told(said, name, expected):
    mapping = WikidataAttribute.model_validate({"property": "P1"})
    assert compare(mapping, [said], Reference("Q5"), lambda _: [name]) is expected


def test_a_name_is_looked_up_with_the_given_name_first_and_without_parentheses():
    assert lookups("Fitzgerald, F. Scott") == ["Fitzgerald, F. Scott", "F. Scott Fitzgerald"]
    assert lookups("Halloween (1978 film)") == ["Halloween (1978 film)", "Halloween"]
    assert lookups("  ") == []


def test_values_are_shown_as_exactly_as_they_are_known():
    shown_values = [
        shown(value, names_of)
        for value in (
            Reference("Q30"), Reference("Q5"), day(1994, 5), day(-44, 3, 15),
            Time(1990, 0, 0, 8, False), Quantity(Decimal("95.0"), "Q7727"), Special.NONE,
        )
    ]  # fmt: skip
    assert shown_values == [
        "United States (Q30)", "(Q5)", "1994-05", "0044-03-15 BCE", "about 1990", "95 min",
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


@given(
    SAID, VALUES,
    st.sampled_from([None, "year", "month", "day", "latitude", "longitude"]),
    st.sampled_from([None, "minute"]),
    st.sampled_from([0, 1.5, "5%"]),
)  # fmt: skip
def test_no_value_of_a_database_or_of_wikidata_breaks_the_comparison(
    said, value, part, unit, tolerance
):
    assert match(said, value, part=part, unit=unit, tolerance=tolerance) in (True, False, None)
    assert isinstance(shown(value, names_of), str)


LABELS = {"Q1": "Ada", "Q2": "Bob", "Q3": "Cid"}
ADA, BOB, CID = map(Reference, LABELS)


def of(value: Value, rank: str = "normal", **years: int) -> Placed:
    said = {START: years.get("start"), END: years.get("end")}
    qualifiers = {p: [Time(y, 0, 0, 9, False)] for p, y in said.items() if y is not None}
    return "Q9, P57", Statement(value, rank, qualifiers)


def judged(values, *statements, **attribute):
    several = [values] if isinstance(values, str) else values
    mapping = WikidataAttribute.model_validate({"property": "P57", **attribute})
    said = [[value] for value in several]
    found = judge("director", mapping, said, statements, lambda id_: [LABELS[id_]])
    return found[0] if isinstance(values, str) else found


def test_a_value_that_wikidata_has_agrees_and_another_one_differs():
    assert judged("Ada", of(ADA)).verdict is Verdict.AGREES
    wrong = judged("Bob", of(ADA))
    assert wrong.verdict is Verdict.DIFFERS
    assert (wrong.says, wrong.statements[0][0]) == ("Ada (Q1)", "Q9, P57")


def test_one_of_several_true_values_is_enough_whatever_its_rank():
    assert judged("Bob", of(ADA, "preferred"), of(BOB)).verdict is Verdict.AGREES


def test_what_wikidata_does_not_know_cannot_be_told():
    unstated, unknown = judged("Ada"), judged("Ada", of(BOB), of(Special.UNKNOWN))
    assert (unstated.verdict, unstated.reason) == (Verdict.UNTOLD, "Wikidata has no value")
    assert (unknown.verdict, unknown.reason) == (Verdict.UNTOLD, "the two cannot be compared")


def test_no_value_differs_from_any_value():
    found = judged("Ada", of(Special.NONE))
    assert (found.verdict, found.says) == (Verdict.DIFFERS, "that there is none")


def test_what_an_incomplete_list_lacks_cannot_be_told():
    found = judged("Ada", of(BOB), incomplete=True)
    assert (found.verdict, found.reason) == (Verdict.UNTOLD, "Wikidata's list may be incomplete")


def test_where_another_value_of_the_row_agrees_a_further_one_cannot_be_told():
    found = judged(["Ada", "Cid"], of(ADA), of(BOB))
    assert [each.verdict for each in found] == [Verdict.AGREES, Verdict.UNTOLD]
    both = judged(["Cid", "Dan"], of(ADA))
    assert [each.verdict for each in both] == [Verdict.DIFFERS] * 2


@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        ("Ada", Verdict.DIFFERS),
        ("Bob", Verdict.AGREES),
        ("Cid", Verdict.AGREES),  # nobody says when
        ("Dan", Verdict.DIFFERS),
    ],
)
def test_a_statement_counts_at_its_time(value, verdict):
    statements = of(ADA, start=2010, end=2018), of(BOB, start=2018), of(CID)
    assert judged(value, *statements, at="2019-09").verdict is verdict


def test_if_no_statement_says_that_it_holds_at_the_time_it_cannot_be_told():
    others = judged("Ada", of(ADA, end=2018), of(BOB, start=2020), at="2019-09")
    assert (others.verdict, others.reason) == (
        Verdict.UNTOLD,
        "Wikidata has only values of other times",
    )
    undated = judged("Ada", of(BOB), at="2019-09")
    assert (undated.verdict, undated.reason) == (
        Verdict.UNTOLD,
        "no statement says when it holds",
    )


def test_a_year_in_which_it_ends_or_begins_counts():
    assert judged("Ada", of(ADA, end=2019), at="2019-09").verdict is Verdict.AGREES
    assert judged("Ada", of(ADA, start=2019), at="2019-09").verdict is Verdict.AGREES
