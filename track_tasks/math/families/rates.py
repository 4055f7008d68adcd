"""Families of rates: work, speed, mixtures, percentages, interest."""

from __future__ import annotations

import sympy as sp

from . import principles
from .family import Draw, family
from .problem import Problem

T, X = sp.symbols("t x")


@family("rates")
def working_together(draw: Draw) -> Problem:
    """Two workers, one of whom starts earlier."""
    a, b = draw.distinct(4, 20, 2)
    head = draw.integer(2, 6)
    draw.require(head < a - 1)
    one, two = draw.random.sample(["Ada", "Ben", "Chen", "Dora", "Emil", "Fatima", "Goran"], 2)
    job = draw.pick("paint a fence", "fill a pool", "sort an archive", "mow a field", "tile a roof")
    problem = Problem.of(
        draw.pick(
            "{one} can {job} alone in {a} hours, {two} in {b} hours. {one} starts alone, and after "
            "{head} hours {two} joins in. How many more hours do they need together?",
            "Alone, {one} needs {a} hours to {job}, and {two} needs {b} hours. {one} works alone "
            "for {head} hours; then both work together until they are done. How many hours do they "
            "work together?",
        ),
        one=one,
        job=job,
        a=a,
        two=two,
        b=b,
        head=head,
    )
    left, whole = 1 - sp.Rational(head, a), sp.Rational(a * b, a + b)
    problem.step(
        f"find the part of the job that {one} leaves undone",
        "After {head} hours, someone who does a job in {a} hours has {left} of it left to do.",
        "Which fraction of a job does someone have left to do after {head} hours who does all of "
        "it in {a} hours?",
        lambda head, a, left: sp.Eq((1 - left) * a, head),
        left=left,
    )
    problem.recall(principles.WORK)
    problem.step(
        "find how long both need together for the whole job",
        "Two people who need {a} hours and {b} hours for a job alone need {whole} hours for it "
        "together.",
        "How many hours do two people need for a job together who need {a} hours and {b} hours for "
        "it alone?",
        lambda a, b, whole: sp.solve(X / a + X / b - 1, X) == [whole],
        whole=whole,
    )
    problem.compute(
        "multiply this time by the part that is left",
        "The product of {whole} and {left} is {hours}.",
        lambda whole, left, hours: sp.Eq(hours / left, whole),
        hours=left * whole,
    )
    return problem.answered(
        "hours",
        lambda a, b, head, hours: sp.Eq((head + hours) / a + hours / b, 1),
    )


@family("rates")
def average_speed(draw: Draw) -> Problem:
    """There and back at two speeds."""
    v, w = draw.distinct(20, 120, 2)
    distance = sp.ilcm(v, w) * draw.integer(1, 3)
    draw.require(distance <= 900 and v % 5 == 0 and w % 4 == 0)
    who, way = draw.pick(
        ("A van", "drives"), ("A bus", "drives"), ("A train", "travels"), ("A truck", "drives"),
        ("A courier", "rides"),
    )  # fmt: skip
    problem = Problem.of(
        draw.pick(
            "{who} {way} {distance} km at {v} km/h and comes back on the same road at {w} km/h. "
            "What is the average speed of the whole trip in km/h?",
            "{who} {way} to a place that is {distance} km away at {v} km/h, and returns on the "
            "same road at {w} km/h. Find the average speed over both ways in km/h.",
        )
        if who != "A train"
        else "A train goes {distance} km at {v} km/h and comes back on the same line at {w} km/h. "
        "What is the average speed of the whole trip in km/h?",
        who=who,
        way=way,
        distance=distance,
        v=v,
        w=w,
    )
    total, time = 2 * distance, sp.Rational(distance, v) + sp.Rational(distance, w)
    problem.recall(principles.TRAVEL_TIME)
    problem.step(
        "find the time of both ways together",
        "A way of {distance} km at {v} km/h and back at {w} km/h takes {time} h in all.",
        "How many hours does a way of {distance} km at {v} km/h and back at {w} km/h take in all?",
        lambda distance, v, w, time: sp.Eq(time * v * w, distance * (v + w)),
        time=time,
    )
    problem.recall(principles.AVERAGE_SPEED)
    problem.step(
        "find the average speed",
        "The average speed of a trip of {distance} km and the same way back that takes {time} h in "
        "all is {speed} km/h.",
        "What is the average speed, in km/h, of a trip of {distance} km and the same way back that "
        "takes {time} h in all?",
        lambda distance, time, speed: sp.Eq(speed * time / 2, distance),
        speed=total / time,
    )
    return problem.answered(
        "speed",
        # the harmonic mean, whatever the distance
        lambda distance, v, w, speed: sp.Eq(2 / (1 / v + 1 / w), speed) and distance > 0,
    )


