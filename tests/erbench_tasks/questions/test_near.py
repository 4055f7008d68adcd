"""Values are replaced by those that share something with them, on every engine."""

from collections import Counter

import sqlalchemy
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Column, ForeignKey, Integer, MetaData, String, Table

from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.questions.near import Neighbours
from erbench_track.erbench_tasks.questions.overlap import stems
from erbench_track.erbench_tasks.questions.question_type import Reader

COUNTRIES = ("Chad", "Peru", "Fiji")
TOWNS = {
    "Chad": ["Abeche", "Moundou", "Sarh", "Doba"],
    "Peru": ["Cusco", "Lima", "Iquitos", "Tacna", "Piura"],
    "Fiji": ["Suva", "Nadi", "Labasa", "Ba", "Nadi Airport"],
}
SPEC = """\
name: halls
relations:
  hall:
    tables: [hall, {{table: town, as: town}}]
    attributes: {{hall: hall.name, town: town.name, opened: hall.opened}}
    entity: [hall]
    statements: {{town_value: {{of: town, by: value}}}}
questions:
  - {entry}
"""
ALTERED = (
    "{type: altered, relation: hall, fd: hall -> town, replaced: town_value, "
    "template: {basic: 'Is {{ hall }} in {{ town_value }}?'}}"
)
CHOICE = (
    "{type: multiple_choice, relation: hall, fd: 'hall -> town, opened', distractors: near, "
    "templates: [{question: 'What is wrong about {{ hall }}?', town: 'In {{ town }}.', "
    "opened: 'Of {{ opened }}.'}]}"
)
METADATA = MetaData()
Table(
    "town",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("name", String(40), nullable=False),
    Column("country", String(40)),
)
Table(
    "hall",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("opened", Integer, nullable=False),
    Column("town_id", Integer, ForeignKey("town.id")),
)
EVERY = [(name, country) for country in COUNTRIES for name in TOWNS[country]]


def fill(engine, towns=EVERY, halls=60):
    METADATA.create_all(engine, checkfirst=False)
    with engine.begin() as connection:
        for number, (name, country) in enumerate(towns):
            row = {"id": number, "name": name, "country": country}
            connection.execute(METADATA.tables["town"].insert(), row)
        for number in range(halls):
            row = {"name": f"Hall {number}", "opened": 700 if number == 7 else 1700 + 5 * number}
            row["town_id"] = number % len(towns)
            connection.execute(METADATA.tables["hall"].insert(), row)


def opened(folder, entry, database):
    (folder / "benchmark.yaml").write_text(SPEC.format(entry=entry), encoding="utf-8")
    return list(Benchmark.open(folder / "benchmark.yaml", database).items())


def sqlite(folder, **content):
    path = folder / "halls.sqlite"
    path.unlink(missing_ok=True)
    engine = sqlalchemy.create_engine(f"sqlite:///{path}")
    fill(engine, **content)
    engine.dispose()
    return path


def replaced(items):
    for item in items:
        yield EVERY[int(item.entity.split()[1]) % len(EVERY)], item.question[:-1].split(" in ")[1]


def test_a_town_is_replaced_by_another_one_of_its_country(tmp_path):
    found = list(replaced(opened(tmp_path, ALTERED, sqlite(tmp_path))))
    assert len(found) == 60
    for (town, country), other in found:
        assert other in TOWNS[country]
        assert not stems(other) & stems(town)
    assert len({other for _, other in found}) > 10


def test_every_engine_finds_the_same_near_values(tmp_path, writable):
    fill(writable.engine)
    for entry in (ALTERED, CHOICE):
        expected = opened(tmp_path, entry, sqlite(tmp_path))
        assert opened(tmp_path, entry, writable.location) == expected


def test_a_wrong_option_is_near_the_true_one(tmp_path):
    items = opened(tmp_path, CHOICE, sqlite(tmp_path))
    assert len(items) == 60
    asked = {item.rationale[0].attribute for item in items}
    assert asked == {"town", "opened"}
    for item in items:
        number = int(item.entity.split()[1])
        town, country = EVERY[number % len(EVERY)]
        said, year = (option[3:-1] for option in item.options)
        true = 700 if number == 7 else 1700 + 5 * number
        assert said in TOWNS[country]
        assert (said == town) != (int(year) == true)
        assert int(year) == true or 3 <= abs(int(year) - true) <= 40


