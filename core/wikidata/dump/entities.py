"""What is kept of the lines of a dump: names, types, and what is wanted of claims, as columns.

A claim is a statement that names an item, and it is kept without rank and qualifiers.

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

from ...garbage import rare_collections
from ..items import END
from ..values import Special, Value, json_time, on_earth, quantity, text, written
from .lines import Part
from .selection import Selection

INSTANCE_OF = "P31"
SUBCLASS_OF = "P279"
_TOO_LARGE = 10**18
_RANKS = ("preferred", "normal")
_UNKNOWN, _NONE = written(Special.UNKNOWN), written(Special.NONE)
# Subject, property, whether it is preferred, value (`values.written`), qualifiers (a line each:
# id, tab, value).
_Stated = tuple[int, int, bool, str, str]


class Kept(NamedTuple):
    """What is kept of an item; ids are numbers, 142 for `Q142`.

    Attributes:
        id: Its id.
        label: Its English label, else that for all languages; empty if it has neither.
        modified: When it was last edited, `2025-08-27T10:11:12Z`; empty if the dump does not say.
        aliases: Its other names in English and for all languages, a line each.
        sitelinks: Number of pages about it.
        revision: Number of its last edit.
        classes: The classes that it is an instance of.
        superclasses: The classes that it is a subclass of.
        claims: Its claims, as numbers of property and object.
        statements: Its statements that are not deprecated, as rows of `STATEMENTS`.
    """

    id: int
    label: str
    modified: str
    aliases: str = ""
    sitelinks: int = 0
    revision: int = 0
    classes: Sequence[int] = ()
    superclasses: Sequence[int] = ()
    claims: Sequence[tuple[int, int]] = ()
    statements: Sequence[_Stated] = ()


class _Text(msgspec.Struct, gc=False):
    value: str = ""


class _Labels(msgspec.Struct, gc=False):
    en: _Text | None = None
    mul: _Text | None = None  # for all languages, where a language has none of its own


class _Aliases(msgspec.Struct, gc=False):
    en: list[_Text] = []
    mul: list[_Text] = []


class _Sitelink(msgspec.Struct, gc=False):
    pass


class _Value(msgspec.Struct, gc=False, rename={"type": "entity-type", "number": "numeric-id"}):
    type: str = ""
    id: str = ""
    number: int = 0  # dumps before 2017 have no `id`
    time: str | None = None
    precision: float | None = None
    calendarmodel: str = ""
    amount: str | None = None
    unit: str = ""
    latitude: float | None = None
    longitude: float | None = None
    globe: str | None = None
    text: str | None = None
    language: str = ""


# An empty object is written as an empty list, since PHP's arrays are both.
_List = list[msgspec.Raw]


class _DataValue(msgspec.Struct, gc=False):
    value: _Value | str | int | float | bool | _List | None = None


class _Snak(msgspec.Struct, gc=False):
    snaktype: str = "value"
    datavalue: _DataValue | None = None


_fields = msgspec.structs.astuple


class _Wanted(NamedTuple):
    """What is kept of a property.

    Attributes:
        number: Its number.
        is_current: Whether claims that have ended are left out; None if no claims are kept.
        qualifiers: Ids of the qualifiers that are kept; None if no statements are kept.
    """

    number: int
    is_current: bool | None
    qualifiers: tuple[str, ...] | None


@dataclass(frozen=True)
class _Reader:
    """Decodes lines as far as a selection needs it.

    Attributes:
        decode: Returns an entity.
        claims: The type of its claims: the classes, the superclasses, the selected properties.
        properties: What is kept of each of these.
    """

    decode: Callable[[bytes], Any]
    claims: Any
    properties: Sequence[_Wanted]


@lru_cache(maxsize=4)
def _reader(selection: Selection) -> _Reader:
    are_current, qualifiers = dict(selection.properties), dict(selection.statements)
    names = list(dict.fromkeys((INSTANCE_OF, SUBCLASS_OF, *are_current, *qualifiers)))
    every = {END, *(id_ for wanted in qualifiers.values() for id_ in wanted)}
    said = msgspec.defstruct(
        "_Qualifiers", [(id_, list[_Snak], []) for id_ in sorted(every)], gc=False
    )
    statement = msgspec.defstruct(
        "_Statement",
        [
            ("mainsnak", _Snak),
            ("rank", str, "normal"),
            ("qualifiers", said | _List | None, None),
        ],
        gc=False,
    )
    statements: Any = list[statement]  # type: ignore[valid-type]
    claims = msgspec.defstruct(
        "_Claims", [(id_, statements | None, None) for id_ in names], gc=False
    )
    line = msgspec.defstruct(
        "_Line",
        [
            ("type", str),
            ("id", str),
            ("modified", str, ""),
            ("labels", _Labels | _List | None, None),
            ("aliases", _Aliases | _List | None, None),
            ("sitelinks", dict[str, _Sitelink] | _List | None, None),
            ("lastrevid", int, 0),
            ("claims", claims | _List | None, None),
        ],
        gc=False,
    )
    wanted = [_Wanted(int(id_[1:]), are_current.get(id_), qualifiers.get(id_)) for id_ in names]
    return _Reader(msgspec.json.Decoder(line).decode, claims, wanted)


def keep(line: bytes, selection: Selection) -> Kept | None:
    """Returns what is kept of a line.

    Args:
        line: An entity as JSON, without the comma after it.
        selection: Which claims and statements are kept.

    Returns:
        None if it is not an item but a property or a lexeme.

    Raises:
        ValueError: It is not valid JSON, or not an entity.
    """
    return _kept(line, _reader(selection))


def _kept(line: bytes, reader: _Reader) -> Kept | None:
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
    labels, claims, names = entity.labels, entity.claims, entity.aliases
    stated = (labels.en or labels.mul) if isinstance(labels, _Labels) else None
    label = stated.value if stated else ""
    aliases = _lines(names) if isinstance(names, _Aliases) and (names.en or names.mul) else ""
    named = (
        number, label, entity.modified, aliases, len(entity.sitelinks or ()), entity.lastrevid
    )  # fmt: skip
    if not isinstance(claims, reader.claims):
        return Kept(*named)
    values = _fields(claims)
    found, statements = _wanted(reader, number, values)
    classes, superclasses = values[:2]
    return Kept(
        *named,
        _classes(classes) if classes else (),
        _classes(superclasses) if superclasses else (),
        found,
        statements,
    )


def _wanted(
    reader: _Reader, subject: int, values: Sequence[Any]
) -> tuple[list[tuple[int, int]], list[_Stated]]:
    """Returns the claims and the statements that are kept of an item."""
    claims: list[tuple[int, int]] = []
    statements: list[_Stated] = []
    for wanted, every in zip(reader.properties, values, strict=True):
        if not every:  # nearly always
            continue
        property_, is_current, qualifiers = wanted
        if is_current is not None:
            claims += [(property_, object_) for object_ in _objects(every, is_current)]
        if qualifiers is not None:
            statements += [
                (
                    subject, property_, each.rank == "preferred", _written(each.mainsnak),
                    _qualified(each.qualifiers, qualifiers)
                    if qualifiers and each.qualifiers else "",
                )
                for each in every
                if each.rank in _RANKS
            ]  # fmt: skip
    return claims, statements


def _lines(names: _Aliases) -> str:
    return "\n".join(sorted({" ".join(name.value.split()) for name in (*names.en, *names.mul)}))


def _qualified(said: Any, qualifiers: tuple[str, ...]) -> str:
    if isinstance(said, list):
        return ""
    found = ((id_, _written(snak)) for id_ in qualifiers for snak in getattr(said, id_))
    return "\n".join(f"{id_}\t{value}" for id_, value in found)


def _written(snak: _Snak) -> str:
    """Returns the text of a value, as `values.written` has it."""
    if snak.snaktype != "value" or snak.datavalue is None:
        return _NONE if snak.snaktype == "novalue" else _UNKNOWN
    value = snak.datavalue.value
    if isinstance(value, _Value):
        if value.type == "item":
            number = value.number if 0 < value.number < _TOO_LARGE else _number(value.id)
            return _UNKNOWN if number is None else f"Q{number}"
        if value.time is not None:
            return _written_time(value.time, int(value.precision or 0), value.calendarmodel)
        return written(_structured(value) or Special.UNKNOWN)
    return written(text(value, "")) if isinstance(value, str) else _UNKNOWN


@lru_cache(maxsize=1 << 16)  # many things happened on the same days
def _written_time(said: str, precision: int, calendar: str) -> str:
    return written(json_time(said, precision, calendar) or Special.UNKNOWN)


def _structured(value: _Value) -> Value | None:
    if value.amount is not None:
        return quantity(value.amount, value.unit)
    if value.latitude is not None and value.longitude is not None:
        return on_earth(value.latitude, value.longitude, value.globe)
    return None if value.text is None else text(value.text, value.language)


def _classes(statements: Sequence[Any]) -> Sequence[int]:
    if len(statements) == 1:
        return tuple(_objects(statements, is_current=False))
    values = {_object(statement.mainsnak) for statement in _best(statements)}
    return sorted(value for value in values if value is not None)


def _objects(statements: Sequence[Any], is_current: bool) -> Collection[int]:
    """Returns the values of a property; none at all if one of them is not an item."""
    best = _best(statements)
    if is_current:
        best = [statement for statement in best if not _has_ended(statement)]
    if len(best) == 1:
        value = _object(best[0].mainsnak)
        return () if value is None else (value,)
    values = {_object(statement.mainsnak): None for statement in best}
    return () if None in values else [value for value in values if value is not None]


def _best(statements: Sequence[Any]) -> Sequence[Any]:
    if len(statements) == 1:  # nearly always
        return statements if statements[0].rank in _RANKS else ()
    for rank in _RANKS:
        best = [statement for statement in statements if statement.rank == rank]
        if best:
            return best
    return ()


def _has_ended(statement: Any) -> bool:
    qualifiers = statement.qualifiers
    if qualifiers is None or isinstance(qualifiers, list):
        return False
    return any(end.snaktype != "novalue" for end in getattr(qualifiers, END))


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
        ("aliases", pa.string()),  # a line each
        ("sitelinks", pa.int32()),
        ("revision", pa.int64()),
        ("classes", pa.string()),  # instance of: numbers with a space between
        ("is_head", pa.bool_()),  # has a label and claims
    ]
)
CLAIMS = pa.schema([("subject", pa.int64()), ("property", pa.int32()), ("object", pa.int64())])
SUBCLASSES = pa.schema([("class", pa.int64()), ("superclass", pa.int64())])
STATEMENTS = pa.schema(
    [
        ("subject", pa.int64()),
        ("property", pa.int32()),
        ("is_preferred", pa.bool_()),
        ("value", pa.string()),
        ("qualifiers", pa.string()),
    ]
)
_Values = Union["array[int]", list[str], list[bool]]
TABLES = {
    "entities": ENTITIES,
    "claims": CLAIMS,
    "subclasses": SUBCLASSES,
    "statements": STATEMENTS,
}


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
    rows = _Rows(_reader(selection))
    with rare_collections():
        for offset, line in part.lines():
            text = line[:-2] if line.endswith(b"},\n") else line.strip(b" \t\r\n,")
            if len(text) > 1:
                rows.read(text, offset)
    return KeptPart(rows.counts(), rows.tables())


class _Rows:
    def __init__(self, reader: _Reader) -> None:
        self._reader = reader
        self.others = 0
        self.malformed: list[tuple[int, str]] = []
        self.newest = ""
        self.ids, self.labels, self.classes = array("q"), list[str](), list[str]()
        self.aliases, self.sitelinks, self.revisions = list[str](), array("i"), array("q")
        self.is_head: list[bool] = []
        self.subjects, self.properties, self.objects = array("q"), array("i"), array("q")
        self.subclasses, self.superclasses = array("q"), array("q")
        self.statements: list[_Stated] = []

    def read(self, line: bytes, offset: int) -> None:
        try:
            kept = _kept(line, self._reader)
        except ValueError as error:
            self.malformed.append((offset, str(error)))
            return
        if kept is None:
            self.others += 1
        else:
            self.add(kept)

    def add(self, kept: Kept) -> None:
        id_, label, modified, aliases, sitelinks, revision, classes, superclasses, claims, said = (
            kept
        )
        self.ids.append(id_)
        self.labels.append(label)
        self.aliases.append(aliases)
        self.sitelinks.append(sitelinks)
        self.revisions.append(revision)
        self.statements += said
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
            "entities": [
                self.ids, self.labels, self.aliases, self.sitelinks, self.revisions, self.classes,
                self.is_head,
            ],
            "claims": [self.subjects, self.properties, self.objects],
            "subclasses": [self.subclasses, self.superclasses],
            "statements": [list(column) for column in zip(*self.statements, strict=True)]
            or [[] for _ in STATEMENTS],
        }  # fmt: skip
        return {name: _batch(TABLES[name], found) for name, found in columns.items()}


def _batch(schema: pa.Schema, columns: Sequence[_Values]) -> pa.RecordBatch:
    arrays = [_column(values, type_) for values, type_ in zip(columns, schema.types, strict=True)]
    return pa.record_batch(arrays, schema=schema)


def _column(values: _Values, type_: pa.DataType) -> pa.Array:
    if isinstance(values, array):
        return pa.Array.from_buffers(type_, len(values), [None, pa.py_buffer(values)])
    return pa.array(values, type_)
