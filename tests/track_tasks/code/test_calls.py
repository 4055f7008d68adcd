"""CODE's visitor: which library calls a solution makes, and their general form."""

import ast
import importlib
import inspect
import textwrap

import pytest
from code_problems import install, problem
from hypothesis import given, settings
from hypothesis import strategies as st

from erbench_track.track_tasks.code import calls as kinds
from erbench_track.track_tasks.code.calls import DoesNotBind, find_calls, generalised_call
from erbench_track.track_tasks.code.library import installed
from erbench_track.track_tasks.code.library.entries import (
    Entry,
    Parameter,
    documented_parameters,
    entry_of,
    summary_of,
)
from erbench_track.track_tasks.code.library.library import Library
from erbench_track.track_tasks.code.problems import parsed

LIBS = ("numpy", "pandas")


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    with Library(tmp_path_factory.mktemp("signatures")) as opened:
        yield opened


@pytest.fixture
def found(library):
    """Finds the calls of a program, as (kind, generalised call)."""

    def find(code, libs=LIBS, **fields):
        solution = textwrap.dedent(code)
        calls = find_calls(problem(solution, libs, **fields), parsed(solution), library)
        return [(call.kind, call.generalised or call.path) for call in calls]

    return find


@pytest.fixture
def resolved(found):
    def find(code, **fields):
        return [call for kind, call in found(code, **fields) if kind == kinds.RESOLVED]

    return find


