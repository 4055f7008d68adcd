"""A synthetic world with Wikidata's shapes and traps, a table about it, and mistakes in the table.

What Wikidata has of the world is stored as RDF; the table tells the same facts as tables do, with
other spellings, calendars and granularity. Right rows are right: a row that Wikidata does not have,
or has only in part, is no mistake.
"""

from __future__ import annotations

import random
import sqlite3
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wikidata_rdf import amount, entity, statement, stored, text, time

FOOTBALLER, POLITICIAN = "Q937857", "Q82955"
FILM, ANIMATED, HUMAN, CITY, DISTRICT, CLUB = (
    "Q11424",
    "Q202866",
    "Q5",
    "Q515",
    "Q123705",
    "Q476028",
)
GAME, NOVEL, COUNTRY = "Q7889", "Q8261", "Q6256"
MINUTE, SECOND, HOUR = "Q7727", "Q11574", "Q25235"
AT = "2019-09"

SPEC = """\
name: world

relations:
  film:
    sql: SELECT title, year, director, country, minutes FROM film
    entity: [title, year, director]
    wikidata:
      class: Q11424
      find_by: director
      attributes:
        year: {property: P577, part: year}
        director: P57
        country: P495
        minutes: {property: P2047, unit: minute, tolerance: 2}

  player:
    sql: SELECT name, born, birthplace, nationality, club, number FROM player
    entity: [name, born]
    wikidata:
      class: Q5
      where: {P106: Q937857}
      find_by: born
      attributes:
        born: P569
        birthplace: {property: P19, incomplete: true}
        nationality: [P1532, P27]
        club: {property: P54, at: 2019-09}
        number: {qualifier: P1618, of: club}

questions:
  - type: binary
    relation: film
    fd: title, year -> director
    wording: {basic: "Has {{ title }} of {{ year }} a director?", negated: "Has it none?"}
"""

_TYPES = {"year": "integer", "minutes": "integer", "number": "integer", "born": "date"}
COUNTRIES = {
    "Q142": ("France", "French"), "Q183": ("Germany", "German"), "Q38": ("Italy", "Italian"),
    "Q29": ("Spain", "Spanish"), "Q30": ("United States", "American"), "Q17": ("Japan", "Japanese"),
    "Q36": ("Poland", "Polish"), "Q28": ("Hungary", "Hungarian"), "Q34": ("Sweden", "Swedish"),
    "Q145": ("United Kingdom", "British"), "Q96": ("Mexico", "Mexican"),
    "Q155": ("Brazil", "Brazilian"), "Q43": ("Turkey", "Turkish"),
    "Q20": ("Norway", "Norwegian"), "Q213": ("Czech Republic", "Czech"),
}  # fmt: skip


def _time(date: str) -> dict[str, Any]:
    """Returns a time that is known as exactly as the date says."""
    parts = date.split("-")
    padded = "-".join([*parts, "00", "00"][:3])
    return time(padded, 8 + len(parts))


def _words(text: str) -> list[str]:
    return text.split()


GIVEN = _words(
    """Anna Béla Carl Dóra Émile Fatma Göran Hélène Igor José Karin Łukasz María Nils Olga Pál Renée
    Søren Tomás Ulf Véra Walter Yves Zoë Jean-Luc Mary Peter Paul John James"""
)
FAMILY = _words(
    """Müller Nowak Ibáñez Larsson Szabó Dupont Rossi Tanaka Yilmaz O'Brien Smith Brown Weiß Kovač
    Østergaard Fernández Lefèvre Conti Sato Demir Walsh Green Hall Novák Berg Moreau Ricci Suzuki
    Kaya Byrne Wood Clark Dvořák Lund García Martin Lopez Costa Mori Arslan"""
)
NOUNS = _words("River Garden Winter Stranger Promise Island Shadow Letter Bridge Harvest Mirror")
FRENCH = _words("Rivière Jardin Hiver Étranger Promesse Île Ombre Lettre Pont Récolte Miroir")
ADJECTIVES = _words("Last Silent Broken Golden Hidden Lost Red Distant Secret Burning Second Blue")
FRENCH_ADJECTIVES = _words(
    """Dernier Silencieux Brisé Doré Caché Perdu Rouge Lointain Secret Brûlant Second Bleu"""
)
ROOTS = _words("Alt Neu Berg Stein Ross Lin Wal Hart Nor Kirch Mar Ostr Fal Gren Tor Bel Cas Vil")
ENDINGS = _words("burg ville ford stad ona itz grad mouth ano")


