"""From a database to a specification file: with a model, or without one in record form."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...core.files import write_text
from ...core.progress import watched
from ..lint.looked_at import Text
from .authoring import Author
from .draft import Draft
from .text import spec_text
from .verification import Verification


@dataclass(frozen=True)
class Written:
    """What a draft came to.

    Attributes:
        entries: The number of entries that are asked.
        items: The number of their questions.
        failed: Why others are not, by id.
    """

    entries: int
    items: int
    failed: dict[str, list[str]]


def benchmark_name(output: Path) -> str:
    """Returns the name of a benchmark whose specification is a file: letters, digits and `_`."""
    return re.sub(r"\W+", "_", output.stem).strip("_").lower() or "benchmark"


def write_record_form(
    form: Mapping[str, Any],
    verification: Verification,
    output: Path,
    head: Callable[[Written], list[str]],
    dialect: str,
) -> Written:
    """Writes those entries of a specification in record form that hold.

    Args:
        form: The specification.
        verification: Asks the database.
        output: The file.
        head: Returns what its first lines say.
        dialect: SQLAlchemy's name of the database's dialect.

    Raises:
        InputError: The database cannot be read.
    """
    earlier: dict[Text, Text] = {}
    holding, items, failed = list[Any](), 0, dict[str, list[str]]()
    questions = form["questions"]
    for question in watched(questions, "Verifying entries", len(questions)):
        verdict = verification.verdict(_part(form, [question]), 0, earlier)
        if verdict.failed:
            failed[f"{question['type']} of {question['relation']}"] = verdict.lines
        else:
            holding.append(question)
            items += verdict.items
    written = Written(len(holding), items, failed)
    spec = _part(form, holding) if holding else {"name": form["name"]}
    write_text(output, spec_text(head(written), spec, [], dialect))
    return written


def _part(form: Mapping[str, Any], questions: list[Any]) -> dict[str, Any]:
    """Returns a specification of some questions."""
    used = {question["relation"] for question in questions}
    relations = {name: one for name, one in form["relations"].items() if name in used}
    return {**form, "relations": relations, "questions": questions}


def write_draft(
    author: Author, draft: Draft, output: Path, head: Callable[[Written], list[str]]
) -> Written:
    """Has a draft written, and writes what holds; the rest stands there as comments.

    Args:
        author: Who writes it.
        draft: The empty draft.
        output: The file.
        head: Returns what its first lines say.

    Raises:
        InputError: An endpoint fails, or the database cannot be read.
    """
    verdicts = author.written(draft)
    draft.entries |= draft.dropped
    gone = {id_: ["taken out by its author, or by the critic"] for id_ in draft.dropped}
    gone |= {id_: verdict.lines for id_, verdict in verdicts.items() if verdict.failed}
    for fault in author.faults:
        if fault.entry in gone:
            gone[fault.entry].append(f"{fault.kind}: {fault.why}")
    holding = {id_: verdict for id_, verdict in verdicts.items() if id_ not in gone}
    written = Written(len(holding), sum(one.items for one in holding.values()), gone)
    failed = [([id_, *lines], draft.to_spec([id_])) for id_, lines in gone.items()]
    spec: Mapping[str, Any] = draft.to_spec(holding) if holding else {"name": draft.name}
    write_text(output, spec_text(head(written), spec, failed, author.assignment.dialect))
    return written
