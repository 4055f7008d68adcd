"""One program: starts, watches and ends its processes, and reaches its verdict.

Nothing here shares memory with the program: this process forks one that becomes the first of new
namespaces, in which the program runs. With it die all others, and none of them can name a process
that watches.
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
_leave = os._exit  # which a program may have replaced


def run_program(request: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
    """Runs one program.

    Args:
        request: `solution`, `tests`, `entry_point`, `expected` (names of tests), `least` (the
            minimum number of tests), `assertions` (how many there are) and `folder` (its working
            directory, without namespaces only).
        settings: `limits`, `isolated`, `behind_tmp`; see `zygote`.

    Returns:
        What `Report.outcome` does.
    """
    secret = secrets.token_hex(16)
    reports, channel = os.pipe()
    output, printed = os.pipe()
    started = time.monotonic()
    watch = Watch(settings, started)
    first = _forked(isolated=settings["isolated"])
    if not first:
        _be_tested(request, settings, secret, channel, printed)
    os.close(channel)
    os.close(printed)
    report = Report(secret, request["expected"], request["least"], request["assertions"])
    try:
        watch.until_done(first, reports, output, report)
    finally:
        patience = 0.0 if report.ended or watch.reached else 1.0
        code = _end(first, patience, settings)
        os.close(reports)
        os.close(output)
    return report.outcome(watch.reached, code)


def _forked(*, isolated: bool) -> int:
    """Forks; with namespaces, the new process is the first of its own."""
    if not isolated:
        return os.fork()
    ours = os.open("/proc/self/ns/pid", os.O_RDONLY)
    namespaces.unshare(namespaces.NEW_PROCESSES)
    first = os.fork()
    if first:
        namespaces.join_processes_of(ours)
        os.close(ours)
    return first


def _be_tested(
    request: Mapping[str, Any],
    settings: Mapping[str, Any],
    secret: str,
    channel: int,
    printed: int,
) -> None:
    """Sets up the isolation, runs the program, and ends."""
    try:
        channel = use_descriptors(printed, channel)
        os.chdir(_own_files(request, settings))
        wall_in(settings["limits"], isolated=settings["isolated"])
        os.setsid()
        reset_signals()
        if not settings["isolated"]:
            os.environ["HOME"] = os.environ["TMPDIR"] = request["folder"]
        set_limits(settings["limits"])
        examine(request, secret, channel)
    except OSError as error:
        os.write(channel, f"{secret}\terror\t\tthe sandbox cannot be made: {error}\n".encode())
    finally:
        _leave(0)


def _own_files(request: Mapping[str, Any], settings: Mapping[str, Any]) -> str:
    """Returns the program's working directory."""
    if not settings["isolated"]:
        return str(request["folder"])
    namespaces.unshare(namespaces.NEW_MOUNTS | namespaces.NEW_IPC)
    limits = settings["limits"]
    behind = settings["behind_tmp"]
    namespaces.mount_own(ROOT, limits["disk_bytes"], limits["inodes"], behind)
    return f"{ROOT}/work"


def _end(first: int, patience: float, settings: Mapping[str, Any]) -> int:
    """Kills every process of a program; returns how its first one ended.

    It has `patience` seconds to end by itself, so that its exit code shows why it ended.
    """
    until = time.monotonic() + patience
    done, status, usage = os.wait4(first, os.WNOHANG)
    while not done and time.monotonic() < until:
        time.sleep(0.002)
        done, status, usage = os.wait4(first, os.WNOHANG)
    if not done:
        os.kill(first, signal.SIGKILL)
        _, status, usage = os.wait4(first, 0)
    if not settings["isolated"]:
        _end_descendants()
    code = os.waitstatus_to_exitcode(status)
    used = usage.ru_utime + usage.ru_stime
    if code == -signal.SIGKILL and used >= settings["limits"]["cpu_seconds"]:
        return -signal.SIGXCPU  # the first process of a namespace is not given that one
    return code


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
