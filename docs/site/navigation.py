"""What the site adds to the Markdown files: its navigation, and notebooks as pages.

README.md names every page once, in a table; the navigation is made of that.
"""

import json
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

_ROW = re.compile(r"^\| *([^|]*?) *\| *\[([^\]]+)\]\(([^)]+)\)", re.MULTILINE)
_NOTEBOOK = ".ipynb"


def on_config(config: Any) -> Any:
    """Sets the navigation; mkdocs calls this once it has read `mkdocs.yml`."""
    contents = Path(config.docs_dir, "README.md").read_text(encoding="utf-8")
    sections = groupby(_rows(contents), key=lambda row: row[0])
    config.nav = [
        {"Home": "README.md"},
        *({kind.capitalize(): [page for _, page in pages]} for kind, pages in sections),
    ]
    return config


def on_files(files: Any, config: Any) -> Any:
    """Adds a page for each notebook, beside the notebook itself, which can be downloaded."""
    for file in list(files):
        if file.src_uri.endswith(_NOTEBOOK):
            files.append(File.generated(config, _page(file.src_uri), content=_text(file)))
    return files


def _rows(contents: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yields the kind of each page with its title and file; an empty cell repeats the one above."""
    kind = ""
    for named, title, page in _ROW.findall(contents):
        kind = named or kind
        yield kind, {title: _page(page)}


def _page(path: str) -> str:
    return re.sub(rf"{re.escape(_NOTEBOOK)}$", ".md", path)


def _text(file: File) -> str:
    """Returns a notebook as Markdown: its texts, its code, and what that printed."""
    blocks = [f"[Download this notebook]({Path(file.src_uri).name})"]
    for cell in json.loads(file.content_string)["cells"]:
        source = "".join(cell["source"])
        is_code = cell["cell_type"] == "code"
        blocks.append(f"```python\n{source}\n```" if is_code else source)
        blocks += [f"```text\n{printed}\n```" for printed in map(_printed, cell.get("outputs", []))]
    return "\n\n".join([*blocks[1:2], blocks[0], *blocks[2:], ""])


def _printed(output: Any) -> str:
    """Returns what an output shows as text."""
    shown = output.get("text", output.get("data", {}).get("text/plain", ""))
    return "".join(shown).rstrip()
