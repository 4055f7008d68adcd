"""From a database and a specification to items: the generator of ERBench's questions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import sqlalchemy

from .aliases import Aliases
from .binary import BinaryQuestions
from .database import open_database
from .errors import InputError
from .knowledge import KnowledgeQuestions
from .multi_hop import MultiHopQuestions
from .multiple_choice import MultipleChoiceQuestions
from .passages import PassageSource, with_passages
from .questions import Facts, QuestionGenerator, Report
from .records import Item
from .relation import Relation, Row, read_relation
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

_SINGLE_HOP = (BinarySpec, MultipleChoiceSpec)


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

    def items(
        self,
        seed: int = 0,
        none_share: float | None = None,
        passages: PassageSource | None = None,
    ) -> Iterator[Item]:
        """Yields every item, in an order that depends on the data alone.

        Args:
            seed: Decides which options of multiple-choice questions are false.
            none_share: Share in [0, 1] of multiple-choice questions whose right option is *None of
                the above*; None leaves that option out.
            passages: If given, single-hop questions get a passage about their entity; those
                without one are left out.

        Raises:
            InputError: A template is missing or malformed, or no entity has a passage.
        """
        self.report = Report(
            incomplete={name: r.incomplete for name, r in self._relations.items() if r.incomplete},
            unmatched={name: r.unmatched for name, r in self._relations.items() if r.unmatched},
        )
        found = self._find_passages(passages) if passages is not None else {}
        for question in self.spec.questions:
            items = self._generator(question, seed, none_share).items(self.report)
            if passages is not None and isinstance(question, _SINGLE_HOP):
                items = with_passages(items, found[question.relation])
            yield from items

    def _find_passages(self, source: PassageSource) -> dict[str, dict[str, str]]:
        """Returns the passages of each relation that single-hop questions use, by entity id."""
        passages = {}
        for question in self.spec.questions:
            name = question.relation
            if not isinstance(question, _SINGLE_HOP) or name in passages:
                continue
            facts = self._facts(question)
            rows: dict[str, Row] = {}
            for row in self._relations[name].asked:
                rows.setdefault(facts.entity(row)[0], row)
            found = source.find(name, self.spec.relations[name], rows, self._wordings)
            passages[name] = found.passages
            if len(found.passages) < len(rows):
                self.report.without_passage[name] = len(rows) - len(found.passages)
            if found.not_cached:
                self.report.not_cached[name] = found.not_cached
        if not any(passages.values()):
            raise InputError(source.nothing_found())
        return passages

    def _facts(self, question: QuestionSpec) -> Facts:
        return Facts(
            self.spec.name,
            question.relation,
            self.spec.relations[question.relation],
            self._relations[question.relation],
            question.fds[0],
            self._aliases,
        )

    def _generator(
        self, question: QuestionSpec, seed: int, none_share: float | None
    ) -> QuestionGenerator:
        facts = self._facts(question)
        match question:
            case BinarySpec():
                return BinaryQuestions(question, facts, self._wordings)
            case MultiHopSpec():
                return MultiHopQuestions(question, facts, self._wordings)
            case KnowledgeSpec():
                return KnowledgeQuestions(question, facts, self._wordings)
            case MultipleChoiceSpec():
                return MultipleChoiceQuestions(question, facts, self._wordings, seed, none_share)
