"""A university: natural and composite keys, a self reference, and many-to-many tables."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import (
    CHAR,
    Column,
    Date,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
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
name: university
relations:
  sculpture:
    sql: |
      SELECT s.title, s.sculptor, s.year, b.name AS building, b.built
      FROM sculpture s
      JOIN building b ON b.name = s.building
    entity: [title]
  course:
    sql: |
      SELECT c.title AS course, d.name AS department, d.building
      FROM course c
      JOIN department d ON d.code = c.department_code
    entity: [course, department]
questions:
  - type: binary
    relation: sculpture
    fd: title -> sculptor
    wording:
      basic: 'Is there a sculptor who made "{{ title }}"? Name the sculptor.'
      negated: 'Is it true that no sculptor made "{{ title }}"? If not, name the sculptor.'
  - type: altered
    relation: sculpture
    fd: title, year -> sculptor
    replaced: year
    wording: {basic: 'Was "{{ title }}" made in {{ year }}?'}
  - type: multi_hop
    relation: course
    hops: [course -> department, department -> building]
    wording:
      basic: 'Is the department that teaches "{{ course }}" in a building? Name both.'
      negated: 'Is the department that teaches "{{ course }}" in no building? If not, name both.'
"""
COURSE = ["course.department_code", "course.number"]


def _key(name: str, kind: Any, *constraints: Any) -> Column[Any]:
    return Column(name, kind, *constraints, primary_key=True, autoincrement=False)


Table(
    "building",
    METADATA,
    _key("name", String(60)),
    Column("built", Integer),
    Column("floors", SmallInteger, nullable=False),
)
Table(
    "sculpture",
    METADATA,
    _key("title", String(60)),
    Column("sculptor", String(60), nullable=False),
    Column("year", Integer),
    Column("building", String(60), ForeignKey("building.name"), nullable=False),
)
Table(
    "room",
    METADATA,
    _key("building", String(60), ForeignKey("building.name")),
    _key("number", Integer),
    Column("capacity", SmallInteger, nullable=False),
)
Table(
    "department",
    METADATA,
    _key("code", CHAR(4)),
    Column("name", String(80), nullable=False, unique=True),
    Column("building", String(60), ForeignKey("building.name"), nullable=False),
    Column("founded", Date, nullable=False),
    Column("budget", Numeric(12, 2), nullable=False),
)
Table(
    "instructor",
    METADATA,
    _key("instructor_id", Integer),
    Column("name", String(80), nullable=False),
    Column("department_code", CHAR(4), ForeignKey("department.code"), nullable=False),
    Column("manager_id", Integer, ForeignKey("instructor.instructor_id")),
    Column("hired", Date, nullable=False),
    Column("salary", Numeric(9, 2)),
)
Table(
    "course",
    METADATA,
    _key("department_code", CHAR(4), ForeignKey("department.code")),
    _key("number", Integer),
    Column("title", String(120), nullable=False),
    Column("credits", SmallInteger, nullable=False),
    Column("instructor_id", Integer, ForeignKey("instructor.instructor_id")),
    Column("room_building", String(60)),
    Column("room_number", Integer),
    ForeignKeyConstraint(["room_building", "room_number"], ["room.building", "room.number"]),
    UniqueConstraint("department_code", "title"),
)
Table(
    "prerequisite",
    METADATA,
    _key("department_code", CHAR(4)),
    _key("number", Integer),
    _key("required_department_code", CHAR(4)),
    _key("required_number", Integer),
    ForeignKeyConstraint(["department_code", "number"], COURSE),
    ForeignKeyConstraint(["required_department_code", "required_number"], COURSE),
)
Table(
    "student",
    METADATA,
    _key("student_number", CHAR(8)),
    Column("name", String(80), nullable=False),
    Column("born", Date, nullable=False),
    Column("major", CHAR(4), ForeignKey("department.code")),
    Column("advisor_id", Integer, ForeignKey("instructor.instructor_id")),
)
Table(
    "enrolment",
    METADATA,
    _key("student_number", CHAR(8), ForeignKey("student.student_number")),
    _key("department_code", CHAR(4)),
    _key("number", Integer),
    _key("term", String(12)),
    Column("grade", CHAR(2)),
    Column("enrolled_at", DateTime, nullable=False),
    ForeignKeyConstraint(["department_code", "number"], COURSE),
)

BUILDINGS = [("Old Mint", 1871, 3), ("Søndergaard Hall", 1964, 6), ("North Annexe", None, 2),
             ("Glasshouse", 2008, 4), ("St. Brigid's", 1902, 5)]  # fmt: skip
# Three of each generation.
SCULPTORS = ["Inês Carvalho", "Tomasz Wilk", "Åse Lund", "Bertha Quill", "Naoki Arata",
             "Odile Verne", "Pia Sand", "Quentin Moss", "Rasa Vitkus"]  # fmt: skip
