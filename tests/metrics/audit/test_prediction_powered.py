"""Rates corrected by labels."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.metrics.audit.prediction_powered import Labelled, corrected, weighted_mean
from erbench_track.metrics.audit.sample import Unit, draw

ONE_EACH = [(1.0, 1.0)] * 700 + [(1.0, 0.0)] * 300


def labelled(pairs, weight=10.0, stratum="a", drawn=None):
    return [Labelled(weight, stratum, drawn or len(pairs), *map(float, pair)) for pair in pairs]


def test_a_scorer_that_is_always_right_is_not_corrected_and_still_has_an_interval():
    found = corrected(ONE_EACH, labelled([(1, 1)] * 70 + [(0, 0)] * 30))
    assert found.value == pytest.approx(0.7)
    assert found.trust == 1
    low, high = found.interval_here
    # Of 100 responses in which no error was seen, 3% may be wrong: the rule of three.
    assert 0.02 < found.value - low < 0.04
    assert found.interval[0] < low < high < found.interval[1]


def test_a_scorer_that_accepts_too_much_is_corrected_by_its_share_of_errors():
    pairs = [(1, 1)] * 60 + [(0, 1)] * 10 + [(0, 0)] * 30
    found = corrected(ONE_EACH, labelled(pairs), trust=1.0)
    assert found.value == pytest.approx(0.7 - 0.1)
    assert corrected(ONE_EACH, labelled(pairs), trust=0.0).value == pytest.approx(0.6)


def test_the_value_is_that_of_the_formula_of_the_paper_for_one_stratum():
    """Angelopoulos et al. 2023, equation 1: mean of f over all, plus mean of y - f over the n."""
    pairs = [(1, 1), (0, 1), (1, 0), (1, 1), (0, 0)] * 8
    found = corrected(ONE_EACH, labelled(pairs, weight=25.0), trust=1.0)
    rectifier = sum(y - f for y, f in pairs) / len(pairs)
    assert found.value == pytest.approx(0.7 + rectifier)
    variance = sum((y - f - rectifier) ** 2 for y, f in pairs) / (len(pairs) - 1) / len(pairs)
    two_more_errors = 2 / len(pairs) ** 2
    assert found.error == pytest.approx(math.sqrt((variance + two_more_errors) * (1 - 1 / 25)))


def test_a_scorer_that_says_nothing_about_people_is_not_relied_on():
    """The interval is then that of the labels alone: power tuning (PPI++)."""
    pairs = [(y, f) for y in (0, 1) for f in (0, 1)] * 25
    found, alone = (corrected(ONE_EACH, labelled(pairs), trust=trust) for trust in (None, 0.0))
    assert found.trust == pytest.approx(0)
    assert found.interval == pytest.approx(alone.interval)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=20, max_size=80))
def test_the_interval_is_never_wider_than_that_of_the_labels_alone(pairs):
    found, alone = (corrected(ONE_EACH, labelled(pairs), trust=trust) for trust in (None, 0.0))
    assert found.error <= alone.error + 1e-9
    low, high = found.interval
    assert 0 <= low <= found.value <= high <= 1
    assert low < high


def test_labels_of_strata_count_as_many_times_as_they_stand_for():
    often, rarely = labelled([(1, 0)] * 10, weight=1.0), labelled([(0, 0)] * 10, 9.0, "b")
    mean, _ = weighted_mean([*often, *rarely], [of.label for of in (*often, *rarely)])
    assert mean == pytest.approx(0.1)


def test_nothing_is_uncertain_where_everything_was_labelled():
    found = corrected(ONE_EACH[:100], labelled([(1, 1)] * 100, weight=1.0))
    assert found.error == 0
    assert found.total_error > 0  # other responses of the kind


def test_a_stratum_with_a_single_label_has_a_variance():
    one, others = labelled([(0, 1)], 300.0, "b"), labelled([(1, 1)] * 70 + [(0, 0)] * 30)
    with_error = corrected(ONE_EACH, [*others, *one]).error
    assert with_error > corrected(ONE_EACH, others).error


def test_questions_about_one_entity_are_fewer_than_they_seem():
    pairs = labelled([(1, 1)] * 70 + [(0, 0)] * 30)
    apart = corrected([(1, 1.0)] * 700 + [(1, 0.0)] * 300, pairs)
    together = corrected([(10, 10.0)] * 70 + [(10, 0.0)] * 30, pairs)
    assert together.error == apart.error
    assert together.total_error > 1.5 * apart.total_error


def test_facts_that_questions_share_make_the_interval_wider():
    pairs = labelled([(1, 1)] * 70 + [(0, 0)] * 30)
    facts = [frozenset({f"f{number // 10}"}) for number in range(1000)]
    assert (
        corrected(ONE_EACH, pairs, facts).total_error > 1.2 * corrected(ONE_EACH, pairs).total_error
    )


@pytest.mark.parametrize(("errors", "n"), [((0.02, 0.02), 200), ((0.1, 0.02), 200), ((0, 0), 40)])
def test_intervals_hold_the_truth_and_are_narrower_than_those_of_the_labels_alone(errors, n):
    """Simulated, with fixed seeds; `benchmarks/audit_coverage.py` has the whole grid."""
    random_numbers = random.Random(7)  # noqa: S311
    held = narrower = 0
    for seed in range(60):
        truth = [random_numbers.random() < 0.7 for _ in range(600)]
        said = [y != (random_numbers.random() < errors[y]) for y in truth]
        doubted = [random_numbers.random() < (0.5 if y != f else 0.1) for y, f in zip(truth, said)]  # noqa: B905
        units = [Unit(str(i), f"{doubt}", f"t{i % 3}", doubt) for i, doubt in enumerate(doubted)]
        drawn = draw(units, n, seed)
        times = {name: sum(of.stratum == name for of in drawn) for name in ("True", "False")}
        sample = [
            Labelled(
                of.size / times[of.stratum], of.stratum, times[of.stratum],
                float(truth[int(of.id)]), float(said[int(of.id)]),
            )
            for of in drawn
        ]  # fmt: skip
        clusters = [(1.0, float(value)) for value in said]
        found, alone = corrected(clusters, sample), corrected(clusters, sample, trust=0.0)
        low, high = found.interval_here
        held += low <= sum(truth) / len(truth) <= high
        narrower += found.error < alone.error
    assert held >= 56  # 93%
    assert narrower == 60
