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
from .false_values import MOST_VALUES, Draw, FalseValues, WrongValues
from .matched import BLOCK, Entity, Falsehood, blocks, chosen
from .question_type import Facts, draw

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
        """Loads the paraphrases; the seed decides which option is false, and by which value.

        If `none_share` is given, every question ends with the option *None of the above*, which is
        right for this share of the entities, in [0, 1] (Section 3.1, Appendix B.6).
        """
        self._spec = spec
        self._facts = facts
        self._seed = seed
        self._none_share = none_share
        blocks = ["question", *spec.fd.dependent]
        attributes = facts.mentioned([*spec.fd.determinant, *spec.fd.dependent])
        self._pictured: dict[Any, Row] = {}
        self._renders = [wordings.blocks(name, blocks, attributes) for name in spec.templates]

    def items(self, omissions: Omissions) -> Iterator[Item]:
        """Yields one question per entity and paraphrase; all have the same false statement."""
        if self._spec.distractors == "matched":
            for block in blocks(self._entities(omissions)):
                shared = self._spec.must_share
                for entity in chosen(self._facts, self._seed, shared, block, omissions):
                    self._facts.asked = entity.row
                    yield from self._ask(entity.group, entity.falsehood, omissions)
            return
        draws = {name: self._draw(name, omissions) for name in self._spec.fd.dependent}
        for entity in self._entities(omissions):
            if not self._facts.is_wanted(entity.place):
                continue
            self._facts.asked = entity.row
            falsehood = None if entity.all_true else self._falsehood(entity.group, draws)
            if falsehood is None and not entity.all_true:
                omissions.without_wrong_option.append(self._facts.name(entity.row))
                continue
            yield from self._ask(entity.group, falsehood, omissions)

    def _entities(self, omissions: Omissions) -> Iterator[Entity]:
        """Yields what can be asked about, also after the last that is."""
        block = BLOCK if self._spec.distractors == "matched" else 0
        for place, group in self._facts.placed(omissions, block):
            noted = omissions if self._facts.is_wanted(place) else Omissions()
            violation = None
            if len(group.asked) > 1:
                violation = violation_among(group.asked, self._facts.relation, self._spec.fd)
            if violation is not None:
                noted.violated(violation)
            elif self._facts.picture(group.asked[0], noted) is not None:
                yield Entity(place, group, self._none_is_right(group.determinant))

    def _draw(self, column: str, omissions: Omissions) -> Draw:
        """Returns what draws a wrong value of a column; of a shown one, those with an image."""
        if column not in self._facts.shown:
            return FalseValues(self._facts, column, self._spec.must_share, self._seed).instead_of
        values = [value for (value,) in self._facts.sample([column], MOST_VALUES)]
        self._pictured = self._facts.pictured(column, values, omissions)
        circle = WrongValues(self._pictured, self._seed)
        return lambda _, *entity: circle.drawn(*entity)

    def _none_is_right(self, determinant: Key) -> bool:
        """Draws whether every option is true; a larger share includes a smaller one's entities."""
        if self._none_share is None:
            return False
        drawn = draw(10**9, self._seed, self._facts.domain, NONE_OF_THE_ABOVE, *determinant)
        return drawn < self._none_share * 10**9

    def _falsehood(self, group: Group, draws: Mapping[str, Draw]) -> Falsehood | None:
        """Draws the false option; attributes whose values are all true are passed over."""
        names, row, domain = self._spec.fd.dependent, group.asked[0], self._facts.domain
        first = draw(len(names), self._seed, domain, *group.determinant)
        for name in names[first:] + names[:first]:
            true = {text.casefold() for text in self._facts.accepted(group.facts, row, name)}
            for value in draws[name](row, domain, name, *group.determinant):
                if str(value).casefold() not in true:
                    return Falsehood(name, value, self._pictured.get(value, row))
        return None

    def _ask(
        self, group: Group, falsehood: Falsehood | None, omissions: Omissions
    ) -> Iterator[Item]:
        row = group.asked[0]
        claimed, answer, seen = row, NONE_OF_THE_ABOVE, row
        rationale: tuple[RationaleElement, ...] = ()
        if falsehood is not None:
            claimed = {**row, falsehood.attribute: falsehood.value}
            answer = f"option {self._spec.fd.dependent.index(falsehood.attribute) + 1}"
            rationale = (self._facts.rationale(group.facts, row, falsehood.attribute),)
            # The image is what the question claims: a wrong club is seen, and not named.
            seen = falsehood.row if falsehood.attribute in self._facts.shown else row
        about = self._facts.about(row, self._facts.picture(seen, omissions) or NO_PICTURE)
        last = () if self._none_share is None else (f"{NONE_OF_THE_ABOVE.capitalize()}.",)
        for variant, (render, *statements) in enumerate(self._renders):
            options = (*[_sentence(option(claimed)) for option in statements], *last)
            question = render(row)
            yield about.item("mc", question, answer, rationale, options=options, variant=variant)


def _sentence(text: str) -> str:
    """Returns a statement that a value such as `Ltd.` ends, with one full stop."""
    return text[:-1] if text[-2:] == ".." and text[-3:] != "..." else text
