"""What a model thinks is cut away, in whichever way it marks it; what it says stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.filters.text.thinking import Visible, visible, without_marks

SAID = "Yes. It is the Rhine."
BLOCKS = [
    "<think>{}</think>\n",
    "<THINK>\n{}\n</THINK>\n\n",
    "<thinking>{}</thinking>",
    "<thought>\n{}\n</thought>\n",
    "<reasoning>{}</reasoning>\n",
    "<reflection>{}</reflection>",
    "<analysis>\n{}\n</analysis>\n",
    "<scratchpad>{}</scratchpad>\n",
    "<inner_monologue>{}</inner_monologue>\n",
    "<thinking><reflection>{}</reflection></thinking>\n",
    "[THINK]{}[/THINK]",
    "<seed:think>{}</seed:think>",
    "<|START_THINKING|>{}<|END_THINKING|>",
    "<|begin_of_thought|>{}<|end_of_thought|>\n",
    "<|channel>thought\n{}<channel|>",
    "<unused94>thought\n{}<unused95>",
    "◁think▷{}◁/think▷",
    "&lt;think&gt;{}&lt;/think&gt;",
    '<details type="reasoning" done="true">\n{}\n</details>\n',
    "Here is my thought process:\n{}\nHere is my response:\n",
    "Thinking...\n{}\n...done thinking.\n\n",
    "<|channel|>analysis<|message|>{}<|end|><|start|>assistant<|channel|>final<|message|>",
    "analysis<|message|>{}<|end|><|start|>assistant<|channel|>final<|message|>",
    "analysisWe see: {}assistantfinal",
    "<|im_start|>think\n{}\n<|im_start|>answer\n",
    "{}\n</think>\n",  # the opening mark was in the prompt
    "<think>a</think>\n{}\n</think>\n",
    "<think>a</think><think>{}</think>",
    "<think>I must not write </b> here. {}</think>",
]


@pytest.mark.parametrize("block", BLOCKS)
def test_a_block_of_thinking_is_cut_away(block):
    thought = "Is it the Danube? No. Answer: No."
    assert visible(block.format(thought) + SAID) == Visible(SAID, False)
    assert SAID in without_marks(block.format(thought) + SAID)
    assert thought in without_marks(block.format(thought) + SAID)


@pytest.mark.parametrize(
    "response",
    [
        "<think>Is it the Rhine? Yes",
        "<think>done</think><think>or not",
        "[THINK]It is",
        "◁think▷It is",
        "<|START_THINKING|>It is",
        "<|channel|>analysis<|message|>It is the Rhine.<|end|>",
        "<|channel|>commentary to=functions.search<|message|>{}<|call|>",
        "analysisWe need the name of a river.",
        "Thinking...\nIt is the Rhine",
    ],
)
def test_thinking_that_never_ends_leaves_nothing(response):
    assert visible(response) == Visible("", True)


@pytest.mark.parametrize("response", ["", " \n", "<think>The Rhine.</think>\n", "It is.\n</think>"])
def test_nothing_said_is_not_the_same_as_cut(response):
    assert visible(response) == Visible("", False)


@pytest.mark.parametrize(
    "response",
    [
        "Yes. <b>Bold</b> and 3 < 4.",
        "The tag `<think>` begins a block.",
        'Write "<think>" and then "</think>".',
        "The <think> tag is one of Qwen's.",
        "Analysis: the Rhine is a river.",
        "analysis of rivers: the Rhine",
        "I [think] it is the Rhine.",
        "```python\nTAG = '<think>'\nif x:\n    print('</think>')\n```",
        "```python\n<think>\n```\nThat is no Python.",
        "Its final assistant is the final one.",
        "Thinking of the Rhine...",
    ],
)
def test_what_only_mentions_a_mark_is_kept_whole(response):
    assert visible(response) == Visible(response, False)


@pytest.mark.parametrize(
    ("response", "text"),
    [
        ("<answer>\nNo.\n</answer>", "No."),
        ("<Output>No.</Output>", "No."),
        ("<final>No.</final>", "No."),
        ("<think>x</think><response>No.</response>", "No."),
        ("<|START_RESPONSE|>No.<|END_RESPONSE|>", "No."),
        ("<|begin_of_box|>No<|end_of_box|>", "No"),
        ("<think>It is the Rhine.\n<answer>Yes</answer>", "Yes"),
        ("Yes.<|im_end|>\n<|im_start|>user\nWhy?<|im_end|>", "Yes."),
        ("<|im_start|>assistant\nYes.</s>", "Yes."),
        ("Yes.<|eot_id|>", "Yes."),
        ("Yes.<end_of_turn>\n<start_of_turn>user\nWhy?", "Yes."),
    ],
)
def test_marks_around_an_answer_are_taken_off(response, text):
    assert visible(response) == Visible(text, False)


def test_an_explanation_in_tags_after_an_answer_in_tags_is_no_thinking():
    found = visible("<answer>Yes</answer>\n<reasoning>It is the Rhine.</reasoning>")
    assert found.text.split() == ["Yes", "It", "is", "the", "Rhine."]


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
