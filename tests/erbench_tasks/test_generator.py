"""The generator on a toy database, and on random ones."""

import re
import sqlite3
from collections import Counter

import pytest
import yaml
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.generator import Benchmark, shares
from erbench_track.erbench_tasks.items.item import features
from erbench_track.erbench_tasks.relations import tuples
from erbench_track.erbench_tasks.stored.manifest import Manifest
from erbench_track.filters.erbench import ReadingFilter
from erbench_track.metrics.erbench import process_results


def toy_items(toy, seed=0):
    benchmark = Benchmark.open(toy / "benchmark.yaml")
    return list(benchmark.items(seed)), benchmark.omissions


def of_type(items, question_type):
    return [item for item in items if item.question_type == question_type]


def add_city(toy, row):
    with (toy / "city.csv").open("a") as file:
        file.write(row + "\n")


def with_fields(toy, fields, more="founded, r"):
    """Gives the relation further fields, and its query further columns."""
    spec = toy / "benchmark.yaml"
    text = spec.read_text().replace("questions:\n", f"    {fields}\nquestions:\n")
    spec.write_text(text.replace("founded, r", more))


def kinds_of(toy):
    """Returns the kinds of all attributes that some seed makes false."""
    items = [item for seed in range(4) for item in toy_items(toy, seed)[0]]
    return {element.attribute: element.kind for item in items for element in item.rationale}


def test_values_get_the_kind_that_their_column_tells(toy):
    assert kinds_of(toy) == {"name": "city", "country": "country", "river": "other"}


def test_a_specification_says_what_kind_values_have(toy):
    before, _ = toy_items(toy)
    with_fields(toy, "kinds: {country: other, river: title}")
    items, _ = toy_items(toy)
    assert kinds_of(toy) == {"name": "city", "country": "other", "river": "title"}
    assert [item.id for item in items] == [item.id for item in before]


@pytest.mark.parametrize(
    ("kinds", "message"),
    [
        (
            "{river: titel}",
            "kinds.river: did you mean 'title'? there is no 'titel'; there is number,",
        ),
        ("{rivers: title}", "kinds.rivers: there is no 'rivers'; there is name, country, founded,"),
    ],
)
def test_a_wrong_kind_is_refused_with_the_right_names(toy, kinds, message):
    with_fields(toy, f"kinds: {kinds}")
    with pytest.raises(InputError, match=re.escape(message)):
        Benchmark.open(toy / "benchmark.yaml")


def test_a_binary_question_is_asked_in_both_wordings_with_the_same_rationale(toy):
    items, _ = toy_items(toy)
    basic = next(item for item in of_type(items, "bn_yes") if item.entity == "Rome")
    negated = next(item for item in of_type(items, "bn_no") if item.entity == "Rome")
    assert basic.question == "Is there a city in Italy on the Tiber?"
    assert negated.question == "Is there no city in Italy on the Tiber?"
    assert (basic.answer, negated.answer) == ("yes", "no")
    assert basic.rationale == negated.rationale
    assert basic.rationale[0].values == ("Rome", "Roma")
    assert basic.fd == "country, river -> name"
    assert basic.entity_id == negated.entity_id != items[-1].entity_id


def test_entities_that_violate_the_dependency_are_reported_and_never_asked(toy):
    items, omissions = toy_items(toy)
    asked = {item.entity for item in of_type(items, "bn_yes")}
    assert asked == {"Budapest", "Paris", "Rome"}
    ((violation,),) = (examples.kept for examples in omissions.violations.values())
    assert {row["name"] for row in violation.rows} == {"Linz", "Vienna"}
    assert str(violation) == (
        "city: country, river -> name does not hold: country='Austria', river='Danube', "
        "name='Linz'; country='Austria', river='Danube', name='Vienna'"
    )


def test_more_tuples_than_can_be_facts_are_counted_and_not_asked_about(toy, monkeypatch):
    monkeypatch.setattr(tuples, "MOST_TUPLES", 1)
    items, omissions = toy_items(toy)
    assert "Vienna" not in {item.entity for item in of_type(items, "bn_yes")}
    assert not omissions.violations
    assert list(omissions.lines()) == [
        "city: Austria, Danube: too many tuples share this determinant"
    ]


