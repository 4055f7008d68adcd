"""Two models, or two methods, on the same questions."""

import math
import random
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.metrics.statistics.paired import (
    compare,
    detectable_difference,
    difference_estimate,
    holm,
    mcnemar_clustered,
    mcnemar_effective,
    mcnemar_exact,
)

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


def test_methods_that_never_differ_may_differ_on_other_questions():
    same = {str(number): number % 2 == 0 for number in range(98)}
    found = compare(same, same)
    assert found.difference.value == 0
    # Bonett and Price: 1.96 * sqrt((1/100 + 1/100) / 100)
    assert found.difference.high == -found.difference.low == pytest.approx(0.0277, abs=5e-5)
    assert found.p == 1.0
    assert found.detectable is None


@given(st.lists(st.integers(-4, 4), max_size=9))
def test_the_clustered_test_counts_the_exchanges_that_are_as_far_from_no_difference(totals):
    """Naively: every way of exchanging the two in some clusters."""
    signs = [*product((-1, 1), repeat=len(totals))]
    sums = [abs(sum(s * t for s, t in zip(each, totals, strict=True))) for each in signs]
    expected = sum(found >= abs(sum(totals)) for found in sums) / len(signs)
    assert mcnemar_clustered(totals) == pytest.approx(expected)


@given(counts, counts, st.integers(0, 50), st.integers(2, 4))
def test_for_single_questions_and_for_copies_of_them_it_is_mcnemars_test(
    first, second, same, copies
):
    p = mcnemar_exact(first, second)
    totals = [1] * first + [-1] * second + [0] * same
    assert mcnemar_clustered(totals) == p
    assert mcnemar_clustered(copies * total for total in totals) == pytest.approx(p, rel=1e-9)


def test_many_clusters_are_tested_as_normal():
    """6,000 differences of 2 and 5,700 of -2: 300 / sqrt(11,700) standard errors."""
    p = mcnemar_clustered([2] * 6000 + [-2] * 5700)
    assert p == pytest.approx(math.erfc(300 / math.sqrt(11_700) / math.sqrt(2)))
    assert p == pytest.approx(mcnemar_exact(6000, 5700), rel=0.05)


def wordings(rng, entities, advantage):
    """Two models' answers to three wordings, of which an entity's agree nine times of ten."""
    passed = {}, {}
    for entity in range(entities):
        for model, share in zip(passed, (0.5 + advantage, 0.5), strict=True):
            whole = rng.random() < share
            for wording in range(3):
                own = rng.random() < share
                model[f"{entity}/{wording}"] = whole if rng.random() < 0.9 else own
    return *passed, {question: question.partition("/")[0] for question in passed[0]}


def test_wordings_of_a_question_are_no_independent_evidence():
    """Equally good models differ significantly in 5% of trials, not in 20%."""
    rng = random.Random(4)  # noqa: S311 -- a simulation
    trials = [wordings(rng, 50, 0) for _ in range(300)]
    found = [compare(*trial) for trial in trials]
    assert sum(each.p < 0.05 for each in found) / len(found) < 0.08
    covered = sum(each.difference.low <= 0 <= each.difference.high for each in found)
    assert covered / len(found) == pytest.approx(0.95, abs=0.04)
    naive = [compare(first, second) for first, second, _ in trials]
    assert sum(each.p < 0.05 for each in naive) / len(naive) > 0.15


def knowing(rng, questions, shares):
    """Two models, each of which passes the questions all of whose facts it knows."""
    made = []
    for share in shares:
        knows = [rng.random() < share for _ in range(120)]
        made.append({str(q): all(knows[f] for f in facts) for q, facts in questions.items()})
    return made


def test_questions_that_share_facts_are_no_independent_evidence():
    """Two models that know equally many facts differ significantly in 5% of trials at most."""
    rng = random.Random(8)  # noqa: S311 -- a simulation
    questions = {q: rng.sample(range(120), 3) for q in range(120)}
    facts = {str(q): frozenset(map(str, each)) for q, each in questions.items()}
    trials = [knowing(rng, questions, (0.9, 0.9)) for _ in range(200)]
    found = [compare(*trial, facts=facts) for trial in trials]
    covered = sum(each.difference.low <= 0 <= each.difference.high for each in found)
    assert covered / len(found) == pytest.approx(0.95, abs=0.04)
    assert sum(each.p < 0.05 for each in found) / len(found) < 0.07
    naive = [compare(*trial) for trial in trials]
    assert sum(each.p < 0.05 for each in naive) / len(naive) > 0.15
    assert all(a.detectable > b.detectable for a, b in zip(found, naive, strict=True))


@given(passed, passed)
def test_facts_that_are_not_shared_change_nothing(first, second):
    apart = {question: {question} for question in first | second}
    assert compare(first, second, facts=apart) == compare(first, second)


@given(st.integers(0, 60), st.integers(0, 60), st.floats(1, 9))
def test_the_effective_test_is_mcnemars_and_never_as_sure(first, second, effect):
    assert mcnemar_effective(first, second, 1 + 1e-12) == pytest.approx(
        mcnemar_exact(first, second), rel=1e-6
    )
    p = mcnemar_effective(first, second, effect)
    assert 0 < p <= 1
    assert p == mcnemar_effective(second, first, effect)
    if abs(first - second) > 9:  # sums of floats in another order differ in the last digit
        assert p >= mcnemar_exact(first, second) * (1 - 1e-12)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=2), st.floats(1, 20))
def test_an_interval_of_a_difference_holds_it_and_stays_between_minus_1_and_1(some, effect):
    found = difference_estimate([(1, one - other) for one, other in some], effect)
    assert -1 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high


def test_an_interval_of_a_difference_is_the_textbooks():
    """Bonett and Price: 1.96 * sqrt((31/102 + 11/102 - (20/102)^2) / 102) about 20/102."""
    found = difference_estimate([(1, 1)] * 30 + [(1, -1)] * 10 + [(1, 0)] * 60)
    assert (found.low, found.high) == pytest.approx((0.0775, 0.3147), abs=5e-5)


def test_the_detectable_difference_is_detected_four_times_of_five():
    rng = random.Random(6)  # noqa: S311 -- a simulation
    detectable = [compare(*wordings(rng, 300, 0.1)).detectable for _ in range(30)]
    advantage = sum(detectable) / len(detectable)
    found = [compare(*wordings(rng, 300, advantage)) for _ in range(250)]
    assert sum(each.p < 0.05 for each in found) / len(found) == pytest.approx(0.8, abs=0.08)


def test_the_detectable_difference_by_hand():
    """30 and 10 of 100 differ: 2.8016 times sqrt((0.4 - 0.04) / 99)."""
    clusters = [(1, 1)] * 30 + [(1, -1)] * 10 + [(1, 0)] * 60
    expected = 2.80159 * math.sqrt((0.4 - 0.2**2) / 99)
    assert detectable_difference(clusters) == pytest.approx(expected, rel=1e-5)
    assert detectable_difference([(1, 1)]) is None
    assert detectable_difference([(1, 1), (2, 2)]) is None


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
