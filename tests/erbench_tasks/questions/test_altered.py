"""Questions with a false premise: no row fits them, in any spelling, on any engine."""

from collections import Counter
from datetime import date
from decimal import Decimal

import pytest
import sqlalchemy
from sqlalchemy import CHAR, Column, Date, ForeignKey, Integer, MetaData, Numeric, String, Table

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.generator import Benchmark

SPEC = """\
name: gallery
relations:
  painting:
    sql: |
      SELECT p.title, p.year, p.price, p.room, p.painter, a.born, a.country
      FROM painting p JOIN painter a ON a.name = p.painter
    entity: [title]
    spellings:
      painter: SELECT name, surname FROM painter
      country: SELECT country, alias FROM country_alias
    say:
      century: {{of: born, by: century}}
      decade: {{of: born, by: decade}}
      cost: {{of: price, by: range}}
questions:
  - {entry}
"""
PREMISE = (
    "{type: altered, relation: painting, fd: 'painter, year -> title', replaced: [REPLACED], "
    "wording: {basic: 'Is there a painting of {{ year }} by {{ painter }}?'}}"
)
STATED = (
    "{type: altered, relation: painting, fd: 'painter -> born', replaced: decade, "
    "wording: {basic: 'Was {{ painter }} born in the {{ decade }}?'}}"
)

METADATA = MetaData()
Table(
    "painter",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("surname", String(40), nullable=False),
    Column("born", Date, nullable=False),
    Column("country", String(40), nullable=False),
)
Table(
    "painting",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("title", String(40), nullable=False),
    Column("year", Integer),
    Column("price", Numeric(12, 2), nullable=False),
    Column("room", CHAR(4)),
    Column("painter", String(40), ForeignKey("painter.name"), nullable=False),
)
Table(
    "country_alias",
    METADATA,
    Column("alias", String(40), primary_key=True),
    Column("country", String(40), nullable=False),
)
PAINTERS = [
    ("Ada Orsini", "Orsini", date(1861, 3, 1), "Freedonia"),
    ("Bo Orsini", "Orsini", date(1877, 5, 9), "FREEDONIA"),
    ("Cleo Marsh", "Marsh", date(1894, 1, 30), "Freedonia"),
    ("Mo Marsh", "Marsh", date(1931, 1, 30), "Sylvania"),
    ("Dov Élan", "Élan", date(1902, 8, 15), "Old Freedonia"),
]


def _paintings():
    names = [name for name, *_ in PAINTERS]
    for number in range(60):
        year = None if number == 40 else 1880 + number * 7 % 44
        yield (
            number, f"Study {number}", year, Decimal(number * 37 % 61) + Decimal("0.50"),
            f"R{number % 3}", names[number % 5],
        )  # fmt: skip


ROWS = {
    "painter": PAINTERS,
    "painting": [*_paintings()],
    "country_alias": [("Old Freedonia", "Freedonia")],
}


def fill(engine):
    METADATA.create_all(engine, checkfirst=False)
    with engine.begin() as connection:
        for table in METADATA.sorted_tables:
            names = table.columns.keys()
            for row in ROWS[table.name]:
                connection.execute(table.insert(), dict(zip(names, row, strict=True)))


@pytest.fixture(scope="module")
def gallery(tmp_path_factory):
    path = tmp_path_factory.mktemp("gallery") / "gallery.sqlite"
    engine = sqlalchemy.create_engine(f"sqlite:///{path}")
    fill(engine)
    engine.dispose()
    return path


@pytest.fixture
def opened(gallery, tmp_path):
    def open_with(entry, database=gallery):
        spec = tmp_path / "benchmark.yaml"
        spec.write_text(SPEC.format(entry=entry), encoding="utf-8")
        return Benchmark.open(spec, database)

    return open_with


def premises(items):
    for item in items:
        words = item.question.removesuffix("?").split(" ")
        yield int(words[5]), " ".join(words[7:])


@pytest.mark.parametrize("replaced", ["year", "painter", "'year', 'painter'"])
def test_no_row_is_as_an_altered_question_says(opened, replaced):
    items = list(opened(PREMISE.replace("REPLACED", replaced)).items())
    assert len(items) > 20
    assert {(item.question_type, item.answer) for item in items} == {("bn_altered", "no")}
    surnames = {(row[2], row[5].split()[-1].casefold()) for row in ROWS["painting"]}
    for year, painter in premises(items):
        # Not even one by somebody of that surname.
        assert (year, painter.split()[-1].casefold()) not in surnames


def test_one_value_is_replaced_by_another_of_its_column(opened):
    benchmark = opened(PREMISE.replace("REPLACED", "year, painter"))
    true = {(row[1], row[2], row[5]) for row in ROWS["painting"]}
    changes = Counter()
    items = list(benchmark.items())
    for item, (year, painter) in zip(items, premises(items), strict=True):
        (_, was, by), *_ = [row for row in true if row[0] == item.entity]
        changes[year != was, painter != by] += 1
        assert year in {other for _, other, _ in true}
        assert painter in {name for name, *_ in PAINTERS}
    assert set(changes) == {(True, False), (False, True)}


