# ruff: noqa: E501 -- one test module in a line each is easier to read
"""The sandbox: hostile programs do not pass, touch nothing, and leave nothing behind."""

from __future__ import annotations

import ast
import contextlib
import gzip
import importlib
import json
import os
import site
import socket
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import hostile_programs as hostile
import pytest

import erbench_track
from erbench_track.core.errors import InputError
from erbench_track.filters.sandbox import bubblewrap
from erbench_track.filters.sandbox.pool import ProgramSandbox, choose_sandbox, expected_tests
from erbench_track.filters.sandbox.protocol import Limits, Program

MIB = 1024**2
SMALL = Limits(
    wall_seconds=3,
    cpu_seconds=2,
    memory_bytes=400 * MIB,
    processes=40,
    output_bytes=MIB,
    disk_bytes=32 * MIB,
    inodes=300,
)
MISSING = bubblewrap.is_missing()
needs_bubblewrap = pytest.mark.skipif(bool(MISSING), reason=MISSING or "it is there")


@pytest.fixture(scope="module")
def sandbox():
    if MISSING:
        pytest.skip(MISSING)
    os.environ["ERBENCH_SECRET"] = "outside"  # noqa: S105 -- it is none
    with ProgramSandbox(
        "bubblewrap", SMALL, preload=("numpy", "pandas", "matplotlib.pyplot")
    ) as it:
        yield it
    del os.environ["ERBENCH_SECRET"]


@pytest.fixture(scope="module")
def outside(tmp_path_factory):
    """A folder that every user may read and write, beside a process and a server to attack."""
    folder = tmp_path_factory.mktemp("outside")
    folder.chmod(0o777)
    (folder / "secret").write_text("untouched")
    return folder


@pytest.fixture(scope="module")
def port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.fixture(scope="module")
def bystander():
    process = subprocess.Popen(["sleep", "1000"])
    yield process
    process.kill()
    process.wait()


def outcomes_of(sandbox, *solutions, tests=hostile.TESTS, entry_point="task_func", expected=None):
    programs = [Program(solution, tests, entry_point, expected) for solution in solutions]
    return sandbox.run(programs)


@pytest.mark.parametrize("name", hostile.FORGERIES)
def test_a_forged_success_is_none_and_the_next_program_runs(sandbox, name):
    forged, honest = outcomes_of(sandbox, hostile.FORGERIES[name], hostile.HONEST)
    assert not forged.passed
    assert forged.status in ("failed", "crashed", "forged"), forged
    assert forged.tests_expected == 4
    assert honest.passed, honest


@pytest.mark.parametrize("name", hostile.LIMITS)
def test_a_limit_ends_a_program_and_says_which(sandbox, name):
    status, solution = hostile.LIMITS[name]
    ended, honest = outcomes_of(sandbox, solution, hostile.HONEST)
    assert not ended.passed
    assert ended.status in status.split("|"), ended
    assert honest.passed, honest


@pytest.mark.parametrize("name", hostile.HARM)
def test_harm_stays_inside(sandbox, name, outside, port, bystander):
    solution = hostile.HARM[name].replace("OUTSIDE", str(outside)).replace("PORT", str(port))
    harmful, honest = outcomes_of(
        sandbox, solution.replace("PID", str(bystander.pid)), hostile.HONEST
    )
    assert not harmful.passed, harmful
    assert honest.passed, honest
    assert [path.name for path in outside.iterdir()] == ["secret"]
    assert (outside / "secret").read_text() == "untouched"
    assert bystander.poll() is None


@pytest.mark.parametrize("name", hostile.LEFTOVERS)
def test_a_program_leaves_nothing_for_the_next(sandbox, name):
    leave, find = hostile.LEFTOVERS[name]
    with ProgramSandbox("bubblewrap", SMALL, workers=1, preload=("numpy",)) as one:
        first, second = outcomes_of(one, leave + hostile.HONEST, hostile.looks_for(find))
    assert first.status in ("passed", "crashed", "failed"), first
    assert second.status == "failed", second


