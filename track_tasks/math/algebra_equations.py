"""Families of algebra: equations and systems."""

from __future__ import annotations

from collections.abc import Callable

from .families import Draw, family
from .problem import Problem
from .symbolic import A, B, X, Y, sp


@family("algebra")
def linear_equation(draw: Draw) -> Problem:
    """An equation with x on both sides."""
    x, c, e = draw.nonzero(-9, 12), draw.integer(2, 9), draw.integer(2, 9)
    b = draw.nonzero(-15, 15)
    d = e * x + b
    draw.require(d != 0)
    problem = Problem.of(
        draw.pick(
            "Solve the equation {left} = {right} for x.",
            "Find the number x that satisfies {left} = {right}.",
            "For which value of x are {left} and {right} equal?",
        ),
        left=(c + e) * X + b,
        right=c * X + d,
    )
    problem.let(moved=c * X)
    problem.step(
        "collect the terms with x on the left side",
        "Subtracting {moved} from both sides of {left} = {right} gives {less} = {d}.",
        "What equation results from subtracting {moved} from both sides of {left} = {right}?",
        lambda left, right, moved, less, d: (
            sp.expand(less + moved - left) == 0 and sp.expand(d + moved - right) == 0
        ),
        less=e * X + b,
        d=d,
    )
    problem.step(
        "collect the numbers on the right side",
        "The equation {less} = {d} is equivalent to {multiple} = {rest}.",
        "Which equation of the form ax = c is equivalent to {less} = {d} if a is the coefficient "
        "of x in it?",
        lambda less, d, multiple, rest: sp.expand((less - d) - (multiple - rest)) == 0,
        multiple=e * X,
        rest=d - b,
    )
    problem.step(
        "divide by the coefficient of x",
        "The solution of {multiple} = {rest} is x = {x}.",
        "What is the solution of {multiple} = {rest}?",
        lambda multiple, rest, x: multiple.subs(X, x) == rest,
        x=x,
    )
    return problem.answered("x", lambda left, right, x: sp.roots(left - right, X) == {x: 1})


@family("algebra")
def linear_system(draw: Draw) -> Problem:
    """Two equations in two unknowns, by elimination."""
    x, y = draw.nonzero(-9, 9), draw.nonzero(-9, 9)
    (a, c), (b, d) = draw.distinct(2, 7, 2), draw.distinct(2, 7, 2)
    draw.require(a * d - b * c != 0)
    problem = Problem.of(
        draw.pick(
            "The numbers x and y satisfy {one} = {e} and {two} = {f}. What is x + y?",
            "Solve the system {one} = {e}, {two} = {f} and give the sum x + y of its solution.",
        ),
        one=a * X + b * Y,
        e=a * x + b * y,
        two=c * X + d * Y,
        f=c * x + d * y,
    )
    problem.let(b=b, d=d)
    problem.step(
        "eliminate y by multiplying each equation by the coefficient of y in the other one and "
        "subtracting the second product from the first",
        "Subtracting {b} times the equation {two} = {f} from {d} times the equation {one} = {e} "
        "gives {single} = {g}.",
        "What equation results from subtracting {b} times the equation {two} = {f} from {d} times "
        "the equation {one} = {e}?",
        lambda b, two, f, d, one, e, single, g: (
            (sp.Matrix([[d, -b]]) * sp.Matrix([[one, e], [two, f]])).expand()
            == sp.Matrix([[single, g]])
        ),
        single=(a * d - b * c) * X,
        g=d * (a * x + b * y) - b * (c * x + d * y),
    )
    problem.step(
        "solve for x",
        "The solution of {single} = {g} is x = {x}.",
        "What is the solution of {single} = {g}?",
        lambda single, g, x: sp.roots(single - g, X) == {x: 1},
        x=x,
    )
    problem.step(
        "put x into the first equation to find y",
        "If x = {x} and {one} = {e}, then y = {y}.",
        "What is y if x = {x} and {one} = {e}?",
        lambda x, one, e, y: one.subs({X: x, Y: y}) == e,
        y=y,
    )
    problem.step(
        "add x and y",
        "If x = {x} and y = {y}, then x + y = {sum}.",
        "What is x + y if x = {x} and y = {y}?",
        lambda x, y, sum: sp.Eq(sum - y, x),
        sum=x + y,
    )
    return problem.answered(
        "sum", lambda one, e, two, f, sum: _solution_sum(one - e, two - f) == sum
    )


def _solution_sum(one: sp.Expr, two: sp.Expr) -> sp.Expr:
    ((x, y),) = sp.linsolve([one, two], X, Y)
    return x + y


