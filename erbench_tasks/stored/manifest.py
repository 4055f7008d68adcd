"""What a generated benchmark was made from: `benchmark.json` beside its items (Section 3.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from ...core.json_files import read_record
from ..spec.reduced import reduced_text, without_comments
from ..spec.spec import RelationSpec

FILE = "benchmark.json"
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
    """

    items: int = Field(ge=1)
    digest: str
    kinds: dict[str, str] = {}


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
        sample: Number of entities asked about per question entry; None for all.
        none_share: Share of questions whose right option is *None of the above*; None: no such
            option.
        passages: Whether single-hop questions come with a passage.
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
    none_share: float | None = None
    passages: bool = False
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
        # Without images, the record is the same as before images were supported.
        unused = {name for name in ("images", "personal_data") if not getattr(self, name)}
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
        tables = _only_used(self.tables, spec.relations.values())
        update = {"spec": spec_text, "templates": templates, "tables": tables}
        return self.model_copy(update=update)


def _only_used(
    tables: Mapping[str, TableRecord], relations: Iterable[RelationSpec]
) -> dict[str, TableRecord]:
    """Returns the tables of some relations with what these ask about and join along."""
    columns: dict[str, set[str]] = {}
    keys: dict[str, dict[str, str]] = {}
    for relation in relations:
        for table in relation.tables:
            columns.setdefault(table.table, set()).update(relation.columns_of(table.name))
            keys.setdefault(table.table, {})
        for source, key, target in _joins(tables, relation):
            keys[source][", ".join(key)] = tables[source].foreign_keys[", ".join(key)]
            columns[source].update(key)
            columns[target].update(_columns_of(keys[source][", ".join(key)]))
    return {
        name: TableRecord(
            columns={c: kind for c, kind in tables[name].columns.items() if c in used},
            primary_key=key if used.issuperset(key := tables[name].primary_key) else [],
            foreign_keys=keys[name],
        )
        for name, used in columns.items()
        if name in tables
    }


def _joins(
    tables: Mapping[str, TableRecord], relation: RelationSpec
) -> Iterator[tuple[str, list[str], str]]:
    """Yields the foreign keys that a relation joins along: table, columns, table referred to."""
    for number, table in enumerate(relation.tables):
        for other in relation.tables[:number]:
            for source, target in ((table, other), (other, table)):
                for text, referred in _keys_of(tables, source.table).items():
                    key = text.split(", ")
                    along = {f"{source.name}.{column}" for column in key}
                    if referred.rpartition("(")[0] == target.table and along >= set(table.along):
                        yield source.table, key, target.table


def _keys_of(tables: Mapping[str, TableRecord], name: str) -> dict[str, str]:
    return tables[name].foreign_keys if name in tables else {}


def _columns_of(referred: str) -> list[str]:
    """Returns the columns in `table(columns)`."""
    return referred.rpartition("(")[2].removesuffix(")").split(", ")
