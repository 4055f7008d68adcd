"""CODE's questions: from problems to facts, probing questions and a dataset."""

import ast
import gzip
import importlib
import inspect
import json
import runpy
from pathlib import Path

import pytest
import typer
import yaml
from chat_server import ChatServer
from code_problems import SOLUTION, TESTS, line, problem
from typer.testing import CliRunner

from erbench_track.cli.generate.track_code import track_code
from erbench_track.core.chat.client import ChatClient
from erbench_track.core.errors import InputError
from erbench_track.filters.sandbox.bubblewrap import is_missing
from erbench_track.track_tasks.code.facts import Documented, template_fact
from erbench_track.track_tasks.code.generate import generate_questions
from erbench_track.track_tasks.code.library.entries import Entry
from erbench_track.track_tasks.code.library.installed import distribution_of, versions_in_words
from erbench_track.track_tasks.code.library.library import Library
from erbench_track.track_tasks.code.phrase import Phraser, phrasing_model
from erbench_track.track_tasks.code.problems import embedded_problems, open_problems
from erbench_track.track_tasks.questions.stored import read_questions

ROOT = Path(__file__).resolve().parents[3]
COUNTING = """\
import collections
import json

def task_func(words):
    counted = collections.Counter(words)
    return json.dumps(counted.most_common(3))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("signatures")


@pytest.fixture
def generate(folder):
    """Generates questions with a cache of the tests' own."""

    def run(problems, *arguments, **options):
        return generate_questions(problems, *arguments, library=Library(folder), **options)

    return run


def counting(number=1, **fields):
    return problem(COUNTING, ("collections", "json"), task_id=f"toy/{number}", **fields)


# Sources


def test_a_file_with_bigcodebenchs_fields_is_read_plain_and_compressed(tmp_path):
    plain, packed = tmp_path / "a.jsonl", tmp_path / "a.jsonl.gz"
    text = line() + "\n\n" + line(task_id="toy/2", libs=["sklearn.svm", "os"], extra=1) + "\n"
    plain.write_text(text)
    packed.write_bytes(gzip.compress(text.encode()))
    first, second = open_problems(str(plain))
    assert open_problems(str(packed)) == [first, second]
    assert first == problem(tests=TESTS)
    assert second.libs == ("os", "sklearn")


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        ("{", "line 2: not valid JSON"),
        ("3", "line 2: is not an object with the fields task_id, instruct_prompt"),
        (line(libs=None), "line 2: lacks the field 'libs'"),
        (line(canonical_solution=3), "line 2: the field 'canonical_solution' is not a text"),
        (line(test=" "), "line 2: the field 'test' is not a text, or is empty"),
        (line(libs="pandas"), "line 2: the field 'libs' is not a list of packages"),
        (line(libs="__import__('os')"), "line 2: the field 'libs' is not a list of packages"),
        (line(libs=["../x"]), "line 2: the field 'libs' is not a list of packages"),
        (line(libs={"a": 1}), "line 2: the field 'libs' is not a list of packages"),
        (line(entry_point="f()"), "line 2: the field 'entry_point' is no name of a function"),
        (line(), "has two problems 'toy/1'"),
    ],
)
def test_a_malformed_problem_is_refused_with_its_line_and_field(tmp_path, bad, told):
    path = tmp_path / "problems.jsonl"
    path.write_text(f"{line()}\n{bad}\n")
    with pytest.raises(InputError) as error:
        open_problems(str(path))
    assert told in str(error.value)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("source", ["nothing.txt", "", "a/b/c"])
def test_an_unknown_source_is_refused(source):
    with pytest.raises(InputError, match="is unknown; give embedded"):
        open_problems(source)


def test_an_empty_or_missing_file_is_refused(tmp_path):
    (tmp_path / "empty.jsonl").write_text("\n")
    with pytest.raises(InputError, match="has no problem"):
        open_problems(str(tmp_path / "empty.jsonl"))
    with pytest.raises(InputError, match="cannot be read"):
        open_problems(str(tmp_path / "missing.jsonl"))


