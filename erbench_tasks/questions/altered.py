"""Questions with a false premise: one value of a true question is replaced by another one.

Whoever says yes to everything is right about basic questions and wrong about these. Not in the
ERBench paper, where only its demonstrations have such questions (Table 27).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from sqlalchemy import types

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

    def __init__(self, spec: AlteredSpec, facts: Facts, wordings: Wordings) -> None:
        """Loads the wording.

        Raises:
            InputError: The template does not mention what is to be replaced.
        """
        self._spec = spec
        self._facts = facts
        stated_columns = [name for name in spec.fd.dependent if name in spec.replaced]
        variables = [*spec.fd.determinant, *stated_columns]
        self._claims = Claims(spec, facts, wordings, variables, [])
        self._columns = wordings.used(spec.words, facts.mentioned(variables))
        made = self._claims.statements.items()
        self._statements = {name: statement for name, statement in made if statement.by != "count"}
        for name in spec.replaced:
            if name not in (*self._columns, *self._statements):
                raise InputError(f"{facts.relation.name}: the template does not mention {name!r}")

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
                continue
            is_true = self._spec.mixed and not is_asked_as_false(self._facts, group)
            columns = [self._base(name)] if name in explained and not is_true else []
            rationale = tuple([self._facts.rationale(group.facts, row, c) for c in columns])
            said = self._claims.renders[0](row) if is_true else question
            yield claim.about("bn_altered", said, "yes" if is_true else "no", rationale)

    @property
    def _why_not(self) -> str:
        names = self._spec.must_share
        shared = f" of the same {' and '.join(names)}" if names else ""
        return f"no false premise: no other value{shared}, or a row may fit each"

    def _base(self, name: str) -> str:
        """Returns the attribute that a name is, or states something about."""
        return self._statements[name].of if name in self._statements else name

    def _draw(self, name: str) -> Draw:
        """Returns what draws values, or texts of a statement, in place of another."""
        if name not in self._statements:
            return FalseValues(self._facts, name, apart=True).instead_of
        statement, texts = self._statements[name], set[str]()
        for value in FalseValues(self._facts, statement.of).values:
            with suppress(UnstatedError):
                texts.add(stated(statement, value))
        circle = WrongValues(texts, self._facts.seed)
        return lambda _, *entity: circle.drawn(*entity)

    def _premises(self) -> Premises:
        names, other = [*self._columns, *self._statements], self._facts.other
        premises = Premises(names, self._statements, other.spellings, other.columns)
        premises.read(self._facts.everywhere(dict.fromkeys(map(self._base, names))))
        return premises

    def _is_explained(self, name: str) -> bool:
        """Tells whether there is one true value in place of the replaced one.

        A latitude of six decimals is that of one airport, but says nothing about its longitude.
        """
        rest = [other for other in self._columns if other != name]
        if name in self._statements or name in self._spec.fd.dependent:
            return True
        # Of a number with decimals one value has few rows.
        columns = (self._facts.relation.columns[other] for other in rest)
        is_measured = any(isinstance(c.type, types.Numeric | types.Float) for c in columns)
        return not is_measured and self._facts.determines(rest, name)

    def _altered(
        self, claim: Claim, draws: Mapping[str, Draw], premises: Premises
    ) -> tuple[str, str]:
        """Draws what is replaced, so that no row fits the question; two empty texts if nothing."""
        (render,) = self._claims.renders
        true = render(claim.row)
        names, entity = self._spec.replaced, (self._facts.domain, *claim.group.determinant)
        first = draw(len(names), self._facts.seed, *entity)
        for name in names[first:] + names[:first]:
            for value in draws[name](claim.row, *entity, name):
                row = {**claim.row, name: value}
                question = render(row)
                if question != true and not premises.fits(row):
                    return name, question
        return "", ""
