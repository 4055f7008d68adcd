"""Families of number theory: divisors, digits, bases, remainders."""

from __future__ import annotations

from math import prod

import sympy as sp

from . import principles
from .family import Draw, family
from .problem import Problem

K = sp.Symbol("k")


@family("number theory")
def euclid_and_multiple(draw: Draw) -> Problem:
    """The least common multiple of two numbers, by Euclid's algorithm."""
    g, (p, q) = draw.integer(3, 24), sorted(draw.distinct(4, 40, 2))
    draw.require(sp.igcd(p, q) == 1 and q % p > 1 and p > 4)
    a, b = g * q, g * p
    problem = Problem.of(
        draw.pick(
            "What is the least common multiple of {a} and {b}?",
            "Two bells ring together now. From now on one rings every {a} seconds and the other "
            "one every {b} seconds. After how many seconds do they ring together again for the "
            "first time?",
            "Find the smallest positive number that is divisible by both {a} and {b}.",
        ),
        a=a,
        b=b,
    )
    problem.recall(principles.EUCLID)
    problem.compute(
        "divide the larger number by the smaller one and note the remainder",
        "Dividing {a} by {b} leaves the remainder {rest}.",
        lambda a, b, rest: (a - rest) % b == 0 and 0 <= rest < b,
        rest=a % b,
    )
    problem.step(
        "find the greatest common divisor of these two smaller numbers",
        "The greatest common divisor of {b} and {rest} is {g}.",
        "What is the greatest common divisor of {b} and {rest}?",
        lambda b, rest, g: max(set(sp.divisors(b)) & set(sp.divisors(rest))) == g,
        g=g,
    )
    problem.recall(principles.GCD_LCM)
    problem.compute(
        "multiply the two numbers",
        "The product of {a} and {b} is {product}.",
        lambda a, b, product: sp.Rational(product, a) == b,
        product=a * b,
    )
    problem.compute(
        "find the least common multiple from this product",
        "The quotient of {product} and {g} is {multiple}.",
        lambda product, g, multiple: sp.Eq(multiple * g, product),
        multiple=a * b // g,
    )
    return problem.answered("multiple", lambda a, b, multiple: sp.ilcm(a, b) == multiple)


@family("number theory")
def number_of_divisors(draw: Draw) -> Problem:
    """How many divisors a number has, from its prime factorization."""
    p, q = sorted(draw.pick(*[(2, 3), (2, 5), (2, 7), (3, 5), (3, 7), (2, 11), (2, 13), (3, 11)]))
    i, j = draw.integer(1, 6), draw.integer(1, 4)
    r = draw.pick(17, 19, 23, 29, 31, 37, 41, 43)
    n = p**i * q**j * r
    draw.require(i + j > 3 and n < 100_000)
    problem = Problem.of(
        draw.pick(
            "How many positive divisors does {n} have?",
            "In how many ways can {n} identical tiles be laid out as a full rectangle, if a "
            "rectangle and the same one turned by 90 degrees count as two ways?",
        ),
        n=n,
    )
    powers = [f"{prime}^{times}" if times > 1 else f"{prime}" for prime, times in ((p, i), (q, j))]
    problem.step(
        "find the prime factorization of the number",
        "The prime factorization of {n} is {factors}.",
        "What is the prime factorization of {n}?",
        lambda n, factors: sp.factorint(n) == _powers(factors),
        factors=" * ".join([*powers, f"{r}"]),
    )
    problem.recall(principles.NUMBER_OF_DIVISORS)
    problem.step(
        "find the number of divisors from the exponents",
        "The number {factors} has {count} positive divisors.",
        "How many positive divisors does {factors} have?",
        lambda factors, count: len(sp.divisors(_multiplied(factors))) == count,
        count=(i + 1) * (j + 1) * 2,
    )
    return problem.answered(
        "count",
        lambda n, count: (
            sum(n % d == 0 for d in range(1, n + 1)) == count
            if n < 5000
            else len(sp.divisors(n)) == count
        ),
    )


