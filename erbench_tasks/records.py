"""The record of one ERBench question, and its shape as a Hugging Face dataset.

Question types are `bn_yes` (basic), `bn_no` (negated) and `mc` (multiple choice; Section 3.1),
`mh_yes` and `mh_no` (multi-hop; Section 3.3), `known_bn` and `known_mc` (knowledge; Appendix B.2).
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from .errors import InputError

if TYPE_CHECKING:
    from datasets import Features

SCHEMA_VERSION = 1
Match = Literal["any", "all"]


@dataclass(frozen=True, slots=True)
class RationaleElement:
    """What a correct rationale must mention at one hop (Section 3.2).

    Attributes:
        hop: Position in the chain of relations, from 1.
        attribute: Name of the attribute that the functional dependency infers.
        values: Accepted values, the database's own spelling first.
        match: `any` if one of the values suffices (aliases, several matching tuples),
            `all` if every value must appear.
    """

    hop: int
    attribute: str
    values: tuple[str, ...]
    match: Match = "any"


@dataclass(frozen=True, slots=True)
class Item:
    """One question with what verifies its answer and its rationale.

    Attributes:
        domain: Name of the benchmark, such as `movie`.
        question_type: One of the types above.
        variant: Index of the paraphrase, from 0.
        entity_id: Stable hash of the entity's key in the database.
        entity: The entity's name, for people.
        question: The question, without its options.
        options: Texts of the options in order (multiple choice only).
        answer: `yes`, `no`, `option N` with N from 1, or `none of the above`.
        rationale: One element per hop, in order.
        fd: The functional dependency, as text.
        context: Passage put before the question (knowledge augmentation), or empty.
        id: Stable hash of all of the above: a changed question is another item.
    """

    domain: str
    question_type: str
    variant: int
    entity_id: str
    entity: str
    question: str
    options: tuple[str, ...]
    answer: str
    rationale: tuple[RationaleElement, ...]
    fd: str
    context: str = ""
    id: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        """Derives the id from the content."""
        if not self.id:
            content = [value for name, value in _fields_of(self) if name != "id"]
            object.__setattr__(self, "id", stable_hash(content, default=_fields_of))

    def to_row(self) -> dict[str, Any]:
        """Returns the item as plain values, in the shape of `features()`."""
        row = dict(_fields_of(self))
        row["options"] = list(self.options)
        row["rationale"] = [
            {**dict(_fields_of(element)), "values": list(element.values)}
            for element in self.rationale
        ]
        return {name: row[name] for name in COLUMNS}


def _fields_of(record: Item | RationaleElement) -> list[tuple[str, Any]]:
    return [(name, getattr(record, name)) for name in record.__slots__]


COLUMNS = ("id", *(field.name for field in dataclasses.fields(Item) if field.name != "id"))


def stable_hash(content: Any, **json_options: Any) -> str:
    """Returns 16 hexadecimal digits that depend on the content alone, on any machine."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), **json_options)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def features() -> Features:
    """Returns the columns of an ERBench dataset and their types."""
    from datasets import Features, List, Value

    text, number = Value("string"), Value("int32")
    element = {"hop": number, "attribute": text, "values": List(text), "match": text}
    special = {"variant": number, "options": List(text), "rationale": List(element)}
    return Features({name: special.get(name, text) for name in COLUMNS})


def check_doc(doc: Mapping[str, Any], question_type: str | None = None) -> None:
    """Checks that a recorded document has what scoring needs.

    Args:
        doc: A document of a samples file.
        question_type: The type that the task asks, if it asks one.

    Raises:
        InputError: A field is missing or of another type, or the document is of another task.
    """
    for field_name, kind in (
        ("question", str),
        ("answer", str),
        ("options", list),
        ("rationale", list),
    ):
        if not isinstance(doc.get(field_name), kind):
            raise InputError(f"field 'doc.{field_name}' is missing or no {kind.__name__}")
    for index, element in enumerate(doc["rationale"]):
        where = f"'doc.rationale[{index}]"
        if not isinstance(element, dict) or not isinstance(element.get("values"), list):
            raise InputError(f"field {where}.values' is missing or no list")
        if element.get("match") not in ("any", "all"):
            raise InputError(f"field {where}.match' is neither 'any' nor 'all'")
    recorded = doc.get("question_type")
    if question_type is not None and recorded != question_type:
        raise InputError(
            f"field 'doc.question_type' is {recorded!r}, the task asks {question_type!r}: "
            "samples of another task?"
        )
