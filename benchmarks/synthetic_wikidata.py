"""A Wikidata dump of any size that only looks real: one entity per line, decided by a seed.

    python benchmarks/synthetic_wikidata.py dump.json --entities 1000000

Countries, cities, people, organizations, works and things of no interest, with labels in several
languages, sitelinks, qualifiers, references and many properties that nobody asked for. Their
types are subclasses of Wikidata's classes; the names and the facts are invented.

Films, songs, books, airports, and soccer players with their clubs have facts (`FACTS`) that are
decided first; the statements are written from them, with others that do not count: deprecated
ones, normal ones beside preferred ones, unknown values, memberships that are over.
"""

from __future__ import annotations

import argparse
import bz2
import calendar
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
    "film": Kind(0.04, 30, (900_013, 11424), ()),
    "song": Kind(0.02, 20, (7366,), ()),
    "book": Kind(0.02, 20, (7725634,), ()),
    "airport": Kind(0.005, 20, (1248784,), ()),
    "league": Kind(0.0002, 6, (15991303,), ()),
    "club": Kind(0.005, 12, (900_014, 476028), ()),
    "player": Kind(0.06, 40, (5,), (("P26", "person", 0.3), ("P69", "university", 0.2))),
    "thing": Kind(0.0, 0, (900_011, 900_012), ()),
}  # fmt: skip
SUBCLASSES = (
    (900_001, 34770), (900_002, 28640), (28640, 12737077), (900_003, 4164871), (900_004, 3624078),
    (3624078, 6256), (900_005, 900_006), (900_006, 515), (5119, 515), (900_007, 38723),
    (38723, 43229), (900_008, 43229), (900_009, 900_008), (900_010, 47461344), (47461344, 386724),
    (7725634, 47461344), (900_011, 900_012), (900_012, 900_011), (900_013, 11424),
    (900_014, 476028),
)  # fmt: skip


class Fact(NamedTuple):
    """A fact that each entity of a kind has, under the name that it has in the domain's file.

    Attributes:
        property: Its property.
        of: What its values are: a kind of entities, `year`, `month`, `code`, `place`, or
            `membership`.
        most: How many values there may be.
        needed: Whether an entity without it is no row.
    """

    property: str
    of: str
    most: int = 1
    needed: bool = True


