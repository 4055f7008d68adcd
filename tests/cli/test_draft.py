"""`erbench-track draft`."""

import json
import sqlite3

import film_database
import pytest
from chat_server import ChatServer, error

NONE = '{"drop": [], "about": "", "relations": [], "entries": []}'


@pytest.fixture
def films(tmp_path):
    return film_database.make(tmp_path)


@pytest.fixture
def server(monkeypatch):
    with ChatServer() as server:
        server.replies(NONE)
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
        yield server


@pytest.fixture
def draft(command, films, tmp_path):
    def run(*arguments, author="openai/m", output="films.yaml"):
        options = ["--author", author] if author else []
        return command("draft", films, "-o", tmp_path / output, *options, *arguments)

    return run


def test_a_dry_run_prints_what_would_be_sent_and_sends_nothing(draft, server, tmp_path):
    code, out, err = draft("--dry_run", "--prices", "1,4")
    assert code == 0
    assert server.requests == []
    assert not (tmp_path / "films.yaml").exists()
    assert "# film: 60 rows" in out
    assert "email" in out
    assert "example.org" not in out
    assert "tokens" in err
    assert "0." in err
    shown = out.removesuffix("\n")
    draft()
    assert server.requests[0]["messages"][0]["content"] == shown


def test_without_values_none_is_sent(draft, server):
    _, out, _ = draft("--dry_run", "--no-values", "--public-persons", "directors")
    assert "Tale 1" not in out
    assert "Ada Number" not in out
    assert "title text" in out


def test_what_the_user_wants_is_in_the_prompt(draft, server):
    _, out, _ = draft("--dry_run", "--instructions", "Ask about\nyears.", "--language", "French")
    assert "What the user wants: Ask about years." in out
    assert "write all wordings in French" in out


def test_a_model_that_writes_nothing_is_told_so_twice_and_the_file_says_so(draft, server, tmp_path):
    code, out, err = draft()
    assert code == 2
    assert len(server.requests) == 3
    assert "nothing that the model wrote holds" in err
    assert "0 entries" in out
    assert (tmp_path / "films.yaml").read_text().startswith("# Drafted by m on ")
    letters = json.loads((tmp_path / "films.author.json").read_text())["letters"]
    assert [letter["stage"] for letter in letters] == ["draft", "repair 1", "repair 2"]
    assert "sk-secret" not in (tmp_path / "films.author.json").read_text()


def test_a_draft_that_was_interrupted_goes_on_with_the_replies_that_it_has(draft, server):
    server.replies(NONE, error(401, "no"))
    code, _, err = draft()
    assert code == 2
    assert "refuses the key" in err
    server.requests.clear()
    server.replies(NONE)
    draft()
    assert len(server.requests) == 2
    assert "repair" not in server.requests[0]["messages"][0]["content"][:100]


def test_replies_that_were_paid_are_kept_until_there_are_others(draft, server, tmp_path):
    draft()
    kept = (tmp_path / "films.author.json").read_text()
    server.replies(error(401, "no"))
    code, _, _ = draft("--overwrite")
    assert code == 2
    assert (tmp_path / "films.author.json").read_text() == kept
    assert (tmp_path / "films.yaml").exists()


def test_a_draft_is_made_again_from_its_replies_without_a_model(draft, server, tmp_path):
    draft()
    server.requests.clear()
    code, _, err = draft("--from", tmp_path / "films.author.json", author=None, output="again.yaml")
    assert code == 2
    assert "nothing that the model wrote holds" in err
    assert server.requests == []
    again = [(tmp_path / name).read_text() for name in ("films.yaml", "again.yaml")]
    assert again[0] == again[1]


def test_replies_to_another_prompt_are_refused(draft, server, tmp_path):
    draft()
    path = tmp_path / "films.author.json"
    content = json.loads(path.read_text())
    content["settings"]["instructions"] = "Something else."
    path.write_text(json.dumps(content))
    code, _, err = draft("--from", path, author=None, output="again.yaml")
    assert code == 2
    assert "the database, or this program, is another one than then" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--public-persons", " "], "--public-persons: say why"),
        (["--dry_run"], "--dry_run: without --author nothing is sent"),
        (["--author", "gpt"], "--author: 'gpt' is not of the form openai/MODEL"),
        (["--author", "openai/m", "--critic", "m"], "--critic: 'm' is not of the form"),
        (["--author", "openai/m", "--prices", "cheap"], "--prices: 'cheap' is not two prices per"),
        (
            ["--author", "openai/m", "--prices", "-1,2"],
            "not two prices that can be paid",
        ),
    ],
)
def test_bad_options_are_refused_in_one_line(refused, films, tmp_path, arguments, message):
    assert message in refused("draft", films, "-o", tmp_path / "films.yaml", *arguments)


def test_a_file_that_is_there_is_not_replaced(refused, films, tmp_path):
    path = tmp_path / "films.yaml"
    path.write_text("name: mine\n")
    line = refused("draft", films, "-o", path, "--author", "openai/m")
    assert "there already" in line
    assert path.read_text() == "name: mine\n"


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"version": 1, "settings": 1}'])
def test_a_file_that_has_no_replies_is_refused(refused, films, tmp_path, content):
    path = tmp_path / "x.json"
    path.write_text(content)
    line = refused("draft", films, "-o", tmp_path / "films.yaml", "--from", path)
    assert f"{path}: not the replies of a draft" in line


def test_without_a_model_questions_are_made_in_record_form(command, films, tmp_path):
    code, out, err = command("draft", films, "-o", tmp_path / "films.yaml")
    assert code == 0
    assert "A model words it better" in err
    assert "entries, about" in out
    code, out, _ = command("preview", tmp_path / "films.yaml", "--database", films)
    assert code == 0
    assert 'In the table "director", is there a record with' in out
    assert "example.org" not in out


def test_nothing_to_ask_is_no_error(command, tmp_path):
    with sqlite3.connect(tmp_path / "people.sqlite") as connection:
        connection.execute("create table customer (id integer primary key, name text, email text)")
    code, out, _ = command("draft", tmp_path / "people.sqlite", "-o", tmp_path / "people.yaml")
    assert (code, out) == (0, "nothing to ask: every table is personal\n")
    assert not (tmp_path / "people.yaml").exists()
