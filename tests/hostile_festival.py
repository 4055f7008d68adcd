"""A database whose schema and values set traps for whoever proposes questions; all of it invented.

Values repeat others (a film called like its director), names repeat (a city in two provinces, a
team of every season), codes and sentinels stand for values, rows are about customers, columns
keep books, and what happened has keys but no names.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

SCHEMA = """
create table Province (name text, land text, capital text, primary key (name, land));
create table City (
  name text, province text, land text, mayor text, foundedin integer,
  primary key (name, province, land),
  foreign key (province, land) references Province (name, land)
);
create table tbl_director (director_id integer primary key, first_name text, last_name text,
  e_mail text, last_update timestamp);
create table film (
  film_id integer primary key, title text not null, release_year integer, director_id integer
  references tbl_director (director_id), language_id integer references language (language_id),
  safetystocklevel integer, md5 text, bytes integer, last_update timestamp
);
create table language (language_id integer primary key, name text, last_update timestamp);
create table festival (festcode text primary key, name text unique, venue text);
create table season_team (yearID integer, teamID text, name text, coachname text, ballpark text,
  primary key (yearID, teamID));
create table award_winners (
  festcode text references festival (festcode), year integer, category text,
  film_id integer references film (film_id), unique (festcode, year, category)
);
create table screenings (
  screening_id integer primary key, film_id integer references film (film_id), screened_on date,
  hall text, until date
);
create table Kunde (kunde_id integer primary key, vorname text, nachname text, telefon text);
create table booking (booking_id integer primary key, kunde_id integer references Kunde (kunde_id),
  screening_id integer references screenings (screening_id), price real);
create table empty_table (id integer primary key, name text);
"""
_FIRST = ("Ada", "Bela", "Cora", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jana")
_LAST = ("Arden", "Brook", "Cole", "Dorn", "Ekman", "Frost", "Garde", "Holm", "Ibsen", "Jarvis")
_NOUNS = ("River", "Garden", "Mirror", "Harbour", "Winter", "Letter", "Bridge", "Island")
_ADJECTIVES = ("Silent", "Golden", "Broken", "Distant", "Hidden", "Early", "Crimson", "Paper")
_CATEGORIES = ("Best Film", "Best Script", "Best Music", "Best Camera")
_UPDATED = "2020-02-02 02:02:02"


def _title(number: int) -> str:
    if number % 20 == 19:  # called like its director
        return " ".join(_person(number % 40))
    series = ("", "Again", "Returns", "at Dawn")[number // 64]
    return f"{_ADJECTIVES[number % 8]} {_NOUNS[number // 8 % 8]} {series}".strip()


def _person(number: int) -> tuple[str, str]:
    return _FIRST[number % 10], _LAST[number * 7 // 10 % 10]


def _released(number: int) -> int:
    """Returns a year: the films of a director are of six years one after the other."""
    return 1950 + number % 40 // 5 * 8 + number // 40


def create(path: Path) -> Path:
    """Makes the database as an SQLite file."""
    with sqlite3.connect(path) as connection:
        connection.executescript(SCHEMA)
        for table, rows in _rows().items():
            marks = ", ".join("?" * len(rows[0]))
            connection.executemany(f"insert into {table} values ({marks})", rows)
    connection.close()
    return path


def _rows() -> dict[str, list[tuple[object, ...]]]:
    lands = [f"{a}land" for a in ("Ar", "Bel", "Cor", "Dal", "El", "Far")]
    provinces = [(f"{n} Shire", land, f"{n}ton") for land in lands for n in _LAST[:4]]
    cities = [
        (f"{_NOUNS[i % 8]}ville", province, land, f"{_FIRST[i % 10]} Reeve{i}", 1200 + i * 7)
        for i, (province, land, _) in enumerate(provinces * 4)
    ]
    cities = list({city[:3]: city for city in cities}.values())
    directors = [(i, *_person(i), f"d{i}@film.example", _UPDATED) for i in range(40)]
    films = [
        (i, _title(i), 9999 if i % 25 == 7 else _released(i), i % 40, i % 3, i % 9,
         f"{i:032x}", 1000 * i, _UPDATED)
        for i in range(240)
    ]  # fmt: skip
    languages = [(0, "Elvish", _UPDATED), (1, "Norn", _UPDATED), (2, "Cant", _UPDATED)]
    festivals = [(f"F{i:02}", f"{_NOUNS[i % 8]} Festival of {lands[i % 6]}", f"Hall {i}")
                 for i in range(24)]  # fmt: skip
    teams = [
        (1990 + s, f"T{t}", f"{_NOUNS[t]} {_LAST[t]}s", f"{_FIRST[(s + t) % 10]} {_LAST[s % 10]}",
         f"{_ADJECTIVES[(t + s // 7) % 8]} Park")
        for s in range(20)
        for t in range(6)
    ]  # fmt: skip
    winners = [
        (f"F{f:02}", 1990 + y, category, (f * 31 + y * 7 + k * 11) % 240)
        for f in range(24)
        for y in range(0, 12, 3)
        for k, category in enumerate(_CATEGORIES)
    ]
    screenings = [
        (i, i % 240, f"20{i % 20:02}-0{i % 9 + 1}-1{i % 9}", f"Hall {i % 7}", "9999-12-31")
        for i in range(400)
    ]
    people = [(i, _FIRST[i % 10], _LAST[i % 9], f"+49 30 1234{i:04}") for i in range(80)]
    return {
        "Province": provinces, "City": cities, "tbl_director": directors, "language": languages,
        "film": films, "festival": festivals, "season_team": teams, "award_winners": winners,
        "screenings": screenings, "Kunde": people,
        "booking": [(i, i % 80, i % 400, 9.5) for i in range(500)],
    }  # fmt: skip
