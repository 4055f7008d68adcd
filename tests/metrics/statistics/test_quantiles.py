"""Quantiles of what many have in common."""

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.metrics.statistics.quantiles import QUARTERS, Part, quarters

VALUES = st.lists(st.integers(0, 6), min_size=1, max_size=40)


def members(values, part):
    bounds = part.bounds(sorted(Counter(values).items()), len(values))
    return [] if bounds is None else [v for v in values if bounds[0] <= v <= bounds[1]]


@given(VALUES, st.lists(st.integers(1, 99), max_size=5, unique=True))
def test_parts_that_fill_everything_have_everything_once(values, ends):
    ends = [0, *(end / 100 for end in sorted(ends)), 1]
    parts = [Part(low, high) for low, high in itertools.pairwise(ends)]
    assert sorted(v for part in parts for v in members(values, part)) == sorted(values)


@given(VALUES)
def test_equal_values_are_never_parted(values):
    homes = {value: {p for p in QUARTERS if value in members(values, p)} for value in values}
    assert all(len(home) == 1 for home in homes.values())


@given(st.integers(1, 30))
def test_quarters_of_different_values_are_of_one_size(size):
    assert [len(members(range(4 * size), part)) for part in QUARTERS] == [size] * 4
    assert next(iter(quarters(range(4 * size)))) == (0, size - 1)


def test_a_quarter_that_equal_values_leave_empty_has_no_bounds():
    assert [*quarters([1, 1, 1, 9])] == [None, (1, 1), None, (9, 9)]


def test_a_part_is_read_as_it_is_written():
    assert Part.read("0:0.25") == (0, 0.25)
    assert str(Part.read("0.50:1")) == "0.5:1"


@pytest.mark.parametrize(
    "text", ["", "0.25", "0:", "0:x", "0.5:0.5", "0.5:0.25", "-0.1:1", "0:25", "0:1:1", "nan:1"]
)
def test_what_is_no_part_is_refused(text):
    with pytest.raises(ValueError, match=r"0:0\.25"):
        Part.read(text)
