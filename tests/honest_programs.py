# ruff: noqa: E501 -- programs are easier to read with one statement a line
"""Programs that are right, written in ways that a watchful sandbox might take for something else.

`PROGRAMS` names for each the program and its tests. All were written for this project.
"""

from __future__ import annotations

from textwrap import dedent

_UNITTEST = "import unittest\nfrom unittest.mock import MagicMock, Mock, patch\n"


def _pair(solution: str, tests: str) -> tuple[str, str]:
    """Returns a program and its tests, which are methods of a case, or a module of their own."""
    tests = dedent(tests).strip("\n")
    if "class " not in tests:
        tests = "class TestCases(unittest.TestCase):\n" + "\n".join(
            f"    {line}" for line in tests.splitlines()
        )
    return dedent(solution).strip("\n") + "\n", f"{_UNITTEST}{tests}\n"


PROGRAMS = {
    "a class with the equality that the task asks for": _pair(
        """
        class Money:
            def __init__(self, cents): self.cents = cents
            def __eq__(self, other): return isinstance(other, Money) and self.cents == other.cents
            def __hash__(self): return hash(self.cents)
            def __add__(self, other): return Money(self.cents + other.cents)
        def task_func(a, b): return Money(a) + Money(b)
        """,
        """
        def test_sum(self):
            self.assertEqual(task_func(1, 2), Money(3))
            self.assertNotEqual(task_func(1, 2), Money(4))
            self.assertEqual(task_func(5, 5).cents, 10)
        """,
    ),
    "a class that equals numbers": _pair(
        """
        class Meters(float):
            def __eq__(self, other): return abs(float(self) - float(other)) < 1e-9
            def __hash__(self): return hash(float(self))
        def task_func(x): return Meters(x * 0.3048)
        """,
        """
        def test_feet(self):
            self.assertEqual(task_func(10), 3.048)
            self.assertAlmostEqual(task_func(1), 0.3048)
        """,
    ),
    "a data class": _pair(
        """
        from dataclasses import dataclass, field
        @dataclass(order=True)
        class Job:
            rank: int
            name: str = field(compare=False)
        def task_func(rows): return sorted(Job(*row) for row in rows)
        """,
        """
        def test_order(self):
            jobs = task_func([(2, "b"), (1, "a")])
            self.assertEqual([job.name for job in jobs], ["a", "b"])
            self.assertEqual(jobs[0], Job(1, "other"))
            self.assertLess(jobs[0], jobs[1])
        """,
    ),
    "a named tuple": _pair(
        """
        from collections import namedtuple
        Point = namedtuple("Point", "x y")
        def task_func(a, b): return Point(a + b, a - b)
        """,
        """
        def test_point(self):
            self.assertEqual(task_func(3, 1), (4, 2))
            self.assertEqual(task_func(3, 1).y, 2)
        """,
    ),
    "an enumeration": _pair(
        """
        import enum
        class Light(enum.IntEnum):
            RED = 1
            GREEN = 2
        def task_func(name): return Light[name.upper()]
        """,
        """
        def test_light(self):
            self.assertEqual(task_func("green"), 2)
            self.assertIs(task_func("red"), Light.RED)
            with self.assertRaises(KeyError):
                task_func("blue")
        """,
    ),
    "a generator": _pair(
        """
        def task_func(n):
            a, b = 0, 1
            for _ in range(n):
                yield a
                a, b = b, a + b
        """,
        """
        def test_fibonacci(self):
            self.assertEqual(list(task_func(6)), [0, 1, 1, 2, 3, 5])
            self.assertEqual(next(task_func(1)), 0)
            with self.assertRaises(StopIteration):
                next(task_func(0))
        """,
    ),
    "a generator without end": _pair(
        """
        import itertools
        def task_func(step): return (step * n for n in itertools.count())
        """,
        """
        def test_multiples(self):
            import itertools
            self.assertEqual(list(itertools.islice(task_func(3), 4)), [0, 3, 6, 9])
        """,
    ),
    "a recursive function with a cache": _pair(
        """
        from functools import lru_cache
        @lru_cache(maxsize=None)
        def task_func(n): return n if n < 2 else task_func(n - 1) + task_func(n - 2)
        """,
        """
        def test_large(self):
            self.assertEqual(task_func(50), 12586269025)
            self.assertGreater(task_func.cache_info().hits, 0)
        """,
    ),
    "a decorator": _pair(
        """
        import functools
        def twice(function):
            @functools.wraps(function)
            def inner(*a): return function(function(*a))
            return inner
        @twice
        def task_func(x):
            "Adds three."
            return x + 3
        """,
        """
        def test_twice(self):
            self.assertEqual(task_func(1), 7)
            self.assertEqual(task_func.__name__, "task_func")
        """,
    ),
    "a closure that counts": _pair(
        """
        def task_func():
            count = 0
            def more():
                nonlocal count
                count += 1
                return count
            return more
        """,
        """
        def test_counts(self):
            more = task_func()
            more()
            self.assertEqual(more(), 2)
            self.assertEqual(task_func()(), 1)
        """,
    ),
    "a context manager": _pair(
        """
        import contextlib
        LOG = []
        @contextlib.contextmanager
        def task_func(name):
            LOG.append(f"open {name}")
            try: yield name.upper()
            finally: LOG.append(f"close {name}")
        """,
        """
        def test_order(self):
            with task_func("x") as value:
                self.assertEqual(value, "X")
            self.assertEqual(LOG, ["open x", "close x"])
        """,
    ),
    "a context manager that swallows, as asked": _pair(
        """
        class task_func:
            def __init__(self, *kinds): self.kinds, self.caught = kinds, None
            def __enter__(self): return self
            def __exit__(self, kind, error, trace):
                self.caught = error
                return kind is not None and issubclass(kind, self.kinds)
        """,
        """
        def test_swallows(self):
            with task_func(KeyError) as found:
                raise KeyError("k")
            self.assertIsInstance(found.caught, KeyError)

        def test_lets_through(self):
            with self.assertRaises(ValueError):
                with task_func(KeyError):
                    raise ValueError("v")
        """,
    ),
    "a dictionary with a default": _pair(
        """
        class Zeros(dict):
            def __missing__(self, key): return 0
        def task_func(text):
            found = Zeros()
            for letter in text: found[letter] += 1
            return found
        """,
        """
        def test_counts(self):
            self.assertEqual(task_func("aab"), {"a": 2, "b": 1})
            self.assertEqual(task_func("aab")["z"], 0)
        """,
    ),
    "attributes that are made when asked for": _pair(
        """
        class task_func:
            def __init__(self, data): self._data = data
            def __getattr__(self, name):
                if name.startswith("_") or name not in self._data: raise AttributeError(name)
                return self._data[name]
        """,
        """
        def test_attributes(self):
            self.assertEqual(task_func({"a": 5}).a, 5)
            with self.assertRaises(AttributeError):
                task_func({"a": 5}).b
        """,
    ),
    "a metaclass that registers": _pair(
        """
        KINDS = []
        class Meta(type):
            def __new__(cls, name, bases, body):
                made = super().__new__(cls, name, bases, body)
                KINDS.append(name)
                return made
        class A(metaclass=Meta): pass
        class B(A): pass
        def task_func(): return KINDS
        """,
        """
        def test_names(self):
            self.assertEqual(task_func(), ["A", "B"])
            self.assertTrue(issubclass(B, A))
        """,
    ),
    "an exception of its own": _pair(
        """
        class TooCold(ValueError):
            def __init__(self, degrees):
                super().__init__(f"{degrees} degrees are too cold")
                self.degrees = degrees
        def task_func(degrees):
            if degrees < 0: raise TooCold(degrees)
            return degrees
        """,
        """
        def test_message(self):
            with self.assertRaisesRegex(ValueError, "-4 degrees"):
                task_func(-4)
            with self.assertRaises(TooCold) as caught:
                task_func(-7)
            self.assertEqual(caught.exception.degrees, -7)
            self.assertEqual(str(caught.exception), "-7 degrees are too cold")
        """,
    ),
    "an exception for another": _pair(
        """
        import json
        def task_func(text):
            try: return json.loads(text)
            except json.JSONDecodeError as error: raise ValueError("no JSON") from error
        """,
        """
        def test_cause(self):
            with self.assertRaises(ValueError) as caught:
                task_func("{")
            self.assertIsNotNone(caught.exception.__cause__)
            self.assertEqual(task_func("[1]"), [1])
        """,
    ),
    "it leaves with a code, as asked": _pair(
        """
        import sys
        def task_func(ok):
            if not ok: sys.exit(3)
            return "fine"
        """,
        """
        def test_leaves(self):
            with self.assertRaises(SystemExit) as caught:
                task_func(False)
            self.assertEqual(caught.exception.code, 3)
            self.assertEqual(task_func(True), "fine")
        """,
    ),
    "random numbers of a seed": _pair(
        """
        import random
        def task_func(n, seed=0):
            random.seed(seed)
            return [random.randint(1, 6) for _ in range(n)]
        """,
        """
        def test_same(self):
            self.assertEqual(task_func(5, 1), task_func(5, 1))
            self.assertEqual(len(task_func(4)), 4)
            self.assertTrue(all(1 <= one <= 6 for one in task_func(30)))
        """,
    ),
    "random numbers without a seed": _pair(
        """
        import random
        def task_func(low, high): return random.uniform(low, high)
        """,
        """
        def test_range(self):
            self.assertGreaterEqual(task_func(2, 3), 2)
            self.assertLessEqual(task_func(2, 3), 3)
            self.assertIsInstance(task_func(0, 1), float)
        """,
    ),
    "it writes a log": _pair(
        """
        import logging
        def task_func(x):
            logging.getLogger("jobs").warning("got %d", x)
            return x + 1
        """,
        """
        def test_log(self):
            with self.assertLogs("jobs", "WARNING") as caught:
                self.assertEqual(task_func(4), 5)
            self.assertIn("got 4", caught.output[0])
        """,
    ),
    "it warns": _pair(
        """
        import warnings
        def task_func(x):
            if x > 9: warnings.warn("large", UserWarning)
            return x
        """,
        """
        def test_warns(self):
            with self.assertWarns(UserWarning):
                task_func(10)
            self.assertEqual(task_func(1), 1)
        """,
    ),
    "it prints": _pair(
        """
        def task_func(name): print(f"Hello, {name}!")
        """,
        """
        def test_prints(self):
            import contextlib, io
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                self.assertIsNone(task_func("you"))
            self.assertEqual(out.getvalue(), "Hello, you!\\n")

        @patch("builtins.print")
        def test_calls(self, printed):
            task_func("me")
            printed.assert_called_once_with("Hello, me!")
        """,
    ),
    "it asks": _pair(
        """
        def task_func(): return int(input("a number: ")) * 2
        """,
        """
        @patch("builtins.input", return_value="21")
        def test_answer(self, asked):
            self.assertEqual(task_func(), 42)
            asked.assert_called_once()

        @patch("builtins.input", side_effect=["x", "3"])
        def test_wrong_answer(self, asked):
            with self.assertRaises(ValueError):
                task_func()
            self.assertEqual(task_func(), 6)
        """,
    ),
    "temporary files": _pair(
        """
        import os, tempfile
        def task_func(lines):
            handle, path = tempfile.mkstemp()
            with os.fdopen(handle, "w") as file: file.write("\\n".join(lines))
            return path
        """,
        """
        def test_file(self):
            import os
            path = task_func(["a", "b"])
            self.assertTrue(os.path.exists(path))
            with open(path) as file:
                self.assertEqual(file.read().splitlines(), ["a", "b"])
            os.remove(path)
            self.assertFalse(os.path.exists(path))
        """,
    ),
    "a folder that is walked": _pair(
        """
        from pathlib import Path
        def task_func(folder, suffix): return sorted(p.name for p in Path(folder).rglob(f"*{suffix}"))
        """,
        """
        def setUp(self):
            import tempfile
            from pathlib import Path
            self.folder = tempfile.TemporaryDirectory()
            (Path(self.folder.name) / "in").mkdir()
            for name in ("a.txt", "b.csv", "in/c.txt"):
                (Path(self.folder.name) / name).write_text(name)

        def tearDown(self):
            self.folder.cleanup()

        def test_names(self):
            self.assertEqual(task_func(self.folder.name, ".txt"), ["a.txt", "c.txt"])
            self.assertEqual(task_func(self.folder.name, ".py"), [])
        """,
    ),
    "a network that is mocked": _pair(
        """
        import json, urllib.request
        def task_func(url):
            with urllib.request.urlopen(url) as answer:
                if answer.status != 200: raise OSError(f"status {answer.status}")
                return json.loads(answer.read())["name"]
        """,
        """
        @patch("urllib.request.urlopen")
        def test_name(self, opened):
            answer = opened.return_value.__enter__.return_value
            answer.status, answer.read.return_value = 200, b'{"name": "x"}'
            self.assertEqual(task_func("http://example.org"), "x")
            opened.assert_called_once_with("http://example.org")

        @patch("urllib.request.urlopen")
        def test_status(self, opened):
            opened.return_value.__enter__.return_value.status = 404
            with self.assertRaisesRegex(OSError, "status 404"):
                task_func("http://example.org")
        """,
    ),
    "a process that is mocked": _pair(
        """
        import subprocess
        def task_func(command):
            done = subprocess.run(command, capture_output=True, text=True)
            return done.stdout.strip() if done.returncode == 0 else None
        """,
        """
        @patch("subprocess.run")
        def test_output(self, run):
            run.return_value = Mock(returncode=0, stdout=" out ")
            self.assertEqual(task_func(["x"]), "out")
            self.assertEqual(run.call_args[0][0], ["x"])

        @patch("subprocess.run", return_value=Mock(returncode=1))
        def test_failure(self, run):
            self.assertIsNone(task_func(["x"]))
        """,
    ),
    "a clock that is mocked": _pair(
        """
        import time
        def task_func(job):
            started = time.time()
            job()
            return time.time() - started
        """,
        """
        @patch("time.time", side_effect=[10.0, 12.5])
        def test_seconds(self, clock):
            job = MagicMock()
            self.assertEqual(task_func(job), 2.5)
            job.assert_called_once()
        """,
    ),
    "threads": _pair(
        """
        import threading
        def task_func(numbers):
            found, lock = [], threading.Lock()
            def work(n):
                with lock: found.append(n * n)
            threads = [threading.Thread(target=work, args=(n,)) for n in numbers]
            for one in threads: one.start()
            for one in threads: one.join()
            return sorted(found)
        """,
        """
        def test_squares(self):
            self.assertEqual(task_func([3, 1, 2]), [1, 4, 9])
            self.assertEqual(task_func([]), [])
        """,
    ),
    "coroutines": _pair(
        """
        import asyncio
        async def task_func(x):
            await asyncio.sleep(0)
            return x + 1
        """,
        """
        class TestCases(unittest.IsolatedAsyncioTestCase):
            async def test_more(self):
                self.assertEqual(await task_func(1), 2)
                self.assertEqual(await task_func(-1), 0)
        """,
    ),
    "something is done at exit": _pair(
        """
        import atexit
        DONE = []
        atexit.register(DONE.append, 1)
        def task_func(): return len(DONE)
        """,
        """
        def test_not_yet(self):
            self.assertEqual(task_func(), 0)
        """,
    ),
    "frames and objects are looked at": _pair(
        """
        import gc, inspect, sys
        def task_func(*values):
            gc.collect()
            name = sys._getframe().f_code.co_name
            return name, len(inspect.signature(task_func).parameters), sum(values)
        """,
        """
        def test_itself(self):
            self.assertEqual(task_func(1, 2), ("task_func", 1, 3))
            self.assertEqual(task_func()[2], 0)
        """,
    ),
    "it traces": _pair(
        """
        import sys
        def task_func(function):
            lines = []
            before = sys.gettrace()
            sys.settrace(lambda frame, event, arg: lines.append(frame.f_code.co_name))
            try: function()
            finally: sys.settrace(before)
            return lines
        """,
        """
        def test_names(self):
            def called(): return 1
            self.assertIn("called", task_func(called))
        """,
    ),
    "numpy arrays": _pair(
        """
        import numpy as np
        def task_func(rows):
            data = np.asarray(rows, float)
            return (data - data.mean(axis=0)) / data.std(axis=0)
        """,
        """
        def test_scaled(self):
            import numpy as np
            found = task_func([[1, 10], [3, 30]])
            np.testing.assert_allclose(found, [[-1, -1], [1, 1]])
            self.assertEqual(found.shape, (2, 2))
            self.assertTrue(np.allclose(found.mean(axis=0), 0))
            self.assertTrue(np.isnan(task_func([[1], [1]])).all())
        """,
    ),
    "an array of a class of its own": _pair(
        """
        import numpy as np
        class Signal(np.ndarray):
            def __new__(cls, values, rate):
                made = np.asarray(values, float).view(cls)
                made.rate = rate
                return made
            def __array_finalize__(self, other): self.rate = getattr(other, "rate", None)
        def task_func(values, rate): return Signal(values, rate)[::2]
        """,
        """
        def test_half(self):
            import numpy as np
            found = task_func([1, 2, 3], 8)
            np.testing.assert_array_equal(found, [1, 3])
            self.assertEqual(found.rate, 8)
        """,
    ),
    "frames with what is missing": _pair(
        """
        import pandas as pd
        def task_func(rows):
            frame = pd.DataFrame(rows, columns=["name", "value"])
            frame["value"] = frame["value"].fillna(frame["value"].mean())
            return frame.set_index("name")
        """,
        """
        def test_filled(self):
            import pandas as pd
            found = task_func([("a", 1.0), ("b", None), ("c", 3.0)])
            self.assertEqual(found.loc["b", "value"], 2.0)
            self.assertFalse(found["value"].isna().any())
            pd.testing.assert_series_equal(found["value"], pd.Series([1.0, 2.0, 3.0], index=pd.Index(["a", "b", "c"], name="name"), name="value"))
        """,
    ),
    "helpers with names like builtins": _pair(
        """
        def sum(values):
            total = 0
            for value in values: total += value
            return total
        def len(values): return sum(1 for _ in values)
        def task_func(values): return sum(values) / len(values)
        """,
        """
        def check(self, values, wanted):
            self.assertEqual(task_func(values), wanted)

        def test_mean(self):
            self.check([1, 2, 3], 2)
            self.check([5], wanted=5)
            self.assertEqual(len(str(task_func([1]))), 3)
        """,
    ),
    "a database in memory": _pair(
        """
        import sqlite3
        def task_func(rows):
            with sqlite3.connect(":memory:") as base:
                base.execute("create table t (name text, n integer)")
                base.executemany("insert into t values (?, ?)", rows)
                return base.execute("select name, sum(n) from t group by name order by 1").fetchall()
        """,
        """
        def test_sums(self):
            self.assertEqual(task_func([("b", 1), ("a", 2), ("b", 3)]), [("a", 2), ("b", 4)])
            self.assertEqual(task_func([]), [])
        """,
    ),
    "plain functions as tests": _pair(
        """
        import re
        def task_func(text): return re.findall(r"[\\w.]+@[\\w.]+", text)
        """,
        """
        class Nothing: pass

        def test_found():
            assert task_func("to a@b.org, c.d@e.f") == ["a@b.org", "c.d@e.f"]
            assert not task_func("nobody")

        def test_kind():
            assert isinstance(task_func(""), list), "a list"
        """,
    ),
    "a clean-up and a class that is set up": _pair(
        """
        class task_func:
            opened = 0
            def __init__(self): type(self).opened += 1
            def close(self): type(self).opened -= 1
        """,
        """
        @classmethod
        def setUpClass(cls):
            cls.first = task_func()

        def setUp(self):
            self.one = task_func()
            self.addCleanup(self.one.close)

        def test_two(self):
            self.assertEqual(task_func.opened, 2)

        def test_again(self):
            with self.subTest("still two"):
                self.assertEqual(task_func.opened, 2)
            self.assertIsNot(self.one, self.first)
        """,
    ),
    "sums of decimals and fractions": _pair(
        """
        from decimal import Decimal
        from fractions import Fraction
        def task_func(*texts): return sum(map(Decimal, texts)), sum(map(Fraction, texts))
        """,
        """
        def test_exact(self):
            from decimal import Decimal
            from fractions import Fraction
            self.assertEqual(task_func("0.1", "0.2"), (Decimal("0.3"), Fraction(3, 10)))
            self.assertEqual(task_func(), (0, 0))
        """,
    ),
}
