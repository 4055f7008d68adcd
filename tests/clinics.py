"""A database of clinics and their towns, with a table of patients that nobody may ask about."""

from __future__ import annotations

import sqlite3
from pathlib import Path

CLINICS = 12
SPEC = """\
# What to ask about the clinics. Never about patient.diagnosis!
name: clinics  # not the patients
relations:
  clinic:
    sql: |
      SELECT clinic.name AS clinic, town.name AS town -- where the patients live
      FROM clinic JOIN town ON town.id = clinic.town_id /* not patient.clinic_id */
    entity: [clinic]
    kinds: {town: title}
    spellings:
      town: SELECT town, spelling FROM town_alias
  sick:
    sql: |
      SELECT patient.full_name AS who, patient.diagnosis AS illness, clinic.name AS place
      FROM clinic JOIN patient ON patient.clinic_id = clinic.id
    entity: [who]
    kinds: {illness: other}
questions:
  - type: binary
    relation: clinic
    fd: clinic -> town
    wording:
      basic: "Is the clinic {{ clinic }} {# where patients go #}in a town? Name the town."
      negated: "Is it true that the clinic {{ clinic }} is in no town? If not, name it."
  # - type: binary
  #   relation: sick
  #   fd: who -> illness
"""
ABOUT_PATIENTS = """\
  - type: binary
    relation: sick
    fd: who -> illness
    wording:
      basic: "Does {{ who }} have a disease? Name it."
      negated: "Is it true that {{ who }} has no disease? If not, name it."
"""
SCHEMA = """
create table town (id integer primary key, name text not null, region text not null);
create table town_alias (town text not null, spelling text not null);
create table clinic (
  id integer primary key, name text not null unique, founded integer,
  town_id integer not null references town (id),
  first_patient_id integer references patient (id)
);
create table patient (
  id integer primary key, full_name text not null, diagnosis text not null,
  clinic_id integer not null references clinic (id)
);
create table card (id integer primary key, label text not null, c1 text not null);
"""


def make_clinics(folder: Path) -> Path:
    """Writes the database `clinics.db` and the specification `clinics.yaml`.

    Returns:
        The specification.
    """
    connection = sqlite3.connect(folder / "clinics.db")
    connection.executescript(SCHEMA)
    for number in range(CLINICS):
        one = (number, f"Hill {number}")
        rows = {
            "town": (number, f"Town {number}", f"Region {number % 3}"),
            "town_alias": (f"Town {number}", f"T. {number}"),
            "clinic": (*one, 1900 + number, number, number),
            "patient": (number, f"Sick Person {number}", f"Illness {number}", number),
            "card": (*one, f"card{number}@example.org"),
        }
        for table, row in rows.items():
            marks = ", ".join("?" * len(row))
            connection.execute(f"insert into {table} values ({marks})", row)
    connection.commit()
    connection.close()
    (folder / "clinics.yaml").write_text(SPEC)
    return folder / "clinics.yaml"
