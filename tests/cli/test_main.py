"""Bad input: one line that names the file, line and field, exit code 2, nothing half-written."""

import gzip
import inspect
import json
import re
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from erbench_track.cli.main import COMMANDS, GENERATE, app, load

GOOD_SAMPLE = {
    "doc_id": 0,
    "doc": {
        "id": "a",
        "question_type": "bn_yes",
        "entity_id": "e",
        "question": "Is it?",
        "options": [],
        "answer": "yes",
        "rationale": [{"hop": 1, "attribute": "title", "values": ["X"], "match": "any"}],
    },
    "resps": [["Yes. X."]],
}


@pytest.fixture
def generate(toy, tmp_path, refused):
    """Asserts that generating from the toy benchmark is refused, and leaves nothing behind."""

    def run(*options):
        output = tmp_path / "output" / "items"
        line = refused(
            "generate", "erbench", "--benchmark", toy / "benchmark.yaml", "-o", output, *options
        )
        assert not output.exists()
        assert list(tmp_path.glob("output/.*")) == []
        return line

    return run


def change(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


SPEC_PROBLEMS = [
    ("sql: |", "sequel: |", 3, "relations.city.sql"),
    ("entity: [name, country]", "entity: []", 8, "relations.city.entity"),
    ("entity: [name, country]", "entity: [nam]", 8, "relations.city.entity"),
    ("type: binary", "type: ternary", 12, "questions.0"),
    ("relation: city", "relation: town", 13, "questions.0.relation"),
    ("fd: country, river -> name", "fd: country, river", 14, "questions.0.fd"),
    ("fd: country, river -> name", "fd: country, lake -> name", 14, "questions.0.fd"),
    ("template: city.jinja", "templte: city.jinja", 15, "questions.0.templte"),
    ("SELECT city, alias FROM city_alias", "[]", 10, "relations.city.spellings.name"),
    ("      name: SELECT", "      nam: SELECT", 10, "relations.city.spellings.nam"),
]


@pytest.mark.parametrize(("old", "new", "line", "field"), SPEC_PROBLEMS)
def test_a_wrong_field_of_a_specification_is_named_with_its_line(
    toy, generate, old, new, line, field
):
    change(toy / "benchmark.yaml", old, new)
    message = generate()
    assert f"{toy / 'benchmark.yaml'}, line {line}: " in message
    assert field in message


def test_a_specification_that_is_not_yaml_is_named_with_the_line(toy, generate):
    change(toy / "benchmark.yaml", "name: city", "name: [city")
    assert f"{toy / 'benchmark.yaml'}, line 2: not valid YAML" in generate()


@pytest.mark.parametrize("content", ["", "just text", "- a\n- b\n"])
def test_a_specification_that_is_no_mapping_is_refused(toy, generate, content):
    (toy / "benchmark.yaml").write_text(content)
    assert f"{toy / 'benchmark.yaml'}, line 1" in generate()


def test_a_missing_specification_is_refused_with_the_embedded_names(refused, tmp_path):
    line = refused("generate", "erbench", "--benchmark", "nowhere.yaml", "-o", tmp_path / "x")
    assert "nowhere.yaml" in line
    assert "embedded benchmark (airport, book, movie, movie_mm, music, soccer, soccer_mm)" in line


def test_an_undefined_variable_of_a_template_is_named_with_its_line(toy, generate):
    change(toy / "city.jinja", "no city in {{ country }}", "no city in {{ contry }}")
    message = generate()
    assert f"{toy / 'city.jinja'}, line 2: undefined variable 'contry'" in message
    assert "known: country, river" in message


def test_a_malformed_template_is_named_with_its_line(toy, generate):
    change(toy / "city_mc.jinja", "{{ country }}", "{{ country }")
    assert f"{toy / 'city_mc.jinja'}, line 2: " in generate()


def test_a_template_without_a_needed_block_is_refused(toy, generate):
    change(toy / "city_mc.jinja", "block river", "block lake")
    assert "no block 'river'" in generate()


def test_a_missing_template_is_refused(toy, generate):
    (toy / "city.jinja").unlink()
    assert "city.jinja: no such template" in generate()


def test_a_template_outside_of_its_folders_is_refused(toy, generate):
    (toy.parent / "secret.jinja").write_text("{% block basic %}{% endblock %}")
    change(toy / "benchmark.yaml", "template: city.jinja", "template: ../secret.jinja")
    assert "../secret.jinja: no such template" in generate()


def test_a_template_cannot_reach_into_python(toy, generate):
    attack = "{{ country.__class__.__mro__[1].__subclasses__() }}"
    change(toy / "city.jinja", "{{ country }}", attack)
    assert "unsafe" in generate()


def test_a_missing_database_is_refused(generate):
    assert "nowhere.sqlite: no such database" in generate("--database", "nowhere.sqlite")


def test_a_file_that_is_no_database_is_refused(generate, tmp_path):
    path = tmp_path / "text.sqlite"
    path.write_text("This is text, and long enough not to be taken for an empty database.\n" * 20)
    assert f"{path}: cannot open the database" in generate("--database", path)


def test_a_folder_without_a_schema_is_refused(generate, tmp_path):
    assert "no schema.sql" in generate("--database", tmp_path)


OF_TREES = """\
name: tree
relations:
  tree: {sql: "SELECT name, region FROM tree", entity: name}
questions:
  - type: binary
    relation: tree
    fd: name -> region
    wording: {basic: "Does {{ name }} grow anywhere?", negated: "Does {{ name }} grow nowhere?"}
"""


def test_plain_csv_files_are_asked_about(tmp_path, command):
    (tmp_path / "tree.csv").write_text(
        "name,region\n" + "".join(f"T{n},R{n % 3}\n" for n in range(9))
    )
    spec = tmp_path / "spec.yaml"
    spec.write_text(OF_TREES)
    for database in (tmp_path, tmp_path / "tree.csv"):
        code, _, err = command("generate", "erbench", "--benchmark", spec, "--database", database,
                               "-o", tmp_path / "items", "--overwrite")  # fmt: skip
        assert code == 0, err


def test_a_malformed_file_of_a_folder_is_refused_with_its_line(tmp_path, refused):
    (tmp_path / "elm.csv").write_text("name,height\nElm,3\nAsh,4,5\n")
    (tmp_path / "spec.yaml").write_text(OF_TREES)
    for database in (tmp_path / "elm.csv", tmp_path):
        line = refused("generate", "erbench", "--benchmark", tmp_path / "spec.yaml",
                       "--database", database, "-o", tmp_path / "items")  # fmt: skip
        assert f"{tmp_path / 'elm.csv'}, line 3: 3 fields, the header in line 1 has 2" in line


def test_a_malformed_schema_is_refused(toy, generate):
    change(toy / "schema.sql", "create table river", "creat table river")
    assert f"{toy / 'schema.sql'}: not a valid SQLite schema" in generate()


@pytest.mark.parametrize(
    ("table", "row", "line", "reason"),
    [
        ("city", "Ulm,Germany,early,Danube", 7, "CHECK constraint failed"),
        ("city", "Ulm,Germany,854,Rhine", 7, "FOREIGN KEY constraint failed"),
        ("city", "Rome,Italy,753,Tiber", 7, "UNIQUE constraint failed"),
        ("city", "Ulm,Germany,854", 7, "3 fields, not 4"),
        ("city", 'Ulm,"Germany,854,Danube', 7, "not a UTF-8 CSV file"),
        ("river", "Seine", 5, "UNIQUE constraint failed"),
    ],
)
def test_a_row_that_breaks_the_database_is_named_with_its_line(
    toy, generate, table, row, line, reason
):
    with (toy / f"{table}.csv").open("a") as file:
        file.write(row + "\n")
    message = generate()
    assert str(toy / f"{table}.csv") in message
    assert reason in message
    if "CSV" not in reason:
        assert f", line {line}: " in message


def test_a_table_without_its_file_or_with_other_columns_is_refused(toy, generate):
    change(toy / "river.csv", "name", "nme")
    assert f"{toy / 'river.csv'}, line 1: the columns are nme; schema.sql has name" in generate()
    (toy / "river.csv").unlink()
    assert f"{toy / 'river.csv'}: cannot read" in generate()


def test_a_table_or_column_that_does_not_exist_is_named(toy, generate):
    def named(old, new, name, field):
        change(toy / "benchmark.yaml", old, new)
        message = generate()
        change(toy / "benchmark.yaml", new, old)
        return name in message and field in message

    assert named("JOIN river r", "JOIN lake r", "lake", "relations.city.sql")
    assert named("c.founded", "c.built", "built", "relations.city.sql")
    assert named("SELECT city, alias", "SELECT town, alias", "town", "city.spellings.name")


def test_a_join_of_values_that_do_not_go_together_is_refused(toy, generate):
    change(toy / "benchmark.yaml", "river r ON r.name = c.river", "river r ON r.name = c.country")
    assert "relations.city.sql: " in generate()


@pytest.mark.parametrize(
    "url",
    ["nosuch://user:hunter2@localhost/db", "postgresql://user:hunter2@localhost:1/db"],
)
def test_a_password_in_a_url_is_never_printed(generate, url):
    message = generate("--database", url)
    assert "hunter2" not in message


def test_an_existing_folder_is_kept_unless_it_may_be_overwritten(toy, tmp_path, command, refused):
    output = tmp_path / "items"
    arguments = ["generate", "erbench", "--benchmark", toy / "benchmark.yaml", "-o", output]
    output.mkdir()
    (output / "mine.txt").write_text("mine")
    assert "exists already" in refused(*arguments)
    assert (output / "mine.txt").read_text() == "mine"
    code, _, _ = command(*arguments, "--overwrite")
    assert code == 0
    assert not (output / "mine.txt").exists()
    assert (output / "README.md").exists()


def write_samples(path, *samples):
    path.write_text("".join(json.dumps(sample) + "\n" for sample in samples))
    return path


def with_domain(domain):
    return GOOD_SAMPLE | {"doc": GOOD_SAMPLE["doc"] | {"domain": domain}}


def without(field):
    sample = json.loads(json.dumps(GOOD_SAMPLE))
    *parents, last = field.split(".")
    holder = sample
    for parent in parents:
        holder = holder[parent]
    del holder[last]
    return sample | {"doc_id": 1}


@pytest.mark.parametrize(
    "field", ["doc", "resps", "doc.question", "doc.answer", "doc.options", "doc.rationale"]
)
def test_a_missing_field_of_a_samples_file_is_named_with_its_line(tmp_path, refused, field):
    path = write_samples(tmp_path / "s.jsonl", GOOD_SAMPLE, without(field))
    output = tmp_path / "scored"
    message = refused("score", path, "--task", "erbench_movie_bn_yes", "-o", output)
    assert f"{path}, line 2: field '{field}' is missing" in message
    assert not output.exists()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "line 2: not valid JSON"),
        ("[]", "line 2: expected a JSON object"),
        (json.dumps(GOOD_SAMPLE), "line 2: doc_id 0 is there a second time"),
        (json.dumps(GOOD_SAMPLE | {"doc_id": 1, "resps": [[]]}), "line 2: field 'resps'"),
        (json.dumps(GOOD_SAMPLE | {"doc_id": 1, "resps": [[[-1.5, True]]]}), "other than text"),
    ],
)
def test_a_malformed_line_of_a_samples_file_is_named(tmp_path, refused, line, reason):
    path = tmp_path / "s.jsonl"
    path.write_text(json.dumps(GOOD_SAMPLE) + "\n" + line + "\n")
    assert reason in refused("score", path, "--task", "erbench_movie_bn_yes")


