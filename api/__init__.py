"""ERBench in a notebook: questions to ask, responses to score, runs to compare.

    from erbench_track.api import load_items, score

    items = load_items("movie", "bn_yes")
    scored = score(items.assign(response=[my_model(prompt) for prompt in items["prompt"]]))
    scored[["answer_accuracy", "rationale_accuracy", "hallucination_rate"]].mean()

The numbers are those of `lm_eval --tasks erbench_movie_bn_yes` on the same responses. What is
listed here stays as it is within a major version; what else the package has may change. Mistakes
in what is given raise `InputError`, with one line that names the place and the fix.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..core.errors import InputError
    from .comparison import compare
    from .items import Benchmark, load_items
    from .runs import read_run
    from .scores import score
    from .verdicts import Verdict, score_response

__all__ = [
    "Benchmark",
    "InputError",
    "Verdict",
    "compare",
    "load_items",
    "read_run",
    "score",
    "score_response",
]

# What scores need not wait for what compares runs: each name is imported when it is asked for.
_PLACES = {
    "Benchmark": ".items",
    "InputError": "..core.errors",
    "Verdict": ".verdicts",
    "compare": ".comparison",
    "load_items": ".items",
    "read_run": ".runs",
    "score": ".scores",
    "score_response": ".verdicts",
}


def __getattr__(name: str) -> Any:
    """Imports a name."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_PLACES[name], __name__), name)


def __dir__() -> list[str]:
    """Lists the names that can be imported, for `help()` and completion."""
    return sorted({*globals(), *__all__})
