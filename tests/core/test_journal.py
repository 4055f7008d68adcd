"""Journals: whatever happens to a writer, whole lines stay and half lines go."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.errors import InputError
from erbench_track.core.journal import Journal

WRITER = """
import sys
from pathlib import Path
from erbench_track.core.journal import Journal

journal = Journal(Path(sys.argv[1]), synced=False)
for number in range(int(sys.argv[3])):
    journal.append([{"writer": sys.argv[2], "number": number, "text": "x" * 5000}])
"""

# A limit on the size of files stands for a disk that is full: both take a part of what is written.
FULL = """
import resource, signal, sys
from pathlib import Path
from erbench_track.core.errors import InputError
from erbench_track.core.journal import Journal

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
journal = Journal(Path(sys.argv[1]))
journal.append(["short"])
try:
    journal.append(["long" * 1000])
except InputError as error:
    print(error)
"""


def values(path):
    return [value for _, value in Journal(path).read()]


def write(path, *arguments, program=WRITER, **options):
    command = [sys.executable, "-c", program, str(path), *arguments]
    return subprocess.Popen(command, text=True, stdout=subprocess.PIPE, **options)


def test_a_file_that_is_not_there_has_no_lines_and_is_made_with_its_folder(tmp_path):
    path = tmp_path / "new" / "a.jsonl"
    assert values(path) == []
    assert not path.exists()
    Journal(path).append([1, "zwei\n\u2028", {"drei": None}])
    assert values(path) == [1, "zwei\n\u2028", {"drei": None}]


def test_a_text_that_is_not_valid_unicode_can_be_kept(tmp_path):
    Journal(tmp_path / "a.jsonl").append(["\ud800"])
    assert values(tmp_path / "a.jsonl") == ["\ud800"]


@given(kept=st.integers(0, 60))
def test_wherever_a_line_was_cut_off_whole_lines_are_read_and_new_ones_follow_them(
    tmp_path_factory, kept
):
    path = tmp_path_factory.mktemp("journal") / "a.jsonl"
    Journal(path, synced=False).append(["äußerst", {"b": "c"}, [1, 2], "\u2028"])
    content = path.read_bytes()[:kept]
    path.write_bytes(content)
    whole = [json.loads(line) for line in content.split(b"\n")[:-1]]
    assert values(path) == whole
    assert path.read_bytes() == content
    Journal(path, synced=False).append(["new"])
    assert values(path) == [*whole, "new"]


def test_what_a_killed_writer_has_written_is_kept_and_the_next_one_goes_on(tmp_path):
    path = tmp_path / "a.jsonl"
    with write(path, "first", "1000000") as writer:
        while not path.exists() or path.stat().st_size < 100_000:
            assert writer.poll() is None
        writer.kill()
    kept = values(path)
    assert [value["number"] for value in kept] == list(range(len(kept)))
    with path.open("ab") as file:
        file.write(b'{"writer": "fir')
    with write(path, "second", "1"):
        pass
    assert values(path)[:-1] == kept
    assert values(path)[-1]["writer"] == "second"


def test_lines_of_two_writers_do_not_mix(tmp_path):
    path = tmp_path / "a.jsonl"
    with write(path, "one", "300"), write(path, "two", "300"):
        pass
    written = values(path)
    for name in ("one", "two"):
        numbers = [value["number"] for value in written if value["writer"] == name]
        assert numbers == list(range(300))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_full_disk_is_reported_in_one_line():
    with pytest.raises(InputError, match=r"^/dev/full: cannot be written \(No space") as raised:
        Journal(Path("/dev/full")).append([1])
    assert "\n" not in str(raised.value)


def test_what_does_not_fit_on_the_disk_leaves_no_half_line(tmp_path):
    with write(tmp_path / "a.jsonl", program=FULL) as writer:
        message = writer.stdout.read()
    assert message.startswith(f"{tmp_path / 'a.jsonl'}: cannot be written (")
    assert (tmp_path / "a.jsonl").read_text() == '"short"\n'


def test_a_folder_in_its_place_is_refused_before_anything_is_read(tmp_path):
    with pytest.raises(InputError, match="cannot be written"):
        Journal(tmp_path).check()


@pytest.mark.parametrize("content", [b"{}\n{\n", b"{}\n\xff\n", b"{}\n" + b"[" * 100_000 + b"\n"])
def test_a_whole_line_that_is_not_json_is_refused_with_its_number(tmp_path, content):
    (tmp_path / "a.jsonl").write_bytes(content)
    with pytest.raises(InputError, match=r"a\.jsonl, line 2: "):
        values(tmp_path / "a.jsonl")
