"""What is kept of many lines, as columns: the step of the pass that runs on every core.

Imported only where a dump is read: it needs pyarrow and msgspec.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple, Union

import pyarrow as pa

from .dump_entities import Kept, keep
from .dump_lines import Part

ENTITIES = pa.schema(
    [
        ("id", pa.int64()),
        ("label", pa.string()),
        ("classes", pa.string()),  # instance of: numbers with a space between
        ("is_head", pa.bool_()),  # has a label and claims
    ]
)
CLAIMS = pa.schema([("subject", pa.int64()), ("property", pa.int32()), ("object", pa.int64())])
SUBCLASSES = pa.schema([("class", pa.int64()), ("superclass", pa.int64())])
_Values = Union["array[int]", list[str], list[bool]]
TABLES = {"entities": ENTITIES, "claims": CLAIMS, "subclasses": SUBCLASSES}


class Counts(NamedTuple):
    """What was read.

    Attributes:
        items: Lines that are items.
        others: Lines that are properties or lexemes.
        malformed: Lines that are no entities.
        malformed_at: Offset of the first of these; -1 if there is none.
        malformed_why: What is wrong with it.
        newest: The latest edit of an item, `2025-08-27T10:11:12Z`; empty if the dump does not say.
    """

    items: int = 0
    others: int = 0
    malformed: int = 0
    malformed_at: int = -1
    malformed_why: str = ""
    newest: str = ""

    def plus(self, other: Counts) -> Counts:
        """Adds what was read elsewhere in the dump."""
        at, why = min(
            ((part.malformed_at, part.malformed_why) for part in (self, other) if part.malformed),
            default=(-1, ""),
        )
        return Counts(
            self.items + other.items,
            self.others + other.others,
            self.malformed + other.malformed,
            at,
            why,
            max(self.newest, other.newest),
        )


class KeptPart(NamedTuple):
    """What is kept of a part of the dump.

    Attributes:
        counts: What was read.
        tables: Rows by the names of `TABLES`.
    """

    counts: Counts
    tables: dict[str, pa.RecordBatch]


def keep_part(part: Part) -> KeptPart:
    """Returns what is kept of some lines; reads them first if they are still in a file.

    Raises:
        InputError: The file cannot be read, or a line is too long to be an entity.
    """
    rows = _Rows()
    for offset, line in part.lines():
        text = line[:-2] if line.endswith(b"},\n") else line.strip(b" \t\r\n,")
        if len(text) > 1:
            rows.read(text, offset)
    return KeptPart(rows.counts(), rows.tables())


class _Rows:
    def __init__(self) -> None:
        self.others = 0
        self.malformed: list[tuple[int, str]] = []
        self.newest = ""
        self.ids, self.labels, self.classes = array("q"), list[str](), list[str]()
        self.is_head: list[bool] = []
        self.subjects, self.properties, self.objects = array("q"), array("i"), array("q")
        self.subclasses, self.superclasses = array("q"), array("q")

    def read(self, line: bytes, offset: int) -> None:
        try:
            kept = keep(line)
        except ValueError as error:
            self.malformed.append((offset, str(error)))
            return
        if kept is None:
            self.others += 1
        else:
            self.add(kept)

    def add(self, kept: Kept) -> None:
        id_, label, modified, classes, superclasses, claims = kept
        self.ids.append(id_)
        self.labels.append(label)
        self.classes.append(str(classes[0]) if len(classes) == 1 else " ".join(map(str, classes)))
        self.is_head.append(bool(label and claims))
        if modified > self.newest:
            self.newest = modified
        for property_, object_ in claims:
            self.subjects.append(id_)
            self.properties.append(property_)
            self.objects.append(object_)
        for superclass in superclasses:
            self.subclasses.append(id_)
            self.superclasses.append(superclass)

    def counts(self) -> Counts:
        at, why = self.malformed[0] if self.malformed else (-1, "")
        return Counts(len(self.ids), self.others, len(self.malformed), at, why, self.newest)

    def tables(self) -> dict[str, pa.RecordBatch]:
        columns: dict[str, list[_Values]] = {
            "entities": [self.ids, self.labels, self.classes, self.is_head],
            "claims": [self.subjects, self.properties, self.objects],
            "subclasses": [self.subclasses, self.superclasses],
        }
        return {name: _batch(TABLES[name], found) for name, found in columns.items()}


def _batch(schema: pa.Schema, columns: Sequence[_Values]) -> pa.RecordBatch:
    arrays = [_column(values, type_) for values, type_ in zip(columns, schema.types, strict=True)]
    return pa.record_batch(arrays, schema=schema)


def _column(values: _Values, type_: pa.DataType) -> pa.Array:
    if isinstance(values, array):
        return pa.Array.from_buffers(type_, len(values), [None, pa.py_buffer(values)])
    return pa.array(values, type_)
