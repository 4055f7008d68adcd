"""A Wikidata dump of any size that only looks real: one entity per line, decided by a seed.

    python benchmarks/synthetic_wikidata.py dump.json --entities 1000000

Countries, cities, people, organizations, works and things of no interest, with labels in several
languages, sitelinks, qualifiers, references and many properties that nobody asked for. Their
types are subclasses of Wikidata's classes; the names and the facts are invented.
"""

from __future__ import annotations

import argparse
import bz2
import gzip
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple

FIRST = 1_000_000  # ids of everything but classes start here
LANGUAGES = ("en", "de", "fr", "es", "ru", "ja", "ar", "nl", "zh", "pt")
SYLLABLES = ("ba", "do", "fi", "ga", "ke", "lo", "mu", "na", "po", "ri", "sa", "to", "ve", "zu")
FOREIGN = "абвгдежзиклмнопрст日本語字典漢كتابéüß"
OPENERS: dict[str, Callable[..., Any]] = {".gz": gzip.open, ".bz2": bz2.open}


class Kind(NamedTuple):
    """The description of a share of the entities.

    Attributes:
        share: Of all entities.
        at_least: Even in a small dump.
        types: Classes, one of which each has.
        claims: Property, kind of the object, and how probable it is.
    """

    share: float
    at_least: int
    types: tuple[int, ...]
    claims: tuple[tuple[str, str, float], ...]


KINDS = {
    "language": Kind(0.0001, 8, (900_001, 34770), ()),
    "religion": Kind(0.0001, 5, (9174, 13414953), (("P112", "person", 0.5),)),
    "occupation": Kind(0.0002, 8, (900_002, 28640), ()),
    "position": Kind(0.0002, 8, (900_003, 294414), ()),
    "genre": Kind(0.0002, 8, (188451,), ()),
    "country": Kind(0.0002, 12, (900_004, 3624078, 6256), (
        ("P36", "city", 0.95), ("P35", "person", 0.95), ("P37", "language", 0.9),
    )),
    "city": Kind(0.05, 40, (900_005, 900_006, 515), (("P140", "religion", 0.05),)),
    "university": Kind(0.005, 8, (900_007, 3918), (
        ("P112", "person", 0.5), ("P159", "city", 0.8), ("P1037", "person", 0.3),
    )),
    "organization": Kind(0.07, 20, (900_008, 900_009, 43229), (
        ("P159", "city", 0.8), ("P169", "person", 0.5), ("P112", "person", 0.4),
        ("P740", "city", 0.2), ("P488", "person", 0.2),
    )),
    "person": Kind(0.3, 60, (5,), (
        ("P27", "country", 0.8), ("P106", "occupation", 0.9), ("P20", "city", 0.3),
        ("P26", "person", 0.3), ("P40", "person", 0.2), ("P69", "university", 0.4),
        ("P108", "organization", 0.3), ("P1412", "language", 0.3), ("P39", "position", 0.2),
        ("P140", "religion", 0.1), ("P800", "work", 0.2), ("P136", "genre", 0.1),
    )),
    "work": Kind(0.15, 30, (900_010, 7725634), (
        ("P50", "person", 0.8), ("P407", "language", 0.7), ("P495", "country", 0.5),
    )),
    "thing": Kind(0.0, 0, (900_011, 900_012), ()),
}  # fmt: skip
SUBCLASSES = (
    (900_001, 34770), (900_002, 28640), (28640, 12737077), (900_003, 4164871), (900_004, 3624078),
    (3624078, 6256), (900_005, 900_006), (900_006, 515), (5119, 515), (900_007, 38723),
    (38723, 43229), (900_008, 43229), (900_009, 900_008), (900_010, 47461344), (47461344, 386724),
    (7725634, 47461344), (900_011, 900_012), (900_012, 900_011),
)  # fmt: skip


