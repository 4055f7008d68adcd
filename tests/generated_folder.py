"""Writes a generated benchmark as `erbench-track generate erbench` does, with several files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pyarrow

from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.items.item import Item, features
from erbench_track.erbench_tasks.items.prompts import ASKED_WITH, prompts_of
from erbench_track.erbench_tasks.stored.manifest import Manifest, QuestionType, TableRecord
from erbench_track.erbench_tasks.stored.writer import digest_of


def generate(spec: str | Path, target: Path, shards: int = 2, **record: Any) -> Path:
    """Generates all items of a specification."""
    benchmark = Benchmark.open(spec)
    record.setdefault("name", benchmark.spec.name)
    return write(target, benchmark.items(), shards, **record)


def write(target: Path, items: Iterable[Item], shards: int = 2, **record: Any) -> Path:
    """Writes items and their record, which is signed; `record` overrides fields of the record."""
    rows: dict[str, list[dict[str, Any]]] = {}
    for item in items:
        rows.setdefault(item.question_type, []).append(item.to_row())
    target.mkdir()
    made = {"name": "city", "version": "0.1.0", "engine": "sqlite", "fingerprint": "f" * 32}
    made["signed"] = {"by": "Ada Lovelace", "on": "2026-01-31", "fingerprint": "0" * 32}
    made |= {"seed": 0, "spec": "name: city\n", "functional_dependencies": {}, "tables": {}}
    made["question_types"] = {
        name: QuestionType(items=len(some), digest=digest_of(row["id"] for row in some))
        for name, some in rows.items()
    }
    Manifest.model_validate(made | record).write(target)
    for name, some in rows.items():
        _write_shards(target / name, some, shards)
    (target / "README.md").write_text(_card(Manifest.read(target)))
    return target


CITY = TableRecord(
    columns={"name": "TEXT", "country": "TEXT", "river": "TEXT"},
    primary_key=["name", "country"],
    foreign_keys={"river": "river(name)"},
)


def with_prompts(table: pyarrow.Table) -> pyarrow.Table:
    """Returns items with the columns of their prompts."""
    for name, prompts in prompts_of({n: table[n].to_pylist() for n in ASKED_WITH}).items():
        table = table.append_column(name, [prompts])
    return table


def _write_shards(folder: Path, rows: list[dict[str, Any]], shards: int) -> None:
    from pyarrow import parquet

    folder.mkdir()
    table = with_prompts(pyarrow.Table.from_pylist(rows, schema=features().arrow_schema))
    bounds = [len(rows) * number // shards for number in range(shards + 1)]
    for number in range(shards):
        some = table.slice(bounds[number], bounds[number + 1] - bounds[number])
        path = folder / f"test-{number:05d}-of-{shards:05d}.parquet"
        parquet.write_table(some, path, compression="zstd", row_group_size=2)


def _card(manifest: Manifest) -> str:
    configs = "".join(
        f"- config_name: {name}\n"
        f"  description: items {some.digest}, kinds new, popularity unknown\n  data_files:\n"
        f'  - split: test\n    path: "{name}/test-*.parquet"\n'
        for name, some in manifest.question_types.items()
    )
    return f"---\nconfigs:\n{configs}---\n"