IMPORTS = "import collections, datetime, re, urllib.request\nimport numpy as np, pandas as pd\n"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # names
        ("pd.concat([a, b])", ["pandas.concat(objs)"]),
        ("pd.concat(frames, axis=1)", ["pandas.concat(objs, axis=axis)"]),
        ("pd.concat(objs=frames)", ["pandas.concat(objs)"]),
        ("np.insert(obj=1, arr=x, values=2)", ["numpy.insert(arr, obj, values)"]),
        ("pd.DataFrame.sort_values(df, by='a')", ["pandas.DataFrame.sort_values(self, by)"]),
        ("pd.concat(frames, ignore_index=True)", ["pandas.concat(objs, ignore_index=True)"]),
        ("from collections import Counter as C\nC(x)", ["collections.Counter(iterable)"]),
        ("from pandas.core.reshape.concat import concat\nconcat(x)", ["pandas.concat(objs)"]),
        ("import os.path as p\np.join('a', 'b', c)", ["os.path.join(a, *p)"]),
        ("urllib.request.urlopen(u)", ["urllib.request.urlopen(url)"]),
        ("np.linspace(0, 1, 5)", ["numpy.linspace(start, stop, num)"]),
        ("np.array(*x)", ["numpy.array(object)"]),
        ("import random\nrandom.randint(1, 6)", ["random.randint(a, b)"]),
        # methods
        (
            "df = pd.DataFrame(x)\ndf.max()",
            ["pandas.DataFrame(data)", "pandas.DataFrame.max(self)"],
        ),
        ("pd.DataFrame.max(df, axis=1)", ["pandas.DataFrame.max(self, axis=axis)"]),
        (
            "pd.DataFrame(x).assign(total=1, share=2)",
            ["pandas.DataFrame(data)"],  # `assign(self)` would assign nothing
        ),
        (
            "np.random.default_rng(1).integers(0, 9)",  # compiled by Cython
            ["numpy.random.default_rng(seed)", "numpy.random.Generator.integers(self, low, high)"],
        ),
        ("pd.DataFrame.from_dict(x)", ["pandas.DataFrame.from_dict(data)"]),
        (
            "p = re.compile(x)\np.search(y)",
            ["re.compile(pattern)", "re.Pattern.search(self, string)"],
        ),
        ("a = np.array(x)\na.tolist()", ["numpy.array(object)", "numpy.ndarray.tolist(self)"]),
        # chains
        (
            "pd.read_csv(f)['a'].mean()",
            ["pandas.read_csv(filepath_or_buffer)", "pandas.Series.mean(self)"],
        ),
        (
            "collections.Counter(x).most_common(3)",
            ["collections.Counter(iterable)", "collections.Counter.most_common(self, n)"],
        ),
        (
            "s = pd.Series(x)\ns.str.contains('a')",
            ["pandas.Series(data)", "pandas.Series.str.contains(self, pat)"],
        ),
        (
            "pd.Series(x).plot(kind='bar')",
            ["pandas.Series(data)"],  # the class `pandas.Series.plot` takes no `kind`
        ),
        # where values come from
        ("def f(df: pd.DataFrame): return df.min()", ["pandas.DataFrame.min(self)"]),
        ("def f(df: 'pd.DataFrame | None'): return df.min()", ["pandas.DataFrame.min(self)"]),
        (
            "def f(dfs: list[pd.DataFrame]):\n for df in dfs: df.min()",
            ["pandas.DataFrame.min(self)"],
        ),
        (
            "def f(df):\n if not isinstance(df, pd.DataFrame): raise ValueError\n return df.min()",
            ["pandas.DataFrame.min(self)"],
        ),
        (
            "def f(a=np.zeros(3)): return a.tolist()",
            ["numpy.zeros(shape)", "numpy.ndarray.tolist(self)"],
        ),
        ("with open(p) as f: f.close()", ["io.TextIOWrapper.close(self)"]),
        ("with open(p, 'rb') as f: f.read(9)", ["io.BufferedReader.read(self, size)"]),
        ("[s.min() for s in [pd.Series(x)]]", ["pandas.Series(data)", "pandas.Series.min(self)"]),
        (
            "for m in re.finditer(p, s): m.start()",
            ["re.finditer(pattern, string)", "re.Match.start(self)"],
        ),
        (
            "for _, g in pd.DataFrame(x).groupby('a'): g.min()",
            [
                "pandas.DataFrame(data)",
                "pandas.DataFrame.groupby(self, by)",
                "pandas.DataFrame.min(self)",
            ],
        ),
        (
            "out = []\nout.append(pd.Series(x))\nout[0].min()",
            ["pandas.Series(data)", "pandas.Series.min(self)"],
        ),
        (
            "def g(): return pd.Series(x)\ng().min()",
            ["pandas.Series(data)", "pandas.Series.min(self)"],
        ),
        (
            "a, b = pd.Series(x), np.zeros(2)\nb.tolist()",
            ["pandas.Series(data)", "numpy.zeros(shape)", "numpy.ndarray.tolist(self)"],
        ),
        (
            "d = collections.defaultdict(collections.Counter)\nd[k].elements()",
            ["collections.defaultdict(default_factory)", "collections.Counter.elements(self)"],
        ),
        (
            "s = pd.Series(x)\n(s[s > 1] * 2).min()",
            ["pandas.Series(data)", "pandas.Series.min(self)"],
        ),
        (
            "x = None\nif y:\n x = pd.Series(y)\nx.min()",
            ["pandas.Series(data)", "pandas.Series.min(self)"],
        ),
        (
            "pd.DataFrame(x).apply(lambda row: row.min(), axis=1)",
            [
                "pandas.DataFrame(data)",
                "pandas.Series.min(self)",
                "pandas.DataFrame.apply(self, func, axis=axis)",
            ],
        ),
        (
            "df = pd.DataFrame(x).groupby('a', as_index=False).size()\ndf.min()",
            [
                "pandas.DataFrame(data)",
                "pandas.DataFrame.groupby(self, by, as_index=False)",
                "pandas.api.typing.DataFrameGroupBy.size(self)",
                "pandas.DataFrame.min(self)",
            ],
        ),
        (
            "a, b = np.unique(x, return_counts=True)\nb.tolist()",
            ["numpy.unique(ar, return_counts=True)", "numpy.ndarray.tolist(self)"],
        ),
        (
            "s = pd.concat([pd.Series(x)])\ns.abs()",
            ["pandas.Series(data)", "pandas.concat(objs)", "pandas.Series.abs(self)"],
        ),
        (
            "def f(s: pd.Series): return s.resample('D').sum().abs()",
            [
                "pandas.Series.resample(self, rule)",
                "pandas.api.typing.Resampler.sum(self)",
                "pandas.Series.abs(self)",
            ],
        ),
        (
            "def f(df: pd.DataFrame): return df.groupby('a')['b'].agg('max').abs()",
            [
                "pandas.DataFrame.groupby(self, by)",
                "pandas.api.typing.SeriesGroupBy.agg(self, func)",
                "pandas.Series.abs(self)",
            ],
        ),
        (
            "def f(df: pd.DataFrame): return df.groupby('a')['b'].agg(n='max').abs()",
            [
                "pandas.DataFrame.groupby(self, by)",
                "pandas.DataFrame.abs(self)",
            ],
        ),
        (
            "re.sub(p, lambda m: m.group(), s)",
            ["re.Match.group(self)", "re.sub(pattern, repl, string)"],
        ),
        (
            "class A:\n def setUp(self): self.s = pd.Series(x)\n def f(self): self.s.min()",
            ["pandas.Series(data)", "pandas.Series.min(self)"],
        ),
        (
            "import pathlib\n(pathlib.Path(x) / 'a').exists()",
            ["pathlib.Path(*args)", "pathlib.Path.exists(self)"],
        ),
    ],
)
def test_a_library_call_gets_its_canonical_name_and_formal_arguments(resolved, code, expected):
    assert resolved(IMPORTS + code) == expected


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("len(x)", kinds.BUILTIN),
        ("', '.join(x)", kinds.BUILTIN),
        ("[1].append(2)", kinds.BUILTIN),
        ("collections.Counter().items()", kinds.BUILTIN),
        ("def g(): pass\ng()", kinds.LOCAL),
        ("def f(x): x.max()", kinds.UNKNOWN_OBJECT),
        ("def f(x): x[0].max()", kinds.CHAINED),
        ("def f(x): x()", kinds.UNKNOWN_FUNCTION),
        ("pd.no_such_function(x)", kinds.NOT_FOUND),
        ("pd.no.such.function(x)", kinds.NOT_FOUND),
        ("import requests\nrequests.get(u)", kinds.NOT_NAMED),
        ("from . import here\nhere.go()", kinds.UNKNOWN_OBJECT),
        ("pd.concat()", kinds.RESOLVED),
        ("pd.concat(x, no_such_argument=1)", kinds.NO_BINDING),
        ("import csv\ncsv.DictWriter.writeheader(w)", kinds.NO_SUMMARY),
        ("a = pd.Series(x) if y else np.zeros(1)\na.max()", kinds.UNKNOWN_OBJECT),
        ("df = pd.DataFrame(x).drop_duplicates(inplace=True)\ndf.max()", kinds.UNKNOWN_OBJECT),
    ],
)
def test_what_cannot_be_resolved_is_counted_by_kind(found, code, kind):
    assert found(IMPORTS + code)[-1][0] == kind


