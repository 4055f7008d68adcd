"""What is public: listed, documented, taught by `help()`, and quick to import."""

import doctest
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pydoc import plain, render_doc

import pytest

import erbench_track.api as api

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "api.md"
HEAVY = ("torch", "transformers", "lm_eval", "datasets", "pandas", "pyarrow", "sqlalchemy", "scipy")
OWN_EXAMPLES = sorted(set(api.__all__) - {"InputError", "Verdict"})


def run(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.parametrize("name", api.__all__)
def test_every_public_name_is_documented_in_code_and_on_the_page(name):
    assert getattr(api, name).__doc__
    assert f"`{name}" in PAGE.read_text(encoding="utf-8")
    assert name in dir(api)


def test_there_is_no_other_name():
    with pytest.raises(AttributeError, match="no attribute 'scores_of'"):
        _ = api.scores_of
    starred: dict = {}
    exec("from erbench_track.api import *", starred)  # noqa: S102
    assert set(api.__all__) == set(starred) - {"__builtins__"}


@pytest.mark.parametrize("name", OWN_EXAMPLES)
def test_the_example_that_help_shows_is_right(name):
    own = getattr(api, name)
    finder = doctest.DocTestFinder(recurse=False)
    parts = [own, *(part for part in vars(own).values() if hasattr(part, "__func__"))]
    module = import_module(own.__module__)
    examples = [test for part in parts for test in finder.find(part, name, module) if test.examples]
    assert examples
    assert "Examples:" in plain(render_doc(own))
    for example in examples:
        assert doctest.DocTestRunner().run(example).failed == 0


def test_the_page_runs_as_it_is_written(capsys):
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    assert blocks
    for block in blocks:
        exec(block, {})  # noqa: S102
    assert "answer_accuracy" in capsys.readouterr().out


def test_help_of_the_module_shows_every_name():
    shown = plain(render_doc(api))
    for name in api.__all__:
        assert name in shown


def test_importing_what_scores_imports_no_heavy_package():
    code = "import sys; from erbench_track.api import load_items, score, score_response, Verdict;"
    assert run(code + f"print(*[m for m in {HEAVY} if m in sys.modules])") == []


def test_no_function_imports_torch_or_lm_eval():
    code = (
        "import sys; from erbench_track.api import *;"
        "items = load_items('airport', 'bn_yes');"
        "one, other = (score(items.assign(response=said)) for said in ('Yes.', 'No.'));"
        "compare(one, other);"
        "print(*[m for m in ('torch', 'transformers', 'lm_eval') if m in sys.modules])"
    )
    assert run(code) == []
