"""What differs between two generations of a benchmark (the paper's "freshness", Section 3.4).

Items with the same id, a hash of all that they have, are unchanged. The others are paired if they
ask the same (question type, variant, functional dependency) about the same entity in the same
words: then the answer is another one, or the options are. An item in other words has a partner only
if it is the only one in both benchmarks that asks the same about its entity. What has no partner
was added or removed.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...core.errors import InputError, file_problem
from ...core.files import new_file, new_folder
from ...core.untrusted_text import visible
from ..items.item import BATCH_OF_IMAGES
from .manifest import DEMONSTRATIONS, Manifest, QuestionType
from .reader import GeneratedBenchmark
from .writer import ROWS_PER_SHARD, ShardWriter, finish

if TYPE_CHECKING:
    from numpy import bool_
    from numpy.typing import NDArray

    from .reader import Numbers, Positions

    Pair = tuple[Positions, Positions]

Kind = Literal["added", "removed", "changed", "other_answer"]
KINDS: tuple[Kind, ...] = ("added", "removed", "changed", "other_answer")
# The kinds of what only the newer benchmark has.
FRESH: tuple[Kind, ...] = ("added", "changed", "other_answer")
# What makes two items the same question, what is said in it, and what is right.
_QUESTION = ("entity_id", "variant", "fd", "question")
_SAID, _ANSWER = ("options", "context"), ("answer", "rationale")
# Items that are in memory in full, of each side.
_BATCH_ROWS = 5_000
_CHOICES = ("seed", "max_items", "popularity", "none_share", "passages")
# What is shown as `old -> new`.
_SETTINGS = ("version", "engine", *_CHOICES, "personal_data")
# What changes items even if the database is the same.
_NOT_DATA = ("version", *_CHOICES, "spec", "templates")


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
        What differs. Some tens of bytes per item of the largest question type are needed.

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
    import numpy as np

    def number(names: Sequence[str], positions: Pair) -> tuple[Numbers, Numbers]:
        before, after = positions
        return (
            old.contents(question_type, before, names),
            new.contents(question_type, after, names),
        )

    same = _paired(old.ids(question_type), new.ids(question_type))
    asked, left = _split(same.left, number(_QUESTION, same.left))
    reworded: Pair = (left[0][:0], left[1][:0])
    if len(left[0]) and len(left[1]):
        reworded, left = _split_once(old.keys(question_type), new.keys(question_type), left)
    is_answer = np.equal(*number(_SAID, asked)) & ~np.equal(*number(_ANSWER, asked))
    answered: Pair = (asked[0][is_answer], asked[1][is_answer])
    changed = [
        np.concatenate([some[~is_answer], more]) for some, more in zip(asked, reworded, strict=True)
    ]
    removed, added = map(np.sort, left)
    return TypeDifference(
        question_type,
        len(same.old),
        {
            "added": (added[:0], added),
            "removed": (removed, removed[:0]),
            "changed": _in_order((changed[0], changed[1])),
            "other_answer": _in_order(answered),
        },
    )


def _in_order(pairs: Pair) -> Pair:
    """Sorts pairs by the position in the new benchmark."""
    order = pairs[1].argsort()
    return pairs[0][order], pairs[1][order]


def _split(positions: Pair, numbers: tuple[Numbers, Numbers]) -> tuple[Pair, Pair]:
    """Pairs the positions whose numbers are equal; returns the pairs, and the others."""
    found = _paired(*numbers)
    old, new = positions
    return (old[found.old], new[found.new]), (old[found.old_only], new[found.new_only])


def _split_once(old: Numbers, new: Numbers, left: Pair) -> tuple[Pair, Pair]:
    """Pairs what is left if its key occurs once in each benchmark; returns pairs, and others."""
    import numpy as np

    once = np.intersect1d(_once(old), _once(new))
    alone = [np.isin(keys[rest], once) for keys, rest in zip((old, new), left, strict=True)]
    before, after = left[0][alone[0]], left[1][alone[1]]
    paired, rest = _split((before, after), (old[before], new[after]))
    others = [
        np.concatenate([some[~known], more])
        for some, known, more in zip(left, alone, rest, strict=True)
    ]
    return paired, (others[0], others[1])


def _once(keys: Numbers) -> Numbers:
    import numpy as np

    values, counts = np.unique(keys, return_counts=True)
    found: Numbers = values[counts == 1]
    return found


class _Pairing(NamedTuple):
    """Which numbers of two lists are equal.

    Attributes:
        old: Positions in the old list that have a partner.
        new: The partner of each of them.
        old_only: Positions in the old list without a partner, in the order of their numbers.
        new_only: Positions in the new list without a partner, in the order of their numbers.
    """

    old: Positions
    new: Positions
    old_only: Positions
    new_only: Positions

    @property
    def left(self) -> Pair:
        """The positions in both lists without a partner."""
        return self.old_only, self.new_only


def _paired(old: Numbers, new: Numbers) -> _Pairing:
    """Pairs equal numbers: the first of several with the first, the second with the second."""
    import numpy as np

    old_order, new_order = np.argsort(old, kind="stable"), np.argsort(new, kind="stable")
    old, new = old[old_order], new[new_order]
    old_paired, new_paired = _has_partner(old, new), _has_partner(new, old)
    return _Pairing(
        old_order[old_paired],
        new_order[new_paired],
        old_order[~old_paired],
        new_order[~new_paired],
    )


def _has_partner(numbers: Numbers, others: Numbers) -> NDArray[bool_]:
    """Marks each sorted number whose equal, say the third of them, is among the others too."""
    import numpy as np

    rank = np.arange(len(numbers)) - np.searchsorted(numbers, numbers)
    available = np.searchsorted(others, numbers, side="right") - np.searchsorted(others, numbers)
    return rank < available


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


def manifest_changes(old: Manifest, new: Manifest) -> Iterator[str]:
    """Yields lines that say what differs, texts as unified diffs; the first is about the data.

    Args:
        old: The record of the older generation.
        new: The record of the newer one.
    """
    if old.fingerprint == new.fingerprint:
        yield f"database: the same tuples (fingerprint {new.fingerprint})"
    else:
        yield f"database: other tuples (fingerprint {old.fingerprint} -> {new.fingerprint})"
    for name in _SETTINGS:
        before, after = getattr(old, name), getattr(new, name)
        if before != after:
            yield f"{name}: {before} -> {after}"
    before_texts, after_texts = _texts(old), _texts(new)
    for name in dict.fromkeys([*before_texts, *after_texts]):
        yield from difflib.unified_diff(
            before_texts.get(name, "").splitlines(),
            after_texts.get(name, "").splitlines(),
            f"{name} (old)",
            f"{name} (new)",
            lineterm="",
        )


def other_causes(old: Manifest, new: Manifest) -> list[str]:
    """Returns the names of what differs and changes items even if the database is the same."""
    return [name for name in _NOT_DATA if getattr(old, name) != getattr(new, name)]


def _texts(manifest: Manifest) -> dict[str, str]:
    """Returns the texts that are compared line by line, by name."""
    content = manifest.model_dump()
    schema = {name: content[name] for name in ("tables", "functional_dependencies")}
    return {
        "spec": manifest.spec,
        **{f"template {name}": text for name, text in manifest.templates.items()},
        **{name: json.dumps(value, indent=2, sort_keys=True) for name, value in schema.items()},
    }


def write_subset(
    comparison: Comparison,
    target: Path,
    *,
    overwrite: bool = False,
    rows_per_shard: int = ROWS_PER_SHARD,
) -> Manifest:
    """Writes what only the new benchmark has, at least one item.

    Args:
        comparison: What differs.
        target: The folder to make; it appears only when it is complete.
        overwrite: Whether an existing folder may be replaced.
        rows_per_shard: A file that has at least this many rows is full.

    Returns:
        The record of the folder: that of the new benchmark, with the items written.

    Raises:
        InputError: The folder cannot be made, or one of the benchmarks lies in it.
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
            types = {name: _with_demonstrations(new, draft, name, types[name]) for name in types}
            manifest = new.manifest.model_copy(update={"question_types": types})
            finish(draft, manifest)
        except OSError as error:
            raise InputError(f"{target}: cannot be written ({file_problem(error)})") from error
    return manifest


