"""Answers as models of today give them, read as a careful person reads them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.filters.answers.robust import robust_answer

ASKED = (
    "Is there a movie, released in 1994, starring Tom Hanks where Robert Zemeckis is the director?"
)
DENIED = (
    "Is it true that there are no movies, released in 1994, starring Tom Hanks where Robert"
    " Zemeckis is the director?"
)
FILM = [
    "Directed by Robert Zemeckis.",
    "Produced in the country Spain.",
    "Has the genre of non-animation movie.",
]


def test_answers_are_read_as_the_golden_cases_say(golden):
    for case in golden("robust_answers.json"):
        answer = robust_answer(case["response"], case["options"], case["question"])
        if case["answer"] is None:
            assert answer.label in ("unsure", "unparseable"), case
        else:
            assert (answer.label, answer.unreadable) == (case["answer"], ""), case
        assert answer.missing == (answer.label == "unsure"), case
        assert bool(answer.unreadable) == (answer.label == "unparseable"), case


@pytest.mark.parametrize(
    ("response", "reason"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("...", "no answer"),
        ("Tom Hanks was born in Concord and has acted in many films and", "cut off"),
        (
            "Okay, so I need to find out whether there is one. Yes, I think, but",
            "cut inside thinking",
        ),
    ],
)
def test_what_cannot_be_read_says_why(response, reason):
    answer = robust_answer(response, [], ASKED)
    assert (answer.label, answer.missing, answer.unreadable) == ("unparseable", False, reason)


def test_two_options_that_are_both_called_false_contradict_each_other():
    answer = robust_answer("Options 1 and 2 are both false.", FILM)
    assert (answer.label, answer.unreadable) == ("unparseable", "contradictory")


def test_options_between_which_it_does_not_decide_leave_the_answer_open():
    answer = robust_answer("It is either option 1 or option 2.", FILM)
    assert (answer.label, answer.missing) == ("unsure", True)


def test_an_option_that_says_none_of_the_above_is_that_answer():
    options = [*FILM, "None of the above."]
    assert robust_answer("Option 4.", options).label == "none of the above"
    assert robust_answer("None of the above.", options).label == "none of the above"


@pytest.mark.parametrize(
    ("response", "rationale"),
    [
        ("Yes. It is Forrest Gump.", "It is Forrest Gump."),
        ("**No**, there is none.", "there is none."),
        ("Answer: Yes\n\nIt is Forrest Gump.", "It is Forrest Gump."),
        ("Yes, Forrest Gump.\n\nQ: Is there another?\nA: No, Cast Away.", "Forrest Gump."),
        ("It is Forrest Gump.\nAnswer: Yes", "It is Forrest Gump."),
    ],
)
def test_the_rationale_is_the_text_without_the_answer_word(response, rationale):
    found = robust_answer(response, [], ASKED).rationale
    assert rationale in found
    assert not {"Yes", "No", "Q"} & set(found.replace(".", " ").split())


@pytest.mark.parametrize(
    ("response", "options", "stated"),
    [
        ("It is Forrest Gump. So the answer is yes.", [], "yes"),
        ("No, it is not.", [], "No"),
        ("It is him.\n\\boxed{\\text{Yes}}", [], "Yes"),
        ("Wait, is it? No. Actually, yes.", [], "yes"),
        ("Option 1 holds. Option 2 is false.", FILM, "Option 2"),
        ("It holds, I think.\n**Answer:** B", FILM, "B"),
    ],
)
def test_the_span_is_where_the_answer_stands(response, options, stated):
    start, end = robust_answer(response, options, ASKED).span
    assert response[start:end].strip(" *") == stated


@given(st.text(), st.sampled_from([[], FILM]), st.sampled_from([ASKED, DENIED, ""]))
def test_any_text_can_be_read(response, options, question):
    answer = robust_answer(response, options, question)
    assert bool(answer.unreadable) == (answer.label == "unparseable")
    assert answer.missing == (answer.label == "unsure")
    if answer.span:
        assert 0 <= answer.span[0] <= answer.span[1] <= len(response)


@given(st.sampled_from(["Yes.", "No.", "Unsure."]), st.sampled_from([ASKED, DENIED]))
def test_a_plain_answer_is_read_whatever_is_asked(word, question):
    assert robust_answer(word, [], question).label == word.lower().strip(".")


@given(st.sampled_from(["Yes", "No"]), st.sampled_from([ASKED, DENIED]))
def test_what_is_read_at_once_is_read_the_same_sentence_by_sentence(word, question):
    """A question at its end keeps a response from being read at once."""
    at_once = robust_answer(f"{word}, it was made in 1994.", [], question)
    in_sentences = robust_answer(f"{word}, it was made in 1994. Was it?", [], question)
    assert (at_once.label, at_once.span) == (in_sentences.label, in_sentences.span)


@pytest.mark.parametrize(
    "part",
    [
        "yes ",
        "there is ",
        "the claim that ",
        "option 1 ",
        "1 and ",
        "1. ",
        "*",
        " ",
        "(",
        ", ",
        "answer: ",
        '"',
        "\\boxed{",
        "if ",
        "不",
    ],
)
@pytest.mark.parametrize("options", [[], FILM])
def test_a_text_of_20_000_repetitions_is_read(part, options):
    """In 0.2 s; what grows with their square would take minutes."""
    answer = robust_answer(part * 20_000, options, ASKED)
    assert answer.label == "unparseable" or answer.span
