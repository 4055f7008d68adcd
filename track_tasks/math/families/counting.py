"""Families of counting: selections, shares, ways, inclusion and exclusion, orders."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement, permutations

import sympy as sp

from . import principles
from .family import Draw, family
from .problem import Check, Problem

X = sp.Symbol("x")


@family("counting")
def committee(draw: Draw) -> Problem:
    """A committee with a fixed number of members from each of two groups."""
    one, two = draw.pick(
        ("teachers", "students"), ("doctors", "nurses"), ("pianists", "violinists"),
        ("engineers", "designers"), ("cooks", "waiters"),
    )  # fmt: skip
    m, n, j, k = draw.integer(5, 14), draw.integer(5, 14), draw.integer(2, 4), draw.integer(2, 4)
    problem = Problem.of(
        draw.pick(
            "A committee of {j} {one} and {k} {two} is chosen from {m} {one} and {n} {two}. How "
            "many committees are possible?",
            "There are {m} {one} and {n} {two}. In how many ways can a team with {j} of the {one} "
            "and {k} of the {two} be formed?",
        ),
        j=j,
        one=one,
        k=k,
        two=two,
        m=m,
        n=n,
    )
    problem.recall(principles.CHOICES)
    problem.step(
        f"count the choices of the {one}",
        "The number of ways to choose {j} of {m} people is {first}.",
        "In how many ways can {j} of {m} people be chosen?",
        lambda j, m, first: len(list(combinations(range(m), j))) == first,
        first=sp.binomial(m, j),
    )
    problem.step(
        f"count the choices of the {two}",
        "The number of ways to choose {k} of {n} people is {second}.",
        "In how many ways can {k} of {n} people be chosen?",
        lambda k, n, second: len(list(combinations(range(n), k))) == second,
        second=sp.binomial(n, k),
    )
    problem.recall(principles.PRODUCT_RULE)
    problem.compute(
        "count the ways to make both choices",
        "If there are {first} ways to make one choice and {second} ways to make another choice, "
        "there are {total} ways to make both.",
        lambda first, second, total: sp.Rational(total, first) == second,
        total=sp.binomial(m, j) * sp.binomial(n, k),
    )
    return problem.answered(
        "total",
        lambda j, k, m, n, total: (
            sp.expand((1 + X) ** m).coeff(X, j) * sp.expand((1 + X) ** n).coeff(X, k) == total
        ),
    )


@family("counting")
def inclusion_exclusion(draw: Draw) -> Problem:
    """Numbers that are divisible by neither of two numbers."""
    n, (p, q) = draw.integer(100, 3000), sorted(draw.distinct(4, 24, 2))
    both = int(sp.ilcm(p, q))
    draw.require(q % p and both < p * q and n > 2 * both)
    problem = Problem.of(
        draw.pick(
            "How many whole numbers from 1 to {n} are divisible by neither {p} nor {q}?",
            "All multiples of {p} and all multiples of {q} are struck out of the list of the whole "
            "numbers from 1 to {n}. How many numbers are left?",
        ),
        n=n,
        p=p,
        q=q,
    )
    problem.recall(principles.BOTH_DIVIDE)
    problem.step(
        "find the least common multiple of the two divisors",
        "The least common multiple of {p} and {q} is {both}.",
        "What is the least common multiple of {p} and {q}?",
        lambda p, q, both: next(i for i in range(1, p * q) if i % p == i % q == 0) == both,
        both=both,
    )
    of: dict[str, tuple[str, int, Check]] = {
        "p": ("a", n // p, lambda n, p, a: len(range(p, n + 1, p)) == a),
        "q": ("b", n // q, lambda n, q, b: len(range(q, n + 1, q)) == b),
        "both": ("c", n // both, lambda n, both, c: len(range(both, n + 1, both)) == c),
    }
    of_what = {"p": "the first divisor", "q": "the second divisor"}
    for divisor, (name, value, check) in of.items():
        problem.compute(
            f"count the multiples of {of_what.get(divisor, 'their least common multiple')}",
            f"Among the whole numbers from 1 to {{n}}, the number of multiples of {{{divisor}}} is "
            f"{{{name}}}.",
            check,
            **{name: value},
        )
    union = n // p + n // q - n // both
    problem.recall(principles.UNION)
    problem.step(
        "count the numbers that are divisible by at least one of the two divisors",
        "Two sets with {a} and {b} elements that have {c} elements in common have {union} elements "
        "together.",
        "How many elements do two sets with {a} and {b} elements have together if they have {c} "
        "elements in common?",
        lambda a, b, c, union: len(set(range(a)) | set(range(a - c, a - c + b))) == union,
        union=union,
    )
    problem.compute(
        "subtract the result from the number of all numbers",
        "The difference {n} - {union} is {left}.",
        lambda n, union, left: sp.Eq(left + union, n),
        left=n - union,
    )
    return problem.answered(
        "left",
        lambda n, p, q, left: sum(1 for i in range(1, n + 1) if i % int(p) and i % int(q)) == left,
    )


@family("counting")
def stars_and_bars(draw: Draw) -> Problem:
    """Equal things for several people, at least some for each."""
    people, least = draw.integer(3, 5), draw.integer(1, 3)
    n = people * least + draw.integer(3, 14)
    thing = draw.pick("apples", "coins", "pencils", "stickers", "biscuits")
    who = draw.pick("children", "friends", "guests", "players")
    problem = Problem.of(
        draw.pick(
            "In how many ways can {n} identical {thing} be shared among {people} {who} so that "
            "everyone gets at least {least}?",
            "How many ways are there to give {n} identical {thing} to {people} {who} if each of "
            "them must get {least} or more?",
        ),
        n=n,
        thing=thing,
        people=people,
        who=who,
        least=least,
    )
    left = n - people * least
    problem.step(
        f"give everyone the least number of {thing} and count what is left",
        "If each of {people} {who} gets {least} of {n} {thing}, {left} {thing} are left.",
        "How many {thing} are left if each of {people} {who} gets {least} of {n} {thing}?",
        lambda people, least, n, left: sp.Rational(n - left, people) == least,
        left=left,
    )
    problem.recall(principles.STARS_AND_BARS)
    problem.step(
        "count the ways to share the rest",
        "The number of ways to share {left} equal things among {people} people, some of whom may "
        "get nothing, is {ways}.",
        "In how many ways can {left} equal things be shared among {people} people, some of whom "
        "may get nothing?",
        lambda left, people, ways: (
            len(list(combinations_with_replacement(range(people), int(left)))) == ways
        ),
        ways=sp.binomial(left + people - 1, people - 1),
    )
    return problem.answered(
        "ways",
        lambda n, people, least, ways: (
            sp.Poly(sum(X**i for i in range(least, n + 1)), X).pow(people).coeff_monomial(X**n)
            == ways
        ),
    )


@family("counting")
def grid_paths(draw: Draw) -> Problem:
    """Shortest paths in a grid of streets through a given crossing."""
    a, b, c, d = (draw.integer(2, 6) for _ in range(4))
    place = draw.pick("the bakery", "the fountain", "the library", "the market", "the cinema")
    problem = Problem.of(
        draw.pick(
            "In a city with a square grid of streets, {place} is {a} blocks east and {b} blocks "
            "north of the station, and the school is {c} blocks east and {d} blocks north of "
            "{place}. How many shortest ways lead from the station to the school past {place}?",
            "Streets form a square grid. From the station, {place} is {a} blocks to the east and "
            "{b} blocks to the north; from there, the school is another {c} blocks to the east and "
            "{d} blocks to the north. Count the shortest ways from the station to the school that "
            "pass {place}.",
        ),
        place=place,
        a=a,
        b=b,
        c=c,
        d=d,
    )
    problem.recall(principles.GRID_PATHS)
    problem.step(
        "count the shortest ways of the first part",
        "The number of shortest ways in a square grid to a crossing {a} blocks east and {b} blocks "
        "north is {first}.",
        "How many shortest ways in a square grid lead to a crossing {a} blocks east and {b} blocks "
        "north?",
        lambda a, b, first: _ways(a, b) == first,
        first=sp.binomial(a + b, a),
    )
    problem.step(
        "count the shortest ways of the second part",
        "The number of shortest ways in a square grid to a crossing {c} blocks east and {d} blocks "
        "north is {second}.",
        "How many shortest ways in a square grid lead to a crossing {c} blocks east and {d} blocks "
        "north?",
        lambda c, d, second: _ways(c, d) == second,
        second=sp.binomial(c + d, c),
    )
    problem.recall(principles.PRODUCT_RULE)
    problem.compute(
        "count the ways past this crossing",
        "The product of {first} and {second} is {total}.",
        lambda first, second, total: sp.Rational(total, second) == first,
        total=sp.binomial(a + b, a) * sp.binomial(c + d, c),
    )
    return problem.answered(
        "total", lambda a, b, c, d, total: sp.Eq(_ways(a, b) * _ways(c, d), total)
    )


def _ways(east: int, north: int) -> int:
    """Street by street: a crossing is reached from the west or from the south."""
    row = [1] * (int(east) + 1)
    for _ in range(int(north)):
        for column in range(1, len(row)):
            row[column] += row[column - 1]
    return row[-1]


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
    problem.compute(
        "count the letters that are left for the other places",
        'Taking one letter {letter} out of the word "{word}" leaves {m} letters.',
        lambda m, word=word: sp.Eq(m + 1, len(list(word))),
        m=n - 1,
    )
    problem.recall(principles.EQUAL_LETTERS)
    problem.step(
        "count their orders as if all letters were different",
        "The number of orders of {m} different letters is {all}.",
        "In how many orders can {m} different letters be put?",
        lambda m, all: sp.gamma(m + 1) == all,
        all=sp.factorial(n - 1),
    )
    problem.step(
        "count the orders of equal letters among themselves",
        'The product of the factorials of how often each letter occurs in "{left}" is {equal}.',
        'What is the product of the factorials of how often each letter occurs in "{left}"?',
        lambda left, equal: sp.factorial(len(left)) / _multinomial(left) == equal,
        equal=orders,
    )
    problem.compute(
        "find the number of arrangements from both",
        "The quotient of {all} and {equal} is {ways}.",
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
    """Orders of a row in which two people are not next to each other."""
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
    problem.recall(principles.ORDERS)
    problem.step(
        "count all orders",
        "The number of orders in which {n} people can sit in a row is {all}.",
        "In how many orders can {n} people sit in a row?",
        lambda n, all: sp.gamma(n + 1) == all,
        all=sp.factorial(n),
    )
    problem.recall(principles.NEIGHBOURS)
    problem.step(
        "count the orders in which the two sit next to each other",
        "The number of orders of {n} people in a row in which two given people sit next to each "
        "other is {near}.",
        "In how many orders of {n} people in a row do two given people sit next to each other?",
        lambda n, near: (
            # the places of the two, and the orders of everyone else
            sum(1 for a, b in permutations(range(n), 2) if abs(a - b) == 1) * sp.factorial(n - 2)
            == near
        ),
        near=2 * sp.factorial(n - 1),
    )
    problem.compute(
        "subtract them from all orders",
        "The difference {all} - {near} is {apart}.",
        lambda all, near, apart: sp.Eq(apart + near, all),
        apart=sp.factorial(n) - 2 * sp.factorial(n - 1),
    )
    return problem.answered(
        "apart",
        lambda n, apart: (
            sum(1 for a, b in permutations(range(n), 2) if abs(a - b) > 1) * sp.factorial(n - 2)
            == apart
        ),
    )
