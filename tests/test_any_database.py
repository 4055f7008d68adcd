"""Any database becomes a benchmark: inspect, generate and run, the same from every engine."""

import json
from functools import cache

import pytest
import sqlalchemy
import yaml
from databases import SCHEMAS, create

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks import dataset
from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.inspection.inspect_database import inspect_database
from erbench_track.erbench_tasks.stored.manifest import Manifest
from erbench_track.erbench_tasks.stored.writer import export


@pytest.fixture(scope="module")
def on_sqlite(tmp_path_factory):
    """Makes a database on SQLite, what inspect proposes, and what is generated; each once.

    A fixture with parameters would be made anew for each engine.
    """

    @cache
    def make(name):
        folder = tmp_path_factory.mktemp(name)
        engine = sqlalchemy.create_engine(f"sqlite:///{folder / 'db.sqlite'}")
        create(engine, name)
        engine.dispose()
        opened = open_database(folder / "db.sqlite")
        spec = folder / "benchmark.yaml"
        spec.write_text(inspect_database(opened, name, unsettled=True).text, encoding="utf-8")
        manifest = export(Benchmark.open(spec, folder / "db.sqlite"), folder / "items")
        return name, spec, folder / "items", manifest

    return make


@pytest.fixture(params=sorted(SCHEMAS))
def inspected(request, on_sqlite):
    """What inspect proposes for a database on SQLite, and what is generated from it unedited."""
    return on_sqlite(request.param)


@pytest.fixture(scope="module")
def sampled(tmp_path_factory):
    """Ids of the items about a few entities, and the manifest of a sample, from SQLite."""

    @cache
    def make(spec):
        folder = tmp_path_factory.mktemp("sampled") / "items"
        return sample(spec, spec.parent / "db.sqlite", folder)

    return make


def sample(spec, location, folder):
    opened = Benchmark.open(spec, location)
    entities = [item.id for item in opened.items(seed=7, sample=5)]
    return entities, export(opened, folder, seed=7, max_items=60)


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
    run("inspect", location, "--unsettled", "-o", proposed)
    assert proposed.read_text(encoding="utf-8") == spec.read_text(encoding="utf-8")
    run("generate", "erbench", "--benchmark", proposed, "--database", location,
        "-o", tmp_path / "items")  # fmt: skip
    found = Manifest.read(tmp_path / "items")
    assert found.question_types == expected.question_types
    assert found.fingerprint == expected.fingerprint
    asked = {kind for kind, part in found.question_types.items() if part.items > 10}
    assert asked >= {"bn_yes", "bn_no", "bn_altered"}


def test_a_sample_is_the_same_from_every_engine(inspected, sampled, any_database, tmp_path):
    name, spec, _, whole = inspected
    entities, found = sample(spec, any_database(name), tmp_path / "items")
    of_sqlite, sqlite = sampled(spec)
    assert entities == of_sqlite
    assert found.question_types == sqlite.question_types
    assert found.fingerprint == sqlite.fingerprint
    assert 0 < found.question_types["bn_no"].items < whole.question_types["bn_no"].items


def test_what_is_generated_runs_in_lm_eval(inspected, tmp_path, run):
    """That every engine gives these items is tested above."""
    from lm_eval import simple_evaluate
    from lm_eval.tasks import TaskManager

    from erbench_track.plugin.hook.register import register

    name, _, items, manifest = inspected
    register()
    run("export-tasks", items, "-o", tmp_path / "tasks")
    manager = TaskManager(include_defaults=False, include_path=str(tmp_path / "tasks"))
    results = simple_evaluate(
        model="erbench-simulated",
        model_args="model=erbench-simulated,known=1,answer=1,rationale=1,unsure=0",
        tasks=[f"erbench_{name}"], task_manager=manager, limit=20, bootstrap_iters=0,
    )["results"]  # fmt: skip
    for kind in {"bn_yes", "bn_no", "mc"} & {*manifest.question_types}:
        found = results[f"erbench_{name}_{kind}"]
        assert found["answer_accuracy,robust"] == found["rationale_accuracy,robust"] == 1


def test_no_question_shows_a_surrogate_key_or_a_secret(inspected):
    _, _, items, _ = inspected
    manifest = Manifest.read(items)
    text = json.dumps(manifest.functional_dependencies)
    assert "_id" not in text


STRANGE = "% (a)s :b"
QUOTES = "sel\"ect; drop `x` -- {{ 1 }} [bold] 'é'"


def test_hostile_names_are_asked_about_on_every_engine(writable, tmp_path, run):
    columns = [
        sqlalchemy.Column("name", sqlalchemy.String(40), primary_key=True),
        *(sqlalchemy.Column(name, sqlalchemy.String(40)) for name in ("group", QUOTES, STRANGE)),
    ]
    table = sqlalchemy.Table(QUOTES, sqlalchemy.MetaData(), *columns)
    table.metadata.create_all(writable.engine)
    with writable.engine.begin() as connection:
        for n in range(12):
            values = {"name": f"row {n}", "group": f"band {n % 4}", QUOTES: f"quote {n % 3}"}
            connection.execute(table.insert(), {**values, STRANGE: f"thing {n % 3}"})
    writable.engine.dispose()
    spec, items = tmp_path / "spec.yaml", tmp_path / "items"
    spec.write_text(yaml.safe_dump(_about_strange_names()), encoding="utf-8")
    run("generate", "erbench", "--benchmark", spec, "--database", writable.location, "-o", items)
    assert Manifest.read(items).question_types["mc"].items == 12


