"""What is kept of the lines of a dump: labels, types, and the claims that are wanted, as columns.

For each property only the best-ranked statements count: the preferred ones if there are any, else
the normal ones; never a deprecated one. That comes first. Then, where only current claims are
wanted, statements with an end time are left out. If one of the remaining values is
unknown, *no value*, or not an item, the property is left out altogether: it must not look as if it
had a single value. A value that is stated twice counts once.

Imported only where a dump is read: it needs pyarrow and msgspec.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, Union

import msgspec
import pyarrow as pa

from .lines import Part
from .selection import Selection

INSTANCE_OF = "P31"
SUBCLASS_OF = "P279"
END_TIME = "P582"
_TOO_LARGE = 10**18
_RANKS = ("preferred", "normal")


class Kept(NamedTuple):
    """What is kept of an item; ids are numbers, 142 for `Q142`.

    Attributes:
        id: Its id.
        label: Its English label, else that for all languages; empty if it has neither.
        modified: When it was last edited, `2025-08-27T10:11:12Z`; empty if the dump does not say.
        classes: The classes that it is an instance of.
        superclasses: The classes that it is a subclass of.
        claims: Its claims, as numbers of property and object.
    """

    id: int
    label: str
    modified: str
    classes: Sequence[int]
    superclasses: Sequence[int]
    claims: Sequence[tuple[int, int]]


class _Text(msgspec.Struct, gc=False):
    value: str = ""


class _Labels(msgspec.Struct, gc=False):
    en: _Text | None = None
    mul: _Text | None = None  # for all languages, where a language has none of its own


class _Value(msgspec.Struct, gc=False, rename={"type": "entity-type", "number": "numeric-id"}):
    type: str = ""
    id: str = ""
    number: int = 0  # dumps before 2017 have no `id`


# An empty object is written as an empty list, since PHP's arrays are both.
_List = list[msgspec.Raw]


class _DataValue(msgspec.Struct, gc=False):
    value: _Value | str | int | float | bool | _List | None = None


class _Snak(msgspec.Struct, gc=False):
    snaktype: str = "value"
    datavalue: _DataValue | None = None


class _Qualifier(msgspec.Struct, gc=False):
    snaktype: str = "value"


class _Qualifiers(msgspec.Struct, gc=False, rename={"end_times": END_TIME}):
    end_times: list[_Qualifier] = []


class _Statement(msgspec.Struct, gc=False):
    mainsnak: _Snak
    rank: str = "normal"
    qualifiers: _Qualifiers | _List | None = None


@dataclass(frozen=True)
class _Reader:
    """Decodes lines as far as a selection needs it.

    Attributes:
        decode: Returns an entity.
        claims: The type of its claims: the classes, the superclasses, the selected properties.
        properties: Number of each selected property, and whether its claims that ended count.
    """

    decode: Callable[[bytes], Any]
    claims: Any
    properties: Sequence[tuple[int, bool]]


@lru_cache(maxsize=4)
def _reader(selection: Selection) -> _Reader:
    names = dict.fromkeys((INSTANCE_OF, SUBCLASS_OF, *(id_ for id_, _ in selection.properties)))
    claims = msgspec.defstruct(
        "_Claims", [(id_, list[_Statement] | None, None) for id_ in names], gc=False
    )
    line = msgspec.defstruct(
        "_Line",
        [
            ("type", str),
            ("id", str),
            ("modified", str, ""),
            ("labels", _Labels | _List | None, None),
            ("claims", claims | _List | None, None),
        ],
        gc=False,
    )
    numbers = [(int(id_[1:]), is_current) for id_, is_current in selection.properties]
    return _Reader(msgspec.json.Decoder(line).decode, claims, numbers)


_fields = msgspec.structs.astuple


def keep(line: bytes, selection: Selection) -> Kept | None:
    """Returns what is kept of a line.

    Args:
        line: An entity as JSON, without the comma after it.
        selection: Which claims are kept.

    Returns:
        None if it is not an item but a property or a lexeme.

    Raises:
        ValueError: It is not valid JSON, or not an entity.
    """
    reader = _reader(selection)
    try:
        entity = reader.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(str(error)) from error
    except RecursionError as error:
        raise ValueError("too deeply nested") from error
    if entity.type != "item":
        return None
    number = _number(entity.id)
    if number is None:
        raise ValueError(f"{entity.id!r} is no id of an item")
    labels, claims = entity.labels, entity.claims
    stated = (labels.en or labels.mul) if isinstance(labels, _Labels) else None
    label = stated.value if stated else ""
    if not isinstance(claims, reader.claims):
        return Kept(number, label, entity.modified, (), (), ())
    classes, superclasses, *others = _fields(claims)
    return Kept(
        number,
        label,
        entity.modified,
        _classes(classes) if classes else (),
        _classes(superclasses) if superclasses else (),
        [
            (property_, object_)
            for (property_, is_current), statements in zip(reader.properties, others, strict=True)
            if statements
            for object_ in _objects(statements, is_current)
        ],
    )


def _classes(statements: Sequence[_Statement]) -> Sequence[int]:
    if len(statements) == 1:
        return tuple(_objects(statements, is_current=False))
    values = {_object(statement.mainsnak) for statement in _best(statements)}
    return sorted(value for value in values if value is not None)


def _objects(statements: Sequence[_Statement], is_current: bool) -> Collection[int]:
    """Returns the values of a property; none at all if one of them is not an item."""
    best = _best(statements)
    if is_current:
        best = [statement for statement in best if not _has_ended(statement)]
    if len(best) == 1:
        value = _object(best[0].mainsnak)
        return () if value is None else (value,)
    values = {_object(statement.mainsnak): None for statement in best}
    return () if None in values else [value for value in values if value is not None]


def _best(statements: Sequence[_Statement]) -> Sequence[_Statement]:
    if len(statements) == 1:  # nearly always
        return statements if statements[0].rank in _RANKS else ()
    for rank in _RANKS:
        best = [statement for statement in statements if statement.rank == rank]
        if best:
            return best
    return ()


def _has_ended(statement: _Statement) -> bool:
    qualifiers = statement.qualifiers
    return isinstance(qualifiers, _Qualifiers) and any(
        end.snaktype != "novalue" for end in qualifiers.end_times
    )


def _object(snak: _Snak) -> int | None:
    """Returns the number of the item that is a statement's value; None if it is not an item."""
    if snak.snaktype != "value" or snak.datavalue is None:
        return None
    value = snak.datavalue.value
    if not isinstance(value, _Value) or value.type != "item":
        return None
    return value.number if 0 < value.number < _TOO_LARGE else _number(value.id)


