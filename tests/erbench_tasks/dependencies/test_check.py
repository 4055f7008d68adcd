"""Whether dependencies hold: the database's numbers against Python's and the generator's."""

import json
import random
import sqlite3
import tracemalloc
from collections import Counter, defaultdict
from itertools import chain
from pathlib import Path

import awkward_table
import pytest
import sqlalchemy
from hypothesis import given, settings
from hypothesis import strategies as st

from erbench_track.erbench_tasks.database.files import engine_for_connection
from erbench_track.erbench_tasks.database.snapshot import snapshot
from erbench_track.erbench_tasks.dependencies.check import DependencyCheck, holds, violations
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.lint.lint import lint
from erbench_track.erbench_tasks.spec.spec import BenchmarkSpec

# Collations that call texts equal which Python does not, and a type that is filled with spaces.
SCHEMA = """\
create table u (id integer primary key, c text collate nocase);
create table t (
  id integer primary key,
  a text collate nocase,
  b text collate rtrim,
  p char(3),
  ask integer,
  u integer references u (id)
);
"""
BINARY = {"basic": "Is there {{ a }}?", "negated": "Is there no {{ a }}?"}
SQL = """
SELECT t.a, t.b, t.p, u.c, t.ask = 1 AS asked FROM t LEFT JOIN u ON u.id = t.u
"""
SPEC = {
    "name": "toy",
    "relations": {"r": {"sql": SQL, "entity": ["a"], "ask": "asked"}},
    "questions": [
        {"type": "binary", "relation": "r", "fd": "a -> b", "wording": BINARY},
        {
            "type": "binary",
            "relation": "r",
            "fd": "a -> p",
            "several_values": "accept",
            "wording": BINARY,
        },
        {
            "type": "multiple_choice",
            "relation": "r",
            "fd": "a, p -> b, c",
            "wording": [{"question": "Which?", "b": "{{ b }}", "c": "{{ c }}"}],
        },
        {
            "type": "multi_hop",
            "relation": "r",
            "hops": ["a -> p", "p -> c", {"fd": "p -> b", "values": "all"}],
            "wording": BINARY,
        },
        {
            "type": "knowledge",
            "relation": "r",
            "fd": "p -> a",
            "wording": {"concatenated": "?", "entity": "?", "a": "?"},
        },
    ],
}
# What each entry needs; the end of a chain may have no value.
NEEDED = ["ab", "ap", "apbc", "apc", "pa"]


def database(rows, others=()):
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.executescript(SCHEMA)
    connection.executemany("insert into u (id, c) values (?, ?)", others)
    connection.executemany("insert into t (a, b, p, ask, u) values (?, ?, ?, ?, ?)", rows)
    connection.commit()
    return engine_for_connection(connection)


def benchmark(engine):
    return Benchmark(BenchmarkSpec.model_validate(SPEC), Path("benchmark.yaml"), engine)


def expected(rows, determinant, dependent, asked=None):
    """The numbers, by the definitions and in plain Python."""
    groups = defaultdict(Counter)
    for row in rows:
        key = tuple(row[name] for name in determinant)
        if asked is None or row[asked] == 1:
            groups[key][tuple(row[name] for name in dependent)] += 1
    violating = {key for key, values in groups.items() if len(values) > 1}
    sizes = {key: sum(values.values()) for key, values in groups.items()}
    return DependencyCheck(
        tuples=sum(sizes.values()),
        determinants=len(groups),
        violating=len(violating),
    )


texts = st.sampled_from(["x", "X", "x ", "é", "e", "É", "", " ", "'", '"%s"', None])
padded = st.sampled_from(["y", "y ", "Y", "z"])
rows = st.lists(
    st.tuples(texts, texts, padded, st.sampled_from([1, 1, 0, None]), st.sampled_from([1, None])),
    max_size=14,
)


@pytest.mark.slow
@given(rows=rows, value=texts)
@settings(max_examples=150)
def test_the_numbers_are_those_of_the_definitions_and_of_the_generator(rows, value):
    engine = database(rows, [(1, value)])
    linted = lint(benchmark(engine), examples=3)
    every = [
        {"a": a, "b": b, "p": p.rstrip(" "), "c": value if u else None, "ask": ask}
        for a, b, p, ask, u in rows
    ]
    kept = [[row for row in every if None not in map(row.get, needed)] for needed in NEEDED]
    assert [entry.rows_lost for entry in linted] == [len(rows) - len(tuples) for tuples in kept]
    for entry, tuples in zip(linted, kept, strict=True):
        for declared in entry.dependencies:
            determinant, dependent = declared.fd.determinant, declared.fd.dependent
            assert declared.check == expected(tuples, determinant, dependent, "ask"), declared.fd
    generated = benchmark(engine)
    list(generated.items())
    omitted = Counter()
    for declared in chain.from_iterable(entry.dependencies for entry in linted):
        omitted["r", str(declared.fd)] += declared.left_out
    counts = {key: examples.count for key, examples in generated.omissions.violations.items()}
    # Of a chain the generator names the first hop that fails, and no later one beside it.
    later = ("r", "p -> c")
    assert counts.pop(later, 0) <= omitted.pop(later, 0)
    assert +omitted == counts


