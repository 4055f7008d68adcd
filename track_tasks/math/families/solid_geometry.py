"""Families of solid geometry."""

from __future__ import annotations

from itertools import product

import sympy as sp

from . import principles
from .family import Draw, family
from .problem import Problem

T, X = sp.symbols("t x")


@family("geometry")
def cone_surface(draw: Draw) -> Problem:
    """The whole surface of a cone, from its radius and height."""
    r, h, slant = draw.pick((3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (20, 21, 29))
    r, h = draw.pick((r, h), (h, r))
    scale, unit = draw.integer(1, 8), draw.pick("cm", "m", "inches")
    r, h, slant = r * scale, h * scale, slant * scale
    problem = Problem.of(
        draw.pick(
            "A right circular cone is {h} {unit} high, and its base has a radius of {r} {unit}. "
            "What is its total surface area in square {unit}, in terms of π?",
            "Find, in terms of π, the whole surface in square {unit} (base included) of a right "
            "circular cone with a base radius of {r} {unit} and a height of {h} {unit}.",
        ),
        h=h,
        r=r,
        unit=unit,
    )
    problem.recall(principles.PYTHAGORAS)
    problem.step(
        "find the slant height",
        "A cone with a radius of {r} {unit} and a height of {h} {unit} has a slant height of "
        "{slant} {unit}.",
        "What is the slant height of a cone with a radius of {r} {unit} and a height of {h} "
        "{unit}?",
        lambda r, h, slant: sp.Point(r, 0).distance(sp.Point(0, h)) == slant,
        slant=slant,
    )
    problem.recall(principles.CONE)
    problem.step(
        "find the lateral area",
        "A cone with a radius of {r} {unit} and a slant height of {slant} {unit} has a lateral "
        "area of {lateral} square {unit}.",
        "What is, in terms of π, the lateral area of a cone with a radius of {r} {unit} and a "
        "slant height of {slant} {unit}?",
        lambda r, slant, lateral: sp.integrate(2 * sp.pi * r * T / slant, (T, 0, slant)) == lateral,
        lateral=sp.pi * r * slant,
    )
    problem.step(
        "find the area of the base",
        "A circle with a radius of {r} {unit} has an area of {base} square {unit}.",
        "What is, in terms of π, the area of a circle with a radius of {r} {unit}?",
        lambda r, base: sp.integrate(2 * sp.pi * T, (T, 0, r)) == base,
        base=sp.pi * r * r,
    )
    problem.compute(
        "add the two areas",
        "The sum of {lateral} and {base} is {total}.",
        lambda lateral, base, total: sp.Eq(total - base, lateral),
        total=sp.pi * (r * slant + r * r),
    )
    return problem.answered(
        "total",
        lambda h, r, total: sp.Eq(total / (sp.pi * r) - r, sp.sqrt(h**2 + r**2)),
    )


@family("geometry")
def melted_cylinder(draw: Draw) -> Problem:
    """How many balls can be cast from a cylinder."""
    ball, times = draw.integer(2, 6), draw.integer(2, 6)
    radius = ball * times
    count = draw.integer(3, 60)
    height = sp.Rational(4 * ball**3 * count, 3 * radius**2)
    draw.require(height.is_Integer and height > 1)
    stuff = draw.pick("wax", "lead", "chocolate", "clay")
    problem = Problem.of(
        draw.pick(
            "A solid cylinder of {stuff} with a radius of {radius} cm and a height of {height} cm "
            "is made into balls with a radius of {ball} cm. How many balls are there?",
            "How many balls with a radius of {ball} cm can be made from a solid cylinder of "
            "{stuff} that is {height} cm high and has a radius of {radius} cm?",
        ),
        stuff=stuff,
        radius=radius,
        height=height,
        ball=ball,
    )
    problem.recall(principles.CYLINDER)
    problem.step(
        "find the volume of the cylinder",
        "A cylinder with a radius of {radius} cm and a height of {height} cm has a volume of "
        "{whole} cubic cm.",
        "What is, in terms of π, the volume of a cylinder with a radius of {radius} cm and a "
        "height of {height} cm?",
        lambda radius, height, whole: sp.integrate(sp.pi * radius**2, (X, 0, height)) == whole,
        whole=sp.pi * radius * radius * height,
    )
    problem.recall(principles.BALL)
    problem.step(
        "find the volume of one ball",
        "A ball with a radius of {ball} cm has a volume of {one} cubic cm.",
        "What is, in terms of π, the volume of a ball with a radius of {ball} cm?",
        lambda ball, one: sp.integrate(sp.pi * (ball**2 - X**2), (X, -ball, ball)) == one,
        one=sp.Rational(4, 3) * sp.pi * ball**3,
    )
    problem.compute(
        "divide the volume of the cylinder by that of a ball",
        "The quotient of {whole} and {one} is {count}.",
        lambda whole, one, count: sp.Eq(one * count, whole),
        count=count,
    )
    return problem.answered(
        "count",
        lambda radius, height, ball, count: sp.Eq(3 * radius**2 * height, 4 * count * ball**3),
    )


@family("geometry")
def painted_block(draw: Draw) -> Problem:
    """The painted small cubes of a painted block."""
    a, b, c = (draw.integer(3, 9) for _ in range(3))
    colour = draw.pick("red", "green", "blue", "white")
    problem = Problem.of(
        draw.pick(
            "A wooden block of {a} cm by {b} cm by {c} cm is painted {colour} on the outside and "
            "sawn into cubes of 1 cubic cm. How many of the cubes have some {colour} paint on "
            "them?",
            "The outside of a block that measures {a} cm by {b} cm by {c} cm is painted {colour}. "
            "Then the block is cut into cubes with edges of 1 cm. On how many cubes is there "
            "{colour} paint?",
        ),
        a=a,
        b=b,
        c=c,
        colour=colour,
    )
    problem.step(
        "count all cubes",
        "A block of {a} cm by {b} cm by {c} cm consists of {all} cubes with edges of 1 cm.",
        "How many cubes with edges of 1 cm does a block of {a} cm by {b} cm by {c} cm consist of?",
        lambda a, b, c, all: len(list(product(range(a), range(b), range(c)))) == all,
        all=a * b * c,
    )
    problem.recall(principles.INNER_CUBES)
    problem.step(
        "count the cubes that are not on the outside",
        "In a block of {a} by {b} by {c} equal cubes, the number of cubes that are not on the "
        "outside is {inner}.",
        "In a block of {a} by {b} by {c} equal cubes, how many cubes are not on the outside?",
        lambda a, b, c, inner: (
            len(list(product(*(range(1, side - 1) for side in (a, b, c))))) == inner
        ),
        inner=(a - 2) * (b - 2) * (c - 2),
    )
    problem.compute(
        "subtract them from all cubes",
        "The difference {all} - {inner} is {painted}.",
        lambda all, inner, painted: sp.Eq(all - painted, inner),
        painted=a * b * c - (a - 2) * (b - 2) * (c - 2),
    )
    return problem.answered(
        "painted",
        lambda a, b, c, painted: (
            sum(
                any(at in (0, size - 1) for at, size in zip(cube, (a, b, c), strict=True))
                for cube in product(range(a), range(b), range(c))
            )
            == painted
        ),
    )
