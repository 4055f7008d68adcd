"""Families of algebra: equations, inequalities, absolute values, polynomials, logarithms."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from .family import Draw, family
from .problem import Problem

A, B, T, X, Y = sp.symbols("a b t x y")


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


@family("algebra")
def polynomial_remainder(draw: Draw) -> Problem:
    """A coefficient from a remainder, by the remainder theorem."""
    r, b, c = draw.nonzero(-4, 4), draw.nonzero(-9, 9), draw.nonzero(-9, 9)
    k = draw.nonzero(-8, 8)
    given = X**3 + b * X + c
    rest = r**3 + b * r + c
    problem = Problem.of(
        draw.pick(
            "The polynomial x^3 + kx^2 + ({tail}) leaves the remainder {remainder} when it is "
            "divided by {divisor}. What is k?",
            "Dividing x^3 + kx^2 + ({tail}) by {divisor} leaves the remainder {remainder}. "
            "Find the number k.",
        ),
        tail=b * X + c,
        remainder=rest + k * r**2,
        divisor=X - r,
    )
    problem.let(r=r, known=given, square=r**2)
    problem.step(
        "find the number at which the divisor is zero",
        "The remainder of a polynomial divided by {divisor} is its value at x = {root}.",
        "At which x is the value of every polynomial equal to its remainder when it is divided by "
        "{divisor}?",
        lambda divisor, root: sp.rem(X**5 + 3 * X**2, divisor, X) == root**5 + 3 * root**2,
        root=r,
    )
    problem.step(
        "evaluate the terms without k there",
        "The value of {known} at x = {root} is {part}.",
        "What is the value of {known} at x = {root}?",
        lambda known, root, part: sp.rem(known, X - root, X) == part,
        part=rest,
    )
    problem.step(
        "subtract this value from the remainder",
        "The difference {remainder} - ({part}) is {difference}.",
        "What is {remainder} - ({part})?",
        lambda remainder, part, difference: sp.Eq(difference + part, remainder),
        difference=k * r**2,
    )
    problem.step(
        "solve for k",
        "The solution of {square}k = {difference} is k = {k}.",
        "What is the solution of {square}k = {difference}?",
        lambda square, difference, k: sp.Rational(difference, square) == k,
        k=k,
    )
    return problem.answered(
        "k",
        lambda tail, remainder, divisor, k: sp.rem(X**3 + k * X**2 + tail, divisor, X) == remainder,
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
    problem.step(
        "turn the known root into a linear factor",
        "A polynomial that is zero at x = {known} is divisible by {factor}.",
        "By which linear polynomial with leading coefficient 1 is a polynomial divisible if it is "
        "zero at x = {known}?",
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
    problem.step(
        "solve the quadratic that is left",
        "The roots of {quotient} are {low} and {high}.",
        "What are the roots of {quotient}?",
        lambda quotient, low, high: sp.roots(quotient, X) == {low: 1, high: 1},
        low=low,
        high=high,
    )
    problem.step(
        "subtract the smaller root from the larger one",
        "The numbers {low} and {high} differ by {difference}.",
        "By how much do the numbers {low} and {high} differ?",
        lambda low, high, difference: sp.Eq(low + difference, high),
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
    base, (p, q) = draw.pick(2, 3, 5), draw.distinct(1, 4, 2)
    draw.require(base == 2 or max(p, q) < 4)
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
    for number, exponent, power in (("one", "p", p), ("two", "q", q)):
        problem.step(
            f"write the {'first' if number == 'one' else 'second'} base as a power of the "
            "smallest common base",
            f"The number {{{number}}} is the power of {{base}} with the exponent {{{exponent}}}.",
            f"With which exponent is {{{number}}} a power of {{base}}?",
            (lambda one, base, p: sp.multiplicity(base, one) == p)
            if number == "one"
            else (lambda two, base, q: sp.multiplicity(base, two) == q),
            **{exponent: power},
        )
    problem.step(
        "set the exponents of the common base equal",
        "For all x, {p}({left}) = {q}({right}) holds exactly if {zero} = 0.",
        "Which equation with 0 as its right side results from subtracting {q}({right}) from both "
        "sides of {p}({left}) = {q}({right})?",
        lambda p, left, q, right, zero: (
            [(p * left - q * right - zero).subs(X, i) for i in (0, 1)] == [0, 0]
        ),
        zero=sp.expand(p * (a * X + b) - q * (c * X + d)),
    )
    problem.step(
        "solve the linear equation",
        "The solution of {zero} = 0 is x = {x}.",
        "What is the solution of {zero} = 0?",
        lambda zero, x: sp.roots(zero, X) == {x: 1},
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
    problem.step(
        "combine the two logarithms into the logarithm of a product",
        "The sum of the logarithms of two numbers to the same base is the logarithm of their "
        "product to this base.",
        "What is the sum of the logarithms of two positive numbers to the same base?",
        lambda: sp.expand_log(sp.log(P * Q)) == sp.log(P) + sp.log(Q),
    )
    problem.step(
        "rewrite the equation without logarithms",
        "The logarithm of {power} to the base {base} is {k}.",
        "Which number has the logarithm {k} to the base {base}?",
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


P, Q = sp.symbols("p q", positive=True)


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
    problem.let(a=a, head=a * X**2 - 2 * a * h * X, square=(X - h) ** 2)
    problem.step(
        "factor the leading coefficient out of the terms with x",
        "Factoring {a} out of {head} leaves {reduced}.",
        "What is left when {a} is factored out of {head}?",
        lambda a, head, reduced: sp.expand(a * reduced) == head,
        reduced=X**2 - 2 * h * X,
    )
    problem.step(
        "complete the square",
        "For all x, {reduced} = {square} - {extra}.",
        "Which number has to be subtracted from {square} to get {reduced}?",
        lambda reduced, square, extra: sp.expand(square) - extra == reduced,
        extra=h * h,
    )
    problem.step(
        "multiply out again and collect the numbers",
        "For all x, {f} is {a} times {square} plus {minimum}.",
        "Which number has to be added to {a} times {square} to get {f}?",
        lambda f, a, square, minimum: sp.expand(f - a * square) == minimum,
        minimum=m,
    )
    problem.step(
        "note where the square is zero and read off the minimum",
        "The smallest value of {a} times {square} plus {minimum} for real x is {least}, at "
        "x = {place}.",
        "What is the smallest value of {a} times {square} plus {minimum} for real x, and at which "
        "x is it taken?",
        lambda a, square, minimum, least, place: (
            sp.roots(sp.diff(sp.expand(square), X), X) == {place: 1}
            and (a * square + minimum).subs(X, place) == least
        ),
        least=m,
        place=h,
    )
    return problem.answered("least", lambda f, least: sp.minimum(f, X) == least)
