"""One program: starts, watches and ends its processes, and reaches its verdict.

Nothing here shares memory with the program: this process forks one that becomes the first of new
namespaces, which forks the one where the program runs. All of them die with the first.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import time
from collections.abc import Mapping
from typing import Any

from . import namespaces
from .tested import examine
from .tested_process import reset_signals, set_limits, use_descriptors, wall_in
from .verdict import Report, Watch

ROOT = "/sandbox"


def run_program(request: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
    """Runs one program.

    Args:
        request: `solution`, `tests`, `entry_point`, `expected` (names of tests), `least` (the
            minimum number of tests) and `folder` (its working directory, without namespaces only).
        settings: `limits`, `isolated`, `behind_tmp`; see `zygote`.

    Returns:
        The fields of an `Outcome`.
    """
    secret = secrets.token_hex(16)
    reports, channel = os.pipe()
    output, printed = os.pipe()
    started = time.monotonic()
    first = _fork_first(request, settings, secret, channel, printed)
    os.close(channel)
    os.close(printed)
    report = Report(secret, request["expected"], request["least"])
    watch = Watch(settings, first, started)
    try:
        watch.until_done(reports, output, report)
    finally:
        patience = 0.0 if report.ended or watch.reached else 1.0
        status = _end(first, patience, isolated=settings["isolated"])
        os.close(reports)
        os.close(output)
    return report.outcome(watch.reached, status)


def _fork_first(
    request: Mapping[str, Any],
    settings: Mapping[str, Any],
    secret: str,
    channel: int,
    printed: int,
) -> int:
    """Forks the first process of a program.

    Raises:
        Become: In a forked process: it is to run the program.
    """
    if not settings["isolated"]:
        first = os.fork()
    else:
        ours = os.open("/proc/self/ns/pid", os.O_RDONLY)
        namespaces.unshare(namespaces.NEW_PROCESSES)
        first = os.fork()
        if first:
            namespaces.join_processes_of(ours)
            os.close(ours)
    if not first:
        _be_first(request, settings, secret, channel, printed)
    return first


def _be_first(
    request: Mapping[str, Any],
    settings: Mapping[str, Any],
    secret: str,
    channel: int,
    printed: int,
) -> None:
    """Sets up the isolation, forks the program's process, and reaps until that process ends.

    Raises:
        Become: In the process of the program.
    """
    child = 0
    try:
        channel = use_descriptors(printed, channel)
        os.chdir(_own_files(request, settings))
        wall_in(settings["limits"], isolated=settings["isolated"])
        child = os.fork()
    except OSError as error:
        line = f"{secret}\terror\t\tthe sandbox cannot be made: {error}\n"
        os.write(channel, line.encode())
        os._exit(3)
    if not child:
        _be_tested(request, settings, secret, channel)
    os.closerange(0, 4096)
    while True:
        pid, status, usage = os.wait3(0)
        if pid == child:
            code = os.waitstatus_to_exitcode(status)
            used = usage.ru_utime + usage.ru_stime
            if code == -signal.SIGKILL and used >= settings["limits"]["cpu_seconds"]:
                code = -signal.SIGXCPU  # it ignored the first warning
            os._exit(code & 0xFF)


def _be_tested(
    request: Mapping[str, Any], settings: Mapping[str, Any], secret: str, channel: int
) -> None:
    """Runs the program.

    Raises:
        Become: The tests are loaded; the outermost frame goes on.
    """
    os.setsid()
    reset_signals()
    os.environ.update(HOME=_here(), TMPDIR=_temporary(settings))
    set_limits(settings["limits"])
    examine(request, secret, channel)
    os._exit(0)


def _temporary(settings: Mapping[str, Any]) -> str:
    return "/tmp" if settings["isolated"] else _here()  # noqa: S108 -- its own


def _here() -> str:
    return os.getcwd()  # noqa: PTH109 -- pathlib is not needed inside


def _own_files(request: Mapping[str, Any], settings: Mapping[str, Any]) -> str:
    """Returns the program's working directory."""
    if not settings["isolated"]:
        os.setsid()
        return str(request["folder"])
    namespaces.unshare(namespaces.NEW_MOUNTS | namespaces.NEW_IPC)
    limits = settings["limits"]
    behind = settings["behind_tmp"]
    namespaces.mount_own(ROOT, limits["disk_bytes"], limits["inodes"], behind)
    return f"{ROOT}/work"


def _end(first: int, patience: float, *, isolated: bool) -> int:
    """Kills every process of a program; returns how its first one ended.

    It has `patience` seconds to end by itself, so that its exit code shows why it ended.
    """
    until = time.monotonic() + patience
    done, status = os.waitpid(first, os.WNOHANG)
    while not done and time.monotonic() < until:
        time.sleep(0.002)
        done, status = os.waitpid(first, os.WNOHANG)
    if not done:
        os.kill(first, signal.SIGKILL)
        _, status = os.waitpid(first, 0)
    if not isolated:
        _end_descendants()
    return os.waitstatus_to_exitcode(status)


def _end_descendants() -> None:
    """Kills what is left without namespaces: orphans have become this process's children."""
    for _ in range(1000):
        children = _children()
        if not children:
            return
        for child in children:
            with contextlib.suppress(OSError):
                os.kill(child, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(-1, 0)


def _children() -> list[int]:
    path = f"/proc/self/task/{os.getpid()}/children"
    with open(path, encoding="ascii") as file:  # noqa: PTH123 -- pathlib is not needed inside
        return [int(pid) for pid in file.read().split()]
