"""One program: has its process made, watches it, has it ended, and reaches its verdict.

Nothing here shares memory with the program, nor did before it was there: its process is a copy of
another one (`forker`), and the first of new namespaces. With it die all others, and none of them
can name a process that watches.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Mapping
from typing import Any

from .channel import send
from .forker import Forker
from .verdict import Report, Watch


def run_program(
    request: Mapping[str, Any], settings: Mapping[str, Any], forker: Forker
) -> dict[str, Any]:
    """Runs one program.

    Args:
        request: What `Forker.fork` says but the secret; `expected` (names of tests), `least` (the
            minimum number of tests) and `assertions` (how many there are).
        settings: `limits`, `isolated`, `behind_tmp`; see `zygote`.
        forker: Has loaded its libraries.

    Returns:
        What `Report.outcome` does.
    """
    secret = secrets.token_hex(16)
    theirs, asked = os.pipe()
    reports, channel = os.pipe()
    output, printed = os.pipe()
    report = Report(secret, request["expected"], request["least"], request["assertions"])
    watch = Watch(settings, forker.pid)
    first = forker.fork(theirs, channel, printed)
    for descriptor in (theirs, channel, printed):
        os.close(descriptor)
    try:
        with contextlib.suppress(BrokenPipeError), os.fdopen(asked, "wb") as stream:
            send(stream, {**request, "secret": secret})
        watch.until_done(first, reports, output, report)
    finally:
        patience = 0.0 if report.ended or watch.reached else 1.0
        code = forker.end(patience)
        os.close(reports)
        os.close(output)
    return report.outcome(watch.reached, code)
