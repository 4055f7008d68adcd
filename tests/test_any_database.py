"""Any database becomes a benchmark: inspect, generate and run, the same from every engine."""

import json

import pytest
import sqlalchemy
from databases import SCHEMAS, create

from erbench_track.erbench_tasks.database import open_database
from erbench_track.erbench_tasks.export import export
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.inspection.inspect_database import inspect_database
from erbench_track.erbench_tasks.manifest import Manifest


@pytest.fixture(scope="module", params=sorted(SCHEMAS))
def inspected(request, tmp_path_factory):
    """What inspect proposes for a database on SQLite, and what is generated from it unedited."""
    folder = tmp_path_factory.mktemp(request.param)
    engine = sqlalchemy.create_engine(f"sqlite:///{folder / 'db.sqlite'}")
    create(engine, request.param)
    engine.dispose()
    opened = open_database(folder / "db.sqlite")
    spec = folder / "benchmark.yaml"
    spec.write_text(inspect_database(opened, request.param).text, encoding="utf-8")
    manifest = export(Benchmark.open(spec, folder / "db.sqlite"), folder / "items")
    return request.param, spec, folder / "items", manifest


@pytest.fixture
def run(command):
    """Runs the command line in this process; returns what it printed."""

    def check(*arguments):
        code, out, err = command(*arguments)
        assert code == 0, err
        return out, err

    return check


def test_every_engine_is_inspected_and_generates_the_same_items(
    inspected, any_database, tmp_path, run
):
    name, spec, _, expected = inspected
    location = any_database(name)
    proposed = tmp_path / f"{name}.yaml"
    run("inspect", location, "-o", proposed)
    assert proposed.read_text(encoding="utf-8") == spec.read_text(encoding="utf-8")
    run("generate", "erbench", "--benchmark", proposed, "--database", location,
        "-o", tmp_path / "items")  # fmt: skip
    found = Manifest.read(tmp_path / "items")
    assert found.question_types == expected.question_types
    assert found.fingerprint == expected.fingerprint
    assert {kind: part.items > 10 for kind, part in found.question_types.items()} == dict.fromkeys(
        ("bn_yes", "bn_no", "mc", "mh_yes", "mh_no"), True
    )


def test_a_sample_is_the_same_from_every_engine(inspected, any_database, tmp_path):
    name, spec, items, whole = inspected
    location = any_database(name)
    found = export(Benchmark.open(spec, location), tmp_path / "items", seed=7, sample=5)
    sqlite = export(
        Benchmark.open(spec, items.parent / "db.sqlite"), tmp_path / "sqlite", seed=7, sample=5
    )
    assert found.question_types == sqlite.question_types
    assert found.fingerprint == sqlite.fingerprint
    assert 0 < found.question_types["mc"].items < whole.question_types["mc"].items


def test_what_was_generated_runs_in_lm_eval(inspected, tmp_path, run):
    from lm_eval import simple_evaluate
    from lm_eval.tasks import TaskManager

    from erbench_track.plugin.register import register

    name, _, items, manifest = inspected
    register()
    run("export-tasks", items, "-o", tmp_path / "tasks")
    manager = TaskManager(include_defaults=False, include_path=str(tmp_path / "tasks"))
    names = [f"erbench_{name}"]
    results = simple_evaluate(
        model="erbench-simulated",
        model_args="model=erbench-simulated,known=1,answer=1,rationale=1,unsure=0",
        tasks=names, task_manager=manager, limit=20, bootstrap_iters=0,
    )["results"]  # fmt: skip
    task = results[f"erbench_{name}_bn_yes"]
    assert task["answer_accuracy,erbench"] == task["rationale_accuracy,erbench"] == 1
    assert f"erbench_{name}_mc" in results
    assert manifest.question_types["mc"].items


def test_no_question_shows_a_surrogate_key_or_a_secret(inspected):
    _, _, items, _ = inspected
    manifest = Manifest.read(items)
    text = json.dumps(manifest.functional_dependencies)
    assert "_id" not in text
