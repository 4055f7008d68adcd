"""Whether the text of a question has what it asks for: whole words, without accents and case."""

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.erbench_tasks.items.given_away import (
    content_key,
    given_away,
    mentions_words,
    text_key,
    words_of,
)
from erbench_track.erbench_tasks.items.item import Item, RationaleElement


def item(question, *values, options=(), answer="yes", question_type="bn_yes"):
    rationale = (RationaleElement(1, "a", values),) if values else ()
    return Item(
        "d", question_type, 0, "e", "entity", question, tuple(options), answer, rationale, "x -> a"
    )


@pytest.mark.parametrize(
    ("text", "value", "there"),
    [
        ("Who painted “Café at Night”?", "cafe", True),
        ("Who painted Starry Night?", "star", False),
        ("Is there a singer of O'Riley?", "O\N{RIGHT SINGLE QUOTATION MARK}Riley", True),
        ("Is the painter's town known?", "Painter", True),
        ("Is the painter's town known?", "s", False),
        ("Was he born in the 1940s?", "1940", False),
        ("Was it built on 1940-05-01?", "1940", True),
        ("Is it 1.5 m high?", "5", False),
        ("Has it 12,500 seats?", "12500", True),
        ("Is it at -5 metres?", "5", False),
        ("Is it at \N{MINUS SIGN}5 metres?", "-5", True),
        ("Is it written in C++?", "C#", False),
        ("Is it written in C++?", "C++", True),
        ("Is there an AC/DC record?", "AC DC", True),
        ("Is there a book of 東京都?", "東京", True),
        ("Is it a bird?", "A", True),
        ("Is it 7 or 8?", "7", True),
        ("Straße nach Łódź?", "strasse nach lodz", True),
        ("Where is Lanai?", "L\u0101na\u02bbi", True),
        ("Anything?", "...", False),
        ("Anything?", "", False),
    ],
)
def test_a_value_is_found_as_whole_words(text, value, there):
    assert mentions_words(words_of(text), value) == there


@given(st.text(), st.text(), st.text())
def test_a_value_between_spaces_is_found_whatever_it_is(before, value, after):
    text = f"{before} {value} {after}"
    found = mentions_words(words_of(text), value)
    assert (
        found == bool(words_of(value)) or "'" in unicodedata.normalize("NFKD", text) or "-" in text
    )


latin = st.text(st.sampled_from("abcéüøßZ Ñ"), min_size=1)


@given(latin)
def test_case_and_accents_make_no_difference(text):
    assert words_of(text.upper()) == words_of(text) == words_of(unicodedata.normalize("NFD", text))


@given(st.from_regex(r"[a-z]{2,9}", fullmatch=True), st.from_regex(r"[a-z]{1,3}", fullmatch=True))
def test_a_part_of_a_word_is_no_mention(word, more):
    assert not mentions_words(words_of(f"the {word}{more} there"), word) or word in ("the", "there")


@pytest.mark.parametrize("part", ["a ", "1.", "1,1", "1.1a", "é", "'s", "-", "1a", "東", "<"])
def test_texts_of_a_million_characters_are_read(part):
    """Anything but linear time would take hours here."""
    size = 1_000_000 // len(part)
    assert words_of(part * size) == words_of(part * size + "!")


def test_a_value_of_any_hop_and_any_accepted_spelling_counts():
    asked = item("Was the director of Nightfall born in Turku?", "Aho", "Ville Aho")
    second = RationaleElement(2, "city", ("Åbo", "Turku"))
    both = Item(**{**{f: getattr(asked, f) for f in asked.__slots__ if f != "id"},
                   "rationale": (*asked.rationale, second)})  # fmt: skip
    assert given_away(asked) is None
    assert given_away(both) == "Turku"


def test_an_option_must_not_tell_the_true_value_of_the_false_one():
    options = ("Its country is Chile.", "Its capital is Mexico City.")
    asked = item(
        "Which is false?", "Mexico", options=options, answer="option 1", question_type="mc"
    )
    assert given_away(asked) == "Mexico"
    beside = item("Which is false?", "Peru", options=options, answer="option 1", question_type="mc")
    assert given_away(beside) is None  # values of the other options are there by design


