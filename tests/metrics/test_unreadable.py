"""The warning about responses that cannot be read."""

from erbench_track.metrics.unreadable import REMEDY, Unread, count_unread, warning


def test_a_warning_says_the_shares_the_task_and_what_helps():
    found = warning(0.125, 0.08, "erbench_movie_mc")
    assert found == (
        f"erbench_movie_mc: 12.5% of the responses cannot be read (8.0% are cut off). {REMEDY}"
    )
    assert all(name in REMEDY for name in ("max_gen_toks", "enable_thinking", "think_end_token"))


def test_shares_are_not_rounded_to_nothing():
    assert "m: less than 0.1% of the responses cannot be read. " in warning(0.0002, 0.0, "m")
    assert "100.0% of the responses cannot be read (less than 0.1% are" in warning(1, 0.0001, "m")


def test_what_another_packages_filter_found_says_nothing_of_it():
    foreign = ["yes", ["yes"], '{"answer": "yes"}', None, 1.0]
    assert count_unread(foreign) == Unread(0, 0, 0)
    assert count_unread(foreign).warning("a_task") == ""
    assert count_unread([*foreign, '{"unreadable": "empty"}', '{"unreadable": ""}'])[:2] == (2, 1)
