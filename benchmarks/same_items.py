"""Compares the items that a commit generates with those of this checkout, each by its command line.

    python benchmarks/same_items.py 66f36291 [--official ../shared/data/erbench]

The embedded domains, the tables of the papers' authors (a checkout of their repository), what has
images, and domains of Wikidata (a synthetic dump, and the lighthouses of the examples), under two
seeds. Demonstrations are types of their own, "(shown)". The exit status is 1 if the items or their
order differ, but for altered questions. It takes some two minutes on two cores.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from synthetic_wikidata import write_dump

ROOT = Path(__file__).resolve().parent.parent
DOMAINS = ("movie", "soccer", "airport", "music", "book")
SEEDS = (0, 1)
ENTITIES = 5_000  # of the synthetic dump
MAY_DIFFER = "bn_altered"
COMPARED = ("id", "question", "options", "answer", "rationale", "popularity", "image")

Items = dict[tuple[str, str, str], list[str]]  # (set, seed, question type) to items as JSON


class Checkout(NamedTuple):
    """A checkout, and where what it makes goes."""

    root: Path
    made: Path

    def link(self) -> None:
        """Makes `erbench_track` of it, a tree of links as `make linked` makes it."""
        package = self.made / "package" / "erbench_track"
        package.mkdir(parents=True)
        folders = re.search(r"^SOURCES := (.*)$", (self.root / "Makefile").read_text(), re.M)
        assert folders, "the Makefile names the folders of the package"
        files = (self.root / "plugin/package").glob("*.*")
        for path in [*(self.root / name for name in folders[1].split()), *files]:
            (package / path.name).symlink_to(path)

    def start(self, official: Path, dump: Path) -> subprocess.Popen[str]:
        """Starts the process that makes its items, and writes them as JSON lines."""
        own = {"PYTHONPATH": str(self.made / "package"), "XDG_CACHE_HOME": str(self.made / "cache")}
        command = [sys.executable, __file__, "--child", self.root, self.made, official, dump]
        with (self.made / "items.jsonl").open("w", encoding="utf-8") as output:
            return subprocess.Popen(list(map(str, command)), env={**os.environ, **own},
                                    stdout=output, text=True)  # fmt: skip

    def items(self) -> Items:
        """Returns the items that its process has written."""
        found: Items = defaultdict(list)
        with (self.made / "items.jsonl").open(encoding="utf-8") as file:
            for line in file:
                name, seed, question_type, item = json.loads(line)
                found[name, seed, question_type].append(json.dumps(item, ensure_ascii=False))
        return found


def make_items(root: str, made: str, official: str, dump: str) -> None:
    """Prints the items of the package that is imported here; an error stands in their place."""
    import erbench_track

    assert str(erbench_track.__file__).startswith(made), "another erbench_track is imported"
    for name, command in _commands(Path(root), Path(made), Path(official), Path(dump)):
        for seed in SEEDS:
            folder = Path(made) / name / str(seed)
            folder.parent.mkdir(parents=True, exist_ok=True)
            error = _run("generate", "erbench", *command, "--seed", seed, "-o", folder)
            items = [("error", {"id": error})] if error else _stored(folder)
            for question_type, item in items:
                print(json.dumps([name, str(seed), question_type, item], ensure_ascii=False))


def _commands(
    root: Path, made: Path, official: Path, dump: Path
) -> Iterator[tuple[str, Sequence[object]]]:
    """Yields the name of each set of items, and what makes it."""
    for source, data in (
        ((), "data"),
        (("--source", "official", "--path", official), "data/official"),
    ):
        folder = root / "erbench_tasks" / data
        names = [*DOMAINS, *(f"{path.parent.name}_mm" for path in folder.glob("*/multimodal.yaml"))]
        for name in names if not source or official.is_dir() else ():
            yield f"{'official' if source else 'embedded'} {name}", [*source, "--benchmark", name]
    examples = root / "examples/wikidata"
    lighthouse = examples / "lighthouse.yaml"
    for store, read in (
        ("store", [dump]),
        ("lit", [examples / "lighthouses.json", "--domain", lighthouse]),
    ):
        assert not (error := _run("wikidata", *read, "--workers", 1, "-o", made / store)), error
        for domain in DOMAINS if store == "store" else (lighthouse,):
            asked = ["--source", "wikidata", "--domain", domain, "--wikidata", made / store]
            yield f"wikidata {Path(domain).stem}", asked


def _run(*arguments: object) -> str:
    """Runs `erbench-track`; returns what it says if it fails."""
    from erbench_track.cli.main import main

    sys.argv = ["erbench-track", *map(str, arguments)]
    said = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
        try:
            main()
        except SystemExit as end:
            return (said.getvalue().strip() or f"exit status {end.code}") if end.code else ""
    return ""


def _stored(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields the items of a folder with their types, demonstrations as a type of their own."""
    from pyarrow import parquet

    for path in sorted(folder.glob("*/*.parquet")):
        is_asked = path.name.startswith("test-")
        table = parquet.read_table(path)
        kept = table.select([name for name in COMPARED if name in table.column_names])
        for item in kept.to_pylist():
            if image := item.get("image"):
                item["image"] = hashlib.sha256(image["bytes"]).hexdigest()
            yield path.parent.name if is_asked else f"{path.parent.name} (shown)", item