def _check_target(comparison: Comparison, target: Path) -> None:
    for stored in (comparison.old, comparison.new):
        folder = stored.folder.resolve()
        if target.resolve() in (folder, *folder.parents):
            raise InputError(f"{target}: {stored.folder} lies there; give another folder")


def _write_items(
    stored: GeneratedBenchmark, found: TypeDifference, writer: ShardWriter
) -> QuestionType:
    """Writes what is new of one question type."""
    size = BATCH_OF_IMAGES if stored.manifest.images else _BATCH_ROWS
    for start in range(0, len(found.fresh), size):
        table = stored.table(found.question_type, found.fresh[start : start + size])
        for batch in table.combine_chunks().to_batches():
            writer.write(batch)
    return writer.close()


def _with_demonstrations(
    stored: GeneratedBenchmark, folder: Path, question_type: str, written: QuestionType
) -> QuestionType:
    """Copies the demonstrations of a question type, if it has some."""
    if question_type not in stored.fewshot:
        return written
    shutil.copyfile(stored.fewshot[question_type].path, folder / question_type / DEMONSTRATIONS)
    recorded = stored.manifest.question_types[question_type]
    names = ("demonstrations", "demonstrations_digest")
    return written.model_copy(update={name: getattr(recorded, name) for name in names})


