"""Reading the cities of a text."""

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from strict_shares import strict_shares

from erbench_track.core.values.cities import city_of, find_city, is_city, places
from erbench_track.core.values.kinds import also_accepted
from erbench_track.filters.rationale.mentions import Passage, mentions

IN_ENGLISH = (
    "Vienna", "Paris", "Warsaw", "London", "Rome", "Prague", "Moscow", "Lisbon", "Athens", "Cairo",
    "Seoul", "Kolkata", "Kyiv", "Mexico City", "New York", "Chicago", "Panama", "Singapore", "Lima",
    "Santiago", "San Juan", "Buenos Aires", "Copenhagen", "Damascus", "Boa Vista", "Tunis",
)  # fmt: skip


def named(value, text, kind="city"):
    passage = Passage.of(text)
    return [passage.text[start:end] for start, end in mentions(passage, value, kind)]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("Parigi", "She was born in Paris."),
        ("Wien", "Vienna."),
        ("Beč", "It is Vienne."),
        ("Vienna", "in Wien"),
        ("Warszawa", "Warsaw"),
        ("Londra", "in london"),
        ("Calcutta", "Kolkata"),
        ("München", "It is based in Munich."),
        ("Cologne", "in Köln"),
        ("Den Haag", "The Hague"),
        ("Bengaluru", "in Bangalore"),
        ("Saigon", "Ho Chi Minh City"),
        ("Rome", "罗马"),
        ("Paris", "в Париже"),
        ("Chicago, IL", "in Chicago"),
        ("Chicago, IL", "in Чикаго"),
        ("Chicago, IL, USA", "Chicago, Illinois"),
        ("New York, NY", "New York City"),
        ("Portland, OR", "Portland in the state of Oregon"),
        ("Toronto, ON", "Toronto, Canada"),
        ("Perth, WA", "Perth, Western Australia"),
        ("Lund, Sweden", "in Lund"),
        ("Moscow, Russia", "Moskau"),
        ("Danzig (now Gdańsk)", "Gdansk"),
        ("Danzig (now Gdańsk)", "Danzig"),
        ("Stettin, Germany (now Poland)", "Stettin, Poland"),
        ("Oslo (formerly Kristiania)", "Kristiania"),
        ("Wien (today Vienna)", "Vienne"),
    ],
)
def test_a_city_is_found_under_its_other_names(value, text):
    assert named(value, text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("Wien", "Graz"),
        ("Wien", "Vienna, Virginia"),
        ("Seoul", "in her Soul"),
        ("Rome", "罗马尼亚"),  # Romania
        ("Rome", "примерно"),  # "about", in which the Russian name stands
        ("Rome", "He plays for AS Roma."),
        ("Vienna", "Rapid Wien"),
        ("Mexico City", "in Mexico"),
        ("Portland, OR", "Portland, Maine"),
        ("Portland, OR", "Portland, in the state of Maine"),
        ("Springfield, Illinois, U.S.", "springfield, massachusetts"),
        ("New York, NY", "Buffalo, New York"),
        ("Paris, TX", "Paris, France"),
        ("Paris, TX", "Parigi"),
        ("Moscow, ID", "Москва"),
        ("Stettin, Germany (now Poland)", "Poland"),
        ("Danzig (now Gdańsk)", "Gdynia"),
    ],
)
def test_another_place_is_not_found(value, text):
    assert not named(value, text)


@pytest.mark.parametrize("text", ["It is Austria.", "Austria-Hungary", "an Austrian town"])
def test_a_country_that_is_another_one_today_is_either(text):
    assert named("Austria-Hungary (now Austria)", text, "country")
    assert not named("Austria-Hungary (now Hungary)", "Austria.", "country")


def test_a_value_that_cldr_does_not_know_is_found_as_words():
    assert not is_city("Aldern")
    for kind in ("city", "other"):
        assert named("Aldern", "in Aldern", kind)
        assert named("Aldern (Vale)", "in Aldern (Vale)", kind)
        assert not named("Aldern", "in Vienna", kind)


@given(st.sampled_from(IN_ENGLISH), st.sampled_from(IN_ENGLISH))
def test_two_cities_share_no_name(one, other):
    assume(one != other)
    mine, city = city_of(one), city_of(other)
    for name in mine.names:
        passage = Passage.of(f"It is {name}.")
        assert find_city(passage.text, passage.lowered, mine)
        assert not find_city(passage.text, passage.lowered, city)


@given(st.text(max_size=40), st.sampled_from(["city", "country"]))
@example(".", "city")
def test_any_value_has_its_places(value, kind):
    for place in places(f"{value}, IL (now {value})", kind):
        assert place.name
    if kind == "city" and not is_city(value):
        assert named(value, value, kind) == named(value, value, "other")


def test_other_names_begin_with_the_english_one():
    assert also_accepted("Parigi", "city")[0] == "Paris"
    assert also_accepted("Chicago, IL", "city")[0] == "Chicago"
    assert also_accepted("Germany (now Poland)", "country") == ["Germany", "Poland"]
    assert also_accepted("Parigi", "other") == also_accepted("Aldern", "city") == []


def test_the_strict_rule_reads_cities_in_any_language():
    element = {"hop": 1, "attribute": "birthplace", "values": ["Wien"], "match": "any"}
    doc = {"question": "Where was Ida Kern born?", "answer": "yes", "rationale": [element]}
    assert strict_shares("Yes. She was born in Vienna.", "yes", doc) == [1.0]
    assert strict_shares("Yes. She was not born in Vienna but in Graz.", "yes", doc) == [0.0]
    doc["rationale"] = [{**element, "kind": "other"}]
    assert strict_shares("Yes. She was born in Vienna.", "yes", doc) == [0.0]


def test_a_part_of_a_city_is_named_without_it():
    assert named("Elmwick, New York City", "in Elmwick", "city")
    assert named("Elmwick, New York City, New York, USA", "in Elmwick, New York", "city")
    assert not named("Elmwick, New York City", "in New York City", "city")
