"""A problem with its steps, each of which is checked against what its sentence says.

A step is a sentence with places for values. To verify it, the values are read back from the
sentence and passed to the step's own check, a relation that SymPy or an enumeration decides by
a different route from the one that made the values. So a wrong number is found wherever it arises.

There are three kinds of steps. Principles (a theorem, a formula, a definition) and results that
take more than one operation are facts, which a model may lack. A single operation, such as a sum
of two numbers, is a step of the procedure, but no fact.
"""

from __future__ import annotations

import ast
import inspect
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from string import Formatter
from typing import Any, Literal, TypeAlias

import sympy as sp

# A whole number, a SymPy number or expression, a formula, or words.
Value: TypeAlias = Any
Kind: TypeAlias = Literal["principle", "result", "operation"]


class Formula(str):
    """An expression in a person's notation: it is shown as it stands, and checked as it is read."""

    __slots__ = ()


_OPERATIONS: Mapping[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
}
_FUNCTIONS: Mapping[str, Callable[..., Any]] = {"F": sp.factorial, "R": sp.sqrt}
_FACTORIAL = re.compile(r"([a-z]|\d+|\([^()]*\))!")
_PRODUCT = re.compile(r"(?<=[\d)])\s?(?=[a-zπ(])|(?<=\b[a-z])(?=\()")
_PRODUCT_IN_FORMULA = re.compile(r"(?<=[a-zπ\d)])(?=[a-zπFR(])")
_NUMBER = r"-?\d+(?:/\d+)?"
FEWEST_FACTS, MOST_FACTS, MOST_STEPS = 3, 8, 10
Check = Callable[..., Any]


def written(value: Value) -> str:
    """Writes a value in plain text, without multiplication signs where they are not needed."""
    if isinstance(value, str):
        return value
    text = re.sub(r"\bpi\b", "π", str(value).replace("**", "^"))
    return re.sub(r"(?<=[\d)])\*(?=[a-zπ(])|(?<=[a-z])\*(?=\()", "", text)


def signed(number: Value) -> str:
    """Writes a number as a further term of a sum: `+ 3`, `- 3`."""
    return f"+ {written(number)}" if number > 0 else f"- {written(-number)}"


def pattern_of(value: Value) -> str:
    """Returns a regular expression that matches values of the same kind."""
    if isinstance(value, Formula):
        return r"[^.?:]+?"
    if isinstance(value, str):
        return re.escape(value)
    if isinstance(value, int) or getattr(value, "is_Rational", False):
        return _NUMBER
    return r"[^.?:,]+?"


def read_value(text: str, like: Value) -> Any:
    """Reads a text that `written` could have made.

    Args:
        text: The text.
        like: A value of the expected kind.

    Returns:
        A SymPy value, or words.

    Raises:
        ValueError: The text is not a value of this kind.
    """
    is_formula = isinstance(like, Formula)
    if isinstance(like, str) and not is_formula:
        return text
    python = text.replace("^", "**")
    if is_formula:
        python = _FACTORIAL.sub(r"F(\1)", python).replace("√", "R")
    product = _PRODUCT_IN_FORMULA if is_formula else _PRODUCT
    try:
        return _evaluated(ast.parse(product.sub("*", python), mode="eval").body)
    except SyntaxError as error:
        raise ValueError(f"{text!r} is no expression") from error


def _evaluated(node: ast.AST) -> Any:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return sp.Integer(node.value)
    if isinstance(node, ast.Name):
        return sp.pi if node.id == "π" else sp.Symbol(node.id)
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
        return _OPERATIONS[type(node.op)](_evaluated(node.left), _evaluated(node.right))
    if isinstance(node, ast.UnaryOp) and type(node.op) in _OPERATIONS:
        return _OPERATIONS[type(node.op)](_evaluated(node.operand))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1:
        function = _FUNCTIONS.get(node.func.id)
        if function is not None and not node.keywords:
            return function(_evaluated(node.args[0]))
    raise ValueError(f"{ast.unparse(node)!r} is no expression")


class NotVerifiedError(Exception):
    """A step or an answer of a generated problem does not hold: an error in its family."""


