"""What a generated benchmark was made from: `benchmark.json` beside its items (Section 3.4)."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from ...core.json_files import read_record
from ..demonstrations import SPLIT

FILE = "benchmark.json"
# Beside the items of a question type.
DEMONSTRATIONS = f"{SPLIT}-00000-of-00001.parquet"
SCHEMA_VERSION = 1


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class TableRecord(_Strict):
    """A table that the questions are made from.

    Attributes:
        columns: Column name to its type in the database, as text; only those that are used.
        primary_key: Names of the key's columns.
        foreign_keys: Columns, joined by commas, to the `table(columns)` that they refer to.
    """

    columns: dict[str, str]
    primary_key: list[str] = []
    foreign_keys: dict[str, str] = {}


class QuestionType(_Strict):
    """The items of one question type.

    Attributes:
        items: Their number, at least 1.
        digest: 16 hexadecimal digits that depend on their ids, in order.
        kinds: The attributes of their rationales to what kind of values those have.
        demonstrations: Number of items in the split `fewshot`.
        demonstrations_digest: As `digest`, of those; empty if there are none.
    """

    items: int = Field(ge=1)
    digest: str
    kinds: dict[str, str] = {}
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
        sample: Number of entities asked about per question entry, in folders of earlier versions.
        max_items: The largest number of items that was asked for; None for all.
        none_share: Share of questions whose right option is *None of the above*; None: no such
            option.
        passages: Whether single-hop questions come with a passage.
        images: Whether items have images.
        spec: Text of the specification.
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
    sample: int | None = None
    max_items: int | None = None
    none_share: float | None = None
    passages: bool = False
    images: bool = False
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
            InputError: There is none, it is malformed, or a later version wrote it.
        """
        return read_record(cls, folder / FILE, SCHEMA_VERSION, "erbench-track generate")

    def write(self, folder: Path) -> None:
        """Writes the record into a folder that is being made."""
        # What is not used is not in the record, which is then the same as before it existed.
        unused = {name for name in ("images", "max_items") if not getattr(self, name)}
        text = self.model_dump_json(indent=2, exclude=unused)
        (folder / FILE).write_text(text + "\n", encoding="utf-8")