def test_a_year_is_replaced_by_one_that_is_not_next_to_it(opened):
    items = list(opened(PREMISE.replace("REPLACED", "year")).items())
    was = {row[1]: row[2] for row in ROWS["painting"]}
    for item, (year, _) in zip(items, premises(items), strict=True):
        assert abs(year - was[item.entity]) >= 2


def test_a_row_whose_value_is_unknown_might_fit(opened):
    # The year of one painting is NULL, so that every year of its painter may be right.
    items = list(opened(PREMISE.replace("REPLACED", "year")).items())
    painter = ROWS["painting"][40][5]
    assert painter not in {painter for _, painter in premises(items)}
    assert len(items) > 20


def test_a_replaced_statement_has_the_true_value_as_its_rationale(opened):
    items = {item.question: item for item in opened(STATED).items()}
    assert len(items) == len(PAINTERS)
    for item in items.values():
        (element,) = item.rationale
        (value,) = element.values
        assert element.attribute == "born"
        assert f"{value[:3]}0s" not in item.question


def test_a_premise_of_which_the_rest_determines_nothing_has_no_rationale(opened):
    items = list(opened(PREMISE.replace("REPLACED", "year, painter")).items())
    assert {item.rationale for item in items} == {()}


def test_a_value_that_the_rest_determines_is_the_rationale(opened):
    items = list(
        opened(
            "{type: altered, relation: painting, fd: 'title, year -> price', replaced: year, "
            "wording: {basic: 'Is {{ title }} of {{ year }}?'}}"
        ).items()
    )
    was = {row[1]: row[2] for row in ROWS["painting"]}
    for item in items:
        (element,) = item.rationale
        assert element.values == (str(was[item.entity]),)


def test_aliases_are_the_same_value(opened):
    items = list(
        opened(
            "{type: altered, relation: painting, fd: 'title, country -> year', replaced: country, "
            "wording: {basic: '{{ title }} from {{ country }}?'}}"
        ).items()
    )
    of = {row[1]: {n: c for n, *_, c in PAINTERS}[row[5]] for row in ROWS["painting"]}
    for item in items:
        said = item.question.split(" from ")[1].removesuffix("?")
        assert said.casefold() != of[item.entity].casefold()
        assert {said, of[item.entity]} != {"Freedonia", "Old Freedonia"}


def test_measurements_that_are_nearly_the_same_do_not_count_as_others(opened):
    items = list(
        opened(
            "{type: altered, relation: painting, fd: 'title, price -> year', replaced: price, "
            "wording: {basic: '{{ title }} for {{ price }}?'}}"
        ).items()
    )
    price = {row[1]: row[3] for row in ROWS["painting"]}
    assert len(items) > 40
    for item in items:
        said = Decimal(item.question.split(" for ")[1].removesuffix("?"))
        assert abs(said - price[item.entity]) > Decimal("0.05")


def test_ranges_that_overlap_the_true_one_are_not_false(opened):
    items = list(
        opened(
            "{type: altered, relation: painting, fd: 'title -> price', replaced: cost, "
            "wording: {basic: 'Does {{ title }} cost {{ cost }}?'}}"
        ).items()
    )
    price = {row[1]: row[3] for row in ROWS["painting"]}
    assert len(items) > 40
    for item in items:
        words = item.question.removesuffix("?").split()
        low, high = Decimal(words[-3]), Decimal(words[-1])
        assert not low <= price[item.entity] <= high


ENTRIES = (PREMISE.replace("REPLACED", "year, painter"), STATED)


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_engine_alters_the_same_questions_in_the_same_way(opened, writable, entry):
    fill(writable.engine)
    expected = list(opened(entry).items(seed=3))
    assert expected
    assert list(opened(entry, writable.location).items(seed=3)) == expected


def test_the_seed_decides_what_is_altered(opened):
    benchmark = opened(ENTRIES[0])
    first, again, other = (list(benchmark.items(seed)) for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("replaced: decade", "replaced: title", "replaced: there is no 'title'; there is painter"),
        ("replaced: decade", "replaced: []", "replaced: .*at least 1 item"),
        ("replaced: decade, ", "", "replaced: Field required"),
    ],
)
def test_what_cannot_be_replaced_is_refused_with_its_line(opened, old, new, message):
    with pytest.raises(InputError, match=rf"line \d+: questions.0.{message}"):
        opened(STATED.replace(old, new))


def test_a_template_that_does_not_mention_what_is_replaced_is_refused(opened):
    benchmark = opened(STATED.replace("{{ decade }}", "past"))
    with pytest.raises(InputError, match="does not mention 'decade'"):
        list(benchmark.items())
