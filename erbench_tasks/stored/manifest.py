"""What a generated benchmark was made from: `benchmark.json` beside its items (Section 3.4)."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from ...core.errors import InputError
from ...core.json_files import read_record
from ..demonstrations import SPLIT
from ..spec.spec import Signature

FILE = "benchmark.json"
# Beside the items of a question type.
DEMONSTRATIONS = f"{SPLIT}-00000-of-00001.parquet"
SCHEMA_VERSION = 2  # 1: of specifications in the language before queries


def shard_name(number: int, count: int) -> str:
    """Returns the file name of a shard of a question type's items, counted from 0."""
    return f"test-{number:05d}-of-{count:05d}.parquet"


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class TableRecord(_Strict):
    """A table that the questions are made from.

    Attributes:
        columns: Column name to its type in the database, as text; only those that a query names.
        unasked: Those of the columns whose values no item has: they join tables, or are in
            conditions.
        primary_key: Names of the key's columns; empty if a query lacks one.
        foreign_keys: Columns, joined by commas, to the `table(columns)` that they refer to; only
            keys whose columns are in the record.
    """

    columns: dict[str, str]
    unasked: list[str] = []
    primary_key: list[str] = []
    foreign_keys: dict[str, str] = {}


class QuestionType(_Strict):
    """The items of one question type.

    Attributes:
        items: Their number, at least 1.
        digest: 16 hexadecimal digits that depend on their ids, in order.
        details: Likewise, on what no id depends on: popularities, and kinds of values.
        demonstrations: Number of items in the split `fewshot`.
        demonstrations_digest: As `digest`, of those; empty if there are none.
    """

    items: int = Field(ge=1)
    digest: str
    details: str = ""
    demonstrations: int = Field(default=0, ge=0)
    demonstrations_digest: str = ""


class Manifest(_Strict):
    """The record of one generation: the same record gives the same items.

    Attributes:
        schema_version: Version of this record.
        name: Name of the benchmark, such as `movie`.
        version: Version of erbench-track that generated it.
        engine: Kind of database, such as `postgresql`.
        fingerprint: 32 hexadecimal digits that depend on every tuple that the questions are made
            from, whatever engine holds it and in whatever order.
        seed: Decides which options are false, and which entities are sampled.
        max_items: The largest number of items that was asked for; None for all.
        popularity: The part of the entities that was asked about, such as `0:0.25`; None for all.
        none_share: Share of questions whose right option is *None of the above*; None: no such
            option.
        passages: Whether single-hop questions come with a passage.
        named_in_passages: Question type to the number of questions whose passages have the value
            that is asked for, because the source has it.
        images: Whether items have images.
        personal_data: Why personal data may be asked about; None if none is.
        of_package: Whether what it asks is part of our package, and was read before it came there.
        signed: Who has signed the specification as it was then; None if nobody has.
        signed_before: Who had signed it before it was changed; None if nobody has.
        spec: Text of the specification, without what no question uses, and without comments.
        templates: Name of each template file that the specification names to its text.
        tables: The schema, table by table.
        functional_dependencies: Relation to the dependencies that are asked about, as text.
        question_types: Question type to its items, in the order of generation.
    """

    schema_version: int = SCHEMA_VERSION
    name: str
    version: str
    engine: str
    fingerprint: str
    seed: int
    max_items: int | None = None
    popularity: str | None = None
    none_share: float | None = None
    passages: bool = False
    named_in_passages: dict[str, int] = {}
    images: bool = False
    personal_data: str | None = None
    of_package: bool = False
    signed: Signature | None = None
    signed_before: Signature | None = None
    spec: str
    templates: dict[str, str] = {}
    tables: dict[str, TableRecord]
    functional_dependencies: dict[str, list[str]]
    question_types: dict[str, QuestionType]

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """Reads the record of a generated benchmark.

        Args:
            folder: A folder that `erbench-track generate` wrote.

        Raises:
            InputError: There is none, it is malformed, or another version wrote it.
        """
        path = folder / FILE
        record = read_record(cls, path, SCHEMA_VERSION, "erbench-track generate")
        if record.schema_version < SCHEMA_VERSION:
            raise InputError(f"{path}: an earlier erbench-track wrote it; generate it again")
        return record

    def write(self, folder: Path) -> None:
        """Writes the record into a folder that is being made."""
        content = self.model_dump_json(indent=2)
        (folder / FILE).write_bytes(content.encode() + b"\n")
