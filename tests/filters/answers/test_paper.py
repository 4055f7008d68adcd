import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.filters.answers.paper import binary_answer, option_answer

OPTIONS = [
    "It was directed by Joe.",
    "It was produced in the country China.",
    "It is a non-animation movie.",
]


def test_binary_answers_are_read_as_the_golden_cases_say(golden):
    for case in golden("binary_answers.json"):
        answer = binary_answer(case["response"])
        found = {"label": answer.label, "missing": answer.missing, "rationale": answer.rationale}
        assert {"response": case["response"], **found} == case


def test_option_answers_are_read_as_the_golden_cases_say(golden):
    for case in golden("option_answers.json"):
        answer = option_answer(case["response"], OPTIONS)
        assert {"label": answer.label, "missing": answer.missing} == {
            key: case[key] for key in ("label", "missing")
        }, case["response"]


@given(st.text())
def test_a_binary_answer_is_always_one_of_the_offered_labels(response):
    answer = binary_answer(response)
    assert answer.label in ("yes", "no", "unsure", "unparseable")
    assert answer.missing == (answer.label in ("unsure", "unparseable"))
    assert response.endswith(answer.rationale)


@given(st.sampled_from(["yes", "no", "unsure"]), st.text())
def test_what_follows_the_answer_word_never_changes_the_answer(word, rest):
    response = f"{word.capitalize()}. {rest}"
    assert binary_answer(response).label == word


@given(st.integers(min_value=1, max_value=99), st.text())
def test_the_first_option_named_by_number_is_the_answer(number, rest):
    assert option_answer(f"Option {number}. {rest}", OPTIONS).label == f"option {number}"


@pytest.mark.parametrize("number", [1, 2, 3])
def test_an_option_repeated_as_text_is_that_option(number):
    assert option_answer(OPTIONS[number - 1], OPTIONS).label == f"option {number}"
