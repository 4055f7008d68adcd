import itertools
import json

import pytest

from erbench_track.filters.erbench import KnowledgeFilter, ReadingFilter
from erbench_track.filters.extraction import SIMULATED_MARK
from erbench_track.metrics.erbench import (
    process_knowledge_results,
    process_multi_hop_results,
    process_results,
)

DOC = {
    "answer": "yes",
    "options": [],
    "rationale": [{"hop": 1, "attribute": "title", "values": ["Titanic"], "match": "any"}],
}


def scores(response: str, doc=DOC) -> dict[str, float]:
    return process_results(doc, ReadingFilter("paper").apply([[response]], [doc]))


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
        "unreadable_rate": 0,
        "truncated_rate": 0,
        "net_score": a - h,
        **({} if m else {"correct_given_attempted": a}),
    }


def test_hallucination_is_what_is_neither_right_nor_missing():
    for label, missing, hop in itertools.product(
        ("yes", "no", "unsure", "unparseable"), (True, False), (True, False)
    ):
        extraction = {
            "answer": label,
            "missing": missing,
            "unreadable": "",
            "left_out": False,
            "simulated": False,
            "hops": [{"share": float(hop)}],
        }
        found = process_results(DOC, [json.dumps(extraction)])
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


def test_an_item_without_rationale_elements_has_no_rationale_measures():
    found = scores("Yes.", {**DOC, "rationale": []})
    assert not [name for name in found if "rationale" in name]


def test_a_recorded_document_may_say_none_for_none_of_the_above():
    doc = {**DOC, "answer": "none", "options": ["A.", "B."], "rationale": []}
    assert scores("None of the above. Both are right.", doc)["answer_accuracy"] == 1
    assert scores("Option 1: A.", doc)["answer_accuracy"] == 0


HOPS = [
    {"hop": 1, "attribute": "club", "values": ["Chelsea"], "match": "any"},
    {"hop": 2, "attribute": "city", "values": ["London"], "match": "any"},
    {"hop": 3, "attribute": "year", "values": ["1908", "1948"], "match": "all"},
]


def multi_hop(response, **changes):
    doc = {**DOC, "question_type": "mh_yes", "rationale": HOPS, **changes}
    return process_multi_hop_results(doc, ReadingFilter("paper").apply([[response]], [doc]))


def test_a_multi_hop_rationale_is_measured_at_each_hop():
    found = multi_hop("Yes. Chelsea is in London, which hosted in 1908.")
    assert found["rationale_accuracy"] == (1 + 1 + 0.5) / 3
    assert [found[f"rationale_accuracy_hop{hop}"] for hop in (1, 2, 3)] == [1, 1, 0.5]
    assert [found[f"answer_rationale_accuracy_hop{hop}"] for hop in (1, 2, 3)] == [1, 1, 0]
    assert found["answer_rationale_accuracy"] == 0
    assert found["rationale_given_previous_hop2"] == 1
    assert found["rationale_given_previous_hop3"] == 0
    assert "rationale_given_not_previous_hop2" not in found


def test_a_hop_is_conditioned_on_the_one_before_it():
    found = multi_hop("No. Arsenal is in London, which never hosted.")
    assert found["rationale_given_not_previous_hop2"] == 1
    assert found["rationale_given_previous_hop3"] == 0
    assert found["answer_rationale_accuracy_hop2"] == 0


@pytest.mark.parametrize(("question_type", "answer"), [("mh_yes", "no"), ("mh_no", "yes")])
def test_a_chain_that_ends_early_has_no_measures_over_all_hops(question_type, answer):
    """Appendix B.8 is about entities whose city hosted; R-ext is about all."""
    found = multi_hop(
        "No. Chelsea.", question_type=question_type, answer=answer, rationale=HOPS[:2]
    )
    assert found["rationale_accuracy"] == 0.5
    over_all_hops = ("rationale_given", "answer_rationale_accuracy_hop")
    assert not [name for name in found if name.startswith(over_all_hops)]


