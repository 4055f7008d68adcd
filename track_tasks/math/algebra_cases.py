"""Families of algebra: inequalities and absolute values."""

from __future__ import annotations

from collections.abc import Callable

from .families import Draw, family
from .problem import Problem
from .symbolic import T, X, sp


@family("algebra")
def linear_inequality(draw: Draw) -> Problem:
    """The smallest integer that satisfies an inequality."""
    a, c = sorted(draw.distinct(2, 12, 2), reverse=True)
    b, d = draw.integer(5, 40), draw.integer(41, 150)
    bound = sp.Rational(d - b, a - c)
    draw.require(a - c > 1 and not bound.is_Integer)
    problem = Problem.of(
        draw.pick(
            "What is the smallest integer x for which {left} > {right}?",
            "Find the least whole number x that satisfies {left} > {right}.",
        ),
        left=a * X + b,
        right=c * X + d,
    )
    problem.let(moved=c * X)
    problem.step(
        "collect the terms with x on the left side",
        "Subtracting {moved} from both sides of {left} > {right} gives {less} > {d}.",
        "What inequality results from subtracting {moved} from both sides of {left} > {right}?",
        lambda left, right, moved, less, d: (
            sp.expand(less + moved - left) == 0 and sp.expand(d + moved - right) == 0
        ),
        less=(a - c) * X + b,
        d=d,
    )
    problem.step(
        "collect the numbers on the right side",
        "The inequality {less} > {d} is equivalent to {multiple} > {rest}.",
        "What inequality results from subtracting the constant term of the left side from both "
        "sides of {less} > {d}?",
        lambda less, d, multiple, rest: sp.expand((less - d) - (multiple - rest)) == 0,
        multiple=(a - c) * X,
        rest=d - b,
    )
    problem.step(
        "divide by the coefficient of x",
        "The inequality {multiple} > {rest} holds exactly if x > {bound}.",
        "For which x does the inequality {multiple} > {rest} hold?",
        lambda multiple, rest, bound: (
            sp.roots(multiple - rest, X) == {bound: 1} and multiple.coeff(X) > 0
        ),
        bound=bound,
    )
    problem.step(
        "take the smallest integer above the bound",
        "The smallest integer that is greater than {bound} is {smallest}.",
        "What is the smallest integer that is greater than {bound}?",
        lambda bound, smallest: sp.ceiling(bound) == smallest,
        smallest=int(sp.floor(bound)) + 1,
    )
    return problem.answered(
        "smallest",
        lambda left, right, smallest: (
            [(left - right).subs(X, smallest - i) > 0 for i in (0, 1)] == [True, False]
        ),
    )


@family("algebra")
def absolute_value_equation(draw: Draw) -> Problem:
    """An absolute value, split into two cases."""
    a, low, width = draw.integer(2, 6), draw.nonzero(-12, 8), draw.integer(2, 12)
    high = low + width
    draw.require(high and (low + high) % 2 == 0 and low + high)
    b, c = -a * (low + high) // 2, a * width // 2
    problem = Problem.of(
        draw.pick(
            "What is the product of all solutions of |{inner}| = {c}?",
            "Multiply all numbers x that satisfy |{inner}| = {c}. Which number results?",
        ),
        inner=a * X + b,
        c=c,
    )
    problem.step(
        "split the equation into two cases without the absolute value",
        "The equation |{inner}| = {c} holds exactly if {inner} = {c} or {inner} = {minus}.",
        "Which two equations without an absolute value does |{inner}| = {c} split into?",
        lambda inner, c, minus: sp.solveset(sp.Abs(T) - c, T, sp.S.Reals) == sp.FiniteSet(c, minus),
        minus=-c,
    )
    for case, right, name, root in (("first", "c", "high", high), ("second", "minus", "low", low)):
        problem.step(
            f"solve the {case} case",
            f"The solution of {{inner}} = {{{right}}} is x = {{{name}}}.",
            f"What is the solution of {{inner}} = {{{right}}}?",
            _solves(right, name),
            **{name: root},
        )
    problem.step(
        "multiply the solutions",
        "The product of {high} and {low} is {product}.",
        "What is the product of {high} and {low}?",
        lambda high, low, product: sp.Rational(product, high) == low,
        product=low * high,
    )
    return problem.answered(
        "product",
        lambda inner, c, product: sp.prod(sp.roots(sp.expand(inner**2 - c**2), X)) == product,
    )


def _solves(right: str, name: str) -> Callable[..., bool]:
    if right == "c":
        return lambda inner, c, high: bool(inner.subs(X, high) == c)
    return lambda inner, minus, low: bool(inner.subs(X, low) == minus)
