"""Linting whole specifications of an invented database, with every kind of fault planted."""

import sqlite3

import pytest
import yaml

from erbench_track.erbench_tasks.database.drawing import prime
from erbench_track.erbench_tasks.database.snapshot import snapshot
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.lint.lint import lint
from erbench_track.erbench_tasks.lint.row_samples import RowSamples

SCHEMA = """
create table town (id integer primary key, name text not null, region text not null, flag text);
create table bridge (
  id integer primary key, name text not null, builder text, opened integer, town_id integer
  references town (id), checksum text, code text, note text, last_update text, length real
);
"""
BUILDERS = [
    f"{a} {b}" for a in ("Ada", "Bo", "Cy", "Dora", "Emil") for b in ("Holm", "Reyes", "Stone")
]


def bridges(count=60):
    for n in range(count):
        yield (
            n, f"Bridge number {n:03}", BUILDERS[n % 15], 1850 + n, n % 12, f"{n * 7919:032x}",
            "NS"[n % 2], f"Note on {n}" if n % 4 else "unknown", "2024-01-02 10:20:30", n + 0.5,
        )  # fmt: skip


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "bridges.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript(SCHEMA)
        towns = [
            (n, f"Town {n:02}", "Upper Vale" if n < 9 else "Lower Vale", None) for n in range(12)
        ]
        connection.executemany("insert into town values (?, ?, ?, ?)", towns)
        connection.executemany(f"insert into bridge values ({','.join('?' * 10)})", bridges())
    return path


COLUMNS = ("id", "name", "builder", "opened", "checksum", "code", "note", "last_update", "length")


def binary(fd="name -> builder", basic="Is there a builder of {{ name }}?", **more):
    template = {"basic": basic, "negated": f"Is it false: {basic}"}
    return {"type": "binary", "relation": "bridge", "fd": fd, "template": template, **more}


@pytest.fixture
def linted(database, tmp_path):
    def look(*questions, most=20_000, to_count=0, **top):
        attributes = {name: f"bridge.{name}" for name in COLUMNS}
        attributes |= {"town": "town.name", "region": "town.region"}
        relation = {"tables": ["bridge", "town"], "attributes": attributes, "entity": ["name"]}
        spec = {"name": "bridges", **top, "relations": {"bridge": relation}, "questions": questions}
        path = tmp_path / "bridges.yaml"
        path.write_text(yaml.safe_dump(spec), encoding="utf-8")
        benchmark = Benchmark.open(path, database)
        with snapshot(benchmark.engine) as connection:
            samples = RowSamples(connection, to_count)
            return lint(benchmark, most=most, samples=samples)

    return look


def failing(entry):
    return {finding.check for finding in entry.findings if finding.fails}


def noted(entry):
    return {finding.check for finding in entry.findings if not finding.fails}


def test_an_entry_without_faults_passes_and_has_a_score(linted):
    (entry,) = linted(binary())
    assert (entry.items, entry.looked_at, entry.findings) == (120, 120, ())
    assert not entry.failed
    assert 0.7 < entry.score <= 1


@pytest.mark.parametrize(
    ("question", "check"),
    [
        (binary("name, builder -> opened", "Did {{ builder }} open {{ name }}?"), None),
        (binary("name, opened -> opened", "Was {{ name }} opened in {{ opened }}?"),
         "value in the question"),
        (binary("name -> region", "Is there a region of {{ name }}?"), "vacuous"),
        (binary("name -> code", "Is there a code of {{ name }}?"),
         "value of one or two characters"),
        (binary("name -> checksum", "Is there a checksum of {{ name }}?"),
         "hash or token as a value"),
        (binary("name -> checksum", "Is there a checksum of {{ name }}?"), "secret or checksum"),
        (binary("name -> note", "Is there a note on {{ name }}?"), "placeholder as a value"),
        (binary("name -> last_update", "When was {{ name }} updated?"),
         "timestamp of the bookkeeping"),
        (binary("id -> builder", "Is there a builder of the bridge {{ id }}?"), "surrogate key"),
        (binary("town -> builder", "Is there a builder in {{ town }}?"), "no unique answer"),
        (binary(basic="Is there a builder of of {{ name }}?"), "doubled word"),
        (binary(basic="Is there a  builder of {{ name }}?"), "doubled space"),
        (binary(basic="Is there a builder of \"{{ name }}?"), "unbalanced quotation marks"),
        (binary(basic="Is there a builder of {{ name }}" + " and so on" * 60), "long question"),
        (binary(basic="Is there a builder of {{ '{{' }} {{ name }}?"), "template leftover"),
        (binary(basic="Is there a None of {{ name }}?"), "None or NULL in the text"),
        (binary(basic="Is there a builder of {{ name }} (5.0)?"), "whole number with decimals"),
    ],
)  # fmt: skip
def test_a_planted_fault_is_found(linted, question, check):
    (entry,) = linted(question)
    assert check in failing(entry) if check else not entry.failed


