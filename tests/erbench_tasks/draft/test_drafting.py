"""Drafts that a language model wrote, made again over HTTP from its recorded replies.

Each reply is a model's, to exactly the prompt that is hashed beside it; nobody edited one. A prompt
changes with the product's text and with the profile: then it has to be recorded anew.
"""

import hashlib
import json
from pathlib import Path

import pytest
import yaml
from chat_server import ChatServer, error
from conftest import OFFICIAL

RECORDED = Path(__file__).parent / "recorded"
DATABASES = OFFICIAL / "databases"


def answer(letters):
    """Returns what answers a request with the recorded reply to its prompt."""
    replies = {letter["prompt_sha256"]: letter["reply"] for letter in letters}

    def reply(body):
        prompt = body["messages"][0]["content"]
        found = replies.get(hashlib.sha256(prompt.encode()).hexdigest())
        return found or error(400, "no reply was recorded to this prompt; record it anew")

    return reply


@pytest.mark.parametrize("path", sorted(RECORDED.glob("*.json")), ids=lambda path: path.stem)
def test_a_recorded_draft_asks_what_holds(path, command, monkeypatch, tmp_path):
    recorded = json.loads(path.read_text(encoding="utf-8"))
    database = DATABASES / recorded["database"]
    if not database.exists():
        pytest.skip(f"no database at ../shared/data/databases/{recorded['database']}")
    output = tmp_path / f"{path.stem}.yaml"
    with ChatServer() as server:
        server.replies(answer(recorded["letters"]))
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        code, _, err = command(
            "draft", database, "-o", output, "--author", "openai/recorded", *recorded["options"]
        )
        assert code == 0, err
        assert len(server.requests) == len(recorded["letters"])
    text = output.read_text(encoding="utf-8")
    assert len(yaml.safe_load(text)["questions"]) == recorded["entries"]
    assert f"{recorded['entries']} entries, about {recorded['questions']:,} questions" in text
