"""Whether the text of a question has what it asks for: whole words, without accents and case."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.erbench_tasks.items.given_away import given_away, mentions_words, words_of
from erbench_track.erbench_tasks.items.item import Item, RationaleElement


def item(question, *values, options=(), answer="yes", question_type="bn_yes", hops=()):
    rationale = (RationaleElement(1, "a", values), *hops) if values else ()
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
    assert found == bool(words_of(value)) or "-" in text


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
    question = "Was the director of Nightfall born in Turku?"
    second = RationaleElement(2, "city", ("Åbo", "Turku"))
    assert given_away(item(question, "Aho", "Ville Aho")) is None
    assert given_away(item(question, "Aho", "Ville Aho", hops=(second,))) == "Turku"


def test_an_option_must_not_tell_the_true_value_of_the_false_one():
    options = ("Its country is Chile.", "Its capital is Mexico City.")
    asked = item("Which is false?", "Mexico", options=options, question_type="mc")
    assert given_away(asked) == "Mexico"
    beside = item("Which is false?", "Peru", options=options, question_type="mc")
    assert given_away(beside) is None  # values of the other options are there by design


def test_a_question_without_a_rationale_gives_nothing_away():
    assert given_away(item("None of the above?")) is None
