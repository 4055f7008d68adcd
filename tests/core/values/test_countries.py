"""Reading the countries of a text."""

import pytest
from babel import Locale
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.values.countries import code_of, find_code, find_country
from erbench_track.core.values.words import plain


def names(text, value):
    own = plain(text)
    return bool(find_country(own, own.lower(), code_of(value)))


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("Germany", "DE"), ("Deutschland", "DE"), ("DE", "DE"), ("DEU", "DE"), ("USA", "US"),
        ("United States", "US"), ("UK", "GB"), ("England", "GB-ENG"), ("Côte d'Ivoire", "CI"),
        ("Holland", "NL"), ("Korea Republic", "KR"), ("Korea, Republic of", "KR"),
        ("Congo, The Democratic Republic of the", "CD"), ("Democratic Republic of Congo", "CD"),
        ("Iran (Islamic Republic of)", "IR"),
        ("Guinea Bissau", "GW"), ("Republic of Poland", "PL"), ("Republic of China", "TW"),
        ("Bosnia and Herzegovina", "BA"),
        ("St. Lucia", "LC"), ("日本", "JP"), ("The Gambia", "GM"),
        ("West Germany", ""), ("Spanish", ""), ("Paris", ""), ("de", ""), ("QQ", ""), ("", ""),
    ],
)  # fmt: skip
def test_a_value_is_a_country_by_any_of_its_names_or_codes(value, code):
    assert code_of(value) == code


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("United States of America", "It is from the US."),
        ("United States of America", "aux États-Unis"),
        ("United States of America", "美国"),
        ("Germany", "Es liegt in Deutschland."),
        ("Netherlands", "He was born in Holland."),
        ("Netherlands", "a Dutch film"),
        ("Sweden", "the Swedes"),
        ("South Korea", "for the Korea Republic"),
        ("Korea Republic", "남한은 대한민국"),
        ("South Korea", "한국"),
        ("United States", "Film ABD filmi."),
        ("France", "in French cinemas"),
        ("France", "a French-Belgian co-production"),
        ("Türkiye", "Turkey"),
        ("United Kingdom", "Great Britain"),
        ("Czechia", "the Czech Republic"),
        ("Saint Lucia", "St. Lucia"),
        ("Trinidad & Tobago", "Trinidad and Tobago"),
        ("germany", "made in germany"),
        ("United Kingdom", "made in the uk"),
    ],
)
def test_a_country_is_found_by_all_its_names_and_adjectives(value, text):
    assert names(text, value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("United States", "tell us about it"),
        ("United States", "in South America, or a Latin American one"),
        ("Mexico", "in New Mexico"),
        ("Niger", "a Nigerian from Nigeria"),
        ("Guinea", "Equatorial Guinea, Papua New Guinea and Guinea-Bissau"),
        ("Ireland", "in Northern Ireland"),
        ("Korea Republic", "North Korea"),
        ("Iceland", "on Long Island"),
        ("Sweden", "the band Suede"),
        ("Chile", "hot chili"),
        ("Germany", "in West Germany"),
        ("England", "an English-language film"),
        ("Turkey", "Turkmenistan"),
        ("India", "Indiana"),
        ("France", "He plays in French Ligue 1."),
        ("Turkey", "for a Turkish club"),
        ("Turkey", "They ate a turkey."),
        ("France", "The dialogue is in French."),
        ("United States", "en Amérique du Sud"),
        ("United States", "the film American Gothic"),
        ("Brazil", "in Brazilian Serie A"),
    ],
)
def test_other_places_and_words_are_not_found(value, text):
    assert not names(text, value)


@pytest.mark.parametrize(
    ("code", "text", "right"),
    [
        ("SE", "the country code is SE", True),
        ("SE", "USE THESE", False),
        ("IT", "It is wrong; it is", False),
        ("IT", "IT IS NOT RIGHT", False),
        ("DE", "IT IS IN DE AND NOT IN FR", True),
        ("IT", "its code is IT.", True),
        ("NO", "NO, that is wrong.", False),
        ("NO", "country code: NO", True),
        ("IN", 'the code "IN"', True),
        ("IN", "in Spain", False),
        ("AT", "Austria (AT)", True),
    ],
)
def test_a_code_is_found_in_capitals_and_not_as_a_word(code, text, right):
    assert bool(find_code(text, code)) == right


@given(
    st.sampled_from(sorted(c for c in Locale("en").territories if len(c) == 2 and c.isalpha())),
    st.sampled_from(["en", "de", "fr", "es", "it", "ja", "zh", "ru", "ar", "hi", "ko"]),
)
def test_names_of_cldr_are_read_back_and_mean_one_country(code, language):
    name = Locale(language).territories.get(code, "")
    if code_of(name) != code:  # a short name, or one that means something else in English
        assert language != "en" or code in {"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"}
        return
    assert names(f"({name})", code)
    assert not names(f"({name})", "Antarctica" if code != "AQ" else "Aruba")


@pytest.mark.parametrize(
    ("text", "value", "found"),
    [
        ("The shipyard is in Scotland.", "United Kingdom", True),
        ("Es steht in Nordirland.", "UK", True),
        ("It was in English.", "United Kingdom", False),
        ("The shipyard is in the United Kingdom.", "Scotland", False),
        ("The shipyard is in Ireland.", "United Kingdom", False),
        ("The office is in New England.", "United Kingdom", False),
    ],
)
def test_who_names_a_part_of_the_united_kingdom_names_it(text, value, found):
    assert names(text, value) is found
