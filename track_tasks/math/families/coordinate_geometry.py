"""Families of geometry with coordinates: lines, circles, areas."""

from __future__ import annotations

import sympy as sp

from . import principles
from .family import Draw, family
from .problem import Problem

X, Y = sp.symbols("x y")


@family("geometry")
def line_and_axes(draw: Draw) -> Problem:
    """The triangle that a line through two points cuts off with the axes."""
    slope, b = sp.Rational(-draw.integer(1, 6), draw.integer(1, 4)), draw.integer(2, 20)
    x1, x2 = (number * slope.q for number in draw.distinct(-6, 6, 2))
    draw.require(x1 and x2)
    y1, y2 = slope * x1 + b, slope * x2 + b
    problem = Problem.of(
        draw.pick(
            "A line passes through the points ({x1}, {y1}) and ({x2}, {y2}). What is the area of "
            "the triangle that it forms with the coordinate axes?",
            "Find the area of the triangle bounded by the two coordinate axes and the line through "
            "({x1}, {y1}) and ({x2}, {y2}).",
        ),
        x1=x1,
        y1=y1,
        x2=x2,
        y2=y2,
    )
    problem.recall(principles.SLOPE)
    problem.step(
        "find the slope of the line",
        "The line through ({x1}, {y1}) and ({x2}, {y2}) has the slope {m}.",
        "What is the slope of the line through ({x1}, {y1}) and ({x2}, {y2})?",
        lambda x1, y1, x2, y2, m: sp.Line((x1, y1), (x2, y2)).slope == m,
        m=slope,
    )
    problem.step(
        "find where it crosses the y-axis",
        "The line with the slope {m} through ({x1}, {y1}) crosses the y-axis at y = {b}.",
        "At which y does the line with the slope {m} through ({x1}, {y1}) cross the y-axis?",
        lambda m, x1, y1, b: sp.Line((x1, y1), slope=m).contains(sp.Point(0, b)),
        b=b,
    )
    problem.compute(
        "find where it crosses the x-axis",
        "The line with the slope {m} and the y-intercept {b} crosses the x-axis at x = {a}.",
        lambda m, b, a: sp.roots(m * X + b, X) == {a: 1},
        a=-b / slope,
    )
    problem.step(
        "take half of the product of the two intercepts",
        "A right triangle with legs of length {a} and {b} has the area {area}.",
        "What is the area of a right triangle with legs of length {a} and {b}?",
        lambda a, b, area: sp.integrate(b - b / a * X, (X, 0, a)) == area,
        area=sp.Rational(1, 2) * b * (-b / slope),
    )
    return problem.answered(
        "area", lambda x1, y1, x2, y2, area: _cut_off(sp.Line((x1, y1), (x2, y2))) == area
    )


def _cut_off(line: sp.Line) -> sp.Expr:
    (a,), (b,) = (line.intersection(sp.Line((0, 0), end)) for end in ((1, 0), (0, 1)))
    return sp.Abs(sp.Polygon((0, 0), a, b).area)


