"""Questions with a false premise: one value of a true question is replaced by a plausible one.

Whoever says yes to everything is right about basic questions and wrong about these. Not in the
ERBench paper, where only its demonstrations have such questions (Table 27).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from decimal import Decimal
from typing import Any, NamedTuple

from ...core.errors import InputError
from ..items.given_away import given_away
from ..items.item import Item, Picture, RationaleElement
from ..relations.omissions import Omissions
from ..relations.relation import Row
from ..relations.tuples import Group
from ..spec.spec import AlteredSpec
from ..spec.wording import Wordings
from .claims import Claim, Claims
from .false_statements import is_asked_as_false
from .plausible import Plausible, PlausibleValues, tolerance
from .premises import Premises
from .question_type import Facts, draw
from .statements import UnstatedError, stated
from .wrong_values import MOST_VALUES

_NEAREST_STATEMENTS = 3
_WHY_NOT = {
    "near": "a row may fit whatever is replaced",
    "only_near": "no other value is near, or a row may fit each of them",
}


class AlteredQuestions:
    """Asks about what no row fits."""

    def __init__(self, spec: AlteredSpec, facts: Facts, wordings: Wordings, seed: int) -> None:
        """Loads the wording.

        Args:
            spec: The entry of the specification.
            facts: The relation, seen through the entry's functional dependency.
            wordings: Where the template is found.
            seed: Decides what is replaced, and by which value.

        Raises:
            InputError: The template does not mention what is to be replaced.
        """
        self._spec = spec
        self._facts = facts
        self._seed = seed
        every = facts.statements(spec.fd.dependent)
        self._claims = Claims(
            facts, wordings, spec.template, spec.fd.determinant, every, blocks=["basic"]
        )
        mentioned = wordings.used(spec.template, facts.mentioned(spec.fd.determinant))
        self._statements = {
            name: every[name]
            for name in wordings.used(spec.template, every)
            if every[name].by != "count"
        }
        self._attributes = mentioned
        for name in spec.replaced:
            if name not in (*mentioned, *self._statements):
                raise InputError(f"{facts.relation}: the template does not mention {name!r}")

    def items(self, omissions: Omissions) -> Iterator[Item]:
        """Yields a question per determinant that is asked about."""
        others = {name: self._others(name) for name in self._spec.replaced}
        sampled = {name: self._facts.sample(name, MOST_VALUES) for name in self._attributes}
        tolerances = {name: tolerance(values) for name, values in sampled.items()}
        premises = self._premises(tolerances)
        explained = [n for n in self._spec.replaced if self._is_explained(n, tolerances)]
        for group in self._facts.groups(omissions):
            claim = self._claims.of(group, omissions)
            picture = claim and self._facts.picture(group.asked[0], omissions)
            if claim is None or picture is None:
                continue
            altered = self._altered(group, claim, others, premises)
            if altered is None:
                entity = self._facts.entity(claim.row)[1]
                why = f"no false premise, as {_WHY_NOT[self._spec.distractors]}"
                omissions.unstated.append(f"{self._facts.relation}: {entity}: {why}")
                continue
            rationale = self._rationale(group, altered.name) if altered.name in explained else ()
            item = self._ask(altered, rationale, picture)
            # What the name tells (*Brooklyn Brewery*) stays a claim that is found to tell it.
            if self._is_asked_as_true(group) and given_away(item) is None:
                (render,) = self._claims.renders
                true = altered._replace(question=render(claim.row), answer="yes")
                item = self._ask(true, (), picture)
            yield item

    def _is_asked_as_true(self, group: Group) -> bool:
        mixed, determinant = self._spec.mixed, group.determinant
        return mixed and not is_asked_as_false(self._seed, self._facts, determinant)

    def _base(self, name: str) -> str:
        """Returns the attribute that a name is, or states something about."""
        return self._statements[name].of if name in self._statements else name

    def _others(self, name: str) -> Plausible | PlausibleValues:
        """Returns what to put in place of a value or statement."""
        if name not in self._statements or self._statements[name].by == "value":
            only_near = self._spec.distractors == "only_near"
            return Plausible(self._facts, self._base(name), self._seed, only_near=only_near)
        texts: dict[Any, Any] = {}
        for value in sorted(self._facts.sample(self._base(name), MOST_VALUES), key=str):
            with suppress(UnstatedError):
                texts.setdefault(stated(self._statements[name], value), value)
        return PlausibleValues(texts, self._seed, _NEAREST_STATEMENTS)

    def _premises(self, tolerances: Mapping[str, Decimal]) -> Premises:
        premises = Premises(
            [*self._attributes, *self._statements],
            self._statements,
            tolerances,
            self._facts.spelled,
        )
        bases = dict.fromkeys(map(self._base, (*self._attributes, *self._statements)))
        premises.read(self._facts.everywhere(bases))
        return premises

    def _is_explained(self, name: str, tolerances: Mapping[str, Decimal]) -> bool:
        """Tells whether there is one true value in place of the replaced one.

        A latitude of six decimals is that of one airport, but says nothing about its longitude.
        """
        rest = [other for other in self._attributes if other != name]
        if name in self._statements:
            return True
        return not any(map(tolerances.get, rest)) and self._facts.determines(rest, name)

    def _altered(
        self,
        group: Group,
        claim: Claim,
        others: Mapping[str, Plausible | PlausibleValues],
        premises: Premises,
    ) -> _Altered | None:
        """Draws what is replaced by what, so that no row fits; None if there is nothing."""
        (render,) = self._claims.renders
        names, entity = self._spec.replaced, (self._facts.domain, *group.determinant)
        first = draw(len(names), self._seed, *entity)
        for name in names[first:] + names[:first]:
            for value in self._instead(others[name], group, claim, name, *entity):
                row = {**claim.row, name: value}
                question = render(row)
                if question != render(claim.row) and not premises.fits(row):
                    return _Altered(claim.row, name, question)
        return None

    def _instead(
        self,
        others: Plausible | PlausibleValues,
        group: Group,
        claim: Claim,
        name: str,
        *entity: object,
    ) -> Iterator[Any]:
        """Yields what may stand in place of a value or statement."""
        base = self._base(name)
        if isinstance(others, PlausibleValues):
            yield from others.instead_of(claim.row[base], *entity, name)
            return
        true = self._facts.spellings([claim.row, *group.facts], base)
        found = others.instead_of(claim.row[base], true, group.determinant, *entity, name)
        yield from map(str, found) if name in self._statements else found

    def _rationale(self, group: Group, name: str) -> tuple[RationaleElement, ...]:
        return (self._facts.rationale(group, group.asked[0], self._base(name)),)

    def _ask(
        self, altered: _Altered, rationale: tuple[RationaleElement, ...], picture: Picture
    ) -> Item:
        entity_id, entity = self._facts.entity(altered.row)
        return Item(
            domain=self._facts.domain,
            question_type="bn_altered",
            variant=0,
            entity_id=entity_id,
            entity=entity,
            popularity=self._facts.popularity(altered.row),
            question=altered.question,
            options=(),
            answer=altered.answer,
            rationale=rationale,
            fd=str(self._spec.fd),
            picture=picture,
        )


class _Altered(NamedTuple):
    """A question of which no row is true, but for those that are asked as they are, if any are."""

    row: Row
    name: str
    question: str
    answer: str = "no"
