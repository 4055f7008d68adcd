"""Families of plane geometry: triangles."""

from __future__ import annotations

from .families import Draw, family
from .problem import Problem
from .symbolic import H, X, sp

_TRIPLES = (
    (3, 4, 5),
    (5, 12, 13),
    (8, 15, 17),
    (7, 24, 25),
    (20, 21, 29),
    (9, 40, 41),
    (12, 35, 37),
)


def _triple(draw: Draw, most: int = 6) -> tuple[int, int, int]:
    a, b, c = draw.pick(*_TRIPLES)
    scale = draw.integer(1, most)
    a, b = draw.pick((a, b), (b, a))
    return a * scale, b * scale, c * scale


@family("geometry")
def altitude_to_hypotenuse(draw: Draw) -> Problem:
    """A right triangle's altitude, through its area."""
    a, b, c = _triple(draw)
    unit = draw.pick("cm", "m", "inches", "feet")
    problem = Problem.of(
        draw.pick(
            "The legs of a right triangle are {a} {unit} and {b} {unit} long. How long, in {unit}, "
            "is the altitude to its hypotenuse?",
            "In a right triangle with legs of {a} {unit} and {b} {unit}, what is the distance in "
            "{unit} from the vertex of the right angle to the hypotenuse?",
        ),
        a=a,
        b=b,
        unit=unit,
    )
    problem.step(
        "find the hypotenuse with the Pythagorean theorem",
        "A right triangle with legs of {a} {unit} and {b} {unit} has a hypotenuse of {c} {unit}.",
        "How long is the hypotenuse of a right triangle with legs of {a} {unit} and {b} {unit}?",
        lambda a, b, c: sp.Point(a, 0).distance(sp.Point(0, b)) == c,
        c=c,
    )
    problem.step(
        "find the area from the legs",
        "A right triangle with legs of {a} {unit} and {b} {unit} has an area of {area} square "
        "{unit}.",
        "What is the area of a right triangle with legs of {a} {unit} and {b} {unit}?",
        lambda a, b, area: sp.Abs(sp.Polygon((0, 0), (a, 0), (0, b)).area) == area,
        area=sp.Rational(a * b, 2),
    )
    problem.step(
        "write the area with the hypotenuse as the base and solve for the altitude",
        "The altitude to a side of {c} {unit} in a triangle with an area of {area} square {unit} "
        "is {h} {unit}.",
        "How long is the altitude to a side of {c} {unit} in a triangle with an area of {area} "
        "square {unit}?",
        lambda c, area, h: sp.integrate(c * (1 - X / h), (X, 0, h)) == area,
        h=sp.Rational(a * b, c),
    )
    return problem.answered(
        "h", lambda a, b, h: sp.Line((a, 0), (0, b)).distance(sp.Point(0, 0)) == h
    )


@family("geometry")
def isosceles_area(draw: Draw) -> Problem:
    """The area of an isosceles triangle from its sides."""
    half, height, leg = _triple(draw, 8)
    unit = draw.pick("cm", "m", "inches", "feet")
    problem = Problem.of(
        draw.pick(
            "What is the area, in square {unit}, of a triangle whose sides measure {leg} {unit}, "
            "{leg} {unit} and {base} {unit}?",
            "An isosceles triangle has two sides of {leg} {unit} and a base of {base} {unit}. "
            "Find its area in square {unit}.",
        ),
        leg=leg,
        base=2 * half,
        unit=unit,
    )
    problem.step(
        "drop the altitude to the base, which cuts the triangle into two equal right triangles",
        "The altitude to the base of an isosceles triangle cuts the base in half.",
        "In which ratio does the altitude to the base of an isosceles triangle cut the base?",
        lambda: sp.solve(sp.Eq(X**2 + H**2, (1 - X) ** 2 + H**2), X) == [sp.Rational(1, 2)],
    )
    problem.step(
        "halve the base",
        "Half of {base} {unit} is {half} {unit}.",
        "What is half of {base} {unit}?",
        lambda base, half: sp.Eq(half + half, base),
        half=half,
    )
    problem.step(
        "find the altitude as the other leg of a right triangle",
        "A right triangle with a hypotenuse of {leg} {unit} and a leg of {half} {unit} has another "
        "leg of {height} {unit}.",
        "How long is the other leg of a right triangle with a hypotenuse of {leg} {unit} and a leg "
        "of {half} {unit}?",
        lambda leg, half, height: sp.Point(half, 0).distance(sp.Point(0, height)) == leg,
        height=height,
    )
    problem.step(
        "take half of the base times the altitude",
        "A triangle with a base of {base} {unit} and an altitude of {height} {unit} has an area of "
        "{area} square {unit}.",
        "What is the area of a triangle with a base of {base} {unit} and an altitude of {height} "
        "{unit}?",
        lambda base, height, area: sp.Abs(sp.Polygon((0, 0), (base, 0), (1, height)).area) == area,
        area=half * height,
    )
    return problem.answered("area", lambda leg, base, area: _heron(leg, leg, base) == area)


