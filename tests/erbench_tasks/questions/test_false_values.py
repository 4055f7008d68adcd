"""What is false: no row makes it true, and it shares with the true row what it must."""

import sqlite3
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from erbench_track.erbench_tasks.database.files import engine_for_connection
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.questions.statements import stated
from erbench_track.erbench_tasks.spec.spec import BenchmarkSpec, StatementSpec

SIZE = {"of": "number", "by": "range"}
ENTRIES = {
    "matched": {
        "type": "multiple_choice", "fd": "name -> city, land",
        "wording": {"question": "{{ name }}", "city": "{{ city }}", "land": "{{ land }}"},
    },
    "uniform": {
        "type": "multiple_choice", "fd": "name -> city", "distractors": "uniform",
        "wording": {"question": "{{ name }}", "city": "{{ city }}"},
    },
    "altered": {
        "type": "altered", "fd": "name, city -> number", "replaced": ["name", "city", "number"],
        "wording": {"basic": "{{ name }}|{{ city }}|{{ number }}"},
    },
    "binary": {
        "type": "binary", "fd": "name -> number", "mixed": True, "several_values": "accept",
        "wording": {"basic": "{{ name }}|{{ size }}", "negated": "not|{{ size }}"},
    },
}  # fmt: skip
NAMES = ("name", "city", "land", "number")


def benchmark(rows, entry, **fields):
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.execute("create table t (name text, city text, land text, number integer)")
    connection.executemany("insert into t values (?, ?, ?, ?)", rows)
    connection.commit()
    sql = "SELECT name, city, land, number FROM t"
    relation = {"sql": sql, "entity": ["name"], "say": {"size": SIZE}}
    question = {**ENTRIES[entry], "relation": "t", **fields}
    spec = {"name": "toy", "relations": {"t": relation}, "questions": [question]}
    engine = engine_for_connection(connection)
    return Benchmark(BenchmarkSpec.model_validate(spec), Path("toy.yaml"), engine)


def false_option(item):
    """Returns the name of the column of the false option, and its text."""
    place = int(item.answer.split()[1]) - 1
    return ["city", "land"][place], item.options[place]


texts = st.sampled_from(["x", "X", "y", "z", "é", "E", "ç 1"])
rows = st.lists(
    st.tuples(
        texts,
        texts | st.none(),
        st.sampled_from("ab") | st.none(),
        st.integers(1, 400) | st.sampled_from([1, 2, 20, 200]) | st.none(),
    ),
    max_size=9,
)
shared = st.sampled_from([[], ["land"]])


@given(rows, shared, st.integers(0, 9), st.sampled_from(["matched", "uniform"]))
@settings(max_examples=120)
def test_no_row_of_an_entity_makes_its_false_option_true(rows, must_share, seed, entry):
    for item in benchmark(rows, entry, must_share=must_share).items(seed):
        name, text = false_option(item)
        at = NAMES.index(name)
        own = [row for row in rows if row[0] == item.entity and row[1] is not None]
        assert text.casefold() not in {str(row[at]).casefold() for row in own}
        assert text in {row[at] for row in rows}
        if must_share and name == "city":
            lands = {row[2] for row in own} - {None}
            assert any(row[1] == text and row[2] in lands for row in rows)


def may_be(value, said):
    """Tells whether a value, which may be unknown, is what is said."""
    return value is None or str(value).casefold() == said.casefold()


@given(rows, shared, st.integers(0, 9))
@settings(max_examples=120)
def test_no_row_may_be_as_a_false_premise_says(rows, must_share, seed):
    for item in benchmark(rows, "altered", must_share=must_share).items(seed):
        name, city, number = item.question.split("|")
        assert item.answer == "no"
        assert not any(
            may_be(a, name) and may_be(b, city) and may_be(n, number) for a, b, _, n in rows
        )


