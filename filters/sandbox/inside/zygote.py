"""The process that serves programs, one after the other, over its standard input and output.

It first reads its settings. Programs run in copies of other processes, which it has started before.
"""

from __future__ import annotations

import builtins
import contextlib
import os
import sys
from typing import IO

from . import namespaces
from .channel import receive, send
from .forker import ROOT, start
from .supervise import run_program

_ALWAYS = ("unittest", "unittest.mock", "io", "random", "tempfile", "collections", "json")


def main() -> None:
    """Serves until the other end closes."""
    requests, answers = _own_streams()
    settings = receive(requests)
    vars(builtins).update({f"@{name}": value for name, value in vars(builtins).items()})
    levels = [[*_ALWAYS], *settings["preload"]]
    if settings["isolated"]:
        os.environ["HOME"] = f"{ROOT}/work"
        namespaces.hide_memory()
    else:  # nobody could tell several of them from what a program left behind
        levels = [[name for level in levels for name in level]]
    _hide_ourselves()
    forkers = start(settings, levels)
    send(answers, {"ready": os.getpid()})
    with contextlib.suppress(EOFError):
        while True:
            request = receive(requests)
            forker = forkers[min(request["level"], len(forkers) - 1)]
            send(answers, {"ready": forker.pid})
            send(answers, run_program(request, settings, forker))


def _own_streams() -> tuple[IO[bytes], IO[bytes]]:
    """Moves the channel away from standard input and output, which libraries may use."""
    requests, answers = os.dup(0), os.dup(1)
    null = os.open("/dev/null", os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    return os.fdopen(requests, "rb"), os.fdopen(answers, "wb")


def _hide_ourselves() -> None:
    """Removes our modules from the reach of imports: a program may have some of these names."""
    package = __name__.rpartition(".")[0]
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        del sys.modules[name]
    del sys.path[1]  # the path through which this process was started
