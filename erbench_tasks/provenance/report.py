"""What a comparison with Wikidata found, as rows of a file and as lines for people."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...core.errors import InputError
from ...core.files import write_bytes, write_text
from .check import Checked
from .judge import Judged, Verdict
from .relations import CheckedRelation

UNRESOLVED = "unresolved"
_FIELDS = (
    "relation", "entity", "item", "label", "score", "attribute", "verdict", "table", "wikidata",
    "where", "note",
)  # fmt: skip
_SUFFIXES = (".csv", ".jsonl", ".parquet")


def check_outputs(report: Path | None, folder: Path | None) -> None:
    """Refuses what cannot be written, before long work begins.

    Args:
        report: The file of `write_report`, if one is wanted.
        folder: The folder of `write_items`, if one is wanted.

    Raises:
        InputError: The name of the report is not that of a known format, or the folder is a file.
    """
    if report is not None and report.suffix not in _SUFFIXES:
        raise InputError(f"{report}: give a name that ends with {', '.join(_SUFFIXES)}")
    if folder is not None and folder.exists() and not folder.is_dir():
        raise InputError(f"{folder}: is a file; give a folder, which gets a file per relation")


def findings(relation: CheckedRelation) -> Iterator[dict[str, Any]]:
    """Yields a row per value of the table, and one per entity that is unresolved."""
    for checked in relation.entities:
        about: dict[str, Any] = {
            "relation": relation.name,
            "entity": entity_text(checked),
            "item": checked.item,
            "label": checked.label,
            "score": round(checked.score, 1),
        }
        if not checked.item:
            empty = dict.fromkeys(("attribute", "table", "wikidata", "where"), "")
            yield about | empty | {"verdict": UNRESOLVED, "note": checked.reason}
        for judged in checked.judged:
            yield about | {
                "attribute": judged.attribute,
                "verdict": judged.verdict.value,
                "table": judged.said.spellings[0],
                "wikidata": judged.says,
                "where": judged.where,
                "note": judged.note,
            }


def items(relation: CheckedRelation) -> list[dict[str, Any]]:
    """Returns what identifies each entity with its item, to be joined to the table."""
    return [{**checked.entity, "wikidata": checked.item or None} for checked in relation.entities]


def _write_rows(path: Path, rows: Sequence[Mapping[str, Any]], fields: Sequence[str] = ()) -> None:
    """Writes rows as CSV, JSON Lines or Parquet, as the name of the file ends.

    Args:
        path: The file; an older one is replaced.
        rows: The rows.
        fields: The columns; by default those of all rows.

    Raises:
        InputError: It cannot be written.
    """
    names = list(fields) or list(dict.fromkeys(name for row in rows for name in row))
    whole = [{name: row.get(name) for name in names} for row in rows]
    if path.suffix == ".jsonl":
        lines = (json.dumps(row, ensure_ascii=False) for row in whole)
        write_text(path, "".join(f"{line}\n" for line in lines))
    elif path.suffix == ".csv":
        text = io.StringIO()
        writer = csv.DictWriter(text, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(whole)
        write_text(path, text.getvalue())
    else:
        write_bytes(path, _parquet(whole, names))


def _parquet(rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> bytes:
    import pyarrow as pa
    from pyarrow import parquet

    content = pa.BufferOutputStream()
    columns = {name: [row[name] for row in rows] for name in names}
    parquet.write_table(pa.table(columns), content)
    return bytes(content.getvalue())


def write_report(path: Path, relations: Iterable[CheckedRelation]) -> None:
    """Writes what became of each value.

    Raises:
        InputError: It cannot be written.
    """
    _write_rows(path, [row for relation in relations for row in findings(relation)], _FIELDS)


def write_items(folder: Path, relations: Iterable[CheckedRelation]) -> None:
    """Writes the item of each entity, beside what identifies it: a CSV file per relation.

    Raises:
        InputError: It cannot be written.
    """
    for relation in relations:
        _write_rows(folder / f"{relation.name}.csv", items(relation))


def entity_text(checked: Checked) -> str:
    """Returns what identifies an entity, such as `title='Halloween', year='1978'`."""
    return ", ".join(f"{name}={value!r}" for name, value in checked.entity.items())


def contradictions(relation: CheckedRelation) -> list[str]:
    """Returns a line per contradiction, which says what the table and Wikidata say, and where."""
    return [
        f"{entity_text(checked)}: {_contradiction(checked, judged)}"
        for checked in relation.entities
        for judged in checked.judged
        if judged.verdict is Verdict.CONTRADICTS
    ]


def _contradiction(checked: Checked, judged: Judged) -> str:
    line = f"{judged.attribute}: table says {judged.said.spellings[0]}"
    line += f", Wikidata says {judged.says} ({judged.where})"
    notes = [judged.note, f"if that is meant: {checked.reason}" if not checked.item else ""]
    return line + "".join(f"; {note}" for note in notes if note)


def unresolved(relation: CheckedRelation) -> list[str]:
    """Returns a line per entity whose item cannot be told, with the reason."""
    return [f"{entity_text(c)}: {c.reason}" for c in relation.entities if not c.item]


def summary(relations: Iterable[CheckedRelation]) -> dict[str, Any]:
    """Returns how many values of each attribute have each verdict, for a file."""
    return {
        relation.name: {
            "entities": len(relation.entities),
            "resolved": sum(bool(checked.item) for checked in relation.entities),
            "attributes": {
                name: {verdict.value: count for verdict, count in counts.items()}
                for name, counts in relation.counted().items()
            },
            "contradictions": contradictions(relation),
        }
        for relation in relations
    }