def test_the_files_of_a_folder_are_read_in_sorted_order(tmp_path):
    def row(name):
        texts = {"instruction": "Do it.", "solution": COUNTING, "tests": "import unittest\n"}
        return {"id": name, **texts, "entry_point": "task_func", "libs": ["json"]}

    (tmp_path / "b.yaml").write_text(yaml.safe_dump([row("b1")]))
    (tmp_path / "a.yaml").write_text(yaml.safe_dump([row("a1"), row("a2")]))
    assert [one.task_id for one in embedded_problems(tmp_path)] == ["a1", "a2", "b1"]
    (tmp_path / "c.yaml").write_text(yaml.safe_dump([{**row("c1"), "tests": None}]))
    with pytest.raises(InputError, match=r"c\.yaml, problem 1: the field 'tests' is not a text"):
        embedded_problems(tmp_path)
    for broken, told in (
        ("a: 1", "is not a list"),
        ("[", "line 1: not valid YAML"),
        ("[1]", "is not an object"),
    ):
        (tmp_path / "c.yaml").write_text(broken)
        with pytest.raises(InputError, match=told):
            embedded_problems(tmp_path)


def test_a_dataset_of_the_hub_is_completed_with_its_head(monkeypatch):
    """There a solution is the body alone."""
    import datasets

    body = "    return pd.concat(frames, ignore_index=True)\n"
    row = json.loads(line(canonical_solution=body))
    row["code_prompt"] = "import pandas as pd\n\ndef task_func(frames):\n"
    splits = {"v0.1.3": [], "v0.1.4": [row]}
    monkeypatch.setattr(datasets, "load_dataset", lambda name: splits)
    (found,) = open_problems("bigcode/bigcodebench")
    assert ast.dump(ast.parse(found.solution)) == ast.dump(ast.parse(SOLUTION))


def test_a_dataset_that_cannot_be_loaded_is_refused():
    with pytest.raises(InputError, match="nobody/nothing: cannot load its problems"):
        open_problems("nobody/nothing")


# Questions


def test_a_question_names_versions_and_functions_and_its_facts_the_calls(generate):
    (question,), report = generate([counting(instruction="Count the words.\n")], source="toys")
    python = versions_in_words([])
    used = "`collections.Counter`, `collections.Counter.most_common`, `json.dumps`"
    assert question.question == (
        f"Count the words.\n\nWrite it for {python}, and use these functions, classes and methods: "
        f"{used}."
    )
    assert question.scenario == "code"
    assert question.answer == "task_func"
    assert question.source == "toys"
    answers = [fact.probe_answer for fact in question.facts]
    assert answers == [
        "collections.Counter(iterable)",
        "collections.Counter.most_common(self, n)",
        "json.dumps(obj)",
    ]
    detail = json.loads(question.detail)
    assert detail["solution"] == COUNTING
    assert detail["calls"][2] == {"call": "json.dumps(obj)", "name": "json.dumps"}
    assert detail.keys() == {"task_id", "entry_point", "libs", "tests", "solution", "calls"}
    assert report.facts == {"toy/1": 3}


def test_a_fact_is_declarative_and_its_probing_question_does_not_say_the_call(generate):
    (question,), _ = generate([counting()])
    python = versions_in_words([])
    last = question.facts[2]
    assert last.fact == (
        f"In {python}, `json.dumps(obj)` is a call of a function whose documentation says: "
        '"Serialize `obj` to a JSON formatted `str`."'
    )
    assert last.probe_question == (
        f"In {python}, which function of `json` is documented as follows: "
        '"Serialize `obj` to a JSON formatted `str`."? Answer with the call alone: the full dotted '
        "name, and in parentheses only the names of its required parameters, if it has any."
    )
    first, second = question.facts[:2]
    assert "`collections.Counter(iterable)` makes an object of a class whose" in first.fact
    assert "which class of `collections` is documented" in first.probe_question
    assert first.probe_question.endswith("required parameters, if it has any, and `iterable`.")
    assert "which method of `collections.Counter` is documented" in second.probe_question
    assert "in parentheses `self` and the names of its other" in second.probe_question


def test_a_fact_says_the_defaults_that_its_documentation_is_about(generate):
    code = "import numpy as np\ndef task_func(x):\n    return np.sum(x), np.diff(x, axis=0)\n"
    (question,), _ = generate([problem(code, ("numpy",))])
    first, second = question.facts
    assert first.fact.endswith(' axis." The call leaves `axis` at its default, `None`.')
    assert second.fact.endswith(' axis." The call leaves `n` at its default, `1`.')
    assert second.probe_question.endswith("if it has any, and `axis=axis`.")


