"""Guessing the false option by the texts of the options alone."""

import random

from hypothesis import given
from hypothesis import strategies as st

from erbench_track.metrics.guessing import FEWEST_ENTITIES, FOLDS, Choice, fold_of, guessed

COUNTRIES = [f"Land {n}" for n in range(5)]


def choices(told, number=400):
    """Makes questions with three options; if it is told, the false one is of other countries."""
    rng = random.Random(0)  # noqa: S311
    for entity in range(number):
        false = rng.randrange(3)
        options = [
            f"It is in {'Rare ' if told and place == false else ''}{rng.choice(COUNTRIES)}."
            for place in range(3)
        ]
        yield Choice(str(entity), tuple(options), f"option {false + 1}")


def prior(told):
    found = guessed(choices(told))
    return sum(found) / len(found)


def test_an_option_that_tells_is_found_and_one_that_does_not_is_not():
    assert prior(told=True) > 0.95
    assert abs(prior(told=False) - 1 / 3) < 0.08


def test_the_figures_stand_in_the_order_of_the_questions():
    asked = list(choices(told=True))
    wrong = asked[7]._replace(answer="option 9")  # which nobody can learn
    found = guessed([*asked[:7], wrong, *asked[8:]])
    assert len(found) == len(asked)
    assert not found[7]


def test_of_few_entities_nothing_is_learnt_however_many_questions_there_are():
    few = list(choices(told=True, number=FEWEST_ENTITIES - 1))
    assert guessed(few * 3) is None
    assert guessed([]) is None


@given(st.text())
def test_an_entity_is_in_one_part(entity):
    assert fold_of(entity) == fold_of(str(entity))
    assert 0 <= fold_of(entity) < FOLDS