@family("rates")
def mixing_solutions(draw: Draw) -> Problem:
    """How much of a stronger solution has to be added."""
    weak, goal, strong = sorted(draw.distinct(5, 80, 3))
    litres = draw.integer(4, 60)
    draw.require(goal % 5 == 0 and (strong - goal) % 2 == 0)
    added = sp.Rational(litres * (goal - weak), strong - goal)
    draw.require(added.q <= 3)
    stuff = draw.pick("acid", "salt", "sugar", "alcohol", "antifreeze")
    problem = Problem.of(
        draw.pick(
            "How many litres of a solution with {strong}% {stuff} have to be added to {litres} "
            "litres of a solution with {weak}% {stuff} to get a solution with {goal}% {stuff}? "
            "(Litres simply add up.)",
            "A tank holds {litres} litres of a solution with {weak}% {stuff}. How many litres of a "
            "solution with {strong}% {stuff} must be poured in so that the mixture has {goal}% "
            "{stuff}, if volumes simply add up?",
        ),
        strong=strong,
        stuff=stuff,
        litres=litres,
        weak=weak,
        goal=goal,
    )
    problem.recall(principles.MIXTURE)
    problem.step(
        f"find how much {stuff} is missing in the solution that is there",
        "For {goal}% instead of {weak}%, {litres} litres of a solution lack {lack} litres of what "
        "is dissolved.",
        "How many litres of what is dissolved do {litres} litres of a solution of {weak}% have "
        "less than {litres} litres of a solution of {goal}%?",
        lambda goal, weak, litres, lack: sp.Eq(litres * goal / 100 - lack, litres * weak / 100),
        lack=sp.Rational(litres * (goal - weak), 100),
    )
    problem.step(
        f"find how much {stuff} more than needed one litre of the stronger solution brings",
        "A litre of a solution of {strong}% has {more} litres more of what is dissolved than a "
        "litre of a solution of {goal}%.",
        "How many litres more of what is dissolved does a litre of a solution of {strong}% have "
        "than a litre of a solution of {goal}%?",
        lambda strong, goal, more: sp.Eq(strong - 100 * more, goal),
        more=sp.Rational(strong - goal, 100),
    )
    problem.compute(
        "divide what is missing by what a litre brings",
        "The quotient of {lack} and {more} is {added}.",
        lambda lack, more, added: sp.Eq(added * more, lack),
        added=added,
    )
    return problem.answered(
        "added",
        lambda strong, litres, weak, goal, added: (
            sp.solve(weak * litres + strong * X - goal * (litres + X), X) == [added]
        ),
    )