WORDS = st.sampled_from(["Elm", "Oak", "Upper", "Mill", "Elms", "ELM", "Ash", "Oaken", "of"])
NAMES = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(towns=st.lists(st.tuples(NAMES, st.sampled_from(COUNTRIES)), min_size=2, max_size=12))
def test_no_replaced_value_fits_a_row_or_shares_a_word(tmp_path, towns):
    items = opened(tmp_path, ALTERED, sqlite(tmp_path, towns=towns, halls=15))
    names = [name for name, _ in towns]
    of_all = {s for s in map(stems, names) for s in s}
    counted = {stem: sum(stem in stems(name) for name in {*names}) for stem in of_all}
    often = {stem for stem, count in counted.items() if count >= max(3, len({*names}) / 3)}
    for item in items:
        own = names[int(item.entity.split()[1]) % len(names)]
        other = item.question[:-1].split(" in ")[1]
        assert other in names
        assert other.casefold() != own.casefold()
        assert not (stems(own) & stems(other)) - often


def rows(*beside):
    """Returns what reads values with what stands beside them."""

    def read(columns=None, one_of=1):
        for value, *texts in beside:
            yield (value, *(texts if columns is None else [texts[i] for i in columns]))

    return Reader(read)


def test_of_columns_the_finest_that_divides_the_values_counts():
    read = rows(*((f"v{i}", f"half {i % 2}", f"part {i % 8}", f"own {i}") for i in range(64)))
    first = list(Neighbours([read], 0).of("v9", "somebody"))[:8]
    assert {int(value[1:]) % 8 for value in first} == {1}


def test_what_shares_two_things_comes_before_what_shares_one():
    every = [
        (f"v{i}", f"half {i % 2}", f"time {(i + j) % 3}") for i in range(60) for j in (0, 0, 1)
    ]
    near = list(dict.fromkeys(Neighbours([rows(*every)], 0).of("v9", "somebody")))
    assert {int(value[1:]) % 6 for value in near[:10]} == {3}
    assert {int(value[1:]) % 2 for value in near[:30]} == {1}


def test_few_near_values_are_drawn_about_as_often():
    read = rows(*((f"v{i}", f"part {i % 4}") for i in range(16)))
    near = Neighbours([read], 0)
    drawn = Counter(next(near.of("v1", number)) for number in range(400))
    assert {*drawn} == {"v1", "v5", "v9", "v13"}
    assert min(drawn.values()) > 50


def test_countries_are_near_those_of_their_part_of_the_world():
    names = ["Chad", "Gabon", "Angola", "Peru", "Chile", "Brazil", "France", "Belgium", "Austria"]
    near = list(Neighbours([rows(*((name,) for name in names))], 1).of("Peru", "x"))
    assert {*near[:3]} == {"Peru", "Chile", "Brazil"}


def capitals(*further):
    """Returns what reads 20 countries' capitals, then what reads 5 cities of each country."""
    true = rows(*((f"city {c}0", f"{c}") for c in range(20)))
    cities = [(f"city {c}{n}", f"{c}", f"river {n}") for c in range(20) for n in range(5)]
    return [true, rows(*cities, *further)]


def test_where_one_of_each_group_is_true_the_others_of_the_group_are_near_it():
    near = Neighbours(capitals(), 0, only_near=True)
    for country in range(20):
        found = {*near.of(f"city {country}0", "x")}
        assert found == {f"city {country}{number}" for number in range(5)}


def test_a_name_that_is_in_two_groups_is_near_neither():
    near = Neighbours(capitals(("city 30", "7", "river 1")), 0, only_near=True)
    assert not [*near.of("city 30", "x")]
    assert "city 30" not in [*near.of("city 70", "x")]


def test_only_near_values_are_those_of_the_finest_groups_unless_there_are_two():
    every = [(f"v{i}", f"half {i % 2}", f"part {i % 8}") for i in range(64)]
    near = Neighbours([rows(*every)], 0, only_near=True)
    assert {int(value[1:]) % 8 for value in near.of("v9", "x")} == {1}
    assert not [*near.of("unknown", "x")]
    halves = Neighbours([rows(*(row[:2] for row in every))], 0, only_near=True)
    assert not [*halves.of("v9", "x")]


