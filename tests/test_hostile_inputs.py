"""Hostile files, each given to the command that a user would run: one line, exit code 2.

Nothing is half-written, and no key is in a message.
"""

import html
import json
import os
import shutil
import sqlite3
import time
from itertools import cycle
from pathlib import Path

import hostile_inputs as hostile
import image_benchmark
import pytest
from chat_server import ChatServer, completion
from hostile_inputs import DAMAGED, READS, RESPELT, SECRET
from image_benchmark import CLUBS, logo
from pictures import png_header

pytestmark = pytest.mark.usefixtures("tasks_indexed_once")
PAIRS = [(line, file) for line, *files in READS for file in files]
# Each damage with some files, each file with some damages.
SOME = list(zip(PAIRS, cycle(DAMAGED), strict=False))
IS_BINARY = (".parquet", ".db")


@pytest.fixture(scope="module")
def material(tmp_path_factory):
    """A folder with one of each kind of file, made by the commands themselves."""
    from contextlib import redirect_stderr, redirect_stdout
    from io import StringIO

    from erbench_track.cli.main import main

    folder = tmp_path_factory.mktemp("material")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)

        def command(*words):
            patch.setattr("sys.argv", ["erbench-track", *words])
            with redirect_stdout(StringIO()), redirect_stderr(StringIO()) as said:
                try:
                    main()
                    return 0, "", ""
                except SystemExit as ended:
                    return ended.code or 0, "", said.getvalue()

        hostile.build(folder, command)
    return folder


@pytest.fixture
def place(material, tmp_path, monkeypatch):
    """A copy of the material, in which commands run."""
    folder = tmp_path / "place"
    shutil.copytree(material, folder)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    monkeypatch.setenv("ERBENCH_TRACK_QUERY_SECONDS", "1")
    return folder


@pytest.fixture
def ended(place, command):
    """Runs a line; returns its exit code, and the line with which it was refused."""

    def run(line):
        code, out, err = command(*line.split())
        said = [row for row in err.splitlines() if row.startswith("erbench-track: error: ")]
        assert code in (0, 2), err
        assert len(said) == (code == 2), err
        assert "Traceback" not in err
        assert SECRET not in out + err
        assert not list(place.rglob(".*.draft-*"))
        assert code == 0 or not (place / "out").exists()
        assert all(len(row) < 2200 for row in said)
        return code, said[0] if said else out

    return run


def refused_with_its_name(ended, place, line, file, damage):
    DAMAGED[damage](place / file)
    code, said = ended(line)
    assert code == 2, (line, file, damage)
    names = (place / file).relative_to(place).parts
    assert any(name in said for name in names), said


@pytest.mark.parametrize(("pair", "damage"), SOME, ids=str)
def test_what_is_no_file_of_its_kind_is_refused(ended, place, pair, damage):
    refused_with_its_name(ended, place, *pair, damage)


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_nothing_that_is_no_file_of_its_kind_is_taken(material, place, ended, pair):
    line, file = pair
    for damage in list(DAMAGED)[len(file) % 3 :: 3]:
        refused_with_its_name(ended, place, line, file, damage)
        path = place / file
        shutil.rmtree(path) if path.is_dir() else path.unlink()
        shutil.copy(material / file, path)
        shutil.rmtree(place / "out", ignore_errors=True)


@pytest.mark.slow
@pytest.mark.parametrize("damage", RESPELT)
@pytest.mark.parametrize("line", ["generate erbench", "score run", "report run", "audit"])
def test_files_of_windows_are_read_as_any_other(ended, place, line, damage):
    for command, *files in READS:
        if command.startswith(line) and "--source" not in command:
            for file in files:
                if not file.endswith((*IS_BINARY, ".jinja")):
                    RESPELT[damage](place / file)
            assert ended(command)[0] == 0
            shutil.rmtree(place / "out", ignore_errors=True)


def changed(file, number, change):
    """Changes one sample of a file."""
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    change(lines[number])
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))


