"""What a pattern in `--tasks` leaves out without a network."""

import pytest

from erbench_track.core.errors import InputError
from erbench_track.plugin.hook.patterns import without_unavailable

FOUND = ["erbench_book_bn_no", "erbench_book_bn_no_ka", "erbench_book_bn_no_sc"]
GIVEN = "erbench_book_bn_no*"


@pytest.fixture
def no_passages(tasks, tmp_path, monkeypatch):
    monkeypatch.setenv("ERBENCH_TRACK_PASSAGE_CACHE", str(tmp_path / "empty"))
    return tasks


def test_tasks_whose_passages_cannot_be_had_are_left_out_with_a_warning(no_passages, caplog):
    assert without_unavailable([GIVEN], FOUND, no_passages) == [FOUND[0], FOUND[2]]
    (line,) = [r.getMessage() for r in caplog.records if "left out: " in r.getMessage()]
    assert line.startswith("--tasks: left out: erbench_book_bn_no_ka: ")
    assert "fill it where there is a network" in line


def test_what_is_named_is_asked_for_even_if_a_pattern_matches_it_as_well(no_passages):
    given = f"{GIVEN},erbench_book_bn_no_ka"
    assert without_unavailable(given, FOUND, no_passages) == FOUND


def test_a_pattern_of_tasks_with_passages_only_is_refused(no_passages):
    with pytest.raises(InputError, match="nothing has a passage"):
        without_unavailable("erbench_book_bn_no_k*", FOUND[1:2], no_passages)


def test_tasks_whose_passages_are_here_stay_and_so_do_files_of_the_users(tasks):
    found = [*FOUND, {"task": "mine"}]
    assert without_unavailable([GIVEN, "mine.yaml"], found, tasks) == found
