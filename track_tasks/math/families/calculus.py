"""Families of calculus."""

from __future__ import annotations

import sympy as sp

from . import principles
from .family import Draw, family
from .problem import Problem

T, X = sp.symbols("t x")


def _slope(function: sp.Expr, at: sp.Expr) -> sp.Expr:
    """The derivative at a point as a limit of difference quotients, not by rules."""
    quotient = sp.cancel((function.subs(X, at + T) - function.subs(X, at)) / T)
    return quotient.subs(T, 0)


@family("calculus")
def tangent_line(draw: Draw) -> Problem:
    """Where a tangent crosses the y-axis."""
    a, b, c = draw.nonzero(-4, 5), draw.nonzero(-6, 6), draw.nonzero(-9, 9)
    at, power = draw.nonzero(-3, 3), draw.pick(2, 3)
    f = a * X**power + b * X + c
    slope, value = sp.diff(f, X).subs(X, at), f.subs(X, at)
    problem = Problem.of(
        draw.pick(
            "At which y does the tangent to the graph of f(x) = {f} at x = {at} cross the y-axis?",
            "Find the y-intercept of the line that touches the curve y = {f} at x = {at}.",
        ),
        f=f,
        at=at,
    )
    _differentiate(problem, f)
    problem.recall(principles.TANGENT)
    problem.step(
        "find the slope of the tangent",
        "The value of {derivative} at x = {at} is {slope}.",
        "What is the value of {derivative} at x = {at}?",
        lambda derivative, at, slope: sp.rem(derivative, X - at, X) == slope,
        slope=slope,
    )
    problem.step(
        "find the point of contact",
        "The value of {f} at x = {at} is {value}.",
        "What is the value of {f} at x = {at}?",
        lambda f, at, value: sp.rem(f, X - at, X) == value,
        value=value,
    )
    problem.step(
        "find where the line with this slope through this point crosses the y-axis",
        "The line with the slope {slope} through ({at}, {value}) crosses the y-axis at "
        "y = {intercept}.",
        "At which y does the line with the slope {slope} through ({at}, {value}) cross the y-axis?",
        lambda slope, at, value, intercept: sp.Line((at, value), slope=slope).contains(
            sp.Point(0, intercept)
        ),
        intercept=value - slope * at,
    )
    return problem.answered(
        "intercept",
        # the tangent is the remainder of f divided by the square of x - at
        lambda f, at, intercept: sp.rem(f, (X - at) ** 2, X).subs(X, 0) == intercept,
    )


@family("calculus")
def local_maximum(draw: Draw) -> Problem:
    """The local maximum of a cubic."""
    low, high = sorted(draw.distinct(-5, 6, 2))
    a, c = draw.integer(1, 4), draw.nonzero(-20, 20)
    draw.require((low + high) % 2 == 0 and low + high and low * high)
    f = sp.expand(a * (2 * X**3 - 3 * (low + high) * X**2 + 6 * low * high * X) + c)
    problem = Problem.of(
        draw.pick(
            "What is the value of the local maximum of f(x) = {f}?",
            "The function f(x) = {f} has exactly one local maximum. What is its value there?",
        ),
        f=f,
    )
    _differentiate(problem, f)
    problem.step(
        "find the zeros of the derivative",
        "The zeros of {derivative} are x = {low} and x = {high}.",
        "What are the zeros of {derivative}?",
        lambda derivative, low, high: sp.roots(derivative, X) == {low: 1, high: 1},
        low=low,
        high=high,
    )
    problem.recall(principles.LOCAL_MAXIMUM)
    problem.step(
        "choose the zero at which the function has a local maximum",
        "Of {low} and {high}, the number at which {derivative} changes from positive to negative "
        "is {top}.",
        "At which of the numbers {low} and {high} does {derivative} change from positive to "
        "negative?",
        lambda low, high, derivative, top: (
            [root for root in (low, high) if sp.diff(derivative, X).subs(X, root) < 0] == [top]
        ),
        top=low,
    )
    problem.step(
        "evaluate the function there",
        "The value of {f} at x = {top} is {value}.",
        "What is the value of {f} at x = {top}?",
        lambda f, top, value: sp.rem(f, X - top, X) == value,
        value=f.subs(X, low),
    )
    return problem.answered(
        "value",
        # f - value has a double zero there, and a smaller f on both sides
        lambda f, value: any(
            times == 2 and (f - value).subs(X, root - sp.Rational(1, 99)) < 0
            for root, times in sp.roots(f - value, X).items()
        ),
    )


