"""What a sandbox runs, within which limits, and what it says of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

_MIB = 1024**2


@dataclass(frozen=True)
class Limits:
    """The limits of one program and all of its children.

    Attributes:
        wall_seconds: Time from its start to its verdict, seconds.
        cpu_seconds: CPU time of each of its processes, whole seconds.
        memory_bytes: Memory beyond what the libraries need, bytes: address space of each
            process, and resident memory of all of them together.
        processes: Processes and threads at one time.
        output_bytes: What it prints, bytes; it is thrown away.
        disk_bytes: Files in its folders, bytes.
        inodes: Files and folders in its folders.
        open_files: Descriptors of each process.
    """

    wall_seconds: float = 60.0
    cpu_seconds: int = 60
    memory_bytes: int = 2048 * _MIB
    processes: int = 64
    output_bytes: int = 8 * _MIB
    disk_bytes: int = 128 * _MIB
    inodes: int = 4096
    open_files: int = 256

    def __post_init__(self) -> None:
        wrong = [name for name, value in vars(self).items() if not value > 0]
        if wrong:
            raise ValueError(f"{', '.join(wrong)}: must be above 0")


Status = Literal[
    "passed",
    "failed",
    "timeout",
    "memory",
    "processes",
    "output",
    "crashed",
    "forged",
    "error",
]


@dataclass(frozen=True)
class Program:
    """A program and the tests that decide whether it is right.

    Attributes:
        solution: Python source of unknown origin.
        tests: Python source with unittest classes or test functions, from a dataset.
        entry_point: Name that the solution must define; empty where none is required.
        tests_expected: How many tests the dataset says there are; None to count them.
        reference: A solution that is right, if one is known. It is run only where this one seems
            forged: the tests may be such that a right one seems so, too.
    """

    solution: str
    tests: str
    entry_point: str = ""
    tests_expected: int | None = None
    reference: str = ""


@dataclass(frozen=True)
class Outcome:
    """The verdict on a program.

    Attributes:
        passed: Whether every expected test ran and passed.
        status: `passed`; `failed` (a test failed or was skipped, or the program cannot be
            loaded); `timeout`, `memory`, `processes`, `output` (a limit was reached); `crashed`
            (it ended before its tests did); `forged` (it passes tests that say what is false, or
            wrote to what decides); `error` (the tests themselves cannot be loaded, or there are
            none).
        tests_run: How many tests were run to their end.
        tests_expected: How many there are.
        message: Why, in one line.
        unaltered: Whether it passed, but nothing that the tests expect could be altered, such as
            where they only print: that it passes then says little.
    """

    passed: bool
    status: Status
    tests_run: int
    tests_expected: int
    message: str
    unaltered: bool = False


class Sandbox(Protocol):
    """Runs untrusted programs; each is isolated and leaves nothing behind."""

    def run(self, programs: Sequence[Program]) -> list[Outcome]:
        """Runs programs, and returns their outcomes in the same order."""

    def record(self) -> Mapping[str, Any]:
        """Returns what the results record about the sandbox: its kind and its limits."""

    def close(self) -> None:
        """Ends its workers."""
