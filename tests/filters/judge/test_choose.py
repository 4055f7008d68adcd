"""Choosing a judge by its name and its settings."""

import pytest

from erbench_track.core.errors import InputError
from erbench_track.filters.judge.choose import FORMS, JUDGES, open_judge
from erbench_track.filters.judge.protocol import COUNT, Equivalence, Setting, Verdict


@pytest.fixture(autouse=True)
def no_environment(monkeypatch):
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "ERBENCH_TRACK_JUDGE"):
        monkeypatch.delenv(name, raising=False)


def test_without_a_choice_nothing_is_sent_to_anybody(monkeypatch):
    assert open_judge({}).name == "lexical"
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")
    assert open_judge({"version": 1}).name == "lexical"


def test_the_environment_can_choose(monkeypatch):
    monkeypatch.setenv("ERBENCH_TRACK_JUDGE", "openai/some/model")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    judge = open_judge({})
    assert judge.name == "openai/some/model"
    assert judge.record()["url"] == "http://127.0.0.1:9/v1"
    assert open_judge({"judge": "lexical"}).name == "lexical"


def test_settings_may_be_texts_or_numbers(tmp_path):
    judge = open_judge(
        {
            "judge": "openai/m", "judge_url": "http://127.0.0.1:9/v1/", "judge_concurrency": "8",
            "judge_timeout": 2.5, "judge_max_retries": 0, "judge_max_calls": "10",
            "judge_max_cost": 1, "judge_prices": "0.25,2", "judge_facts_per_call": "all",
            "judge_temperature": "0.5", "judge_cache": None, "other": object(),
        },
        tmp_path,
    )  # fmt: skip
    record = judge.record()
    assert (record["url"], record["temperature"]) == ("http://127.0.0.1:9/v1", 0.5)
    assert record["facts_per_call"] == "all"
    assert record["cost"] == 0


def test_the_cache_is_where_it_is_said_to_be(tmp_path):
    settings = {"judge": "openai/m", "judge_url": "http://127.0.0.1:9/v1"}
    assert open_judge(settings, tmp_path)._cache.path == tmp_path / "verdicts.sqlite"
    other = {**settings, "judge_cache": str(tmp_path / "mine")}
    assert open_judge(other, tmp_path)._cache.path == tmp_path / "mine"
    assert open_judge({**settings, "judge_cache": "none"}, tmp_path)._cache.path is None
    assert open_judge(settings)._cache.path is None


@pytest.mark.parametrize("name", ["gpt-5-mini", "openai", "openai/", "nli", "lexical/x", "other/m"])
def test_an_unknown_judge_is_answered_with_the_forms(name):
    with pytest.raises(InputError) as caught:
        open_judge({"judge": name})
    assert str(caught.value) == f"judge: {name!r} is unknown; give {FORMS}"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"judge_concurency": 8}, "judge_concurency: no such setting; did you mean 'judge_conc"),
        ({"judge_concurrency": "many"}, "judge_concurrency: 'many' is not a whole number from 1"),
        ({"judge_concurrency": 0}, "judge_concurrency: 0 is not a whole number from 1"),
        ({"judge_timeout": "inf"}, "judge_timeout: 'inf' is not a number of seconds"),
        ({"judge_temperature": "nan"}, "judge_temperature: 'nan' is not a temperature"),
        ({"judge_prices": "1"}, "judge_prices: '1' is not two prices per million tokens"),
        ({"judge_prices": "1,-2"}, "judge_prices: '1,-2' is not two prices"),
        ({"judge_max_cost": 5}, "judge_max_cost: needs judge_prices"),
        ({"judge_facts_per_call": "two"}, "judge_facts_per_call: 'two' is not 'one' or 'all'"),
        ({"judge_url": "localhost:8000"}, "judge_url: not of the form http"),
        ({"judge_url": "http://u:hidden@host/v1"}, "judge_url: not of the form http"),
        ({"judge_url": None}, "OPENAI_API_KEY: not set"),
    ],
)
def test_a_wrong_setting_is_named(settings, message):
    with pytest.raises(InputError) as caught:
        open_judge({"judge": "openai/m", "judge_url": "http://127.0.0.1:9/v1", **settings})
    assert str(caught.value).startswith(message)
    assert "hidden" not in str(caught.value)


def test_a_misspelt_setting_is_named_for_every_judge():
    with pytest.raises(InputError, match="judge_cahce: no such setting"):
        open_judge({"judge": "lexical", "judge_cahce": "x"})


def test_a_key_that_is_none_is_named_and_not_shown(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-hidden\nmore")
    with pytest.raises(InputError, match="OPENAI_API_KEY: has a character") as caught:
        open_judge({"judge": "openai/m"})
    assert "hidden" not in str(caught.value)


class ShortAnswers:
    """A judge for which short answers are right."""

    settings = {"judge_most_words": Setting("most_words", COUNT, "most words")}  # noqa: RUF012

    def __init__(self, unit, most_words=5):
        self.name = f"short/{unit}"
        self._most_words = most_words

    def judge(self, requests):
        return [(Verdict(len(r.response.split()) <= self._most_words),) for r in requests]

    def record(self):
        return {"judge": self.name}


def test_a_judge_is_added_with_one_class_and_one_registration(monkeypatch):
    monkeypatch.setitem(JUDGES, "short/UNIT", ShortAnswers)
    judge = open_judge({"judge": "short/words", "judge_most_words": "2", "judge_timeout": 3})
    requests = [Equivalence("wiki", "Where?", answer, "Rome") for answer in ("Rome", "In old Rome")]
    assert [verdict.holds for (verdict,) in judge.judge(requests)] == [True, False]
    assert judge.name == "short/words"
    with pytest.raises(InputError, match="judge_most_words: 0 is not a whole number from 1"):
        open_judge({"judge": "short/words", "judge_most_words": 0})
    with pytest.raises(InputError, match=r"did you mean 'judge_most_words'\?$"):
        open_judge({"judge": "lexical", "judge_most_wrods": 2})
