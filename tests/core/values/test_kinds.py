"""Values by kind: what a text may write for a value, and what it may not."""

import datetime
from decimal import Decimal

import pytest
from babel import Locale
from babel.dates import format_date
from babel.numbers import format_currency, format_decimal
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.values import dates, numbers
from erbench_track.core.values.countries import code_of
from erbench_track.core.values.kinds import KINDS, guess, kind_of, place_name
from erbench_track.core.values.words import plain
from erbench_track.filters.rationale.mentions import Passage, mentions

# In each, babel writes what a person would; "1000000'000" in de_CH has ten digits.
LOCALES = [
    "ar", "bg", "cs", "da", "de", "de_CH", "el", "en", "en_IN", "es", "fa", "fi", "fr", "he", "hi",
    "hu", "id", "it", "ja", "ko", "nl", "pl", "pt", "ru", "th", "tr", "uk", "zh",
]  # fmt: skip
DAYS = st.dates(datetime.date(1000, 1, 1), datetime.date(2090, 1, 1))
# Their long dates have the name of a month, or 年 and 月; Hebrew prefixes it.
OF_DATES = sorted({*LOCALES, "ca", "en_GB", "hr", "sv"} - {"de_CH", "en_IN", "fa", "he", "th"})


def named(text, value, kind):
    return bool(mentions(Passage.of(text), value, kind))


def test_values_are_found_as_the_golden_cases_say(golden):
    for case in golden("values.json"):
        assert named(case["text"], case["value"], case["kind"]) is case["named"], case


def test_a_kind_is_guessed_from_name_and_values_as_the_golden_cases_say(golden):
    for case in golden("kinds.json"):
        assert guess(case["attribute"], tuple(case["values"])) == case["kind"], case


def test_a_value_is_a_country_by_any_of_its_names_or_codes(golden):
    for case in golden("country_codes.json"):
        assert code_of(case["value"]) == case["code"], case


def test_a_value_is_a_number_if_nothing_but_a_unit_is_beside_it(golden):
    for case in golden("number_values.json"):
        read = numbers.read_value(case["value"])
        assert (read and read.value) == (case["number"] and Decimal(case["number"])), case


def test_a_value_is_every_date_that_it_may_be(golden):
    for case in golden("date_values.json"):
        assert {(*date[:3],) for date in dates.read_value(case["value"])} == {
            (*date,) for date in case["dates"]
        }, case


def test_what_a_name_is_the_table_says():
    assert guess("name", ("Ada Lovelace",), "author.name") == "person"
    assert guess("name", ("Lisbon",), "city.name") == "city"
    assert guess("name", ("Lisbon",), "street.name") == "other"


def test_the_kind_of_an_item_outweighs_the_guess():
    element = {"attribute": "year", "values": ["1995"], "match": "any"}
    assert kind_of(element) == kind_of({**element, "kind": ""}) == "date"
    assert kind_of({**element, "kind": "number"}) == "number"


def test_a_place_is_known_without_what_it_lies_in():
    assert place_name("Lyon, France", "city") == "Lyon"
    assert place_name("Germany (now Poland)", "country") == "Germany"
    assert place_name("Lyon", "city") == place_name("Elm, Ann", "person") == ""


def test_of_other_kinds_a_date_is_only_its_text():
    assert not any(named("July 8, 1995", "1995-07-08", kind) for kind in ("title", "other"))


@given(st.integers(0, 10**9 - 1), st.integers(0, 10**9 - 1), st.sampled_from(LOCALES))
def test_a_number_is_read_back_in_every_format_and_is_no_other_number(number, other, locale):
    text = f"It is {format_decimal(number, locale=locale)}!"
    assert named(text, str(number), "number")
    assert named(text, str(other), "number") is (number == other)


@given(st.decimals(0, 10**6, places=2), st.sampled_from(LOCALES))
def test_decimals_are_read_back_in_every_format_of_cldr(number, locale):
    text = format_decimal(number, format="#,##0.00", locale=locale)
    assert named(f"It is {text}!", str(number), "measure")


@given(st.integers(1000, 10**9), st.sampled_from(["de", "en", "es", "fr", "ja", "pt", "ru"]))
def test_money_is_read_back_in_every_format_of_cldr(number, locale):
    text = format_currency(number, "EUR", locale=locale)
    assert named(f"It is {text}!", f"€{number}", "measure")


@given(DAYS, DAYS, st.sampled_from(OF_DATES), st.sampled_from(["short", "medium", "long"]))
def test_a_date_is_read_back_in_every_format_and_is_no_other_date(date, other, locale, width):
    text = f"X: {format_date(date, width, locale=locale)}."
    assert named(text, str(date), "date")
    if width == "long" and locale != "hr":  # whose November is others' October
        assert named(text, str(other), "date") is (date == other)


@given(
    st.sampled_from(sorted(c for c in Locale("en").territories if len(c) == 2 and c.isalpha())),
    st.sampled_from(["en", "de", "fr", "es", "it", "ja", "zh", "ru", "ar", "hi", "ko"]),
)
def test_names_of_cldr_are_read_back_and_mean_one_country(code, language):
    name = Locale(language).territories.get(code, "")
    if code_of(name) != code:  # a short name, or one that means something else in English
        assert language != "en" or code in {"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"}
        return
    assert named(f"({name})", code, "country")
    assert not named(f"({name})", "Antarctica" if code != "AQ" else "Aruba", "country")


@given(
    st.sampled_from(KINDS),
    st.sampled_from(["12.5", "1995-07-08", "April", "US", "Ann Elm"]) | st.text(max_size=30),
    st.text(max_size=60) | st.text("0123456789., '-°$kmbn\nabc千万AprilMay月年日", max_size=80),
)
def test_spans_lie_within_any_text(kind, value, text):
    for start, end in mentions(Passage.of(text), value, kind):
        assert 0 <= start <= end <= len(plain(text))


@pytest.mark.parametrize(
    "part",
    ["1", "1 ", "1,", "1.", " 123", "one ", "option 1 ", "-", "k", "1/1", "May ", "8. ", "1995年"],
)
def test_a_text_of_100_000_repetitions_is_read(part):
    """In no time; what grows with their square would take hours."""
    for kind, value in (("measure", "7"), ("date", "1995-07-08"), ("country", "France")):
        assert isinstance(mentions(Passage.of(part * 100_000), value, kind), list)
