"""What of a program can run at all."""

import ast
import textwrap

import pytest

from erbench_track.filters.judge.live_code import entry_points, live_code


def calls(code, question=""):
    """The functions that the live part of a program calls, but for its own."""
    tree = ast.parse(textwrap.dedent(code))
    own = {node.name for node in ast.walk(tree) if hasattr(node, "name")}
    live = live_code(tree, entry_points(question, tree))
    found = [ast.unparse(node.func) for node in ast.walk(live) if isinstance(node, ast.Call)]
    return sorted(set(found) - own)


@pytest.mark.parametrize(
    "code",
    [
        "if False:\n    dead()",
        "if 0:\n    dead()\nelif None:\n    dead()",
        "if True:\n    pass\nelse:\n    dead()",
        "if not 1:\n    dead()",
        "if False and x:\n    dead()",
        "while False:\n    dead()",
        "x = dead() if '' else 1",
        "x = False and dead()",
        "x = 1 or dead()",
        "if __name__ == '__main__':\n    dead()",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    dead()",
        "def task_func():\n    return 1\n    dead()",
        "def task_func():\n    raise ValueError\n    dead()",
        "def task_func():\n    if True:\n        return 1\n    dead()",
        "for x in y:\n    continue\n    dead()",
        "def helper():\n    dead()\ndef task_func():\n    return 1",
        "def helper():\n    dead()\n    helper()\ndef task_func():\n    return 1",
        "def a():\n    b()\ndef b():\n    dead()\n    a()\ndef task_func():\n    return 1",
        "def task_func():\n    def inner():\n        dead()\n    return 1",
        "helper = lambda: dead()\ndef task_func():\n    return 1",
        "class A:\n    def method(self):\n        dead()\ndef task_func():\n    return 1",
        "class A:\n    def method(self):\n        dead()\ndef task_func():\n    return A()",
        "def helper():\n    dead()\ndef task_func():\n    if False:\n        helper()",
    ],
)
def test_what_never_runs_is_dead(code):
    assert calls(code) == []


@pytest.mark.parametrize(
    "code",
    [
        "live()",
        "if x:\n    pass\nelse:\n    live()",
        "if x or True:\n    live()",
        "while True:\n    live()",
        "x = y or live()",
        "try:\n    pass\nexcept OSError:\n    live()",
        "def task_func():\n    try:\n        return 1\n    finally:\n        live()",
        "def task_func():\n    if x:\n        return 1\n    live()",
        "def helper():\n    live()\ndef task_func():\n    return helper()",
        "def task_func():\n    return map(helper, x)\ndef helper(one):\n    live()",
        "def task_func():\n    def inner():\n        live()\n    return inner",
        "helper = lambda: live()\ndef task_func():\n    return helper()",
        "class A:\n    def b(self):\n        live()\ndef task_func():\n    return A().b()",
        "class A:\n    def __init__(self):\n        live()\ndef task_func():\n    return A()",
        "class A(B):\n    def handle(self):\n        live()\ndef task_func():\n    return A()",
        "@register\ndef helper():\n    live()\ndef task_func():\n    return 1",
        "def helper():\n    live()\ndef task_func(name):\n    return globals()[name]()",
    ],
)
def test_what_may_run_is_live(code):
    assert "live" in calls(code)


def test_the_problem_names_the_function_that_is_called():
    code = "def solve():\n    first()\ndef other():\n    second()\n"
    assert calls(code, "Write solve(x).") == ["first"]
    assert calls(code, "Write other(x).") == ["second"]
    assert calls(code) == ["second"]
    assert entry_points("Write solve(x).", ast.parse("x = 1")) == set()