@dataclass(frozen=True)
class Sentence:
    """A text with placeholders `{name}`, and their values.

    Attributes:
        template: The text with its placeholders.
        values: The values, by name; there may be more than the placeholders need.
    """

    template: str
    values: Mapping[str, Value]

    @property
    def names(self) -> list[str]:
        """The names of the placeholders, in order, each once."""
        found = [name for _, name, _, _ in Formatter().parse(self.template) if name]
        return list(dict.fromkeys(found))

    @property
    def text(self) -> str:
        """The sentence."""
        shown = {name: written(self.values[name]) for name in self.names}
        return self.template.format(**shown)

    def read(self, text: str) -> dict[str, Any]:
        """Reads the values back from a text.

        Args:
            text: The sentence, or one of the same form with other values.

        Raises:
            ValueError: It has another form.
        """
        pattern, seen = "", set()
        for literal, name, _, _ in Formatter().parse(self.template):
            pattern += re.escape(literal)
            if name:
                new = f"(?P<{name}>{pattern_of(self.values[name])})"
                pattern += f"(?P={name})" if name in seen else new
                seen.add(name)
        found = re.fullmatch(pattern, text)
        if found is None:
            raise ValueError(f"not of the form {self.template!r}: {text!r}")
        return {name: read_value(found[name], self.values[name]) for name in self.names}


@dataclass(frozen=True)
class Step:
    """One step of a solution.

    Attributes:
        kind: What it is; operations are no facts.
        do: What is done, as an instruction without values: `find the slope`.
        fact: The result, as a declarative sentence.
        ask: A question for it that needs no context; empty for an operation.
        results: Names of the values that are new in this step.
        check: Takes the values by name; says whether the fact holds.
    """

    kind: Kind
    do: str
    fact: Sentence
    ask: Sentence
    results: tuple[str, ...]
    check: Check

    def verify(self, text: str | None = None) -> None:
        """Checks the fact.

        Args:
            text: What to check instead, such as a fact with another number.

        Raises:
            NotVerifiedError: It does not hold, or has other values than the step.
        """
        fact = self.fact.text if text is None else text
        _verify(self.fact, fact, self.check)


@dataclass(frozen=True, eq=False)
class Principle:
    """A theorem, a formula or a definition that the steps of problems use.

    Attributes:
        do: An instruction to state it, which does not tell it.
        fact: The principle, a sentence that can be understood alone, with places for formulas.
        ask: A question for it that needs no context.
        check: Takes the formulas by name; says whether the principle holds with them.
        formulas: The formulas, in a person's notation.
    """

    do: str
    fact: str
    ask: str
    check: Check
    formulas: Mapping[str, str] = field(default_factory=dict)

    def step(self) -> Step:
        """Returns it as a step."""
        values = {name: Formula(text) for name, text in self.formulas.items()}
        fact, ask = Sentence(self.fact, values), Sentence(self.ask, {})
        return Step("principle", self.do, fact, ask, (), self.check)


