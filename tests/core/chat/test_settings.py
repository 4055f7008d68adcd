"""Settings of an endpoint, from arguments and the environment."""

import pytest

from erbench_track.core.chat.settings import endpoint_settings
from erbench_track.core.errors import InputError


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
