"""Full disks, and processes that are ended: what is left is absent or whole."""

import copy
import json
import random
import re
import signal
import sqlite3
import subprocess
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
import track_runs
from chat_server import ChatServer
from generated_folder import generate
from labelled_runs import response, write_run

from erbench_track.core.files import alone

pytestmark = pytest.mark.usefixtures("tasks_indexed_once")
STUDY = ("track", "--model", "track-simulated", "--model_args", "p=0.5,q=0.7,r=0.9,luck=0.1",
         "--questions", "10", "--kas", "1")  # fmt: skip


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 160 KiB, which only root can mount."""
    folder = tmp_path / "disk"
    folder.mkdir()
    options = ["mount", "-t", "tmpfs", "-o", "size=160k", "tmpfs", str(folder)]
    try:
        subprocess.run(options, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no small file system can be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def one_line_of(folder, code, err):
    assert code == 2, err
    assert err.strip().splitlines()[-1].startswith("erbench-track: error: ")
    assert "No space left on device" in err or "disk is full" in err
    assert "Traceback" not in err
    assert not list(folder.rglob(".*"))


def tables(folder):
    """Returns a report's tables, without the day and the place."""
    return {
        path.name: re.sub(r"20\d\d-\d\d-\d\d", "DAY", path.read_text()).replace(
            str(folder.parent), "RUN"
        )
        for path in sorted(folder.iterdir())
        if path.suffix in (".md", ".csv")
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    ["erbench --benchmark movie", "track-math -n 40", "track-code -n 8 --no-run-tests"],
)
def test_a_full_disk_leaves_no_questions(small_disk, command, options):
    (small_disk / "other").write_bytes(b"x" * 150_000)
    code, _, err = command("generate", *options.split(), "-o", small_disk / "out")
    one_line_of(small_disk, code, err)
    assert [path.name for path in small_disk.iterdir()] == ["other"]


@pytest.mark.slow
def test_a_full_disk_leaves_the_report_that_there_was(small_disk, command, tmp_path):
    track_runs.full(tmp_path / "runs")
    target = small_disk / "report"
    target.mkdir()
    (target / "report.md").write_text("the older one")
    code, _, err = command("report", tmp_path / "runs", "-o", target, "--overwrite")
    one_line_of(small_disk, code, err)
    assert [path.name for path in small_disk.rglob("*")] == ["report", "report.md"]
    assert (target / "report.md").read_text() == "the older one"


@pytest.mark.slow
def test_a_study_goes_on_once_there_is_room(small_disk, command, tmp_path):
    assert command(*STUDY, "-o", tmp_path / "undisturbed")[0] == 0
    run, ended = small_disk / "run", []
    for size in ("160k", "300k", "600k"):
        resized(small_disk, size)
        code, _, err = command(*STUDY, "-o", run)
        one_line_of(small_disk, code, err)
        assert not (run / "report").exists()
        ended.append(sum(1 for _ in run.glob("*/responses.rank0.jsonl")))
    resized(small_disk, "30m")
    code, _, err = command(*STUDY, "-o", run)
    assert code == 0, err
    assert tables(run / "report") == tables(tmp_path / "undisturbed" / "report")
    assert ended[0] > 0


def resized(disk, size):
    options = ["mount", "-o", f"remount,size={size}", str(disk)]
    subprocess.run(options, check=True, capture_output=True)


@pytest.mark.slow
def test_a_study_at_which_another_process_works_is_refused(refused, tmp_path):
    with alone(tmp_path / "run"):
        said = refused(*STUDY, "-o", tmp_path / "run")
    assert "another process is at work there" in said
    assert not (tmp_path / "run").exists()


BAD = (None, True, -1.5, 10**30, float("nan"), "", "\ud800", [], [[None]], {"a": [1]})


def fields(value, at=()):
    """Yields where each value of a sample stands; of a list, the first one."""
    if at:
        yield at
    inner = value.items() if isinstance(value, dict) else ()
    inner = enumerate(value[:1]) if isinstance(value, list) else inner
    for key, below in inner:
        yield from fields(below, (*at, key))


def changed(sample, at, value):
    copied = outer = copy.deepcopy(sample)
    for key in at[:-1]:
        outer = outer[key]
    outer[at[-1]] = value
    return copied


