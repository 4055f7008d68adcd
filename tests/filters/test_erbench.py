"""Majority voting over sampled responses (Appendix B.5)."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.filters.erbench import MajorityVoteFilter
from erbench_track.plugin.models.simulated import SimulatedLM

BINARY = {"options": []}
OPTIONS = {"options": ["It is in Rome.", "It is in Paris."]}


def vote(responses, doc=BINARY):
    ((elected,),) = MajorityVoteFilter().apply([responses], [doc])
    return elected


@pytest.mark.parametrize(
    ("responses", "elected"),
    [
        (["No.", "Yes. A", "Yes. B"], "Yes. A"),
        (["Yes.", "No."], "Yes."),
        (["Unsure.", "I do not know", "No. Titanic."], "Unsure."),
        (["No. A"], "No. A"),
    ],
)
def test_the_first_response_with_the_most_frequent_answer_counts(responses, elected):
    assert vote(responses) == elected


def test_options_are_voted_on_by_their_number():
    responses = ["Option 2.", "Option 1: it is in Rome.", "It is in Rome."]
    assert vote(responses, OPTIONS) == "Option 1: it is in Rome."


@given(st.lists(st.sampled_from(["Yes. A", "Yes. B", "No. C", "Unsure. D"]), min_size=1))
def test_no_answer_is_more_frequent_than_the_elected_one(responses):
    def count(response):
        return sum(r.split(".")[0] == response.split(".")[0] for r in responses)

    elected = vote(responses)
    assert elected in responses
    assert count(elected) == max(map(count, responses))


def test_voting_raises_the_accuracy_of_the_simulated_model_as_binomially_expected(evaluate):
    model = SimulatedLM(known=1, answer=0.7, unsure=0)
    results = evaluate(model, ["erbench_movie_bn_yes_sc"])["results"]["erbench_movie_bn_yes_sc"]
    n, majority = 5, range(3, 6)
    expected = sum(math.comb(n, k) * 0.7**k * 0.3 ** (n - k) for k in majority)
    error = results["answer_accuracy_stderr,robust"]
    assert abs(results["answer_accuracy,robust"] - expected) <= 3 * error
    assert results["answer_accuracy,robust"] > 0.75
