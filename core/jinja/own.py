"""Our own templates: rendered in a sandbox all the same, as texts that nobody has read go in."""

from __future__ import annotations

from typing import Any

from jinja2.runtime import LoopContext
from jinja2.sandbox import SandboxedEnvironment


class OwnEnvironment(SandboxedEnvironment):
    """A sandbox that does not ask at each pass of a loop whether its number may be read."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Returns an attribute, or what stands for one that may not be read."""
        if type(obj) is LoopContext and attribute == "index":
            return obj.index
        return super().getattr(obj, attribute)
