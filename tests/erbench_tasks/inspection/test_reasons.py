"""Every table and every column is asked about, or the proposal says why it is not."""

import re
import sqlite3

import pytest
import yaml
from hostile_festival import create

from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.inspection.inspect_database import inspect_database
from erbench_track.erbench_tasks.inspection.schema import read_schema

_BEGUN = re.compile(r"Table (.*)\.$|Nothing is asked about the table (.*?)(?: itself)?: ")
HARBOURS = """
create table port (
  id integer primary key, name text, sea text, founded integer, lighthouse text, motto text,
  dredged_on date, berths integer, pilot_hours text, closed text, chart blob, tags json,
  updated_at timestamp, is_free boolean
);
create table ship (
  imo text primary key, name text, port_id integer references port (id), flag text, c11 text,
  sister text references ship (imo), built integer
);
create table call (
  id integer primary key, ship_imo text references ship (imo), port_id integer
  references port (id), moment timestamp, draught real, berth_no integer, remark text
);
create table tide (measured timestamp, level real, gauge text);
create table ship_language (imo text references ship (imo), word text, primary key (imo, word));
create table passenger (id integer primary key, first_name text, last_name text, e_mail text);
create table vacant (id integer primary key, name text, town text);
create table only_key (id integer primary key);
create table "we""ird
table" ("a, b: c" text, "{{ 1 }}" text, "né#" integer);
create view port_ships as select port.name, ship.name as ship from port, ship;
"""


def harbours(path):
    seas = ("North Sea", "Baltic", "Aegean", "Coral Sea", "Tasman Sea")
    rows = {
        "port": [
            (i, f"Port {chr(65 + i % 26)}{i}by", seas[i % 5], 1200 + 7 * i, f"Light of {i % 9}",
             f"We go {i} far", f"20{i % 20:02}-03-{i % 27 + 1:02}", i % 30, "10:30",
             None if i % 5 else f"Reason {i % 3}", b"x", '["a"]', "2020-01-01 01:01:01", i % 2)
            for i in range(60)
        ],
        "ship": [
            (f"IMO{i:05}", f"{seas[i % 5]} Star {i}", i % 60, ("Malta", "Panama", "Chile")[i % 3],
             f"Mark {i % 12}", f"IMO{(i + 1) % 90:05}", 1950 + i % 60)
            for i in range(90)
        ],
        "call": [
            (i, f"IMO{i % 90:05}", i * 7 % 60, f"2020-02-02 10:0{i % 10}", i / 7, i % 6, None)
            for i in range(200)
        ],
        "tide": [(f"2020-01-01 0{i % 10}:00", i / 3, f"Gauge {i % 4}") for i in range(40)],
        "ship_language": [(f"IMO{i:05}", f"word{i % 7}") for i in range(60)],
        "passenger": [(i, "Ann", f"Lee{i}", f"a{i}@mail.example") for i in range(20)],
        "only_key": [(i,) for i in range(5)],
        'we""ird\ntable': [(f"x{i}", f"y {i % 3}", i) for i in range(30)],
    }  # fmt: skip
    with sqlite3.connect(path) as connection:
        connection.executescript(HARBOURS)
        for table, content in rows.items():
            marks = ", ".join("?" * len(content[0]))
            connection.executemany(f'insert into "{table}" values ({marks})', content)
    connection.close()
    return path


NUMBERS = "create table reading (id integer primary key, level real, moment timestamp);"
STAFF = "create table employee (id integer primary key, first_name text, salary integer);"


def plain(sql):
    def make(path):
        with sqlite3.connect(path) as connection:
            connection.executescript(sql)
        connection.close()
        return path

    return make


def shown(name):
    """Returns a name as comments show it."""
    import json

    return name if name.isprintable() else json.dumps(name)


def blocks(text):
    """Returns the comments about each table, by its name as it is shown there."""
    found, table = {}, None
    for line in text.splitlines():
        comment = line.strip().removeprefix("# ")
        begun = _BEGUN.match(comment)
        if begun and line.strip().startswith("#"):
            table = begun[1] or begun[2]
        if table is not None and line.strip().startswith("#"):
            found.setdefault(table, []).append(line.strip().removeprefix("# "))
    return found