# By what is wrong: the field, its value, and what the message says of it.
WRONG = {
    "doc_id a list": ("doc_id", [1], "field 'doc_id'"),
    "doc_id a dictionary": ("doc_id", {"a": 1}, "field 'doc_id'"),
    "arguments a number": ("arguments", 7, "field 'arguments'"),
    "arguments true": ("arguments", True, "field 'arguments'"),
    "responses a number": ("resps", 7, "field 'resps'"),
    "a response a number": ("resps", [[7]], "field 'resps'"),
    "no response": ("resps", [], "field 'resps'"),
    "a document a list": ("doc", [1], "field 'doc'"),
    "options numbers": ("doc.options", [1, 2], "field 'doc.options'"),
    "values numbers": ("doc.rationale", [{"values": [1], "match": "any"}], "doc.rationale[0]"),
    "no values": ("doc.rationale", [{"values": [], "match": "any"}], "doc.rationale[0]"),
    "a question a list": ("doc.question", ["x"], "field 'doc.question'"),
    "an answer a number": ("doc.answer", 1, "field 'doc.answer'"),
}
OF_TRACK = {
    "facts numbers": ("doc.facts", [1], "doc.facts[0]"),
    "facts a text": ("doc.facts", "x", "field 'doc.facts'"),
    "accepted numbers": ("doc.accepted", [1], "field 'doc.accepted'"),
    "injected numbers": ("doc.injected_facts", [1], "field 'doc.injected_facts'"),
    "another scenario": ("doc.scenario", ["wiki"], "field 'doc.scenario'"),
}
NOT_OF_TRACK = {"options numbers", "values numbers", "no values"}


def put(sample, field, value):
    *outer, last = field.split(".")
    for name in outer:
        sample = sample[name]
    sample[last] = value


@pytest.mark.parametrize("name", WRONG | OF_TRACK)
def test_a_wrong_field_of_a_sample_is_named_with_its_line(ended, place, name):
    field, value, said = (WRONG | OF_TRACK)[name]
    runs = [(hostile.SCORE, hostile.SAMPLES)] * (name in WRONG)
    runs += [(hostile.SCORE_TRACK, hostile.OF_TRACK)] * (name not in NOT_OF_TRACK)
    for line, file in runs:
        changed(place / file, -2, lambda sample: put(sample, field, value))
        code, error = ended(line)
        assert code == 2
        assert f"{file}, line " in error
        assert said in error


@pytest.mark.parametrize("file", [hostile.SAMPLES, hostile.OF_TRACK, hostile.OF_PROBE])
@pytest.mark.parametrize("value", ["9" * 10_000, "[" * 100_000, "-" + "9" * 5000, "1" + "e9" * 9])
def test_a_number_that_python_cannot_read_is_named_with_its_line(ended, place, file, value):
    path = place / file
    path.write_text(path.read_text().replace('"doc": {', f'"doc": {{"x": {value}, ', 1))
    line = {hostile.SAMPLES: hostile.SCORE, hostile.OF_TRACK: hostile.SCORE_TRACK}
    code, error = ended(line.get(file, hostile.SCORE_PROBE))
    assert code == 2
    assert f"{file}, line 1: not valid JSON" in error


def score_of(place, measure):
    (path,) = (place / "out").rglob("results_*.json")
    (results,) = json.loads(path.read_text())["results"].values()
    return {name: value for name, value in results.items() if name.startswith(measure)}


