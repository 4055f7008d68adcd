"""From a database to a specification file: with a model, or without one in record form."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...core.files import write_text
from .authoring import Author
from .draft import Draft
from .text import spec_text


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


def benchmark_name(database: str) -> str:
    """Returns a name for a benchmark about a database: letters, digits and `_`."""
    stem = Path(database.rstrip("/").rpartition("/")[2]).stem
    return re.sub(r"\W+", "_", stem).strip("_").lower() or "database"


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
