"""Intervals over questions that share facts."""

import random
from itertools import pairwise

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from erbench_track.metrics.statistics.intervals import Estimate, wilson_interval
from erbench_track.metrics.statistics.shared_facts import (
    design_effect,
    mean_estimate,
    rate_estimate,
    standard_error,
)

clusters = st.lists(
    st.integers(1, 5).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))),
    min_size=1,
    max_size=30,
)
needed = st.frozensets(st.sampled_from("abcdefgh"), min_size=1, max_size=4)
judged = st.lists(st.tuples(st.booleans(), needed), min_size=2, max_size=40)


def width(found):
    return found.high - found.low


@settings(max_examples=60)
@given(clusters, st.data())
def test_an_interval_stays_between_0_and_1_and_has_a_width(some, data):
    facts = data.draw(st.lists(needed, min_size=len(some), max_size=len(some)))
    found = rate_estimate(some, facts)
    assert found.value == sum(k for _, k in some) / sum(n for n, _ in some)
    assert (found.n, found.entities) == (sum(n for n, _ in some), len(some))
    if len(some) == 1:
        assert (found.low, found.high) == (None, None)
    else:
        assert 0 <= found.low <= found.value <= found.high <= 1
        assert found.low < found.high


@given(st.integers(0, 40), st.integers(0, 40))
def test_where_nothing_is_shared_it_is_wilsons_interval(right, wrong):
    some = [(1, 1)] * right + [(1, 0)] * wrong
    apart = [{f"{place}a", f"{place}b"} for place in range(len(some))]
    found = rate_estimate(some, apart)
    assert found == rate_estimate(some)
    if len(some) > 1:
        low, high = wilson_interval(right, len(some))
        assert (found.low, found.high) == pytest.approx((low, high), abs=1e-12)


@given(judged)
def test_sharing_facts_never_narrows_an_interval(some):
    alone = rate_estimate([(1, right) for right, _ in some])
    shared = rate_estimate([(1, right) for right, _ in some], [facts for _, facts in some])
    assert shared.value == alone.value
    assert width(shared) >= width(alone) - 1e-12
    assert design_effect([right for right, _ in some], [facts for _, facts in some]) >= 1


@given(judged, st.randoms(use_true_random=False), st.floats(-9, 9), st.floats(0.01, 9))
def test_neither_order_nor_unit_nor_names_of_facts_matter(some, rng, shift, unit):
    shuffled = rng.sample(some, len(some))
    effect = design_effect([float(v) for v, _ in some], [facts for _, facts in some])
    values = [shift + unit * value for value, _ in shuffled]
    renamed = [{f"fact {name}" for name in facts} for _, facts in shuffled]
    assert design_effect(values, renamed) == pytest.approx(effect, rel=1e-6)


def in_groups(size, rights):
    """Groups of questions that need the same fact, of which all or none are right."""
    return [((1, right), {f"{group}"}) for group, right in enumerate(rights) for _ in range(size)]


@pytest.mark.parametrize("size", [2, 5, 10])
def test_copies_of_a_question_say_as_much_as_one(size):
    rng = random.Random(3)  # noqa: S311 -- a simulation
    rights = [rng.random() < 0.7 for _ in range(80)]
    copied = in_groups(size, rights)
    found = rate_estimate([case for case, _ in copied], [facts for _, facts in copied])
    once = rate_estimate([(1, right) for right in rights])
    assert found.value == pytest.approx(once.value)
    assert (found.low, found.high) == pytest.approx((once.low, once.high), abs=0.01)


def test_the_more_facts_decide_the_wider_the_interval():
    """Of two questions that share a fact both, one or none depend on it."""
    rng = random.Random(5)  # noqa: S311 -- a simulation
    widths = []
    for share in (0, 0.5, 1):
        some, facts = [], []
        for group in range(100):
            known = rng.random() < 0.6
            for _ in range(2):
                some.append((1, known if rng.random() < share else rng.random() < 0.6))
                facts.append({str(group)})
        widths.append(width(rate_estimate(some, facts)))
    assert all(less < more for less, more in pairwise(widths))


def test_the_highest_effect_is_the_number_of_questions_with_the_same_facts():
    facts = [{"a", "b"}] * 6 + [{"c", "d"}] * 6
    assert design_effect([1.0] * 12, facts) == pytest.approx(6)
    assert design_effect([1.0] * 6 + [0.0] * 6, [{"a"}] * 12) == pytest.approx(12)
    found = rate_estimate([(1, 1)] * 12, facts)
    assert (found.low, found.high) == pytest.approx(wilson_interval(2, 2))


