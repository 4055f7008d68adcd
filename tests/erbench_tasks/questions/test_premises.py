"""Which premises a row may fit: in any spelling, and wherever something is not known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.erbench_tasks.questions.premises import Premises
from erbench_track.erbench_tasks.questions.statements import stated
from erbench_track.erbench_tasks.spec.spec import StatementSpec

RANGE = {"cost": StatementSpec(of="price", by="range")}
OTHERS = {"Rome": ["Roma", "Rim"], "Roma": ["Rome"]}


def spelled(name, row):
    return [str(row[name]), *OTHERS.get(row[name], ())]


def premises(names, rows, statements=None):
    found = Premises(names, statements or {}, spelled)
    found.read(rows)
    return found


@pytest.mark.parametrize("city", ["Rome", "ROME", "rôme", " Rome ", "Roma", "Rim", "R.o.m.e"])
def test_a_row_fits_in_every_spelling(city):
    read = premises(["city", "year"], [{"city": "Rome", "year": 1960}])
    assert read.fits({"city": city, "year": "1960"})
    assert not read.fits({"city": city, "year": "1961"})
    assert not read.fits({"city": "Paris", "year": "1960"})


def test_whatever_is_not_known_may_fit():
    read = premises(["city", "year"], [{"city": "Rome", "year": None}, {"city": "Bonn", "year": 1}])
    assert read.fits({"city": "Rome", "year": 1999})
    assert not read.fits({"city": "Bonn", "year": 1999})
    assert not read.fits({"city": "Oslo", "year": 1})


def test_what_cannot_be_said_of_a_value_may_fit_any_statement():
    rows = [{"city": "Rome", "price": "much"}, {"city": "Bonn", "price": 300}]
    read = premises(["city", "cost"], rows, RANGE)
    assert read.fits({"city": "Rome", "cost": "between 1 and 2"})
    assert not read.fits({"city": "Bonn", "cost": "between 1 and 2"})


@given(st.integers(1, 10**6))
def test_every_range_around_a_number_fits_it(number):
    read = premises(["cost"], [{"price": number}], RANGE)
    for near in (number * 0.999999999, number, number * 1.000000001):
        assert read.fits({"cost": stated(RANGE["cost"], near)})
    assert not read.fits({"cost": stated(RANGE["cost"], number * 100)})


def test_a_premise_is_false_of_no_rows():
    assert not premises(["city"], []).fits({"city": "Rome"})
