"""`--quiet` and `--verbose`, which every command takes: what is said on stderr besides errors."""

from __future__ import annotations

import functools
import inspect
import logging
import os
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr
from typing import Any

import typer

from ..core.errors import InputError

_HELP = {
    "quiet": "Say nothing but results and errors: no progress, notes or warnings.",
    "verbose": "Also say what is logged, and where in the code an error came from.",
}


def with_verbosity(function: Callable[..., Any]) -> Callable[..., Any]:
    """Returns a command's function that also takes the two options.

    Args:
        function: The function, whose parameters are those of the command.
    """
    signature = inspect.signature(function, eval_str=True)
    parameters = [*signature.parameters.values(), *map(_parameter, _HELP)]

    @functools.wraps(function)
    def called(*, quiet: bool, verbose: bool, **given: Any) -> Any:
        if quiet and verbose:
            raise InputError("--quiet and --verbose: give one of them")
        with _quiet(quiet), _verbose(verbose):
            return function(**given)

    called.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    called.__annotations__ = {of.name: of.annotation for of in parameters}
    return called


def _parameter(name: str) -> inspect.Parameter:
    option = typer.Option(False, f"--{name}", help=_HELP[name])
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, default=option, annotation=bool)


@contextmanager
def _quiet(wanted: bool) -> Iterator[None]:
    """Drops what is written to stderr; the error that ends a command is printed afterwards."""
    if not wanted:
        yield
        return
    nowhere = open(os.devnull, "w")  # noqa: SIM115, PTH123 -- loggers made meanwhile keep it
    with redirect_stderr(nowhere):
        yield


@contextmanager
def _verbose(wanted: bool) -> Iterator[None]:
    if not wanted:
        yield
        return
    root, handler = logging.getLogger(), logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    try:
        yield
    except InputError:
        traceback.print_exc()
        raise
    finally:
        root.removeHandler(handler)
