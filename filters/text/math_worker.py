"""A program that compares two formulas by math-verify, for a process that ends it if it hangs.

It is started with `python -I`, and imports nothing of this package.
"""

import json
import sys

_SECONDS = 2  # for each of the three steps, where a signal can interrupt it
_MOST_MEMORY = 4 << 30  # bytes
_MOST_CPU = 60  # seconds for one answer, if nobody is left to end this process


def _limited() -> None:
    """Bounds what the process may take, where the system can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    cpu = int(used.ru_utime + used.ru_stime) + _MOST_CPU
    for kind, most in ((resource.RLIMIT_AS, _MOST_MEMORY), (resource.RLIMIT_CPU, cpu)):
        _, hardest = resource.getrlimit(kind)
        limit = most if hardest == resource.RLIM_INFINITY else min(most, hardest)
        resource.setrlimit(kind, (limit, hardest))


def _same(wanted: str, found: str) -> bool:
    """Tells whether two formulas are equal.

    Only the LaTeX parser is used: the one for other notations would evaluate a model's text.
    """
    from math_verify import (  # type: ignore[import-not-found, unused-ignore]
        LatexExtractionConfig,
        parse,
        verify,
    )

    config = [LatexExtractionConfig()]
    read = [
        parse(text, config, "no_fallback", parsing_timeout=_SECONDS, raise_on_error=False)
        for text in (wanted, found)
    ]
    return all(read) and bool(verify(*read, timeout_seconds=_SECONDS, raise_on_error=False))


def _main() -> None:
    for line in sys.stdin:
        _limited()
        try:
            same = _same(*json.loads(line))
        except Exception:  # whatever a parser makes of a model's text
            same = False
        sys.stdout.write(f"{json.dumps(same)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    sys.path[:] = json.loads(sys.argv[1])
    _main()