@given(rows=rows)
@settings(max_examples=80)
def test_the_examples_are_the_violating_determinants_with_their_values(rows):
    engine = database(rows)
    table = sqlalchemy.Table("t", sqlalchemy.MetaData(), autoload_with=engine)
    groups = defaultdict(Counter)
    for a, b, p, *_ in rows:
        groups[a, p.rstrip(" ")][(b,)] += 1
    true = {key: values for key, values in groups.items() if len(values) > 1}
    with engine.connect() as connection:
        every = violations(connection, table, ["a", "p"], ["b"], most=100, most_values=100)
        some = violations(connection, table, ["a", "p"], ["b"], most=1, most_values=2)
    assert {e.determinant: dict(e.dependents) for e in every} == true
    assert [e.count for e in every] == [len(true[e.determinant]) for e in every]
    assert [e.determinant for e in some] == [e.determinant for e in every[:1]]
    for example in some:
        numbers = [tuples for _, tuples in example.dependents]
        assert numbers == sorted(true[example.determinant].values(), reverse=True)[:2]
        assert example.count == len(true[example.determinant])


def test_no_determinant_asks_for_a_constant():
    engine = database([("x", "1", "y", 1, None), ("z", "2", "y", 1, None)])
    table = sqlalchemy.Table("t", sqlalchemy.MetaData(), autoload_with=engine)
    with engine.connect() as connection:
        assert holds(connection, table, [], ["p"]) == DependencyCheck(2, 1, 0)
        assert not holds(connection, table, [], ["a"]).holds


def test_every_dependency_holds_in_an_empty_table():
    linted = lint(benchmark(database([])), examples=3)
    for declared in chain.from_iterable(entry.dependencies for entry in linted):
        assert declared.check == DependencyCheck(0, 0, 0)
        assert not declared.is_violated


def test_memory_does_not_grow_with_the_table():
    peaks = []
    for size in (1_000, 60_000):
        rows = [(f"a{n % (size // 10)}", f"b{n}", f"p{n}", 1, None) for n in range(size)]
        engine = database(rows)
        table = sqlalchemy.Table("t", sqlalchemy.MetaData(), autoload_with=engine)
        with engine.connect() as connection:
            holds(connection, table, ["a"], ["b"])  # what is cached once does not count
            tracemalloc.start()
            check = holds(connection, table, ["a"], ["b"])
            violations(connection, table, ["a"], ["b"], most=3)
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
        assert check.violating == size // 10
    assert peaks[1] < 2 * peaks[0]
    assert peaks[1] < 2_000_000


@pytest.mark.parametrize(
    "name",
    [
        'do"ble',
        "sin'gle",
        "two words",
        "größe",
        "select",
        "a:b",
        "100%",
        "%s",
        "[bold]",
        "a.b",
        ";",
    ],
)
def test_a_column_may_be_called_as_anything(name):
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    quoted = '"' + name.replace('"', '""') + '"'
    connection.execute(f"create table t (k integer, {quoted} text)")
    connection.executemany("insert into t values (?, ?)", [(1, "x"), (1, "X"), (2, "y")])
    connection.commit()
    engine = engine_for_connection(connection)
    table = sqlalchemy.Table("t", sqlalchemy.MetaData(), autoload_with=engine)
    with engine.connect() as opened:
        assert holds(opened, table, ["k"], [name]).violating == 1
        (example,) = violations(opened, table, ["k"], [name], most=3)
    assert example.dependents == ((("X",), 1), (("x",), 1))


@pytest.fixture(autouse=True)
def wide_terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")


def test_the_command_says_what_joins_follow_and_what_is_lost(toy, tmp_path, command):
    spec = toy / "benchmark.yaml"
    # What nothing declares, and holds all the same.
    spec.write_text(
        spec.read_text()
        .replace("JOIN river r", "JOIN city_alias a ON a.city = c.name\n      JOIN river r")
        .replace("c.founded", "nullif(c.country, 'Italy') AS land")
        .replace("country, river -> name", "land, river -> name")
    )
    template = toy / "city.jinja"
    template.write_text(template.read_text().replace("{{ country }}", "{{ land }}"))
    code, out, err = command("lint", spec, "--json", tmp_path / "out.json")
    assert (code, err) == (0, "")
    assert "  join: city.river -> river.name: declared as a foreign key" in out
    assert "  join: city_alias.city -> city.name: holds (2 values; not declared" in out
    assert out.count("1 rows left out since a value is NULL") == 1
    entries = json.loads((tmp_path / "out.json").read_text())["entries"]
    assert [entry["rows_lost"] for entry in entries] == [1, 0]


