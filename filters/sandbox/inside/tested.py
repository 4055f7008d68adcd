"""The process in which a program meets its tests.

It says which tests came to their end and which assertions held. Nothing of that is believed for its
own sake: some assertions were made false, this process does not know which, and who does compares.
"""

from __future__ import annotations

import ast
import base64
import builtins
import marshal
import os
import sys
import types
from collections.abc import Callable, Mapping
from typing import Any

from .collect import Case, Step, groups

NAME = "__test__"  # of the module, as BigCodeBench's own evaluator calls it
_LONGEST = 300
_PLAIN = (str, int, float, bool, type(None))
_Send = Callable[[str, str, str], None]


def examine(request: Mapping[str, Any], secret: str, channel: int) -> None:
    """Runs the tests of a program, and reports.

    Args:
        request: `solution`, `tests` (a code object, as base64 of what `marshal` writes) and
            `entry_point`.
        secret: Begins every line of the report.
        channel: Descriptor to write to.
    """
    send = _sender(secret, channel)
    module = types.ModuleType(NAME)
    sys.modules[NAME] = module
    current = [""]
    module.__dict__.update(_reporters(send, current), __builtins__=builtins)
    tests = marshal.loads(base64.b64decode(request["tests"]))  # noqa: S302 -- our own, of this run
    if _load(module.__dict__, tests, request, send):
        _run_groups(module.__dict__, send, current)
    send("end", "", "")


def _reporters(send: _Send, current: list[str]) -> dict[str, Any]:
    """Returns what tests call with the number of an assertion that held, or did not."""
    said = set()

    def held(number: int) -> None:
        if (number, "held") not in said:
            said.add((number, "held"))
            send("held", str(number), "")

    def broke(number: int) -> None:
        if (number, "broke") not in said:
            said.add((number, "broke"))
            error = sys.exc_info()[1]
            text = f"{current[0]}: {_described(error) if error else ''}"
            send("broke", str(number), text)

    return {"@held": held, "@broke": broke}


def _load(
    namespace: dict[str, Any], tests: types.CodeType, request: Mapping[str, Any], send: _Send
) -> bool:
    """Loads the tests, and the solution; the other way round where the tests need it."""
    before = dict(namespace)
    try:
        exec(tests, namespace)  # noqa: S102 -- in a sandbox
        given = dict(namespace)
    except BaseException:
        # They need names of the solution already, or they are broken: that shows later.
        given = {}
        namespace.clear()
        namespace.update(before)
    try:
        program = compile(ast.parse(request["solution"]), "<solution>", "exec", dont_inherit=True)
    except Exception as error:
        send("failed", "", f"the solution is not Python: {_described(error)}")
        return False
    if not _step(lambda: exec(program, namespace), send, "failed"):  # noqa: S102 -- as above
        return False
    if not given and not _step(lambda: exec(tests, namespace), send, "error"):  # noqa: S102
        return False
    namespace.update(given)
    entry_point = request["entry_point"]
    if entry_point and entry_point not in namespace:
        send("failed", "", f"the solution does not define {entry_point}")
        return False
    return True


def _run_groups(namespace: Mapping[str, Any], send: _Send, current: list[str]) -> None:
    """Runs the tests of each class; where its set-up fails, none of them is run."""
    for before, cases, after in groups(namespace):
        if all(_step(task, send, "failed") for task in before):
            for case in cases:
                _run_case(case, send, current)
            for task in after:
                _step(task, send, "failed")


def _run_case(case: Case, send: _Send, current: list[str]) -> None:
    name, run, refused = case
    current[0] = name
    if refused:
        send("failed", name, refused)
    elif _step(run, send, "failed", name):
        send("passed", name, "")


def _step(task: Step, send: _Send, kind: str, name: str = "") -> bool:
    """Does something; reports if it fails."""
    try:
        task()
    except BaseException as error:
        send("memory" if isinstance(error, MemoryError) else kind, name, _described(error))
        return False
    return True


def _described(error: BaseException) -> str:
    """Says what was raised; what the program's own classes would say of it is not asked."""
    kind = type(error)
    name = str(kind.__name__)[:100]
    ours = isinstance(kind.__str__, types.WrapperDescriptorType)
    if not ours or not all(type(part) in _PLAIN for part in error.args):
        return name
    try:
        return f"{name}: {str(error)[:_LONGEST]}"
    except Exception:  # a text of the program's own can raise anything
        return name


def _sender(secret: str, channel: int) -> _Send:
    def send(kind: str, name: str, text: str) -> None:
        fields = [secret, kind, name, text[:_LONGEST]]
        line = "\t".join([f.replace("\t", " ").replace("\n", " ") for f in fields])
        os.write(channel, line.encode("utf-8", "replace") + b"\n")

    return send
