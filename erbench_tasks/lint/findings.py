"""What a lint found: a line per check that an entry of a specification does not pass."""

from __future__ import annotations

from dataclasses import dataclass

from ..dependencies.declared import DeclaredDependency


@dataclass(frozen=True)
class Finding:
    """A check, and the items of an entry that do not pass it.

    Attributes:
        check: What is wrong with them, in a few words: `value in the question`.
        items: The number of items, values, determinants or rows that it concerns.
        of: The number of those that were looked at.
        example: One of them, for people; one line.
        fails: Whether it is so often, or so bad, that the entry should not be asked.
        remedy: What to do about it, in words.
    """

    check: str
    items: int
    of: int
    example: str
    fails: bool
    remedy: str

    @property
    def share(self) -> float:
        """The share that it concerns, in [0, 1]."""
        return self.items / self.of if self.of else 0.0

    def __str__(self) -> str:
        """Returns a line for people."""
        return f"{self.check}: {self.items:,} of {self.of:,} ({self.share:.1%}): {self.example}"


@dataclass(frozen=True)
class LintedEntry:
    """An entry of `questions` that was looked at.

    Attributes:
        index: Its place among the entries, from 0.
        items: The number of items that it gives; if it was sampled, about.
        looked_at: The number among them that were looked at; fewer if the entry was sampled.
        rows_lost: The number of rows that it does not ask about, as a value is NULL.
        findings: What is wrong with it, the worst first.
        joins: What the joins of its relation follow, a line each.
        dependencies: How far those hold that it declares, if that was asked for.
    """

    index: int
    items: int
    looked_at: int
    rows_lost: int
    findings: tuple[Finding, ...]
    joins: tuple[str, ...]
    dependencies: tuple[DeclaredDependency, ...] = ()

    @property
    def failed(self) -> bool:
        """Whether the entry should not be asked."""
        return any(finding.fails for finding in self.findings)
