"""The families of problems, by name, and what draws their numbers."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from typing import NamedTuple, TypeVar

from .problem import Problem

_MODULES = (
    "algebra",
    "plane_geometry",
    "coordinate_geometry",
    "solid_geometry",
    "number_theory",
    "counting",
    "probability",
    "sequences",
    "rates",
    "calculus",
)
_T = TypeVar("_T")


class UnsuitableError(Exception):
    """The numbers that were drawn do not make a good problem; others will."""


class Draw:
    """Draws numbers and wordings.

    Attributes:
        random: The generator, which decides everything.
    """

    def __init__(self, random: random.Random) -> None:
        """Takes the generator."""
        self.random = random

    def integer(self, low: int, high: int) -> int:
        """Draws a whole number from `low` to `high`, both included."""
        return self.random.randint(low, high)

    def nonzero(self, low: int, high: int) -> int:
        """Draws a whole number from `low` to `high` that is not 0."""
        return self.random.choice([number for number in range(low, high + 1) if number])

    def distinct(self, low: int, high: int, count: int) -> list[int]:
        """Draws different whole numbers from `low` to `high`, in no order."""
        return self.random.sample(range(low, high + 1), count)

    def pick(self, *options: _T) -> _T:
        """Draws one of several things."""
        return self.random.choice(options)

    def require(self, condition: object) -> None:
        """Has everything redrawn if a condition does not hold.

        Raises:
            UnsuitableError: It does not.
        """
        if not condition:
            raise UnsuitableError


class Family(NamedTuple):
    """Problems that differ in numbers and wording.

    Attributes:
        name: Its name.
        topic: Its topic.
        make: Makes a problem from what is drawn.
    """

    name: str
    topic: str
    make: Callable[[Draw], Problem]

    def instance(self, random: random.Random) -> Problem:
        """Makes a problem whose steps and answer are verified.

        Args:
            random: Decides which.

        Raises:
            NotVerifiedError: The family has an error.
        """
        while True:
            try:
                problem = self.make(Draw(random))
            except UnsuitableError:
                continue
            if problem.repeats_itself:
                continue
            problem.family, problem.topic = self.name, self.topic
            problem.verify()
            return problem


_FAMILIES: dict[str, Family] = {}


def family(topic: str) -> Callable[[Callable[[Draw], Problem]], Callable[[Draw], Problem]]:
    """Registers a function as a family by its name.

    Args:
        topic: The topic, such as `algebra`.
    """

    def register(make: Callable[[Draw], Problem]) -> Callable[[Draw], Problem]:
        if make.__name__ in _FAMILIES:
            raise ValueError(f"two families are named {make.__name__!r}")
        _FAMILIES[make.__name__] = Family(make.__name__, topic, make)
        return make

    return register


@lru_cache(maxsize=1)
def families() -> tuple[Family, ...]:
    """Returns all families, in the order of their modules."""
    for module in _MODULES:
        import_module(f".{module}", __package__)
    return tuple(_FAMILIES.values())
