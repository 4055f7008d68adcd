"""Leaving single questions out: exactly, in one order, on every engine."""

import itertools
from dataclasses import replace

import pytest
import sqlalchemy
import yaml
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.items.item import Item, RationaleElement
from erbench_track.erbench_tasks.items.leaving_out import LeavingOut, is_nameless, short_value
from erbench_track.erbench_tasks.items.namesake_cities import is_of_several_countries

SPEC = {
    "name": "museum",
    "leave_out": ["value_in_question", "asked_twice"],
    "relations": {
        "work": {
            "tables": ["work"],
            "attributes": {k: f"work.{k}" for k in ("number", "title", "painter", "hall")},
            "entity": ["number"],
        }
    },
    "questions": [
        {
            "type": "binary", "relation": "work", "fd": "number, title -> painter",
            "template": {"basic": "Is there a painter of {{ title }}?",
                         "negated": "Has {{ title }} no painter?"},
        },
    ],
}  # fmt: skip
ROWS = [
    (1, "Dusk", "Ilse Bär", "North"),
    (2, "Portrait of Ilse Bar", "Ilse Bär", "North"),  # says who painted it
    (3, "Fog", "Tom Reed", "South"),
    (4, "fog", "Tom Reed", "South"),  # the same question and the same answer
    (5, "Self-portrait", "Tom Reed", "South"),
    (6, "SELF PORTRAIT", "Ilse Bär", "South"),  # the same question, and another answer
    (7, "Noon", "Ana Lund", "North"),
]


def made(question, value):
    rationale = (RationaleElement(1, "a", (value,)),)
    return Item("d", "bn_yes", 0, question, "e", question, (), "yes", rationale, "x -> a")


def museum(engine):
    columns = [
        sqlalchemy.Column(name, sqlalchemy.String(40)) for name in ("title", "painter", "hall")
    ]
    number = sqlalchemy.Column("number", sqlalchemy.Integer, primary_key=True, autoincrement=False)
    table = sqlalchemy.Table("work", sqlalchemy.MetaData(), number, *columns)
    table.metadata.create_all(engine)
    with engine.begin() as connection:
        connection.execute(
            table.insert(), [dict(zip(table.columns.keys(), r, strict=True)) for r in ROWS]
        )


def test_what_gives_itself_away_or_is_ambiguous_is_left_out_on_every_engine(writable, tmp_path):
    museum(writable.engine)
    writable.engine.dispose()
    spec = tmp_path / "museum.yaml"
    spec.write_text(yaml.safe_dump(SPEC))
    benchmark = Benchmark.open(spec, writable.location)
    questions = [item.question for item in benchmark.items() if item.question_type == "bn_yes"]
    assert questions == [f"Is there a painter of {title}?" for title in ("Dusk", "Fog", "Noon")]
    lines = list(benchmark.omissions.lines())
    assert lines == [
        "2 questions since their text has the value that is asked for, such as: "
        "Is there a painter of Portrait of Ilse Bar?",
        "6 questions since their text is asked already, or has several answers, such as: "
        "Is there a painter of fog?",
    ]
    again = Benchmark.open(spec, writable.location)
    assert [i.question for i in again.items() if i.question_type == "bn_yes"] == questions
    assert again.fingerprint == benchmark.fingerprint


def test_nothing_is_left_out_unless_the_specification_says_so(writable, tmp_path):
    museum(writable.engine)
    writable.engine.dispose()
    spec = tmp_path / "museum.yaml"
    spec.write_text(yaml.safe_dump({**SPEC, "leave_out": []}))
    assert len(list(Benchmark.open(spec, writable.location).items())) == 2 * len(ROWS)


def test_others_take_the_place_of_what_is_left_out_up_to_the_number_asked_for(writable, tmp_path):
    museum(writable.engine)
    writable.engine.dispose()
    spec = tmp_path / "museum.yaml"
    spec.write_text(yaml.safe_dump(SPEC))
    found = {}
    for most in (4, 6):
        items = list(Benchmark.open(spec, writable.location).items(max_items=most))
        found[most] = {item.entity for item in items}
        assert (len(items), len(found[most])) == (most, most // 2)  # of 14; 8 are left out
    assert found[4] < found[6]
    many = Benchmark.open(spec, writable.location)
    assert len(list(many.items(max_items=10))) == many.expected == 6


def test_a_larger_table_gives_the_number_asked_for_and_says_what_is_left_out(tmp_path):
    engine = sqlalchemy.create_engine(f"sqlite:///{tmp_path / 'museum.sqlite'}")
    with engine.begin() as connection:
        connection.exec_driver_sql(
            "create table work (number integer primary key, title text, painter text, hall text)"
        )
        rows = [
            (i, f"Work {i} of Ilse" if i % 7 == 0 else f"Work {i // 2}", "Ilse", f"Hall {i}")
            for i in range(400)
        ]
        connection.exec_driver_sql("insert into work values (?, ?, ?, ?)", rows)
    spec = tmp_path / "museum.yaml"
    spec.write_text(yaml.safe_dump(SPEC))
    benchmark = Benchmark.open(spec, tmp_path / "museum.sqlite")
    items = list(benchmark.items(max_items=200))
    assert len(items) == benchmark.expected == 200
    assert len({item.question for item in items}) == 200
    assert not any("Ilse" in item.question for item in items)
    (gone,) = [
        e for (_, kind), e in benchmark.omissions.left_out.items() if kind == "value_in_question"
    ]
    assert 0 < gone.count < 114


asked = st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("xyz")), max_size=40)


