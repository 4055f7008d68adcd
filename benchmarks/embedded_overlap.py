"""Shows how easy the embedded domains are: the paper's entities that are in them, and the others.

The authors' recorded responses are not part of this project; give the folder that holds them:

    python benchmarks/embedded_overlap.py ../shared/data/erbench_replay

For each model and domain it prints R (the paper's reading, both binary questions) over the paper's
entities that are also embedded, and over the others, each with its 95% interval. An entity is the
same if its names are, without accents and case: a movie by title and year, a player by short name
and club, an airport by its place, a song by title and artist, a book by title and author.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

from erbench_track.core.suites.erbench import DOMAIN_NAMES
from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.spec.embedded import DATA
from erbench_track.filters.erbench import ReadingFilter
from erbench_track.metrics.erbench import process_results
from erbench_track.metrics.statistics.intervals import Estimate, share_by_cluster

Key = tuple[str, ...]
# What says which entity a recorded question is about, and the same of the embedded rows.
_ASKED = {
    "movie": r"released in (\d+)",
    "soccer": r"played for (.+) with uniform number",
    "airport": r"latitude (\S+) and longitude (\S+)\?",
    "music": r"titled (.+) in \d+\?",
    "book": r"written by (.+) that was published",
}
_EMBEDDED = {
    "movie": "select title, year from movie",
    "soccer": "select short_name, club from player"
    " union select short_name, alias from player join club_alias using (club)",
    "airport": "select latitude, longitude from airport",
    "music": "select artist, title from song"
    " union select alias, title from song join artist_alias using (artist)",
    "book": "select title, full_name from book join author on author.name = book.author",
}


def folded(text: Any) -> str:
    """Returns the letters and digits of a text, without accents and case."""
    plain = unicodedata.normalize("NFKD", str(text)).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]", "", plain)


def _place(values: list[Any]) -> Key:
    return tuple(f"{float(value):.2f}" for value in values)


def _names(values: list[Any]) -> Key:
    return tuple(map(folded, values))


def embedded(domain: str) -> set[Key]:
    """Returns the entities of an embedded domain."""
    engine = open_database(DATA / domain)
    key: Callable[[list[Any]], Key] = _place if domain == "airport" else _names
    with engine.connect() as connection:
        return {key(list(row)) for row in connection.exec_driver_sql(_EMBEDDED[domain])}


def entity(doc: dict[str, Any]) -> Key:
    """Returns the entity that a recorded basic question is about."""
    found = re.search(_ASKED[doc["domain"]], doc["question"])
    said = list(found.groups()) if found else []
    return _place(said) if doc["domain"] == "airport" else _names([doc["entity"], *said])


def read(path: Path) -> list[dict[str, Any]]:
    """Reads a file of recorded responses."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def written(share: Estimate | None) -> str:
    """Writes a share with its interval, and of how many entities it is."""
    if share is None or share.low is None or share.high is None:
        return "none"
    return f"{share.value:.2f} [{share.low:.2f}, {share.high:.2f}] of {share.entities}"


def compare(folder: Path, domain: str) -> None:
    """Prints a model's R over the embedded entities of a domain, and over the others."""
    ours = embedded(domain)
    basic, negated = (
        read(folder / f"erbench_{domain}_bn_{kind}.jsonl.gz") for kind in ("yes", "no")
    )
    inside = {line["doc"]["entity_id"] for line in basic if entity(line["doc"]) in ours}
    cases: dict[bool, list[tuple[str, float]]] = {True: [], False: []}
    for lines in (basic, negated):
        docs = [line["doc"] for line in lines]
        read_as = ReadingFilter("paper").apply([line["resps"][0] for line in lines], docs)
        for doc, found in zip(docs, read_as, strict=True):
            score = process_results(doc, [found])["rationale_accuracy"]
            cases[doc["entity_id"] in inside].append((str(doc["entity_id"]), score))
    cells = [written(share_by_cluster(cases[which])) for which in (True, False)]
    print(f"{folder.name:8} {domain:8} embedded {cells[0]:28} others {cells[1]}")


def main() -> None:
    """Prints every model and domain of a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    for model in sorted(path.parent for path in folder.glob("*/erbench_movie_bn_yes.jsonl.gz")):
        for domain in DOMAIN_NAMES:
            compare(model, domain)


if __name__ == "__main__":
    main()
