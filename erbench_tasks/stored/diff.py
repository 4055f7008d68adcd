"""What differs between two generations of a benchmark (the paper's "freshness", Section 3.4).

Items with the same id, a hash of all that they have, are unchanged. The others are paired if they
ask the same (question type, variant, functional dependency) about the same entity in the same
words: then the answer is another one, or the options are. An item in other words has a partner only
if it is the only one in both benchmarks that asks the same about its entity. What has no partner
was added or removed.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal, get_args

from ...core.errors import InputError
from ...core.files import new_file, new_folder
from ..database.files import CONFIG
from ..items.item import BATCH_OF_IMAGES
from .manifest import DEMONSTRATIONS, Manifest, QuestionType
from .reader import AGAIN, GeneratedBenchmark
from .writer import ShardWriter, finish

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from .reader import Positions

Kind = Literal["added", "removed", "changed", "other_answer"]
KINDS: tuple[Kind, ...] = get_args(Kind)
# The kinds of what only the newer benchmark has.
FRESH: tuple[Kind, ...] = ("added", "changed", "other_answer")
# Items that are in memory in full, of each side.
_BATCH_ROWS = 5_000
# What changes items even if the database is the same.
SETTINGS = ("version", "seed", "max_items", "popularity", "none_share", "passages")
_NOT_DATA = (*SETTINGS, "spec", "templates")
_READ = ["id", "entity_id", "variant", "fd", "question", "options", "context", "answer",
         "rationale"]  # fmt: skip
# Of an item that is whose, where it is, and hashes: of what it asks about whom, in which words,
# what else is said, and what is right.
_ITEMS = """
    CREATE TABLE items (
        is_new BOOLEAN, position BIGINT, id TEXT,
        asked UBIGINT, question UBIGINT, said UBIGINT, answer UBIGINT
    )
"""
_INSERT = """
    INSERT INTO items
    SELECT ?, position, id, hash(entity_id, variant, fd), hash(question), hash(options, context),
        hash(answer, rationale)
    FROM batch
"""
# Of several items that are equal, the first one is paired with the first, and so on.
_PAIRS = """
    CREATE TABLE pairs AS
    WITH numbered AS (
        SELECT *, row_number() OVER (PARTITION BY is_new, id ORDER BY position) AS nth,
            count(*) FILTER (is_new) OVER (PARTITION BY asked) <= 1
            AND count(*) FILTER (NOT is_new) OVER (PARTITION BY asked) <= 1 AS is_only
        FROM items
    ), other AS (
        SELECT * EXCLUDE (nth) FROM numbered QUALIFY count(*) OVER (PARTITION BY id, nth) = 1
    ), worded AS (
        SELECT *, CASE WHEN is_only THEN 0 ELSE question END AS words,
            row_number() OVER (PARTITION BY is_new, asked, words ORDER BY id, position) AS nth
        FROM other
    )
    SELECT max(position) FILTER (NOT is_new) AS old, max(position) FILTER (is_new) AS new,
        CASE
            WHEN old IS NULL THEN 'added'
            WHEN new IS NULL THEN 'removed'
            WHEN count(DISTINCT (question, said)) = 1 AND count(DISTINCT answer) = 2
                THEN 'other_answer'
            ELSE 'changed'
        END AS kind
    FROM worded GROUP BY asked, words, nth
