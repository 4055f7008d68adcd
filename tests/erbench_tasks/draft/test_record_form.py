"""Questions about the lines of records: of any schema, of nothing private, and with one answer."""

import json
import sqlite3

import pytest
import yaml
from conftest import OFFICIAL
from hypothesis import given, settings
from hypothesis import strategies as st

from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.draft.columns import label, plain_name
from erbench_track.erbench_tasks.draft.record_form import record_form
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.lint.lint import lint
from erbench_track.erbench_tasks.profile.profile import profile

DATABASES = OFFICIAL / "databases"
TOWNS = [f"{start}{end}" for start in ("Ober", "Nieder", "Klein") for end in ("au", "bach", "dorf")]
RIVERS = ("Elbe", "Oder", "Rhein", "Weser")


def create(path, table, columns, rows):
    """Adds a table to a database; columns are quoted names with types."""
    with sqlite3.connect(path) as connection:
        connection.execute(f"create table {table} ({', '.join(columns)})")
        marks = ", ".join("?" * len(columns))
        connection.executemany(f"insert into {table} values ({marks})", rows)
    return path


def draft(database):
    engine = open_database(database)
    return record_form(profile(engine), "test", engine)


def opened(database, folder):
    form = draft(database)
    assert not form.why_not
    path = folder / "spec.yaml"
    path.write_text(yaml.safe_dump(form.spec, sort_keys=False, allow_unicode=True))
    return Benchmark.open(path, database)


def towns(
    path, columns=('"townName" text', '"foundedIn" integer', '"mainRiver" text', "area real")
):
    values = [(t, 1100 + 7 * n, RIVERS[n % 4], 12.5 + n) for n, t in enumerate(TOWNS * 2)]
    rows = [(f"{town} {n}", *rest) for n, (town, *rest) in enumerate(values)]
    return create(path, '"GermanTown"', columns, rows)


def test_a_record_is_named_and_one_of_its_lines_is_false(tmp_path):
    database = towns(tmp_path / "t.sqlite")
    items = [i for i in opened(database, tmp_path).items() if i.question_type == "mc"]
    with sqlite3.connect(database) as connection:
        rows = {r[0]: r[1:] for r in connection.execute('select * from "GermanTown"')}
    assert len(items) >= 10
    for item in items:
        name = item.question.split("town name: ")[1].split('"')[0]
        place = 'In the table "german town", '
        assert (
            item.question == f'{place}which line of the record with "town name: {name}" is false?'
        )
        titles = ("founded in", "main river", "area")
        true = [f"{t}: {v}." for t, v in zip(titles, rows[name], strict=True)]
        false = [option for option in item.options if option not in true]
        assert len(false) == 1
        assert item.answer == f"option {item.options.index(false[0]) + 1}"


def test_an_altered_line_belongs_to_no_record_and_others_to_one(tmp_path):
    database = towns(tmp_path / "t.sqlite")
    items = [i for i in opened(database, tmp_path).items() if i.question_type == "bn_altered"]
    with sqlite3.connect(database) as connection:
        rows = [
            *connection.execute('select "townName", "foundedIn", "mainRiver" from "GermanTown"')
        ]
    known = {f'"town name: {t}", "founded in: {f}" and "main river: {r}"?' for t, f, r in rows}
    assert {item.answer for item in items} == {"yes", "no"}
    for item in items:
        assert (item.answer == "yes") == any(text in item.question for text in known)


def test_a_key_is_shown_as_the_name_that_it_stands_for(tmp_path):
    path = create(tmp_path / "t.sqlite", "club", ("id integer primary key", "name text"), [
        (n, f"{town} United") for n, town in enumerate(TOWNS)
    ])  # fmt: skip
    key = "references club(id)"
    columns = ("title text", f"home_club_id integer {key}", f"away_club_id integer {key}")
    games = [
        (f"Final {n} of {town}", n, 8 - n) for n, town in enumerate(TOWNS * 2) for n in (n % 9,)
    ]
    games = [(f"{title} {place}", *rest) for place, (title, *rest) in enumerate(games)]
    create(path, "game", columns, games)
    benchmark = opened(path, tmp_path)
    assert "home_club" in benchmark.relations["game"].attributes
    texts = [item.question for item in benchmark.items() if "home club: " in item.question]
    assert texts
    assert all("United" in text.split("home club: ")[1].split('"')[0] for text in texts)