def test_a_parameter_is_what_most_unit_tests_pass(resolved):
    code = "def task_func(table, other):\n    return table.min(), other.min()\n"
    tests = """
        import unittest
        import pandas as pd
        class T(unittest.TestCase):
            def setUp(self):
                self.table = pd.DataFrame({'a': [1]})
            def test_one(self):
                task_func(self.table, other=pd.Series([1]))
            def test_two(self):
                task_func(pd.DataFrame(), None)
            def test_wrong(self):
                self.assertRaises(ValueError, task_func, 3, 4)
                task_func('no table', None)
    """
    expected = ["pandas.DataFrame.min(self)", "pandas.Series.min(self)"]
    assert resolved(code, tests=textwrap.dedent(tests)) == expected
    assert resolved(code) == []
    assert resolved(code, tests="not python (") == []


def test_a_parameter_is_what_the_instruction_says_in_brackets(resolved):
    code = "def task_func(table):\n    return table.min()\n"
    said = "Args:\n- table (pd.DataFrame): the table."
    assert resolved(code, instruction=said) == ["pandas.DataFrame.min(self)"]


def test_an_import_of_the_tests_is_known_in_the_solution(resolved):
    """Both run in one module, and some of BigCodeBench's solutions lean on that."""
    code = "def task_func(path):\n    return os.path.exists(path)\n"
    assert resolved(code, tests="import os\n") == ["os.path.exists(path)"]
    assert resolved(code) == []


