"""The list of everything that differs between two generations of a benchmark, as JSON Lines."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from .errors import InputError
from .freshness import KINDS, Comparison


def write_list(comparison: Comparison, target: Path) -> None:
    """Writes one line per item that was added, removed or changed, as `Difference.to_record`.

    Args:
        comparison: What differs.
        target: The file, which appears whole or not at all; an older one is replaced.

    Raises:
        InputError: It cannot be written, or an item cannot be read.
    """
    with _new_file(target) as file:
        for kind in KINDS:
            for difference in comparison.differences(kind):
                file.write(json.dumps(difference.to_record()) + "\n")


@contextmanager
def _new_file(target: Path) -> Iterator[IO[str]]:
    """Yields a file that becomes `target` when the block ends without an error."""
    draft = None
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=target.parent, prefix=f".{target.name}-", delete=False
        ) as file:
            draft = Path(file.name)
            yield file
        draft.chmod(0o644)
        draft.replace(target)
    except OSError as error:
        raise InputError(f"{target}: cannot be written ({error.strerror})") from error
    finally:
        if draft is not None:
            draft.unlink(missing_ok=True)
