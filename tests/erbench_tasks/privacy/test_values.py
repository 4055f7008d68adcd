"""Personal data is recognised by its values, however they are formatted, and by nothing like it."""

import ipaddress
import random
import string

import phonenumbers
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from stdnum import iban, luhn

from erbench_track.erbench_tasks.privacy.values import personal_texts, personal_values

FORMATS = (
    phonenumbers.PhoneNumberFormat.INTERNATIONAL,
    phonenumbers.PhoneNumberFormat.E164,
    phonenumbers.PhoneNumberFormat.NATIONAL,
)


def kind(values, *, of_people=False, words=("c",)):
    found = personal_values(values, words, of_people=of_people)
    return found and found[0]


# metadata of countries are read at first
@given(st.lists(st.from_regex(r"4[0-9]{14}", fullmatch=True), min_size=3), st.sampled_from("- "))
def test_numbers_with_luhns_digit_are_cards(numbers, gap):
    cards = [number + luhn.calc_check_digit(number) for number in numbers]
    grouped = [gap.join(card[i : i + 4] for i in range(0, 16, 4)) for card in cards]
    assert kind(cards) == kind(grouped) == "numbers of cards"
    wrong = [card[:-1] + str((int(card[-1]) + 1) % 10) for card in cards]
    assert kind(wrong) is None


# metadata of countries are read at first
@given(st.lists(st.from_regex(r"[0-9]{18}", fullmatch=True), min_size=1, max_size=5))
def test_numbers_with_the_check_digits_of_an_iban_are_accounts(numbers):
    accounts = ["DE" + iban.calc_check_digits(f"DE00{number}") + number for number in numbers]
    assert kind(accounts) == kind(map_groups(accounts)) == "numbers of accounts"


def map_groups(accounts):
    return [" ".join(a[i : i + 4] for i in range(0, len(a), 4)) for a in accounts]


# metadata of countries are read at first
@given(
    st.sampled_from(["US", "DE", "FR", "ES", "IT", "PT", "NL", "PL", "GB", "BR"]),
    st.lists(st.integers(0, 999), min_size=4, max_size=6, unique=True),
    st.sampled_from(FORMATS),
)
def test_phone_numbers_are_recognised_in_each_format(region, endings, style):
    example = phonenumbers.example_number(region)
    numbers = []
    for ending in endings:
        number = phonenumbers.PhoneNumber(
            country_code=example.country_code,
            national_number=example.national_number // 1000 * 1000 + ending,
            italian_leading_zero=example.italian_leading_zero,
        )
        assume(phonenumbers.is_valid_number(number))
        numbers.append(phonenumbers.format_number(number, style))
    assume(all(set(number) - set(string.digits) for number in numbers))  # else it is any number
    assert kind(numbers) == "phone numbers"


# metadata of countries are read at first
@given(st.lists(st.ip_addresses(), min_size=1, max_size=5))
@example([ipaddress.ip_address(a) for a in ("68.85.67.75", "127.0.0.0", "127.0.0.0")])
def test_ip_addresses_are_recognised_and_versions_are_not(addresses):
    values = [str(ipaddress.ip_address(address)) for address in addresses]
    assert kind(values) == "IP addresses"
    assert kind(values, words=("file", "version")) is None


# metadata of countries are read at first
@given(st.lists(st.emails(), min_size=1, max_size=5))
def test_addresses_of_mail_are_recognised(addresses):
    assume(all('"' not in address and address.isascii() for address in addresses))
    assume(all(address.rpartition(".")[2].isalpha() for address in addresses))
    assert kind(addresses) == "e-mail addresses"
    assert kind([f"{address}, and more words" for address in addresses]) is None


@pytest.mark.parametrize(
    "street",
    ["42 Main Street", "7b Elm Rd.", "5 rue de la Paix", "Hauptstr. 7", "Lindenstraße 12a",
     "Calle Mayor, 5", "Via Roma 3", "ul. Długa 12", "Rua das Flores, nº 8", "Keizersgracht 12",
     "1015 Oak Hill Avenue, Apt. 3"],
)  # fmt: skip
def test_streets_are_personal_where_a_row_is_a_person(street):
    assert kind([street], of_people=True) == "addresses"
    assert kind([street]) is None


