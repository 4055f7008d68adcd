"""What a model thinks is cut away, in whichever way it marks it; what it says stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.filters.text.thinking import Visible, visible, without_marks

SAID = "Yes. It is the Rhine."
THOUGHT = "Is it the Danube? No. Answer: No."


def test_a_block_of_thinking_is_cut_away(golden):
    for case in golden("thinking_blocks.json"):
        response = case["block"].format(THOUGHT) + SAID
        assert visible(response) == Visible(SAID, False), case
        assert SAID in without_marks(response), case
        assert THOUGHT in without_marks(response), case


def test_what_is_said_is_what_the_golden_cases_say(golden):
    for case in golden("visible.json"):
        assert visible(case["response"]) == Visible(case["text"], case["cut"]), case


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=200))
def test_a_block_before_any_response_changes_nothing(response):
    marked = any(sign in response for sign in "<>[]◁▷&|`\"'")
    if not marked and not response.strip().lower().startswith(("analysis", "commentary", "final")):
        assert visible(f"<think>Hm.</think>\n{response}").text == visible(response).text


@given(st.text())
def test_any_text_can_be_read(response):
    assert isinstance(visible(response).text, str)
    assert isinstance(without_marks(response), str)


@pytest.mark.parametrize(
    "part",
    ["<think>", "</think>", "<think>a</think>", "<answer>", "\n ", "<|", "```\n", "[", "</s>"],
)
def test_ten_thousand_marks_are_read(part):
    """In 0.02 s; what grows with their square would take hours."""
    assert len(visible(part * 10_000).text) <= len(part) * 10_000
    assert len(without_marks(part * 10_000)) <= len(part) * 10_000
