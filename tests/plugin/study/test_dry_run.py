"""What a study would take is counted before anything is spent, and is what it then takes."""

import json
import re
import shutil

import pytest
from chat_server import ChatServer
from transformers import AutoTokenizer

pytestmark = pytest.mark.long

STUDY = ("track", "--questions", "5", "--kas", "1,5")
SIMULATED = ("--model", "track-simulated", "--model_args", "p=0.5")


def rows(out):
    """Returns the table's cells by stage and column, as texts."""
    header, *lines = [re.split(r"\s{2,}", line.strip()) for line in out.splitlines()]
    return {
        cells[0]: dict(zip(header[1:], cells[1:], strict=True))
        for cells in lines
        if len(cells) == len(header)
    }


def ends(cell):
    """Returns both ends of a range."""
    numbers = [float(number.replace(",", "")) for number in re.findall(r"[\d.,]*\d", cell)]
    return numbers[0], numbers[-1]


def test_nothing_is_sent_or_written_and_no_key_is_needed(command, tmp_path, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    server = ChatServer()
    server.replies("Answer: Paris")
    code, out, err = command(
        *STUDY, "--model", "local-chat-completions", "--apply_chat_template", "--model_args",
        f"model=m,base_url={server.url}/chat/completions", "--judge", "openai/gpt-5-mini",
        "--dry_run", "-o", tmp_path / "run",
    )  # fmt: skip
    assert code == 0, err
    assert "nothing was sent, judged or written" in out
    assert "estimated, 4 characters each, as --model local-chat-completions names no" in out
    assert server.requests == []
    assert list(tmp_path.iterdir()) == []
    server.close()


def test_a_study_asks_as_often_as_was_counted(command, tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    server, judge = ChatServer(), ChatServer()
    server.replies("I am not sure.\nAnswer: Paris")
    judge.replies(
        lambda request: json.dumps(
            {"verdict": "not entailment" if "not entailment" in json.dumps(request) else "no"}
        )
    )
    settings = f'{{"judge_url": "{judge.url}", "judge_cache": "{tmp_path / "cache"}"}}'
    study = (
        *STUDY, "--model", "local-chat-completions", "--apply_chat_template", "--model_args",
        f"model=m,base_url={server.url}/chat/completions,num_concurrent=4", "--judge",
        "openai/judge", "--metadata", settings, "-o", tmp_path / "run",
    )  # fmt: skip
    code, out, err = command(*study, "--dry_run")
    assert code == 0, err
    counted = rows(out)
    code, _, err = command(*study)
    assert code == 0, err
    assert "An endpoint is asked one prompt more for each kind of settings" in out
    trials = len(server.requests) - ends(counted["total"]["Prompts"])[0]
    assert trials == len({json.dumps([r["max_tokens"], r.get("stop")]) for r in server.requests})
    least, most = ends(counted["total"]["Judge calls"])
    # All responses are the same, so that a call of one stage is in the cache at the next.
    once = ends(counted["wiki_probe"]["Judge calls"])[0]
    once += ends(counted["wiki_closed_book"]["Judge calls"])[0]
    assert len(judge.requests) == once <= least <= most
    characters = sum(len(m["content"]) for r in server.requests for m in r["messages"])
    low, high = ends(counted["total"]["Tokens sent"])
    assert low <= characters / 4 + 5 * len(server.requests)
    assert characters / 4 <= high
    server.close()
    judge.close()


def test_a_chat_endpoint_may_think_so_that_its_replies_may_be_longer(command, tmp_path):
    endpoint = ("--model", "local-chat-completions", "--model_args", "model=m,base_url=http://x/")
    bounds = []
    for chats in ((), ("--apply_chat_template",)):
        code, out, err = command(*STUDY, *endpoint, *chats, "--dry_run", "-o", tmp_path / "run")
        assert code == 0, err
        bounds.append(ends(rows(out)["wiki_closed_book"]["Tokens received"])[1])
    assert bounds == [5 * 1024, 5 * 8192]


def test_tokens_are_counted_with_the_models_tokenizer(command, tmp_path, tiny_llama):
    code, out, err = command(
        *STUDY, "--model", "hf", "--model_args", f"pretrained={tiny_llama}", "--dry_run",
        "-o", tmp_path / "run",
    )  # fmt: skip
    assert code == 0, err
    assert f"Tokens of the model: the tokenizer of {tiny_llama}." in out
    run = tmp_path / "simulated"
    assert command(*STUDY, *SIMULATED, "-o", run)[0] == 0
    from erbench_track.metrics.report.run_files import read_samples

    tokenizer = AutoTokenizer.from_pretrained(tiny_llama)
    (path,) = (run / "wiki_probe" / "results").glob("*/samples_*.jsonl")
    lengths = [len(tokenizer(sample.prompt)["input_ids"]) for sample in read_samples(path)]
    assert ends(rows(out)["wiki_probe"]["Tokens sent"]) == (10 * sum(lengths), 10 * sum(lengths))


def test_after_the_probe_the_count_is_exact_and_what_is_complete_takes_nothing(command, tmp_path):
    run = tmp_path / "run"
    study = (*STUDY, *SIMULATED, "-o", run)
    _, before, _ = command(*study, "--dry_run")
    assert " to " in rows(before)["wiki_append_kas5"]["Tokens sent"]
    assert command(*study)[0] == 0
    shutil.rmtree(run / "wiki_append_kas5" / "results")
    code, after, _ = command(*study, "--dry_run")
    assert code == 0
    assert "wiki_probe: complete, nothing is left." in after
    assert "wiki_append_kas5: 5 replies are there already" in after
    low, high = ends(rows(after)["wiki_append_kas5"]["Tokens sent"])
    least, most = ends(rows(before)["wiki_append_kas5"]["Tokens sent"])
    assert least <= low == high <= most
    assert rows(after)["total"]["Prompts"] == "5"


def test_prices_make_a_cost_and_a_kas_beyond_the_data_is_named(command, tmp_path):
    study = (*STUDY, *SIMULATED, "--kas", "1,5,9,20", "--dry_run", "-o", tmp_path / "run")
    _, out, _ = command(*study, "--prices", "1000000,0")
    found = rows(out)
    for stage in ("wiki_probe", "total"):
        sent, cost = (ends(found[stage][name]) for name in ("Tokens sent", "Cost"))
        assert cost == pytest.approx(sent)
    assert "--kas 9,20: wiki has 5 questions, so that the gaps of all of them" in out
    assert "these runs will be the same" in out


def test_prices_that_are_none_are_refused(refused, tmp_path):
    told = refused(*STUDY, *SIMULATED, "--dry_run", "--prices", "cheap", "-o", tmp_path / "run")
    assert "--prices: 'cheap' is not two prices per million tokens" in told


def test_methods_with_further_prompts_say_what_is_not_counted(command, tmp_path):
    methods = ("--methods", "closed_book,ft_ck,probe_ft_ck,mello")
    code, out, err = command(*STUDY, *SIMULATED, *methods, "--dry_run", "-o", tmp_path / "run")
    assert code == 0, err
    found = rows(out)
    assert found["wiki_mello_kas1"]["Prompts"] == "10 to 65"
    assert found["wiki_mello_kas1"]["Tokens sent"].startswith("from ")
    assert ends(found["wiki_probe_ft_ck_kas1"]["Prompts"])[0] == 0
    assert "mello: asks questions of its own" in out
    assert "ft_ck: trains adapters before it answers" in out


def test_scenarios_are_counted_apart(command, tmp_path):
    code, out, err = command(
        *STUDY, *SIMULATED, "--scenarios", "wiki,code,math", "--confirm_run_unsafe_code",
        "--judge", "openai/m", "--dry_run", "-o", tmp_path / "run",
    )  # fmt: skip
    assert code == 0, err
    found = rows(out)
    # Facts of CODE and answers of MATH may be decided by rules.
    assert ends(found["code_closed_book"]["Judge calls"])[0] == 0
    assert ends(found["math_closed_book"]["Judge calls"])[0] > 0
    assert len(found) == 3 * 4 + 1
