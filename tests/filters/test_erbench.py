"""Majority voting over sampled responses (Appendix B.5), and a judge of what no rule reads."""

import json
import math
from pathlib import Path

import pytest
from chat_server import ChatServer
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.errors import InputError
from erbench_track.filters.erbench import MajorityVoteFilter, ReadingFilter
from erbench_track.filters.judge.lexical import LexicalJudge
from erbench_track.filters.judge.openai_judge import OpenAIJudge
from erbench_track.metrics.erbench import process_results
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


HINT = "What else would Avatar be, with its blue giants on a moon?"
RATIONALE = [{"hop": 1, "attribute": "title", "values": ["Avatar"], "match": "any"}]
YES_NO = {"question": "Is it true that no movie of 2009 stars Sam Worthington?", "options": [],
          "answer": "no", "question_type": "bn_no", "rationale": RATIONALE}  # fmt: skip
CHOICE = {**YES_NO, "answer": "option 2", "options": ["By James Cameron.", "By an Australian."]}


@pytest.fixture
def fake(monkeypatch):
    """Makes a judge whose verdict is fixed: no language model has given it."""
    server = ChatServer()
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")

    def judge(label, replies=None, **options):
        server.replies(replies or json.dumps({"explanation": "it says so", "verdict": label}))
        return OpenAIJudge("fake", server.url, **options)

    yield judge
    server.close()


def read(response, judge=None, doc=YES_NO, reading="robust", strict=False):
    (found,) = ReadingFilter(reading, judge, strict).apply([[response]], [doc])
    return json.loads(found)


def work(judge):
    names = ("calls", "answers_asked", "answers_given", "unjudged")
    return [judge.record()[name] for name in names]


@pytest.mark.parametrize(
    ("doc", "answer", "rate"),
    [(YES_NO, "no", "answer_accuracy"), (YES_NO, "yes", "hallucination_rate"),
     (YES_NO, "unsure", "missing_rate"), (CHOICE, "option 2", "answer_accuracy"),
     (CHOICE, "none of the above", "hallucination_rate")],
)  # fmt: skip
def test_a_judge_answers_for_a_response_that_no_rule_reads(fake, doc, answer, rate):
    judge = fake(answer)
    found = read(HINT, judge, doc)
    assert work(judge) == [1, 1, 1, 0]
    assert (found["answered_by"], found["answer_explanation"]) == ("judge", "it says so")
    scores = process_results(doc, [json.dumps(found)])
    assert (scores[rate], scores["unreadable_rate"]) == (1, 0)


def test_the_rationale_is_read_with_the_answer_of_the_judge(fake):
    found = [read("Avatar came out in 2009.", fake(answer)) for answer in ("yes", "no")]
    assert [one["hops"][0]["share"] for one in found] == [0, 1]


@pytest.mark.parametrize("response", ["Yes, Avatar.", "", "<think>Avatar has", "Avatar, in the"])
def test_nothing_else_is_asked_about(fake, response):
    judge = fake("no")
    assert read(response, judge) == read(response)
    assert read(HINT, judge, reading="paper") == read(HINT, reading="paper")
    assert work(judge) == [0, 0, 0, 0]


def test_a_judge_without_a_language_model_is_not_asked():
    judge = LexicalJudge()
    assert read(HINT, judge) == read(HINT)
    assert judge.record()["verdicts"] == judge.record()["unjudged"] == 0


@pytest.mark.parametrize(("label", "unjudged"), [("unreadable", 0), ("option 3", 1), ("yes", 1)])
def test_what_the_judge_cannot_read_either_stays_unreadable(fake, caplog, label, unjudged):
    judge = fake(label)
    found = read(HINT, judge, CHOICE)
    assert found.pop("answer_explanation")
    assert found == read(HINT, None, CHOICE)
    assert work(judge) == [1, 1, 0, unjudged]
    assert caplog.text.count("on 1 of 1 responses (the first: the reply states ") == unjudged
    if unjudged:
        with pytest.raises(InputError, match="without strict_judge they would be left unreadable"):
            read(HINT, judge, CHOICE, strict=True)


def test_an_answer_is_kept_and_not_asked_for_again(fake, tmp_path):
    first, second = (fake("unsure", cache=tmp_path / "kept") for _ in range(2))
    assert read(HINT, first) == read(HINT, second)
    assert (work(first), work(second)) == ([1, 1, 1, 0], [0, 1, 1, 0])


RECORDED = Path(__file__).parent / "judge/recorded/final_answers.json"


def test_what_a_language_model_reads_in_unread_responses_is_taken(fake):
    """Its replies are recorded with the prompts, and must be anew if these change."""
    cases = json.loads(RECORDED.read_text())
    replies = {json.dumps(case["messages"]): case["reply"] for case in cases}
    judge = fake("", replies=lambda request: replies[json.dumps(request["messages"])])
    docs, responses = [case["doc"] for case in cases], [[case["response"]] for case in cases]
    read_by_rules = map(json.loads, ReadingFilter().apply(responses, docs))
    assert {one["answer"] for one in read_by_rules} == {"unparseable"}
    for case, text in zip(
        cases, ReadingFilter("robust", judge).apply(responses, docs), strict=True
    ):
        verdict = json.loads(case["reply"])["verdict"]
        answer = "unparseable" if verdict == "unreadable" else verdict
        assert json.loads(text)["answer"] == answer, case["style"]
    assert work(judge) == [12, 12, 10, 0]
