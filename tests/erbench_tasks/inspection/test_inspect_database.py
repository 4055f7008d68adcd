"""What `erbench-track inspect` proposes, and that it works as it is."""

import re
import sqlite3
from itertools import product

import pytest
import yaml

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.inspection.inspect_database import inspect_database


@pytest.fixture
def database(tmp_path):
    """Makes an SQLite file from SQL, and tables of rows."""

    def make(sql, **rows):
        path = tmp_path / "database.sqlite"
        path.unlink(missing_ok=True)
        with sqlite3.connect(path) as connection:
            connection.executescript(sql)
            for table, content in rows.items():
                marks = ", ".join("?" * len(content[0]))
                connection.executemany(f'insert into "{table}" values ({marks})', content)
        connection.close()
        return path

    return make


@pytest.fixture
def inspect(tmp_path):
    """Inspects a database; returns the specification as text, and its path."""

    def run(path, **options):
        # What people agree on has tests of its own (english/test_settled.py).
        options = {"unsettled": True} | options
        found = inspect_database(open_database(path), "shop", **options)
        spec = tmp_path / "benchmark.yaml"
        spec.write_text(found.text, encoding="utf-8")
        return found.text, spec

    return run


def items_of(spec, path):
    benchmark = Benchmark.open(spec, path)
    return list(benchmark.items()), benchmark.omissions


BOOKS = """
create table author (id integer primary key, first_name text, last_name text, birth_year integer);
create table publisher (id integer primary key, name text unique, city text);
create table book (
  id integer primary key, title text not null, isbn text unique, pages integer, author_id integer
  references author (id), publisher_id integer references publisher (id), cover blob,
  last_update timestamp, is_reprint boolean, blurb text
);
"""
AUTHORS = [(i, f"Ann{i}", f"Lee{i}", 1900 + i) for i in range(10)]
PUBLISHERS = [(1, "Acorn", "Oslo"), (2, "Birch", "Turin"), (3, "Cedar", "Oslo")]
BOOK_ROWS = [
    (i, f"Book {i}", f"978-{i:06}", 100 + i % 31, i % 10, i % 3 + 1, b"x", "2020-01-01 10:00:00",
     i % 2, "long " * 40)
    for i in range(60)
]  # fmt: skip


@pytest.fixture
def books(database):
    return database(BOOKS, author=AUTHORS, publisher=PUBLISHERS, book=BOOK_ROWS)


def test_an_unedited_specification_generates_grammatical_questions(books, inspect):
    _, spec = inspect(books)
    items, _ = items_of(spec, books)
    # Which publisher is meant is not said by the title: a row is an edition.
    assert {item.question for item in items if item.entity == "Book 7"} == {
        'Is it known who wrote the book "Book 7"? If so, name the author.',
        'Is it unknown who wrote the book "Book 7"? If not, name the author.',
    }


def test_what_is_not_asked_about_is_named_with_its_reason(books, inspect):
    text, _ = inspect(books)
    for reason in (
        "  # Not asked about:\n  #   id: a surrogate key\n",
        "#   cover: binary\n",
        "#   last_update, blurb: one value only\n",
        "#   publisher_id: refers to publisher, which says nothing more of a row\n",
    ):
        assert reason in text
    assert "A key, so a functional dependency: isbn -> " in text
    assert "Foreign key: author_id -> author (id)" in text


def test_the_kinds_of_values_are_named(books, inspect):
    text, spec = inspect(books)
    assert "# Kinds of values: title (title), pages (measure)" in text
    items, _ = items_of(spec, books)
    kinds = {e.attribute: e.kind for item in items for e in item.rationale}
    assert kinds["author"] == "person"


def test_first_and_last_name_are_one_attribute(books, inspect):
    text, _ = inspect(books)
    relation = yaml.safe_load(text)["relations"]["book"]
    assert relation["attributes"]["author"] == ["author.first_name", "author.last_name"]


def test_a_name_may_do_without_one_of_its_parts(database, inspect):
    singers = [(i, None if i % 4 == 0 else f"Ann{i}", f"Lee{i}") for i in range(20)]
    path = database(
        "create table singer (id integer primary key, given_name text, family_name text);"
        "create table album (title text primary key, singer_id integer references singer (id));",
        singer=[*singers, (20, "N/A", "Ode")],
        album=[(f"Album {i}", i % 21) for i in range(60)],
    )
    text, spec = inspect(path)
    named = {v for i in items_of(spec, path)[0] for e in i.rationale for v in e.values}
    assert {"Lee0", "Ann1 Lee1", "Ode"} <= named
    assert "partial: [singer]" in text
    assert not any("N/A" in name for name in named)


def test_other_names_that_a_table_lists_by_key_are_accepted(database, inspect):
    path = database(
        "create table singer (id integer primary key, name text unique, town text);"
        "create table singer_alias (id integer primary key, singer_id integer"
        " references singer (id), alias text, lang text);"
        "create table album (title text primary key, singer_id integer references singer (id));",
        singer=[(i, f"Ann Lee{i}", f"Town {i % 7}") for i in range(20)],
        singer_alias=[(i, i % 20, f"Nightingale {i}", "en") for i in range(30)],
        album=[(f"Album {i}", i % 20) for i in range(60)],
    )
    text, spec = inspect(path)
    accepted = {e.values for item in items_of(spec, path)[0] for e in item.rationale}
    assert ("Ann Lee3", "Nightingale 23", "Nightingale 3") in accepted
    assert ("Ann Lee13", "Nightingale 13") in accepted
    assert "table singer_alias: other names of the rows of singer: accepted spellings" in text
    assert "Nightingale" not in " ".join(item.question for item in items_of(spec, path)[0])


