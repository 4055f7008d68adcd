"""F1 and Cohen's kappa, against formulas written down the long way."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.metrics.statistics.agreement import Counts, cohen_kappa, count, f1, with_interval

PAIRS = st.lists(st.tuples(st.booleans(), st.booleans()), max_size=60)
CLUSTERS = st.lists(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1), min_size=2)


def naive_f1(pairs):
    """The harmonic mean of precision and recall, the first of a pair being the guess."""
    right = sum(guess and truth for guess, truth in pairs)
    guessed, true = sum(guess for guess, _ in pairs), sum(truth for _, truth in pairs)
    if not guessed and not true:
        return None
    if not right:
        return 0
    precision, recall = Fraction(right, guessed), Fraction(right, true)
    return 2 * precision * recall / (precision + recall)


def naive_kappa(pairs):
    """Observed and expected agreement, summed over the labels."""
    n = len(pairs)
    if not n:
        return None
    observed = Fraction(sum(a == b for a, b in pairs), n)
    expected = sum(
        Fraction(sum(a == label for a, _ in pairs), n)
        * Fraction(sum(b == label for _, b in pairs), n)
        for label in (True, False)
    )
    return None if expected == 1 else (observed - expected) / (1 - expected)


@given(PAIRS)
def test_f1_is_the_harmonic_mean_of_precision_and_recall(pairs):
    assert f1(count(pairs)) == pytest.approx(naive_f1(pairs))


@given(PAIRS)
def test_kappa_is_agreement_beyond_chance(pairs):
    assert cohen_kappa(count(pairs)) == pytest.approx(naive_kappa(pairs))


@given(PAIRS)
def test_neither_depends_on_who_comes_first(pairs):
    swapped = count([(b, a) for a, b in pairs])
    assert f1(swapped) == f1(count(pairs))
    assert cohen_kappa(swapped) == cohen_kappa(count(pairs))


@given(PAIRS)
def test_kappa_does_not_depend_on_which_label_is_called_yes(pairs):
    flipped = count([(not a, not b) for a, b in pairs])
    assert cohen_kappa(flipped) == cohen_kappa(count(pairs))


@given(PAIRS)
def test_both_are_within_their_ranges_and_one_means_the_same_labels(pairs):
    f, kappa = f1(count(pairs)), cohen_kappa(count(pairs))
    same = all(a == b for a, b in pairs)
    if f is not None:
        assert 0 <= f <= 1
        assert (f == 1) == same
    if kappa is not None:
        assert -1 <= kappa <= 1
        assert (kappa == 1) == same


def test_the_order_of_the_counts_is_who_said_what():
    assert count([(True, False)] * 2 + [(False, True)] * 3 + [(False, False)]) == (0, 2, 3, 1)


def test_kappa_of_a_worked_example():
    # Two readers of 50 grant proposals: 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no; p_e is 0.5.
    assert cohen_kappa(Counts(20, 5, 10, 15)) == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("counts", "kappa", "f"),
    [
        (Counts(), None, None),
        (Counts(both_yes=9), None, 1.0),  # both constant, and the same
        (Counts(both_no=9), None, None),
        (Counts(first_only=9), 0.0, 0.0),  # both constant, and opposite
        (Counts(both_yes=8, first_only=1), 0.0, 16 / 17),  # one constant
        (Counts(1, 0, 0, 1), 1.0, 1.0),
        (Counts(0, 1, 1, 0), -1.0, 0.0),
    ],
)
def test_where_nothing_can_be_told_there_is_no_number(counts, kappa, f):
    assert cohen_kappa(counts) == kappa
    assert f1(counts) == f


@given(CLUSTERS, st.integers(2, 4))
def test_repeating_items_within_their_cluster_narrows_no_interval(clusters, times):
    once = [count(pairs) for pairs in clusters]
    again = [count(pairs * times) for pairs in clusters]
    for statistic in (f1, cohen_kappa):
        first = with_interval(statistic, once, resamples=50)
        second = with_interval(statistic, again, resamples=50)
        for one, other in zip(first, second, strict=True):
            assert other == (one if one is None else pytest.approx(one))


def test_an_interval_is_that_of_drawing_clusters_again_and_again():
    rng = random.Random(1)  # noqa: S311 -- nothing secret
    clusters = [
        count([(rng.random() < 0.7, rng.random() < 0.6) for _ in range(rng.randint(1, 4))])
        for _ in range(80)
    ]
    found = with_interval(f1, clusters)
    drawn = sorted(
        f1(Counts(*map(sum, zip(*rng.choices(clusters, k=80), strict=True)))) for _ in range(4000)
    )
    assert found.low == pytest.approx(drawn[100], abs=0.015)
    assert found.high == pytest.approx(drawn[3900], abs=0.015)
    assert found.low < found.value < found.high
    assert found == with_interval(f1, clusters)
    assert found[1:] != with_interval(f1, clusters, seed=1)[1:]


def test_there_is_no_interval_where_most_resamples_have_no_number():
    clusters = [Counts(both_yes=1)] * 20 + [Counts(both_no=1)]
    assert with_interval(cohen_kappa, clusters) == (1.0, None, None)
    assert with_interval(f1, clusters).low == 1.0


@pytest.mark.parametrize("clusters", [[], [Counts(3, 1, 0, 2)]])
def test_one_cluster_has_no_interval(clusters):
    assert with_interval(f1, clusters)[1:] == (None, None)
