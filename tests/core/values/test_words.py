"""Words of a text, and where parts of the plain text stand in the text as it was."""

from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.values.words import in_original, plain


@given(st.text(min_size=1), st.data())
def test_a_part_of_the_plain_text_is_found_in_the_text_as_it_was(text, data):
    simple = plain(text)
    if not simple:
        return
    start = data.draw(st.integers(0, len(simple) - 1))
    end = data.draw(st.integers(start + 1, len(simple)))
    first, last = in_original(text, (start, end))
    assert 0 <= first < last <= len(text)
    assert simple[start:end] in plain(text[first:last])


def test_a_letter_that_becomes_two_is_found_as_one():
    assert in_original("Große Æon", (3, 5)) == (3, 4)
    assert in_original("Große Æon", (7, 11)) == (6, 9)
