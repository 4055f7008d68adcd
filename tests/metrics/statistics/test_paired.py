"""Two methods on the same questions."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.metrics.statistics.paired import compare, holm, mcnemar_exact

counts = st.integers(0, 150)
passed = st.dictionaries(st.integers(0, 40).map(str), st.booleans())


@given(counts, counts)
def test_mcnemars_p_is_the_sum_over_outcomes_that_are_as_unlikely(first, second):
    """Naively: of all ways in which n coins can fall, those at least as far from the middle."""
    n = first + second
    ways = sum(comb(n, k) for k in range(n + 1) if abs(2 * k - n) >= abs(first - second))
    assert mcnemar_exact(first, second) == pytest.approx(float(Fraction(ways, 2**n)), rel=1e-12)


@given(counts, counts)
def test_mcnemars_p_is_symmetric_and_a_probability(first, second):
    p = mcnemar_exact(first, second)
    assert p == mcnemar_exact(second, first)
    assert 0 < p <= 1


@given(counts, counts)
def test_a_clearer_difference_has_a_smaller_p(least, more):
    assert mcnemar_exact(least, least + more + 1) <= mcnemar_exact(least, least + more)


@pytest.mark.parametrize(
    ("first", "second", "p"),
    [(0, 0, 1.0), (1, 0, 1.0), (0, 5, 0.0625), (1, 7, 0.0703125), (5, 5, 1.0), (0, 6, 0.03125)],
)
def test_mcnemars_p_by_hand(first, second, p):
    assert mcnemar_exact(first, second) == p


def test_thousands_of_questions_are_no_matter():
    """The normal approximation: 499 / sqrt(2500) standard errors, a p of 1.9e-23."""
    assert mcnemar_exact(1000, 1500) == pytest.approx(1.9e-23, rel=0.1)
    assert mcnemar_exact(20_000, 20_000) == 1.0


@given(passed, passed)
def test_only_questions_that_both_answered_are_compared(first, second):
    found = compare(first, second)
    shared = first.keys() & second.keys()
    if not shared:
        assert found is None
        return
    assert found.difference.n == len(shared)
    assert found.only_first == sum(first[q] > second[q] for q in shared)
    assert found.only_second == sum(first[q] < second[q] for q in shared)
    expected = (found.only_first - found.only_second) / len(shared)
    assert found.difference.value == pytest.approx(expected)
    assert found.p == mcnemar_exact(found.only_first, found.only_second)


def test_the_order_of_two_methods_turns_the_difference_round():
    first = {str(i): i < 30 for i in range(100)}
    second = {str(i): i % 2 == 0 for i in range(100)}
    one, other = compare(first, second), compare(second, first)
    assert one.difference.value == -other.difference.value == pytest.approx(-0.2)
    assert one.p == other.p
    assert one.difference.low < -0.2 < one.difference.high < 0
    assert (one.difference.low, one.difference.high) == pytest.approx(
        (-other.difference.high, -other.difference.low), abs=0.02
    )


def test_methods_that_never_differ_have_no_interval():
    found = compare({"a": True, "b": False}, {"a": True, "b": False})
    assert found.difference.value == 0
    assert found.difference.low is None
    assert found.p == 1.0


def test_holms_adjustment_is_that_of_the_textbooks():
    """Four tests, as in Holm's step-down: 4 x .005, 3 x .01, 2 x .03, 1 x .04 (kept rising)."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []
    assert holm([0.4, 0.9, 0.5]) == [1.0, 1.0, 1.0]


@given(st.lists(st.floats(0, 1)))
def test_holms_adjustment_keeps_the_order_and_never_lowers(p_values):
    adjusted = holm(p_values)
    assert all(a >= p for p, a in zip(p_values, adjusted, strict=True))
    assert all(a <= min(1.0, len(p_values) * p) for p, a in zip(p_values, adjusted, strict=True))
    pairs = sorted(zip(p_values, adjusted, strict=True))
    assert [a for _, a in pairs] == sorted(adjusted)
