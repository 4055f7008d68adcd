"""The processes that have imported libraries and fork one process per program.

The first talks to the outside over its standard input and output: first come its settings, then one
program after the other. It has imported only what every program needs, as a process is copied the
sooner the less it has loaded. Behind it stands one with more libraries, and so on, to which it
hands programs that import these. None of them ever runs a line of a program itself.
"""

from __future__ import annotations

import builtins
import contextlib
import gc
import importlib
import os
import sys
from collections.abc import Mapping
from typing import IO, Any

from . import namespaces
from .channel import receive, send
from .rehearsal import rehearse
from .supervise import ROOT, run_program

_ALWAYS = ("unittest", "unittest.mock", "io", "random", "tempfile", "collections", "json")


def main() -> None:
    """Serves until the other end closes."""
    requests, answers = _own_streams()
    settings = receive(requests)
    vars(builtins).update({f"@{name}": value for name, value in vars(builtins).items()})
    if settings["isolated"]:
        os.environ["HOME"] = f"{ROOT}/work"
    _hide_ourselves()
    levels = [[*_ALWAYS], *settings["preload"]]
    if not settings["isolated"]:  # nobody could tell other processes from a program's
        levels = [[name for level in levels for name in level]]
    _serve(requests, answers, settings, levels)


def _serve(
    requests: IO[bytes], answers: IO[bytes], settings: Mapping[str, Any], levels: list[list[str]]
) -> None:
    """Loads the first of some levels of libraries; another process loads those behind it."""
    loaded = _preload(levels[0])
    richer = _forked(settings, levels[1:]) if levels[1:] else None
    if settings["isolated"]:
        namespaces.hide_memory()
    else:
        namespaces.adopt_orphans()
    gc.collect()
    gc.freeze()  # the libraries' pages stay shared
    if richer:
        loaded += receive(richer[1])["ready"]
    send(answers, {"ready": loaded})
    with contextlib.suppress(EOFError):
        while True:
            request = receive(requests)
            if richer and request["level"]:
                send(richer[0], {**request, "level": request["level"] - 1})
                send(answers, receive(richer[1]))
            else:
                send(answers, run_program(request, settings))


def _forked(settings: Mapping[str, Any], levels: list[list[str]]) -> tuple[IO[bytes], IO[bytes]]:
    """Makes the process behind this one; returns where its requests go, and answers come from."""
    theirs, requests = os.pipe()
    answers, ours = os.pipe()
    if os.fork():
        os.close(theirs)
        os.close(ours)
        return os.fdopen(requests, "wb"), os.fdopen(answers, "rb")
    try:
        os.close(requests)
        os.close(answers)
        _serve(os.fdopen(theirs, "rb"), os.fdopen(ours, "wb"), settings, levels)
    finally:
        os._exit(0)


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


def _preload(names: list[str]) -> list[str]:
    """Imports libraries; returns those that are installed."""
    loaded = []
    for name in names:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
            loaded.append(name)
    rehearse(loaded)
    sys.path_importer_cache.clear()
    return loaded
