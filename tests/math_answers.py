"""Answers of problem families, computed again in other ways: by trying, counting and adding up."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, dist, factorial, isclose, isqrt, lcm

import sympy as sp

X, Y, K = sp.symbols("x y k")


def _numbers(low, high):
    return range(low, high + 1)


def _at(expression, **values):
    """The value of an expression, as a fraction of Python."""
    found = sp.sympify(expression).subs({sp.Symbol(name): value for name, value in values.items()})
    return Fraction(int(found.p), int(found.q))


def linear_equation(left, right):
    return [x for x in _numbers(-20, 20) if _at(left, x=x) == _at(right, x=x)]


def linear_system(one, e, two, f):
    pairs = product(_numbers(-12, 12), repeat=2)
    return [x + y for x, y in pairs if _at(one, x=x, y=y) == e and _at(two, x=x, y=y) == f]


def quadratic_by_factoring(left):
    return [max(x for x in _numbers(-30, 30) if _at(left, x=x) == 0)]


def linear_inequality(left, right):
    return [max(x for x in _numbers(-20, 200) if _at(left, x=x) > _at(right, x=x))]


def absolute_value_equation(inner, c):
    low, high = (x for x in _numbers(-60, 60) if abs(_at(inner, x=x)) == c)
    return [low * high]


def cubic_with_known_root(cubic, known):
    low, high = (x for x in _numbers(-30, 30) if _at(cubic, x=x) == 0 and x != known)
    return [high - low]


def polynomial_remainder(cubic, remainder, divisor):
    (root,) = (x for x in _numbers(-30, 30) if _at(divisor, x=x) == 0)
    tried = ((k, _at(cubic, k=k, x=root)) for k in _numbers(-60, 60))
    return [k for k, value in tried if value == remainder]


def exponential_equation(one, left, two, right):
    sides = ((x, _at(left, x=x), _at(right, x=x)) for x in _numbers(-40, 40))
    return [x for x, p, q in sides if Fraction(one) ** int(p) == Fraction(two) ** int(q)]


def euclid_and_multiple(a, b):
    return [lcm(a, b)]


def number_of_divisors(n):
    return [sum(2 if d * d < n else 1 for d in range(1, int(n**0.5) + 1) if n % d == 0)]


def remainder_of_power(a, exponent, m):
    value = 1
    for _ in range(exponent):
        value = value * a % m
    return [value]


def two_remainders(r, m, s, n, **_):
    return [next(i for i in range(1, m * n + 1) if i % m == r and i % n == s)]


def trailing_zeros(n):
    digits = str(factorial(n))
    return [len(digits) - len(digits.rstrip("0"))]


def other_base(p, q, base):
    total, digits = int(str(p), base) + int(str(q), base), []
    while total:
        digits.append(str(total % base))
        total //= base
    return [int("".join(reversed(digits)))]


def committee(j, k, m, n, **_):
    return [len(list(combinations(range(m), j))) * comb(n, k)]


def letters_of_word(word, letter):
    rest = word.replace(letter, "", 1)
    return [len(set(permutations(rest)))] if len(rest) <= 7 else None


def inclusion_exclusion(n, p, q):
    return [len(set(range(1, n + 1)) - set(range(p, n + 1, p)) - set(range(q, n + 1, q)))]


def stars_and_bars(n, people, least, **_):
    def ways(left, people):
        if people == 1:
            return int(left >= least)
        return sum(ways(left - given, people - 1) for given in range(least, left + 1))

    return [ways(n, people)]


def seating_apart(n, **_):
    orders = permutations(range(n)) if n <= 6 else ()
    apart = sum(abs(order.index(0) - order.index(1)) > 1 for order in orders)
    return [apart] if n <= 6 else None


def grid_paths(a, b, c, d, **_):
    def ways(east, north):
        return 1 if not east or not north else ways(east - 1, north) + ways(east, north - 1)

    return [ways(a, b) * ways(c, d)]


def two_dice(p, q, least, **_):
    rolls = list(product(range(1, p + 1), range(1, q + 1)))
    return [Fraction(sum(a + b < least for a, b in rolls), len(rolls))]


def same_colour(a, b, **_):
    pairs = list(permutations("a" * a + "b" * b, 2))
    return [Fraction(sum(one == two for one, two in pairs), len(pairs))]


def variance_of_prize(sides, win, prize, small):
    paid = [win if face == sides else prize if face <= small else 0 for face in range(1, sides + 1)]
    return [Fraction(sum((x - y) ** 2 for x in paid for y in paid), 2 * sides**2)]


def similar_triangles(a, b, c, other):
    half = Fraction(a + b + c, 2)
    square = half * (half - a) * (half - b) * (half - c) * Fraction(other, a) ** 4
    return [Fraction(isqrt(square.numerator), isqrt(square.denominator))]


def polygon_angles(angle, times, **_):
    (n,) = (n for n in _numbers(3, 400) if (n - 2) * 180 == angle * n)
    return [Fraction((times * n - 2) * 180)]


def at_least_once(p, trials, **_):
    good, all_ = int(p.p), int(p.q)
    tries = list(product(range(all_), repeat=trials)) if all_**trials < 30_000 else []
    hits = sum(any(number < good for number in each) for each in tries)
    return [Fraction(hits, len(tries))] if tries else None


def arithmetic_sum(i, u, j, v, n):
    d = Fraction(v - u, j - i)
    return [sum(u + (number - i) * d for number in range(1, n + 1))]


def linear_recurrence(zero, one, p, sign, q, n):
    terms = [zero, one]
    while len(terms) <= n:
        terms.append(p * terms[-1] + (q if sign == "+" else -q) * terms[-2])
    return [terms[n]]


def sum_of_quadratic(term, n):
    return [sum(_at(term, k=k) for k in range(1, n + 1))]


def telescoping_sum(low, high, n):
    return [sum(1 / (_at(low, k=k) * _at(high, k=k)) for k in range(1, n + 1))]


def average_speed(distance, v, w, **_):
    return [2 * distance / (Fraction(distance, v) + Fraction(distance, w))]


def percent_chain(price, up, down, tax, **_):
    raised = price + Fraction(price * up, 100)
    reduced = raised - raised * down / 100
    return [reduced + reduced * tax / 100]


def compound_interest(capital, rate, years):
    compound = Fraction(capital)
    for _ in range(years):
        compound += compound * rate / 100
    return [compound - capital - years * Fraction(capital * rate, 100)]


def triangle_from_points(x0, y0, x1, y1, x2, y2):
    return [Fraction(abs((x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)), 2)]


def perpendicular_bisector(x1, y1, x2, y2):
    candidates = [Fraction(x1**2 + y1**2 - x2**2 - y2**2, 2 * (y1 - y2))]
    return [b for b in candidates if isclose(dist((0, b), (x1, y1)), dist((0, b), (x2, y2)))]


def painted_block(a, b, c, **_):
    cubes = product(range(a), range(b), range(c))
    return [sum(x in (0, a - 1) or y in (0, b - 1) or z in (0, c - 1) for x, y, z in cubes)]


def definite_integral(f, low, high):
    steps = 2000
    width = (high - low) / steps
    coefficients = [float(each) for each in sp.Poly(f, X).all_coeffs()]
    middles = (low + (n + 0.5) * width for n in range(steps))
    values = [sum(c * x**p for p, c in enumerate(reversed(coefficients))) for x in middles]
    return [Fraction(sum(values) * width).limit_denominator(1)]
