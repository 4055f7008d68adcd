"""What the documents say is run: commands, specification, files."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from chat_server import ChatServer
from gallery import PICTURES
from labelled_runs import write_labels
from typer.testing import CliRunner

from erbench_track.cli.main import app
from erbench_track.metrics.audit.page import drawn_from
from erbench_track.metrics.audit.responses import responses_of
from erbench_track.metrics.report.runs import read_models

ROOT = Path(__file__).resolve().parent.parent
OF_THE_PROJECT = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
PAGES = sorted((ROOT / "docs").rglob("*.md"))
DOCUMENTS = [*OF_THE_PROJECT, *PAGES]
KINDS = {"tutorial", "how-to", "reference", "explanation"}
LONGEST = 120  # characters of a line
# Set-up and test runs: what runs this test, and CI, run them.
RUN_ELSEWHERE = ("make ",)


def blocks(language: str) -> list[tuple[str, str]]:
    """Returns the fenced blocks of a language with the name of their document."""
    pattern = re.compile(rf"^```{language}\n(.*?)^```", re.MULTILINE | re.DOTALL)
    return [
        (path.name, block)
        for path in DOCUMENTS
        for block in pattern.findall(path.read_text(encoding="utf-8"))
    ]


COMMANDS = [
    command
    for document, block in blocks("bash")
    for command in block.strip().replace("\\\n", " ").splitlines()
    # The tutorial is one story: test_tutorial.py runs it from the start to the end.
    if not command.startswith(RUN_ELSEWHERE) and document != "database_to_benchmark.md"
]


def test_every_make_command_of_the_documents_is_a_target():
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = {
        command.split()[1]
        for _, block in blocks("bash")
        for command in block.splitlines()
        if command.startswith("make ")
    }
    assert {"demo", "test"} <= named <= targets


@pytest.fixture(scope="module")
def workplace(tmp_path_factory):
    """A folder like the checkout's top, with the results that `make demo` leaves.

    These two commands run in processes of their own, as a user's do.
    """
    folder = tmp_path_factory.mktemp("workplace")
    shutil.copytree(ROOT / "examples", folder / "examples")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    for command in (
        "lm_eval --model erbench-simulated --model_args model=erbench-simulated,known=0.9 "
        "--tasks erbench_movie --output_path results --log_samples",
        "erbench-track generate erbench --benchmark movie -o movie_items",
    ):
        done = subprocess.run(
            shlex.split(command), cwd=folder, env={**os.environ, "PATH": path},
            capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{command}\n{done.stderr[-3000:]}"
    save_labels(folder)
    return folder


def save_labels(folder):
    """Leaves what a person saves who labels the page of audit.md."""
    responses, _ = responses_of(read_models([folder / "results"]))
    key, drawn = drawn_from(responses, 30, 0)

    def mark(response):
        return "right", [True] * len(response.elements)

    write_labels(folder / "labels.jsonl", key, drawn, responses, mark)


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_documented_command_runs(workplace, warm_commands, tiny_llama, command):
    """As typed, but for the model: a tiny Llama stands for the one of the Hub."""
    offline = command.replace("pretrained=Qwen/Qwen3-1.7B", f"pretrained={tiny_llama}")
    # A gap dataset has to be about all facts, and the simulated model takes no time.
    if "lm_eval" in shlex.split(command)[0] and "track-simulated" not in command:
        # Multiple choice is not about every movie: more have to be known than a few.
        offline += f" --limit {100 if '_known_' in command else 2} --batch_size 8"
    if "tiny" in offline:
        offline += " --gen_kwargs max_gen_toks=8"
    if "generate" in command:
        offline += " --overwrite"
    if "benchmarks/" not in command:
        assert warm_commands.run(offline, workplace)


def commands_for_real_models(document: str) -> list[str]:
    """Returns the commands of a document that need a model from the Hub."""
    shown = [block for name, block in blocks("text") if name == document]
    lines = "".join(shown).replace("\\\n", " ").splitlines()
    return [line for line in lines if "Qwen/" in line]


@pytest.mark.slow
def test_the_commands_of_a_study_run_with_a_tiny_model_and_a_judge_here(
    warm_commands, tiny_llama, tmp_path, monkeypatch
):
    """Of fewer questions, with short replies; vLLM and the retriever have nothing to load."""
    judge = ChatServer()
    judge.replies('{"explanation": "", "verdict": "no"}')
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    monkeypatch.setenv("OPENAI_BASE_URL", judge.url)
    monkeypatch.setenv("ERBENCH_TRACK_JUDGE_CACHE", "none")
    studies = 0
    commands = commands_for_real_models("track_study.md")
    assert len(commands) == 4
    for command in commands:
        tiny = command.replace("Qwen/Qwen3-1.7B", str(tiny_llama)).replace("base=vllm", "base=hf")
        tiny = tiny.replace("mello.rounds=6", "mello.rounds=2,mello.retriever=lexical")
        tiny = tiny.replace("base=hf,", "base=hf,retriever=lexical,rounds=2,")
        if command.startswith("erbench-track"):
            studies += 1
            tiny += f"{studies} --questions 2 --kas 1 --device cpu"
        else:
            tiny = tiny.replace('"kas": 10', '"kas": 10, "question_count": 2')
            tiny += " --output_path asked --log_samples --device cpu"
        warm_commands.run(f"{tiny} --gen_kwargs max_gen_toks=8", tmp_path)
        if command.startswith("erbench-track"):
            gaps = tmp_path / f"study{studies}" / "gaps" / "wiki.parquet"
            shutil.copy(gaps, tmp_path / "gaps.parquet")
    assert judge.requests
    report = (tmp_path / "study1" / "report" / "report.md").read_text()
    assert "Judge of" in report
    assert "openai/gpt-5-mini" in report
    judge.close()


def test_the_specification_of_the_documents_generates(toy):
    (text,) = (block for name, block in blocks("yaml") if name == "specification.md")
    assert yaml.safe_load(text) == yaml.safe_load((toy / "benchmark.yaml").read_text())


def test_the_suite_of_the_readme_is_the_one_in_examples():
    (text,) = (block for name, block in blocks("yaml") if name == "README.md")
    example = (ROOT / "examples" / "suite" / "my_suite.yaml").read_text()
    assert yaml.safe_load(text) == yaml.safe_load(example)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_no_line_of_a_document_is_too_long_to_read(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line) > LONGEST] == []


def test_every_page_is_of_one_kind_and_in_the_table_of_contents():
    contents = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    folders = {path.name for path in (ROOT / "docs").iterdir() if path.is_dir()}
    assert folders == KINDS | {"pictures", "site"}
    for path in PAGES:
        where = path.relative_to(ROOT / "docs").as_posix()
        assert where == "README.md" or f"({where})" in contents, where


def test_every_picture_is_made_by_the_script_for_it_and_shown():
    made = {f"{picture.name}.png" for picture in PICTURES}
    texts = "".join(path.read_text(encoding="utf-8") for path in DOCUMENTS)
    assert {path.name for path in (ROOT / "docs" / "pictures").iterdir()} == made
    assert set(re.findall(r"pictures/(\w+\.png)", texts)) == made


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_local_link_leads_somewhere(path):
    for target in re.findall(r"\]\((?!https?://)([^)#]+)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


def test_every_command_and_metric_and_metadata_key_is_documented():
    text = " ".join(path.read_text(encoding="utf-8") for path in DOCUMENTS)
    for command in app.registered_commands:
        assert f"erbench-track {command.name}" in text
    bases = (ROOT / "plugin" / "yaml").glob("*/_*")
    metrics = {m for base in bases for m in re.findall(r"metric: (\w+)", base.read_text())}
    assert len(metrics) > 10
    keys = ("benchmark", "database", "question_seed", "dataset", "nota", "known_entities", "gaps",
            "kas", "only_conflicts", "question_count")  # fmt: skip
    for name in (*(re.sub(r"hop\d$", "hopN", metric) for metric in metrics), *keys):
        assert name in text, name


@pytest.mark.parametrize(
    "arguments",
    [[], ["generate"], ["generate", "erbench"], *([c.name] for c in app.registered_commands)],
)
def test_help_teaches_every_command(arguments):
    result = CliRunner().invoke(app, [*arguments, "--help"])
    assert result.exit_code == 0
    assert "Usage" in result.output
    if arguments:
        assert re.search("Example|lm_eval|Commands", result.output)


def test_the_changelog_has_one_sentence_per_change():
    entries = re.findall(r"^- (.*)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert entries
    assert all(entry.endswith(".") for entry in entries)


def test_no_path_of_the_machine_that_wrote_them_is_in_code_or_documents():
    files = [*DOCUMENTS, ROOT / "Makefile", ROOT / "pyproject.toml", ROOT / ".ci" / "run"]
    for folder in ("cli", "core", "erbench_tasks", "filters", "metrics", "plugin", "templates",
                   "examples", "track_tasks", "api", "harnesses"):  # fmt: skip
        files += [path for path in (ROOT / folder).rglob("*") if path.is_file()]
    for path in files:
        if path.suffix != ".pyc":
            content = path.read_bytes()
            assert str(ROOT).encode() not in content, path
            assert f"{Path.home()}/".encode() not in content, path
