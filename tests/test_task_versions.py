"""A task's version goes up when its prompts, documents or settings change.

`python tests/test_task_versions.py` writes the fingerprints, after the version has gone up.
"""

import hashlib
import json
from pathlib import Path

import pytest

from erbench_track.core.suites.erbench import DOMAINS
from erbench_track.core.suites.task_metadata import VERSIONS, ErbenchMetadata, metadata_of
from erbench_track.core.suites.track import SCENARIOS

FINGERPRINTS = Path(__file__).resolve().parent / "golden" / "task_fingerprints.json"
# What decides about a response's tokens, beside the documents.
SETTINGS = ("description", "generation_kwargs", "repeats", "num_fewshot", "target_delimiter")
# Their documents are also made of installed packages, or of what is looked up.
OF_PACKAGES = {"airport", *(name for name, scenario in SCENARIOS.items() if scenario.libraries)}
LOOKED_UP = {"ka", "mm"}
SAME_DOCUMENTS = {"cot", "sc"}  # as the plain task


def names(suite):
    """The tasks whose documents are made of nothing but the package, and ask no model's gaps."""
    if suite == "track":
        return [f"track_{name}{end}" for name in SCENARIOS if name not in OF_PACKAGES
                for end in ("", "_probe")]  # fmt: skip
    from erbench_track.plugin.hook.register import tasks_dir

    asked = {path.stem: metadata_of(path.stem) for path in tasks_dir().glob("erbench/*.yaml")}
    return sorted(
        name
        for name, task in asked.items()
        if isinstance(task, ErbenchMetadata)
        and task.domain in {domain.name for domain in DOMAINS} - OF_PACKAGES
        and task.variant not in LOOKED_UP | SAME_DOCUMENTS
    )


def fingerprint(task):
    """A hash of what a model is asked, how, and of what is right."""
    settings = {name: getattr(task.config, name) for name in SETTINGS}
    settings["filters"] = [each["name"] for each in task.config.filter_list]
    made = hashlib.sha256(json.dumps(settings, sort_keys=True).encode())
    for document in task.test_docs():
        said = [task.doc_to_text(document), document.get("rationale"), task.doc_to_target(document)]
        made.update(json.dumps(said, sort_keys=True).encode())
    return made.hexdigest()[:16]


def fingerprints(tasks, suite):
    """The version of a suite, and the fingerprint of each task."""
    loaded = {name: tasks.load([name])["tasks"][name] for name in names(suite)}
    made = {name: fingerprint(task) for name, task in loaded.items()}
    return {"version": VERSIONS[suite], "tasks": made}


@pytest.mark.slow
@pytest.mark.parametrize("suite", sorted(VERSIONS))
def test_what_a_version_asks_stays_as_it_is(tasks, suite):
    written = json.loads(FINGERPRINTS.read_text())[suite]
    now = fingerprints(tasks, suite)
    assert now["version"] == written["version"], f"write the fingerprints: python {__file__}"
    changed = sorted(
        name
        for name in {*now["tasks"], *written["tasks"]}
        if now["tasks"].get(name) != written["tasks"].get(name)
    )
    assert not changed, (
        f"{', '.join(changed)} ask something else than version {now['version']} did: add a version "
        "to CHANGES in core/suites/task_metadata.py, `make tasks`, then write the fingerprints"
    )


def test_a_question_more_or_another_word_is_another_fingerprint():
    class Task:
        def __init__(self, *questions, **settings):
            self.questions = questions
            said = {**dict.fromkeys(SETTINGS), "filter_list": [{"name": "robust"}], **settings}
            self.config = type("Config", (), said)

        def test_docs(self):
            return [{"question": question, "rationale": []} for question in self.questions]

        def doc_to_text(self, document):
            return document["question"]

        def doc_to_target(self, document):
            return "yes"

    made = {
        fingerprint(task)
        for task in (Task("a"), Task("b"), Task("a", "b"), Task("a", repeats=5), Task())
    }
    assert len(made) == 5
    assert fingerprint(Task("a")) in made


if __name__ == "__main__":
    from lm_eval.tasks import TaskManager

    from erbench_track.plugin.hook.register import register, tasks_dir

    register()
    manager = TaskManager(include_defaults=False, include_path=tasks_dir())
    every = {suite: fingerprints(manager, suite) for suite in sorted(VERSIONS)}
    FINGERPRINTS.write_text(json.dumps(every, indent=1) + "\n", encoding="utf-8")
