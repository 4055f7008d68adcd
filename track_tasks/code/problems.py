"""Coding problems: where they come from, and which of them pass their own tests here.

The sources are BigCodeBench's files or its Hub id, and our own.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...core.errors import InputError, first_line
from ...core.json_files import read_json_lines
from ...core.yaml_files import read_yaml
from ...filters.sandbox.protocol import Outcome, Program, Sandbox

FORMS = "embedded, FILE.jsonl, FILE.jsonl.gz or a dataset id USER/NAME of the Hub"
EMBEDDED = Path(__file__).resolve().parent.parent / "data" / "code"
_SPLIT = "v0.1.4"  # of bigcode/bigcodebench, which has one split per release
_OURS = {
    "task_id": "id", "instruction": "instruction", "solution": "solution", "tests": "tests",
    "entry_point": "entry_point", "libs": "libs",
}  # fmt: skip
_BIGCODEBENCH = {
    "task_id": "task_id", "instruction": "instruct_prompt", "solution": "canonical_solution",
    "tests": "test", "entry_point": "entry_point", "libs": "libs",
}  # fmt: skip
_AT_ONCE = 32


@dataclass(frozen=True, slots=True)
class Problem:
    """One coding problem.

    Attributes:
        task_id: Its name in its source.
        instruction: What to write.
        solution: A program that solves it, with its imports.
        tests: A module of unit tests.
        entry_point: Name of the function to write.
        libs: Top-level packages that the solution uses, sorted.
    """

    task_id: str
    instruction: str
    solution: str
    tests: str
    entry_point: str
    libs: tuple[str, ...]


def open_problems(source: str) -> list[Problem]:
    """Reads the problems of a source.

    Args:
        source: One of `FORMS`.

    Raises:
        InputError: There is no such source, or a problem in it is malformed.
    """
    if source == "embedded":
        return embedded_problems()
    if source.endswith((".jsonl", ".jsonl.gz")):
        return _checked(Path(source))
    if source.count("/") == 1 and not Path(source).exists():
        return _hub(source)
    raise InputError(f"--source: {source!r} is unknown; give {FORMS}")


def embedded_problems(folder: Path = EMBEDDED) -> list[Problem]:
    """Reads the problems that were written for this project.

    Args:
        folder: YAML files, each a list of `{id, instruction, entry_point, libs, solution, tests}`.

    Raises:
        InputError: A file is malformed.
    """
    found: list[Problem] = []
    for path in sorted(folder.glob("*.yaml")):
        rows = read_yaml(path)
        if not isinstance(rows, list):
            raise InputError(f"{path}: is not a list of problems")
        found += [
            _problem(row, _OURS, f"{path}, problem {number}")
            for number, row in enumerate(rows, start=1)
        ]
    _check_ids(found, str(folder))
    return found


def _checked(path: Path) -> list[Problem]:
    found = [
        _problem(row, _BIGCODEBENCH, f"{path}, line {line}") for line, row in read_json_lines(path)
    ]
    if not found:
        raise InputError(f"{path}: has no problem")
    _check_ids(found, str(path))
    return found


def _hub(source: str) -> list[Problem]:
    from datasets import load_dataset

    try:
        splits = load_dataset(source)
    except (OSError, ValueError) as error:
        raise InputError(f"{source}: cannot load its problems: {first_line(error)}") from error
    name = _SPLIT if _SPLIT in splits else next(iter(splits))
    found = [
        _problem(_whole(row), _BIGCODEBENCH, f"{source}, row {number}")
        for number, row in enumerate(splits[name])
    ]
    _check_ids(found, source)
    return found


def _whole(row: Mapping[str, Any]) -> dict[str, Any]:
    """On the Hub a solution is only the body; `code_prompt` has the imports and the head."""
    body, head = row.get("canonical_solution"), row.get("code_prompt")
    if isinstance(body, str) and isinstance(head, str) and "def " not in body.partition("\n")[0]:
        return {**row, "canonical_solution": f"{head.rstrip()}\n{body}"}
    return dict(row)


def _problem(row: Any, fields: Mapping[str, str], where: str) -> Problem:
    if not isinstance(row, Mapping):
        raise InputError(f"{where}: is not an object with the fields {', '.join(fields.values())}")
    texts: dict[str, str] = {}
    for attribute, name in fields.items():
        if name not in row:
            raise InputError(f"{where}: lacks the field {name!r}")
        if attribute != "libs":
            if not isinstance(row[name], str) or not row[name].strip():
                raise InputError(f"{where}: the field {name!r} is not a text, or is empty")
            texts[attribute] = row[name]
    if not texts["entry_point"].isidentifier():
        raise InputError(f"{where}: the field 'entry_point' is no name of a function")
    return Problem(**texts, libs=_libraries(row[fields["libs"]], where))


def _libraries(given: Any, where: str) -> tuple[str, ...]:
    """Reads a list of packages, or a list written as text, as in BigCodeBench."""
    try:
        names = ast.literal_eval(given) if isinstance(given, str) else given
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        names = None
    if not isinstance(names, list | tuple) or not all(
        isinstance(name, str) and all(part.isidentifier() for part in name.split("."))
        for name in names
    ):
        raise InputError(f"{where}: the field 'libs' is not a list of packages, such as ['pandas']")
    return tuple(sorted({name.partition(".")[0] for name in names}))


def _check_ids(problems: Sequence[Problem], where: str) -> None:
    seen: set[str] = set()
    for problem in problems:
        if problem.task_id in seen:
            raise InputError(f"{where}: has two problems {problem.task_id!r}; give each its own id")
        seen.add(problem.task_id)


def parsed(code: str) -> ast.Module | None:
    """Returns the syntax tree of a program; None if it is not Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # odd escapes in a solution
            return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


class CanonicalTests:
    """Runs canonical solutions in a sandbox, some at once, before their problems are read."""

    def __init__(self, sandbox: Sandbox) -> None:
        """Takes the sandbox; nothing is run yet.

        Args:
            sandbox: Runs the solutions: they come from a dataset, and are not trusted.
        """
        self._sandbox = sandbox
        self._outcomes: dict[Problem, Outcome] = {}

    def watch(self, problems: Sequence[Problem]) -> Iterator[Problem]:
        """Yields the problems, and runs the solutions of the next ones ahead."""
        for start in range(0, len(problems), _AT_ONCE):
            some = problems[start : start + _AT_ONCE]
            yield from self._run(some)

    def refuse(self, problem: Problem) -> str:
        """Says why a problem is unusable; an empty text if its solution passes its tests."""
        if problem not in self._outcomes:
            list(self._run([problem]))
        outcome = self._outcomes[problem]
        if outcome.passed:
            return ""
        return (
            f"its own solution does not pass its tests here ({outcome.status}: {outcome.message})"
        )

    def _run(self, problems: Sequence[Problem]) -> Iterable[Problem]:
        programs = [
            Program(of.solution, of.tests, of.entry_point, reference=of.solution) for of in problems
        ]
        self._outcomes |= zip(problems, self._sandbox.run(programs), strict=True)
        return problems
