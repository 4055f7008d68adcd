"""Which responses are drawn for labelling."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.metrics.audit.sample import Unit, draw


def units(doubtful, others, tasks=3):
    counts = {True: doubtful, False: others}
    return [
        Unit(f"{doubt}{i}", f"m: {doubt}", f"t{i % tasks}", doubt)
        for doubt, count in counts.items()
        for i in range(count)
    ]


def test_what_scorers_disagree_about_is_drawn_three_times_as_often():
    drawn = draw(units(100, 900), 240, 0)
    assert Counter(of.stratum for of in drawn) == {"m: True": 60, "m: False": 180}
    assert {of.probability for of in drawn} == {0.6, 0.2}
    assert {(of.stratum, of.size) for of in drawn} == {("m: True", 100), ("m: False", 900)}


def test_every_task_has_its_share():
    drawn = draw(units(0, 900), 90, 0)
    assert len(drawn) == 90
    assert Counter(int(of.id.removeprefix("False")) % 3 for of in drawn) == {0: 30, 1: 30, 2: 30}


@pytest.mark.parametrize("seed", range(5))
def test_the_sample_is_the_same_at_any_order(seed):
    some = units(20, 80)
    mixed = random.Random(seed).sample(some, len(some))  # noqa: S311
    assert draw(mixed, 30, seed) == draw(some, 30, seed)


def test_another_seed_draws_others():
    first, second = ({of.id for of in draw(units(100, 900), 100, seed)} for seed in (0, 1))
    assert len(first & second) < 50


@given(st.integers(0, 40), st.integers(0, 200), st.integers(1, 300), st.integers(0, 3))
def test_as_many_as_wanted_are_drawn_each_once_with_probabilities_that_add_up(a, b, n, seed):
    some = units(a, b)
    drawn = draw(some, n, seed)
    assert len({of.id for of in drawn}) == len(drawn) == min(n, a + b)
    assert all(0 < of.probability <= 1 for of in drawn)
    strata = Counter(of.stratum for of in drawn)
    if min(n, a + b) > 2 * 2:
        assert len(strata) == len({unit.stratum for unit in some})
    for of in drawn:
        assert of.probability == strata[of.stratum] / of.size


def test_each_unit_is_drawn_as_often_as_its_probability_says():
    times = Counter(of.id for seed in range(300) for of in draw(units(10, 30), 10, seed))
    expected = {of.stratum: of.probability for of in draw(units(10, 30), 10, 0)}
    for unit in units(10, 30):
        assert abs(times[unit.id] / 300 - expected[unit.stratum]) < 0.13


def test_whoever_stops_early_has_labelled_a_sample_of_the_same_kind():
    """The order is random: strata and tasks are not one after the other."""
    drawn = draw(units(100, 900), 200, 0)
    early = Counter(of.stratum for of in drawn[:100])
    assert abs(early["m: True"] - 25) < 10
