"""The principles that the families' problems rest on: theorems, formulas and definitions.

Each is a fact of its own, which a model may lack. Formulas are read from the text that is shown,
and each check decides by another route (trying numbers, counting, integrating, coordinates)
whether they hold, so that a wrong sign or a wrong number in a sentence is noticed.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, permutations, product
from math import prod

import sympy as sp

from .problem import Principle

X = sp.Symbol("x")


def _at(formula: sp.Expr, **values: int | sp.Expr) -> sp.Expr:
    return formula.subs({sp.Symbol(name): value for name, value in values.items()})


def _equal(one: sp.Expr, other: sp.Expr) -> bool:
    return bool(sp.simplify(one - other) == 0)


def _symbols(names: str) -> tuple[sp.Symbol, ...]:
    return tuple(sp.symbols(" ".join(names)))


a, b, c, d, e, f, k, m, n, p, q, r, s, t = _symbols("abcdefkmnpqrst")

# Algebra

PARENTHESES = Principle(
    "state how a product with a negative factor is multiplied out",
    "For all numbers a, b and c, -a(b - c) = {product}.",
    "What does -a(b - c) become when it is multiplied out?",
    lambda product: sp.expand(-a * (b - c)) == product,
    {"product": "-ab + ac"},
)
LINEAR_EQUATION = Principle(
    "state the solution of the equation ax + b = cx + d",
    "If a and c are different, the equation ax + b = cx + d has the solution x = {x}.",
    "If a and c are different, what is the solution x of the equation ax + b = cx + d?",
    lambda x: _equal(a * x + b, c * x + d),
    {"x": "(d - b)/(a - c)"},
)
ELIMINATION = Principle(
    "state which equation results from ax + by = e and cx + dy = f when y is eliminated by "
    "subtracting b times the second equation from d times the first one",
    "Subtracting b times the equation cx + dy = f from d times the equation ax + by = e gives "
    "{left} = {right}.",
    "Which equation without y results from subtracting b times the equation cx + dy = f from d "
    "times the equation ax + by = e?",
    lambda left, right: (
        _equal(d * (a * X + b * t) - b * (c * X + d * t), left) and _equal(d * e - b * f, right)
    ),
    {"left": "(ad - bc)x", "right": "de - bf"},
)
FACTORING = Principle(
    "state how x^2 + (p + q)x + pq factors",
    "For all numbers p and q, x^2 + (p + q)x + pq = {factored}.",
    "Into which two linear factors does x^2 + (p + q)x + pq factor?",
    lambda factored: sp.roots(factored, X) == {-p: 1, -q: 1},
    {"factored": "(x + p)(x + q)"},
)
ZERO_PRODUCT = Principle(
    "state when a product of two numbers is zero",
    "A product of two numbers is zero exactly if at least one of the two numbers is zero.",
    "When is a product of two numbers zero?",
    lambda: all((i * j == 0) == (0 in (i, j)) for i, j in product(range(-4, 5), repeat=2)),
)
VIETA = Principle(
    "state the sum and the product of the two roots of x^2 + px + q",
    "The two roots of x^2 + px + q, real or complex, have the sum {sum} and the product {product}.",
    "What are the sum and the product of the two roots of x^2 + px + q, real or complex?",
    lambda sum, product: all(
        (_at(sum, p=-i - j, q=i * j), _at(product, p=-i - j, q=i * j)) == (i + j, i * j)
        for i, j in ((2, 5), (-3, 4))
    ),
    {"sum": "-p", "product": "q"},
)
SQUARES_OF_TWO = Principle(
    "write r^2 + s^2 with the sum and the product of r and s",
    "For all numbers r and s, r^2 + s^2 = {same}.",
    "How can r^2 + s^2 be written with the sum r + s and the product rs?",
    lambda same: sp.expand(same) == r**2 + s**2,
    {"same": "(r + s)^2 - 2rs"},
)
NEGATIVE_FACTOR = Principle(
    "state what happens to an inequality when both sides are divided by a negative number",
    "If both sides of an inequality are divided by the same negative number, its direction is "
    "reversed.",
    "What happens to the direction of an inequality if both of its sides are divided by the same "
    "negative number?",
    lambda: all(
        (i > j) == (sp.Rational(i, -2) < sp.Rational(j, -2))
        for i, j in product(range(-4, 5), repeat=2)
    ),
)
ABSOLUTE_VALUE = Principle(
    "state which two equations an equation |u| = c with a positive number c splits into",
    "For every positive number c, the equation |u| = c holds exactly if u = c or u = {other}.",
    "For a positive number c, which two equations does |u| = c split into?",
    lambda other: sp.solveset(sp.Abs(X) - 7, X, sp.S.Reals) == sp.FiniteSet(7, _at(other, c=7)),
    {"other": "-c"},
)
REMAINDER_THEOREM = Principle(
    "state how the remainder of a polynomial divided by x - r is found without a division",
    "The remainder of a polynomial f(x) divided by x - r is the value f(r).",
    "Which value of a polynomial f(x) is its remainder when it is divided by x - r?",
    lambda: sp.rem(X**5 + 3 * X**2 - X, X - r, X) == r**5 + 3 * r**2 - r,
)
FACTOR_THEOREM = Principle(
    "state which linear factor a polynomial with the root r has",
    "A polynomial in x that has the root r is divisible by {factor}.",
    "By which linear polynomial is a polynomial in x divisible that has the root r?",
    lambda factor: sp.rem((X**4 - 3 * X) - (r**4 - 3 * r), factor, X) == 0,
    {"factor": "x - r"},
)
DIFFERENCE_OF_ROOTS = Principle(
    "state by how much the two roots of x^2 + px + q differ",
    "If x^2 + px + q has two real roots, they differ by {gap}.",
    "By how much do the two real roots of x^2 + px + q differ?",
    lambda gap: all(_at(gap, p=-i - j, q=i * j) == abs(i - j) for i, j in ((2, 5), (-3, 4))),
    {"gap": "√(p^2 - 4q)"},
)
POWER_OF_POWER = Principle(
    "state how a power of a power is written as one power",
    "For every positive number b, the power of b^m with the exponent n is {power}.",
    "As which single power of the positive number b can the power of b^m with the exponent n be "
    "written?",
    lambda power: all(
        sp.Integer(3**i) ** j == _at(power, b=3, m=i, n=j) for i, j in ((2, 3), (3, 1), (2, -2))
    ),
    {"power": "b^(mn)"},
)
EQUAL_POWERS = Principle(
    "state when two powers of one base greater than 1 are equal",
    "Two powers of the same base greater than 1 are equal exactly if their exponents are equal.",
    "When are two powers of the same base greater than 1 equal?",
    lambda: len({sp.Integer(3) ** sp.Rational(i, 2) for i in range(-4, 5)}) == 9,
)
_POSITIVE = sp.symbols("u v", positive=True)
SUM_OF_LOGARITHMS = Principle(
    "state which logarithm is equal to the sum of two logarithms to one base",
    "The sum of the logarithms of two positive numbers to the same base is the logarithm of their "
    "product to this base.",
    "Which logarithm is equal to the sum of the logarithms of two positive numbers to the same "
    "base?",
    lambda: sp.expand_log(sp.log(_POSITIVE[0] * _POSITIVE[1])) == sum(map(sp.log, _POSITIVE)),
)
LOGARITHM = Principle(
    "state when a number is the logarithm of another one to a base",
    "The logarithm of u to the base b is k exactly if u = {power}.",
    "Which equation between u, b and k without logarithms says that the logarithm of u to the base "
    "b is k?",
    lambda power: all(sp.log(_at(power, b=i, k=j), i) == j for i, j in ((2, 5), (3, 4))),
    {"power": "b^k"},
)
DOMAIN_OF_LOGARITHM = Principle(
    "state for which real numbers a real logarithm is defined",
    "Over the real numbers, only positive numbers have a logarithm.",
    "Over the real numbers, which numbers have a logarithm?",
    lambda: [sp.log(i).is_real is True for i in (-2, -1, 0, 1, 2)] == [False] * 3 + [True] * 2,
)
COMPLETED_SQUARE = Principle(
    "state how x^2 + px is written as a square minus a number",
    "For all numbers x and p, x^2 + px = {square}.",
    "How is x^2 + px written as the square of a sum minus a number?",
    lambda square: sp.expand(square) == X**2 + p * X,
    {"square": "(x + p/2)^2 - p^2/4"},
)
VERTEX = Principle(
    "state the smallest value of a(x - h)^2 + m for a positive number a",
    "If a is positive, the smallest value of a(x - h)^2 + m for real x is m.",
    "If a is positive, what is the smallest value of a(x - h)^2 + m for real x?",
    lambda: sp.minimum(3 * (X - 2) ** 2 + 5, X) == 5 and sp.minimum(2 * (X + 1) ** 2 - 4, X) == -4,
)

# Geometry

PYTHAGORAS = Principle(
    "state the Pythagorean theorem",
    "In a right triangle with legs of length a and b and a hypotenuse of length c, {left} = c^2.",
    "Which sum is equal to c^2 in a right triangle with legs of length a and b and a hypotenuse of "
    "length c?",
    lambda left: all(
        sp.Point(i, 0).distance(sp.Point(0, j)) ** 2 == _at(left, a=i, b=j)
        for i, j in ((3, 4), (2, 7))
    ),
    {"left": "a^2 + b^2"},
)
TRIANGLE_AREA = Principle(
    "state how the area of a triangle depends on a side and the altitude to it",
    "The area of a triangle with a side of length g and an altitude of length h to this side is "
    "{area}.",
    "What is the area of a triangle with a side of length g and an altitude of length h to this "
    "side?",
    lambda area: all(
        sp.Polygon((0, 0), (i, 0), (1, j)).area == _at(area, g=i, h=j) for i, j in ((3, 4), (5, 7))
    ),
    {"area": "gh/2"},
)
ISOSCELES = Principle(
    "state how the altitude to the base of an isosceles triangle divides the base",
    "The altitude to the base of an isosceles triangle cuts the base into two equal halves.",
    "Into which parts does the altitude to the base of an isosceles triangle cut the base?",
    lambda: sp.solve(X**2 + 9 - ((1 - X) ** 2 + 9), X) == [sp.Rational(1, 2)],
)
HERON = Principle(
    "state Heron's formula",
    "A triangle with sides of length a, b and c, of which half the sum is s, has the area {area}.",
    "What is the area of a triangle with sides of length a, b and c, of which half the sum is s?",
    lambda area: all(
        _at(area, a=sides[0], b=sides[1], c=sides[2], s=half) == triangle_area
        for *sides, half, triangle_area in ((3, 4, 5, 6, 6), (13, 14, 15, 21, 84))
    ),
    {"area": "√(s(s - a)(s - b)(s - c))"},
)
INRADIUS = Principle(
    "state how the area of a triangle depends on the radius of its inscribed circle and half of "
    "its perimeter",
    "A triangle whose inscribed circle has the radius r and whose perimeter is 2s has the area "
    "{area}.",
    "What is the area of a triangle whose inscribed circle has the radius r and whose perimeter is "
    "2s?",
    lambda area: all(
        _at(area, r=sp.Rational(i + j - h, 2), s=sp.Rational(i + j + h, 2)) == sp.Rational(i * j, 2)
        for i, j, h in ((3, 4, 5), (5, 12, 13))
    ),
    {"area": "rs"},
)
SIMILAR_AREAS = Principle(
    "state the ratio of the areas of two similar triangles whose corresponding sides have the "
    "ratio k",
    "If corresponding sides of two similar triangles have the ratio k, their areas have the ratio "
    "{ratio}.",
    "Which ratio do the areas of two similar triangles have if corresponding sides have the ratio "
    "k?",
    lambda ratio: all(
        sp.Polygon((0, 0), (i, 0), (3 * i, 2 * i)).area == _at(ratio, k=i) for i in (2, 3)
    ),
    {"ratio": "k^2"},
)
EXTERIOR_ANGLES = Principle(
    "state the sum of the exterior angles of a convex polygon",
    "The exterior angles of a convex polygon, one at each corner, add up to {sum} degrees.",
    "What do the exterior angles of a convex polygon, one at each corner, add up to?",
    lambda sum: all(corners * (180 - _interior(corners)) == sum for corners in (3, 4, 6)),
    {"sum": "360"},
)
INTERIOR_ANGLES = Principle(
    "state the sum of the interior angles of a convex polygon with n sides",
    "The interior angles of a convex polygon with n sides add up to {sum} degrees.",
    "What do the interior angles of a convex polygon with n sides add up to?",
    lambda sum: all(corners * _interior(corners) == _at(sum, n=corners) for corners in (3, 4, 6)),
    {"sum": "180(n - 2)"},
)


def _interior(corners: int) -> sp.Expr:
    """Measures an angle of a regular polygon."""
    polygon = sp.RegularPolygon((0, 0), 1, corners)
    return sp.deg(sp.simplify(next(iter(polygon.angles.values()))))


ARC_LENGTH = Principle(
    "state the length of an arc with the radius r and a central angle of w degrees",
    "An arc with the radius r and a central angle of w degrees has the length {arc}.",
    "What is the length of an arc with the radius r and a central angle of w degrees?",
    lambda arc: all(_at(arc, r=i, w=j) == i * sp.rad(j) for i, j in ((2, 90), (3, 40))),
    {"arc": "πrw/180"},
)
SLOPE = Principle(
    "state the slope of the line through two points",
    "The line through the points (a, b) and (c, d) with different a and c has the slope {slope}.",
    "Which slope does the line through the points (a, b) and (c, d) with different a and c have?",
    lambda slope: all(
        sp.Line((g, h), (i, j)).slope == _at(slope, a=g, b=h, c=i, d=j)
        for g, h, i, j in ((1, 2, 4, 8), (-1, 3, 2, -5))
    ),
    {"slope": "(d - b)/(c - a)"},
)
CIRCLE = Principle(
    "state the equation of a circle with the centre (a, b) and the radius r",
    "The points (x, y) of the circle with the centre (a, b) and the radius r are those with "
    "{left} = r^2.",
    "Which equation do exactly the points (x, y) of the circle with the centre (a, b) and the "
    "radius r satisfy?",
    lambda left: all(
        _at(left, x=i, y=j, a=2, b=-1) == sp.Point(i, j).distance(sp.Point(2, -1)) ** 2
        for i, j in ((0, 0), (5, 3), (-2, 4))
    ),
    {"left": "(x - a)^2 + (y - b)^2"},
)
RIGHT_TRIANGLE_AREA = Principle(
    "state the area of a right triangle with legs of length a and b",
    "A right triangle with legs of length a and b has the area {area}.",
    "What is the area of a right triangle with legs of length a and b?",
    lambda area: all(
        sp.Polygon((0, 0), (i, 0), (0, j)).area == _at(area, a=i, b=j) for i, j in ((3, 4), (2, 7))
    ),
    {"area": "ab/2"},
)
PERPENDICULAR = Principle(
    "state the product of the slopes of two perpendicular lines",
    "If two perpendicular lines both have a slope, the product of their slopes is {product}.",
    "If two perpendicular lines both have a slope, what is the product of their slopes?",
    lambda product: all(
        sp.Line((0, 0), slope=i).perpendicular_line(sp.Point(1, 1)).slope * i == product
        for i in (sp.Integer(2), sp.Rational(-3, 4))
    ),
    {"product": "-1"},
)
CONE = Principle(
    "state the lateral area of a right circular cone",
    "A right circular cone with a base of the radius r and the slant height s has the lateral area "
    "{area}.",
    "What is the lateral area of a right circular cone with a base of the radius r and the slant "
    "height s?",
    lambda area: _equal(sp.integrate(2 * sp.pi * r * X / s, (X, 0, s)), area),
    {"area": "πrs"},
)
CYLINDER = Principle(
    "state the volume of a cylinder",
    "A cylinder with the radius r and the height h has the volume {volume}.",
    "What is the volume of a cylinder with the radius r and the height h?",
    lambda volume: _equal(sp.integrate(sp.pi * r**2, (X, 0, sp.Symbol("h"))), volume),
    {"volume": "πr^2h"},
)
BALL = Principle(
    "state the volume of a ball",
    "A ball with the radius r has the volume {volume}.",
    "What is the volume of a ball with the radius r?",
    lambda volume: _equal(sp.integrate(sp.pi * (r**2 - X**2), (X, -r, r)), volume),
    {"volume": "4πr^3/3"},
)
INNER_CUBES = Principle(
    "state how many cubes of a block of a by b by c equal cubes are not on its outside",
    "In a block of a by b by c equal cubes, with a, b and c at least 3, the number of cubes that "
    "are not on the outside is {inner}.",
    "In a block of a by b by c equal cubes, with a, b and c at least 3, how many cubes are not on "
    "the outside?",
    lambda inner: all(
        sum(1 for _ in product(*(range(1, side - 1) for side in sides)))
        == _at(inner, a=sides[0], b=sides[1], c=sides[2])
        for sides in ((3, 3, 3), (4, 5, 7))
    ),
    {"inner": "(a - 2)(b - 2)(c - 2)"},
)

# Number theory

EUCLID = Principle(
    "state which two numbers have the same greatest common divisor as a and b if a leaves the "
    "remainder r when it is divided by b",
    "If the whole number a leaves the remainder r when it is divided by b, the greatest common "
    "divisor of a and b is that of b and r.",
    "If the whole number a leaves the remainder r when it is divided by b, which two smaller "
    "numbers have the same greatest common divisor as a and b?",
    lambda: all(sp.igcd(i, j) == sp.igcd(j, i % j) for i, j in ((48, 18), (91, 35), (7, 5))),
)
GCD_LCM = Principle(
    "state how the least common multiple of two numbers follows from their greatest common divisor",
    "The product of two positive whole numbers is the product of their greatest common divisor and "
    "their least common multiple.",
    "What is the product of the greatest common divisor and the least common multiple of two "
    "positive whole numbers?",
    lambda: all(sp.igcd(i, j) * sp.ilcm(i, j) == i * j for i, j in ((48, 18), (91, 35), (7, 5))),
)
NUMBER_OF_DIVISORS = Principle(
    "state how the number of positive divisors follows from a prime factorization",
    "If p, q and r are different primes, the number of positive divisors of p^a * q^b * r^c is "
    "{count}.",
    "If p, q and r are different primes, how many positive divisors does p^a * q^b * r^c have?",
    lambda count: all(
        len(sp.divisors(2**g * 3**h * 5**i)) == _at(count, a=g, b=h, c=i)
        for g, h, i in ((1, 1, 1), (3, 1, 2), (2, 4, 1))
    ),
    {"count": "(a + 1)(b + 1)(c + 1)"},
)
ZEROS_OF_FACTORIAL = Principle(
    "state which exponent says how many zeros are at the end of a factorial",
    "The number of zeros at the end of n! is the exponent of 5 in the prime factorization of n!.",
    "The exponent of which prime in the prime factorization of n! is the number of zeros at the "
    "end of n!?",
    lambda: all(
        sp.multiplicity(10, sp.factorial(i)) == sp.multiplicity(5, sp.factorial(i))
        for i in (7, 25, 60)
    ),
)
LEGENDRE = Principle(
    "state how the exponent of a prime in the prime factorization of a factorial is found",
    "The exponent of a prime p in the prime factorization of n! is the sum of n/p, n/p^2, n/p^3 "
    "and so on, each rounded down to a whole number.",
    "Which sum is the exponent of a prime p in the prime factorization of n!?",
    lambda: all(
        sp.multiplicity(j, sp.factorial(i)) == sum(i // j**power for power in range(1, 9))
        for i, j in ((60, 5), (30, 2), (28, 3))
    ),
)
OTHER_BASE = Principle(
    "state which number three digits stand for in base b",
    "In base b, the digits u, v and w, in this order, stand for the number {number}.",
    "For which number do the digits u, v and w, in this order, stand in base b?",
    lambda number: all(
        int(text, base) == _at(number, u=int(text[0]), v=int(text[1]), w=int(text[2]), b=base)
        for text, base in (("210", 3), ("347", 8))
    ),
    {"number": "ub^2 + vb + w"},
)
POWER_MODULO = Principle(
    "state what is true modulo m of the powers of two numbers that leave the same remainder "
    "modulo m",
    "If two whole numbers leave the same remainder when they are divided by m, their powers with "
    "the same exponent leave the same remainder, too.",
    "If two whole numbers leave the same remainder when they are divided by m, what is true of "
    "their powers with the same exponent when these are divided by m?",
    lambda: all((i**j - (i % 7) ** j) % 7 == 0 for i in (9, 20) for j in (2, 5)),
)
EXPONENT_MODULO = Principle(
    "state by which number an exponent may be replaced if the power with the exponent e leaves the "
    "remainder 1",
    "If a^e leaves the remainder 1 modulo m, the exponent of any power of a may be replaced by its "
    "remainder modulo e without changing the remainder of the power modulo m.",
    "If a^e leaves the remainder 1 modulo m, by which number may the exponent of a power of a be "
    "replaced without changing the remainder of the power modulo m?",
    lambda: all(pow(3, i, 7) == pow(3, i % 6, 7) for i in range(40)),
)
REMAINDER_FORM = Principle(
    "state the form of the whole numbers that leave the remainder s when they are divided by n",
    "The whole numbers that leave the remainder s when they are divided by n are those of the form "
    "{form} with a whole number k.",
    "What is the form of the whole numbers that leave the remainder s when they are divided by n?",
    lambda form: [i for i in range(60) if i % 7 == 4] == [
        _at(form, n=7, s=4, k=i) for i in range(8)],
    {"form": "nk + s"},
)  # fmt: skip

# Counting

CHOICES = Principle(
    "state the number of ways to choose k of n things",
    "The number of ways to choose k of n things, without regard to their order, is {count}.",
    "In how many ways can k of n things be chosen, without regard to their order?",
    lambda count: all(
        len(list(combinations(range(i), j))) == _at(count, n=i, k=j) for i, j in ((5, 2), (7, 4))
    ),
    {"count": "n!/(k!(n - k)!)"},
)
PRODUCT_RULE = Principle(
    "state in how many ways two independent choices can be made",
    "If one choice can be made in m ways and, whatever it is, another one in n ways, both can be "
    "made in {count} ways.",
    "If one choice can be made in m ways and, whatever it is, another one in n ways, in how many "
    "ways can both be made?",
    lambda count: all(
        len(list(product(range(i), range(j)))) == _at(count, m=i, n=j) for i, j in ((5, 2), (3, 4))
    ),
    {"count": "mn"},
)
BOTH_DIVIDE = Principle(
    "state which numbers are divisible by both of two numbers",
    "A whole number is divisible by both of two given positive whole numbers exactly if it is "
    "divisible by their least common multiple.",
    "The multiples of which number are exactly the numbers that are divisible by both of two "
    "given positive whole numbers?",
    lambda: all((i % 6 == 0 and i % 15 == 0) == (i % 30 == 0) for i in range(200)),
)
UNION = Principle(
    "state how many elements the union of two finite sets has",
    "Two finite sets with a and b elements, of which c are in both sets, have {count} elements "
    "together.",
    "How many elements do two finite sets with a and b elements have together if c elements are in "
    "both sets?",
    lambda count: all(
        len(set(range(g)) | set(range(g - i, g - i + h))) == _at(count, a=g, b=h, c=i)
        for g, h, i in ((5, 4, 2), (7, 9, 3))
    ),
    {"count": "a + b - c"},
)
STARS_AND_BARS = Principle(
    "state in how many ways n equal things can be shared among k people if some of them may get "
    "nothing",
    "The number of ways to share n equal things among k people, some of whom may get nothing, is "
    "{count}.",
    "In how many ways can n equal things be shared among k people, some of whom may get nothing?",
    lambda count: all(_shares(i, j) == _at(count, n=i, k=j) for i, j in ((3, 2), (4, 3), (5, 4))),
    {"count": "(n + k - 1)!/(n!(k - 1)!)"},
)


def _shares(things: int, people: int) -> int:
    return sum(sum(each) == things for each in product(range(things + 1), repeat=people))


GRID_PATHS = Principle(
    "state the number of shortest ways to a crossing in a square grid",
    "In a square grid of streets, the number of shortest ways to a crossing a blocks east and b "
    "blocks north is {count}.",
    "How many shortest ways lead to a crossing a blocks east and b blocks north in a square grid "
    "of streets?",
    lambda count: all(
        len(set(permutations("e" * i + "n" * j))) == _at(count, a=i, b=j)
        for i, j in ((2, 2), (3, 2), (1, 4))
    ),
    {"count": "(a + b)!/(a!b!)"},
)
EQUAL_LETTERS = Principle(
    "state the number of orders of n letters some of which are equal",
    "The number of different orders of n letters is n! divided by the product of the factorials "
    "of how often each letter occurs.",
    "How does the number of different orders of n letters follow from n and how often each letter "
    "occurs?",
    lambda: all(
        len(set(permutations(word)))
        == sp.factorial(len(word)) / prod(sp.factorial(word.count(each)) for each in set(word))
        for word in ("BOOK", "ANNA", "DEEDS")
    ),
)
ORDERS = Principle(
    "state in how many orders n people can sit in a row",
    "The number of orders in which n people can sit in a row is {count}.",
    "In how many orders can n people sit in a row?",
    lambda count: all(len(list(permutations(range(i)))) == _at(count, n=i) for i in (3, 4, 5)),
    {"count": "n!"},
)
NEIGHBOURS = Principle(
    "state in how many orders of n people in a row two given people sit next to each other",
    "The number of orders of n people in a row in which two given people sit next to each other is "
    "{count}.",
    "In how many orders of n people in a row do two given people sit next to each other?",
    lambda count: all(
        sum(abs(each.index(0) - each.index(1)) == 1 for each in permutations(range(i)))
        == _at(count, n=i)
        for i in (3, 4, 5)
    ),
    {"count": "2(n - 1)!"},
)

# Probability

EQUALLY_LIKELY = Principle(
    "state the probability of an event with m of n equally likely outcomes",
    "If an experiment has n equally likely outcomes, an event with m of these outcomes has the "
    "probability {chance}.",
    "If an experiment has n equally likely outcomes, which probability does an event with m of "
    "these outcomes have?",
    lambda chance: _at(chance, n=6, m=2) * 6 == 2 and _at(chance, n=10, m=7) * 10 == 7,
    {"chance": "m/n"},
)
COMPLEMENT = Principle(
    "state with which probability an event with the probability p does not happen",
    "An event with the probability p does not happen with the probability {chance}.",
    "With which probability does an event with the probability p not happen?",
    lambda chance: sp.expand(chance + p) == 1,
    {"chance": "1 - p"},
)
CHAIN_RULE = Principle(
    "state how the probability that two events both happen follows from a conditional probability",
    "The probability that two events both happen is the probability of the first one times the "
    "conditional probability of the second one given the first.",
    "How does the probability that two events both happen follow from the probability of the first "
    "one and a conditional probability?",
    lambda: _both_red(5, 3) == sp.Rational(3, 5) * sp.Rational(2, 4),
)


def _both_red(balls: int, red: int) -> sp.Expr:
    pairs = list(permutations(range(balls), 2))
    return sp.Rational(sum(max(pair) < red for pair in pairs), len(pairs))


EXCLUSIVE = Principle(
    "state the probability that one of two events happens that exclude each other",
    "If two events exclude each other, the probability that one of them happens is the sum of "
    "their probabilities.",
    "What is the probability that one of two events happens if they exclude each other?",
    lambda: sum(i in {1, 2} or i in {4, 5, 6} for i in range(1, 7)) == 2 + 3,
)
CONDITIONAL = Principle(
    "state how a conditional probability is found",
    "The conditional probability of an event A given an event B is the probability that both "
    "happen divided by the probability of B.",
    "How is the conditional probability of an event A given an event B found from probabilities of "
    "events?",
    lambda: all(
        sp.Rational(len(one & two), len(two))
        == sp.Rational(len(one & two), 6) / sp.Rational(len(two), 6)
        for one, two in (({1, 2, 3}, {2, 4, 6}), ({1}, {1, 3}))
    ),
)
VARIANCE = Principle(
    "state how a variance follows from two expected values",
    "The variance of a random variable is the expected value of its square minus the square of its "
    "expected value.",
    "How does the variance of a random variable follow from its expected value and the expected "
    "value of its square?",
    lambda: all(
        _mean((i - _mean(of)) ** 2 for i in of) == _mean(i**2 for i in of) - _mean(of) ** 2
        for of in ((1, 2, 6), (0, 0, 3, 5))
    ),
)
EXPECTED = Principle(
    "state how the expected value of a random variable is found",
    "The expected value of a random variable with finitely many values is the sum of its values, "
    "each times its probability.",
    "Which sum is the expected value of a random variable with finitely many values?",
    lambda: _mean((1, 1, 4)) == 1 * sp.Rational(2, 3) + 4 * sp.Rational(1, 3),
)


def _mean(numbers: Iterable[sp.Expr | int]) -> sp.Expr:
    listed = list(map(sp.sympify, numbers))
    return sum(listed, sp.Integer(0)) / len(listed)


INDEPENDENT = Principle(
    "state the probability that several independent events all happen",
    "The probability that independent events all happen is the product of their probabilities.",
    "What is the probability that several independent events all happen?",
    lambda: sum(i < 2 and j < 3 for i, j in product(range(6), range(4))) == 2 * 3,
)

# Sequences

ARITHMETIC_TERM = Principle(
    "state the term with the number n of an arithmetic sequence",
    "Term number n of the arithmetic sequence with the first term a and the common difference d is "
    "{term}.",
    "What is term number n of the arithmetic sequence with the first term a and the common "
    "difference d?",
    lambda term: all(
        list(range(i, i + 12 * j, j))[7] == _at(term, a=i, d=j, n=8) for i, j in ((2, 3), (9, 5))
    ),
    {"term": "a + (n - 1)d"},
)
ARITHMETIC_SUM = Principle(
    "state the sum of an arithmetic sequence with n terms",
    "The sum of an arithmetic sequence with n terms, the first term a and the last term z is "
    "{sum}.",
    "What is the sum of an arithmetic sequence with n terms, the first term a and the last term z?",
    lambda sum: all(
        _total(range(i, i + 8 * j, j)) == _at(sum, n=8, a=i, z=i + 7 * j)
        for i, j in ((2, 3), (9, 5))
    ),
    {"sum": "n(a + z)/2"},
)
GEOMETRIC_TERM = Principle(
    "state the term with the number n of a geometric sequence",
    "Term number n of the geometric sequence with the first term a and the common ratio q is "
    "{term}.",
    "What is term number n of the geometric sequence with the first term a and the common ratio q?",
    lambda term: [_at(term, a=5, q=2, n=i) for i in (1, 2, 3, 4)] == [5, 10, 20, 40],
    {"term": "aq^(n - 1)"},
)
GEOMETRIC_SUM = Principle(
    "state the sum of the first n terms of a geometric sequence",
    "If q is not 1, the sum of the first n terms of the geometric sequence with the first term a "
    "and the common ratio q is {sum}.",
    "If q is not 1, what is the sum of the first n terms of the geometric sequence with the first "
    "term a and the common ratio q?",
    lambda sum: _at(sum, a=5, q=2, n=4) == 75 and _at(sum, a=1, q=-3, n=3) == 7,
    {"sum": "a(q^n - 1)/(q - 1)"},
)


def _total(numbers: Iterable[int]) -> int:
    return sum(numbers)


RECURRENCE = Principle(
    "state the general form of the sequences in which each term is p times the term before it plus "
    "q times the one before that",
    "If x^2 = px + q has two different solutions r and s, every sequence with a(n) = p * a(n - 1) "
    "+ q * a(n - 2) has the form a(n) = {form} with constants c and d.",
    "If x^2 = px + q has two different solutions r and s, which form with constants c and d does "
    "every sequence with a(n) = p * a(n - 1) + q * a(n - 2) have?",
    lambda form: all(
        sp.expand(_at(form, n=i) - (r + s) * _at(form, n=i - 1) + r * s * _at(form, n=i - 2)) == 0
        for i in (2, 3, 4)
    ),
    {"form": "cr^n + ds^n"},
)
SUM_OF_SQUARES = Principle(
    "state the sum of the squares of the whole numbers from 1 to n",
    "The sum of the squares of the whole numbers from 1 to n is {sum}.",
    "What is the sum of the squares of the whole numbers from 1 to n?",
    lambda sum: all(_total(j * j for j in range(i + 1)) == _at(sum, n=i) for i in (1, 2, 3, 10)),
    {"sum": "n(n + 1)(2n + 1)/6"},
)
SUM_OF_NUMBERS = Principle(
    "state the sum of the whole numbers from 1 to n",
    "The sum of the whole numbers from 1 to n is {sum}.",
    "What is the sum of the whole numbers from 1 to n?",
    lambda sum: all(_total(range(i + 1)) == _at(sum, n=i) for i in (1, 2, 10)),
    {"sum": "n(n + 1)/2"},
)
PARTIAL_FRACTIONS = Principle(
    "write 1/(u(u + d)) as a multiple of a difference of two fractions",
    "For all numbers u and d for which no denominator is zero, 1/(u(u + d)) = {difference}.",
    "How is 1/(u(u + d)) written as a multiple of the difference of the fractions with the "
    "denominators u and u + d?",
    lambda difference: all(
        _at(difference, u=i, d=j) == sp.Rational(1, i * (i + j)) for i, j in ((2, 3), (7, 4))
    ),
    {"difference": "(1/u - 1/(u + d))/d"},
)
TELESCOPING = Principle(
    "state what the sum of the differences of consecutive terms of a sequence comes to",
    "The sum of the differences f(k) - f(k + 1) over all whole numbers k from 1 to n is "
    "f(1) - f(n + 1).",
    "What is the sum of the differences f(k) - f(k + 1) over all whole numbers k from 1 to n?",
    lambda: all(
        sum(i**2 - (i + 1) ** 2 for i in range(1, last + 1)) == 1 - (last + 1) ** 2
        for last in (1, 4, 9)
    ),
)

# Rates

WORK = Principle(
    "state how long two people need together for a job",
    "Two people who need a hours and b hours for a job alone need {hours} hours for it together.",
    "How many hours do two people need for a job together who need a hours and b hours for it "
    "alone?",
    lambda hours: _equal(hours / a + hours / b, sp.Integer(1)),
    {"hours": "ab/(a + b)"},
)
TRAVEL_TIME = Principle(
    "state how long a way takes at a constant speed",
    "A distance of s km takes {hours} hours at a constant speed of v km/h.",
    "How many hours does a distance of s km take at a constant speed of v km/h?",
    lambda hours: _equal(sp.integrate(sp.Symbol("v"), (X, 0, hours)), s),
    {"hours": "s/v"},
)
AVERAGE_SPEED = Principle(
    "state how the average speed of a trip is found",
    "The average speed of a trip is its whole distance divided by its whole time.",
    "How is the average speed of a trip with several parts found?",
    lambda: (60 * 2 + 90 * 1) / sp.Integer(2 + 1) == 70,
)
MIXTURE = Principle(
    "state the concentration of a mixture of two solutions",
    "If a litres of a solution of p% are mixed with b litres of a solution of q%, and volumes add "
    "up, the mixture has {percent}%.",
    "If a litres of a solution of p% are mixed with b litres of a solution of q%, and volumes add "
    "up, what percentage does the mixture have?",
    lambda percent: _equal(percent * (a + b) / 100, a * p / 100 + b * q / 100),
    {"percent": "(ap + bq)/(a + b)"},
)
PERCENT_CHANGE = Principle(
    "state by which numbers an amount is multiplied when it is increased or reduced by p%",
    "Increasing an amount by p% multiplies it by {more}, and reducing it by p% multiplies it by "
    "{less}.",
    "By which numbers is an amount multiplied when it is increased by p%, and when it is reduced "
    "by p%?",
    lambda more, less: (_at(more, p=25) * 80, _at(less, p=25) * 80) == (100, 60),
    {"more": "1 + p/100", "less": "1 - p/100"},
)
COMPOUND_INTEREST = Principle(
    "state what a capital becomes with interest that is compounded yearly",
    "A capital of c dollars becomes {later} dollars in n years with p% interest a year, compounded "
    "yearly.",
    "How many dollars does a capital of c dollars become in n years with p% interest a year, "
    "compounded yearly?",
    lambda later: [_at(later, c=1000, p=10, n=i) for i in (0, 1, 2, 3)] == [1000, 1100, 1210, 1331],
    {"later": "c(1 + p/100)^n"},
)
SIMPLE_INTEREST = Principle(
    "state what a capital becomes with simple interest",
    "A capital of c dollars becomes {later} dollars in n years with p% simple interest a year.",
    "How many dollars does a capital of c dollars become in n years with p% simple interest a "
    "year?",
    lambda later: [_at(later, c=1000, p=10, n=i) for i in (0, 1, 2, 3)] == [1000, 1100, 1200, 1300],
    {"later": "c(1 + np/100)"},
)

# Calculus

POWER_RULE = Principle(
    "state the derivative of x^n",
    "The derivative of x^n with respect to x is {derivative}.",
    "What is the derivative of x^n with respect to x?",
    lambda derivative: all(
        sp.cancel(((X + t) ** i - X**i) / t).subs(t, 0) == _at(derivative, n=i) for i in (1, 2, 5)
    ),
    {"derivative": "nx^(n - 1)"},
)
TANGENT = Principle(
    "state the slope and a point of the tangent to the graph of a function f at x = a",
    "The tangent to the graph of a differentiable function f at x = a is the line with the slope "
    "f'(a) through the point (a, f(a)).",
    "Which slope does the tangent to the graph of a differentiable function f at x = a have, and "
    "through which point does it pass?",
    lambda: sp.rem(X**3, (X - a) ** 2, X) - sp.expand(3 * a**2 * (X - a) + a**3) == 0,
)
LOCAL_MAXIMUM = Principle(
    "state how the derivative changes its sign at a local maximum",
    "A differentiable function has a local maximum where its derivative changes from positive to "
    "negative.",
    "By which change of sign of its derivative is a local maximum of a differentiable function "
    "recognized?",
    lambda: all(
        (X**3 - 3 * X).subs(X, -1 + i) < (X**3 - 3 * X).subs(X, -1)
        for i in (-sp.Rational(1, 9), sp.Rational(1, 9))
    ),
)
ANTIDERIVATIVE = Principle(
    "state an antiderivative of x^n",
    "If n is not -1, an antiderivative of x^n is {whole}.",
    "If n is not -1, what is an antiderivative of x^n?",
    lambda whole: all(sp.diff(_at(whole, n=i), X) == X**i for i in (0, 1, 2, 5)),
    {"whole": "x^(n + 1)/(n + 1)"},
)
FUNDAMENTAL_THEOREM = Principle(
    "state how a definite integral follows from an antiderivative",
    "If F is an antiderivative of a continuous function f, the integral of f from a to b is "
    "F(b) - F(a).",
    "If F is an antiderivative of a continuous function f, what is the integral of f from a to b?",
    # the mean of f at the ends and, four times, in the middle is exact for quadratics
    lambda: _equal((b - a) * (a**2 + (a + b) ** 2 + b**2) / 6, b**3 / 3 - a**3 / 3),
)
AREA_BETWEEN = Principle(
    "state how the area between two graphs is found",
    "If f(x) is at least g(x) from x = a to x = b, the area between their graphs there is the "
    "integral of f(x) - g(x) from a to b.",
    "If f(x) is at least g(x) from x = a to x = b, which integral is the area between their graphs "
    "there?",
    lambda: sp.integrate(X - X**2, (X, 0, 1)) == sp.Rational(1, 2) - sp.Rational(1, 3),
)
RELATED_RATES = Principle(
    "state which equation the rates of change of x and y satisfy if x^2 + y^2 is constant",
    "If x^2 + y^2 is constant over time, the rates of change u of x and v of y satisfy {left} = 0.",
    "If x^2 + y^2 is constant over time, which equation between x, y and their rates of change, u "
    "of x and v of y, holds?",
    lambda left: _related(left),
    {"left": "xu + yv"},
)


def _related(left: sp.Expr) -> bool:
    """On a circle: the point at the angle t."""
    place = {"x": sp.cos(t), "y": sp.sin(t), "u": -sp.sin(t), "v": sp.cos(t)}
    return bool(sp.simplify(_at(left, **place)) == 0) and left != 0
