"""Any database becomes a benchmark: generated and run, the same from every engine."""

import csv
from datetime import date, datetime
from decimal import Decimal
from functools import cache

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import sqlalchemy
import yaml
from databases import SCHEMAS, create, fill, hostile

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks import dataset
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.stored.manifest import Manifest
from erbench_track.erbench_tasks.stored.writer import export

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def on_sqlite(tmp_path_factory):
    """Makes a database on SQLite, its specification, and what is generated; each once.

    A fixture with parameters would be made anew for each engine.
    """

    @cache
    def make(name):
        folder = tmp_path_factory.mktemp(name)
        engine = sqlalchemy.create_engine(f"sqlite:///{folder / 'db.sqlite'}")
        create(engine, name)
        engine.dispose()
        spec = folder / "benchmark.yaml"
        spec.write_text(SCHEMAS[name].SPEC, encoding="utf-8")
        manifest = export(Benchmark.open(spec, folder / "db.sqlite"), folder / "items")
        return name, spec, folder / "items", manifest

    return make


@pytest.fixture(params=sorted(SCHEMAS))
def generated(request, on_sqlite):
    """The specification of a database on SQLite, and what is generated from it."""
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


def test_every_engine_generates_the_same_items(generated, any_database, tmp_path, run):
    name, spec, _, expected = generated
    run("generate", "erbench", "--benchmark", spec, "--database", any_database(name),
        "-o", tmp_path / "items")  # fmt: skip
    found = Manifest.read(tmp_path / "items")
    assert found.question_types == expected.question_types
    assert found.fingerprint == expected.fingerprint
    asked = {kind for kind, part in found.question_types.items() if part.items > 10}
    assert asked >= {"bn_yes", "bn_no", "bn_altered"}


def test_a_sample_is_the_same_from_every_engine(generated, sampled, any_database, tmp_path):
    name, spec, _, whole = generated
    entities, found = sample(spec, any_database(name), tmp_path / "items")
    of_sqlite, sqlite = sampled(spec)
    assert entities == of_sqlite
    assert found.question_types == sqlite.question_types
    assert found.fingerprint == sqlite.fingerprint
    assert 0 < found.question_types["bn_no"].items < whole.question_types["bn_no"].items


def test_what_is_generated_runs_in_lm_eval(generated, tmp_path, run):
    """That every engine gives these items is tested above."""
    from lm_eval import simple_evaluate
    from lm_eval.tasks import TaskManager

    from erbench_track.plugin.hook.register import register

    name, _, items, manifest = generated
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
    spec.write_text(yaml.safe_dump(_about_strange_names(writable.kind)), encoding="utf-8")
    run("generate", "erbench", "--benchmark", spec, "--database", writable.location, "-o", items)
    assert Manifest.read(items).question_types["mc"].items == 12


def _about_strange_names(kind):
    mark = "`" if kind == "mariadb" else '"'

    def quoted(name):
        return mark + name.replace(mark, 2 * mark) + mark

    called = {"name": "name", "group": "band", QUOTES: "quote", STRANGE: "strange"}
    columns = ", ".join(f"{quoted(name)} AS {plain}" for name, plain in called.items())
    relation = {"sql": f"SELECT {columns} FROM {quoted(QUOTES)}", "entity": ["name"]}
    question = {"type": "multiple_choice", "relation": "row", "fd": "name -> band, quote, strange"}
    wording = {"question": "What is false of {{ name }}?"}
    wording |= {name: f"It has {{{{ {name} }}}}." for name in ("band", "quote", "strange")}
    return {
        "name": "strange",
        "relations": {"row": relation},
        "questions": [{**question, "wording": wording}],
    }


@pytest.fixture(scope="module")
def hostile_items(tmp_path_factory):
    """Gives the items about awkward names and values on SQLite."""

    @cache
    def make(most):
        folder = tmp_path_factory.mktemp("hostile")
        engine = sqlalchemy.create_engine(f"sqlite:///{folder / 'db.sqlite'}")
        return about_hostile("sqlite", engine, str(folder / "db.sqlite"), folder, most)

    return make


def about_hostile(kind, engine, location, folder, most):
    fill(engine, hostile)
    engine.dispose()
    (folder / "hostile.yaml").write_text(hostile.specification(kind), encoding="utf-8")
    benchmark = Benchmark.open(folder / "hostile.yaml", location)
    items = list(benchmark.items(seed=3, none_share=0.3, max_items=most))
    return items, benchmark.omissions.incomplete


@pytest.mark.parametrize("most", [None, 40])
def test_awkward_names_and_values_give_the_same_items(writable, hostile_items, tmp_path, most):
    made = about_hostile(writable.kind, writable.engine, writable.location, tmp_path, most)
    assert made == hostile_items(most)
    questions = {item.question for item in made[0]}
    assert len(made[0]) > 30
    if most is None:
        types = {item.question_type for item in made[0]}
        assert types == {"bn_yes", "bn_no", "bn_altered", "mc", "mh_yes", "mh_no"}
        names = {"Ada", "ada", "ÁDA", "Ada ", "Strasse", "STRASSE", "a\\b", "{{ 7 }}", "100%"}
        assert {f"Has {name} tags?" for name in names} <= questions


OF_TOWNS = """\
name: town
relations:
  town:
    sql: SELECT name, land FROM town
    entity: [name]
questions:
  - type: binary
    relation: town
    fd: name -> land
    wording: {basic: "Is there {{ name }}?", negated: "Is there no {{ name }}?"}
"""


