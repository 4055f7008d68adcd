"""Problems with annotated solutions, as GSM8K, ReasonEval and PRM800K have them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ...core.errors import InputError, first_line
from ...core.json_files import read_json_lines

_ANNOTATION = re.compile(r"<<[^<>]*>>")


class SolutionStep(NamedTuple):
    """One step.

    Attributes:
        text: What it says.
        question: What it answers; empty where the source does not say.
    """

    text: str
    question: str = ""


class Solution(NamedTuple):
    """A problem and the steps of a correct solution.

    Attributes:
        origin: Its id in the source; empty for none.
        problem: The problem.
        answer: Its final answer.
        steps: The steps, without the needless ones.
    """

    origin: str
    problem: str
    answer: str
    steps: tuple[SolutionStep, ...]


class Malformed(ValueError):  # noqa: N818 -- not an error yet: the reader knows file and line
    """A row fits none of the formats; names the field."""


class NotUsable(Exception):  # noqa: N818 -- not an error yet
    """A row is well-formed but has no complete, correct solution; says why."""


def read_solution(row: Any) -> Solution:
    """Reads a problem in one of the formats.

    - Prepared: `question`, `answer`, `steps` (texts, or objects with `question` and `answer`) and
      optionally `redundant_steps`, the positions, from 0, of steps to leave out.
    - GSM8K's Socratic split: `question`, and `answer` with lines `sub-question ** answer` and
      finally `#### final answer`.
    - PRM800K: `question` with `problem` and `ground_truth_answer`, and `label` with `steps`.

    Raises:
        Malformed: It has none of these formats.
        NotUsable: No step is left, or the annotators found no correct solution.
    """
    if not isinstance(row, Mapping):
        raise Malformed("not an object")
    if isinstance(row.get("question"), Mapping):
        return _usable(_prm800k(row))
    if "steps" in row:
        return _usable(_prepared(row))
    return _usable(_socratic(row))


def _usable(solution: Solution) -> Solution:
    steps = tuple({step.text: step for step in reversed(solution.steps)}.values())[::-1]
    if not steps:
        raise NotUsable("no steps are left")
    return solution._replace(steps=steps)


def _prepared(row: Mapping[str, Any]) -> Solution:
    steps = [_prepared_step(step, f"steps[{n}]") for n, step in enumerate(_list(row, "steps"))]
    redundant = _list(row, "redundant_steps") if "redundant_steps" in row else []
    for position in redundant:
        if type(position) is not int or not 0 <= position < len(steps):
            raise Malformed(
                f"field 'redundant_steps': {position!r} is no position from 0 to {len(steps) - 1}"
            )
    kept = [step for n, step in enumerate(steps) if n not in redundant]
    return Solution(_origin(row), _text(row, "question"), _text(row, "answer"), tuple(kept))


def _prepared_step(step: Any, field: str) -> SolutionStep:
    if isinstance(step, Mapping):
        texts = (_text(step, "answer", field), _text(step, "question", field))
        return SolutionStep(*map(_plain, texts))
    return SolutionStep(_plain(_checked(step, field)))


def _socratic(row: Mapping[str, Any]) -> Solution:
    *lines, last = _text(row, "answer").splitlines()
    if not last.startswith("####"):
        raise Malformed("field 'answer': its last line is not '#### ' and the final answer")
    steps = []
    for line in filter(str.strip, lines):
        question, mark, answer = line.partition(" ** ")
        if not mark or not question.strip() or not answer.strip():
            raise Malformed(
                f"field 'answer': {line[:60]!r} is not 'sub-question ** answer'; "
                "take GSM8K's configuration 'socratic'"
            )
        steps.append(SolutionStep(_plain(answer), _plain(question)))
    final = last.removeprefix("####").strip()
    return Solution(_origin(row), _text(row, "question"), final, tuple(steps))


def _prm800k(row: Mapping[str, Any]) -> Solution:
    """Takes the chosen completions; those rated neutral lead nowhere and are left out."""
    question, label = row["question"], row.get("label")
    if not isinstance(label, Mapping):
        raise Malformed(f"field 'label': {label!r} is not an object")
    problem = _text(question, "problem", "question")
    answer = _text(question, "ground_truth_answer", "question")
    if label.get("finish_reason", "solution") != "solution":
        raise NotUsable("the annotators found no right solution")
    steps = [_rated(step, f"label.steps[{n}]") for n, step in enumerate(_list(label, "steps"))]
    if any(rating < 0 for _, rating in steps):
        raise NotUsable("a step is rated wrong")
    kept = [SolutionStep(_plain(text)) for text, rating in steps if rating > 0]
    return Solution(_origin(row), problem, answer, tuple(kept))


def _rated(step: Any, field: str) -> tuple[str, int]:
    """Returns the text and the rating (1, 0 or -1) of what was chosen."""
    if not isinstance(step, Mapping):
        raise Malformed(f"field {field!r}: {step!r} is not an object")
    completions = _list(step, "completions") if step.get("completions") is not None else []
    human, chosen = step.get("human_completion"), step.get("chosen_completion")
    if human:
        text = human.get("text") if isinstance(human, Mapping) else human
        return _checked(text, f"{field}.human_completion"), 1
    if chosen is None and len(completions) == 1:
        chosen = 0
    if chosen is None:
        raise NotUsable("a step has no chosen completion")
    if type(chosen) is not int or not 0 <= chosen < len(completions):
        raise Malformed(f"field '{field}.chosen_completion': {chosen!r} is no position")
    completion = completions[chosen]
    where = f"{field}.completions[{chosen}]"
    if not isinstance(completion, Mapping):
        raise Malformed(f"field {where!r}: {completion!r} is not an object")
    rating = completion.get("rating")
    if rating not in (1, 0, -1):
        raise Malformed(f"field '{where}.rating': {rating!r} is not one of 1, 0 and -1")
    return _text(completion, "text", where), int(rating)


def _origin(row: Mapping[str, Any]) -> str:
    origin = row.get("id", "")
    return origin if isinstance(origin, str) else str(origin)


def _list(row: Mapping[str, Any], name: str) -> list[Any]:
    value = row.get(name)
    if not isinstance(value, list):
        raise Malformed(f"field {name!r}: {value!r:.60} is not a list")
    return value


def _text(row: Mapping[str, Any], name: str, within: str = "") -> str:
    return _checked(row.get(name), f"{within}.{name}" if within else name)


def _checked(value: Any, field: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise Malformed(f"field {field!r}: {value!r:.60} is not a text, or empty")
    return value.strip()


def _plain(text: str) -> str:
    """Removes GSM8K's calculator annotations, `<<2*3=6>>`."""
    return _ANNOTATION.sub("", text).strip()


