"""Reading the numbers of a text."""

from decimal import Decimal

import pytest
from babel.numbers import format_currency, format_decimal
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.values.numbers import find_number, from_han, read_value
from erbench_track.core.values.words import plain

LOCALES = [
    "ar", "bg", "cs", "da", "de", "de_CH", "el", "en", "en_IN", "es", "fa", "fi", "fr", "he", "hi",
    "hu", "id", "it", "ja", "ko", "nl", "pl", "pt", "ru", "sv", "th", "tr", "uk", "vi", "zh",
]  # fmt: skip


def found(text, value, measure=False):
    wanted = read_value(value)
    assert wanted is not None
    return find_number(plain(text), wanted, measure)


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("544.00", "544.00"),
        ("-13.7894", "-13.7894"),
        ("28,286", "28286"),
        ("28.286", "28.286"),
        ("1.234,5", "1234.5"),
        ("$760 million", "760000000"),
        ("544 km", "544"),
        ("1e3", None),
        ("007", None),
        ("39MI", None),
        ("4 Privet Drive", None),
        ("1995-07-08", None),
        ("", None),
    ],
)
def test_a_value_is_a_number_if_nothing_but_a_unit_is_beside_it(value, number):
    read = read_value(value)
    assert (read and read.value) == (number and Decimal(number))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("28286", "It has 28.286 Einwohner."),
        ("28286", "28 286 inhabitants"),
        ("28286", "28\N{NARROW NO-BREAK SPACE}286 habitants"),
        ("28286", "28'286"),
        ("28286", "There were ٢٨٬٢٨٦ or ٢٨٢٨٦."),
        ("28286", "２８２８６人"),
        ("28286", "twenty-eight thousand two hundred and eighty-six"),
        ("1234567", "12,34,567 rupees"),
        ("28", "It is number twenty-eight."),
        ("28", "achtundzwanzig"),
        ("21", "ventuno"),
        ("32", "treinta y dos"),
        ("17", "Le numéro dix-sept."),
        ("28", "二十八号"),
        ("1", "He wears number one."),
        ("2", "The answer is two."),
        ("9", "9 was his number."),
        ("9", "The number 9 belongs to him."),
        ("9", "He wore 9 for years."),
    ],
)
def test_a_number_is_found_in_any_format(value, text):
    assert found(text, value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("3", "13 and 30, 3.5 and 0.3"),
        ("86", "in 1986"),
        ("286", "28,286"),
        ("10", "the 10th of them, A10, 10b"),
        ("90", "in the 90s"),
        ("1", "one of the best; no one knows"),
        ("11", "once upon a time"),
        ("2", "He won two titles."),
        ("9", "He scored 9 goals."),
        ("9", "after 9 long seasons"),
        ("3", "Option 3 is wrong."),
        ("3", "Options 1, 2 and 3 are right."),
        ("3", "Two of the three options hold."),
        ("3", "1. Yes\n2. No\n3. He plays."),
        ("12", "v1.12.3"),
        ("10", "10,000 or 10.000 fans"),
        ("-5", "5"),
    ],
)
def test_other_numbers_words_and_those_of_options_are_not_found(value, text):
    assert not found(text, value)


@pytest.mark.parametrize(
    ("value", "text", "right"),
    [
        ("544.00", "544 km", True),
        ("544.00", "544km", True),
        ("544.00", "544.3 km", False),
        ("66.00", "about 66.000", True),
        ("59.649", "about 59.65", True),
        ("59.649", "59.6", True),
        ("59.649", "60", False),
        ("59.649", "59.64", False),
        ("59.65", "59.6493", True),
        ("1234", "1230", False),
        ("12.0", "12.04", False),
        ("544 km", "544 kilometres", True),
        ("544 km", "544 miles", False),
        ("3", "They had three children.", True),
    ],
)
def test_a_measure_may_be_rounded_unless_it_is_whole(value, text, right):
    assert bool(found(text, value, measure=True)) == right