HARD = [
    "9" * 5000, "1e" + "9" * 5000, " " * 100_000, "\n" * 100_000, "\ud800", "\0", "((" * 9000,
    "[" * 50_000, '{"a":' * 20_000, "<think>" * 9000, "\\frac{" * 9000, "**" * 50_000,
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("response", HARD, ids=range(len(HARD)))
def test_a_response_that_nobody_can_read_costs_no_other(ended, place, response):
    files = (
        (hostile.SCORE, hostile.SAMPLES, "answer_accuracy"),
        (hostile.SCORE_TRACK, hostile.OF_TRACK, "answer_pass"),
    )
    for line, file, measure in files:
        assert ended(line)[0] == 0
        whole = score_of(place, measure)
        shutil.rmtree(place / "out")
        changed(place / file, -1, lambda sample: put(sample, "resps", [[response] * 1]))
        if file == hostile.SAMPLES:  # both readings of the last response
            changed(place / file, -2, lambda sample: put(sample, "resps", [[response]]))
        assert ended(line)[0] == 0
        after = score_of(place, measure)
        assert after.keys() == whole.keys()
        assert all(
            abs(after[name] - value) <= 1 / 3 + 1e-9
            for name, value in whole.items()
            if isinstance(value, float) and "stderr" not in name
        )
        shutil.rmtree(place / "out")


SPEC, TEMPLATE = "toy/benchmark.yaml", "toy/city.jinja"
BOMB = "a0: &a0 [1]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 10)
)
BLOCKS = "{{% block basic %}}{}{{% endblock %}}{{% block negated %}}No.{{% endblock %}}"
NESTED = "".join(f"{{% for {name} in 'x' * 1000 %}}" for name in "abc") + "{% endfor %}" * 3
# By what is in a file: the file, its content, and what the message says.
CONTENTS = {
    "YAML in blocks without end": (SPEC, "- " * 5000, "line 1: not valid YAML: too deeply"),
    "YAML in brackets without end": (SPEC, "[" * 5000, "line 1: not valid YAML: too deeply"),
    "YAML in braces without end": (SPEC, "{a: " * 5000, "line 1: not valid YAML: too deeply"),
    "YAML that is a bomb": (SPEC, BOMB, "line 6: not valid YAML: more than 100,000 values"),
    "YAML of 10 MB": (SPEC, "#\n" * 5_000_000, "10,000,000 characters, more than 5,000,000"),
    "a month that is none": (SPEC, "a: 2024-13-01", "line 1: not valid YAML: '2024-13-01'"),
    "half a character in YAML": (SPEC, r'a: "\ud800"', "line 1: not valid YAML: '\\ud800'"),
    "a division by zero": (TEMPLATE, BLOCKS.format("{{ 1 / 0 }}"), "division by zero"),
    "text and a number": (TEMPLATE, BLOCKS.format("{{ country + 1 }}"), "str"),
    "half a character": (TEMPLATE, BLOCKS.format(r"{{ '\ud800' }}"), "surrogates not allowed"),
    "a billion times x": (TEMPLATE, BLOCKS.format("{{ 'x' * 10**9 }}"), "makes too long a text"),
    "a billion wide": (
        TEMPLATE,
        BLOCKS.format("{{ 'x' | center(10**9) }}"),
        "makes too long a text",
    ),
    "loops in loops": (TEMPLATE, BLOCKS.format(NESTED), "takes too many steps"),
}
OF_SPECIFICATIONS = (hostile.GENERATE, f"lint {SPEC}", f"preview {SPEC} --html out")


@pytest.mark.parametrize("name", CONTENTS)
def test_a_hostile_specification_or_template_is_one_line_by_each_command(ended, place, name):
    file, content, said = CONTENTS[name]
    (place / file).write_text(content)
    for line in OF_SPECIFICATIONS:
        code, error = ended(line)
        assert code == 2, line
        assert file in error
        assert said in error