FACTS: dict[str, dict[str, Fact]] = {
    "country": {"code": Fact("P297", "code", needed=False)},
    "person": {"birth_year": Fact("P569", "year", needed=False)},
    "film": {
        "year": Fact("P577", "year"),
        "director": Fact("P57", "person", 2),
        "country": Fact("P495", "country", 2),
        "genre": Fact("P136", "genre", 3),
        "star": Fact("P161", "person", 4, needed=False),
    },
    "song": {
        "artist": Fact("P175", "person"),
        "year": Fact("P577", "year"),
        "genre": Fact("P136", "genre", 2),
    },
    "book": {
        "author": Fact("P50", "person", 2),
        "published": Fact("P577", "month"),
        "publisher": Fact("P123", "organization"),
    },
    "airport": {
        "icao": Fact("P239", "code"),
        "location": Fact("P625", "place"),
        "country": Fact("P17", "country"),
    },
    "club": {
        "league": Fact("P118", "league", needed=False),
        "city": Fact("P159", "city", needed=False),
    },
    "player": {
        "club": Fact("P54", "membership"),
        "nationality": Fact("P27", "country", 2),
    },
}
FOOTBALLER = 937857


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
        claims = {"P279": supers} if supers else {}
        return self._line(draw, id_, f"class {id_}", claims, draw.choice(self._links))

    def kind(self, number: int) -> str:
        """Returns the kind of an entity."""
        return next(name for name, (start, end) in self._starts.items() if start <= number < end)

    def label(self, number: int) -> str:
        """Returns an entity's English label; some have none."""
        draw = random.Random(f"{self.seed} label {number}")  # noqa: S311 -- as above
        if draw.random() < 0.03:
            return ""
        return " ".join(_name(draw) for _ in range(draw.choice((1, 2, 2, 3))))

    def aliases(self, number: int) -> list[str]:
        """Returns the other English names of an entity with facts."""
        draw = random.Random(f"{self.seed} aliases {number}")  # noqa: S311 -- as above
        return sorted({f"{_name(draw)} {_name(draw)}" for _ in range(draw.choice((0, 0, 1, 3)))})

    def sitelinks(self, number: int) -> int:
        """Returns how many sitelinks an entity with facts has."""
        return int(random.Random(f"{self.seed} links {number}").paretovariate(0.6)) % 60  # noqa: S311

    def facts(self, name: str, number: int) -> dict[str, list[Any]]:
        """Returns the facts of an entity of a kind: the truth. Some values are missing."""
        draw = random.Random(f"{self.seed} facts {number}")  # noqa: S311 -- as above
        found = {}
        for key, fact in FACTS[name].items():
            count = 0 if draw.random() < 0.03 else draw.randint(1, fact.most)
            found[key] = [self._value(draw, fact.of, number) for _ in range(count)]
        return found

    def _value(self, draw: random.Random, of: str, number: int) -> Any:
        match of:
            case "year":
                return draw.randint(1900, 2020)
            case "month":
                return draw.randint(1900, 2020), draw.randint(1, 12)
            case "code":
                return f"X{number:07}"
            case "place":
                return round(draw.uniform(-80, 80), 4), round(draw.uniform(-170, 170), 4)
            case "membership":
                return self._member(draw, "club"), str(draw.randint(1, 40))
        return self._member(draw, of)

    def _member(self, draw: random.Random, kind: str) -> int:
        start, end = self._starts[kind]
        return draw.randrange(start, max(min(end, self.entities), start + 1))

    def numbers(self, kind: str) -> range:
        """Returns the numbers of a kind's entities that are in the dump."""
        start, end = self._starts[kind]
        classes = len({id_ for pair in SUBCLASSES for id_ in pair})
        return range(start, min(end, self.entities - classes))

    def is_known(self, number: int) -> bool:
        """Tells whether an entity is in the dump, with an English label."""
        classes = len({id_ for pair in SUBCLASSES for id_ in pair})
        return number < self.entities - classes and bool(self.label(number))

    def _entity(self, number: int) -> str:
        draw = random.Random(f"{self.seed} {number}")  # noqa: S311 -- as above
        name = self.kind(number)
        claims = {"P31": [_statement("P31", draw.choice(KINDS[name].types))]}
        for property_, object_kind, chance in KINDS[name].claims:
            if draw.random() < chance:
                claims[property_] = list(self._statements(draw, property_, object_kind))
        if name == "player":
            claims["P106"] = [_statement("P106", FOOTBALLER)]
        for key, values in self.facts(name, number).items() if name in FACTS else ():
            fact = FACTS[name][key]
            claims[fact.property] = list(self._stated(draw, fact, values, number))
        links, aliases = draw.choice(self._links), "{}"
        if name in FACTS:
            every = [{"language": "en", "value": alias} for alias in self.aliases(number)]
            links = _links(self.sitelinks(number))
            aliases = json.dumps({"en": every, "de": every} if every else {})
        return self._line(draw, FIRST + number, self.label(number), claims, links, aliases)

    def _stated(
        self, draw: random.Random, fact: Fact, values: list[Any], number: int
    ) -> Iterator[dict[str, Any]]:
        """Yields the statements of a fact, and others that do not count."""
        noise, wrong = draw.random(), self._value(draw, fact.of, number)
        rank = "preferred" if values and 0.1 < noise < 0.2 and fact.of != "membership" else "normal"
        for value in values:
            yield _of_fact(draw, fact, value, rank)
        if noise < 0.1:
            yield _of_fact(draw, fact, wrong, "deprecated")
        elif rank == "preferred":
            yield _of_fact(draw, fact, wrong, "normal")
        elif noise < 0.25 or not values:
            yield _statement(fact.property, 0, known=False)
        if fact.of == "membership" and noise > 0.5:
            yield _of_fact(draw, fact, wrong, "normal", (1999, 2011))
            yield _of_fact(draw, fact, self._value(draw, fact.of, number), "normal", (2021, 0))

    def truth(self, kind: str, least_sitelinks: int) -> dict[str, set[tuple[Any, ...]]]:
        """Returns the rows that a domain's database has to have of a kind, without positions.

        Args:
            kind: The kind of the first table's items.
            least_sitelinks: Entities with fewer are no rows.
        """
        found: dict[str, set[tuple[Any, ...]]] = {
            kind: set(), f"{kind}_alias": set(), **{f"{kind}_{key}": set() for key in FACTS[kind]}
        }  # fmt: skip
        for number in self.numbers(kind):
            if self.sitelinks(number) < least_sitelinks or not self.is_known(number):
                continue
            facts = self.known_facts(kind, number)
            if all(facts[key] or not fact.needed for key, fact in FACTS[kind].items()):
                found[kind].add((f"Q{FIRST + number}", self.label(number), self.sitelinks(number)))
                found[f"{kind}_alias"] |= {
                    (f"Q{FIRST + number}", alias) for alias in self.aliases(number)
                }
                for key, rows in facts.items():
                    found[f"{kind}_{key}"] |= {(f"Q{FIRST + number}", *row) for row in rows}
        return found

    def known_facts(self, kind: str, number: int) -> dict[str, list[tuple[Any, ...]]]:
        """Returns the facts of an entity whose values have labels, as rows have them."""
        facts = self.facts(kind, number)
        return {
            key: [row for value in values if (row := self._row(FACTS[kind][key].of, value))]
            for key, values in facts.items()
        }

    def _row(self, of: str, value: Any) -> tuple[Any, ...]:
        match of:
            case "year" | "code":
                return (value,)
            case "month":
                return calendar.month_name[value[1]], value[0]
            case "place":
                return (*value,)
            case "membership":
                club, number = value
                return (f"Q{FIRST + club}", number) if self.is_known(club) else ()
        return (f"Q{FIRST + value}",) if self.is_known(value) else ()

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

    def _line(
        self, draw: random.Random, id_: int, label: str, claims: dict[str, Any], links: str,
        aliases: str = "{}",
    ) -> str:  # fmt: skip
        texts = draw.choice(self._texts)
        labels = f'{{"en":{{"language":"en","value":{json.dumps(label)}}},{texts}}}'
        shown = labels if label else f"{{{texts}}}"
        # Properties that no domain knows: a random P3999 would close an airport.
        unused = range(20_000, 27_000)
        fillers = {f"P{draw.choice(unused)}" for _ in range(draw.choice((1, 2, 3, 5, 8)))}
        parts = [
            f'"{name}":{json.dumps(value, separators=(",", ":"))}' for name, value in claims.items()
        ]
        parts += [
            f'"{name}":{draw.choice(self._claims).replace("P0", name)}' for name in sorted(fillers)
        ]
        draw.shuffle(parts)
        return (
            f'{{"type":"item","id":"Q{id_}","labels":{shown},"descriptions":{{{draw.choice(self._texts)}}},'
            f'"aliases":{aliases},"claims":{{{",".join(parts)}}},"sitelinks":{links},'
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


def _of_fact(
    draw: random.Random, fact: Fact, value: Any, rank: str, span: tuple[int, int] = (0, 0)
) -> dict[str, Any]:
    """Returns the statement of a value; `span` are the years of a membership."""
    property_ = fact.property
    match fact.of:
        case "year":
            precise = draw.random() < 0.6
            date = f"{value}-{draw.randint(1, 12):02}-15" if precise else f"{value}-00-00"
            return _plain(_time(property_, date, 11 if precise else 9), rank)
        case "month":
            return _plain(_time(property_, f"{value[0]}-{value[1]:02}-00", 10), rank)
        case "code":
            return _plain(_snak(property_, value, "string", "external-id"), rank)
        case "place":
            place = {
                "latitude": value[0], "longitude": value[1], "altitude": None, "precision": 0.0001,
                "globe": "http://www.wikidata.org/entity/Q2",
            }  # fmt: skip
            return _plain(_snak(property_, place, "globecoordinate", "globe-coordinate"), rank)
        case "membership":
            club, shirt = value
            start, end = span if any(span) else (draw.randint(2010, 2018), draw.choice((0, 2022)))
            said = {"P1618": [_snak("P1618", shirt, "string", "string")],
                    "P580": [_time("P580", f"{start}-07-01")]}  # fmt: skip
            if end:
                said["P582"] = [_time("P582", f"{end}-06-30")]
            return _statement(property_, FIRST + club, rank=rank) | {"qualifiers": said}
    return _statement(property_, FIRST + value, rank=rank)


def _plain(snak: dict[str, Any], rank: str) -> dict[str, Any]:
    return {"mainsnak": snak, "type": "statement", "id": "Q0$01234567-89ab", "rank": rank}


def _snak(property_: str, value: Any, type_: str, datatype: str) -> dict[str, Any]:
    return {
        "snaktype": "value", "property": property_, "hash": "0f1e2d3c4b5a6978" * 2,
        "datavalue": {"value": value, "type": type_}, "datatype": datatype,
    }  # fmt: skip


def _links(count: int) -> str:
    sites = {f"w{n}wiki": {"site": f"w{n}wiki", "title": "X", "badges": []} for n in range(count)}
    return json.dumps(sites, separators=(",", ":"))


def _time(property_: str, date: str = "2019-05-01", precision: int = 11) -> dict[str, Any]:
    value = {
        "time": f"+{date}T00:00:00Z", "timezone": 0, "before": 0, "after": 0,
        "precision": precision,
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
