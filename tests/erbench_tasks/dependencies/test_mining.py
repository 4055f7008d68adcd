"""Mined dependencies: against every dependency that there is, on small tables."""

import itertools
import json
import sqlite3
import sys
from collections import Counter, defaultdict

import awkward_table
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from erbench_track.core.errors import InputError
from erbench_track.core.optional import remedy
from erbench_track.erbench_tasks.database.folder import engine_for_connection
from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.database.snapshot import snapshot
from erbench_track.erbench_tasks.dependencies.check import holds
from erbench_track.erbench_tasks.dependencies.mining import (
    hashable,
    mine_dependencies,
    open_source,
    read_codes,
)
from erbench_track.erbench_tasks.relations.relation import Relation
from erbench_track.erbench_tasks.spec.spec import FunctionalDependency, RelationSpec

pytest.importorskip("desbordante", reason="dependencies are mined with the extra fd (desbordante)")

NAMES = ["a", "b", "c", "d"]


def connected(*statements, rows=()):
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    for statement in statements:
        connection.execute(statement)
    if rows:
        marks = ", ".join("?" * len(rows[0]))
        connection.executemany(f"insert into t values ({marks})", rows)
    connection.commit()
    return engine_for_connection(connection)


def table(rows, collation="nocase"):
    columns = ", ".join(f"{name} text collate {collation}" for name in NAMES)
    return connected(f"create table t ({columns})", rows=rows)


def mined(engine, target="t", chosen=None, **options):
    with engine.connect() as connection:
        return mine_dependencies(connection, open_source(engine, target, chosen), **options)


def left_and_right(found):
    """Every dependency that was found as (determinant, dependent), those of keys one by one."""
    pairs = {((), name) for name in found.constants}
    for each in (*found.dependencies, *found.keys):
        pairs |= {(tuple(each.fd.determinant), name) for name in each.fd.dependent}
    return pairs


def error(rows, left, right):
    groups = defaultdict(Counter)
    for row in rows:
        groups[tuple(row[index] for index in left)][row[right]] += 1
    kept = sum(max(values.values()) for values in groups.values())
    return (len(rows) - kept) / len(rows)


def minimal(rows, max_error, largest):
    """All minimal dependencies, by trying each one."""
    found = set()
    for right in range(len(NAMES)):
        others = [index for index in range(len(NAMES)) if index != right]
        holding = []
        for size in range(largest + 1):
            for left in itertools.combinations(others, size):
                if any(set(smaller) <= set(left) for smaller in holding):
                    continue
                if error(rows, left, right) <= max_error:
                    holding.append(left)
                    found.add((tuple(NAMES[index] for index in left), NAMES[right]))
    return found


cells = st.sampled_from(["x", "X", "é", "e", "y ", "y", "", "'"])
small_tables = st.lists(st.tuples(cells, cells, cells, cells), min_size=1, max_size=12)


@given(rows=small_tables, max_error=st.sampled_from([0.0, 0.1, 0.3]), largest=st.integers(1, 3))
@settings(max_examples=80)
def test_all_minimal_dependencies_are_found(rows, max_error, largest):
    found = mined(table(rows), max_error=max_error, max_determinant=largest)
    assert left_and_right(found) == minimal(rows, max_error, largest)
    for each in found.dependencies:
        left = [NAMES.index(name) for name in each.fd.determinant]
        assert each.check.error == error(rows, left, NAMES.index(each.fd.dependent[0]))
        assert len({tuple(row[index] for index in left) for row in rows}) < len(rows)
    for key in found.keys:
        left = [NAMES.index(name) for name in key.fd.determinant]
        assert len({tuple(row[index] for index in left) for row in rows}) == len(rows)


@pytest.mark.slow
@given(rows=small_tables, seed=st.integers(0, 3), read=st.integers(1, 6))
@settings(max_examples=60)
def test_a_sample_finds_the_dependencies_of_the_whole_table(rows, seed, read):
    found = mined(table(rows), rows=read, seed=seed)
    assert (found.rows, found.rows_read) == (len(rows), min(read, len(rows)))
    assert left_and_right(found) == minimal(rows, 0.0, 2)


def test_a_sample_depends_on_the_seed_and_has_rows_with_and_without_nulls():
    rows = [(str(n), None if n % 2 else "b", str(n % 7), "d") for n in range(400)]
    engine = table(rows)
    source = open_source(engine, "t")
    with engine.connect() as connection:
        first, again, other = (read_codes(connection, source, 40, seed) for seed in (1, 1, 2))
    assert first.equals(again)
    assert not first.equals(other)
    nulls = first["c1"].value_counts()
    assert len(nulls) == 2
    assert nulls.min() > 5, "the rows with a NULL are no more and no less likely"


