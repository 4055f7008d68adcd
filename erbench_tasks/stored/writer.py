"""Writing a benchmark as a Hugging Face dataset: one config per question type, in shards."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sqlalchemy
import yaml

from ... import __version__
from ...core.files import new_folder
from ...core.garbage import rare_collections
from ...core.untrusted_text import read_text
from ..database.gate import Query
from ..database.lineage import BaseColumn
from ..demonstrations import SPLIT, family
from ..generator import Benchmark
from ..items.item import BATCH, BATCH_OF_IMAGES, Item, arrow_schema, features, record_batch
from ..items.prompts import ASKED_WITH, PROMPT_COLUMNS, SYSTEM, prompts_of, with_prompts
from ..passages.passages import PassageSource
from ..preview.signature import changed_since
from ..privacy.asked import asked_columns
from ..spec.embedded import is_of_package
from ..spec.reduced import reduced_text, without_comments
from .manifest import DEMONSTRATIONS, Manifest, QuestionType, TableRecord, shard_name

if TYPE_CHECKING:
    from pyarrow import RecordBatch, Schema
    from pyarrow.parquet import ParquetWriter

# A file that has so much is full.
_ROWS_PER_SHARD = 500_000
_BYTES_PER_SHARD = 500_000_000  # in memory, of images
# The values of the other columns hardly repeat: a dictionary of them would only cost time.
_REPEATED = ("domain", "question_type", "fd", "answer", "rationale.list.element.attribute",
             "rationale.list.element.match", SYSTEM)  # fmt: skip


class ShardWriter:
    """Writes the items of one question type.

    Shards are named `test-00000-of-00003.parquet` when their number is known, by `close`.
    """

    def __init__(self, folder: Path, *, images: bool) -> None:
        """Makes the folder of the question type, whose files have images or not."""
        folder.mkdir()
        self._folder = folder
        self._images = images
        self._batch = min(BATCH_OF_IMAGES if images else BATCH, _ROWS_PER_SHARD)
        self._waiting: list[Item] = []
        self._writer: ParquetWriter | None = None
        self._rows_in_shard, self._bytes_in_shard = 0, 0
        self._shards: list[Path] = []
        self._rows = 0
        self._digest = hashlib.sha256()
        self._details = hashlib.sha256()

    def add(self, item: Item) -> None:
        """Takes an item; writes when a batch is full."""
        self._waiting.append(item)
        if len(self._waiting) == self._batch:
            self._flush()

    def write(self, batch: RecordBatch) -> None:
        """Writes items that are in Arrow's form already, as one row group."""
        from pyarrow.parquet import ParquetWriter

        if self._writer is None:
            path = self._folder / f".{len(self._shards)}.parquet"
            self._writer = ParquetWriter(
                path, _stored_schema(self._images), compression="zstd", compression_level=1,
                use_dictionary=list(_REPEATED),
            )  # fmt: skip
            self._shards.append(path)
        self._writer.write_batch(_with_prompts(batch, self._writer.schema))
        self._digest.update(_lines(batch["id"].to_pylist()))
        elements = batch["rationale"].flatten()
        for column in (batch["popularity"], elements.field("attribute"), elements.field("kind")):
            self._details.update(_lines(column.to_pylist()))
        self._rows += len(batch)
        self._rows_in_shard += len(batch)
        self._bytes_in_shard += batch.nbytes if self._images else 0
        full = self._bytes_in_shard >= _BYTES_PER_SHARD
        if full or self._rows_in_shard >= _ROWS_PER_SHARD:
            self._end_shard()

    def close(self) -> QuestionType:
        """Writes the last batch, and names the shards; returns what is in them."""
        self._flush()
        self._end_shard()
        for number, path in enumerate(self._shards):
            path.rename(self._folder / shard_name(number, len(self._shards)))
        return QuestionType(
            items=self._rows,
            digest=self._digest.hexdigest()[:16],
            details=self._details.hexdigest()[:16],
        )

    def _flush(self) -> None:
        if self._waiting:
            self.write(record_batch(self._waiting, images=self._images, embed=self._images))
            self._waiting = []

    def _end_shard(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._writer, self._rows_in_shard, self._bytes_in_shard = None, 0, 0


def _stored_schema(images: bool = False) -> Schema:
    """Returns the columns of the files: those of items, and the prompts."""
    if images:  # only `datasets` knows how a file says that a column has images
        return with_prompts(features(images)).arrow_schema
    from pyarrow import field, schema, string

    return schema([*arrow_schema(), *(field(name, string()) for name in PROMPT_COLUMNS)])


def _with_prompts(batch: RecordBatch, schema: Schema) -> RecordBatch:
    from pyarrow import RecordBatch, array

    prompts = prompts_of({name: batch[name].to_pylist() for name in ASKED_WITH})
    return RecordBatch.from_arrays([*batch.columns, *map(array, prompts.values())], schema=schema)


def digest_of(ids: Iterable[str]) -> str:
    """Returns the digest of items by their ids, in order: 16 hexadecimal digits."""
    return hashlib.sha256(_lines(ids)).hexdigest()[:16]


def _lines(values: Iterable[object]) -> bytes:
    return "".join(f"{value}\n" for value in values).encode()


_CARD = """\
---
{metadata}---

# {name}

Questions that [ERBench](https://github.com/DILAB-KAIST/ERBench)'s method generated from a
relational database, with what verifies an answer and its rationale. The split `fewshot`, if there
is one, has demonstrations for `--num_fewshot`, about other entities than the split `test`.

| question type | items |
|---|---|
{counts}
"""


def export(
    benchmark: Benchmark,
    target: Path,
    *,
    seed: int = 0,
    none_share: float | None = None,
    passages: PassageSource | None = None,
    max_items: int | None = None,
    overwrite: bool = False,
    of_package: bool = False,
    watch: Callable[[Iterable[Item]], Iterable[Item]] = iter,
) -> Manifest:
    """Generates a benchmark's items, so that `datasets.load_dataset(target)` opens them.

    Args:
        benchmark: What to generate.
        target: The folder to make; it appears only when it is complete.
        seed: Decides which options are false, and which entities are drawn.
        none_share: Share in [0, 1] of multiple-choice questions whose right option is *None of the
            above*; None for no such option.
        passages: Where the passages before single-hop questions come from; None for no passages.
        max_items: The largest number of items; by default the specification's.
        overwrite: Whether an existing folder may be replaced.
        of_package: Whether a domain of our package is asked about, in whatever folder it is.
        watch: Sees the items pass, such as a progress bar.

    Returns:
        The record of what was made from what, which is in the folder too.

    Raises:
        InputError: The folder cannot be made, or the benchmark cannot be read.
    """
    with rare_collections(), new_folder(target, overwrite=overwrite) as draft:
        images, has_passages = benchmark.spec.has_images, passages is not None
        dialect = benchmark.engine.dialect.name
        # The tasks of an embedded domain have the paper's demonstrations, and ask about all.
        demonstrate = not images and not is_of_package(benchmark.path)
        items = benchmark.items(
            seed, none_share, passages, max_items=max_items, demonstrate=demonstrate, record=True
        )
        question_types = _write_items(watch(items), draft, images=images)
        question_types = _write_demonstrations(benchmark.demonstrations, draft, question_types)
        signed, changed = benchmark.spec.signed, changed_since(benchmark.spec, benchmark.path)
        manifest = Manifest(
            name=benchmark.spec.name,
            version=__version__,
            engine=dialect,
            fingerprint=benchmark.fingerprint,
            seed=seed,
            max_items=max_items or benchmark.spec.max_items,
            popularity=None if benchmark.popularity is None else str(benchmark.popularity),
            none_share=none_share,
            passages=has_passages,
            named_in_passages={of: n.named for of, n in benchmark.named_in_passages.items()},
            spec=reduced_text(read_text(benchmark.path), dialect),
            templates={n: without_comments(text) for n, text in benchmark.wordings.files.items()},
            images=images,
            tables=_tables(benchmark, passages=has_passages),
            functional_dependencies=_dependencies(benchmark),
            question_types=question_types,
            personal_data=benchmark.spec.personal_data,
            of_package=of_package or is_of_package(benchmark.path),
            signed=None if changed else signed,
            signed_before=signed if changed else None,
        )
        finish(draft, manifest)
    return manifest


def _write_items(items: Iterable[Item], folder: Path, *, images: bool) -> dict[str, QuestionType]:
    """Writes items into a folder per question type; returns what is in each."""
    writers: dict[str, ShardWriter] = {}
    for item in items:
        name = item.question_type
        if name not in writers:
            writers[name] = ShardWriter(folder / name, images=images)
        writers[name].add(item)
    return {name: writer.close() for name, writer in writers.items()}


def _write_demonstrations(
    demonstrations: Mapping[str, Sequence[Item]], folder: Path, types: Mapping[str, QuestionType]
) -> dict[str, QuestionType]:
    """Writes the demonstrations of each question type; returns what is in each then."""
    from pyarrow.parquet import ParquetWriter

    found = dict(types)
    for name, written in types.items():
        if shown := demonstrations.get(family(name)):
            schema = _stored_schema()
            with ParquetWriter(folder / name / DEMONSTRATIONS, schema) as writer:
                writer.write_batch(_with_prompts(record_batch(shown), schema))
            digest = digest_of(item.id for item in shown)
            more = {"demonstrations": len(shown), "demonstrations_digest": digest}
            found[name] = written.model_copy(update=more)
    return found


def finish(folder: Path, manifest: Manifest) -> None:
    """Writes the record and the card beside the items."""
    manifest.write(folder)
    (folder / "README.md").write_text(_card(manifest), encoding="utf-8")


def _tables(benchmark: Benchmark, *, passages: bool) -> dict[str, TableRecord]:
    """Describes the tables that queries read: the columns that they name, and whole keys."""
    queries: list[Query] = []
    asked: set[BaseColumn] = set()
    for name, relation in benchmark.relations.items():
        columns = asked_columns(benchmark.spec, name, passages=passages)
        spellings = list(chain(*benchmark.spellings[name].queries.values()))
        asked.update(*(relation.query.columns[column] for column in columns))
        asked.update(*([*query.columns.values()][-1] for query in spellings))
        queries += [relation.query, *spellings]
    used = {column for query in queries for column in query.used}
    names = dict.fromkeys(table for query in queries for table in query.tables)
    several = len({table.schema for table in names}) > 1  # which may have a name in common
    tables = map(benchmark.binder.table, names)
    return {
        table.fullname if several else table.name: _record(table, used, asked, several)
        for table in tables
    }


def _record(
    table: sqlalchemy.Table, used: set[BaseColumn], asked: set[BaseColumn], several: bool
) -> TableRecord:
    columns = {_base(column): column for column in table.columns}
    primary_key = [column.name for column in table.primary_key]
    foreign_keys = sorted(table.foreign_key_constraints, key=lambda key: list(key.column_keys))
    return TableRecord(
        columns={c.name: str(c.type) for base, c in columns.items() if base in used},
        unasked=[c.name for base, c in columns.items() if base in used - asked],
        primary_key=primary_key if used.issuperset(map(_base, table.primary_key)) else [],
        foreign_keys={
            ", ".join(key.column_keys): _target(key, several)
            for key in foreign_keys
            if all({_base(link.parent), _base(link.column)} <= used for link in key.elements)
        },
    )


def _base(column: sqlalchemy.Column[Any]) -> BaseColumn:
    return BaseColumn(column.table.schema, column.table.name, column.name)


def _target(key: sqlalchemy.ForeignKeyConstraint, several: bool) -> str:
    columns = ", ".join(element.column.name for element in key.elements)
    referred = key.referred_table
    return f"{referred.fullname if several else referred.name}({columns})"


def _dependencies(benchmark: Benchmark) -> dict[str, list[str]]:
    found: dict[str, dict[str, None]] = {}
    for question in benchmark.spec.questions:
        found.setdefault(question.relation, {}).update(dict.fromkeys(map(str, question.fds)))
    return {relation: list(fds) for relation, fds in found.items()}


def _card(manifest: Manifest) -> str:
    counts = (f"| {name} | {part.items} |" for name, part in manifest.question_types.items())
    configs: list[dict[str, Any]] = [{"config_name": "all", "default": True, **_files("*")}]
    for name, part in manifest.question_types.items():
        # `datasets` keys its cache by the folder's name and these lines, not by the files: without
        # a digest of all that they have another dataset would be opened in this one's place.
        digests = f"{part.digest} {part.details} {part.demonstrations_digest}"
        splits = ["test", SPLIT] if part.demonstrations else ["test"]
        configs.append({"config_name": name, "description": digests, **_files(name, *splits)})
    metadata = yaml.safe_dump({"configs": configs}, sort_keys=False)
    return _CARD.format(name=manifest.name, metadata=metadata, counts="\n".join(counts))


def _files(folder: str, *splits: str) -> dict[str, list[dict[str, str]]]:
    paths = [{"split": s, "path": f"{folder}/{s}-*.parquet"} for s in splits or ("test",)]
    return {"data_files": paths}
