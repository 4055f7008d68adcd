"""The knowledge aggregation scope: which facts are given with which question (Section 3.1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.errors import InputError
from erbench_track.track_tasks.injection import check_scope, facts_to_inject
from erbench_track.track_tasks.questions.question import Fact, Question

FACTS = [Fact(f"Fact {letter}.", f"{letter}?", letter) for letter in "abcdefgh"]


def question(*facts):
    return Question("wiki", f"About {facts}?", "yes", tuple(facts), "2025-09", "a test")


QUESTIONS = st.lists(
    st.lists(st.sampled_from(FACTS), min_size=1, max_size=4).map(lambda facts: question(*facts)),
    min_size=1,
    max_size=12,
)
KNOWN = st.fixed_dictionaries(
    {fact.fact_id: st.sampled_from([True, False, None]) for fact in FACTS}
)


@given(QUESTIONS, KNOWN)
def test_in_scope_1_a_question_gets_its_own_unknown_facts(questions, known):
    for asked, injected in zip(questions, facts_to_inject(questions, known, 1), strict=True):
        unknown = [fact for fact in asked.facts if known[fact.fact_id] is False]
        assert injected == list(dict.fromkeys(unknown))


@given(QUESTIONS, KNOWN, st.integers(1, 15))
def test_a_batch_shares_the_unknown_facts_of_its_questions_once_each_and_in_order(
    questions, known, scope
):
    given_with = facts_to_inject(questions, known, scope)
    for index, injected in enumerate(given_with):
        start = index // scope * scope
        batch = questions[start : start + scope]
        facts = [fact for asked in batch for fact in asked.facts]
        unknown = [fact for fact in facts if known[fact.fact_id] is False]
        assert injected == list(dict.fromkeys(unknown))


@given(QUESTIONS, KNOWN, st.integers(1, 15))
def test_every_unknown_fact_of_a_question_is_given_in_every_scope(questions, known, scope):
    for asked, injected in zip(questions, facts_to_inject(questions, known, scope), strict=True):
        assert {f for f in asked.facts if known[f.fact_id] is False} <= set(injected)
        assert not {f for f in FACTS if known[f.fact_id] is not False} & set(injected)


@pytest.mark.parametrize("scope", [0, -1, "0", 1.5, "ten", True, None, ""])
def test_a_scope_that_is_no_whole_number_from_1_is_refused(scope):
    with pytest.raises(InputError, match="no whole number from 1"):
        check_scope(scope)


def test_a_scope_may_come_as_text():
    assert check_scope("10") == 10
