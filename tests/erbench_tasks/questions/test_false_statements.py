"""Half of the statements of an entry are false, so that its wording does not tell the answer."""

import sqlite3
from collections import Counter

import pytest

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.questions.statements import stated
from erbench_track.erbench_tasks.spec.spec import StatementSpec

COUNTRIES = ["France", "Italy", "Spain", "Poland", "Japan", "India", "Kenya", "Ghana", "Peru"]
PEOPLE = {f"Person {i}": (1900 + 7 * i % 90, COUNTRIES[i % 9], f"Town {i % 9}") for i in range(400)}
SPEC = """\
name: people
relations:
  person:
    sql: SELECT name, born, country, town FROM person
    entity: [name]
    say:
      decade: {{of: born, by: decade}}
      continent: {{of: country, by: continent}}
questions:
  - {entry}
"""
BINARY = (
    "{{type: binary, relation: person, fd: 'name -> {of}', mixed: true, wording: {{"
    "basic: 'Is {{{{ name }}}} of {{{{ {said} }}}}?', negated: 'Is {{{{ name }}}} not of"
    " {{{{ {said} }}}}?'}}}}"
)
CHAIN = (
    "{type: multi_hop, relation: person, hops: [name -> town, town -> country], mixed: true,"
    " wording: {basic: 'Is {{ name }} of {{ continent }}?',"
    " negated: 'Is {{ name }} not of {{ continent }}?'}}"
)
CLAIM = (
    "{type: altered, relation: person, fd: 'name -> country', replaced: country, mixed: true,"
    " wording: {basic: 'Is {{ name }} of {{ country }}?'}}"
)


@pytest.fixture
def items(tmp_path):
    database = tmp_path / "people.sqlite"
    with sqlite3.connect(database) as connection:
        connection.execute(
            "create table person (name text primary key, born int, country text, town text)"
        )
        rows = [(name, *values) for name, values in PEOPLE.items()]
        connection.executemany("insert into person values (?, ?, ?, ?)", rows)

    def of(entry, seed=0):
        (tmp_path / "people.yaml").write_text(SPEC.format(entry=entry), encoding="utf-8")
        return list(Benchmark.open(tmp_path / "people.yaml", database).items(seed))

    return of


def said_of(item):
    return item.question.removesuffix("?").partition(" of ")[2]


@pytest.mark.parametrize(
    ("entry", "by", "column"),
    [
        (BINARY.format(of="born", said="decade"), "decade", 0),
        (BINARY.format(of="country", said="continent"), "continent", 1),
        (CHAIN, "continent", 1),
        (CLAIM, None, 1),
    ],
)
def test_the_answer_is_what_is_true_and_half_are_yes_in_each_wording(items, entry, by, column):
    spec = by and StatementSpec(of="x", by=by)
    found = items(entry)
    answers = Counter()
    for item in found:
        value = PEOPLE[item.entity][column]
        is_true = said_of(item) == (stated(spec, value) if spec else value)
        answers["not" in item.question, item.answer] += 1
        assert (item.answer == "yes") == (is_true != ("not" in item.question))
    assert min(answers.values()) > 0.4 * len(found) / (len(answers) / 2)
    assert len(answers) == (4 if by else 2)


def test_the_rationale_is_the_true_value_whatever_is_said(items):
    for item in items(BINARY.format(of="country", said="continent")):
        assert item.rationale[0].values == (PEOPLE[item.entity][1],)


def test_a_claim_that_is_true_asks_for_no_value(items):
    for item in items(CLAIM):
        values = [e.values for e in item.rationale]
        assert values == ([] if item.answer == "yes" else [(PEOPLE[item.entity][1],)])


def test_what_is_said_tells_little_of_whether_it_is_true(items):
    """A false continent is drawn as often as it is true of others, and a decade is near."""
    found = [
        i for i in items(BINARY.format(of="country", said="continent")) if "not" not in i.question
    ]
    said, true = (
        Counter(map(said_of, found)),
        Counter(said_of(i) for i in found if i.answer == "yes"),
    )
    assert all(0.3 < true[text] / said[text] < 0.75 for text in said)
    for item in items(BINARY.format(of="born", said="decade")):
        year = PEOPLE[item.entity][0]
        text = said_of(item)
        assert abs(int("".join(filter(str.isdigit, text))[:4]) - year) < 50


def test_the_seed_decides_where_something_false_is_said(items):
    entry = BINARY.format(of="born", said="decade")
    first, again, other = ([i.answer for i in items(entry, seed)] for seed in (0, 0, 1))
    assert first == again != other


def test_a_template_that_states_nothing_is_refused(items):
    entry = BINARY.format(of="born", said="name")
    with pytest.raises(InputError, match="person: mixed: the template states nothing"):
        items(entry)
