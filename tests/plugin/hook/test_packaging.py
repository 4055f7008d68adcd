"""From a wheel and from an editable install, `lm_eval --tasks erbench_movie` works as typed."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[3]
SITE_PACKAGES = Path(sysconfig.get_paths()["purelib"])
RUN = ["--model", "erbench-simulated", "--tasks", "erbench_movie", "--limit", "2"]


class Environment:
    """A fresh virtual environment that sees the packages of this one, but for a few."""

    def __init__(self, folder: Path, *, without: tuple[str, ...] = ()) -> None:
        self.folder = folder
        venv.create(folder, with_pip=False)
        self.python = folder / "bin" / "python"
        (self.site_packages,) = (folder / "lib").glob("python*/site-packages")
        links = folder / "dependencies"
        links.mkdir()
        hidden = ("erbench", "__editable__", *without)
        for entry in SITE_PACKAGES.iterdir():
            if not entry.name.startswith(hidden):
                (links / entry.name).symlink_to(entry)
        (self.site_packages / "dependencies.pth").write_text(f"{links}\n")

    def pip(self, *arguments: object) -> None:
        command = [sys.executable, "-m", "pip", "--python", self.python, *arguments]
        done = subprocess.run(map(str, command), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def install(self, *what: object) -> None:
        self.pip("install", "--quiet", "--no-deps", "--no-index", "--no-build-isolation", *what)

    def run(self, *arguments: object, **variables: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [str(self.python), *map(str, arguments)],
            capture_output=True,
            text=True,
            cwd=self.folder,
            env={**os.environ, "HF_HUB_OFFLINE": "1", "PYTHONPATH": "", **variables},
            timeout=300,
            check=False,
        )

    def lm_eval(self, *arguments: object, **variables: str) -> str:
        done = self.run("-m", "lm_eval", *arguments, **variables)
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """A copy of the checkout, so that building leaves nothing in it."""
    folder = tmp_path_factory.mktemp("checkout") / "erbench-track"
    ignore = shutil.ignore_patterns(
        "__pycache__", ".git", ".venv", ".hypothesis", ".*_cache", "build", "*.egg-info"
    )
    shutil.copytree(ROOT, folder, ignore=ignore)
    shutil.rmtree(folder / "results", ignore_errors=True)  # of runs, unlike cli/results
    return folder


def build(kind, source, output):
    command = [sys.executable, "-m", "build", f"--{kind}", "--no-isolation", "-o", output, source]
    done = subprocess.run(map(str, command), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    (built,) = output.iterdir()
    return built


@pytest.fixture(scope="module")
def few_tasks(tmp_path_factory):
    """A folder with an lm_eval of few tasks: to index all of its own takes it six seconds."""
    folder = tmp_path_factory.mktemp("few_tasks")
    tasks = folder / "lm_eval" / "tasks"
    tasks.mkdir(parents=True)
    whole = SITE_PACKAGES / "lm_eval"
    for entry in [*whole.iterdir(), *(whole / "tasks").glob("*.py")]:
        if entry != whole / "tasks":
            (folder / "lm_eval" / entry.relative_to(whole)).symlink_to(entry)
    shutil.copytree(whole / "tasks" / "arc", tasks / "arc")
    return folder


@pytest.fixture(scope="module")
def wheel(source, tmp_path_factory):
    return build("wheel", source, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    environment = Environment(tmp_path_factory.mktemp("from_wheel"))
    environment.install(wheel)
    return environment


def assert_table(output):
    assert "erbench-simulated" in output
    for name in ("|Movie ", "| - BN(Y)", "| - BN(N)", "| - MC "):
        assert name in output
    for metric in ("answer_accuracy", "rationale_accuracy", "hallucination_rate", "missing_rate"):
        assert metric in output


def test_the_wheel_has_the_data_and_the_hook_and_nothing_else_on_top(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {name.split("/")[0] for name in names}
    (info,) = (top for top in tops if top.endswith(".dist-info"))
    assert tops == {"erbench_track", "erbench_track.pth", "erbench_track_startup.py", info}
    for needed in (
        "erbench_track/py.typed",
        "erbench_track/erbench_tasks/data/movie/schema.sql",
        "erbench_track/erbench_tasks/data/movie/movie.csv",
        "erbench_track/erbench_tasks/data/movie/benchmark.yaml",
        "erbench_track/erbench_tasks/images/fonts/DejaVuSans.ttf",
        "erbench_track/erbench_tasks/images/fonts/LICENSE_DEJAVU",
        "erbench_track/plugin/yaml/erbench/_erbench",
        "erbench_track/__main__.py",
        "erbench_track/plugin/yaml/erbench/README.md",
        "erbench_track/plugin/yaml/erbench/erbench_movie.yaml",
        "erbench_track/templates/erbench/movie/binary.jinja",
    ):
        assert needed in names


@pytest.mark.slow
def test_lm_eval_finds_the_task_as_typed_from_a_wheel(installed):
    assert_table(installed.lm_eval(*RUN))


def test_lm_eval_lists_the_tasks(installed, few_tasks):
    listed = installed.lm_eval("ls", "tasks", PYTHONPATH=str(few_tasks))
    for name in ("arc_easy", "erbench_movie", "erbench_movie_mc"):
        assert f"|{name} " in listed


def test_the_include_path_does_the_same_with_the_hook_off(installed, few_tasks):
    off = {"ERBENCH_TRACK_AUTOLOAD": "0", "PYTHONPATH": str(few_tasks)}
    refused = installed.run("-m", "lm_eval", *RUN, **off)
    assert refused.returncode != 0
    assert "erbench_movie" in refused.stderr
    folder = installed.run("-m", "erbench_track.cli", "tasks-dir", **off).stdout.strip()
    assert Path(folder).is_dir()
    output = installed.lm_eval(
        "--model", "dummy", "--tasks", "erbench_movie", "--limit", "2",
        "--include_path", folder, **off,
    )  # fmt: skip
    assert "- MC" in output


def test_nothing_of_ours_is_at_the_top_of_site_packages(installed):
    for name in ("filters", "metrics", "templates", "cli", "plugin", "core", "erbench_tasks"):
        done = installed.run("-c", f"import {name}")
        assert "ModuleNotFoundError" in done.stderr, name


def test_bad_metadata_is_one_line_and_exit_code_2_under_lm_eval(installed, few_tasks):
    done = installed.run(
        "-m", "lm_eval", *RUN, "--metadata", '{"database": "nowhere.sqlite"}',
        PYTHONPATH=str(few_tasks),
    )  # fmt: skip
    assert done.returncode == 2, done.stderr[-2000:]
    assert "Traceback" not in done.stderr
    assert "erbench-track: error: nowhere.sqlite: no such database" in done.stderr


def test_uninstalling_leaves_nothing(wheel, tmp_path):
    environment = Environment(tmp_path / "env")
    before = set(environment.folder.rglob("*"))
    environment.install(wheel)
    assert environment.run("-c", "import lm_eval.tasks").returncode == 0
    assert (environment.site_packages / "erbench_track.pth").exists()
    environment.pip("uninstall", "--quiet", "--yes", "erbench-track")
    assert set(environment.folder.rglob("*")) - before <= {
        environment.site_packages / "__pycache__"
    }


# Every top-level module and distribution of the extra `hf`, by how its name begins.
OF_HF = ("torch", "transformers", "accelerate", "peft", "tokenizers", "safetensors")


@pytest.fixture(scope="module")
def base(wheel, tmp_path_factory):
    environment = Environment(tmp_path_factory.mktemp("base"), without=(*OF_HF, "tiktoken"))
    environment.install(wheel)
    return environment


@pytest.mark.slow
def test_without_extras_models_behind_names_run_and_the_study_too(base, few_tasks):
    assert_table(base.lm_eval(*RUN, PYTHONPATH=str(few_tasks)))
    study = ("track", "--model", "track-simulated", "--scenarios", "wiki", "--questions", "3")
    done = base.run("-m", "erbench_track.cli", *study, "--methods", "append", "-o", "study")
    assert done.returncode == 0, done.stderr[-2000:]
    assert (base.folder / "study" / "report" / "report.html").exists()
    loaded = base.run("-c", ALL_HELP)
    assert loaded.returncode == 0, loaded.stderr[-2000:]
    assert not set(OF_HF) & set(loaded.stdout.split())


ALL_HELP = """
import sys
from erbench_track.cli.main import COMMANDS, load
for name, (target, _) in COMMANDS.items():
    load(name, target)