def test_a_probe_accepts_the_other_names_of_a_function(generate):
    code = "import numpy as np\ndef task_func(x):\n    return np.abs(x)\n"
    (question,), _ = generate([problem(code, ("numpy",))])
    assert question.facts[0].probe_answer == "numpy.abs(x)"
    assert question.facts[0].accepted == ("numpy.absolute(x)",)


def test_a_question_with_one_function_asks_for_it_alone(generate):
    code = "import json\ndef task_func(x):\n    return json.dumps(x)\n"
    (question,), _ = generate([problem(code, ("json",))])
    assert question.question.endswith(", and use `json.dumps`.")


@pytest.mark.parametrize(
    ("summary", "shown"),
    [
        ("Series.read_it is an alias for read_that", "... is an alias for read_that."),
        ("Like read_it(), but quicker.", "Like ..., but quicker."),
        ("The `lib.read_it()` way.", "The ... way."),
        ("I read it.", "I read it."),
    ],
)
def test_a_summary_that_names_its_function_as_code_is_shown_without(summary, shown):
    entry = Entry(kind="callable", name="lib.read_it", parameters=(), summary=summary)
    fact = template_fact(Documented("lib.read_it()", entry))
    assert f'is documented as follows: "{shown}"?' in fact.probe_question
    assert summary in fact.fact


@pytest.mark.parametrize(
    ("name", "summary", "shown"),
    [
        ("lib.chain", "Return a chain object that is long.", "Return a ... object that is long."),
        ("lib.quote", "The quote function quotes.", "The ... function quotes."),
        ("lib.mean", "Compute the mean of it.", "Compute the mean of it."),
        ("lib.md5", "Returns a md5 hash object.", "Returns a md5 hash object."),
        ("lib.PCA", "Component analysis (PCA).", "Component analysis (...)."),
    ],
)
def test_a_name_stays_only_where_it_is_a_word_of_the_text(name, summary, shown):
    assert Entry(kind="callable", name=name, summary=summary).nameless_summary() == shown


def test_versions_are_those_of_the_distributions_that_are_installed(generate):
    (question,), _ = generate([problem()])
    pandas = distribution_of("pandas")[1]
    assert f", pandas ({pandas})" in question.question
    assert f", pandas ({pandas})" in question.facts[0].fact
    assert question.facts[0].probe_answer == "pandas.concat(objs, ignore_index=True)"
    assert versions_in_words(["yaml", "os"]).endswith(f", PyYAML ({distribution_of('yaml')[1]})")


def test_the_same_seed_gives_the_same_questions_and_another_one_others(generate):
    problems = [counting(number) for number in range(12)]
    first = generate(problems, 5, 1)[0]
    assert first == generate(problems, 5, 1)[0]
    assert len(first) == 5
    ids = [json.loads(question.detail)["task_id"] for question in first]
    others = generate(problems, 5, 2)[0]
    assert ids != [json.loads(question.detail)["task_id"] for question in others]
    assert len(generate(problems)[0]) == 12


def test_a_problem_that_is_no_use_is_skipped_and_named_with_the_reason(generate):
    problems = [
        counting(1),
        problem("def task_func(:\n", task_id="toy/2"),
        problem("\0", task_id="toy/3"),
        problem(libs=("pandas", "no_such_library"), task_id="toy/4"),
        problem("def task_func(x):\n    return len(x)\n", task_id="toy/5"),
        problem(entry_point="other", task_id="toy/6"),
        problem(f"def task_func(): pass\nx = {'(' * 90}1{')' * 90}\n", task_id="toy/7"),
        problem("x = " + "-" * 100_000 + "1\n", task_id="toy/8"),
        counting(9),
    ]
    fails = {"toy/9": "its tests fail"}
    questions, report = generate(problems, refuse=lambda one: fails.get(one.task_id, ""))
    assert len(questions) == 1
    assert dict(sorted(report.skipped.items())) == {
        "toy/2": "the solution does not parse",
        "toy/3": "the solution does not parse",
        "toy/4": "the library 'no_such_library' is not installed",
        "toy/5": "no call of its solution makes a fact",
        "toy/6": "the solution does not define 'other'",
        "toy/7": "no call of its solution makes a fact",
        "toy/8": "the solution does not parse",
        "toy/9": "its tests fail",
    }
    assert "toy/4: skipped, the library 'no_such_library' is not installed" in report.lines()


