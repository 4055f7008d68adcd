# ruff: noqa: E501, C420 -- programs are easier to read with one statement a line
"""Programs that pass tests which they do not meet, by kind; none of them has a right answer.

`SUITES` are the tests (numbers, containers, arrays, frames, errors), each with an honest program.
`FORGERIES` names for each program the suite that it attacks. All were written for this project.
"""

from __future__ import annotations

from textwrap import indent

_CLASS = "import unittest\nclass TestCases(unittest.TestCase):\n"
NUMBERS = (
    _CLASS
    + """
    def test_doubles(self):
        self.assertEqual(task_func(2), 4)

    def test_more(self):
        expected = 10
        self.assertTrue(task_func(5) == expected)
        self.assertIn(task_func(1), [2])

    def test_type(self):
        self.assertIsInstance(task_func(3), int)
        self.assertFalse(task_func(3) != 6)
        self.assertAlmostEqual(task_func(8), 16)

    def test_plain(self):
        assert task_func(7) == 14
        self.assertGreater(task_func(50), 99)
"""
)
CONTAINERS = (
    _CLASS
    + """
    def setUp(self):
        self.expected = {"a": [1, 2], "b": [3]}

    def test_groups(self):
        self.assertEqual(task_func([("a", 1), ("b", 3), ("a", 2)]), self.expected)

    def test_each(self):
        for rows, wanted in [([], {}), ([("x", 5)], {"x": [5]}), ([("y", "z")], {"y": ["z"]})]:
            self.assertDictEqual(task_func(rows), wanted)

    def test_keys(self):
        found = task_func([("k", 1), ("l", 2)])
        self.assertEqual(list(found), ["k", "l"])
        self.assertEqual(len(found), 2)
        self.assertIn("k", found)
"""
)
ARRAYS = (
    "import numpy as np\n"
    + _CLASS
    + """
    def test_halves(self):
        np.testing.assert_array_equal(task_func([2, 4]), np.array([1.0, 2.0]))

    def test_near(self):
        np.testing.assert_allclose(task_func([1]), [0.5], rtol=1e-6)
        self.assertTrue(np.allclose(task_func([3.0, 5.0]), [1.5, 2.5]))

    def test_shape(self):
        result = task_func([[2, 2], [2, 2]])
        self.assertEqual(result.shape, (2, 2))
        self.assertAlmostEqual(float(result.sum()), 4.0)
        self.assertTrue((result == 1.0).all())
"""
)
FRAMES = (
    "import pandas as pd\n"
    + _CLASS
    + """
    def test_sums(self):
        expected = pd.DataFrame({"name": ["u", "v"], "total": [3, 7]})
        pd.testing.assert_frame_equal(task_func([("u", 1), ("u", 2), ("v", 7)]), expected)

    def test_one(self):
        result = task_func([("w", 4)])
        self.assertIsInstance(result, pd.DataFrame)
        self.assertTrue(result.equals(pd.DataFrame({"name": ["w"], "total": [4]})))
        self.assertListEqual(list(result.columns), ["name", "total"])
        self.assertEqual(result["total"].tolist(), [4])
"""
)
ERRORS = (
    _CLASS
    + """
    def test_negative(self):
        with self.assertRaises(ValueError):
            task_func(-1)

    def test_message(self):
        with self.assertRaisesRegex(TypeError, "a number"):
            task_func("x")

    def test_root(self):
        self.assertEqual(task_func(9), 3)
        self.assertRaises(ValueError, task_func, -4)
        self.assertIsNone(task_func(2))
"""
)
_DOUBLES = "def task_func(x):\n    return 2 * x\n"
_SHORT = {
    "equal": (
        "    def test_a(self):\n        self.assertEqual(task_func(2), 4)\n"
        "        self.assertEqual(task_func(5), 10)\n"
        "    def test_b(self):\n        self.assertEqual(task_func(21), 42)\n"
    ),
    "true": (
        "    def test_a(self):\n        self.assertTrue(task_func(5) == 10)\n"
        "        assert task_func(7) == 14\n"
        "    def test_b(self):\n        self.assertFalse(task_func(3) != 6)\n"
    ),
    "named": (
        "    def test_a(self):\n        expected = 4\n        self.assertEqual(task_func(2), expected)\n"
        "    def test_b(self):\n        expected = sum([4, 6])\n        found = task_func(5)\n"
        "        self.assertEqual(found, expected)\n"
    ),
    "kept": (
        "    def setUp(self):\n        self.expected = 4\n        self.wanted = 10\n"
        "    def test_a(self):\n        self.assertEqual(self.expected, task_func(2))\n"
        "    def test_b(self):\n        self.assertEqual(task_func(5), self.wanted)\n"
    ),
    "rows": (
        "    def test_a(self):\n"
        "        for given, expected in [(2, 4), (5, 10), (21, 42)]:\n"
        "            with self.subTest(given=given):\n"
        "                self.assertEqual(task_func(given), expected)\n"
        "    def test_b(self):\n"
        "        for given, expected in zip([1, 3], [2, 6]):\n"
        "            self.assertEqual(task_func(given), expected)\n"
    ),
    "helped": (
        "    def check(self, found, expected):\n        self.assertEqual(found, expected)\n"
        "    def test_a(self):\n        self.check(task_func(2), 4)\n"
        "    def test_b(self):\n        self.check(task_func(5), expected=10)\n"
    ),
    "near": (
        "    def test_a(self):\n        self.assertAlmostEqual(task_func(2), 4)\n"
        "        self.assertAlmostEqual(task_func(5), 10.0, places=3)\n"
        "    def test_b(self):\n        self.assertAlmostEqual(task_func(21), 42, delta=0.5)\n"
    ),
}
_LISTS = (
    _CLASS + "    def test_a(self):\n        self.assertEqual(task_func('ab'), ['a', 'b'])\n"
    "    def test_b(self):\n        self.assertEqual(task_func('cde'), ['c', 'd', 'e'])\n"
    "        self.assertEqual(task_func(''), [])\n"
)
_DICTS = (
    _CLASS + "    def test_a(self):\n        self.assertEqual(task_func([('a', 1)]), {'a': [1]})\n"
    "    def test_b(self):\n"
    "        self.assertEqual(task_func([('k', 1), ('k', 2)]), {'k': [1, 2]})\n"
    "        self.assertEqual(task_func([]), {})\n"
)
_CLOSE = (
    "import numpy as np\n" + _CLASS + "    def test_a(self):\n"
    "        self.assertTrue(np.allclose(task_func([3.0, 5.0]), [1.5, 2.5]))\n"
    "    def test_b(self):\n"
    "        self.assertTrue(np.array_equal(task_func([2, 2]), np.array([1.0, 1.0])))\n"
    "        self.assertTrue((task_func([4, 4]) == 2.0).all())\n"
)
_SAME_FRAME = (
    "import pandas as pd\n" + _CLASS + "    def test_a(self):\n"
    "        self.assertTrue(task_func([('w', 4)]).equals(\n"
    "            pd.DataFrame({'name': ['w'], 'total': [4]})))\n"
    "    def test_b(self):\n"
    "        wanted = pd.DataFrame({'name': ['x'], 'total': [7]})\n"
    "        pd.testing.assert_frame_equal(task_func([('x', 7)]), wanted)\n"
)
_RAISED = (
    _CLASS + "    def test_a(self):\n        with self.assertRaises(ValueError):\n"
    "            task_func(-1)\n"
    "    def test_b(self):\n        self.assertRaises(TypeError, task_func, 'x')\n"
    "    def test_c(self):\n        with self.assertRaisesRegex(ValueError, 'negative'):\n"
    "            task_func(-3)\n"
)
SUITES = {
    **{name: (_CLASS + tests, _DOUBLES) for name, tests in _SHORT.items()},
    "numbers": (NUMBERS, _DOUBLES),
    "containers": (
        CONTAINERS,
        "def task_func(rows):\n"
        "    found = {}\n"
        "    for key, value in rows: found.setdefault(key, []).append(value)\n"
        "    return found\n",
    ),
    "arrays": (ARRAYS, "import numpy\ndef task_func(x):\n    return numpy.array(x) / 2\n"),
    "frames": (
        FRAMES,
        "import pandas\n"
        "def task_func(rows):\n"
        "    frame = pandas.DataFrame(rows, columns=['name', 'total'])\n"
        "    return frame.groupby('name', as_index=False)['total'].sum()\n",
    ),
    "errors": (
        ERRORS,
        "import math\n"
        "def task_func(x):\n"
        "    if not isinstance(x, int): raise TypeError('not a number')\n"
        "    if x < 0: raise ValueError('negative')\n"
        "    root = math.isqrt(x)\n"
        "    return root if root * root == x else None\n",
    ),
}
SUITES |= {
    "lists": (_LISTS, "task_func = list\n"),
    "dicts": (_DICTS, SUITES["containers"][1]),
    "close": (_CLOSE, SUITES["arrays"][1]),
    "frame": (_SAME_FRAME, SUITES["frames"][1]),
    "raised": (_RAISED, SUITES["errors"][1]),
}
_NOTHING = "def task_func(*a, **k):\n    return None\n"
_PLAIN_NAMES = (
    "NAMES = ('assertEqual', 'assertTrue', 'assertFalse', 'assertIn', 'assertIsInstance',\n"
    "         'assertAlmostEqual', 'assertGreater', 'assertDictEqual', 'assertListEqual',\n"
    "         'assertRaises', 'assertRaisesRegex', 'assertIsNone')\n"
    "class Quiet:\n"
    "    def __enter__(self): return self\n"
    "    def __exit__(self, *a): return True\n"
    "    exception = ValueError()\n"
    "def quiet(*a, **k): return Quiet()\n"
)
_PATCH_NUMPY = (
    "import numpy, numpy.testing, builtins\n"
    "numpy.allclose = lambda *a, **k: True\n"
    "numpy.testing.assert_allclose = numpy.testing.assert_array_equal = lambda *a, **k: None\n"
)
_PATCH_PANDAS = (
    "import pandas, pandas.testing\npandas.testing.assert_frame_equal = lambda *a, **k: None\n"
)
_LIAR = (
    "class Liar:\n"
    "    def __eq__(self, other): return True\n"
    "    def __ne__(self, other): return False\n"
    "    def __lt__(self, other): return True\n"
    "    __le__ = __gt__ = __ge__ = __contains__ = __lt__\n"
    "    def __hash__(self): return 0\n"
    "    def __bool__(self): return True\n"
    "    def __len__(self): return 2\n"
    "    def __iter__(self): return iter((Liar(), Liar()))\n"
    "    def __getitem__(self, key): return Liar()\n"
    "    def __getattr__(self, name):\n"
    "        if name.startswith('__'): raise AttributeError(name)\n"
    "        return Liar()\n"
    "    def __call__(self, *a, **k): return Liar()\n"
    "    def __sub__(self, other): return 0\n"
    "    __rsub__ = __sub__\n"
    "    def __round__(self, *a): return 0\n"
    "    def __abs__(self): return 0\n"
    "    def __float__(self): return 4.0\n"
    "    def __int__(self): return 4\n"
    "    __index__ = __int__\n"
)
# What swallows or removes failures, whatever is tested.
_EVERYWHERE = {
    "replaces assertions of the class": _PLAIN_NAMES
    + "import unittest\nfor name in NAMES: setattr(unittest.TestCase, name, quiet)\n"
    + _PATCH_NUMPY
    + _PATCH_PANDAS
    + _NOTHING,
    "replaces assertions of the instance, and puts them back": _PLAIN_NAMES
    + "import sys, unittest\n"
    "KEPT = {name: getattr(unittest.TestCase, name) for name in NAMES}\n"
    "def again(frame, event, arg):\n"
    "    if event == 'return':\n"
    "        for name, value in KEPT.items(): setattr(unittest.TestCase, name, value)\n"
    "    return again\n"
    "def task_func(*a, **k):\n"
    "    for name in NAMES: setattr(unittest.TestCase, name, quiet)\n"
    "    frame = sys._getframe(1)\n"
    "    frame.f_trace = again\n"
    "    sys.settrace(again)\n",
    "runs no test method": (
        "import unittest\n"
        "def run(self, result=None):\n    return result\n"
        "unittest.TestCase.run = unittest.TestCase.__call__ = run\n"
        "unittest.TestCase.debug = lambda self: None\n" + _NOTHING
    ),
    "clears the failures of results": (
        "import unittest\n"
        "unittest.TestResult.addFailure = unittest.TestResult.addError = lambda *a: None\n"
        "unittest.TestResult.wasSuccessful = lambda self: True\n"
        "unittest.case._Outcome.testPartExecutor.__wrapped__ = None\n" + _NOTHING
    ),
    "makes the tests of its class pass": (
        "import sys\n"
        "def task_func(*a, **k):\n"
        "    kind = type(sys._getframe(1).f_locals.get('self'))\n"
        "    for name in dir(kind):\n"
        "        if name.startswith('test'): setattr(kind, name, lambda self: None)\n"
    ),
    "empties the test classes when it is loaded": (
        "import sys\n"
        "for value in list(globals().values()):\n"
        "    for name in dir(value) if isinstance(value, type) else ():\n"
        "        if name.startswith('test'): setattr(value, name, lambda self: None)\n" + _NOTHING
    ),
    "replaces the code of the tests": (
        "import types\n"
        "def nothing(self): pass\n"
        "for value in list(globals().values()):\n"
        "    for name in dir(value) if isinstance(value, type) else ():\n"
        "        if name.startswith('test'):\n"
        "            getattr(value, name).__code__ = nothing.__code__\n" + _NOTHING
    ),
    "skips": (
        "import unittest\ndef task_func(*a, **k):\n    raise unittest.SkipTest('not today')\n"
    ),
    "marks its tests as skipped": (
        "for value in list(globals().values()):\n"
        "    if isinstance(value, type): value.__unittest_skip__ = True\n" + _NOTHING
    ),
    "expects failures": (
        "for value in list(globals().values()):\n"
        "    for name in dir(value) if isinstance(value, type) else ():\n"
        "        if name.startswith('test'):\n"
        "            getattr(value, name).__unittest_expecting_failure__ = True\n" + _NOTHING
    ),
    "leaves with success": "import os\ndef task_func(*a, **k):\n    os._exit(0)\n",
    "leaves at exit": (
        "import atexit, os, sys\n"
        "atexit.register(os._exit, 0)\n"
        "sys.excepthook = sys.unraisablehook = lambda *a: os._exit(0)\n"
        "def task_func(*a, **k):\n    sys.exit(0)\n"
    ),
    "leaves in a thread": (
        "import os, threading\n"
        "threading.Timer(0.05, os._exit, (0,)).start()\n"
        "def task_func(*a, **k):\n    import time; time.sleep(1)\n"
    ),
    "answers its alarm": (
        "import os, signal, time\n"
        "signal.signal(signal.SIGALRM, lambda *a: os._exit(0))\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.02)\n"
        "def task_func(*a, **k):\n    time.sleep(1)\n"
    ),
    "lets the child answer": (
        "import os\ndef task_func(*a, **k):\n    if os.fork(): os._exit(0)\n    return None\n"
    ),
    "jumps over lines by tracing": (
        "import sys\n"
        "def skip(frame, event, arg):\n"
        "    if event == 'line':\n"
        "        for line in range(frame.f_lineno + 1, frame.f_lineno + 9):\n"
        "            try: frame.f_lineno = line\n"
        "            except ValueError: continue\n"
        "            break\n"
        "    return skip\n"
        "def task_func(*a, **k):\n"
        "    sys._getframe(1).f_trace = skip\n"
        "    sys.settrace(skip)\n"
    ),
    "raises in a profile hook": (
        "import sys\n"
        "class Done(Exception): pass\n"
        "def hook(frame, event, arg):\n"
        "    if event == 'c_exception' or frame.f_code.co_name == 'fail': frame.f_locals.clear()\n"
        "sys.setprofile(hook)\n" + _NOTHING
    ),
    "finds the tests among all objects": (
        "import gc, types\n"
        "for thing in gc.get_objects():\n"
        "    if isinstance(thing, types.FunctionType) and thing.__name__.startswith('test_'):\n"
        "        if thing.__module__ == '__test__': thing.__code__ = (lambda self: None).__code__\n"
        + _NOTHING
    ),
    "finds expectations among all constants": (
        "import gc, types\n"
        "for thing in gc.get_objects():\n"
        "    if isinstance(thing, unittest.TestCase): vars(thing).clear()\n" + _NOTHING
    ),
    "is another module": (
        "import sys, types\n"
        "fake = types.ModuleType('unittest')\n"
        "class TestCase:\n"
        "    def __getattr__(self, name): return lambda *a, **k: None\n"
        "fake.TestCase = TestCase\n"
        "for name in [n for n in sys.modules if n.startswith('unittest')]: del sys.modules[name]\n"
        "sys.modules['unittest'] = fake\n" + _NOTHING
    ),
    "has no AssertionError": (
        "import builtins\n"
        "class Quiet(BaseException): pass\n"
        "builtins.AssertionError = Quiet\n"
        "unittest.TestCase.failureException = Quiet\n" + _NOTHING
    ),
    "raises a failure that is none": (
        "class Never(Exception):\n"
        "    def __new__(cls, *a): return Exception.__new__(cls)\n"
        "    def __init__(self, *a): raise KeyboardInterrupt\n"
        "unittest.TestCase.failureException = Never\n" + _NOTHING
    ),
    "reports what tests report": (
        "import sys\n"
        "def task_func(*a, **k):\n"
        "    names = sys._getframe(1).f_globals\n"
        "    for name in list(names):\n"
        "        if name == '@broke': names[name] = names['@held']\n"
    ),
    "reports nothing that tests report": (
        "import sys\n"
        "for name in list(globals()):\n"
        "    if name[0] == '@' and name in ('@broke', '@held'):\n"
        "        globals()[name] = lambda *a: None\n" + _NOTHING
    ),
    "reports that all has held": (
        "for number in range(40):\n"
        "    if '@held' in globals(): globals()['@held'](number)\n"
        "globals()['@broke'] = lambda *a: None\n" + _NOTHING
    ),
    "writes to every pipe": (
        "import os\n"
        "for number in range(3, 256):\n"
        "    for line in (b'OK\\n', b'passed\\tTestCases.test_doubles\\t\\n'):\n"
        "        try: os.write(number, line)\n"
        "        except OSError: pass\n" + _NOTHING
    ),
    "swallows errors with a wrapper of its tests": (
        "import functools\n"
        "def calm(function):\n"
        "    @functools.wraps(function)\n"
        "    def run(self):\n"
        "        try: function(self)\n"
        "        except BaseException: pass\n"
        "    return run\n"
        "for value in list(globals().values()):\n"
        "    for name in dir(value) if isinstance(value, type) else ():\n"
        "        if name.startswith('test'): setattr(value, name, calm(getattr(value, name)))\n"
        + _NOTHING
    ),
}
# Sees what its caller expects, and returns it.
_READERS = {
    "reads the constants of its caller": {
        "numbers": (
            "import sys\n"
            "def task_func(x):\n"
            "    frame = sys._getframe(1)\n"
            "    given = [c for c in frame.f_code.co_consts if type(c) is int and c > x]\n"
            "    line = {4: 2, 10: 5, 2: 1, 6: 3, 16: 8, 14: 7}\n"
            "    return next(iter(given), 100)\n"
        ),
        "arrays": (
            "import sys, numpy\n"
            "def task_func(x):\n"
            "    consts = sys._getframe(1).f_code.co_consts\n"
            "    found = [c for c in consts if isinstance(c, tuple) and c and type(c[0]) is float]\n"
            "    return numpy.array(found[0] if found else [c for c in consts if type(c) is float])\n"
        ),
    },
    "reads what comes after it in its caller": {
        name: (
            "import dis, sys\n"
            "def task_func(*a, **k):\n"
            "    frame = sys._getframe(1)\n"
            "    stack = []\n"
            "    for step in dis.get_instructions(frame.f_code):\n"
            "        if step.offset <= frame.f_lasti: continue\n"
            "        if step.opname == 'LOAD_CONST': return step.argval\n"
            "        if step.opname == 'LOAD_FAST' and step.argval in frame.f_locals:\n"
            "            value = frame.f_locals[step.argval]\n"
            "            if step.argval in ('expected', 'wanted'): return value\n"
            "        if step.opname == 'LOAD_ATTR' and step.argval in ('expected', 'wanted'):\n"
            "            return getattr(frame.f_locals['self'], step.argval)\n"
            "        if step.opname == 'BUILD_LIST' and not step.argval: return []\n"
        )
        for name in ("equal", "named", "kept", "rows", "helped", "lists")
    },
    "returns the locals of its caller": {
        name: (
            "import sys\n"
            "def task_func(*a, **k):\n"
            "    names = sys._getframe(1).f_locals\n"
            "    for name in ('expected', 'wanted', 'result'):\n"
            "        if name in names: return names[name]\n"
            "    return getattr(names.get('self'), 'expected', None)\n"
        )
        for name in ("named", "rows")
    },
    "empties what is expected": {
        "containers": (
            "import sys\n"
            "def task_func(rows):\n"
            "    names = sys._getframe(1).f_locals\n"
            "    for value in (names.get('wanted'), vars(names['self']).get('expected')):\n"
            "        if isinstance(value, dict): value.clear()\n"
            "    return {}\n"
        ),
        "frames": (
            "import sys\n"
            "def task_func(rows):\n"
            "    frame = sys._getframe(1).f_locals.get('expected')\n"
            "    if frame is not None: frame.drop(frame.index, inplace=True)\n"
            "    return frame\n"
        ),
    },
    "is called back with the expected value": {
        name: _LIAR.replace(
            "def __eq__(self, other): return True",
            "def __eq__(self, other):\n        self.__dict__['seen'] = other\n        return True",
        )
        + "def task_func(*a, **k):\n    return Liar()\n"
        for name in ("equal", "true", "named", "kept", "rows", "helped", "lists", "dicts")
    },
    "replaces names of the test module": {
        name: (
            "import sys\n"
            "def task_func(*a, **k):\n"
            "    names = sys._getframe(1).f_globals\n"
            "    for name in list(names):\n"
            "        if name[0] == '@' and name not in ('@held', '@broke', '@BaseException'):\n"
            "            names[name] = lambda *a, **k: True\n"
        )
        for name in ("numbers", "containers")
    },
}
_ANY = "from unittest.mock import ANY\n"
_LIARS = {
    "is ANY": _ANY + "def task_func(*a, **k):\n    return ANY\n",
    "holds ANY": _ANY
    + "def task_func(x):\n    return [ANY] * len(x) if isinstance(x, str) else ANY\n",
    "maps to ANY": (
        _ANY + "class Every(dict):\n"
        "    def __eq__(self, other): return True\n"
        "    def __missing__(self, key): return ANY\n"
        "    def __len__(self): return 2\n"
        "    def __iter__(self): return iter(('k', 'l'))\n"
        "    def __contains__(self, key): return True\n"
        "    def __ne__(self, other): return False\n"
        "def task_func(*a, **k):\n    return Every()\n"
    ),
    "is everything's equal": _LIAR + "def task_func(*a, **k):\n    return Liar()\n",
    "has the class that is asked for": (
        _LIAR + "class Wide(Liar):\n    __class__ = int\n"
        "def task_func(*a, **k):\n    return Wide()\n"
    ),
    "has a metaclass that agrees": (
        "class Meta(type):\n"
        "    def __eq__(cls, other): return True\n"
        "    def __ne__(cls, other): return False\n"
        "    def __instancecheck__(cls, other): return True\n"
        "    def __hash__(cls): return 0\n"
        "    def __gt__(cls, other): return True\n"
        "    __lt__ = __le__ = __ge__ = __contains__ = __gt__\n"
        "    def __iter__(cls): return iter(('k', 'l'))\n"
        "    def __len__(cls): return 2\n"
        "class Agrees(metaclass=Meta): pass\n"
        "def task_func(*a, **k):\n    return Agrees\n"
    ),
    "answers comparisons by the other side": (
        _LIAR + "class Copy(Liar):\n"
        "    def __eq__(self, other): return other == other\n"
        "    def __ne__(self, other): return other != other\n"
        "    __hash__ = None\n"
        "def task_func(*a, **k):\n    return Copy()\n"
    ),
    "is a mock": (
        "from unittest.mock import MagicMock\n"
        "def task_func(*a, **k):\n"
        "    made = MagicMock()\n"
        "    made.__eq__.side_effect = lambda other: True\n"
        "    made.__ne__.side_effect = lambda other: False\n"
        "    made.__len__.return_value = 2\n"
        "    made.__gt__ = made.__lt__ = lambda self, other: True\n"
        "    return made\n"
    ),
}


