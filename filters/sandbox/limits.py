"""How much of the machine one program may use."""

from __future__ import annotations

from dataclasses import dataclass

_MIB = 1024**2


@dataclass(frozen=True)
class Limits:
    """The limits of one program and all of its children.

    Attributes:
        wall_seconds: Time from its start to its verdict, seconds.
        cpu_seconds: CPU time of each of its processes, whole seconds.
        memory_bytes: Memory beyond what the libraries need, bytes: address space of each
            process, and resident memory of all of them together.
        processes: Processes and threads at one time.
        output_bytes: What it prints, bytes; it is thrown away.
        disk_bytes: Files in its folders, bytes.
        inodes: Files and folders in its folders.
        open_files: Descriptors of each process.
    """

    wall_seconds: float = 60.0
    cpu_seconds: int = 60
    memory_bytes: int = 2048 * _MIB
    processes: int = 64
    output_bytes: int = 8 * _MIB
    disk_bytes: int = 128 * _MIB
    inodes: int = 4096
    open_files: int = 256

    def __post_init__(self) -> None:
        wrong = [name for name, value in vars(self).items() if not value > 0]
        if wrong:
            raise ValueError(f"{', '.join(wrong)}: must be above 0")
