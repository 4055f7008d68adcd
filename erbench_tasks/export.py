"""Writing items as a Hugging Face dataset: one Parquet file and one config per question type."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .files import new_folder
from .records import Item, features, stable_hash

_CARD = """\
---
configs:
- config_name: all
  default: true
  data_files:
  - split: test
    path: "*/test-*.parquet"
{configs}---

# {name}

Questions that [ERBench](https://github.com/DILAB-KAIST/ERBench)'s method generated from a
relational database, with what verifies an answer and its rationale.

| question type | items |
|---|---|
{counts}
"""
# `datasets` keys its cache by the folder's name and these lines, not by the files: without a
# digest of the items another dataset would be opened in this one's place.
_CONFIG = """\
- config_name: {question_type}
  description: items {digest}
  data_files:
  - split: test
    path: "{question_type}/test-*.parquet"
"""


def export(items: Iterable[Item], name: str, target: Path, *, overwrite: bool = False) -> int:
    """Writes items so that `datasets.load_dataset(target)` opens them.

    Args:
        items: The items.
        name: The benchmark's name, for the card.
        target: The folder to make; it appears only when it is complete.
        overwrite: Whether an existing folder may be replaced.

    Returns:
        The number of items written.

    Raises:
        InputError: The folder cannot be made, or the benchmark has no item.
    """
    with new_folder(target, overwrite=overwrite) as draft:
        rows: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for item in items:
            rows[item.question_type].append(item.to_row())
        for question_type, some in rows.items():
            _write_parquet(some, draft / question_type / "test-00000-of-00001.parquet")
        (draft / "README.md").write_text(_card(name, rows), encoding="utf-8")
    return sum(map(len, rows.values()))


def _write_parquet(rows: list[dict[str, Any]], path: Path) -> None:
    from datasets import Dataset

    path.parent.mkdir()
    Dataset.from_list(rows, features=features()).to_parquet(path)


def _card(name: str, rows: dict[str, list[dict[str, Any]]]) -> str:
    return _CARD.format(
        name=name,
        configs="".join(
            _CONFIG.format(
                question_type=question_type, digest=stable_hash([row["id"] for row in some])
            )
            for question_type, some in rows.items()
        ),
        counts="\n".join(
            f"| {question_type} | {len(some)} |" for question_type, some in rows.items()
        ),
    )
