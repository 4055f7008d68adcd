"""One chat client for all: an endpoint on loopback that fails in all the ways an endpoint can."""

import asyncio
import json
import logging
import re
import sys
import threading

import pytest
from chat_server import ChatServer, error

from erbench_track.core import http
from erbench_track.core.chat import client as client_module
from erbench_track.core.chat.budget import Budget, Prices
from erbench_track.core.chat.client import ChatClient, endpoint_settings
from erbench_track.core.errors import InputError
from erbench_track.core.optional import remedy

KEY = "sk-secret-0123456789"
PROMPT = "Which city? Reply with JSON."
REPLY = json.dumps({"city": "Rome"})
SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}


@pytest.fixture
def server(monkeypatch):
    server = ChatServer()
    server.replies(REPLY)
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture(autouse=True)
def waits(monkeypatch):
    """Nothing sleeps, chance has no say; what would have been slept is collected."""
    slept = []

    async def wait(seconds):
        slept.append(seconds)

    monkeypatch.setattr(client_module, "wait", wait)
    monkeypatch.setattr(client_module, "FIRST_WAIT", 0.5)
    monkeypatch.setattr(http.random, "uniform", lambda low, high: high)
    return slept


def ask(schema=client_module.ANY_JSON, **options):
    return ChatClient("some-model", **options).reply(PROMPT, schema)


def test_a_reply_is_asked_for_with_the_model_a_temperature_and_json(server):
    assert ask() == REPLY
    assert server.requests == [
        {
            "model": "some-model",
            "messages": [{"role": "user", "content": PROMPT}],
            "temperature": 0,
            "response_format": {"type": "json_object"},
        }
    ]


def test_a_schema_is_sent_where_there_is_one_and_no_format_where_no_json_is_wanted(server):
    assert ask(SCHEMA) == ask(None) == REPLY
    with_schema, without = server.requests
    assert with_schema["response_format"]["json_schema"]["schema"] == SCHEMA
    assert "response_format" not in without


def test_any_json_does_not_keep_a_later_schema_from_being_sent(server):
    model = ChatClient("some-model")
    assert model.reply(PROMPT) == model.reply(PROMPT, SCHEMA) == REPLY
    assert [r["response_format"]["type"] for r in server.requests] == ["json_object", "json_schema"]


def test_one_reply_can_be_asked_for_within_a_running_event_loop(server):
    async def within():
        return ask()

    assert asyncio.run(within()) == REPLY


def test_tokens_and_their_cost_are_counted(server):
    model = ChatClient("some-model", budget=Budget(prices=Prices(1.0, 2.0)))
    server.replies(error(500, "oops"), REPLY)
    assert model.reply(PROMPT) == model.reply(PROMPT) == REPLY
    assert (model.budget.prompt_tokens, model.budget.completion_tokens) == (22, 14)
    assert model.budget.calls == 3
    assert model.budget.cost == pytest.approx(2 * 25e-6)


def test_a_spent_budget_is_one_line_and_nothing_is_sent(server):
    model = ChatClient("some-model", budget=Budget(max_calls=1))
    assert model.reply(PROMPT) == REPLY
    with pytest.raises(InputError, match=r"^http.*: the 1 calls of the budget are spent$"):
        model.reply(PROMPT)
    assert len(server.requests) == 1


def test_a_refused_key_is_one_line_without_the_key(server):
    server.replies(error(401, f"Incorrect API key provided: {KEY}"))
    with pytest.raises(
        InputError, match=r"refuses the key \(HTTP 401\); set OPENAI_API_KEY to another$"
    ):
        ask()
    assert len(server.requests) == 1


def test_the_key_is_sent_and_never_shown_or_logged(server, caplog, capfd):
    caplog.set_level(logging.DEBUG)
    server.replies(error(418, f"no tea for\n Bearer {KEY}\x1b[31m"))
    with pytest.raises(InputError) as caught:
        ask()
    assert server.keys == [f"Bearer {KEY}"]
    assert str(caught.value) == f"{server.url}: HTTP 418: no tea for Bearer [key][31m"
    assert caught.value.__suppress_context__
    assert caught.value.__cause__ is None
    output = capfd.readouterr()
    assert KEY not in caplog.text + output.out + output.err + str(caught.value)


def test_the_key_does_not_follow_to_another_host(server):
    other = ChatServer()
    other.replies(REPLY)
    server.replies((307, {"Location": f"{other.url}/chat/completions"}, ""))
    assert ask() == REPLY
    assert (server.keys, other.keys) == ([f"Bearer {KEY}"], [None])
    other.shutdown()
    other.server_close()


