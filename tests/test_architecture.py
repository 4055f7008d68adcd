"""The folders show an item's way: who may import whom, and when heavy packages are imported."""

import ast
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from house import FOLDERS, House, circles

ROOT = Path(__file__).resolve().parent.parent

# A folder may import itself and what stands in its row. `__init__` is the package's version.
ALLOWED = {
    "core": "",
    "templates": "core",
    "filters": "core templates",
    "metrics": "core templates",
    "erbench_tasks": "core templates filters metrics",
    "track_tasks": "core templates filters metrics erbench_tasks",
    "api": "core templates filters metrics erbench_tasks",
    "harnesses": "core templates filters metrics erbench_tasks api",
    "plugin": "core templates filters metrics erbench_tasks track_tasks",
    "cli": "core templates filters metrics erbench_tasks track_tasks api harnesses plugin",
}
SUITES = ("erbench", "track")
MOST_MODULES = 20  # beside each other in one folder


@pytest.fixture(scope="module")
def house():
    found = House(ROOT)
    assert len(found.modules()) > 200
    return found


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_imports_only_what_comes_before_it(house, folder):
    allowed = {folder, *ALLOWED[folder].split()}
    for name, imported in house.imports.items():
        if name.split(".")[0] == folder:
            wrong = {other for other in imported if other.split(".")[0] not in allowed}
            assert not wrong, f"{name} imports {wrong}"


def test_no_modules_and_no_folders_import_each_other_in_a_circle(house):
    assert circles(house.imports) == []
    assert circles(house.folder_arrows()) == []


def test_circles_are_found():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": {"e"}}) == [["a", "b", "c"]]


def test_no_folder_has_more_modules_beside_each_other_than_one_can_survey(house):
    beside = Counter(house.folder_of(name) for name in house.modules())
    assert {folder: count for folder, count in beside.items() if count > MOST_MODULES} == {}


def test_no_function_is_exempt_from_the_limit_of_complexity(house):
    assert "max-complexity = 10" in (ROOT / "pyproject.toml").read_text()
    for path in house.files.values():
        assert "C901" not in path.read_text(), path


def test_inside_of_the_package_imports_are_relative(house):
    for path in house.files.values():
        if path.name == "startup.py":  # installed outside of the package
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            assert not any(name.startswith("erbench_track") for name in names), path


def test_the_tests_mirror_the_tree():
    """tests/FOLDER/test_MODULE.py tests FOLDER/MODULE.py, or a folder of that name."""
    for path in (ROOT / "tests").glob("*/**/test_*.py"):
        tested = ROOT / path.relative_to(ROOT / "tests").with_name(path.stem.removeprefix("test_"))
        assert tested.is_dir() or tested.with_suffix(".py").is_file(), path


@pytest.mark.parametrize(
    "module",
    [
        "erbench_track.erbench_tasks.generator",
        "erbench_track.filters.answers.robust",
        "erbench_track.metrics.erbench",
        "erbench_track.cli.main",
        "erbench_track.plugin.hook.register",
    ],
)
def test_heavy_packages_are_imported_only_where_they_are_used(module):
    code = (
        f"import sys, {module};"
        "print([m for m in ('torch', 'transformers', 'lm_eval', 'datasets') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_task_loads_without_what_makes_questions_or_reads_answers_and_scoring_without_torch():
    tasks = [f"erbench_track.plugin.tasks.{name}" for name in ("settings", "task_classes")]
    tasks += [
        f"erbench_track.{name}.{suite}" for name in ("filters", "metrics") for suite in SUITES
    ]
    tasks += [f"erbench_track.{suite}_tasks.dataset" for suite in SUITES]
    late = [
        "sqlalchemy",
        "erbench_track.erbench_tasks.generator",
        "erbench_track.filters.readings",
        "erbench_track.track_tasks.code.calls",
    ]
    code = (
        f"import sys, {', '.join(tasks)}; print([m for m in {late} if m in sys.modules]);"
        "import erbench_track.plugin.scoring.scoring; print('torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["[]", "False"]


def test_registering_twice_and_before_lm_evals_own_parts_breaks_nothing():
    code = (
        "from erbench_track.plugin.hook.register import register; register(); register();"
        "from lm_eval.api.registry import get_model, get_filter, get_metric;"
        "print(get_model('hf').__name__, get_model('erbench-simulated').__name__,"
        "get_filter('erbench_reading').__name__, get_filter('take_first').__name__,"
        "callable(get_metric('exact_match')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [
        "HFLM",
        "SimulatedLM",
        "ReadingFilter",
        "TakeFirstFilter",
        "True",
    ]
