"""Multiple-choice questions: one option is false, the others hold (Section 3.1, Table 8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..items.item import NO_PICTURE, Item, RationaleElement
from ..relations.omissions import Key, Omissions, violation_among
from ..relations.relation import Row
from ..relations.tuples import Group
from ..spec.spec import MultipleChoiceSpec
from ..spec.wording import Wordings
from .matched import BLOCK, Entity, Falsehood, blocks, chosen
from .plausible import Plausible
from .question_type import Facts, draw
from .wrong_values import MOST_VALUES, WrongValues

NONE_OF_THE_ABOVE = "none of the above"


class MultipleChoiceQuestions:
    """Asks which of the statements about an entity is false, in several paraphrases."""

    def __init__(
        self,
        spec: MultipleChoiceSpec,
        facts: Facts,
        wordings: Wordings,
        seed: int,
        none_share: float | None = None,
    ) -> None:
        """Loads the paraphrases.

        Args:
            spec: The entry of the specification.
            facts: The relation, seen through the entry's functional dependency.
            wordings: Where the templates are found.
            seed: Decides which option is false, and by which value.
            none_share: If given, every question ends with the option *None of the above*, which is
                right for this share of the entities, in [0, 1] (Section 3.1, Appendix B.6).
        """
        self._spec = spec
        self._facts = facts
        self._seed = seed
        self._none_share = none_share
        self._fd = str(spec.fd)
        blocks = ["question", *spec.fd.dependent]
        attributes = facts.mentioned([*spec.fd.determinant, *spec.fd.dependent])
        self._pictured: dict[Any, Row] = {}
        self._renders = [wordings.blocks(name, blocks, attributes) for name in spec.templates]

    def items(self, omissions: Omissions) -> Iterator[Item]:
        """Yields one question per entity and paraphrase; all have the same false statement."""
        if self._spec.distractors == "matched":
            for block in blocks(self._entities(omissions)):
                for entity in chosen(self._facts, self._seed, block, omissions):
                    self._facts.ask(entity.place, entity.group)
                    yield from self._ask(entity.group, entity.falsehood, omissions)
            return
        columns = {name: self._wrong(name, omissions) for name in self._spec.fd.dependent}
        for entity in self._entities(omissions):
            if not self._facts.is_wanted(entity.place):
                continue
            self._facts.ask(entity.place, entity.group)
            falsehood = None if entity.all_true else self._falsehood(entity.group, columns)
            if falsehood is None and not entity.all_true:
                omissions.without_wrong_option.append(self._facts.entity(entity.row)[1])
                continue
            yield from self._ask(entity.group, falsehood, omissions)

    def _entities(self, omissions: Omissions) -> Iterator[Entity]:
        """Yields what can be asked about, also after the last that is."""
        block = BLOCK if self._spec.distractors == "matched" else 0
        for place, group in self._facts.placed(omissions, block):
            noted = omissions if self._facts.is_wanted(place) else Omissions()
            violation = violation_among(group.asked, self._facts.relation, self._spec.fd)
            if violation:
                noted.violated(violation)
            elif self._facts.picture(group.asked[0], noted) is not None:
                yield Entity(place, group, self._none_is_right(group.determinant))

    def _wrong(self, attribute: str, omissions: Omissions) -> Plausible | WrongValues:
        """Returns what draws a wrong value of an attribute."""
        if self._spec.distractors != "uniform" and attribute not in self._facts.shown:
            only_near = self._spec.distractors == "only_near"
            return Plausible(self._facts, attribute, self._seed, only_near=only_near)
        return WrongValues(self._values(attribute, omissions), self._seed)

    def _values(self, attribute: str, omissions: Omissions) -> list[Any]:
        """Returns the values to draw a wrong one from; of a shown attribute those with an image."""
        values = self._facts.sample(attribute, MOST_VALUES)
        if attribute not in self._facts.shown:
            return values
        self._pictured = self._facts.pictured(attribute, values, omissions)
        return list(self._pictured)

    def _none_is_right(self, determinant: Key) -> bool:
        """Draws whether every option is true; a larger share includes a smaller one's entities."""
        if self._none_share is None:
            return False
        drawn = draw(10**9, self._seed, self._facts.domain, NONE_OF_THE_ABOVE, *determinant)
        return drawn < self._none_share * 10**9

    def _falsehood(
        self, group: Group, columns: Mapping[str, Plausible | WrongValues]
    ) -> Falsehood | None:
        """Draws the false option; attributes whose values are all true are passed over."""
        names = self._spec.fd.dependent
        first = draw(len(names), self._seed, self._facts.domain, *group.determinant)
        for name in names[first:] + names[:first]:
            value = self._false_value(group, name, columns[name])
            if value is not None:
                return Falsehood(name, value, self._pictured.get(value, group.asked[0]))
        return None

    def _false_value(self, group: Group, attribute: str, column: Plausible | WrongValues) -> Any:
        """Draws a value of the column that no tuple makes true; None if there is none."""
        accepted = self._facts.rationale(group, group.asked[0], attribute).values
        true = {text.casefold() for text in accepted}
        entity = (self._facts.domain, attribute, *group.determinant)
        values = (
            column.drawn(*entity)
            if isinstance(column, WrongValues)
            else column.instead_of(group.asked[0][attribute], accepted, group.determinant, *entity)
        )
        return next((value for value in values if str(value).casefold() not in true), None)

    def _ask(
        self, group: Group, falsehood: Falsehood | None, omissions: Omissions
    ) -> Iterator[Item]:
        row = group.asked[0]
        entity_id, entity = self._facts.entity(row)
        claimed, answer, seen = row, NONE_OF_THE_ABOVE, row
        rationale: tuple[RationaleElement, ...] = ()
        if falsehood is not None:
            claimed = {**row, falsehood.attribute: falsehood.value}
            answer = f"option {self._spec.fd.dependent.index(falsehood.attribute) + 1}"
            rationale = (self._facts.rationale(group, row, falsehood.attribute),)
            # The image is what the question claims: a wrong club is seen, and not named.
            seen = falsehood.row if falsehood.attribute in self._facts.shown else row
        picture = self._facts.picture(seen, omissions) or NO_PICTURE
        last = () if self._none_share is None else (f"{NONE_OF_THE_ABOVE.capitalize()}.",)
        for variant, (question, *statements) in enumerate(self._renders):
            yield Item(
                domain=self._facts.domain,
                question_type="mc",
                variant=variant,
                entity_id=entity_id,
                entity=entity,
                popularity=self._facts.popularity(row),
                question=question(row),
                options=(*(_sentence(render(claimed)) for render in statements), *last),
                answer=answer,
                rationale=rationale,
                fd=self._fd,
                picture=picture,
            )


def _sentence(text: str) -> str:
    """Returns a statement that a value such as `Ltd.` ends, with one full stop."""
    return text[:-1] if text.endswith("..") and not text.endswith("...") else text