def test_a_samples_file_of_another_task_is_refused(tmp_path, refused):
    path = write_samples(tmp_path / "s.jsonl", GOOD_SAMPLE)
    message = refused("score", path, "--task", "erbench_movie_bn_no")
    assert (
        f"{path}, line 1: field 'doc.question_type' is 'bn_yes', the task asks 'bn_no'" in message
    )


def test_a_samples_file_of_another_domain_is_refused(tmp_path, refused):
    path = write_samples(tmp_path / "s.jsonl", with_domain("soccer"))
    message = refused("score", path, "--task", "erbench_movie_bn_yes")
    assert f"{path}, line 1: field 'doc.domain' is 'soccer', the task asks about 'movie'" in message


def test_a_domain_of_the_users_own_is_scored_by_the_task_it_ran_through(tmp_path, command):
    path = write_samples(tmp_path / "s.jsonl", with_domain("cities"))
    code, out, _ = command("score", path, "--task", "erbench_movie_bn_yes")
    assert code == 0
    assert "answer_accuracy" in out


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", None])
def test_a_samples_file_that_cannot_be_read_is_refused(tmp_path, refused, content):
    path = tmp_path / "s.jsonl"
    if content is not None:
        path.write_bytes(content)
    assert str(path) in refused("score", path, "--task", "erbench_movie_bn_yes")