class World:
    """All entities of a dump; each line depends on the seed and its number alone.

    Attributes:
        entities: How many.
        seed: Decides names, facts and order.
    """

    def __init__(self, entities: int, seed: int = 0) -> None:
        """Distributes the entities over the kinds."""
        self.entities, self.seed = entities, seed
        self._starts: dict[str, tuple[int, int]] = {}
        start = 0
        for name, kind in KINDS.items():
            count = max(int(entities * kind.share), kind.at_least)
            self._starts[name] = (start, start + count)
            start += count
        self._starts["thing"] = (start, max(start + 1, entities))
        draw = random.Random(f"fillers {seed}")  # noqa: S311 -- nothing secret
        self._claims = [_filler_claim(draw) for _ in range(500)]
        self._texts = [_foreign_texts(draw) for _ in range(500)]
        self._links = [_sitelinks(draw) for _ in range(200)]

    def lines(self) -> Iterator[str]:
        """Yields the entities of the dump as JSON, classes first, the others in no order."""
        classes = sorted({id_ for pair in SUBCLASSES for id_ in pair})
        for id_ in classes[: self.entities]:
            yield self._class(id_)
        rest = max(self.entities - len(classes), 0)
        step = next(prime for prime in (7919, 104729, 1299709) if rest % prime)
        for number in range(rest):
            yield self._entity(number * step % rest)

    def _class(self, id_: int) -> str:
        draw = random.Random(f"{self.seed} class {id_}")  # noqa: S311 -- as above
        supers = [_statement("P279", above) for below, above in SUBCLASSES if below == id_]
        return self._line(draw, id_, f"class {id_}", {"P279": supers} if supers else {})

    def _entity(self, number: int) -> str:
        draw = random.Random(f"{self.seed} {number}")  # noqa: S311 -- as above
        name = next(name for name, (start, end) in self._starts.items() if start <= number < end)
        claims = {"P31": [_statement("P31", draw.choice(KINDS[name].types))]}
        for property_, object_kind, chance in KINDS[name].claims:
            if draw.random() < chance:
                claims[property_] = list(self._statements(draw, property_, object_kind))
        label = " ".join(_name(draw) for _ in range(draw.choice((1, 2, 2, 3))))
        return self._line(draw, FIRST + number, label, claims)

    def _statements(self, draw: random.Random, property_: str, kind: str) -> Iterator[Any]:
        start, end = self._starts[kind]
        end = min(end, self.entities)
        lucky = draw.random()
        objects = [FIRST + draw.randrange(start, max(end, start + 1)) for _ in range(2)]
        if lucky < 0.05:
            yield _statement(property_, objects[1], rank="deprecated")
        elif lucky < 0.15:
            yield _statement(property_, objects[1], rank="preferred")
        elif lucky < 0.3:
            yield _statement(property_, objects[1])
        elif lucky < 0.4:
            yield _statement(property_, objects[1], ended=True)
        yield _statement(property_, objects[0], known=lucky < 0.98)

    def _line(self, draw: random.Random, id_: int, label: str, claims: dict[str, Any]) -> str:
        texts = draw.choice(self._texts)
        labels = f'{{"en":{{"language":"en","value":{json.dumps(label)}}},{texts}}}'
        shown = labels if draw.random() < 0.97 else f"{{{texts}}}"
        fillers = {f"P{draw.randrange(2000, 9000)}" for _ in range(draw.choice((1, 2, 3, 5, 8)))}
        parts = [
            f'"{name}":{json.dumps(value, separators=(",", ":"))}' for name, value in claims.items()
        ]
        parts += [
            f'"{name}":{draw.choice(self._claims).replace("P0", name)}' for name in sorted(fillers)
        ]
        draw.shuffle(parts)
        return (
            f'{{"type":"item","id":"Q{id_}","labels":{shown},"descriptions":{{{draw.choice(self._texts)}}},'
            f'"aliases":{{}},"claims":{{{",".join(parts)}}},"sitelinks":{draw.choice(self._links)},'
            f'"pageid":{id_ + 17},"ns":0,"title":"Q{id_}","lastrevid":{draw.randrange(10**9)},'
            f'"modified":"2025-08-27T10:11:12Z"}}'
        )  # fmt: skip


