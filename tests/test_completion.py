"""A shell completes commands, options and names of tasks; `--version` and `python -m` work."""

import subprocess
import sys

import pytest
from typer.testing import CliRunner

import erbench_track
from erbench_track.cli.main import app


def completed(line):
    """What bash is offered for the last word of a line."""
    said = {
        "_ERBENCH_TRACK_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(line.split()) - (not line.endswith(" "))),
    }
    return CliRunner().invoke(app, [], env=said, prog_name="erbench-track").output.split()


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("erbench-track sc", ["score"]),
        ("erbench-track score --conf", ["--confirm_run_unsafe_code", "--confirm-run-unsafe-code"]),
        ("erbench-track generate track-math --se", ["--seed"]),
        ("erbench-track score --task track_wiki_app", ["track_wiki_append", "track_wiki_append_t"]),
        ("erbench-track score --task nobody_", []),
        ("erbench-track score --task [", []),
    ],
)
def test_a_shell_is_offered_what_fits(line, offered):
    assert completed(line) == offered


def test_every_task_and_group_is_offered():
    every = completed("erbench-track score --task ")
    assert len(every) > 100
    assert {"erbench", "erbench_movie", "track_wiki"} <= set(every)


def test_the_version_is_said():
    result = CliRunner().invoke(app, ["--version"])
    assert result.output == f"erbench-track {erbench_track.__version__}\n"
    assert result.exit_code == 0


def test_the_package_is_a_command():
    command = [sys.executable, "-m", "erbench_track", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == f"erbench-track {erbench_track.__version__}\n"
