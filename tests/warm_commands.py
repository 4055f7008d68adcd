"""`lm_eval` and `erbench-track` as commands that start at once, for tests that run dozens of them.

Both need seconds to import what they are made of, and `lm_eval` reads thousands of task files of
its own at every start. A process that did so once forks for each command; the commands stand in a
folder that comes first in PATH, so that shell lines and scripts run as they are typed. What is read
while a module is imported (`HF_HOME`, `HF_ENDPOINT`, ...) is that of the environment in which the
process was started. That the commands also run in a process of their own is tested in
`test_docs.py` and `plugin/hook/test_packaging.py`.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import gc
import importlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

CLIENT = """\
#!{python} -IS
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as server:
    server.connect({address!r})
    socket.send_fds(server, [b"!"], [0, 1, 2])
    order = {{"argv": sys.argv, "cwd": os.getcwd(), "environment": dict(os.environ)}}
    server.sendall(json.dumps(order).encode() + b"\\n")
    pid, code = server.makefile()
    sys.exit(int(code) if int(code) >= 0 else 128 - int(code))
"""


class WarmCommands:
    """A process that has everything imported, and a folder with commands that it runs.

    Attributes:
        folder: The folder with the commands.
    """

    def __init__(self, environment: Mapping[str, str] | None = None, *names: str) -> None:
        """Starts the process.

        Args:
            environment: That of the process, and of what `run` runs; by default this one's.
            names: The commands; by default both.
        """
        names = names or ("lm_eval", "erbench-track")
        self.folder = Path(tempfile.mkdtemp(prefix="warm-"))  # an address is at most 107 bytes long
        self._environment = environment
        self._address = str(self.folder / "socket")
        self._process = subprocess.Popen(
            [sys.executable, __file__, self._address, *names],
            env=environment,
            stdout=subprocess.PIPE,
        )
        for name in names:
            path = self.folder / name
            path.write_text(CLIENT.format(python=sys.executable, address=self._address))
            path.chmod(0o755)
        assert self._process.stdout
        assert self._process.stdout.readline() == b"ready\n"

    def run(self, command: str, folder: Path) -> str:
        """Runs a line of a shell in a folder, which must end well; returns its output."""
        environment = os.environ if self._environment is None else self._environment
        path = [str(self.folder), str(Path(sys.executable).parent), environment["PATH"]]
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env={**environment, "PATH": os.pathsep.join(path)},
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-3000:]}"
        return done.stdout

    def run_or_kill(
        self, command: list[str], seconds: float, folder: Path, sent: int = signal.SIGKILL
    ) -> bool:
        """Runs a command, and ends it after some time; returns whether it had to be ended."""
        code, _ = self.run_for(command, seconds, folder, sent)
        return code == -sent or (sent == signal.SIGINT and code == 130)

    def run_for(
        self, command: list[str], seconds: float, folder: Path, sent: int = signal.SIGKILL
    ) -> tuple[int, str]:
        """Runs a command, and ends it after some time.

        Returns:
            Its exit code, negative for a signal, and what it wrote to standard error.
        """
        environment = {**os.environ, **(self._environment or {})}
        order = {"argv": command, "cwd": str(folder), "environment": environment}
        with (
            socket.socket(socket.AF_UNIX) as server,
            Path(os.devnull).open("r+b") as nothing,
            tempfile.TemporaryFile() as said,
        ):
            server.connect(self._address)
            streams = [nothing.fileno(), nothing.fileno(), said.fileno()]
            socket.send_fds(server, [b"!"], streams)
            server.sendall(json.dumps(order).encode() + b"\n")
            replies = server.makefile()
            pid = int(replies.readline())
            killer = threading.Timer(seconds, os.kill, (pid, sent))
            killer.start()
            code = int(replies.readline())
            killer.cancel()
            said.seek(0)
            return code, said.read().decode(errors="replace")

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()
        shutil.rmtree(self.folder)


def _index_once() -> None:
    """Makes lm_eval read its own task files once; those of others are read at every start."""
    from lm_eval.tasks import _index

    build, own = _index.TaskIndex.build, Path(_index.__file__).parent
    known = build([own])

    def build_the_others(paths: list[Path]) -> dict[str, Any]:
        others = build([path for path in paths if path != own])
        return {**known, **others} if own in paths else others

    _index.TaskIndex.build = staticmethod(build_the_others)


def _ask_for_the_environment_once() -> None:
    """Runs pip and what else lm_eval runs to record what is installed; commands inherit it."""
    from torch.utils import collect_env

    collect_env.get_pretty_env_info = functools.lru_cache(collect_env.get_pretty_env_info)
    collect_env.get_pretty_env_info()


def _end_with_the_client(connection: socket.socket, pid: int) -> None:
    with contextlib.suppress(ConnectionError):
        connection.recv(1)  # nothing more is sent
    with contextlib.suppress(ProcessLookupError):  # it has ended
        os.kill(pid, signal.SIGKILL)


def _supervise(connection: socket.socket) -> list[str]:
    """Returns the command's arguments in the process that runs it; never returns in this one."""
    _, streams, _, _ = socket.recv_fds(connection, 1, 3)
    order = json.loads(connection.makefile().readline())
    pid = os.fork()
    if not pid:
        connection.close()
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        os.chdir(order["cwd"])
        os.environ.clear()
        os.environ.update(order["environment"])
        return order["argv"]
    for stream in streams:
        os.close(stream)
    connection.sendall(f"{pid}\n".encode())
    threading.Thread(target=_end_with_the_client, args=(connection, pid), daemon=True).start()
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    with contextlib.suppress(ConnectionError):  # the client was killed
        connection.sendall(f"{code}\n".encode())
    os._exit(0)


