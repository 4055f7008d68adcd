"""Families of sequences and sums."""

from __future__ import annotations

import sympy as sp

from . import principles
from .family import Draw, family
from .problem import Formula, Problem

C, D, K, N, X = sp.symbols("c d k n x")


@family("sequences")
def arithmetic_sum(draw: Draw) -> Problem:
    """The sum of an arithmetic sequence from two of its terms."""
    i, j = sorted(draw.distinct(3, 14, 2))
    a, d, n = draw.nonzero(-20, 30), draw.nonzero(-7, 9), draw.integer(15, 60)
    draw.require(j - i > 1)
    problem = Problem.of(
        draw.pick(
            "Term number {i} of an arithmetic sequence is {u}, and term number {j} is {v}. What is "
            "the sum of its first {n} terms?",
            "In an arithmetic sequence, the terms with the numbers {i} and {j} are {u} and {v}, "
            "in this order. Find the sum of the first {n} terms.",
        ),
        i=i,
        u=a + (i - 1) * d,
        j=j,
        v=a + (j - 1) * d,
        n=n,
    )
    problem.recall(principles.ARITHMETIC_TERM)
    problem.step(
        "find the common difference",
        "An arithmetic sequence whose term number {i} is {u} and whose term number {j} is {v} has "
        "the common difference {d}.",
        "What is the common difference of an arithmetic sequence whose term number {i} is {u} and "
        "whose term number {j} is {v}?",
        lambda i, u, j, v, d: (
            sp.interpolate([(i, u), (j, v)], K).coeff(K) == d
            and sp.degree(sp.interpolate([(i, u), (j, v)], K), K) == 1
        ),
        d=d,
    )
    problem.step(
        "find the first term",
        "An arithmetic sequence with the common difference {d} whose term number {i} is {u} begins "
        "with {a}.",
        "With which term does an arithmetic sequence with the common difference {d} begin if its "
        "term number {i} is {u}?",
        lambda d, i, u, a: list(range(a, a + d * i, d))[-1] == u,
        a=a,
    )
    problem.step(
        "find the last term that is summed",
        "Term number {n} of the arithmetic sequence that begins with {a} and has the common "
        "difference {d} is {last}.",
        "What is term number {n} of the arithmetic sequence that begins with {a} and has the "
        "common difference {d}?",
        lambda n, a, d, last: list(range(a, a + d * n, d))[-1] == last,
        last=a + (n - 1) * d,
    )
    problem.recall(principles.ARITHMETIC_SUM)
    problem.step(
        "find the sum of the terms",
        "The sum of {n} terms of an arithmetic sequence of which the first is {a} and the last is "
        "{last} is {sum}.",
        "What is the sum of {n} terms of an arithmetic sequence of which the first is {a} and the "
        "last is {last}?",
        lambda n, a, last, sum: sp.summation(a + (last - a) / (n - 1) * (K - 1), (K, 1, n)) == sum,
        sum=n * (2 * a + (n - 1) * d) // 2,
    )
    return problem.answered(
        "sum",
        lambda i, u, j, v, n, sum: (
            sp.summation(sp.expand(sp.interpolate([(i, u), (j, v)], K)), (K, 1, n)) == sum
        ),
    )


@family("sequences")
def geometric_sum(draw: Draw) -> Problem:
    """The sum of a geometric sequence from two of its terms."""
    a, q, i = draw.integer(1, 12), draw.pick(2, 3, 4, 5, -2, -3), draw.integer(2, 4)
    n = draw.integer(5, 9)
    j = i + draw.pick(1, 3)
    problem = Problem.of(
        draw.pick(
            "Term number {i} of a geometric sequence of real numbers is {u}, and term number {j} "
            "is {v}. What is the sum of its first {n} terms?",
            "A geometric sequence of real numbers has {u} as term number {i} and {v} as term "
            "number {j}. Add up its first {n} terms.",
        ),
        i=i,
        u=a * q ** (i - 1),
        j=j,
        v=a * q ** (j - 1),
        n=n,
    )
    problem.recall(principles.GEOMETRIC_TERM)
    problem.step(
        "find the common ratio",
        "A geometric sequence of real numbers whose term number {i} is {u} and whose term number "
        "{j} is {v} has the common ratio {q}.",
        "What is the common ratio of a geometric sequence of real numbers whose term number {i} is "
        "{u} and whose term number {j} is {v}?",
        lambda i, u, j, v, q: sp.real_roots(u * K ** (j - i) - v, K) == [q],
        q=q,
    )
    problem.step(
        "find the first term",
        "A geometric sequence with the common ratio {q} whose term number {i} is {u} begins with "
        "{a}.",
        "With which term does a geometric sequence with the common ratio {q} begin if its term "
        "number {i} is {u}?",
        lambda q, i, u, a: sp.prod([a, *[q] * (int(i) - 1)]) == u,
        a=a,
    )
    problem.recall(principles.GEOMETRIC_SUM)
    problem.step(
        "find the sum of the terms",
        "The sum of the first {n} terms of the geometric sequence that begins with {a} and has the "
        "common ratio {q} is {sum}.",
        "What is the sum of the first {n} terms of the geometric sequence that begins with {a} and "
        "has the common ratio {q}?",
        lambda n, a, q, sum: _powers(a, q, n) == sum,
        sum=a * (q**n - 1) // (q - 1),
    )
    return problem.answered(
        "sum",
        lambda i, u, j, v, n, sum: (
            _powers(u / sp.real_root(v / u, j - i) ** (i - 1), sp.real_root(v / u, j - i), n) == sum
        ),
    )


