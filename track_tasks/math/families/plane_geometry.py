"""Families of plane geometry: triangles, similar figures, polygons, sectors."""

from __future__ import annotations

import sympy as sp

from . import principles
from .family import Draw, family
from .problem import Problem

H, X = sp.symbols("h x")

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
    problem.recall(principles.PYTHAGORAS)
    problem.step(
        "find the hypotenuse with the Pythagorean theorem",
        "A right triangle with legs of {a} {unit} and {b} {unit} has a hypotenuse of {c} {unit}.",
        "How long is the hypotenuse of a right triangle with legs of {a} {unit} and {b} {unit}?",
        lambda a, b, c: sp.Point(a, 0).distance(sp.Point(0, b)) == c,
        c=c,
    )
    problem.recall(principles.TRIANGLE_AREA)
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
    problem.recall(principles.ISOSCELES)
    problem.compute(
        "find the length of the two parts of the base",
        "Half of {base} {unit} is {half} {unit}.",
        lambda base, half: sp.Eq(half + half, base),
        half=half,
    )
    problem.recall(principles.PYTHAGORAS)
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
    problem.recall(principles.HERON)
    problem.step(
        "find the area with Heron's formula",
        "A triangle with sides of length {a}, {b} and {c} has the area {area}.",
        "What is the area of a triangle with sides of length {a}, {b} and {c}?",
        lambda a, b, c, area: (
            sp.Eq(4 * a**2 * b**2 - (a**2 + b**2 - c**2) ** 2, (4 * area) ** 2) and area > 0
        ),
        area=area,
    )
    problem.recall(principles.INRADIUS)
    problem.compute(
        "find the radius of the inscribed circle",
        "A triangle with the area {area} and the semiperimeter {s} has the inradius {r}.",
        lambda area, s, r: sp.Eq(r * (2 * s) / 2, area),
        r=area / ((a + b + c) // 2),
    )
    return problem.answered("r", lambda a, b, c, r: _inradius(a, b, c) == r)


def _inradius(a: sp.Expr, b: sp.Expr, c: sp.Expr) -> sp.Expr:
    """By the tangent of a half angle: (s - a) tan(A / 2)."""
    cosine = (b**2 + c**2 - a**2) / (2 * b * c)
    return (b + c - a) / 2 * sp.sqrt((1 - cosine) / (1 + cosine))


@family("geometry")
def similar_triangles(draw: Draw) -> Problem:
    """Scaling a triangle: the area grows with the square of the ratio."""
    a, b, c = draw.pick(
        (13, 14, 15), (13, 20, 21), (7, 15, 20), (9, 10, 17), (4, 13, 15), (5, 12, 13), (8, 15, 17),
        (12, 17, 25), (11, 13, 20), (10, 17, 21),
    )  # fmt: skip
    ratio = sp.Rational(draw.integer(3, 24), draw.integer(2, 5))
    draw.require(ratio > 1 and (ratio * a).is_Integer)
    area = _heron(*map(sp.Integer, (a, b, c)))
    problem = Problem.of(
        draw.pick(
            "The sides of a triangle measure {a} cm, {b} cm and {c} cm. A similar triangle has a "
            "shortest side of {other} cm. What is its area in square cm?",
            "A triangle with sides of {a} cm, {b} cm and {c} cm is enlarged to scale until its "
            "shortest side measures {other} cm. Find the area of the larger triangle in square cm.",
        ),
        a=a,
        b=b,
        c=c,
        other=ratio * a,
    )
    problem.recall(principles.HERON)
    problem.step(
        "find the area of the first triangle",
        "A triangle with sides of {a} cm, {b} cm and {c} cm has an area of {area} square cm.",
        "What is the area of a triangle with sides of {a} cm, {b} cm and {c} cm?",
        _area_of_sides,
        area=area,
    )
    problem.recall(principles.SIMILAR_AREAS)
    problem.step(
        "find the area of the second triangle from the ratio of the shortest sides",
        "If a triangle with an area of {area} square cm is enlarged to scale until a side of {a} "
        "cm becomes {other} cm long, it has an area of {second} square cm.",
        "Which area does a triangle with an area of {area} square cm have after it is enlarged to "
        "scale until a side of {a} cm becomes {other} cm long?",
        lambda area, a, other, second: sp.Eq(sp.sqrt(sp.Rational(second, area)) * a, other),
        second=area * ratio**2,
    )
    return problem.answered(
        "second",
        lambda a, b, c, other, second: (
            _heron(other, b * sp.Rational(other, a), c * sp.Rational(other, a)) == second
        ),
    )


def _area_of_sides(a: sp.Expr, b: sp.Expr, c: sp.Expr, area: sp.Expr) -> bool:
    """By the law of cosines: 4 area = 2ab sin C."""
    cosine = sp.Rational(a**2 + b**2 - c**2, 2 * a * b)
    return bool(area > 0 and (a * b) ** 2 * (1 - cosine**2) == 4 * area**2)


@family("geometry")
def polygon_angles(draw: Draw) -> Problem:
    """From the angles of a regular polygon to those of a polygon with twice as many sides."""
    n = draw.pick(5, 6, 8, 9, 10, 12, 15, 18, 20, 24, 30, 36, 40, 45, 60, 72, 90, 120, 180)
    thing, times = draw.pick("polygon", "window", "stone", "tile", "board"), draw.integer(2, 6)
    problem = Problem.of(
        draw.pick(
            "Every interior angle of a regular polygon measures {angle} degrees. What is the sum, "
            "in degrees, of the interior angles of a convex polygon with {times} times as many "
            "sides?",
            "A {thing} has the form of a regular polygon with interior angles of {angle} degrees. "
            "How many degrees do the interior angles of a convex polygon add up to that has "
            "{times} times as many sides?",
        )
        if thing != "polygon"
        else "Find the sum, in degrees, of the interior angles of a convex polygon that has "
        "{times} times as many sides as a regular polygon with interior angles of {angle} degrees.",
        angle=sp.Rational(180 * (n - 2), n),
        times=times,
        thing=thing,
    )
    problem.recall(principles.EXTERIOR_ANGLES)
    problem.step(
        "find the number of sides of the regular polygon from its exterior angles",
        "A regular polygon with interior angles of {angle} degrees has {n} sides.",
        "How many sides does a regular polygon with interior angles of {angle} degrees have?",
        lambda angle, n: sp.Eq(sp.Rational(angle), (n - 2) * 180 / n),
        n=n,
    )
    problem.compute(
        "find the number of sides of the other polygon",
        "The product of {times} and {n} is {sides}.",
        lambda times, n, sides: sp.Rational(sides, n) == times,
        sides=times * n,
    )
    problem.recall(principles.INTERIOR_ANGLES)
    problem.step(
        "find the sum of its interior angles",
        "The interior angles of a convex polygon with {sides} sides add up to {sum} degrees.",
        "What do the interior angles of a convex polygon with {sides} sides add up to?",
        lambda sides, sum: sp.Eq(180 * sides - 360, sum),
        sum=180 * (times * n - 2),
    )
    return problem.answered(
        "sum",
        lambda angle, times, sum: sp.Eq(360 / (180 - angle) * times * 180 - 360, sum),
    )


@family("geometry")
def circle_sector(draw: Draw) -> Problem:
    """The perimeter of a sector of a circle."""
    angle, r = draw.pick(30, 36, 40, 45, 60, 72, 90, 120, 135, 150), draw.integer(3, 60)
    draw.require(r * angle % 180 == 0)
    thing = draw.pick("slice of a round pizza", "sector of a circle", "piece of a round garden")
    unit = draw.pick("cm", "inches", "feet")
    problem = Problem.of(
        draw.pick(
            "A {thing} has an angle of {angle} degrees at its tip and a radius of {r} {unit}. What "
            "is its perimeter in {unit}, in terms of π?",
            "Find, in terms of π, the perimeter in {unit} of a {thing} with a radius of {r} "
            "{unit} and an angle of {angle} degrees.",
        ),
        thing=thing,
        angle=angle,
        r=r,
        unit=unit,
    )
    problem.recall(principles.ARC_LENGTH)
    problem.step(
        "find the length of the arc",
        "An arc with a radius of {r} {unit} and a central angle of {angle} degrees is {arc} {unit} "
        "long.",
        "How long, in terms of π, is an arc with a radius of {r} {unit} and a central angle of "
        "{angle} degrees?",
        lambda r, angle, arc: sp.Eq(arc / (2 * sp.pi * r), angle / sp.Integer(360)),
        arc=sp.pi * r * sp.Rational(angle, 180),
    )
    problem.step(
        "add the two radii",
        "An arc of {arc} {unit} and two radii of {r} {unit} are {perimeter} {unit} long together.",
        "How long are an arc of {arc} {unit} and two radii of {r} {unit} together?",
        lambda arc, r, perimeter: sp.Eq(perimeter - r - arc, r),
        perimeter=sp.pi * r * sp.Rational(angle, 180) + 2 * r,
    )
    return problem.answered(
        "perimeter", lambda angle, r, perimeter: sp.Eq(r * sp.rad(angle) + 2 * r, perimeter)
    )