def test_the_command_shows_violations(toy, tmp_path, command):
    code, out, err = command("lint", toy / "benchmark.yaml", "--json", tmp_path / "out.json")
    assert (code, err) == (0, "")
    line = "country, river -> name: VIOLATED (1 of 4 determinants, 5 rows; 1 left out)"
    assert f"  dependency: {line}\n" in out
    assert "    country='Austria', river='Danube': name='Linz' (1); name='Vienna' (1)\n" in out
    entries = json.loads((tmp_path / "out.json").read_text())["entries"]
    (binary,), (choice,) = (entry["dependencies"] for entry in entries)
    assert (binary["violated"], binary["left_out"], choice["violated"]) == (True, 1, False)
    assert binary["check"] == {"tuples": 5, "determinants": 4, "violating": 1}
    assert binary["examples"][0]["dependents"] == [[["Linz"], 1], [["Vienna"], 1]]


def test_a_violation_that_the_specification_accepts_is_no_error(toy, command):
    spec = toy / "benchmark.yaml"
    text = spec.read_text()
    spec.write_text(text.replace("-> name\n", "-> name\n    several_values: accept\n"))
    code, out, _ = command("lint", spec)
    assert code == 0
    assert "country, river -> name: accepted (1 of 4 determinants" in out


def test_a_relation_that_no_entry_names_is_not_looked_at(toy, command):
    spec = toy / "benchmark.yaml"
    unused = 'relations:\n  spare: {sql: "select nothing", entity: nothing}\n'
    spec.write_text(spec.read_text().replace("relations:\n", unused))
    code, out, _ = command("lint", spec)
    assert code == 0
    assert "relation spare: not looked at, as no entry of `questions` names it" in out


def test_only_some_examples_are_shown_and_the_others_counted(toy, command):
    with (toy / "city.csv").open("a") as file:
        file.write("Nice,France,1,Seine\nOstia,Italy,2,Tiber\n")
    _, out, _ = command("lint", toy / "benchmark.yaml", "--show", "1")
    assert "    country='Austria'" in out
    assert "    country='France'" not in out
    assert "and 2 more (--show)" in out
    _, out, _ = command("lint", toy / "benchmark.yaml", "--show", "0")
    assert "    country='Austria'" not in out


def test_text_of_the_database_cannot_steer_the_terminal(toy, command):
    hostile = "[bold]x[/bold][link=y]\x1b[31mred\x1b]0;t\x07\u202e\r"
    (toy / "city.csv").write_text("name,country,founded,river\n")
    schema = toy / "schema.sql"
    texts = "||".join(f"char({ord(c)})" for c in hostile)
    rows = "".join(
        f"insert into city values ('{name}', {texts}, 1, 'Seine');\n" for name in ("a", "b")
    )
    schema.write_text(schema.read_text() + "insert into river values ('Seine');\n" + rows)
    (toy / "river.csv").write_text("name\n")
    code, out, err = command("lint", toy / "benchmark.yaml")
    assert (code, err) == (0, "")
    assert "[bold]x[/bold][link=y]" in out
    for character in "\x1b\x07\u202e\r":
        assert character not in out


TEXTS = ["x", "X", "x ", "é", "e", "É", "", " ", "ß", "ss", "'", "%s", ":a", None]


def random_rows(seed, count):
    drawn = random.Random(seed)  # noqa: S311 -- nothing is secret
    return [
        (
            drawn.choice(TEXTS),
            drawn.choice(TEXTS),
            drawn.choice(["y", "Y", "z", None]),
            drawn.choice([1, 2, None]),
        )
        for _ in range(count)
    ]


def test_every_engine_counts_as_python_does(writable):
    rows = random_rows(1, 120)
    table = awkward_table.filled(writable.engine, rows)
    with snapshot(writable.engine) as connection:
        for left, right in [([0], [1]), ([1], [0]), ([2, 3], [0]), ([0, 1], [2, 3]), ([], [3])]:
            groups = defaultdict(Counter)
            for row in rows:
                groups[tuple(row[i] for i in left)][tuple(row[i] for i in right)] += 1
            true = {key: dict(values) for key, values in groups.items() if len(values) > 1}
            sides = [[awkward_table.NAMES[i] for i in side] for side in (left, right)]
            check = holds(connection, table, *sides)
            assert (check.tuples, check.determinants) == (len(rows), len(groups))
            assert check.violating == len(true)
            if left:
                found = violations(connection, table, *sides, most=1000, most_values=1000)
                assert {each.determinant: dict(each.dependents) for each in found} == true
                assert len(violations(connection, table, *sides, most=2)) == min(2, len(true))
