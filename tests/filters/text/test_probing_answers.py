"""What is taken for the answer in a reply to a probing question, and what is left out."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from erbench_track.filters.text.probing_answers import probing_answer


@pytest.mark.parametrize(
    ("answer", "answers"),
    [
        ("Bruno Schulz", "entity"),
        ("collections.deque.reverse(self)", "call"),
        ("The interior angles of a triangle add up to 180 degrees.", "value"),
    ],
)
def test_an_answer_is_the_same_in_whatever_it_is_wrapped(golden, answer, answers):
    for case in golden("probing_wrappings.json"):
        assert probing_answer(case["wrapping"].format(answer), answers) == answer, case


def test_of_a_reply_what_the_golden_cases_say_is_taken(golden):
    for case in golden("probing_answers.json"):
        assert probing_answer(case["said"], case["answers"]) == case["answer"], case


@given(st.text(max_size=300), st.sampled_from(["entity", "call", "value"]))
def test_whatever_is_read_is_in_the_reply(reply, answers):
    words = probing_answer(reply, answers).split()
    assert all(word in reply for word in words)


@given(st.from_regex(r"[A-Z][a-z]{2,9}( [A-Z][a-z]{2,9}){0,3}", fullmatch=True))
def test_a_plain_name_is_read_as_it_is(name):
    polite = ("Sure", "Okay", "Certainly", "Absolutely", "Answer")
    assume(not any(word in polite for word in name.split()))
    assert probing_answer(name, "entity") == name
