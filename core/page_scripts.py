"""The scripts of a page, and the policy by which a browser runs these and no others.

Each script that runs is named by its hash in the page's Content-Security-Policy, so that nothing
that gets into the page from a model or a database can run. Data for scripts is in blocks that no
browser runs, whatever is in them.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from markupsafe import Markup

_ENDS = re.compile(r"</script|<!--|<script", re.IGNORECASE)


class PageScripts(NamedTuple):
    """The scripts of a page.

    Attributes:
        policy: What follows `script-src` in the page's policy.
        tags: The elements, in order.
    """

    policy: str
    tags: Markup


def page_scripts(sources: Sequence[str], *, files_beside: bool = False) -> PageScripts:
    """Makes the script elements of a page.

    Args:
        sources: Our own scripts (never what a model or a user wrote), in the order in which they
            run; empty ones are left out.
        files_beside: Whether they may load script files from where the page is.

    Raises:
        ValueError: A source would end its element too early.
    """
    from markupsafe import Markup

    texts = [_one_kind_of_line(source) for source in sources if source.strip()]
    hashes = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in texts]
    allowed = [f"'sha256-{digest}'" for digest in hashes] + ["'self'"] * files_beside
    tags = "\n".join(f"<script>{text}</script>" for text in texts)
    return PageScripts(" ".join(allowed) or "'none'", Markup(tags))  # noqa: S704 -- our own scripts


def _one_kind_of_line(source: str) -> str:
    """Returns a script as a browser hashes it."""
    if found := _ENDS.search(source):
        raise ValueError(f"a script must not hold {found[0]!r}: write it in two parts")
    return source.replace("\r\n", "\n").replace("\r", "\n")


def data_block(name: str, value: Any) -> Markup:
    """Makes an element that holds data for a script: `JSON.parse(element.textContent)`.

    Args:
        name: Its id.
        value: What JSON can hold; texts may be anybody's.
    """
    from markupsafe import Markup, escape

    text = json.dumps(value, separators=(",", ":"), allow_nan=False)  # ASCII only
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    block = f'<script type="application/json" id="{escape(name)}">{text}</script>'
    return Markup(block)  # noqa: S704 -- no sign is left that HTML could read