def _statement(
    property_: str, object_: int, *, rank: str = "normal", ended: bool = False, known: bool = True
) -> dict[str, Any]:
    value = {"entity-type": "item", "numeric-id": object_, "id": f"Q{object_}"}
    snak: dict[str, Any] = {
        "snaktype": "value",
        "property": property_,
        "hash": "0123456789abcdef" * 2,
    }
    if known:
        snak["datavalue"] = {"value": value, "type": "wikibase-entityid"}
    else:
        snak["snaktype"] = "somevalue"
    statement: dict[str, Any] = {
        "mainsnak": snak | {"datatype": "wikibase-item"},
        "type": "statement",
    }
    if ended:
        statement["qualifiers"] = {"P582": [_time("P582")]}
        statement["qualifiers-order"] = ["P582"]
    return statement | {"id": f"Q0$01234567-89ab-cdef-0123-{object_:012}", "rank": rank}


def _time(property_: str) -> dict[str, Any]:
    value = {
        "time": "+2019-05-01T00:00:00Z", "timezone": 0, "before": 0, "after": 0, "precision": 11,
        "calendarmodel": "http://www.wikidata.org/entity/Q1985727",
    }  # fmt: skip
    return {
        "snaktype": "value", "property": property_, "hash": "fedcba9876543210" * 2,
        "datavalue": {"value": value, "type": "time"}, "datatype": "time",
    }  # fmt: skip


def _filler_claim(draw: random.Random) -> str:
    statement: dict[str, Any] = {
        "mainsnak": {
            "snaktype": "value", "property": "P0",
            "datavalue": {"value": f"{draw.randrange(10**12):x}", "type": "string"},
            "datatype": "external-id",
        },
        "type": "statement", "id": f"Q0$01234567-89ab-cdef-0123-{draw.randrange(10**12):012}",
        "rank": "normal",
    }  # fmt: skip
    if draw.random() < 0.4:
        statement["references"] = [
            {"hash": "00ff" * 10, "snaks": {"P813": [_time("P813")]}, "snaks-order": ["P813"]}
        ]
    if draw.random() < 0.2:
        statement["qualifiers"] = {"P580": [_time("P580")]}
    return json.dumps([statement] * draw.choice((1, 1, 1, 2)), separators=(",", ":"))


def _foreign_texts(draw: random.Random) -> str:
    texts = {
        language: {
            "language": language,
            "value": "".join(draw.choices(FOREIGN, k=draw.randrange(4, 20))),
        }
        for language in draw.sample(LANGUAGES[1:], draw.choice((2, 4, 6, 8)))
    }
    return json.dumps(texts, separators=(",", ":"))[1:-1]


def _sitelinks(draw: random.Random) -> str:
    sites = draw.sample(LANGUAGES, draw.choice((0, 1, 2, 5)))
    return json.dumps(
        {
            f"{site}wiki": {"site": f"{site}wiki", "title": _name(draw), "badges": []}
            for site in sites
        },
        separators=(",", ":"),
    )


def _name(draw: random.Random) -> str:
    return "".join(draw.choices(SYLLABLES, k=draw.choice((2, 3, 4)))).capitalize()


def write_dump(path: Path, entities: int, seed: int = 0) -> None:
    """Writes a dump: `.json`, `.json.gz` or `.json.bz2`."""
    opener = OPENERS.get(path.suffix, open)
    file: IO[str]
    with opener(path, "wt", encoding="utf-8") as file:
        file.write("[\n")
        for number, line in enumerate(World(entities, seed).lines()):
            file.write((",\n" if number else "") + line)
        file.write("\n]\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path", type=Path)
    parser.add_argument("--entities", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    write_dump(options.path, options.entities, options.seed)


if __name__ == "__main__":
    main()
