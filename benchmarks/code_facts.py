"""Prints what CODE's generator makes of a file of problems, and how long it takes.

The data is not part of this project; give a file with BigCodeBench's fields:

    python benchmarks/code_facts.py ../shared/data/track/bigcodebench_dev.jsonl.gz

The libraries of the problems have to be installed; missing ones are named. The goals: at least half
of the methods and chained calls that a purely syntactic visitor loses are resolved, and the facts
of 1,000 solutions take less than 30 seconds with a warm cache.
"""

from __future__ import annotations

import argparse
import ast
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from erbench_track.track_tasks.code.calls import BUILTIN, RESOLVED, FoundCall, find_calls
from erbench_track.track_tasks.code.generate import generate_questions
from erbench_track.track_tasks.code.library.installed import missing_library
from erbench_track.track_tasks.code.library.library import Library
from erbench_track.track_tasks.code.problems import Problem, open_problems, parsed

SOLUTIONS, GOAL_SECONDS, GOAL_RESOLVED = 1000, 30.0, 0.5
METHOD, CHAINED, NAMED, PLAIN = "method of an object", "chained call", "resolved", "plain name"


def syntactic_kind(call: ast.Call, imported: set[str]) -> str:
    """Returns what a purely syntactic visitor makes of a call.

    It knows the imports and nothing of values: `np.random.rand()` and an imported `Counter()` are
    resolved, `frame.max()` is lost as a method of some object, `a.b().c()`, `frame["a"].max()` and
    `"".join(x)` as chained calls; other plain names are builtins or the solution's own functions.
    """
    base: ast.expr = call.func
    while isinstance(base, ast.Attribute):
        base = base.value
    if isinstance(base, ast.Name) and base.id in imported:
        return NAMED
    if isinstance(call.func, ast.Name):
        return PLAIN
    return METHOD if isinstance(base, ast.Name) else CHAINED


def imported_names(tree: ast.AST) -> set[str]:
    return {
        alias.asname or alias.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }


def compared(
    problems: Sequence[Problem], library: Library
) -> Iterator[tuple[Problem, str, FoundCall]]:
    """Yields every call with what the syntactic visitor makes of it."""
    for problem in problems:
        tree = parsed(problem.solution)
        if tree is None or missing_library(problem.libs):
            continue
        imported = imported_names(tree)
        for call in find_calls(problem, tree, library):
            yield problem, syntactic_kind(call.node, imported), call


def print_comparison(problems: Sequence[Problem]) -> float:
    """Prints which of the lost calls are resolved; returns their share."""
    with Library() as library:
        found = list(compared(problems, library))
    before = Counter(kind for _, kind, _ in found)
    for name in (NAMED, METHOD, CHAINED, PLAIN):
        print(f"{before[name]:6} of {len(found)} calls by syntax alone: {name}")
    for names in ((METHOD,), (CHAINED,), (METHOD, CHAINED)):
        lost = [call.kind for _, kind, call in found if kind in names]
        resolved, builtin = lost.count(RESOLVED), lost.count(BUILTIN)
        of_libraries = len(lost) - builtin
        print(
            f"lost ({' and '.join(names)}): {resolved} of {len(lost)} resolved "
            f"({resolved / max(len(lost), 1):.1%}); {builtin} are methods of builtin types, of the "
            f"other {of_libraries} that is {resolved / max(of_libraries, 1):.1%}"
        )
    distinct = {(problem.task_id, call.generalised) for problem, _, call in found if call.is_fact}
    print(f"{len(distinct) / len(problems):.2f} distinct generalised calls per problem")
    return resolved / max(len(lost), 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path", type=Path, help="A file with BigCodeBench's fields.")
    problems = open_problems(str(parser.parse_args().path))
    with Library() as library:
        questions, report = generate_questions(problems, library=library)
        print(f"{len(questions)} questions of {len(problems)} problems, {library.lookups} lookups")
    print(*report.lines(), sep="\n")
    share = print_comparison(problems)
    passes = -(-SOLUTIONS // len(problems))
    start, made = time.perf_counter(), 0
    for _ in range(passes):
        made += len(generate_questions(problems, library=Library())[0])
    seconds = (time.perf_counter() - start) / (passes * len(problems)) * SOLUTIONS
    print(f"facts of {SOLUTIONS} solutions with a warm cache: {seconds:.1f} s")
    print(f"resolved at least half of the lost calls: {share >= GOAL_RESOLVED}")
    print(f"less than {GOAL_SECONDS:.0f} s: {seconds < GOAL_SECONDS}")


if __name__ == "__main__":
    main()