def test_a_truncated_gzip_file_is_refused(tmp_path, refused):
    path = tmp_path / "s.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(GOOD_SAMPLE).encode() * 100)[:-20])
    assert str(path) in refused("score", path, "--task", "erbench_movie_bn_yes")


def test_an_unknown_task_is_refused_with_the_nearest_names(tmp_path, refused):
    path = write_samples(tmp_path / "s.jsonl", GOOD_SAMPLE)
    message = refused("score", path, "--task", "erbench_movei")
    assert "unknown task 'erbench_movei'; did you mean erbench_movie" in message


def test_a_samples_file_whose_name_is_of_no_task_of_the_group_is_refused(tmp_path, refused):
    path = write_samples(tmp_path / "s.jsonl", GOOD_SAMPLE)
    assert "its name is not that of samples of erbench_movie_bn_yes" in refused(
        "score", path, "--task", "erbench_movie"
    )


@pytest.mark.parametrize("task", ["erbench_movie", "erbench_movie_mc"])
def test_a_samples_file_that_does_not_exist_is_not_taken_for_one_of_another_task(
    tmp_path, refused, task
):
    path = tmp_path / "nothing.jsonl"
    assert f"{path}: no such file" in refused("score", path, "--task", task)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("[", "not valid JSON"),
        ("{}", "no known entities of None.bn; it has none"),
        ("[1.5]", "expected a list of entity ids"),
        ('["other"]', "no sample is about one of the 1 entities"),
        (None, "ids.json: cannot be read (No such file or directory)"),
    ],
)
def test_a_wrong_file_of_entities_is_refused(tmp_path, refused, content, reason):
    samples = write_samples(tmp_path / "s.jsonl", GOOD_SAMPLE)
    path = tmp_path / "ids.json"
    if content is not None:
        path.write_text(content)
    message = refused("score", samples, "--task", "erbench_movie_bn_yes", "--entities", path)
    assert reason in message