def _number(id_: str) -> int | None:
    digits = id_[1:]
    if id_[:1] != "Q" or not digits.isdecimal() or not digits.isascii() or len(digits) > 18:
        return None
    return int(digits)


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
        malformed: Lines that are not entities.
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


def keep_part(part: Part, selection: Selection) -> KeptPart:
    """Returns what is kept of some lines; reads them first if they are still in a file.

    Args:
        part: The lines.
        selection: Which claims are kept.

    Raises:
        InputError: The file cannot be read, or a line is too long to be an entity.
    """
    rows = _Rows(selection)
    for offset, line in part.lines():
        text = line[:-2] if line.endswith(b"},\n") else line.strip(b" \t\r\n,")
        if len(text) > 1:
            rows.read(text, offset)
    return KeptPart(rows.counts(), rows.tables())


class _Rows:
    def __init__(self, selection: Selection) -> None:
        self._selection = selection
        self.others = 0
        self.malformed: list[tuple[int, str]] = []
        self.newest = ""
        self.ids, self.labels, self.classes = array("q"), list[str](), list[str]()
        self.is_head: list[bool] = []
        self.subjects, self.properties, self.objects = array("q"), array("i"), array("q")
        self.subclasses, self.superclasses = array("q"), array("q")

    def read(self, line: bytes, offset: int) -> None:
        try:
            kept = keep(line, self._selection)
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
