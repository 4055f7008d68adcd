"""Watching a program from outside, and what the report of its tests amounts to."""

from __future__ import annotations

import os
import resource
import select
import signal
import time
from collections.abc import Mapping
from typing import Any

_FATAL = ("forged", "error")
_LONGEST_LINE = 4096
_LOOK = 0.02  # seconds between looks at memory and processes
_CHUNK = 65536
_PAGE = resource.getpagesize()
_SOCKET = 2 * 212_992  # bytes: what the kernel lets one of them hold, unless its limit was raised


class Report:
    """Reads the lines that the examiner writes, and reaches the verdict.

    A line is `secret TAB kind TAB test TAB text`. Anything else was written by the program.
    Instead of a test, `held` and `broke` name an assertion by its number.
    """

    def __init__(self, secret: str, expected: list[str], least: int, assertions: int) -> None:
        self._secret = secret
        self._numbers = {str(number): number for number in range(assertions)}
        self._held: set[int] = set()
        self._broke: dict[int, str] = {}
        self._expected = expected
        self._least = max(least, len(expected))
        self._tests: dict[str, str] = {}
        self._trouble: tuple[str, str] | None = None
        self._rest = b""
        self.ended = False

    def read(self, data: bytes) -> None:
        """Takes what came over the channel."""
        lines = (self._rest + data).split(b"\n")
        self._rest = lines.pop()[: _LONGEST_LINE + 1]
        for line in lines:
            self._line(line.decode("utf-8", "replace"))
        if len(self._rest) > _LONGEST_LINE:
            self._forged()

    def _line(self, line: str) -> None:
        if self.ended:
            return None  # it is being killed
        fields = line.split("\t")
        if len(fields) != 4 or fields[0] != self._secret:
            return self._forged()
        _, kind, name, text = fields
        if kind == "end":
            self.ended = True
        elif kind in ("held", "broke") and name in self._numbers:
            self._assertion(kind, self._numbers[name], text)
        elif kind in ("held", "broke") or (name and name in self._tests):
            self._forged()
        else:
            if name:
                self._tests[name] = kind
            if kind != "passed" and (self._trouble is None or kind in _FATAL):
                self._trouble = (kind, f"{name}: {text}" if name else text)
            self.ended = self.ended or kind in _FATAL
        return None

    def _assertion(self, kind: str, number: int, text: str) -> None:
        if kind == "held":
            self._held.add(number)
        else:
            self._broke.setdefault(number, text)

    def _forged(self) -> None:
        self._trouble = ("forged", "something that is not a report came over the channel")
        self.ended = True

    def outcome(self, reached: tuple[str, str] | None, exit_code: int) -> dict[str, Any]:
        """Returns the verdict.

        Args:
            reached: A limit that was reached, as status and message.
            exit_code: How the program's first process ended, negative for a signal.

        Returns:
            The fields of an `Outcome`, `held`, `broke` (with what was said) and `ran` (names of
            tests).
        """
        status, message = self._status(reached, exit_code)
        return {
            "passed": status == "passed",
            "status": status,
            "tests_run": len(self._tests),
            "tests_expected": max(self._least, len(self._tests)),
            "message": message,
            "held": sorted(self._held),
            "broke": sorted(self._broke.items()),
            "ran": sorted(self._tests),
        }

    def _status(self, reached: tuple[str, str] | None, exit_code: int) -> tuple[str, str]:
        if self._trouble is not None and self._trouble[0] in _FATAL:
            return self._trouble
        if reached is not None:
            return reached
        if self._rest:
            return "forged", "something that is not a report came over the channel"
        if self._trouble is not None:
            return self._trouble
        if not self.ended:
            return _ending(exit_code)
        missing = [name for name in self._expected if self._tests.get(name) != "passed"]
        if missing or len(self._tests) < self._least:
            return "failed", f"did not run: {', '.join(missing) or 'as many tests as there are'}"
        if not self._tests:
            return "error", "there are no tests"
        return "passed", ""


