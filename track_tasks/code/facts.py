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

# Of a class whose documentation is about the call, such as that of `itertools.chain`.
_RETURNS = re.compile(r"(?:Return|Create|Make|Build|Construct)s?\b")


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
    """Makes a fact and its probing question from the first sentence of the documentation.

    The same call gives the same texts, and no model is asked.
    """
    owner, summary = call.entry.name.rpartition(".")[0], call.entry.summary.rstrip(".") + "."
    # `pandas.Series.plot` is a class, and is used as a method.
    is_made = call.entry.kind == "class" and not call.entry.needs_self
    if is_made and not _RETURNS.match(summary):
        does = "makes an object of a class that is described so"
        asked = f"which call makes an object of the class of `{owner}` that is described so"
    else:
        does = "does the following"
        what = "class" if is_made else "method" if call.entry.needs_self else "function"
        asked = f"which call of a {what} of `{owner}` does the following"
    shown = _without_name(summary, call)
    return Fact(
        fact=f"In {call.versions}, the call `{call.call}` {does}: {summary}",
        probe_question=f'In {call.versions}, {asked}: "{shown}"? {how_to_answer(call)}',
        probe_answer=call.call,
    )


def _without_name(summary: str, call: Documented) -> str:
    """Returns a summary that does not give the answer away by naming it as code.

    A name that is an English word as well, as in `Plot y versus x`, stays.
    """
    last = call.entry.name.rpartition(".")[2]
    is_word = last.isalpha() and (last.islower() or last.istitle())
    code = rf"`(?:\w+\.)*{last}(?:\(\))?`|\b(?:\w+\.)+{last}\b(?:\(\))?|\b{last}\(\)"
    code += "" if is_word else rf"|\b{last}\b"
    return re.sub(code, "...", summary)


def how_to_answer(call: Documented) -> str:
    """Says how to write the answer, with the optional parameters that it has."""
    given = ", ".join(f"`{name}`" for name in _optional(call))
    form = ", a method as `library.Class.method(self, ...)`" if call.entry.needs_self else ""
    return (
        f"Answer with the call alone: the full dotted name{form}, and the formal names of the "
        f"required parameters{f' and of {given}' if given else ''} as arguments."
    )


def _optional(call: Documented) -> Iterator[str]:
    """Yields the optional arguments of a generalised call."""
    tree = ast.parse(call.call, mode="eval").body
    assert isinstance(tree, ast.Call)  # noqa: S101 -- made by `generalised_call`
    required = {one.name for one in call.entry.parameters or () if not one.has_default}
    for argument in tree.args:
        written = ast.unparse(argument)
        if written not in required and written != "self":
            yield written
    for keyword in tree.keywords:
        value = ast.unparse(keyword.value)
        if keyword.arg not in required:
            yield value if value == keyword.arg else f"{keyword.arg}={value}"
