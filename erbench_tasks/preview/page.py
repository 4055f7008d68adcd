"""The preview as one HTML page, which needs no network, and no script but to tick entries."""

from __future__ import annotations

import base64
import shlex
from pathlib import Path

from ...core.jinja import environment
from ...core.page_scripts import page_scripts
from ...core.untrusted_text import visible
from ..items.item import Item
from ..spec.embedded import is_embedded
from .preview import Preview, mention

_MOST_BYTES = 150_000  # of an image


def html(preview: Preview) -> str:
    """Returns the page; whatever a database holds is shown as text."""
    pages = environment(autoescape=True)
    pages.filters["shown"] = lambda text: visible(str(text), keep="\n")
    script = environment(autoescape=False).get_template("preview/preview.js.jinja").render()
    is_ours = is_embedded(preview.spec)
    spec = shlex.quote(visible(preview.spec)) + ("" if is_ours else " --database URL")
    seed = f" --seed {preview.seed}" if preview.seed else ""
    return pages.get_template("preview/preview.html.jinja").render(
        preview=preview,
        image=_image,
        mention=mention,
        sign="" if is_ours else f"erbench-track preview {spec} --sign NAME",
        passing=",".join(str(e.lint.index) for e in preview.entries if not e.lint.failed),
        commands=f"erbench-track generate erbench --benchmark {spec}{seed} -o DIR\n"
        "erbench-track publish DIR --repo-id USER/NAME --license ID",
        scripts=page_scripts([] if is_ours else [script]),
    )


def _image(item: Item) -> str:
    """Returns the address of an item's image that holds the image itself; empty if it is large."""
    path = Path(item.picture.path)
    if path.stat().st_size > _MOST_BYTES:
        return ""
    return f"data:image/png;base64,{base64.b64encode(path.read_bytes()).decode()}"
