"""Families of algebra: polynomials, exponentials and logarithms."""

from __future__ import annotations

from .families import Draw, family
from .problem import Problem
from .symbolic import X, sp


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
