"""The benchmark specification: which relations, functional dependencies and wordings to ask with.

A specification is a YAML file that `spec_file.py` reads; docs/reference/specification.md is its
reference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from itertools import chain, pairwise
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from ...core.values.kinds import KINDS, Kind
from .strict import Names, Strict, must_be_among, not_among, one_of, one_or_several
from .wikidata import WikidataSpec

STORED = ("file", "url", "blob")
DRAWN = ("title_card", "crest")
_LONGEST_NAME = 100  # characters


def _line(remedy: str) -> AfterValidator:
    """Makes one line of a text, which must not be empty."""

    def line(text: str) -> str:
        if not text.strip():
            raise ValueError(remedy)
        return " ".join(text.split())

    return AfterValidator(line)


class ImageSpec(Strict):
    """Where the images of a relation's rows come from.

    Attributes:
        kind: What `column` holds (a path, an address, or the bytes themselves), or what is drawn
            from the columns' values.
        shows: The columns that identify what is to be seen.
        replaces: The columns that no wording may mention, since the image stands for them; by
            default the first of `shows`.
        column: Where a stored image is; NULL: the row has none.
        root: `file`: the folder that the paths are relative to; nothing outside it is read. It is
            itself relative to the specification.
        allow_local: `url`: servers of the user's own network that addresses may name, each as
            `host:port`; all others must be public.
        using: `with`: further columns that a drawn image needs, such as a club's colours.
    """

    kind: Literal["file", "url", "blob", "title_card", "crest"]
    shows: Annotated[Names, Field(min_length=1)]
    replaces: Names = Field(default=[])
    column: str | None = None
    root: str = "."
    allow_local: Names = Field(default=[])
    using: Names = Field(alias="with", default=[])

    @model_validator(mode="after")
    def _goes_together(self) -> ImageSpec:
        if (self.kind in STORED) != (self.column is not None):
            needs = "needs a column" if self.kind in STORED else "is drawn, and has no column"
            raise ValueError(f"an image of the kind {self.kind!r} {needs}")
        if self.allow_local and self.kind != "url":
            raise ValueError(f"allow_local: an image of the kind {self.kind!r} is not fetched")
        if self.using and self.kind in STORED:
            raise ValueError(f"with: an image of the kind {self.kind!r} is not drawn")
        return self

    @property
    def replaced(self) -> list[str]:
        """The columns that the image stands for."""
        return self.replaces or self.shows[:1]

    @property
    def columns(self) -> list[str]:
        """Every column that it names."""
        return [*self.shows, *self.replaces, *self.using, *filter(None, [self.column])]


class StatementSpec(Strict):
    """A text that says less of a value than the value itself.

    Attributes:
        of: The column.
        by: What it says: the decade ("1950s") or century ("16th century") of a year or date, the
            round numbers around a number ("between 200 and 500"), the continent or (the United
            Nations') sub-region of a country, the initial of a name, or the count of its values.
        bounds: `range`: the bounds of the ranges, ascending ("less than 10", "more than 1,000").
    """

    of: str
    by: Literal["decade", "century", "range", "continent", "sub-region", "initial", "count"]
    bounds: list[int | float] = Field(default=[])

    @model_validator(mode="after")
    def _has_bounds_of_ranges(self) -> StatementSpec:
        if self.bounds and self.by != "range":
            raise ValueError(f"bounds: what is said by {self.by} has none")
        if any(a >= b for a, b in pairwise(self.bounds)):
            raise ValueError("bounds: give them in ascending order")
        return self


class PassageSpec(Strict):
    """Where passages about a column's values come from.

    Attributes:
        pages: Titles of Wikipedia to try, in order, as Jinja texts; a plain list stands for them.
        column: The column that holds them, which may be NULL.
    """

    plain = "pages"
    pages: Names = Field(default=[])
    column: str | None = None

    @model_validator(mode="after")
    def _says_something(self) -> PassageSpec:
        if not self.pages and self.column is None:
            raise ValueError("give titles of Wikipedia to try, or `column: NAME`")
        return self


_Text = Annotated[str, Field(min_length=1)]
_Queries = Annotated[list[_Text], BeforeValidator(one_or_several), Field(min_length=1)]


class RelationSpec(Strict):
    """A relation to ask about: the result of one SELECT, whose columns are its attributes.

    Attributes:
        sql: The query, in the database's own dialect (`database.gate` says what it may be).
        entity: Columns that identify the entity a question is about; the first names it.
        spellings: Column to queries of (value, another spelling), by which a rationale may mention
            it. What stands between the two must equal the row's value of the column of that name.
        kinds: Column to the kind of its values, where the guess is wrong.
        ask: A yes/no column: whether questions are asked about a row. The other rows are facts all
            the same: they are accepted in rationales, and are never used as a wrong option.
        say: Name to a coarser statement about a column, which does not give its value away.
        images: Name to an image that questions may show in place of a column's text.
        passages: Column to where the passages before questions that name it come from.
        popularity: A column of numbers by which entities are ranked, such as how many Wikipedias
            have an article about one; it may be NULL, and is the same in all rows of an entity.
        wikidata: Where Wikidata has its entities and columns; None if nobody has said so.
    """

    sql: _Text
    entity: Annotated[Names, Field(min_length=1)]
    spellings: dict[str, _Queries] = Field(default={})
    kinds: dict[str, Annotated[Kind, one_of(KINDS)]] = Field(default={})
    ask: str | None = None
    say: dict[str, StatementSpec] = Field(default={})
    images: dict[str, ImageSpec] = Field(default={})
    passages: dict[str, PassageSpec] = Field(default={})
    popularity: str | None = None
    wikidata: WikidataSpec | None = None

    def statements_of(self, columns: Iterable[str]) -> dict[str, StatementSpec]:
        """Returns the statements about some columns."""
        about = set(columns)
        return {name: spec for name, spec in self.say.items() if spec.of in about}

    def unknown_names(self, columns: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yields the field and the message of each name that is no column of the query."""
        known = list(columns)
        for field, names in self._named():
            yield from ((field, not_among(name, known)) for name in names if name not in known)
        stored = {name for name, image in self.images.items() if image.column == name}
        for field in ("say", "images"):
            for name in getattr(self, field):
                if (name in known and name not in stored) or not name.isidentifier():
                    why = "is a column" if name in known else "is not a plain name"
                    yield f"{field}.{name}", f"{name!r} {why}; give it another name"

    def _named(self) -> Iterator[tuple[str, Iterable[str]]]:
        """Yields each field that names columns, and these."""
        yield "entity", self.entity
        single = {"ask": self.ask, "popularity": self.popularity}
        yield from ((field, [name]) for field, name in single.items() if name is not None)
        for field in ("spellings", "kinds", "passages"):
            yield from ((f"{field}.{name}", [name]) for name in getattr(self, field))
        yield from ((f"say.{name}", [spec.of]) for name, spec in self.say.items())
        yield from ((f"images.{name}", spec.columns) for name, spec in self.images.items())
        yield from ((f"passages.{n}", [s.column]) for n, s in self.passages.items() if s.column)
        if (of := self.wikidata) is not None:
            yield "wikidata", [*of.attributes, *filter(None, [of.label])]


# A Jinja file with blocks, or the blocks themselves: name to text.
TemplateSpec = str | dict[str, str]


class FunctionalDependency(Strict):
    """`determinant -> dependent`: the values of one set of columns determine the other's."""

    determinant: list[str] = Field(min_length=1)
    dependent: list[str] = Field(min_length=1)

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        """Reads `title, year -> director, country`."""
        if not isinstance(value, str):
            return value
        sides = value.split("->")
        if len(sides) != 2:
            raise ValueError(f"{value!r} is not of the form 'title, year -> director'")
        determinant, dependent = ([name.strip() for name in side.split(",")] for side in sides)
        return {"determinant": determinant, "dependent": dependent}

    def __str__(self) -> str:
        return f"{', '.join(self.determinant)} -> {', '.join(self.dependent)}"


class _Question(Strict):
    """What every entry has.

    Attributes:
        relation: Name of the relation.
        image: Name of the relation's image to show before the question, if any.
        template: Name of a Jinja file with a block per wording.
        wording: The blocks themselves, in place of a file: name to text.
        why_known: Why a model may know the answer, as the entry's author says to whoever signs.
        risk: What may be wrong with it; as before, nothing that is generated depends on this.
    """

    relation: str
    image: str | None = None
    template: Annotated[list[str], BeforeValidator(one_or_several)] = Field(default=[])
    wording: Annotated[list[dict[str, str]], BeforeValidator(one_or_several)] = Field(default=[])
    why_known: Annotated[str, _line("say why a model may know the answer")] | None = None
    risk: Annotated[str, _line("say what may be wrong with the entry")] | None = None

    @model_validator(mode="after")
    def _is_worded(self) -> _Question:
        if bool(self.template) == bool(self.wording):
            raise ValueError("give `wording` (blocks: text) or `template` (the name of a file)")
        if len(self.templates) > 1 and not isinstance(self, MultipleChoiceSpec):
            raise ValueError("give one wording; only multiple-choice questions have several")
        if any(not template for template in self.templates):
            raise ValueError("a wording without any block")
        return self

    @property
    def templates(self) -> list[TemplateSpec]:
        """Its wordings, one per paraphrase."""
        return [*self.template, *self.wording]

    @property
    def words(self) -> TemplateSpec:
        """Its only wording, or the first one."""
        return self.templates[0]

    @property
    def items_each(self) -> int:
        """The number of items about one determinant: one per block that is asked with."""
        return 2

    @property
    def fds(self) -> list[FunctionalDependency]:
        """The functional dependencies that the questions are made from."""
        raise NotImplementedError

    @property
    def columns(self) -> list[str]:
        """The columns whose values it needs: rows that lack one of them are left out."""
        return list(dict.fromkeys(chain(*(fd.determinant + fd.dependent for fd in self.fds))))

    def unknown_names(
        self, relation: RelationSpec, columns: Iterable[str]
    ) -> Iterator[tuple[str, str]]:
        """Yields the field and the message of each name that refers to nothing."""
        known = list(columns)
        first = "hops" if isinstance(self, MultiHopSpec) else "fd"
        named = {first: [name for fd in self.fds for name in fd.determinant + fd.dependent]}
        for other in ("holds", "must_share"):
            named[other] = one_or_several(getattr(self, other, None)) or []
        for field, names in named.items():
            yield from ((field, not_among(name, known)) for name in names if name not in known)
        if self.image is not None and self.image not in relation.images:
            yield "image", not_among(self.image, relation.images or ["no image"])


class _OneDependency(_Question):
    fd: FunctionalDependency

    @property
    def fds(self) -> list[FunctionalDependency]:
        return [self.fd]


class _WithFalse(_Question):
    """What an entry has that may say something false.

    Attributes:
        must_share: Columns whose values what is false must have in common with the true row: a
            city of the same country.
    """

    must_share: Names = Field(default=[])


class _YesNo(_WithFalse):
    """What entries with basic and negated questions have.

    Attributes:
        holds: A yes/no column: whether the basic question is to be answered with yes. By
            default every one is, or if the last hop has a value. Its value is no part of the
            rationale.
        mixed: Whether to say something false of half of the entities, so that the wording does not
            tell the answer; for a wording that states something about a dependent column.
    """

    holds: str | None = None
    mixed: bool = False

    @property
    def columns(self) -> list[str]:
        return list(dict.fromkeys([*super().columns, *([self.holds] if self.holds else [])]))


class BinarySpec(_YesNo, _OneDependency):
    """Basic and negated binary questions from one functional dependency (Section 3.1).

    The wording has the blocks `basic` and `negated`, which may use the determinant, and statements
    about the dependent columns.

    Attributes:
        fd: The functional dependency; its dependent values are the rationale.
        several_values: What to do with entities whose determinant has several dependent
            values: `leave_out` reports a violation, `accept` takes each of them as right.
    """

    type: Literal["binary"]
    several_values: Literal["leave_out", "accept"] = "leave_out"


class AlteredSpec(_WithFalse, _OneDependency):
    """Questions with a false premise: one value of a true question is replaced.

    The wording has the block `basic`; that of binary questions has one.

    Attributes:
        fd: The functional dependency, as that of binary questions.
        replaced: What may be replaced: columns of the determinant, dependent columns that the
            wording names, or statements about dependent columns.
        mixed: Whether to ask about half of the entities with nothing replaced, so that the wording
            does not tell the answer. Where that is yes, no value is part of the rationale.
    """

    type: Literal["altered"]
    replaced: Annotated[Names, Field(min_length=1)]
    mixed: bool = False

    @property
    def items_each(self) -> int:
        return 1

    def unknown_names(
        self, relation: RelationSpec, columns: Iterable[str]
    ) -> Iterator[tuple[str, str]]:
        yield from super().unknown_names(relation, columns)
        statements = relation.statements_of(self.fd.dependent)
        stated = [name for name, statement in statements.items() if statement.by != "count"]
        shown = relation.images[self.image].replaced if self.image in relation.images else []
        named = [*self.fd.determinant, *self.fd.dependent]
        known = [*(name for name in named if name not in shown), *stated]
        for name in self.replaced:
            if name not in known:
                yield "replaced", not_among(name, known or ["nothing"])


class MultipleChoiceSpec(_WithFalse, _OneDependency):
    """Multiple-choice questions with one wrong option per question (Section 3.1).

    Each wording, a paraphrase, has the block `question` and one block per dependent column.

    Attributes:
        fd: The functional dependency; each dependent column becomes an option.
        distractors: What stands in place of a true value: one that another entity has in exchange
            (`matched`), so that no option tells by itself that it is false; or any value, all with
            the same chance, as in the paper (`uniform`).
    """

    type: Literal["multiple_choice"]
    distractors: Literal["matched", "uniform"] = "matched"

    @property
    def items_each(self) -> int:
        return len(self.templates)

    def unknown_names(
        self, relation: RelationSpec, columns: Iterable[str]
    ) -> Iterator[tuple[str, str]]:
        yield from super().unknown_names(relation, columns)
        # What is wrong is shown by another row's image, which must not show anything else.
        if image := relation.images.get(self.image or ""):
            for name in image.replaced:
                if name in self.fd.dependent and image.shows != [name]:
                    shown = ", ".join(image.shows)
                    yield "image", f"it shows {shown}; an option needs one of {name} alone"


class Hop(Strict):
    """One step of a multi-hop question; a dependency alone stands for one.

    Attributes:
        fd: Its functional dependency, with one dependent column: the hidden value.
        values: `one` if the determinant has one value, `all` if it has any number of them (also
            none), all of which a rationale must mention.
        verified: Whether a rationale must mention it; false where the wording says it.
    """

    plain = "fd"
    fd: FunctionalDependency
    values: Literal["one", "all"] = "one"
    verified: bool = True

    @model_validator(mode="after")
    def _has_one_dependent(self) -> Hop:
        if len(self.fd.dependent) != 1:
            raise ValueError(f"{str(self.fd)!r} has not one dependent column")
        return self


class MultiHopSpec(_YesNo):
    """Binary questions whose hidden values lie on a chain of dependencies (Section 3.3).

    The wording has the blocks `basic` and `negated`, which may use the first determinant, the last
    dependent column if its `values` is `one`, and statements about the dependent columns.

    Attributes:
        hops: The chain; each determinant is made of columns that are known by then.
    """

    type: Literal["multi_hop"]
    hops: list[Hop] = Field(min_length=2)

    @property
    def fds(self) -> list[FunctionalDependency]:
        return [hop.fd for hop in self.hops]

    @property
    def columns(self) -> list[str]:
        last = self.hops[-1]
        # There may be no value at all at the end of a chain.
        optional = last.fd.dependent if last.values == "all" else []
        return [n for n in super().columns if n not in optional or n == self.holds]

    @model_validator(mode="after")
    def _is_a_chain(self) -> MultiHopSpec:
        known = list(self.fds[0].determinant)
        for number, hop in enumerate(self.hops, start=1):
            must_be_among(hop.fd.determinant, known, f"hop {number}")
            if hop.values == "all" and number < len(self.hops):
                raise ValueError(f"hop {number}: only the last hop may have several values")
            known += hop.fd.dependent
        return self


class KnowledgeSpec(_OneDependency):
    """Asks whether a model knows an entity, and its columns (Appendix B.2).

    The wording has the block `concatenated` (one prompt that asks everything), or a block `entity`
    and one per dependent column, or all of these.

    Attributes:
        fd: From what names the entity to the columns that are asked about.
        assesses: For which questions. For `binary` and `multi_hop` ones one prompt asks everything;
            for `multiple_choice` one asks about the entity, and one about each dependent column.
            By default for binary and multiple-choice questions.
    """

    type: Literal["knowledge"]
    assesses: Literal["binary", "multiple_choice", "multi_hop"] | None = None

    @property
    def blocks(self) -> list[str]:
        """The blocks of its wording that are asked with."""
        whole = [] if self.assesses == "multiple_choice" else ["concatenated"]
        alone = ["entity", *self.fd.dependent]
        return whole + (alone if self.assesses in (None, "multiple_choice") else [])

    @property
    def items_each(self) -> int:
        return len(self.blocks)

    @property
    def columns(self) -> list[str]:
        needed = super().columns
        # The end of a chain may have none.
        return needed[:-1] if self.assesses == "multi_hop" else needed


QuestionSpec = Annotated[
    BinarySpec | AlteredSpec | MultipleChoiceSpec | MultiHopSpec | KnowledgeSpec,
    Field(discriminator="type"),
]


def signer_name(text: str) -> str:
    """Returns the name of who signs; a ValueError says that it is none."""
    name = text.strip()
    if not name or not name.isprintable() or len(name) > _LONGEST_NAME:
        raise ValueError(f"give a name: one printable line, at most {_LONGEST_NAME} characters")
    return name


class Signature(Strict):
    """Who has read the questions, and says that they may be published.

    Attributes:
        by: Name of the person.
        on: The day.
        fingerprint: What was signed (`preview.signature.fingerprint`).
    """

    by: Annotated[str, AfterValidator(signer_name)]
    on: date
    fingerprint: Annotated[str, Field(pattern="^[0-9a-f]{32}$")]

    @model_validator(mode="before")
    @classmethod
    def _from_yaml(cls, value: Any) -> Any:
        """Reads `on`, which is true in YAML 1.1."""
        is_part = isinstance(value, dict)
        return {"on" if n is True else n: v for n, v in value.items()} if is_part else value

    def __str__(self) -> str:
        return f"signed by {self.by} on {self.on}"


_SUBJECT = _line("say in a few words what the questions are about, such as `ice hockey`")
_REASON = _line("give the reason why personal data may be asked about")


class BenchmarkSpec(Strict):
    """A whole benchmark.

    Attributes:
        name: The domain, such as `movie`.
        about: What all questions are about, such as `the Eurovision Song Contest`, for a sentence
            before each; or a whole sentence with its full stop. None: each says that itself.
        personal_data: Why personal data may be asked about, and published with the questions;
            without it none may.
        database_schema: Schema of the tables that a query names without one (`schema`).
        relations: Relation name to relation.
        max_items: The largest number of items of all entries together; None for all of them.
        questions: What to ask.
        signed: Who has signed that this may be asked; None if nobody has.
    """

    name: str = Field(min_length=1)
    about: Annotated[str, _SUBJECT] | None = None
    personal_data: Annotated[str, _REASON] | None = None
    database_schema: str | None = Field(default=None, alias="schema")
    relations: dict[str, RelationSpec] = Field(min_length=1)
    max_items: Annotated[int, Field(strict=True, ge=1)] | None = None
    questions: list[QuestionSpec] = Field(min_length=1)
    signed: Signature | None = None

    @property
    def has_images(self) -> bool:
        """Whether a question shows an image."""
        return any(question.image for question in self.questions)
