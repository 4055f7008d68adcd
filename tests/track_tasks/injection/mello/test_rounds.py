"""MeLLo's conversation about a question: what it asks, what it takes, when it stops."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.errors import InputError
from erbench_track.track_tasks.injection.mello import (
    Conversation,
    MelloSettings,
    converse,
    final_prompt,
    open_retriever,
)
from erbench_track.track_tasks.injection.mello.conversation import (
    read_answer,
    read_question,
    same_form,
)
from erbench_track.track_tasks.injection.mello.rounds import ANSWER, DECOMPOSE
from erbench_track.track_tasks.prompts import closed_book_prompt
from erbench_track.track_tasks.scenarios import embedded_questions

LEXICAL = open_retriever("lexical")


def wiki(question):
    return {"scenario": "wiki", "as_of": "2025-09", "question": question, "injected_facts": ["x"]}


def conversing(conversation, script, rounds=6):
    """Lets a script answer; returns the prompts."""
    prompts, waiting = [], list(script)

    def ask(step, indices, asked):
        prompts.append((step.name, asked[0]))
        return waiting.pop(0)

    converse([conversation], LEXICAL, rounds, ask)
    assert not waiting
    return prompts


@pytest.mark.parametrize("index", range(5))
def test_a_scripted_model_leaves_the_trace_that_was_written_by_hand(golden, index):
    case = golden("mello_trace.json")[index]
    doc = wiki(case["question"])
    conversation = Conversation(doc, tuple(case["memory"]))
    prompts = conversing(conversation, case["script"])
    assert conversation.trace() == case["trace"]
    assert [step for step, _ in prompts] == [
        ("decompose", "answer")[number % 2] for number in range(len(case["script"]))
    ]
    added = "".join(f"{line}\n" for line in case["final"])
    closed = closed_book_prompt(doc)
    assert final_prompt(conversation) == closed.removesuffix("Reasoning:") + added + "Reasoning:"


def test_an_answer_feeds_the_next_subquestion_and_the_fact_its_answer(golden):
    case = golden("mello_trace.json")[0]
    conversation = Conversation(wiki(case["question"]), tuple(case["memory"]))
    prompts = [prompt for _, prompt in conversing(conversation, case["script"])]
    first = "Subquestion: Who is the author of The Trial?\nTentative answer: Franz Kafka\n"
    assert prompts[0].endswith(f"Question: {case['question']}\nSubquestion:")
    assert prompts[1].endswith(f"{first}Fact: {case['memory'][0]}\nContradicted:")
    assert prompts[2].endswith(
        f"Question: {case['question']}\n{first}Answer: Bruno Schulz\nSubquestion:"
    )


def test_without_facts_none_is_asked_about():
    conversation = Conversation(wiki("Who?"), ())
    prompts = conversing(conversation, [["Who?"], ["A"], ["none"]])
    assert "Fact:" not in prompts[1][1]
    assert prompts[1][1].endswith("Subquestion: Who?\nTentative answer: unknown\nAnswer:")


@pytest.mark.parametrize("rounds", [1, 2, 6])
def test_a_model_that_never_stops_is_stopped_at_the_bound(rounds):
    conversation = Conversation(wiki("Who?"), ("A fact.",))
    script = [reply for n in range(rounds) for reply in ([f"Who is number {n}?"], [f"No. {n}"])]
    prompts = conversing(conversation, script, rounds)
    assert len(prompts) == 2 * rounds
    assert conversation.trace()["stopped"] == "bound"
    assert conversation.trace()["rounds"] == rounds


def test_questions_that_stop_early_leave_the_batch():
    conversations = [Conversation(wiki(f"Q{n}?"), (f"Fact {n}.",)) for n in range(4)]
    sizes = []

    def ask(step, indices, prompts):
        sizes.append((step.name, len(prompts)))
        if step is ANSWER:
            return ["yes\nAnswer: A"] * len(indices)
        asked = [conversations[index].doc["question"] for index in indices]
        return [
            "none" if len(conversations[index].pairs) >= index else f"{question} {sizes}"
            for index, question in zip(indices, asked, strict=True)
        ]

    converse(conversations, LEXICAL, 6, ask)
    assert [each.trace()["rounds"] for each in conversations] == [0, 1, 2, 3]
    assert sizes == [
        ("decompose", 4), ("answer", 3), ("decompose", 3), ("answer", 2), ("decompose", 2),
        ("answer", 1), ("decompose", 1),
    ]  # fmt: skip
    assert all(pair.fact == f"Fact {n}." for n, c in enumerate(conversations) for pair in c.pairs)


@pytest.mark.parametrize("scenario", ["wiki", "code", "math"])
def test_every_scenario_has_its_prompts(scenario):
    question = embedded_questions(scenario, 12)[0]
    conversation = Conversation(question.to_row(), tuple(fact.fact for fact in question.facts))
    prompts = conversing(conversation, [["Which?\nTentative answer: T"], ["yes\nAnswer: A"]], 1)
    for _, prompt in prompts:
        assert prompt.count("Tentative answer:") >= 2
        assert "{" not in prompt.replace(question.question, "")
    assert question.question in prompts[0][1]
    assert question.question not in prompts[1][1]
    closed = closed_book_prompt(question.to_row())
    final = final_prompt(conversation)
    assert "\n- Which? A\n" in final
    added = [line for line in final.splitlines() if line not in closed.splitlines()]
    assert len(added) == 2
    assert "\n".join(line for line in final.splitlines() if line not in added) == closed


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["wiki", "code", "math"])
def test_demonstrations_give_no_fact_of_the_embedded_questions_away(scenario):
    questions = embedded_questions(scenario, 60)
    doc = {**questions[0].to_row(), "question": "?"}
    conversation = Conversation(doc, ("F",))
    shown = "".join(p for _, p in conversing(conversation, [["?a"], ["yes"], ["none"]]))
    for question in questions:
        for fact in question.facts:
            assert fact.fact not in shown


def test_what_a_model_writes_is_never_rendered_as_a_template():
    conversation = Conversation(wiki("Who?"), ("A {{ 7 * 7 }} fact.",))
    prompts = conversing(
        conversation, [["Who is {{ 7 * 7 }}?"], ["yes\nAnswer: {% raw %}"], ["none"]]
    )
    assert "{{ 7 * 7 }}" in prompts[1][1]
    assert "- Who is {{ 7 * 7 }}? {% raw %}\n" in final_prompt(conversation)


@pytest.mark.parametrize(
    ("text", "question", "tentative"),
    [
        (" Who is it?\nTentative answer: A", "Who is it?", "A"),
        ("Subquestion: Who is it?", "Who is it?", ""),
        ("Sure! The next one is:\n\n**Sub-question 3:** Who is it?\n*Tentative answer*: A",
         "Who is it?", "A"),
        ("I go on.\nWho is it?\nTentative answer:\nA", "Who is it?", "A"),
        ("1. Subquestion: First?\n2. Subquestion: Second?", "First?", ""),
        ("Who is it?\nAnswer: B\nSubquestion: made up?\nTentative answer: C", "Who is it?", ""),
        ("<think>Subquestion: no?</think>\nSubquestion: Who is it?", "Who is it?", ""),
        ("Name the author of Emma.", "Name the author of Emma.", ""),
        ("Wer ist “Ödön”?", "Wer ist “Ödön”?", ""),
        ("誰ですか?", "誰ですか?", ""),
    ],
)  # fmt: skip
def test_a_subquestion_is_found_among_noise(text, question, tentative):
    assert read_question(text) == (question, tentative, False)


@pytest.mark.parametrize(
    "text", ["", "\n", "?", "**", "Subquestion:", "Tentative answer: A", "<think> Who is it?"]
)
def test_where_nothing_is_asked_there_is_no_subquestion(text):
    assert read_question(text) == ("", "", False)


@pytest.mark.parametrize("text", [" none", "None.", "**none**", "Subquestion: none\nQuestion: x"])
def test_the_marker_ends_the_questions(text):
    assert read_question(text) == ("", "", True)


@pytest.mark.parametrize(
    ("text", "has_fact", "contradicted", "answer"),
    [
        (" yes\nAnswer: A", True, True, "A"),
        ("No.\nAnswer: A", True, False, "A"),
        ("Contradicted: yes\nAnswer: A\nFinal answer: B", True, True, "B"),
        ("Contradicts: No, it does not.\n\n**Answer:** `f(x)`", True, False, "f(x)"),
        (" no\nA", True, False, "A"),
        ("A", True, None, "A"),
        (" yes", True, True, ""),
        ("Answer:", True, None, ""),
        ("no", False, None, "no"),
        ("A\nB", False, None, "A"),
        ("Answer: A", False, None, "A"),
    ],
)
def test_a_verdict_and_an_answer_are_found_among_noise(text, has_fact, contradicted, answer):
    assert read_answer(text, has_fact) == (contradicted, answer)


LINES = st.lists(
    st.one_of(
        st.text(st.characters(), max_size=30),  # control characters and surrogates as well
        st.sampled_from(
            ["Subquestion:", "Tentative answer:", "Answer:", "yes", "none", "**", "</think>"]
        ),
    ),
    max_size=6,
).map("\n".join)


@given(LINES, LINES, st.booleans())
def test_whatever_a_model_writes_the_trace_is_bounded_plain_and_whole(asked, answered, has_fact):
    conversation = Conversation(wiki("Who?"), ("A fact.",) if has_fact else ())
    converse(
        [conversation], LEXICAL, 3, lambda step, *_: [asked if step is DECOMPOSE else answered]
    )
    trace = conversation.trace()
    assert json.loads(json.dumps(trace)) == trace
    assert trace["stopped"] in ("finished", "repeated", "nothing asked")
    for pair in trace["pairs"]:
        assert same_form(pair["question"])
        assert pair["answer"]
        assert (pair["question"] + pair["tentative"] + pair["answer"]).isprintable()


def test_long_replies_are_cut():
    asked = read_question("Who " * 5000 + "?\nTentative answer: " + "A" * 5000)
    assert len(asked.question) <= 500
    answered = read_answer("yes\nAnswer: " + "A " * 9000, has_fact=True)
    assert len(answered.answer) <= 500


def test_settings_are_the_papers_unless_they_are_given():
    assert MelloSettings.read({}) == MelloSettings("facebook/contriever-msmarco", 6, 128)
    assert MelloSettings.read({"retriever": "contriever"}) == MelloSettings()
    given_settings = {"retriever": "lexical", "rounds": "20", "step_tokens": 4096}
    assert MelloSettings.read(given_settings) == MelloSettings("lexical", 20, 4096)
    generation = DECOMPOSE.generation(MelloSettings())
    assert generation["temperature"] == ANSWER.generation(MelloSettings())["temperature"] == 0.01
    assert generation["do_sample"] is True


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"rounds": 0}, "rounds: 0 is no whole number from 1 to 20"),
        ({"rounds": 21}, "rounds: 21 is no"),
        ({"rounds": "many"}, "rounds: 'many' is no"),
        ({"rounds": True}, "rounds: True is no"),
        ({"rounds": 2.0}, "rounds: 2.0 is no"),
        ({"rounds": "9" * 10_000}, "is no whole number"),
        ({"step_tokens": 4}, "step_tokens: 4 is no whole number from 16 to 8192"),
        ({"retriever": " "}, "retriever: empty"),
    ],
)
def test_a_wrong_setting_is_refused(arguments, told):
    with pytest.raises(InputError, match=told):
        MelloSettings.read(arguments)