def _serve(address: str) -> list[str]:
    """Returns the arguments of a command, in a process that is to run it and nothing else."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    parent = os.getppid()
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen()
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        listener.settimeout(10)
        while os.getppid() == parent:  # a killed test run leaves nothing behind
            with contextlib.suppress(TimeoutError):
                connection, _ = listener.accept()
                if not os.fork():
                    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                    listener.close()
                    return _supervise(connection)
                connection.close()
    sys.exit()


def _end(code: int | str | None) -> None:
    """Ends this process without taking apart all that is imported."""
    if isinstance(code, str):
        sys.stderr.write(f"{code}\n")
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(bool(code) if not isinstance(code, int) else code)


def _run(command: Callable[[], Any]) -> None:
    try:
        _end(command())
    except SystemExit as stopped:
        _end(stopped.code)
    except BaseException:
        try:
            sys.excepthook(*sys.exc_info())
        except SystemExit as stopped:
            _end(stopped.code)
        _end(1)


LIBRARIES = ("altair", "datasets", "duckdb", "huggingface_hub", "sqlalchemy", "sympy", "vl_convert")
OURS = (
    "erbench_tasks.stored.publish",
    "erbench_tasks.stored.writer",
    "metrics.report.report",
    "track_tasks.math.generate",
)
LIBRARIES_OF_LM_EVAL = ("lm_eval.models.hf_vlms", "peft")


def _commands(names: list[str]) -> dict[str, Callable[[], Any]]:
    """Imports what commands are made of, and returns where they start."""
    from erbench_track.cli.main import main

    of_lm_eval = "lm_eval" in names
    ours = [f"erbench_track.{name}" for name in OURS]
    for module in (*LIBRARIES, *ours, *(LIBRARIES_OF_LM_EVAL if of_lm_eval else ())):
        importlib.import_module(module)
    if not of_lm_eval:
        return {"erbench-track": main}
    from lm_eval.__main__ import cli_evaluate

    _index_once()
    _ask_for_the_environment_once()
    return {"erbench-track": main, "lm_eval": cli_evaluate}


if __name__ == "__main__":
    sys.path.pop(0)  # this folder
    starts = _commands(sys.argv[2:])
    gc.freeze()  # what never changes is never copied
    sys.argv = _serve(sys.argv[1])
    _run(starts[Path(sys.argv[0]).name])
