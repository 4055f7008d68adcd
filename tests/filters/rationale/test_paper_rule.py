import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.folding import FoldedText, fold
from erbench_track.filters.rationale.paper_rule import mentioned_share, mentioned_values


def test_values_are_found_as_the_golden_cases_say(golden):
    for case in golden("mentions.json"):
        assert FoldedText.of(case["text"]).contains(case["value"]) is case["mentioned"], case


@given(st.text(), st.text(), st.text(min_size=1))
def test_a_text_mentions_whatever_ascii_it_contains(before, after, value):
    if value.isascii() and value.strip():
        assert FoldedText.of(before + value + after).contains(value)


@given(st.text())
def test_an_empty_value_is_mentioned_nowhere(text):
    assert not FoldedText.of(text).contains("")
    assert not FoldedText.of(text).contains("  ")


@given(st.text(), st.text(min_size=1))
def test_case_and_accents_do_not_matter(text, value):
    if fold(value).isascii():
        found = FoldedText.of(text).contains(value)
        assert FoldedText.of(text).contains(fold(value)) == found
        latin = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
        assert FoldedText.of(latin).contains(value) == found


def test_any_needs_one_value_and_all_needs_every_value():
    years = {"values": ["1908", "1948", "2012"], "match": "all"}
    names = {"values": ["Rome", "Roma"], "match": "any"}
    text = "London hosted in 1908 and 1948. Roma too."
    mentioned = mentioned_values(text, [years, names])
    assert mentioned == [["1908", "1948"], ["Roma"]]
    assert mentioned_share(years, mentioned[0]) == 2 / 3
    assert mentioned_share(years, years["values"]) == 1
    assert mentioned_share(names, mentioned[1]) == 1
    assert mentioned_share(names, []) == 0
    assert mentioned_share({"values": [], "match": "all"}, []) == 0