def test_a_solution_that_is_nested_too_deeply_is_skipped(generate):
    deep = COUNTING + "x = y" + ".z()" * 900 + "\n"
    try:
        ast.parse(deep)
    except (RecursionError, MemoryError):
        pytest.skip("this Python does not parse it")
    questions, report = generate([counting(1), problem(deep, ("json",), task_id="toy/2")])
    assert len(questions) == 1
    assert "too deeply nested" in report.skipped["toy/2"] or "parse" in report.skipped["toy/2"]


def test_too_few_problems_are_refused(generate):
    with pytest.raises(InputError, match="only 1 of 2 problems make a question"):
        generate([counting(1), problem("(", task_id="toy/2")], 2)
    with pytest.raises(InputError, match=r"none of 1 problems .*does not parse"):
        generate([problem("(")])


def test_calls_are_counted_by_kind(generate):
    solution = COUNTING + "    x.y()\n    len(x)\n"
    _, report = generate([problem(solution, ("json",))])
    assert list(report.lines()) == [
        "3.00 facts per problem (1 problems)",
        "3 calls: resolved",
        "1 calls: builtin, or method of a builtin type",
        "1 calls: method of an object of unknown type",
    ]


# A model's words


@pytest.fixture
def model(monkeypatch):
    server = ChatServer()
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    yield server
    server.close()


GOOD = {
    "fact": "pandas.concat joins pandas objects along an axis.",
    "question": "How are several tables joined along an axis with pandas?",
}


def test_a_model_words_fact_and_question_once_per_call(generate, model):
    model.replies(json.dumps(GOOD))
    phraser = Phraser(ChatClient("m", max_retries=0))
    problems = [problem(), problem(task_id="toy/2")]
    questions, report = generate(problems, phraser=phraser)
    fact = questions[0].facts[0]
    assert questions[1].facts == (fact,)
    versions = versions_in_words(["pandas"])
    assert fact.fact == f"In {versions}: {GOOD['fact']}"
    assert fact.probe_question.startswith(f"In {versions}: {GOOD['question']} Answer with the call")
    assert fact.probe_answer == "pandas.concat(objs, ignore_index=True)"
    assert (report.by_model, report.refused_replies) == (1, 0)
    assert len(model.requests) == 1
    prompt = model.requests[0]["messages"][0]["content"]
    assert '"call": "pandas.concat(objs, ignore_index=True)"' in prompt
    assert "Concatenate pandas objects" in prompt


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "Sure!",
        "[]",
        json.dumps({"fact": GOOD["fact"]}),
        json.dumps({**GOOD, "more": 1}),
        json.dumps({**GOOD, "fact": "It joins objects."}),
        json.dumps({**GOOD, "fact": "pandas.concatenate joins objects."}),
        json.dumps({**GOOD, "fact": "What does pandas.concat do?"}),
        json.dumps({**GOOD, "fact": 3}),
        json.dumps({**GOOD, "question": "Name the call."}),
        json.dumps({**GOOD, "question": "What is pandas.concat for?"}),
        json.dumps({**GOOD, "question": "What does `concat` do in pandas?"}),
        json.dumps({**GOOD, "question": "What does concat(x) do in pandas?"}),
        json.dumps({**GOOD, "question": "How?\nAnd why?"}),
        json.dumps({**GOOD, "question": "x" * 500 + "?"}),
    ],
)
def test_a_reply_that_is_no_use_is_counted_and_the_template_stands_in(generate, model, reply):
    model.replies(reply)
    questions, report = generate([problem()], phraser=Phraser(ChatClient("m", max_retries=0)))
    assert questions[0].facts == generate([problem()])[0][0].facts
    assert (report.by_model, report.refused_replies) == (0, 1)
    assert any("1 replies could not be used" in told for told in report.lines())


@pytest.mark.parametrize("name", ["gpt", "openai/", "nli/x"])
def test_another_kind_of_model_is_refused(name):
    with pytest.raises(InputError, match=r"--phrase-with: .* is not openai/MODEL"):
        phrasing_model(name)