ENDLESS = "with recursive n(x) as (select 1 union all select x + 1 from n) select x from n"
MANY = ", ".join(f"city c{number}" for number in range(8))
VIEW_OF_MANY_ROWS = f"create view large as select distinct c0.name, c1.country from {MANY}"
OF_VIEWS = """\
name: city
relations:
  large: {sql: "SELECT name, country FROM large", entity: [name]}
questions:
  - type: binary
    relation: large
    fd: name -> country
    wording: {basic: "Is {{ name }} in {{ country }}?", negated: "Is {{ name }} not there?"}
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        "lint large.yaml",
        "preview large.yaml --html out",
        "generate erbench --benchmark large.yaml -o out",
    ],
)
def test_a_view_without_end_ends_every_command(ended, place, line):
    connection = sqlite3.connect(place / "x.db")
    connection.execute(VIEW_OF_MANY_ROWS)
    connection.commit()
    connection.close()
    (place / "large.yaml").write_text(OF_VIEWS)
    code, said = ended(f"{line} --database x.db")
    assert code == 2
    assert "a query takes longer than 1 seconds" in said


def test_a_folder_without_end_is_refused(ended, place):
    (place / "toy" / "schema.sql").write_text(f"create table city as {ENDLESS};")
    hostile_folder = "not a valid SQLite schema"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("erbench_track.erbench_tasks.database.files._MOST_STEPS", 20)
        code, said = ended(hostile.GENERATE)
    assert code == 2
    assert hostile_folder in said


MAYBE = completion("maybe")
REPLIES = {
    "nested": "[" * 100_000,
    "nested in the verdict": completion("[" * 100_000),
    "tokens": MAYBE.replace('"prompt_tokens": 11', f'"prompt_tokens": {10**30}'),
    "digits": MAYBE.replace('"prompt_tokens": 11', f'"prompt_tokens": {"9" * 9000}'),
    "no object": "[[]]",
    "choices": '{"choices": 7}',
    "half a character": completion("\ud800"),
    "nothing": "",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", REPLIES)
def test_a_hostile_judge_leaves_statements_unjudged(ended, place, monkeypatch, name):
    server = ChatServer()
    server.replies((200, {}, REPLIES[name]))
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    monkeypatch.setenv("XDG_CACHE_HOME", str(place / "cache"))
    try:
        assert ended(f"{hostile.SCORE_TRACK} --judge openai/m")[0] == 0
    finally:
        server.close()
    assert set(score_of(place, "unjudged").values()) >= {1.0}


@pytest.mark.slow
def test_a_formula_costs_five_seconds_at_most(ended, place):
    formulas = [" " * 10**6, "\n" * 10**6, r"$\binom{10^9}{5\cdot10^8}$", "$\\Gamma(10^9)$",
                "$(x+y+z+w)^{300}$", "$49$"]  # fmt: skip
    samples = [hostile.track_runs.answer(n, scenario="math") for n in range(len(formulas))]
    for sample, text in zip(samples, formulas, strict=True):
        sample["doc"]["answer"] = "49"
        sample["resps"] = [[f"The answer is {text}"]]
    hostile.track_runs.write(place / "math_run", "track_math", samples, model_name="m")
    begun = time.monotonic()
    assert ended("score math_run --task track_math -o out")[0] == 0
    assert time.monotonic() - begun < 6 * len(formulas) + 10
    (path,) = (place / "out").rglob("samples_*.jsonl")
    passed = [json.loads(line)["answer_pass"] for line in path.read_text().splitlines()]
    assert passed == [0.0] * (len(formulas) - 1) + [1.0]


# By what is in the column of an image or in its file, and what the line about it says.
PICTURES = {
    "a bomb": (png_header(50_000, 50_000), "more than 40,000,000 pixels"),
    "a picture that is too large": (png_header(7000, 6000), "7,000 x 6,000 pixels"),
    "a picture cut short": (logo("red", 200)[:-60], "broken or cut short"),
    "SVG": (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "not a picture in one of the formats"),
    "nothing": (b"", "the file is empty"),
    "20 MB": (b"\0" * 20_000_001, "larger than 20,000,000 bytes"),
}
PLACES = {
    "a pipe": (os.mkfifo, "not a file"),
    "a folder": (lambda path: path.mkdir(), "not a file"),
    "a device": (lambda path: path.symlink_to("/dev/zero"), "a link leads out of the folder"),
    "a link": (lambda path: path.symlink_to("/etc/passwd"), "a link leads out of the folder"),
}


def one_line_about_the_reds(command, reason):
    """Generates and previews; only the club that has no image is left out."""
    of = ("league/benchmark.yaml", "--database", "league/club.db")
    ran = [
        command("generate", "erbench", "--benchmark", *of, "-o", "out"),
        command("preview", *of, "--html", "page.html"),
    ]
    assert [code for code, _, _ in ran] == [0, 0], ran
    (line,) = [row for row in ran[0][2].splitlines() if "no image of" in row]
    assert line.startswith("left out: no image of Reds (logo): ")
    assert reason in line
    assert "Traceback" not in ran[0][2] + ran[1][2]
    assert reason in html.unescape(Path("page.html").read_text())
    assert json.loads(Path("out/benchmark.json").read_text())["question_types"]["bn_yes"]["items"]


def league(kind, image):
    Path("league").mkdir()
    others = {club: logo(colour) for club, colour in list(CLUBS.items())[1:]}
    if kind == "file":
        for club in others:
            Path(f"league/{club}.png").write_bytes(others[club])
            others[club] = f"{club}.png"
    image_benchmark.build(Path("league"), kind, {"Reds": image, **others})


@pytest.mark.slow
@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("kind", ["blob", "file"])
def test_a_hostile_picture_is_one_line_and_costs_no_other(
    command, tmp_path, monkeypatch, kind, name
):
    monkeypatch.chdir(tmp_path)
    content, reason = PICTURES[name]
    league(kind, content if kind == "blob" else "reds.png")
    if kind == "file":
        Path("league/reds.png").write_bytes(content)
    one_line_about_the_reds(command, reason)


@pytest.mark.slow
@pytest.mark.parametrize("name", PLACES)
def test_a_picture_that_is_no_file_is_one_line_and_costs_no_other(
    command, tmp_path, monkeypatch, name
):
    monkeypatch.chdir(tmp_path)
    make, reason = PLACES[name]
    league("file", "reds.png")
    make(Path("league/reds.png"))
    one_line_about_the_reds(command, reason)


@pytest.mark.slow
@pytest.mark.parametrize("path", ["../out.png", "/etc/passwd", "sub/../../out.png", "no\0.png"])
def test_a_path_that_leaves_the_folder_is_one_line(command, tmp_path, monkeypatch, path):
    monkeypatch.chdir(tmp_path)
    league("file", path)
    Path("out.png").write_bytes(logo("red"))
    one_line_about_the_reds(command, "the path" if path.startswith("/") else "path of")