def test_an_output_folder_that_cannot_be_made_is_refused(tmp_path, command):
    samples = write_samples(tmp_path / "s.jsonl", GOOD_SAMPLE)
    (tmp_path / "file").write_text("")
    code, _, err = command(
        "score", samples, "--task", "erbench_movie_bn_yes", "-o", tmp_path / "file" / "out"
    )
    assert code == 2
    assert "cannot be written" in err


# (Typer itself imports pydantic for the parameters of a command that runs.)
HEAVY = {"torch", "transformers", "lm_eval", "datasets", "sqlalchemy", "jinja2", "numpy",
         "yaml"}  # fmt: skip


def test_the_list_of_commands_begins_each_commands_own_help():
    for name, (target, summary) in {**COMMANDS, **GENERATE}.items():
        help_text = inspect.cleandoc(load(name, target).help)
        assert help_text.splitlines()[0] == summary


@pytest.mark.parametrize(("group", "commands"), [([], COMMANDS), (["generate"], GENERATE)])
def test_help_lists_every_command_in_order(group, commands):
    shown = CliRunner().invoke(app, [*group, "--help"]).output
    positions = [re.search(rf"^\W*{name} ", shown, re.MULTILINE).start() for name in commands]
    assert positions == sorted(positions)


@pytest.mark.parametrize("arguments", ["--help", "tasks-dir", "generate --help"])
def test_what_needs_no_heavy_package_imports_none(arguments):
    command = [sys.executable, "-X", "importtime", "-m", "erbench_track.cli", *arguments.split()]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "typer" in imported
    assert not HEAVY & imported


def test_only_the_command_that_runs_is_imported():
    code = (
        "import sys; from typer.testing import CliRunner; from erbench_track.cli.main import app\n"
        "CliRunner().invoke(app, ['tasks-dir'])\n"
        "print(*[m for m in sys.modules if m.startswith('erbench_track.cli.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    names = {name.removeprefix("erbench_track.cli.") for name in done.stdout.split()}
    assert names == {"main", "output", "tasks_dir"}  # `output` is of all commands


def test_a_command_shows_its_own_usage_under_its_own_name():
    shown = CliRunner().invoke(app, ["generate", "track-wiki", "-h"], prog_name="erbench-track")
    assert shown.exit_code == 0
    assert "erbench-track generate track-wiki [OPTIONS]" in shown.output
    assert "--depths" in shown.output


def test_a_missing_option_and_an_unknown_command_are_usage_errors():
    missing = CliRunner().invoke(app, ["gaps", "run"])
    assert missing.exit_code == 2
    assert "--output" in missing.output
    unknown = CliRunner().invoke(app, ["reprot"])
    assert unknown.exit_code == 2
    assert "'reprot'" in unknown.output
    assert "report" in unknown.output


EVERY = [[], ["generate"], *([name] for name in COMMANDS), *(["generate", of] for of in GENERATE)]


@pytest.mark.parametrize("command", EVERY, ids=" ".join)
def test_help_has_every_name_in_full_at_80_columns(command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    shown = CliRunner().invoke(app, [*command, "--help"], prog_name="erbench-track").stdout
    assert "…" not in shown
    assert max(map(len, shown.splitlines())) <= 80
    if command and command != ["generate"]:
        names = COMMANDS | GENERATE
        parameters = load(command[-1], names[command[-1]][0]).params
        options = [name for each in parameters for name in each.opts if name.startswith("--")]
        assert [name for name in options if name not in shown] == []
    else:
        summaries = (GENERATE if command else COMMANDS).values()
        flat = " ".join(shown.split())
        assert [summary for _, summary in summaries if summary not in flat] == []
