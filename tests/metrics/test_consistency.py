"""Whether a model answers alike what is asked in several ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.metrics.consistency import (
    across_negation,
    across_wordings,
    consistent_accuracy,
    contradiction_rate,
)
from erbench_track.metrics.scored_answers import ScoredAnswer

labels = st.lists(st.sampled_from(["yes", "no", "unsure", "unparseable"]), max_size=12)
options = st.lists(
    st.lists(st.sampled_from(["option 1", "option 2", "unsure"]), min_size=3, max_size=3)
)


def answers(kind, given_answers, right, **more):
    """Answers about one entity each; `right` is the right one."""
    return [
        ScoredAnswer(f"{kind}/{entity}", str(entity), answer=answer, right=answer == right, **more)
        for entity, answer in enumerate(given_answers)
    ]


def both_ways(basic, negated):
    return across_negation(answers("yes", basic, "yes"), answers("no", negated, "no"))


def in_wordings(named, right="option 1"):
    return across_wordings(
        ScoredAnswer(f"mc/{entity}/{wording}", str(entity), "", wording, answer, answer == right)
        for entity, some in enumerate(named)
        for wording, answer in enumerate(some)
    )


def rates(asked):
    found = consistent_accuracy(asked), contradiction_rate(asked)
    return tuple(estimate and estimate.value for estimate in found)


@given(st.integers(1, 30), st.sampled_from(["yes", "no"]))
def test_a_model_that_always_says_the_same_is_never_consistent(entities, answer):
    assert rates(both_ways([answer] * entities, [answer] * entities)) == (0, 1)


@given(st.integers(1, 30), st.sampled_from(["unsure", "unparseable"]))
def test_a_model_that_never_answers_neither_agrees_nor_contradicts_itself(entities, answer):
    assert rates(both_ways([answer] * entities, [answer] * entities)) == (0, 0)


def test_a_question_and_its_negation_by_hand():
    """Right, contradictory twice, wrong but agreeing, and without an answer to one of the two."""
    asked = both_ways(["yes", "yes", "no", "no", "yes"], ["no", "yes", "no", "yes", "unsure"])
    assert [each.consistent for each in asked] == [True, False, False, False, False]
    assert [each.contradictory for each in asked] == [False, True, True, False, False]
    assert rates(asked) == (0.2, 0.4)
    assert consistent_accuracy(asked).entities == 5


@given(labels, labels)
def test_only_what_was_asked_both_ways_counts_and_nothing_is_both(basic, negated):
    asked = both_ways(basic, negated)
    assert len(asked) == min(len(basic), len(negated))
    assert not any(each.consistent and each.contradictory for each in asked)
    turned = across_negation(answers("no", negated, "no"), answers("yes", basic, "yes"))
    assert rates(turned) == rates(asked)


def test_several_questions_about_an_entity_are_pairs_of_their_own_in_one_cluster():
    def about(kind, right, *given_answers):
        return [
            ScoredAnswer(f"{kind}/{fd}/{n}", "e", fd, 0, answer, answer == right)
            for n, (fd, answer) in enumerate(given_answers)
        ]

    basic = about("yes", "yes", ("a->b", "yes"), ("c->d", "yes"), ("c->d", "no"))
    negated = about("no", "no", ("c->d", "yes"), ("c->d", "no"), ("a->b", "no"))
    asked = across_negation(basic, negated)
    assert [each.items for each in asked] == ["yes/a->b/0 no/a->b/2", "yes/c->d/1 no/c->d/0",
                                              "yes/c->d/2 no/c->d/1"]  # fmt: skip
    assert rates(asked) == pytest.approx((1 / 3, 2 / 3))
    found = consistent_accuracy(asked)
    assert (found.n, found.entities, found.low) == (3, 1, None)


def test_wordings_contradict_each_other_if_they_name_different_options():
    named = [
        ["option 1", "option 1", "option 1"],  # right
        ["option 1", "option 2", "option 1"],  # contradictory
        ["option 2", "option 2", "option 2"],  # wrong alike
        ["option 1", "unsure", "option 1"],  # once without an answer
        ["none of the above", "option 2", "unparseable"],  # contradictory
    ]
    asked = in_wordings(named)
    assert [each.consistent for each in asked] == [True, False, False, False, False]
    assert [each.contradictory for each in asked] == [False, True, False, False, True]


@given(options)
def test_wordings_in_another_order_give_the_same_rates(named):
    asked = in_wordings(named)
    assert rates(asked) == rates(in_wordings([some[::-1] for some in named]))
    assert not any(each.consistent and each.contradictory for each in asked)


def test_the_right_option_is_one_and_the_same_whatever_its_number():
    shuffled = across_wordings(
        ScoredAnswer(str(wording), "e", "", wording, f"option {wording + 1}", right=True)
        for wording in range(3)
    )
    assert rates(shuffled) == (1, 0)


def test_a_question_in_one_wording_only_says_nothing_about_consistency():
    assert in_wordings([["option 1"]]) == []
    assert rates([]) == (None, None)


def test_answers_that_were_not_recorded_leave_contradiction_open():
    asked = both_ways(["", "yes"], ["no", "no"])
    assert asked[0].contradictory is None
    assert consistent_accuracy(asked).value == 0.5
    assert contradiction_rate(asked) is None
