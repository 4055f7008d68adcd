"""What endpoints are sent: what the task wants, without what they refuse; nothing goes by names."""

import json

import pytest
from chat_server import ChatServer, completion, error
from lm_eval.api.registry import get_model

from erbench_track.core.errors import InputError
from erbench_track.plugin.compat import is_endpoint, new_request
from erbench_track.plugin.models.endpoints import Endpoint

WANTED = {"until": ["\nQuestion:"], "do_sample": True, "temperature": 0.7, "max_gen_toks": 64}


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    server = ChatServer()
    server.replies("Paris")
    yield server
    server.close()


def ask(server, kind, name="m", settings=WANTED, thinks=None, **arguments):
    """Returns the replies to two prompts, what was told, and the endpoint."""
    model = get_model(kind)(model=name, base_url=f"{server.url}/chat/completions", **arguments)
    assert is_endpoint(model)
    told = []
    endpoint = Endpoint(model, told.append, thinks)
    prompts = [model.apply_chat_template([{"role": "user", "content": c}]) for c in ("a", "bb")]
    requests = [new_request(p, settings) for p in prompts]
    return model.generate_until(requests), told, endpoint


@pytest.mark.parametrize("concurrent", [1, 4])
@pytest.mark.parametrize("name", ["m", "gpt-3.5-turbo", "gemini-2.5-pro", "o3-mini"])
def test_stops_and_temperature_are_sent_whatever_the_name_of_the_model(server, name, concurrent):
    replies, (told,), _ = ask(server, "openai-chat-completions", name, num_concurrent=concurrent)
    assert replies == ["Paris", "Paris"]
    assert len(server.requests) == 3
    for request in server.requests:
        assert request["temperature"] == 0.7
        assert "\nQuestion:" in request["stop"]
        assert request["max_completion_tokens"] == 64
    assert server.requests[0]["messages"][0]["content"] == "bb", "the longest prompt is tried"
    assert '"temperature": 0.7' in told


def picky(refused):
    """Refuses parameters as OpenAI's endpoints do, one at a time."""

    def reply(request):
        for name, allowed in refused.items():
            if name in request and request[name] not in allowed:
                return error(400, f"Unsupported value: '{name}' does not support that. sk-secret")
        return "Paris"

    return reply


def test_what_an_endpoint_refuses_is_left_out_from_then_on_and_said(server):
    server.replies(picky({"temperature": [1], "top_p": [], "stop": [], "chat_template_kwargs": []}))
    settings = {**WANTED, "top_p": 0.7}
    replies, (told,), endpoint = ask(
        server, "local-chat-completions", settings=settings, thinks=False
    )
    assert replies == ["Paris", "Paris"]
    assert len(server.requests) == 7
    for request in server.requests[-3:]:
        assert request.keys() == {"messages", "model", "max_tokens", "seed"}
    for name in ("temperature", "top_p", "stop", "chat_template_kwargs"):
        assert f"without {name}: Unsupported value" in told
    assert "sk-secret" not in told + json.dumps(endpoint.record())
    assert endpoint.record()["left_out"].keys() == {
        "temperature", "top_p", "stop", "chat_template_kwargs",
    }  # fmt: skip


def test_a_bound_goes_by_the_name_that_the_endpoint_takes(server):
    said = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
    server.replies(lambda request: error(400, said) if "max_tokens" in request else "Paris")
    ask(server, "local-chat-completions")
    assert server.requests[-1]["max_completion_tokens"] == 64


def test_a_bound_that_the_context_does_not_hold_is_halved(server):
    said = "This model's maximum context length is 4096 tokens. However, you requested 8400."
    server.replies(lambda request: error(400, said) if request["max_tokens"] > 4000 else "Paris")
    ask(server, "local-chat-completions", settings={"until": [], "max_gen_toks": 8192})
    assert [request["max_tokens"] for request in server.requests] == [8192, 4096, 2048, 2048, 2048]
    assert all("stop" not in request for request in server.requests), "an empty list is refused"


def test_a_server_that_applies_a_chat_template_is_told_not_to_think(server):
    server.replies((200, {}, completion("Paris", reasoning_content="Hm.")))
    _, _, endpoint = ask(server, "local-chat-completions", thinks=False)
    assert server.requests[-1]["chat_template_kwargs"] == {"enable_thinking": False}
    assert endpoint.record()["thinks"]


def test_replies_that_end_at_their_bound_are_counted(server):
    server.replies((200, {}, completion("I wonder whether", "length")))
    assert ask(server, "local-chat-completions")[2].cut == 2


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (error(401, "wrong key sk-secret"), "refuses the key in OPENAI_API_KEY (HTTP 401): wrong"),
        (error(404, "no model m"), "is not there (HTTP 404): no model m"),
        (error(400, "no"), "refuses the request (HTTP 400): no"),
    ],
)
def test_an_endpoint_that_refuses_everything_is_reported_in_one_line(server, reply, told):
    server.replies(reply)
    with pytest.raises(InputError) as refused:
        ask(server, "local-chat-completions")
    assert told in str(refused.value)
    assert "sk-secret" not in str(refused.value)


def test_an_endpoint_that_is_not_there_is_reported_in_one_line(server):
    server.close()
    with pytest.raises(InputError, match="cannot be reached"):
        ask(server, "local-chat-completions")
