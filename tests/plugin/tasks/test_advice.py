"""Which of lm_eval's warnings are needless about our tasks."""

import logging

import pytest

from erbench_track.plugin.models.simulated import SimulatedLM
from erbench_track.plugin.tasks.advice import is_by_design

PARTLY = (
    "[some_task] Metrics were not scored on the same number of documents ({}). Each metric was "
    "aggregated over only the documents that produced it; reporting 9 as the evaluated count."
)


def test_a_run_of_our_tasks_warns_of_nothing(evaluate, caplog):
    with caplog.at_level(logging.WARNING):
        results = evaluate(SimulatedLM(unsure=0.5), ["erbench_movie"], limit=20)
    # Some responses say that they are unsure, so that a metric has fewer values than the others.
    assert results["results"]["erbench_movie_bn_yes"]["missing_rate,robust"] > 0
    assert [record.getMessage() for record in caplog.records if "lm_eval" in record.name] == []


@pytest.mark.parametrize(
    ("counts", "needless"),
    [
        ("answer_accuracy,paper=9, correct_given_attempted,paper=7", True),
        ("answer_accuracy,strict-match=9, correct_given_attempted,strict-match=7", True),
        ("answer_accuracy,paper=9, rationale_accuracy,paper=7", False),
        ("a,x=9, correct_given_attempted,x=8, rationale_given_previous_hop2,x=7", False),
        ("acc,none=9, f1,none=7", False),
    ],
)
def test_a_warning_is_needless_if_only_what_no_group_averages_has_fewer_values(counts, needless):
    assert is_by_design(PARTLY.format(counts)) is needless


def test_other_warnings_are_none_of_our_business():
    assert not is_by_design("[some_task] No aggregation function defined for metric acc,none=3.")
