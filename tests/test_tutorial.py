"""The tutorial, from a PostgreSQL database to a published benchmark: every command, as typed."""

import json
import re
import shutil
from contextlib import closing
from pathlib import Path

import pytest
from chat_server import ChatServer
from database_servers import PASSWORD
from recorded_draft import answer
from warm_commands import WarmCommands

ROOT = Path(__file__).resolve().parent.parent
DRAFT = ROOT / "tests" / "tutorial_draft.json"
TUTORIAL = ROOT / "docs" / "tutorial" / "database_to_benchmark.md"


def blocks(language):
    text = TUTORIAL.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def commands():
    return [line for block in blocks("bash") for line in block.splitlines()]


def _as_run(command, tiny_llama):
    """As typed, but for the model: a tiny Llama stands for the one of the Hub."""
    typed = command.replace("pretrained=Qwen/Qwen3-1.7B", f"pretrained={tiny_llama}")
    if typed.startswith("lm_eval"):
        typed += " --gen_kwargs max_gen_toks=8 --batch_size 32 --output_path results"
    return typed


@pytest.mark.slow
def test_every_command_of_the_tutorial_runs(
    postgresql_server, hub, hub_environment, tiny_llama, tmp_path
):
    if not shutil.which("psql"):
        pytest.skip("no psql on this machine; install postgresql-client")
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    url = postgresql_server.url(postgresql_server.new_database())
    letters = json.loads(DRAFT.read_text(encoding="utf-8"))["letters"]
    with ChatServer() as model:
        model.replies(answer(letters))
        author = {"OPENAI_BASE_URL": model.url, "OPENAI_API_KEY": "none"}
        # The Hub's address is read while its client is imported.
        with closing(WarmCommands({**hub_environment, **author, "DATABASE_URL": url})) as warm:
            outputs = {
                command: warm.run(_as_run(command, tiny_llama), tmp_path) for command in commands()
            }
        assert len(model.requests) == len(letters)
    _check(outputs, hub, tmp_path)


def _check(outputs, hub, folder):
    assert PASSWORD not in " ".join(outputs.values())
    assert hub.repos["you/gallery"].private
    files = sorted((folder / "results").rglob("results_*.json"), key=lambda path: path.name)
    whole, fresh = (json.loads(file.read_text())["n-samples"] for file in files)
    every, new = (sum(n["effective"] for n in each.values()) for each in (whole, fresh))
    assert every > new > 0
