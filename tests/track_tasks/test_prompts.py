"""TRACK's prompts, as they are sent."""

import pytest

from erbench_track.track_tasks.prompts import probe_prompt, question_prompt, render

OTHERS = "not all of them matter"


def question(scenario, injected=(), **fields):
    facts = [{"fact": "The one is needed."}, {"fact": "The other is needed."}]
    doc = {"scenario": scenario, "question": "What is it?", "as_of": "2025-09", "facts": facts}
    return {**doc, "injected_facts": list(injected), **fields}


@pytest.mark.parametrize("scenario", ["wiki", "code", "math"])
def test_that_not_all_facts_matter_is_said_only_where_it_is_so(scenario):
    needed = ["The one is needed.", "The other is needed."]
    assert OTHERS not in question_prompt(question(scenario))
    for injected in (needed, needed[1:]):
        prompt = question_prompt(question(scenario, injected))
        assert "rely on them.\n- The" in prompt
        assert OTHERS not in prompt
    prompt = question_prompt(question(scenario, [*needed, "Something else is so."]))
    assert f"rely on them; {OTHERS} for this question.\n- The one" in prompt
    pairs = [{"question": "Who?", "answer": "Ann."}]
    assert OTHERS not in render("question", question(scenario), pairs=pairs)


@pytest.mark.parametrize("scenario", ["wiki", "code", "math"])
def test_a_question_comes_with_one_demonstration_that_reasons(scenario):
    prompt = question_prompt(question(scenario))
    shown, _, asked = prompt.rpartition("\nQuestion: ")
    assert shown.count("\nQuestion: ") == 1
    assert shown.index("\nReasoning: ") < shown.index("\nAnswer:")
    assert asked == "What is it?\nReasoning:"


@pytest.mark.parametrize(
    ("scenario", "what"), [("wiki", "name an entity"), ("code", "give a call")]
)
def test_a_probe_asks_for_an_educated_guess(scenario, what):
    doc = {"scenario": scenario, "probe_question": "Who is it?", "as_of": "2025-09"}
    prompt = probe_prompt(doc)
    assert f"make an educated guess: always {what}." in prompt.partition("\n")[0]
    assert prompt.endswith("\nQuestion: Who is it?\nAnswer:")
