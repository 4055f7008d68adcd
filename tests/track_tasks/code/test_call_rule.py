"""CODE's rule: does a program use a documented call, contradict it, or is it open?"""

import pytest

from erbench_track.filters.judge.lexical import LexicalJudge
from erbench_track.filters.judge.protocol import Entailment
from erbench_track.track_tasks.code.call_rule import CallRule
from erbench_track.track_tasks.code.library.library import Library

# as the generator writes facts today; the others as it once did
DUMPS = (
    "In Python (3.11.7), `json.dumps(obj, sort_keys=True)` is a call of a function whose "
    'documentation says: "Serialize `obj` to a `str`, as `f.write()` needs it."'
)
SQRT = '`math.sqrt(x)` is a call of a function whose documentation says: "Return the root of x."'
FRAME = "the call `pandas.DataFrame(data, dtype=dtype)` makes an object: Tabular data."
PLOT = "the call `pandas.DataFrame.plot(self, kind=kind)` does the following: Make plots."
RUN = "the call `subprocess.run(*popenargs)` does the following: Run command."
SORT = "the call `pandas.DataFrame.sort_values(self, by=by)` does the following: Sort."
HELPER = "import math\ndef helper(x):\n    return math.sqrt(x)\n"
ASSIGN = "the call `pandas.DataFrame.assign(self)` does: Assign new columns."


@pytest.fixture(scope="module")
def rule(tmp_path_factory):
    with Library(tmp_path_factory.mktemp("signatures")) as library:
        yield CallRule(library)


def task(code, imports="import json, math, subprocess\nimport pandas as pd\n"):
    return f"{imports}def task_func(x, d=None):\n    {code}\n"


@pytest.mark.parametrize(
    ("program", "fact", "holds"),
    [
        # documented keywords count, others that `**keywords` would take do not
        (task("return json.dumps(x, sort_keys=True)"), DUMPS, True),
        (task("return json.dumps(x)"), DUMPS, True),
        (task("return json.dumps(x, sortkeys=True)"), DUMPS, False),
        (task("return json.dumps(x, sort_key=True)"), DUMPS, False),
        (task("return json.dumps(x, pretty=True)"), DUMPS, None),
        (task("return json.dumps(x, **d)"), DUMPS, True),
        (task("return json.dumps(x, sortkeys=1) + json.dumps(x, sort_keys=True)"), DUMPS, True),
        (task("return subprocess.run(x, check=True, cwd='/')"), RUN, True),
        (task("return subprocess.run(x, chekc=True, cdw='/')"), RUN, None),
        (task("pd.DataFrame(x).plot(kind='bar', alpha=0.5)"), PLOT, True),
        (task("pd.DataFrame(x).plot(kinds='bar')"), PLOT, None),
        (task("return pd.DataFrame(x).assign(total=1)"), ASSIGN, None),
        # without `**keywords`, the signature decides
        (task("return pd.DataFrame(x, dtype='float')"), FRAME, True),
        (task("return pd.DataFrame(x, columns=d)"), FRAME, True),
        (task("return pd.DataFrame(x, datatype='float')"), FRAME, False),
        (task("return math.sqrt()"), SQRT, False),
        (task("return math.sqrt(1, 2)"), SQRT, False),
        (task("return list(map(math.sqrt, x)) + [math.sqrt()]"), SQRT, None),
        # a method of an object of which nothing is known
        (task("return x.sort_values('a')"), SORT, None),
        (task("return x.sort_values(by='a', asc=False)"), SORT, False),
        # dead code
        (task("return 1\n    math.sqrt(x)"), SQRT, False),
        (task("if False:\n        math.sqrt(x)\n    return x ** 0.5"), SQRT, False),
        (HELPER + task("return 1", ""), SQRT, False),
        (HELPER + task("return helper(x)", ""), SQRT, True),
        (task("return x ** 0.5"), SQRT, None),
        ("(" * 100_000, SQRT, None),
        ("x" + ".a" * 20_000, SQRT, None),
        ("", SQRT, None),
    ],
)  # fmt: skip
def test_a_program_uses_a_call_contradicts_it_or_leaves_it_open(rule, program, fact, holds):
    (verdict,) = rule(Entailment("code", "Write `task_func(x)`.", program, (fact,)))
    assert (verdict and verdict.holds) == holds


@pytest.mark.parametrize(
    ("program", "fact", "holds"),
    [
        (task("return pd.DataFrame(x, dtype='float')"), FRAME, True),
        (task("return pd.DataFrame(x, datatype='float')"), FRAME, False),
        (task("return json.dumps(x, sortkeys=True)"), DUMPS, False),
        (task("if False:\n        math.sqrt(x)\n    return x ** 0.5"), SQRT, False),
        (HELPER + task("return 1", ""), SQRT, False),
        (task("return x.sort_values('a')"), SORT, True),
    ],
)  # fmt: skip
def test_the_lexical_judge_alone_does_not_accept_them_either(program, fact, holds):
    request = Entailment("code", "Write `task_func(x)`.", program, (fact,))
    (((verdict,)),) = LexicalJudge().judge([request])
    assert verdict.holds is holds


def test_a_statement_without_a_call_is_open(rule):
    request = Entailment("code", "q", task("return math.sqrt(x)"), ("Roots are useful.", SQRT))
    assert [verdict and verdict.holds for verdict in rule(request)] == [None, True]