def _powers(first: sp.Expr, ratio: sp.Expr, count: int) -> sp.Expr:
    """Adds the terms one by one."""
    total, term = sp.Integer(0), first
    for _ in range(count):
        total, term = total + term, term * ratio
    return total


@family("sequences")
def linear_recurrence(draw: Draw) -> Problem:
    """A second-order recurrence, by its characteristic equation."""
    r, s = sorted(draw.distinct(-3, 5, 2))
    draw.require(r * s and r + s and 1 not in (r, s))
    c, d, n = draw.nonzero(-4, 6), draw.nonzero(-4, 6), draw.integer(5, 8)
    draw.require(abs(r + s) > 1 and abs(r * s) > 1)
    sign, q = ("+", -r * s) if r * s < 0 else ("-", r * s)
    rule = "a(n) = {p}a(n - 1) {sign} {q}a(n - 2)"
    problem = Problem.of(
        draw.pick(
            "A sequence begins with a(0) = {zero} and a(1) = {one}, and for every n from 2 on, "
            f"{rule}. What is a({{n}})?",
            f"Let a(0) = {{zero}}, a(1) = {{one}} and {rule} for all n > 1. Find a({{n}}).",
        ),
        zero=c + d,
        one=c * r + d * s,
        p=r + s,
        sign=sign,
        q=q,
        n=n,
    )
    problem.let(characteristic=(r + s) * X - r * s, weighted=r * C + s * D)
    problem.recall(principles.RECURRENCE)
    problem.step(
        "solve the equation x^2 = px + q of this sequence",
        "The equation x^2 = {characteristic} has the solutions {r} and {s}.",
        "What are the solutions of x^2 = {characteristic}?",
        lambda characteristic, r, s: sp.roots(X**2 - characteristic, X) == {r: 1, s: 1},
        r=r,
        s=s,
    )
    problem.step(
        "find the coefficients of the powers of its solutions from the first two terms",
        "The numbers c and d with c + d = {zero} and {weighted} = {one} are c = {c} and d = {d}.",
        "Which numbers c and d satisfy c + d = {zero} and {weighted} = {one}?",
        lambda zero, weighted, one, c, d: (
            sp.solve([C + D - zero, weighted - one], [C, D]) == {C: c, D: d}
        ),
        c=c,
        d=d,
    )
    problem.let(form=Formula(_powers_added(c, r, d, s)))
    problem.step(
        "put the number of the wanted term in",
        "The value of {form} at n = {n} is {term}.",
        "What is the value of {form} at n = {n}?",
        lambda form, n, term: form.subs(N, n) == term,
        term=c * r**n + d * s**n,
    )
    return problem.answered(
        "term",
        lambda zero, one, p, sign, q, n, term: (
            _recurred(zero, one, p, q if sign == "+" else -q, n) == term
        ),
    )


def _powers_added(c: int, r: int, d: int, s: int) -> str:
    """Writes cr^n + ds^n with numbers as people do."""
    one, other = (f"({base})^n" if base < 0 else f"{base}^n" for base in (r, s))
    first = one if c == 1 else f"-{one}" if c == -1 else f"{c} * {one}"
    second = other if abs(d) == 1 else f"{abs(d)} * {other}"
    return f"{first} {'+' if d > 0 else '-'} {second}"


def _recurred(zero: sp.Expr, one: sp.Expr, p: sp.Expr, q: sp.Expr, n: int) -> sp.Expr:
    before, now = zero, one
    for _ in range(n - 1):
        before, now = now, p * now + q * before
    return now