def choice(*attributes, **more):
    options = {name: f"Its {name} is {{{{ {name} }}}}." for name in attributes}
    return {
        "type": "multiple_choice", "relation": "bridge", "fd": f"name -> {', '.join(attributes)}",
        "templates": [{"question": "What is wrong about {{ name }}?", **options}], **more,
    }  # fmt: skip


def test_two_options_are_noted(linted):
    two, three = linted(choice("builder", "opened"), choice("builder", "opened", "town"))
    assert "two options" in noted(two)
    assert "two options" not in noted(three)


def test_options_of_which_nearly_always_the_same_one_is_false_fail(linted):
    # No region is near another one, but years are.
    one, both = linted(choice("region", "opened", distractors="only_near"),
                       choice("region", "opened"))  # fmt: skip
    assert "one answer" in failing(one)
    assert "one answer" not in failing(both)


@pytest.mark.parametrize(
    "names", [("7",), ("N/A", "unknown", "-"), ("Ab", "x"), ("Various Artists",)]
)
def test_an_entity_whose_name_says_nothing_is_found_and_left_out(linted, database, names):
    with sqlite3.connect(database) as connection:
        for number, name in enumerate(names):
            connection.execute("update bridge set name = ? where id = ?", (name, number))
    (entry,) = linted(binary())
    (finding,) = [
        f for f in entry.findings if f.check == "name that says nothing, or that others have"
    ]
    assert finding.items == 2 * len(names)
    (entry,) = linted(binary(), leave_out=["nameless"])
    assert entry.items == 120 - 2 * len(names)
    assert not entry.failed


def test_a_number_that_a_question_does_not_say_is_no_name(linted):
    (entry,) = linted(binary("name, id -> builder"))
    assert failing(entry) == {"surrogate key"}


def test_quantities_with_units_are_not_known(linted, database):
    with sqlite3.connect(database) as connection:
        connection.execute("update bridge set note = (id + 1) || ' x 20 kg' where id > 5")
    (entry,) = linted(binary("name -> note", "Is there a note on {{ name }}?"))
    assert "quantities with units" in failing(entry)


def test_a_hop_may_tell_the_next_one(linted, database):
    chain = {
        "type": "multi_hop", "relation": "bridge", "hops": ["name -> town", "town -> region"],
        "template": {"basic": "Is {{ name }} in a town of a region?", "negated": "Is it not?"},
    }  # fmt: skip
    assert "a hop tells the next" not in failing(linted(chain)[0])
    with sqlite3.connect(database) as connection:
        connection.execute("update town set region = 'Region of ' || upper(name) where id < 2")
    assert "a hop tells the next" in failing(linted(chain)[0])


def test_each_failing_finding_has_an_example_and_a_remedy(linted):
    (entry,) = linted(binary("name -> note", "Is there a note on {{ name }}?"))
    (finding,) = [f for f in entry.findings if f.check == "placeholder as a value"]
    assert (finding.items, finding.of, finding.attribute) == (15, 60, "note")
    assert finding.example == "note is 'unknown'"
    assert all(f.remedy for f in entry.findings)


def test_several_right_answers_may_be_too_many(linted):
    few = binary("opened -> builder", "Who built in {{ opened }}?", several_values="accept")
    many = binary("region -> builder", "Who built in {{ region }}?", several_values="accept")
    found = linted(few, many)
    assert "many right answers" not in failing(found[0])
    assert "many right answers" in failing(found[1])


def test_a_smaller_determinant_is_named_unless_it_identifies_the_entity(linted):
    loose = binary("opened, town -> builder", "Did one build in {{ opened }} in {{ town }}?")
    exact = binary("name, opened -> builder", "Did one build {{ name }} in {{ opened }}?")
    found = linted(loose, exact)
    (finding,) = [f for f in found[0].findings if f.check == "dependency not minimal"]
    assert finding.example == "opened -> builder holds as well"
    assert not found[0].failed
    assert found[1].findings == ()


def test_lost_rows_are_counted(linted, database):
    with sqlite3.connect(database) as connection:
        connection.execute("update bridge set builder = null where id % 3 = 1")
    (entry,) = linted(binary())
    (finding,) = entry.findings
    assert (finding.check, finding.items, finding.of, finding.fails) == ("rows lost", 20, 60, False)
    with sqlite3.connect(database) as connection:
        connection.execute("update bridge set town_id = null where id > 10")
    assert failing(linted(binary())[0]) == {"rows lost"}


