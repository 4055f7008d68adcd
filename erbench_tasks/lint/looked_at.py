"""What is known of an entry when its items have passed: what the checks look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...core.values.words import plain
from ..items.item import Item
from ..relations.relation import Row
from ..spec.spec import FunctionalDependency, QuestionSpec

Text = tuple[str, ...]


@dataclass(frozen=True)
class LookedAt:
    """An entry of `questions` and those of its items that were looked at.

    Attributes:
        question: The entry.
        items: Its items, or those of a sample of its determinants.
        rows: A row of the database for each determinant.
        personal_data: Whether the specification says why it asks about personal data.
        earlier: What earlier entries ask: each text, and what is right.
        determinants: The number of determinants, of all items.
        violating: The number of those that are left out, since they have several dependent values.
        kept: The number of the relation's rows that have what the entry needs.
        lost: The number of those that have not, since a value is NULL.
        smaller: A part of the determinant that determines the dependent too; None: none, or it
            is not known.
    """

    question: QuestionSpec
    items: Sequence[Item]
    rows: Sequence[Row]
    personal_data: bool
    earlier: Mapping[Text, Text]
    determinants: int
    violating: int
    kept: int
    lost: int
    smaller: FunctionalDependency | None

    @cached_property
    def contents(self) -> dict[Text, set[Text]]:
        """Each text that is asked, and what is right."""
        found: dict[Text, set[Text]] = {}
        for item in self.items:
            found.setdefault(text_of(item), set()).add(_right(item))
        return found

    @cached_property
    def repeated(self) -> dict[str, bool]:
        """The items, by id, whose text stood before, and whether it has several answers.

        If it has, the first item is among them: which answer is meant is not to be known.
        """
        seen, found = set(self.earlier), {}
        for item in self.items:
            text = text_of(item)
            own = self.contents[text]
            differs = len(own) > 1 or (text in self.earlier and own != {self.earlier[text]})
            if differs or text in seen:
                found[item.id] = differs
            seen.add(text)
        return found

    @cached_property
    def accepted(self) -> dict[str, tuple[Counter[str], int]]:
        """The values that would be right, by column, and the number of items that ask for it.

        A playlist that nearly every track is on is right for nearly all, whatever else is.
        """
        found: dict[str, tuple[Counter[str], int]] = {}
        for item in self.items:
            for element in item.rationale:
                counted, asked = found.get(element.attribute, (Counter[str](), 0))
                counted.update(set(element.values))
                found[element.attribute] = counted, asked + 1
        return found

    @cached_property
    def values(self) -> dict[str, Counter[str]]:
        """Values of each column that the dependencies name, as texts, and how often they occur."""
        named = dict.fromkeys(a for fd in self.question.fds for a in fd.determinant + fd.dependent)
        return {
            name: Counter(str(row[name]) for row in self.rows if row[name] is not None)
            for name in named
        }


def text_of(item: Item) -> Text:
    """Returns what questions of the same type and text share, without case, accents and spaces."""
    texts = [" ".join(plain(t).casefold().split()) for t in (item.question, *item.options)]
    return (item.question_type, item.picture.digest, *texts)


def _right(item: Item) -> Text:
    """Returns what questions of the same answer and rationale share."""
    elements = (t for e in item.rationale for t in (str(e.hop), *sorted(e.values)))
    return (item.answer, *elements)
