"""Counts what each part of the robust reading decides, over recorded and labelled responses.

A part is a pattern that a module names, or a function that answers yes or no, or finds something or
nothing. Each is made to find nothing; then the responses for which it found something are read
again. `reading.py --census FOLDER...` prints how many verdicts that changes, and how many labels of
people it meets or loses.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial, wraps
from types import ModuleType
from typing import Any, NamedTuple

import erbench_track
from erbench_track.core.progress import watched
from erbench_track.filters.extraction import extract_answer
from erbench_track.filters.readings import ROBUST

PACKAGES = ("filters.answers", "filters.rationale", "filters.text", "core.values")
NOTHING = re.compile(r"(?!)")
METHODS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split")


class Labelled(NamedTuple):
    """A response with people's labels; those that they did not give are None."""

    kind: str
    doc: Any
    response: str
    answer: str | None
    rationale: bool | None


class Effect(NamedTuple):
    """What a part does: the number of responses in which it finds something, and of verdicts.

    Attributes:
        part: Its module and name.
        active: Responses in which it finds something.
        changed: Responses whose answer or rationale is judged otherwise without it.
        met: Labels of people that are met thanks to it, less those that are lost by it.
    """

    part: str
    active: int
    changed: int
    met: int


class Watched:
    """A pattern that notes when it matches."""

    def __init__(self, pattern: re.Pattern[str], note: Callable[[], None]) -> None:
        """Takes the pattern, and what to call."""
        self._pattern, self._note = pattern, note

    def __getattr__(self, name: str) -> Any:
        own = getattr(self._pattern, name)
        if name not in METHODS:
            return own

        def call(*arguments: Any, **options: Any) -> Any:
            if self._pattern.search(arguments[name.startswith("sub")]):
                self._note()
            return own(*arguments, **options)

        return call


def parts() -> dict[str, Any]:
    """Returns the patterns and functions of the reading by `module.name`."""
    found = {}
    for module in _modules():
        for name, value in vars(module).items():
            own = inspect.isfunction(value) and value.__module__ == module.__name__
            if isinstance(value, re.Pattern) or (own and _neutral(value) is not None):
                found.setdefault(id(value), (f"{module.__name__.split('.', 2)[2]}.{name}", value))
    return dict(found.values())


def _modules() -> Iterator[ModuleType]:
    for package in PACKAGES:
        folder = importlib.import_module(f"{erbench_track.__name__}.{package}")
        for one in pkgutil.iter_modules(folder.__path__):
            if not one.name.startswith("paper"):
                yield importlib.import_module(f"{folder.__name__}.{one.name}")


def _neutral(function: Callable[..., Any]) -> Callable[..., Any] | None:
    """Returns a function in its place that finds nothing, if it is one that finds something."""
    returned = str(function.__annotations__.get("return", ""))
    if returned == "bool":
        return lambda *_, **__: False
    return (lambda *_, **__: None) if returned.endswith("| None") else None


@contextmanager
def _in_place(original: Any, other: Any) -> Iterator[None]:
    """Puts something else where modules name a part; what is cached is forgotten."""
    names = [(m, name) for m in _modules() for name, v in vars(m).items() if v is original]
    try:
        for module, name in names:
            setattr(module, name, other)
        _forget()
        yield
    finally:
        for module, name in names:
            setattr(module, name, original)
        _forget()


def _forget() -> None:
    for module in _modules():
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


def verdict_of(found: Mapping[str, Any]) -> tuple[str, bool]:
    """Returns what an extraction says of a response as people label it: answer and rationale."""
    answer = "unsure" if found["answer"] == "unparseable" else found["answer"]
    return answer, all(hop["share"] == 1 for hop in found["hops"])


def verdict(row: Labelled) -> tuple[str, bool]:
    """Reads the answer of a response, and whether its rationale is right."""
    return verdict_of(extract_answer(ROBUST, row.response, row.doc))


def _met(row: Labelled, of: tuple[str, bool]) -> int:
    labels = (row.answer, row.rationale)
    return sum(label == one for label, one in zip(labels, of, strict=True) if label is not None)


def effects(rows: Sequence[Labelled]) -> Iterator[Effect]:
    """Yields what each part does on some responses."""
    before = [verdict(row) for row in rows]
    every = parts()
    active = _active(rows, every)
    for name, original in watched(every.items(), "Parts", len(every)):
        without = NOTHING if isinstance(original, re.Pattern) else _neutral(original)
        with _in_place(original, without):
            after = {index: verdict(rows[index]) for index in active[name]}
        changed = [index for index, of in after.items() if of != before[index]]
        met = sum(_met(rows[i], before[i]) - _met(rows[i], after[i]) for i in changed)
        yield Effect(name, len(after), len(changed), met)


def _active(rows: Sequence[Labelled], every: Mapping[str, Any]) -> dict[str, set[int]]:
    """Returns for each part the responses in which it finds something."""
    active: dict[str, set[int]] = {name: set() for name in every}
    place = 0
    with ExitStack() as stack:
        for name, original in every.items():
            note = partial(lambda found: found.add(place), active[name])
            stack.enter_context(_in_place(original, _noting(original, note)))
        for place, row in enumerate(rows):  # noqa: B007 -- `note` reads it
            verdict(row)
    return active


def _noting(original: Any, note: Callable[[], None]) -> Any:
    """Returns a part that does the same, and notes when it finds something."""
    if isinstance(original, re.Pattern):
        return Watched(original, note)

    @wraps(original)
    def noting(*arguments: Any, **options: Any) -> Any:
        found = original(*arguments, **options)
        if found:
            note()
        return found

    return noting


def lines(rows: Sequence[Labelled]) -> Iterator[str]:
    """Yields the table, what changes least first."""
    yield f"{'part':60}{'active':>8}{'changed':>9}{'met':>6}   of {len(rows):,} responses"
    for effect in sorted(effects(rows), key=lambda of: (of.changed, of.active)):
        yield f"{effect.part:60}{effect.active:>8,}{effect.changed:>9,}{effect.met:>6}"
