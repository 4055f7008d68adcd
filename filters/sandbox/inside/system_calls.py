"""A seccomp filter: system calls that no program needs and that reach into the kernel.

It forbids new namespaces and mounts, tracing and reading other processes' memory, memory that no
limit sees (memfd, System V), kernel keys, BPF, io_uring, limits of other processes, and every kind
of socket except UNIX, IPv4, IPv6 and netlink: network namespaces do not contain AF_VSOCK.
"""

from __future__ import annotations

import ctypes
import platform
import struct

from .namespaces import checked

_ALLOW, _REFUSE, _MISSING = 0x7FFF0000, 0x00050001, 0x00050026  # go on, EPERM, ENOSYS
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _MACHINE, _FIRST_ARGUMENT = 0, 4, 16  # offsets in struct seccomp_data
_NAMESPACES = 0x7E020000  # flags of clone that make namespaces
_SOCKETS = (1, 2, 10, 16)  # AF_UNIX, AF_INET, AF_INET6, AF_NETLINK
_OTHER_INTERFACE = 0x40000000  # x32
_SET_SECCOMP, _FILTER = 22, 2

# Of both machines: io_uring, the new mount interface, pidfd_getfd, process_madvise, quotactl_fd.
_COMMON = (*range(425, 434), 438, 440, 442, 443)
# machine: (its AUDIT_ARCH, clone, prlimit64, socket, refused calls). In order: ptrace,
# process_vm_*, unshare, setns, mount, umount2, pivot_root, chroot, bpf, perf_event_open, *key*,
# userfaultfd, kexec_*,
# *_module, *_handle_at, swap*, reboot, acct, quotactl, set times and names, kcmp, syslog,
# memfd_create, shmget, msgget, semget, and on x86 iopl, ioperm, modify_ldt.
_MACHINES = {
    "x86_64": (
        0xC000003E,
        56,
        302,
        41,
        *(101, 310, 311, 272, 308, 165, 166, 155, 161, 321, 298, 248, 249, 250, 323, 246, 320),
        *(175, 313, 176, 303, 304, 167, 168, 169, 163, 179, 164, 159, 227, 170, 171, 312, 103),
        *(319, 29, 68, 64, 172, 173, 154),
    ),
    "aarch64": (
        0xC00000B7,
        220,
        261,
        198,
        *(117, 270, 271, 97, 268, 40, 39, 41, 51, 280, 241, 217, 218, 219, 282, 104, 294),
        *(105, 273, 106, 264, 265, 224, 225, 142, 89, 60, 170, 171, 112, 161, 162, 272, 116),
        *(279, 194, 186, 190),
    ),
}
_CLONE3 = 435  # its flags lie in memory, which a filter cannot read; libraries fall back to clone


class _Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def _program(machine: int, clone: int, limit: int, socket: int, refused: tuple[int, ...]) -> bytes:
    code = [_step(_LOAD, _MACHINE), _step(_EQUAL, machine, 1, 0), _step(_RETURN, _REFUSE)]
    code += [_step(_LOAD, _NUMBER), _step(_AT_LEAST, _OTHER_INTERFACE, 0, 1)]
    code += [_step(_RETURN, _REFUSE)]
    for number in refused:
        code += [_step(_EQUAL, number, 0, 1), _step(_RETURN, _REFUSE)]
    code += [_step(_EQUAL, _CLONE3, 0, 1), _step(_RETURN, _MISSING)]
    code += [_step(_EQUAL, clone, 0, 4), _step(_LOAD, _FIRST_ARGUMENT)]
    code += [_step(_ANY_BIT, _NAMESPACES, 0, 1), _step(_RETURN, _REFUSE), _step(_RETURN, _ALLOW)]
    code += [_step(_EQUAL, limit, 0, 4), _step(_LOAD, _FIRST_ARGUMENT), _step(_EQUAL, 0, 1, 0)]
    code += [_step(_RETURN, _REFUSE), _step(_RETURN, _ALLOW)]  # 0 is the process that asks
    code += [_step(_EQUAL, socket, 0, 2 + len(_SOCKETS) * 2), _step(_LOAD, _FIRST_ARGUMENT)]
    for family in _SOCKETS:
        code += [_step(_EQUAL, family, 0, 1), _step(_RETURN, _ALLOW)]
    code += [_step(_RETURN, _REFUSE), _step(_RETURN, _ALLOW)]
    return b"".join(code)


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("HBBI", code, if_true, if_false, value)


def _of_this_machine() -> _Filter | None:
    if platform.machine() not in _MACHINES:
        return None
    machine, clone, limit, socket, *refused = _MACHINES[platform.machine()]
    program = _program(machine, clone, limit, socket, (*refused, *_COMMON))
    return _Filter(len(program) // 8, program)


_OURS = _of_this_machine()  # made once, before any program


def restrict_system_calls() -> None:
    """Installs the filter, if the machine is known; nothing can remove it.

    It is for this process and all of its children.

    Raises:
        OSError: The kernel has no seccomp.
    """
    if _OURS is not None:
        checked("prctl", _SET_SECCOMP, _FILTER, ctypes.addressof(_OURS), 0, 0)