"""


@dataclass(frozen=True)
class TypeDifference:
    """What differs in one question type; an item is named by its position in the type.

    Attributes:
        question_type: The question type.
        unchanged: Number of items that both benchmarks have.
        rows: Positions in the old and in the new benchmark of each kind of difference. The
            n-th old one of a changed item became the n-th new one; for the other kinds one side
            is empty.
    """

    question_type: str
    unchanged: int
    rows: dict[Kind, tuple[Positions, Positions]]

    @property
    def fresh(self) -> Positions:
        """Positions of what only the new benchmark has, in order."""
        import numpy as np

        return np.sort(np.concatenate([self.rows[kind][1] for kind in FRESH]))

    def count(self, kind: Kind) -> int:
        """Returns the number of items of a kind."""
        return max(map(len, self.rows[kind]))


@dataclass(frozen=True)
class Difference:
    """One item that was added, removed or changed.

    Attributes:
        kind: `added`, `removed`, `other_answer` (to the same question, or another rationale) or
            `changed` (otherwise).
        old: The old item, in the shape of `Item.to_row`; None if it was added.
        new: The new item; None if it was removed.
    """

    kind: Kind
    old: dict[str, Any] | None
    new: dict[str, Any] | None

    @property
    def item(self) -> dict[str, Any]:
        """The new item, or the old one if it was removed."""
        return self.new or self.old or {}

    @property
    def fields(self) -> list[str]:
        """Names of the fields, without the id, that differ; none if it was added or removed."""
        if self.old is None or self.new is None:
            return []
        return [name for name in self.new if name != "id" and self.old.get(name) != self.new[name]]

    def to_record(self) -> dict[str, Any]:
        """Returns it as a line of a list of differences."""
        names = ("question_type", "variant", "entity", "entity_id")
        return {
            "kind": self.kind,
            **{name: self.item[name] for name in names},
            "old_id": self.old["id"] if self.old else None,
            "new_id": self.new["id"] if self.new else None,
            "changed": self.fields,
        }


@dataclass(frozen=True)
class Comparison:
    """Two generations of a benchmark, and what differs.

    Attributes:
        old: The older one.
        new: The newer one.
        types: What differs, by question type.
    """

    old: GeneratedBenchmark
    new: GeneratedBenchmark
    types: list[TypeDifference]

    def count(self, *kinds: Kind) -> int:
        """Returns the number of items of some kinds."""
        return sum(found.count(kind) for found in self.types for kind in kinds)

    def differences(self, kind: Kind) -> Iterator[Difference]:
        """Yields the items of a kind in full; a few thousand of them are in memory at once."""
        for found in self.types:
            for start in range(0, found.count(kind), _BATCH_ROWS):
                old, new = (
                    side.rows(found.question_type, positions[start : start + _BATCH_ROWS])
                    for side, positions in zip((self.old, self.new), found.rows[kind], strict=True)
                )
                for pair in zip_longest(old, new):
                    yield Difference(kind, *pair)


def compare(old: GeneratedBenchmark, new: GeneratedBenchmark) -> Comparison:
    """Compares two generations of a benchmark.

    Args:
        old: The older one.
        new: The newer one.

    Returns:
        What differs. What does not fit into a few hundred megabytes is in a temporary folder.

    Raises:
        InputError: They are different benchmarks, or a file is damaged.
    """
    names = [side.manifest.name for side in (old, new)]
    if names[0] != names[1]:
        raise InputError(
            f"{new.folder}: is the benchmark {names[1]!r}, and {old.folder} is {names[0]!r}; "
            "give two generations of one benchmark"
        )
    types = dict.fromkeys([*new.manifest.question_types, *old.manifest.question_types])
    return Comparison(old, new, [_compare_type(old, new, name) for name in types])


def _compare_type(
    old: GeneratedBenchmark, new: GeneratedBenchmark, question_type: str
) -> TypeDifference:
    import duckdb

    with (
        TemporaryDirectory() as folder,  # of what does not fit into memory
        duckdb.connect(f"{folder}/items.duckdb", config={**CONFIG}) as database,
    ):
        database.execute("SET enable_progress_bar = false")
        database.execute(_ITEMS)
        for is_new, stored in enumerate((old, new)):
            _insert(database, stored, question_type, is_new=bool(is_new))
        database.execute(_PAIRS)
        rows = {kind: _pairs(database, kind) for kind in KINDS}
        both = "(SELECT count(*) FROM items WHERE is_new) - (SELECT count(new) FROM pairs)"
        ((unchanged,),) = database.execute(f"SELECT {both}").fetchall()
    return TypeDifference(question_type, unchanged, rows)


def _insert(
    database: DuckDBPyConnection, stored: GeneratedBenchmark, question_type: str, *, is_new: bool
) -> None:
    """Takes the items of a benchmark into the table of items."""
    import numpy as np
    import pyarrow as pa

    start = 0
    for batch in stored.batches(question_type, _READ):
        if lacking := [name for name in _READ if batch[name].null_count]:
            where = f"{stored.folder / question_type}: {', '.join(lacking)}"
            raise InputError(f"{where}: a value is missing; {AGAIN}")
        position = pa.array(np.arange(start, start + len(batch)))
        table = pa.Table.from_batches([batch]).append_column("position", position)
        database.register("batch", table)
        database.execute(_INSERT, [is_new])
        start += len(batch)


def _pairs(database: DuckDBPyConnection, kind: Kind) -> tuple[Positions, Positions]:
    """Returns the positions of a kind of difference, in the order of the benchmark."""
    import numpy as np

    query = "SELECT old, new FROM pairs WHERE kind = ? ORDER BY new, old"
    found = database.execute(query, [kind]).fetchnumpy()
    old, new = (np.ma.compressed(found[side]) for side in ("old", "new"))  # without NULL
    return old, new


def write_list(comparison: Comparison, target: Path) -> None:
    """Writes one line per item that is not in both, as `Difference.to_record`.

    Args:
        comparison: What differs.
        target: The file, which appears whole or not at all; an older one is replaced.

    Raises:
        InputError: It cannot be written, or an item cannot be read.
    """
    with new_file(target) as file:
        for kind in KINDS:
            for difference in comparison.differences(kind):
                file.write(json.dumps(difference.to_record()) + "\n")


def other_causes(old: Manifest, new: Manifest) -> list[str]:
    """Returns the names of what differs and changes items even if the database is the same."""
    return [name for name in _NOT_DATA if getattr(old, name) != getattr(new, name)]


def write_subset(comparison: Comparison, target: Path, *, overwrite: bool = False) -> Manifest:
    """Writes what only the new benchmark has, at least one item.

    Args:
        comparison: What differs.
        target: The folder to make; it appears only when it is complete.
        overwrite: Whether an existing folder may be replaced.

    Returns:
        The record of the folder: that of the new benchmark, with the items written.

    Raises:
        InputError: The folder cannot be made, or one of the benchmarks lies in it.
    """
    _check_target(comparison, target)
    new = comparison.new
    with new_folder(target, overwrite=overwrite) as draft:
        types = {
            found.question_type: _write_type(new, found, draft)
            for found in comparison.types
            if len(found.fresh)
        }
        manifest = new.manifest.model_copy(update={"question_types": types})
        finish(draft, manifest)
    return manifest


def _check_target(comparison: Comparison, target: Path) -> None:
    for stored in (comparison.old, comparison.new):
        folder = stored.folder.resolve()
        if target.resolve() in (folder, *folder.parents):
            raise InputError(f"{target}: {stored.folder} lies there; give another folder")


def _write_type(stored: GeneratedBenchmark, found: TypeDifference, folder: Path) -> QuestionType:
    """Writes what is new of one question type, with the demonstrations that it has."""
    name, images = found.question_type, stored.manifest.images
    writer = ShardWriter(folder / name, images=images)
    size = BATCH_OF_IMAGES if images else _BATCH_ROWS
    for start in range(0, len(found.fresh), size):
        table = stored.table(name, found.fresh[start : start + size])
        for batch in table.combine_chunks().to_batches():
            writer.write(batch)
    written, recorded = writer.close(), stored.manifest.question_types[name]
    for shard in stored.fewshot.get(name, []):
        shutil.copyfile(shard.path, folder / name / DEMONSTRATIONS)
    names = ("demonstrations", "demonstrations_digest")
    return written.model_copy(update={name: getattr(recorded, name) for name in names})
