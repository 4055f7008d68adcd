import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.errors import file_problem, first_line

BLANK = st.text("\n\r\t \x0b\x1c\x85\u2028", max_size=5)
LINES = st.text(st.characters(exclude_categories=["Zs", "Zl", "Zp", "Cc", "Cs"]), min_size=1)


@given(st.text(), st.sampled_from([ValueError, KeyError, OSError, RuntimeError]))
def test_any_exception_has_a_line_that_is_not_empty(message, kind):
    line = first_line(kind(message))
    assert line == line.strip() != ""
    assert len(line.splitlines()) == 1


@given(BLANK, LINES.filter(lambda line: not line.endswith(":")), BLANK, st.text())
def test_the_first_line_that_is_not_blank_is_taken(before, line, after, rest):
    assert first_line(ValueError(f"{before}{line}{after}\n{rest}")) == line
    assert first_line(KeyError(f"{before}{line}{after}\n{rest}")) == line


@given(BLANK, st.sampled_from([ValueError, KeyError, TimeoutError]))
def test_an_exception_that_says_nothing_is_named_by_its_class(blank, kind):
    assert first_line(kind(blank)) == first_line(kind()) == kind.__name__


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("All failures were:\n\n  - the first\n  - the second", "All failures were: - the first"),
        ("nothing follows:", "nothing follows:"),
        ("one: two\nthree", "one: two"),
    ],
)
def test_after_a_heading_the_next_line_is_taken_too(message, line):
    assert first_line(ValueError(message)) == line


def test_a_message_that_is_given_replaces_the_exceptions_own():
    assert first_line(OSError(2003, "gone"), "it is gone\nfor good") == "it is gone"
    assert first_line(OSError(2003, "gone"), "") == "OSError"


def test_a_files_problem_has_neither_number_nor_path():
    assert file_problem(FileNotFoundError(2, "No such file", "x.csv")) == "No such file"
    assert file_problem(OSError("Not a gzipped file (b'ab')")) == "Not a gzipped file (b'ab')"
    assert file_problem(EOFError()) == "EOFError"
