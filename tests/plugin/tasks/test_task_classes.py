"""A judge beside ERBench's own rule: in one run, or later over the recorded responses."""

import json

import pytest
from chat_server import ChatServer, completion, error
from scripted_model import ScriptedModel

from erbench_track.core.errors import InputError
from erbench_track.plugin.models.simulated import SimulatedLM

KEY = "sk-secret-of-a-judge"
TASKS = ["erbench_movie_bn_yes", "erbench_movie_mc"]


@pytest.fixture
def server(monkeypatch, tmp_path):
    server = ChatServer()
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("ERBENCH_TRACK_JUDGE_CACHE", str(tmp_path / "verdicts"))
    monkeypatch.setenv("ERBENCH_TRACK_ITEM_CACHE", "0")
    yield server
    server.close()


def by_response(body):
    """Says yes to some responses and no to others, always the same."""
    prompt = body["messages"][-1]["content"]
    return completion_of("yes" if len(prompt) % 3 else "no")


def completion_of(text):
    return 200, {}, completion(text)


def numbers(results, task):
    found = results["results"][task]
    return {
        name: found[f"{name},robust"]
        for name in ("judged_rationale_accuracy", "unjudged", "rationale_accuracy")
        if f"{name},robust" in found
    }


def test_without_a_judge_nothing_is_asked_and_nothing_is_shown(server, evaluate):
    results = evaluate(SimulatedLM(), ["erbench_movie_mc"], limit=5)
    assert set(numbers(results, "erbench_movie_mc")) == {"rationale_accuracy"}
    assert not server.requests


def test_the_lexical_judge_is_named_in_the_results(evaluate):
    results = evaluate(SimulatedLM(), ["erbench_movie_mc"], {"judge": "lexical"}, limit=30)
    found = numbers(results, "erbench_movie_mc")
    assert found["judged_rationale_accuracy"] == found["rationale_accuracy"]
    assert found["unjudged"] == 0
    record = results["configs"]["erbench_movie_mc"]["metadata"]["judged_by"]
    assert record["judge"] == "lexical"
    assert record["verdicts"] == 30


def test_a_judge_in_the_run_and_one_afterwards_give_the_same_numbers(
    server, evaluate, tmp_path, command
):
    server.replies(by_response)
    one_run = evaluate(SimulatedLM(), TASKS, {"judge": "openai/some-model"}, limit=25)
    asked = len(server.requests)
    assert 0 < asked <= 50
    plain = evaluate(SimulatedLM(), TASKS, limit=25, predict_only=True)
    folder = tmp_path / "model"
    folder.mkdir()
    for task in TASKS:
        lines = [
            json.dumps({"doc_id": s["doc_id"], "doc": s["doc"], "resps": s["resps"]})
            for s in plain["samples"][task]
            if s["filter"] in ("robust", "none")  # since 0.5 there are no readings then
        ]
        (folder / f"samples_{task}_2026-11-20T00-00-00.000000.jsonl").write_text("\n".join(lines))
    for task in TASKS:
        code, _, err = command(
            "score", folder, "--task", task, "--judge", "openai/some-model", "-o", tmp_path / task
        )
        assert code == 0, err
        (file,) = (tmp_path / task).rglob("results_*.json")
        later = json.loads(file.read_text())
        assert numbers(later, task) == numbers(one_run, task)
        assert 0 < numbers(later, task)["judged_rationale_accuracy"] < 1
        record = later["configs"][task]["metadata"]["judged_by"]
        assert "some-model" in json.dumps(record)
        assert KEY not in file.read_text()
    assert len(server.requests) == asked, "no verdict is paid for twice"


def test_a_verdict_that_cannot_be_had_is_left_out_and_counted(server, evaluate, caplog):
    server.replies(lambda body: completion_of("" if len(str(body)) % 2 else "Yes"))
    metadata = {"judge": "openai/some-model", "judge_max_retries": 0}
    results = evaluate(SimulatedLM(), ["erbench_movie_mc"], metadata, limit=30)
    found = numbers(results, "erbench_movie_mc")
    assert 0 < found["unjudged"] < 1
    assert f"no verdict on {round(found['unjudged'] * 30)} of 30 responses" in caplog.text
    assert found["judged_rationale_accuracy"] == 1
    with pytest.raises(InputError, match=r"no verdict on \d+ of 30 responses"):
        evaluate(SimulatedLM(), ["erbench_movie_mc"], {**metadata, "strict_judge": True}, limit=30)


def test_results_and_samples_say_which_answers_are_the_judges(server, evaluate, caplog):
    caplog.set_level("INFO")
    task, hint = "erbench_movie_bn_yes", "What else would {} be?"
    model = ScriptedModel(lambda prompt: "No." if len(prompt) % 2 else hint.format(len(prompt)))
    server.replies(lambda body: completion_of("unreadable" if "0 be?" in str(body) else "yes"))
    results = evaluate(model, [task], {"judge": "openai/some-fake"}, limit=30)
    read = [sample["filtered_resps"][0] for sample in results["samples"][task]]
    given = sum('"answered_by": "judge"' in one for one in read)
    asked = sum('"answer_explanation"' in one for one in read)
    assert 0 < given < asked < 30
    record = results["configs"][task]["metadata"]["judged_by"]
    assert (record["answers_asked"], record["answers_given"]) == (asked, given)
    assert f"{asked} responses put to it that no rule reads, {given} of them" in caplog.text
    found = results["results"][task]
    assert found["answer_accuracy,robust"] == given / 30
    assert found["unreadable_rate,robust"] == pytest.approx((asked - given) / 30)


def test_a_wrong_key_is_one_line_without_the_key(server, evaluate):
    server.replies(error(401, f"Incorrect API key provided: {KEY}"))
    with pytest.raises(InputError) as raised:
        evaluate(SimulatedLM(), ["erbench_movie_mc"], {"judge": "openai/some-model"}, limit=5)
    assert KEY not in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"judge": "gpt"}, "judge: 'gpt' is unknown; give openai/MODEL"),
        ({"judge": "openai/m", "judge_max_calls": "many"}, "judge_max_calls: 'many' is not"),
        ({"judge": "openai/m", "judge_colour": "red"}, "judge_colour: no such setting"),
    ],
)
@pytest.mark.usefixtures("server")
def test_a_wrong_setting_of_a_judge_is_one_line(evaluate, settings, message):
    with pytest.raises(InputError, match=message):
        evaluate(SimulatedLM(), ["erbench_movie_mc"], settings, limit=2)


@pytest.mark.parametrize("metadata", ["{", "[1]"])
def test_settings_that_are_no_json_object_are_refused(tmp_path, refused, metadata):
    assert "--metadata" in refused("score", tmp_path, "--task", "x", "--metadata", metadata)
