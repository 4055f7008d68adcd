"""From a database and a specification to items: the generator of ERBench's questions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import sqlalchemy

from .aliases import Aliases
from .binary import BinaryQuestions
from .database import open_database
from .knowledge import KnowledgeQuestions
from .multi_hop import MultiHopQuestions
from .multiple_choice import MultipleChoiceQuestions
from .questions import Facts, QuestionGenerator, Report
from .records import Item
from .relation import Relation, read_relation
from .spec import (
    BenchmarkSpec,
    BinarySpec,
    KnowledgeSpec,
    MultiHopSpec,
    MultipleChoiceSpec,
    QuestionSpec,
)
from .spec_file import read_spec
from .wording import Wordings


class Benchmark:
    """A specification bound to a database.

    Attributes:
        spec: The specification.
        report: What the last pass over `items()` left out.
    """

    def __init__(self, spec: BenchmarkSpec, folder: Path, engine: sqlalchemy.Engine) -> None:
        """Reads the relations.

        Args:
            spec: The specification.
            folder: The folder of its file, where its templates are looked for first.
            engine: The database.

        Raises:
            InputError: The specification does not fit the database.
        """
        self.spec = spec
        self.report = Report()
        self._wordings = Wordings(folder)
        self._aliases = Aliases(engine, spec.aliases)
        used = {question.relation for question in spec.questions}
        self._relations: dict[str, Relation] = {
            name: read_relation(engine, name, relation)
            for name, relation in spec.relations.items()
            if name in used
        }

    @classmethod
    def open(cls, benchmark: str | Path, database: str | Path | None = None) -> Benchmark:
        """Opens a specification and its database.

        Args:
            benchmark: Name of an embedded domain, or path of a specification.
            database: URL, SQLite file or folder; by default the specification's own folder.

        Raises:
            InputError: Either of them is missing or malformed.
        """
        spec, path = read_spec(benchmark)
        return cls(spec, path.parent, open_database(database or path.parent))

    def items(self, seed: int = 0, none_share: float | None = None) -> Iterator[Item]:
        """Yields every item, in an order that depends on the data alone.

        Args:
            seed: Decides which options of multiple-choice questions are false.
            none_share: Share in [0, 1] of multiple-choice questions whose right option is *None of
                the above*; None leaves that option out.

        Raises:
            InputError: A template is missing or malformed.
        """
        self.report = Report(
            incomplete={name: r.incomplete for name, r in self._relations.items() if r.incomplete},
            unmatched={name: r.unmatched for name, r in self._relations.items() if r.unmatched},
        )
        for question in self.spec.questions:
            yield from self._generator(question, seed, none_share).items(self.report)

    def _generator(
        self, question: QuestionSpec, seed: int, none_share: float | None
    ) -> QuestionGenerator:
        facts = Facts(
            self.spec.name,
            question.relation,
            self.spec.relations[question.relation],
            self._relations[question.relation],
            question.fds[0],
            self._aliases,
        )
        match question:
            case BinarySpec():
                return BinaryQuestions(question, facts, self._wordings)
            case MultiHopSpec():
                return MultiHopQuestions(question, facts, self._wordings)
            case KnowledgeSpec():
                return KnowledgeQuestions(question, facts, self._wordings)
            case MultipleChoiceSpec():
                return MultipleChoiceQuestions(question, facts, self._wordings, seed, none_share)