@family("calculus")
def definite_integral(draw: Draw) -> Problem:
    """A definite integral, by an antiderivative."""
    a, b, c = draw.nonzero(-4, 5) * 3, draw.nonzero(-5, 5) * 2, draw.nonzero(-8, 8)
    low, width = draw.integer(-3, 3), draw.integer(1, 5)
    high = low + width
    draw.require(low * high)
    f = a * X**2 + b * X + c
    whole = sp.integrate(f, X)
    problem = Problem.of(
        draw.pick(
            "What is the definite integral of {f} from x = {low} to x = {high}?",
            "Integrate {f} with respect to x from {low} to {high}.",
        ),
        f=f,
        low=low,
        high=high,
    )
    problem.recall(principles.ANTIDERIVATIVE)
    problem.step(
        "find an antiderivative",
        "The antiderivative of {f} without a constant term is {whole}.",
        "Which antiderivative of {f} has no constant term?",
        lambda f, whole: (
            all(_slope(whole, i) == f.subs(X, i) for i in range(4)) and whole.subs(X, 0) == 0
        ),
        whole=whole,
    )
    ends = (
        ("v", "high", "upper", high, lambda whole, high, v: sp.rem(whole, X - high, X) == v),
        ("u", "low", "lower", low, lambda whole, low, u: sp.rem(whole, X - low, X) == u),
    )
    problem.recall(principles.FUNDAMENTAL_THEOREM)
    for name, end, which, at, check in ends:
        problem.step(
            f"evaluate it at the {which} limit",
            f"The value of {{whole}} at x = {{{end}}} is {{{name}}}.",
            f"What is the value of {{whole}} at x = {{{end}}}?",
            check,
            **{name: whole.subs(X, at)},
        )
    problem.compute(
        "find the integral from these two values",
        "The difference ({v}) - ({u}) is {integral}.",
        lambda v, u, integral: sp.Eq(integral + u, v),
        integral=whole.subs(X, high) - whole.subs(X, low),
    )
    return problem.answered(
        "integral",
        # Simpson's rule is exact for quadratics
        lambda f, low, high, integral: _simpson(f, low, high) == integral,
    )


@family("calculus")
def area_between(draw: Draw) -> Problem:
    """The area between a parabola and a line."""
    low, high = sorted(draw.distinct(-5, 6, 2))
    m, b, a = draw.nonzero(-5, 5), draw.nonzero(-9, 9), draw.integer(1, 3)
    draw.require(low + high)
    parabola = sp.expand(a * (X - low) * (X - high) + m * X + b)
    line = m * X + b
    problem = Problem.of(
        draw.pick(
            "What is the area of the region between the curves y = {parabola} and y = {line}?",
            "The parabola y = {parabola} and the line y = {line} enclose a region. Find its area.",
        ),
        parabola=parabola,
        line=line,
    )
    problem.recall(principles.AREA_BETWEEN)
    problem.step(
        "find the polynomial that has to be integrated",
        "The difference ({line}) - ({parabola}) simplifies to {gap}.",
        "To which polynomial does ({line}) - ({parabola}) simplify?",
        lambda line, parabola, gap: (
            [(gap + parabola - line).subs(X, i) for i in (0, 1, 2)] == [0, 0, 0]
        ),
        gap=sp.expand(line - parabola),
    )
    problem.step(
        "find where both meet",
        "The zeros of {gap} are x = {low} and x = {high}.",
        "What are the zeros of {gap}?",
        lambda gap, low, high: sp.roots(gap, X) == {low: 1, high: 1},
        low=low,
        high=high,
    )
    problem.step(
        "find the area between these points",
        "The integral of {gap} from x = {low} to x = {high} is {area}.",
        "What is the integral of {gap} from x = {low} to x = {high}?",
        lambda gap, low, high, area: _simpson(gap, low, high) == area,
        area=sp.integrate(line - parabola, (X, low, high)),
    )
    return problem.answered(
        "area",
        # by the discriminant, without an integral
        lambda parabola, line, area: (
            sp.sqrt(sp.discriminant(parabola - line, X)) ** 3 / (6 * sp.Poly(parabola, X).LC() ** 2)
            == area
        ),
    )