INNOCENT = {
    "dates": ["2001-02-03", "12/10/1999", "2020-01-01 10:00:00"],
    "isbn": ["978-3-16-148410-0", "978-0-306-40615-7", "0-306-40615-2"],
    "isbn_plain": ["9783161484100", "9780306406157"],
    "ten_digits": ["1234567890", "2345678901", "3456789012"],
    "codes": ["12-3456-7", "98-7654-3", "11-2222-3"],
    "cas": ["7732-18-5", "64-17-5", "58-08-2"],
    "coordinates": ["52.5200, 13.4050", "48.8566, 2.3522"],
    "versions": ["1.2.3", "2.0.1", "10.4"],
    "scores": ["3-1", "6-4 7-5", "4-1"],
    "ranges": ["1987-2003", "1990-1999"],
    "numbers": ["1,234,567", "12 345 678", "3.14159265"],
    "ean": ["4006381333931", "4012345678901", "4099100012345"],
    "imo": ["IMO 9074729", "IMO 9176187"],
    "handles": ["@ada", "@bo"],
    "formulas": ["H2O@Pt", "C6H12O6"],
    "times": ["12:30", "10:00:00", "1:02.5"],
    "atc": ["N02BE01", "A10BA02"],
    "titles": ["12 Angry Men", "8 Mile Road", "42nd Street", "Penny Lane", "Abbey Road"],
    "opus": ["BWV 1080", "Op. 27 No. 2"],
    "salaries": ["120000", "95000.50"],
    "none": [],
}


@pytest.mark.parametrize(
    "groups",
    # Not (3, 2, 4): so are the numbers of the American social security written.
    [(3, 3, 3), (3, 3, 4), (4, 4), (2, 2, 2, 2), (5, 5), (3, 7), (6, 2), (2, 7)],
)
@pytest.mark.parametrize("gap", "- .")
def test_codes_in_groups_are_no_phone_numbers(groups, gap):
    drawn = random.Random(0)  # noqa: S311
    codes = [
        gap.join("".join(drawn.choices(string.digits, k=length)) for length in groups)
        for _ in range(100)
    ]
    assert kind(codes) is None


@pytest.mark.parametrize("name", INNOCENT)
def test_values_of_other_kinds_are_not_taken_for_personal_ones(name):
    assert kind(INNOCENT[name]) is None


# metadata of countries are read at first
@given(st.lists(st.integers(0, 10**16 - 1).map(str), min_size=8, max_size=50, unique=True))
def test_plain_numbers_are_hardly_ever_papers(numbers):
    assert kind(numbers) in (None, "numbers of cards")


# metadata of countries are read at first
@given(st.lists(st.text(max_size=300), max_size=10))
def test_any_values_and_texts_can_be_judged(texts):
    personal_values(texts, (), of_people=True)
    personal_texts(texts)


def test_personal_data_is_found_within_questions():
    for value, what in {
        "ada@example.org": "e-mail addresses",
        "+49 30 901820": "phone numbers",
        "(503) 555-9831": "phone numbers",
        "4111 1111 1111 1111": "numbers of cards, accounts or identity papers",
        "DE89 3704 0044 0532 0130 00": "numbers of cards, accounts or identity papers",
        "123-45-6789": "numbers of cards, accounts or identity papers",
    }.items():
        assert personal_texts([f"Is there a person whose line is {value}?"]) == (what, 1.0)
    assert personal_texts(["Which option about *Oslo* in 1987-2003 + 1 is false?"]) is None
    assert personal_texts(["Is it a@b.org?", *["Is it Oslo?"] * 9]) is None


def test_a_long_value_takes_no_time():
    for text in ("1" * 200, "(" * 200, "a " * 100, "12 " + "ab " * 60, "a" * 100_000, "+1" * 100):
        kind([text] * 200, of_people=True)
        personal_texts([text] * 200)
