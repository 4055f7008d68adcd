"""The program of a response: whatever the model wraps it in."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.filters.text.code_blocks import extract_program, markdown_parts


def test_the_program_is_found(golden):
    for case in golden("programs.json"):
        assert extract_program(case["response"], "task_func") == case["program"], case


def test_blocks_know_their_language_and_texts_have_none():
    parts = [(None, "a\n"), ("python", "a\n"), (None, "\n"), ("", "b"), (None, "")]
    assert list(markdown_parts("a\n```Python x\na\n```\n```\nb")) == parts


@given(st.text(alphabet="`~\n ab:()dePYTHON=#", max_size=200), st.sampled_from(["b", "a"]))
def test_a_program_has_nothing_that_the_text_has_not(text, entry_point):
    program = extract_program(text, entry_point)
    assert all(line.strip() in text for line in program.split("\n"))


@given(st.integers(1, 5), st.sampled_from(["python", "", "py"]))
def test_what_stands_between_fences_comes_out_as_it_was(lines, language):
    code = "".join(f"x{i} = {i}\n" for i in range(lines))
    assert extract_program(f"prose\n```{language}\n{code}```\nprose", "x0") == code


@pytest.mark.parametrize("text", ["```" + " " * 100_000 + "`", "class A:\n x = 1\n" * 6_000 + "("])
def test_a_hundred_thousand_characters_without_a_program_are_read_at_once(text):
    begun = time.monotonic()
    assert extract_program(text, "task_func") == ""
    assert time.monotonic() - begun < 5