@pytest.mark.parametrize(
    ("value", "text", "right"),
    [
        ("1500000", "1.5 million", True),
        ("1500000", "$1.5M", True),
        ("1500000", "1,5 Millionen Euro", True),
        ("1500000", "150万", True),
        ("2000000000", "2 mil millones", True),
        ("1500", "1.5k", True),
        ("2000000000", "$2B", True),
        ("760507625", "$760.5 million", True),
        ("760507625", "$760 million", False),
        ("760507625", "$8 hundred million", False),
        ("760000000", "€760 million", True),
        ("$760 million", "€760 million", False),
        ("$760 million", "760 million dollars", True),
        ("5", "5 m", True),
        ("5000000", "5 m", False),
    ],
)
def test_an_amount_may_be_given_in_millions_and_in_no_other_currency(value, text, right):
    assert bool(found(text, value, measure=True)) == right


@pytest.mark.parametrize(
    ("value", "text", "right"),
    [
        ("-74.01", "74.01° W", True),
        ("-74.01", "74.01º W", True),
        ("-74.01", "74.01 degrees West", True),
        ("-74.01", "W 74.01", True),
        ("-74.01", "a west longitude of 74.01", True),
        ("-74.01", "\N{MINUS SIGN}74.01", True),
        ("-74.01", "74.01", False),
        ("-74.01", "74.01° E", False),
        ("74.01", "-74.01", False),
        ("74.01", "74.01° N", True),
        ("-33.4444", "33°26'40\" S", True),
        ("-33.4444", "33°26\N{PRIME}40\N{DOUBLE PRIME} S", True),
        ("-33.4444", "33°26'40\" N", False),
        ("33.4444", "33° 26' N", True),
        ("33.4444", "33° 20' N", False),
    ],
)
def test_a_direction_of_the_compass_is_a_sign(value, text, right):
    assert bool(found(text, value, measure=True)) == right


# Of ten digits babel makes "1000000'000" in de_CH.
@given(st.integers(0, 10**9 - 1), st.sampled_from(LOCALES))
def test_whole_numbers_are_read_back_in_every_format_of_cldr(number, locale):
    assert found(f"It is {format_decimal(number, locale=locale)}!", str(number))


@given(st.decimals(0, 10**6, places=2), st.sampled_from(LOCALES))
def test_decimals_are_read_back_in_every_format_of_cldr(number, locale):
    text = format_decimal(number, format="#,##0.00", locale=locale)
    assert found(f"It is {text}!", str(number), measure=True)


@given(st.integers(1000, 10**9), st.sampled_from(["de", "en", "es", "fr", "ja", "pt", "ru"]))
def test_money_is_read_back_in_every_format_of_cldr(number, locale):
    text = format_currency(number, "EUR", locale=locale)
    assert found(f"It is {text}!", f"€{number}", measure=True)


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.sampled_from(LOCALES))
def test_a_number_is_no_other_number(number, other, locale):
    text = f"It is {format_decimal(other, locale=locale)}!"
    assert bool(found(text, str(number))) == (number == other)


@given(st.text(alphabet="0123456789., '-°NSEW$kmbn\nabc千万", max_size=80))
def test_no_text_is_too_odd_to_read(text):
    for start, end in found(text, "12.5", measure=True):
        assert 0 <= start < end <= len(plain(text))


@pytest.mark.parametrize(
    ("text", "number"), [("二十八", 28), ("二〇〇九", 2009), ("三万五千", 35000)]
)
def test_chinese_numerals_are_read_by_place_and_digit_by_digit(text, number):
    assert from_han(text) == number


@pytest.mark.parametrize(
    "part",
    ["1", "1 ", "1,", "1.", " 123", "one ", "option 1 ", "° ", "-", "12° 3'", "一", "百", "k"],
)
def test_a_text_of_100_000_repetitions_is_read(part):
    """In no time; what grows with their square would take hours."""
    wanted = read_value("7")
    assert wanted is not None
    assert isinstance(find_number(part * 100_000, wanted, True), list)
