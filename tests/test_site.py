"""The documentation as a site: it builds without a warning, and asks no other host for anything."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from browser import Visit, chromium

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.slow  # `make check` builds the site, too
_INITS = (ROOT / "plugin" / "package" / "__init__.py",)
NOTEBOOK = """{"cells": [
 {"cell_type": "markdown", "source": ["# Scores\\n", "of a run"]},
 {"cell_type": "code", "source": ["1 + 1"], "outputs": [{"data": {"text/plain": ["2"]}}]}
]}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site of the checkout's pages, and of a notebook besides."""
    pytest.importorskip("material", reason='pip install "erbench-track[docs]"')
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(ROOT / "docs", folder / "docs")
    shutil.copy(ROOT / "mkdocs.yml", folder)
    _link_package(folder / "build" / "types" / "erbench_track")
    shutil.copytree(ROOT / "examples", folder / "examples")
    (folder / "examples" / "notebooks").mkdir(exist_ok=True)
    (folder / "examples" / "notebooks" / "scores.ipynb").write_text(NOTEBOOK)
    with (folder / "docs" / "README.md").open("a") as contents:
        contents.write("| notebooks | [Scores](../examples/notebooks/scores.ipynb) | see one |\n")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "build" / "site"


def _link_package(folder):
    """Makes the tree in which the reference finds docstrings, as `make types` does."""
    folder.mkdir(parents=True)
    packages = [path.parent for path in ROOT.glob("*/__init__.py")]
    for entry in (*packages, *(ROOT / "plugin" / "package").glob("[!_]*"), *_INITS):
        (folder / entry.name).symlink_to(entry)


def test_every_page_of_the_contents_is_in_the_navigation(site):
    text = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\| \[[^\]]+\]\(([^)]+)\.\w+\)", text))
    links = set(re.findall(r'href="([^"]+)\.html"', (site / "index.html").read_text()))
    assert len(named) > 25
    assert {page.replace("../examples/", "") for page in named} <= links


def test_a_notebook_is_a_page_with_what_its_code_printed(site):
    page = (site / "notebooks" / "scores.html").read_text(encoding="utf-8")
    text = re.sub(r"<[^>]*>", "", page[page.index("<article") : page.index("</article>")])
    assert re.search(r"Scores.*of a run.*1 \+ 1\s+2", text, re.DOTALL)
    assert 'href="scores.ipynb"' in page
    assert (site / "notebooks" / "scores.ipynb").read_text() == NOTEBOOK
    assert 'href="notebooks/scores.html"' in (site / "index.html").read_text(encoding="utf-8")


def test_pages_fit_a_phone_and_ask_no_host_for_anything(site):
    with chromium() as browser:
        for scheme in ("light", "dark"):
            visit = Visit(browser, site / "index.html", width=390, color_scheme=scheme)
            for page in ("reference/metrics.html", "reference/specification.html", "404.html"):
                visit.page.goto((site / page).as_uri())
                assert not visit.is_wider_than_its_window(), page
            assert visit.hosts == []
            visit.close()
