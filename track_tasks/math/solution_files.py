"""Where annotated solutions are: local files, or datasets on the Hub."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ...erbench_tasks.errors import InputError
from ...erbench_tasks.json_lines import read_json_lines
from .solutions import Malformed, NotUsable, Solution, read_solution

FORMS = "embedded, FILE.jsonl, FILE.jsonl.gz or HUB_ID[:CONFIG[:SPLIT]]"
_ENDINGS = (".jsonl", ".jsonl.gz")


class Solutions(NamedTuple):
    """What a source has.

    Attributes:
        solutions: Those that can be used, of each problem the first one.
        left_out: Why rows were left out, and how many for each reason.
    """

    solutions: list[Solution]
    left_out: Counter[str]


def read_solutions(source: str) -> Solutions:
    """Reads all solutions of a source.

    Args:
        source: A `.jsonl` or `.jsonl.gz` file, or the id of a dataset on the Hub with maybe its
            configuration and split (`openai/gsm8k:socratic:test`).

    Raises:
        InputError: It cannot be read, a row is malformed, or none can be used.
    """
    found: dict[str, Solution] = {}
    left_out: Counter[str] = Counter()
    for where, row in _rows(source):
        try:
            solution = read_solution(row)
        except Malformed as error:
            raise InputError(f"{where}: {error}") from None
        except NotUsable as error:
            left_out[str(error)] += 1
            continue
        if found.setdefault(solution.problem, solution) is not solution:
            left_out["another solution of the same problem came before"] += 1
    if not found:
        raise InputError(f"{source}: has no problem with a usable solution")
    return Solutions(list(found.values()), left_out)


def _rows(source: str) -> Iterator[tuple[str, Any]]:
    """Yields each row with where it is."""
    if source.endswith(_ENDINGS):
        for line, row in read_json_lines(Path(source)):
            yield f"{source}, line {line}", row
        return
    if Path(source).exists() or source.count("/") != 1:
        raise InputError(f"--source: {source!r} is none; give {FORMS}")
    for number, row in enumerate(_hub_rows(source), start=1):
        yield f"{source}, row {number}", row


def _hub_rows(source: str) -> Any:
    from datasets import load_dataset

    name, _, rest = source.partition(":")
    config, _, split = rest.partition(":")
    try:
        return load_dataset(name, config or None, split=split or "test")
    except (OSError, ValueError) as error:
        reason = next(iter(str(error).strip().splitlines()), type(error).__name__)
        raise InputError(f"{source}: cannot be loaded: {reason}") from error
