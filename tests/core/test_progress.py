"""Progress bars on stderr."""

import pytest

from erbench_track.core.progress import progress, watched


@pytest.fixture
def terminal(monkeypatch):
    """Stderr passes for a terminal."""
    monkeypatch.setenv("FORCE_COLOR", "1")


@pytest.mark.usefixtures("terminal")
def test_of_two_progress_bars_the_outer_one_is_shown(capsys):
    with progress("outer", 30) as outer, progress("inner", 30) as inner:
        inner(30)
        outer(30)
    with progress("later", 30) as later:
        later(30)
    shown = capsys.readouterr().err
    assert "outer" in shown
    assert "later" in shown
    assert "inner" not in shown


@pytest.mark.usefixtures("terminal")
def test_items_pass_unchanged_and_advance_a_bar(capsys):
    assert list(watched(iter(range(30)), "Reading", 30)) == list(range(30))
    shown = capsys.readouterr().err
    assert "Reading" in shown
    assert "30/30" in shown


@pytest.mark.usefixtures("terminal")
def test_an_iteration_that_is_given_up_leaves_room_for_the_next_bar(capsys):
    items = watched(range(30), "first", 30)
    assert next(items) == 0
    items.close()
    with progress("second", 30) as advance:
        advance(30)
    assert "second" in capsys.readouterr().err


def test_without_a_terminal_and_for_few_steps_there_is_no_bar(capsys, monkeypatch):
    assert list(watched("abc" * 10, "Reading", 30)) == list("abc" * 10)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert list(watched("abc", "Reading", 3)) == list("abc")
    assert "Reading" not in capsys.readouterr().err


def test_long_work_without_a_terminal_prints_a_line_now_and_then(capsys, monkeypatch):
    monkeypatch.setattr("erbench_track.core.progress._BETWEEN_LINES", 0.0)
    assert list(watched(range(2000), "Generating", 2000)) == list(range(2000))
    lines = capsys.readouterr().err.splitlines()
    assert "Generating: 1,000 of 2,000, about 0:00:00 left" in lines
    assert len(lines) == 2000