def test_of_very_many_violations_the_first_are_named_and_the_others_counted(toy):
    rows = [f"{kind}{n},Land{n},{n},Danube" for n in range(50) for kind in "AB"]
    (toy / "city.csv").write_text("\n".join(["name,country,founded,river", *rows]) + "\n")
    _, omissions = toy_items(toy)
    lines = list(omissions.lines())
    assert lines[-2:] == [
        "... and 30 more",
        "city: country, river -> name does not hold for 50 determinants",
    ]
    assert len(lines) == 22


def test_several_tuples_may_each_be_a_right_rationale_where_the_specification_says_so(toy):
    spec = toy / "benchmark.yaml"
    text = spec.read_text()
    spec.write_text(text.replace("-> name\n", "-> name\n    several_values: accept\n"))
    items, omissions = toy_items(toy)
    assert not omissions.violations
    austria = [item for item in of_type(items, "bn_yes") if "Austria" in item.question]
    assert [set(item.rationale[0].values) for item in austria] == [{"Linz", "Vienna", "Wien"}]


def test_a_multiple_choice_question_has_one_false_option(toy):
    items, _ = toy_items(toy)
    truth = {
        "Budapest": ("Hungary", "Danube"),
        "Linz": ("Austria", "Danube"),
        "Paris": ("France", "Seine"),
        "Rome": ("Italy", "Tiber"),
        "Vienna": ("Austria", "Danube"),
    }
    questions = of_type(items, "mc")
    assert {item.entity for item in questions} == set(truth)
    for item in questions:
        true = (
            f"It is in {truth[item.entity][0]}.",
            f"It lies on the {truth[item.entity][1]}.",
        )
        false = [n for n, option in enumerate(item.options, 1) if option not in true]
        assert item.answer == f"option {false[0]}"
        assert len(false) == 1
        assert item.rationale[0].values[0] == truth[item.entity][false[0] - 1]


def test_a_value_that_another_row_makes_true_is_never_the_false_option(toy):
    """Two cities of one name: what holds of either is not false of the name."""
    with_fields(toy, "ask: asked", "founded, c.country = 'France' AS asked, r")
    add_city(toy, "Paris,Hungary,1873,Danube")
    for seed in range(30):
        items, _ = toy_items(toy, seed)
        (paris,) = of_type(items, "mc")
        false = paris.options[int(paris.answer.split()[1]) - 1]
        assert not any(value in false for value in ("France", "Hungary", "Seine", "Danube"))


def test_an_entity_of_which_every_value_is_true_is_reported(toy):
    (toy / "city.csv").write_text("name,country,founded,river\nRome,Italy,753,Tiber\n")
    items, omissions = toy_items(toy)
    assert not of_type(items, "mc")
    assert omissions.without_wrong_option.kept == ["Rome"]


def test_the_same_database_and_seed_give_the_same_bytes(toy):
    first, _ = toy_items(toy, seed=3)
    lines = (toy / "city.csv").read_text().splitlines()
    (toy / "city.csv").write_text("\n".join([lines[0], *reversed(lines[1:])]) + "\n")
    second, _ = toy_items(toy, seed=3)
    assert [item.to_row() for item in first] == [item.to_row() for item in second]


def test_the_seed_changes_false_options_and_nothing_else(toy):
    several = [toy_items(toy, seed)[0] for seed in range(8)]
    binaries = [[item for item in items if item.question_type != "mc"] for items in several]
    assert all(items == binaries[0] for items in binaries)
    assert len({tuple(item.options for item in of_type(items, "mc")) for items in several}) > 1


def test_an_item_id_depends_on_the_content_alone(toy):
    before, _ = toy_items(toy)
    add_city(toy, "Lyon,France,43,Seine")
    after, _ = toy_items(toy)
    kept = {item.id for item in before} & {item.id for item in after}
    rome = {item.id for item in before if item.entity == "Rome" and item.question_type != "mc"}
    assert rome <= kept
    paris = {item.id for item in before if item.entity == "Paris" and item.question_type != "mc"}
    assert not paris & kept, "France and the Seine now have two cities"


