"""Full disks, and processes that are ended: what is left is absent or whole."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "erbench_track.cli", "generate"]


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 160 KiB, which only root can mount."""
    folder = tmp_path / "disk"
    folder.mkdir()
    options = ["mount", "-t", "tmpfs", "-o", "size=160k", "tmpfs", str(folder)]
    try:
        subprocess.run(options, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no small file system can be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def generated(output, *options):
    return subprocess.run(
        [*COMMAND, *options, "-o", str(output)], capture_output=True, text=True, check=False
    )


def files_of(folder):
    # Apart from the time, which the manifest has.
    names = (path for path in sorted(Path(folder).rglob("*")) if path.suffix == ".parquet")
    return {str(path.relative_to(folder)): path.read_bytes() for path in names}


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [("erbench", "--benchmark", "movie"), ("track-math", "-n", "200")]
)
def test_a_full_disk_is_one_line_and_nothing_is_left(small_disk, options):
    ended = generated(small_disk / "out", *options)
    assert ended.returncode == 2, ended.stderr
    assert ended.stderr.strip().splitlines()[-1].startswith("erbench-track: error: ")
    assert "No space left on device" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert list(small_disk.iterdir()) == []


@pytest.mark.slow
def test_a_run_that_is_ended_leaves_nothing_or_all_and_the_next_one_is_the_same(tmp_path):
    options = ("erbench", "--benchmark", "movie", "--max-items", "300")
    begun = time.monotonic()
    assert generated(tmp_path / "undisturbed", *options).returncode == 0
    takes = time.monotonic() - begun
    draw = random.Random(23)  # noqa: S311
    for number, sent in enumerate([signal.SIGKILL, signal.SIGTERM]):
        target = tmp_path / f"out{number}"
        process = subprocess.Popen(
            [*COMMAND, *options, "-o", str(target)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(takes * draw.uniform(0.5, 1.0))
        process.send_signal(sent)
        process.wait()
        if not target.exists():
            assert generated(target, *options).returncode == 0
        assert files_of(target) == files_of(tmp_path / "undisturbed")
