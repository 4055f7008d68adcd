from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.untrusted_text import one_line, printable


@given(st.text())
def test_what_is_printable_is_one_line_that_can_be_shown(text):
    line = printable(text)
    assert line.isprintable()
    assert printable(line) == line
    assert one_line(line, limit=len(line)) == line


def test_words_stay_apart_and_invisible_characters_are_left_out_or_escaped():
    assert printable(" two\n words\u200b\x1b[31m\t") == "two words[31m"
    assert one_line(" two\n words\u200b\t") == "two words\\u200b"
