"""TRACK's CODE tasks: programs are run, and calls are bound, before a judge is asked."""

import json

import pytest
from chat_server import ChatServer

from erbench_track.core.errors import InputError
from erbench_track.core.json_text import read_extraction
from erbench_track.filters.judge.lexical import LexicalJudge
from erbench_track.filters.judge.protocol import Entailment
from erbench_track.filters.sandbox.bubblewrap import is_missing
from erbench_track.filters.sandbox.protocol import Outcome
from erbench_track.filters.track import ExecutionFilter
from erbench_track.plugin.models.simulated import TrackSimulatedLM
from erbench_track.track_tasks.code.call_rule import CallRule

pytest.importorskip("pandas")
needs_bubblewrap = pytest.mark.skipif(bool(is_missing()), reason="bubblewrap cannot be used here")
DETAIL = {"entry_point": "task_func", "tests": "import unittest", "libs": ["math"]}
DOC = {
    "id": "q", "scenario": "code", "question": "Write it.", "answer": "task_func",
    "facts": [{"fact": "In Python (3.11), the call `math.sqrt(x)` does the following: root."}],
    "injected_facts": [], "detail": json.dumps(DETAIL),
}  # fmt: skip
PROGRAM = "```python\nimport math\n\n\ndef task_func(a):\n    return math.sqrt(a)\n```"


class ScriptedSandbox:
    """Gives each program the next outcome, and remembers the programs."""

    def __init__(self, *outcomes):
        self.outcomes = list(outcomes)
        self.programs = []

    def run(self, programs):
        self.programs += programs
        return [self.outcomes.pop(0) for _ in programs]


def judged(response, outcome):
    sandbox = ScriptedSandbox(outcome)
    found = ExecutionFilter(LexicalJudge(), sandbox).apply([[response]], [DOC])
    return read_extraction(found), sandbox.programs


def test_the_answer_passes_if_the_programs_tests_do():
    found, programs = judged(f"Here it is:\n{PROGRAM}\nDone.", Outcome(True, "passed", 4, 4, ""))
    assert found["answer_pass"] is True
    assert found["answer_explanation"] == "by running the unit tests: passed, 4 of 4 ran."
    assert programs[0].solution.startswith("import math")
    assert programs[0].tests == DETAIL["tests"]
    assert found["facts_entailed"] == [True]


@pytest.mark.parametrize("status", ["failed", "timeout", "memory", "crashed", "forged"])
def test_whatever_else_happens_to_a_program_it_does_not_pass(status):
    found, _ = judged(PROGRAM, Outcome(False, status, 1, 4, "why"))
    assert found["answer_pass"] is False
    assert status in found["answer_explanation"]


def test_tests_that_cannot_be_loaded_leave_the_answer_unjudged():
    found, _ = judged(PROGRAM, Outcome(False, "error", 0, 0, "no tests"))
    assert found["answer_pass"] is None


@pytest.mark.parametrize(
    ("program", "verdicts"),
    [
        ("import math\nprint(math.sqrt(2))", [True, None]),
        ("from math import sqrt as root\nroot(2)", [True, None]),
        ("import math\nmath.sqrt()", [False, None]),
        ("import pandas as pd\npd.DataFrame({}).max()", [None, True]),
        ("def broken(:", [None, None]),
        ("", [None, None]),
    ],
)
def test_calls_that_bind_are_decided_without_a_judge(program, verdicts):
    statements = ("the call `math.sqrt(x)` does", "the call `pandas.DataFrame.max(self)` does")
    found = CallRule()(Entailment("code", "q", program, statements))
    assert [verdict and verdict.holds for verdict in found] == verdicts


@pytest.fixture
def judge_server(monkeypatch, tmp_path):
    server = ChatServer()
    monkeypatch.setenv("ERBENCH_TRACK_JUDGE_CACHE", str(tmp_path / "verdicts"))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-0123456789")
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    yield server
    server.close()


