"""The list of commands: it costs little, and says what the commands say of themselves."""

import inspect
import re
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from erbench_track.cli.deferred import load
from erbench_track.cli.main import COMMANDS, GENERATE, app

# (Typer itself imports pydantic for the parameters of a command that runs.)
HEAVY = {"torch", "transformers", "lm_eval", "datasets", "sqlalchemy", "inflect", "jinja2", "numpy",
         "yaml"}  # fmt: skip


def test_the_list_of_commands_begins_each_commands_own_help():
    for name, (target, summary) in {**COMMANDS, **GENERATE}.items():
        help_text = inspect.cleandoc(load(name, target).help)
        assert help_text.splitlines()[0] == summary


@pytest.mark.parametrize(("group", "commands"), [([], COMMANDS), (["generate"], GENERATE)])
def test_help_lists_every_command_in_order(group, commands):
    shown = CliRunner().invoke(app, [*group, "--help"]).output
    positions = [re.search(rf"^\W*{name} ", shown, re.MULTILINE).start() for name in commands]
    assert positions == sorted(positions)


@pytest.mark.parametrize("arguments", ["--help", "tasks-dir", "generate --help"])
def test_what_needs_no_heavy_package_imports_none(arguments):
    command = [sys.executable, "-X", "importtime", "-m", "erbench_track.cli", *arguments.split()]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "typer" in imported
    assert not HEAVY & imported


def test_only_the_command_that_runs_is_imported():
    code = (
        "import sys; from typer.testing import CliRunner; from erbench_track.cli.main import app\n"
        "CliRunner().invoke(app, ['tasks-dir'])\n"
        "print(*[m for m in sys.modules if m.startswith('erbench_track.cli.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    names = {name.removeprefix("erbench_track.cli.") for name in done.stdout.split()}
    assert names == {"main", "deferred", "tasks_dir"}


def test_a_command_shows_its_own_usage_under_its_own_name():
    shown = CliRunner().invoke(app, ["generate", "track-wiki", "-h"], prog_name="erbench-track")
    assert shown.exit_code == 0
    assert "erbench-track generate track-wiki [OPTIONS]" in shown.output
    assert "--depths" in shown.output


def test_a_missing_option_and_an_unknown_command_are_usage_errors():
    missing = CliRunner().invoke(app, ["gaps", "run"])
    assert missing.exit_code == 2
    assert "--output" in missing.output
    unknown = CliRunner().invoke(app, ["reprot"])
    assert unknown.exit_code == 2
    assert "'reprot'" in unknown.output
    assert "report" in unknown.output
