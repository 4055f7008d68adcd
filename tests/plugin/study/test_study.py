"""The whole study in one command, which can be killed at any moment and goes on from there."""

import json
import random
import re
import shutil
import subprocess
import sys
import time
from collections import Counter

import pytest
from chat_server import ChatServer
from lm_eval.caching import cache

from erbench_track.core.errors import InputError
from erbench_track.plugin.study.models import read_model_args, with_thinking
from erbench_track.plugin.study.plan import plan
from erbench_track.plugin.study.study import Study, run_study
from erbench_track.track_tasks.gaps import Gaps

pytestmark = pytest.mark.long

SMALL = ("--model", "track-simulated", "--model_args", "p=0.5,q=0.7,r=0.9,luck=0.1",
         "--questions", "40", "--kas", "1,10")  # fmt: skip


def tables(run):
    """Returns the report's tables as bytes, without the day: a study may go on after midnight."""
    return {
        path.name: re.sub(rb"20\d\d-\d\d-\d\d", b"DAY", path.read_bytes())
        for path in sorted((run / "report").iterdir())
        if path.suffix in (".md", ".csv")
    }


def journals(run):
    """Returns how often each prompt was answered, by stage."""
    return {
        path.parent.name: Counter(json.loads(line)["prompt"] for line in path.open())
        for path in run.glob("*/responses.rank0.jsonl")
    }


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A study that nobody interrupted."""
    run = tmp_path_factory.mktemp("study") / "run"
    done = subprocess.run(track(*SMALL, "-o", run), capture_output=True, text=True, cwd=run.parent)
    assert done.returncode == 0, done.stderr
    assert "fatal" not in done.stderr  # git, of the folder
    assert done.stdout.splitlines()[-1] == str(run / "report" / "report.html")
    (run / "said").write_text(done.stdout)
    return run


def track(*arguments):
    code = "from erbench_track.cli.main import main; main()"
    return [sys.executable, "-c", code, "track", *map(str, arguments)]


def test_the_study_probes_injects_and_ends_with_the_papers_tables(whole):
    report = (whole / "report" / "report.md").read_text()
    assert "track-simulated (SIMULATED)" in report
    for word in ("closed book", "append", "KAS"):
        assert word.casefold() in report.casefold()
    assert {path.parent.name for path in whole.glob("*/responses.rank0.jsonl")} == {
        "wiki_probe", "wiki_closed_book", "wiki_append_kas1", "wiki_append_kas10",
    }  # fmt: skip
    assert (whole / "gaps" / "wiki.parquet").exists()


def test_the_study_ends_with_its_main_table_and_says_that_a_rule_judged(whole):
    lines = (whole / "said").read_text().splitlines()
    assert lines[0] == "track-simulated (SIMULATED) (A RULE, NO JUDGE)"
    assert lines[1].split() == ["Method", "HP", "AP", "FKE", "n"]
    assert [line.partition(":")[2].split("  ")[0].strip() for line in lines[2:5]] == [
        "Base Model", "Append, KAS=1", "Append, KAS=10",
    ]  # fmt: skip
    assert all(line.split()[-1] == "40" for line in lines[2:5])
    assert lines[-2].startswith("Judge of track-simulated (SIMULATED) (A RULE, NO JUDGE): a rule")


def test_the_same_command_again_generates_nothing_and_makes_the_same_tables(whole, command):
    before, answered = tables(whole), journals(whole)
    code, _, err = command("track", *SMALL, "-o", whole)
    assert code == 0
    assert "[4/4] wiki_append_kas10: complete" in err
    assert tables(whole) == before
    assert journals(whole) == answered


def test_more_scopes_can_be_added_to_a_study(whole, command, tmp_path):
    before, run = journals(whole), tmp_path / "run"
    shutil.copytree(whole, run)
    code, _, err = command("track", *SMALL, "--kas", "1,10,20", "-o", run)
    assert code == 0, err
    after = journals(run)
    assert len(after.pop("wiki_append_kas20")) == 40
    assert after == before


@pytest.mark.slow
def test_a_study_that_is_killed_ten_times_ends_as_one_that_is_not(whole, warm_commands, tmp_path):
    """The kills fall into its work: the time that the command takes to start is spared."""
    study = " ".join(("erbench-track track", *SMALL))
    started = time.monotonic()
    warm_commands.run(f"{study} -o {tmp_path / 'timed'}", tmp_path)
    seconds = time.monotonic() - started
    run, stopped, draws = tmp_path / "run", 0, random.Random(0)  # noqa: S311
    command = [*study.split(), "-o", str(run)]
    for _ in range(10):
        killed = warm_commands.run_or_kill(command, seconds * draws.uniform(0.1, 0.3), tmp_path)
        stopped += killed
    assert stopped >= 3
    warm_commands.run(f"{study} -o {run}", tmp_path)
    for name, content in tables(run).items():
        assert content.replace(str(run).encode(), b"RUN") == tables(whole)[name].replace(
            str(whole).encode(), b"RUN"
        )
    repeats = {stage: 10 if stage.endswith("_probe") else 1 for stage in journals(run)}
    assert len(repeats) == 4
    for stage, answered in journals(run).items():
        assert set(answered.values()) == {repeats[stage]}


def test_an_endpoint_is_asked_once_for_each_response_and_samples_anew(
    command, monkeypatch, tmp_path
):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    server = ChatServer()
    server.replies("I am not sure.\nAnswer: Paris")
    arguments = (
        "track", "--model", "local-chat-completions", "--apply_chat_template",
        "--model_args", f"model=m,base_url={server.url}/chat/completions,num_concurrent=4",
        "--questions", "3", "--kas", "1", "-o", tmp_path / "run",
    )  # fmt: skip
    code, _, err = command(*arguments)
    assert code == 0, err
    facts = Gaps.read(tmp_path / "run" / "gaps" / "wiki.parquet").facts
    trials = 2  # what does it refuse, of the settings of probes and of questions?
    assert len(server.requests) == 10 * len(facts) + 3 + 3 + trials
    assert {request["seed"] for request in server.requests} == {None}
    injected = [r["messages"][-1]["content"] for r in server.requests[-3:]]
    unknown = [gap.fact for gap in facts if gap.known is False]
    assert all(any(fact in prompt for prompt in injected) for fact in unknown)
    server.requests.clear()
    assert command(*arguments)[0] == 0
    assert server.requests == []
    server.close()


def samples(run):
    """Returns the prompt of each sample of an injecting stage, and its document."""
    path = next(run.glob("wiki_append_kas2/**/samples_*.jsonl"))
    logged = [json.loads(line) for line in path.open()]
    return [(json.dumps(one["arguments"]), one["doc"]) for one in logged]


def test_with_kept_prompts_a_changed_study_has_the_figures_and_facts_of_the_changed_one(
    tmp_path, monkeypatch
):
    changed = {"question_seed": 7}
    monkeypatch.setattr(cache, "PATH", str(tmp_path / "kept"))

    def study(name, metadata, **options):
        run = tmp_path / name
        stages = plan(["wiki"], ["append"], ["2"])
        arguments = {"p": 0.5, "q": 0.7, "luck": 0.1}
        settings = {"question_count": 12, **metadata}
        given = Study(run, stages, "track-simulated", arguments, settings, options=options)
        assert run_study(given, lambda _: None)
        return tables(run), samples(run)

    fresh = study("run", changed)
    shutil.move(tmp_path / "run", tmp_path / "fresh")
    kept = study("first", {}, cache_requests=True)
    assert any((tmp_path / "kept").iterdir())
    for _ in range(2):
        again = study("run", changed, cache_requests=True)
        assert again == fresh
        assert again[1] != kept[1]
        shutil.rmtree(tmp_path / "run")
    injected = [(prompt, fact) for prompt, doc in fresh[1] for fact in doc["injected_facts"]]
    assert len(injected) >= 3
    assert all(json.dumps(fact)[1:-1] in prompt for prompt, fact in injected)


def test_other_settings_for_a_study_that_was_begun_are_refused(whole, refused):
    told = refused("track", *SMALL, "--model_args", "p=0.4", "-o", whole)
    assert "wiki_probe: was begun with model_args=" in told


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--kas", "0"), "kas: '0' is no whole number from 1"),
        (("--kas", "1,x"), "kas: 'x' is no whole number from 1"),
        (("--methods", "prepend"), "--methods: 'prepend' is not one of closed_book, append"),
        (("--scenarios", "cooking"), "--scenarios: 'cooking' is not one of wiki"),
        (("--methods", ","), "--methods: name at least one of"),
        (("--model", "no-such-model"), "--model no-such-model: unknown; known: "),
        (("--model", "track-simulatd"), "unknown; did you mean 'track-simulated'?"),
        (("--model_args", "p=2"), "p=2 is not in [0, 1]"),
        (("--metadata", "{"), "--metadata: not JSON"),
        (("--judge", "oracle"), "judge: 'oracle' is unknown"),
    ],
)
def test_bad_arguments_are_refused_in_one_line(refused, tmp_path, arguments, told):
    assert told in refused("track", *SMALL, *arguments, "-o", tmp_path / "run")


def test_the_probe_comes_first_and_each_scope_is_a_stage():
    stages = plan(["wiki"], ["closed_book", "append"], [1, "10", 10])
    assert [(stage.name, stage.task, dict(stage.metadata)) for stage in stages] == [
        ("wiki_probe", "track_wiki_probe", {}),
        ("wiki_closed_book", "track_wiki", {}),
        ("wiki_append_kas1", "track_wiki_append", {"kas": 1}),
        ("wiki_append_kas10", "track_wiki_append", {"kas": 10}),
    ]
    assert {stage.thinks for stage in stages} == {None}


def test_thinking_is_switched_on_for_append_t_and_off_for_the_others():
    stages = plan(["wiki"], ["append", "append_t"], [1])
    assert [stage.thinks for stage in stages] == [False, False, True]
    assert with_thinking({"pretrained": "x"}, True) == {
        "pretrained": "x", "chat_template_args": {"enable_thinking": True},
    }  # fmt: skip
    with pytest.raises(InputError, match="think_end_token cuts the reasoning away"):
        with_thinking({"think_end_token": "</think>"}, True)


def test_model_arguments_are_read_as_lm_eval_reads_them():
    assert read_model_args("pretrained=a/b,p=0.5") == {"pretrained": "a/b", "p": 0.5}
    assert read_model_args('{"pretrained": "a,b"}') == {"pretrained": "a,b"}
    assert read_model_args("") == {}
    with pytest.raises(InputError, match="expected name=value"):
        read_model_args("{pretrained")