def test_a_local_server_needs_no_key(server, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    assert ask() == REPLY
    assert server.keys == ["Bearer none"]


def test_an_unknown_model_is_named(server):
    server.replies(error(404, "no such model"))
    with pytest.raises(InputError, match=r"has no model 'some-model', or is no such endpoint"):
        ask()


def test_a_spent_quota_is_not_asked_again(server):
    body = {"error": {"message": "pay", "code": "insufficient_quota"}}
    server.replies((429, {}, json.dumps(body)))
    with pytest.raises(InputError, match=r"the quota of the key is spent \(HTTP 429\)$"):
        ask()
    assert len(server.requests) == 1


def test_the_client_waits_as_it_is_asked_when_asked_too_often(server, waits):
    server.replies(error(429, "slow down", **{"Retry-After": "7"}), REPLY)
    assert ask() == REPLY
    assert waits == [7.5]


def test_a_pause_that_is_too_long_is_not_taken(server, waits):
    server.replies(error(429, "slow down", **{"Retry-After": "601"}))
    with pytest.raises(InputError, match="HTTP 429: slow down"):
        ask()
    assert waits == []


def test_an_exhausted_rate_limit_is_one_line(server, waits):
    server.replies(error(429, "slow down"))
    with pytest.raises(InputError, match=r"takes no more requests.*HTTP 429"):
        ask(max_retries=3)
    assert len(server.requests) == 4
    assert waits == [0.5, 1, 2]


def test_server_errors_are_retried_and_then_reported(server):
    server.replies(error(500, "oops"), error(503, "oops"), REPLY)
    assert ask() == REPLY
    server.replies(error(500, "out of memory"))
    with pytest.raises(InputError, match=r"HTTP 500: out of memory"):
        ask()


def test_a_closed_connection_is_retried_and_then_reported(server):
    server.replies(None, REPLY)
    assert ask() == REPLY
    server.replies(None)
    with pytest.raises(InputError, match="cannot be reached, or breaks off"):
        ask(max_retries=1)


def test_a_server_that_is_not_there_is_named(server):
    with pytest.raises(InputError, match=r"^http://127.0.0.1:9/v1: cannot be reached"):
        ask(base_url="http://127.0.0.1:9/v1")


def test_a_silent_server_is_given_up(monkeypatch, server):
    silent = threading.Event()
    monkeypatch.setattr(server, "next_reply", lambda: silent.wait(30) and None)
    with pytest.raises(InputError, match=r"no reply within 0\.2 seconds"):
        ask(timeout=0.2, max_retries=0)
    silent.set()


@pytest.mark.parametrize(
    ("message", "left_out"),
    [
        ("response_format is not supported", {"response_format"}),
        ("this server knows no JSON mode", {"response_format"}),
        ("Unsupported value: 'temperature'", {"temperature"}),
    ],
)
def test_an_option_that_the_server_refuses_is_left_out_from_then_on(server, message, left_out):
    server.replies(error(400, message), REPLY)
    model = ChatClient("some-model")
    for _ in range(2):
        assert model.reply(PROMPT) == REPLY
    first, *later = [set(r) & {"response_format", "temperature"} for r in server.requests]
    assert first == {"response_format", "temperature"}
    assert later == [first - left_out] * 2


def test_a_request_that_is_refused_in_any_form_is_one_line(server):
    server.replies(error(400, "the context is too long"))
    with pytest.raises(InputError, match=r"HTTP 400: the context is too long"):
        ask()
    sent = [set(r) & {"response_format", "temperature"} for r in server.requests]
    assert sent == [{"response_format", "temperature"}, {"temperature"}, set()]


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("text/html", "<html>hello</html>"),
        ("application/json", "{broken"),
        ("application/json", "[]"),
        ("application/json", '{"choices": 3}'),
        ("application/json", '{"choices": [{"message": null}]}'),
    ],
)
def test_what_is_no_chat_completion_is_one_line(server, content_type, body):
    server.replies((200, {"Content-Type": content_type}, body))
    with pytest.raises(InputError, match=r"replies with (no chat completion|broken JSON)"):
        ask()


@pytest.mark.parametrize("choices", ["[]", '[{"message": {"content": null}}]'])
def test_a_completion_without_text_is_an_empty_reply(server, choices):
    server.replies((200, {}, f'{{"choices": {choices}, "usage": null}}'))
    assert ask() == ""


def test_a_missing_package_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(InputError, match=re.escape(remedy("judge"))):
        ChatClient("some-model")


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ({}, "OPENAI_API_KEY: not set"),
        ({"OPENAI_BASE_URL": "localhost:8000"}, "OPENAI_BASE_URL: not of the form"),
        ({"OPENAI_BASE_URL": "http://u:hidden@host/v1"}, "OPENAI_BASE_URL: not of the form"),
        ({"OPENAI_BASE_URL": "http://host:port/v1"}, "OPENAI_BASE_URL: not of the form"),
        ({"OPENAI_API_KEY": "sk-hidden\nmore"}, "OPENAI_API_KEY: has a character"),
        ({"OPENAI_API_KEY": "sk-hidden-é"}, "OPENAI_API_KEY: has a character"),
    ],
)
def test_wrong_settings_are_named_and_not_shown(environment, variables, message):
    for name, value in variables.items():
        environment.setenv(name, value)
    with pytest.raises(InputError) as caught:
        endpoint_settings()
    assert str(caught.value).startswith(message)
    assert "hidden" not in str(caught.value)


def test_an_argument_wins_over_the_environment_and_the_key_is_not_printed(environment):
    environment.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    environment.setenv("OPENAI_API_KEY", "sk-hidden")
    assert endpoint_settings().url == "http://127.0.0.1:1/v1"
    settings = endpoint_settings("http://127.0.0.1:2/v1/")
    assert settings == ("http://127.0.0.1:2/v1", "sk-hidden")
    assert "hidden" not in repr(settings)
