"""Generating the questions of CODE from coding problems, and what became of each."""

from __future__ import annotations

import ast
import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ...core.errors import InputError
from ..questions.question import Question
from .calls import KINDS, FoundCall, find_calls
from .facts import Documented, documented_calls
from .library.installed import missing_library, versions_in_words
from .library.library import Library
from .phrase import Phraser
from .problems import Problem, parsed


@dataclass
class CodeReport:
    """Counts of a generator's run.

    Attributes:
        facts: Number of facts of each problem that was read, by its id.
        kinds: Number of calls of each kind.
        skipped: Why a problem makes no question, by its id.
        by_model: How many facts have a model's words.
        refused_replies: How many replies of the model could not be used.
    """

    facts: dict[str, int] = field(default_factory=dict)
    kinds: Counter[str] = field(default_factory=Counter)
    skipped: dict[str, str] = field(default_factory=dict)
    by_model: int = 0
    refused_replies: int = 0

    def skip(self, problem: Problem, reason: str) -> None:
        """Notes a problem that makes no question."""
        self.skipped[problem.task_id] = reason

    def count(self, problem: Problem, calls: Sequence[FoundCall], facts: int) -> None:
        """Notes the calls of a problem."""
        self.facts[problem.task_id] = facts
        self.kinds.update(call.kind for call in calls)

    def lines(self) -> Iterator[str]:
        """Yields the report, a line per thing."""
        if self.facts:
            total = sum(self.facts.values())
            yield f"{total / len(self.facts):.2f} facts per problem ({len(self.facts)} problems)"
        for kind in KINDS:
            if self.kinds[kind]:
                yield f"{self.kinds[kind]} calls: {kind}"
        if self.by_model or self.refused_replies:
            yield (
                f"{self.by_model} facts phrased by the model; {self.refused_replies} replies could "
                "not be used, and the template stands in"
            )
        for task_id, reason in self.skipped.items():
            yield f"{task_id}: skipped, {reason}"


def generate_questions(
    problems: Sequence[Problem],
    count: int | None = None,
    seed: int = 0,
    *,
    source: str = "embedded problems",
    phraser: Phraser | None = None,
    library: Library | None = None,
    refuse: Callable[[Problem], str] = lambda problem: "",
    watch: Callable[[Sequence[Problem]], Iterable[Problem]] = lambda problems: problems,
) -> tuple[list[Question], CodeReport]:
    """Makes questions from problems, with a fact per library call of the canonical solution.

    Args:
        problems: The problems.
        count: How many questions; None for as many as there are.
        seed: Decides which, and their order.
        source: Where the problems come from, in words.
        phraser: Writes the facts; by default templates do.
        library: Looks up names; by default the installed libraries with the user's cache.
        refuse: Says why a problem is unusable, such as failing tests; an empty text otherwise.
        watch: Sees the problems pass, such as a progress bar.

    Returns:
        The questions, and what became of problems and calls.

    Raises:
        InputError: There are too few questions, or the model cannot be asked.
    """
    shuffled = list(problems)
    random.Random(f"code/{seed}").shuffle(shuffled)  # noqa: S311 -- not secret
    writer, report = phraser or Phraser(), CodeReport()
    questions: list[Question] = []
    with library or Library() as opened:
        for problem in watch(shuffled):
            if len(questions) == count:
                break
            found = _documented(problem, opened, report, refuse)
            if found:
                questions.append(question_of(problem, found, writer, source))
    report.by_model, report.refused_replies = writer.by_model, writer.refused
    if not questions or (count is not None and len(questions) < count):
        raise InputError(_too_few(len(questions), len(problems), count, report))
    return questions, report


def _documented(
    problem: Problem,
    library: Library,
    report: CodeReport,
    refuse: Callable[[Problem], str],
) -> list[Documented]:
    """Returns the calls of a problem that make facts; notes why if there are none."""
    tree = parsed(problem.solution)
    missing = missing_library(problem.libs)
    if tree is None:
        report.skip(problem, "the solution does not parse")
        return []
    if missing is not None:
        report.skip(problem, f"the library {missing!r} is not installed")
        return []
    if not _defines(tree, problem.entry_point):
        report.skip(problem, f"the solution does not define {problem.entry_point!r}")
        return []
    if reason := refuse(problem):
        report.skip(problem, reason)
        return []
    try:
        calls = find_calls(problem, tree, library)
    except RecursionError:
        report.skip(problem, "the solution is too deeply nested")
        return []
    found = documented_calls(calls)
    report.count(problem, calls, len(found))
    if not found:
        report.skip(problem, "no call of its solution makes a fact")
    return found


def _defines(tree: ast.Module, name: str) -> bool:
    return any(getattr(node, "name", None) == name for node in tree.body)


def question_of(
    problem: Problem, calls: Sequence[Documented], phraser: Phraser, source: str
) -> Question:
    """Makes the question for a problem.

    It names the versions, and asks for the functions that the facts are about (Section 4).

    Args:
        problem: The problem.
        calls: Its calls that make facts, at least one, in the order of first use.
        phraser: Writes the facts.
        source: Where the problem comes from, in words.

    Raises:
        InputError: The model cannot be asked.
    """
    names = [f"`{name}`" for name in dict.fromkeys(call.entry.name for call in calls)]
    several = "these functions, classes and methods: " if len(names) > 1 else ""
    detail = {
        "task_id": problem.task_id,
        "entry_point": problem.entry_point,
        "libs": list(problem.libs),
        "tests": problem.tests,
        "solution": problem.solution,
        "calls": [{"call": call.call, "name": call.entry.name} for call in calls],
    }
    return Question(
        scenario="code",
        question=f"{problem.instruction.rstrip()}\n\nWrite it for "
        f"{versions_in_words(problem.libs)}, and use {several}{', '.join(names)}.",
        answer=problem.entry_point,
        facts=tuple(phraser.fact(call) for call in calls),
        as_of="",
        source=source,
        detail=json.dumps(detail, ensure_ascii=False),
    )


def _too_few(found: int, given: int, count: int | None, report: CodeReport) -> str:
    first = next(iter(report.skipped.items()), None)
    example = f" ({first[0]}: {first[1]})" if first else ""
    if not found:
        return f"none of {given} problems makes a question{example}; give other problems"
    return (
        f"only {found} of {given} problems make a question{example}; ask for {found}, not {count}"
    )
