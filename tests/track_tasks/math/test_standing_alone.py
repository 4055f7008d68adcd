"""Which sentences of a solution can be facts."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.track_tasks.math import standing_alone
from erbench_track.track_tasks.math.standing_alone import candidate, objection, value_set

PROBLEM = (
    "Mia has 3 boxes with 4 pens each, loses 5 pens and solves $x^2 - 5x - 14 = 0$ with $x > 0$. "
    "How many pens does she have?"
)


@pytest.mark.parametrize(
    ("step", "sentence", "blanked"),
    [
        ("So, Mia has 3*4=12 pens", "Mia has 3*4=12 pens.", "Mia has ____ pens."),
        ("The boxes cost $3 x 5 = $15.", "The boxes cost $3 x 5 = $15.", "The boxes cost ____."),
        ("We get $x^2 - 5x = 14$.", "$x^2 - 5x = 14$.", "$x^2 - 5x = ____$."),
        ("This means that there are 7 pens left.", "There are 7 pens left.",
         "There are ____ pens left."),
        ("I see that 7 works, so I can write $x^2 - 5x - 14 = (x - 7)(x + 2)$.",
         "$x^2 - 5x - 14 = (x - 7)(x + 2)$.", "$x^2 - 5x - 14 = ____$."),
        ("[Final solution] Therefore, the product is $\\boxed{60}$.", "The product is $60$.",
         "The product is $____$."),
    ],
)  # fmt: skip
def test_a_result_is_taken_without_what_leads_to_it(step, sentence, blanked):
    assert candidate(step, PROBLEM) == (sentence, blanked, "")


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("Let's simplify those solutions even further.", standing_alone.SOLVER),
        ("Find how many pens are in all boxes: 3 * 4 = 12", standing_alone.SOLVER),
        ("It also has 12 pens.", standing_alone.REFERS),
        ("They each cost $40 + $20 = $60", standing_alone.REFERS),
        ("The second equation has the solution 49.", standing_alone.REFERS),
        ("Maybe the answer is 12.", standing_alone.UNSURE),
        ("Solving for the rest gives 11h = 88", standing_alone.SOLVER),
        ("Mia has 10h + h = 88 pens.", standing_alone.LETTER),
        ("Mia has 3 * 4 = 13 pens.", standing_alone.WRONG),
        ("Mia pays 3/2 = 1.50+3.00=4.50 dollars.", standing_alone.WRONG),
        ("Mia has 3 boxes.", standing_alone.NO_RESULT),
        ("8/18 = 4/9.", standing_alone.NO_RESULT),
        ("Total pens = 3 * 4 = 12 pens", standing_alone.FRAGMENT),
        ("Mia has 12 pens. " * 80, standing_alone.TOO_LONG),
    ],
)
def test_what_needs_more_than_the_problem_is_no_fact(step, reason):
    assert candidate(step, PROBLEM).reason == reason


@pytest.mark.parametrize(
    "knowledge",
    ["The two roots of x^2 - 5x + 6 are 2 and 3.", "If r > 1, the sequence r^n grows.",
     "Adding 2x + y = 7 and x - y = 3 gives 3x = 10."],
)  # fmt: skip
def test_a_sentence_that_names_everything_stands_alone(knowledge):
    assert objection(knowledge) == ""


@pytest.mark.parametrize(
    ("sentence", "value"),
    [("$x + 6 = 12$.", ("x", 6)), ("$\\frac{y+8}{2} = \\frac{7}{2}$.", ("y", -1)),
     ("$x^2 = 4$.", None),
     ("$x + y = 3$.", None), ("Mia has 7 pens.", None), ("$9^9^9^9 = x$.", None)],
)  # fmt: skip
def test_a_linear_equation_says_which_value_a_letter_has(sentence, value):
    assert value_set(sentence) == value


@given(st.text(max_size=300), st.text(max_size=100))
def test_any_text_is_a_fact_with_a_blank_or_has_a_reason(step, problem):
    found = candidate(step, problem)
    assert bool(found.reason) != bool(found.sentence)
    assert found.blanked.count("____") >= bool(found.sentence)


@pytest.mark.parametrize(
    "part",
    ["1 = ", "(", "1 + ", "so ", "we get ", "$", "a=", "1 a ", "x ", "- ", "1,111", "\\boxed{"],
)
def test_a_hostile_step_takes_no_long_time(part):
    started = time.process_time()
    candidate((part * 1000)[:1000], PROBLEM)
    value_set((part * 1000)[:60])
    assert time.process_time() - started < 2