def print_comparison(comparison: Comparison, console: Console, show: int) -> None:
    """Prints what the benchmarks were made from, counts by question type, and examples.

    Args:
        comparison: What differs.
        console: Where to print.
        show: Number of examples of each kind.
    """
    for line in manifest_changes(comparison.old.manifest, comparison.new.manifest):
        _print(console, line)
    console.print(_counts(comparison))
    for kind in KINDS:
        examples = list(islice(comparison.differences(kind), show))
        if examples:
            console.print()
            _print(console, f"{_shown(kind)} ({len(examples)} of {comparison.count(kind)})")
        for difference in examples:
            for line in _lines(difference):
                _print(console, f"  {line}")


def _shown(kind: str) -> str:
    return kind.replace("_", " ")


def _print(console: Console, line: str) -> None:
    # A Text has no markup; long lines stay whole, so that they can be searched and copied.
    console.print(Text(visible(line, console.encoding)), soft_wrap=True, highlight=False)


def _counts(comparison: Comparison) -> Table:
    table = Table("question type")
    for name in ("unchanged", *KINDS):
        table.add_column(_shown(name), justify="right")
    for found in comparison.types:
        numbers = [found.unchanged, *map(found.count, KINDS)]
        table.add_row(found.question_type, *map(str, numbers))
    table.add_section()
    unchanged = sum(found.unchanged for found in comparison.types)
    table.add_row("all", str(unchanged), *map(str, map(comparison.count, KINDS)))
    return table


def _lines(difference: Difference) -> Iterator[str]:
    item = difference.item
    yield f"{item['question_type']}, {item['entity']}: {item['question']}"
    old, new = difference.old or {}, difference.new or {}
    for name in difference.fields:
        yield f"  - {name}: {_value(old[name])}"
        yield f"  + {name}: {_value(new[name])}"


def _value(value: Any) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, default=_digest)


def _digest(image: bytes) -> str:
    """Represents an image, which cannot be shown here, so that two can be distinguished."""
    return f"{len(image):,} bytes, SHA-256 {hashlib.sha256(image).hexdigest()[:16]}"