def judged(number, known):
    """A probed fact, as the filter of TRACK's probes records it."""
    groups = [{"text": "x", "count": 10, "equivalent": known}]
    found = {"known": known, "knowledge_confidence": float(known), "responses": groups}
    return {**track_runs.probe(number, known, float(known)), "filtered_resps": [json.dumps(found)]}


SAMPLED = {
    "erbench_movie_bn_yes": [next(response(number)) for number in range(3)],
    "track_wiki": [track_runs.answer(number) for number in range(3)],
    "track_wiki_append": [track_runs.injected(number) for number in range(3)],
    "track_wiki_probe": [judged(number, number > 0) for number in range(3)],
}
READERS = {"score": "score run --task {task}", "report": "report run -o out --overwrite"}


@pytest.mark.slow
@pytest.mark.parametrize("task", SAMPLED)
def test_a_bad_value_in_any_field_of_a_sample_is_one_line_or_costs_no_other(
    command, tmp_path, monkeypatch, task
):
    monkeypatch.chdir(tmp_path)
    samples = [{"doc_id": number, **sample} for number, sample in enumerate(SAMPLED[task])]
    places = list(fields(samples[1]))
    draw = random.Random(23)  # noqa: S311
    ended = Counter()
    for at in places:
        wrong = changed(samples[1], at, draw.choice(BAD))
        track_runs.write(Path("run"), task, [samples[0], wrong, samples[2]], model_name="m")
        code, out, err = command(*draw.choice(list(READERS.values())).format(task=task).split())
        ended[code] += 1
        errors = [line for line in err.splitlines() if line.startswith("erbench-track: error: ")]
        assert len(errors) == (code == 2), (at, err)
        assert "Traceback" not in err
        assert bool(out) == (code == 0), at
    assert ended.keys() == {0, 2}
    assert sum(ended.values()) == len(places) > 15


ENDINGS = [signal.SIGKILL, signal.SIGTERM, signal.SIGINT]
WORK = {
    "generate erbench": "generate erbench --benchmark toy/benchmark.yaml -o {out}",
    "generate track-math": "generate track-math -n 20 -o {out}",
    "score": "score m --task erbench_movie_bn_yes -o {out}",
    "report": "report m --overwrite -o {out}",
    "publish": "publish items --repo-id a/{out} --license mit",
    "track": " ".join(STUDY) + " -o {out}",
}
REFUSED = r"error: .*(another process|exists already|somebody else)"


@pytest.fixture
def worked(toy, tmp_path):
    """What results can be made from."""
    write_run(tmp_path / "m", (response(number) for number in range(50)))
    generate(toy / "benchmark.yaml", tmp_path / "items")
    return tmp_path


@pytest.fixture
def run(name, request, worked, hub, monkeypatch):
    """Runs a command of the table, and ends it after some time, or lets it finish."""
    monkeypatch.setenv("HF_TOKEN", hub.token)
    at_hub = "commands_at_the_hub" if name == "publish" else "warm_commands"
    commands = request.getfixturevalue(at_hub)

    def run(out, seconds=120, sent=signal.SIGKILL):
        line = ["erbench-track", *WORK[name].format(out=out).split()]
        code, err = commands.run_for(line, seconds, worked, sent)
        assert "Traceback" not in err
        assert hub.token not in err
        return code, err

    return run


@pytest.mark.slow
@pytest.mark.parametrize("name", WORK)
def test_an_ended_command_leaves_whole_files_or_none(name, run, worked, hub):
    begun = time.monotonic()
    assert run("whole")[0] == 0
    takes = time.monotonic() - begun
    whole = visible(worked, hub, "whole")
    assert whole
    draw, ended, done = random.Random(23), 0, 0  # noqa: S311
    for number in range(10):
        sent, out = ENDINGS[number % 3], f"out{done}"
        begun = time.monotonic()
        code, err = run(out, takes * draw.uniform(0.05, 0.6), sent)
        assert code in (0, 2, 130, -sent), err
        ended += code in (130, -sent)
        if code == 0:  # it was done: quicker than the first time, when nothing was loaded
            takes = min(takes, time.monotonic() - begun)
        done += code in (0, 2)
        if name != "track":  # whose folder is for what is not complete, too
            assert visible(worked, hub, out) <= whole, sent
    assert ended >= 5
    time.sleep(1.1)  # younger drafts may be those of a process that is at work
    out = f"out{done}"
    code, err = run(out)
    assert code == 0 or "exists already" in err
    assert visible(worked, hub, out) == whole
    left = [str(path.relative_to(worked)) for path in worked.rglob(".*.draft-*")]
    assert not [path for path in left if out in path]  # others' were too young to be tidied up


