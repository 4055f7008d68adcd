"""Watching a program from outside: time, memory, processes, output."""

from __future__ import annotations

import os
import resource
import select
import time
from collections.abc import Mapping
from typing import Any

from .verdict import Report

_LOOK = 0.02  # seconds between looks at memory and processes
_CHUNK = 65536
_PAGE = resource.getpagesize()


class Watch:
    """Watches one program.

    Attributes:
        reached: The limit that it reached, as status and message; else None.
    """

    def __init__(self, settings: Mapping[str, Any], first: int, started: float) -> None:
        self._limits = settings["limits"]
        self._isolated = settings["isolated"]
        self._first = first
        self._until = started + float(self._limits["wall_seconds"])
        self._printed = 0
        self._own = _private_memory(os.getpid())
        self.reached: tuple[str, str] | None = None

    def until_done(self, reports: int, output: int, report: Report) -> None:
        """Reads reports and output until the program is done or reaches a limit."""
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
                self._look(now)
                look_at = time.monotonic() + _LOOK

    def _count(self, size: int) -> None:
        self._printed += size
        if self._printed > self._limits["output_bytes"]:
            self.reached = ("output", f"printed more than {self._limits['output_bytes']} bytes")

    def _look(self, now: float) -> None:
        if now > self._until:
            seconds = self._limits["wall_seconds"]
            self.reached = ("timeout", f"took more than {seconds:g} seconds")
            return
        tasks, memory = 0, 0
        for pid in self._processes():
            try:
                tasks += len(os.listdir(f"/proc/{pid}/task"))  # noqa: PTH208 -- as below
                memory += max(0, _private_memory(pid) - self._own)
            except OSError:
                continue  # it ended meanwhile
        if tasks > self._limits["processes"] + 2:  # its init, and the examiner
            self.reached = ("processes", f"made more than {self._limits['processes']} processes")
        elif memory > self._limits["memory_bytes"]:
            self.reached = ("memory", f"used more than {self._limits['memory_bytes']} bytes")

    def _processes(self) -> list[int]:
        """Returns the program's processes; with namespaces, all but ours and the first one here."""
        if self._isolated:
            ours = (1, os.getpid())
            names = os.listdir("/proc")  # noqa: PTH208 -- as below
            return [int(name) for name in names if name.isdigit() and int(name) not in ours]
        found, waiting = [], [self._first]
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


def _private_memory(pid: int) -> int:
    """Returns a process's resident memory without shared files, in bytes."""
    with open(f"/proc/{pid}/statm", encoding="ascii") as file:  # noqa: PTH123 -- no pathlib here
        _, resident, shared, *_ = file.read().split()
    return (int(resident) - int(shared)) * _PAGE
