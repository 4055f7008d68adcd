"""Reading the dates of a text."""

import datetime
import time

import pytest
from babel.dates import format_date
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.values.dates import Date, dates, find_year, read_value
from erbench_track.core.values.words import plain

LOCALES = [
    "ar", "bg", "ca", "cs", "da", "de", "el", "en", "en_GB", "es", "fi", "fr", "he", "hi", "hr",
    "hu", "id", "it", "ja", "ko", "nl", "pl", "pt", "ro", "ru", "sv", "tr", "uk", "vi", "zh",
]  # fmt: skip


def says(text, value):
    return any(date.agrees(one) for date in dates(plain(text)) for one in read_value(value))


@pytest.mark.parametrize(
    ("value", "parts"),
    [
        ("1995-07-08", {(1995, 7, 8)}),
        ("1995-07-08 00:00:00", {(1995, 7, 8)}),
        ("1995/07", {(1995, 7, None)}),
        ("8 July 1995", {(1995, 7, 8)}),
        ("7/8/1995", {(1995, 7, 8), (1995, 8, 7)}),
        ("13/8/1995", {(1995, 8, 13)}),
        ("April", {(None, 4, None)}),
        ("Listopad", {(None, 10, None), (None, 11, None)}),
        ("1995", set()),
        ("1995-13-08", set()),
        ("April Fool", set()),
        ("", set()),
    ],
)
def test_a_value_is_every_date_that_it_may_be(value, parts):
    assert {date[:3] for date in read_value(value)} == parts


@pytest.mark.parametrize(
    "text",
    [
        "on July 8, 1995", "8th of July, 1995", "8.7.1995", "08.07.1995", "1995/7/8", "7/8/1995",
        "8/7/95", "le 8 juillet 1995", "am 8. Juli 1995", "8 de julio de 1995", "1995, July 8",
        "the eighth of July 1995", "8-Jul-1995", "8 lug 1995", "1995年7月8日", "一九九五年七月八日",
        "1995년 7월 8일", "8 июля 1995 года", "8 tháng 7 năm 1995", "٨ يوليو ١٩٩٥",
        "el 3 d'abril, no el 8 de juliol de 1995",
    ],
)  # fmt: skip
def test_a_date_is_read_in_any_format(text):
    assert says(text, "1995-07-08")


@pytest.mark.parametrize(
    "text",
    ["July 9, 1995", "18 July 1995", "8 July 1996", "8 June 1995", "July 1995", "1995", "9/7/1995"],
)
def test_another_day_is_another_date(text):
    assert not says(text, "1995-07-08")


@pytest.mark.parametrize(
    ("value", "text", "right"),
    [
        ("April", "It came out in 04/2009.", True),
        ("April", "dated 2009-04-28", True),
        ("April", "In Apr. 2009", True),
        ("April", "en avril", True),
        ("April", "в апреле", True),
        ("April", "w kwietniu", True),
        ("April", "4月", True),
        ("April", "chapter 4", False),
        ("2009-04", "15 April 2009", True),
        ("2009-04", "April 2010", False),
        ("October", "the 2009-10 season", False),
        ("May", "the 2004-05 Premier League", False),
        ("December", "at 12.1234 degrees", False),
        ("December", "im 12.2009", True),
    ],
)
def test_a_month_is_read_from_any_date_that_has_one(value, text, right):
    assert says(text, value) == right


@pytest.mark.parametrize(
    ("value", "text", "right"),
    [
        ("May", "It was published in May.", True),
        ("May", "**May**", True),
        ("May", "May 2009 is right.", True),
        ("May", "en mai 2009", True),
        ("May", "This may or may not be so.", False),
        ("May", "May I add that", False),
        ("May", "Option 1 may be wrong.", False),
        ("May", "on 3 may 2009", True),
        ("March", "in March", True),
        ("March", "They march on.", False),
        ("March", "the 1963 march on Washington", False),
        ("March", "a rover on Mars", False),
        ("October", "2 out of 3", False),
        ("August", "3 years ago, 20 ago", False),
        ("August", "8 ago 1995", True),
    ],
)
def test_words_that_are_no_months_are_none(value, text, right):
    assert says(text, value) == right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("二〇〇九年", True),
        ("٢٠٠٩", True),
        ("2009年", True),
        ("2019年", False),
        ("120090", False),
    ],
)
def test_a_year_is_read_in_the_digits_of_other_scripts(text, right):
    assert bool(find_year(plain(text), 2009)) == right


@pytest.mark.parametrize(
    ("year", "text", "right"),
    [
        (1953, "in nineteen fifty-three", True),
        (1908, "nineteen hundred and eight", True),
        (2012, "twenty twelve", True),
        (2008, "two thousand and eight", True),
        (1975, "on 8 November '75", True),
        (1953, "nineteen and fifty-three", False),
        (1975, "'750 of them'", False),
    ],
)
def test_a_year_is_read_in_words_and_without_its_century(year, text, right):
    assert bool(find_year(text, year)) == right


@given(
    st.dates(datetime.date(1000, 1, 1), datetime.date(2090, 1, 1)),
    st.sampled_from(LOCALES),
    st.sampled_from(["short", "medium", "long", "full"]),
)
def test_dates_are_read_back_in_every_format_of_cldr(date, locale, width):
    assert says(f"X: {format_date(date, width, locale=locale)}.", str(date))


@given(
    st.dates(datetime.date(1000, 1, 1), datetime.date(2090, 1, 1)),
    st.dates(datetime.date(1000, 1, 1), datetime.date(2090, 1, 1)),
    st.sampled_from(sorted(set(LOCALES) - {"hr"})),  # whose November is others' October
)
def test_a_date_is_no_other_date(date, other, locale):
    text = f"X: {format_date(other, 'long', locale=locale)}."
    assert says(text, str(date)) == (date == other)


@given(st.text(alphabet="0123456789./-, AprilMay月年日°\n", max_size=60))
def test_no_text_is_too_odd_to_read(text):
    for date in dates(plain(text)):
        assert isinstance(date, Date)
        assert 0 <= date.span[0] < date.span[1] <= len(plain(text))


@pytest.mark.parametrize(
    "part", ["1.", "1/1", "May ", "8 May ", "8. ", "1995年", "一", "April", "thang "]
)
def test_a_text_of_100_000_repetitions_is_read_in_no_time(part):
    started = time.process_time()
    dates(part * 100_000)
    assert time.process_time() - started < 10
