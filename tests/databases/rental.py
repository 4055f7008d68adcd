"""A shop that rents films: surrogate keys, a many-to-many table, and chains of foreign keys."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import (
    CHAR,
    Boolean,
    Column,
    Date,
    DateTime,
    ForeignKey,
    Integer,
    MetaData,
    Numeric,
    SmallInteger,
    String,
    Table,
    UniqueConstraint,
)

METADATA = MetaData()
SPEC = """\
name: rental
personal_data: All of it is invented.
relations:
  film:
    sql: |
      SELECT f.title, f.release_year AS year, f.length AS minutes, c.name AS category,
             l.name AS language, p.last_name AS director
      FROM film f
      JOIN category c ON c.category_id = f.category_id
      JOIN language l ON l.language_id = f.language_id
      JOIN person p ON p.person_id = f.director_id
    entity: [title, year]
questions:
  - type: binary
    relation: film
    fd: title, year -> director
    wording:
      basic: 'Did anybody direct the film "{{ title }}" of {{ year }}? Name the director.'
      negated: 'Is it true that nobody directed the film "{{ title }}" of {{ year }}?'
  - type: altered
    relation: film
    fd: title, minutes -> director
    replaced: minutes
    wording: {basic: 'Is there a film "{{ title }}" of {{ minutes }} minutes?'}
  - type: multiple_choice
    relation: film
    fd: title, year -> category, language, director
    distractors: uniform
    wording:
      - question: 'What is false of the film "{{ title }}" of {{ year }}?'
        category: "Its category is {{ category }}."
        language: "Its language is {{ language }}."
        director: "{{ director }} directed it."
