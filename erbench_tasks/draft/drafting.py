"""From a database to a specification file: with a model, or without one in record form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...core.files import write_text
from .authoring import Author
from .draft import Draft
from .text import spec_text
from .verification import Verdict, Verification


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
    entries = {f"{q['type']}, {q['relation']}": q for q in form["questions"]}

    def part(ids: Iterable[str]) -> dict[str, Any]:
        questions = [entries[id_] for id_ in ids]
        used = {question["relation"] for question in questions}
        relations = {name: one for name, one in form["relations"].items() if name in used}
        return {**form, "relations": relations, "questions": questions}

    verdicts = verification.verdicts({id_: part([id_]) for id_ in entries})
    failed = {id_: verdict.lines for id_, verdict in verdicts.items() if verdict.failed}
    return _write(output, head, verdicts, failed, part, dialect)


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
    failed = {id_: ["taken out by its author, or by the critic"] for id_ in draft.dropped}
    failed |= {id_: verdict.lines for id_, verdict in verdicts.items() if verdict.failed}
    for fault in author.faults:
        if fault.entry in failed:
            failed[fault.entry].append(f"{fault.kind}: {fault.why}")
    draft.entries |= draft.dropped
    return _write(output, head, verdicts, failed, draft.to_spec, author.assignment.dialect)


def _write(
    output: Path,
    head: Callable[[Written], list[str]],
    verdicts: Mapping[str, Verdict],
    failed: dict[str, list[str]],
    part: Callable[[Iterable[str]], dict[str, Any]],
    dialect: str,
) -> Written:
    """Writes the entries that hold, and as comments the others."""
    holding = {id_: verdict for id_, verdict in verdicts.items() if id_ not in failed}
    written = Written(len(holding), sum(one.items for one in holding.values()), failed)
    spec = part(holding)
    if not holding:
        spec = {"name": spec["name"]}
    comments = [([id_, *lines], part([id_])) for id_, lines in failed.items()]
    write_text(output, spec_text(head(written), spec, comments, dialect))
    return written