@family("geometry")
def circle_equation(draw: Draw) -> Problem:
    """The area of a circle, by completing two squares."""
    h, k, r = draw.nonzero(-9, 9), draw.nonzero(-9, 9), draw.integer(2, 12)
    left = sp.expand((X - h) ** 2 + (Y - k) ** 2 - r * r)
    draw.require(left.subs({X: 0, Y: 0}) != 0)
    problem = Problem.of(
        draw.pick(
            "What is the area, in terms of π, of the circle with the equation {left} = 0?",
            "The points (x, y) with {left} = 0 form a circle. Find its area in terms of π.",
        ),
        left=left,
    )
    problem.let(in_x=X**2 - 2 * h * X, in_y=Y**2 - 2 * k * Y)
    problem.let(square_x=(X - h) ** 2, square_y=(Y - k) ** 2, squares=(X - h) ** 2 + (Y - k) ** 2)
    problem.recall(principles.COMPLETED_SQUARE)
    problem.step(
        "complete the square in x",
        "For all x, {in_x} = {square_x} - {more_x}.",
        "Which number has to be subtracted from {square_x} to get {in_x}?",
        lambda in_x, square_x, more_x: sp.expand(square_x - in_x) == more_x,
        more_x=h * h,
    )
    problem.step(
        "complete the square in y",
        "For all y, {in_y} = {square_y} - {more_y}.",
        "Which number has to be subtracted from {square_y} to get {in_y}?",
        lambda in_y, square_y, more_y: sp.expand(square_y - in_y) == more_y,
        more_y=k * k,
    )
    problem.recall(principles.CIRCLE)
    problem.step(
        "collect the numbers on the right side, which is the square of the radius",
        "The equation {left} = 0 is equivalent to {squares} = {squared}.",
        "Which number is equal to {squares} if {left} = 0?",
        lambda left, squares, squared: sp.expand(squares - left) == squared,
        squared=r * r,
    )
    problem.compute(
        "multiply the square of the radius by π",
        "A circle whose radius has the square {squared} has the area {area}.",
        lambda squared, area: sp.Circle((0, 0), sp.sqrt(squared)).area == area,
        area=sp.pi * r * r,
    )
    return problem.answered("area", lambda left, area: _circle(left).area == area)


def _circle(left: sp.Expr) -> sp.Circle:
    """From the point where the derivatives vanish, which is the centre."""
    centre = sp.solve([sp.diff(left, X), sp.diff(left, Y)], [X, Y])
    return sp.Circle((centre[X], centre[Y]), sp.sqrt(-left.subs(centre)))


@family("geometry")
def triangle_from_points(draw: Draw) -> Problem:
    """The area of a triangle inside its bounding rectangle."""
    (a, b), (c, d) = draw.distinct(1, 14, 2), draw.distinct(1, 14, 2)
    draw.require(a < b and c > d)  # so that the origin and both points are on the rectangle
    x0, y0 = draw.integer(-5, 5), draw.integer(-5, 5)
    corners = (sp.Rational(b * d, 2), sp.Rational(a * c, 2), sp.Rational((b - a) * (c - d), 2))
    problem = Problem.of(
        draw.pick(
            "What is the area of the triangle with the vertices ({x0}, {y0}), ({x1}, {y1}) and "
            "({x2}, {y2})?",
            "A triangle has its corners at ({x0}, {y0}), ({x1}, {y1}) and ({x2}, {y2}). Find its "
            "area.",
        ),
        x0=x0,
        y0=y0,
        x1=x0 + b,
        y1=y0 + d,
        x2=x0 + a,
        y2=y0 + c,
    )
    problem.let(low=y0, high=y0 + c)
    problem.step(
        "find the smallest rectangle around it with sides parallel to the axes",
        "The smallest rectangle with sides parallel to the axes around the points ({x0}, {y0}), "
        "({x1}, {y1}) and ({x2}, {y2}) has the area {box}.",
        "What is the area of the smallest rectangle with sides parallel to the axes around the "
        "points ({x0}, {y0}), ({x1}, {y1}) and ({x2}, {y2})?",
        lambda x0, y0, x1, y1, x2, y2, box: _box(sp.Polygon((x0, y0), (x1, y1), (x2, y2))) == box,
        box=b * c,
    )
    ends = (
        ("one", "first", "{x0}, {y0}", "{x1}, {y1}", lambda x0, y0, x1, y1, one: _half(
            x0, y0, x1, y1) == one),
        ("two", "second", "{x0}, {y0}", "{x2}, {y2}", lambda x0, y0, x2, y2, two: _half(
            x0, y0, x2, y2) == two),
        ("three", "third", "{x1}, {y1}", "{x2}, {y2}", lambda x1, y1, x2, y2, three: _half(
            x1, y1, x2, y2) == three),
    )  # fmt: skip
    problem.recall(principles.RIGHT_TRIANGLE_AREA)
    for (name, nth, start, end, check), area in zip(ends, corners, strict=True):
        problem.step(
            f"find the area of the right triangle at the {nth} corner that it leaves empty",
            f"The right triangle with the hypotenuse from ({start}) to ({end}) and legs parallel "
            f"to the axes has the area {{{name}}}.",
            f"What is the area of the right triangle with the hypotenuse from ({start}) to ({end}) "
            "and legs parallel to the axes?",
            check,
            **{name: area},
        )
    problem.compute(
        "subtract these three areas from that of the rectangle",
        "Taking areas of {one}, {two} and {three} away from an area of {box} leaves {area}.",
        lambda one, two, three, box, area: sp.Eq(area + three + two + one, box),
        area=b * c - sum(corners),
    )
    return problem.answered(
        "area",
        lambda x0, y0, x1, y1, x2, y2, area: (
            sp.Abs(sp.Polygon((x0, y0), (x1, y1), (x2, y2)).area) == area
        ),
    )