def test_one_failure_tells_hardly_more_than_none_about_what_facts_do():
    facts = [{str(place // 5)} for place in range(200)]
    none = rate_estimate([(1, 1)] * 200, facts)
    one = rate_estimate([(1, 1)] * 199 + [(1, 0)], facts)
    assert width(one) > 0.8 * width(none) > 1.5 * width(rate_estimate([(1, 1)] * 200))


def test_longer_questions_fail_more_often_without_sharing_more():
    """Of questions that share a fact some are long and all wrong, which is no correlation."""
    short = [((1, 1), {f"{place}"}) for place in range(60)]
    long = [((1, 0), {f"{place} {n}" for n in range(4)} | {"all"}) for place in range(20)]
    both = [*short, *long]
    assert design_effect([case[1] for case, _ in both], [facts for _, facts in both]) < 1.1


def test_for_single_answers_it_is_near_the_binomial_distribution():
    """30 of 100: the 2.5% and 97.5% points of a binomial distribution are 21 and 39."""
    found = rate_estimate([(1, 1)] * 30 + [(1, 0)] * 70)
    assert (found.value, found.n) == (0.3, 100)
    assert (found.low, found.high) == pytest.approx((0.21, 0.39), abs=0.0101)


def test_an_interval_over_questions_is_wider_than_one_over_their_facts():
    """Facts of a question stand and fall together: four facts of 50 questions are not 200."""
    together = rate_estimate([(4, 4)] * 20 + [(4, 0)] * 30)
    apart = rate_estimate([(1, 1)] * 80 + [(1, 0)] * 120)
    assert together.value == apart.value
    assert width(together) > 1.8 * width(apart)


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
    assert rate_estimate([(0, 0), (1, 1)], [{"a"}, {"b"}]) == Estimate(1.0, None, None, 1, 1)


def test_a_mean_has_an_interval_unless_all_values_are_the_same():
    assert mean_estimate([(1, 3), (2, 6)]) == Estimate(3.0, None, None, 3, 2)
    found = mean_estimate([(1, 0), (1, 2), (1, 4), (1, 6)] * 25)
    # The normal approximation: 3 +- 1.96 * sqrt(5 / 99)
    assert (found.low, found.high) == pytest.approx((3 - 0.4405, 3 + 0.4405), abs=1e-3)
    assert standard_error([(1, 3), (2, 6)]) == 0


def shared_chains(rng):
    """120 questions with one to four facts, of 150 facts."""
    return [rng.sample(range(150), rng.randint(1, 4)) for _ in range(120)]


@pytest.mark.parametrize("known", [0.6, 0.9])
def test_about_95_percent_of_intervals_hold_the_true_rate(known):
    """What a model knows is drawn per fact; a question is passed if all of its facts are known."""
    rng = random.Random(11)  # noqa: S311 -- a simulation
    questions = shared_chains(rng)
    facts = [frozenset(map(str, each)) for each in questions]
    expected = sum(known ** len(each) for each in questions) / len(questions)
    covered = {"shared": 0, "alone": 0}
    for _ in range(400):
        knows = [rng.random() < known for _ in range(150)]
        some = [(1, all(knows[fact] for fact in each)) for each in questions]
        for name, found in (("shared", rate_estimate(some, facts)), ("alone", rate_estimate(some))):
            covered[name] += found.low <= expected <= found.high
    assert covered["shared"] / 400 == pytest.approx(0.95, abs=0.025)
    assert covered["alone"] < covered["shared"]


def test_the_standard_error_is_how_much_the_mean_differs_with_what_is_known():
    rng = random.Random(13)  # noqa: S311 -- a simulation
    questions = shared_chains(rng)
    facts = [frozenset(map(str, each)) for each in questions]
    means, errors = [], []
    for _ in range(400):
        knows = [rng.random() < 0.9 for _ in range(150)]
        some = [(1, all(knows[fact] for fact in each)) for each in questions]
        means.append(sum(right for _, right in some) / len(some))
        errors.append(standard_error(some, facts))
    assert numpy.mean(errors) == pytest.approx(numpy.std(means), rel=0.12)
