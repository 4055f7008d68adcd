"""Personal data is recognised by its values, however they are formatted, and by nothing like it."""

import random
import string

import phonenumbers
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from stdnum import iban, luhn

from erbench_track.erbench_tasks.privacy.values import personal_texts, personal_values

MAIL, PHONE = "e-mail addresses", "phone numbers"
NUMBER = "numbers of cards, accounts or identity papers"
INNOCENT = {
    "dates": ["2001-02-03", "12/10/1999", "2020-01-01 10:00:00", "1987-2003"],
    "isbn": ["978-3-16-148410-0", "978-0-306-40615-7", "0-306-40615-2", "9783161484100"],
    "codes": ["12-3456-7", "98-7654-3", "11-2222-3", "7732-18-5", "64-17-5"],
    "coordinates": ["52.5200, 13.4050", "48.8566, 2.3522", "+48.8566"],
    "scores": ["3-1", "6-4 7-5", "4-1", "1-0"],
    "numbers": ["1,234,567", "12 345 678", "3.14159265", "1234567890", "4006381333931"],
    "handles": ["@ada", "@bo", "H2O@Pt", "https://img.example.com/Elm@._V1_.jpg"],
    "titles": ["12 Angry Men", "867-5309", "BWV 1080", "Penny Lane"],
    "none": [],
}


def kind(values):
    found = personal_values(values)
    return found and found[0]


def grouped(number, gap):
    return gap.join(number[i : i + 4] for i in range(0, len(number), 4))


@given(st.lists(st.from_regex(r"4[0-9]{14}", fullmatch=True), min_size=3), st.sampled_from("- "))
def test_numbers_with_check_digits_are_cards_and_accounts(numbers, gap):
    cards = [number + luhn.calc_check_digit(number) for number in numbers]
    accounts = [f"DE{iban.calc_check_digits(f'DE00{n}000')}{n}000" for n in numbers]
    for known in (cards, [grouped(c, gap) for c in cards], [grouped(a, " ") for a in accounts]):
        assert kind(known) == NUMBER
    assert kind([card[:-1] + str((int(card[-1]) + 1) % 10) for card in cards]) is None


@pytest.mark.parametrize("region", ["US", "DE", "FR", "ES", "IT", "NL", "GB", "BR"])
@pytest.mark.parametrize("style", [1, 2])  # international and national
def test_phone_numbers_are_recognised_in_each_format(region, style):
    example = phonenumbers.example_number(region)
    numbers = []
    for _ in range(5):
        example.national_number += 1
        numbers.append(phonenumbers.format_number(example, style))
    written_apart = any(set(number) - set(string.digits) for number in numbers)
    assert kind(numbers) == (PHONE if written_apart else None)


@given(st.lists(st.emails(), min_size=1, max_size=5))
def test_addresses_of_mail_are_recognised(addresses):
    assume(all('"' not in address and address.isascii() for address in addresses))
    assume(all(address.rpartition(".")[2].isalpha() for address in addresses))
    assert kind(addresses) == kind([f"ask {address}, and wait" for address in addresses]) == MAIL


@pytest.mark.parametrize("name", INNOCENT)
def test_values_of_other_kinds_are_not_taken_for_personal_ones(name):
    assert kind(INNOCENT[name]) is None


def test_codes_in_groups_are_no_phone_numbers():
    drawn = random.Random(0)  # noqa: S311
    for groups in ((3, 3, 3), (3, 3, 4), (4, 4), (5, 5), (3, 7), (6, 2)):
        codes = ["-".join("".join(drawn.choices(string.digits, k=n)) for n in groups)
                 for _ in range(100)]  # fmt: skip
        assert kind(codes) is None


@pytest.mark.parametrize(
    ("value", "what"),
    [("ada@example.org", MAIL), ("+49 30 901820", PHONE), ("(503) 555-9831", PHONE),
     ("4111 1111 1111 1111", NUMBER), ("DE89 3704 0044 0532 0130 00", NUMBER),
     ("123-45-6789", NUMBER)],
)  # fmt: skip
def test_personal_data_is_found_within_questions(value, what):
    assert personal_texts([f"Is there a person whose line is {value}?"]) == (what, 1.0)
    assert personal_texts([f"Is it {value}?", *["Is it Oslo in 1987-2003 + 1?"] * 9]) is None


@pytest.mark.parametrize("text", ["1" * 200, "(" * 200, "a " * 100, "a" * 100_000, "+1" * 100,
                                  "1-" * 1000, "DE12" * 500, "a@" * 1000])  # fmt: skip
def test_a_long_value_takes_no_time(text):
    personal_values([text] * 200)
