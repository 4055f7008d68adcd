"""From a generalised call to its fact and its probing question (Section 4, B.2)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from ..questions.question import Fact
from .calls import FoundCall
from .library.entries import Entry
from .library.installed import versions_in_words


class Documented(NamedTuple):
    """A generalised call with what the installed library says about it.

    Attributes:
        call: The generalised call, such as `pandas.concat(objs)`.
        entry: What the library says.
    """

    call: str
    entry: Entry

    @property
    def library(self) -> str:
        """Top-level package of what is called."""
        return self.call.partition(".")[0].lstrip("_")

    @property
    def versions(self) -> str:
        """The versions that it was looked up in: `Python (3.12.9), pandas (2.2.3)`."""
        return versions_in_words([self.library])


def documented_calls(calls: list[FoundCall]) -> list[Documented]:
    """Returns the distinct generalised calls of a solution that make facts, by first use."""
    found = {
        call.generalised: Documented(call.generalised, call.entry)
        for call in reversed(calls)
        if call.is_fact and call.entry is not None
    }
    return list(reversed(found.values()))


def template_fact(call: Documented) -> Fact:
    """Makes a fact and its probing question from the summary of the documentation.

    The same call gives the same texts, and no model is asked. The fact quotes, since what the
    library says is about the function, which may do more than the call.
    """
    entry, kind = call.entry, _kind(call.entry)
    does = "makes an object of a class" if kind == "class" else f"is a call of a {kind}"
    asked = f"which {kind} of `{entry.name.rpartition('.')[0]}` is documented as follows"
    summary, nameless = (
        text.rstrip(".") + "." for text in (entry.summary, entry.nameless_summary())
    )
    return Fact(
        fact=f"In {call.versions}, `{call.call}` {does} whose documentation says: "
        f'"{summary}"{_defaults(call)}',
        probe_question=f'In {call.versions}, {asked}: "{nameless}"? {how_to_answer(call)}',
        probe_answer=call.call,
        accepted=also_right(call),
    )


def also_right(call: Documented) -> tuple[str, ...]:
    """Returns the same call by the other names of what is called, such as `numpy.absolute(x)`."""
    owner, _, last = call.entry.name.rpartition(".")
    arguments = call.call.removeprefix(f"{owner}.{last}")
    return tuple(f"{owner}.{alias}{arguments}" for alias in call.entry.aliases)


def _kind(entry: Entry) -> str:
    if entry.needs_self:
        return "method"
    return "class" if entry.kind == "class" else "function"


def _defaults(call: Documented) -> str:
    """Says the defaults of the parameters that the documentation names and the call lacks."""
    passed = set(re.findall(r"\w+", call.call.partition("(")[2]))
    named = {*re.findall(r"\w+", call.entry.summary)} - passed - {"a"}
    told = [
        f"`{one.name}` at its default, `{one.default}`"
        for one in call.entry.parameters or ()
        if one.name in named and one.default
    ]
    return f" The call leaves {' and '.join(told)}." if told else ""


def how_to_answer(call: Documented) -> str:
    """Says how to write the answer, with the optional parameters that it has."""
    given = ", ".join(f"`{name}`" for name in _optional(call))
    own = "`self` and the names of its other" if call.entry.needs_self else "only the names of its"
    return (
        "Answer with the call alone: the full dotted name, and in parentheses "
        f"{own} required parameters, if it has any{f', and {given}' if given else ''}."
    )


def _optional(call: Documented) -> Iterator[str]:
    """Yields the optional arguments of a generalised call, as they stand there."""
    tree = ast.parse(call.call, mode="eval").body
    assert isinstance(tree, ast.Call)  # noqa: S101 -- made by `generalised_call`
    required = {one.name for one in call.entry.parameters or () if not one.has_default}
    for argument in tree.args:
        written = ast.unparse(argument)
        if written not in required and written != "self":
            yield written
    for keyword in tree.keywords:
        if keyword.arg not in required:
            yield f"{keyword.arg}={ast.unparse(keyword.value)}"