STATEMENTS = [
    "x = np.zeros(3).tolist()",
    "y = [f(a) for a in g(x) if h(a)]",
    "z = (lambda q: q.strip())(str(x))",
    "async def k(p=t(1)) -> u(2):\n    async with m() as n:\n        await n.go()",
    "class K(b(1), metaclass=c(2)):\n    @d(3)\n    def e(self, *a, **k): return self.f(a)(k)",
    "try:\n    f(1)\nexcept g(2):\n    h(3)\nelse:\n    i(4)\nfinally:\n    j(5)",
    "while f(1):\n    d[g(2)] = h(3)\n    d[i(4)] += j(5)",
    "del d[f(1)]\nassert g(2), h(3)\nraise i(4) from j(5)",
    "{f(1): g(2), **h(3)}, {i(4)}, f'{j(5)!r:{k(6)}}', x[l(7):m(8)], not n(9)",
    "match f(1):\n    case {'a': b} if g(2):\n        h(3)",
    "global w\nw: list[int] = f(1)\nprint(*g(2), **h(3))\nyield_ = (i(4) if j(5) else k(6))",
]


@settings(max_examples=40)
@given(st.lists(st.sampled_from(STATEMENTS), min_size=1, max_size=6))
def test_every_call_of_a_program_is_found_exactly_once(library, statements):
    code = "import numpy as np\n" + "\n".join(statements)
    tree = ast.parse(code)
    found = [call.node for call in find_calls(problem(code, ["numpy"]), tree, library)]
    wanted = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    # An annotation is no call that a solution makes.
    wanted = [node for node in wanted if ast.unparse(node) != "u(2)"]
    assert len(found) == len(wanted)
    assert {id(node) for node in found} == {id(node) for node in wanted}


@st.composite
def signatures_and_calls(draw):
    """A random signature, and a call that binds to it."""
    kinds_ = sorted(draw(st.lists(st.integers(0, 4), max_size=6)))
    drawn = [kind for i, kind in enumerate(kinds_) if kind not in (2, 4) or kind not in kinds_[:i]]
    parameters, has_default, arguments = [], False, []
    for i, kind in enumerate(drawn):
        wants = draw(st.booleans()) if kind in (0, 1, 3) else False
        default = wants or (has_default and kind in (0, 1))
        has_default = has_default or (default and kind in (0, 1))
        parameters.append(Parameter(f"p{i}", kind, default))
    positional = True
    for one in parameters:
        if one.kind in (0, 1):
            given_ = not one.has_default or draw(st.booleans())
            positional = positional and given_ and (one.kind == 0 or draw(st.booleans()))
            if given_ and positional:
                arguments.append(f"v{one.name}")
            elif given_ and one.kind == 1:
                arguments.append(f"{one.name}=v")
            elif given_:
                return None
        elif one.kind == 2 and positional and draw(st.booleans()):
            arguments += ["*more"] if draw(st.booleans()) else ["1", "2"]
        elif one.kind == 3 and (not one.has_default or draw(st.booleans())):
            arguments.append(f"{one.name}={draw(st.sampled_from(['v', '1', 'None', 'True']))}")
        elif one.kind == 4 and draw(st.booleans()):
            arguments.append(draw(st.sampled_from(["other=1", "**rest"])))
    return parameters, f"f({', '.join(arguments)})"


@settings(max_examples=400)
@given(signatures_and_calls())
def test_a_generalised_call_parses_and_binds_whatever_the_signature(drawn):
    if drawn is None:
        return
    parameters, source = drawn
    entry = Entry(kind="callable", name="lib.f", parameters=tuple(parameters))
    call = ast.parse(source, mode="eval").body
    written = ast.parse(generalised_call(entry, call, on_object=False), mode="eval").body
    given_ = [ast.unparse(one) for one in written.args]
    named = {one.arg: one for one in written.keywords}
    bound = entry.signature().bind(*given_, **named)
    required = {one.name for one in parameters if not one.has_default and one.kind not in (2, 4)}
    assert required <= set(bound.arguments)
    for name, value in bound.arguments.items():
        if isinstance(value, str):
            assert value == name