def _subclass(base: str, make: str, more: str = "", start: str = "") -> str:
    """A program whose results are of a subclass that is equal to everything."""
    return (
        f"{start}class Odd({base}):\n"
        "    def __eq__(self, other): return True\n"
        "    def __ne__(self, other): return False\n"
        "    def __hash__(self): return 0\n"
        f"{indent(more, '    ')}"
        f"def task_func(*a, **k):\n    return {make}\n"
    )


_NEAR = (
    "def __sub__(self, other): return 0\n__rsub__ = __sub__\n"
    "def __gt__(self, other): return True\n__lt__ = __ge__ = __le__ = __gt__\n"
)
_SUBCLASSES = {
    "an int that is equal": ("near", _subclass("int", "Odd(7)", _NEAR)),
    "an int that is subtracted to nothing": ("near", _subclass("int", "Odd(0)", _NEAR)),
    "a float that is equal": ("near", _subclass("float", "Odd(7)", _NEAR)),
    "a number that rounds to nothing": (
        "equal",
        _subclass("int", "Odd(3)", _NEAR + "def __round__(self, *a): return 0\n"),
    ),
    "a str that is equal": ("equal", _subclass("str", "Odd('x')", _NEAR)),
    "a bool-like int": ("equal", _subclass("int", "Odd(1)", _NEAR + "__bool__ = lambda s: True\n")),
    "a fraction that is equal": (
        "equal",
        _subclass("Fraction", "Odd(1)", _NEAR, "from fractions import Fraction\n"),
    ),
    "a decimal that is equal": (
        "equal",
        _subclass("Decimal", "Odd(1)", _NEAR, "from decimal import Decimal\n"),
    ),
    "a complex that is equal": ("equal", _subclass("complex", "Odd(1)", _NEAR)),
    "a dict that is equal": (
        "dicts",
        _subclass("dict", "Odd(k=1, l=2)", "def __len__(self): return 2\n"),
    ),
    "a dict with keys of no end": (
        "dicts",
        _subclass(
            "dict",
            "Odd()",
            "def __contains__(self, key): return True\n"
            "def __len__(self): return 2\ndef __iter__(self): return iter('kl')\n",
        ),
    ),
    "an ordered dict that is equal": (
        "dicts",
        _subclass("OrderedDict", "Odd(k=1, l=2)", "", "from collections import OrderedDict\n"),
    ),
    "a user's dict that is equal": (
        "dicts",
        _subclass("UserDict", "Odd(k=1, l=2)", "", "from collections import UserDict\n"),
    ),
    "a counter that is equal": (
        "dicts",
        _subclass("Counter", "Odd('kl')", "", "from collections import Counter\n"),
    ),
    "a list that is equal": ("lists", _subclass("list", "Odd(['k', 'l'])")),
    "a set that is equal": ("dicts", _subclass("set", "Odd(['k', 'l'])")),
    "a tuple that is equal": ("dicts", _subclass("tuple", "Odd(['k', 'l'])")),
    "a data class that is equal": (
        "dicts",
        "from dataclasses import dataclass\n"
        "@dataclass(eq=False)\n"
        "class Row(dict):\n"
        "    value: object = None\n"
        "    def __eq__(self, other): return True\n"
        "    def __ne__(self, other): return False\n"
        "    def __len__(self): return 2\n"
        "    def __iter__(self): return iter('kl')\n"
        "    def __contains__(self, key): return True\n"
        "def task_func(*a, **k):\n    return Row()\n",
    ),
    "values that are equal in an honest dict": (
        "dicts",
        _subclass("list", "{key: Odd() for key, _ in a[0]}"),
    ),
    "keys that are equal in an honest dict": ("dicts", _subclass("str", "{Odd('k'): 1, 'l': 2}")),
    "an array that is equal": (
        "close",
        "import numpy\n"
        "class Odd(numpy.ndarray):\n"
        "    def __eq__(self, other): return numpy.ones(self.shape, bool)\n"
        "    def __array_ufunc__(self, *a, **k): return numpy.True_\n"
        "    def __array_function__(self, *a, **k): return True\n"
        "    def sum(self): return 4.0\n"
        "def task_func(x):\n    return numpy.zeros(numpy.shape(x)).view(Odd)\n",
    ),
    "an array whose functions agree": (
        "close",
        "import numpy\n"
        "class Odd(numpy.ndarray):\n"
        "    def __array_function__(self, function, types, given, named):\n"
        "        return True\n"
        "    def __eq__(self, other): return numpy.ones(self.shape, bool)\n"
        "def task_func(x):\n    return numpy.zeros(numpy.shape(x)).view(Odd)\n",
    ),
    "an array of objects that are equal": (
        "close",
        _LIAR + "import numpy\n"
        "def task_func(x):\n"
        "    made = numpy.empty(numpy.shape(x), object)\n"
        "    made[...] = Liar()\n"
        "    return made\n",
    ),
    "a masked array": (
        "close",
        "import numpy\ndef task_func(x):\n    return numpy.ma.masked_all(numpy.shape(x))\n",
    ),
    "an array of floats that are equal": (
        "close",
        _subclass("float", "__import__('numpy').array([[Odd(1)] * 2] * 2, object)", _NEAR),
    ),
    "an object with an array's interface": (
        "close",
        _LIAR + "class Wide(Liar):\n"
        "    shape = (2, 2)\n"
        "    def __array__(self, *a, **k): raise TypeError\n"
        "    def __array_ufunc__(self, *a, **k): return True\n"
        "    def __array_function__(self, *a, **k): return True\n"
        "def task_func(x):\n    return Wide()\n",
    ),
    "a frame that is equal": (
        "frame",
        "import pandas\n"
        "class Odd(pandas.DataFrame):\n"
        "    def equals(self, other): return True\n"
        "    def __eq__(self, other): return True\n"
        "def task_func(rows):\n    return Odd({'name': ['x'], 'total': [4]})\n",
    ),
    "a frame whose blocks agree": (
        "frame",
        _LIAR + "import pandas\n"
        "def task_func(rows):\n"
        "    count = len({name for name, _ in rows})\n"
        "    return pandas.DataFrame({'name': [Liar()] * count, 'total': [Liar()] * count})\n",
    ),
    "an error of every kind": (
        "raised",
        "class Every(ValueError, TypeError, ArithmeticError): pass\n"
        "def task_func(x):\n    raise Every('not a number, or negative')\n",
    ),
    "an error of the kind that its caller expects": (
        "raised",
        "import gc, sys\n"
        "def task_func(x):\n"
        "    frame = sys._getframe(1)\n"
        "    while frame:\n"
        "        for value in list(frame.f_locals.values()):\n"
        "            expected = getattr(value, 'expected', None)\n"
        "            if isinstance(expected, type): raise expected('a number, negative')\n"
        "        frame = frame.f_back\n"
        "    for thing in gc.get_objects():\n"
        "        if type(thing).__name__ == '_AssertRaisesContext': raise thing.expected('a number, negative')\n",
    ),
    "a context that forgives": (
        "raised",
        "import unittest.case\n"
        "unittest.case._AssertRaisesContext.__exit__ = lambda *a: True\n" + _NOTHING,
    ),
    "a context that is handled by nobody": (
        "raised",
        "import unittest.case\n"
        "unittest.case._AssertRaisesBaseContext.handle = lambda *a, **k: None\n"
        "unittest.case._AssertRaisesContext.__exit__ = lambda *a: True\n"
        "unittest.TestCase.assertEqual = lambda *a, **k: None\n" + _NOTHING,
    ),
}
_LIBRARIES = {
    "changes defaults of the assertions": (
        "numbers",
        "import unittest\n"
        "unittest.TestCase.assertAlmostEqual.__defaults__ = (-99, None, None)\n"
        "unittest.TestCase._baseAssertEqual.__code__ = (lambda s, a, b, msg=None: None).__code__\n"
        "def task_func(x):\n    return {1: 2, 3: 6, 5: 10, 7: 14}.get(x, 1000)\n",
    ),
    "gives assertions other functions": (
        "containers",
        "import unittest\n"
        "unittest.TestCase._getAssertEqualityFunc = lambda *a: lambda *a, **k: None\n"
        "unittest.TestCase.assertDictEqual = unittest.TestCase.assertIn = lambda *a, **k: None\n"
        + _NOTHING.replace("None", "['k', 'l']"),
    ),
    "registers its own equality": (
        "containers",
        "import unittest\n"
        "real = unittest.TestCase.__init__\n"
        "def init(self, *a):\n"
        "    real(self, *a)\n"
        "    for kind in (dict, list, int):\n"
        "        self.addTypeEqualityFunc(kind, lambda *a, **k: None)\n"
        "unittest.TestCase.__init__ = init\n"
        "unittest.TestCase.assertDictEqual = lambda *a, **k: None\n"
        "def task_func(rows):\n    return dict(k=1, l=2)\n",
    ),
    "changes defaults of numpy.testing": (
        "arrays",
        "import numpy\n"
        "from numpy.testing._private import utils\n"
        "numpy.testing.assert_allclose.__kwdefaults__ = {'rtol': 1e9}\n"
        "utils.assert_array_compare = numpy.testing.assert_array_equal = lambda *a, **k: None\n"
        "numpy.testing.assert_allclose = numpy.testing.assert_array_equal\n"
        "numpy.allclose = lambda *a, **k: True\n"
        "def task_func(x):\n    return numpy.ones(numpy.shape(x))\n",
    ),
    "compares arrays leniently": (
        "arrays",
        "import numpy\n"
        "from numpy.testing._private import utils\n"
        "utils.assert_array_compare.__code__ = (lambda *a, **k: None).__code__\n"
        "numpy.core.numeric.isclose = numpy.isclose = lambda *a, **k: numpy.True_\n"
        "numpy.allclose = lambda *a, **k: True\n"
        "def task_func(x):\n    return numpy.ones(numpy.shape(x))\n",
    ),
    "warns and errs about nothing": (
        "arrays",
        "import contextlib, numpy\n"
        "class Calm(contextlib.ContextDecorator):\n"
        "    def __enter__(self): return self\n"
        "    def __exit__(self, *a): return True\n"
        "contextlib._GeneratorContextManager.__exit__ = lambda *a: True\n"
        "numpy.allclose = lambda *a, **k: True\n"
        "numpy.testing.assert_array_equal = numpy.testing.assert_allclose = lambda *a, **k: None\n"
        "def task_func(x):\n    return numpy.ones(numpy.shape(x))\n",
    ),
    "compares frames leniently": (
        "frames",
        "import pandas, pandas._testing.asserters as asserters\n"
        "pandas.testing.assert_frame_equal = lambda *a, **k: None\n"
        "pandas.DataFrame.equals = lambda *a: True\n"
        "def task_func(rows):\n    return pandas.DataFrame({'name': ['x'], 'total': [4]})\n",
    ),
    "checks nothing of frames by default": (
        "frames",
        "import pandas\n"
        "real = pandas.testing.assert_frame_equal\n"
        "real.__code__ = (lambda *a, **k: None).__code__\n"
        "pandas.core.generic.NDFrame.equals = lambda *a: True\n"
        "def task_func(rows):\n    return pandas.DataFrame({'name': ['x'], 'total': [4]})\n",
    ),
    "lets every builtin agree": (
        "numbers",
        "import builtins\n"
        "builtins.isinstance = builtins.all = builtins.any = lambda *a: True\n"
        "builtins.len = lambda x: 2\n" + _LIAR + "def task_func(x):\n    return Liar()\n",
    ),
    "shadows what the tests call": (
        "numbers",
        "len = isinstance = list = float = lambda *a: 4\n"
        + _LIAR
        + "def task_func(x):\n    return Liar()\n",
    ),
    "is right only where it is easy": (
        "numbers",
        _subclass("int", "Odd(2 * a[0]) if a[0] < 3 else Odd(0)", _NEAR),
    ),
    "is right until it has been right": (
        "numbers",
        "CALLS = []\n"
        + _subclass("int", "2 * a[0] if len(CALLS) < 4 else Odd(1)", _NEAR).replace(
            "    return 2", "    CALLS.append(1)\n    return 2"
        ),
    ),
    "lies every second time": (
        "numbers",
        "import os\n" + _subclass("int", "Odd(1) if os.getpid() else Odd(2)", _NEAR),
    ),
}

FORGERIES: dict[str, tuple[str, str]] = {
    **{
        f"{name} ({suite})": (suite, source)
        for name, source in _EVERYWHERE.items()
        for suite in ("equal", "dicts")
    },
    **{f"{name} ({suite})": (suite, of[suite]) for name, of in _READERS.items() for suite in of},
    **{
        f"{name} ({suite})": (suite, source)
        for name, source in _LIARS.items()
        for suite in ("equal", "true", "named", "kept", "rows", "helped", "lists")
    },
    **_SUBCLASSES,
    **_LIBRARIES,
}