@dataclass
class Row:
    """A row of the table.

    Attributes:
        table: `film` or `player`.
        values: Its values.
        item: The item that it is about; empty if Wikidata has none.
        stated: What Wikidata states, so that a mistake in it can be found: attribute to the values
            that are right.
        wrong: The attribute with a planted mistake; empty if it is right.
        kind: The kind of mistake.
    """

    table: str
    values: dict[str, Any]
    item: str = ""
    stated: dict[str, set[Any]] = field(default_factory=dict)
    wrong: str = ""
    kind: str = ""


class World:
    """The world, and the table about it.

    Attributes:
        rows: The rows of the table.
    """

    def __init__(self, seed: int, rows: int = 500, mistakes: int = 40) -> None:
        self._random = random.Random(seed)  # noqa: S311
        self._items: dict[str, tuple[Any, ...]] = {}
        self._claims: dict[str, list[dict[str, Any]]] = defaultdict(list)
        self._redirects: dict[str, str] = {}
        self._by_name: dict[str, set[str]] = defaultdict(set)
        self._next = 100_000
        self._people: dict[str, str] = {}  # name to item, for directors
        self.rows: list[Row] = []
        self._every: dict[str, list[Row]] = {"film": [], "player": []}  # in the table or not
        self._describe_classes()
        self._cities = [self._city() for _ in range(70)]
        self._clubs = [self._club(city) for city in self._cities[:45]]
        self._directors = [self._director() for _ in range(130)]
        while sum(row.table == "film" for row in self.rows) < rows // 2:
            self._films()
        self.rows = self.rows[: rows // 2]
        while len(self.rows) < rows:
            self._players()
        self.rows = self.rows[:rows]
        self._plant(mistakes)

    def write(self, folder: Path) -> Path:
        """Writes the table and its specification; returns the specification."""
        path = folder / "world.sqlite"
        with sqlite3.connect(path) as database:
            for table in ("film", "player"):
                rows = [row.values for row in self.rows if row.table == table]
                columns = [f"{name} {_TYPES.get(name, 'text')}" for name in rows[0]]
                database.execute(f"create table {table} ({', '.join(columns)})")
                marks = ", ".join("?" * len(columns))
                database.executemany(
                    f"insert into {table} values ({marks})", [tuple(r.values()) for r in rows]
                )
        spec = folder / "world.yaml"
        spec.write_text(SPEC)
        return spec

    def store(self) -> Any:
        """Returns a store with what Wikidata has of the world."""
        entities = (
            entity(id_, labels, self._claims[id_], aliases)
            for id_, (labels, aliases) in self._items.items()
        )
        return stored(entities, self._redirects)

    def _item(
        self,
        id_: str,
        labels: dict[str, str],
        classes: Sequence[str] = (),
        aliases: Sequence[str] = (),
    ) -> None:
        self._items[id_] = labels, aliases
        self._state(id_, "P31", [(class_, "normal") for class_ in classes])

    def _state(self, id_: str, property_: str, values: Sequence[tuple[Any, ...]]) -> None:
        """Adds statements: (value, rank), or (value, rank, qualifiers)."""
        self._claims[id_] += [
            statement(property_, value, rank, **dict(*more)) for value, rank, *more in values
        ]

    def _id(self) -> str:
        self._next += self._random.randint(1, 9)
        return f"Q{self._next}"

    def _some(self, share: float) -> bool:
        return self._random.random() < share

    def _describe_classes(self) -> None:
        for id_, label in ((FILM, "film"), (ANIMATED, "animated film"), (HUMAN, "human")):
            self._item(id_, {"en": label})
        self._state(ANIMATED, "P279", [(FILM, "normal")])
        for id_, (name, demonym) in COUNTRIES.items():
            aliases = ["USA", "U.S."] if id_ == "Q30" else [f"Republic of {name}"]
            self._item(id_, {"en": name}, [COUNTRY], aliases)
            self._state(id_, "P1549", [(text(demonym, "en"), "normal")])

    def _city(self) -> dict[str, Any]:
        pick = self._random.choice
        name = pick(ROOTS) + pick(ENDINGS)  # several have one name
        id_, country = self._id(), pick(list(COUNTRIES))
        labels = {"en": name, "fr": f"{name}-en-Pays"}
        if self._some(0.1):  # known abroad by another name, which English has for its label
            labels = {"en": name[:-1] + "ia", "de": name}
            name = name if self._some(0.5) else name[:-1] + "ia"
        self._item(id_, labels, [CITY])
        self._state(id_, "P131", [(country, "normal")])
        district, district_name = self._id(), f"{pick(ROOTS)}dorf-{name[:3]}"
        self._item(district, {"en": district_name}, [DISTRICT])
        self._state(district, "P131", [(id_, "normal")])
        return {"id": id_, "name": name, "country": country, "district": district,
                "district_name": district_name}  # fmt: skip

    def _club(self, city: dict[str, Any]) -> dict[str, Any]:
        name = city["name"]
        form = self._random.choice(["FC {}", "{} FC", "SV {}", "Real {}", "{} United"])
        full = form.format(name)
        id_, reserve = self._id(), self._id()
        aliases = [f"{name} Football Club", *([name] if self._some(0.7) else [])]
        self._item(id_, {"en": full}, [CLUB], aliases)
        self._item(reserve, {"en": f"{full} II"}, [CLUB], [f"{full} B", f"{name} II"])
        spellings = [full, f"{name} Football Club"] + ([name] if name in aliases else [])
        return {"id": id_, "reserve": reserve, "name": full, "spellings": spellings,
                "reserve_name": f"{full} II"}  # fmt: skip

    def _person(self, name: str, *, born: dict[str, Any] | None = None, **more: Any) -> str:
        id_ = self._id()
        labels = {"en": name, "ja": f"人物{id_}"}
        if more.get("foreign"):
            labels = {"ja": f"人物{id_}", "pl": name}
        elif self._some(0.1):
            labels = {"mul": name}
        first, _, last = name.partition(" ")
        aliases = [f"{first[0]}. {last}"] if self._some(0.2) else []
        self._item(id_, labels, [HUMAN], aliases)
        if born is not None:
            self._state(id_, "P569", [(born, "normal")])
        return id_

    def _name(self) -> str:
        pick = self._random.choice
        middle = f"{pick('ABCDEFG')}. " if self._some(0.1) else ""
        return f"{pick(GIVEN)} {middle}{pick(FAMILY)}"

    def _director(self) -> dict[str, Any]:
        name = self._name()
        id_ = self._person(name, foreign=self._some(0.04))
        if self._some(0.04):  # merged since: statements still name the old item
            old = self._id()
            self._redirects[old] = id_
            id_ = old
        return {"id": id_, "name": name}

    def _films(self) -> None:
        """Adds a film, or two or three of one title."""
        pick, several = self._random.choice, self._some(0.25)
        a, n = self._random.randrange(len(ADJECTIVES)), self._random.randrange(len(NOUNS))
        title = f"{pick(['The ', ''])}{ADJECTIVES[a]} {NOUNS[n]}"
        if self._some(0.5):
            title += f" of {pick(ROOTS)}{pick(ENDINGS)}"
        original = f"Le {FRENCH_ADJECTIVES[a]} {FRENCH[n]} {self._next}"
        if self._some(0.3):  # something else of the same name
            self._item(self._id(), {"en": title}, [pick([GAME, NOVEL])])
        years = {self._random.randint(1930, 2018)}
        while several and len(years) < 2 + self._some(0.1):
            years.add(min(2022, min(years) + self._random.randint(1, 45)))
        absent = self._random.randrange(len(years)) if self._some(0.1) else None
        in_order = sorted(years)
        if several and self._some(0.08):  # two in one year
            in_order.append(in_order[-1])
        for number, year in enumerate(in_order):
            row = self._film(title, original, year, is_absent=number == absent)
            if number == 0 or self._some(0.6):
                self.rows.append(row)

    def _film(self, title: str, original: str, year: int, *, is_absent: bool) -> Row:
        pick, some = self._random.choice, self._some
        directors = self._random.sample(self._directors, 2 if some(0.12) else 1)
        countries = self._random.sample(list(COUNTRIES), 2 if some(0.2) else 1)
        minutes = self._random.randint(70, 190)
        id_ = self._id()
        title_in_table = title
        if not is_absent:
            title_in_table = self._titled(id_, title, original)
            years = self._dated(id_, year)
        stated: dict[str, set[Any]] = {}
        if not is_absent:
            stated["year"] = years
            if some(0.94):
                self._state(id_, "P57", [(d["id"], "normal") for d in directors])
                stated["director"] = {d["name"] for d in directors}
            elif some(0.3):
                self._state(id_, "P57", [("somevalue", "normal")])
            if some(0.9):
                self._state(id_, "P495", [(c, "normal") for c in countries])
                stated["country"] = {COUNTRIES[c][0] for c in countries}
            if some(0.7):
                self._timed(id_, minutes)
                stated["minutes"] = {minutes}
        country = COUNTRIES[pick(countries)][0]
        values = {
            "title": title_in_table,
            "year": pick(sorted(years)) if not is_absent and some(0.3) else year,
            "director": self._plainly(pick(directors)["name"]),
            "country": "USA" if country == "United States" else country,
            "minutes": minutes + pick([-1, 0, 0, 0, 1]),
        }
        self._every["film"].append(Row("film", values, "" if is_absent else id_, stated))
        return self._every["film"][-1]

    def _titled(self, id_: str, title: str, original: str) -> str:
        """Adds the item with its names; returns the title as the table has it."""
        class_ = ANIMATED if self._some(0.15) else FILM
        way = self._random.random()
        if way < 0.08:  # no English label
            self._item(id_, {"fr": original}, [class_], [title])
            return title
        if way < 0.16:  # the table has the original title
            self._item(id_, {"en": title, "fr": original}, [class_])
            return original
        if way < 0.22:  # the same without its accents, which Wikidata lacks
            self._item(id_, {"en": original}, [class_], [title])
            return _without_accents(original)
        self._item(id_, {"en": title, "fr": original}, [class_])
        return title

    def _dated(self, id_: str, year: int) -> set[int]:
        """Adds publication dates; returns the years that are right."""
        day = _time(f"{year}-{self._random.randint(1, 12):02d}-{self._random.randint(1, 28):02d}")
        dates: list[tuple[Any, ...]] = [(day if self._some(0.85) else _time(f"{year}"), "normal")]
        years = {year}
        if self._some(0.2):  # at a festival, the year before
            dates.append((_time(f"{year - 1}-11-20"), "normal"))
            years.add(year - 1)
        if self._some(0.15):
            dates.append((_time(f"{year + 1}-03-01"), "normal"))
            years.add(year + 1)
        if self._some(0.15):
            dates[0] = (dates[0][0], "preferred")
        if self._some(0.1):
            dates.append((_time(f"{year + 3}"), "deprecated"))
        self._state(id_, "P577", dates)
        return years

    def _timed(self, id_: str, minutes: int) -> None:
        way = self._random.random()
        quantity = amount(f"{minutes}", MINUTE)
        if way < 0.1:
            quantity = amount(f"{minutes * 60}", SECOND)
        elif way < 0.15:
            quantity = amount(f"{minutes / 60:.2f}", HOUR)
        self._state(id_, "P2047", [(quantity, "normal")])

    def _plainly(self, name: str) -> str:
        """Returns a name as a table may have it."""
        way = self._random.random()
        if way < 0.08:
            return _without_accents(name)
        if way < 0.12:
            first, _, last = name.rpartition(" ")
            return f"{last}, {first}"
        return name

    def _players(self) -> None:
        """Adds a player, and perhaps his father or somebody else of his name."""
        name, city = self._name(), self._random.choice(self._cities)
        way = self._random.random()
        if way < 0.12:  # father and son: the same birthplace, country, and once the same club
            club = self._random.choice(self._clubs)
            year = self._random.randint(1985, 2000)
            before = year - self._random.randint(22, 35)
            father = self._player(name, city, club, before, is_old=True)
            son = self._player(name, city, club, year, is_absent=self._some(0.25))
            self.rows += [son] if self._some(0.5) else [father, son]
        elif way < 0.24:  # a politician of that name, born in the same year
            club = self._random.choice(self._clubs)
            row = self._player(name, city, club, 1993, is_absent=self._some(0.1))
            other = self._person(name, born=_time(f"{1993}-02-03"))
            self._state(other, "P106", [(POLITICIAN, "normal")])
            self._state(other, "P27", [(city["country"], "normal")])
            self._state(other, "P19", [(self._random.choice(self._cities)["id"], "normal")])
            self.rows.append(row)
        else:
            year = self._random.randint(1984, 2001)
            club = self._random.choice(self._clubs)
            self.rows.append(self._player(name, city, club, year, is_absent=self._some(0.03)))

    def _player(
        self,
        name: str,
        city: dict[str, Any],
        club: dict[str, Any],
        year: int,
        *,
        is_old: bool = False,
        is_absent: bool = False,
    ) -> Row:
        some, pick = self._some, self._random.choice
        born = f"{year}-{self._random.randint(1, 12):02d}-{self._random.randint(1, 28):02d}"
        country, number = city["country"], self._random.randint(1, 40)
        stated: dict[str, set[Any]] = {}
        place_in_table, id_ = city["name"], ""
        if not is_absent:
            exact = not some(0.08)
            id_ = self._person(name, born=_time(born) if exact else _time(f"{year}"))
            stated["born"] = {born} if exact else {year}
            if some(0.88):
                place_in_table = self._born_in(id_, city)
                stated["birthplace"] = {place_in_table}
            self._state(id_, "P106", [(FOOTBALLER, "normal")])
            citizenships = self._citizenships(country)
            self._state(id_, "P27", citizenships)
            stated["nationality"] = {each for each, _ in citizenships}
            if not is_old and some(0.02):
                self._state(id_, "P54", [("somevalue", "normal")])
            elif not is_old:
                self._career(id_, club, number, stated)
            elif some(0.8):  # the father's career is over
                ended = [("P580", _time("1980")), ("P582", _time("1995"))]
                self._state(id_, "P54", [(club["id"], "normal", ended)])
        values = {
            "name": self._plainly(name),
            "born": born,
            "birthplace": place_in_table,
            "nationality": COUNTRIES[country][pick([0, 1])],
            "club": pick(club["spellings"]) if not is_old else "retired",
            "number": number,
        }
        if is_old:
            values |= {"club": None, "number": None}
        self._every["player"].append(Row("player", values, id_, stated))
        return self._every["player"][-1]

    def _citizenships(self, country: str) -> list[tuple[Any, ...]]:
        other = self._random.choice(list(COUNTRIES))
        return [
            (c, "normal") for c in dict.fromkeys([country, *([other] if self._some(0.1) else [])])
        ]

    def _born_in(self, id_: str, city: dict[str, Any]) -> str:
        """Adds the birthplace; returns it as the table has it, more or less exactly."""
        way = self._random.random()
        if way < 0.2:
            self._state(id_, "P19", [(city["district"], "normal")])
            return str(city["name"])
        self._state(id_, "P19", [(city["id"], "normal")])
        return str(city["district_name"] if way < 0.26 else city["name"])

    def _career(
        self, id_: str, club: dict[str, Any], number: int, stated: dict[str, set[Any]]
    ) -> None:
        before = self._random.choice([c for c in self._clubs if c["id"] != club["id"]])
        shirt = [("P1618", text(f"{number}"))] if self._some(0.6) else []
        memberships: list[tuple[Any, ...]] = [
            (before["id"], "normal",
             [("P580", _time("2011")), ("P582", _time("2014")), ("P1618", text("99"))]),
            (club["reserve"], "normal", [("P580", _time("2014")), ("P582", _time("2016-06"))]),
        ]  # fmt: skip
        now: list[tuple[str, Any]] = [("P580", _time("2016-07-01")), *shirt]
        if self._some(0.5):
            now.append(("P582", _time(f"{self._random.randint(2020, 2023)}")))
        if self._some(0.05):
            now = shirt  # nobody said when
        else:
            stated["club"] = {club["name"]}
            if shirt:
                stated["number"] = {number}
        memberships.append((club["id"], "normal", now))
        if self._some(0.05):
            loan = [("P580", _time("2019-07-01")), ("P582", _time("2020-06-30"))]
            memberships.append((before["id"], "normal", loan))
            stated.pop("club", None)  # two clubs are right
        self._state(id_, "P54", memberships)

    def _plant(self, mistakes: int) -> None:
        """Changes one value in some rows that Wikidata knows enough of."""
        planted = 0
        kinds = list(_MISTAKES)
        candidates = [row for row in self.rows if row.item]
        self._random.shuffle(candidates)
        while planted < mistakes:
            table, attribute, change = _MISTAKES[kinds[planted % len(kinds)]]
            for row in candidates:
                if row.wrong or row.table != table or attribute not in row.stated:
                    continue
                value = change(self, row)
                if value is not None and self._is_wrong(row, attribute, value):
                    row.values[attribute] = value
                    row.wrong, row.kind = attribute, kinds[planted % len(kinds)]
                    break
            planted += 1

    def _is_wrong(self, row: Row, attribute: str, value: Any) -> bool:
        """Tells whether a value means nothing that is right, whatever the spelling.

        A name means all items that have it; a district and its city are one place. What is right of
        another film of the title and year is no mistake either: then the row is about that one.
        """
        if self._is_right(row, attribute, value):
            return False
        changed = row.values | {attribute: value}
        return not any(
            other is not row and all(self._is_right(other, n, changed[n]) for n in _KEYS[row.table])
            for other in self._every[row.table]
        )

    def _is_right(self, row: Row, attribute: str, value: Any) -> bool:
        right = {*row.stated.get(attribute, ()), row.values[attribute]}
        meant = set[str]().union(*map(self._meant, map(str, right)))
        return value in right or not meant.isdisjoint(self._meant(str(value)))

    def _meant(self, name: str) -> set[str]:
        if not self._by_name:
            city_of = {city["district"]: city["id"] for city in self._cities}
            for id_, (labels, aliases) in self._items.items():
                for each in (*labels.values(), *aliases, *COUNTRIES.get(id_, ())):
                    self._by_name[_folded(each)].add(city_of.get(id_, id_))
        return self._by_name.get(_folded(name), set())

    def other(self, row: Row, attribute: str) -> Any:
        """Returns another row's value, which is not right of this one."""
        rows = [r for r in self.rows if r.table == row.table and r.values[attribute] is not None]
        right = {str(value) for value in row.stated[attribute]} | {str(row.values[attribute])}
        return next(
            v for r in self._random.sample(rows, len(rows))
            if str(v := r.values[attribute]) not in right and not r.wrong
            and str(next(iter(r.stated.get(attribute, {v})))) not in right
        )  # fmt: skip

    def year_near(self, row: Row) -> int | None:
        """Returns the year before or after, if it is wrong."""
        years = row.stated["year"]
        near = [min(years) - 1, max(years) + 1]
        return self._random.choice(near)

    def namesake(self, row: Row, attribute: str) -> Any:
        """Returns the value of another row of the same name, if there is one."""
        name = "title" if row.table == "film" else "name"
        return next(
            (
                r.values[attribute]
                for r in self.rows
                if r is not row and r.table == row.table and not r.wrong
                and r.values[name] == row.values[name]
                and r.values[attribute] not in (None, row.values[attribute])
                and r.values[attribute] not in row.stated[attribute]
            ),
            None,
        )  # fmt: skip

    def reserve_of(self, row: Row) -> str:
        """Returns the reserve team of the row's club."""
        (club,) = row.stated["club"]
        return next(str(c["reserve_name"]) for c in self._clubs if c["name"] == club)

    def other_club(self, row: Row) -> str:
        """Returns another club."""
        return str(
            self._random.choice([c for c in self._clubs if c["name"] not in row.stated["club"]])[
                "name"
            ]
        )

    def other_country(self, row: Row) -> str:
        """Returns a country whose citizen the player is not."""
        wrong = [c for c in COUNTRIES if c not in row.stated["nationality"]]
        return COUNTRIES[self._random.choice(wrong)][0]


def _born_in_another_month(world: World, row: Row) -> str | None:
    born = row.values["born"]
    if born not in row.stated["born"]:
        return None
    return f"{born[:5]}{int(born[5:7]) % 12 + 1:02d}{born[7:]}"


_KEYS = {"film": ("title", "year", "director"), "player": ("name", "born")}
_MISTAKES: dict[str, tuple[str, str, Callable[[World, Row], Any]]] = {
    "year off by one": ("film", "year", World.year_near),
    "year of another film": ("film", "year", lambda w, r: w.other(r, "year")),
    "director of another film": ("film", "director", lambda w, r: w.other(r, "director")),
    "director of the film of that title": (
        "film", "director", lambda w, r: w.namesake(r, "director"),
    ),
    "another country": ("film", "country", lambda w, r: w.other(r, "country")),
    "longer by a quarter": ("film", "minutes", lambda w, r: int(r.values["minutes"] * 1.25)),
    "born in another month": ("player", "born", _born_in_another_month),
    "birthplace of another player": ("player", "birthplace", lambda w, r: w.other(r, "birthplace")),
    "another nationality": ("player", "nationality", World.other_country),
    "another club": ("player", "club", World.other_club),
    "the club's reserve team": ("player", "club", World.reserve_of),
    "another number": ("player", "number", lambda w, r: w.other(r, "number")),
}  # fmt: skip


def _folded(name: str) -> str:
    """Returns a name without accents, and with the given name first."""
    family, _, given = name.partition(", ")
    return _without_accents(f"{given} {family}".strip()).casefold()


def _without_accents(text: str) -> str:
    kept = unicodedata.normalize(
        "NFKD", text.translate(str.maketrans("ŁłØøı", "LlOoi")).replace("ß", "ss")
    )
    return "".join(letter for letter in kept if not unicodedata.combining(letter))