@pytest.mark.parametrize("source", ["f(1, 2, 3)", "f(1, q=2)", "f(1, a=2)", "f(b=1)"])
def test_a_call_that_the_installed_version_refuses_is_distinguished(source):
    parameters = (Parameter("a", 0, False), Parameter("b", 1, True))
    entry = Entry(kind="callable", name="lib.f", parameters=parameters)
    call = ast.parse(source, mode="eval").body
    if source == "f(b=1)":  # what is missing may come from where it cannot be seen
        assert generalised_call(entry, call, on_object=False) == "lib.f(a, b=b)"
    else:
        with pytest.raises(DoesNotBind):
            generalised_call(entry, call, on_object=False)


@pytest.mark.parametrize(
    ("documented", "name", "expected"),
    [
        ("f(a, b[, c]) -> d", "f", "a b c="),
        ("f([a[, b]]) --> a thing", "f", "a= b="),
        ("f(a[, b=1], *, c=2)\n\nText.", "f", "a b= c="),
        ("x = f(a [, b='c']\n   [optional keyword args])", "f", "a b= kwargs"),
        ("A class.\n\nf(a=0, b=0)\n\nMore.", "f", "a= b="),
        ("f(format, v1, v2, ...) -> bytes", "f", "format v"),
        ("a, b -> c", "f", "a b"),
        ("f() -> x", "f", ""),
        ("f([start,] stop[, step])", "f", None),
        ("f(a, a)", "f", None),
        ("f(a, (b, c)", "f", None),
        ("Returns what f(x) is.", "f", None),
        ("", "f", None),
    ],
)
def test_parameters_are_read_from_documentation_where_python_cannot_tell(
    documented, name, expected
):
    found = documented_parameters(documented, name)
    if expected is None:
        assert found is None
    else:
        written = [f"{one.name}{'=' * one.has_default}" for one in found]
        assert " ".join(written) == expected


@pytest.mark.parametrize(
    ("documented", "expected"),
    [
        ("Join tables. Then more.", "Join tables."),
        ("f(a, b)\n\nJoin tables\nalong an axis.\n\nMore.", "Join tables along an axis."),
        ("join all tables into one", "Join all tables into one"),
        ("f(a) -> the joined tables.", "Returns the joined tables."),
        ("f(a) -> table.\nJoin tables.  then stop.", "Join tables."),
        ("x = f(a)\n\nfor y in x:\n    z(y)\n\nThe a is one.", "The a is one."),
        (
            "Return a :class:`~lib.Table` of ``x``, e.g. one.",
            "Return a `lib.Table` of `x`, e.g. one.",
        ),
        ("f(a) -> a table of b in c.\nsep is one.", "Returns a table of b in c."),
        ("A plot of *y* vs. *x* with color.  More.", "A plot of y vs. x with color."),
        ("Like `a. B`, e.g. `.C` (see D. E) or F. More.", "Like `a. B`, e.g. `C` (see D. E) or F."),
        ("f(x) -> y\n\nThe x argument is one.\n\nMap x to {a -> b}.", "Map x to {a -> b}."),
        ("time() -> floating point number\n\nReturn the time.", "Return the time."),
        ("time([hour]) --> a time object\n\nAll arguments are optional.", "Returns a time object."),
        ("tz -> convert to local time in tz\n", "Convert to local time in tz."),
        ("Series.notnull is an alias for notna.\n\nDetect values.", "Detect values."),
        ("Alias for `f`.\n\nThis may change.", "Alias for `f`."),
        ("Add the object `it' to x.  If `f' is given, read it.", "Add the object `it` to x."),
        (
            "D.f() -> a view on D's keys and values",
            "Returns a view on the object's keys and values.",
        ),
        ("f() -> x in the interval [0, 1).", "Returns a value x in the interval [0, 1)."),
        (f"Join {'very ' * 100}long tables. Then more.", f"Join {'very ' * 100}long tables."),
        ("", ""),
    ],
)
def test_a_summary_is_the_first_sentence_without_markup(documented, expected):
    assert summary_of(documented) == expected


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("np.where(x > 1)", kinds.OTHER_ARGUMENTS),
        ("np.where(x > 1, 1, 2)", kinds.RESOLVED),
        ("open(x).read()", kinds.OTHER_ARGUMENTS),
        ("datetime.datetime.now()", kinds.OTHER_ARGUMENTS),
        ("open(x).truncate()", kinds.OTHER_ARGUMENTS),
        ("open(x).truncate(0)", kinds.OTHER_ARGUMENTS),
        ("import hashlib\nhashlib.sha256(x).digest()", kinds.NOT_PUBLIC),
        ("pd.DataFrame(x).plot(kind='bar')", kinds.ACCESSOR),
        ("pd.DataFrame(x).groupby('a').agg(n=('b', 'max'))", kinds.OWN_KEYWORDS),
        ("pd.DataFrame(x).groupby('a').agg('max')", kinds.RESOLVED),
        ("import urllib.parse\nurllib.parse.quote_plus(x)", kinds.REFERS),
        ("import binascii\nbinascii.unhexlify(x)", kinds.SHARED),  # and `a2b_hex`
        ("datetime.time(1, 2)", kinds.SAYS_LITTLE),
        ("datetime.date(1, 2, 3)", kinds.SAYS_LITTLE),
    ],
)
def test_calls_whose_documentation_says_something_else_make_no_fact(found, code, kind):
    assert found(IMPORTS + code)[0][0] == kind or found(IMPORTS + code)[-1][0] == kind


