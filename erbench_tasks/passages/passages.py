"""Passages that are put before a question (knowledge augmentation; Section 4.5, Appendix B.10).

A passage is about what the question names, such as the star and the director of a movie whose title
is asked for; never about what it asks for. It is untrusted text, and goes only into the prompt.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, NamedTuple, Protocol

from ...core.errors import InputError
from ...filters.rationale.mentions import has_values
from ..items.item import Item
from ..questions.question_type import Facts
from ..relations.omissions import Omissions
from ..relations.relation import Relation, Row
from ..spec.wording import Wordings

Key = tuple[Any, ...]


class NoPassagesError(InputError):
    """Nothing that is asked about has a passage."""


class Lookup(NamedTuple):
    """What is looked up about a column that questions name.

    Attributes:
        column: The column.
        key: Returns what is to be looked up for a tuple; the same key has the same passage.
    """

    column: str
    key: Callable[[Row], Key]


class Found(NamedTuple):
    """What a source has.

    Attributes:
        passages: Key to passage.
        not_cached: Number of keys that could not be looked up, for want of a network.
    """

    passages: Mapping[Key, str]
    not_cached: int = 0


class PassageSource(Protocol):
    """Where passages come from."""

    def lookups(self, relation: Relation, named: Sequence[str], wordings: Wordings) -> list[Lookup]:
        """Says what is looked up for questions.

        Args:
            relation: The relation.
            named: The columns that the questions name; nothing else is looked up, or used for it.
            wordings: Compiles the templates of page titles.

        Raises:
            InputError: The relation does not say what to look up.
        """

    def find(self, keys: Collection[Key], what: str) -> Found:
        """Looks keys up, which `Lookup.key` returned; `what` they are of is for people."""

    def nothing_found(self) -> str:
        """Returns what to tell a user when nothing has a passage."""


class ColumnPassages:
    """Takes the columns that a relation names as those of its passages."""

    def lookups(self, relation: Relation, named: Sequence[str], wordings: Wordings) -> list[Lookup]:
        every = {name: of.column for name, of in relation.spec.passages.items() if of.column}
        if not every:
            raise InputError(
                f"relations.{relation.name}: no field of 'passages' names a column; write one "
                "such as `passages: {title: {column: story}}`"
            )
        held = {name: holds for name, holds in every.items() if name in named}
        return [Lookup(name, itemgetter(name, holds)) for name, holds in held.items()]

    def find(self, keys: Collection[Key], what: str) -> Found:
        """Returns the texts, which the keys have already; a NULL or blank one is not a passage."""
        texts = {key: str(key[1] or "").strip() for key in keys}
        return Found({key: text for key, text in texts.items() if text})

    def nothing_found(self) -> str:
        return "nothing has a passage: every value of the columns of passages is NULL or blank"


@dataclass
class NamedValues:
    """How many questions have a passage with the value that they ask for.

    It is there because the source has it. A model that only copies from passages gets at most so
    many rationales right.

    Attributes:
        questions: Number of questions.
        named: Those among them whose passage has the value.
    """

    questions: int = 0
    named: int = 0

    def __str__(self) -> str:
        """Says so: `12 of 440 questions (2.7%) have passages with the value ...`."""
        share = self.named / max(self.questions, 1)
        return (
            f"{self.named:,} of {self.questions:,} questions ({share:.1%}) have passages with the "
            "value that is asked for, because their source has it"
        )

    def count(self, item: Item) -> None:
        """Counts a question that has a passage and asks for a value."""
        self.questions += 1
        self.named += has_values(item.context, [of._asdict() for of in item.rationale])


@dataclass
class Augmentation:
    """Passages about what each entry's questions name.

    Attributes:
        source: Where they come from.
        wordings: Compiles the templates of page titles.
        omissions: Gets what has no passage.
    """

    source: PassageSource
    wordings: Wordings
    omissions: Omissions
    _looked_up: dict[int, list[tuple[Lookup, Mapping[Key, str]]]] = field(default_factory=dict)

    def look_up(self, entries: Mapping[int, tuple[Facts, Relation]]) -> None:
        """Looks up everything that the questions of some entries name.

        Args:
            entries: Index of each entry to its facts and its relation.

        Raises:
            InputError: Nothing has a passage, or the source fails.
        """
        for index, (facts, relation) in entries.items():
            named = facts.fd.determinant
            lookups = self.source.lookups(relation, named, self.wordings)
            if not lookups:
                self.omissions.nothing_to_look_up[relation.name, str(facts.fd)] = list(named)
            keys: dict[str, dict[Key, None]] = {of.column: {} for of in lookups}
            for group in facts.groups(Omissions()) if lookups else ():
                for lookup in lookups:
                    keys[lookup.column].setdefault(lookup.key(group.asked[0]))
            self._looked_up[index] = [
                (lookup, self._found(f"{relation.name}.{lookup.column}", keys[lookup.column]))
                for lookup in lookups
            ]
        looked_up = [found for of_entry in self._looked_up.values() for _, found in of_entry]
        if not looked_up:
            raise InputError(next(self.omissions.lines_of_passages()))
        if not any(looked_up):
            raise NoPassagesError(self.source.nothing_found())

    def _found(self, what: str, keys: Mapping[Key, None]) -> Mapping[Key, str]:
        found = self.source.find(keys.keys(), what)
        if lacking := len(keys) - len(found.passages):
            self.omissions.without_passage[what] = lacking
        if found.not_cached:
            self.omissions.not_cached[what] = found.not_cached
        return found.passages

    def with_passages(self, index: int, facts: Facts, items: Iterable[Item]) -> Iterator[Item]:
        """Yields the items about which there is a passage, with all there are as their context.

        Args:
            index: Index of the entry.
            facts: Its facts, which know the tuple that is asked about now.
            items: The entry's items, as they are made.
        """
        for item in items:
            every = (found.get(of.key(facts.asked), "") for of, found in self._looked_up[index])
            if context := "\n".join(dict.fromkeys(filter(None, every))):
                yield dataclasses.replace(item, context=context, id="")
            else:
                self.omissions.not_augmented.append(item.question)