def _powers(factors: str) -> dict[int, int]:
    """Reads `2^3 * 5` as {2: 3, 5: 1}."""
    powers = [factor.partition("^") for factor in factors.split(" * ")]
    return {int(prime): int(times or 1) for prime, _, times in powers}


def _multiplied(factors: str) -> int:
    return prod(prime**times for prime, times in _powers(factors).items())


@family("number theory")
def trailing_zeros(draw: Draw) -> Problem:
    """The zeros at the end of a factorial."""
    n = draw.integer(130, 620)
    problem = Problem.of(
        draw.pick(
            "How many zeros are at the end of {n}! (the factorial of {n})?",
            "The product of all whole numbers from 1 to {n} is written out. In how many zeros does "
            "it end?",
            "What is the largest k for which 10^k divides {n}! (the factorial of {n})?",
        ),
        n=n,
    )
    problem.recall(principles.ZEROS_OF_FACTORIAL)
    problem.recall(principles.LEGENDRE)
    problem.step(
        "find this exponent",
        "The exponent of 5 in the prime factorization of {n}! is {zeros}.",
        "What is the exponent of 5 in the prime factorization of {n}! (the factorial of {n})?",
        lambda n, zeros: sum(sp.multiplicity(5, i) for i in range(1, n + 1)) == zeros,
        zeros=n // 5 + n // 25 + n // 125,
    )
    return problem.answered("zeros", lambda n, zeros: sp.multiplicity(10, sp.factorial(n)) == zeros)


@family("number theory")
def other_base(draw: Draw) -> Problem:
    """The sum of two numbers that are written in another base."""
    base = draw.integer(3, 9)
    a, b = draw.integer(base, base**3 - 1), draw.integer(base, base**2 - 1)
    draw.require(a % base and b % base)
    problem = Problem.of(
        draw.pick(
            "The numbers {p} and {q} are written in base {base}. Write their sum in base {base}.",
            "In base {base}, what is {p} + {q}?",
        ),
        p=_digits(a, base),
        q=_digits(b, base),
        base=base,
    )
    problem.recall(principles.OTHER_BASE)
    for number, decimal, value in (("p", "a", a), ("q", "b", b)):
        problem.step(
            f"convert the {'first' if number == 'p' else 'second'} number to base ten",
            f"The number that is written {{{number}}} in base {{base}} is {{{decimal}}} in base "
            "ten.",
            f"What is the number that is written {{{number}}} in base {{base}} in base ten?",
            (lambda p, base, a: int(str(p), int(base)) == a)
            if number == "p"
            else (lambda q, base, b: int(str(q), int(base)) == b),
            **{decimal: value},
        )
    problem.compute(
        "add the two numbers in base ten",
        "The sum of {a} and {b} is {sum}.",
        lambda a, b, sum: sp.Eq(sum - b, a),
        sum=a + b,
    )
    problem.step(
        "convert the sum back",
        "The number {sum} is written {result} in base {base}.",
        "How is the number {sum} written in base {base}?",
        lambda sum, result, base: int(str(result), int(base)) == sum,
        result=_digits(a + b, base),
    )
    return problem.answered(
        "result",
        lambda p, q, base, result: (
            int(str(result), int(base)) - int(str(q), int(base)) == int(str(p), int(base))
        ),
    )


def _digits(number: int, base: int) -> int:
    digits = ""
    while number:
        number, digit = divmod(number, base)
        digits = f"{digit}{digits}"
    return int(digits)


