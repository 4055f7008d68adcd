"""The verdict that follows from a test process's report."""

from __future__ import annotations

import signal
from typing import Any

_FATAL = ("forged", "error")
_LONGEST_LINE = 4096


class Report:
    """Reads the lines that the examiner writes, and reaches the verdict.

    A line is `secret TAB kind TAB test TAB text`. Anything else was written by the program.
    """

    def __init__(self, secret: str, expected: list[str], least: int) -> None:
        self._secret = secret
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
        elif name and name in self._tests:
            self._forged()
        else:
            if name:
                self._tests[name] = kind
            if kind != "passed" and (self._trouble is None or kind in _FATAL):
                self._trouble = (kind, f"{name}: {text}" if name else text)
            self.ended = self.ended or kind in _FATAL
        return None

    def _forged(self) -> None:
        self._trouble = ("forged", "something that is not a report came over the channel")
        self.ended = True

    def outcome(self, reached: tuple[str, str] | None, exit_code: int) -> dict[str, Any]:
        """Returns the verdict.

        Args:
            reached: A limit that was reached, as status and message.
            exit_code: How the program's first process ended, negative for a signal.

        Returns:
            The fields of an `Outcome`.
        """
        status, message = self._status(reached, exit_code)
        return {
            "passed": status == "passed",
            "status": status,
            "tests_run": len(self._tests),
            "tests_expected": max(self._least, len(self._tests)),
            "message": message,
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
    number = exit_code - 256 if exit_code > 128 else exit_code  # of a signal, seen through init
    if number == -signal.SIGXCPU:
        return "timeout", "used up its CPU time"
    if number < 0:
        name = signal.Signals(-number).name if -number in set(signal.Signals) else str(-number)
        return "crashed", f"ended by {name} before its tests did"
    return "crashed", f"ended with exit code {number} before its tests did"
