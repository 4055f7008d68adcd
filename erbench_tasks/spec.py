"""The benchmark specification: which relations, functional dependencies and wordings to ask with.

A specification is a YAML file that `spec_file.py` reads; docs/specification.md has an example.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, model_validator

from .image_spec import ImageSpec
from .relation_spec import RelationSpec
from .spec_parts import Strict, must_be_among, not_among


def _must_name_a_file_or_blocks(template: str | dict[str, str]) -> str | dict[str, str]:
    if not template:
        raise ValueError("give the name of a Jinja file, or a mapping from blocks to their texts")
    return template


# A Jinja file with blocks, or the blocks themselves: name to text.
TemplateSpec = Annotated[str | dict[str, str], AfterValidator(_must_name_a_file_or_blocks)]


class AliasSpec(Strict):
    """Other spellings of an attribute's values that a rationale may use.

    Attributes:
        table: Table that lists the aliases.
        alias: Its column with the alias.
        match: Attribute to the column of the table that must equal it.
        surname: Whether the last word of the value alone is accepted too (people).
        decimals: How many decimals of a number suffice.
    """

    table: str | None = None
    alias: str = "alias"
    match: dict[str, str] = Field(default={})
    surname: bool = False
    decimals: int | None = None

    @model_validator(mode="after")
    def _says_something(self) -> AliasSpec:
        if (self.table is None) != (not self.match):
            raise ValueError("table and match go together")
        if self.table is None and not self.surname and self.decimals is None:
            raise ValueError("give table and match, or surname: true, or decimals")
        return self


class FunctionalDependency(Strict):
    """`determinant -> dependent`: the values of one set of attributes determine the other's."""

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
    """What every entry has: its relation, and maybe the image that is put before the question."""

    relation: str
    image: str | None = None


class _OneDependency(_Question):
    fd: FunctionalDependency

    @property
    def fds(self) -> list[FunctionalDependency]:
        """The functional dependencies that the questions are made from."""
        return [self.fd]


class BinarySpec(_OneDependency):
    """Basic and negated binary questions from one functional dependency (Section 3.1).

    Attributes:
        relation: Name of the relation.
        image: Name of the relation's image to show, if any.
        fd: The functional dependency; its dependent values are the rationale.
        several_values: What to do with entities whose determinant has several dependent
            values: `leave_out` reports a violation, `accept` takes each of them as right.
        template: Template with the blocks `basic` and `negated`.
    """

    type: Literal["binary"]
    several_values: Literal["leave_out", "accept"] = "leave_out"
    template: TemplateSpec


class MultipleChoiceSpec(_OneDependency):
    """Multiple-choice questions with one wrong option per question (Section 3.1).

    Attributes:
        relation: Name of the relation.
        image: Name of the relation's image to show, if any.
        fd: The functional dependency; each dependent attribute becomes an option.
        templates: One template per paraphrase, with a block `question` and one block per
            dependent attribute.
    """

    type: Literal["multiple_choice"]
    templates: list[TemplateSpec] = Field(min_length=1)


class Hop(Strict):
    """One step of a multi-hop question.

    Attributes:
        fd: Its functional dependency, with one dependent attribute: the hidden value.
        values: `one` if the determinant has one value, `all` if it has any number of them (also
            none), all of which a rationale must mention.
    """

    fd: FunctionalDependency
    values: Literal["one", "all"] = "one"

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        """Reads a hop that is just a dependency."""
        return {"fd": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _has_one_dependent(self) -> Hop:
        if len(self.fd.dependent) != 1:
            raise ValueError(f"{str(self.fd)!r} has not one dependent attribute")
        return self


class MultiHopSpec(_Question):
    """Binary questions whose hidden values lie on a chain of dependencies (Section 3.3).

    Attributes:
        relation: Name of the relation, which joins the tables of the chain.
        image: Name of the relation's image to show, if any.
        hops: The chain; each determinant is made of attributes that are known by then.
        template: Template with the blocks `basic` and `negated`, which may use the first
            determinant, and the last dependent attribute if its `values` is `one`.
    """

    type: Literal["multi_hop"]
    hops: list[Hop] = Field(min_length=2)
    template: TemplateSpec

    @property
    def fds(self) -> list[FunctionalDependency]:
        """The functional dependencies of the chain."""
        return [hop.fd for hop in self.hops]

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
    """Asks whether a model knows an entity, and its attributes (Appendix B.2).

    Attributes:
        relation: Name of the relation.
        image: Name of the relation's image to show, if any.
        fd: From what names the entity to the attributes that are asked about.
        template: Template with the block `concatenated` (one prompt that asks everything), a
            block `entity`, and one block per dependent attribute.
    """

    type: Literal["knowledge"]
    template: TemplateSpec


QuestionSpec = Annotated[
    BinarySpec | MultipleChoiceSpec | MultiHopSpec | KnowledgeSpec, Field(discriminator="type")
]


class BenchmarkSpec(Strict):
    """A whole benchmark.

    Attributes:
        name: The domain, such as `movie`.
        database_schema: Schema of the tables, where the database has several (`schema`).
        relations: Relation name to relation.
        aliases: Attribute name to its aliases.
        questions: What to ask.
    """

    name: str = Field(min_length=1)
    database_schema: str | None = Field(default=None, alias="schema")
    relations: dict[str, RelationSpec] = Field(min_length=1)
    aliases: dict[str, AliasSpec] = Field(default={})
    questions: list[QuestionSpec] = Field(min_length=1)

    @property
    def has_images(self) -> bool:
        """Whether a question shows an image."""
        return any(question.image for question in self.questions)

    def image_of(self, question: QuestionSpec) -> ImageSpec | None:
        """Returns the image that a question shows; None if it shows none."""
        images = self.relations[question.relation].images
        return images[question.image] if question.image else None

    def unknown_names(self) -> Iterator[tuple[list[Any], str]]:
        """Yields the location and the message of each name that refers to nothing."""
        for index, question in enumerate(self.questions):
            where = ["questions", index]
            if question.relation not in self.relations:
                yield [*where, "relation"], not_among(question.relation, self.relations)
                continue
            yield from self._wrong_image([*where, "image"], question)
            attributes = self.relations[question.relation].attributes
            field = "hops" if isinstance(question, MultiHopSpec) else "fd"
            for fd in question.fds:
                for name in fd.determinant + fd.dependent:
                    if name not in attributes:
                        yield [*where, field], not_among(name, attributes)
        every = {name for relation in self.relations.values() for name in relation.attributes}
        for attribute, alias in self.aliases.items():
            for name in (attribute, *alias.match):
                if name not in every:
                    yield ["aliases", attribute], not_among(name, sorted(every))

    def _wrong_image(
        self, where: list[Any], question: QuestionSpec
    ) -> Iterator[tuple[list[Any], str]]:
        images = self.relations[question.relation].images
        if question.image is not None and question.image not in images:
            yield where, not_among(question.image, images or ["no image"])
        elif question.image is not None and isinstance(question, MultipleChoiceSpec):
            yield from _unclaimable(where, question, images[question.image])


def _unclaimable(
    where: list[Any], question: MultipleChoiceSpec, image: ImageSpec
) -> Iterator[tuple[list[Any], str]]:
    """Yields what is wrong if an image stands for an option that may be false.

    The wrong value is shown by another tuple's image, so it has to be all that the image shows.
    """
    for name in image.replaced:
        if name in question.fd.dependent and image.shows != [name]:
            yield where, f"it shows {', '.join(image.shows)}; an option needs one of {name} alone"