@pytest.mark.parametrize(
    ("response", "known", "unless_no"),
    [
        ("Yes. Yes. Yes.", 1, 1),
        ("Yes, yes, no", 0, 0),
        ("I do.", 0, 1),
        ("Yes, unsure", 0, 1),
        ("No", 0, 0),
        ("I know nothing.", 0, 1),
    ],
)
def test_by_the_papers_reading_an_entity_is_known_if_only_yes_is_answered(
    response, known, unless_no
):
    assert knowledge(response, "paper") == {
        "known": known,
        "known_unless_no": unless_no,
        "unreadable_rate": 0,
        "truncated_rate": 0,
    }


def knowledge(response, reading):
    return process_knowledge_results(DOC, KnowledgeFilter(reading).apply([[response]], [DOC]))


@pytest.mark.parametrize(
    ("response", "known"),
    [
        ("Yes. Yes. Yes.", 1),
        ("1. Yes\n2. Yes\n3. No", 0),
        ("Yes, yes, no", 0),
        ("Yes, I know that movie; no other one has that title.", 1),
        ("Yes, no doubt about it.", 1),
        ("Yes, unsure", 0),
        ("No", 0),
    ],
)
def test_by_the_robust_reading_an_entity_is_known_if_every_answer_is_yes(response, known):
    assert knowledge(response, "robust")["known"] == known


@pytest.mark.parametrize("response", ["", "  ", "<think>Yes, yes. I know it."])
def test_an_empty_or_cut_response_makes_no_entity_known(response):
    assert knowledge(response, "robust")["known"] == 0
    found = knowledge(response, "paper")
    assert found["known"] == found["known_unless_no"] == 0
    assert found["unreadable_rate"] == 1


def test_the_first_of_several_responses_counts():
    (padded,) = ReadingFilter().apply([["Yes. Titanic.", "No."]], [DOC])
    assert json.loads(padded)["answer"] == "yes"


def test_only_a_simulated_response_is_marked_as_simulated():
    assert "simulated" not in scores("Yes. Titanic.")
    assert scores(f"Yes. Titanic. {SIMULATED_MARK}")["simulated"] == 1


NOTHING_ASKED = {
    "question_type": "bn_altered",
    "question": "Is there a film of 1958 by Roland Emmerich?",
    "answer": "no",
    "options": [],
    "rationale": [],
}


@pytest.mark.parametrize(("response", "right"), [("No, there is none.", 1), ("Yes, one.", 0)])
@pytest.mark.parametrize("reading", ["robust", "paper"])
@pytest.mark.parametrize("kind", ["bn_altered", "mh_no"])
def test_where_nothing_is_asked_of_a_rationale_none_is_right_or_wrong(
    response, right, reading, kind
):
    doc = NOTHING_ASKED | {"question_type": kind}
    measure = process_multi_hop_results if kind == "mh_no" else process_results
    found = measure(doc, ReadingFilter(reading).apply([[response]], [doc]))
    assert found["answer_accuracy"] == right
    assert not any("rationale" in name for name in found)


def test_every_hop_is_measured_where_a_property_says_no():
    elements = [
        {"hop": hop, "attribute": name, "values": [value], "match": "any"}
        for hop, (name, value) in enumerate((("city", "Aldern"), ("country", "Kenya")), start=1)
    ]
    doc = NOTHING_ASKED | {
        "question_type": "mh_yes", "rationale": elements, "fd": "gate -> city; city -> country"
    }  # fmt: skip
    response = "No. The North Gate is in Aldern, Kenya, which is not on a coast."
    found = process_multi_hop_results(doc, ReadingFilter("robust").apply([[response]], [doc]))
    assert found["answer_rationale_accuracy_hop2"] == 1
    assert found["rationale_given_previous_hop2"] == 1
