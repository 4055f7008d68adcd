"""Writing what is new in a benchmark as a benchmark of its own, in the same layout."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import InputError
from .files import new_folder
from .freshness import Comparison
from .manifest import Manifest, QuestionType
from .stored_items import StoredItems

if TYPE_CHECKING:
    from pyarrow import Table

    from .stored_items import Positions

_GROUP_ROWS = 5_000
_SHARD_ROWS = 100 * _GROUP_ROWS

_CARD = """\
---
configs:
- config_name: all
  default: true
  data_files:
  - split: test
    path: "*/test-*.parquet"
{configs}---

# {name}: what is new

The questions that an older generation of this benchmark does not have: those of new entities, and
those to which the database has another answer now.

| question type | items |
|---|---|
{counts}
"""
# `datasets` keys its cache by the folder's name and these lines, not by the files: without a
# digest of the items another dataset would be opened in this one's place.
_CONFIG = """\
- config_name: {name}
  description: items {digest}
  data_files:
  - split: test
    path: "{name}/test-*.parquet"
"""


def write_subset(comparison: Comparison, target: Path, *, overwrite: bool = False) -> Manifest:
    """Writes the added and changed items of the new benchmark; there must be some.

    Args:
        comparison: What differs.
        target: The folder to make; it appears only when it is complete.
        overwrite: Whether an existing folder may be replaced.

    Returns:
        The record of the folder: that of the new benchmark, with the items written.

    Raises:
        InputError: The folder cannot be made, or holds one of the benchmarks.
    """
    _check_target(comparison, target)
    new = comparison.new
    types = {}
    with new_folder(target, overwrite=overwrite) as draft:
        try:
            for found in comparison.types:
                name, fresh = found.question_type, found.fresh
                if len(fresh):
                    types[name] = _write_items(_tables(new, name, fresh), len(fresh), draft / name)
            manifest = new.manifest.model_copy(update={"question_types": types})
            manifest.write(draft)
            (draft / "README.md").write_text(_card(manifest), encoding="utf-8")
        except OSError as error:
            raise InputError(f"{target}: cannot be written ({error.strerror or error})") from error
    return manifest


def _check_target(comparison: Comparison, target: Path) -> None:
    for stored in (comparison.old, comparison.new):
        folder = stored.folder.resolve()
        if target.resolve() in (folder, *folder.parents):
            raise InputError(f"{target}: {stored.folder} lies there; give another folder")


def _tables(stored: StoredItems, question_type: str, positions: Positions) -> Iterator[Table]:
    for start in range(0, len(positions), _GROUP_ROWS):
        yield stored.table(question_type, positions[start : start + _GROUP_ROWS])


def _write_items(tables: Iterator[Table], items: int, folder: Path) -> QuestionType:
    """Writes one question type, a row group per table; the digest is `stable_hash` of the ids."""
    from pyarrow.parquet import ParquetWriter

    folder.mkdir()
    digest, before = hashlib.sha256(), "["
    shards = -(-items // _SHARD_ROWS)
    for shard in range(shards):
        some = islice(tables, _SHARD_ROWS // _GROUP_ROWS)
        first = next(some)
        path = folder / f"test-{shard:05}-of-{shards:05}.parquet"
        with ParquetWriter(path, first.schema, compression="zstd") as writer:
            for table in chain([first], some):
                writer.write_table(table)
                ids = ",".join(f'"{identity}"' for identity in table["id"].to_pylist())
                digest.update(f"{before}{ids}".encode())
                before = ","
    digest.update(b"]")
    return QuestionType(items=items, digest=digest.hexdigest()[:16])


def _card(manifest: Manifest) -> str:
    types = manifest.question_types
    return _CARD.format(
        name=manifest.name,
        configs="".join(
            _CONFIG.format(name=name, digest=written.digest) for name, written in types.items()
        ),
        counts="\n".join(f"| {name} | {written.items} |" for name, written in types.items()),
    )