def _heron(a: sp.Expr, b: sp.Expr, c: sp.Expr) -> sp.Expr:
    s = (a + b + c) / sp.Integer(2)
    return sp.sqrt(s * (s - a) * (s - b) * (s - c))


@family("geometry")
def inscribed_circle(draw: Draw) -> Problem:
    """The radius of the inscribed circle, by Heron's formula."""
    a, b, c = draw.pick(
        (13, 14, 15), (5, 5, 6), (5, 5, 8), (10, 13, 13), (13, 20, 21), (7, 15, 20), (17, 25, 28),
        (9, 10, 17), (12, 17, 25), (25, 29, 36), (13, 37, 40), (15, 34, 35), (10, 17, 21),
        (17, 25, 26), (4, 13, 15), (11, 13, 20), (8, 29, 35), (25, 34, 39), (25, 39, 40),
    )  # fmt: skip
    scale = 2 * draw.integer(1, 6)
    a, b, c = (side * scale for side in draw.random.sample((a, b, c), 3))
    area = _heron(*map(sp.Integer, (a, b, c)))
    problem = Problem.of(
        draw.pick(
            "A triangle has sides of length {a}, {b} and {c}. What is the radius of its inscribed "
            "circle?",
            "Find the inradius of the triangle whose side lengths are {a}, {b} and {c}.",
        ),
        a=a,
        b=b,
        c=c,
    )
    problem.step(
        "find half of the perimeter",
        "A triangle with sides of length {a}, {b} and {c} has the semiperimeter {s}.",
        "What is the semiperimeter of a triangle with sides of length {a}, {b} and {c}?",
        lambda a, b, c, s: sp.Eq(s - a - b, c - s),
        s=(a + b + c) // 2,
    )
    problem.step(
        "find the area with Heron's formula",
        "A triangle with sides of length {a}, {b} and {c} has the area {area}.",
        "What is the area of a triangle with sides of length {a}, {b} and {c}?",
        lambda a, b, c, area: (
            sp.Eq(4 * a**2 * b**2 - (a**2 + b**2 - c**2) ** 2, (4 * area) ** 2) and area > 0
        ),
        area=area,
    )
    problem.step(
        "divide the area by the semiperimeter",
        "A triangle with the area {area} and the semiperimeter {s} has the inradius {r}.",
        "What is the inradius of a triangle with the area {area} and the semiperimeter {s}?",
        lambda area, s, r: sp.Eq(r * (2 * s) / 2, area),
        r=area / ((a + b + c) // 2),
    )
    return problem.answered("r", lambda a, b, c, r: _inradius(a, b, c) == r)


def _inradius(a: sp.Expr, b: sp.Expr, c: sp.Expr) -> sp.Expr:
    """By the tangent of half an angle: (s - a) tan(A / 2)."""
    cosine = (b**2 + c**2 - a**2) / (2 * b * c)
    return (b + c - a) / 2 * sp.sqrt((1 - cosine) / (1 + cosine))