def test_a_table_that_is_referred_to_twice_is_joined_in_both_roles(database, inspect):
    path = database(
        "create table club (name text primary key, city text);"
        "create table game (title text primary key, home_id text references club (name),"
        " guest_id text references club (name), venue text);",
        club=[(f"Club {i}", f"City {i % 4}") for i in range(24)],
        game=[
            (f"Game {i}", f"Club {i}", f"Club {(i + 3) % 24}", f"Hall {i % 5}") for i in range(24)
        ],
    )
    _, spec = inspect(path)
    mc = next(item for item in items_of(spec, path)[0] if item.question_type == "mc")
    true = {"The home club is Club 0.", "The guest is Club 3."}
    assert mc.entity == "Game 0"
    assert true & set(mc.options)


def test_a_reference_to_its_own_table_becomes_a_role(database, inspect):
    path = database(
        "create table person (id integer primary key, name text unique, town text,"
        " manager_id integer references person (id));",
        person=[(i, f"P {i}", f"T {i % 5}", max(i // 2, 1)) for i in range(1, 30)],
    )
    _, spec = inspect(path)
    questions = {item.question for item in items_of(spec, path)[0]}
    assert any("manager" in question for question in questions)


FILMS = """
create table film (id integer primary key, title text unique, year integer, mood text);
create table actor (id integer primary key, name text unique);
create table film_actor (film_id integer references film (id),
 actor_id integer references actor (id), primary key (film_id, actor_id));
"""


def test_a_many_to_many_link_asks_for_any_of_several(database, inspect):
    path = database(
        FILMS,
        film=[(i, f"Film {i}", 1990 + i % 30, f"mood {i % 5}") for i in range(30)],
        actor=[(i, f"Actor {i}") for i in range(4)],
        film_actor=[(i, j) for i in range(30) for j in range(4) if (i + j) % 2],
    )
    _, spec = inspect(path)
    items = [item for item in items_of(spec, path)[0] if "appeared in" in item.question]
    assert items[0].question == (
        'Is there an actor who appeared in the film "Film 0"? If so, name at least one actor.'
    )
    assert items[0].rationale[0].values == ("Actor 1", "Actor 3")


RESULTS = """
create table driver (id integer primary key, name text unique);
create table race (id integer primary key, name text, year integer, unique (name, year));
create table result (id integer primary key, race_id integer references race (id),
 driver_id integer references driver (id), position integer, laps integer);
"""


def test_what_happened_is_asked_for_by_the_fewest_others_that_determine_it(database, inspect):
    path = database(
        RESULTS,
        driver=[(i, f"Ann Driver{i}") for i in range(9)],
        race=[(i, f"Oslo Race {i % 6}", 1990 + i // 6) for i in range(30)],
        result=[
            (10 * r + p, r, (r * 7 + p * 4) % 9, p, 40 + r % 5)
            for r in range(30)
            for p in (1, 2, 3)
        ],
    )
    text, spec = inspect(path)
    items, _ = items_of(spec, path)
    entries = [(q["type"], q.get("fd")) for q in yaml.safe_load(text)["questions"]]
    assert ("binary", "race, year, position -> driver") in entries
    first = next(i for i in items if i.fd == "race, year, position -> driver")
    assert "in Oslo Race 0" in first.question
    assert "1990" in first.question
    assert first.question.endswith("? If so, name the driver.")


_CLUBS = [
    (word, town) for word in ("Rovers", "United", "Wanderers") for town in
    ("Aldham", "Brook", "Corley", "Dunmow", "Elsted", "Farley", "Gorsty", "Hexby", "Ilmer", "Jevin")
]  # fmt: skip


def test_what_a_few_rows_determine_by_chance_is_not_asked_for(database, inspect):
    """Who lost to whom in a year says which final only until they meet again."""
    path = database(
        "create table club (id integer primary key, name text);"
        "create table winner (trophy text, season integer, category text,"
        " club_id integer references club, rival_id integer references club,"
        " primary key (trophy, season, category))",
        club=[(i, f"{word} {town}") for i, (word, town) in enumerate(_CLUBS)],
        winner=[
            (trophy, 1960 + i, category, (7 * i + j) % 30, (11 * i + j + 15) % 30)
            for i in range(16)
            for j, (trophy, category) in enumerate(
                product(("Spring Cup", "City Cup"), ["women", "men"])
            )
        ],
    )
    text, _ = inspect(path)
    asked = {entry["fd"] for entry in yaml.safe_load(text)["questions"]}
    assert asked == {
        "trophy, season, category -> club",
        "club, trophy, category -> season",
    }


def test_of_claims_about_a_value_half_have_a_premise_that_no_row_fits(database, inspect):
    path = database(
        "create table studio (id integer primary key, name text unique, town text);"
        "create table film (id integer primary key, title text unique, year integer,"
        " studio_id integer references studio (id), mood text);",
        studio=[(i, f"Studio {i:02}", f"Town {i % 5}") for i in range(12)],
        film=[(i, f"Film {i}", 1950 + i, i % 12, f"mood {i % 5}") for i in range(60)],
    )
    _, spec = inspect(path)
    altered = [i for i in items_of(spec, path)[0] if i.question_type == "bn_altered"]
    assert 0.3 * len(altered) < sum(i.answer == "yes" for i in altered) < 0.7 * len(altered)
    for item in altered:
        studio = f"Studio {int(item.entity.split()[1]) % 12:02}"
        assert (item.answer == "yes") == (studio in item.question)
        assert (item.answer == "no") == bool(item.rationale)


def test_what_a_thing_may_have_several_of_is_no_false_premise_and_no_option(database, inspect):
    path = database(
        "create table genre (id integer primary key, name text unique);"
        "create table director (id integer primary key, name text unique, land text);"
        "create table film (id integer primary key, title text unique, year integer,"
        " genre_id integer references genre (id), director_id integer references director (id));",
        genre=[(i, name) for i, name in enumerate(["Drama", "War Drama", "Comedy", "Crime"])],
        director=[(i, f"{chr(65 + i)}da Lee" + "nk" * i, f"Land {i % 4}") for i in range(12)],
        film=[(i, f"Film {i}", 1950 + i, i * 7 % 4, i // 5 % 12) for i in range(60)],
    )
    text, _ = inspect(path)
    asked = yaml.safe_load(text)["questions"]
    strict = [entry["fd"] for entry in asked if entry["type"] in ("altered", "multiple_choice")]
    assert strict
    assert not any("genre" in fd for fd in strict)
    assert not any("genre" in entry["fd"] for entry in asked)
    assert "nothing says which genres there are: others are as right" in text


def test_people_who_are_customers_are_left_out(database, inspect):
    path = database(
        "create table customer (id integer primary key, name text unique, city text);"
        "create table product (name text primary key, maker text, customer_id integer"
        " references customer (id));",
        customer=[(i, f"Ann Lee{i}", f"City {i % 5}") for i in range(30)],
        product=[(f"Pen {i}", f"Maker {i % 7}", i) for i in range(30)],
    )
    text, spec = inspect(path)
    items, _ = items_of(spec, path)
    assert "Nothing is asked about the table customer: personal data: rows about customer" in text
    assert items
    assert not any("customer" in item.question for item in items)


def test_values_that_mean_unknown_are_left_out(database, inspect):
    path = database(
        FILMS,
        film=[(i, f"Film {i}", 9999 if i % 10 == 9 else 1950 + i, f"m {i % 5}") for i in range(60)],
        actor=[(1, "Ann Lee")],
        film_actor=[(1, 1)],
    )
    text, spec = inspect(path)
    assert "film.year: [9999]" in text
    assert not any("9999" in str(item.rationale) for item in items_of(spec, path)[0])


def test_pen_names_are_accepted_beside_names_in_two_columns(database, inspect):
    authors = [(i, f"Ann{i}", f"Lee{i}", f"Max Stern{i}" if i < 5 else None,
                ["Oslo", "Rome", "Turin", "Bergen"][i % 4]) for i in range(19)]  # fmt: skip
    path = database(
        "create table author (id integer primary key, first_name text, last_name text,"
        " pen_name text, died_in text);"
        "create table book (title text primary key, author_id integer references author (id));",
        author=authors,
        book=[(f"The {['Red', 'Blue', 'Old'][i % 3]} House {i}", i % 19) for i in range(60)],
    )
    text, spec = inspect(path)
    assert "alias: pen_name, match: {author: [first_name, last_name]}" in text
    accepted = {e.values for item in items_of(spec, path)[0] for e in item.rationale}
    assert ("Ann1 Lee1", "Max Stern1") in accepted
    assert "# Not asked about by another name: rows with a pen_name." in text
    assert "author.pen_name: [{given: true}]" in text
    asked = [item.question for item in items_of(spec, path)[0] if item.entity == "Ann1 Lee1"]
    assert not asked
    assert any(item.entity == "Ann9 Lee9" for item in items_of(spec, path)[0])
    assert ("Ann9 Lee9",) in accepted


def test_rulers_are_not_asked_about_by_a_name_that_several_realms_had(database, inspect):
    rulers = [
        (i, f"{first}{second} {number}", 1200 + 9 * i, i % 6)
        for i, (number, first, second) in enumerate(
            product(["II", "IX", "of Ulm", "III"], "BDFGK", ["ert", "olf", "in"])
        )
    ]
    path = database(
        "create table realm (id integer primary key, name text unique);"
        "create table ruler (id integer primary key, name text, death_year integer,"
        " realm_id integer references realm (id));",
        realm=[(i, name) for i, name in enumerate(_LANDS[:6])],
        ruler=rulers,
    )  # fmt: skip
    text, spec = inspect(path)
    assert "ruler.name: [{numbered: true}]" in text
    assert "# Left out, as rulers of several realms were called so" in text
    asked = {item.entity.partition(" ")[2] for item in items_of(spec, path)[0]}
    assert asked & {"IX", "of Ulm"}
    assert not asked & {"II", "III"}


def test_cut_off_texts_and_years_before_christ_are_said_and_left_out(database, inspect):
    regions = [f"Upper {['Vale', 'Moor', 'Fen', 'Wold', 'Heath'][i % 5]} {i}" for i in range(36)]
    regions += ["Lower Marsh and the Ri", "Northern Coast and Ha", "Old Borough of Saint A"]
    regions = [region[:20] for region in regions]
    path = database(
        "create table town (id integer primary key, name text unique, region varchar(20),"
        " founded integer);",
        town=[(i, f"Town {i}", region, 1400 + i * 7 if i else -660)
              for i, region in enumerate(regions)],
    )  # fmt: skip
    text, spec = inspect(path)
    assert "# Left out, as probably cut off: rows whose region is 20 characters long." in text
    assert "# Left out, as a year that few people know exactly: rows whose founded is below" in text
    assert "town.founded: [{below: 1000}]" in text
    items, omissions = items_of(spec, path)
    assert not any("-660" in f"{item.question} {item.rationale}" for item in items)
    assert any(line.endswith("NULL, unknown or below 1000") for line in omissions.lines())


def test_cycles_of_foreign_keys_end(database, inspect):
    path = database(
        "create table author (id integer primary key, name text unique, kind text,"
        " band_id integer references band (id));"
        "create table band (id integer primary key, name text unique, kind text,"
        " author_id integer references author (id));",
        author=[(i, f"Ann{i}", f"kind {i % 4}", i) for i in range(19)],
        band=[(i, f"Bob{i}", f"sort {i % 4}", (i + 1) % 19) for i in range(19)],
    )
    _, spec = inspect(path)
    assert items_of(spec, path)[0]


HOSTILE = 'sel"ect; drop table "xx" -- {{ 1 }} [bold] : % \' \\ né\n#'


def test_hostile_names_are_inert(database, inspect):
    quoted = HOSTILE.replace('"', '""')
    path = database(
        f'create table "{quoted}" ("order" text primary key, mood text, "mood.tone" text,'
        ' "{% raw %}" integer);',
    )
    with sqlite3.connect(path) as connection:
        connection.executemany(
            f'insert into "{quoted}" values (?, ?, ?, ?)',
            [
                ("{{ 7 * 7 }}" if i == 5 else f"name {i}", f"kind {i % 4}", f"case {i % 3}", i)
                for i in range(48)
            ],
        )
    _, spec = inspect(path)
    items, _ = items_of(spec, path)
    assert any("{{ 7 * 7 }}" in item.question for item in items)
    assert not any(" 49" in " ".join((i.question, *i.options)) for i in items)
    with sqlite3.connect(path) as connection:
        assert connection.execute(f'select count(*) from "{quoted}"').fetchone() == (48,)


def test_a_database_without_tables_is_one_line(database, inspect):
    with pytest.raises(InputError, match=r" has no tables") as raised:
        inspect(database(""))
    assert "\n" not in str(raised.value)


def test_an_empty_table_beside_a_full_one_is_named(database, inspect):
    path = database(
        "create table empty (name text, town text); create table city (name text, country text);",
        city=[(f"C {i}", f"L {i % 3}") for i in range(9)],
    )
    text, spec = inspect(path)
    assert "# Nothing is asked about the table empty: it is empty" in text
    assert items_of(spec, path)[0]


def test_a_table_without_a_key_is_asked_about_by_its_names(database, inspect):
    path = database(
        "create table city (name text, country text, patron text);",
        city=[(f"Town{i // 2}ville", f"Land {i % 2}", f"Patron {i % 7}") for i in range(40)],
    )
    _, spec = inspect(path)
    items, omissions = items_of(spec, path)
    assert "the city Town1ville in the country Land 0" in " ".join(item.question for item in items)
    assert not list(omissions.lines())


def test_names_that_repeat_are_distinguished_by_the_key_that_people_use(database, inspect):
    path = database(
        "create table movie (title text, year integer, country text, mood text,"
        " primary key (title, year));",
        movie=[(f"M {i // 2}", 1990 + i % 2 * 5, f"Land {i % 3}", f"m {i % 4}") for i in range(40)],
    )
    text, spec = inspect(path)
    assert yaml.safe_load(text)["relations"]["movie"]["entity"] == ["movie", "year"]
    questions = [item.question for item in items_of(spec, path)[0]]
    assert any('the movie "M 0" from the year 1990' in question for question in questions)


def test_the_year_is_asked_for_where_few_have_a_namesake(database, inspect):
    titles = [f"Film {'A' if i < 30 else i}" for i in range(200)]
    path = database(
        "create table movie (code text primary key, title text, released integer);",
        movie=[(f"tt{i:07}", title, 1920 + i % 99) for i, title in enumerate(titles)],
    )
    _, spec = inspect(path)
    items, _ = items_of(spec, path)
    assert {item.fd for item in items} == {"movie -> released"}
    assert len({item.entity for item in items}) == 170
    assert not any('"Film A"' in item.question for item in items)


@pytest.mark.slow
def test_two_hundred_tables_are_inspected(database, inspect):
    sql = "".join(
        f"create table river_{i} (name text primary key, patron text, parent text"
        + (f" references river_{i - 1} (name));" if i else ");")
        for i in range(200)
    )
    rows = [(f"name {j}", f"Saint {j % 6}", f"name {(5 * j + 3) % 12}") for j in range(12)]
    text, spec = inspect(database(sql, **{f"river_{i}": rows for i in range(200)}))
    assert len(yaml.safe_load(spec.read_text())["questions"]) == 12
    assert "more entries are possible" in text


KEYLESS = """
create table harbour (id integer, name text, province text);
create table lighthouse (id integer, name text, harbour_id integer, harbour_type_id integer);
"""


def test_keys_that_nobody_declared_are_followed_where_none_is_or_if_asked_for(database, inspect):
    """A column that is called after a table and has only keys of it; not one that looks like it."""
    harbours = [
        (i, f"Port {town}", ("Moray", "Angus", "Fife")[i % 3])
        for i, (_, town) in enumerate(_CLUBS[:10])
    ]
    towers = [(i, f"{word} {i // 10}{i}", i % 10, i % 3) for i, (word, _) in enumerate(_CLUBS)]
    path = database(KEYLESS, harbour=harbours, lighthouse=towers)
    text, _ = inspect(path, undeclared=False)
    assert "(--undeclared-keys follows it)" in text
    assert "lighthouse -> harbour" not in text
    assert "nobody declared are followed" not in text
    with sqlite3.connect(path) as connection:
        connection.execute("create table buoy (id integer primary key)")
        connection.execute("create table chain (buoy_id integer references buoy (id))")
    assert inspect(path)[0].count("(--undeclared-keys follows it)") == 1
    assert inspect(path, undeclared=True)[0] != inspect(path)[0]
    with sqlite3.connect(path) as connection:
        connection.execute("drop table chain")
    text, spec = inspect(path)
    assert "# Foreign keys that nobody declared are followed: 1, each" in text
    items, _ = items_of(spec, path)
    found = {i.rationale[0].values[0] for i in items if i.fd == "lighthouse -> harbour"}
    assert found == {name for _, name, _ in harbours}
    assert "lighthouse.harbour_id: harbour.id" in text
    assert "- {table: harbour, on: {lighthouse.harbour_type_id: harbour.id}}" in text


def test_what_is_personal_spreads_along_keys_that_nobody_declared(database, inspect):
    """The departments of a staff are nobody's knowledge, with or without a declared key."""
    path = database(
        "create table employee (id integer, name text, department_id integer);"
        "create table department (id integer, name text, patron text);" + KEYLESS,
        employee=[(i, f"Ann Lee{i}", i % 12) for i in range(40)],
        department=[(i, f"{town} Bureau", f"Saint {i % 3}") for i, (_, town) in enumerate(_CLUBS)],
        harbour=[(i, f"Port {town}", f"Coast {i % 3}") for i, (_, town) in enumerate(_CLUBS[:10])],
        lighthouse=[(i, f"{word} {i}", i % 10, 0) for i, (word, _) in enumerate(_CLUBS)],
    )
    text, _ = inspect(path, undeclared=True)
    asked = str(yaml.safe_load(text)["questions"])
    assert "lighthouse" in asked
    assert "department" not in asked
    assert "employee refers to it" in text


def test_tables_can_be_chosen(books, inspect):
    text, _ = inspect(books, only=["author", "book"])
    assert "table: publisher" not in text
    assert "table: author" in text
    with pytest.raises(InputError, match="no table 'books'; there is author, book, publisher"):
        inspect(books, only=["books"])


def test_an_existing_specification_is_kept_unless_it_may_be_replaced(
    books, tmp_path, command, refused
):
    spec = tmp_path / "mine.yaml"
    spec.write_text("mine")
    assert "exists already" in refused("inspect", books, "-o", spec)
    assert spec.read_text() == "mine"
    code, out, _ = command("inspect", books, "-o", spec, "--overwrite", "--name", "library")
    assert code == 0
    assert "erbench-track preview" in out
    assert yaml.safe_load(spec.read_text())["name"] == "library"


LIGHTHOUSES = """
create table lighthouse (
  id integer primary key, name text, until text, c11 text, architect text, zone text
);
"""


def test_names_in_lower_case_are_asked_about_with_capitals(database, inspect):
    sql = """
    create table country (id integer primary key, name text);
    create table library (id integer primary key, name text, country_id references country (id));
    """
    names = [
        "new zealand",
        "australia",
        "fiji",
        "usa",
        "canada",
        "mexico",
        "peru",
        "chile",
        "bolivia",
    ]
    towns = ["elm", "oak", "ash", "fir", "yew", "bay", "fig", "box", "may", "lime"]
    museums = [(i, f"{towns[i % 10]} {towns[i // 10]}", i % 9) for i in range(40)]
    path = database(sql, country=[*enumerate(names)], library=museums)
    items, _ = items_of(inspect(path)[1], path)
    asked = " ".join(item.question for item in items)
    assert "the library Oak Elm" in asked
    assert "located in New Zealand?" in asked
    assert not any(name in asked for name in ("oak", "zealand", "Usa"))
    # What a response has to name stays as it is in the database.
    assert {value for item in items for e in item.rationale for value in e.values} <= set(names)


def test_what_has_no_name_in_words_is_not_asked_about_and_says_why(database, inspect):
    rows = [
        (
            i,
            f"Light {i}",
            f"Keeper {i % 12}",
            f"Mark {i % 12}",
            f"Ann Lee {i % 12}",
            f"Zone {i % 9}",
        )
        for i in range(36)
    ]
    text, _ = inspect(database(LIGHTHOUSES, lighthouse=rows))
    asked = yaml.safe_load(text)["questions"]
    assert "architect" in str(asked)
    assert "until" not in str(asked)
    assert "c_11" not in str(asked)
    assert "Not asked: " in text
    assert "'c 11' is no English noun: write the templates yourself" in text
    assert "'until' is no noun that says what it is" in text


def test_the_modules_that_tables_belong_to_are_not_said(database, inspect):
    tables = ["harbour_pier", "harbour_crane", "harbour_ship", "market_stall", "market_goods",
              "market_hall", "crew_member", "crew_payroll"]  # fmt: skip
    sql = "".join(
        f"create table {t} (id integer primary key, name text, colour text);" for t in tables
    )
    colours = ["red", "green", "blue", "black", "white"]
    rows = {t: [(i, f"{t[-4:]} {i}", colours[i % 5]) for i in range(20)] for t in tables}
    text, _ = inspect(database(sql, **rows))
    asked = str(yaml.safe_load(text)["questions"])
    assert "the colour of the crane {{ crane }}" in asked
    assert "harbour" not in asked.replace("harbour_", "")


COUNTRIES = """
create table country (id integer primary key, name text unique, founded integer, continent text,
  capital_id integer references city (id), anthem text, largest_city text);
create table city (id integer primary key, name text unique, country_id integer references country);
create table ferry (name text primary key, country_id integer references country);
"""
_LANDS = [f"{a}{b}ia" for a in "BDFGKLMN" for b in ("ar", "el", "on")]


def _countries(database, cities, founded="founded"):
    return database(
        COUNTRIES.replace("founded", founded),
        country=[
            (i, name, 1700 + i * 7, ("Asia", "Africa", "Europe")[i % 3], i * cities,
             f"Song of {name}", f"{name[:3]}polis")
            for i, name in enumerate(_LANDS)
        ],
        city=[(i * cities + n, f"{name[:3]}{end}", i) for i, name in enumerate(_LANDS)
              for n, end in enumerate(("ton", "mouth", "ford", "stead", "dale")[:cities])],
        ferry=[(f"Star {i}", i * 5 % 24) for i in range(45)],
    )  # fmt: skip


def _told_false(inspect, path):
    _, spec = inspect(path)
    items, _ = items_of(spec, path)
    return [item for item in items if item.question_type in ("mc", "bn_altered")]


def test_a_false_capital_is_another_city_of_the_same_country(database, inspect):
    items = [i for i in _told_false(inspect, _countries(database, 5)) if i.question_type == "mc"]
    false = [item for item in items if item.rationale[0].attribute == "capital"]
    assert len(items) > len(false) > 20
    for item in false:
        (true,) = item.rationale[0].values
        assert re.search(rf"\b{true[:3]}(mouth|ford|stead|dale)\b", item.options[0])


def test_what_is_another_rows_own_is_no_false_capital_and_a_continent_no_option(database, inspect):
    items = _told_false(inspect, _countries(database, 1))
    assert not [item.fd for item in items if re.search("capital|largest|continent", item.fd)]
    # Nor a city's country.
    assert "city -> country" not in {item.fd for item in items}


def test_a_year_of_independence_is_no_option_since_it_was_recognised_in_another(database, inspect):
    items = _told_false(inspect, _countries(database, 5, "indepyear"))
    assert not [item.fd for item in items if "independence" in item.fd]


def test_of_a_few_rows_no_false_statement_is_asked(database, inspect):
    lands = ["Chad", "Angola", "Gabon", "Kenya", "Uganda", "Malawi", "Peru", "Chile", "Brazil"]
    for rows in (12, 40):
        path = database(
            "create table dam (name text primary key, country text, opened integer);",
            dam=[(f"Dam of {chr(65 + i)}edworth", lands[i % 9], 1900 + 3 * i) for i in range(rows)],
        )
        assert bool(_told_false(inspect, path)) == (rows == 40)


def test_what_happened_is_not_asked_for_by_a_date_alone_or_without_what_it_was(database, inspect):
    path = database(
        "create table prize (id integer primary key, name text);"
        "create table film (id integer primary key, title text);"
        "create table victory (film_id integer references film, prize_id integer references prize,"
        " day date, season integer, primary key (film_id, prize_id, season));",
        prize=[(i, f"Golden {n}") for i, n in enumerate(["Bear", "Palm", "Lion"])],
        film=[(i, f"The {a} {b}") for i, (a, b) in enumerate(product(_LANDS, ["Road", "Sky"]))],
        victory=[(i, i % 3, f"{1950 + i}-05-{1 + i % 28:02}", 1950 + i) for i in range(48)],
    )
    text, _ = inspect(path)
    asked = [entry["fd"] for entry in yaml.safe_load(text)["questions"] or []]
    assert "film -> season" not in asked
    assert not [fd for fd in asked if fd.startswith(("day ->", "film -> day"))]


def test_no_landmark_is_put_into_another_city(database, inspect):
    names = [
        f"{a} {b}"
        for a, b in product(
            ["Elm", "Oak", "Ash", "Fir", "Yew"], ["Vale", "Moor", "Fen", "Wold", "Heath", "Hurst"]
        )
    ]
    lands = ["Chad", "Angola", "Gabon", "Kenya", "Uganda", "Malawi", "Peru", "Chile", "Brazil"]
    for noun in ("cathedral", "lake"):
        path = database(
            f"create table {noun} (name text primary key, country text);",
            **{noun: [(name, lands[i % 9]) for i, name in enumerate(names)]},
        )
        assert bool(_told_false(inspect, path)) == (noun == "lake")


def test_names_that_say_where_something_is_leave_no_false_place(database, inspect):
    towns = [f"{name[:-2]}ville" for name in _LANDS]
    countries = ["Chad", "Angola", "Gabon", "Kenya", "Uganda", "Malawi", "Peru", "Chile", "Brazil"]
    for name in ("{} Airport", "Airport of Saint {}"):
        names = [name.format(town if "Saint" not in name else f"X{i}")
                 for i, town in enumerate(towns)]  # fmt: skip
        path = database(
            "create table airport (name text primary key, city text, country text);",
            airport=[(names[i], towns[i], countries[i % 9]) for i in range(24)],
        )
        assert bool(_told_false(inspect, path)) == ("Saint" in name)


def test_what_names_another_thing_or_is_shared_by_many_rows_names_no_row(database, inspect):
    players = [f"{a}a {b}" for a in "BCDFGHKLMN" for b in ("Holm", "Reyes", "Stone", "Wilk")]
    path = database(
        "create table club (id integer primary key, name text unique, city text);"
        "create table loan (id integer primary key, club_id integer references club,"
        " club_name text, fee integer, place text);"
        "create table goal (day date, player text, venue text, minute integer);",
        club=[(i, f"{land} Rovers", f"{land[:4]}ton") for i, land in enumerate(_LANDS)],
        loan=[(i, i % 24, f"{_LANDS[i % 24]} Rovers", i, f"Hall {i % 9}") for i in range(60)],
        goal=[(f"1990-05-{1 + i % 28:02}", players[i * 7 % 40], f"Park {i * 7 % 40 % 8}", i % 90)
              for i in range(120)],
    )  # fmt: skip
    _, spec = inspect(path)
    asked = {item.question for item in items_of(spec, path)[0]}
    assert any("the club " in question for question in asked)
    assert not [question for question in asked if re.search(r"\bthe (loan|goal)\b", question)]


FINALS = """
create table tennis_player (id integer primary key, name text unique, firm_id integer);
create table tournament (id integer primary key, name text unique);
create table final (tournament_id integer references tournament (id), year integer, tour text,
  winner_id integer references tennis_player (id), primary key (tournament_id, year, tour));
"""


def test_finals_of_two_tours_are_told_apart_by_the_tour(database, inspect):
    players = [
        (i, f"{a} {b}", 0) for i, (a, b) in enumerate(product(["Ann", "Bo", "Cy"], _FAMILIES))
    ]
    path = database(
        FINALS,
        tennis_player=players,
        tournament=[(i, f"{name} Open") for i, name in enumerate(_LANDS[:4])],
        final=[
            (i % 4, 1960 + i // 8, ("ATP", "WTA")[i // 4 % 2], (i * 7 + i // 5) % len(players))
            for i in range(160)
        ],
    )
    items, _ = items_of(inspect(path)[1], path)
    asked = [item.question for item in items if item.question_type == "bn_yes"]
    assert len(asked) == 160
    assert all(re.search(r"Open in 19\d\d \(tour: (ATP|WTA)\)\?", text) for text in asked)


@pytest.mark.parametrize(
    ("event", "there"), [("Battle of {}", False), ("Festival {}", True)]
)  # fmt: skip
def test_a_place_that_an_event_is_called_after_is_no_false_one(database, inspect, event, there):
    lands = ["Chad", "Angola", "Gabon", "Kenya", "Uganda", "Malawi", "Peru", "Chile", "Brazil"]
    names = [event.format(f"{a}{b}") for a, b in product(["Elm", "Oak", "Ash", "Fir"], _HAMLETS)]
    path = database(
        "create table event (name text primary key, country text);",
        event=[(name, lands[i % 9]) for i, name in enumerate(names)],
    )
    assert bool(_told_false(inspect, path)) == there


_FAMILIES = ["Holm", "Lunde", "Marsh", "Pryce", "Quist", "Roberts", "Sands", "Tait", "Urwin"]
_HAMLETS = ["stead", "by", "wick", "ham", "thorpe", "combe", "ley", "hurst", "mere", "worth"]


def test_what_has_a_name_in_each_language_is_not_asked_about_in_another(database, inspect):
    ranges = ["Alpen", "Anden", "Karpaten", "Pyrenäen", "Kaukasus", "Vogesen"]
    path = database(
        "create table gebirge (id integer primary key, bezeichnung text unique);"
        "create table gipfel (id integer primary key, bezeichnung text unique,"
        " gebirge_id integer references gebirge (id), erstbesteigung integer);",
        gebirge=[*enumerate(ranges)],
        gipfel=[(i, f"{a}{b}", i % 6, 1800 + i * 3)
                for i, (a, b) in enumerate(product(["Elm", "Oak", "Ash", "Fir"], _HAMLETS))],
    )  # fmt: skip
    text, _ = inspect(path)
    assert "are called otherwise in English" in text
    assert "mountain_range" not in str(yaml.safe_load(text)["questions"])


def test_values_in_another_language_are_not_asked_for_by_an_english_schema(database, inspect):
    parts = ["Europa", "Asien", "Nordamerika", "Südamerika", "Afrika"]
    path = database(
        "create table peak (name text primary key, continent text, first_ascent integer);",
        peak=[(f"{a}{b}", parts[i % 5], 1800 + i * 3)
              for i, (a, b) in enumerate(product(["Elm", "Oak", "Ash", "Fir"], _HAMLETS))],
    )  # fmt: skip
    text, spec = inspect(path)
    assert "are called otherwise in English" in text
    asked = [item.question for item in items_of(spec, path)[0]]
    assert asked
    assert not [question for question in asked if "continent" in question]


@pytest.mark.parametrize("several", [True, False])
def test_a_district_is_asked_for_where_all_are_in_one_country(database, inspect, several):
    lands = ["Chad", "Angola", "Gabon", "Kenya", "Uganda", "Malawi", "Peru", "Chile", "Brazil"]
    path = database(
        "create table city (id integer primary key, name text, district text, country text);",
        city=[(i, f"{a}{b}", f"{a} Land {i % 7}", lands[i % 9] if several else None)
              for i, (a, b) in enumerate(product(_LANDS, _HAMLETS))],
    )  # fmt: skip
    text, _ = inspect(path)
    assert ("they change, and have a name in each language" in text) == several
    questions = yaml.safe_load(text)["questions"] or []
    assert ("city -> district" in [q.get("fd") for q in questions]) != several


def test_a_country_names_its_row_whatever_the_table_is_called(database, inspect):
    lands = ["Chad", "Angola", "Gabon", "Kenya", "Uganda", "Malawi", "Peru", "Chile", "Brazil"]
    path = database(
        "create table federation (code char(3) primary key, country_name text not null);"
        "create table venue (id integer primary key, name text unique,"
        " fed char(3) references federation (code));",
        federation=[(land[:3].upper(), land) for land in lands],
        venue=[(i, f"{a}{b}", lands[i % 9][:3].upper())
               for i, (a, b) in enumerate(product(_LANDS, _HAMLETS))],
    )  # fmt: skip
    items, _ = items_of(inspect(path)[1], path)
    values = {value for item in items for element in item.rationale for value in element.values}
    assert values & {*lands}


def test_the_publisher_of_a_work_is_not_asked_for(database, inspect):
    path = database(
        "create table game (name text primary key, publisher text, designer text, year integer);",
        game=[(f"{a}{b}", f"{b.title()} Games", f"Ann {b.title()}er", 1950 + i % 60)
              for i, (a, b) in enumerate(product(_LANDS, _HAMLETS))],
    )  # fmt: skip
    items, _ = items_of(inspect(path)[1], path)
    assert {"designer"} <= {element.attribute for item in items for element in item.rationale}
    assert not [item for item in items if "publisher" in item.fd]


def test_a_family_name_alone_names_nobody(database, inspect):
    lands = ["Chad", "Angola", "Gabon", "Kenya", "Uganda", "Malawi", "Peru", "Chile", "Brazil"]
    for first in ("forenames", "rank"):
        path = database(
            f"create table explorer (no integer primary key, surname text, {first} text,"
            " died_at text, land text);",
            explorer=[(i, f"{a.title()}{b}", f"Ann {a} {i % 7}", f"{b.title()} Bay", lands[i % 9])
                      for i, (a, b) in enumerate(product(_LANDS, _HAMLETS))],
        )  # fmt: skip
        text, _ = inspect(path)
        assert ("a family name alone" in text) == (first == "rank")


CONTESTS = """
create table city (id integer primary key, name text unique);
create table contest (year integer primary key, venue text, host_city_id integer references city);
create table entry (
  year integer references contest, country text, song text, singer text, primary key (year, country)
);
"""
TOWNS = ["Lugano", "Hilversum", "Cannes", "Naples", "Harrogate", "Malmö", "Millstreet", "Bergen"]


@pytest.fixture
def contests(database):
    return database(
        CONTESTS,
        city=list(enumerate(TOWNS)),
        contest=[(1960 + i, f"Hall {i:02}x", i % 8) for i in range(40)],
        entry=[(1960 + i, "Malta", f"Song {i:02}", f"Ann Lee{i:02}") for i in range(40)],
    )


def test_what_takes_place_once_a_year_is_named_by_its_year(contests, inspect):
    _, spec = inspect(contests, about="the Water Song Contest")
    texts = {item.question for item in items_of(spec, contests)[0]}
    assert (
        "This question is about the Water Song Contest. Is it known which city hosted the 1961 "
        "contest? If so, name the host city."
    ) in texts
    assert not [text for text in texts if "contest 1961" in text]


def test_a_contest_of_which_nobody_knows_what_it_is_of_stays_a_comment(contests, inspect):
    text, _ = inspect(contests)  # the file is called `database.sqlite`
    assert "about:" not in text.split("relations:")[0]
    assert "it does not say of what the contest is" in text
    assert "inspect --about WORDS" in text
    questions = yaml.safe_load(text)["questions"] or []
    assert not [q for q in questions if "contest" in str(q.get("fd"))]


def test_a_telling_name_of_the_database_says_of_what(contests, inspect):
    path = contests.rename(contests.with_name("eurovision.db"))
    text, spec = inspect(path)
    assert yaml.safe_load(text)["about"] == "Eurovision"
    assert any("Eurovision. Is it known which city hosted" in i.question
               for i in items_of(spec, path)[0])  # fmt: skip


def test_a_name_is_only_used_where_a_question_needs_it(books, inspect):
    path = books.rename(books.with_name("eurovision.db"))
    assert "about" not in yaml.safe_load(inspect(path)[0])


BIRDS = [("Bird in Space", 0), ("BIRD IN SPACE", 0), ("Self-Portrait", 5), ("Composition No. 8", 7)]


@pytest.fixture
def artworks(database):
    works = [(f"The Elm {i:02}th Hour", i % 15, f"Oslo Museum {i % 9}x") for i in range(56)]
    works += [(title, maker, "Turin Gallery") for title, maker in BIRDS]
    return database(
        "create table artist (id integer primary key, name text unique);"
        "create table artwork (id integer primary key, title text, artist_id integer references "
        "artist, museum text);",
        artist=[(i, f"Ann Lee{i:02}") for i in range(15)],
        artwork=[(i, *work) for i, work in enumerate(works)],
    )


def test_a_title_that_two_works_have_is_not_asked_about(artworks, inspect):
    text, spec = inspect(artworks)
    assert "unique: {artwork: [title]}" in text
    questions = [item.question for item in items_of(spec, artworks)[0]]
    assert questions
    assert not [q for q in questions if "bird in space" in q.casefold()]


def test_a_work_of_art_is_said_with_its_maker_unless_that_is_asked_for(artworks, inspect):
    _, spec = inspect(artworks)
    texts = {item.question for item in items_of(spec, artworks)[0]}
    asked = 'Is it known who made the artwork "The Elm 07th Hour"? If so, name the artist.'
    assert asked in texts
    kept = [text for text in texts if "museum" in text]
    assert kept
    assert all('" by Ann Lee' in text for text in kept)
    alone = [t for t in texts if '"Self-Portrait"' in t or '"Composition No. 8"' in t]
    assert all('" by Ann Lee' in text for text in alone)


def test_a_draft_of_a_player_is_no_thing_of_his_name(database, inspect):
    path = database(
        "create table team (id integer primary key, name text unique);"
        "create table draft (id integer primary key, year integer, first_name text, last_name text,"
        " team_id integer references team);",
        team=[(i, f"Elm{i} Hawks") for i in range(10)],
        draft=[(i, 1980 + i % 20, f"Ann{i}", f"Lee{i}", i % 10) for i in range(60)],
    )
    assert "the draft {{" not in inspect(path, about="basketball")[0]


def test_a_key_in_words_names_the_rows_and_not_the_fact_that_a_table_is_called_as(
    database, inspect
):
    """Else the hero of a film is who lends him his voice."""
    path = database(
        'create table film (title text primary key, hero text references "voice-actor");'
        "create table director (name text primary key references film, director text);"
        'create table "voice-actor" (character text primary key, "voice-actor" text);',
        film=[(f"The Elm {i:02}th Hour", f"Olm{i} Ash") for i in range(40)],
        director=[(f"The Elm {i:02}th Hour", f"Ann Lee{i % 15}") for i in range(40)],
        **{"voice-actor": [(f"Olm{i} Ash", f"Bob Ray{i}") for i in range(40)]},
    )
    _, spec = inspect(path)
    items = {item.question: item for item in items_of(spec, path)[0]}
    heroes = [e.values[0] for q, i in items.items() if "hero" in q for e in i.rationale]
    assert heroes
    assert all(name.startswith("Olm") for name in heroes)
    assert [q for q in items if "director who directed the film" in q]


def test_names_that_an_index_has_are_asked_about_in_order(database, inspect):
    trees = [a + b for a, b in product(("Elm", "Ash", "Oak", "Fir"), ("wood", "by", "ham", "ley"))]
    given = ["Ann", "Sir Bob", "Cy de", "Dame Di"]
    names = [f"{tree}, {name}" for tree, name in product(trees, given)]
    path = database(
        "create table painter (id integer primary key, name text unique, birthplace text);"
        "create table painting (title text primary key, painter text);",
        painter=[(i, name, f"{trees[i % 7]} Green") for i, name in enumerate(names)],
        painting=[(f"Sheep {i} of {names[-i][:3]}", name) for i, name in enumerate(names)],
    )
    text, spec = inspect(path)
    items, _ = items_of(spec, path)
    assert yaml.safe_load(text)["aliases"] == {"painter": {"inverted": True}}
    asked = {item.question for item in items}
    assert any("the painter Sir Bob Elmwood" in question for question in asked)
    assert not any(name in question for question in asked for name in names)
    accepted = {e.values for item in items for e in item.rationale}
    assert ("Elmwood, Sir Bob", "Bob Elmwood") in accepted
