"""Turning a forked process into one in which a program may run: limits, privileges, descriptors."""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Mapping
from typing import Any

from .namespaces import drop_privileges, hide_memory, no_new_privileges
from .system_calls import restrict_system_calls

# A little address space more than memory: whoever fills it is then ended from outside, at once, and
# does not fail with MemoryError in one assertion after the other.
_MORE = 64 * 1024**2  # bytes


def wall_in(limits: Mapping[str, Any], *, isolated: bool) -> None:
    """Gives up privileges and dangerous system calls.

    Args:
        limits: As in `Limits`.
        isolated: Whether namespaces were made; without them there is no privilege to drop.
    """
    if isolated:
        drop_privileges()
    else:
        no_new_privileges()
    restrict_system_calls()
    hide_memory()


def set_limits(limits: Mapping[str, Any]) -> None:
    """Sets this process's resource limits.

    Args:
        limits: As in `Limits`.
    """
    cpu = int(limits["cpu_seconds"])
    space = _address_space() + int(limits["memory_bytes"]) + _MORE
    _limit(resource.RLIMIT_CPU, cpu, cpu + 1)
    _limit(resource.RLIMIT_AS, space)
    _limit(resource.RLIMIT_NPROC, int(limits["processes"]))
    _limit(resource.RLIMIT_FSIZE, int(limits["disk_bytes"]))
    _limit(resource.RLIMIT_NOFILE, int(limits["open_files"]))
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_MEMLOCK, 0)
    if hasattr(resource, "RLIMIT_MSGQUEUE"):
        _limit(resource.RLIMIT_MSGQUEUE, 0)


def _limit(kind: int, soft: int, hard: int | None = None) -> None:
    _, most = resource.getrlimit(kind)
    wanted = soft if hard is None else hard
    top = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    resource.setrlimit(kind, (min(soft, top), top))


def _address_space() -> int:
    with open("/proc/self/statm", "rb", 0) as file:  # noqa: PTH123 -- pathlib is not needed
        return int(file.read().split()[0]) * resource.getpagesize()


def use_descriptors(output: int, channel: int) -> int:
    """Leaves only an empty standard input, the output and the channel open.

    Args:
        output: Where standard output and error go.
        channel: Where the examiner reports.

    Returns:
        The channel's new number.
    """
    null = os.open("/dev/null", os.O_RDWR)
    channel, output = os.dup(channel), os.dup(output)
    os.dup2(null, 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    moved = 64 + os.urandom(1)[0] // 2  # not the place where a program would look first
    os.dup2(channel, moved, inheritable=False)
    os.closerange(3, moved)
    os.closerange(moved + 1, 4096)
    return moved


def reset_signals() -> None:
    """Restores the default handling of signals."""
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_IGN)  # as Python itself starts
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
