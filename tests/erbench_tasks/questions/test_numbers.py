"""Numbers and dates: their order, and how far apart two are that nobody calls the same."""

from datetime import date, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.erbench_tasks.questions.numbers import margin_of, place_of, tolerance


@given(st.dates(), st.dates())
def test_dates_have_their_order_in_every_form(one, other):
    assert (place_of(one) < place_of(other)) == (one < other)
    assert place_of(one) == place_of(one.isoformat()) == place_of(f"{one} 10:30:00")
    assert place_of(one) == place_of(datetime(one.year, one.month, one.day, 10, 30))


@pytest.mark.parametrize("value", [True, None, "Rome", "", "2001-13-01", float("nan"), "inf"])
def test_what_is_no_number_or_date_has_no_place(value):
    assert place_of(value) is None


def test_measurements_are_the_same_within_a_share_of_their_spread_and_whole_numbers_are_not():
    assert tolerance(["51.47", Decimal("0.5"), 100]) == Decimal("0.0995")
    assert tolerance([1, 2, Decimal("3.00")]) == tolerance(["0.5", "Rome"]) == tolerance([]) == 0


def test_a_false_value_is_away_from_the_true_one_by_more_than_what_may_be_the_same():
    assert margin_of(["0.5", "100.5"], is_date=False) == Decimal("0.2")
    assert margin_of([1990, 1991], is_date=True) == 1
    assert margin_of([date(1990, 1, 1)], is_date=True) == 1
    assert margin_of(["Rome", "Paris"], is_date=False) == 0
