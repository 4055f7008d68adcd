"""Values that nobody should be asked for, and those that only look like them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.erbench_tasks.lint.unaskable import UNASKABLE, is_quantity

KINDS = [name for name, _ in UNASKABLE]


def kinds(text):
    return {name for name, is_so in UNASKABLE if is_so(text)}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("d41d8cd98f00b204e9800998ecf8427e", "hash or token as a value"),
        ("6f9619ff-8b86-d011-b42d-00cf4fc964ff", "hash or token as a value"),
        ("0x89A3F0C8B1D4E5F60718", "hash or token as a value"),
        ("eyJhbGciOiJIUzI1NiIsInR5cCI6", "hash or token as a value"),
        ("N/A", "placeholder as a value"),
        ("", "placeholder as a value"),
        ("  Unknown ", "placeholder as a value"),
        ("9999-12-31", "placeholder as a value"),
        ("0000-00-00 00:00:00", "placeholder as a value"),
        ("keine Angabe", "placeholder as a value"),
        ("2024-03-01 13:37:00", "time of day as a value"),
        ("2024-03-01T13:37:00.123456+02:00", "time of day as a value"),
        ("<p>Old mill</p>", "markup in a value"),
        ("Salt &amp; Sugar", "markup in a value"),
        ('{"a": 1, "b": [2]}', "markup in a value"),
        ("[[Category:Rivers]]", "markup in a value"),
        ("someone@mail.example", "address or path as a value"),
        ("https://example.org/x", "address or path as a value"),
        ("/var/lib/pictures/1.png", "address or path as a value"),
        ("photo_17.jpg", "address or path as a value"),
        ("Holloway et al.", "the first of several people as a value"),
        ("x" * 121, "long value"),
        ("two\nlines", "long value"),
    ],
)
def test_a_value_that_nobody_should_be_asked_for(text, kind):
    assert kind in kinds(text)


@pytest.mark.parametrize(
    "text",
    [
        "Anna Karenina", "1984", "2001-05-06", "2001-05-06 00:00:00", "Deadbeef", "AC/DC", "C++",
        "3.14", "-12", "Unknown Pleasures", "None So Blind", "Rock & Roll", "[Untitled]", "{}",
        "I <3 You", "A < B", "Mississippi", "0-306-40615-2", "0306406152", "Llanfairpwllgwyngyll",
        "Donaudampfschifffahrtsgesellschaft", "Saint-Remy-en-Bouzemont-1st", "50%", "U2",
        "Null Island", "km/h", "Wat?", "Hotel Al", "x@y", "5e3b7a1c",
    ],
)  # fmt: skip
def test_a_value_that_only_looks_like_one(text):
    assert kinds(text) == set()


@pytest.mark.parametrize("part", ["{:", "[,", "<a", "a@b.", "/a", "a1B", "0f", "&a", "\n", "www."])
@pytest.mark.parametrize("end", ["", "}", ">", ";", "!"])
def test_values_of_a_million_characters_are_read(part, end):
    """Anything but linear time would take hours here."""
    assert "long value" in kinds(part * (1_000_000 // len(part)) + end)


@given(st.text())
def test_any_text_is_read(text):
    assert kinds(text) <= set(KINDS)


@pytest.mark.parametrize(
    "text",
    [
        "500 g", "1.5 l", "0,5 l", "12V", "24 - 12 oz bottles", "10 boxes x 20 bags", "36 boxes",
        "1k pkg.", "98%", "20 °C", "3 months", "16 GB", "2 Flaschen", "6 cajas",
    ],
)  # fmt: skip
def test_a_quantity_with_its_unit(text):
    assert is_quantity(text)


@pytest.mark.parametrize(
    "text",
    [
        "", "1984", "12A", "7C", "U2", "H2O", "50 Cent", "2 Fast 2 Furious", "Area 51", "Blink-182",
        "R2-D2", "kg", "bottles", "A 500 g", "1998/99", "3 Doors Down", "g" * 100, "1" * 100 + " g",
    ],
)  # fmt: skip
def test_what_is_no_quantity(text):
    assert not is_quantity(text)
