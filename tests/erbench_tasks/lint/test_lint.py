"""Linting whole specifications of an invented database, with every kind of fault planted."""

import sqlite3

import pytest
import sqlalchemy
import yaml

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.lint.lint import lint

SCHEMA = """
create table town (id integer primary key, name text not null, region text not null);
create table bridge (
  id integer primary key, name text not null, builder text, opened integer, town_id integer
  references town (id), code text, note text, crossings integer
);
create table crossing (bridge text, river text);
"""
BUILDERS = [
    f"{a} {b}" for a in ("Ada", "Bo", "Cy", "Dora", "Emil") for b in ("Holm", "Reyes", "Stone")
]
SQL = """
SELECT b.name, b.builder, b.opened, b.code, b.note, t.name AS town, t.region
FROM bridge b JOIN town t ON t.id = b.town_id
"""


def bridges(count=60):
    for n in range(count):
        yield (
            n, f"Bridge number {n:03}", BUILDERS[n % 15], 1850 + n, n % 12, "NS"[n % 2],
            f"Note on {n}", n % 4,
        )  # fmt: skip


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "bridges.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript(SCHEMA)
        towns = [(n, f"Town {n:02}", "Upper Vale" if n < 9 else "Lower Vale") for n in range(12)]
        connection.executemany("insert into town values (?, ?, ?)", towns)
        connection.executemany(f"insert into bridge values ({','.join('?' * 8)})", bridges())
        rivers = [(f"Bridge number {n:03}", f"River {n % 5}") for n in range(60)]
        connection.executemany("insert into crossing values (?, ?)", rivers)
    return path


@pytest.fixture
def changed(database):
    def change(statement, *values):
        with sqlite3.connect(database) as connection:
            connection.execute(statement, values)

    return change


def binary(fd="name -> builder", basic="Is there a builder of {{ name }}?", **more):
    wording = {"basic": basic, "negated": f"Is it false: {basic}"}
    return {"type": "binary", "relation": "bridge", "fd": fd, "wording": wording, **more}


def choice(*columns, **more):
    options = {name: f"Its {name} is {{{{ {name} }}}}." for name in columns}
    return {
        "type": "multiple_choice", "relation": "bridge", "fd": f"name -> {', '.join(columns)}",
        "wording": {"question": "What is wrong about {{ name }}?", **options}, **more,
    }  # fmt: skip


@pytest.fixture
def linted(database, tmp_path):
    def look(*questions, most=2_000, sql=SQL, relation=None, **top):
        bridge = {"sql": sql, "entity": ["name"], **(relation or {})}
        spec = {"name": "bridges", **top, "relations": {"bridge": bridge}, "questions": questions}
        path = tmp_path / "bridges.yaml"
        path.write_text(yaml.safe_dump(spec), encoding="utf-8")
        return lint(Benchmark.open(path, database), most=most)

    return look


def failing(entry):
    return {finding.check for finding in entry.findings if finding.fails}


def noted(entry):
    return {finding.check for finding in entry.findings if not finding.fails}


def test_an_entry_without_faults_passes(linted):
    (entry,) = linted(binary())
    assert (entry.items, entry.looked_at, entry.findings) == (120, 120, ())
    assert not entry.failed


@pytest.mark.parametrize(
    ("question", "check"),
    [
        (binary("name, builder -> opened", "Did {{ builder }} open {{ name }}?"), None),
        (binary("name, opened -> opened", "Was {{ name }} opened in {{ opened }}?"),
         "value in the question"),
        (binary("name -> region", "Is there a region of {{ name }}?"), "vacuous"),
        (binary("name -> code", "Is there a code of {{ name }}?"),
         "value of one or two characters"),
        (binary("town -> builder", "Is there a builder in {{ town }}?"), "no unique answer"),
        (binary(basic="Is there a builder of of {{ name }}?"), "doubled word"),
        (binary(basic="Is there a  builder of {{ name }}?"), "doubled space"),
        (binary(basic="Is there a builder of {{ name }}" + " and so on" * 60), "long question"),
        (binary(basic="Is there a builder of {{ '{{' }} {{ name }}?"), "template leftover"),
        (binary(basic="Is there a None of {{ name }}?"), "None or NULL in the text"),
    ],
)  # fmt: skip
def test_a_planted_fault_is_found(linted, question, check):
    (entry,) = linted(question)
    assert check in failing(entry) if check else not entry.failed


