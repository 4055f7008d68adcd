"""Families of algebra: equations, inequalities, absolute values, polynomials, logarithms."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from . import principles
from .family import Draw, family
from .problem import Formula, Problem, signed, written

K, T, X, Y = sp.symbols("k t x y")


@family("algebra")
def linear_equation(draw: Draw) -> Problem:
    """An equation with parentheses, and with x on both sides."""
    x, (p, q) = draw.nonzero(-9, 12), draw.distinct(2, 7, 2)
    one = draw.integer(2, 5) * X + draw.nonzero(-9, 9)
    two = draw.integer(2, 5) * X - draw.integer(1, 9)
    expanded = sp.expand(p * one - q * two)
    c = draw.nonzero(-6, 9)
    d = expanded.subs(X, x) - c * x
    draw.require(d and expanded.coeff(X) not in (0, c) and expanded.subs(X, 0) and one != two)
    problem = Problem.of(
        draw.pick(
            "Solve the equation {left} = {right} for x.",
            "Find the number x that satisfies {left} = {right}.",
            "For which value of x are {left} and {right} equal?",
        ),
        left=Formula(f"{p}({written(one)}) - {q}({written(two)})"),
        right=c * X + d,
    )
    problem.recall(principles.PARENTHESES)
    problem.step(
        "multiply out the left side and collect its terms",
        "For all x, {left} = {expanded}.",
        "What does {left} become when it is multiplied out and like terms are collected?",
        lambda left, expanded: [(left - expanded).subs(X, i) for i in (0, 1)] == [0, 0],
        expanded=expanded,
    )
    problem.recall(principles.LINEAR_EQUATION)
    problem.step(
        "solve the equation that results",
        "The solution of {expanded} = {right} is x = {x}.",
        "What is the solution of {expanded} = {right}?",
        lambda expanded, right, x: sp.roots(expanded - right, X) == {x: 1},
        x=x,
    )
    return problem.answered("x", lambda left, right, x: left.subs(X, x) == right.subs(X, x))


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
    problem.recall(principles.ELIMINATION)
    problem.step(
        "eliminate y from the two given equations in this way",
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
    problem.compute(
        "solve for x",
        "The solution of {single} = {g} is x = {x}.",
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
    problem.compute(
        "add x and y",
        "If x = {x} and y = {y}, then x + y = {sum}.",
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
    problem.recall(principles.FACTORING)
    problem.step(
        "find the numbers p and q for this polynomial",
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
    problem.recall(principles.ZERO_PRODUCT)
    problem.compute(
        "set each factor to zero",
        "The solutions of {factored} = 0 are x = {low} and x = {high}.",
        lambda factored, low, high: sp.roots(sp.expand(factored), X) == {low: 1, high: 1},
        low=low,
        high=high,
    )
    problem.compute(
        "take the larger solution",
        "The larger one of the numbers {low} and {high} is {larger}.",
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
    problem.recall(principles.VIETA)
    problem.compute(
        "find the sum of the roots from the coefficients",
        "The sum of the two roots of {left} is {sum}.",
        lambda left, sum: _over_roots(left, lambda r: r) == sum,
        sum=-p,
    )
    problem.compute(
        "find the product of the roots from the coefficients",
        "The product of the two roots of {left} is {product}.",
        lambda left, product: left.subs(X, 0) == product,
        product=q,
    )
    problem.recall(principles.SQUARES_OF_TWO)
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


@family("algebra")
def linear_inequality(draw: Draw) -> Problem:
    """The largest integer that satisfies an inequality."""
    a, c = sorted(draw.distinct(2, 12, 2))
    b, d = draw.integer(41, 150), draw.integer(5, 40)
    bound = sp.Rational(b - d, c - a)
    draw.require(c - a > 1 and not bound.is_Integer)
    problem = Problem.of(
        draw.pick(
            "What is the largest integer x for which {left} > {right}?",
            "Find the greatest integer x that satisfies {left} > {right}.",
        ),
        left=a * X + b,
        right=c * X + d,
    )
    problem.step(
        "collect the terms with x on the left side and the numbers on the right side",
        "The inequality {left} > {right} is equivalent to {multiple} > {rest}.",
        "Which inequality results from {left} > {right} if the terms with x are collected on the "
        "left side and the numbers on the right side?",
        lambda left, right, multiple, rest: sp.expand((left - right) - (multiple - rest)) == 0,
        multiple=(a - c) * X,
        rest=d - b,
    )
    problem.recall(principles.NEGATIVE_FACTOR)
    problem.step(
        "divide by the coefficient of x",
        "The inequality {multiple} > {rest} holds exactly if x < {bound}.",
        "For which x does the inequality {multiple} > {rest} hold?",
        lambda multiple, rest, bound: (
            sp.roots(multiple - rest, X) == {bound: 1} and multiple.coeff(X) < 0
        ),
        bound=bound,
    )
    problem.compute(
        "take the largest integer below the bound",
        "The largest integer that is less than {bound} is {largest}.",
        lambda bound, largest: sp.floor(bound) == largest,
        largest=int(sp.floor(bound)),
    )
    return problem.answered(
        "largest",
        lambda left, right, largest: (
            [(left - right).subs(X, largest + i) > 0 for i in (0, 1)] == [True, False]
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
    problem.recall(principles.ABSOLUTE_VALUE)
    problem.compute(
        "split the equation into two cases without the absolute value",
        "The equation |{inner}| = {c} holds exactly if {inner} = {c} or {inner} = {minus}.",
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
    problem.compute(
        "multiply the solutions",
        "The product of {high} and {low} is {product}.",
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


@family("algebra")
def polynomial_remainder(draw: Draw) -> Problem:
    """A coefficient from a remainder, by the remainder theorem."""
    r, b, c = draw.nonzero(-4, 4), draw.nonzero(-9, 9), draw.nonzero(-9, 9)
    k = draw.nonzero(-8, 8)
    rest = r**3 + b * r + c
    draw.require(abs(r) > 1 and rest)
    problem = Problem.of(
        draw.pick(
            "The polynomial {cubic} leaves the remainder {remainder} when it is divided by "
            "{divisor}. What is k?",
            "Dividing {cubic} by {divisor} leaves the remainder {remainder}. Find the number k.",
        ),
        cubic=Formula(f"x^3 + kx^2 {signed(b)}x {signed(c)}".replace(" 1x", " x")),
        remainder=rest + k * r**2,
        divisor=X - r,
    )
    problem.let(root=r)
    problem.recall(principles.REMAINDER_THEOREM)
    problem.step(
        "evaluate the polynomial at the zero of the divisor",
        "The value of {cubic} at x = {root} is {value}.",
        "What is the value of {cubic} at x = {root}?",
        lambda cubic, root, value: sp.rem(cubic, X - root, X) == value,
        value=r**2 * K + rest,
    )
    problem.step(
        "set this value equal to the remainder and solve for k",
        "The solution of {value} = {remainder} is k = {k}.",
        "What is the solution of {value} = {remainder}?",
        lambda value, remainder, k: value.subs(K, k) == remainder,
        k=k,
    )
    return problem.answered(
        "k",
        lambda cubic, remainder, divisor, k: sp.rem(cubic.subs(K, k), divisor, X) == remainder,
    )


@family("algebra")
def cubic_with_known_root(draw: Draw) -> Problem:
    """The other roots of a cubic, after dividing a known factor off."""
    known, low, high = draw.distinct(-6, 7, 3)
    low, high = sorted((low, high))
    draw.require(known * low * high and low + high)
    cubic = sp.expand((X - known) * (X - low) * (X - high))
    problem = Problem.of(
        draw.pick(
            "One root of {cubic} is x = {known}. What is the difference between the larger and the "
            "smaller one of the other two roots?",
            "The equation {cubic} = 0 has the solution x = {known} and two others. By how much do "
            "the two others differ?",
        ),
        cubic=cubic,
        known=known,
    )
    problem.recall(principles.FACTOR_THEOREM)
    problem.compute(
        "turn the known root into a linear factor",
        "A polynomial that is zero at x = {known} is divisible by {factor}.",
        lambda known, factor: sp.roots(factor, X) == {known: 1} and sp.diff(factor, X) == 1,
        factor=X - known,
    )
    problem.step(
        "divide the cubic by this factor",
        "Dividing {cubic} by {factor} gives {quotient}.",
        "What is {cubic} divided by {factor}?",
        lambda cubic, factor, quotient: sp.expand(factor * quotient) == cubic,
        quotient=sp.quo(cubic, X - known, X),
    )
    problem.recall(principles.DIFFERENCE_OF_ROOTS)
    problem.step(
        "find the difference of the roots of the quadratic that is left",
        "The two roots of {quotient} differ by {difference}.",
        "By how much do the two roots of {quotient} differ?",
        lambda quotient, difference: (
            max(sp.roots(quotient, X)) - min(sp.roots(quotient, X)) == difference
        ),
        difference=high - low,
    )
    return problem.answered(
        "difference",
        lambda cubic, known, difference: _spread(sp.quo(cubic, X - known, X)) == difference,
    )


def _spread(quadratic: sp.Expr) -> sp.Expr:
    return sp.sqrt(sp.discriminant(quadratic, X))


@family("algebra")
def exponential_equation(draw: Draw) -> Problem:
    """Two powers of powers of one base."""
    base = draw.pick(2, 3, 5)
    p, q = draw.distinct(2, 4, 2) if base == 2 else draw.distinct(2, 3, 2)
    a, b, x = draw.integer(2, 5), draw.nonzero(-6, 6), draw.nonzero(-7, 9)
    c = draw.integer(2, 6)
    d = sp.Rational(p * (a * x + b) - q * c * x, q)
    draw.require(d.is_Integer and d != 0 and p * a != q * c)
    problem = Problem.of(
        draw.pick(
            "Solve {one}^({left}) = {two}^({right}) for x.",
            "For which x are {one}^({left}) and {two}^({right}) equal?",
        ),
        one=base**p,
        left=a * X + b,
        two=base**q,
        right=c * X + d,
    )
    problem.let(base=base)
    problem.recall(principles.POWER_OF_POWER)
    for number, side, name, power, value in (
        ("one", "left", "u", p, p * (a * X + b)),
        ("two", "right", "v", q, q * (c * X + d)),
    ):
        problem.step(
            f"write the power on the {side} as a power of the smallest common base",
            f"The power {{{number}}}^({{{side}}}) is the power of {{base}} with the exponent "
            f"{{{name}}}.",
            f"With which exponent is {{{number}}}^({{{side}}}) a power of {{base}}?",
            (lambda one, left, base, u: sp.expand(sp.multiplicity(base, one) * left) == u)
            if number == "one"
            else (lambda two, right, base, v: sp.expand(sp.multiplicity(base, two) * right) == v),
            **{name: sp.expand(value)},
        )
        draw.require(power > 1)
    problem.recall(principles.EQUAL_POWERS)
    problem.step(
        "find x from the two exponents",
        "The solution of {u} = {v} is x = {x}.",
        "What is the solution of {u} = {v}?",
        lambda u, v, x: sp.roots(u - v, X) == {x: 1},
        x=x,
    )
    return problem.answered(
        "x",
        lambda one, left, two, right, x: sp.Eq(one ** left.subs(X, x), two ** right.subs(X, x)),
    )


@family("algebra")
def logarithm_equation(draw: Draw) -> Problem:
    """A sum of two logarithms of one base."""
    base, k = draw.pick(
        (2, 3), (2, 4), (2, 5), (2, 6), (3, 2), (3, 3), (3, 4), (5, 2), (6, 2), (10, 2)
    )
    small, large = draw.pick(*[(d, base**k // d) for d in sp.divisors(base**k) if d * d < base**k])
    x = draw.integer(2, 30)
    low, high = small - x, large - x
    draw.require(low and high and low + high)
    problem = Problem.of(
        draw.pick(
            "Which number x satisfies log_{base}({one}) + log_{base}({two}) = {k}?",
            "Solve log_{base}({one}) + log_{base}({two}) = {k} over the real numbers.",
        ),
        base=base,
        one=X + low,
        two=X + high,
        k=k,
    )
    problem.recall(principles.SUM_OF_LOGARITHMS)
    problem.recall(principles.LOGARITHM)
    problem.compute(
        "rewrite the equation without logarithms",
        "The logarithm of {power} to the base {base} is {k}.",
        lambda power, base, k: sp.log(power, base) == k,
        power=base**k,
    )
    problem.step(
        "solve the quadratic equation",
        "The solutions of ({one})({two}) = {power} are x = {x} and x = {other}.",
        "What are the solutions of ({one})({two}) = {power}?",
        lambda one, two, power, x, other: (
            sp.roots(sp.expand(one * two) - power, X) == {x: 1, other: 1}
        ),
        x=x,
        other=-low - high - x,
    )
    problem.recall(principles.DOMAIN_OF_LOGARITHM)
    problem.step(
        "leave out the solution for which a logarithm is not defined",
        "Of the numbers {x} and {other}, only x = {valid} makes both {one} and {two} positive.",
        "Which of the numbers {x} and {other} for x makes both {one} and {two} positive?",
        lambda x, other, valid, one, two: (
            [root for root in (x, other) if one.subs(X, root) > 0 and two.subs(X, root) > 0]
            == [valid]
        ),
        valid=x,
    )
    return problem.answered(
        "valid",
        lambda base, one, two, k, valid: sp.log(one.subs(X, valid), base).equals(
            k - sp.log(two.subs(X, valid), base)
        ),
    )


@family("algebra")
def minimum_of_quadratic(draw: Draw) -> Problem:
    """The vertex of a parabola, by completing the square."""
    a, h, m = draw.integer(2, 6), draw.nonzero(-7, 7), draw.nonzero(-20, 20)
    quadratic = sp.expand(a * (X - h) ** 2 + m)
    draw.require(quadratic.subs(X, 0) != 0)
    problem = Problem.of(
        draw.pick(
            "What is the smallest value that {f} takes for real x?",
            "Find the minimum of the function f(x) = {f} over the real numbers.",
        ),
        f=quadratic,
    )
    problem.compute(
        "factor the leading coefficient out of the terms with x",
        "For all x, {f} = {a}({reduced}) + {c}.",
        lambda f, a, reduced, c: sp.expand(a * reduced + c - f) == 0,
        a=a,
        reduced=X**2 - 2 * h * X,
        c=quadratic.subs(X, 0),
    )
    problem.recall(principles.COMPLETED_SQUARE)
    problem.step(
        "complete the square",
        "For all x, {reduced} = {square}.",
        "How is {reduced} written as a square minus a number?",
        lambda reduced, square: [(square - reduced).subs(X, i) for i in (0, 1, 2)] == [0] * 3,
        square=(X - h) ** 2 - h * h,
    )
    problem.step(
        "write the function as a multiple of this square plus a number",
        "For all x, {f} = {vertex_form}.",
        "How is {f} written in the form a(x - h)^2 + m?",
        lambda f, vertex_form: [(vertex_form - f).subs(X, i) for i in (0, 1, 2)] == [0] * 3,
        vertex_form=a * (X - h) ** 2 + m,
    )
    problem.recall(principles.VERTEX)
    problem.compute(
        "read off the minimum",
        "The smallest value of {vertex_form} is {least}.",
        lambda vertex_form, least: sp.minimum(vertex_form, X, sp.S.Reals) == least,
        least=m,
    )
    return problem.answered("least", lambda f, least: sp.minimum(f, X) == least)
