"""What a model attempts, and how often it is right where it does."""

import math
from statistics import harmonic_mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.metrics import attempts
from erbench_track.metrics.scored_answers import ScoredAnswer, scored_answer

OUTCOMES = {
    "right": {"right": True},
    "wrong": {"hallucinated": True},
    "missing": {"missing": True},
    "cut off": {"unreadable": True},
}
outcomes = st.lists(st.tuples(st.sampled_from([*OUTCOMES]), st.sampled_from("abcde")), max_size=30)
FIGURES = (
    attempts.accuracy,
    attempts.correct_given_attempted,
    attempts.f_score,
    attempts.net_score,
    attempts.abstention_rate,
)


def answers(named):
    return [
        ScoredAnswer(str(number), entity, **OUTCOMES[name])
        for number, (name, entity) in enumerate(named)
    ]


def test_the_figures_by_hand():
    """6 right, 2 wrong, 1 missing, 1 cut off."""
    names = ["right"] * 6 + ["wrong"] * 2 + ["missing", "cut off"]
    found = [figure(answers(zip(names, "0123456789", strict=True))) for figure in FIGURES]
    expected = [0.6, 0.75, 2 / (1 / 0.6 + 1 / 0.75), 0.4, 0.2]
    assert [each.value for each in found] == pytest.approx(expected)
    assert [each.n for each in found] == [10, 8, 10, 10, 10]
    assert [each.entities for each in found] == [10, 8, 10, 10, 10]


@given(outcomes)
def test_the_f_score_is_the_harmonic_mean_and_the_net_score_the_difference(named):
    some = answers(named)
    a, given_right, f, net, none = (figure(some) for figure in FIGURES)
    if not named:
        assert (a, given_right, f, net, none) == (None,) * 5
        return
    h = sum(each.hallucinated for each in some) / len(some)
    assert net.value == pytest.approx(a.value - h)
    assert a.value + h + none.value == pytest.approx(1)
    if given_right is None:
        assert f.value == 0
    else:
        assert f.value == pytest.approx(harmonic_mean([a.value, given_right.value]))
        assert given_right.value == pytest.approx(a.value / (a.value + h))


@given(outcomes, st.randoms(use_true_random=False))
def test_intervals_hold_their_figure_and_order_does_not_matter(named, rng):
    for figure in FIGURES:
        found = figure(answers(named))
        again = figure(answers(rng.sample(named, len(named))))
        if found is None or found.low is None:
            continue
        assert found.low - 1e-12 <= found.value <= found.high + 1e-12
        assert (again.low, again.high) == pytest.approx((found.low, found.high))
        assert found.low >= -1
        assert found.high <= 1


def test_the_interval_of_the_net_score_is_about_that_of_a_mean():
    """50 of 1, 25 of 0 and 25 of -1: by the plain standard error, which knows no ends."""
    names = ["right"] * 50 + ["missing"] * 25 + ["wrong"] * 25
    found = attempts.net_score(answers((name, str(n)) for n, name in enumerate(names)))
    error = math.sqrt((50 * 0.75**2 + 25 * 0.25**2 + 25 * 1.25**2) / 99 / 100)
    assert found.value == 0.25
    assert (found.low, found.high) == pytest.approx(
        (0.25 - 1.96 * error, 0.25 + 1.96 * error), abs=0.01
    )


def test_the_interval_of_the_f_score_is_how_much_it_varies():
    """Against the standard deviation of 2,000 samples of 80 responses."""
    import random
    import statistics

    rng = random.Random(9)  # noqa: S311 -- a simulation
    names = ["right", "right", "wrong", "missing"]

    def drawn():
        return attempts.f_score(answers((rng.choice(names), str(n)) for n in range(80)))

    trials = [drawn() for _ in range(2000)]
    deviation = statistics.stdev(found.value for found in trials)
    half = statistics.fmean(found.high - found.low for found in trials) / 2
    assert half / 1.96 == pytest.approx(deviation, rel=0.05)


def test_a_line_of_a_samples_file_becomes_a_scored_answer():
    doc = {"id": "x", "fd": "a->b", "variant": 2}
    measures = {"answer_accuracy": 1.0, "hallucination_rate": 0.0, "missing_rate": 0.0}
    found = scored_answer({"doc": doc, **measures}, "e", "yes")
    assert found == ScoredAnswer(found.item, "e", "a->b", 2, "yes", True)
    assert found.item.startswith("x ")
    other = scored_answer({"doc": {**doc, "question": "Which?"}, **measures}, "e", "yes")
    assert other.item != found.item
    more = {"answer_rationale_accuracy": 0.0, "unreadable_rate": 1.0}
    found = scored_answer({"doc": doc, **measures, **more}, "e", None)
    assert (found.answer, found.supported, found.unreadable) == ("", False, True)
    assert scored_answer({"doc": doc, "known": 1.0}, "e", "yes") is None