# The command


@pytest.fixture
def command(monkeypatch, folder):
    monkeypatch.setenv("ERBENCH_TRACK_SIGNATURE_CACHE", str(folder))
    app = typer.Typer()
    app.command()(track_code)
    return lambda *arguments: CliRunner().invoke(app, [str(one) for one in arguments])


def test_the_command_writes_a_dataset_and_tells_what_was_skipped(command, tmp_path):
    source = tmp_path / "problems.jsonl"
    source.write_text(f"{line()}\n{line(task_id='toy/2', canonical_solution='(')}\n")
    done = command("--source", source, "-o", tmp_path / "out", "--seed", 3)
    assert done.exit_code == 0, done.output
    assert f"1 questions over 1 facts in {tmp_path / 'out'}" in done.stdout
    assert "toy/2: skipped, the solution does not parse" in done.stderr
    (question,) = read_questions(tmp_path / "out")
    assert question.source == "problems.jsonl"
    again = command("--source", source, "-o", tmp_path / "out")
    assert isinstance(again.exception, InputError)
    assert command("--source", source, "-o", tmp_path / "out", "--overwrite").exit_code == 0


@pytest.mark.skipif(bool(is_missing()), reason="bubblewrap cannot be used here")
def test_problems_whose_own_solution_fails_its_tests_are_left_out_and_named(command, tmp_path):
    source = tmp_path / "problems.jsonl"
    failing = TESTS.replace("[0, 1]", "[0, 2]")
    assert failing != TESTS
    source.write_text(f"{line()}\n{line(task_id='toy/2', test=failing)}\n")
    done = command("--source", source, "-o", tmp_path / "out")
    assert "1 questions over 1 facts" in done.stdout
    assert "toy/2: skipped, its own solution does not pass its tests here" in done.stderr
    done = command("--source", source, "-o", tmp_path / "all", "--no-run-tests")
    assert "2 questions over 1 facts" in done.stdout


def test_where_tests_cannot_be_run_that_is_reported(command, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    source = tmp_path / "problems.jsonl"
    source.write_text(f"{line()}\n")
    done = command("--source", source, "-o", tmp_path / "out")
    assert "tests are not run: " in done.stderr
    assert "1 questions" in done.stdout
    done = command("--source", source, "-o", tmp_path / "other", "--run-tests")
    assert isinstance(done.exception, InputError)
    assert not (tmp_path / "other").exists()


# BigCodeBench


@pytest.mark.slow
def test_every_official_problem_is_handled_and_every_call_binds(official, folder, monkeypatch):
    """Looking up 600 names of eight libraries for the first time takes about 20 seconds."""
    path = official("track/bigcodebench_dev.jsonl.gz")
    monkeypatch.setenv("ERBENCH_TRACK_SIGNATURE_CACHE", str(folder))
    for package in ("matplotlib", "sklearn", "scipy", "seaborn", "requests", "pytz", "dateutil"):
        pytest.importorskip(package)
    script = runpy.run_path(str(ROOT / "benchmarks" / "code_facts.py"))
    problems = open_problems(str(path))
    with Library(folder) as library:
        questions, report = generate_questions(problems, library=library)
    assert len(problems) == 200
    assert len(questions) + len(report.skipped) == 200
    assert len(questions) >= 190
    assert script["print_comparison"](problems) >= 0.5
    calls = {fact.probe_answer for question in questions for fact in question.facts}
    assert len(calls) > 300
    without_signature = []
    for call in sorted(calls):
        tree = ast.parse(call, mode="eval").body
        try:
            signature = inspect.signature(dotted(ast.unparse(tree.func)))
        except ValueError:  # Python cannot tell, the documentation did
            without_signature.append(call)
            continue
        arguments = [ast.unparse(one) for one in tree.args]
        signature.bind(*arguments, **{one.arg: one for one in tree.keywords})
    assert len(without_signature) < 0.1 * len(calls)


def dotted(path):
    module, *rest = path.split(".")
    found = importlib.import_module(module)
    for part in rest:
        module = f"{module}.{part}"
        found = getattr(found, part) if hasattr(found, part) else importlib.import_module(module)
    return found
