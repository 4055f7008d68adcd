"""Full disks, and processes that are ended: what is left is absent or whole."""

import copy
import json
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import track_runs
from labelled_runs import response, write_run

from erbench_track.core.files import alone

STUDY = ("track", "--model", "track-simulated", "--model_args", "p=0.5,q=0.7,r=0.9,luck=0.1",
         "--questions", "10", "--kas", "1")  # fmt: skip
COMMAND = [sys.executable, "-m", "erbench_track.cli", "generate"]


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


def generated(output, *options):
    return subprocess.run(
        [*COMMAND, *options, "-o", str(output)], capture_output=True, text=True, check=False
    )


def files_of(folder):
    # Apart from the time, which the manifest has.
    names = (path for path in sorted(Path(folder).rglob("*")) if path.suffix == ".parquet")
    return {str(path.relative_to(folder)): path.read_bytes() for path in names}


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [("erbench", "--benchmark", "movie"), ("track-math", "-n", "200")]
)
def test_a_full_disk_is_one_line_and_nothing_is_left(small_disk, options):
    ended = generated(small_disk / "out", *options)
    assert ended.returncode == 2, ended.stderr
    assert ended.stderr.strip().splitlines()[-1].startswith("erbench-track: error: ")
    assert "No space left on device" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert list(small_disk.iterdir()) == []


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
def test_a_full_disk_leaves_no_coding_questions(small_disk, command):
    (small_disk / "other").write_bytes(b"x" * 130_000)
    code, _, err = command("generate", "track-code", "-n", "20", "--no-run-tests",
                           "-o", small_disk / "out")  # fmt: skip
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
def test_a_run_that_is_ended_leaves_nothing_or_all_and_the_next_one_is_the_same(tmp_path):
    options = ("erbench", "--benchmark", "movie", "--max-items", "300")
    begun = time.monotonic()
    assert generated(tmp_path / "undisturbed", *options).returncode == 0
    takes = time.monotonic() - begun
    draw = random.Random(23)  # noqa: S311
    for number, sent in enumerate([signal.SIGKILL, signal.SIGTERM]):
        target = tmp_path / f"out{number}"
        process = subprocess.Popen(
            [*COMMAND, *options, "-o", str(target)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(takes * draw.uniform(0.5, 1.0))
        process.send_signal(sent)
        process.wait()
        if not target.exists():
            assert generated(target, *options).returncode == 0
        assert files_of(target) == files_of(tmp_path / "undisturbed")


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
    "generate": "generate track-math -n 200",
    "score": "score m --task erbench_movie_bn_yes",
    "report": "report m --overwrite",
    "track": " ".join(STUDY),
}


@pytest.fixture
def worked(tmp_path):
    """Runs from which results can be made."""
    write_run(tmp_path / "m", (response(number) for number in range(200)))
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("name", WORK)
def test_an_ended_command_leaves_whole_files_or_none(name, warm_commands, worked):
    command = ["erbench-track", *WORK[name].split(), "-o"]
    begun = time.monotonic()
    warm_commands.run(" ".join([*command, "whole"]), worked)
    takes = time.monotonic() - begun
    whole = visible_files(worked / "whole")
    draw, ended = random.Random(23), 0  # noqa: S311
    for sent in ENDINGS * 2:
        seconds = takes * draw.uniform(0.1, 0.5)
        code, err = warm_commands.run_for([*command, "out"], seconds, worked, sent)
        assert code in (0, 2, 130, -sent), err
        assert "Traceback" not in err
        ended += code in (130, -sent)
        if name != "track":  # whose folder is for what is not complete, too
            assert set(visible_files(worked / "out")) <= set(whole), sent
    assert ended >= 2
    time.sleep(1.1)  # younger drafts may be those of a process that is at work
    code, err = warm_commands.run_for([*command, "out"], 120, worked)
    assert code == 0 or "exists already" in err
    assert set(visible_files(worked / "out")) == set(whole)
    assert not list(worked.rglob(".*.draft-*"))


@pytest.mark.slow
@pytest.mark.parametrize("name", WORK)
def test_of_two_processes_with_one_output_each_is_right_or_says_why(name, warm_commands, worked):
    command = ["erbench-track", *WORK[name].split(), "-o"]
    assert warm_commands.run_for([*command, "whole"], 120, worked)[0] == 0
    with ThreadPoolExecutor(2) as both:
        runs = [both.submit(warm_commands.run_for, [*command, "out"], 120, worked) for _ in "ab"]
    found = sorted((run.result() for run in runs), key=lambda ended: ended[0])
    assert [code for code, _ in found] in ([0, 0], [0, 2]), found
    for code, err in found:
        assert "Traceback" not in err
        assert not code or re.search(r"error: .*(another process|exists already)", err)
    assert set(visible_files(worked / "out")) == set(visible_files(worked / "whole"))
    assert not list(worked.rglob(".*.draft-*"))


def visible_files(folder):
    """Returns names without their dates, and the numbers of lines, of what no draft holds."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return [
        (re.sub(r"_20\d\d-.*(?=\.)", "", path.name), path.read_bytes().count(b"\n"))
        for path in paths
        if not any(part.startswith(".") for part in path.relative_to(folder).parts)
    ]
