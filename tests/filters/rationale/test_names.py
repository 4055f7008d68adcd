"""Whether a mention is the value's own name."""

import pytest

from erbench_track.filters.rationale.mentions import Passage, mentions
from erbench_track.filters.rationale.names import is_own_name, name_of

PLAYER = ("Odo Marsh", "O. Marsh", "Marsh")


def own(text, value, attribute="artist name", values=(), asked=frozenset()):
    passage = Passage.of(text)
    name = name_of(value, tuple(values) or (value,), attribute)
    return any(is_own_name(passage, span, name, asked) for span in mentions(passage, value))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("It was sung by Free.", "Free"),
        ("The band free is meant: it was *free*.", "free"),
        ("the band was free", "free"),
        ("The Who sang it.", "The Who"),
        ("The song is by Yes.", "Yes"),
        ("It (1990) is the film.", "It"),
        ("A film called Up was made.", "Up"),
        ("It is by the artist grandson.", "grandson"),
        ("Ki Sung-yueng did.", "Yueng"),
        ('The book is "The Help".', "Help"),
        ('The film is "Odo\'s The Kid".', "The Kid"),
    ],
)
def test_a_name_that_is_a_common_word_is_found_by_its_capital_or_marks(text, value):
    assert own(text, value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Feel free to ask. It was Odo.", "Free"),
        ("Who sang it? It was Odo.", "Who"),
        ("Yes, it is Odo.", "Yes"),
        ("The answer is Yes.", "Yes"),
        ("It was released by Odo.", "It"),
        ("A band from Boston sang it.", "Boston"),
        ("It was a hit in Europe, Asia and America.", "Asia"),
        ("It is on *Young Heart*.", "Heart"),
    ],
)
def test_a_common_word_or_place_is_no_name(text, value):
    assert not own(text, value)


@pytest.mark.parametrize(
    "text", ["It is Grey Gull 2.", "It is Grey Gull III.", "It is Grey Gull Rising."]
)
def test_another_part_of_a_series_is_another_title(text):
    assert not own(text, "Grey Gull", "movie title")
    assert own("It is Grey Gull (1931).", "Grey Gull", "movie title")


@pytest.mark.parametrize(
    "text",
    [
        "It is Marsh.",
        "It is O. Marsh.",
        "It is Odo Q. Marsh.",
        "Midfielder Marsh did.",
        "Oddo Marsh did.",
    ],
)
def test_a_family_name_is_the_persons_alone_or_after_the_given_name(text):
    assert own(text, "Marsh", "player name", PLAYER)


@pytest.mark.parametrize("text", ["It is Ida Marsh.", "Ulf de Marsh did."])
def test_a_family_name_after_another_given_name_is_anothers(text):
    assert not own(text, "Marsh", "player name", PLAYER)


def test_a_suffix_names_nobody_and_a_father_is_not_his_son():
    assert not own("It is Ida Fenn Jr.", "Jr", "player name", ("Odo Jr", "Jr"))
    assert own("It is Odo Jr.", "Jr", "player name")
    assert own("It is Odo.", "Odo Jr", "player name", ("Odo Jr", "Jr"))
    assert not own("It is Odo Marsh Sr.", "Odo Marsh Jr.", "artist name")


def test_an_initial_is_no_article():
    assert not own("a marsh player, Ida Fenn", "A. Marsh", "player name", ("A. Marsh",))


@pytest.mark.parametrize(
    ("text", "value", "found"),
    [
        ("It is Mount Ardel.", "Mt. Ardel", True),
        ("It is Mt Ardel.", "Mount Ardel", True),
        ("in Saint Orvin and the Isles", "St. Orvin and the Isles", True),
        ("on Lake St. Clovis", "Lake Saint Clovis", True),
        ("It is Mount Orvin.", "Mt. Ardel", False),
        ("It is Mount.", "Mt", False),
        ("in Corn Saint", "Corn St", False),
    ],
)
def test_mounts_and_saints_may_be_abbreviated(text, value, found):
    assert bool(mentions(Passage.of(text), value)) == found


@pytest.mark.parametrize(
    ("text", "value", "found"),
    [
        ("The capital is Velmar.", "Velmar [Wellmer]", True),
        ('It is on "Blue Days".', "Blue Days [Live]", True),
        ("The film is The Lamp.", "Lamp, The", True),
        ("It lies in the United Republic of the Orvo.", "Orvo, The United Republic of the", True),
        ("It lies in the Federated States of Ardel.", "Ardel, Federated States of", True),
        ("The Live one.", "Blue Days [Live]", False),
        ("the states of it", "Ardel, Federated States of", False),
    ],
)
def test_brackets_and_inverted_names_are_read(text, value, found):
    assert bool(mentions(Passage.of(text), value)) == found
