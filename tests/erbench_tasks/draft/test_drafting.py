"""Drafts that a language model wrote, made again over HTTP from its recorded replies."""

import json
from pathlib import Path

import pytest
import yaml
from chat_server import ChatServer
from conftest import OFFICIAL
from copied_databases import load_dump
from recorded_draft import answer

RECORDED = Path(__file__).parent / "recorded"
DATABASES = OFFICIAL / "databases"


def drafts():
    for path in sorted(RECORDED.glob("*.json")):
        marks = [] if path.stem == "elements" else [pytest.mark.slow]
        yield pytest.param(path, id=path.stem, marks=marks)


@pytest.fixture
def located(request):
    """Tells where the database of a draft is; a dump is loaded into a server."""

    def locate(name):
        path = DATABASES / name
        if not path.exists():
            pytest.skip(f"no database at ../shared/data/databases/{name}")
        if path.suffix != ".sql":
            return path
        server = request.getfixturevalue("postgresql_server")
        return server.url(load_dump(server, path))

    return locate


@pytest.mark.parametrize("path", list(drafts()))
def test_a_recorded_draft_asks_what_holds(path, located, command, monkeypatch, tmp_path):
    recorded = json.loads(path.read_text(encoding="utf-8"))
    database = located(recorded["database"])
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