def _box(polygon: sp.Polygon) -> sp.Expr:
    left, low, right, high = polygon.bounds
    return (right - left) * (high - low)


def _half(x0: sp.Expr, y0: sp.Expr, x1: sp.Expr, y1: sp.Expr) -> sp.Expr:
    return sp.Abs(sp.Polygon((x0, y0), (x1, y0), (x1, y1)).area)


@family("geometry")
def perpendicular_bisector(draw: Draw) -> Problem:
    """Where the perpendicular bisector of two points meets the y-axis."""
    x, y = draw.nonzero(-8, 8), draw.nonzero(-8, 8)
    dx, dy = draw.nonzero(-6, 6), draw.nonzero(-6, 6)
    problem = Problem.of(
        draw.pick(
            "At which y does the perpendicular bisector of the segment from ({x1}, {y1}) to "
            "({x2}, {y2}) cross the y-axis?",
            "Which point on the y-axis is equally far from ({x1}, {y1}) and ({x2}, {y2})? Give its "
            "y-coordinate.",
        ),
        x1=x - dx,
        y1=y - dy,
        x2=x + dx,
        y2=y + dy,
    )
    problem.step(
        "find the midpoint of the segment",
        "The midpoint of the segment from ({x1}, {y1}) to ({x2}, {y2}) is ({x}, {y}).",
        "What is the midpoint of the segment from ({x1}, {y1}) to ({x2}, {y2})?",
        lambda x1, y1, x2, y2, x, y: sp.Point(x1, y1).midpoint(sp.Point(x2, y2)) == sp.Point(x, y),
        x=x,
        y=y,
    )
    problem.step(
        "find the slope of the segment",
        "The segment from ({x1}, {y1}) to ({x2}, {y2}) has the slope {m}.",
        "What is the slope of the segment from ({x1}, {y1}) to ({x2}, {y2})?",
        lambda x1, y1, x2, y2, m: sp.Line((x1, y1), (x2, y2)).slope == m,
        m=sp.Rational(dy, dx),
    )
    problem.recall(principles.PERPENDICULAR)
    problem.compute(
        "find the slope of a perpendicular line",
        "A line that is perpendicular to a line with the slope {m} has the slope {normal}.",
        lambda m, normal: sp.Matrix([1, m]).dot(sp.Matrix([1, normal])) == 0,
        normal=sp.Rational(-dx, dy),
    )
    problem.step(
        "find where the line with this slope through the midpoint crosses the y-axis",
        "The line with the slope {normal} through ({x}, {y}) crosses the y-axis at y = {b}.",
        "At which y does the line with the slope {normal} through ({x}, {y}) cross the y-axis?",
        lambda normal, x, y, b: sp.Line((x, y), slope=normal).contains(sp.Point(0, b)),
        b=y + sp.Rational(dx, dy) * x,
    )
    return problem.answered(
        "b",
        lambda x1, y1, x2, y2, b: (
            sp.Point(x1, y1).distance(sp.Point(0, b)) == sp.Point(x2, y2).distance(sp.Point(0, b))
        ),
    )
