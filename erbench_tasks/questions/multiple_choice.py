"""Multiple-choice questions: one option is false, the others hold (Section 3.1, Table 8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..items.item import NO_PICTURE, Item, RationaleElement
from ..relations.omissions import Omissions
from ..relations.relation import Row
from ..relations.tuples import Group, Values
from ..spec.spec import MultipleChoiceSpec
from ..spec.wording import Wordings
from .false_values import MOST_VALUES, Draw, FalseValues, WrongValues
from .matched import BLOCK, Entity, Falsehood, matched
from .question_type import Facts, draw

NONE_OF_THE_ABOVE = "none of the above"


class MultipleChoiceQuestions:
    """Asks which of the statements about an entity is false, in several paraphrases."""

    def __init__(self, spec: MultipleChoiceSpec, facts: Facts, wordings: Wordings) -> None:
        """Loads the paraphrases."""
        self._spec = spec
        self._facts = facts
        blocks = ["question", *spec.fd.dependent]
        attributes = facts.mentioned([*spec.fd.determinant, *spec.fd.dependent])
        self._pictured: dict[Any, Row] = {}
        self._renders = [wordings.blocks(name, blocks, attributes) for name in spec.templates]

    def items(self, omissions: Omissions) -> Iterator[Item]:
        """Yields one question per entity and paraphrase; all have the same false statement."""
        if self._spec.distractors == "matched":
            asked = matched(self._facts, self._entities(omissions, BLOCK), omissions)
        else:
            asked = self._uniform(omissions)
        for entity in asked:
            self._facts.asked = entity.row
            yield from self._ask(entity, omissions)

    def _uniform(self, omissions: Omissions) -> Iterator[Entity]:
        """Yields the entities with a false value, of which all have the same chance."""
        draws = {name: self._draw(name, omissions) for name in self._spec.fd.dependent}
        for entity in self._entities(omissions):
            if not self._facts.is_wanted(entity.place):
                continue
            entity.falsehood = None if entity.all_true else self._falsehood(entity.group, draws)
            if entity.all_true or entity.falsehood is not None:
                yield entity
            else:
                omissions.without_wrong_option.append(self._facts.name(entity.row))

    def _entities(self, omissions: Omissions, block: int = 0) -> Iterator[Entity]:
        """Yields what can be asked about, also after the last that is."""
        relation, fd = self._facts.relation.name, self._spec.fd
        for place, group in self._facts.placed(omissions, block):
            noted = omissions if self._facts.is_wanted(place) else Omissions()
            if len(group.asked) > 1 and noted.violated(relation, [fd], group.asked):
                continue
            if self._facts.picture(group.asked[0], noted) is not None:
                yield Entity(place, group, self._none_is_right(group.determinant))

    def _draw(self, column: str, omissions: Omissions) -> Draw:
        """Returns what draws a wrong value of a column; of a shown one, those with an image."""
        if column not in self._facts.shown:
            return FalseValues(self._facts, column).instead_of
        values = [value for value, _ in self._facts.counted([column], MOST_VALUES)]
        self._pictured = self._facts.pictured(column, values, omissions)
        circle = WrongValues(self._pictured, self._facts.seed)
        return lambda _, *entity: circle.drawn(*entity)

    def _none_is_right(self, determinant: Values) -> bool:
        """Draws whether every option is true; a larger share includes a smaller one's entities."""
        if self._facts.none_share is None:
            return False
        drawn = draw(10**9, self._facts.seed, self._facts.domain, NONE_OF_THE_ABOVE, *determinant)
        return drawn < self._facts.none_share * 10**9

    def _falsehood(self, group: Group, draws: Mapping[str, Draw]) -> Falsehood | None:
        """Draws the false option; attributes whose values are all true are passed over."""
        names, row, domain = self._spec.fd.dependent, group.asked[0], self._facts.domain
        first = draw(len(names), self._facts.seed, domain, *group.determinant)
        for name in names[first:] + names[:first]:
            true = {text.casefold() for text in self._facts.accepted(group.facts, row, name)}
            for value in draws[name](row, domain, name, *group.determinant):
                if str(value).casefold() not in true:
                    return Falsehood(name, value, self._pictured.get(value, row))
        return None

    def _ask(self, entity: Entity, omissions: Omissions) -> Iterator[Item]:
        row, falsehood = entity.row, entity.falsehood
        claimed, answer, seen = row, NONE_OF_THE_ABOVE, row
        rationale: tuple[RationaleElement, ...] = ()
        if falsehood is not None:
            claimed = {**row, falsehood.attribute: falsehood.value}
            answer = f"option {self._spec.fd.dependent.index(falsehood.attribute) + 1}"
            rationale = (self._facts.rationale(entity.group.facts, row, falsehood.attribute),)
            # The image is what the question claims: a wrong club is seen, and not named.
            seen = falsehood.row if falsehood.attribute in self._facts.shown else row
        about = self._facts.about(row, self._facts.picture(seen, omissions) or NO_PICTURE)
        last = () if self._facts.none_share is None else (f"{NONE_OF_THE_ABOVE.capitalize()}.",)
        for variant, (render, *statements) in enumerate(self._renders):
            options = (*[_sentence(option(claimed)) for option in statements], *last)
            yield about("mc", render(row), answer, rationale, options, variant)


def _sentence(text: str) -> str:
    """Returns a statement that a value such as `Ltd.` ends, with one full stop."""
    return text[:-1] if text[-2:] == ".." and text[-3:] != "..." else text
