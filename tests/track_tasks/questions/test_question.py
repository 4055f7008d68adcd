"""The month when facts hold is written as in the paper."""

import pytest

from erbench_track.core.errors import InputError
from erbench_track.track_tasks.questions.question import month_in_words


@pytest.mark.parametrize(
    ("as_of", "words"),
    [("2025-09", "Sep. 2025"), ("2026-05", "May 2026"), ("2025-12-31", "Dec. 2025")],
)
def test_months_are_written_as_in_the_paper(as_of, words):
    assert month_in_words(as_of) == words


@pytest.mark.parametrize("as_of", ["", "2025", "2025-13", "Sep. 2025", "2025-9", "x2025-09"])
def test_what_is_no_month_is_refused(as_of):
    with pytest.raises(InputError, match="not a year and month"):
        month_in_words(as_of)