@pytest.mark.parametrize("region", ["Upper Vale", "Lower Vale"])
def test_what_is_right_in_most_rows_is_found_whichever_of_them_get_a_false_value(
    linted, changed, region
):
    changed("update town set region = iif(id < 10, ?, 'Far Vale')", region)
    question = {
        "type": "altered", "relation": "bridge", "fd": "name -> region", "replaced": ["region"],
        "mixed": True, "wording": {"basic": "Is {{ name }} in the {{ region }}?"},
    }  # fmt: skip
    (entry,) = linted(question)
    (finding,) = [f for f in entry.findings if f.check == "vacuous"]
    assert finding.example == f"region is {region!r}"
    assert finding.items == 50


def test_a_further_spelling_of_a_value_must_not_be_in_the_question_either(linted):
    spellings = {"builder": "SELECT builder, 'Number' AS spelling FROM bridge"}
    (entry,) = linted(binary(), relation={"spellings": spellings})
    (finding,) = [f for f in entry.findings if f.check == "value in the question"]
    assert finding.fails
    assert finding.share == 1
    assert finding.example == "'Number': Is there a builder of Bridge number 000?"


@pytest.mark.parametrize(
    ("value", "check"),
    [
        ("Ada \ufffdholm", "replacement character"),
        ("Ada\x07 Holm", "control character"),
        ("Ada <i>Holm</i>", "markup"),
        ("[[Ada Holm]]", "markup"),
        ("Holm &amp; Stone", "entity of markup"),
        ("https://holm.example/ada", "address"),
        ("ada@holm.example", "address"),
        ("Holm et al.", "incomplete"),
        ("Ada Holm was the fir…", "incomplete"),
        (" Ada Holm", "space at an end"),
        ("Holm " * 30 + "Ada", "very long"),
        ("Holm & Stone; AT&T", None),
        ("Ada <3 Holm", None),
        ("U.S. Holm", None),
    ],
)
def test_values_have_to_be_clean_and_whole(linted, changed, value, check):
    changed("update bridge set builder = ? where id < 5", value)
    (entry,) = linted(binary())
    expected = {f"{check} in a value"} if check else set()
    assert failing(entry) == expected
    changed("update bridge set builder = 'Ada Holm' where id > 1")
    assert noted(linted(binary())[0]) & expected == expected
    for finding in entry.findings:
        assert (finding.items, finding.of) == (5, 60)
        assert finding.remedy == "do not use builder, or clean its values in the query"


def test_personal_values_need_a_reason(linted, changed):
    changed("update bridge set note = 'n' || id || '@mail.example'")
    question = binary("name -> note", "Is there a note on {{ name }}?")
    assert "personal data" in failing(linted(question)[0])
    assert "personal data" not in failing(linted(question, personal_data="invented")[0])


def test_two_options_are_noted(linted):
    two, three = linted(choice("builder", "opened"), choice("builder", "opened", "town"))
    assert "two options" in noted(two)
    assert "two options" not in noted(three)


def test_a_claim_that_nearly_always_holds_fails_and_one_that_leans_is_noted(linted):
    sql = SQL.replace("t.region", "t.region, b.id > 2 AS late, b.id > 20 AS modern")
    basic = "Is {{ name }} the work of one who built later?"
    late, modern, even = linted(
        binary(basic=basic, holds="late"), binary(basic=basic, holds="modern"), binary(), sql=sql
    )
    assert "one answer" in failing(late)
    assert "one answer" not in failing(modern)
    assert "answers lean" not in noted(even)


def test_a_hop_may_tell_the_next_one(linted, changed):
    chain = {
        "type": "multi_hop", "relation": "bridge", "hops": ["name -> town", "town -> region"],
        "wording": {"basic": "Is {{ name }} in a town of a region?", "negated": "Is it not?"},
    }  # fmt: skip
    assert "a hop tells the next" not in failing(linted(chain)[0])
    changed("update town set region = 'Region of ' || upper(name) where id < 2")
    assert "a hop tells the next" in failing(linted(chain)[0])


def test_each_hop_says_which_joins_it_follows(linted):
    sql = f"{SQL} JOIN crossing c ON c.bridge = b.name".replace("t.region", "t.region, c.river")
    hops = ["name -> town", "town -> region", "name -> river"]
    wording = {"basic": "Does {{ name }} cross one?", "negated": "Does {{ name }} cross none?"}
    chain = {"type": "multi_hop", "relation": "bridge", "hops": hops, "wording": wording}
    (entry,) = linted(chain, sql=sql)
    first, second, third = entry.joins
    assert first == ("hop 1 (name -> town): bridge.town_id -> town.id: declared as a foreign key")
    assert second == "hop 2 (town -> region): one table"
    assert third.startswith("hop 3 (name -> river): ")
    assert "holds (60 values; not declared as a foreign key)" in third
    (entry,) = linted(binary())
    assert entry.joins == ("bridge.town_id -> town.id: declared as a foreign key",)


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


