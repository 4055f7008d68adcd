"""Jinja files and texts, rendered in a sandbox in which an undefined name is an error."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Template
    from jinja2.sandbox import SandboxedEnvironment

    from .bounded import BoundedEnvironment

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"


def environment(
    *folders: Path,
    autoescape: bool,
    trim_blocks: bool = True,
    keep_trailing_newline: bool = False,
) -> SandboxedEnvironment:
    """Returns an environment that loads and renders our own templates.

    Args:
        *folders: Where to look for files, in this order, before the embedded ones.
        autoescape: Whether values are escaped: True for HTML, False for plain text.
        trim_blocks: Whether a line that has only a block's tag leaves nothing behind.
        keep_trailing_newline: Whether a text's last line break is kept.
    """
    from .own import OwnEnvironment

    return OwnEnvironment(
        **_settings(folders),
        autoescape=autoescape,
        trim_blocks=trim_blocks,
        lstrip_blocks=trim_blocks,
        keep_trailing_newline=keep_trailing_newline,
    )


def users_environment(*folders: Path) -> BoundedEnvironment:
    """Returns an environment for users' templates, with Jinja's defaults and no escapes.

    Args:
        *folders: Where to look for files, in this order, before the embedded ones.
    """
    from .bounded import BoundedEnvironment

    return BoundedEnvironment(**_settings(folders))


def _settings(folders: tuple[Path, ...]) -> dict[str, Any]:
    from jinja2 import FileSystemLoader, StrictUndefined

    return {"loader": FileSystemLoader([*folders, TEMPLATES]), "undefined": StrictUndefined}


def markdown_template(name: str) -> Template:
    """Returns an embedded template of a Markdown page.

    It has the filters `inert` and `fenced`, which show a value unchanged, as HTML's escapes do not.

    Args:
        name: The file below `templates/`.
    """
    from ..untrusted_text import fenced, inert

    pages = environment(autoescape=False, keep_trailing_newline=True)
    pages.filters |= {"inert": inert, "fenced": fenced}
    return pages.get_template(name)
