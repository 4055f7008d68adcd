"""The processes that have imported libraries, and are copied for each program.

What a process has read stays in its memory for long, and the process of a program is a copy. Hence
none of these ever reads a line of a program, of tests or of what they reported: they are given open
pipes and nothing else. The first has imported only what every program needs, as a process is copied
the sooner the less it has loaded; the next one has more libraries, and so on.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import signal
import socket
import struct
import sys
import time
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from . import namespaces
from .channel import receive
from .rehearsal import rehearse
from .tested import examine
from .tested_process import reset_signals, set_limits, use_descriptors, wall_in

ROOT = "/sandbox"
_leave = os._exit  # which a program may have replaced
_NUMBER = struct.Struct(">d")


class Forker:
    """One of these processes, as its parent sees it."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection

    @cached_property
    def pid(self) -> int:
        """Its number, once it has loaded its libraries."""
        return int(_received(self._connection))

    def fork(self, request: int, channel: int, printed: int) -> int:
        """Makes the process of a program.

        Args:
            request: Descriptor from which it reads `solution`, `tests`, `entry_point`, `secret` and
                `folder` (its working directory, without namespaces only).
            channel: Where its tests report.
            printed: Where it prints.

        Returns:
            Its number.
        """
        socket.send_fds(self._connection, [b"f"], [request, channel, printed])
        return int(_received(self._connection))

    def end(self, patience: float) -> int:
        """Kills every process of that program; returns how the first one ended.

        It has `patience` seconds to end by itself, so that its exit code shows why it ended.
        """
        self._connection.sendall(_NUMBER.pack(patience))
        return int(_received(self._connection))


def start(settings: Mapping[str, Any], levels: list[list[str]]) -> list[Forker]:
    """Starts one process per level of libraries, each with those of the levels before it."""
    pairs = [socket.socketpair() for _ in levels]
    if not os.fork():
        try:
            for ours, _ in pairs:
                ours.close()
            _serve([theirs for _, theirs in pairs], levels, settings)
        finally:
            _leave(0)
    for _, theirs in pairs:
        theirs.close()
    return [Forker(ours) for ours, _ in pairs]


def _serve(
    connections: list[socket.socket], levels: list[list[str]], settings: Mapping[str, Any]
) -> None:
    """Loads the first of some levels, has a copy load those behind it, and serves."""
    here, *others = connections
    _preload(levels[0])
    if others and not os.fork():
        here.close()
        return _serve(others, levels[1:], settings)
    for other in others:
        other.close()
    if settings["isolated"]:
        namespaces.hide_memory()
    else:
        namespaces.adopt_orphans()
    gc.collect()
    gc.freeze()  # the libraries' pages stay shared
    here.sendall(_NUMBER.pack(os.getpid()))
    with contextlib.suppress(EOFError):
        while True:
            first = _be_copied(here, settings)
            here.sendall(_NUMBER.pack(first))
            here.sendall(_NUMBER.pack(_end(first, _received(here), settings)))
    return None


def _preload(names: list[str]) -> None:
    """Imports libraries that are installed."""
    for name in names:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    rehearse(name for name in names if name in sys.modules)
    sys.path_importer_cache.clear()


def _received(connection: socket.socket) -> float:
    """Reads a number.

    Raises:
        EOFError: The other end is gone.
    """
    data = connection.recv(_NUMBER.size, socket.MSG_WAITALL)
    if len(data) != _NUMBER.size:
        raise EOFError("the other end is gone")
    return float(_NUMBER.unpack(data)[0])


def _be_copied(here: socket.socket, settings: Mapping[str, Any]) -> int:
    """Waits for the pipes of a program, and makes its process; returns that one's number."""
    message, descriptors, *_ = socket.recv_fds(here, 1, 3)
    if not message:
        raise EOFError("the other end is gone")
    first = _forked(isolated=settings["isolated"])
    if not first:
        _be_tested(settings, *descriptors)
    for descriptor in descriptors:
        os.close(descriptor)
    return first


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


def _be_tested(settings: Mapping[str, Any], asked: int, channel: int, printed: int) -> None:
    """Sets up the isolation, runs the program, and ends."""
    secret = ""
    try:
        with os.fdopen(asked, "rb") as stream:
            request = receive(stream)
        secret = request.pop("secret")
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
    """As `Forker.end` says."""
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
