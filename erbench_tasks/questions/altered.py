"""Questions with a false premise: one value of a true question is replaced by another one.

Whoever says yes to everything is right about basic questions and wrong about these. Not in the
ERBench paper, where only its demonstrations have such questions (Table 27).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from ...core.errors import InputError
from ..items.item import Item
from ..relations.omissions import Omissions
from ..spec.spec import AlteredSpec
from ..spec.wording import Wordings
from .claims import Claim, Claims
from .false_statements import is_asked_as_false
from .false_values import Draw, FalseValues, WrongValues
from .premises import Premises
from .question_type import Facts, draw
from .statements import UnstatedError, stated


class AlteredQuestions:
    """Asks about what no row fits."""

    def __init__(self, spec: AlteredSpec, facts: Facts, wordings: Wordings, seed: int) -> None:
        """Loads the wording; the seed decides what is replaced, and by which value.

        Raises:
            InputError: The template does not mention what is to be replaced.
        """
        self._spec = spec
        self._facts = facts
        self._seed = seed
        stated_columns = [name for name in spec.fd.dependent if name in spec.replaced]
        variables = [*spec.fd.determinant, *stated_columns]
        self._claims = Claims(spec, facts, wordings, variables, [], seed)
        self._columns = wordings.used(spec.words, facts.mentioned(variables))
        made = self._claims.statements.items()
        self._statements = {name: statement for name, statement in made if statement.by != "count"}
        for name in spec.replaced:
            if name not in (*self._columns, *self._statements):
                raise InputError(f"{facts.relation}: the template does not mention {name!r}")

    def items(self, omissions: Omissions) -> Iterator[Item]:
        """Yields a question per determinant that is asked about."""
        draws = {name: self._draw(name) for name in self._spec.replaced}
        premises = self._premises()
        explained = [name for name in self._spec.replaced if self._is_explained(name)]
        for claim in self._claims.read(omissions):
            name, question = self._altered(claim, draws, premises)
            row, group = claim.row, claim.group
            if not name:
                self._facts.leave_out(row, self._why_not, omissions)
            elif self._spec.mixed and not is_asked_as_false(self._seed, self._facts, group):
                yield claim.about.item("bn_altered", self._claims.renders[0](row))
            else:
                columns = [self._base(name)] if name in explained else []
                true = tuple([self._facts.rationale(group.facts, row, c) for c in columns])
                yield claim.about.item("bn_altered", question, "no", true)

    @property
    def _why_not(self) -> str:
        shared = f" of the same {' and '.join(self._spec.must_share)}" * bool(self._spec.must_share)
        return f"no false premise: no other value{shared}, or a row may fit each"

    def _base(self, name: str) -> str:
        """Returns the attribute that a name is, or states something about."""
        return self._statements[name].of if name in self._statements else name

    def _draw(self, name: str) -> Draw:
        """Returns what draws values, or texts of a statement, in place of another."""
        facts, must_share, seed = self._facts, self._spec.must_share, self._seed
        if name not in self._statements:
            return FalseValues(facts, name, must_share, seed, apart=True).instead_of
        statement, texts = self._statements[name], set[str]()
        for value in FalseValues(facts, statement.of, must_share, seed).values:
            with suppress(UnstatedError):
                texts.add(stated(statement, value))
        circle = WrongValues(texts, seed)
        return lambda _, *entity: circle.drawn(*entity)

    def _premises(self) -> Premises:
        names = [*self._columns, *self._statements]
        facts = self._facts
        premises = Premises(names, self._statements, facts.spelled, facts.spelled_by)
        premises.read(self._facts.everywhere(dict.fromkeys(map(self._base, names))))
        return premises

    def _is_explained(self, name: str) -> bool:
        """Tells whether there is one true value in place of the replaced one.

        A latitude of six decimals is that of one airport, but says nothing about its longitude.
        """
        rest = [other for other in self._columns if other != name]
        if name in self._statements or name in self._spec.fd.dependent:
            return True
        return not any(map(self._facts.is_measured, rest)) and self._facts.determines(rest, name)

    def _altered(
        self, claim: Claim, draws: Mapping[str, Draw], premises: Premises
    ) -> tuple[str, str]:
        """Draws what is replaced, so that no row fits the question; two empty texts if nothing."""
        (render,) = self._claims.renders
        true = render(claim.row)
        names, entity = self._spec.replaced, (self._facts.domain, *claim.group.determinant)
        first = draw(len(names), self._seed, *entity)
        for name in names[first:] + names[:first]:
            for value in draws[name](claim.row, *entity, name):
                row = {**claim.row, name: value}
                question = render(row)
                if question != true and not premises.fits(row):
                    return name, question
        return "", ""