@given(rows, shared, st.integers(0, 9))
@settings(max_examples=120)
def test_a_statement_is_answered_by_what_is_true_of_a_row(rows, must_share, seed):
    spec = StatementSpec(**SIZE)
    for item in benchmark(rows, "binary", must_share=must_share).items(seed):
        if item.question_type != "bn_yes":
            continue
        said = item.question.split("|")[1]
        assert "None" not in item.rationale[0].values
        own = [row for row in rows if row[0] == item.entity and row[3] is not None]
        assert (item.answer == "yes") == (said in {stated(spec, row[3]) for row in own})
        if item.answer == "no" and must_share:
            lands = {row[2] for row in own} - {None}
            true = {stated(spec, n) for _, _, land, n in rows if n is not None and land in lands}
            assert said in true


CITIES = {"Rome": "Italy", "Milan": "Italy", "Turin": "Italy", "Bonn": "Germany", "Kiel": "Germany",
          "Vaduz": "Liechtenstein"}  # fmt: skip
PEOPLE = [(f"Person {n}", [*CITIES][n % 6], CITIES[[*CITIES][n % 6]], 7 * n) for n in range(60)]
CITY = {"replaced": "city", "wording": {"basic": "{{ name }}|{{ city }}"}}
ALONE = {row[0] for row in PEOPLE if row[1] == "Vaduz"}


@pytest.mark.parametrize("entry", ["uniform", "matched"])
def test_a_false_city_is_one_of_the_same_country_and_where_there_is_none_nothing_is_asked(entry):
    wording = ENTRIES["uniform"]["wording"]
    opened = benchmark(PEOPLE, entry, must_share=["land"], fd="name -> city", wording=wording)
    items = list(opened.items())
    city = {row[0]: row[1] for row in PEOPLE}
    found = defaultdict(set)
    for item in items:
        found[city[item.entity]].add(item.options[0])
    assert (found["Bonn"], found["Rome"]) == ({"Kiel"}, {"Milan", "Turin"})
    assert {item.entity for item in items} == {row[0] for row in PEOPLE} - ALONE
    assert opened.omissions.without_wrong_option.count == len(ALONE)


def test_a_false_premise_is_about_a_city_of_the_same_country_or_is_counted():
    opened = benchmark(PEOPLE, "altered", must_share=["land"], **CITY)
    items = list(opened.items())
    land = {row[0]: row[2] for row in PEOPLE}
    assert {item.entity for item in items} == land.keys() - ALONE
    assert all(CITIES[item.question.split("|")[1]] == land[item.entity] for item in items)
    assert opened.omissions.unstated.count == len(ALONE)
    assert "no false premise" in next(opened.omissions.lines())


@pytest.mark.parametrize("entry", ["uniform", "matched"])
def test_who_has_no_known_country_shares_it_with_nobody(entry):
    people = [(name, city, None, number) for name, city, _, number in PEOPLE]
    wording = ENTRIES["uniform"]["wording"]
    opened = benchmark(people, entry, must_share=["land"], fd="name -> city", wording=wording)
    assert list(opened.items()) == []
    assert opened.omissions.without_wrong_option.count == len(people)


def test_a_row_that_lacks_another_value_is_a_fact_all_the_same():
    people = [("Ann", "Oslo", "a", 1), ("Ann", "Rome", None, 2), ("Bob", "Rome", "b", 3)]
    opened = benchmark(people, "matched", distractors="uniform")
    for seed in range(9):
        (ann,) = (item for item in opened.items(seed) if item.entity == "Ann")
        assert ann.options == ("Oslo", "b")
    assert opened.omissions.incomplete == {("t", "name -> city, land"): 1}


def test_the_true_value_written_in_another_way_is_no_false_one():
    people = [("Ann", "Rome", "a", 1), ("Bob", "ROME", "a", 2), ("Cy", "rome", "a", 3)]
    assert list(benchmark(people, "uniform").items()) == []
    assert list(benchmark(people, "altered", **CITY).items()) == []