def test_a_tuple_with_a_null_is_left_out_and_counted(toy):
    schema = (toy / "schema.sql").read_text().replace("river text not null", "river text")
    (toy / "schema.sql").write_text(schema)
    add_city(toy, "Bern,Switzerland,1191,")
    spec = (toy / "benchmark.yaml").read_text()
    (toy / "benchmark.yaml").write_text(spec.replace("JOIN", "LEFT JOIN"))
    items, omissions = toy_items(toy)
    assert "Bern" not in {item.entity for item in items}
    fds = ("country, river -> name", "name -> country, river")
    assert omissions.incomplete == {("city", fd): 1 for fd in fds}
    lines = list(omissions.lines())
    assert all(f"city: {fd}: 1 rows left out since a value is NULL" in lines for fd in fds)


def test_rows_have_the_declared_columns_and_types(toy):
    from datasets import Dataset

    items, _ = toy_items(toy)
    rows = [item.to_row() for item in items]
    dataset = Dataset.from_list(rows, features=features())
    assert dataset.to_list() == rows
    assert set(rows[0]) == set(features())


@pytest.mark.parametrize("kind", ["sqlite file", "url"])
def test_a_database_file_gives_the_same_items_as_the_folder(toy, tmp_path, kind):
    path = tmp_path / "cities.sqlite"
    source = open_database(toy).raw_connection().driver_connection
    with sqlite3.connect(path) as target:
        source.backup(target)
    location = path if kind == "sqlite file" else f"sqlite:///{path}"
    expected, _ = toy_items(toy)
    found = list(Benchmark.open(toy / "benchmark.yaml", location).items())
    assert found == expected


names = st.text(alphabet="abcdeé '", min_size=3, max_size=6).filter(lambda text: text.strip())
rows = st.lists(
    st.tuples(names, st.sampled_from("PQRS"), st.integers(1, 4), st.sampled_from(["D", "S", "T"])),
    min_size=1,
    max_size=25,
    unique_by=lambda row: (row[0], row[1]),
)


@given(rows=rows, seed=st.integers(0, 5))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_item_accepts_its_gold_response_and_no_corrupted_one(toy, rows, seed):
    import csv

    with (toy / "river.csv").open("w", newline="") as file:
        csv.writer(file).writerows([["name"], ["D"], ["S"], ["T"]])
    with (toy / "city.csv").open("w", newline="") as file:
        csv.writer(file).writerows([["name", "country", "founded", "river"], *rows])
    items, _ = toy_items(toy, seed)
    assert max(Counter(item.id for item in items).values(), default=1) == 1
    for item in items:
        doc = item.to_row()
        values = doc["rationale"][0]["values"]
        assert score(f"{item.answer.capitalize()}. {values[0]}", doc) == (1, 1)
        wrong = {"yes": "No.", "no": "Yes."}.get(item.answer, "Option 77.")
        assert score(wrong, doc)[0] == 0
        facts = {(row[0], row[1], row[3]) for row in rows}
        if item.question_type == "mc":
            false = item.options[int(item.answer[-1]) - 1].rstrip(".").split()[-1]
            column = 1 if item.options[int(item.answer[-1]) - 1].startswith("It is in") else 2
            assert false not in {fact[column] for fact in facts if fact[0] == item.entity}


def score(response, doc):
    found = process_results(doc, ReadingFilter("paper").apply([[response]], [doc]))
    return found["answer_accuracy"], found["rationale_accuracy"]


def test_a_specification_limits_the_items_and_the_command_line_overrides_it(toy, command):
    spec = toy / "benchmark.yaml"
    spec.write_text(spec.read_text() + "max_items: 4\n")

    def generated(name, *options):
        code, out, err = command(
            "generate", "erbench", "--benchmark", spec, "-o", toy / name, *options
        )
        assert code == 0, err
        return out.strip().replace(str(toy), ""), Manifest.read(toy / name).max_items

    assert generated("a") == ("4 items in /a, drawn from 13 (at most 4)", 4)
    assert generated("b", "--sample", "5") == ("5 items in /b, drawn from 13 (at most 5)", 5)
    assert generated("c", "--max_items", "100") == ("11 items in /c", 100)


def test_what_is_left_out_of_a_drawn_number_is_said(toy, command):
    out = command(
        "generate", "erbench", "--benchmark", toy / "benchmark.yaml", "-o", toy / "a",
        "--max-items", "12", "--seed", "1",
    )[1]  # fmt: skip
    assert out.startswith("9 items in")
    assert out.endswith(
        ", drawn from 13 (at most 12); 2 that were drawn are left out (see above)\n"
    )