print(*sys.modules)
"""
STUDY = "track --scenarios wiki --questions 3 -o no"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "missing"),
    [
        (f"{STUDY} --model track-simulated --methods ft_ck", "FT-CK, which trains"),
        (f"{STUDY} --model track-simulated --judge nli/x", "the judge nli/x"),
        (f"{STUDY} --model hf --model_args pretrained=x", "--model hf"),
        ("finetune --pretrained x --domain movie -o no", "fine-tuning"),
        ("lm_eval --model hf --model_args pretrained=x --tasks erbench_movie_mc", "this run"),
        ("lm_eval --model track-mello --model_args base=hf --tasks track_wiki_mello", "base=hf"),
    ],
)
def test_what_needs_an_extra_names_it_in_one_line(base, few_tasks, wheel, command, missing):
    first, *rest = command.split()
    module = (first,) if first == "lm_eval" else ("erbench_track.cli", first)
    done = base.run("-m", *module, *rest, PYTHONPATH=str(few_tasks))
    assert done.returncode == 2, done.stderr[-2000:]
    assert "Traceback" not in done.stderr
    told = done.stderr.strip().splitlines()[-1]
    assert missing in told
    assert "needs the library torch" in told or "needs the library transformers" in told
    assert told.endswith(f'pip install "erbench-track[hf] @ {wheel.as_uri()}"')
    assert not (base.folder / "no").exists()


@pytest.mark.slow
def test_lm_eval_finds_the_task_as_typed_from_an_editable_install(source, few_tasks, tmp_path):
    environment = Environment(tmp_path / "env")
    environment.install("--editable", source)
    assert_table(environment.lm_eval(*RUN, PYTHONPATH=str(few_tasks)))
    environment.pip("uninstall", "--quiet", "--yes", "erbench-track")
    assert not (environment.site_packages / "erbench_track.pth").exists()


def test_a_deleted_checkout_costs_one_line_and_never_a_crash(source, tmp_path):
    environment = Environment(tmp_path / "env")
    checkout = tmp_path / "checkout"
    shutil.copytree(source, checkout)
    environment.install("--editable", checkout)
    shutil.rmtree(checkout)
    assert environment.run("-c", "print('fine')").stderr == ""
    done = environment.run("-c", "import lm_eval.tasks; print('fine')")
    assert done.stdout == "fine\n"
    assert done.stderr.count("erbench-track: its tasks cannot be found") == 1


@pytest.mark.slow
def test_lm_eval_itself_may_be_an_editable_install(wheel, few_tasks, tmp_path):
    environment = Environment(tmp_path / "env", without=("lm_eval",))
    environment.install(wheel)
    checkout = tmp_path / "lm-evaluation-harness"
    checkout.mkdir()
    (checkout / "lm_eval").symlink_to(few_tasks / "lm_eval")
    (checkout / "pyproject.toml").write_text(
        '[project]\nname = "lm_eval"\nversion = "0.4.13"\n'
        '[tool.setuptools]\npackages = ["lm_eval"]\n'
    )
    environment.install("--editable", checkout)
    assert_table(environment.lm_eval(*RUN))


def test_without_lm_eval_python_starts_and_generates_as_usual(wheel, tmp_path):
    environment = Environment(tmp_path / "env", without=("lm_eval",))
    environment.install(wheel)
    done = environment.run("-c", "print('fine')")
    assert (done.stdout, done.stderr, done.returncode) == ("fine\n", "", 0)
    done = environment.run("-m", "erbench_track.cli", "generate", "erbench", "-o", "items")
    assert done.returncode == 0, done.stderr
    assert (environment.folder / "items" / "README.md").exists()


def test_an_unknown_future_lm_eval_costs_one_warning_and_never_a_crash(wheel, tmp_path):
    environment = Environment(tmp_path / "env", without=("lm_eval",))
    environment.install(wheel)
    package = environment.site_packages / "lm_eval"
    for name in ("", "tasks", "api", "models", "filters"):
        (package / name).mkdir(exist_ok=True)
        (package / name / "__init__.py").write_text("")
    (package / "api" / "metrics.py").write_text("")
    (package / "tasks" / "manager.py").write_text("class TaskManager:\n    'another design'\n")
    done = environment.run(
        "-c", "import lm_eval.tasks.manager as m; import lm_eval.tasks; print(m.TaskManager)"
    )
    assert done.returncode == 0, done.stderr
    assert "TaskManager" in done.stdout
    assert done.stderr.count("erbench-track could not add its tasks") == 1
    assert "Traceback" not in done.stderr


def test_the_hook_imports_itself_alone_until_lm_eval_is_imported(installed, tmp_path):
    modules = ("-c", "import sys; print(*sys.modules)")
    without = Environment(tmp_path / "env").run(*modules).stdout.split()
    found = installed.run(*modules).stdout.split()
    assert set(found) - set(without) == {"erbench_track_startup"}


@pytest.mark.slow
def test_the_source_distribution_has_what_its_own_tests_need(source, tmp_path):
    packed = build("sdist", source, tmp_path / "sdist")
    shutil.unpack_archive(packed, tmp_path, filter="data")
    unpacked = tmp_path / packed.name.removesuffix(".tar.gz")
    environment = Environment(tmp_path / "env")
    environment.install("--editable", unpacked)
    chosen = ("tests/core/test_optional.py", "tests/test_docs.py", "tests/test_architecture.py")
    done = environment.run(
        "-m", "pytest", "-q", "-m", "not slow", "--rootdir", unpacked,
        *(unpacked / name for name in chosen),
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]
