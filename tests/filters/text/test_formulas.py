"""Formulas that keep math-verify busy cost their own comparison, and no other."""

import time

import pytest

from erbench_track.filters.text import formulas
from erbench_track.filters.text.final_answers import same_value

pytest.importorskip("math_verify")
LONG = ["\\binom{100000000}{50000000}", "\\Gamma(10^{8})", "(x+y+z)^{5000}", "(1+x)^{100000}"]


def test_a_comparison_that_takes_too_long_is_ended_and_the_next_one_is_right(monkeypatch):
    monkeypatch.setattr(formulas, "_SECONDS", 0.5)
    assert not formulas.same_formula("$x$", f"${LONG[0]}$")
    monkeypatch.undo()
    assert formulas.same_formula("$x(x+1)$", "$x^2+x$")


@pytest.mark.slow
@pytest.mark.parametrize("answer", LONG)
def test_every_response_is_compared_within_five_seconds(answer):
    same_value("$x(x+1)$", "$x^2+x$")  # the process starts once
    begun = time.monotonic()
    assert not same_value(f"The answer is ${answer}$", "\\sqrt{7}+x")
    assert time.monotonic() - begun < 5.5


def test_a_fraction_of_a_decimal_is_no_mistake_of_ours():
    assert not same_value("The answer is 1.5/2.", "7")
    assert not same_value("1/0", "7")


@pytest.mark.parametrize("space", [" ", "\n", "\t", "\r\n", " \n"])
def test_a_megabyte_of_space_is_read_at_once(space):
    begun = time.monotonic()
    assert not same_value(space * 1_000_000 + "8", "7")
    assert time.monotonic() - begun < 5
