"""Prints speed and memory of the pass over a Wikidata dump, and what comes out of it, how fast.

Chains come out of it, and the databases of ERBench's five domains, whose rows are compared with the
facts that the dump was written from.

A synthetic dump (synthetic_wikidata.py) is written once to the folder that is named. Its size and
the work per line are like the real ones'; one core is compared with one core:

    python benchmarks/wikidata_dump.py --folder /tmp/dump [--entities 1000000]

Run it on an idle machine with the extra `wikidata` and psutil; cores can only be chosen on Linux.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import orjson
import psutil
from synthetic_wikidata import World, write_dump

from erbench_track.core.wikidata.dump.source import StoreSource
from erbench_track.erbench_tasks.wikidata.database import write_database
from erbench_track.erbench_tasks.wikidata.domain import read_domain
from erbench_track.track_tasks.wiki.chains import sample_chains
from erbench_track.track_tasks.wiki.dump.dump import open_store, read_dump

DECODERS = {"orjson": orjson.loads, "msgspec": msgspec.json.Decoder().decode}
DOMAINS = ("movie", "soccer", "airport", "music", "book")
TARGET_SPEED = 0.7
TARGET_MEMORY = 1000
TARGET_SECONDS = 5.0


def decode_only(path: Path, decoder: str) -> dict[str, Any]:
    """Reads a dump and decodes its lines, nothing else."""
    decode = DECODERS[decoder]
    start = time.perf_counter()
    with path.open("rb") as file:
        for line in file:
            if len(line) > 2:
                decode(line.rstrip(b",\n"))
    return {"seconds": time.perf_counter() - start, "cpu": _cpu_seconds()}


def make_store(path: Path, folder: Path, workers: int) -> dict[str, Any]:
    """Makes the store; also returns the memory of all processes, in MB, per quarter of the pass."""
    peaks, done = [0.0] * 5, threading.Event()
    quarter = 0

    def watch(position: int, items: int) -> None:
        nonlocal quarter
        quarter = min(4 * position // path.stat().st_size, 3)

    def measure() -> None:
        me = psutil.Process()
        while not done.wait(0.1):
            used = sum(_memory(process) for process in (me, *me.children(recursive=True)))
            peaks[quarter] = max(peaks[quarter], used)

    threading.Thread(target=measure).start()
    start = time.perf_counter()
    try:
        summary = read_dump(path, folder, workers=workers, overwrite=True, watch=watch)
    finally:
        done.set()
    seconds = time.perf_counter() - start
    figures = {"seconds": seconds, "cpu": _cpu_seconds(), "peaks": peaks[:4]}
    return figures | {"items": summary.items, "claims": summary.claims}


def _cpu_seconds() -> float:
    """Returns the CPU seconds of this process and of its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(part.ru_utime + part.ru_stime for part in used)


def _memory(process: psutil.Process) -> float:
    try:
        return float(process.memory_info().rss) / 2**20
    except psutil.NoSuchProcess:
        return 0.0


def sample(folder: Path) -> dict[str, Any]:
    """Opens the store and samples the paper's 500 chains."""
    start = time.perf_counter()
    chains = list(sample_chains(open_store(folder)))
    return {"seconds": time.perf_counter() - start, "chains": len(chains)}


