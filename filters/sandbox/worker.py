"""One warm worker: a process that forks one process per program, and is replaced when it dies."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from ...core.errors import InputError, first_line
from . import bubblewrap
from .inside.channel import receive, send
from .protocol import Limits

_START_SECONDS = 180.0
_GRACE_SECONDS = 10.0


class Worker:
    """A process inside the sandbox; not for several threads at once.

    Args:
        limits: What each program may use.
        preload: Modules that it imports once, by level (`libraries.levels`).
        isolated: Whether bubblewrap surrounds it.
    """

    def __init__(self, limits: Limits, preload: Sequence[Sequence[str]], *, isolated: bool) -> None:
        self._limits = limits
        self._preload = preload
        self._isolated = isolated
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Runs a program.

        Args:
            request: In the form that `inside.supervise.run_program` takes.

        Returns:
            What `inside.verdict.Report.outcome` does.

        Raises:
            InputError: The worker cannot be started, or cannot load its libraries.
        """
        loaded = {}
        for _ in range(2):
            process = self._process or self._started()
            with self._folder() as folder:
                try:
                    send(_pipe(process.stdin), {**request, "folder": folder})
                    loaded = _received(process, _START_SECONDS)
                    return _received(process, self._limits.wall_seconds + _GRACE_SECONDS)
                except TimeoutError:
                    self.close()
                    if loaded:
                        return _failure(request, "timeout", "the worker had to be ended")
                except (EOFError, OSError, ValueError):
                    self.close()  # retried with a fresh one: this one may have died before
        if not loaded:
            raise InputError("the sandbox does not start: its libraries cannot be loaded")
        return _failure(request, "crashed", "the worker died twice")

    def close(self) -> None:
        """Ends the process and everything that it started."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                _pipe(stream).close()

    def _started(self) -> subprocess.Popen[bytes]:
        code = bubblewrap.CODE if self._isolated else str(bubblewrap.INSIDE.parent)
        folders = [code, *bubblewrap.site_folders()]
        start = f"import sys; sys.path[1:1] = {folders[:1]!r}; sys.path += {folders[1:]!r}\n"
        start += "from inside.zygote import main\nmain()"
        behind: list[tuple[str, str]] = []
        arguments = [sys.executable, "-I", "-S", "-c", start]
        if self._isolated:
            arguments, behind = bubblewrap.command(start)
        with tempfile.TemporaryFile() as errors:
            process = subprocess.Popen(  # noqa: S603 -- no shell, our own arguments
                arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=bubblewrap.environment(),
                cwd="/",
                start_new_session=True,
            )
            self._process = process
            settings = {
                "limits": asdict(self._limits),
                "preload": self._preload,
                "isolated": self._isolated,
                "behind_tmp": behind,
            }
            try:
                send(_pipe(process.stdin), settings)
                _received(process, _START_SECONDS)
            except (EOFError, OSError, ValueError) as error:
                self.close()
                errors.seek(0)
                lines = errors.read().decode(errors="replace").strip().splitlines()
                reason = lines[-1] if lines else first_line(error)
                raise InputError(f"the sandbox does not start: {reason}") from error
        return process

    @contextlib.contextmanager
    def _folder(self) -> Any:
        """Yields a folder for a program that has no file system of its own; else nothing."""
        if self._isolated:
            yield ""
            return
        folder = tempfile.mkdtemp(prefix="erbench-track-weak-")
        try:
            yield folder
        finally:
            for parent, folders, _ in os.walk(folder):
                for name in folders:
                    if not Path(parent, name).is_symlink():
                        Path(parent, name).chmod(0o700)
            shutil.rmtree(folder, ignore_errors=True)


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        raise OSError("no pipe")
    return stream


def _received(process: subprocess.Popen[bytes], seconds: float) -> dict[str, Any]:
    """Reads an answer.

    Raises:
        TimeoutError: It did not begin in time.
        EOFError: The worker is gone.
        ValueError: It is not a message.
    """
    stream = _pipe(process.stdout)
    ready, _, _ = select.select([stream], [], [], seconds)
    if not ready:
        raise TimeoutError("the worker does not answer")
    # Unbuffered: what a buffer holds of the next answer, `select` does not see.
    return receive(getattr(stream, "raw", stream))


def _failure(request: Mapping[str, Any], status: str, message: str) -> dict[str, Any]:
    least = max(int(request["least"]), len(request["expected"]))
    return {
        "passed": False,
        "status": status,
        "tests_run": 0,
        "tests_expected": least,
        "message": message,
        "held": [],
        "broke": [],
        "ran": [],
    }
