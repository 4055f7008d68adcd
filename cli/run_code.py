"""`erbench-track run-code`."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from math import ceil
from pathlib import Path
from typing import Annotated

import typer

from ..core.errors import InputError
from ..core.untrusted_text import read_text
from ..filters.sandbox.pool import choose_sandbox
from ..filters.sandbox.protocol import Limits, Program


def run_code(
    solution: Annotated[Path, typer.Argument(help="The program: a Python file.")],
    tests: Annotated[
        Path, typer.Option("--tests", "-t", help="Its tests: unittest classes or test functions.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    entry_point: Annotated[str, typer.Option(help="A name that the program must define.")] = "",
    sandbox: Annotated[
        str | None,
        typer.Option(
            metavar="bubblewrap|weak",
            help="weak: if bubblewrap is missing; the code can reach your files and the network.",
        ),
    ] = None,
    timeout: Annotated[
        float | None,
        typer.Option(help="Wall-clock seconds."),
    ] = None,
    memory: Annotated[
        int | None,
        typer.Option(help="Megabytes beyond what the libraries need."),
    ] = None,
) -> None:
    """Run a program against its tests in the sandbox, as the CODE tasks do.

    The verdict is printed; the exit code is 0 whatever the verdict, and 2 if the input cannot be
    read or no sandbox is available.

    Example: erbench-track run-code solution.py --tests tests.py --json
    """
    program = Program(read_text(solution), read_text(tests), entry_point)
    limits = _limits(timeout, memory)
    with choose_sandbox({"sandbox": sandbox, "sandbox_workers": 1}, limits) as chosen:
        outcome = chosen.run([program])[0]
    if as_json:
        typer.echo(json.dumps(asdict(outcome)))
    else:
        ran = f"{outcome.tests_run} of {outcome.tests_expected} tests ran"
        said = [f"{outcome.status}: {ran}", outcome.message]
        said.append("it counts as wrong: read how it does that" * (outcome.status == "forged"))
        unaltered = "nothing that the tests expect could be altered, so this says little"
        said.append(unaltered * outcome.unaltered)
        typer.echo("; ".join(filter(None, said)))


def _limits(timeout: float | None, memory: int | None) -> Limits:
    """Returns the default limits, overridden by those that were given.

    Raises:
        InputError: A limit is not above 0.
    """
    limits = Limits()
    try:
        if timeout is not None:
            limits = replace(limits, wall_seconds=timeout, cpu_seconds=max(1, ceil(timeout)))
        if memory is not None:
            limits = replace(limits, memory_bytes=memory * 1024**2)
    except (ValueError, OverflowError) as error:
        raise InputError(f"--timeout, --memory: {error}") from error
    return limits