def test_surrogate_keys_codes_moments_and_constants_are_never_lines(tmp_path):
    columns = ("id integer primary key", "town text", "code text", "written text", "land text",
               "river text", "notes text")  # fmt: skip
    rows = [
        (
            n,
            f"{t} {n}",
            f"tt{n:05}",
            f"2020-01-{n + 1:02} 11:12:{n:02}",
            "DE",
            RIVERS[n % 4],
            "x " * 90,
        )
        for n, t in enumerate(TOWNS * 2)
    ]
    form = draft(create(tmp_path / "t.sqlite", "town", columns, rows))
    assert [q["fd"] for q in form.spec["questions"]] == ["town -> river"]


def test_nothing_private_is_used(tmp_path):
    path = towns(tmp_path / "t.sqlite")
    columns = ("name text", "email text", "town text")
    people = [(f"Mia {town}", f"mia{n}@example.org", town) for n, town in enumerate(TOWNS * 2)]
    create(path, "customers", columns, people)
    used = json.dumps(draft(path).spec)
    assert "customer" not in used
    assert "Mia" not in used


def test_where_there_is_nothing_to_ask_one_line_says_why(tmp_path):
    private = create(tmp_path / "a.sqlite", "customers", ("name text", "email text"), [
        (f"Mia {town}", f"mia{n}@example.org") for n, town in enumerate(TOWNS)
    ])  # fmt: skip
    assert draft(private).why_not == "every table is personal"
    numbers = create(tmp_path / "b.sqlite", "measured", ("a real", "b real"), [(0.5, 1.5)] * 20)
    assert draft(numbers).why_not == "no table has a column that names rows"
    names = create(tmp_path / "c.sqlite", "towns", ("town text",), [(town,) for town in TOWNS * 2])
    assert draft(names).spec == {}


def test_a_question_never_has_the_value_that_it_asks_for(tmp_path):
    genres = ("Rock", "Rock and Roll", "Jazz", "Record", "Folk", "Ska Punk", "Blues")
    rows = [(f"Song {n} of {genres[n % 7]}" if n % 5 == 0 else f"Song {n}", genres[n % 7],
             1900 + n, f"Band {TOWNS[n % 9]}") for n in range(70)]  # fmt: skip
    columns = ("title text", "genre text", "year integer", "band text")
    benchmark = opened(create(tmp_path / "t.sqlite", "song", columns, rows), tmp_path)
    found = [finding.check for entry in lint(benchmark) for finding in entry.findings]
    assert "value in the question" not in found
    asked = {value for item in benchmark.items() for e in item.rationale for value in e.values}
    assert {"Jazz", "Folk"} <= asked
    assert not {"Rock", "Record"} & asked


NAMES = st.text(min_size=1, max_size=12).filter(lambda t: "\0" not in t and t.isprintable())


@settings(max_examples=25, deadline=None)
@given(table=NAMES, columns=st.lists(NAMES, min_size=4, max_size=4, unique_by=str.casefold))
def test_any_name_of_tables_and_columns_makes_questions_that_can_be_generated(
    tmp_path_factory, table, columns
):
    folder = tmp_path_factory.mktemp("names")
    quoted = ['"{}"'.format(name.replace('"', '""')) for name in (table, *columns)]
    types = ("text", "integer", "text", "real")
    typed = [f"{name} {kind}" for name, kind in zip(quoted[1:], types, strict=True)]
    values = [(f"{t} {n}", 1100 + 7 * n, RIVERS[n % 4], 12.5 + n) for n, t in enumerate(TOWNS * 2)]
    if table.casefold().startswith("sqlite_"):
        return
    path = create(folder / "t.sqlite", quoted[0], typed, values)
    form = draft(path)
    if form.why_not:  # such as by a name that is personal
        return
    assert [*opened(path, folder).items()]


@given(name=st.text(max_size=20), taken=st.lists(st.text(max_size=5)))
def test_a_label_is_one_line_and_its_name_is_an_identifier(name, taken):
    said = label(name)
    assert said == " ".join(said.split())
    assert said.isprintable()
    assert not {*'{}"'} & {*said}
    made = plain_name(said, taken)
    assert made.isidentifier()
    assert made not in taken


@pytest.mark.parametrize("name", ["release_year", "releaseYear", "ReleaseYear", "RELEASE_YEAR"])
def test_names_are_shown_as_people_write_them(name):
    assert label(name) == "release year"


@pytest.mark.parametrize("name", ["chinook.sqlite", "published/pixar.sqlite", "published/elements"])
def test_most_entries_about_public_databases_pass_the_lint(name, tmp_path):
    if not (DATABASES / name).exists():
        pytest.skip(f"no database at ../shared/data/databases/{name}")
    entries = lint(opened(DATABASES / name, tmp_path))
    assert sum(not entry.failed for entry in entries) >= max(3, 0.8 * len(entries))
