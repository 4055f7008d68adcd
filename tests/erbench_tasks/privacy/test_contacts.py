"""Tables of people are recognised by their values, whatever they are called; museums are none."""

import pytest

from erbench_track.erbench_tasks.privacy.contacts import people_to_contact
from erbench_track.erbench_tasks.privacy.personal import is_of_people, personal_column

FIRST = ("Ada", "Bela", "Cora", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jana")
LAST = ("Arden", "Brook", "Cole", "Dorn", "Ekman", "Frost", "Garde", "Holm", "Ibsen", "Jarvis")
NAMES = [f"{FIRST[i % 10]} {LAST[i * 7 // 10 % 10]}" for i in range(40)]
MAILS = [f"{name.lower().replace(' ', '.')}{i}@post.example" for i, name in enumerate(NAMES)]
PHONES = [f"+49 30 12345{i:03}" for i in range(40)]
BIRTHDAYS = [f"{1940 + i}-0{i % 9 + 1}-1{i % 9}" for i in range(40)]
TOWNS = [("Ulm", "Bern", "Linz", "Graz")[i % 4] for i in range(40)]
MUSEUMS = [f"{LAST[i % 10]} {('Museum', 'Gallery', 'Collection', 'House')[i % 4]} {i}"
           for i in range(40)]  # fmt: skip
DESKS = [f"info@{i}.example" for i in range(40)]
FIRMS = [f"{LAST[i % 10]} {i} GmbH" for i in range(40)]


def personal(name, columns):
    """Returns what is personal of a table: itself, or else some of its columns."""
    of_people = is_of_people(name, list(columns))
    found = {c: personal_column(c, values, of_people=of_people) for c, values in columns.items()}
    kinds = {column: data.what for column, data in found.items() if data}
    if people_to_contact(name, columns, kinds):
        return (name,)
    return tuple(kinds)


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("kontakt_x", {"bez": NAMES, "em": MAILS, "tl": PHONES, "ort": TOWNS}),
        ("tbl_07", {"c1": NAMES, "c2": MAILS, "c3": PHONES, "c4": TOWNS}),
        ("tbl_08", {"c1": NAMES, "c2": BIRTHDAYS, "c3": PHONES, "c4": TOWNS}),
        ("tbl_09", {"c1": NAMES, "firma": FIRMS, "c2": MAILS, "c3": PHONES, "c4": TOWNS}),
    ],
)
def test_a_table_of_people_to_contact_is_personal_as_a_whole(name, columns):
    assert personal(name, columns) == (name,)


@pytest.mark.parametrize(
    ("name", "columns", "found"),
    [
        ("tbl_07", {"c1": MUSEUMS, "c2": MAILS, "c3": PHONES, "c4": TOWNS}, ("c2", "c3")),
        ("musei", {"c1": NAMES, "c2": MAILS, "c3": PHONES, "c4": TOWNS}, ("c2", "c3")),
        ("tbl_08", {"c1": LAST * 4, "c2": DESKS, "c3": PHONES, "c4": TOWNS}, ("c2", "c3")),
        ("tbl_09", {"c1": FIRMS, "c2": MAILS, "c3": PHONES, "c4": TOWNS}, ("c2", "c3")),
        # A phone alone, or a day beside it that is nobody's birthday.
        ("tbl_10", {"c1": NAMES, "c3": PHONES, "c4": TOWNS}, ("c3",)),
        ("tbl_11", {"c1": NAMES, "c2": [f"202{i % 5}-01-1{i % 9}" for i in range(40)],
                    "c3": PHONES, "c4": TOWNS}, ("c3",)),
        ("rulers", {"ruler": NAMES, "born": BIRTHDAYS, "town": TOWNS}, ("born",)),
    ],
)  # fmt: skip
def test_of_other_tables_only_the_columns_are_personal(name, columns, found):
    assert personal(name, columns) == found