"""


def _id(name: str) -> Column[int]:
    return Column(name, Integer, primary_key=True, autoincrement=False)


def _to(name: str, target: str, *, nullable: bool = False) -> Column[int]:
    return Column(name, Integer, ForeignKey(target), nullable=nullable)


Table(
    "language",
    METADATA,
    _id("language_id"),
    Column("name", String(40), nullable=False, unique=True),
    Column("code", CHAR(5), nullable=False),
)
Table("category", METADATA, _id("category_id"), Column("name", String(40), nullable=False))
Table(
    "person",
    METADATA,
    _id("person_id"),
    Column("first_name", String(45), nullable=False),
    Column("last_name", String(45), nullable=False),
    Column("born", Date),
    UniqueConstraint("first_name", "last_name"),
)
Table(
    "film",
    METADATA,
    _id("film_id"),
    Column("title", String(120), nullable=False),
    Column("release_year", Integer, nullable=False),
    Column("length", SmallInteger),
    Column("rating", String(8), nullable=False),
    _to("category_id", "category.category_id"),
    _to("language_id", "language.language_id"),
    _to("original_language_id", "language.language_id", nullable=True),
    _to("director_id", "person.person_id"),
    Column("rental_rate", Numeric(4, 2), nullable=False),
    Column("animated", Boolean, nullable=False),
    UniqueConstraint("title", "release_year"),
)
Table(
    "film_actor",
    METADATA,
    Column("film_id", Integer, ForeignKey("film.film_id"), primary_key=True, autoincrement=False),
    Column(
        "person_id", Integer, ForeignKey("person.person_id"), primary_key=True, autoincrement=False
    ),
    Column("billing", SmallInteger, nullable=False),
)
Table(
    "country",
    METADATA,
    _id("country_id"),
    Column("name", String(60), nullable=False, unique=True),
)
Table(
    "city",
    METADATA,
    _id("city_id"),
    Column("name", String(60), nullable=False),
    _to("country_id", "country.country_id"),
)
Table(
    "address",
    METADATA,
    _id("address_id"),
    Column("street", String(80), nullable=False),
    Column("district", String(40)),
    Column("postal_code", CHAR(8)),
    _to("city_id", "city.city_id"),
)
Table(
    "customer",
    METADATA,
    _id("customer_id"),
    Column("first_name", String(45), nullable=False),
    Column("last_name", String(45), nullable=False),
    Column("email", String(80), unique=True),
    _to("address_id", "address.address_id"),
    Column("active", Boolean, nullable=False),
    Column("joined", Date, nullable=False),
)
Table(
    "inventory",
    METADATA,
    _id("inventory_id"),
    _to("film_id", "film.film_id"),
    Column("shelf", CHAR(4), nullable=False),
)
Table(
    "rental",
    METADATA,
    _id("rental_id"),
    Column("rented_at", DateTime, nullable=False),
    _to("inventory_id", "inventory.inventory_id"),
    _to("customer_id", "customer.customer_id"),
    Column("returned_at", DateTime),
    Column("paid", Numeric(6, 2), nullable=False),
    UniqueConstraint("rented_at", "inventory_id"),
)

LANGUAGES = [("English", "en"), ("Français", "fr"), ("Español", "es"), ("Svenska", "sv"),
             ("Português do Brasil", "pt-BR"), ("日本語", "ja")]  # fmt: skip
CATEGORIES = ["Drama", "Comedy", "Mystery", "Adventure", "Family", "Science fiction"]
PEOPLE = """
Ada Lindqvist 1948-03-02|Bruno Okafor 1961-11-19|Célia Marchetti 1970-06-30|Dmitri Halloran
Eun-ji Park 1982-01-08|Femi Adeyemi 1955-09-14|Greta O'Rourke 1939-12-25|Hugo Tamura 1966-02-28
Inés Valdivia 1977-08-05|Jonas Whitlock 1950-04-17|Kaisa Nurmi 1988-10-21|Leopold Brandt 1931-07-07
Maribel Quiroga 1991-05-12|Nils Åkerfeldt 1944-02-29|Odette Fontaine|Pavel Zorić 1959-03-31
Quentin Ashworth 1963-06-06|Rosa Iñíguez 1984-12-01
Sven De-Vries 1972-09-09|Tuva de-Vries 1979-01-23|Umberto Castelli 1936-11-11
Vera Kowalczyk 1968-08-18|Wanda Ferreira 1995-02-14|Xavier Lund 1957-10-30
Yuki Mori 1986-04-04|Zeno Papadakis 1942-05-27|Abel Thornbury 1974-07-19|Bianca Sørensen 1990-03-15
""".strip().replace("\n", "|").split("|")  # fmt: skip
# title | year | minutes | rating | category | language | dubbed from | director
FILMS = """
The Baker's Ninth Daughter|1987|104|PG|1|1||1
Salt Over the Bridge|1991|117|R|3|1||2
A Lantern for Mrs. Ode|1979|96|G|5|1||7
Nobody Waters the Orchids|2004|128|PG-13|1|1|3|9
Señora Niebla|1998|111|R|3|3||9
Le Facteur de minuit|1985|92|PG|2|2||15
Under the Copper Moon|2011|134|PG-13|4|1||5
"Stop," Said the River|1969|88|G|5|1||12
100% Cotton|2016|99|PG|2|1||27
Résumé|1994|107|PG-13|1|2||15
Resume|2003|101|PG-13|2|1||17
The Cartographer's Apology|1976||PG|4|1||14
Twelve Umbrellas|1988|94|G|2|1|2|15
Vinterhamn|2009|122|R|3|4||14
Tåg till ingenstans|1983|109|PG|1|4||19
The Clockmaker of Vila Rosa|2013|118|PG|1|5||18
Saudade em Lata|1999|103|PG-13|2|5||23
月の図書館|2007|86|G|5|6||25
Rain on Paper Walls|2018|126|PG-13|1|1|6|25
The Second Lighthouse|1954|81|G|4|1||12
Pigeon Season|1973|97|PG|2|1||24
What the Tide Kept|2001|139|R|3|1||2
Ghosts Prefer Stairs|1996|90|PG|2|1||10
Ballad of the Empty Tram|1966|113|PG|1|1|4|14
Orbit of the Honeybee|2020|131|PG-13|6|1||11
The Last Analogue|2015|108|PG-13|6|1||4
Seven Minutes to Perihelion|2022|143|PG-13|6|1||5
Grandmother Static|2008|95|PG|6|6||8
A Door Marked Thursday|1981|100|PG|3|1||10
The Understudy's Umbrella|1971|98|PG|2|1||17
Mount Ordinary|1989|121|PG|4|1||16
Sugar & Gravel|1993|110|R|1|1||2
Where the Herons Vote|2012|93|G|5|1||28
Les Cendres du café|1978|115|R|1|2||3
La casa de los relojes|2005|119|PG-13|3|3||13
Cinco limones|2010|89|PG|2|3||18
The Quiet Side of Brass|1962|105|PG|1|1||21
Il Was Not Me|1997|91|PG-13|2|1||21
The Moth Who Owned a Car|2019|78|G|5|1||28
Harbour Lights, Harbour Lies|1959|102|PG|3|1||12
A Thimble of Thunder|1984|87|G|5|1||7
Copper & Clover|1975|114|PG|4|1||26
Nightshift at the Aquarium|2014|106|R|3|1||22
The Paper Admiral|1968|125|G|4|1||20
Fifteen Kinds of Snow|1992|130|PG|1|4||11
Echoes in Tin|2006|112|R|6|1||16
Echoes in Tin|2021|116|PG-13|6|1||27
Half a Violin|1990|120|PG|1|1|2|3
The Geometry of Goats|2017|85|G|5|1||6
Borrowed Winter|1964|101|PG|1|1||21
Lo que dijo el faro|2002|124|PG-13|1|3||13
An Inventory of Bells|1986|127|PG|1|1||6
Sisters of the Ninth Canal|1980|133|R|4|1||22
The Tailor Forgets Everything|1995|98|PG|2|1||24
Kilometre Zero|2000|140|R|4|2||3
Please Feed the Astronomer|2023|109|PG|2|1||23
O último bonde|1972|107|PG|1|5||18
Midnight at Platform ½|2018|96|PG|5|1||28
The Weight of Marbles|1982|118|R|1|1||10
Zażółć|2009|83|G|5|1||16
""".strip().splitlines()
COUNTRIES = ["Canada", "Chile", "Côte d'Ivoire", "Finland", "Japan", "Portugal"]
CITIES = [("Halifax", 1), ("Trois-Rivières", 1), ("Valparaíso", 2), ("Concepción", 2),
          ("Bouaké", 3), ("Turku", 4), ("Jyväskylä", 4), ("Kanazawa", 5), ("Évora", 6),
          ("Coimbra", 6)]  # fmt: skip
STREETS = ["Mill Lane", "Rue du Port", "Calle Larga", "Kirkkokatu", "Rua Nova", "King's Road"]
CUSTOMERS = """
Alma Rivers|Benoît Caron|Carla Fuentes|Daniel Koffi|Elina Salo|Fumiko Arai|Gonçalo Pires|Hana Ito
Iris O'Neill|Joaquín Rey|Kofi Yao|Laura Mäki|Miguel Soto|Noor Haddad|Olivia Grant|Paulo Reis
Renée Blais|Satu Laine|Tomás Vera|Ugo Brou|Ville Aho|Yara Duarte|Zoë Martin|Anders Holm
""".strip().replace("\n", "|").split("|")  # fmt: skip


def rows() -> dict[str, list[tuple[Any, ...]]]:
    """Returns the rows of each table, in the order of its columns."""
    return {
        "language": [(number, *values) for number, values in enumerate(LANGUAGES, 1)],
        "category": list(enumerate(CATEGORIES, 1)),
        "person": [_person(number, line) for number, line in enumerate(PEOPLE, 1)],
        "film": [_film(number, line) for number, line in enumerate(FILMS, 1)],
        "film_actor": [row for film in range(1, len(FILMS) + 1) for row in _cast(film)],
        "country": list(enumerate(COUNTRIES, 1)),
        "city": [(number, *values) for number, values in enumerate(CITIES, 1)],
        "address": [_address(number) for number in range(1, len(CUSTOMERS) + 1)],
        "customer": [_customer(number, name) for number, name in enumerate(CUSTOMERS, 1)],
        "inventory": [(n, (n * 7) % len(FILMS) + 1, f"{'ABC'[n % 3]}{n % 12}") for n in range(90)],
        "rental": [_rental(number) for number in range(1, 201)],
    }


def _person(number: int, line: str) -> tuple[Any, ...]:
    first, last, *born = line.split(" ")
    return number, first, last.replace("-", " "), date.fromisoformat(born[0]) if born else None


def _film(number: int, line: str) -> tuple[Any, ...]:
    title, year, minutes, rating, category, language, original, director = line.split("|")
    rate = Decimal("0.99") + number % 4
    return (
        number, title, int(year), int(minutes) if minutes else None, rating, int(category),
        int(language), int(original) if original else None, int(director), rate, number % 9 == 0,
    )  # fmt: skip


def _cast(film: int) -> list[tuple[int, int, int]]:
    people = dict.fromkeys((film * step) % len(PEOPLE) + 1 for step in (3, 5, 11)[: 2 + film % 2])
    return [(film, person, billing) for billing, person in enumerate(people, 1)]


def _address(number: int) -> tuple[Any, ...]:
    street = f"{number * 3} {STREETS[number % len(STREETS)]}"
    district = None if number % 4 == 0 else f"District {number % 5}"
    postal_code = None if number % 6 == 0 else f"{1000 + number * 37}"
    return number, street, district, postal_code, number % len(CITIES) + 1


def _customer(number: int, name: str) -> tuple[Any, ...]:
    first, last = name.split(" ")
    email = None if number % 8 == 0 else f"customer{number}@shop.example"
    joined = date(2019, 1, 1) + timedelta(days=number * 23)
    return number, first, last, email, number, number % 5 != 0, joined


def _rental(number: int) -> tuple[Any, ...]:
    rented = datetime(2024, 1, 2, 9, 30) + timedelta(hours=number * 11, minutes=number * 7)
    returned = None if number % 13 == 0 else rented + timedelta(days=number % 9, seconds=number)
    paid = Decimal(number % 7) + Decimal("0.99")
    return number, rented, (number * 17) % 90, number % len(CUSTOMERS) + 1, returned, paid
