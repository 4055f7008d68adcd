"""The folders show an item's way: who may import whom, and when heavy packages are imported."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("erbench_tasks", "track_tasks", "filters", "metrics", "templates", "plugin", "cli")
# What stands below everything: records, errors, and reading files.
BASE = {
    "erbench_tasks.records",
    "erbench_tasks.errors",
    "erbench_tasks.json_lines",
    "track_tasks.records",
}
# A folder may import itself and these.
ALLOWED = {
    "metrics": BASE,
    "filters": BASE,
    "templates": set(),
    "erbench_tasks": {"filters", "metrics", "templates", "__version__"},
    "track_tasks": {"erbench_tasks", "filters", "metrics", "templates", "__version__"},
    "plugin": {"erbench_tasks", "track_tasks", "filters", "metrics", "templates"},
    "cli": {"plugin", "erbench_tasks", "track_tasks", "filters", "metrics", "templates"},
}


def relative_imports(path: Path):
    """Yields `folder.module` for each import that leaves the file's own top folder."""
    depth = len(path.relative_to(ROOT).parts)
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level >= depth:
            if node.module:
                yield node.module
            else:
                yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_imports_only_what_comes_before_it(folder):
    files = list((ROOT / folder).rglob("*.py"))
    assert files
    for path in files:
        for module in relative_imports(path):
            assert any(
                module == allowed or module.startswith(f"{allowed}.") for allowed in ALLOWED[folder]
            ), f"{path} imports {module}"


def test_inside_of_the_package_imports_are_relative():
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.py"):
            if path.name == "startup.py":  # installed outside of the package
                continue
            for node in ast.walk(ast.parse(path.read_text())):
                names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                if isinstance(node, ast.Import):
                    names = [alias.name for alias in node.names]
                assert not any(name.startswith("erbench_track") for name in names), path


@pytest.mark.parametrize(
    "module",
    [
        "erbench_track.erbench_tasks.generator",
        "erbench_track.filters.text.answers",
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


def test_importing_our_scorer_and_lm_eval_does_not_import_torch():
    code = "import sys, erbench_track.plugin.scoring.scoring; print('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_registering_twice_and_before_lm_evals_own_parts_breaks_nothing():
    code = (
        "from erbench_track.plugin.hook.register import register; register(); register();"
        "from lm_eval.api.registry import get_model, get_filter, get_metric;"
        "print(get_model('hf').__name__, get_model('erbench-simulated').__name__,"
        "get_filter('erbench_answer').__name__, get_filter('take_first').__name__,"
        "callable(get_metric('exact_match')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["HFLM", "SimulatedLM", "AnswerFilter", "TakeFirstFilter", "True"]


def test_modules_and_functions_stay_readable():
    """A module is a screen or two; the caps are those of the project's style guide."""
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text()
            assert text.count("\n") <= 300, path
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.FunctionDef) and not ast.get_docstring(node):
                    assert node.end_lineno - node.lineno < 40, f"{path}: {node.name}"