def test_a_column_of_a_type_that_is_not_supported_is_named(postgresql_server, tmp_path):
    database = postgresql_server.new_database()
    with postgresql_server.engine(database).begin() as connection:
        connection.exec_driver_sql(
            "create table town (name text primary key, land text, box box, tags text[], at point)"
        )
        for n in range(9):
            values = f"('town {n}', 'land {n % 3}', '((0,0),(1,1))', '{{a}}', '(0,0)')"
            connection.exec_driver_sql(f"insert into town values {values}")
    spec = tmp_path / "spec.yaml"
    spec.write_text(OF_TOWNS.replace("name, land", "name, tags AS land"))
    with pytest.raises(InputError, match=r"the column 'land' has a type that no text can mention"):
        Benchmark.open(spec, postgresql_server.url(database))


def test_tables_of_another_schema_are_asked_about(postgresql_server, tmp_path, run):
    database = postgresql_server.new_database()
    with postgresql_server.engine(database).begin() as connection:
        connection.exec_driver_sql("create schema geo")
        connection.exec_driver_sql("create table geo.town (name text primary key, land text)")
        for n in range(9):
            connection.exec_driver_sql(f"insert into geo.town values ('Town {n}', 'Land {n % 3}')")
    url, spec = postgresql_server.url(database), tmp_path / "spec.yaml"
    spec.write_text(f"schema: geo\n{OF_TOWNS}")
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
    spec.write_text(OF_TOWNS)

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


def test_a_task_may_ask_a_sample_of_any_database(generated, any_database):
    name, spec, _, whole = generated
    options = {"benchmark": str(spec), "database": any_database(name), "sample_entities": 4}
    asked = dataset.load(name, "bn_no", **options)["test"]
    assert 0 < len(asked) < whole.question_types["bn_no"].items
    every = dataset.load(name, "bn_no", benchmark=str(spec), database=any_database(name))["test"]
    assert set(asked["id"]) <= set(every["id"])


TREES = """\
name: tree
relations:
  tree:
    sql: |
      SELECT t.name, t.height, t.planted, t.seen, t.stands, s.kind AS soil, s.acid
      FROM tree t
      JOIN soil s ON s.kind = t.soil
    entity: [name]
    ask: stands
questions:
  - type: binary
    relation: tree
    fd: name, soil -> height, seen
    holds: acid
    wording: {basic: "Is {{ soil }} under {{ name }} acid?", negated: "Is {{ soil }} no acid?"}
  - type: altered
    relation: tree
    fd: name, planted -> soil
    replaced: planted
    wording: {basic: "Was {{ name }} planted on {{ planted }}?"}
  - type: multiple_choice
    relation: tree
    fd: name -> height, planted, seen, soil
    wording:
      - question: "What is false of {{ name }}?"
        height: "Height: {{ height }}."
        planted: "Planted: {{ planted }}."
        seen: "Seen: {{ seen }}."
        soil: "Soil: {{ soil }}."
"""
SOILS = {"kind": ["clay", "sand, wet", 'the "best"'], "acid": [True, False, True]}
PLANTED = {
    "name": [f"Tree {n}" if n else 'Öl, "a"\nb' for n in range(12)],
    "soil": [SOILS["kind"][n % 3] for n in range(12)],
    "height": [Decimal(n * 25 + 100).scaleb(-2) if n != 7 else None for n in range(12)],
    "planted": [date(1900 + n, 1, 28) for n in range(12)],
    "seen": [datetime(2000, 1, 1 + n, 12 * (n % 2)) for n in range(12)],
    "stands": [n != 4 for n in range(12)],
}


def as_sqlite(folder):
    metadata = sqlalchemy.MetaData()
    text, truth = sqlalchemy.String(20), sqlalchemy.Boolean
    kinds = {"name": text, "soil": text, "height": sqlalchemy.Numeric(6, 2), "kind": text,
             "planted": sqlalchemy.Date, "seen": sqlalchemy.DateTime, "stands": truth,
             "acid": truth}  # fmt: skip
    engine = sqlalchemy.create_engine(f"sqlite:///{folder / 'tree.sqlite'}")
    for name, columns in {"soil": SOILS, "tree": PLANTED}.items():
        made = (sqlalchemy.Column(column, kinds[column]) for column in columns)
        table = sqlalchemy.Table(name, metadata, *made)
        table.create(engine)
        with engine.begin() as connection:
            connection.execute(table.insert(), rows_of(columns))
    engine.dispose()
    return folder / "tree.sqlite"


def rows_of(columns):
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def as_csv(folder):
    for name, columns in {"soil": SOILS, "tree": PLANTED}.items():
        with (folder / f"{name}.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, list(columns))
            writer.writeheader()
            writer.writerows(
                {k: str(v).lower() if isinstance(v, bool) else v for k, v in row.items()}
                for row in rows_of(columns)
            )
    return folder


def as_parquet(folder):
    for name, columns in {"soil": SOILS, "tree": PLANTED}.items():
        pq.write_table(pa.table(columns), folder / f"{name}.parquet")
    return folder


@pytest.mark.filterwarnings("ignore:Dialect sqlite")
@pytest.mark.parametrize("write", [as_csv, as_parquet])
def test_files_give_the_same_items_as_a_database(tmp_path, write):
    spec, folder = tmp_path / "tree.yaml", tmp_path / "tables"
    spec.write_text(TREES, encoding="utf-8")
    folder.mkdir()
    expected = list(Benchmark.open(spec, as_sqlite(tmp_path)).items())
    assert list(Benchmark.open(spec, write(folder)).items()) == expected
    assert len(expected) == 10 * 2 + 11 + 10
    assert any("Height: 1.50." in item.options for item in expected)
