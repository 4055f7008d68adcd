"""What commands say besides their results."""

import inspect
import logging
import sys
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from erbench_track.cli.main import COMMANDS, GENERATE, load
from erbench_track.cli.output import with_verbosity
from erbench_track.core.errors import InputError


def talkative(name: Annotated[str, typer.Option(help="Whose.")] = "nobody") -> None:
    """Say something."""
    print("warning: half of it is left out", file=sys.stderr)
    logging.getLogger("erbench_track.test").info("a detail")
    if name == "wrong":
        raise InputError("name: 'wrong' is wrong")
    typer.echo(f"result of {name}")


@pytest.fixture
def run(monkeypatch):
    monkeypatch.setattr(logging.getLogger(), "level", logging.WARNING)
    app = typer.Typer()
    app.command()(with_verbosity(talkative))
    return lambda *arguments: CliRunner().invoke(app, arguments)


def test_a_command_says_its_results_and_warnings(run):
    shown = run("--name", "me")
    assert (shown.stdout, shown.exit_code) == ("result of me\n", 0)
    assert shown.stderr == "warning: half of it is left out\n"


def test_quiet_leaves_the_results(run):
    shown = run("--quiet", "--name", "me")
    assert (shown.stdout, shown.stderr, shown.exit_code) == ("result of me\n", "", 0)


def test_quiet_leaves_errors_also_those_of_usage(run):
    assert str(run("--quiet", "--name", "wrong").exception) == "name: 'wrong' is wrong"
    assert "No such option" in run("--quiet", "--nmae", "x").stderr


def test_verbose_adds_the_log_and_where_an_error_came_from(run):
    shown = run("--verbose", "--name", "wrong")
    assert "INFO erbench_track.test: a detail" in shown.stderr
    assert "in talkative" in shown.stderr


def test_both_are_refused(run):
    assert str(run("--quiet", "--verbose").exception) == "--quiet and --verbose: give one of them"


def test_a_function_keeps_its_own_help_and_parameters():
    assert inspect.getdoc(with_verbosity(talkative)) == "Say something."
    assert next(iter(inspect.signature(with_verbosity(talkative)).parameters)) == "name"


def test_every_command_takes_both():
    for name, (target, _) in {**COMMANDS, **GENERATE}.items():
        taken = {option for each in load(name, target).params for option in each.opts}
        assert {"--quiet", "--verbose"} <= taken, name
