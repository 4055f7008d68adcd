"""Each suite's README.md names every task, group and version; tags change nothing."""

import re

import pytest
import yaml

from erbench_track.core.suites.task_metadata import CHANGES, VERSIONS
from erbench_track.plugin.hook.register import tasks_dir

SUITES = sorted(VERSIONS)


@pytest.mark.parametrize("suite", SUITES)
def test_a_readme_names_every_task_and_group_beside_it_and_no_other(suite):
    folder = tasks_dir() / suite
    readme = (folder / "README.md").read_text(encoding="utf-8")
    groups_and_tasks = readme[readme.index("### Groups") : readme.index("## Checklist")]
    files = [yaml.safe_load(path.read_text()) for path in folder.glob("*.yaml")]
    names = {config.get("group") or config["task"] for config in files}
    tags = {config["tag"] for config in files if "tag" in config}
    named = set(re.findall(rf"`({suite}\w*)`", groups_and_tasks))
    assert named == names | tags
    assert tags.isdisjoint(names)


@pytest.mark.parametrize("suite", SUITES)
def test_the_changelog_of_a_readme_ends_with_the_version_of_the_tasks(suite):
    folder = tasks_dir() / suite
    changelog = (folder / "README.md").read_text(encoding="utf-8").split("## Changelog")[1]
    numbers = [float(number) for number in re.findall(r"^- (\d+\.\d)", changelog, re.MULTILINE)]
    assert numbers == sorted(CHANGES[suite], reverse=True)
    assert numbers[0] == VERSIONS[suite]
    for path in folder.glob("*.yaml"):
        assert yaml.safe_load(path.read_text())["metadata"]["version"] == numbers[0], path
    base = (folder / f"_{suite}").read_text()
    assert f"version: {numbers[0]}" in base


@pytest.mark.parametrize(
    "part",
    ["## Paper", "## Citation", "### Groups", "### Tasks", "## Checklist", "## Changelog"],
)
def test_a_readme_has_the_parts_that_lm_eval_asks_for(part):
    for suite in SUITES:
        assert f"\n{part}\n" in (tasks_dir() / suite / "README.md").read_text(encoding="utf-8")


def test_the_citations_are_bibtex_with_balanced_braces():
    for suite in SUITES:
        text = (tasks_dir() / suite / "README.md").read_text(encoding="utf-8")
        (entry,) = re.findall(r"```text\n(@\w+\{.*?)```", text, re.DOTALL)
        assert entry.count("{") == entry.count("}")


def test_a_tag_is_what_all_domains_ask_alike(tasks):
    tagged = tasks._index["erbench_mh_yes"].tags
    assert tagged == {"erbench_movie_2hop_yes", "erbench_soccer_3hop_yes"}


def test_tags_are_no_part_of_any_group(tasks):
    tags = set(tasks.all_tags)
    assert {"erbench_mc", "track_append"} <= tags
    for path in tasks_dir().rglob("*.yaml"):
        config = yaml.safe_load(path.read_text())
        members = config["task"] if "group" in config else []
        assert tags.isdisjoint(one if isinstance(one, str) else one["task"] for one in members)


def test_no_tag_has_tasks_that_run_programs(tasks):
    tagged = {name for tag in tasks.all_tags for name in tasks._index[tag].tags}
    unsafe = {name for name in tasks.all_subtasks if re.match("track_code(?!.*probe)", name)}
    assert len(unsafe) == 5
    assert tagged.isdisjoint(unsafe)
