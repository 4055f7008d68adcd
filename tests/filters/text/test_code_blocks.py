"""The program of a response: whatever the model wraps it in."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.filters.text.code_blocks import code_blocks, extract_program

CODE = "def task_func(x):\n    return x\n"
IMPORT = "import os\n"


@pytest.mark.parametrize(
    ("response", "program"),
    [
        (f"Here it is:\n```python\n{CODE}```\nIt works.", CODE),
        (f"```\n{CODE}```", CODE),
        (f"~~~py\n{CODE}~~~", CODE),
        (f"````python\n{CODE}````\n", CODE),
        (f"```python\n{CODE}", CODE.strip()),
        (f"```python\r\n{CODE}```".replace("\n", "\r\n").replace("\r\r", "\r"), CODE),
        (f"```bash\npip install x\n```\n```python\n{CODE}```", CODE),
        (f"```python\n{CODE}```\nUse it:\n```python\nprint(task_func(1))\n```", CODE),
        (f"```python\ndef task_func(): pass\n```\nBetter:\n```python\n{CODE}```", CODE),
        (f"<think>```python\ndef task_func(): 1\n```</think>```python\n{CODE}```", CODE),
        (CODE, CODE.strip()),
        (f"Sure, here is it.\n\n{CODE}\nThis returns its argument.", CODE),
        ("I cannot do that.", ""),
        ("```text\nnothing\n```", ""),
        ("```python\n\n```", ""),
        ("", ""),
        ("<think>never ends", ""),
        ("```python\ndef other(): pass\n```", "def other(): pass\n"),
        ("```python\ndef task_func(x:\n```", "def task_func(x:\n"),
    ],
)
def test_the_program_is_found(response, program):
    assert extract_program(response, "task_func") == program


def test_blocks_that_the_program_needs_stay_with_it():
    response = (
        "```python\nimport os\n```\nthen\n```python\ndef unused(): pass\n```\n"
        "```python\ndef helper(x): return os.sep\n```\n"
        "```python\ndef task_func(x):\n    return helper(x)\n```"
    )
    program = extract_program(response, "task_func")
    names = {getattr(node, "name", "os") for node in ast.parse(program).body}
    assert names == {"os", "helper", "task_func"}


def test_without_an_entry_point_all_blocks_are_joined():
    response = "```python\nimport os\n```\n```python\nx = 1\n```\n```python\nno python\n```"
    assert extract_program(response) == "import os\n\nx = 1\n"


def test_blocks_know_their_language_and_whether_they_end():
    assert [tuple(block) for block in code_blocks("```Python x\na\n```\n```\nb")] == [
        ("python", "a\n", True),
        ("", "b", False),
    ]


@given(st.text(alphabet="`~\n ab:()dePYTHON=#", max_size=200), st.sampled_from(["", "a"]))
def test_a_program_has_nothing_that_the_text_has_not(text, entry_point):
    program = extract_program(text, entry_point)
    assert all(line.strip() in text for line in program.split("\n"))


@given(st.integers(1, 5), st.sampled_from(["python", "", "py"]))
def test_what_stands_between_fences_comes_out_as_it_was(lines, language):
    code = "".join(f"x{i} = {i}\n" for i in range(lines))
    assert extract_program(f"prose\n```{language}\n{code}```\nprose") == code