TITLES = ["Ferryman", "Two Herons", "The Glove", "Harvest Moon", "Kneeling Girl", "Spindle",
          "Old Mole", "Cartwheel", "The Listener", "Seventh Wave", "Juggler", "Blue Door",
          "Anvil", "Night Heron", "The Weaver", "Torso III", "Lark", "Broken Column",
          "Sower", "The Quarrel", "Tide Table", "Lantern", "Sleeping Ox", "Wishbone"]  # fmt: skip
# code | name | building | founded | budget
DEPARTMENTS = """
ASTR|Astronomy|Glasshouse|1911-10-02|1250000.00
BIO|Biology|Glasshouse|1898-09-01|3410500.50
CS|Computer Science|Søndergaard Hall|1968-02-15|4875000.25
HIST|History|St. Brigid's|1874-05-20|980000.00
LING|Linguistics|Old Mint|1953-01-12|640750.75
MATH|Mathematics|Old Mint|1874-05-20|2100000.00
MUS|Music & Sound|St. Brigid's|1932-11-30|715300.10
PHIL|Philosophy|North Annexe|1889-03-08|532000.00
""".strip().splitlines()
# name | department | manager | hired | salary
INSTRUCTORS = """
Agnes Birgersdotter|MATH||1994-08-01|98500.00
Bashir al-Khoury|CS|1|2001-01-15|104250.50
Catalina Ruiz|ASTR|1|1999-09-01|91000.00
Deirdre O'Shea|HIST|1|1988-03-01|87300.25
Emeka Nwosu|BIO|1|2005-07-01|95800.00
François L'Écuyer|PHIL|4|2010-02-01|
Gulnara Seitova|LING|4|2008-08-15|78200.00
Henrik Øverby|MUS|4|1996-01-01|73450.75
Indira Menon|CS|2|2012-09-01|99900.00
Jakub Świątek|MATH|1|2015-02-01|81000.00
Keiko Hanada|ASTR|3|2018-09-01|76500.00
Lamar Whitfield|BIO|5|2011-01-10|84400.00
Mwajuma Said|CS|2|2019-08-20|
Nadia Petrescu|MATH|10|2020-01-07|69250.00
Oskar Liiv|LING|7|2016-05-30|70100.00
Priya Raghunathan|HIST|4|2013-10-01|77700.70
""".strip().splitlines()
# department | number | title | credits | instructor | building | room
COURSES = """
ASTR|101|The Night Sky|4|3|Glasshouse|101
ASTR|240|Stellar Interiors|6|11|Glasshouse|102
ASTR|310|Telescopes and Detectors|6|3||
BIO|101|Cells and Systems|5|5|Glasshouse|201
BIO|220|Field Ecology|5|12||
BIO|330|Molecular Evolution|6|5|Glasshouse|101
CS|101|Programming I|5|9|Søndergaard Hall|11
CS|102|Programming II|5|9|Søndergaard Hall|11
CS|210|Data Structures|6|2|Søndergaard Hall|21
CS|240|Databases|6|13|Søndergaard Hall|21
CS|333|Compilers: Theory & Practice|8|2|Søndergaard Hall|31
CS|101101|Seminar "Open Problems"|2|||
HIST|101|Reading Sources|4|4|St. Brigid's|1
HIST|215|Harbours and Empires|5|16|St. Brigid's|2
HIST|301|The Long Armistice|6|4|St. Brigid's|1
LING|101|Sounds of the World|4|7|Old Mint|5
LING|205|Syntax|6|15|Old Mint|6
LING|312|Language Death|6|7||
MATH|101|Calculus I|6|10|Old Mint|7
MATH|102|Calculus II|6|14|Old Mint|7
MATH|150|Linear Algebra|6|10|Old Mint|5
MATH|260|Probability|6|14|Old Mint|6
MATH|350|Galois' Legacy|8|1|North Annexe|1
MUS|101|Harmony|4|8|St. Brigid's|3
MUS|230|Acoustics|5|8|St. Brigid's|3
PHIL|101|What Is a Question?|4|6|North Annexe|1
PHIL|250|Logic|6|6|North Annexe|2
""".strip().splitlines()
PREREQUISITES = """
ASTR 240 MATH 102|ASTR 240 ASTR 101|ASTR 310 ASTR 240|BIO 220 BIO 101|BIO 330 BIO 101
BIO 330 MATH 260|CS 102 CS 101|CS 210 CS 102|CS 240 CS 102|CS 333 CS 210|CS 333 MATH 150
HIST 215 HIST 101|HIST 301 HIST 101|LING 205 LING 101|LING 312 LING 205|MATH 102 MATH 101
MATH 260 MATH 102|MATH 350 MATH 150|MUS 230 MUS 101|MUS 230 MATH 101|PHIL 250 PHIL 101
""".strip().replace("\n", "|").split("|")  # fmt: skip
ROOMS = [("Glasshouse", 101, 60), ("Glasshouse", 102, 24), ("Glasshouse", 201, 45),
         ("North Annexe", 1, 30), ("North Annexe", 2, 18), ("Old Mint", 5, 40), ("Old Mint", 6, 36),
         ("Old Mint", 7, 120), ("St. Brigid's", 1, 50), ("St. Brigid's", 2, 28),
         ("St. Brigid's", 3, 75), ("Søndergaard Hall", 11, 200), ("Søndergaard Hall", 21, 90),
         ("Søndergaard Hall", 31, 32)]  # fmt: skip