FORMS = "embedded, FILE.jsonl, FILE.jsonl.gz or HUB_ID[:CONFIG[:SPLIT]]"
_ENDINGS = (".jsonl", ".jsonl.gz")


class Solutions(NamedTuple):
    """The contents of a source.

    Attributes:
        solutions: The usable ones; for each problem, the first one.
        omissions: Why rows were left out, and how many for each reason.
    """

    solutions: list[Solution]
    omissions: Counter[str]


def read_solutions(source: str) -> Solutions:
    """Reads all solutions of a source.

    Args:
        source: A `.jsonl` or `.jsonl.gz` file, or the id of a dataset on the Hub, optionally with
            its configuration and split (`openai/gsm8k:socratic:test`).

    Raises:
        InputError: It cannot be read, a row is malformed, or none can be used.
    """
    found: dict[str, Solution] = {}
    omissions: Counter[str] = Counter()
    for where, row in _rows(source):
        try:
            solution = read_solution(row)
        except Malformed as error:
            raise InputError(f"{where}: {error}") from None
        except NotUsable as error:
            omissions[str(error)] += 1
            continue
        if found.setdefault(solution.problem, solution) is not solution:
            omissions["another solution of the same problem came before"] += 1
    if not found:
        raise InputError(f"{source}: has no problem with a usable solution")
    return Solutions(list(found.values()), omissions)


def _rows(source: str) -> Iterator[tuple[str, Any]]:
    """Yields each row with its location."""
    if source.endswith(_ENDINGS):
        for line, row in read_json_lines(Path(source)):
            yield f"{source}, line {line}", row
        return
    if Path(source).exists() or source.count("/") != 1:
        raise InputError(f"--source: {source!r} is unknown; give {FORMS}")
    for number, row in enumerate(_hub_rows(source), start=1):
        yield f"{source}, row {number}", row


def _hub_rows(source: str) -> Any:
    from datasets import load_dataset

    name, _, rest = source.partition(":")
    config, _, split = rest.partition(":")
    try:
        return load_dataset(name, config or None, split=split or "test")
    except (OSError, ValueError) as error:
        raise InputError(f"{source}: cannot be loaded: {first_line(error)}") from error
