"""inspect_ai's tasks: the numbers of lm_eval's on the same responses."""

import re
import shlex
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from scored_runs import TASKS, sample_lines, simulated_run

pytestmark = pytest.mark.long

inspect_ai = pytest.importorskip(
    "inspect_ai", reason="inspect_ai is not installed (it needs Python 3.11; the extra `inspect`)"
)
inspect_tasks = pytest.importorskip("erbench_track.harnesses.inspect_tasks")

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "how-to" / "other_harnesses.md"
COMMANDS = re.findall(r"^inspect eval .*$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
SLOW = [pytest.param(task, marks=pytest.mark.slow) for task in [*TASKS][2:]]


def run(task, answer, tmp_path):
    """Runs a task on a mock model that answers by a function of what it is asked."""
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    def outputs(messages, tools, tool_choice, config):
        said = ModelOutput.from_content("mockllm", answer(messages))
        # The mock model would count tokens, with a vocabulary from the network.
        return said.model_copy(update={"usage": ModelUsage()})

    (log,) = inspect_ai.eval(
        task,
        model=get_model("mockllm/model", custom_outputs=outputs),
        log_dir=str(tmp_path),
        display="none",
        limit=30,
    )
    assert log.status == "success", log.error
    return log


def made(name, **arguments):
    """Returns a task by its name, whether or not the entry point is installed."""
    from inspect_ai._util.registry import registry_find

    (found,) = registry_find(lambda info: info.name.rpartition("/")[2] == name)
    return found(**arguments)


@pytest.mark.parametrize("reading", ["robust", "paper"])
@pytest.mark.parametrize("task", [*[*TASKS][:2], *SLOW])
def test_every_metric_has_lm_evals_value_and_standard_error(evaluate, tmp_path, task, reading):
    results = simulated_run(evaluate)
    lines = sample_lines(results, task, reading)
    by_prompt = {line["arguments"][0][0]: line["resps"][0][0] for line in lines}
    assert len(by_prompt) == len(lines)

    def answer(messages):
        return by_prompt["\n\n".join(message.text for message in messages)]

    log = run(made(task, reading=reading), answer, tmp_path)
    (found,) = log.results.scores
    expected = {}
    for name, value in results["results"][task].items():
        metric, _, of = name.partition(",")
        if of == reading and value != "N/A":
            plain = metric.removesuffix("_stderr")
            expected[f"{plain}_stderr" if plain != metric else metric] = value
    assert {name: of.value for name, of in found.metrics.items()} == pytest.approx(expected)
    assert found.scored_samples == 30


def test_lm_evals_settings_and_version_are_inspects(tmp_path):
    asked = []

    def answer(messages):
        asked.append([message.role for message in messages])
        return "Yes."

    log = run(made("erbench_movie_known_bn"), answer, tmp_path)
    assert log.plan.config.max_tokens == 64
    assert log.plan.config.temperature == 0
    assert log.plan.config.stop_seqs == ["\nQ:"]
    assert str(log.eval.task_version) == "2.1"
    assert asked[0] == ["system", "user"]
    assert log.samples[0].metadata["entity_id"]


def test_a_group_asks_all_of_its_question_types(tmp_path):
    log = run(made("erbench_movie", sample_entities=2), lambda _: "Yes.", tmp_path)
    kinds = {sample.metadata["question_type"] for sample in log.samples}
    assert kinds == {"bn_yes", "bn_no", "mc"}


def test_a_score_says_what_was_read_and_what_became_of_the_response(tmp_path):
    log = run(made("erbench_movie_bn_yes"), lambda _: "I don't know.", tmp_path)
    (score,) = log.samples[0].scores.values()
    assert (score.answer, score.explanation) == ("unsure", "admits")
    assert score.metadata["reading"] == "robust"


def test_an_image_goes_before_the_prompt():
    item = {"id": "a", "prompt": "Q: Who?\nA:", "system": "", "answer": "yes"}
    sample = inspect_tasks.sample_of({**item, "image": {"bytes": None, "path": "club.png"}})
    (message,) = sample.input
    assert [part.type for part in message.content] == ["image", "text"]
    assert message.content[0].image == "club.png"
    assert inspect_tasks.sample_of(item).input[0].content == "Q: Who?\nA:"


# Like the script, but its model counts tokens with a vocabulary that it would download.
INSPECT = """
import sys
import tiktoken
from types import SimpleNamespace
tiktoken.get_encoding = lambda name: SimpleNamespace(encode=lambda text, **_: text.split())
from inspect_ai._cli.main import inspect
inspect(sys.argv[1:])
"""


@pytest.mark.skipif(
    not entry_points(group="inspect_ai", name="erbench_track"),
    reason="installed before it had inspect_ai's entry point; install it again",
)
@pytest.mark.parametrize("command", COMMANDS)
def test_the_documented_command_runs_as_typed(command, tmp_path):
    from inspect_ai.log import list_eval_logs, read_eval_log

    typed = [*shlex.split(command)[1:], "--display", "none"]
    done = subprocess.run(
        [sys.executable, "-c", INSPECT, *typed],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    (log,) = map(read_eval_log, list_eval_logs(str(tmp_path / "logs")))
    assert log.status == "success"
    assert "answer_accuracy" in log.results.scores[0].metrics


def test_there_is_a_documented_command():
    assert COMMANDS
