"""What TRACK's filters make of responses, with judges that also fail."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.errors import InputError
from erbench_track.core.json_text import read_extraction, write_extraction
from erbench_track.filters.judge.lexical import LexicalJudge
from erbench_track.filters.judge.protocol import Accepted, Entailment, Equivalence, Verdict
from erbench_track.filters.text.final_answers import split_response
from erbench_track.filters.text.thinking import visible
from erbench_track.filters.track import (
    EntailmentFilter,
    Group,
    Knowledge,
    KnowledgeGapFilter,
    knowledge_of,
)
from erbench_track.metrics.track import process_probe_results, process_results

PROBE = {
    "id": "f", "scenario": "wiki", "fact_id": "f", "fact": "The capital of France is Paris.",
    "probe_question": "What is the capital of France?", "probe_answer": "Paris",
}  # fmt: skip
QUESTION = {
    "id": "q", "scenario": "wiki", "question": "What is the capital of Ann's country?",
    "answer": "Paris", "injected_facts": ["Ann is a citizen of France."],
    "facts": [{"fact": "Ann is a citizen of France."}, {"fact": "The capital of France is Paris."}],
}  # fmt: skip


class CountingJudge(LexicalJudge):
    """Judges by rules, and has no verdict on what it is told to fail on."""

    def __init__(self, fails_on="\x00"):
        super().__init__()
        self.asked = []
        self.fails_on = fails_on

    def judge(self, requests):
        self.asked += requests
        return [
            tuple(
                Verdict(None, "no answer") if self.fails_on in text else verdict
                for verdict, text in zip(verdicts, texts_of(request), strict=True)
            )
            for request, verdicts in zip(requests, super().judge(requests), strict=True)
        ]


def texts_of(request):
    if isinstance(request, Entailment):
        return request.statements
    return [request.response]


def probe(responses, judge=None, **options):
    (found,) = KnowledgeGapFilter(judge or CountingJudge(), 10, **options).apply(
        [responses], [PROBE]
    )
    return read_extraction(found)


def answer(response, judge=None, doc=QUESTION, **options):
    (found,) = EntailmentFilter(judge or CountingJudge(), **options).apply([[response]], [doc])
    return read_extraction(found)


def test_identical_responses_are_grouped_and_each_distinct_one_is_judged_once():
    judge = CountingJudge()
    found = probe(["Paris"] * 6 + [" Paris\n"] * 2 + ["Lyon"] * 2, judge)
    assert [request.response for request in judge.asked] == ["Paris", "Lyon"]
    assert found["responses"] == [
        {"text": "Paris", "count": 8, "equivalent": True},
        {"text": "Lyon", "count": 2, "equivalent": False},
    ]
    assert (found["known"], found["knowledge_confidence"]) == (True, 0.8)


POET = {
    "fact": "Ben works in the field of poet.", "probe_question": "What does Ben do?",
    "probe_answer": "poet", "accepted": ["singer", "actor"], "any_right": True,
}  # fmt: skip


def test_any_of_several_right_answers_is_known():
    judge = CountingJudge()
    doc = {**PROBE, **POET}
    texts = ["poet"] * 3 + ["singer"] * 3 + ["plumber"] * 4
    (found,) = KnowledgeGapFilter(judge, 10).apply([texts], [doc])
    found = read_extraction(found)
    assert (found["known"], found["knowledge_confidence"]) == (True, 0.6)
    assert {request.accepted for request in judge.asked} == {Accepted(("singer", "actor"), True)}


def test_any_of_several_right_answers_passes_and_its_fact_is_entailed():
    doc = {**QUESTION, **POET, "answer": "poet", "facts": [QUESTION["facts"][0], POET]}
    judge = CountingJudge()
    good = "Ann is a citizen of France. Ben works in the field of singer.\nAnswer: singer"
    found = answer(good, judge, doc)
    assert (found["answer_pass"], found["facts_entailed"]) == (True, [True, True])
    (entailment,) = (r for r in judge.asked if isinstance(r, Entailment))
    assert entailment.accepted == (
        Accepted(),
        Accepted(("Ben works in the field of singer.", "Ben works in the field of actor."), True),
    )
    bad = answer(good.replace("singer", "plumber"), judge, doc)
    assert (bad["answer_pass"], bad["facts_entailed"]) == (False, [True, False])


def test_a_question_with_one_right_answer_is_asked_of_the_judge_as_ever():
    judge = CountingJudge()
    answer("Ann is a citizen of France.\nAnswer: Paris", judge)
    assert {request.accepted for request in judge.asked} == {Accepted(), ()}


def test_responses_beyond_those_asked_for_do_not_count():
    found = probe(["Lyon"] * 10 + ["Paris"] * 30)
    assert (found["known"], found["knowledge_confidence"]) == (False, 0.0)


def test_a_thinking_models_reasoning_is_no_part_of_its_probing_answer():
    found = probe(["<think>Lyon? No.</think>\nParis"] * 10)
    assert found["responses"] == [{"text": "Paris", "count": 10, "equivalent": True}]


def test_reasoning_and_answer_are_judged():
    found = answer("Ann is a citizen of France. The capital of France is Paris.\nAnswer: Paris")
    assert found["answer"] == "Paris"
    assert (found["answer_pass"], found["facts_entailed"]) == (True, [True, True])
    scores = process_results(QUESTION, [json.dumps(found)])
    assert scores == {
        "answer_pass": 1.0, "full_knowledge_entailment": 1.0, "holistic_pass": 1.0,
        "unjudged": 0.0, "facts_injected": 1.0, "has_injected_facts": 1.0,
        **READABLE,
    }  # fmt: skip


def test_every_fact_of_the_question_counts_not_only_the_injected_ones():
    found = answer("Ann is a citizen of France.\nAnswer: Paris")
    assert found["facts_entailed"] == [True, False]
    scores = process_results(QUESTION, [json.dumps(found)])
    assert (scores["answer_pass"], scores["full_knowledge_entailment"]) == (1.0, 0.0)
    assert scores["holistic_pass"] == 0.0


def test_facts_in_a_reasoning_block_count_on_request_and_the_answer_comes_after_it():
    response = (
        "<think>Ann is a citizen of France. The capital of France is Paris. Answer: Lyon</think>\n"
        "Ann is a citizen of France.\nAnswer: Paris"
    )
    found = [answer(response, thinking_is_reasoning=counts) for counts in (False, True)]
    assert [of["answer"] for of in found] == ["Paris", "Paris"]
    assert [of["facts_entailed"] for of in found] == [[True, False], [True, True]]


@pytest.mark.parametrize(
    ("response", "text", "final"),
    [
        ("<think>a</think>b", "a\nb", "b"),
        ("a</think>\n\nAnswer: b", "a\n\n\nAnswer: b", "b"),
        ("[THINK]a[/THINK]Answer: b", "a\nAnswer: b", "b"),
        ("<think>a, and never more", "a, and never more", ""),
        ("because\nAnswer: **b**", "because\nAnswer: **b**", "b"),
        ("", "", ""),
    ],
)
def test_a_response_has_reasoning_and_a_final_answer(response, text, final):
    assert split_response(response, thinking_is_reasoning=True) == (text, final)
    assert split_response(response).text == visible(response).text


def test_a_reasoning_block_that_never_ends_has_no_right_answer():
    cut = "<think>Ann is a citizen of France. The capital of France is Paris."
    assert answer(cut)["facts_entailed"] == [False, False]
    found = answer(cut, thinking_is_reasoning=True)
    assert (found["answer_pass"], found["facts_entailed"]) == (False, [True, True])


def test_what_the_judge_cannot_say_is_unjudged_and_not_wrong():
    judge = CountingJudge(fails_on="citizen")
    found = answer(
        "Ann is a citizen of France. The capital of France is Paris.\nAnswer: Paris", judge
    )
    assert found["facts_entailed"] == [None, True]
    scores = process_results(QUESTION, [json.dumps(found)])
    assert scores["unjudged"] == 1.0
    assert scores["answer_pass"] == 1.0
    assert "full_knowledge_entailment" not in scores
    assert "holistic_pass" not in scores


def test_a_rate_that_a_missing_verdict_cannot_change_is_reported():
    judge = CountingJudge(fails_on="citizen")
    found = answer("I do not know.\nAnswer: Lyon", judge)
    scores = process_results(QUESTION, [json.dumps(found)])
    assert (scores["full_knowledge_entailment"], scores["holistic_pass"]) == (0.0, 0.0)
    assert scores["unjudged"] == 1.0


@pytest.mark.parametrize("response", ["", "<think>It is Paris, I"])
def test_an_empty_or_cut_response_is_never_known_nor_right_and_asks_no_judge(response):
    judge = CountingJudge()
    found = probe([response] * 6 + ["Lyon"] * 4, judge)
    assert (found["known"], found["knowledge_confidence"]) == (False, 0.0)
    assert process_probe_results(PROBE, [json.dumps(found)])["unreadable_rate"] == 0.6
    found = answer(response, judge)
    assert found["answer_pass"] is False
    assert not any(of.response == "" for of in judge.asked if isinstance(of, Equivalence))
    scores = process_results(QUESTION, [json.dumps(found)])
    assert (scores["unreadable_rate"], scores["truncated_rate"]) == (1, float("<" in response))


READABLE = {"unreadable_rate": 0.0, "truncated_rate": 0.0}


def test_a_fact_whose_responses_could_not_be_judged_is_neither_known_nor_unknown():
    found = probe(["Lyon (?)"] * 6 + ["Paris"] * 4, CountingJudge(fails_on="?"))
    assert (found["known"], found["knowledge_confidence"]) == (None, None)
    assert process_probe_results(PROBE, [json.dumps(found)]) == {"unjudged": 1.0, **READABLE}
    found = probe(["Lyon (?)"] * 4 + ["Paris"] * 6, CountingJudge(fails_on="?"))
    assert process_probe_results(PROBE, [json.dumps(found)]) == {
        "unjudged": 1.0,
        "known": 1.0,
        **READABLE,
    }


@pytest.mark.parametrize("apply", [probe, answer])
def test_strict_judging_makes_a_missing_verdict_an_error(apply):
    given = ["Paris (?)"] * 10 if apply is probe else "Paris (?)"
    with pytest.raises(InputError, match=r"lexical: no verdict on 1 of"):
        apply(given, CountingJudge(fails_on="?"), strict=True)


def test_what_a_filter_found_can_be_read_from_a_samples_file():
    found = {"known": None, "text": 'quoted "text"', "facts": [True, False, None]}
    assert read_extraction([write_extraction(**found)]) == found
    for other in (["[]"], ["{'known': True}"], [{}], None, []):
        with pytest.raises(ValueError, match=r"no JSON|Expecting"):
            read_extraction(other)


GROUPS = st.lists(
    st.builds(Group, st.just("x"), st.integers(1, 5), st.sampled_from([True, False, None])),
    min_size=1,
    max_size=6,
)


def groups(*counts):
    """Builds groups from (count, verdict) pairs."""
    return [Group(str(index), count, verdict) for index, (count, verdict) in enumerate(counts)]


def test_right_groups_are_merged():
    assert knowledge_of(groups((3, True), (3, True), (4, False))) == Knowledge(True, 0.6)


def test_a_tie_goes_to_the_right_answer():
    assert knowledge_of(groups((5, False), (5, True))) == Knowledge(True, 0.5)


def test_one_right_answer_among_ten_different_ones_is_known_as_the_paper_has_it():
    assert knowledge_of(groups((1, True), *[(1, False)] * 9)) == Knowledge(True, 0.1)


def test_a_more_frequent_wrong_answer_makes_it_unknown():
    assert knowledge_of(groups((4, True), (5, False), (1, False))) == Knowledge(False, 0.4)


def test_without_a_right_answer_it_is_unknown():
    assert knowledge_of(groups((1, False))) == Knowledge(False, 0.0)


@given(GROUPS)
def test_a_missing_verdict_matters_only_if_it_could_change_the_result(some):
    decided = knowledge_of(some)
    filled = {
        knowledge_of([g if g.equivalent is not None else replace(g, equivalent=v) for g, v in
                      zip(some, verdicts, strict=True)]).known
        for verdicts in _all_verdicts(len(some))
    }  # fmt: skip
    assert decided.known == (filled.pop() if len(filled) == 1 else None)
    assert (decided.confidence is None) == any(g.equivalent is None for g in some)


def _all_verdicts(count):
    if count == 0:
        return [[]]
    return [[v, *rest] for v in (True, False) for rest in _all_verdicts(count - 1)]


@given(GROUPS)
def test_confidence_is_the_share_of_right_responses(some):
    confidence = knowledge_of(some).confidence
    if confidence is not None:
        right = sum(g.count for g in some if g.equivalent)
        assert (
            confidence * sum(g.count for g in some) == right
            or abs(confidence - right / sum(g.count for g in some)) < 1e-12
        )