def test_the_library_sees_numbers_and_no_text_of_the_database():
    engine = connected(
        'create table t ("import os" text, "x.csv" text, n real)',
        rows=[("/etc/passwd", "a", 1.0), ("=cmd()", "a", 2.5), ("/etc/passwd", None, None)],
    )
    with engine.connect() as connection:
        codes = read_codes(connection, open_source(engine, "t"), 10)
    assert list(codes.columns) == ["c0", "c1", "c2"]
    assert all(kind.kind == "i" for kind in codes.dtypes)
    assert codes.to_numpy().tolist() == [[1, 1, 1], [2, 1, 2], [1, -1, -1]]


def test_values_that_are_not_equal_to_themselves_or_not_hashable_have_codes_too():
    nan, values = float("nan"), [1, 1.0, "1", None, float("nan"), "nan", ["a"], ["a"], ["b"]]
    codes = {}
    found = [codes.setdefault(hashable(value), len(codes)) for value in [*values, nan]]
    assert found == [0, 0, 1, 2, 3, 4, 5, 5, 6, 3]


def test_dependencies_with_more_evidence_come_first_and_keys_apart():
    rows = [
        (str(n), f"city {n // 2}", f"country {n // 10}", "north" if n < 20 else "south")
        for n in range(40)
    ]
    found = mined(table(rows))
    assert [str(each.fd) for each in found.dependencies] == ["b -> c", "b -> d", "c -> d"]
    assert [each.check.support for each in found.dependencies] == [20, 20, 4]
    assert [str(key.fd) for key in found.keys] == ["a -> b, c, d"]


def test_an_error_of_exactly_the_limit_is_allowed():
    rows = [("x", "1", "p", "k")] * 7 + [("x", "1", "q", "k")] * 3
    assert mined(table(rows), max_error=0.3).constants == NAMES
    assert mined(table(rows), max_error=0.29).constants == ["a", "b", "d"]


def test_a_determinant_that_is_nearly_a_key_has_little_support():
    rows = [
        ("x", "1", "p", "k"),
        ("x", "2", "p", "k"),
        *((f"y{n}", "3", "p", "k") for n in range(9)),
    ]
    found = mined(table(rows), chosen=["a", "b"], max_error=0.1, max_determinant=1)
    (dependency,) = found.dependencies
    assert (str(dependency.fd), dependency.check.support) == ("a -> b", 0)
    assert dependency.check.error == pytest.approx(1 / 11)


def test_rows_without_a_value_are_left_out_dependency_by_dependency():
    rows = [
        ("x", "1", None, "p"),
        ("x", "1", "5", "q"),
        (None, "2", "6", "r"),
        (None, "3", "6", "s"),
    ]
    found = mined(table(rows), max_error=0.4, max_determinant=1)
    checks = {str(each.fd): each.check for each in found.dependencies}
    assert checks["a -> b"].tuples == 2
    assert checks["a -> b"].error == 0


def test_a_relation_is_mined_over_the_tuples_that_are_asked_about(toy):
    spec = toy / "benchmark.yaml"
    spec.write_text(
        spec.read_text().replace(
            "    entity: [name, country]\n",
            "    entity: [name, country]\n    ask_where: {city.river: Danube}\n",
        )
    )
    found = mined(open_database(toy), f"{spec}:city")
    assert found.rows == 3
    assert found.constants == ["river"]
    assert {str(key.fd) for key in found.keys} == {
        "name -> country, founded",
        "founded -> name, country",
    }


HOSTILE = [
    'do"ble', "sin'gle", "two words", "größe", "select", "a:b", "100%", "[bold]", "t.b", ";",
    "a, b -> c", "1st", "²", "new\nline", "esc\x1b[31m", "two_words", "yes",
]  # fmt: skip


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


@pytest.mark.parametrize("name", ["t", 'ta"b.le: [x]', "größe"])
def test_the_last_lines_can_be_pasted_whatever_the_columns_are_called(name, tmp_path, command):
    path = tmp_path / "hostile.sqlite"
    with sqlite3.connect(path) as connection:
        columns = ", ".join(f"{quoted(column)} text" for column in HOSTILE)
        connection.execute(f"create table {quoted(name)} ({columns})")
        marks = ", ".join("?" * len(HOSTILE))
        for number in range(30):
            # Three columns determine one another; each other column is a key.
            values = [str(number % 5 if index < 3 else number) for index in range(len(HOSTILE))]
            connection.execute(f"insert into {quoted(name)} values ({marks})", values)
    code, out, err = command("mine", path, name, "--max-determinant", 1, "--top", 1000)
    assert (code, err) == (0, "")
    assert all(character.isprintable() for character in out.replace("\n", ""))
    relation, questions = out.split("# in relations:\n")[1].split("# in questions:\n")
    described = yaml.safe_load(relation)
    fds = [yaml.safe_load(line)["fd"] for line in questions.splitlines()]
    assert fds
    engine = engine_for_connection(sqlite3.connect(path, check_same_thread=False))
    entity = list(described["attributes"])[:1]
    spec = RelationSpec.model_validate({**described, "entity": entity})
    built = Relation(engine, "r", spec)
    assert len(built.columns) == len(HOSTILE)
    with engine.connect() as connection:
        for text in fds:
            fd = FunctionalDependency.model_validate(text)
            sides = [
                [built.label(name) for name in side] for side in (fd.determinant, fd.dependent)
            ]
            assert holds(connection, built.tuples(), *sides).holds


