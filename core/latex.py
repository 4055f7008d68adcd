"""LaTeX with booktabs, in which every text is only text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

_COMMANDS = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "-": "-{}",  # two would be a dash
    "[": "{[}",  # after a line's end it would begin an argument
    "]": "{]}",
    "*": "{*}",
    "\u2193": r"$\downarrow$",
    "\u2191": r"$\uparrow$",
    "\u2265": r"$\geq$",
    "\u2264": r"$\leq$",
    "\u2212": "$-$",
}
_SPECIAL = re.compile("|".join(map(re.escape, _COMMANDS)))
_NO_TEXT = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufeff\ufffe\uffff]+")
_BEYOND_PDFLATEX = re.compile("[^\x00-\u017f\u2010-\u201e\u2020-\u2026\u2039\u203a\u20ac\u2122]")
_PREAMBLE = r"% \usepackage[T1]{fontenc} \usepackage{textcomp,booktabs}"
_WIDEST = 6  # columns of figures beside each other
_LONGEST = 42  # rows below each other


def escaped(text: str) -> str:
    """Returns LaTeX that prints a text as it is; what cannot be printed is a space.

    Args:
        text: Anybody's.
    """
    flat = " ".join(_NO_TEXT.sub(" ", text).split())
    return _SPECIAL.sub(lambda found: _COMMANDS[found[0]], flat)


class LatexTable(NamedTuple):
    r"""A table; the texts are plain, the cells are LaTeX.

    Attributes:
        title: Its caption begins with it.
        notes: The rest of the caption.
        label: For `\ref{tab:LABEL}`.
        heads: What stands above the first columns, which name a row.
        columns: Of each other column the heading that it shares with its neighbours, and its own.
        rows: The names and the cells of each row; lines stand where the first name changes.
    """

    title: str
    notes: Sequence[str]
    label: str
    heads: Sequence[str]
    columns: Sequence[tuple[str, str]]
    rows: Sequence[tuple[Sequence[str], Sequence[str]]]

    def source(self) -> str:
        """Returns the file: a float of booktabs, or several where it would be too large."""
        parts = [(places, rows) for rows in self._lengths() for places in self._widths()]
        drawn = [self._part(*part, number, len(parts)) for number, part in enumerate(parts, 1)]
        text = "\n".join(drawn)
        engine = "% Compile with LuaLaTeX or XeLaTeX, for the characters in it.\n"
        return f"{_PREAMBLE}\n{engine if _BEYOND_PDFLATEX.search(text) else ''}{text}"

    def _widths(self) -> list[list[int]]:
        """Returns the places of the columns of each part; what shares a heading stays together."""
        parts: list[list[int]] = [[]]
        places = enumerate(group for group, _ in self.columns)
        for _, some in groupby(places, key=lambda each: each[1]):
            together = [place for place, _ in some]
            if parts[-1] and len(parts[-1]) + len(together) > _WIDEST:
                parts.append([])
            for start in range(0, len(together), _WIDEST):
                if parts[-1] and start:
                    parts.append([])
                parts[-1] += together[start : start + _WIDEST]
        return parts

    def _lengths(self) -> list[list[int]]:
        every = range(len(self.rows))
        return [[*every[start : start + _LONGEST]] for start in every[::_LONGEST]] or [[]]

    def _part(self, places: Sequence[int], rows: Sequence[int], number: int, of: int) -> str:
        caption = [self.title, *self.notes] if number == 1 else [self.title]
        caption += [f"(Part {number} of {of}.)"] if of > 1 else []
        shape = "l" * len(self.heads) + "r" * len(places)
        lines = [
            r"\begin{table*}",
            r"\centering\footnotesize",
            rf"\caption{{{escaped(' '.join(caption))}}}",
            *([rf"\label{{tab:{self.label}}}"] if number == 1 else []),
            rf"\begin{{tabular}}{{{shape}}}",
            r"\toprule",
            *self._head(places),
            r"\midrule",
            *self._body(places, rows),
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table*}",
        ]
        return "\n".join(lines) + "\n"

    def _head(self, places: Sequence[int]) -> list[str]:
        cells, rules = [""] * len(self.heads), []
        column = len(self.heads) + 1
        for group, some in groupby(self.columns[place][0] for place in places):
            size = len([*some])
            cells.append(rf"\multicolumn{{{size}}}{{c}}{{{escaped(group)}}}")
            rules.append(rf"\cmidrule(lr){{{column}-{column + size - 1}}}")
            column += size
        labels = [*self.heads, *(self.columns[place][1] for place in places)]
        return [_line(cells), " ".join(rules), _line([*map(escaped, labels)])]

    def _body(self, places: Sequence[int], rows: Sequence[int]) -> list[str]:
        lines: list[str] = []
        before = ""
        for number in rows:
            names, cells = self.rows[number]
            is_new = names[0] != before or len(names) == 1
            if lines and is_new and len(names) > 1:
                lines.append(r"\addlinespace")
            shown = [escaped(name) for name in names]
            shown[0] = shown[0] if is_new else ""
            lines.append(_line([*shown, *(cells[place] for place in places)]))
            before = names[0]
        return lines


def _line(cells: Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"
