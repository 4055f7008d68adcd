"""Files and folders are whole or absent, and what a killed process left is removed."""

import errno
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from erbench_track.core import files
from erbench_track.core.errors import InputError
from erbench_track.core.files import new_folder, write_text

KILLED = """
import os, signal, sys
from pathlib import Path
from erbench_track.core import files
target = Path(sys.argv[1])
with files.{kind}(target{more}) as draft:
    {write}
    os.kill(os.getpid(), signal.SIGKILL)
"""
LEAVING = {
    "folder": ("new_folder", "", "(draft / 'samples_a.jsonl').write_text('half')"),
    "file": ("new_file", "", "draft.write('half'); draft.flush()"),
}


def kill_while_writing(kind, target, way=LEAVING):
    name, more, write = way[kind]
    code = KILLED.format(kind=name, more=more, write=write)
    killed = subprocess.run([sys.executable, "-c", code, str(target)], check=False)
    assert killed.returncode == -9
    (left,) = target.parent.glob(f".{target.name}.*")
    return left


def aged(path):
    os.utime(path, (time.time() - 60,) * 2)
    return path


@pytest.mark.parametrize("kind", LEAVING)
def test_what_a_killed_run_left_is_removed_by_the_next(kind, tmp_path, monkeypatch):
    monkeypatch.setattr(files, "_TIDIED", set())
    left = aged(kill_while_writing(kind, tmp_path / "out"))
    with new_folder(tmp_path / "other") if kind == "folder" else files.new_file(tmp_path / "o"):
        assert not left.exists()
    assert not (tmp_path / "out").exists()


def test_what_another_process_is_writing_stays(tmp_path):
    with new_folder(tmp_path / "a") as first:
        (first / "x").write_text("x")
        aged(first)
        with new_folder(tmp_path / "b"):
            assert first.exists()
    assert (tmp_path / "a" / "x").read_text() == "x"


def test_an_older_version_that_was_put_aside_is_put_back(tmp_path):
    aside = tmp_path / ".out.old-abcdefgh"
    (aside / "out").mkdir(parents=True)
    (aside / "out" / "x").write_text("whole")
    aged(aside)
    with pytest.raises(InputError, match="exists already"), new_folder(tmp_path / "out"):
        pass
    assert (tmp_path / "out" / "x").read_text() == "whole"


@pytest.mark.parametrize("name", [".out.draft-x", ".out-abcdefgh", "out.draft-abcdefgh", ".draft"])
def test_what_only_looks_similar_stays(name, tmp_path):
    (tmp_path / name).mkdir()
    aged(tmp_path / name)
    with new_folder(tmp_path / "out"):
        pass
    assert (tmp_path / name).exists()


@pytest.mark.parametrize("number", sorted(files._NO_ROOM))
def test_a_full_or_broken_disk_is_one_line_and_leaves_nothing(number, tmp_path):
    with (  # noqa: PT012
        pytest.raises(InputError, match=r"out: cannot be written \(") as caught,
        new_folder(tmp_path / "out") as draft,
    ):
        (draft / "a").write_text("a")
        raise OSError(number, "[Errno] with a detail\nof two lines")
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_other_errors_are_not_taken_for_a_full_disk(tmp_path):
    with pytest.raises(FileNotFoundError), new_folder(tmp_path / "out"):
        raise FileNotFoundError(errno.ENOENT, "nothing there")


def test_a_file_is_replaced_only_when_it_is_whole(tmp_path):
    write_text(tmp_path / "a", "old")
    with pytest.raises(RuntimeError), files.new_file(tmp_path / "a") as file:  # noqa: PT012
        file.write("new")
        raise RuntimeError
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert Path(tmp_path / "a").read_text() == "old"


def make(folder, text):
    folder.mkdir()
    (folder / "x").write_text(text)


def test_what_another_process_made_meanwhile_stays_whole(tmp_path):
    with pytest.raises(InputError, match="another process has made it"):  # noqa: PT012, SIM117
        with new_folder(tmp_path / "out") as draft:
            (draft / "x").write_text("ours")
            make(tmp_path / "out", "theirs")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert (tmp_path / "out" / "x").read_text() == "theirs"


def test_of_two_processes_that_may_overwrite_the_last_one_wins(tmp_path):
    with new_folder(tmp_path / "out", overwrite=True) as draft:
        (draft / "x").write_text("ours")
        make(tmp_path / "out", "theirs")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert (tmp_path / "out" / "x").read_text() == "ours"
