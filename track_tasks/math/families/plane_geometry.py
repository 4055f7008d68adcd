"""Families of plane geometry: triangles, similar figures, polygons, sectors."""

from __future__ import annotations

import sympy as sp

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
    """By the tangent of a half angle: (s - a) tan(A / 2)."""
    cosine = (b**2 + c**2 - a**2) / (2 * b * c)
    return (b + c - a) / 2 * sp.sqrt((1 - cosine) / (1 + cosine))


@family("geometry")
def similar_triangles(draw: Draw) -> Problem:
    """Scaling a triangle: the area grows with the square of the ratio."""
    p, q = draw.distinct(2, 9, 2)
    draw.require(sp.gcd(p, q) == 1)
    unit, m = draw.integer(2, 9), draw.integer(2, 15)
    problem = Problem.of(
        draw.pick(
            "Two triangles are similar. A side of the first one measures {side} cm, and the "
            "corresponding side of the second one {other} cm. The area of the first triangle is "
            "{area} square cm. What is the area of the second one in square cm?",
            "A triangle with an area of {area} square cm is similar to another triangle. A side of "
            "{side} cm in it corresponds to a side of {other} cm in the other triangle. Find the "
            "other triangle's area in square cm.",
        ),
        side=p * unit,
        other=q * unit,
        area=p * p * m,
    )
    problem.step(
        "find the ratio of the sides",
        "The ratio of {other} to {side} is {ratio} in lowest terms.",
        "What is the ratio of {other} to {side} in lowest terms?",
        lambda other, side, ratio: sp.Eq(ratio * side, other),
        ratio=sp.Rational(q, p),
    )
    problem.step(
        "square it to get the ratio of the areas",
        "If corresponding sides of two similar triangles have the ratio {ratio}, their areas have "
        "the ratio {squared}.",
        "Which ratio do the areas of two similar triangles have if corresponding sides have the "
        "ratio {ratio}?",
        lambda ratio, squared: (
            sp.Polygon((0, 0), (ratio, 0), (3 * ratio, 2 * ratio)).area == squared
        ),
        squared=sp.Rational(q * q, p * p),
    )
    problem.step(
        "multiply the known area by this ratio",
        "The product of {squared} and {area} is {second}.",
        "What is the product of {squared} and {area}?",
        lambda squared, area, second: sp.Eq(second / squared, area),
        second=q * q * m,
    )
    return problem.answered(
        "second",
        lambda side, other, area, second: sp.Eq(sp.sqrt(second / area) / other * side, 1),
    )


@family("geometry")
def polygon_angles(draw: Draw) -> Problem:
    """The perimeter of a regular polygon, from an interior angle."""
    n = draw.pick(5, 6, 8, 9, 10, 12, 15, 18, 20, 24, 30, 36, 40, 45, 60, 72, 90, 120, 180)
    size, thing = draw.integer(2, 60), draw.pick("polygon", "window", "stone", "tile", "board")
    problem = Problem.of(
        draw.pick(
            "Every interior angle of a regular {thing} measures {angle} degrees, and each of its "
            "sides measures {size} cm. What is its perimeter in cm?",
            "A {thing} is a regular polygon with interior angles of {angle} degrees and sides of "
            "{size} cm. How long is its perimeter in cm?",
        )
        if thing != "polygon"
        else "Find the perimeter in cm of the regular polygon whose interior angles measure "
        "{angle} degrees and whose sides measure {size} cm.",
        angle=sp.Rational(180 * (n - 2), n),
        size=size,
        thing=thing,
    )
    problem.step(
        "find the exterior angle",
        "An interior angle of {angle} degrees belongs to an exterior angle of {outer} degrees.",
        "How many degrees does the exterior angle of a polygon have next to an interior angle of "
        "{angle} degrees?",
        lambda angle, outer: sp.Eq(angle + outer, 180),
        outer=sp.Rational(360, n),
    )
    problem.step(
        "find the number of sides from the exterior angle",
        "A regular polygon with exterior angles of {outer} degrees has {n} sides.",
        "How many sides does a regular polygon with exterior angles of {outer} degrees have?",
        lambda outer, n: sp.Eq(sp.Rational(180) - outer, (n - 2) * 180 / n),
        n=n,
    )
    problem.step(
        "multiply the number of sides by the length of a side",
        "A regular polygon with {n} sides of {size} cm has a perimeter of {perimeter} cm.",
        "What is the perimeter of a regular polygon with {n} sides of {size} cm?",
        lambda n, size, perimeter: sp.Eq(sp.Rational(perimeter, n), size),
        perimeter=n * size,
    )
    return problem.answered(
        "perimeter",
        lambda angle, size, perimeter: (
            sp.solve(X * angle - (X - 2) * 180, X) == [sp.Rational(perimeter, size)]
        ),
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
    problem.step(
        "find which part of the full circle the angle is",
        "An angle of {angle} degrees is {part} of a full turn.",
        "Which fraction of a full turn is an angle of {angle} degrees?",
        lambda angle, part: sp.rad(angle) == 2 * sp.pi * part,
        part=sp.Rational(angle, 360),
    )
    problem.step(
        "find the circumference of the full circle",
        "A circle with a radius of {r} {unit} has a circumference of {full} {unit}.",
        "What is the circumference of a circle with a radius of {r} {unit}, in terms of π?",
        lambda r, full: sp.Circle((0, 0), r).circumference == full,
        full=2 * sp.pi * r,
    )
    problem.step(
        "find the length of the arc",
        "The product of {part} and {full} is {arc}.",
        "What is the product of {part} and {full}?",
        lambda part, full, arc: sp.Eq(arc / full, part),
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