@pytest.mark.parametrize(
    ("neighbour", "summary", "is_shared"),
    [
        ("Join tables. It is slow.", "Join tables. It is quick.", False),
        ("Join tables.\n\nArgs:\n    a: A table.\n", "Join tables. It is quick.", False),
        ("Join tables. It is quick. By rows.", "Join tables. It keeps order.", False),
        ("Join tables. It is quick. It keeps order.", "Join tables.", True),
        ("Join tables. An alias of `join`.", "Join tables.", False),
        ("Join tables into one.", "Join tables.", False),
    ],
)
def test_a_summary_tells_a_function_from_its_neighbours(neighbour, summary, is_shared):
    documented = "Join tables. It is quick.\n\nArgs:\n    a: A table.\n\nIt keeps order."
    reply = {"kind": "callable", "documented": documented, "alike": [neighbour]}
    entry = entry_of(reply, "lib.join")
    assert (entry.summary, entry.is_shared) == (summary, is_shared)


@pytest.mark.parametrize(
    ("path", "aliases"),
    [
        ("numpy.abs", {"absolute"}),  # the same object
        ("numpy.max", {"amax"}),  # which says so
        ("pandas.Series.notna", {"notnull"}),
        ("pandas.Series.notnull", {"notna"}),
        ("pandas.core.reshape.concat.concat", set()),
        ("json.dumps", set()),
    ],
)
def test_other_names_of_a_function_are_known(library, path, aliases):
    assert {*library.entry(path, LIBS).aliases} == aliases


def test_defaults_that_are_constants_are_known(library):
    found = library.entry("numpy.diff", LIBS).parameters
    assert {one.name: one.default for one in found if one.name in ("a", "n", "axis", "append")} == {
        "a": "", "n": "1", "axis": "-1", "append": "",
    }  # fmt: skip
    read = documented_parameters("f(a[, b], c='x', d=<unrepresentable>)", "f")
    assert [(one.has_default, one.default) for one in read] == [
        (False, ""), (True, ""), (True, "'x'"), (True, ""),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "some", "passes_on"),
    [
        ("json.dumps", {"sort_keys", "cls", "default"}, False),
        ("subprocess.run", {"cwd", "env", "shell"}, False),  # those of Popen
        ("pandas.DataFrame.plot", {"kind", "title", "figsize"}, True),
        ("math.sqrt", set(), False),
    ],
)
def test_documented_keywords_are_known(library, path, some, passes_on):
    entry = library.entry(path, LIBS)
    assert some <= {*entry.keywords, *(one.name for one in entry.parameters)}
    assert entry.passes_on is passes_on