@family("number theory")
def remainder_of_power(draw: Draw) -> Problem:
    """The remainder of a large power, through the period of the powers."""
    m, a = draw.pick(5, 7, 9, 11, 13, 14, 17, 18, 19), draw.integer(2, 40)
    exponent = draw.integer(50, 3000)
    draw.require(sp.igcd(a, m) == 1 and a > m and a % m > 1)
    order = sp.n_order(a, m)
    draw.require(order > 2 and exponent % order > 1)
    problem = Problem.of(
        draw.pick(
            "What is the remainder when {a}^{exponent} is divided by {m}?",
            "Find the smallest number, from 0 on, that is congruent to {a}^{exponent} modulo {m}.",
        ),
        a=a,
        exponent=exponent,
        m=m,
    )
    problem.recall(principles.POWER_MODULO)
    problem.compute(
        "reduce the base",
        "Dividing {a} by {m} leaves the remainder {b}.",
        lambda a, m, b: (a - b) % m == 0 and 0 <= b < m,
        b=a % m,
    )
    problem.step(
        "find the smallest positive exponent for which the power leaves the remainder 1",
        "The smallest positive exponent for which a power of {b} leaves the remainder 1 modulo {m} "
        "is {order}.",
        "What is the smallest positive exponent for which a power of {b} leaves the remainder 1 "
        "modulo {m}?",
        lambda b, m, order: next(e for e in range(1, m) if pow(int(b), e, int(m)) == 1) == order,
        order=order,
    )
    problem.recall(principles.EXPONENT_MODULO)
    problem.compute(
        "reduce the exponent",
        "Dividing {exponent} by {order} leaves the remainder {rest}.",
        lambda exponent, order, rest: (exponent - rest) % order == 0 and 0 <= rest < order,
        rest=exponent % order,
    )
    problem.step(
        "compute the remainder of the small power",
        "The remainder of {b}^{rest} modulo {m} is {last}.",
        "What is the remainder of {b}^{rest} modulo {m}?",
        lambda b, rest, m, last: (b**rest - last) % m == 0 and 0 <= last < m,
        last=pow(a, exponent % order, m),
    )
    return problem.answered("last", lambda a, exponent, m, last: sp.Mod(a**exponent, m) == last)


@family("number theory")
def two_remainders(draw: Draw) -> Problem:
    """The smallest number with two given remainders."""
    m, n = sorted(draw.distinct(4, 17, 2))
    draw.require(sp.igcd(m, n) == 1)
    r, s = draw.integer(2, m - 1), draw.integer(2, n - 1)
    steps = next(k for k in range(m) if (n * k + s - r) % m == 0)
    draw.require(steps > 1)
    thing = draw.pick("eggs", "marbles", "stamps", "soldiers", "coins")
    problem = Problem.of(
        draw.pick(
            "What is the smallest positive number of {thing} for which {r} remain when they are "
            "put into rows of {m}, and {s} remain when they are put into rows of {n}?",
            "A collection of {thing} leaves {r} over when it is divided into groups of {m} and {s} "
            "over when it is divided into groups of {n}. What is the smallest possible number of "
            "{thing}?",
        ),
        thing=thing,
        r=r,
        m=m,
        s=s,
        n=n,
    )
    problem.recall(principles.REMAINDER_FORM)
    problem.let(number_of=n * K + s)
    problem.step(
        "write the number in this form with the larger divisor, and reduce its coefficients modulo "
        "the smaller one",
        "For every whole number k, {number_of} and {reduced} leave the same remainder when they "
        "are divided by {m}.",
        "If the coefficients of {number_of} are replaced by their remainders modulo {m}, which "
        "expression results?",
        lambda number_of, reduced, m: _reduced(number_of, m) == reduced,
        reduced=(n % m) * K + s % m,
    )
    problem.step(
        "find the smallest multiplier that gives the other remainder",
        "The smallest whole number k, from 0 on, for which {reduced} leaves the remainder {r} "
        "when it is "
        "divided by {m} is {k}.",
        "What is the smallest whole number k, from 0 on, for which {reduced} leaves the remainder "
        "{r} when it is divided by {m}?",
        lambda reduced, r, m, k: [i for i in range(m) if (reduced.subs(K, i) - r) % m == 0] == [k],
        k=steps,
    )
    problem.step(
        "put the multiplier in",
        "For k = {k}, {number_of} is {number}.",
        "What is {number_of} for k = {k}?",
        lambda k, number_of, number: sp.roots(number_of - number, K) == {k: 1},
        number=n * steps + s,
    )
    return problem.answered(
        "number",
        lambda r, m, s, n, number: (
            next(i for i in range(1, int(m * n) + 1) if i % m == r and i % n == s) == number
        ),
    )


def _reduced(linear: sp.Expr, m: int) -> sp.Expr:
    return sum(coefficient % m * K**power for (power,), coefficient in sp.Poly(linear, K).terms())
