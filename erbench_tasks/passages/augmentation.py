"""Putting passages before the questions of a benchmark, and counting what they give away."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ...core.errors import InputError
from ...filters.rationale.mentions import has_values
from ..items.item import Item
from ..questions.question_type import Facts
from ..relations.omissions import Omissions
from ..relations.relation import Relation, Row
from ..spec.wording import Wordings
from .passages import Key, Lookup, NoPassagesError, PassageSource


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
        if not any(self._looked_up.values()):
            raise InputError(next(self.omissions.lines_of_passages()))
        if not any(found for looked_up in self._looked_up.values() for _, found in looked_up):
            raise NoPassagesError(self.source.nothing_found())

    def _found(self, what: str, keys: Mapping[Key, None]) -> Mapping[Key, str]:
        found = self.source.find(keys.keys(), what)
        lacking = len(keys) - len(found.passages)
        if lacking:
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
            if context := self._context(index, facts.asked):
                yield dataclasses.replace(item, context=context, id="")
            else:
                self.omissions.not_augmented.append(item.question)

    def _context(self, index: int, asked: Row) -> str:
        passages = (found.get(of.key(asked), "") for of, found in self._looked_up[index])
        return "\n".join(dict.fromkeys(filter(None, passages)))
