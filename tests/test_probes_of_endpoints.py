"""An endpoint that knows everything is found to know everything, in whatever form it says so."""

import re
from collections import Counter

import pytest
from chat_server import ChatServer

from erbench_track.core.suites.track import SCENARIOS
from erbench_track.track_tasks.dataset import load_probes
from erbench_track.track_tasks.gaps import Gaps

pytestmark = pytest.mark.long

THOUGHT = "\n".join(["Let me think about this. It may be something else.", *["Hm."] * 100])
FORMS = {
    "plain": "{}",
    "labelled": "Answer: {}",
    "bold": "**{}**",
    "bold label": "**Answer:**\n\n{}\n\nThat is all that was asked.",
    "fenced": "```\n{}\n```",
    "behind a leading newline": "\n{}",
    "polite": "Sure! Here it is:\n\n{}",
    "after a thinking block": f"<think>\n{THOUGHT}\nQuestion: is it?\n</think>\n\n{{}}",
    "harmony": f"<|channel|>analysis<|message|>{THOUGHT}<|end|><|start|>assistant<|channel|>final"
    "<|message|>{}<|return|>",
    "harmony without its tokens": f"analysis{THOUGHT}assistantfinal{{}}",
}


class Knowing:
    """Answers each question in every form in turn, and does what a request says of lengths."""

    def __init__(self, scenario, questions):
        self.probes = {
            doc["probe_question"]: doc["probe_answer"]
            for doc in load_probes(scenario=scenario, question_count=questions)["test"]
        }
        self.asked = Counter()

    def __call__(self, request):
        prompt = request["messages"][-1]["content"]
        question = next((question for question in self.probes if question in prompt), "")
        form = [*FORMS.values()][self.asked[question] % len(FORMS)]
        self.asked[question] += 1
        return cut(form.format(self.probes.get(question, "I am not sure")), request)


def cut(text, request):
    """Returns a reply up to a stop sequence, and of at most as many words as it may have tokens."""
    for stop in request.get("stop") or ():
        text = text.partition(stop)[0]
    most = request.get("max_tokens") or request.get("max_completion_tokens")
    return "".join(re.findall(r"\s*\S+", text)[:most])


@pytest.fixture
def server():
    server = ChatServer()
    yield server
    server.close()


def study(server, run, *more, questions=2):
    return (
        "track", "--model", "local-chat-completions", "--apply_chat_template",
        "--model_args", f"model=m,base_url={server.url}/chat/completions",
        "--methods", "closed_book", "--questions", str(questions), "-o", run, *more,
    )  # fmt: skip


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_an_endpoint_knows_does_not_depend_on_the_form_of_its_replies(
    command, monkeypatch, server, scenario, tmp_path
):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    server.replies(Knowing(scenario, 2))
    code, _, err = command(
        *study(server, tmp_path / "run", "--scenarios", scenario, "--confirm_run_unsafe_code")
    )
    assert code == 0, err
    facts = Gaps.read(tmp_path / "run" / "gaps" / f"{scenario}.parquet").facts
    assert facts
    for gap in facts:
        assert (gap.known, gap.knowledge_confidence) == (True, 1.0), gap
        assert [group["count"] for group in gap.responses] == [len(FORMS)], gap


def test_an_endpoint_that_returns_nothing_stops_the_study(
    caplog, command, monkeypatch, server, tmp_path
):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    server.replies("")
    arguments = study(server, tmp_path / "run", questions=20)
    code, _, err = command(*arguments)
    assert code == 2
    told = err.splitlines()[-1]
    assert told.startswith("erbench-track: error: wiki_probe: 200 of 200 replies cannot be read")
    for remedy in ("max_gen_toks=8192", "enable_thinking=False", "--accept_unreadable"):
        assert remedy in told
    assert not (tmp_path / "run" / "gaps").exists()
    server.requests.clear()
    assert command(*arguments)[0] == 2
    assert server.requests == []
    code, _, err = command(*arguments, "--accept_unreadable")
    assert code == 0, err
    assert "facts known (wiki). If the replies are right" in caplog.text
    report = (tmp_path / "run" / "report" / "report.md").read_text()
    assert "100.0% of the responses cannot be read" in report
    assert "facts known. Read some of the replies" in report


def test_some_empty_replies_are_warned_about_and_do_not_stop_the_study(
    command, monkeypatch, server, tmp_path
):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    server.script = ["Paris", "Rome", "Lyon", "", "Oslo", "Bonn"] * 1000
    code, _, err = command(*study(server, tmp_path / "run"))
    assert code == 0, err
    report = (tmp_path / "run" / "report" / "report.md").read_text()
    assert "of the responses cannot be read" in report
