"""From a database and a specification to items: the generator of ERBench's questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from operator import mul
from pathlib import Path
from typing import Any

import sqlalchemy

from ..core.errors import InputError
from ..metrics.statistics.quantiles import Part
from .database.binding import Binder
from .database.integrity import JoinCheck
from .database.opening import open_database
from .database.snapshot import snapshot
from .demonstrations import MOST, ONE_OF, choose
from .images.picture_sources import SOURCES, named_files
from .images.picture_store import PictureStore
from .introduction import Introduced
from .item_budget import shares
from .items.item import Item
from .passages.passages import Augmentation, NamedValues, PassageSource
from .questions.altered import AlteredQuestions
from .questions.knowledge import KnowledgeQuestions
from .questions.multiple_choice import MultipleChoiceQuestions
from .questions.question_type import Facts, QuestionGenerator, entity_of
from .questions.yes_no import BinaryQuestions, MultiHopQuestions
from .relations.illustration import Illustration
from .relations.joins import checked_joins
from .relations.omissions import Omissions
from .relations.popularity import of_popularity
from .relations.relation import Relation
from .relations.spellings import SpellingTable
from .relations.tuples import TupleSource
from .spec.spec import (
    AlteredSpec,
    BenchmarkSpec,
    BinarySpec,
    KnowledgeSpec,
    MultiHopSpec,
    MultipleChoiceSpec,
    QuestionSpec,
)
from .spec.spec_file import errors_in, read_spec
from .spec.wording import Wordings

_SINGLE_HOP = (BinarySpec, MultipleChoiceSpec)
_QUESTIONS: dict[type[QuestionSpec], Callable[[Any, Facts, Wordings], QuestionGenerator]] = {
    BinarySpec: BinaryQuestions,
    AlteredSpec: AlteredQuestions,
    MultiHopSpec: MultiHopQuestions,
    KnowledgeSpec: KnowledgeQuestions,
    MultipleChoiceSpec: MultipleChoiceQuestions,
}


class Benchmark:
    """A specification bound to a database.

    Attributes:
        spec: The specification.
        path: Its file.
        engine: The database.
        binder: Binds queries to it.
        relations: The relations that questions are asked about, by name.
        spellings: Relation to other spellings of its values.
        omissions: What the last pass over `items()` left out.
        named_in_passages: Question type to how many passages of that pass have the value that is
            asked for.
        fingerprint: Depends on every tuple that the last pass over `items()` read, if that was
            recorded; known when it has come to its end.
        joins: Relation to what its joins follow: foreign keys, or inclusions that hold.
        expected: Number of items that it makes if nothing is left out; known with the first one,
            if the pass is recorded or limited. Without a limit it may be too large.
        possible: Number of items that there are without a limit; likewise.
        entry: The index of the entry of `questions` whose items pass now.
        popularity: The part of the entities that is asked about; None for all.
        demonstrations: Family of question types to its demonstrations (`demonstrations.choose`), of
            entities that the last pass did not ask about.
    """

    def __init__(
        self,
        spec: BenchmarkSpec,
        path: Path,
        engine: sqlalchemy.Engine,
        images: Path | None = None,
        known: sqlalchemy.MetaData | None = None,
    ) -> None:
        """Looks up the relations; their tuples are read by `items()`.

        Args:
            spec: The specification.
            path: Its file, beside which its templates are looked for first.
            engine: The database.
            images: Folder of images to show in place of those of the specification, named by id.
            known: Tables that are reflected already.

        Raises:
            InputError: The specification does not fit the database, or shows no image although
                some are given.
        """
        self.spec = spec
        self.path = path
        self.engine = engine
        self.omissions = Omissions()
        self.named_in_passages: dict[str, NamedValues] = {}
        self.fingerprint = ""
        self.entry = 0
        self.expected = self.possible = 0
        self.demonstrations: dict[str, list[Item]] = {}
        self.popularity: Part | None = None
        self._unranked: dict[str, int] = {}
        self._kept_ids: set[str] = set()
        self.wordings = Wordings(path.parent)
        self._images = images
        self._illustrations: dict[tuple[str, str | None], Illustration] = {}
        if images is not None and not spec.has_images:
            raise InputError(f"{images}: no question of {path} shows an image")
        used = {question.relation for question in spec.questions}
        binder = Binder(engine, spec.database_schema, known)
        with errors_in(path):
            self.relations = {
                name: Relation(binder, name, relation)
                for name, relation in spec.relations.items()
                if name in used
            }
            for index, question in enumerate(spec.questions):
                columns = self.relations[question.relation].attributes
                of_relation = spec.relations[question.relation]
                for field, message in question.unknown_names(of_relation, columns):
                    raise InputError(f"questions.{index}.{field}: {message}")
            self.joins: dict[str, list[JoinCheck]] = checked_joins(binder, self.relations)
            self.spellings = {n: SpellingTable(binder, of) for n, of in self.relations.items()}
        self.binder = binder

    @classmethod
    def open(
        cls,
        benchmark: str | Path,
        database: str | Path | None = None,
        images: str | Path | None = None,
    ) -> Benchmark:
        """Opens a specification and its database.

        Args:
            benchmark: Name of an embedded domain, or path of a specification.
            database: URL, SQLite file or folder; by default the specification's own folder.
            images: Folder of the images to show, named by id; by default the specification's own.

        Raises:
            InputError: One of them is missing or malformed.
        """
        spec, path = read_spec(benchmark)
        folder = None if images is None else Path(images)
        return cls(spec, path, open_database(database or path.parent), folder)

    def among(self, part: Part) -> Benchmark:
        """Returns the same benchmark that asks about a part of each relation's entities.

        Args:
            part: The part, by popularity.

        Raises:
            InputError: A relation has no popularity, or none of its entities lies in the part.
        """
        some = copy(self)
        some.popularity, some.relations, some._unranked = part, {}, {}
        with errors_in(self.path), snapshot(self.engine) as connection:
            for name, relation in self.relations.items():
                some.relations[name], unranked = of_popularity(connection, relation, part)
                some._unranked |= {name: unranked} if unranked else {}
        return some

    def items(
        self,
        seed: int = 0,
        none_share: float | None = None,
        passages: PassageSource | None = None,
        sample: int | None = None,
        max_items: int | None = None,
        *,
        demonstrate: bool = False,
        record: bool = False,
    ) -> Iterator[Item]:
        """Yields every item, in an order that depends on the data alone.

        The tuples are read in batches from one snapshot of the database; only passages are
        held all together, each once.

        Args:
            seed: Decides which options of multiple-choice questions are false.
            none_share: Share in [0, 1] of multiple-choice questions whose right option is *None of
                the above*; None leaves that option out.
            passages: If given, single-hop questions get the passages about what they name; those
                without any are left out.
            sample: Number of entities to ask about in each entry of `questions`, drawn under the
                seed, whatever `max_items` says; None asks about all.
            max_items: The largest number of items of all entries together, balanced over entries
                (`item_budget`), their determinants drawn under the seed; by default the
                specification's.
            demonstrate: Whether a few entities are kept for `demonstrations`; where there are
                images, there are none.
            record: Whether items are counted before the first one, and the tuples' fingerprint is
                taken: for whoever stores them.

        Yields:
            The items, question entry by question entry.

        Raises:
            InputError: A template is missing or malformed, no entity has a passage or one of the
                user's images, `max_items` is too few for one question, or the connection is lost.
        """
        with snapshot(self.engine) as connection:
            source = TupleSource(connection, seed, sample, record=record)
            self.omissions, self.named_in_passages = self._counted(connection), {}
            self.demonstrations, self._kept_ids = {}, set()
            kept = self._keep(source, none_share) if demonstrate else {}
            most = None if sample is not None else max_items or self.spec.max_items
            limits: list[int | None] = [None] * len(self.spec.questions)
            if most is not None or record:
                limits = self._limits(source, kept, most)
            shown = self._images is None
            of_all = dict.fromkeys(self.relations, source)
            for item in self._made(of_all, limits, none_share, self.omissions, passages):
                if item.entity_id not in self._kept_ids:
                    shown = shown or bool(item.picture)
                    if item.context and item.rationale:
                        named = self.named_in_passages.setdefault(item.question_type, NamedValues())
                        named.count(item)
                    yield item
            if not shown:
                why = next(self.omissions.without_image.lines(), "nothing is asked about")
                raise InputError(f"{self._images}: no image in there is of an entity; {why}")
            self.fingerprint = source.fingerprint

    def _made(
        self,
        sources: Mapping[str, TupleSource],
        limits: Sequence[int | None],
        none_share: float | None,
        omissions: Omissions,
        passages: PassageSource | None = None,
    ) -> Iterator[Item]:
        """Yields the items of all entries, each of its relation's source, up to its limit."""
        questions = self.spec.questions
        facts = [
            self._facts(question, sources[question.relation], limit, none_share)
            for question, limit in zip(questions, limits, strict=True)
        ]
        of_all = zip(questions, facts, strict=True)
        generators = [self._generator(question, about) for question, about in of_all]
        augmented = None if passages is None else self._augmented(passages, facts)
        for self.entry, generator in enumerate(generators):
            items = generator.items(omissions)
            if augmented is not None and isinstance(questions[self.entry], _SINGLE_HOP):
                items = augmented.with_passages(self.entry, facts[self.entry], items)
            with errors_in(self.path, ["questions", self.entry], "template"):
                yield from items

    def _keep(self, source: TupleSource, none_share: float | None) -> dict[str, TupleSource]:
        """Takes a few entities of each relation, if it has enough, for demonstrations alone."""
        kept = {}
        for name, relation in self.relations.items():
            entities = source.count(relation, relation.spec.entity, most=MOST * ONE_OF)
            kept[name] = source.first(relation, entities // ONE_OF)
            for group in kept[name].groups(relation, relation.spec.entity):
                self._kept_ids |= {entity_of(self.spec.name, relation, r)[0] for r in group.asked}
        made = self._made(kept, [None] * len(self.spec.questions), none_share, Omissions())
        self.demonstrations = choose(item for item in made if item.entity_id in self._kept_ids)
        return kept

    def _counted(self, connection: sqlalchemy.Connection) -> Omissions:
        omissions = Omissions(without_popularity=self._unranked)
        for name, relation in self.relations.items():
            questions = [question for question in self.spec.questions if question.relation == name]
            counts = relation.incomplete(connection, [question.columns for question in questions])
            for question, count in zip(questions, counts, strict=True):
                if count:
                    omissions.incomplete[name, "; ".join(map(str, question.fds))] = count
        return omissions

    def _limits(
        self, source: TupleSource, kept: Mapping[str, TupleSource], most: int | None
    ) -> list[int | None]:
        """Returns the most determinants of each entry; None where that is no limit."""
        questions = self.spec.questions
        each = [question.items_each for question in questions]
        if most is None:  # what is expected may be too much: to count determinants takes longer
            rows = (source.count_rows(self.relations[q.relation], q.columns) for q in questions)
            self.expected = self.possible = sum(map(mul, rows, each))
            return [None] * len(questions)
        counts = [self._count(question, source, kept) for question in questions]
        self.possible = sum(map(mul, counts, each))
        limits = shares(counts, each, most)
        self.expected = sum(map(mul, limits, each))
        return [None if n == all_ else n for n, all_ in zip(limits, counts, strict=True)]

    def _count(
        self, question: QuestionSpec, source: TupleSource, kept: Mapping[str, TupleSource]
    ) -> int:
        """Counts the determinants of an entry, without those that are kept for demonstrations."""
        name, determinant = question.relation, question.fds[0].determinant
        about = (self.relations[name], determinant, question.columns)
        return source.count(*about) - (kept[name].count(*about) if name in kept else 0)

    def _augmented(self, source: PassageSource, facts: Sequence[Facts]) -> Augmentation:
        """Looks up the passages before single-hop questions."""
        augmentation = Augmentation(source, self.wordings, self.omissions)
        entries = {
            index: (facts[index], self.relations[question.relation])
            for index, question in enumerate(self.spec.questions)
            if isinstance(question, _SINGLE_HOP)
        }
        with errors_in(self.path):
            augmentation.look_up(entries)
        return augmentation

    def _facts(
        self,
        question: QuestionSpec,
        source: TupleSource,
        most: int | None,
        none_share: float | None = None,
    ) -> Facts:
        relation, spellings = self.relations[question.relation], self.spellings[question.relation]
        shown = self._illustration(question)
        return Facts(self.spec.name, relation, question, source, spellings, shown, most, none_share)

    def _illustration(self, question: QuestionSpec) -> Illustration | None:
        """Returns what finds the images of an entry, the same for all that show the same."""
        key, image = (question.relation, question.image), self.spec.image_of(question)
        if image is None or question.image is None:
            return None
        if key not in self._illustrations:
            store = PictureStore()
            source = (
                SOURCES[image.kind](image, self.path.parent, store)
                if self._images is None
                else named_files(self._images, self.spec.name, store)
            )
            reads = image.column is not None and self._images is None
            self._illustrations[key] = Illustration(question.image, image, source, reads=reads)
        return self._illustrations[key]

    def generator(
        self, question: QuestionSpec, source: TupleSource, most: int | None = None
    ) -> QuestionGenerator:
        """Returns what makes the items of one entry, under the source's seed.

        Args:
            question: The entry.
            source: Reads the relations.
            most: The largest number of determinants to ask about, drawn under the seed.

        Raises:
            InputError: A template is missing or malformed.
        """
        return self._generator(question, self._facts(question, source, most))

    def _generator(self, question: QuestionSpec, facts: Facts) -> QuestionGenerator:
        """Returns what makes the items of an entry, after what all of them are about."""
        with errors_in(self.path, ["questions", self.spec.questions.index(question)]):
            made = _QUESTIONS[type(question)](question, facts, self.wordings)
        return Introduced(made, self.spec.about) if self.spec.about else made
