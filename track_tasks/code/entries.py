"""What is known of one dotted name of an installed library."""

from __future__ import annotations

import inspect
import re
from typing import Any

from pydantic import BaseModel, ConfigDict

from .documentation import Parameter, documented_parameters, summary_of

_KINDS_IN_PYTHON = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
    inspect.Parameter.VAR_POSITIONAL,
    inspect.Parameter.KEYWORD_ONLY,
    inspect.Parameter.VAR_KEYWORD,
)
KINDS = ("module", "class", "callable", "value", "missing")


class Entry(BaseModel):
    """What is known of a name, as it is kept in the cache.

    Attributes:
        kind: One of `KINDS`; `missing` for a name that the library does not have.
        name: The shortest public name of the same object.
        needs_self: Whether it is a method that gets the object as its first argument.
        parameters: The formal parameters; None if neither the library nor its docs tell them.
        documentation: The documentation, or its beginning; empty if there is none.
        summary: Its first sentence; empty if there is none.
        returns: Type of what a call returns or of a value, such as `list[str]`; None if unknown.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: str
    name: str = ""
    needs_self: bool = False
    parameters: tuple[Parameter, ...] | None = None
    documentation: str = ""
    summary: str = ""
    returns: str | None = None

    def signature(self) -> inspect.Signature | None:
        """Returns the signature; a method's begins with the object."""
        if self.parameters is None:
            return None
        return inspect.Signature([_parameter(parameter) for parameter in self.parameters])


def entry_of(reply: dict[str, Any], path: str) -> Entry:
    """Makes an entry of what `inspect_worker.look_up` returned for a name."""
    documented, raw = reply.pop("documented", ""), reply.pop("raw_signature", "")
    if reply.get("parameters", ()) is None:
        name = path.rpartition(".")[2]
        bare = re.sub(r"\$\w+, (/, )?", "", raw)  # the object, or the module
        read = documented_parameters(f"{name}{bare}", name) if raw else None
        read = read or documented_parameters(documented, name)
        if read is not None and reply["needs_self"]:
            # Documentation shows a method as it is called on an object.
            read.insert(0, Parameter("self", 0, False))
        reply["parameters"] = read
    texts = {"documentation": documented, "summary": summary_of(documented)}
    return Entry.model_validate({**reply, **texts})


def _parameter(parameter: Parameter) -> inspect.Parameter:
    default: Any = None if parameter.has_default else inspect.Parameter.empty
    return inspect.Parameter(parameter.name, _KINDS_IN_PYTHON[parameter.kind], default=default)
