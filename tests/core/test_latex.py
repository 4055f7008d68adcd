"""LaTeX of any text."""

import re
import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.latex import LatexTable, escaped

HARMLESS = re.compile(
    r"\\(?:text(?:backslash|ascii(?:tilde|circum|grave)|less|greater|bar|quot(?:edbl|single)"
    r"|quotesingle|quotedbl)\{\}|[{}$&#%_])"
    r"|\{[\[\]*]\}|-\{\}|\$(?:\\(?:downarrow|uparrow|geq|leq)|-)\$"
)
SPECIAL = set("\\{}$&#%_~^<>|\"'`-[]*")
hostile = st.text(st.sampled_from([*SPECIAL, "a", " ", "\n", "\x00", "↓", "é", "中", "\ud800"]))


@given(hostile | st.text())
def test_nothing_in_a_text_is_a_command(text):
    assert not SPECIAL & set(HARMLESS.sub("", escaped(text)))


@given(hostile | st.text())
def test_a_text_is_one_line_that_can_be_written(text):
    found = escaped(text)
    assert len(found.splitlines()) <= 1
    found.encode()


def wide(columns=14, rows=90, name="m_1 & 100% [x]"):
    """A table of two models with more columns and rows than fit on a page."""
    headings = [(f"group {n // 3}", f"c{n}") for n in range(columns)]
    cells = [
        ((f"{name} {n // 45}", f"row {n}"), [f"v{n}x{place}" for place in range(columns)])
        for n in range(rows)
    ]
    return LatexTable("Table 1: 5% of $x$", ["A_note."], "table1", ["Model", "Metric"], headings,
                      cells)  # fmt: skip


def test_a_large_table_is_split_and_every_cell_is_there_once():
    source = wide().source()
    assert all(source.count(f"v{n}x{place} ") == 1 for n in range(90) for place in range(14))
    assert source.count(r"\begin{tabular}{ll") == source.count(r"\end{tabular}") == 9
    assert max(len(found) for found in re.findall(r"\{ll(r+)\}", source)) <= 6
    assert "(Part 9 of 9.)" in source
    assert r"Table 1: 5\% of \$x\$ A\_note." in source
    assert source.count(r"\label{tab:table1}") == 1
    assert r"\cmidrule(lr){3-5} \cmidrule(lr){6-8}" in source
    assert source.count("{") == source.count("}")


def test_a_small_table_is_one_float():
    assert wide(3, 4).source().count(r"\begin{table*}") == 1


def test_the_file_says_which_engine_other_scripts_need():
    assert "LuaLaTeX" not in wide(3, 4).source()
    assert "LuaLaTeX" in wide(3, 4, "模型").source()


def test_latex_compiles_it(tmp_path):
    compiler = shutil.which("pdflatex")
    if compiler is None:
        pytest.skip("there is no pdflatex: apt-get install texlive-latex-recommended")
    packages = r"\usepackage[T1]{fontenc}\usepackage{textcomp,booktabs}"
    nasty = wide(name="".join(sorted(SPECIAL)) + " ↓≥é--``'' ?` [x]").source()
    document = rf"\documentclass{{article}}{packages}\begin{{document}}{nasty}\end{{document}}"
    (tmp_path / "page.tex").write_text(document, encoding="utf-8")
    done = subprocess.run(
        [compiler, "-interaction=nonstopmode", "-halt-on-error", "page.tex"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:]
