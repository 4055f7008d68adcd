"""Names of persons as an index has them are put in order, and everything else stays."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.values.inverted_names import in_order, without_titles

# The name, in order, and without titles.
INVERTED = [
    ("Elm, Ann", "Ann Elm", "Ann Elm"),
    ("Elm,Ann", "Ann Elm", "Ann Elm"),
    ("ELM, ANN", "ANN ELM", "ANN ELM"),
    ("Elm, Sir Bob", "Sir Bob Elm", "Bob Elm"),
    ("Elm, Dame Ann Rose", "Dame Ann Rose Elm", "Ann Rose Elm"),
    ("Elm, Prof. Dr. Ann", "Prof. Dr. Ann Elm", "Ann Elm"),
    ("Ash, St Bob of", "St Bob of Ash", "Bob of Ash"),
    ("Elm, Lord", "Lord Elm", "Lord Elm"),
    ("Elm, Duke", "Duke Elm", "Duke Elm"),
    ("Elm, Ann, OM, CH", "Ann Elm", "Ann Elm"),
    ("Elm, Ann, R.A. PhD", "Ann Elm", "Ann Elm"),
    ("Elm, Sir Bob John, Bt", "Sir Bob John Elm", "Bob John Elm"),
    ("Elm, Bob, Lord", "Bob Elm", "Bob Elm"),
    ("Elm, Bob, 1st Baron Elm of Ash", "Bob Elm", "Bob Elm"),
    ("Elm, Bob de", "Bob de Elm", "Bob de Elm"),
    ("van der Elm, Bob", "Bob van der Elm", "Bob van der Elm"),
    ("Elm, Bob, of Ash", "Bob Elm of Ash", "Bob Elm of Ash"),
    ("Elm, Bob, the Elder", "Bob Elm the Elder", "Bob Elm the Elder"),
    ("Elm, Bob, Jr.", "Bob Elm Jr.", "Bob Elm Jr."),
    ("Elm Jr., Bob", "Bob Elm Jr.", "Bob Elm Jr."),
    ("Elm Ash, Ann", "Ann Elm Ash", "Ann Elm Ash"),
    ("Elm, A.B.", "A.B. Elm", "A.B. Elm"),
    ("Elm, Ann (1757-1827)", "Ann Elm (1757-1827)", "Ann Elm"),
    ("Elm, Ann, RA, 1802-28", "Ann Elm (1802-28)", "Ann Elm"),
    ("Pines, The", "The Pines", "The Pines"),
]


@pytest.mark.parametrize(("name", "ordered", "untitled"), INVERTED)
def test_an_inverted_name_is_put_in_order(name, ordered, untitled):
    assert (in_order(name), without_titles(name)) == (ordered, untitled)


@pytest.mark.parametrize(
    "name",
    [
        "Ann Elm", "Elm", "", ",", "Elm,", ", Ann", "Elm School 17th century", "Elm, 17th century",
        "Ann Elm, OM", "Ann Elm, Jr.", "Elm, Jr.", "Bob Elm, the Younger", "Elm, the Younger",
        "Ann Elm, Bob Ash", "Ann Elm, Bob Ash, Cy Fir", "Elm, Ash, Fir", "Elm, Ann & Ash, Bob",
        "Elm, Ann and Bob", "Elm, Prince of Ash", "Elm, of Ash", "Elm, Inc.", "榆, 安",
        "(Elm, Ann)", "Elm, Ann" * 100,
    ],
)  # fmt: skip
def test_what_is_not_inverted_stays_as_it_is(name):
    assert in_order(name) == without_titles(name) == name


words = st.from_regex(r"[A-Z][a-z]{2,8}", fullmatch=True).filter(str.isascii)
names = st.builds(
    "{}, {}{}{}".format,
    st.lists(words, min_size=1, max_size=2).map(" ".join),
    st.sampled_from(["", "Sir ", "Dr. "]),
    words,
    st.sampled_from(["", " de", ", Jr.", ", of Ash", ", the Elder", ", 1757-1827", " (1757)"]),
)


def _words(text):
    return sorted(re.findall(r"\w+", text))


@given(names)
def test_a_name_in_order_has_the_same_words(name):
    assert _words(in_order(name)) == _words(name)


@given(names, st.sampled_from(["OM", "CH", "R.A.", "Bt", "Lord", "Baron Elm"]))
def test_honours_behind_a_name_say_nothing_of_its_order(name, honour):
    plain = name.partition(" (")[0]
    assert in_order(f"{plain}, {honour}") == in_order(plain)


@given(st.text(max_size=80))
def test_any_text_is_put_in_order_once(text):
    assert in_order(in_order(text)) == in_order(text)
    assert set(_words(without_titles(text))) <= set(_words(text))