def test_where_nothing_is_near_nothing_is_asked(tmp_path):
    alone = [(f"Town {chr(65 + i)}{i}", f"Land {i}") for i in range(14)]
    database = sqlite(tmp_path, towns=alone)
    assert len(opened(tmp_path, ALTERED, database)) == 60
    only = ALTERED.replace("replaced: town_value,", "replaced: town_value, distractors: only_near,")
    (tmp_path / "benchmark.yaml").write_text(SPEC.format(entry=only), encoding="utf-8")
    benchmark = Benchmark.open(tmp_path / "benchmark.yaml", database)
    assert not [*benchmark.items()]
    assert len(opened(tmp_path, only, sqlite(tmp_path))) == 60


def test_what_shares_nothing_is_replaced_by_a_frequent_value():
    often = [(f"often {i}",) for i in range(50)] * 3
    read = rows(*often, *((f"rare {i}",) for i in range(500)))
    near = list(Neighbours([read], 0).of("rare 1", "x"))
    assert all(value.startswith("often") for value in near[:50])
    assert len({*near}) == 550


def test_of_very_many_values_some_are_kept_whatever_their_order(monkeypatch):
    monkeypatch.setattr("erbench_track.erbench_tasks.questions.near._LOOKED_AT", 100)
    monkeypatch.setattr("erbench_track.erbench_tasks.questions.near._KEPT", 200)
    every = [(f"v{i}", f"part {i % 5}") for i in range(1000)]
    one, other = Neighbours([rows(*every)], 0), Neighbours([rows(*reversed(every))], 0)
    assert {*one.values} == {*other.values}
    assert 50 <= len(one.values) <= 100
    value = min(one.values)
    assert list(one.of(value, "x")) == list(other.of(value, "x"))


def wars(*years):
    """Returns what reads 24 wars with their countries, then their own table with their years."""
    fought = rows(*((f"war {i}", f"land {i % 3}") for i in range(24) for _ in range(3)))
    return [fought, rows(*((f"war {i}", years[i // 3 % len(years)]) for i in range(24)))]


def test_what_had_a_time_of_its_own_is_near_those_of_its_class_and_century():
    near = Neighbours(wars("155", "158", "186", "189"), 0, only_near=True)
    for number in range(24):
        found = {int(value[4:]) for value in near.of(f"war {number}", "x")}
        assert {i % 3 for i in found} == {number % 3}
        assert {i // 3 % 4 // 2 for i in found} == {number // 3 % 4 // 2}


def test_of_what_has_classes_a_time_alone_makes_nothing_near():
    every = [(f"town {i}", f"state {i % 6}" if i < 48 else "", f"19{i % 4}") for i in range(60)]
    near = Neighbours([rows(*every)], 0, only_near=True)
    assert {int(value[5:]) % 6 for value in near.of("town 9", "x")} == {3}
    assert not [*near.of("town 50", "x")]


# Who supplies what: mostly of one of 4 kinds, and of 3 countries.
SUPPLIES = [
    (f"product {i}", f"maker {i % 12}", f"kind {(i % 12 + (i % 48 < 12)) % 4}", f"land {i % 3}")
    for i in range(96)
]


def test_where_things_have_a_class_that_tells_of_a_value_a_near_one_occurs_with_it():
    beside = [(maker, kind, land) for _, maker, kind, land in SUPPLIES]
    near = Neighbours([rows(*beside)], 0, only_near=True)
    assert near.classes == [0]
    assert {int(value[6:]) % 3 for value in near.of("maker 1", "x")} == {1}
    alone = Neighbours([rows(*(row[:2] for row in beside))], 0, only_near=True)
    assert {*alone.of("maker 1", "x")} == {f"maker {i}" for i in range(12)}
    # What tells nothing of a value is no class.
    other = [(f"maker {i % 12}", f"kind {i * i // 7 % 4}", f"land {i % 3}") for i in range(96)]
    assert Neighbours([rows(*other)], 0, only_near=True).classes == []