def test_few_questions_and_none_are_told(linted, database):
    with sqlite3.connect(database) as connection:
        connection.execute("delete from bridge where id > 3")
    (entry,) = linted(binary())
    assert (entry.items, failing(entry)) == (8, {"few questions"})
    with sqlite3.connect(database) as connection:
        connection.execute("delete from bridge")
    (entry,) = linted(binary())
    assert (entry.items, entry.score, failing(entry)) == (0, 0.0, {"few questions"})


def test_a_question_asked_by_two_entries_counts_against_the_second(linted):
    found = linted(binary(), binary())
    assert [failing(entry) for entry in found] == [set(), {"asked twice"}]
    other = binary("name -> opened", "Is there a builder of {{ name }}?")
    found = linted(binary(), other)
    assert [failing(entry) for entry in found] == [set(), {"asked twice with other values"}]


def test_an_entry_that_fails_takes_no_question_from_another(linted):
    bad = binary("name -> code", "Is there a builder of {{ name }}?")
    assert not linted(bad, binary())[1].failed


def test_single_questions_that_are_left_out_do_not_fail_an_entry(linted, database):
    with sqlite3.connect(database) as connection:
        connection.execute("update bridge set name = builder || ' Bridge ' || id where id < 6")
    assert failing(linted(binary())[0]) == {"value in the question"}
    (entry,) = linted(binary(), leave_out=["value_in_question"])
    assert noted(entry) == {"value in the question"}
    assert not entry.failed


@pytest.mark.parametrize(
    ("gone", "rows", "fails"), [(24, 60, False), (31, 60, True), (7, 16, True)]
)
def test_what_is_left_of_an_entry_has_to_be_half_of_it_and_twenty_questions(
    linted, database, gone, rows, fails
):
    with sqlite3.connect(database) as connection:
        connection.execute("delete from bridge where id >= ?", (rows,))
        named = "update bridge set name = builder || ' Bridge ' || id where id < ?"
        connection.execute(named, (gone,))
    (entry,) = linted(binary(), leave_out=["value_in_question"])
    (finding,) = [f for f in entry.findings if f.check == "value in the question"]
    assert (finding.items, finding.of, finding.fails) == (2 * gone, 2 * rows, fails)
    assert finding.example.startswith("left out, such as ") is not fails
    assert entry.items == 2 * (rows - gone)


def test_a_large_entry_is_sampled_and_says_so(linted):
    (entry,) = linted(binary(), most=30)
    assert (entry.items, entry.looked_at) == (120, 30)
    assert linted(binary(), most=30) == [entry]


def test_a_value_with_a_smell_of_its_own_is_no_fault_of_the_wording(linted, database):
    names = ("All or None", "Yong-in", "What Is  That ?", 'The 12" Bridge', "Ay Ay in in a Row")
    with sqlite3.connect(database) as connection:
        for n in range(60):
            name = f"{names[n % 5]} {n}" if n % 5 != 1 else f"{n} Yong-in"
            connection.execute("update bridge set name = ? where id = ?", (name, n))
    (entry,) = linted(binary(basic="Has {{ name }} in the valley a builder?"))
    assert entry.findings == ()


def test_the_embedded_domains_are_linted_like_any_other():
    entries = lint(Benchmark.open("movie"))
    assert [entry.index for entry in entries] == list(range(len(entries)))
    assert all(entry.items == entry.looked_at > 0 for entry in entries)
    assert "vacuous" in failing(entries[1])


@pytest.fixture
def many(database):
    """A table of which so many rows are wanted that it is sampled."""
    with sqlite3.connect(database) as connection:
        connection.execute("delete from bridge")
        connection.executemany(f"insert into bridge values ({','.join('?' * 10)})", bridges(1500))


def test_entries_that_pass_are_counted_in_all_rows_while_there_may_be_so_many(linted, many):
    other = binary(basic="Does anybody know who built {{ name }}?")
    counted, sampled = linted(binary(), other, most=100, to_count=2000)
    assert (counted.items, counted.sampled_rows) == (3000, 0)
    assert 0 < sampled.sampled_rows < 500
    assert counted.looked_at == sampled.looked_at <= 100


def test_what_is_not_to_be_seen_in_a_sample_is_found_in_all_rows(linted, many, database):
    with sqlite3.connect(database) as connection:
        drawn = f"id % {prime(1500 // 100)} = 0"  # as `row_samples` draws them
        connection.execute(f"update bridge set builder = null where not {drawn}")
    (sampled,) = linted(binary(), most=100)
    (counted,) = linted(binary(), most=100, to_count=2000)
    assert not sampled.failed
    assert failing(counted) == {"rows lost"}
    assert counted.items == 2 * len(range(0, 1500, prime(1500 // 100)))
