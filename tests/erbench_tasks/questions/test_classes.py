"""A false value occurs with the class of its subject: a brewery supplies no crab meat."""

import sqlalchemy
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.questions.classes import Classes

SPEC = """\
name: shop
relations:
  product:
    tables: [product, maker]
    attributes: {product: product.name, maker: maker.name}
    entity: [product]
    statements: {maker_value: {of: maker, by: value}}
questions:
  - type: altered
    relation: product
    fd: product -> maker
    replaced: maker_value
    distractors: only_near
    template: {basic: "Is {{ maker_value }} the maker of {{ product }}?"}
"""
KINDS = ("fish", "beer", "bread", "cheese")
COUNTRIES = ("Peru", "Chile", "Norway", "Sweden", "Denmark")


def made():
    """Yields products: number, maker and kind; each maker has one kind, and some a second one."""
    for number in range(160):
        maker = number % 40
        further = maker % 3 == 0 and number >= 120
        yield number, maker, KINDS[(maker + further) % 4]


def shop(path):
    engine = sqlalchemy.create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        for statement in (
            "create table maker (id integer primary key, name text not null, country text)",
            "create table product (id integer primary key, name text not null, kind text,"
            " maker_id integer not null references maker (id))",
        ):
            connection.exec_driver_sql(statement)
        for number in range(40):
            row = (number, f"Firm {chr(65 + number // 10)}{number % 10}", COUNTRIES[number % 5])
            connection.exec_driver_sql("insert into maker values (?, ?, ?)", row)
        for number, maker, kind in made():
            row = (number, f"Product {number}", kind, maker)
            connection.exec_driver_sql("insert into product values (?, ?, ?, ?)", row)
    engine.dispose()
    return path


def test_a_false_maker_makes_something_of_the_kind_and_is_of_a_near_country(tmp_path):
    database = shop(tmp_path / "shop.sqlite")
    (tmp_path / "benchmark.yaml").write_text(SPEC, "utf-8")
    items = list(Benchmark.open(tmp_path / "benchmark.yaml", database).items())
    assert len(items) > 120
    kinds = {}
    for _, maker, kind in made():
        kinds.setdefault(maker, set()).add(kind)
    kind_of = {f"Product {number}": (maker, kind) for number, maker, kind in made()}
    for item in items:
        name = item.question.removeprefix("Is Firm ").partition(" ")[0]
        false = 10 * (ord(name[0]) - 65) + int(name[1:])
        maker, kind = kind_of[item.entity]
        assert false != maker
        assert kind in kinds[false]
        near = {COUNTRIES[each % 5] in ("Peru", "Chile") for each in (false, maker)}
        assert len(near) == 1, "South America is not near Scandinavia"


TEXTS = st.text(st.characters(codec="utf-8"), max_size=4)
ROWS = st.lists(st.tuples(TEXTS, TEXTS, st.sampled_from("abcde"), st.sampled_from(["", "x", "y"])))


@given(ROWS)
def test_values_are_those_that_occur_with_any_class_of_a_thing(rows):
    classes = Classes(rows, {"a", "b", "c"})
    for one, other, *_ in rows:
        own = {text for *thing, _, text in rows if text and thing == [one, other]}
        expected = {v for *_, v, text in rows if text in own and v in "abc"}
        assert classes.values_with([one, other]) == expected