def test_a_second_run_looks_up_nothing_and_a_broken_cache_is_made_again(tmp_path):
    solution = "import json\njson.dumps(1)\n"

    def run():
        with Library(tmp_path) as opened:
            calls = find_calls(problem(solution, ["json"]), parsed(solution), opened)
        return [call.generalised for call in calls], opened.lookups

    first, lookups = run()
    assert first == ["json.dumps(obj)"]
    assert lookups > 0
    assert run() == (first, 0)
    (file,) = tmp_path.glob("json-*.json")
    file.write_text('{"json.dumps": 3')
    assert run() == (first, lookups)


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A folder of installed packages."""
    monkeypatch.syspath_prepend(tmp_path / "site")
    yield tmp_path / "site"
    installed._distributions.cache_clear()
    installed.distribution_of.cache_clear()


def looked_up(path, allowed, folder):
    installed._distributions.cache_clear()
    installed.distribution_of.cache_clear()
    with Library(folder) as opened:
        return [opened.entry(one, allowed) for one in path]


def test_a_library_that_prints_fails_or_ends_the_process_spoils_no_other(site, tmp_path):
    install(site, "noisy", "print('{}')\ndef f(a): 'Do it.'\n")
    install(site, "leaver", "import os\nos._exit(3)\n")
    install(site, "stopper", "raise SystemExit(0)\n")
    allowed = ["noisy", "leaver", "stopper"]
    paths = ["noisy.f", "leaver.f", "stopper.f", "noisy.f.__name__", "math.sqrt"]
    found = looked_up(paths, allowed, tmp_path / "cache")
    assert [entry.kind for entry in found] == [
        "callable",
        "missing",
        "missing",
        "value",
        "callable",
    ]


def test_what_is_not_named_or_not_installed_is_not_imported(site, tmp_path, monkeypatch):
    install(site, "unnamed", "open('touched', 'w')\ndef f(): 'Do it.'\n")
    here = tmp_path / "here"
    here.mkdir()
    touch = f"open({str(tmp_path / 'touched')!r}, 'w')\ndef f(): 'Do it.'\n"
    for name in ("lying", "colorsys"):
        (here / f"{name}.py").write_text(touch)
    install(here, "pretender", touch)
    monkeypatch.chdir(here)
    monkeypatch.syspath_prepend(here)
    monkeypatch.syspath_prepend("")
    paths = ["unnamed.f", "lying.f", "pretender.f", "colorsys.f", "colorsys.rgb_to_hsv"]
    found = looked_up(paths, ["lying", "pretender"], tmp_path / "cache")
    kinds_ = [entry.kind for entry in found]
    assert kinds_ == ["missing", "missing", "missing", "missing", "callable"]
    assert not (tmp_path / "touched").exists()
    assert not (here / "touched").exists()


@pytest.mark.parametrize("path", ["antigravity.x", "idlelib.idle", "json.__main__", "json.tests.x"])
def test_modules_that_do_something_when_imported_are_never_imported(path, library):
    assert library.entry(path, []).kind == "missing"


def test_the_process_that_imports_gets_no_secrets(site, tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    code = "import os\nexec('def f_%s(): \"Do it.\"' % ('OPENAI_API_KEY' in os.environ))\n"
    install(site, "nosy", code)
    found = looked_up(["nosy.f_False", "nosy.f_True"], ["nosy"], tmp_path / "cache")
    assert [entry.kind for entry in found] == ["callable", "missing"]


def test_generalised_calls_bind_to_what_is_installed(resolved):
    """Against the library itself, not against what the cache says of it."""
    code = IMPORTS + textwrap.dedent("""
        df = pd.DataFrame({'a': [1]}, index=i)
        df.groupby('a').agg(f)
        df.merge(df, on='a', how='left').sort_values('a', ascending=False)
        np.random.default_rng(1).normal(0, 1, size=3)
        np.where(a > 1, b, c)
        np.sum(x, axis=0, keepdims=True)
        np.maximum(x, y)
        pd.to_datetime(x, errors='coerce').dt.strftime('%Y')
    """)
    written = resolved(code)
    assert len(written) >= 10
    for call in written:
        tree = ast.parse(call, mode="eval").body
        found = dotted(ast.unparse(tree.func))
        arguments = [ast.unparse(one) for one in tree.args]
        inspect.signature(found).bind(*arguments, **{one.arg: one for one in tree.keywords})


def dotted(path):
    module, *rest = path.split(".")
    found = importlib.import_module(module)
    for part in rest:
        module = f"{module}.{part}"
        found = getattr(found, part) if hasattr(found, part) else importlib.import_module(module)
    return found
