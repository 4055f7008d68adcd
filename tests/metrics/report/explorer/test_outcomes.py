"""What became of a response, by the measures in its line of a samples file."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.json_text import write_extraction
from erbench_track.metrics.erbench import process_results
from erbench_track.metrics.report.explorer.outcomes import COUNTED_BY, OUTCOMES, outcome_of


@given(
    answer=st.sampled_from(["yes", "no", "unsure", "unparseable"]),
    missing=st.booleans(),
    shares=st.lists(st.sampled_from([0.0, 0.5, 1.0]), max_size=3),
    unreadable=st.sampled_from(["", "empty", "cut off"]),
    left_out=st.booleans(),
)
def test_the_outcomes_of_an_answer_split_its_measures(
    answer, missing, shares, unreadable, left_out
):
    hops = [{"share": share} for share in shares]
    extracted = write_extraction(
        answer=answer,
        missing=missing,
        unreadable=unreadable,
        left_out=left_out and bool(unreadable),
        hops=hops,
        simulated=False,
    )
    measures = process_results({"answer": "yes"}, [extracted])
    outcome = outcome_of(measures)
    for name in ("answer_accuracy", "hallucination_rate", "missing_rate"):
        assert (outcome in COUNTED_BY[name]) == (measures[name] == 1)
    if shares:
        name = "answer_rationale_accuracy"
        assert (outcome in COUNTED_BY[name]) == (measures[name] == 1)


@pytest.mark.parametrize(
    ("answer_pass", "entailed", "outcome"),
    [
        (1, 1, "right"),
        (1, 0, "right_wrong_reason"),
        (0, 1, "wrong_names_value"),
        (0, 0, "hallucinated"),
        (None, 1, "unjudged"),
        (1, float("nan"), "unjudged"),
    ],
)
def test_the_outcome_of_a_question_is_that_of_its_two_verdicts(answer_pass, entailed, outcome):
    record = {"answer_pass": answer_pass, "full_knowledge_entailment": entailed}
    assert outcome_of(record) == outcome


def test_a_probe_is_known_or_not_or_unjudged_and_other_lines_have_no_outcome():
    found = [outcome_of({"known": known}) for known in (1.0, 0, None)]
    assert found == ["known", "unknown", "unjudged"]
    assert outcome_of({"unjudged": 1.0}) == "unjudged"
    assert outcome_of({"exact_match": 1.0}) == ""


def test_every_measure_is_counted_by_outcomes_that_there_are():
    assert {name for names in COUNTED_BY.values() for name in names} <= OUTCOMES.keys()
