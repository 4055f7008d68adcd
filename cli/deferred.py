"""Commands whose modules are imported only when they run, so that the others start at once."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand


def add_deferred(app: typer.Typer, commands: Mapping[str, tuple[str, str]]) -> None:
    """Adds commands that are imported only when they run or show their own help.

    Args:
        app: The group that lists them.
        commands: By name: `module:function` in this package, and the line that the group's help
            shows, which is the first line of the function's docstring.
    """
    for name, (target, summary) in commands.items():
        app.command(name, cls=_deferred(name, target), help=summary)(_not_yet_imported)


def load(name: str, target: str) -> Any:
    """Imports a command.

    Args:
        name: Its name on the command line.
        target: `module:function` in this package.

    Returns:
        A typer command.
    """
    module, function = target.split(":")
    alone = typer.Typer(add_completion=False)
    alone.command(name)(getattr(import_module(f".{module}", __package__), function))
    return typer.main.get_command(alone)


def _deferred(name: str, target: str) -> type[TyperCommand]:
    class Deferred(TyperCommand):
        """Represents a command in its group's list; its context is that of the real command."""

        def make_context(self, *args: Any, **settings: Any) -> Any:
            return load(name, target).make_context(*args, **settings)

    return Deferred


def _not_yet_imported() -> None:
    """Is never called: typer wants a function for every command."""