def _about_strange_names():
    columns = {"name": "row.name", "band": "row.group", "quote": f"row.{QUOTES}"}
    relation = {"tables": [{"table": QUOTES, "as": "row"}], "entity": ["name"]}
    question = {"type": "multiple_choice", "relation": "row", "fd": "name -> band, quote, strange"}
    template = {"question": "What is false of {{ name }}?"}
    template |= {name: f"It has {{{{ {name} }}}}." for name in ("band", "quote", "strange")}
    attributes = {**columns, "strange": f"row.{STRANGE}"}
    return {
        "name": "strange",
        "relations": {"row": {**relation, "attributes": attributes}},
        "questions": [{**question, "templates": [template]}],
    }


def test_what_has_no_name_in_words_is_not_proposed(writable, tmp_path, command):
    columns = [
        sqlalchemy.Column("name", sqlalchemy.String(40), primary_key=True),
        sqlalchemy.Column(STRANGE, sqlalchemy.String(40)),
    ]
    table = sqlalchemy.Table(QUOTES, sqlalchemy.MetaData(), *columns)
    table.metadata.create_all(writable.engine)
    with writable.engine.begin() as connection:
        for n in range(12):
            row = {"name": f"row {n}", STRANGE: f"thing {n % 3}"}
            connection.execute(table.insert(), row)
    writable.engine.dispose()
    code, out, err = command("inspect", writable.location, "-o", tmp_path / "spec.yaml")
    assert code == 2
    assert (out + err).count("\n") == 1


def test_a_column_of_a_type_that_is_not_supported_is_named_and_left_out(
    postgresql_server, tmp_path, run
):
    database = postgresql_server.new_database()
    with postgresql_server.engine(database).begin() as connection:
        connection.exec_driver_sql(
            "create table town (name text primary key, land text, box box, tags text[], at point)"
        )
        for n in range(9):
            values = f"('town {n}', 'land {n % 3}', '((0,0),(1,1))', '{{a}}', '(0,0)')"
            connection.exec_driver_sql(f"insert into town values {values}")
    spec = tmp_path / "spec.yaml"
    _, err = run("inspect", postgresql_server.url(database), "--unsettled", "-o", spec)
    for column in ("town.box", "town.tags", "town.at"):
        assert f"left out: {column}: its type is not supported" in err
    spec.write_text(spec.read_text().replace("land: town.land", "land: town.tags"))
    with pytest.raises(InputError, match=r"'town\.tags' has a type that no text can mention"):
        Benchmark.open(spec, postgresql_server.url(database))


def test_tables_of_another_schema_are_asked_about(postgresql_server, tmp_path, run):
    database = postgresql_server.new_database()
    with postgresql_server.engine(database).begin() as connection:
        connection.exec_driver_sql("create schema geo")
        connection.exec_driver_sql("create table geo.town (name text primary key, land text)")
        for n in range(9):
            connection.exec_driver_sql(f"insert into geo.town values ('Town {n}', 'Land {n % 3}')")
    url, spec = postgresql_server.url(database), tmp_path / "spec.yaml"
    run("inspect", url, "--schema", "geo", "--unsettled", "-o", spec)
    assert "schema: geo" in spec.read_text()
    run("generate", "erbench", "--benchmark", spec, "--database", url, "-o", tmp_path / "items")
    assert Manifest.read(tmp_path / "items").question_types["bn_yes"].items == 9


def test_a_connection_that_is_lost_half_way_leaves_nothing_behind(postgresql_server, tmp_path):
    database = postgresql_server.new_database()
    engine = postgresql_server.engine(database)
    with engine.begin() as connection:
        connection.exec_driver_sql("create table town (name text primary key, land text)")
        connection.exec_driver_sql(
            "insert into town select 't' || n, 'l' || mod(n, 7) from generate_series(1, 20000) as n"
        )
    spec = tmp_path / "benchmark.yaml"
    spec.write_text(
        "name: town\nrelations:\n  town:\n    tables: [town]\n"
        "    attributes: {name: town.name, land: town.land}\n    entity: [name]\n"
        "questions:\n  - type: binary\n    relation: town\n    fd: name -> land\n"
        "    template: {basic: 'Is there {{ name }}?', negated: 'Is there no {{ name }}?'}\n"
    )

    def losing(items):
        for number, item in enumerate(items):
            if number == 3000:
                postgresql_server.as_admin(
                    "select pg_terminate_backend(pid) from pg_stat_activity"
                    f" where datname = '{database}' and pid != pg_backend_pid()"
                )
            yield item

    with pytest.raises(InputError) as raised:
        export(
            Benchmark.open(spec, postgresql_server.url(database)), tmp_path / "items", watch=losing
        )
    assert "\n" not in str(raised.value)
    assert [path.name for path in tmp_path.iterdir()] == ["benchmark.yaml"]


def test_a_task_may_ask_a_sample_of_any_database(inspected, any_database):
    name, spec, _, whole = inspected
    options = {"benchmark": str(spec), "database": any_database(name), "sample_entities": 4}
    asked = dataset.load(name, "bn_no", **options)["test"]
    assert 0 < len(asked) < whole.question_types["bn_no"].items
    every = dataset.load(name, "bn_no", benchmark=str(spec), database=any_database(name))["test"]
    assert set(asked["id"]) <= set(every["id"])
