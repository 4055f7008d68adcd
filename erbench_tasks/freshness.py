"""Which items of a benchmark are new since it was last generated (Section 3.4).

An item is recognised by its id, a hash of all that it has. Otherwise by its key, which is what is
asked about whom (question type, variant, entity, functional dependency): one with the same key and
another id is the same question, of which the database says something else now.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Literal

from .errors import InputError
from .matching import match
from .stored_items import StoredItems

if TYPE_CHECKING:
    from .stored_items import Positions

Kind = Literal["added", "removed", "changed"]
KINDS: tuple[Kind, ...] = ("added", "removed", "changed")
# Items of each side that are in memory in full.
_BATCH_ROWS = 5_000


@dataclass(frozen=True)
class TypeDifference:
    """What differs in one question type; an item is named by its position in the type.

    Attributes:
        question_type: The question type.
        unchanged: Number of items that both benchmarks have.
        rows: Positions in the old and in the new benchmark of each kind of difference. Those of
            changed items go together one by one; for the other kinds one side is empty.
    """

    question_type: str
    unchanged: int
    rows: dict[Kind, tuple[Positions, Positions]]

    @property
    def fresh(self) -> Positions:
        """Positions of what only the new benchmark has, in order: added and changed."""
        import numpy as np

        return np.sort(np.concatenate([self.rows["added"][1], self.rows["changed"][1]]))

    def count(self, kind: Kind) -> int:
        """Returns the number of items of a kind."""
        return max(map(len, self.rows[kind]))


@dataclass(frozen=True)
class Difference:
    """One item that was added, removed or changed.

    Attributes:
        kind: Which of these.
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
        """Names of the fields, without the id, that changed; none if it was added or removed."""
        if self.old is None or self.new is None:
            return []
        return [name for name in self.new if name != "id" and self.old.get(name) != self.new[name]]

    def to_record(self) -> dict[str, Any]:
        """Returns how a list of differences tells it."""
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

    old: StoredItems
    new: StoredItems
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


def compare(old: StoredItems, new: StoredItems) -> Comparison:
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


def _compare_type(old: StoredItems, new: StoredItems, question_type: str) -> TypeDifference:
    unchanged, old_left, new_left = _left_over(old, new, question_type)
    # They come in the order of their ids, so those of one key are paired in it.
    same_key = match(old.keys(question_type, old_left), new.keys(question_type, new_left))
    removed, added = old_left[same_key.old_only], new_left[same_key.new_only]
    before, after = old_left[same_key.old], new_left[same_key.new]
    removed.sort()
    added.sort()
    in_order = after.argsort()
    return TypeDifference(
        question_type,
        unchanged,
        {
            "added": (added[:0], added),
            "removed": (removed, removed[:0]),
            "changed": (before[in_order], after[in_order]),
        },
    )


def _left_over(
    old: StoredItems, new: StoredItems, question_type: str
) -> tuple[int, Positions, Positions]:
    """Returns the number of items on both sides, and positions of the others, ordered by id."""
    same = match(old.ids(question_type), new.ids(question_type))
    return len(same.old), same.old_only, same.new_only
