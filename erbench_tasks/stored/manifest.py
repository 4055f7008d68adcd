"""What a generated benchmark was made from: `benchmark.json` beside its items (Section 3.4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from ...core.json_files import read_record
from ..demonstrations import SPLIT
from ..spec.reduced import reduced_text, without_comments
from ..spec.spec import BenchmarkSpec, JoinedTable, RelationSpec, table_of

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
        foreign_keys: Columns, joined by commas, to the `table(columns)` that they refer to, by a
            declared key or by `on`.
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
        popularity_digest: Likewise, of the popularities; empty if none is known.
    """

    items: int = Field(ge=1)
    digest: str
    kinds: dict[str, str] = {}
    demonstrations: int = Field(default=0, ge=0)
    demonstrations_digest: str = ""
    popularity_digest: str = ""


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
        popularity: The part of the entities that was asked about, such as `0:0.25`; None for all.
        none_share: Share of questions whose right option is *None of the above*; None: no such
            option.
        passages: Whether single-hop questions come with a passage.
        named_in_passages: Question type to the number of questions whose passages have the value
            that is asked for, because the source has it.
        images: Whether items have images.
        personal_data: Why personal data may be asked about; None if none is.
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
    sample: int | None = None
    max_items: int | None = None
    popularity: str | None = None
    none_share: float | None = None
    passages: bool = False
    named_in_passages: dict[str, int] = {}
    images: bool = False
    personal_data: str | None = None
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
        (folder / FILE).write_bytes(self.to_bytes())

    def to_bytes(self) -> bytes:
        """Returns the content of the record's file."""
        # What is not used is not in the record, which is then the same as before it existed.
        optional = ("images", "max_items", "named_in_passages", "personal_data", "popularity")
        unused = {name for name in optional if not getattr(self, name)}
        return self.model_dump_json(indent=2, exclude=unused).encode() + b"\n"

    def only_asked(self) -> Manifest:
        """Returns the record without what no question uses, and without comments.

        Earlier versions recorded the whole text of the specification, and the keys of its tables.
        """
        found = reduced_text(self.spec, passages=self.passages)
        if found is None:
            return self
        spec_text, spec = found
        templates = {name: without_comments(text) for name, text in self.templates.items()}
        tables = _only_used(self.tables, spec)
        update = {"spec": spec_text, "templates": templates, "tables": tables}
        return self.model_copy(update=update)


def _only_used(tables: Mapping[str, TableRecord], spec: BenchmarkSpec) -> dict[str, TableRecord]:
    """Returns the tables of a specification with what it asks about and joins along."""
    columns: dict[str, set[str]] = defaultdict(set)
    keys: dict[str, dict[str, str]] = defaultdict(dict)
    for relation in spec.relations.values():
        real = {t.name: _recorded(tables, t, spec.database_schema) for t in relation.tables}
        for name, table in real.items():
            columns[table].update(relation.columns_of(name))
        for source, key, target, referred in _joins(tables, relation, real):
            keys[source][key] = referred
            columns[source].update(key.split(", "))
            columns[target].update(referred.rpartition("(")[2].removesuffix(")").split(", "))
    return {
        name: TableRecord(
            columns={c: kind for c, kind in record.columns.items() if c in columns[name]},
            primary_key=record.primary_key if columns[name].issuperset(record.primary_key) else [],
            foreign_keys=keys[name],
        )
        for name, record in tables.items()
        if name in columns
    }


def _recorded(tables: Iterable[str], table: JoinedTable, schema: str | None) -> str:
    """Returns the name by which a table is recorded; it may be spelled otherwise, or be missing."""
    folded = {name.casefold(): name for name in tables}
    where = table.database_schema or schema
    called = [f"{where}.{table.table}", table.table] if where else [table.table]
    exact = (name for name in called if name in folded.values())
    near = (folded[name.casefold()] for name in called if name.casefold() in folded)
    return next(exact, next(near, ""))


def _joins(
    tables: Mapping[str, TableRecord], relation: RelationSpec, real: Mapping[str, str]
) -> Iterator[tuple[str, str, str, str]]:
    """Yields the foreign keys that a relation joins along.

    Args:
        tables: The tables by their names.
        relation: The relation.
        real: Its names of tables to those of `tables`.

    Yields:
        The table, the key's columns, the table that it refers to, and how that is written.
    """
    for number, table in enumerate(relation.tables):
        for key, other_column in table.joined_on().items():
            keys = tables[real[table.name]].foreign_keys if real[table.name] in tables else {}
            if key in keys:
                yield real[table.name], key, real[table_of(other_column)], keys[key]
        for other in relation.tables[: 0 if table.on else number]:
            for source, target in ((table.name, other.name), (other.name, table.name)):
                keys = tables[real[source]].foreign_keys if real[source] in tables else {}
                for key, referred in keys.items():
                    along = {f"{source}.{column}" for column in key.split(", ")}
                    if referred.rpartition("(")[0] == real[target] and along >= set(table.along):
                        yield real[source], key, real[target], referred