def make_domain(folder: Path, name: str, entities: int) -> dict[str, Any]:
    """Makes a domain's database of the store, and compares its rows with the truth."""
    domain = read_domain(name)
    path = folder / f"{name}.sqlite"
    path.unlink(missing_ok=True)
    start = time.perf_counter()
    found = write_database(domain, StoreSource(folder), path)
    figures = {"seconds": time.perf_counter() - start, "items": found.items[domain.main]}
    figures["memory"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return figures | compared(World(entities), path, name)


def compared(world: World, path: Path, name: str) -> dict[str, int]:
    """Returns how many rows of a domain's database are true, how many are wrong or missing."""
    domain = read_domain(name)
    table = domain.tables[domain.main]
    truth = world.truth(domain.main, table.least_sitelinks)
    rows = {"": [table.label, "sitelinks"], "alias": ["alias"]}
    rows |= {key: row.columns(key) for key, row in table.properties.items()}
    true = wrong = 0
    with closing(sqlite3.connect(path)) as connection:
        for key, columns in rows.items():
            of = f"{domain.main}_{key}" if key else domain.main
            owner = domain.main if key else "id"
            query = f"select {', '.join([owner, *columns])} from {of}"  # noqa: S608 -- our names
            found = set(connection.execute(query).fetchall())
            true += len(found & truth[of])
            wrong += len(found ^ truth[of])
    return {"true": true, "wrong": wrong}


JOBS = {
    "domain": lambda folder, name, entities: make_domain(Path(folder), name, int(entities)),
    "decode": lambda path, decoder: decode_only(Path(path), decoder),
    "pass": lambda path, folder, workers: make_store(Path(path), Path(folder), int(workers)),
    "sample": lambda folder: sample(Path(folder)),
}


def run(cores: int, *job: object) -> dict[str, Any]:
    """Runs a job in a process of its own on a number of cores."""
    done = subprocess.run(
        [sys.executable, __file__, "--job", *map(str, job)],
        check=True, stdout=subprocess.PIPE, text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores]),
    )  # fmt: skip
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--entities", type=int, default=1_000_000)
    parser.add_argument("--job", nargs="+", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.job:
        print(json.dumps(JOBS[options.job[0]](*options.job[1:])))
        return
    if not options.folder:
        parser.error("--folder is needed: some 5 GB per million entities go there")
    path, store = options.folder / f"{options.entities}.json", options.folder / "store"
    if not path.exists():
        options.folder.mkdir(parents=True, exist_ok=True)
        write_dump(path, options.entities)
    report(path, store, options.entities)


def report(path: Path, store: Path, entities: int) -> None:
    size = path.stat().st_size / 1e6
    print(f"{path.name}: {size:,.0f} MB; load of the machine {os.getloadavg()[0]:.1f}")
    alone = {name: run(1, "decode", path, name) for name in DECODERS}
    for name, figures in alone.items():
        _print_speed(f"decode only, {name}, one core", size, figures)
    one, two = run(1, "pass", path, store, 1), run(2, "pass", path, store, 2)
    print(f"{one['items']:,} entities, {one['claims']:,} claims kept")
    _print_speed("the pass, one core", size, one)
    _print_speed("the pass, two cores", size, two)
    for what, clock in (("time", "seconds"), ("CPU time", "cpu")):
        ratio = min(figures[clock] for figures in alone.values()) / one[clock]
        print(f"speed of the pass / of the fastest decoder, by {what}: {ratio:.2f}", end=" ")
        print(f"(target {TARGET_SPEED})")
    print(f"two cores / one core: {one['seconds'] / two['seconds']:.2f} times as fast")
    for name, figures in (("one core", one), ("two cores", two)):
        peaks = ", ".join(f"{peak:.0f}" for peak in figures["peaks"])
        print(f"memory of all processes, {name}, per quarter: {peaks} MB (target {TARGET_MEMORY})")
    sampled = run(2, "sample", store)
    print(f"{sampled['chains']} chains in {sampled['seconds']:.2f} s (target {TARGET_SECONDS})")
    for name in DOMAINS:
        made = run(2, "domain", store, name, entities)
        print(
            f"{name}: {made['items']:,} items in {made['seconds']:.1f} s, {made['memory']:.0f} MB; "
            f"rows as in the truth: {made['true']:,}, wrong or missing: {made['wrong']:,}"
        )


def _print_speed(what: str, size: float, figures: dict[str, Any]) -> None:
    seconds = figures["seconds"]
    print(f"{what}: {size / seconds:,.0f} MB/s, {seconds:.1f} s, {figures['cpu']:.1f} s of CPU")


if __name__ == "__main__":
    main()
