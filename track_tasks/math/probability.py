"""Families of probability: counting outcomes."""

from __future__ import annotations

from itertools import permutations, product

from .families import Draw, family
from .problem import Problem
from .symbolic import sp


@family("probability")
def two_dice(draw: Draw) -> Problem:
    """A sum of two dice that is at least some number, by counting outcomes."""
    p, q = draw.pick(4, 6, 8, 10, 12), draw.pick(6, 8, 10, 12, 20)
    least = draw.integer(max(p, q) + 1, p + q - 2)
    colours = draw.random.sample(["red", "blue", "green", "white", "black"], 2)
    problem = Problem.of(
        draw.pick(
            "A {one} die with faces from 1 to {p} and a {two} die with faces from 1 to {q} are "
            "rolled. What is the probability that their sum is less than {least}?",
            "Someone rolls a fair {p}-sided die, which is {one}, and a fair {q}-sided die, which "
            "is {two}, and adds the two numbers. Find the probability of a sum below {least}.",
        ),
        one=colours[0],
        two=colours[1],
        p=p,
        q=q,
        least=least,
    )
    at_least = (p + q - least + 1) * (p + q - least + 2) // 2
    problem.step(
        "count all outcomes",
        "Rolling a die with faces from 1 to {p} and a die with faces from 1 to {q} has {all} "
        "outcomes.",
        "How many outcomes does rolling a die with faces from 1 to {p} and a die with faces from 1 "
        "to {q} have?",
        lambda p, q, all: len(_rolls(p, q)) == all,
        all=p * q,
    )
    problem.step(
        "count the outcomes of the complement, whose sum is not less",
        "Of the outcomes of a die with faces from 1 to {p} and a die with faces from 1 to {q}, "
        "exactly {many} have a sum of at least {least}.",
        "How many outcomes of a die with faces from 1 to {p} and a die with faces from 1 to {q} "
        "have a sum of at least {least}?",
        lambda p, q, many, least: sum(a + b >= int(least) for a, b in _rolls(p, q)) == many,
        many=at_least,
    )
    problem.step(
        "find the probability of the complement",
        "If {many} of {all} equally likely outcomes are favourable, the probability is {other}.",
        "What is the probability of an event if {many} of {all} equally likely outcomes are "
        "favourable?",
        lambda many, all, other: sp.Eq(other * all, many),
        other=sp.Rational(at_least, p * q),
    )
    problem.step(
        "subtract it from 1",
        "The complement of an event with the probability {other} has the probability {chance}.",
        "Which probability does the complement of an event with the probability {other} have?",
        lambda other, chance: sp.Eq(chance + other, 1),
        chance=1 - sp.Rational(at_least, p * q),
    )
    return problem.answered(
        "chance",
        lambda p, q, least, chance: (
            sp.Rational(sum(a + b < int(least) for a, b in _rolls(p, q)), len(_rolls(p, q)))
            == chance
        ),
    )


def _rolls(p: int, q: int) -> list[tuple[int, int]]:
    return list(product(range(1, p + 1), range(1, q + 1)))


@family("probability")
def same_colour(draw: Draw) -> Problem:
    """Two draws from an urn without putting back."""
    a, b = draw.distinct(2, 15, 2)
    one, two = draw.random.sample(["red", "blue", "green", "white", "black", "yellow"], 2)
    thing, where = draw.pick(("balls", "an urn"), ("marbles", "a bag"), ("socks", "a drawer"))
    problem = Problem.of(
        draw.pick(
            "There are {a} {one} and {b} {two} {thing} in {where}. Two of them are taken out at "
            "random, without putting any back. What is the probability that both have the same "
            "colour?",
            "From {where} with {a} {one} {thing} and {b} {two} {thing}, two are drawn at random "
            "without replacement. Find the probability that their colours are equal.",
        ),
        a=a,
        one=one,
        b=b,
        two=two,
        thing=thing,
        where=where,
    )
    n = a + b
    chances = sp.Rational(a * (a - 1), n * (n - 1)), sp.Rational(b * (b - 1), n * (n - 1))
    problem.step(
        f"count all {thing}",
        "The sum of {a} and {b} is {n}.",
        "What is the sum of {a} and {b}?",
        lambda a, b, n: sp.Eq(n - a, b),
        n=n,
    )
    for name, number, colour, chance in (("p", "a", one, chances[0]), ("q", "b", two, chances[1])):
        problem.step(
            f"find the probability that both are {colour}",
            f"If two of {{n}} {{thing}} are drawn at random without replacement and {{{number}}} "
            f"of the {{n}} are {colour}, both are {colour} with the probability {{{name}}}.",
            f"If two of {{n}} {{thing}} are drawn at random without replacement and {{{number}}} "
            f"of the {{n}} are {colour}, with which probability are both {colour}?",
            (lambda n, a, p: _pairs(n, a) == p)
            if name == "p"
            else (lambda n, b, q: _pairs(n, b) == q),
            **{name: chance},
        )
    problem.step(
        "add the two probabilities",
        "The sum of {p} and {q} is {sum}.",
        "What is the sum of {p} and {q}?",
        lambda p, q, sum: sp.Eq(sum - q, p),
        sum=sum(chances),
    )
    return problem.answered(
        "sum",
        lambda a, b, sum: (
            1 - sp.Rational(a, a + b) * b / (a + b - 1) - sp.Rational(b, a + b) * a / (a + b - 1)
            == sum
        ),
    )


def _pairs(n: int, marked: int) -> sp.Expr:
    """By listing all ordered pairs, of which the first `marked` things are marked."""
    pairs = list(permutations(range(n), 2))
    return sp.Rational(sum(max(pair) < int(marked) for pair in pairs), len(pairs))