@family("sequences")
def sum_of_quadratic(draw: Draw) -> Problem:
    """A sum of quadratic terms, with the formulas for sums of powers."""
    a, b, n = draw.integer(2, 9), draw.nonzero(-9, 9), draw.integer(8, 40)
    draw.require(b not in (1, -1))
    problem = Problem.of(
        draw.pick(
            "What is the sum of {term} over all whole numbers k from 1 to {n}?",
            "For every whole number k from 1 to {n}, compute {term}. What do the results add up "
            "to?",
        ),
        term=a * K**2 + b * K,
        n=n,
    )
    problem.let(a=a, b=b)
    problem.recall(principles.SUM_OF_SQUARES)
    problem.step(
        "find the sum of the squares",
        "The sum of the squares of the whole numbers from 1 to {n} is {squares}.",
        "What is the sum of the squares of the whole numbers from 1 to {n}?",
        lambda n, squares: sum(k * k for k in range(1, n + 1)) == squares,
        squares=n * (n + 1) * (2 * n + 1) // 6,
    )
    problem.recall(principles.SUM_OF_NUMBERS)
    problem.step(
        "find the sum of the whole numbers",
        "The sum of the whole numbers from 1 to {n} is {numbers}.",
        "What is the sum of the whole numbers from 1 to {n}?",
        lambda n, numbers: sum(range(1, n + 1)) == numbers,
        numbers=n * (n + 1) // 2,
    )
    problem.compute(
        "multiply both sums by the coefficients of k^2 and of k, and add the products",
        "The number {a} times {squares} plus ({b}) times {numbers} is {sum}.",
        lambda a, squares, b, numbers, sum: (
            sp.Matrix([[a, b]]).dot(sp.Matrix([squares, numbers])) == sum
        ),
        sum=a * (n * (n + 1) * (2 * n + 1) // 6) + b * (n * (n + 1) // 2),
    )
    return problem.answered("sum", lambda term, n, sum: sp.summation(term, (K, 1, n)) == sum)


@family("sequences")
def telescoping_sum(draw: Draw) -> Problem:
    """A telescoping sum of fractions."""
    d, first, n = draw.integer(2, 6), draw.integer(1, 9), draw.integer(10, 90)
    draw.require(sp.igcd(d, first) == 1)
    factors = (d * K + first - d, d * K + first)
    problem = Problem.of(
        draw.pick(
            "What is the sum of 1/(({low})({high})) over all whole numbers k from 1 to {n}?",
            "Add up the fractions 1/(({low})({high})) for k = 1 to k = {n}. Give the sum as a "
            "fraction.",
        ),
        low=factors[0],
        high=factors[1],
        n=n,
    )
    problem.let(d=d)
    last = d * n + first
    problem.recall(principles.PARTIAL_FRACTIONS)
    problem.step(
        "write each term as a difference of two fractions",
        "For every k from 1 on, 1/(({low})({high})) is {part} times the difference "
        "1/({low}) - 1/({high}).",
        "By which number does 1/({low}) - 1/({high}) have to be multiplied to get "
        "1/(({low})({high})) for every k from 1 on?",
        lambda low, high, part: sp.apart(1 / (low * high), K).equals(part / low - part / high),
        part=sp.Rational(1, d),
    )
    problem.recall(principles.TELESCOPING)
    problem.step(
        "find the sum of these differences",
        "The sum of 1/({low}) - 1/({high}) over k from 1 to {n} is {difference}.",
        "What is the sum of 1/({low}) - 1/({high}) over k from 1 to {n}?",
        lambda low, high, n, difference: (
            sum((1 / low.subs(K, k) - 1 / high.subs(K, k) for k in range(1, n + 1)), sp.Integer(0))
            == difference
        ),
        difference=sp.Rational(1, first) - sp.Rational(1, last),
    )
    problem.compute(
        "multiply by the common factor",
        "The product of {part} and {difference} is {sum}.",
        lambda part, difference, sum: sp.Eq(sum / part, difference),
        sum=sp.Rational(1, d) * (sp.Rational(1, first) - sp.Rational(1, last)),
    )
    return problem.answered(
        "sum",
        lambda low, high, n, sum: _added(1 / (low * high), n) == sum,
    )


def _added(term: sp.Expr, n: int) -> sp.Expr:
    return sum((term.subs(K, k) for k in range(1, n + 1)), sp.Integer(0))