@pytest.fixture(autouse=True)
def wide_terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")


def test_the_command_writes_everything_that_was_found(toy, tmp_path, command):
    target = tmp_path / "mined.json"
    code, out, _ = command("mine", toy, "city", "--json", target, "--top", 1)
    assert code == 0
    assert "all of 5 rows" in out
    written = json.loads(target.read_text())
    assert written["rows"] == written["rows_read"] == 5
    assert [each["fd"] for each in written["dependencies"]] == ["country -> river"]
    assert written["dependencies"][0]["support"] == 1
    assert {each["fd"].partition(" ->")[0] for each in written["keys"]} == {"name", "founded"}
    assert "and 1 more keys" in out
    assert out.splitlines()[-2:] == [
        "fd: country -> river",
        "fd: name -> country, founded, river  # key",
    ]


def test_only_the_chosen_columns_are_compared(toy, command, refused):
    _, out, _ = command("mine", toy, "city", "--columns", "country, river")
    assert "fd: country -> river" in out
    assert "founded" not in out
    assert "there is no 'rivers'" in refused("mine", toy, "city", "--columns", "country,rivers")


def test_a_column_whose_name_has_a_comma_can_be_chosen(tmp_path, command):
    path = tmp_path / "comma.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute('create table t ("a,b" text, c text, d text)')
        connection.executemany("insert into t values (?, ?, ?)", [("1", "2", "3")] * 2)
    code, out, _ = command("mine", path, "t", "--columns", 'c,"a,b"')
    assert code == 0
    assert "everything determines them: a_b, c" in out


def test_columns_of_types_without_text_are_skipped_and_named(tmp_path, command):
    path = tmp_path / "types.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("create table t (a text, b integer, picture blob, other)")
        connection.executemany(
            "insert into t values (?, ?, ?, 1)", [("x", 1, b"1"), ("x", 1, b"2")]
        )
    code, out, _ = command("mine", path, "t")
    assert code == 0
    assert "Skipped, since no question could mention their types: picture, other" in out


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ("create table t (a text)", "a dependency needs two columns, and there is one to compare"),
        (
            "create table t (a blob, b blob)",
            "there is none to compare (skipped for their types: 'a",
        ),
        ("create table t (a text, b text)", "there are no rows"),
        ("create table other (a text)", "the database has no table 't' (it has: 'other')"),
    ],
)
def test_what_cannot_be_mined_is_refused(schema, message, tmp_path, refused):
    path = tmp_path / "bad.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute(schema)
    assert message in refused("mine", path, "t")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{toy}/benchmark.yaml:nothing"], "there is no relation 'nothing'; it has city"),
        (["{toy}/no.yaml:city"], "no.yaml: cannot be read ("),
        (["city", "--max-error", "1"], "--max-error: 1.0 is not a share"),
        (["city", "--max-error", "-0.1"], "--max-error: -0.1 is not a share"),
        (["city", "--max-error", "nan"], "--max-error: nan is not a share"),
        (["city", "--columns", ""], "a dependency needs two columns"),
    ],
)
def test_wrong_arguments_are_refused(arguments, message, toy, refused):
    given_arguments = [argument.replace("{toy}", str(toy)) for argument in arguments]
    assert message in refused("mine", toy, *given_arguments)


def test_a_missing_library_is_named_with_its_extra(toy, monkeypatch, refused):
    monkeypatch.setitem(sys.modules, "desbordante", None)
    assert remedy("fd") in refused("mine", toy, "city")


def test_nothing_is_mined_from_a_relation_without_rows(toy):
    (toy / "city.csv").write_text("name,country,founded,river\n")
    with pytest.raises(InputError, match="no rows"):
        mined(open_database(toy), f"{toy / 'benchmark.yaml'}:city")


def test_every_engine_mines_the_same_dependencies(writable):
    rows = [(f"k{n}", f"g{n // 3}", "y" if n < 12 else "Y", n // 6 or None) for n in range(30)]
    awkward_table.filled(writable.engine, rows)
    with snapshot(writable.engine) as connection:
        source = open_source(writable.engine, "t")
        for most in (1000, 7):
            found = mine_dependencies(connection, source, rows=most, max_determinant=1)
            assert {str(each.fd) for each in found.dependencies} >= {
                "two_words -> select",
                "two_words -> _100___b___bold__c",
            }
            assert [str(each.fd.determinant) for each in found.keys] == ["['a']"]
