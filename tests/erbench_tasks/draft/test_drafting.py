"""Drafts that a language model wrote, made again over HTTP from its recorded replies."""

import json
from pathlib import Path

import pytest
import yaml
from chat_server import ChatServer
from conftest import OFFICIAL
from recorded_draft import answer

RECORDED = Path(__file__).parent / "recorded"
DATABASES = OFFICIAL / "databases"


def drafts():
    for path in sorted(RECORDED.glob("*.json")):
        marks = [] if path.stem == "elements" else [pytest.mark.slow]
        yield pytest.param(path, id=path.stem, marks=marks)


@pytest.mark.parametrize("path", list(drafts()))
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
