"""Links from numbers to the responses behind them: `#model/task/outcome`."""

from __future__ import annotations

from urllib.parse import quote

from .outcomes import COUNTED_BY, OUTCOMES

_AS_IN_JAVASCRIPT = "!*'()"  # what `encodeURIComponent` leaves as it is, as `quote` leaves "-_.~"
EVERY = ""
OWN = "known"
COMMON = "common"


def named(name: str) -> str:
    """Returns a name as a page can have it, which may come from a file: without halves of pairs."""
    return name.encode("utf-8", "replace").decode()


def route(model: str, task: str, *outcomes: str, entities: str = EVERY) -> str:
    """Returns the link to the responses of a model to a task.

    Args:
        model: The model's label; empty for any.
        task: The name of the run: the task with its condition (`Run.name`); empty for any.
        *outcomes: Some of `OUTCOMES`, or none for any.
        entities: Which entities: `known` to the model, `common` to all models, or all.

    Returns:
        `#model/task/outcome,outcome`, and `/known` or `/common` after it.

    Raises:
        KeyError: There is no such outcome.
    """
    chosen = ",".join(outcome for outcome in outcomes if OUTCOMES[outcome])
    parts = [*(quote(named(name), safe=_AS_IN_JAVASCRIPT) for name in (model, task)), chosen]
    return "#" + "/".join(parts + ([entities] if entities else []))


def route_of_measure(
    model: str, task: str, condition: str, measure: str, entities: str = EVERY
) -> str:
    """Returns the link of a table's cell: to the responses that its figure counts.

    Args:
        model: The model's label.
        task: The task.
        condition: What sets the run apart from others of its task; may be empty.
        measure: The measure; where it is not a share of the responses, all of them are shown.
        entities: As for `route`.
    """
    name = f"{task} ({condition})" if condition else task
    return route(model, name, *COUNTED_BY.get(measure, ()), entities=entities)