def _ending(exit_code: int) -> tuple[str, str]:
    """Says how a process that did not finish its tests ended."""
    if exit_code == -signal.SIGXCPU:
        return "timeout", "used up its CPU time"
    if exit_code < 0:
        name = signal.Signals(-exit_code).name if -exit_code in set(signal.Signals) else -exit_code
        return "crashed", f"ended by {name} before its tests did"
    return "crashed", f"ended with exit code {exit_code} before its tests did"


class Watch:
    """Watches one program; made before the program is there.

    Args:
        settings: `limits` and `isolated`.
        forker: The process of which the program's will be a copy.

    Attributes:
        reached: The limit that it reached, as status and message; else None.
    """

    def __init__(self, settings: Mapping[str, Any], forker: int) -> None:
        self._limits = settings["limits"]
        self._isolated = settings["isolated"]
        self._until = time.monotonic() + float(self._limits["wall_seconds"])
        self._printed = 0
        self._others = _visible() if self._isolated else set()
        self._own = _private_memory(forker)
        self._sockets = _sockets()
        self.reached: tuple[str, str] | None = None

    def until_done(self, first: int, reports: int, output: int, report: Report) -> None:
        """Reads reports and output until the program is done or reaches a limit.

        Args:
            first: Its first process.
            reports: Where its tests report.
            output: What it prints.
            report: Takes the reports.
        """
        poll = select.poll()
        for descriptor in (reports, output):
            poll.register(descriptor, select.POLLIN)
        look_at = time.monotonic() + _LOOK
        while not report.ended and self.reached is None:
            for descriptor, _ in poll.poll(1000 * _LOOK):
                data = os.read(descriptor, _CHUNK)
                if not data:
                    poll.unregister(descriptor)
                    if descriptor == reports:
                        return
                elif descriptor == reports:
                    report.read(data)
                else:
                    self._count(len(data))
            now = time.monotonic()
            if now > look_at:
                self._look(first, now)
                look_at = time.monotonic() + _LOOK

    def _count(self, size: int) -> None:
        self._printed += size
        if self._printed > self._limits["output_bytes"]:
            self.reached = ("output", f"printed more than {self._limits['output_bytes']} bytes")

    def _look(self, first: int, now: float) -> None:
        if now > self._until:
            seconds = self._limits["wall_seconds"]
            self.reached = ("timeout", f"took more than {seconds:g} seconds")
            return
        tasks, memory = 0, 0
        if self._isolated:  # else they are those of the whole machine
            memory += _SOCKET * max(0, _sockets() - self._sockets)
        for pid in _visible() - self._others if self._isolated else _descendants(first):
            try:
                tasks += len(os.listdir(f"/proc/{pid}/task"))  # noqa: PTH208 -- as below
                memory += max(0, _private_memory(pid) - self._own)
            except OSError:
                continue  # it ended meanwhile
        if tasks > self._limits["processes"] + 1:  # itself
            self.reached = ("processes", f"made more than {self._limits['processes']} processes")
        elif memory > self._limits["memory_bytes"]:
            self.reached = ("memory", f"used more than {self._limits['memory_bytes']} bytes")


def _visible() -> set[int]:
    """Returns all processes of this namespace."""
    return {int(name) for name in os.listdir("/proc") if name.isdigit()}  # noqa: PTH208


def _descendants(first: int) -> list[int]:
    """Returns a process and its descendants."""
    found, waiting = [], [first]
    while waiting:
        pid = waiting.pop()
        found.append(pid)
        waiting += _children(pid)
    return found


def _children(pid: int) -> list[int]:
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:  # noqa: PTH123
            return [int(child) for child in file.read().split()]
    except OSError:
        return []


def _sockets() -> int:
    """Returns how many sockets there are in this network namespace: kernel memory, of nobody."""
    try:
        with open("/proc/net/sockstat", encoding="ascii") as file:  # noqa: PTH123 -- as above
            return int(file.readline().split()[2])
    except (OSError, ValueError, IndexError):
        return 0


def _private_memory(pid: int) -> int:
    """Returns a process's resident memory without shared files, in bytes."""
    with open(f"/proc/{pid}/statm", encoding="ascii") as file:  # noqa: PTH123 -- no pathlib here
        _, resident, shared, *_ = file.read().split()
    return (int(resident) - int(shared)) * _PAGE