@pytest.mark.slow
@pytest.mark.parametrize("name", WORK)
def test_of_two_processes_with_one_output_each_is_right_or_says_why(name, run, worked, hub):
    assert run("whole")[0] == 0
    with ThreadPoolExecutor(2) as both:
        found = sorted(both.map(run, ["out", "out"]), key=lambda ended: ended[0])
    assert [code for code, _ in found] in ([0, 0], [0, 2]), found
    assert all(not code or re.search(REFUSED, err) for code, err in found), found
    assert visible(worked, hub, "out") == visible(worked, hub, "whole")
    assert not list(worked.rglob(".*.draft-*"))


def visible(folder, hub, out):
    """Returns names without their dates, with numbers of lines, of what a command has made.

    Drafts are not among it. On the Hub, whatever was made came with one commit.
    """
    files = [path.relative_to(folder) for path in (folder / out).rglob("*") if path.is_file()]
    shown = [path for path in files if not any(part.startswith(".") for part in path.parts)]
    made = [(path.name, (folder / path).read_bytes()) for path in shown]
    commits = hub.commits(f"a/{out}") if f"a/{out}" in hub.repos else []
    assert len(commits) <= 1
    made += [(path, text) for commit in commits for path, (text, _) in commit.files.items()]
    undated = re.compile(r"_20\d\d-.*(?=\.)")
    return {(undated.sub("", name), text.count(b"\n")) for name, text in made}


def agreed(request):
    time.sleep(0.02)
    is_entailed = "entailment" in request["messages"][0]["content"]
    return json.dumps({"explanation": "it is", "verdict": "entailment" if is_entailed else "yes"})


@pytest.fixture
def judge(tmp_path, monkeypatch):
    """A judge on loopback who takes a moment, and is asked at a cache that is still empty."""
    server = ChatServer()
    server.replies(agreed)
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    monkeypatch.setenv("OPENAI_API_KEY", "unused")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    yield server
    server.close()


@pytest.mark.slow
@pytest.mark.parametrize("task", ["erbench_movie_bn_yes", "track_wiki"])
def test_two_commands_that_ask_one_judge_lose_no_verdict(task, warm_commands, judge, tmp_path):
    write_run(tmp_path / "run", (response(number) for number in range(40)))
    answers = [track_runs.answer(number, passed=None) for number in range(40)]
    for number, sample in enumerate(answers):
        sample["resps"] = [[f"It is {number}, since Town 0 and Town 1 are capitals."]]
    track_runs.write(tmp_path / "run", "track_wiki", answers, model_name="m")
    line = f"erbench-track score run --task {task} --judge openai/m -o".split()

    def score(out):
        return warm_commands.run_for([*line, out], 120, tmp_path)

    with ThreadPoolExecutor(2) as both:
        found = list(both.map(score, "ab"))
    assert [code for code, _ in found] == [0, 0], found
    scored = [samples_of(tmp_path / out) for out in "ab"]
    assert scored[0] == scored[1]
    assert len(scored[0]) >= 40
    assert {sample["unjudged"] for sample in scored[0] if "unjudged" in sample} == {0.0}
    prompts = [json.dumps(request["messages"]) for request in judge.requests]
    assert len(prompts) == len(set(prompts)) >= 40
    (cache,) = (tmp_path / "cache").rglob("*.sqlite")
    with closing(sqlite3.connect(cache)) as opened:
        assert opened.execute("pragma integrity_check").fetchall() == [("ok",)]
        assert opened.execute("select count(*) from verdict").fetchone() == (len(prompts),)
        assert opened.execute("select count(*) from claim").fetchone() == (0,)


def samples_of(folder):
    (path,) = folder.rglob("samples_*.jsonl")
    return [json.loads(line) for line in path.read_text().splitlines()]
