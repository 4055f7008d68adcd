"""Bootstrap intervals over questions."""

import random

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from erbench_track.metrics.statistics.bootstrap import (
    bootstrap_interval,
    mean_estimate,
    rate_estimate,
)
from erbench_track.metrics.statistics.intervals import Estimate, wilson_interval

clusters = st.lists(
    st.integers(1, 5).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))),
    min_size=1,
    max_size=30,
)


@settings(max_examples=30, deadline=None)
@given(clusters)
def test_an_interval_stays_between_0_and_1_and_has_a_width(some):
    found = rate_estimate(some)
    assert found.value == sum(k for _, k in some) / sum(n for n, _ in some)
    assert (found.n, found.entities) == (sum(n for n, _ in some), len(some))
    if len(some) == 1:
        assert (found.low, found.high) == (None, None)
    else:
        assert 0 <= found.low < found.high <= 1


def test_the_interval_is_that_of_resampled_questions():
    """Against resampling question by question, with other random numbers."""
    some = [(2, 1)] * 20 + [(5, 5)] * 15 + [(3, 0)] * 25
    rng = random.Random(3)  # noqa: S311 -- a simulation
    means = []
    for _ in range(4000):
        drawn = rng.choices(some, k=len(some))
        means.append(sum(k for _, k in drawn) / sum(n for n, _ in drawn))
    expected = numpy.quantile(means, [0.025, 0.975])
    assert bootstrap_interval(some) == pytest.approx(expected, abs=0.012)


def test_for_single_answers_the_resamples_are_binomial():
    """30 of 100: the 2.5% and 97.5% points of a binomial distribution are 21 and 39."""
    found = rate_estimate([(1, 1)] * 30 + [(1, 0)] * 70)
    assert (found.value, found.n) == (0.3, 100)
    assert (found.low, found.high) == pytest.approx((0.21, 0.39), abs=0.0101)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.85])
def test_about_95_percent_of_intervals_hold_the_true_share(share):
    rng = random.Random(11)  # noqa: S311 -- a simulation
    covered = 0
    for _ in range(300):
        some = [(1, rng.random() < share) for _ in range(150)]
        low, high = bootstrap_interval(some, resamples=1000)
        covered += low <= share <= high
    # Three standard errors of a share of .95 over 300 trials, and the percentile's own bias.
    assert covered / 300 == pytest.approx(0.95, abs=0.045)


def test_an_interval_over_questions_is_wider_than_one_over_their_facts():
    """Facts of a question stand and fall together: four facts of 50 questions are not 200."""
    together = rate_estimate([(4, 4)] * 20 + [(4, 0)] * 30)
    apart = rate_estimate([(1, 1)] * 80 + [(1, 0)] * 120)
    assert together.value == apart.value
    assert together.high - together.low > 1.8 * (apart.high - apart.low)


@pytest.mark.parametrize("right", [0, 1])
def test_where_all_are_wrong_or_all_right_it_is_wilsons_interval(right):
    found = rate_estimate([(1, right)] * 20)
    assert found == Estimate(right, *wilson_interval(20 * right, 20), 20, 20)


def test_where_all_questions_have_the_same_share_it_still_has_a_width():
    found = rate_estimate([(2, 1)] * 10)
    assert (found.low, found.high) == wilson_interval(5, 10)


def test_nothing_has_no_estimate_and_questions_without_cases_do_not_count():
    assert rate_estimate([]) is None
    assert rate_estimate([(0, 0)]) is None
    assert mean_estimate([]) is None
    assert rate_estimate([(0, 0), (1, 1)]) == Estimate(1.0, None, None, 1, 1)


def test_a_mean_has_an_interval_unless_all_values_are_the_same():
    assert mean_estimate([(1, 3), (2, 6)]) == Estimate(3.0, None, None, 3, 2)
    found = mean_estimate([(1, 0), (1, 2), (1, 4), (1, 6)] * 25)
    # The normal approximation: 3 +- 1.96 * sqrt(5 / 100)
    assert (found.low, found.high) == pytest.approx((3 - 0.438, 3 + 0.438), abs=0.03)


def test_equal_seeds_give_equal_intervals_whatever_the_order():
    some = [(1, 1), (1, 0), (2, 1), (3, 0)] * 9
    shuffled = random.Random(1).sample(some, len(some))  # noqa: S311 -- a simulation
    assert bootstrap_interval(some) == bootstrap_interval(shuffled)
    assert bootstrap_interval(some, seed=1) != bootstrap_interval(some, seed=2)


def test_many_different_values_are_resampled_in_parts():
    values = [(1, float(value)) for value in range(1000)]  # 1,000 by 10,000 at once: too many
    low, high = bootstrap_interval(values)
    half = 1.96 * 1000 / (12 * 1000) ** 0.5
    assert (low, high) == pytest.approx((499.5 - half, 499.5 + half), abs=2)