# It looks in its own memory for what the process of which it is a copy has read before.
READS_MEMORY = """
import ctypes, re
def task_func(word):
    found = 0
    for line in open('/proc/self/maps'):
        span, rights, *_, name = (line.split() + [''])[:6]
        if rights.startswith('rw') and not name.startswith('/'):
            start, end = (int(part, 16) for part in span.split('-'))
            found += len(re.findall(word, ctypes.string_at(start, end - start)))
    return found
"""
REMEMBERED = "AssertionErro[r]: [0-9]+ != [0-9]+|def hones[t]"


def test_a_program_finds_nothing_in_its_memory_of_those_before_it():
    if MISSING:
        pytest.skip(MISSING)
    looks = f"def test_a():\n    found = task_func({REMEMBERED.encode()!r})\n    assert not found, found\n"
    honest = "def honest(x):\n    return 2 * x\ntask_func = honest\n"
    own = READS_MEMORY + "KEPT = ['AssertionError: 3', ' != 4', 'def hone', 'st']\n"
    own += "KEPT = [''.join(KEPT[:2]), ''.join(KEPT[2:])]\n"
    with ProgramSandbox("bubblewrap", SMALL, workers=1, preload=()) as one:
        before = outcomes_of(one, honest, tests=hostile.TESTS)
        after, found = outcomes_of(one, READS_MEMORY, own, tests=looks)
    assert before[0].passed
    assert after.passed, after
    assert found.message.endswith("AssertionError: 2"), found


@needs_bubblewrap
def test_a_program_does_not_see_this_package_with_its_solutions(with_pth, monkeypatch):
    package = with_pth.parent / "elsewhere" / "ours"
    package.mkdir()
    (package / "problems.json").write_text("[]")
    monkeypatch.setattr(bubblewrap, "PACKAGE", package)
    looks = f"import os\nseen = os.listdir({str(package)!r})\n"
    looks += f"beside = os.listdir({str(package.parent)!r})\n"
    tests = "def test_a():\n    assert seen == []\n    assert 'linked_package.py' in beside\n"
    with ProgramSandbox("bubblewrap", SMALL, 1, preload=()) as made:
        (outcome,) = made.run([Program(looks, tests)])
    assert outcome.passed, outcome.message


def test_a_leftover_is_found_by_the_program_that_left_it(sandbox):
    for leave, find in hostile.LEFTOVERS.values():
        found = outcomes_of(sandbox, leave + hostile.looks_for(find))[0]
        assert found.passed, (leave, found)


@pytest.mark.parametrize("name", hostile.HONEST_PROGRAMS)
def test_an_honest_program_passes(sandbox, name):
    if name in ("pandas", "matplotlib"):
        pytest.importorskip(name)
    outcome = outcomes_of(sandbox, hostile.HONEST_PROGRAMS[name])[0]
    assert (outcome.passed, outcome.tests_run, outcome.tests_expected) == (True, 4, 4), outcome


EMPTY = "import unittest\n"
CASES = "import unittest\nclass T(unittest.TestCase):\n"


@pytest.mark.parametrize(
    ("tests", "status"),
    [
        (EMPTY, "error"),
        (EMPTY + "class T(unittest.TestCase): pass\n", "error"),
        (CASES + "  @unittest.skip('no')\n  def test_a(self): pass\n", "failed"),
        (CASES + "  @unittest.expectedFailure\n  def test_a(self): assert False\n", "failed"),
        (CASES + "  def test_a(self): self.skipTest('no')\n", "failed"),
        ("import unittest\n@unittest.skip('no')\nclass T(unittest.TestCase):\n" + "  def test_a(self): pass\n", "failed"),
        (CASES + "  def setUp(self): raise OSError\n  def test_a(self): pass\n", "failed"),
        (CASES + "  def tearDown(self): raise OSError\n  def test_a(self): pass\n", "failed"),
        (CASES + "  @classmethod\n  def setUpClass(cls): raise OSError\n  def test_a(self): pass\n", "failed"),
        (CASES + "  def test_a(self): self.addCleanup(lambda: 1 / 0)\n", "failed"),
        (CASES + "  def test_a(self):\n   with self.subTest(): self.fail()\n", "failed"),
        ("raise ValueError\n" + CASES + "  def test_a(self): pass\n", "error"),
        ("import no_such_library\n" + CASES + "  def test_a(self): pass\n", "error"),
        ("def test_(:\n", "error"),
        ("def test_a(): pass\n\x00", "error"),
    ],
)  # fmt: skip
def test_a_suite_that_shows_nothing_never_passes(sandbox, tests, status):
    outcome = outcomes_of(sandbox, hostile.HONEST, tests=tests)[0]
    assert (outcome.passed, outcome.status) == (False, status), outcome