def used(text):
    """Returns the columns that active questions name, and those that their tables join along."""
    content = yaml.safe_load(text)
    asked = {question["relation"] for question in content["questions"] or ()}
    found = set()
    for name in asked:
        relation = content["relations"][name]
        tables = {}
        for entry in relation["tables"]:
            entry = entry if isinstance(entry, dict) else {"table": entry}
            tables[entry.get("as", entry["table"])] = entry["table"]
            found |= {tuple(column.partition(".")[::2]) for column in entry.get("along", ())}
        for columns in relation["attributes"].values():
            for column in [columns] if isinstance(columns, str) else columns:
                found.add(tuple(column.partition(".")[::2]))
        found = {(tables.get(table, table), column) for table, column in found}
    return found


@pytest.mark.parametrize("make", [create, harbours, plain(NUMBERS), plain(STAFF)])
@pytest.mark.parametrize("entries", [1, 12, 100])
def test_every_column_is_asked_for_or_explained(tmp_path, make, entries):
    engine = open_database(make(tmp_path / "database.sqlite"))
    text = inspect_database(engine, "mine", entries=entries).text
    about, asked = blocks(text), used(text)
    schema = read_schema(engine)
    for name, table in schema.items():
        told = about[shown(name)]
        if any(line.startswith("Nothing is asked") and "personal data:" in line for line in told):
            continue
        for column in (column.name for column in table.table.columns):
            pattern = re.compile(rf"  (.*, )?{re.escape(shown(column))}(, [^:]*)?: ")
            named = [line for line in told if pattern.match(line)]
            assert ((name, column) in asked) is not bool(named), (name, column)
    assert all(name in about for name in map(shown, schema.left_out))


def test_reasons_are_said_in_words(tmp_path):
    text = inspect_database(open_database(harbours(tmp_path / "h.sqlite")), "mine").text
    for reason in (
        "#   chart: binary",
        "#   closed: NULL or unknown in 80% of the rows; --max-null 0.80 asks about it",
        "table tide: no column names its rows (as a name or a title does), and it refers to no",
        "table vacant: it is empty",
        "table port_ships: a view, which repeats rows of tables; with --tables port_ships",
    ):
        assert reason in text, reason


@pytest.mark.parametrize("present", [150, 133, 1, 100])
def test_following_the_hint_to_max_null_asks_about_the_column(tmp_path, present):
    path = tmp_path / "towers.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("create table tower (name text primary key, architect text, mood text)")
        rows = [
            (f"Tower {i}", f"Ann Lee{i % 40}" if i < present else None, f"mood {i % 7}")
            for i in range(400)
        ]
        connection.executemany("insert into tower values (?, ?, ?)", rows)
    connection.close()
    text = inspect_database(open_database(path), "mine", max_null=0.2).text
    hint = re.search(r"architect: NULL or unknown .*--max-null (\S+) asks", text)
    assert (hint is None) is (present < 10)
    if hint:
        text = inspect_database(open_database(path), "mine", max_null=float(hint[1])).text
        assert ("tower", "architect") in used(text)


@pytest.mark.parametrize(("make", "reason"), [(plain(NUMBERS), "1 without a row"),
                                              (plain(STAFF), "1 of personal data")])  # fmt: skip
def test_a_database_with_nothing_to_ask_about_gives_a_file_that_says_why(
    tmp_path, command, make, reason
):
    path, spec = make(tmp_path / "database.sqlite"), tmp_path / "spec.yaml"
    code, _, error = command("inspect", path, "-o", spec)
    (line,) = [line for line in error.splitlines() if "error:" in line]
    assert code == 2
    assert f"of 1 table none is fit to be asked about: {reason}" in line
    assert "What may help: " in line
    assert len(line.replace(str(spec), "")) < 500
    assert yaml.safe_load(spec.read_text())["questions"] is None
    code, _, error = command("lint", spec, "--database", path)
    assert code == 2
    assert "there is none yet; write one" in error


def test_what_divides_an_organisation_is_not_asked_about(tmp_path):
    path = plain(
        "create table employee (id integer primary key, first_name text, dept_id integer"
        " references department (id)); create table department (id integer primary key,"
        " name text, building text); create table tool (name text, maker text);"
    )(tmp_path / "firm.sqlite")
    text = inspect_database(open_database(path), "mine").text
    assert (
        "Nothing is asked about the table department: divides the organisation whose staff this "
        "database lists: employee refers to it."
    ) in text