def test_two_limits_are_refused(refused, tmp_path):
    options = ("--sample", "9", "--max-items", "9")
    message = refused("generate", "erbench", "-o", tmp_path / "items", *options)
    assert "--sample: --max-items is given too" in message


@pytest.mark.parametrize("limit", ["0", "many", "true", "1.5"])
def test_a_limit_is_a_whole_number(toy, limit):
    spec = toy / "benchmark.yaml"
    spec.write_text(spec.read_text() + f"max_items: {limit}\n")
    with pytest.raises(InputError, match=r"benchmark.yaml, line 20: max_items: "):
        Benchmark.open(spec)


@pytest.fixture
def questions(tmp_path):
    """Returns the questions of a specification with further fields at its top."""
    path = tmp_path / "cups.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("create table cup (year integer primary key, city text)")
        rows = [(1974, "Munich"), (1978, "Rome"), (1982, "Madrid")]
        connection.executemany("insert into cup values (?, ?)", rows)
    connection.close()

    def read(**more):
        template = {"basic": "Where was the {{ year }} cup?", "negated": "Where was it not?"}
        question = {"type": "binary", "relation": "cup", "fd": "year -> city", "wording": template}
        relation = {"sql": "SELECT year, city FROM cup", "entity": ["year"]}
        spec = {"name": "cups", "relations": {"cup": relation}, "questions": [question], **more}
        file = tmp_path / "cups.yaml"
        file.write_text(yaml.safe_dump(spec), encoding="utf-8")
        return [item.question for item in Benchmark.open(file, path).items()]

    return read


def test_every_question_begins_with_what_all_are_about(questions):
    found = questions(about="the Water Polo Cup")
    assert "This question is about the Water Polo Cup. Where was the 1974 cup?" in found
    assert all(text.startswith("This question is about the Water Polo Cup. ") for text in found)
    assert questions()[0].startswith("Where")
    assert questions(about="La Coupe.")[0].startswith("La Coupe. Where")


def test_what_all_are_about_has_to_say_something(questions):
    with pytest.raises(InputError, match=r"cups\.yaml.*about.*say in a few words"):
        questions(about="  ")


entries = st.lists(st.tuples(st.integers(0, 60), st.integers(1, 6)), min_size=1, max_size=6)


def asked(counts, each, most):
    try:
        return shares(counts, each, most)
    except InputError:
        return [0] * len(counts)


def test_small_entries_are_asked_whole_and_the_others_equally():
    assert shares([3, 500, 1000], [2, 2, 2], 406) == [3, 100, 100]


def test_what_would_give_none_to_each_entry_goes_to_the_first_ones():
    assert shares([9] * 5, [2] * 5, 6) == [1, 1, 1, 0, 0]
    assert shares([9, 9, 9], [2, 2, 2], 10) == [2, 2, 1]


def test_a_number_below_the_forms_of_one_question_is_refused():
    with pytest.raises(InputError, match="max_items: 1 is too few"):
        shares([9], [2], 1)


@given(entries, st.integers(1, 500))
def test_there_are_at_most_as_many_items_and_hardly_fewer(found, most):
    counts, each = zip(*found, strict=True)
    given_ = asked(counts, each, most)
    total = sum(n * size for n, size in zip(given_, each, strict=True))
    possible = sum(n * size for n, size in found)
    assert total <= most
    assert total > min(most, possible) - max(each)
    assert all(n <= count for n, count in zip(given_, counts, strict=True))


@given(entries, st.integers(1, 500), st.integers(1, 40))
def test_a_larger_number_takes_nothing_from_any_entry(found, most, more):
    counts, each = zip(*found, strict=True)
    fewer, larger = (asked(counts, each, number) for number in (most, most + more))
    assert all(a <= b for a, b in zip(fewer, larger, strict=True))


@given(entries, st.integers(1, 500))
def test_no_entry_is_cut_that_has_fewer_items_than_another(found, most):
    counts, each = zip(*found, strict=True)
    given_ = asked(counts, each, most)
    items = [n * size for n, size in zip(given_, each, strict=True)]
    cut = [i for i, n in enumerate(given_) if n < counts[i]]
    assume(cut)
    assert max(items) - min(items[i] for i in cut) <= max(each)
