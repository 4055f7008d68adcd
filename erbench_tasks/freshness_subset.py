"""Writing what is new in a benchmark as a benchmark of its own, in the same layout."""

from __future__ import annotations

from pathlib import Path

from .errors import InputError
from .export import finish
from .files import new_folder
from .freshness import Comparison, TypeDifference
from .item_table import BATCH_OF_IMAGES
from .manifest import Manifest, QuestionType
from .shards import ROWS_PER_SHARD, ShardWriter
from .stored_items import StoredItems

_GROUP_ROWS = 5_000


def write_subset(
    comparison: Comparison,
    target: Path,
    *,
    overwrite: bool = False,
    rows_per_shard: int = ROWS_PER_SHARD,
) -> Manifest:
    """Writes the added and changed items of the new benchmark; there must be some.

    Args:
        comparison: What differs.
        target: The folder to make; it appears only when it is complete.
        overwrite: Whether an existing folder may be replaced.
        rows_per_shard: A file that has at least so many rows is full.

    Returns:
        The record of the folder: that of the new benchmark, with the items written.

    Raises:
        InputError: The folder cannot be made, or holds one of the benchmarks.
    """
    _check_target(comparison, target)
    new = comparison.new
    with new_folder(target, overwrite=overwrite) as draft:
        try:
            types = {
                found.question_type: _write_items(
                    new,
                    found,
                    ShardWriter(
                        draft / found.question_type, rows_per_shard, images=new.manifest.images
                    ),
                )
                for found in comparison.types
                if len(found.fresh)
            }
            manifest = new.manifest.model_copy(update={"question_types": types})
            finish(draft, manifest)
        except OSError as error:
            raise InputError(f"{target}: cannot be written ({error.strerror or error})") from error
    return manifest


def _check_target(comparison: Comparison, target: Path) -> None:
    for stored in (comparison.old, comparison.new):
        folder = stored.folder.resolve()
        if target.resolve() in (folder, *folder.parents):
            raise InputError(f"{target}: {stored.folder} lies there; give another folder")


def _write_items(stored: StoredItems, found: TypeDifference, writer: ShardWriter) -> QuestionType:
    """Writes what is new of one question type."""
    size = BATCH_OF_IMAGES if stored.manifest.images else _GROUP_ROWS
    for start in range(0, len(found.fresh), size):
        table = stored.table(found.question_type, found.fresh[start : start + size])
        for batch in table.combine_chunks().to_batches():
            writer.write(batch)
    return writer.close()
