"""What a lint found: a line per check that an entry of a specification does not pass."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """A check, and the items of an entry that do not pass it.

    Attributes:
        check: What is wrong with them, in a few words: `value in the question`.
        items: The number of items, values, determinants or rows that it concerns.
        of: The number of those that were looked at; 0 if none had to be, to find that.
        example: One of them, for people; one line.
        fails: Whether it is so often, or so bad, that the entry should not be asked.
        remedy: What to do about it, in words.
        attribute: The attribute that it is about, if it is about one: without it the entry may
            pass.
    """

    check: str
    items: int
    of: int
    example: str
    fails: bool
    remedy: str = ""
    attribute: str = ""

    @property
    def share(self) -> float:
        """The share that it concerns, in [0, 1]."""
        return self.items / self.of if self.of else 0.0

    def __str__(self) -> str:
        """Returns a line for people."""
        counted = f"{self.items:,} of {self.of:,} ({self.share:.1%}): " if self.of else ""
        return f"{self.check}: {counted}{self.example}"


@dataclass(frozen=True)
class LintedEntry:
    """An entry of `questions` that was looked at.

    Attributes:
        index: Its place among the entries, from 0.
        items: The number of items that it gives, without those that the specification leaves out
            one by one; if it was sampled, about.
        looked_at: The number among them that were looked at; fewer if the entry was sampled.
        findings: What is wrong with it, the worst first.
        score: How good its questions are otherwise, in [0, 1]: how many values occur, and how
            evenly; what ranks the entries that pass.
        sampled_rows: The number of rows that tell whether answers are unique, and rows are lost,
            if they are a sample of a large table; 0 if all rows were counted.
    """

    index: int
    items: int
    looked_at: int
    findings: tuple[Finding, ...]
    score: float
    sampled_rows: int = 0

    @property
    def failed(self) -> bool:
        """Whether the entry should not be asked."""
        return any(finding.fails for finding in self.findings)