STUDENTS = """
Aino Virtanen|Boris Marković|Chidi Eze|Dolores del Río|Elif Yılmaz|Fatou Diallo|Gábor Szűcs
Håkon Lie|Isabela Nunes|João Távora|Kwame Mensah|Linh Trần|Maeve O'Connor|Nikos Stavrou
Olga Ivanova|Pilar Ibáñez|Qiu Lan|Rania Haddad|Søren Krag|Tala Begay|Uma Shankar|Vilém Dvořák
Wren Hollis|Ximena Paz|Yusuf Demir|Zofia Nowak|Anton Müller|Bea Lindgren|Cem Kaya|Dana Cohen
Ewan McPhail|Freja Holt|Gita Rao|Hiro Sato|Ivo Kralj|Jana Bílá|Kai Peters|Léa Dubois|Marek Hora
Nell Byrne
""".strip().replace("\n", "|").split("|")  # fmt: skip  # noqa: RUF001
TERMS = ["2022 autumn", "2023 spring", "2023 autumn"]
GRADES = ["A", "A-", "B+", "B", "C", None]


def rows() -> dict[str, list[tuple[Any, ...]]]:
    """Returns the rows of each table, in the order of its columns."""
    return {
        "building": list(BUILDINGS),
        "sculpture": [
            (
                title,
                SCULPTORS[n // 8 * 3 + n % 3],
                1921 + n // 8 * 30 + n % 8,
                BUILDINGS[n * 7 // 3 % 5][0],
            )
            for n, title in enumerate(TITLES)
        ],
        "room": list(ROOMS),
        "department": [_department(line) for line in DEPARTMENTS],
        "instructor": [_instructor(number, line) for number, line in enumerate(INSTRUCTORS, 1)],
        "course": [_course(line) for line in COURSES],
        "prerequisite": [_prerequisite(line) for line in PREREQUISITES],
        "student": [_student(number, name) for number, name in enumerate(STUDENTS, 1)],
        "enrolment": [row for number in range(1, len(STUDENTS) + 1) for row in _enrolments(number)],
    }


def _department(line: str) -> tuple[Any, ...]:
    code, name, building, founded, budget = line.split("|")
    return code, name, building, date.fromisoformat(founded), Decimal(budget)


def _instructor(number: int, line: str) -> tuple[Any, ...]:
    name, department, manager, hired, salary = line.split("|")
    return (
        number, name, department, int(manager) if manager else None, date.fromisoformat(hired),
        Decimal(salary) if salary else None,
    )  # fmt: skip


def _course(line: str) -> tuple[Any, ...]:
    department, number, title, points, instructor, building, room = line.split("|")
    return (
        department, int(number), title, int(points), int(instructor) if instructor else None,
        building or None, int(room) if room else None,
    )  # fmt: skip


def _prerequisite(line: str) -> tuple[Any, ...]:
    department, number, required, required_number = line.split()
    return department, int(number), required, int(required_number)


def _student_number(number: int) -> str:
    return f"S{number:06d}"


def _student(number: int, name: str) -> tuple[Any, ...]:
    born = date(2000, 2, 29) + timedelta(days=number * 41)
    major = None if number % 7 == 0 else DEPARTMENTS[number % len(DEPARTMENTS)].split("|")[0]
    advisor = None if number % 6 == 0 else number % len(INSTRUCTORS) + 1
    return _student_number(number), name, born, major, advisor


def _enrolments(number: int) -> list[tuple[Any, ...]]:
    found = []
    for place in range(3 + number % 3):
        department, course, *_ = _course(COURSES[(number * 5 + place * 4) % len(COURSES)])
        enrolled = datetime(2022, 9, 1, 8, 0) + timedelta(days=number + 120 * place, minutes=place)
        grade = GRADES[(number + place) % len(GRADES)]
        term = TERMS[place % len(TERMS)]
        found.append((_student_number(number), department, course, term, grade, enrolled))
    return found
