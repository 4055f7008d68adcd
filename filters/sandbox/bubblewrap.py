"""The command line of bubblewrap: what a worker can see of this machine."""

from __future__ import annotations

import os
import re
import shutil
import site
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

INSIDE = Path(__file__).resolve().parent / "inside"
PACKAGE = Path(__file__).resolve().parents[2]
"""This package, which has problems with their tests and solutions in it."""
CODE = "/sandbox-code"
_ROOTS = ("/lib", "/lib64", "/lib32", "/libx32", "/bin", "/sbin")
_SETTINGS = (
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/alternatives",
    "/etc/fonts",
    "/etc/localtime",
    "/etc/mime.types",
)
_DEVICES = ("null", "zero", "full", "random", "urandom")
_NAME = "bwrap"
_INSTALLERS = {
    "apt-get": "apt-get install",
    "dnf": "dnf install",
    "zypper": "zypper install",
    "pacman": "pacman -S",
    "apk": "apk add",
}
_HOOK = re.compile(r"import __editable___(?P<name>\w+?)_\d\w*_finder")
_OURS = "erbench_track"


def is_missing() -> str:
    """Returns why bubblewrap cannot be used here, in a few words; empty if it can."""
    command = shutil.which(_NAME)
    if command is None:
        return "bubblewrap is not installed"
    probe = [command, *_walls(), "--ro-bind", "/", "/", "/bin/true"]
    try:
        done = subprocess.run(probe, capture_output=True, timeout=20, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bubblewrap does not start ({type(error).__name__})"
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        reason = lines[-1] if lines else "no reason given"
        return f"bubblewrap cannot make namespaces here ({reason})"
    return ""


def remedy() -> str:
    """Returns what would make it usable on this system, as an imperative."""
    if sys.platform != "linux":
        return "run it on Linux"
    if shutil.which(_NAME):
        return "let this user make namespaces"
    has = (command for manager, command in _INSTALLERS.items() if shutil.which(manager))
    command = next(has, "")
    return f"`{command} bubblewrap`" if command else "install bubblewrap"


def environment() -> dict[str, str]:
    """Returns the whole environment of a worker."""
    one = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return one | {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": "/tmp",  # noqa: S108 -- inside the sandbox
        "USER": "sandbox",
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "MPLBACKEND": "Agg",
        "MPLCONFIGDIR": "/tmp/.matplotlib",  # noqa: S108 -- inside the sandbox
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
    }


def python_folders() -> list[str]:
    """Returns the folders that this interpreter and its packages need, none within another."""
    executable = Path(sys.executable)
    needed = {Path(sys.prefix), Path(sys.base_prefix), *map(Path, site_folders())}
    needed |= {executable.parent.parent, executable.resolve().parent.parent}
    needed = {path for path in needed if path.is_dir() and path != Path("/")}
    needed |= {path.resolve() for path in needed}
    kept = [p for p in needed if not any(p.is_relative_to(q) for q in needed - {p})]
    return sorted(str(p) for p in kept if not p.is_relative_to("/usr"))


def site_folders() -> list[str]:
    """Returns the folders of installed packages, as they are on `sys.path`."""
    folders = [*site.getsitepackages(), site.getusersitepackages()]
    named = {folder for folder in _named_folders() if not _shows_too_much(folder)}
    return [folder for folder in sys.path if folder in folders or Path(folder) in named]


def unseen_packages() -> list[str]:
    """Returns what is installed here, but cannot be seen in the sandbox.

    These are packages that an import hook finds (`pip install -e`), and folders with more than
    packages, such as the home folder.
    """
    hooks = (_HOOK.match(line) for line in _lines_of_pth())
    found = {hook["name"] for hook in hooks if hook} - {_OURS}
    found |= {str(folder) for folder in _named_folders() if _shows_too_much(folder)}
    return sorted(found)


def _named_folders() -> list[Path]:
    """Returns the folders that .pth files put on `sys.path`."""
    known = {Path(folder) for folder in sys.path}
    return [path for line in _lines_of_pth() if (path := Path(line)) in known and path.is_dir()]


def _lines_of_pth() -> Iterator[str]:
    """Yields the lines of the .pth files beside the installed packages, paths as absolute ones."""
    for folder in map(Path, [*site.getsitepackages(), site.getusersitepackages()]):
        for file in sorted(folder.glob("*.pth")):
            for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
                is_path = line.strip() and not line.startswith(("#", "import ", "import\t"))
                yield os.path.abspath(folder / line.strip()) if is_path else line  # noqa: PTH100


def _shows_too_much(folder: Path) -> bool:
    return any(Path(path).is_relative_to(folder) for path in (Path.home(), "/home", "/tmp"))  # noqa: S108


def command(start: str) -> tuple[list[str], list[tuple[str, str]]]:
    """Returns the command that starts a worker, and the folders that a program's /tmp would hide.

    Args:
        start: Python source that the worker runs.
    """
    arguments = [shutil.which(_NAME) or _NAME, *_walls(), "--clearenv"]
    for name, value in environment().items():
        arguments += ["--setenv", name, value]
    arguments += ["--ro-bind", "/usr", "/usr", *_hidden("/usr", "/usr")]
    arguments += ["--dir", "/sandbox", "--tmpfs", "/tmp"]  # noqa: S108 -- inside the sandbox
    for root in _ROOTS:
        if Path(root).is_symlink():
            arguments += ["--symlink", os.readlink(root), root]  # noqa: PTH115 -- as text
        elif Path(root).exists():
            arguments += ["--ro-bind", root, root]
    for path in _SETTINGS:
        arguments += ["--ro-bind-try", path, path]
    behind = []
    for number, folder in enumerate(python_folders()):
        arguments += ["--ro-bind", folder, folder]
        arguments += _hidden(folder, folder)
        if Path(folder).is_relative_to("/tmp"):  # noqa: S108 -- where a user may have an environment
            elsewhere = f"/sandbox-behind/{number}"
            arguments += ["--ro-bind", folder, elsewhere, *_hidden(folder, elsewhere)]
            behind.append((folder, elsewhere))
    arguments += ["--ro-bind", str(INSIDE), f"{CODE}/inside", *_devices()]
    arguments += ["--proc", "/proc", "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/"]
    return [*arguments, "--", sys.executable, "-I", "-S", "-c", start], behind


def _hidden(folder: str, place: str) -> list[str]:
    """Returns the options that put nothing in the place of this package, where it is seen."""
    if not PACKAGE.is_relative_to(folder):
        return []
    empty = str(Path(place, PACKAGE.relative_to(folder)))
    return ["--tmpfs", empty, "--remount-ro", empty]


def _walls() -> list[str]:
    """Returns the options that isolate a worker from everything but the files that it may see.

    It keeps two capabilities within its own user namespace; its children lose them before any
    program begins.
    """
    capabilities = ["--cap-drop", "ALL", "--cap-add", "CAP_SYS_ADMIN", "--cap-add", "CAP_SETPCAP"]
    named = ["--uid", "1000", "--gid", "1000", "--hostname", "sandbox"]
    alone = ["--unshare-user", "--unshare-all", "--die-with-parent", "--new-session"]
    return [*alone, *named, *capabilities]


def _devices() -> list[str]:
    arguments = ["--tmpfs", "/dev", "--dir", "/dev/shm"]  # noqa: S108 -- an empty mount point
    for name in _DEVICES:
        arguments += ["--dev-bind", f"/dev/{name}", f"/dev/{name}"]
    for name, target in (("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")):
        arguments += ["--symlink", f"/proc/self/fd{target}", f"/dev/{name}"]
    return arguments
