"""What stands in several files of the project is the same in each."""

import re
import sys
from pathlib import Path

import pytest
import yaml

import erbench_track

ROOT = Path(__file__).resolve().parent.parent
WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text())
PYPROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_every_python_that_the_package_names_is_tested_by_the_workflow():
    named = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', PYPROJECT)
    assert WORKFLOW["jobs"]["linux"]["strategy"]["matrix"]["python"] == named
    assert re.search(r'requires-python = ">=(.*)"', PYPROJECT)[1] == named[0]
    assert f"{sys.version_info.major}.{sys.version_info.minor}" in named


def test_the_workflow_runs_what_must_pass_here():
    runs = [step.get("run") for step in WORKFLOW["jobs"]["linux"]["steps"]]
    assert ".ci/run" in runs
    assert "make check" in (ROOT / ".ci" / "run").read_text()


@pytest.mark.slow
def test_the_commands_of_the_workflow_for_other_systems_run(warm_commands, tmp_path):
    (script,) = (
        step["run"]
        for step in WORKFLOW["jobs"]["paths"]["steps"]
        if "erbench-track" in step.get("run", "")
    )
    for command in script.replace("\\\n", " ").splitlines():
        warm_commands.run(command.replace("python -m erbench_track ", "erbench-track "), tmp_path)
    assert (tmp_path / "preview of movie.html").is_file()
    assert (tmp_path / "report" / "report.md").is_file()


def test_the_citation_is_of_this_version_and_of_both_papers():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert citation["version"] == erbench_track.__version__
    assert f'name = "{citation["title"]}"' in PYPROJECT
    assert citation["license"] == re.search(r'^license = "(.*)"', PYPROJECT, re.MULTILINE)[1]
    readmes = "".join(
        path.read_text(encoding="utf-8") for path in ROOT.glob("plugin/yaml/*/README.md")
    )
    for paper in citation["references"]:
        assert paper["title"].split(": ")[0] in readmes
        for author in paper["authors"]:
            assert f"{author['family-names']}, {author['given-names']}" in " ".join(readmes.split())


def test_what_is_checked_before_a_commit_is_what_the_makefile_checks():
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())
    entries = [hook["entry"] for repo in config["repos"] for hook in repo["hooks"]]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for entry in entries:
        tool = entry.removeprefix(".venv/bin/").removesuffix(" --force-exclude")
        assert tool == "make check" or f"$(BIN)/{tool}" in makefile, entry
