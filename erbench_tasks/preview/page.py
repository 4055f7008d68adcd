"""The preview as one HTML page, which needs no network and runs no script."""

from __future__ import annotations

import base64
import shlex
from pathlib import Path

from ...core.jinja import environment
from ...core.untrusted_text import visible
from ..items.item import Item
from ..spec.embedded import is_embedded
from .preview import Preview, mention

_MOST_BYTES = 150_000  # of an image


def html(preview: Preview) -> str:
    """Returns the page; whatever a database holds is shown as text."""
    pages = environment(autoescape=True)
    pages.filters["shown"] = lambda text: visible(str(text), keep="\n")
    page = pages.get_template("preview/preview.html.jinja")
    return page.render(preview=preview, image=_image, mention=mention, commands=_commands(preview))


def _commands(preview: Preview) -> str:
    spec, seed = (
        shlex.quote(visible(preview.spec)),
        f" --seed {preview.seed}" if preview.seed else "",
    )
    database = "" if is_embedded(preview.spec) else " --database URL"
    return (
        f"erbench-track generate erbench --benchmark {spec}{database}{seed} -o DIR\n"
        "erbench-track publish DIR --repo-id USER/NAME --license ID --reviewed"
    )


def _image(item: Item) -> str:
    """Returns the address of an item's image that holds the image itself; empty if it is large."""
    path = Path(item.picture.path)
    if path.stat().st_size > _MOST_BYTES:
        return ""
    return f"data:image/png;base64,{base64.b64encode(path.read_bytes()).decode()}"
