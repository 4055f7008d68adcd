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
_NOTEBOOK = re.compile(r"\]\((?:\.\./)+examples/notebooks/(\w+)\.ipynb\)")


def on_config(config: Any) -> Any:
    """Sets the navigation; mkdocs calls this once it has read `mkdocs.yml`."""
    text = Path(config.docs_dir, "README.md").read_text(encoding="utf-8")
    contents = _NOTEBOOK.sub(r"](notebooks/\1.md)", text)
    sections = groupby(_rows(contents), key=lambda row: row[0])
    config.nav = [
        {"Home": "README.md"},
        *({kind.capitalize(): [page for _, page in pages]} for kind, pages in sections),
    ]
    return config


def on_files(files: Any, config: Any) -> Any:
    """Adds the notebooks of `examples/`, each as a page and as a file that can be downloaded."""
    for path in sorted(Path(config.config_file_path).parent.glob("examples/notebooks/*.ipynb")):
        text = path.read_text(encoding="utf-8")
        files.append(File.generated(config, f"notebooks/{path.name}", content=text))
        files.append(File.generated(config, f"notebooks/{path.stem}.md", content=_text(path, text)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Has links to notebooks of the checkout lead to their pages."""
    up = "../" * page.file.src_uri.count("/")
    return _NOTEBOOK.sub(rf"]({up}notebooks/\1.md)", markdown)


def _rows(contents: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yields the kind of each page with its title and file; an empty cell repeats the one above."""
    kind = ""
    for named, title, page in _ROW.findall(contents):
        kind = named or kind
        yield kind, {title: page}


def _text(path: Path, content: str) -> str:
    """Returns a notebook as Markdown: its texts, its code, and what that printed."""
    blocks = []
    for cell in json.loads(content)["cells"]:
        source = "".join(cell["source"])
        is_code = cell["cell_type"] == "code"
        blocks.append(f"```python\n{source}\n```" if is_code else source)
        blocks += [f"```text\n{printed}\n```" for printed in map(_printed, cell.get("outputs", []))]
    first, *rest = blocks
    return "\n\n".join([first, f"[Download this notebook]({path.name})", *rest, ""])


def _printed(output: Any) -> str:
    """Returns what an output shows as text."""
    shown = output.get("text", output.get("data", {}).get("text/plain", ""))
    return "".join(shown).rstrip()