def report(before: Items, after: Items) -> bool:
    """Prints the table, and the first differences; tells whether what must be the same is."""
    print(f"{'set':25}{'type':20}{'before':>9}{'after':>9}{'identical':>11}{'different':>11}")
    same, shown = True, []
    per_type: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0] * 4)
    for key in sorted({*before, *after}):
        one, other = Counter(before[key]), Counter(after[key])
        identical, larger = (one & other).total(), max(one.total(), other.total())
        moved = one == other and before[key] != after[key]
        numbers = [one.total(), other.total(), identical, larger - identical]
        row = per_type[key[0], key[2]]
        row[:] = map(sum, zip(row, numbers, strict=True))
        same &= (one == other and not moved) or key[2].startswith(MAY_DIFFER)
        pairs = list(zip_longest((one - other).elements(), (other - one).elements()))
        shown += [f"{' / '.join(key)}\n  before {a}\n  after  {b}" for a, b in pairs[:2]]
        shown += [f"{' / '.join(key)}: in another order"] if moved else []
    for (name, question_type), row in per_type.items():
        print(f"{name:25}{question_type:20}{row[0]:9,}{row[1]:9,}{row[2]:11,}{row[3]:11,}")
    print("", *shown, sep="\n")
    return same


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("revision")
    parser.add_argument("--official", type=Path, default=ROOT.parent / "shared/data/erbench")
    options = parser.parse_args()
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        archive, dump = folder / "before.tar", folder / "20250901.json"
        command = ["git", "archive", "--output", str(archive), options.revision]
        subprocess.run(command, check=True, cwd=ROOT)
        with tarfile.open(archive) as file:
            file.extractall(folder / "checkout", filter="data")
        write_dump(dump, ENTITIES)
        pair = Checkout(folder / "checkout", folder / "before"), Checkout(ROOT, folder / "after")
        for each in pair:
            each.link()
        if not options.official.is_dir():
            print(f"skipped: the authors' tables, since there is no {options.official}")
        processes = [each.start(options.official.resolve(), dump) for each in pair]
        assert {process.wait() for process in processes} == {0}, "a process failed"
        same = report(*(each.items() for each in pair))
    print(f"{'the same' if same else 'NOT the same'}, {time.perf_counter() - start:.0f} s")
    raise SystemExit(not same)


if __name__ == "__main__":
    make_items(*sys.argv[2:]) if sys.argv[1:2] == ["--child"] else main()
