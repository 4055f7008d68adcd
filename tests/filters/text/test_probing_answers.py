"""What is taken for the answer in a reply to a probing question, and what is left out."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from erbench_track.filters.text.probing_answers import probing_answer

CALL = "collections.deque.reverse(self)"
SAYS = "The interior angles of a triangle add up to 180 degrees."
WRAPPINGS = [
    "{}",
    "\n{}",
    "Answer: {}",
    "**{}**",
    "**Answer:** {}",
    "**Answer: {}**",
    "**Answer:**\n\n{}",
    "### Answer\n\n{}",
    "`{}`",
    "Answer: `{}`",
    "```\n{}\n```",
    "~~~text\n{}\n~~~\n",
    "Answer:\n```\n{}\n```",
    '"{}"',
    "\u201c{}\u201d",
    "Sure! Here it is:\n\n**{}**",
    "Certainly.\n{}",
    "{}\n\nThis is what was asked for: nothing else is.",
    "{}\nQuestion: What is another one?\nAnswer: Another one",
    "Question: What is it?\nAnswer: {}",
    "$\\boxed{{{}}}$",
    "Final answer: {}",
    "My educated guess: {}",
    "$\\boxed{{\\text{{{}}}}}$",
    "- {}",
]


@pytest.mark.parametrize("wrapping", WRAPPINGS)
@pytest.mark.parametrize(
    ("answer", "answers"), [("Bruno Schulz", "entity"), (CALL, "call"), (SAYS, "value")]
)
def test_an_answer_is_the_same_in_whatever_it_is_wrapped(wrapping, answer, answers):
    assert probing_answer(wrapping.format(answer), answers) == answer


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (f"The call is `{CALL}`.", CALL),
        (f"{CALL}.", CALL),
        (f"You can use the `deque` class:\n```python\n>>> {CALL}\n```", CALL),
        (f"{CALL}\n\nExample:\n```python\nd.reverse()\n```", CALL),
        (
            "```python\nimport collections as c\n# in place\nc.deque.reverse(self)\n```",
            "import collections as c\nc.deque.reverse(self)",
        ),
        ("import numpy as n\nn.sum(a)", "import numpy as n\nn.sum(a)"),
        ("pandas.DataFrame.plot(self, *args, **kwargs)",) * 2,
        ("Answer: __import__(name)", "__import__(name)"),
        ("numpy.pi", "numpy.pi"),
        ("I don't know.", "I don't know."),
    ],
)
def test_of_a_reply_with_code_the_first_call_is_taken(said, answer):
    assert probing_answer(said, "call") == answer


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("The sum is:\n\n$$7$$", "The sum is: $$7$$"),
        ("Sure! Here is the fact:\nThe sum is 7.", "The sum is 7."),
        ("2**n + 3**m is odd.", "2**n + 3**m is odd."),
        ("\\[\nx = 3\n\\]", "x = 3"),
        ("- 5", "- 5"),
        ("The value of a - b is - c.", "The value of a - b is - c."),
    ],
)
def test_of_a_result_what_it_is_of_is_kept_with_it(said, answer):
    assert probing_answer(said, "value") == answer


@pytest.mark.parametrize("said", ["", "\n", "**", "```\n```", "Answer:", "..."])
def test_a_reply_without_a_word_has_no_answer(said):
    for answers in ("entity", "call", "value"):
        assert probing_answer(said, answers) == ""


@given(st.text(max_size=300), st.sampled_from(["entity", "call", "value"]))
def test_whatever_is_read_is_in_the_reply(said, answers):
    words = probing_answer(said, answers).split()
    assert all(word in said for word in words)


@given(st.from_regex(r"[A-Z][a-z]{2,9}( [A-Z][a-z]{2,9}){0,3}", fullmatch=True))
def test_a_plain_name_is_read_as_it_is(name):
    polite = ("Sure", "Okay", "Certainly", "Absolutely", "Answer")
    assume(not any(word in polite for word in name.split()))
    assert probing_answer(name, "entity") == name
