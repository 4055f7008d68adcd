"""Values that do not rule each other out, and attributes of which a thing may have several."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.erbench_tasks.english.asked import Thing
from erbench_track.erbench_tasks.questions.overlap import (
    Overlaps,
    are_contained,
    stems,
    why_not_false,
)

SHIRES = ["Upper Shire", "Lower Shire", "Salt Shire", "Elm", "Old Elm", "Border Land"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Comédie", "Comédie dramatique"),
        ("Drama", "Dramatic poem"),
        ("New York", "New York City"),
        ("USA", "United States"),
        ("England", "United Kingdom"),
        ("Great Britain", "Wales"),
        ("Puerto Rico", "United States"),
        ("Soviet Union", "Ukraine"),
        ("Yougoslavie", "Croatia"),
        ("Union soviétique", "Estonia"),
        ("West Germany", "Germany"),
        ("Burma", "Myanmar"),
        ("Elm", "Old Elm"),
        ("CAFÉ", "cafe"),
        ("東京都", "京都府"),
    ],
)
def test_two_values_overlap(one, other):
    overlaps = Overlaps([one, other, "Zuv", "Yox"])
    assert overlaps.among(one, other)
    assert overlaps.among(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("France", "Germany"),
        ("Bank of Ulm", "Isle of Man"),
        ("Road Town", "City of London"),
        ("England", "Norway"),
        ("1950", "1951"),
        ("Osaka", "Shiga"),
        ("Soviet Union", "Yugoslavia"),
        ("Czechoslovakia", "Hungary"),
    ],
)
def test_two_values_exclude_each_other(one, other):
    assert not Overlaps([one, other, "Zuv", "Yox"]).among(one, other)


def test_a_word_that_most_values_have_tells_nothing():
    assert not Overlaps(SHIRES).among("Upper Shire", "Salt Shire")
    # ... unless it is a value of its own.
    assert Overlaps([*SHIRES, "Shire"]).among("Upper Shire", "Salt Shire")


@given(st.lists(st.text(min_size=1, max_size=12), min_size=1, max_size=8, unique=True))
def test_a_value_overlaps_itself_and_overlapping_is_mutual(values):
    overlaps = Overlaps(values)
    for one in values:
        assert overlaps.among(one, one)
        for other in values:
            assert overlaps.among(one, other) == overlaps.among(other, one)


@given(st.text(), st.text())
def test_a_text_that_another_begins_with_has_its_words(one, more):
    if stems(one) and stems(f"{one} {more}") >= stems(one):
        assert Overlaps([one]).among(one, f"{one} {more}")


@pytest.mark.parametrize(
    ("values", "share"),
    [
        (["Rock", "Rock and Roll", "Jazz", "Folk"], 0.5),
        (["Rock", "Jazz", "Folk"], 0),
        (["Folk", "Folklore"], 0),
        ([], 0),
    ],
)
def test_the_share_of_values_that_contain_others(values, share):
    assert are_contained(values) == share


FILM, CLUB = Thing("film", is_work=True), Thing("publisher", is_organisation=True)
GAME, SCHOOL = Thing("game", is_event=True), Thing("school", is_organisation=True)
CITY, SINGER = Thing("city", is_place=True), Thing("singer", is_person=True)


@pytest.mark.parametrize(
    ("words", "values", "thing", "is_place"),
    [
        (["genre"], ["Rock", "Jazz"], FILM, False),
        (["main", "theme"], ["War", "Love"], FILM, False),
        (["schlagwort"], ["Krieg"], FILM, False),
        (["category"], ["Action", "Comedy"], FILM, False),
        (["kind"], ["Oak", "Red Oak", "Elm"], Thing("tree"), False),
        (["city"], ["Ulm", "Bonn"], CLUB, True),
        (["team"], ["Reds", "Blues"], SINGER, False),
        (["mayor", "owner"], ["Ann Lee"], CITY, False),
    ],
)
def test_another_value_may_be_true_as_well(words, values, thing, is_place):
    assert why_not_false(words, values, thing, is_place=is_place)


@pytest.mark.parametrize(
    ("words", "values", "thing", "is_place"),
    [
        (["country"], ["Chad", "Peru"], CITY, True),
        (["category"], ["Seafood", "Produce"], Thing("product"), False),
        (["team"], ["Reds", "Blues"], GAME, False),
        (["city"], ["Ulm", "Bonn"], SCHOOL, True),
        (["director"], ["Ann Lee", "Bob Ray"], FILM, False),
    ],
)
def test_no_other_value_is_true(words, values, thing, is_place):
    assert why_not_false(words, values, thing, is_place=is_place) == ""


def test_a_painter_may_belong_to_several_schools():
    values, painter = ["Impressionism", "Baroque", "Cubism"], Thing("painter", is_person=True)
    assert why_not_false({"school"}, values, painter, is_place=False)
    assert not why_not_false({"birthplace"}, values, painter, is_place=False)