@family("algebra")
def quadratic_by_factoring(draw: Draw) -> Problem:
    """The larger root of a quadratic with integer roots."""
    low, high = sorted(draw.distinct(-9, 10, 2))
    draw.require(low * high and low + high)
    left = sp.expand((X - low) * (X - high))
    problem = Problem.of(
        draw.pick(
            "What is the larger solution of {left} = 0?",
            "Find the greatest number x with {left} = 0.",
            "The equation {left} = 0 has two solutions. Which number is the larger one?",
        ),
        left=left,
    )
    problem.let(product=low * high, sum=-(low + high))
    p, q = sorted((-low, -high))
    problem.step(
        "find the two numbers whose product is the constant term and whose sum is the coefficient "
        "of x",
        "The two numbers with product {product} and sum {sum} are {p} and {q}.",
        "Which two numbers have the product {product} and the sum {sum}?",
        lambda product, sum, p, q: sp.roots(X**2 - sum * X + product) in ({p: 1, q: 1}, {p: 2}),
        p=p,
        q=q,
    )
    problem.step(
        "factor the quadratic",
        "The polynomial {left} factors as {factored}.",
        "How does the polynomial {left} factor into two linear polynomials?",
        lambda left, factored: (
            left.subs(X, 17) == factored.subs(X, 17)
            and sp.diff(left - factored, X, 2) == 0
            and left.subs(X, 0) == factored.subs(X, 0)
        ),
        factored=(X - low) * (X - high),
    )
    problem.step(
        "set each factor to zero",
        "The solutions of {factored} = 0 are x = {low} and x = {high}.",
        "What are the solutions of {factored} = 0?",
        lambda factored, low, high: sp.roots(sp.expand(factored), X) == {low: 1, high: 1},
        low=low,
        high=high,
    )
    problem.step(
        "take the larger solution",
        "The larger one of the numbers {low} and {high} is {larger}.",
        "Which one of the numbers {low} and {high} is larger?",
        lambda low, high, larger: sp.Max(low, high) == larger,
        larger=high,
    )
    return problem.answered("larger", lambda left, larger: max(sp.roots(left, X)) == larger)


@family("algebra")
def squares_of_roots(draw: Draw) -> Problem:
    """The sum of the squares of the roots, by Vieta's formulas."""
    p, q = draw.nonzero(-12, 12), draw.nonzero(-15, 15)
    draw.require(p**2 - 4 * q != 0)
    problem = Problem.of(
        draw.pick(
            "The equation {left} = 0 has the solutions r and s, which may be complex. "
            "What is r^2 + s^2?",
            "Let r and s be the two roots, real or complex, of {left}. Compute r^2 + s^2.",
        ),
        left=X**2 + p * X + q,
    )
    problem.step(
        "find the sum of the roots from the coefficients",
        "The sum of the two roots of {left} is {sum}.",
        "What is the sum of the two roots of {left}, real or complex?",
        lambda left, sum: _over_roots(left, lambda r: r) == sum,
        sum=-p,
    )
    problem.step(
        "find the product of the roots from the coefficients",
        "The product of the two roots of {left} is {product}.",
        "What is the product of the two roots of {left}, real or complex?",
        lambda left, product: left.subs(X, 0) == product,
        product=q,
    )
    problem.step(
        "write the sum of the squares with the sum and the product of the roots",
        "For all numbers r and s, r^2 + s^2 = (r + s)^2 - 2rs.",
        "How can r^2 + s^2 be written with the sum and the product of r and s?",
        lambda: (
            sp.expand((A - B) ** 2 + 2 * A * B) == A**2 + B**2
            and sp.expand((A + B) ** 2 - 2 * A * B) == A**2 + B**2
        ),
    )
    problem.step(
        "put in the sum and the product",
        "Two numbers with sum {sum} and product {product} have squares that add up to {squares}.",
        "What do the squares of two numbers with sum {sum} and product {product} add up to?",
        lambda sum, product, squares: (
            _over_roots(X**2 - sum * X + product, lambda r: r**2) == squares
        ),
        squares=p * p - 2 * q,
    )
    return problem.answered(
        "squares", lambda left, squares: _over_roots(left, lambda r: r**2) == squares
    )


def _over_roots(polynomial: sp.Expr, term: Callable[[sp.Expr], sp.Expr]) -> sp.Expr:
    roots = sp.roots(polynomial, X)
    return sp.expand(sum(times * term(root) for root, times in roots.items()))
