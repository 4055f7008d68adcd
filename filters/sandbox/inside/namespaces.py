"""Linux namespaces, mounts and privileges of one program, through the C library."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable

NEW_MOUNTS = 0x00020000
NEW_IPC = 0x08000000
NEW_PROCESSES = 0x20000000
_READ_ONLY, _NO_SETUID, _NO_DEVICES, _NO_EXECUTE, _BIND = 1, 2, 4, 8, 4096
_SET_DUMPABLE, _BOUNDING_DROP, _NO_NEW_PRIVILEGES, _AMBIENT = 4, 24, 38, 47
_CLEAR_ALL, _SUBREAPER = 4, 36
_WITH_MOUNTS = 16384
_CAPABILITY_VERSION = 0x20080522
_LIBC = ctypes.CDLL(None, use_errno=True)


def checked(name: str, *arguments: int | bytes | None) -> int:
    """Calls a function of the C library.

    Raises:
        OSError: It failed.
    """
    words = [ctypes.c_ulong(a) if isinstance(a, int) else a for a in arguments]
    result = getattr(_LIBC, name)(*words)
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
    return int(result)


def unshare(flags: int) -> None:
    """Leaves the given namespaces for new ones (that of processes: for the next child)."""
    checked("unshare", flags)


def join_processes_of(descriptor: int) -> None:
    """Lets children be made in the process namespace that a descriptor names."""
    checked("setns", descriptor, NEW_PROCESSES)


def mount_own(root: str, size: int, inodes: int, behind_tmp: Iterable[tuple[str, str]]) -> None:
    """Gives the calling process an empty, limited file system of its own, and its own /proc.

    Args:
        root: An empty folder; `work`, `tmp` and `shm` appear in it, /tmp and /dev/shm show them.
        size: Bytes.
        inodes: Number of files.
        behind_tmp: Read-only folders that lie in /tmp, and where else they can be seen.
    """
    options = f"size={size},nr_inodes={inodes},mode=0755".encode()
    safe = _NO_SETUID | _NO_DEVICES
    checked("mount", b"tmpfs", root.encode(), b"tmpfs", safe, options)
    for name in ("work", "tmp", "shm"):
        os.mkdir(f"{root}/{name}", 0o700)  # noqa: PTH102 -- pathlib is not needed inside
    checked("mount", f"{root}/shm".encode(), b"/dev/shm", None, _BIND, None)
    checked("mount", f"{root}/tmp".encode(), b"/tmp", None, _BIND, None)  # noqa: S108
    for path, elsewhere in behind_tmp:
        os.makedirs(path)  # noqa: PTH103 -- pathlib is not needed inside
        checked("mount", elsewhere.encode(), path.encode(), None, _BIND | _WITH_MOUNTS, None)
    # Read-only: where root starts the sandbox, its sysctls would be writable otherwise.
    proc = safe | _NO_EXECUTE | _READ_ONLY
    checked("mount", b"proc", b"/proc", b"proc", proc, None)


def drop_privileges() -> None:
    """Gives up every capability, permanently and for every program that is executed."""
    checked("prctl", _AMBIENT, _CLEAR_ALL, 0, 0, 0)
    for capability in range(64):
        if _LIBC.prctl(_BOUNDING_DROP, ctypes.c_ulong(capability), 0, 0, 0) < 0:
            break
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    none = (ctypes.c_uint32 * 6)()
    if _LIBC.capset(header, none) < 0:
        raise OSError(ctypes.get_errno(), "capset")
    no_new_privileges()


def no_new_privileges() -> None:
    """Makes setuid programs powerless for this process and its children."""
    checked("prctl", _NO_NEW_PRIVILEGES, 1, 0, 0, 0)


def hide_memory() -> None:
    """Forbids every process without privileges to trace this one or to open its memory."""
    checked("prctl", _SET_DUMPABLE, 0, 0, 0, 0)


def adopt_orphans() -> None:
    """Makes this process the parent of daemons among its descendants."""
    checked("prctl", _SUBREAPER, 1, 0, 0, 0)
