"""Names that say nothing, and those that only look like them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.erbench_tasks.items.names import (
    PLACEHOLDERS,
    has_lost_letters,
    is_numbered,
    is_of_many,
    is_of_no_one,
    is_short,
    lists_several,
    says_nothing,
)


@pytest.mark.parametrize(
    "name",
    [
        "", "A", "Xy", "7", "1917", "3.14", "-1", "N/A", "null", "Unknown", "Various Artists",
        "anonymous", "none", "TBA", "-", "Unbekannt", "inconnu", "Desconocido", "varios artistas",
        "  n/a ", "Untitled", "Kam\x9aatka", "Mont\ufffdlimar",
        "Elmton (Upper", "Elmton [Elm", "East", "South-West", "Himself", "Norte",
        "Elmshire [Sir Elm GB-ELM]",
    ],
)  # fmt: skip
def test_a_name_that_says_nothing(name):
    assert says_nothing(name)


@pytest.mark.parametrize(
    "name",
    ["Ulm", "U2 3D", "1998/99", "2001: A Space", "Unknown Pleasures", "东京", "林", "Nullarbor",
     "C++", "None So Blind", "East Elm", "!!!", "Elm (A-12)", "North by Northwest Elm"],
)  # fmt: skip
def test_a_name_that_says_something(name):
    assert not says_nothing(name)


@given(st.sampled_from(sorted(PLACEHOLDERS)))
def test_a_placeholder_says_nothing_whatever_its_case(text):
    assert text == text.casefold()
    assert says_nothing(text)
    assert says_nothing(text.title()) or text.title().casefold() != text


@given(st.text())
def test_what_is_short_says_nothing(text):
    assert says_nothing(text) or not is_short(text.strip())


def test_a_name_and_a_low_numeral_were_had_by_rulers_of_several_realms():
    assert all(map(is_numbered, ["Odo II", "Ines v", "Ulf I"]))
    assert not any(map(is_numbered, ["Odo XIV", "Sir Odo II", "II", "", "Odo", "Odo II of Ulm"]))


@pytest.mark.parametrize(
    "title",
    ["Self-Portrait", "Self-Portrait with Hat", "Portrait of a Lady", "Symphony No. 5 in C minor",
     "Composition No. 8", "Still Life with Fruit", "Reclining Nude", "String Quartet No. 14"],
)  # fmt: skip
def test_titles_that_many_works_have(title):
    assert is_of_many(title)


@pytest.mark.parametrize(
    "title", ["The Starry Night", "Guernica", "Broadway Boogie Woogie", "Symphonie fantastique"]
)
def test_titles_of_one_work(title):
    assert not is_of_many(title)


@pytest.mark.parametrize(
    ("value", "kind", "is_so"),
    [
        ("British School 17th century", "person", True), ("after Ann Elm", "person", True),
        ("Workshop of Ann Elm", "person", True), ("unknown goldsmith", "person", True),
        ("Ann Elm", "person", False), ("Elm School", "other", False),
        ("Elm Park II", "other", True), ("Elm Park", "other", False), ("Elm II", "other", False),
    ],
)  # fmt: skip
def test_a_hand_that_nobody_knows_and_the_second_park_of_a_name_are_no_answers(value, kind, is_so):
    assert is_of_no_one(value, kind) == is_so


def test_a_note_in_place_of_a_title_says_nothing():
    assert says_nothing("[title not known]")
    assert not says_nothing("[Elm] not known")


@pytest.mark.parametrize(
    ("value", "are_several"),
    [
        ("Elm Yards, Ash Works", True), ("Elm; Ash", True), ("Elm Yards, Inc.", False),
        ("Elm Yards Co., Ltd.", False), ("Elm Yards", False),
    ],
)  # fmt: skip
def test_two_firms_in_one_value_are_told_from_one_and_its_form(value, are_several):
    assert lists_several(value) == are_several


@pytest.mark.parametrize(
    ("name", "has_lost"),
    [("Bjrn Elm", True), ("Frank Wrndl", True), ("Ines Schwartz", False), ("Elm Ltd.", False),
     ("Ng Elm", False), ("LCD Soundsystem", False), ("Lynn Elm", False), ("Brno Elm", False)],
)  # fmt: skip
def test_a_name_that_lost_its_vowels_is_told(name, has_lost):
    assert has_lost_letters(name) is has_lost