@given(asked)
def test_of_each_text_with_one_answer_one_question_stays_and_of_others_none(pairs):
    items = [made(text, value) for text, value in pairs]
    place = itertools.count()
    leaving_out = LeavingOut(["asked_twice"], lambda: iter(items), lambda: next(place))
    left_out = []
    kept = list(leaving_out.kept(iter(items), lambda _, item: left_out.append(item)))
    answers = {text: {v for t, v in pairs if t == text} for text, _ in pairs}
    unique = [text for text, values in answers.items() if len(values) == 1]
    assert [item.question for item in kept] == unique
    assert len(kept) + len(left_out) == len(items)


def test_a_country_of_two_letters_is_no_short_value():
    country = RationaleElement(1, "country", ("UK",), kind="country")
    other = RationaleElement(1, "country", ("XQ",), kind="country")
    item = made("Where is Elm Hall?", "UK")
    assert short_value(item) == "UK"
    assert not short_value(replace(item, rationale=(country,)))
    assert short_value(replace(item, rationale=(other,))) == "XQ"


@pytest.mark.parametrize(
    ("city", "country", "fd", "is_so"),
    [
        ("Hamilton", "Canada", "city -> country", True),
        ("London", "Canada", "city -> country", True),
        ("London", "United Kingdom", "city -> country", False),  # the one that all know
        ("Elmton", "Canada", "city -> country", False),
        ("Hamilton", "Canada", "city, state -> country", False),
        ("Hamilton", "Canada", "club -> country", False),
    ],
)
def test_a_city_that_several_countries_have_is_left_out_unless_it_is_the_one_that_all_know(
    city, country, fd, is_so
):
    rationale = (RationaleElement(1, "country", (country,), kind="country"),)
    question = f"Is the city {city} located in Asia? Name the country."
    asked = Item("d", "bn_yes", 0, city, city, question, (), "no", rationale, fd)
    assert is_of_several_countries(asked) == is_so
    left = []
    leaving = LeavingOut(["nameless"], lambda: [asked], lambda: 0)
    kept = list(leaving.kept(iter([asked]), lambda kind, _: left.append(kind)))
    assert (kept, left) == (([], ["nameless"]) if is_so else ([asked], []))


@pytest.mark.parametrize(
    ("question", "attribute", "value", "is_so"),
    [
        ("Is the volcano Elm, Cerro located in Asia?", "country", "Peru", True),
        ("Is the city Elm, Cerro located in Asia?", "country", "Peru", False),
        ("Who made the ship Elm, Cerro?", "manufacturer", "Elm Yards, Ash Works", True),
        ("Who made the ship Elm, Cerro?", "manufacturer", "Elm Yards", False),
    ],
)
def test_places_of_a_catalogue_and_several_makers_in_one_value_are_left_out(
    question, attribute, value, is_so
):
    rationale = (RationaleElement(1, attribute, (value,)),)
    fd = f"thing -> {attribute}"
    asked = Item("d", "bn_yes", 0, "x", "Elm, Cerro", question, (), "yes", rationale, fd)
    assert is_nameless(asked) == is_so


@pytest.mark.parametrize(
    ("country", "is_so"),
    [("France; Spain", True), ("China-North Korea", True), ("Guinea-Bissau", False),
     ("West Indies", True), ("Zimbabwea", True), ("Zaire (now DR Congo)", False),
     ("Soviet Union", False), ("Scotland", False)],
)  # fmt: skip
def test_what_is_no_country_or_several_in_one_value_is_left_out(country, is_so):
    rationale = (RationaleElement(1, "country", (country,), kind="country"),)
    asked = Item("d", "bn_yes", 0, "x", "Elm Hill", "Where is Elm Hill?", (), "yes", rationale,
                 "hill -> country")  # fmt: skip
    assert is_nameless(asked) == is_so


@pytest.mark.parametrize(
    ("fd", "title", "is_so"),
    [("album -> artist", "Red", True), ("album, year -> artist", "Red", False),
     ("album -> artist", "Red Elms", False), ("film -> director", "Red", False)],
)  # fmt: skip
def test_a_title_of_one_word_is_no_name_of_music(fd, title, is_so):
    rationale = (RationaleElement(1, "artist", ("Ann Elm",), kind="person"),)
    asked = Item("d", "bn_yes", 0, "x", title, f'Is it known who made "{title}"?', (), "yes",
                 rationale, fd)  # fmt: skip
    assert is_nameless(asked) == is_so


@pytest.mark.parametrize(
    ("question", "is_so"),
    [("Was the artist Elm born in Ashton, Deutschland? If not, name the place.", True),
     ("Was the artist Elm born in Ashton, Germany? If not, name the place.", False)],
)  # fmt: skip
def test_a_claim_with_a_place_in_another_language_is_left_out(question, is_so):
    asked = Item("d", "bn_altered", 0, "x", "Ann Elm", question, (), "yes", (),
                 "artist -> place")  # fmt: skip
    assert is_nameless(asked) == is_so
    country = "Deutschland" if is_so else "Germany"
    option = replace(asked, question="Which?", options=(f"She died in Ashton, {country}.",))
    assert is_nameless(option) == is_so


@pytest.mark.parametrize(
    ("character", "is_so"), [("Police Captain", True), ("Passenger", True), ("Odo Elm", False)]
)
def test_a_character_without_a_name_is_not_asked_for(character, is_so):
    rationale = (RationaleElement(1, "character", (character,)),)
    question = "Is there a character that Ann Ash played in the movie Silver Heron?"
    asked = Item("d", "bn_yes", 0, "x", "Silver Heron", question, (), "yes", rationale,
                 "movie, person -> character")  # fmt: skip
    assert is_nameless(asked) is is_so
