"""Families of counting: orders of letters and people."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from .families import Draw, family
from .problem import Problem
from .symbolic import sp

_WORDS = (
    "BANANA", "PEPPER", "LETTER", "COFFEE", "BOTTLE", "BALLOON", "SUCCESS", "TOMORROW", "ADDRESS",
    "COMMITTEE", "PARALLEL", "ASSESS", "SEVERE", "VACCINE", "MISSISSIPPI", "TENNESSEE", "ALABAMA",
    "COCOON", "CINEMATIC", "REFERRED", "ENGINEERING", "STATISTICS", "POSSESS", "BUBBLE", "DIVIDED",
    "TERRACE", "ARRANGE", "INDIVIDUAL", "EVERGREEN", "COTTONTAIL", "CALCULUS", "ALGEBRA",
    "PROBABILITY", "NONLINEAR", "ELEMENT", "SEQUENCE", "PARABOLA", "MINIMUM", "TRIANGLE",
)  # fmt: skip


@family("counting")
def letters_of_word(draw: Draw) -> Problem:
    """The arrangements of a word's letters, some of them equal, after one is put first."""
    word = draw.pick(*_WORDS)
    counts = Counter(word)
    letter = draw.pick(*sorted(counts))
    n = len(word)
    rest = counts - Counter(letter)
    orders = sp.prod([sp.factorial(times) for times in rest.values()])
    draw.require(orders > 1)
    problem = Problem.of(
        draw.pick(
            'In how many different ways can the letters of the word "{word}" be arranged so that '
            "the first letter is {letter}?",
            'How many different arrangements of all letters of "{word}" begin with {letter}?',
        ),
        word=word,
        letter=letter,
    )
    problem.let(n=n, left="".join(sorted(rest.elements())))
    problem.step(
        "count the letters that are left for the other places",
        'Taking one letter {letter} out of the word "{word}" leaves {m} letters.',
        'How many letters are left if one letter {letter} is taken out of the word "{word}"?',
        lambda m, word=word: sp.Eq(m + 1, len(list(word))),
        m=n - 1,
    )
    problem.step(
        "count their orders as if all letters were different",
        "The number of orders of {m} different letters is {all}.",
        "In how many orders can {m} different letters be put?",
        lambda m, all: sp.gamma(m + 1) == all,
        all=sp.factorial(n - 1),
    )
    problem.step(
        "count the orders of equal letters among themselves",
        'In the letters "{left}", the orders of equal letters among themselves number {equal} '
        "(the product of the factorials of how often each letter occurs).",
        'What is the product of the factorials of how often each letter occurs in "{left}"?',
        lambda left, equal: sp.factorial(len(left)) / _multinomial(left) == equal,
        equal=orders,
    )
    problem.step(
        "divide the first number of orders by the second one",
        "The quotient of {all} and {equal} is {ways}.",
        "What is the quotient of {all} and {equal}?",
        lambda all, equal, ways: sp.Eq(ways * equal, all),
        ways=sp.factorial(n - 1) / orders,
    )
    return problem.answered("ways", lambda word, letter, ways: _arrangements(word, letter) == ways)


def _multinomial(letters: str) -> sp.Expr:
    """The number of arrangements: places for one kind of letter after the other."""
    free, ways = len(letters), sp.Integer(1)
    for times in Counter(letters).values():
        ways *= sp.binomial(free, times)
        free -= times
    return ways


def _arrangements(word: str, first: str) -> sp.Expr:
    return _multinomial(word.replace(first, "", 1))


@family("counting")
def seating_apart(draw: Draw) -> Problem:
    """Orders of a row in which two people are not neighbours."""
    n = draw.integer(4, 8)
    first, second = draw.random.sample(["Ada", "Ben", "Chen", "Dora", "Emil", "Fatima", "Goran"], 2)
    where = draw.pick("in a row of chairs", "on a long bench", "along one side of a table")
    problem = Problem.of(
        draw.pick(
            "In how many orders can {n} people sit {where} if two of them, {first} and {second}, "
            "do not sit next to each other?",
            "A group of {n} people, with {first} and {second} among them, sits {where}. How many "
            "orders are there in which {first} and {second} are not neighbours?",
        ),
        n=n,
        where=where,
        first=first,
        second=second,
    )
    problem.step(
        "count all orders",
        "The number of orders of {n} people is {all}.",
        "In how many orders can {n} people be put?",
        lambda n, all: sp.gamma(n + 1) == all,
        all=sp.factorial(n),
    )
    problem.let(units=n - 1)
    problem.step(
        "take the two as one unit and count the orders of the units",
        "The number of orders of {units} units is {together}.",
        "In how many orders can {units} units be put?",
        lambda units, together: sum(1 for _ in permutations(range(units))) == together,
        together=sp.factorial(n - 1),
    )
    problem.step(
        "double this number, as the two can sit in two orders",
        "Twice {together} is {near}.",
        "What is twice {together}?",
        lambda together, near: sp.Eq(near - together, together),
        near=2 * sp.factorial(n - 1),
    )
    problem.step(
        "subtract it from the number of all orders",
        "The difference {all} - {near} is {apart}.",
        "What is {all} - {near}?",
        lambda all, near, apart: sp.Eq(apart + near, all),
        apart=sp.factorial(n) - 2 * sp.factorial(n - 1),
    )
    return problem.answered(
        "apart",
        # the places of the two, and the orders of everyone else
        lambda n, apart: (
            sum(1 for a, b in permutations(range(n), 2) if abs(a - b) > 1) * sp.factorial(n - 2)
            == apart
        ),
    )
