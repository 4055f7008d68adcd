"""Families of probability: counting outcomes, conditions, expected values, repetitions."""

from __future__ import annotations

from itertools import permutations, product

import sympy as sp

from .family import Draw, family
from .problem import Problem


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
        "find the share of B",
        "If {share}% of all pieces are from A and all others from B, {rest}% are from B.",
        "What percentage of all pieces is from B if {share}% are from A and all others from B?",
        lambda share, rest: sp.Eq(share + rest, 100),
        rest=100 - share,
    )
    problem.step(
        "find the probability that a random piece is from B and faulty",
        "If {rest}% of all pieces are from B and {q}% of these are faulty, a random piece is from "
        "B and faulty with the probability {b}.",
        "If {rest}% of all pieces are from B and {q}% of these are faulty, with which probability "
        "is a random piece from B and faulty?",
        lambda rest, q, b: sp.Eq(b * 100 * 100 / rest, q),
        b=b,
    )
    problem.step(
        "add both for the probability of a faulty piece",
        "The sum of {a} and {b} is {faulty}.",
        "What is the sum of {a} and {b}?",
        lambda a, b, faulty: sp.Eq(faulty - a, b),
        faulty=a + b,
    )
    problem.step(
        "divide the probability of faulty and from A by this",
        "If an event has the probability {faulty}, and this event together with a second one the "
        "probability {a}, the second one has the conditional probability {given}.",
        "If an event has the probability {faulty}, and this event together with a second one the "
        "probability {a}, which probability does the second one have given the first?",
        lambda faulty, a, given: sp.Eq(given * faulty, a),
        given=a / (a + b),
    )
    return problem.answered(
        "given",
        # of 10,000 pieces
        lambda share, p, q, given: sp.Rational(share * p, share * p + (100 - share) * q) == given,
    )


@family("probability")
def expected_prize(draw: Draw) -> Problem:
    """What a game of chance is worth."""
    sides = draw.pick(6, 8, 10, 12, 20)
    win, cost = sides * draw.integer(2, 12), draw.integer(2, 9)
    small = draw.integer(2, sides // 2)
    prize = sides * draw.integer(1, 5)
    draw.require(prize < win)
    problem = Problem.of(
        draw.pick(
            "A game costs {cost} dollars. The player rolls a fair {sides}-sided die and wins {win} "
            "dollars for a {sides}, {prize} dollars for any number from 1 to {small}, and nothing "
            "else. What is the player's expected net gain in dollars?",
            "For {cost} dollars you may roll a fair die with the numbers from 1 to {sides} once. "
            "You get {win} dollars if it shows {sides}, {prize} dollars if it shows at most "
            "{small}, and otherwise nothing. How many dollars do you gain on average, after the "
            "cost (a loss is negative)?",
        ),
        cost=cost,
        sides=sides,
        win=win,
        prize=prize,
        small=small,
    )
    high, low = sp.Rational(win, sides), sp.Rational(prize * small, sides)
    problem.step(
        "find what the high prize contributes to the expected value",
        "A prize of {win} dollars that is won with one of {sides} equally likely outcomes is worth "
        "{high} dollars on average.",
        "What is a prize of {win} dollars worth on average that is won with one of {sides} equally "
        "likely outcomes?",
        lambda win, sides, high: sp.Eq(high * sides, win),
        high=high,
    )
    problem.step(
        "find what the low prize contributes",
        "A prize of {prize} dollars that is won with {small} of {sides} equally likely outcomes is "
        "worth {low} dollars on average.",
        "What is a prize of {prize} dollars worth on average that is won with {small} of {sides} "
        "equally likely outcomes?",
        lambda prize, small, sides, low: sum([sp.Rational(prize, sides)] * int(small)) == low,
        low=low,
    )
    problem.step(
        "add both contributions",
        "The sum of {high} and {low} is {both}.",
        "What is the sum of {high} and {low}?",
        lambda high, low, both: sp.Eq(both - low, high),
        both=high + low,
    )
    problem.step(
        "subtract the cost of the game",
        "If a game costs {cost} dollars and is worth {both} dollars on average, the expected net "
        "gain is {gain} dollars.",
        "What is the expected net gain of a game that costs {cost} dollars and is worth {both} "
        "dollars on average?",
        lambda cost, both, gain: sp.Eq(gain + cost, both),
        gain=high + low - cost,
    )
    return problem.answered(
        "gain",
        lambda cost, sides, win, prize, small, gain: (
            sp.Rational(
                sum(win if i == sides else prize if i <= small else 0 for i in range(1, sides + 1)),
                sides,
            )
            - cost
            == gain
        ),
    )


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
    problem.step(
        "find the probability of a failure in one attempt",
        "An event with the probability {p} does not happen with the probability {fail}.",
        "With which probability does an event with the probability {p} not happen?",
        lambda p, fail: sp.Eq(p + fail, 1),
        fail=fail,
    )
    problem.step(
        "find the probability that all attempts fail",
        "If each of {trials} independent attempts fails with the probability {fail}, all fail with "
        "the probability {all}.",
        "If each of {trials} independent attempts fails with the probability {fail}, with which "
        "probability do all fail?",
        lambda trials, fail, all: sp.prod([fail] * int(trials)) == all,
        all=fail**trials,
    )
    problem.step(
        "subtract it from 1",
        "If {trials} attempts all fail with the probability {all}, at least one succeeds with the "
        "probability {chance}.",
        "If {trials} attempts all fail with the probability {all}, with which probability does at "
        "least one succeed?",
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
