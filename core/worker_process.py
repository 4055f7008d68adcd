"""Work on what nobody trusts, in a process that is ended when it takes too long."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

_PASSED_ON = ("HOME", "LANG", "LC_ALL", "PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR")


class WorkerProcess:
    """A program of ours that answers one line of JSON with another, in a folder of its own.

    No key is in its environment. It ends with this process.
    """

    def __init__(self, program: Path, **variables: str) -> None:
        """Starts it.

        Args:
            program: A file that imports nothing of this package. It is given the folders to import
                from, as a JSON list.
            variables: Further variables of its environment.
        """
        self._folder = tempfile.TemporaryDirectory(prefix="erbench-track-worker-")
        environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
        self._process = subprocess.Popen(  # noqa: S603 -- our own program
            [sys.executable, "-I", str(program), json.dumps(_import_paths())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self._folder.name,
            env=environment | variables,
        )

    def ask(self, request: Any, seconds: float) -> Any | None:
        """Returns the reply; None, and the process is ended, if there is none in time.

        Args:
            request: What JSON can express.
            seconds: How long it may take.
        """
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None  # noqa: S101 -- a pipe
        assert stdout is not None  # noqa: S101
        limit = threading.Timer(seconds, self._process.kill)
        limit.start()
        try:
            stdin.write(json.dumps(request).encode() + b"\n")
            stdin.flush()
            if line := stdout.readline():
                return json.loads(line)
        except (OSError, ValueError):
            pass
        finally:
            limit.cancel()
        self.close()
        return None

    def close(self) -> None:
        """Ends the process."""
        self._process.kill()
        with contextlib.suppress(OSError, ValueError):  # it ended before it read a request
            self._process.communicate()
        self._folder.cleanup()


def _import_paths() -> list[str]:
    here = Path.cwd().resolve()
    return [path for path in sys.path if Path(path).is_absolute() and Path(path).resolve() != here]
