"""Families of number theory: remainders."""

from __future__ import annotations

from .families import Draw, family
from .problem import Problem
from .symbolic import sp


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
    problem.step(
        "reduce the base",
        "Dividing {a} by {m} leaves the remainder {b}.",
        "Which remainder does the division of {a} by {m} leave?",
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
    problem.step(
        "reduce the exponent",
        "Dividing {exponent} by {order} leaves the remainder {rest}.",
        "Which remainder does the division of {exponent} by {order} leave?",
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
    r, s = draw.integer(1, m - 1), draw.integer(1, n - 1)
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
    problem.step(
        "write the number as a multiple of the larger divisor plus its remainder, and reduce this "
        "condition modulo the smaller divisor",
        "For every integer k, the number {n}k + {s} has the same remainder modulo {m} as {c}k + "
        "{e}.",
        "To which expression ck + e, with c and e from 0 to less than {m}, is {n}k + {s} congruent "
        "modulo {m} for every integer k?",
        lambda n, s, m, c, e: (n - c) % m == 0 and (s - e) % m == 0 and c < m and e < m,
        c=n % m,
        e=s % m,
    )
    problem.step(
        "find the smallest multiplier that gives the other remainder",
        "The smallest integer k from 0 for which {c}k + {e} leaves the remainder {r} modulo {m} is "
        "{k}.",
        "What is the smallest integer k from 0 for which {c}k + {e} leaves the remainder {r} "
        "modulo {m}?",
        lambda c, e, r, m, k: [i for i in range(m) if (c * i + e - r) % m == 0] == [k],
        k=steps,
    )
    problem.step(
        "put the multiplier in",
        "If k = {k}, then {n}k + {s} = {number}.",
        "What is {n}k + {s} if k = {k}?",
        lambda k, n, s, number: sp.Rational(number - s, n) == k,
        number=n * steps + s,
    )
    return problem.answered(
        "number",
        lambda r, m, s, n, number: (
            next(i for i in range(1, int(m * n) + 1) if i % m == r and i % n == s) == number
        ),
    )
