"""What a comparison with Wikidata found, as rows of a file and as lines for people."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ...core.files import write_text
from .check import Checked, CheckedRelation
from .compare import Judged, Verdict

_HEADER = "relation,entity,item,attribute,verdict,table,wikidata,where,reason\n"


def write_report(path: Path, relations: Iterable[CheckedRelation]) -> None:
    """Writes what became of each value as CSV; an older file is replaced.

    Raises:
        InputError: It cannot be written.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows(row for relation in relations for row in _findings(relation))
    write_text(path, _HEADER + text.getvalue())


def _findings(relation: CheckedRelation) -> Iterator[tuple[str, ...]]:
    """Yields a row per value of the table, and one per entity without an item."""
    for checked in relation.entities:
        about = relation.name, _entity_text(checked), checked.item
        if not checked.item:
            yield *about, "", checked.verdict.value, "", "", "", checked.reason
        for j in checked.judged:
            verdict = j.verdict.value
            yield *about, j.attribute, verdict, j.said[0], j.says, _where(j), j.reason


def differences(relation: CheckedRelation) -> list[str]:
    """Returns a line per value that differs, which says what the table and Wikidata say."""
    return [
        f"{_entity_text(checked)}: {judged.attribute}: table says {judged.said[0]}, "
        f"Wikidata says {judged.says} ({_where(judged)})"
        for checked in relation.entities
        for judged in checked.judged
        if judged.verdict is Verdict.DIFFERS
    ]


def without_item(relation: CheckedRelation) -> list[str]:
    """Returns a line per entity whose item is not found or cannot be told, with the reason."""
    return [f"{_entity_text(c)}: {c.reason}" for c in relation.entities if not c.item]


def summary(relations: Iterable[CheckedRelation]) -> dict[str, Any]:
    """Returns how many rows, and values of each attribute, have each verdict, for a file."""
    return {
        relation.name: {
            "rows": _numbers(relation.rows()),
            "attributes": {name: _numbers(of) for name, of in relation.counted().items()},
            "differences": differences(relation),
        }
        for relation in relations
    }


def _where(judged: Judged) -> str:
    return "; ".join(dict.fromkeys(where for where, _ in judged.statements))


def _numbers(counts: Counter[Verdict]) -> dict[str, int]:
    return {verdict.value: counts[verdict] for verdict in Verdict}


def _entity_text(checked: Checked) -> str:
    """Returns what identifies an entity, such as `title='Halloween', year='1978'`."""
    return ", ".join(f"{name}={value!r}" for name, value in checked.entity.items())
