"""What all questions are about, said before each: *the 1974 contest* of which contest?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .items.item import Item
from .questions.question_type import QuestionGenerator
from .relations.omissions import Omissions


def introduction(about: str) -> str:
    """Returns the sentence that says what a question is about.

    Args:
        about: Its end, such as `the Eurovision Song Contest`; or a whole sentence of its own.
    """
    return about if about.endswith((".", ":", "?", "!")) else f"This question is about {about}."


@dataclass(frozen=True)
class Introduced:
    """Questions, each after a sentence on what they all are about.

    Attributes:
        questions: Makes the questions.
        about: What they are about.
    """

    questions: QuestionGenerator
    about: str

    def items(self, omissions: Omissions) -> Iterator[Item]:
        """Yields the items, and notes what is left out."""
        before = introduction(self.about)
        for item in self.questions.items(omissions):
            yield replace(item, question=f"{before} {item.question}", id="")
