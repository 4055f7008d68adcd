"""The standard error of a mean whose samples come in clusters."""

import math
import random
import statistics

import pytest
from clustered_errors import clustered_standard_error
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.metrics.statistics.clustered import (
    Stratum,
    stratified_standard_error,
)

values = st.lists(st.floats(-5, 5, width=32), min_size=2, max_size=40)
samples = st.lists(st.tuples(st.sampled_from([0.0, 1.0]), st.sampled_from("abcde")), max_size=40)


@given(values)
def test_without_repeats_it_is_the_ordinary_standard_error(some):
    """With n - 1 in the denominator, as lm_eval's own."""
    expected = statistics.stdev(some) / math.sqrt(len(some))
    names = [str(place) for place in range(len(some))]
    assert clustered_standard_error(some, names) == pytest.approx(expected, rel=1e-6, abs=1e-9)


@given(values, st.integers(2, 4))
def test_copies_of_a_sample_tell_nothing_new(some, copies):
    names = [str(place) for place in range(len(some))]
    once = clustered_standard_error(some, names)
    assert clustered_standard_error(some * copies, names * copies) == pytest.approx(once)


@given(samples, st.randoms(use_true_random=False))
def test_the_order_does_not_matter_nor_what_the_clusters_are_called(some, rng):
    shuffled = rng.sample(some, len(some))
    found = [
        clustered_standard_error([v for v, _ in each], [f"{c}{name}" for _, c in each])
        for each, name in ((some, ""), (shuffled, " of another name"))
    ]
    assert found[0] == pytest.approx(found[1], nan_ok=True)


def test_clusters_of_different_sizes_by_hand():
    """m = 2/4; residuals 2 - 2/2, 0 - 1/2, 0 - 1/2: sqrt(3/2 * 1.5) / 4."""
    found = clustered_standard_error([1, 1, 0, 0], ["a", "a", "b", "c"])
    assert found == pytest.approx(math.sqrt(2.25) / 4)


@pytest.mark.parametrize("some", [[], [1.0], [0.0, 1.0]])
def test_fewer_than_two_clusters_have_none(some):
    assert math.isnan(clustered_standard_error(some, ["a"] * len(some)))


def test_it_is_how_much_the_mean_of_other_entities_would_differ():
    """Three wordings, of which an entity's answers agree four times of five."""
    rng = random.Random(5)  # noqa: S311 -- a simulation

    def drawn():
        some, names = [], []
        for entity in range(60):
            first = rng.random() < 0.4
            for _ in range(3):
                some.append(float(first if rng.random() < 0.8 else rng.random() < 0.4))
                names.append(str(entity))
        return some, names

    trials = [drawn() for _ in range(400)]
    means = [statistics.fmean(some) for some, _ in trials]
    found = statistics.fmean(clustered_standard_error(*trial) for trial in trials)
    assert found == pytest.approx(statistics.stdev(means), rel=0.12)
    ordinary = statistics.fmean(
        clustered_standard_error(some, [str(n) for n in range(180)]) for some, _ in trials
    )
    assert found > 1.3 * ordinary


@given(values)
def test_a_single_task_has_the_clustered_error(some):
    names = [str(place % 3) for place in range(len(some))]
    expected = clustered_standard_error(some, names)
    assert stratified_standard_error([Stratum(1.0, some, names)]) == pytest.approx(expected)


@given(st.lists(st.tuples(*[st.sampled_from([0.0, 1.0])] * 4), min_size=2, max_size=20))
def test_tasks_about_the_same_entities_have_the_clustered_error_of_all_values(answers):
    """One binary question, and three wordings of another question."""
    names = [str(place) for place in range(len(answers))]
    binary = [first for first, *_ in answers]
    wordings = [value for _, *others in answers for value in others]
    repeated = [name for name in names for _ in range(3)]
    found = stratified_standard_error(
        [Stratum(0.25, binary, names), Stratum(0.75, wordings, repeated)]
    )
    together = clustered_standard_error(binary + wordings, names + repeated)
    assert found == pytest.approx(together, abs=1e-9)


def test_tasks_about_different_entities_are_independent():
    some, others = ([1.0, 0.0, 0.0], ["a", "b", "c"]), ([1.0, 1.0, 0.0, 0.0], ["d", "e", "f", "g"])
    parts = [0.3 * clustered_standard_error(*some), 0.7 * clustered_standard_error(*others)]
    found = stratified_standard_error([Stratum(0.3, *some), Stratum(0.7, *others)])
    assert found == pytest.approx(math.hypot(*parts))


def test_questions_that_share_facts_say_less_in_one_task_and_in_several():
    """Pairs of questions that need the same fact, and are right or wrong together."""
    rights = [float(pair % 3 > 0) for pair in range(30) for _ in range(2)]
    names = [str(place) for place in range(60)]
    facts = {name: {str(int(name) // 2)} for name in names}
    alone = stratified_standard_error([Stratum(1.0, rights, names)])
    shared = stratified_standard_error([Stratum(1.0, rights, names)], facts)
    assert shared == pytest.approx(math.sqrt(2) * alone, rel=0.03)
    halves = [Stratum(0.5, rights, names), Stratum(0.5, rights, names)]
    assert stratified_standard_error(halves, facts) == pytest.approx(shared)


def test_a_task_with_a_single_entity_leaves_the_error_of_the_group_unknown():
    strata = [Stratum(0.5, [1.0, 0.0], ["a", "b"]), Stratum(0.5, [1.0, 0.0], ["a", "a"])]
    assert math.isnan(stratified_standard_error(strata))


def test_it_is_how_much_a_mean_over_tasks_would_differ_with_other_entities():
    """Half of the entities are in one task only; the tasks differ, and so do the entities."""
    rng = random.Random(7)  # noqa: S311 -- a simulation

    def drawn():
        strata = {0.9: ([], []), 0.3: ([], [])}
        for entity in range(60):
            knows = rng.random() < 0.5
            for rate, (some, names) in strata.items():
                if rate > 0.5 or entity % 2:
                    some.append(float(knows or rng.random() < rate))
                    names.append(str(entity))
        return [Stratum(len(some) / 90, some, names) for some, names in strata.values()]

    trials = [drawn() for _ in range(400)]
    means = [sum(of.weight * statistics.fmean(of.values) for of in trial) for trial in trials]
    found = statistics.fmean(stratified_standard_error(trial) for trial in trials)
    assert found == pytest.approx(statistics.stdev(means), rel=0.12)