@family("rates")
def percent_chain(draw: Draw) -> Problem:
    """A price that rises and falls by percentages."""
    up, down, tax = draw.integer(2, 12) * 5, draw.integer(2, 10) * 5, draw.pick(4, 5, 8, 10, 20, 25)
    price = draw.integer(2, 60) * 20
    thing = draw.pick("coat", "bicycle", "table", "phone", "camera", "tent")
    one, two = sp.Rational(100 + up, 100), sp.Rational(100 - down, 100)
    three = sp.Rational(100 + tax, 100)
    final = price * one * two * three
    draw.require(all(amount.is_Integer for amount in (price * one, price * one * two, final)))
    problem = Problem.of(
        draw.pick(
            "A {thing} costs a shop {price} dollars. The shop adds {up}% to this cost, takes "
            "{down}% off the result in a sale, and then adds {tax}% tax. How many dollars does a "
            "customer pay?",
            "The price of a {thing} was {price} dollars. It rose by {up}%, then fell by {down}%, "
            "and at last {tax}% tax was added. What is the final price in dollars?",
        ),
        thing=thing,
        price=price,
        up=up,
        down=down,
        tax=tax,
    )
    problem.recall(principles.PERCENT_CHANGE)
    problem.step(
        "apply the first change",
        "An amount of {price} dollars that is increased by {up}% becomes {raised} dollars.",
        "What does an amount of {price} dollars become if it is increased by {up}%?",
        lambda price, up, raised: sp.Eq((raised - price) / price * 100, up),
        raised=price * one,
    )
    problem.step(
        "apply the second change to the result",
        "An amount of {raised} dollars that is reduced by {down}% becomes {reduced} dollars.",
        "What does an amount of {raised} dollars become if it is reduced by {down}%?",
        lambda raised, down, reduced: sp.Eq((raised - reduced) / raised * 100, down),
        reduced=price * one * two,
    )
    problem.step(
        "add the tax",
        "An amount of {reduced} dollars with {tax}% tax added becomes {final} dollars.",
        "What does an amount of {reduced} dollars become with {tax}% tax added?",
        lambda reduced, tax, final: sp.Eq((final - reduced) / reduced * 100, tax),
        final=final,
    )
    return problem.answered(
        "final",
        lambda price, up, down, tax, final: sp.Eq(
            final * 10**6, price * (100 + up) * (100 - down) * (100 + tax)
        ),
    )


@family("rates")
def compound_interest(draw: Draw) -> Problem:
    """How much more compound interest yields than simple interest."""
    rate, years, capital = draw.pick(5, 10, 20), draw.pick(2, 3), draw.integer(1, 60) * 400
    factor = sp.Rational(100 + rate, 100)
    draw.require((capital * factor**years).is_Integer)
    problem = Problem.of(
        draw.pick(
            "A capital of {capital} dollars earns {rate}% interest a year. After {years} years, "
            "how many dollars more are there with interest compounded yearly than with simple "
            "interest?",
            "By how many dollars does {rate}% interest a year, compounded yearly, exceed {rate}% "
            "simple interest a year on {capital} dollars after {years} years?",
        ),
        capital=capital,
        rate=rate,
        years=years,
    )
    problem.recall(principles.COMPOUND_INTEREST)
    problem.step(
        "find the capital with compound interest",
        "With {rate}% interest a year, compounded yearly, {capital} dollars become {compound} "
        "dollars in {years} years.",
        "How many dollars do {capital} dollars become in {years} years with {rate}% interest a "
        "year, compounded yearly?",
        lambda rate, capital, compound, years: (
            sp.prod([capital, *[(100 + rate) / sp.Integer(100)] * int(years)]) == compound
        ),
        compound=capital * factor**years,
    )
    problem.recall(principles.SIMPLE_INTEREST)
    problem.step(
        "find the capital with simple interest",
        "With {rate}% simple interest a year, {capital} dollars become {simple} dollars in {years} "
        "years.",
        "How many dollars do {capital} dollars become in {years} years with {rate}% simple "
        "interest a year?",
        lambda rate, capital, simple, years: sp.Eq(
            (simple - capital) / years / capital * 100, rate
        ),
        simple=capital * (1 + sp.Rational(rate * years, 100)),
    )
    problem.compute(
        "subtract the second from the first",
        "The difference {compound} - {simple} is {more}.",
        lambda compound, simple, more: sp.Eq(more + simple, compound),
        more=capital * (factor**years - 1 - sp.Rational(rate * years, 100)),
    )
    return problem.answered(
        "more",
        # the binomial terms that simple interest lacks
        lambda capital, rate, years, more: (
            sum(sp.binomial(years, k) * (rate / sp.Integer(100)) ** k for k in range(2, years + 1))
            * capital
            == more
        ),
    )