@pytest.mark.parametrize(
    "tests",
    [
        CASES + "  def setUp(self): self.x = 2\n  def test_a(self): self.assertEqual(task_func(self.x), 4)\n",
        CASES + "  @classmethod\n  def setUpClass(cls): cls.x = 2\n  def test_a(self): assert task_func(self.x) == 4\n",
        "import unittest\nclass T(unittest.IsolatedAsyncioTestCase):\n  async def test_a(self): self.assertEqual(task_func(2), 4)\n",
        "def test_a(): assert task_func(2) == 4\n",
        "X = task_func(2)\n" + CASES + "  def test_a(self): self.assertEqual(X, 4)\n",
        CASES + "  def test_a(self):\n   with self.assertRaises(TypeError): task_func()\n   self.assertEqual(task_func('a'), 'aa')\n",
        "from unittest.mock import patch\n" + CASES + "  @patch('builtins.print')\n  def test_a(self, p): print(task_func(2)); p.assert_called_once_with(4)\n",
        "from unittest.mock import patch\n" + CASES + "  @patch(__name__ + '.task_func', return_value=5)\n  def test_a(self, p): self.assertEqual(task_func(2), 5)\n",
        "import unittest\nclass B(unittest.TestCase):\n  def test_a(self): assert task_func(1) == 2\nclass T(B):\n  def test_b(self): super().test_a()\n",
        "N = 0\n" + CASES + "  def test_a(self):\n   global N\n   N = task_func(2)\n   self.assertEqual(N, 4)\n",
    ],
)  # fmt: skip
def test_usual_ways_to_write_tests_work(sandbox, tests):
    honest, wrong = outcomes_of(
        sandbox, hostile.HONEST, "def task_func(x='', y=''):\n    return []\n", tests=tests
    )
    assert honest.passed, honest
    assert not wrong.passed or "return_value=5" in tests


def test_more_tests_than_the_module_has_cannot_pass(sandbox):
    outcome = outcomes_of(sandbox, hostile.HONEST, expected=5)[0]
    assert (outcome.passed, outcome.tests_run, outcome.tests_expected) == (False, 4, 5)


def test_outcomes_come_in_the_order_of_the_programs(sandbox):
    solutions = [hostile.HONEST, hostile.WRONG] * 8
    assert [outcome.passed for outcome in outcomes_of(sandbox, *solutions)] == [True, False] * 8


def test_a_worker_that_was_killed_is_replaced(sandbox):
    outcomes_of(sandbox, hostile.HONEST)
    for worker in sandbox._workers:
        worker._process.kill()
    assert all(outcome.passed for outcome in outcomes_of(sandbox, *[hostile.HONEST] * 4))