def test_rows_that_lack_what_the_entry_uses_are_counted(linted, changed):
    changed("update bridge set builder = null where id % 3 = 1")
    changed("update bridge set code = null")  # which nobody asks for
    (entry,) = linted(binary())
    (finding,) = entry.findings
    assert (finding.check, finding.items, finding.of, finding.fails) == ("rows lost", 20, 60, False)


def test_few_questions_and_none_are_told(linted, changed):
    changed("delete from bridge where id > 3")
    (entry,) = linted(binary())
    assert (entry.items, failing(entry)) == (8, {"few questions"})
    changed("delete from bridge")
    (entry,) = linted(binary())
    assert (entry.items, failing(entry)) == (0, {"few questions"})


def test_a_question_asked_by_two_entries_counts_against_the_second(linted):
    found = linted(binary(), binary())
    assert [failing(entry) for entry in found] == [set(), {"asked twice"}]
    other = binary("name -> opened", "Is there a builder of {{ name }}?")
    found = linted(binary(), other)
    assert [failing(entry) for entry in found] == [set(), {"asked twice with other values"}]


def test_an_entry_that_fails_takes_no_question_from_another(linted):
    bad = binary("name -> code", "Is there a builder of {{ name }}?")
    assert not linted(bad, binary())[1].failed


def test_a_large_entry_is_sampled_and_says_so(linted):
    (entry,) = linted(binary(), most=30)
    assert (entry.items, entry.looked_at) == (120, 60)
    assert linted(binary(), most=30) == [entry]


def test_what_is_read_of_a_large_relation_is_enough_for_the_sample(linted, changed):
    changed("delete from bridge")
    for row in bridges(900):
        changed(f"insert into bridge values ({','.join('?' * 8)})", *row)
    (one, several) = linted(binary(), binary("town -> region", "Has {{ town }} one?"), most=10)
    assert (one.items, one.looked_at) == (1800, 20)
    assert (several.items, several.looked_at) == (24, 20)
    assert not one.failed


def test_of_a_sample_the_dependencies_are_counted_in_all_rows(linted, changed):
    changed("update bridge set name = 'Bridge number ' || (id - id % 2) where id < 30")
    (entry,) = linted(binary(), most=10)
    (finding,) = [f for f in entry.findings if f.check == "no unique answer"]
    assert (finding.items, finding.of) == (15, 45)
    assert entry.items == 60


def test_a_value_with_a_smell_of_its_own_is_no_fault_of_the_wording(linted, changed):
    names = ("All or None", "Duran Duran", "What Is  That ?", "Ay Ay in in a Row")
    for n in range(60):
        changed("update bridge set name = ? where id = ?", f"{names[n % 4]} {n}", n)
    (entry,) = linted(binary(basic="Has {{ name }} in the valley a builder?"))
    assert entry.findings == ()


def test_the_embedded_domains_are_linted_like_any_other():
    entries = lint(Benchmark.open("movie"))
    assert [entry.index for entry in entries] == list(range(len(entries)))
    assert all(entry.items == entry.looked_at > 0 for entry in entries)
    assert "vacuous" in failing(entries[1])
    assert [entry.index for entry in entries if entry.failed] == [1]


def test_a_wording_that_cannot_be_rendered_names_its_place(linted):
    with pytest.raises(InputError, match=r"bridges.yaml.*questions"):
        linted(binary(basic="Is there a builder of {{ nothing }}?"))


def test_every_engine_draws_the_same_sample(writable, tmp_path):
    rows = [{"name": f"Brücke {n}", "builder": BUILDERS[n % 15]} for n in range(900)]
    for row in rows[::9]:
        row["builder"] = "Ada <i>Holm</i>"
    bridge = sqlalchemy.table("bridge", sqlalchemy.column("name"), sqlalchemy.column("builder"))
    with writable.engine.begin() as connection:
        kinds = "name varchar(80) primary key, builder varchar(80)"
        connection.exec_driver_sql(f"create table bridge ({kinds})")
        connection.execute(bridge.insert(), rows)
    writable.engine.dispose()
    relation = {"sql": "SELECT name, builder FROM bridge", "entity": ["name"]}
    spec = {"name": "b", "relations": {"bridge": relation}, "questions": [binary()]}
    (tmp_path / "b.yaml").write_text(yaml.safe_dump(spec), encoding="utf-8")
    (entry,) = lint(Benchmark.open(tmp_path / "b.yaml", writable.location), most=300)
    (finding,) = entry.findings
    assert (entry.items, entry.looked_at) == (1800, 600)
    assert str(finding) == "markup in a value: 35 of 300 (11.7%): builder is 'Ada <i>Holm</i>'"
