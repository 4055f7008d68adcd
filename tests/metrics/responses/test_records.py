"""What the page shows of one question and of one response."""

import json
from pathlib import Path

import pytest
from explored_runs import film, scored
from hypothesis import given
from hypothesis import strategies as st
from track_runs import answer, probe

from erbench_track.filters.text.injection_trace import said, with_trace
from erbench_track.metrics.report.run_files import Sample
from erbench_track.metrics.responses.records import item_record, response_record


def sample(line):
    return Sample(line["doc"], line, Path("samples.jsonl"), 1)


def record_of(doc, response, reading=0):
    return response_record(sample(scored(doc, response, 1)[reading]), said)


def units(text):
    """A text as JavaScript counts it."""
    return text.encode("utf-16-le", "surrogatepass")


def marked(text, span):
    start, end = (2 * place for place in span)
    return units(text)[start:end].decode("utf-16-le", "surrogatepass")


def test_a_question_has_what_was_asked_what_is_right_and_what_must_be_named():
    found = item_record(film(3))
    assert found["question"] == film(3)["question"]
    assert (found["answer"], found["entity"], found["domain"]) == (
        "no",
        "The Song of Lake 3",
        "movie",
    )
    assert found["named"] == [{"attribute": "title", "values": ["The Song of Lake 3"]}]


def test_the_whole_name_goes_before_the_parts_that_are_accepted():
    doc = {"rationale": [{"attribute": "by", "values": ["Ann"], "full_value": "Ann Other"}]}
    assert item_record(doc)["named"] == [{"attribute": "by", "values": ["Ann Other", "Ann"]}]


def test_what_was_read_is_where_the_reading_found_it():
    found = record_of(film(3), "No, she made 'The Song of Lake 3' once.")
    assert found["answer"] == "no"
    assert marked(found["text"], found["span"]) == "No"
    assert [marked(found["text"], span) for span in found["spans"]] == ["The Song of Lake 3"]


def test_thinking_is_kept_apart_and_positions_are_those_in_what_is_said():
    text = "<think>The Song of Lake 3? 😀</think>\n😀 No, it is The Song of Lake 3."
    found = record_of(film(3), text)
    shown = marked(found["text"], found["said"])
    assert shown == "😀 No, it is The Song of Lake 3."
    assert [marked(shown, span) for span in found["spans"]] == ["The Song of Lake 3"]


def test_what_is_said_in_several_pieces_is_stored_itself():
    text = "<think>a</think>No. <think>b</think>It is The Song of Lake 3."
    found = record_of(film(3), text)
    assert "<think>" not in found["said"]
    assert found["text"] == text


@given(st.text(st.characters(), max_size=40), st.text(st.characters(), max_size=40))
def test_marks_are_within_what_is_said_whatever_stands_around_them(before, after):
    found = record_of(film(3), f"{before}\nNo. It is The Song of Lake 3. {after}")
    where = found.get("said")
    shown = where if isinstance(where, str) else found["text"]
    shown = marked(found["text"], where) if isinstance(where, list) else shown
    for span in found.get("spans", []):
        assert marked(shown, span).lower() == "the song of lake 3"
    if "span" in found:
        assert 0 <= found["span"][0] <= found["span"][1] <= len(units(shown)) // 2


def test_a_response_that_is_not_recorded_leaves_out_its_text_only():
    line = scored(film(3), "No.", 1)[0]
    del line["resps"], line["filtered_resps"]
    assert response_record(sample(line), said) == {}


def test_the_trace_of_an_injection_is_not_what_a_model_says():
    line = answer(1)
    line["resps"] = [[with_trace("mello", {"calls": 3}, "Answer: x")]]
    found = response_record(sample(line), said)
    assert marked(found["text"], found["said"]) == "Answer: x"


def test_a_chain_says_of_each_fact_what_is_known_injected_and_entailed():
    line = answer(1, entailed=(True, False), known=(True, False))
    facts = [fact["fact"] for fact in line["doc"]["facts"]]
    line["doc"]["injected_facts"] = [facts[1], "another question's"]
    extracted = json.loads(line["filtered_resps"][0])
    extracted |= {"answer_explanation": "it is x", "fact_explanations": ["said", "not said"]}
    line["filtered_resps"] = [json.dumps(extracted)]
    found = response_record(sample(line), said)
    assert found["pass"] == [True, "it is x"]
    assert found["known"] == [True, False]
    assert found["injected"] == [False, True]
    assert found["injected_facts"] == 2
    assert found["entailed"] == [True, False]
    assert found["explanations"] == ["said", "not said"]


@pytest.mark.parametrize(
    ("measures", "shown"),
    [
        ({}, None),
        ({"programs_forged": 0.0, "programs_unaltered": 0.0}, None),
        ({"programs_forged": 1.0, "programs_unaltered": 0.0}, "forged"),
        ({"programs_forged": 0.0, "programs_unaltered": 1.0}, "unaltered"),
    ],
)
def test_a_program_whose_pass_is_worth_little_is_marked(measures, shown):
    found = response_record(sample(answer(1, scenario="code", **measures)), said)
    assert found.get("program") == shown


def test_a_probe_has_its_distinct_replies_and_how_often_each_came():
    line = probe(1, True, 0.7)
    groups = [{"text": "Town 1", "count": 7, "equivalent": True}]
    line["filtered_resps"] = [json.dumps({"known": True, "responses": groups})]
    found = response_record(sample(line), said)
    assert found["groups"] == [["Town 1", "7", True]]


@pytest.mark.parametrize(
    ("named", "right", "judged", "differs"),
    [
        ("No, The Song of Lake 3.", "no", False, "disagreement_unrelated"),
        ("No, it is not.", "no", True, "disagreement_resolution"),
        ("No, The Song of Lake 3.", "no", True, ""),
    ],
)
def test_the_judges_words_say_how_it_disagrees(named, right, judged, differs):
    line = scored(film(3), named, 1, judged_rationale_accuracy=float(judged))[0]
    extracted = json.loads(line["filtered_resps"][0])
    extracted |= {"judged": judged, "judge_explanation": "because"}
    line["filtered_resps"] = [json.dumps(extracted)]
    assert response_record(sample(line), said)["judge"] == [judged, "because", differs]


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)
FIELDS = ["question", "rationale", "facts", "options", "detail", "known", "injected_facts"]
READ = ["hops", "answer", "answer_span", "rationale", "facts_entailed", "responses", "judged"]


@given(st.dictionaries(st.sampled_from(FIELDS), JSON), st.dictionaries(st.sampled_from(READ), JSON))
def test_whatever_a_file_holds_a_record_can_be_written(doc, extracted):
    line = {"doc": doc, "resps": [["No."]], "filtered_resps": [json.dumps(extracted)]}
    for found in (item_record(doc), response_record(sample(line), said)):
        json.dumps(found, allow_nan=False)
