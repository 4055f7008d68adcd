import itertools

import pytest

from erbench_track.filters.erbench import AnswerFilter, RationaleFilter
from erbench_track.metrics.erbench import SIMULATED_MARK, process_results

DOC = {
    "answer": "yes",
    "options": [],
    "rationale": [{"hop": 1, "attribute": "title", "values": ["Titanic"], "match": "any"}],
}


def scores(response: str, doc=DOC) -> dict[str, float]:
    extractions = RationaleFilter().apply(AnswerFilter().apply([[response]], [doc]), [doc])
    return process_results(doc, extractions)


@pytest.mark.parametrize(
    ("response", "a", "r", "h", "m"),
    [
        ("Yes. It is Titanic.", 1, 1, 0, 0),
        ("Yes. It is Avatar.", 1, 0, 0, 0),
        ("No. The only one is Titanic.", 0, 1, 1, 0),
        ("No.", 0, 0, 1, 0),
        ("Unsure. Perhaps Titanic.", 0, 1, 0, 1),
        ("I have no information.", 0, 0, 0, 1),
    ],
)
def test_the_measures_are_those_of_section_4(response, a, r, h, m):
    assert scores(response) == {
        "answer_accuracy": a,
        "rationale_accuracy": r,
        "answer_rationale_accuracy": a * r,
        "hallucination_rate": h,
        "missing_rate": m,
    }


def test_hallucination_is_what_is_neither_right_nor_missing():
    for label, missing, hop in itertools.product(
        ("yes", "no", "unsure", "unparseable"), (True, False), (True, False)
    ):
        extraction = {
            "answer": label,
            "missing": missing,
            "rationale": "",
            "rationale_hops": [hop],
        }
        found = process_results(DOC, [extraction])
        rates = (found["answer_accuracy"], found["hallucination_rate"], found["missing_rate"])
        assert sum(rates) == 1
        assert found["answer_rationale_accuracy"] <= found["rationale_accuracy"]


def test_a_rationale_must_hold_at_every_hop():
    hops = [
        {"hop": 1, "attribute": "director", "values": ["Cameron"], "match": "any"},
        {"hop": 2, "attribute": "birth year", "values": ["1954"], "match": "any"},
    ]
    doc = {**DOC, "rationale": hops}
    assert scores("Yes. Cameron, born in 1954.", doc)["rationale_accuracy"] == 1
    assert scores("Yes. Cameron, born in 1964.", doc)["rationale_accuracy"] == 0


def test_an_item_without_rationale_elements_supports_nothing():
    assert scores("Yes.", {**DOC, "rationale": []})["rationale_accuracy"] == 0


def test_the_first_of_several_responses_counts():
    padded = AnswerFilter().apply([["Yes. Titanic.", "No."]], [DOC])
    assert padded[0]["answer"] == "yes"


def test_only_a_simulated_response_is_marked_as_simulated():
    assert "simulated" not in scores("Yes. Titanic.")
    assert scores(f"Yes. Titanic. {SIMULATED_MARK}")["simulated"] == 1