@pytest.mark.parametrize(
    ("question", "value", "there"),
    [
        ("Where is LOT Polish Airlines based?", "Poland", True),
        ("Where was the U.S. Open held?", "United States", True),
        ("Where is the English Channel tunnel company based?", "Poland", False),
        ("Where is British Elmways based?", "United Kingdom", True),
        ("Where is Elm Nippon Air based?", "Japan", True),
        ("Where is the airline Polarwind based?", "Poland", False),
        ("Is the airline Polarwind based in North America?", "USA", False),
        ("Where is the Hungarodrome?", "Hungary", True),
        ("Where is the Cubist museum?", "Cuba", False),
    ],
)
def test_a_country_is_given_away_by_its_adjective_too(question, value, there):
    element = RationaleElement(1, "country", (value,), kind="country")
    asked = replace(item(question), rationale=(element,))
    assert (given_away(asked) is not None) == there
    # Of what is no country the words themselves count.
    plain = replace(item(question), rationale=(RationaleElement(1, "country", (value,)),))
    assert given_away(plain) is None


def test_a_question_without_a_rationale_gives_nothing_away():
    assert given_away(item("None of the above?")) is None


def test_questions_are_the_same_by_type_text_and_options():
    one = item("Is there a café?", "x")
    assert text_key(one) == text_key(item("is there a CAFE", "y"))
    assert content_key(one) != content_key(item("is there a CAFE", "y"))
    assert content_key(item("q", "x", "y")) == content_key(item("r", "y", "x"))
    assert text_key(one) != text_key(item("Is there a café?", question_type="bn_no"))
    assert text_key(one) != text_key(item("Is there a café?", options=("No.",)))


@pytest.mark.parametrize(
    ("question", "value", "there"),
    [
        ("Who proved Aho's theorem?", "Ville Aho", False),  # too short to be no other word
        ("Who proved Halonen's theorem?", "Ville Halonen", True),
        ("Who founded Halonen & Sons?", "Ville Halonen", True),
        ("Who proved the Halonenian theorem?", "Ville Halonen", False),
        ("Who proved the theorem of Ville?", "Ville Halonen", False),
        ("Who proved Halonen's theorem?", "Halonen", True),
        ("Who proved Halonen's theorem?", "Halonen, Sir Ville, OM", True),
        ("Who proved the theorem of Ville?", "Halonen, Sir Ville", False),
    ],
)
def test_a_person_is_given_away_by_the_family_name(question, value, there):
    element = RationaleElement(1, "mathematician", (value,), kind="person")
    assert (given_away(replace(item(question), rationale=(element,))) is not None) == there


@pytest.mark.parametrize(
    ("question", "value", "there"),
    [
        ("Which valley is the town Reussfeld in?", "Reuss Valley", False),  # another word
        ("Which valley is Reuss Castle in?", "Reuss Valley", True),
        ("Which valley is the town Elmton in?", "Great Valley", False),  # words that many have
        ("Which team plays in the United Arena?", "Harkonen United", False),
        ("Which team plays in the Harkonen Arena?", "Harkonen United", True),
        ("Who makes the New England Chowder?", "New England Seafood", False),
        ("What is the federation of Australia?", "Football Australia", True),
    ],
)
def test_a_name_is_given_away_by_a_word_of_its_own(question, value, there):
    assert (given_away(item(question, value)) is not None) == there


def test_a_word_that_only_a_further_spelling_has_gives_no_name_away():
    asked = item("Which film did John Carpenter make?", "The Thing", "John Carpenter's The Thing")
    assert given_away(asked) is None


@pytest.mark.parametrize(("name", "told"), [("Egyptair", True), ("Air Cairo", False)])
def test_a_name_that_begins_with_its_country_gives_it_away(name, told):
    element = RationaleElement(1, "country", ("Egypt",), kind="country")
    asked = replace(item(f"Is it known where the airline {name} is based?"), rationale=(element,))
    assert (given_away(asked) == "Egypt") is told


def test_a_name_with_a_year_gives_the_year_away_and_a_decade_that_is_said_does_not():
    said = "Was the show Elm Fair 1997 opened in the 1990s? State the date."
    element = RationaleElement(1, "date", ("1997-05-02",), kind="date")
    named = replace(item(said), entity="Elm Fair 1997", rationale=(element,))
    assert given_away(named) == "1997-05-02"
    plain = "Was the show Elm Fair opened in the years 1990 to 1997? State the date."
    assert given_away(replace(named, question=plain, entity="Elm Fair")) is None


@pytest.mark.parametrize(
    ("question", "kind", "told"),
    [
        ("Where was Bob Elm of Reading born?", "city", "Reading"),
        ("Was Bob Elm born in Reading, Maine?", "city", "Reading"),
        ("Where was Bob Elm of Readington born?", "city", None),
        ("Where was Bob Elm of the United States born?", "city", None),
        ("Where is the painting of a girl reading kept?", "title", None),
    ],
)
def test_a_place_is_given_away_without_what_it_lies_in(question, kind, told):
    element = RationaleElement(1, "birthplace", ("Reading, United Kingdom",), kind=kind)
    assert given_away(replace(item(question), rationale=(element,))) == told
