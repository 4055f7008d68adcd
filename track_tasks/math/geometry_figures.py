"""Families of plane geometry: similar figures, polygons, sectors."""

from __future__ import annotations

from .families import Draw, family
from .problem import Problem
from .symbolic import X, sp


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
