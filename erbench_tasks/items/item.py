"""The record of one ERBench question, and its shape as a dataset and as an Arrow table.

Question types are `bn_yes` (basic), `bn_no` (negated) and `mc` (multiple choice; Section 3.1),
`mh_yes` and `mh_no` (multi-hop; Section 3.3), `known_bn`, `known_mc` and `known_mh` (knowledge;
Appendix B.2), and `bn_altered` (a false premise; not in the paper).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, islice
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ...core.errors import InputError
from ...core.hashing import stable_hash

if TYPE_CHECKING:
    from datasets import Features
    from pyarrow import Array, DataType, RecordBatch, Schema, Table

BATCH = 5_000
BATCH_OF_IMAGES = 100  # whose bytes are in memory at the same time
Match = Literal["any", "all"]


@dataclass(frozen=True, slots=True)
class Picture:
    """An image in the local cache, which is put before a question (Section 4.4).

    Attributes:
        digest: Hash of what it was made from, on which an item's id depends; empty if the item
            comes from a row, which has its id.
        path: The PNG file, on this machine; it is named after its content.
        kind: Where it is from: `file`, `url`, `blob`; `title_card` or `crest` if it was drawn.
            Empty: there is no image.
    """

    digest: str = field(default="", compare=False)
    path: str = ""
    kind: str = ""

    def __bool__(self) -> bool:
        """Whether there is an image."""
        return bool(self.kind)

    def __str__(self) -> str:
        """What counts where rows are compared by their texts."""
        return self.digest


NO_PICTURE = Picture()


class RationaleElement(NamedTuple):
    """What a correct rationale must mention at one hop (Section 3.2).

    Attributes:
        hop: Position in the chain of relations, from 1.
        attribute: Name of the attribute that the functional dependency infers.
        values: Accepted values, the database's own spelling first.
        match: `any` if one of the values suffices (aliases, several matching tuples),
            `all` if every value must appear.
        kind: What kind of values they are, which says how else they may be written
            (`core.values.kinds.Kind`); empty: it is guessed. No id depends on it.
    """

    hop: int
    attribute: str
    values: tuple[str, ...]
    match: Match = "any"
    kind: str = ""


# Frozen, it would take a fifth longer to make; nobody changes one all the same.
@dataclass(slots=True)
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
        picture: Image put before the question (multimodal questions), or none.
        popularity: The entity's popularity, where the source has it, as large as it likes. No id
            depends on it: what is read more often today is the same question.
        id: Stable hash of all else: a changed question is another item.
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
    picture: Picture = NO_PICTURE
    popularity: float | None = None
    id: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        """Derives the id from the content."""
        if not self.id:
            self.id = stable_hash(self._content())

    def _content(self) -> list[str]:
        """Returns the content as texts, in which every list is preceded by its length."""
        content = [
            self.domain, self.question_type, str(self.variant), self.entity_id, self.entity,
            self.question, self.answer, self.fd, self.context,
            str(len(self.options)), *self.options,
        ]  # fmt: skip
        for hop, attribute, values, match, _ in self.rationale:
            content += (str(hop), attribute, match, str(len(values)), *values)
        if self.picture is not NO_PICTURE and self.picture:
            content.append(self.picture.digest)
        return content

    @property
    def image(self) -> dict[str, Any] | None:
        """The image in the form of a `datasets.Image` column: a file of this machine."""
        return {"bytes": None, "path": self.picture.path} if self.picture else None

    @property
    def image_kind(self) -> str:
        """Where the image is from; empty if there is none."""
        return self.picture.kind

    def to_row(self) -> dict[str, Any]:
        """Returns the item as plain values, in the shape of `features()`."""
        row = {name: getattr(self, name) for name in COLUMNS}
        row["options"] = list(self.options)
        row["rationale"] = [
            {**element._asdict(), "values": list(element.values)} for element in self.rationale
        ]
        if self.picture:
            row |= {name: getattr(self, name) for name in IMAGE_COLUMNS}
        return row

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> Item:
        """Returns the item of a row that `to_row` made, or that a generated benchmark has.

        Args:
            row: The row; its image is a file of this machine, or there is none.

        Raises:
            InputError: The image is in the row, and not a file of this machine.
        """
        picture = NO_PICTURE
        if image := row.get("image"):
            if image["bytes"] is not None:
                raise InputError(f"item {row['id']}: its image is not a file of this machine")
            picture = Picture(path=image["path"], kind=row["image_kind"])
        rationale = tuple(
            RationaleElement(**{**element, "values": tuple(element["values"])})
            for element in row["rationale"]
        )
        special = {"options": tuple(row["options"]), "rationale": rationale, "picture": picture}
        return cls(**{name: row[name] for name in COLUMNS} | special)


_NO_COLUMNS = ("id", "picture")
COLUMNS = ("id", *(f.name for f in dataclasses.fields(Item) if f.name not in _NO_COLUMNS))
# Further columns of a benchmark with images.
IMAGE_COLUMNS = ("image", "image_kind")
# What scoring needs.
_SCORED = {"question": str, "answer": str, "options": list, "rationale": list}


def columns(images: bool = False) -> tuple[str, ...]:
    """Returns the names of the columns of an ERBench dataset, with or without images."""
    return COLUMNS + IMAGE_COLUMNS if images else COLUMNS


def arrow_schema(images: bool = False) -> Schema:
    """Returns the columns of an ERBench dataset, with or without images, as Arrow has them."""
    import pyarrow as pa

    text, number = pa.string(), pa.int32()
    texts = pa.list_(text)
    element = {"hop": number, "attribute": text, "values": texts, "match": text, "kind": text}
    special = {
        "popularity": pa.float64(),
        "variant": number,
        "options": texts,
        "rationale": pa.list_(pa.struct(element.items())),
        "image": pa.struct({"bytes": pa.binary(), "path": text}.items()),
    }
    return pa.schema([(name, special.get(name, text)) for name in columns(images)])


def features(images: bool = False) -> Features:
    """Returns the columns of an ERBench dataset, with or without images, as `datasets` has them."""
    from datasets import Features, Image

    found = Features.from_arrow_schema(arrow_schema(images))
    return Features({**found, "image": Image()}) if images else found


def has_image(doc: Mapping[str, Any]) -> bool:
    """Tells whether a recorded document is of a question about an image."""
    return bool(doc.get("image_kind"))


def check_doc(doc: Mapping[str, Any], question_type: str | None = None, where: str = "doc") -> None:
    """Checks that a recorded document has what scoring needs.

    Args:
        doc: A document of a samples file.
        question_type: The type that the task asks, if it asks one.
        where: What errors call the document.

    Raises:
        InputError: A field is missing or of another type, or the document is of another task.
    """
    for field_name, kind in _SCORED.items():
        if not isinstance(doc.get(field_name), kind):
            raise InputError(f"field '{where}.{field_name}' is missing or no {kind.__name__}")
    if not all(isinstance(option, str) for option in doc["options"]):
        raise InputError(f"field '{where}.options' holds something other than text")
    for index, element in enumerate(doc["rationale"]):
        _check_element(element, f"'{where}.rationale[{index}]")
    recorded = doc.get("question_type")
    if question_type is not None and recorded != question_type:
        raise InputError(
            f"field '{where}.question_type' is {recorded!r}, the task asks {question_type!r}: "
            "samples of another task?"
        )


def _check_element(element: Any, where: str) -> None:
    if not isinstance(element, dict) or not isinstance(element.get("values"), list):
        raise InputError(f"field {where}.values' is missing or not a list")
    if element.get("match") not in ("any", "all"):
        raise InputError(f"field {where}.match' is neither 'any' nor 'all'")
    if not element["values"] or not all(isinstance(value, str) for value in element["values"]):
        raise InputError(f"field {where}.values' is empty, or holds something other than text")
    for name in ("attribute", "kind"):
        if not isinstance(element.get(name) or "", str):
            raise InputError(f"field {where}.{name}' is no text")


def record_batch(
    items: Sequence[Item], *, images: bool = False, embed: bool = False
) -> RecordBatch:
    """Returns items as a record batch.

    Building column by column takes a tenth of the time that rows of dictionaries take.

    Args:
        items: The items.
        images: Whether they have images.
        embed: Whether the table has the bytes of the images, and not their paths on this machine.
    """
    from pyarrow import RecordBatch

    schema = arrow_schema(images)
    arrays = [
        _image_files(items, of.type, embed=embed)
        if of.name == "image"
        else _column(list(map(attrgetter(of.name), items)), of.type)
        for of in schema
    ]
    return RecordBatch.from_arrays(arrays, schema=schema)


def item_table(items: Iterable[Item], *, images: bool = False) -> Table:
    """Returns all items as a table; their images, if they have some, stay files of this machine."""
    from pyarrow import Table

    schema = arrow_schema(images)
    remaining = iter(items)
    batches = iter(lambda: list(islice(remaining, BATCH)), [])
    made = (record_batch(some, images=images) for some in batches)
    return Table.from_batches(made, schema=schema)


def _image_files(items: Sequence[Item], kind: DataType, *, embed: bool) -> Array:
    """Returns images as files of this machine, or as their bytes, each with its file's name."""
    import pyarrow as pa

    files = [Path(item.picture.path) if item.picture and embed else None for item in items]
    embedded = [f and {"bytes": f.read_bytes(), "path": f.name} for f in files]
    return pa.array(embedded if embed else [item.image for item in items], kind)


def _column(values: list[Any], kind: DataType) -> Array:
    """Returns an array of plain values, of lists of them, or of lists of records."""
    import pyarrow as pa

    if pa.types.is_struct(kind):
        arrays = [_column(list(map(attrgetter(of.name), values)), of.type) for of in kind]
        return pa.StructArray.from_arrays(arrays, fields=list(kind))
    if not pa.types.is_list(kind):
        return pa.array(values, kind)
    offsets = pa.array([0, *accumulate(map(len, values))], pa.int32())
    inner = _column(list(chain.from_iterable(values)), kind.value_type)
    return pa.ListArray.from_arrays(offsets, inner, type=kind)
