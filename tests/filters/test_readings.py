"""The two readings of a response, and what is not read at all."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.errors import InputError
from erbench_track.core.suites.erbench import DOMAIN_NAMES, SINGLE_HOP
from erbench_track.erbench_tasks import dataset
from erbench_track.filters.erbench import ReadingFilter
from erbench_track.filters.readings import READINGS, find_reading
from erbench_track.metrics.erbench import process_multi_hop_results, process_results

DOC = {
    "question_type": "bn_yes",
    "question": "Is there a ferry that sailed in 1931 with Odo Marsh as captain?",
    "answer": "yes",
    "options": [],
    "rationale": [{"hop": 1, "attribute": "ferry", "values": ["Silver Heron"], "match": "any"}],
}


def read(response, reading, **changes):
    (found,) = ReadingFilter(reading).apply([[response]], [{**DOC, **changes}])
    return json.loads(found)


def scored(response, reading, process=process_results, **changes):
    doc = {**DOC, **changes}
    return process(doc, ReadingFilter(reading).apply([[response]], [doc]))


def test_the_robust_reading_comes_first():
    assert list(READINGS) == ["robust", "paper"]


def test_an_unknown_reading_is_refused():
    with pytest.raises(InputError, match="'strict' is not one of robust, paper"):
        find_reading("strict")


def test_the_readings_differ_in_what_a_rationale_must_say():
    text = "Yes. Silver Heron sailed in 1931, but Odo Marsh was not its captain."
    assert scored(text, "paper")["answer_rationale_accuracy"] == 1
    assert scored(text, "robust")["answer_rationale_accuracy"] == 0
    text = "No. It is Heron, Silver."
    assert scored(text, "paper")["rationale_accuracy"] == 0
    assert scored(text, "robust")["rationale_accuracy"] == 1
    assert scored(text, "robust")["answer_rationale_accuracy"] == 0


def test_what_was_read_is_shown_with_its_place_and_spelling():
    found = read("**Yes**, Übrigens: it is the SILVER HERON.", "robust")
    ((value,),) = [hop["values"] for hop in found["hops"]]
    assert value["value"] == "Silver Heron"
    assert value["text"] == "SILVER HERON" == found["rationale"][slice(*value["span"])]
    assert found["answer_span"] == [2, 5]
    found = read("Yes. It is the SILVER HERON.", "paper")
    assert found["hops"] == [{"share": 1.0, "values": [{"value": "Silver Heron"}]}]


def test_a_chain_has_the_mean_over_its_hops_by_either_reading():
    hops = [
        {"hop": 1, "attribute": "club", "values": ["Lee"], "match": "any"},
        {"hop": 2, "attribute": "years", "values": ["1908", "1948"], "match": "all"},
    ]
    text = "Yes. They were asleep in 1908."
    of_chain = {"question_type": "mh_yes", "rationale": hops}
    found = scored(text, "paper", process_multi_hop_results, **of_chain)
    assert found["rationale_accuracy"] == 0.75
    found = scored(text, "robust", process_multi_hop_results, **of_chain)
    assert found["rationale_accuracy"] == 0.25
    assert found["answer_rationale_accuracy"] == 0


@pytest.mark.parametrize("domain", DOMAIN_NAMES)
@pytest.mark.parametrize("question_type", SINGLE_HOP)
def test_every_plain_answer_about_the_embedded_domains_is_read(domain, question_type):
    docs = list(dataset.load(domain=domain, question_type=question_type)["test"])
    said = [f"{doc['answer'].capitalize()}. {doc['rationale'][0]['values'][0]}." for doc in docs]
    found = ReadingFilter().apply([[text] for text in said], docs)
    for text, doc, one in zip(said, docs, map(json.loads, found), strict=True):
        if text.endswith((". Yes.", ". NO.")):  # the band and Norway: nobody could tell
            continue
        assert one["answer"] == doc["answer"], text
        assert one["hops"][0]["share"] == 1, text


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("thinking", ["<think>\nNo. It is not.\n</think>\n", "No, wait.</think>"])
def test_thinking_changes_nothing(reading, thinking):
    said = "Yes. Silver Heron sailed in 1931."
    assert scored(thinking + said, reading) == scored(said, reading)


@pytest.mark.parametrize(
    ("response", "reason", "truncated"),
    [
        ("", "empty", 0),
        (" \n", "empty", 0),
        ("<think>\nYes. Silver Heron", "cut inside thinking", 1),
    ],
)
def test_what_is_not_there_is_unreadable_and_by_the_robust_reading_nothing_else(
    response, reason, truncated
):
    for reading in READINGS:
        assert read(response, reading)["unreadable"] == reason
        found = scored(response, reading)
        assert (found["unreadable_rate"], found["truncated_rate"]) == (1, truncated)
        assert found["answer_accuracy"] == found["rationale_accuracy"] == 0
    found = scored(response, "robust")
    assert found["missing_rate"] == found["hallucination_rate"] == found["net_score"] == 0
    assert "correct_given_attempted" not in found


@pytest.mark.parametrize(
    ("response", "net_score", "given_attempted"),
    [("Yes. Silver Heron.", 1, 1), ("No.", -1, 0), ("Unsure.", 0, None)],
)
def test_a_wrong_answer_costs_what_a_right_one_gives(response, net_score, given_attempted):
    for reading in READINGS:
        found = scored(response, reading)
        assert found["net_score"] == net_score
        assert found.get("correct_given_attempted") == given_attempted


@given(st.text())
def test_whatever_a_response_says_its_rates_add_up_to_one(response):
    for reading in READINGS:
        found = scored(response, reading)
        rates = [found[name] for name in ("answer_accuracy", "hallucination_rate", "missing_rate")]
        left_out = read(response, reading)["left_out"]
        assert sum(rates) + left_out == 1


HOSTILE = {
    "digits": "The answer is option " + "9" * 5000 + ".",
    "digits alone": "9" * 5000,
    "numbered": "\n".join(f"{'9' * 5000}. Rome" for _ in range(3)),
    "a year": "It was founded in " + "1" * 5000 + ".",
    "Chinese digits": "九" * 5000,
    "other digits": "\u0661" * 5000,
    "superscripts": "option \u00b2\u00b3",
    "brackets": "(" * 50_000,
    "a surrogate": "Yes \ud800",
    "zeros": "\x00" * 1000,
    "marks": "a" + "\u0301" * 50_000,
}


@pytest.mark.parametrize("response", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("reading", READINGS.values(), ids=READINGS.keys())
@pytest.mark.parametrize("options", [[], ["Rome", "Paris"]])
def test_no_response_costs_the_others(response, reading, options):
    element = {"hop": 1, "attribute": "founded", "values": ["1873"], "match": "any"}
    doc = {"question": "When?", "options": options, "answer": "yes", "rationale": [element]}
    answer = reading.read(response, doc)
    assert len(reading.supported(answer, doc)) == 1


def test_a_rule_that_fails_leaves_its_response_unreadable(caplog):
    def fails(*_):
        raise ValueError("Exceeds the limit (4300 digits)")

    broken = replace(READINGS["robust"], answer=fails, support=fails)
    doc = {"question": "?", "options": [], "rationale": [{"values": ["a"]}]}
    answer = broken.read("Yes.", doc)
    assert (answer.label, answer.unreadable) == ("unparseable", "no answer")
    assert [hop.share for hop in broken.supported(answer, doc)] == [0.0]
    assert "Exceeds the limit" in caplog.text
