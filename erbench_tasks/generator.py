"""From a database and a specification to items: the generator of ERBench's questions."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cache
from operator import mul
from pathlib import Path
from typing import Any

import sqlalchemy

from ..core.errors import InputError
from ..metrics.statistics.quantiles import Part
from .database.binding import Binder
from .database.opening import open_database
from .database.snapshot import snapshot
from .demonstrations import MOST, ONE_OF, choose
from .images.picture_sources import SOURCES, named_files
from .images.picture_store import PictureStore
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
from .spec.spec import BenchmarkSpec, QuestionSpec
from .spec.spec_file import errors_in, read_spec
from .spec.wording import Wordings

_SINGLE_HOP = ("binary", "multiple_choice")
# By the `type` of an entry.
_QUESTIONS: dict[str, Callable[[Any, Facts, Wordings], QuestionGenerator]] = {
    "binary": BinaryQuestions,
    "altered": AlteredQuestions,
    "multi_hop": MultiHopQuestions,
    "knowledge": KnowledgeQuestions,
    "multiple_choice": MultipleChoiceQuestions,
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
        images: str | Path | None = None,
    ) -> None:
        """Looks up the relations; their tuples are read by `items()`.

        Args:
            spec: The specification.
            path: Its file, beside which its templates are looked for first.
            engine: The database.
            images: Folder of images to show in place of those of the specification, named by id.

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
        self._images = None if images is None else Path(images)
        # Of one image there is one, so that its pictures are made once.
        self._illustration = cache(self._illustration_of)
        if images is not None and not spec.has_images:
            raise InputError(f"{images}: no question of {path} shows an image")
        used = {question.relation for question in spec.questions}
        binder = Binder(engine, spec.database_schema)
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
            self.joins = checked_joins(binder, self.relations)
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
        return cls(spec, path, open_database(database or path.parent), images)

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
                (`shares`), their determinants drawn under the seed; by default the
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
            self.omissions = self._counted(connection)
            self.named_in_passages = defaultdict(NamedValues)
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
                        self.named_in_passages[item.question_type].count(item)
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
        generators = list(map(self._generator, questions, facts))
        augmented = None
        if passages is not None:
            augmented = Augmentation(passages, self.wordings, self.omissions)
            single = (i for i, question in enumerate(questions) if question.type in _SINGLE_HOP)
            with errors_in(self.path):
                augmented.look_up({i: (facts[i], facts[i].relation) for i in single})
        for self.entry, generator in enumerate(generators):
            items = generator.items(omissions)
            if augmented is not None and questions[self.entry].type in _SINGLE_HOP:
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
        about = [(self.relations[q.relation], q.fds[0].determinant, q.columns) for q in questions]
        # Without those that are kept for demonstrations.
        counts = [source.count(*of) - (kept[of[0].name].count(*of) if kept else 0) for of in about]
        self.possible = sum(map(mul, counts, each))
        limits = shares(counts, each, most)
        self.expected = sum(map(mul, limits, each))
        return [None if n == all_ else n for n, all_ in zip(limits, counts, strict=True)]

    def _facts(
        self,
        question: QuestionSpec,
        source: TupleSource,
        most: int | None,
        none_share: float | None = None,
    ) -> Facts:
        relation, spellings = self.relations[question.relation], self.spellings[question.relation]
        shown = self._illustration(question.relation, question.image)
        return Facts(self.spec.name, relation, question, source, spellings, shown, most, none_share)

    def _illustration_of(self, relation: str, name: str | None) -> Illustration | None:
        """Returns what finds an image of a relation; None where nothing is shown."""
        if name is None:
            return None
        image, store = self.spec.relations[relation].images[name], PictureStore()
        if self._images is not None:
            of_user = named_files(self._images, self.spec.name, store)
            return Illustration(name, image, of_user, reads=False)
        source = SOURCES[image.kind](image, self.path.parent, store)
        return Illustration(name, image, source, reads=image.column is not None)

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
            made = _QUESTIONS[question.type](question, facts, self.wordings)
        return _Introduced(made, self.spec.about) if self.spec.about else made


class _Introduced:
    """Questions, each after a sentence on what they all are about, or what ends such a sentence."""

    def __init__(self, questions: QuestionGenerator, about: str) -> None:
        is_sentence = about.endswith((".", ":", "?", "!"))
        self._before = about if is_sentence else f"This question is about {about}."
        self._questions = questions

    def items(self, omissions: Omissions) -> Iterator[Item]:
        """Yields the items, and notes what is left out."""
        for item in self._questions.items(omissions):
            yield replace(item, question=f"{self._before} {item.question}", id="")


def shares(counts: Sequence[int], each: Sequence[int], most: int) -> list[int]:
    """Returns how many determinants each entry asks about.

    Like water in connected vessels: small entries are asked whole, the others up to one level.
    Determinants are granted one by one, so that no entry gets fewer where `most` is larger.

    Args:
        counts: Number of determinants of each entry.
        each: Number of items that an entry makes of a determinant, at least 1.
        most: The largest number of items of all entries together.

    Raises:
        InputError: It is too small for a single question with its other forms.
    """

    def granted(steps: int) -> list[int]:
        level, ahead = divmod(steps, len(counts))  # so many of the entries are one level further
        levels = (level + (index < ahead) for index in range(len(counts)))
        return [min(n, here // size) for n, here, size in zip(counts, levels, each, strict=True)]

    def items(steps: int) -> int:
        return sum(map(mul, granted(steps), each))

    found = granted(bisect_right(range((most + 1) * len(counts)), most, key=items) - 1)
    if any(counts) and not any(found):
        raise InputError(
            f"max_items: {most} is too few: the items about one entity stay together, and an "
            f"entry has at least {min(each)}"
        )
    return found
