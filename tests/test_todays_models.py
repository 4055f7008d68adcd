"""One set of right answers in the forms in which today's models write them scores the same."""

import pytest
from scripted_model import ScriptedModel

TASKS = ["erbench_movie_bn_yes", "erbench_movie_bn_no", "erbench_movie_mc"]
RATES = ("answer_accuracy", "missing_rate", "hallucination_rate")
ENTITIES = 40


def fact(doc):
    return f"The value is {doc['rationale'][0]['values'][0]}."


def plain(doc):
    return f"{doc['answer'].capitalize()}. {fact(doc)}"


def thinking(doc):
    return f"<think>\nNo. Or yes? Option 9. I am unsure.\n</think>\n\n{plain(doc)}"


def walking(doc):
    steps = [f"{n}. {option} Let me check that." for n, option in enumerate(doc["options"], 1)]
    steps = steps or ["1. Let me recall what there is.", "2. Then I check the other details."]
    return "\n".join([*steps, "", fact(doc), "", f"**Answer: {doc['answer'].capitalize()}**"])


def cut(doc):
    return thinking(doc).partition("</think>")[0]


def empty(doc):
    return ""


class Answering(ScriptedModel):
    """Answers from the item itself."""

    def generate_until(self, requests, disable_tqdm=False):
        return [self.answer(request.doc) for request in requests]


@pytest.fixture
def measured(evaluate):
    def run(form):
        limit = {"erbench_movie_mc": 3 * ENTITIES}  # three wordings of each
        found = {}
        for task in TASKS:
            results = evaluate(Answering(form), [task], limit=limit.get(task, ENTITIES))
            found[task] = results["results"][task], results["configs"][task]["metadata"]
        return found

    return run


@pytest.mark.parametrize("form", [plain, thinking, walking])
def test_a_right_answer_is_read_in_whatever_form_it_comes(measured, form):
    for task, (found, metadata) in measured(form).items():
        assert [found[f"{rate},robust"] for rate in RATES] == [1, 0, 0], task
        assert found["rationale_accuracy,robust"] == 1, task
        assert found["unreadable_rate,robust"] == 0
        assert "warnings" not in metadata


@pytest.mark.parametrize(("form", "truncated"), [(cut, 1), (empty, 0)])
def test_what_cannot_be_read_is_counted_apart_and_warned_about(measured, form, truncated, caplog):
    for task, (found, metadata) in measured(form).items():
        assert [found[f"{rate},robust"] for rate in RATES] == [0, 0, 0]
        for reading in ("robust", "paper"):
            assert found[f"unreadable_rate,{reading}"] == 1
            assert found[f"truncated_rate,{reading}"] == truncated
        (warning,) = metadata["warnings"]
        assert warning.startswith(f"{task}: 100.0% of the responses cannot be read")
        assert "max_gen_toks" in warning
        assert "think_end_token" in warning
        assert warning in caplog.text