def _simpson(f: sp.Expr, low: sp.Expr, high: sp.Expr) -> sp.Expr:
    return (high - low) * (f.subs(X, low) + 4 * f.subs(X, (low + high) / 2) + f.subs(X, high)) / 6


@family("calculus")
def sliding_ladder(draw: Draw) -> Problem:
    """Related rates: the top of a sliding ladder."""
    x, y, ladder = draw.pick((3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (20, 21, 29))
    x, y = draw.pick((x, y), (y, x))
    scale, speed = draw.integer(1, 4), draw.integer(2, 9)
    x, y, ladder = x * scale, y * scale, ladder * scale
    unit = draw.pick("feet", "decimetres", "metres")
    problem = Problem.of(
        draw.pick(
            "A ladder that is {ladder} {unit} long leans against a vertical wall. Its foot slides "
            "away from the wall at {speed} {unit} per minute. How fast, in {unit} per minute, does "
            "its top slide down when its foot is {x} {unit} from the wall?",
            "The foot of a ladder of {ladder} {unit} is pulled away from a vertical wall at "
            "{speed} {unit} per minute, while its top slides down the wall. At which speed in "
            "{unit} per minute does the top move when the foot is {x} {unit} from the wall?",
        ),
        ladder=ladder,
        unit=unit,
        speed=speed,
        x=x,
    )
    problem.recall(principles.PYTHAGORAS)
    problem.step(
        "find the height of the top at this moment",
        "A ladder of {ladder} {unit} whose foot is {x} {unit} from a vertical wall reaches {y} "
        "{unit} up the wall.",
        "How high up a vertical wall does a ladder of {ladder} {unit} reach if its foot is {x} "
        "{unit} from the wall?",
        lambda ladder, x, y: sp.Point(x, 0).distance(sp.Point(0, y)) == ladder,
        y=y,
    )
    problem.recall(principles.RELATED_RATES)
    problem.step(
        "put the numbers in and solve for the rate of change of the height",
        "If x^2 + y^2 is constant and x grows by {speed} {unit} per minute when x is {x} {unit} "
        "and y is {y} {unit}, then y changes by {v} {unit} per minute.",
        "By how many {unit} per minute does y change if x^2 + y^2 is constant and x grows by "
        "{speed} {unit} per minute when x is {x} {unit} and y is {y} {unit}?",
        lambda speed, x, y, v: (
            sp.diff(sp.sqrt(x**2 + y**2 - (x + speed * T) ** 2), T).subs(T, 0) == v
        ),
        v=sp.Rational(-x * speed, y),
    )
    problem.compute(
        "give the speed without the sign, which says that the top moves down",
        "A height that changes by {v} {unit} per minute falls at a speed of {down} {unit} per "
        "minute.",
        lambda v, down: sp.Abs(v) == down,
        down=sp.Rational(x * speed, y),
    )
    return problem.answered(
        "down",
        lambda ladder, speed, x, down: (
            sp.diff(sp.sqrt(ladder**2 - (x + speed * T) ** 2), T).subs(T, 0) == -down
        ),
    )


def _differentiate(problem: Problem, f: sp.Expr) -> None:
    """Adds the step from a function to its derivative, checked against the limit of its slopes."""
    problem.recall(principles.POWER_RULE)
    problem.step(
        "differentiate the function",
        "The derivative of {f} is {derivative}.",
        "What is the derivative of {f} with respect to x?",
        lambda f, derivative: all(_slope(f, i) == derivative.subs(X, i) for i in range(4)),
        derivative=sp.diff(f, X),
    )
