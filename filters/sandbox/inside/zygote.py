"""The process that has imported the libraries and forks one process per program.

It talks to the outside over its standard input and output: first its settings, then one program
after the other. It never runs a line of a program itself.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import sys
from typing import IO

from . import namespaces
from .channel import receive, send
from .supervise import run_program

_ALWAYS = ("unittest", "unittest.mock", "io", "random", "tempfile", "collections", "json")


def main() -> None:
    """Serves until the other end closes."""
    requests, answers = _own_streams()
    settings = receive(requests)
    loaded = _preload(settings["preload"])
    if settings["isolated"]:
        namespaces.hide_memory()
    else:
        namespaces.adopt_orphans()
    gc.collect()
    gc.freeze()  # the libraries' pages stay shared
    send(answers, {"ready": loaded})
    with contextlib.suppress(EOFError):
        while True:
            send(answers, run_program(receive(requests), settings))


def _own_streams() -> tuple[IO[bytes], IO[bytes]]:
    """Moves the channel away from standard input and output, which libraries may use."""
    requests, answers = os.dup(0), os.dup(1)
    null = os.open("/dev/null", os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    return open(requests, "rb", closefd=False), open(answers, "wb", closefd=False)


def _preload(names: list[str]) -> list[str]:
    """Imports libraries; returns those that are installed."""
    loaded = []
    for name in (*_ALWAYS, *names):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
            loaded.append(name)
    sys.path_importer_cache.clear()
    return loaded
