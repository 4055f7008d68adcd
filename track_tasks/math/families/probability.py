"""Families of probability: counting outcomes, conditions, expected values, repetitions."""

from __future__ import annotations

from itertools import permutations, product

import sympy as sp

from . import principles
from .family import Draw, family
from .problem import Problem


@family("probability")
def two_dice(draw: Draw) -> Problem:
    """A sum of two dice that is less than some number, by the complement."""
    p, q = draw.pick(4, 6, 8, 10, 12), draw.pick(6, 8, 10, 12, 20)
    least = draw.integer(max(p, q) + 1, p + q - 2)
    colours = draw.random.sample(["red", "blue", "green", "white", "black"], 2)
    problem = Problem.of(
        draw.pick(
            "A fair {one} die with faces from 1 to {p} and a fair {two} die with faces from 1 to "
            "{q} are rolled. What is the probability that their sum is less than {least}?",
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
        "count the outcomes of the complement, whose sum is not less",
        "Of the outcomes of rolling a die with faces from 1 to {p} and a die with faces from 1 to "
        "{q}, exactly {many} have a sum of at least {least}.",
        "How many outcomes of rolling a die with faces from 1 to {p} and a die with faces from 1 "
        "to {q} have a sum of at least {least}?",
        lambda p, q, many, least: sum(a + b >= int(least) for a, b in _rolls(p, q)) == many,
        many=at_least,
    )
    problem.recall(principles.EQUALLY_LIKELY)
    problem.step(
        "find the probability of the complement",
        "With a fair die with faces from 1 to {p} and a fair die with faces from 1 to {q}, the "
        "probability of a sum of at least {least} is {other}.",
        "What is the probability of a sum of at least {least} with a fair die with faces from 1 to "
        "{p} and a fair die with faces from 1 to {q}?",
        lambda p, q, least, other: (
            sum(sp.Rational(1, p * q) for a, b in _rolls(p, q) if a + b >= int(least)) == other
        ),
        other=sp.Rational(at_least, p * q),
    )
    problem.recall(principles.COMPLEMENT)
    problem.compute(
        "find the probability that was asked for",
        "An event with the probability {other} does not happen with the probability {chance}.",
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
    """Two draws from an urn without replacement."""
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
    problem.compute(
        f"count all {thing}",
        "The sum of {a} and {b} is {n}.",
        lambda a, b, n: sp.Eq(n - a, b),
        n=n,
    )
    problem.recall(principles.CHAIN_RULE)
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
    problem.recall(principles.EXCLUSIVE)
    problem.compute(
        "find the probability that both have the same colour",
        "The sum of {p} and {q} is {sum}.",
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
    """By listing all ordered pairs; the first `marked` things are the marked ones."""
    pairs = list(permutations(range(n), 2))
    return sp.Rational(sum(max(pair) < int(marked) for pair in pairs), len(pairs))


@family("probability")
def two_machines(draw: Draw) -> Problem:
    """Which of two sources a faulty piece comes from, by Bayes' theorem."""
    share, (p, q) = draw.pick(20, 25, 30, 40, 60, 70, 75, 80), draw.distinct(1, 12, 2)
    thing = draw.pick("bulbs", "screws", "bottles", "batteries", "chips")
    problem = Problem.of(
        draw.pick(
            "Machine A makes {share}% of a factory's {thing}, machine B the others. Of those from "
            "machine A, {p}% are faulty, and of those from machine B, {q}%. One of all {thing} is "
            "picked at random and is faulty. What is the probability that it is from machine A?",
            "A shop gets {share}% of its {thing} from maker A and all others from maker B. The "
            "share of faulty {thing} is {p}% at maker A and {q}% at maker B. Given that a random "
            "one is faulty, how probable is it that maker A made it?",
        ),
        share=share,
        thing=thing,
        p=p,
        q=q,
    )
    a, b = sp.Rational(share * p, 10000), sp.Rational((100 - share) * q, 10000)
    problem.step(
        "find the probability that a random piece is from A and faulty",
        "If {share}% of all pieces are from A and {p}% of these are faulty, a random piece is from "
        "A and faulty with the probability {a}.",
        "If {share}% of all pieces are from A and {p}% of these are faulty, with which probability "
        "is a random piece from A and faulty?",
        lambda share, p, a: sp.Eq(a * 100 * 100 / share, p),
        a=a,
    )
    problem.step(
        "find the probability that a random piece is from B and faulty",
        "If {share}% of all pieces are from A, all others from B, and {q}% of those from B are "
        "faulty, a random piece is from B and faulty with the probability {b}.",
        "If {share}% of all pieces are from A, all others from B, and {q}% of those from B are "
        "faulty, with which probability is a random piece from B and faulty?",
        lambda share, q, b: sp.Eq(b * 100 * 100 / q + share, 100),
        b=b,
    )
    problem.recall(principles.EXCLUSIVE)
    problem.compute(
        "find the probability of a faulty piece",
        "The sum of {a} and {b} is {faulty}.",
        lambda a, b, faulty: sp.Eq(faulty - a, b),
        faulty=a + b,
    )
    problem.recall(principles.CONDITIONAL)
    problem.compute(
        "find the probability that was asked for",
        "If an event has the probability {faulty}, and this event together with a second one the "
        "probability {a}, the second one has the conditional probability {given}.",
        lambda faulty, a, given: sp.Eq(given * faulty, a),
        given=a / (a + b),
    )
    return problem.answered(
        "given",
        # of 10,000 pieces
        lambda share, p, q, given: sp.Rational(share * p, share * p + (100 - share) * q) == given,
    )


@family("probability")
def variance_of_prize(draw: Draw) -> Problem:
    """The variance of what a game of chance pays."""
    sides, small = draw.pick((6, 3), (6, 4), (8, 3), (8, 4), (10, 3), (10, 4), (10, 5), (12, 5))
    win, prize = draw.integer(5, 30), draw.integer(2, 9)
    draw.require(prize < win)
    problem = Problem.of(
        draw.pick(
            "A player rolls a fair die with the numbers from 1 to {sides} once and is paid {win} "
            "dollars for a {sides}, {prize} dollars for any number from 1 to {small}, and nothing "
            "else. What is the variance of the number of dollars paid?",
            "A game pays {win} dollars if a fair {sides}-sided die shows {sides}, {prize} dollars "
            "if it shows at most {small}, and nothing otherwise. Find the variance of the number "
            "of dollars that it pays.",
        ),
        sides=sides,
        win=win,
        prize=prize,
        small=small,
    )
    mean = sp.Rational(win + prize * small, sides)
    square = sp.Rational(win**2 + prize**2 * small, sides)
    problem.recall(principles.EXPECTED)
    problem.step(
        "find the expected value of the payment",
        "If one of {sides} equally likely outcomes pays {win} dollars, {small} of them pay {prize} "
        "dollars each and the others nothing, the expected payment is {mean} dollars.",
        "If one of {sides} equally likely outcomes pays {win} dollars, {small} of them pay {prize} "
        "dollars each and the others nothing, what is the expected payment in dollars?",
        lambda sides, win, small, prize, mean: (
            sum([win, *[prize] * int(small)], sp.Integer(0)) / sides == mean
        ),
        mean=mean,
    )
    problem.step(
        "find the expected value of its square",
        "If one of {sides} equally likely outcomes pays {win} dollars, {small} of them pay {prize} "
        "dollars each and the others nothing, the expected value of the square of the number of "
        "dollars paid is {square}.",
        "If one of {sides} equally likely outcomes pays {win} dollars, {small} of them pay {prize} "
        "dollars each and the others nothing, what is the expected value of the square of the "
        "number of dollars paid?",
        lambda sides, win, small, prize, square: (
            sum([win**2, *[prize**2] * int(small)], sp.Integer(0)) / sides == square
        ),
        square=square,
    )
    problem.recall(principles.VARIANCE)
    problem.step(
        "find the variance from both",
        "A random variable with the expected value {mean} whose square has the expected value "
        "{square} has the variance {variance}.",
        "What is the variance of a random variable with the expected value {mean} whose square has "
        "the expected value {square}?",
        lambda mean, square, variance: sp.Eq(variance + mean * mean, square),
        variance=square - mean**2,
    )
    return problem.answered(
        "variance",
        lambda sides, win, prize, small, variance: (
            _variance([win, *[prize] * int(small), *[0] * int(sides - small - 1)]) == variance
        ),
    )


def _variance(values: list[sp.Expr]) -> sp.Expr:
    """The mean of the squares of the deviations."""
    mean = sum(values, sp.Integer(0)) / len(values)
    return sum(((value - mean) ** 2 for value in values), sp.Integer(0)) / len(values)


@family("probability")
def at_least_once(draw: Draw) -> Problem:
    """At least one success in several independent trials."""
    p, q = draw.integer(1, 7), draw.integer(3, 11)
    trials = draw.integer(2, 5)
    draw.require(p < q and sp.igcd(p, q) == 1)
    who, what = draw.pick(
        ("An archer", "hits the target"), ("A goalkeeper", "stops a penalty"),
        ("A player", "scores with a free throw"), ("A seed", "sprouts"),
        ("A sensor", "notices an intruder"),
    )  # fmt: skip
    problem = Problem.of(
        draw.pick(
            "{who} {what} with the probability {p}. In {trials} independent attempts, what is the "
            "probability that this happens at least once?",
            "The probability that the following happens in one attempt is {p}: {who} {what}. Find "
            "the probability that it happens at least once in {trials} independent attempts.",
        )
        if who != "A seed"
        else "Each seed of a kind sprouts with the probability {p}, independently of the others. "
        "What is the probability that at least one of {trials} seeds sprouts?",
        who=who,
        what=what,
        p=sp.Rational(p, q),
        trials=trials,
    )
    fail = sp.Rational(q - p, q)
    problem.recall(principles.COMPLEMENT)
    problem.compute(
        "find the probability of a failure in one attempt",
        "An event with the probability {p} does not happen with the probability {fail}.",
        lambda p, fail: sp.Eq(p + fail, 1),
        fail=fail,
    )
    problem.recall(principles.INDEPENDENT)
    problem.step(
        "find the probability that all attempts fail",
        "If each of {trials} independent attempts fails with the probability {fail}, all fail with "
        "the probability {all}.",
        "If each of {trials} independent attempts fails with the probability {fail}, with which "
        "probability do all fail?",
        lambda trials, fail, all: sp.prod([fail] * int(trials)) == all,
        all=fail**trials,
    )
    problem.compute(
        "find the probability that was asked for",
        "If {trials} attempts all fail with the probability {all}, at least one succeeds with the "
        "probability {chance}.",
        lambda trials, all, chance: sp.Eq(chance + all, 1) and trials > 1,
        chance=1 - fail**trials,
    )
    return problem.answered(
        "chance",
        lambda p, trials, chance: (
            sum(
                sp.binomial(trials, k) * p**k * (1 - p) ** (trials - k)
                for k in range(1, trials + 1)
            )
            == chance
        ),
    )