@dataclass
class Problem:
    """A problem; its family adds the steps.

    Attributes:
        question: The question, with everything that is given.
        steps: The steps.
        values: All values so far.
        answer: Name of the value that is the answer.
        answer_check: Takes given values and the answer; says whether it is right.
        family: Name of the family.
        topic: Topic of the family.
    """

    question: Sentence
    steps: list[Step] = field(default_factory=list)
    values: dict[str, Value] = field(default_factory=dict)
    answer: str = ""
    answer_check: Check | None = None
    family: str = ""
    topic: str = ""

    @classmethod
    def of(cls, question: str, **given: Value) -> Problem:
        """Returns a problem without steps.

        Args:
            question: Its text, with a placeholder for every given value.
            given: The values.
        """
        return cls(Sentence(question, given), values=dict(given))

    def let(self, **known: Value) -> None:
        """Names values that a step's question may mention, such as the double of a given one."""
        self.values |= known

    def recall(self, principle: Principle) -> None:
        """Adds the step to state a principle."""
        self.steps.append(principle.step())

    def compute(self, do: str, result: str, check: Check, **results: Value) -> None:
        """Adds a single operation, which is a step of the procedure but no fact.

        Args:
            do: What is done, as an instruction without values.
            result: A sentence that says the result; all its values go through the check.
            check: Says whether it holds.
            results: The values that are new.
        """
        known = {**self.values, **results}
        sentence, unasked = Sentence(result, known), Sentence("", {})
        self.steps.append(Step("operation", do, sentence, unasked, tuple(results), check))
        self.values = known

    def step(self, do: str, fact: str, ask: str, check: Check, **results: Value) -> None:
        """Adds a result that takes more than one operation.

        Args:
            do: What is done, as an instruction without values.
            fact: The result; all its values go through the check.
            ask: Asks for it; must not have a placeholder for the result.
            check: Says whether the fact holds.
            results: The values that are new.
        """
        known = {**self.values, **results}
        asked = Sentence(ask, dict(self.values))
        told = [name for name in asked.names if name not in self.values]
        if told:
            raise ValueError(f"{ask!r} tells {', '.join(told)}")
        self.steps.append(Step("result", do, Sentence(fact, known), asked, tuple(results), check))
        self.values = known

    def answered(self, name: str, check: Check) -> Problem:
        """Says which value is the answer, and returns the problem.

        Args:
            name: Name of the value.
            check: Takes those of the question's values that it names, and the answer; says whether
                the answer is right, without using the steps.
        """
        self.answer, self.answer_check = name, check
        return self

    @property
    def answer_text(self) -> str:
        """The answer, as text."""
        return written(self.values[self.answer])

    @property
    def facts(self) -> list[Step]:
        """The steps that are facts."""
        return [step for step in self.steps if step.kind != "operation"]

    @property
    def procedure(self) -> str:
        """The instruction to follow the steps (Section 4)."""
        *before, last = [step.do for step in self.steps]
        return f"Follow this procedure: first {', then '.join(before)}, and finally {last}."

    @property
    def repeats_itself(self) -> bool:
        """Whether two steps state the same fact because their numbers happen to be equal."""
        return len({step.fact.text for step in self.facts}) < len(self.facts)

    def verify(self) -> None:
        """Checks every step, and the answer against what the question says.

        Raises:
            NotVerifiedError: Something does not hold.
        """
        facts, steps = len(self.facts), len(self.steps)
        if not FEWEST_FACTS <= facts <= MOST_FACTS or steps > MOST_STEPS:
            raise NotVerifiedError(f"{self.family}: {facts} facts, {steps} steps")
        if all(step.kind != "principle" for step in self.steps):
            raise NotVerifiedError(f"{self.family}: no principle")
        for step in self.steps:
            step.verify()
        if self.answer not in self.steps[-1].fact.names or self.answer_check is None:
            raise NotVerifiedError(f"{self.family}: the last step does not say the answer")
        both = Sentence(
            f"{self.question.template} It is {{{self.answer}}}.",
            {**self.question.values, self.answer: self.values[self.answer]},
        )
        _verify(both, both.text, self.answer_check)


def _verify(sentence: Sentence, text: str, check: Check) -> None:
    try:
        values = sentence.read(text)
    except ValueError as error:
        raise NotVerifiedError(str(error)) from error
    wanted = inspect.signature(check).parameters
    unseen = [
        name for name in values if name not in wanted and type(sentence.values[name]) is not str
    ]
    if unseen:
        raise NotVerifiedError(f"{text!r}: nothing checks {', '.join(unseen)}")
    other = [name for name, value in values.items() if not _same(value, sentence.values[name])]
    if other or not _holds(check, {name: values[name] for name in wanted}):
        raise NotVerifiedError(f"{text!r} does not hold")


def _holds(check: Check, values: Mapping[str, Any]) -> bool:
    """A fact does not hold for numbers for which its check makes no sense."""
    try:
        return bool(check(**values))
    except (ArithmeticError, LookupError, ValueError, StopIteration):
        return False


def _same(read: Any, value: Value) -> bool:
    if isinstance(value, Formula):
        value = read_value(value, value)
    return bool(read == value or (not isinstance(value, str) and read - value == 0))