def test_programs_from_several_threads_do_not_mix(sandbox):
    outcomes = {}

    def ask(solution, expected):
        outcomes[expected] = [o.passed for o in outcomes_of(sandbox, *[solution] * 6)]

    pairs = ((hostile.HONEST, True), (hostile.WRONG, False))
    threads = [threading.Thread(target=ask, args=pair) for pair in pairs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes == {True: [True] * 6, False: [False] * 6}


@pytest.mark.parametrize(
    ("manager", "told"),
    [
        ("apt-get", "`apt-get install bubblewrap`, or"),
        ("pacman", "`pacman -S bubblewrap`, or"),
        ("", "not installed; install bubblewrap, or"),
    ],
)
def test_without_bubblewrap_code_is_refused_in_one_line(monkeypatch, tmp_path, manager, told):
    """It names the command of the system's own package manager only."""
    if manager:
        (tmp_path / manager).touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("ERBENCH_TRACK_SANDBOX", raising=False)
    with pytest.raises(InputError, match=f"{told}.*sandbox=weak") as refusal:
        choose_sandbox({})
    assert "\n" not in str(refusal.value)


def test_bubblewrap_that_may_make_no_namespaces_is_not_to_be_installed_again(monkeypatch, tmp_path):
    (tmp_path / "bwrap").write_text(
        "#!/bin/sh\necho 'bwrap: Operation not permitted' >&2; exit 1\n"
    )
    (tmp_path / "bwrap").chmod(0o755)
    (tmp_path / "apt-get").touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert bubblewrap.is_missing().endswith("namespaces here (bwrap: Operation not permitted)")
    assert bubblewrap.remedy() == "let this user make namespaces"


def test_unknown_settings_are_refused():
    with pytest.raises(InputError, match="'docker' is not one of bubblewrap or weak"):
        choose_sandbox({"sandbox": "docker"})
    with pytest.raises(InputError, match="sandbox_workers"):
        choose_sandbox({"sandbox": "weak", "sandbox_workers": "many"})
    with pytest.raises(ValueError, match="memory_bytes"):
        Limits(memory_bytes=0)


def test_the_weak_sandbox_says_so_and_still_decides_and_limits(monkeypatch):
    monkeypatch.setenv("ERBENCH_TRACK_SANDBOX", "weak")
    names = ("replaces the assertions", "exits with success", "writes reports to every descriptor")
    with choose_sandbox({"sandbox_workers": 1}, SMALL) as weak:
        assert weak.record()["sandbox"] == "weak"
        outcomes = outcomes_of(
            weak,
            hostile.HONEST,
            *(hostile.FORGERIES[name] for name in names),
            hostile.LIMITS["loops forever"][1],
            hostile.HARM["leaves a daemon"].replace("OUTSIDE", "/nowhere"),
            hostile.HONEST,
        )
    assert [outcome.passed for outcome in outcomes] == [True, *[False] * 5, True]
    assert outcomes[4].status == "timeout"


@pytest.mark.parametrize(
    ("tests", "names"),
    [
        (hostile.TESTS, ["doubles", "more", "type", "plain"]),
        (
            CASES
            + "  def helper(self): pass\n  def test_a(self): pass\n  def test_a(self): pass\n",
            ["a"],
        ),
        ("class A(B): pass\nclass B(A):\n  def test_a(self): pass\n", []),
        ("if __name__ == '__main__':\n  def test_a(): pass\n", []),
        ("def test_a(x): pass\ndef test_b(x=1): pass\n", ["b"]),
    ],
)
def test_tests_are_counted_from_their_source(tests, names):
    assert [name.rpartition("test_")[2] for name in expected_tests(tests)] == names


@pytest.fixture
def package():
    """A folder that any user can read, with links to what the sandbox is made of."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        top = Path(folder) / "erbench_track"
        top.mkdir()
        (top / "__init__.py").symlink_to(Path(erbench_track.__path__[0]) / "__init__.py")
        for name in ("erbench_tasks", "filters"):
            real = importlib.import_module(f"erbench_track.{name}").__path__[0]
            (top / name).symlink_to(Path(real).resolve())
        yield Path(folder)


@needs_bubblewrap
def test_an_ordinary_user_can_use_it(package):
    if os.geteuid() != 0:
        pytest.skip("the other tests show it: this user is an ordinary one")
    user = {"user": 65534, "group": 65534, "extra_groups": [], "cwd": "/"}
    user |= {"env": {"PYTHONPATH": str(package)}, "capture_output": True, "text": True}
    code = (
        "from erbench_track.filters.sandbox.pool import ProgramSandbox\n"
        "from erbench_track.filters.sandbox.protocol import Program\n"
        "with ProgramSandbox('bubblewrap', workers=1, preload=()) as sandbox:\n"
        "    print(sandbox.run([Program('x = 1', 'def test_a(): assert x == 1')])[0].status)\n"
    )
    for python in (sys.executable, "/usr/bin/python3"):
        with contextlib.suppress(OSError):
            done = subprocess.run([python, "-c", code], **user)
            if "No module named 'erbench_track" in done.stderr:
                continue  # the checkout lies where no other user can read it
            assert done.stdout == "passed\n", done.stderr
            return
    pytest.skip("every interpreter lies where no other user can read it")


def test_what_a_worker_needs_is_never_a_home_folder():
    folders = bubblewrap.python_folders()
    forbidden = {str(Path.home()), "/", "/home", "/root", "/tmp"}  # noqa: S108 -- as it says
    assert not forbidden & set(folders)


@pytest.fixture(scope="module")
def problems():
    from conftest import OFFICIAL

    path = OFFICIAL / "track" / "bigcodebench_dev.jsonl.gz"
    if not path.exists():
        pytest.skip("no official data here")
    for name in ("numpy", "pandas", "matplotlib", "scipy", "sklearn", "seaborn"):
        pytest.importorskip(name)
    with gzip.open(path, "rt") as file:
        return [json.loads(line) for line in file]


class _Broken(ast.NodeTransformer):
    def visit_Return(self, node):
        return ast.copy_location(ast.Return(ast.Constant(None)), node)


def broken(solution: str) -> str:
    return ast.unparse(_Broken().visit(ast.parse(solution)))


def passes_outside(folder, number: int, solution: str, tests: str) -> bool:
    home = folder / str(number)
    home.mkdir()
    (home / "program.py").write_text(f"{solution}\n{tests}\nimport unittest\nunittest.main()\n")
    environment = {**bubblewrap.environment(), "HOME": str(home), "TMPDIR": str(home)}
    environment["MPLCONFIGDIR"] = str(folder)
    done = subprocess.run(
        [sys.executable, "program.py"], cwd=home, env=environment, capture_output=True, timeout=900
    )
    return done.returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(bool(MISSING), reason=MISSING or "bubblewrap is there")
def test_official_programs_get_the_same_verdict_inside_and_outside(problems, tmp_path):
    sources = [(p["canonical_solution"], p["test"], p["entry_point"]) for p in problems]
    sources += [(broken(solution), tests, name) for solution, tests, name in sources]
    with ProgramSandbox("bubblewrap") as sandbox:
        inside = sandbox.run([Program(*source) for source in sources])
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as threads:
        outside = list(
            threads.map(
                lambda pair: passes_outside(tmp_path, pair[0], *pair[1][:2]), enumerate(sources)
            )
        )
    names = [p["task_id"] for p in problems] + [f"{p['task_id']} broken" for p in problems]
    rows = list(zip(names, inside, outside, strict=True))
    different = [(name, outcome) for name, outcome, other in rows if outcome.passed != other]
    half = len(problems)
    print(f"canonical: {sum(o.passed for o in inside[:half])} of {half} pass inside,", end=" ")
    print(f"{sum(outside[:half])} outside; broken: {sum(o.passed for o in inside[half:])} inside,")
    print(f"{sum(outside[half:])} outside; different: {different}")
    assert not different
    assert sum(o.passed for o in inside[half:]) <= half / 20


@pytest.fixture
def with_pth(tmp_path, monkeypatch):
    """A folder of packages that a .pth file names, and what the file beside it says."""
    packages, installed = tmp_path / "elsewhere", tmp_path / "site-packages"
    for folder in (packages, installed):
        folder.mkdir()
    (packages / "linked_package.py").write_text("VALUE = 7\n")
    (installed / "linked.pth").write_text(f"# a comment\n{packages}\nno/such/folder\n")
    folders = [*site.getsitepackages(), str(installed)]
    monkeypatch.setattr(site, "getsitepackages", lambda: folders)
    monkeypatch.setattr(sys, "path", [*sys.path, str(installed), str(packages)])
    return installed


@needs_bubblewrap
def test_packages_that_a_pth_file_names_are_seen(with_pth):
    program = "import linked_package\ndef task_func():\n    return linked_package.VALUE\n"
    tests = (
        "import unittest\nclass T(unittest.TestCase):\n"
        "    def test_it(self):\n        self.assertEqual(task_func(), 7)\n"
    )
    with ProgramSandbox("bubblewrap", SMALL, 1, preload=()) as made:
        (outcome,) = made.run([Program(program, tests, "task_func")])
    assert outcome.passed, outcome.message
    assert bubblewrap.site_folders()[-2:] == [str(with_pth), str(with_pth.parent / "elsewhere")]


def test_packages_that_the_sandbox_cannot_see_are_named(with_pth, monkeypatch, caplog):
    hook = "__editable___my_tools_0_1_finder"
    (with_pth / "hook.pth").write_text(f"import {hook}; {hook}.install()\n{Path.home()}\n")
    monkeypatch.setattr(sys, "path", [*sys.path, str(Path.home())])
    assert str(Path.home()) not in bubblewrap.site_folders()
    choose_sandbox({"sandbox": "weak"}).close()
    assert f"the sandbox cannot see {Path.home()}, my_tools:" in caplog.text