def test_as_an_option_a_judge_says_whether_programs_would_pass(evaluate, judge_server, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")  # nothing can be run
    judge_server.replies(lambda request: json.dumps({"explanation": "x", "verdict": "no"}))
    results = evaluate(
        TrackSimulatedLM(p=1.0, r=1.0),
        ["track_code"],
        {"p": 1.0, "question_count": 3, "judge": "openai/m", "answer_pass": "judge"},
        confirm_run_unsafe_code=True,
    )
    asked = [request["messages"][0]["content"] for request in judge_server.requests]
    told = [text for text in asked if "would pass its unit tests" in text]
    detail = json.loads(results["samples"]["track_code"][0]["doc"]["detail"])
    assert len(told) == 3
    assert any(detail["tests"] in text and detail["solution"] in text for text in told)
    rates = results["results"]["track_code"]
    assert rates["answer_pass,track"] == 0.0
    assert rates["programs_not_run,track"] == 1.0
    found = read_extraction(results["samples"]["track_code"][0]["filtered_resps"])
    assert found["answer_explanation"] == "by the judge, without running the program: x"


def test_a_rule_cannot_tell_whether_tests_would_pass(evaluate):
    results = evaluate(
        TrackSimulatedLM(),
        ["track_code"],
        {"question_count": 3, "answer_pass": "judge"},
        confirm_run_unsafe_code=True,
    )["results"]["track_code"]
    assert results["unjudged,track"] == 1.0
    assert results.get("answer_pass,track", "N/A") == "N/A"


def test_another_way_to_find_the_answer_pass_is_refused(evaluate):
    with pytest.raises(InputError, match="answer_pass: 'guess' is not one of run, judge"):
        evaluate(
            TrackSimulatedLM(), ["track_code"], {"answer_pass": "guess"},
            confirm_run_unsafe_code=True,
        )  # fmt: skip


@needs_bubblewrap
def test_code_runs_through_lm_eval_with_real_execution(evaluate):
    rates = {"p": 0.7, "r": 0.9}
    results = evaluate(
        TrackSimulatedLM(**rates),
        ["track_code", "track_code_probe"],
        {**rates, "question_count": 40},
        confirm_run_unsafe_code=True,
    )
    samples = results["samples"]["track_code"]
    model = TrackSimulatedLM(**rates)
    for sample in samples:
        found = read_extraction(sample["filtered_resps"])
        knows = [model.knows(fact["fact_id"]) for fact in sample["doc"]["facts"]]
        right = all(knows) and model.draw("r", sample["doc"]["id"])
        assert found["answer_pass"] is right, found["answer_explanation"]
        if all(knows):
            assert found["facts_entailed"] == knows, found["fact_explanations"]
    known = results["results"]["track_code_probe"]["known,track"]
    assert 0.5 < known < 0.9
    judged_by = results["configs"]["track_code"]["metadata"]["judged_by"]
    assert judged_by["decided_by_rules"] > 0


def test_lm_eval_asks_before_it_runs_code(evaluate):
    with pytest.raises(ValueError, match="unsafe"):
        evaluate(TrackSimulatedLM(), ["track_code"], {"question_count": 2})


def test_the_study_asks_before_it_runs_code(refused, tmp_path):
    told = refused(
        "track", "--model", "track-simulated", "--scenarios", "code", "-o", tmp_path / "x"
    )
    assert "--confirm_run_unsafe_code" in told


def test_without_bubblewrap_nothing_is_run_unless_that_is_accepted(evaluate, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(InputError, match="not installed; install bubblewrap, or"):
        evaluate(
            TrackSimulatedLM(), ["track_code"], {"question_count": 2}, confirm_run_unsafe_code=True
        )


@needs_bubblewrap
def test_recorded_programs_are_scored_by_running_them_if_that_is_agreed_to(
    evaluate, command, refused, capsys, tmp_path
):
    results = evaluate(
        TrackSimulatedLM(r=0.5), ["track_code"], {"question_count": 12},
        confirm_run_unsafe_code=True,
    )  # fmt: skip
    path = tmp_path / "samples_track_code_2026.jsonl"
    lines = [json.dumps(sample, default=str) for sample in results["samples"]["track_code"]]
    path.write_text("\n".join(lines) + "\n")
    capsys.readouterr()  # progress of the run itself
    arguments = ("score", path, "--task", "track_code", "-o", tmp_path / "scored")
    assert "--confirm_run_unsafe_code" in refused(*arguments)
    code, _, err = command(*arguments, "--confirm_run_unsafe_code")
    assert code == 0, err
    (written,) = (tmp_path / "scored").rglob("results_*.json")
    scored = json.loads(written.read_text())["results"]["track_code"]
    rates = results["results"]["track_code"]
    for metric in ("answer_pass", "full_knowledge_entailment", "holistic_pass"):
        assert scored[f"{metric},track"] == rates[f"{metric},track"]
