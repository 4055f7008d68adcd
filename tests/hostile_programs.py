"""Programs that try to pass without being right, to harm, or to look outside.

`TESTS` asks for a function that doubles. Each program knows OUTSIDE (a folder of the tests, with
a file `secret`) and PORT (of a server on loopback). A program that succeeds with its attack answers
rightly, so that none of them may pass.
"""

TESTS = """
import unittest

class TestCases(unittest.TestCase):
    def test_doubles(self):
        self.assertEqual(task_func(2), 4)

    def test_more(self):
        self.assertTrue(task_func(5) == 10)
        self.assertIn(task_func(1), [2])

    def test_type(self):
        self.assertIsInstance(task_func(3), int)
        self.assertFalse(task_func(3) != 6)

    def test_plain(self):
        assert len([task_func(1)] * task_func(1)) == 2
"""
HONEST = "def task_func(x):\n    return 2 * x\n"
WRONG = "def task_func(x):\n    return None\n"


def _if(attack: str) -> str:
    """A program that is right only if its attack raises no exception."""
    body = "\n".join(f"        {line}" for line in attack.strip("\n").splitlines())
    return (
        "import os, sys\n"
        f"def attack():\n    try:\n{body}\n        return True\n"
        "    except BaseException:\n        return False\n"
        "WON = attack()\n"
        "def task_func(x):\n    return 2 * x if WON else None\n"
    )


FORGERIES = {
    "exits with success": "import os\ndef task_func(x):\n    os._exit(0)\n",
    "exits while it is loaded": "import os\nos._exit(0)\n",
    "raises SystemExit": "import sys\ndef task_func(x):\n    sys.exit(0)\n",
    "exits in a thread": (
        "import os, threading, time\n"
        "threading.Thread(target=lambda: (time.sleep(0.05), os._exit(0)), daemon=True).start()\n"
        "def task_func(x):\n    time.sleep(5)\n"
    ),
    "replaces the assertions": (
        "import unittest\n"
        "for name in dir(unittest.TestCase):\n"
        "    if name.startswith('assert'):\n"
        "        try: setattr(unittest.TestCase, name, lambda *a, **k: None)\n"
        "        except Exception: pass\n" + WRONG
    ),
    "replaces the assertions without asking the class": (
        "import unittest\n"
        "try: type.__setattr__(unittest.TestCase, 'assertEqual', lambda *a, **k: None)\n"
        "except Exception: pass\n"
        "try: unittest.TestCase.assertEqual.__code__ = (lambda *a, **k: None).__code__\n"
        "except Exception: pass\n" + WRONG
    ),
    "swaps unittest": (
        "import sys, types\n"
        "fake = types.ModuleType('unittest')\n"
        "class TestCase:\n"
        "    def __getattr__(self, name): return lambda *a, **k: None\n"
        "fake.TestCase = TestCase\n"
        "sys.modules['unittest'] = fake\n" + WRONG
    ),
    "swaps TestCase in unittest.case": (
        "import unittest, unittest.case\n"
        "class TestCase(unittest.TestCase):\n"
        "    def run(self, result=None): return result\n"
        "    def debug(self): pass\n"
        "unittest.TestCase = unittest.case.TestCase = TestCase\n" + WRONG
    ),
    "patches the runner": (
        "import unittest\n"
        "ok = lambda *a, **k: True\n"
        "for kind, names in ((unittest.TestResult, ('addFailure', 'addError', 'wasSuccessful')),\n"
        "                    (unittest.TestCase, ('run', '__call__', 'debug')),\n"
        "                    (unittest.TestSuite, ('run',)),\n"
        "                    (unittest.TextTestRunner, ('run',))):\n"
        "    for name in names:\n"
        "        try: setattr(kind, name, ok)\n"
        "        except Exception: pass\n" + WRONG
    ),
    "loses the failures of the result": (
        "import sys, gc\n"
        "def task_func(x):\n"
        "    try:\n"
        "        for thing in gc.get_objects():\n"
        "            if type(thing).__name__.endswith('Result'):\n"
        "                thing.failures.clear(); thing.errors.clear()\n"
        "                thing.addFailure = thing.addError = lambda *a: None\n"
        "    except BaseException: pass\n"
        "    return None\n"
    ),
    "lets every builtin agree": (
        "import builtins\n"
        "builtins.len = lambda x: 2\n"
        "builtins.isinstance = lambda *a: True\n"
        "builtins.all = builtins.any = builtins.bool = lambda *a: True\n" + WRONG
    ),
    "builds empty test classes": (
        "import builtins\n"
        "real = builtins.__build_class__\n"
        "def build(body, name, *bases, **named):\n"
        "    made = real(body, name, *bases, **named)\n"
        "    for key in list(vars(made)):\n"
        "        if key.startswith('test'): setattr(made, key, lambda self: None)\n"
        "    return made\n"
        "builtins.__build_class__ = build\n" + WRONG
    ),
    "replaces AssertionError": (
        "import builtins\n"
        "class Quiet(BaseException): pass\n"
        "builtins.AssertionError = Quiet\n" + WRONG
    ),
    "shadows names of the tests": (
        "isinstance = lambda *a: True\nlen = lambda x: 2\nunittest = None\n"
        "class TestCases: pass\n" + WRONG
    ),
    "is equal to everything": (
        "class Equal(int):\n"
        "    def __eq__(self, other): return True\n"
        "    def __ne__(self, other): return False\n"
        "    def __hash__(self): return 0\n"
        "    def __index__(self): return 2\n"
        "def task_func(x):\n    return Equal(7)\n"
    ),
    "claims every class": (
        "class Any:\n"
        "    __class__ = int\n"
        "    def __eq__(self, other): return True\n"
        "    def __ne__(self, other): return False\n"
        "    def __index__(self): return 2\n"
        "    def __rmul__(self, other): return [0, 0]\n"
        "def task_func(x):\n    return Any()\n"
    ),
    "returns mock.ANY": "from unittest.mock import ANY\ndef task_func(x):\n    return ANY\n",
    "hides assertions of the instance": (
        "import sys\n"
        "def task_func(x):\n"
        "    frame = sys._getframe(1)\n"
        "    while frame:\n"
        "        case = frame.f_locals.get('self')\n"
        "        if hasattr(case, 'assertEqual'):\n"
        "            for name in dir(case):\n"
        "                if name.startswith('assert'):\n"
        "                    try: object.__setattr__(case, name, lambda *a, **k: None)\n"
        "                    except Exception: case.__dict__[name] = lambda *a, **k: None\n"
        "        frame = frame.f_back\n"
    ),
    "empties the test classes": (
        "import sys\n"
        "def task_func(x):\n"
        "    case = sys._getframe(1).f_locals['self']\n"
        "    for name in dir(case):\n"
        "        if name.startswith('test'): setattr(type(case), name, lambda self: None)\n"
    ),
    "gives the test class its own assertions": (
        "import sys\n"
        "def task_func(x):\n"
        "    kind = type(sys._getframe(1).f_locals['self'])\n"
        "    for name in ('assertEqual', 'assertTrue', 'assertIn', 'assertIsInstance'):\n"
        "        setattr(kind, name, lambda *a, **k: None)\n"
    ),
    "makes the test another class": (
        "import sys\n"
        "class Fine:\n"
        "    def __getattr__(self, name): return lambda *a, **k: None\n"
        "def task_func(x):\n"
        "    case = sys._getframe(1).f_locals['self']\n"
        "    case.__class__ = type('Fine', (type(case),), {'assertEqual': lambda *a: None})\n"
    ),
    "skips its tests": "import unittest\ndef task_func(x):\n    raise unittest.SkipTest('no')\n",
    "expects its tests to fail": (
        "import sys, unittest\n"
        "def task_func(x):\n"
        "    kind = type(sys._getframe(1).f_locals['self'])\n"
        "    kind.__unittest_expecting_failure__ = True\n"
        "    kind.__unittest_skip__ = True\n"
    ),
    "empties the loader": (
        "import unittest\n"
        "try: unittest.TestLoader.getTestCaseNames = lambda *a: []\n"
        "except Exception: pass\n"
        "unittest.defaultTestLoader = None\n"
        "def load_tests(*a): return unittest.TestSuite()\n" + WRONG
    ),
    "writes reports to every descriptor": (
        "import os, json\n"
        "lines = [json.dumps({'passed': True, 'status': 'passed', 'tests_run': 4}).encode(),\n"
        "         b'OK', b'Ran 4 tests in 0.001s\\n\\nOK', b'passed', b'\\x00\\x00\\x00\\x01{}']\n"
        "for number in range(3, 300):\n"
        "    for line in lines:\n"
        "        try: os.write(number, line + b'\\n')\n"
        "        except OSError: pass\n" + WRONG
    ),
    "writes a report and leaves": (
        "import os\n"
        "def task_func(x):\n"
        "    for number in range(3, 300):\n"
        "        try: os.write(number, b'OK\\npassed\\n{\"passed\": true}\\n')\n"
        "        except OSError: pass\n"
        "    os._exit(0)\n"
    ),
    "closes every descriptor": "import os\nos.closerange(0, 1000)\n" + WRONG,
    "prints success": (
        "def task_func(x):\n    print('....\\n-----\\nRan 4 tests in 0.000s\\n\\nOK', flush=True)\n"
    ),
    "reports at exit": (
        "import atexit, os, sys\n"
        "atexit.register(lambda: os._exit(0))\n"
        "sys.excepthook = sys.unraisablehook = lambda *a: os._exit(0)\n" + WRONG
    ),
    "catches its alarm": (
        "import signal, os, time\n"
        "signal.signal(signal.SIGALRM, lambda *a: os._exit(0))\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.01)\n"
        "def task_func(x):\n    time.sleep(1)\n"
    ),
    "lets a fork go on": (
        "import os\ndef task_func(x):\n    if os.fork() == 0: return 2 * x\n    os._exit(0)\n"
    ),
    "answers from two processes": (
        "import os\ndef task_func(x):\n    if os.fork(): return None\n    return 2 * x\n"
    ),
    "traces its caller": (
        "import sys\n"
        "def skip(frame, event, arg):\n"
        "    if event == 'line': frame.f_lineno = frame.f_lineno + 1\n"
        "    return skip\n"
        "def task_func(x):\n"
        "    sys._getframe(1).f_trace = skip\n"
        "    sys.settrace(skip)\n"
    ),
    "reaches into other threads": _if(
        "frames = sys._current_frames()\n"
        "for frame in frames.values():\n"
        "    while frame:\n"
        "        if 'send' in frame.f_locals: frame.f_locals['send']('end', '', '')\n"
        "        frame = frame.f_back\n"
    ),
    "listens to the interpreter's events": (
        "import sys\n"
        "def hook(event, given):\n"
        "    frame = sys._getframe(1)\n"
        "    while frame:\n"
        "        send = frame.f_locals.get('send')\n"
        "        if send:\n"
        "            for name in ('doubles', 'more', 'type', 'plain'):\n"
        "                send('passed', 'TestCases.test_' + name, '')\n"
        "            send('end', '', '')\n"
        "        frame = frame.f_back\n"
        "sys.addaudithook(hook)\n" + WRONG
    ),
    "is called when garbage is collected": (
        "import gc, sys\n"
        "def found(*a):\n"
        "    frame = sys._getframe(1)\n"
        "    while frame:\n"
        "        send = frame.f_locals.get('send')\n"
        "        if send:\n"
        "            for name in ('doubles', 'more', 'type', 'plain'):\n"
        "                send('passed', 'TestCases.test_' + name, '')\n"
        "            send('end', '', '')\n"
        "        frame = frame.f_back\n"
        "class Trap:\n"
        "    def __init__(self): self.me = self\n"
        "    __del__ = found\n"
        "gc.callbacks.append(found)\n"
        "gc.set_threshold(1)\n"
        "unittest = Trap\n"
        "TestCases = Trap()\n"
        "TestCases.me = None\n"
        "def task_func(x):\n    Trap()\n"
    ),
    "gives its tests its own globals": (
        "import sys\n"
        "def task_func(x):\n"
        "    names = sys._getframe(1).f_globals\n"
        "    for name in list(names):\n"
        "        if name != 'task_func': names[name] = lambda *a: True\n"
    ),
    "swaps what the assertions call": (
        "import unittest\n"
        "for name, value in list(vars(unittest.TestCase).items()):\n"
        "    try: value.fget.args[0].__closure__[0].cell_contents = lambda *a, **k: None\n"
        "    except Exception: pass\n" + WRONG
    ),
    "imports the examiner": _if(
        "import inside.tested, inside.verdict\n"
        "inside.verdict.Report._status = lambda *a: ('passed', '')\n"
    ),
    "shadows modules": (
        "import os, sys\n"
        "for name in ('unittest', 'json', 'numpy', 'inside'):\n"
        "    open(name + '.py', 'w').write('class TestCase: pass')\n"
        "sys.path.insert(0, os.getcwd())\n"
        "for name in [n for n in sys.modules if n.startswith('unittest')]: del sys.modules[name]\n"
        + WRONG
    ),
    "walks to the outermost frame": (
        "import sys\n"
        "def task_func(x):\n"
        "    try: raise ValueError\n"
        "    except ValueError as error: frame = error.__traceback__.tb_frame\n"
        "    while frame:\n"
        "        for value in list(frame.f_locals.values()) + list(frame.f_globals.values()):\n"
        "            put = getattr(value, '__self__', None)\n"
        "            for give in (getattr(put, 'put', None), value):\n"
        "                if type(give).__name__ == 'builtin_function_or_method':\n"
        "                    for word in ('', None, True, lambda: None):\n"
        "                        if give.__name__ == 'put': give(word)\n"
        "        frame = frame.f_back\n"
    ),
    "patches numpy's comparisons": (
        "import numpy, numpy.testing\n"
        "numpy.allclose = numpy.array_equal = lambda *a, **k: True\n"
        "numpy.testing.assert_allclose = numpy.testing.assert_array_equal = lambda *a, **k: None\n"
        + WRONG
    ),
    "is not Python": "def task_func(x:\n    return 2 * x\n",
    "does not define its function": "def other(x):\n    return 2 * x\n",
}

LIMITS = {
    "loops forever": ("timeout", "def task_func(x):\n    while True: pass\n"),
    "sleeps": ("timeout", "import time\ndef task_func(x):\n    time.sleep(1000)\n"),
    "loops while it is loaded": ("timeout", "while True: pass\n"),
    "ignores signals": (
        "timeout",
        "import signal\n"
        "for number in range(1, 65):\n"
        "    try: signal.signal(number, signal.SIG_IGN)\n"
        "    except (OSError, ValueError): pass\n"
        "def task_func(x):\n"
        "    while True: pass\n",
    ),
    "prints forever": ("output", "def task_func(x):\n    while True: print('x' * 1000)\n"),
    "fills the memory": ("memory", "def task_func(x):\n    return bytearray(10 ** 12)\n"),
    "fills the memory slowly": (
        "memory",
        "def task_func(x):\n    kept = []\n    while True: kept.append(bytearray(10 ** 6))\n",
    ),
    "fills the memory in children": (
        "memory",
        "import os, time\n"
        "def task_func(x):\n"
        "    for _ in range(20):\n"
        "        if os.fork() == 0:\n"
        "            kept = bytearray(b'x') * (60 * 10 ** 6)\n"
        "            time.sleep(100)\n"
        "    time.sleep(100)\n",
    ),
    "fills the buffers of sockets": (
        "memory",
        "import os, socket, time\n"
        "def task_func(x):\n"
        "    for _ in range(10):\n"
        "        if os.fork() == 0:\n"
        "            pairs = [socket.socketpair() for _ in range(110)]\n"
        "            for pair in pairs:\n"
        "                for end in pair:\n"
        "                    end.setblocking(False)\n"
        "                    try:\n"
        "                        while True: end.send(bytes(60000))\n"
        "                    except OSError: pass\n"
        "            time.sleep(100)\n"
        "    time.sleep(100)\n",
    ),
    "tells of its failure without end": (
        "failed",
        "class Endless(Exception):\n"
        "    def __str__(self):\n"
        "        while True: pass\n"
        "def task_func(x):\n    raise Endless\n",
    ),
    "forks forever": (
        "processes",
        "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass\n",
    ),
    "starts threads forever": (
        "processes|timeout",
        "import threading, time\n"
        "def task_func(x):\n"
        "    while True:\n"
        "        try: threading.Thread(target=time.sleep, args=(100,)).start()\n"
        "        except RuntimeError: time.sleep(0.1)\n",
    ),
}

HARM = {
    "fills the disk": _if(
        "with open('big', 'wb') as file:\n    for _ in range(10 ** 4): file.write(bytes(10 ** 6))\n"
    ),
    "fills the disk with many files": _if(
        "for folder in (os.getcwd(), '/tmp', '/dev/shm'):\n"
        "    for number in range(300):\n"
        "        with open(f'{folder}/big{number}', 'wb') as file: file.write(bytes(10 ** 6))\n"
    ),
    "makes files without end": _if(
        "for number in range(10 ** 6): open(str(number), 'w').close()\n"
    ),
    "reads outside": _if("open('OUTSIDE/secret').read()"),
    "reads outside through a link": _if(
        "os.symlink('OUTSIDE/secret', 'link')\nopen('link').read()"
    ),
    "reads outside through /proc": _if("open('/proc/1/root' + 'OUTSIDE/secret').read()"),
    "lists homes": _if("assert os.listdir('/root') + os.listdir('/home')"),
    "reads password hashes": _if("open('/etc/shadow').read()"),
    "writes outside": _if("open('OUTSIDE/new', 'w').write('x')"),
    "removes outside": _if("import shutil; shutil.rmtree('OUTSIDE')"),
    "writes into libraries": _if(
        "import numpy\nopen(numpy.__file__, 'a').write('# x')",
    ),
    "writes to the root": _if("open('/new', 'w').write('x')"),
    "writes to devices": _if("open('/dev/new', 'w').write('x')"),
    "reads the environment": _if("assert os.environ['ERBENCH_SECRET']"),
    "reads the environment of init": _if(
        "assert b'ERBENCH_SECRET' in open('/proc/1/environ', 'rb').read()"
    ),
    "connects to loopback": _if(
        "import socket\nsocket.create_connection(('127.0.0.1', PORT), timeout=2)"
    ),
    "connects to the internet": _if(
        "import socket\nsocket.create_connection(('1.1.1.1', 53), timeout=2)"
    ),
    "asks for a virtual machine's socket": _if("import socket\nsocket.socket(40, 1)"),
    "kills its parent": _if(
        "import signal, time\nparent = os.getppid()\nos.kill(parent, signal.SIGKILL)\n"
        "time.sleep(0.2)\nos.kill(parent, 0)\nassert os.getppid() != parent"
    ),
    "stops its parent": (
        "import os, signal\n"
        "os.kill(os.getppid(), signal.SIGSTOP)\n"
        "os.kill(os.getppid(), signal.SIGTERM)\n" + WRONG
    ),
    "kills everything": "import os, signal\nos.kill(-1, signal.SIGKILL)\n" + WRONG,
    "kills its group": "import os, signal\nos.killpg(0, signal.SIGKILL)\n" + WRONG,
    "kills the process PID": _if("import signal\nos.kill(PID, signal.SIGKILL)"),
    "leaves a daemon": (
        "import os, time\n"
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    if os.fork() == 0:\n"
        "        os.closerange(0, 300)\n"
        "        while True:\n"
        "            time.sleep(0.01)\n"
        "            for path in ('OUTSIDE/daemon', '/tmp/daemon'):\n"
        "                try: open(path, 'w').write('x')\n"
        "                except OSError: pass\n"
        "    os._exit(0)\n" + WRONG
    ),
    "crashes through ctypes": "import ctypes\ndef task_func(x):\n    ctypes.string_at(0)\n",
    "crashes by recursion": (
        "import sys\nsys.setrecursionlimit(10 ** 9)\n"
        "def task_func(x):\n    return eval('(' * 50 + ')' * 50) or task_func([[x]])\n"
    ),
    "reads its own memory": _if("open('/proc/self/mem', 'rb').read(1)"),
    "lists other processes": _if(
        "assert len([name for name in os.listdir('/proc') if name.isdigit()]) > 1"
    ),
    "limits a process by its number": _if(
        "import resource\nresource.prlimit(1, resource.RLIMIT_NOFILE, (9, 9))"
    ),
    "traces init": _if("import ctypes\nassert ctypes.CDLL(None).ptrace(16, 1, 0, 0) == 0"),
    "makes a namespace": _if(
        "import subprocess\nsubprocess.run(['unshare', '-Ur', 'true'], check=True)"
    ),
    "mounts": _if(
        "import subprocess\nsubprocess.run(['mount', '-t', 'tmpfs', 'x', '/tmp'], check=True)"
    ),
    "becomes root": _if("os.setuid(0)\nassert os.getuid() == 0"),
    "writes a system setting": _if(
        "open('/proc/sys/kernel/core_pattern', 'w').write('|/bin/false')"
    ),
    "writes its control group": _if(
        "os.makedirs('/sys/fs/cgroup/new'); open('/sys/fs/cgroup/new/cgroup.procs').read()"
    ),
}

# Each finds only what an earlier program left behind.
LEFTOVERS = {
    "a file in a shared folder": (
        "for path in ('/tmp/left', '/dev/shm/left', 'left'): open(path, 'w').write('x')\n",
        "import os\nassert any(map(os.path.exists, ('/tmp/left', '/dev/shm/left', 'left')))",
    ),
    "a changed library": (
        "import numpy, math\nnumpy.left = math.left = 1\n",
        "import numpy, math\nassert hasattr(numpy, 'left') or hasattr(math, 'left')",
    ),
    "a listening socket": (
        "import os, socket, time\n"
        "server = socket.socket(socket.AF_UNIX)\nserver.bind('\\0left')\nserver.listen()\n"
        "if os.fork() == 0: time.sleep(1000)\n",
        "import socket\nsocket.socket(socket.AF_UNIX).connect('\\0left')",
    ),
    "a shared memory segment": (
        "from multiprocessing.shared_memory import SharedMemory\n"
        "kept = SharedMemory('left', create=True, size=10)\n",
        "from multiprocessing.shared_memory import SharedMemory\nSharedMemory('left')",
    ),
}


def looks_for(leftover: str) -> str:
    """A program that is right only if it finds what another one left."""
    return _if(leftover)


HONEST_PROGRAMS = {
    "numpy": "import numpy as np\ndef task_func(x):\n    return int(np.array([x, x]).sum())\n",
    "pandas": (
        "import pandas as pd\n"
        "def task_func(x):\n"
        "    frame = pd.DataFrame({'a': [x, x], 'b': ['u', 'u']})\n"
        "    return int(frame.groupby('b')['a'].sum().iloc[0])\n"
    ),
    "matplotlib": (
        "import matplotlib.pyplot as plt\n"
        "def task_func(x):\n"
        "    figure, axes = plt.subplots()\n"
        "    axes.plot([0, x], [0, x])\n"
        "    figure.savefig('plot.png')\n"
        "    height = axes.lines[0].get_ydata()[-1] + x\n"
        "    plt.close(figure)\n"
        "    return int(height)\n"
    ),
    "temporary files": (
        "import os, tempfile\n"
        "def task_func(x):\n"
        "    with tempfile.TemporaryDirectory() as folder:\n"
        "        path = os.path.join(folder, 'number')\n"
        "        with open(path, 'w') as file: file.write(str(2 * x))\n"
        "        with open(path) as file: return int(file.read())\n"
    ),
    "noise": (
        "import sys, warnings, logging\n"
        "def task_func(x):\n"
        "    print('noise\\n' * 2000)\n"
        "    print('OK', file=sys.stderr)\n"
        "    warnings.warn('noise')\n"
        "    logging.error('noise')\n"
        "    return 2 * x\n"
    ),
    "a child and a thread": (
        "import subprocess, sys, threading\n"
        "def task_func(x):\n"
        "    found = []\n"
        "    code = f'print(2 * {x})'\n"
        "    def ask():\n"
        "        done = subprocess.run([sys.executable, '-c', code], capture_output=True)\n"
        "        found.append(int(done.stdout))\n"
        "    thread = threading.Thread(target=ask)\n"
        "    thread.start()\n"
        "    thread.join()\n"
        "    return found[0]\n"
    ),
    "a pool of processes": (
        "import multiprocessing\n"
        "def double(x):\n    return 2 * x\n"
        "def task_func(x):\n"
        "    with multiprocessing.Pool(2) as pool:\n"
        "        return pool.map(double, [x])[0]\n"
    ),
    "a counter of its own": (
        "COUNT = 0\ndef task_func(x):\n    global COUNT\n    COUNT += 1\n    return 2 * x\n"
    ),
    "a name of a builtin": (
        "def len(x):\n    return 2 * x\ndef task_func(x):\n    return len(x)\n"
    ),
    "a class with equality": (
        "from dataclasses import dataclass\n"
        "@dataclass(order=True)\n"
        "class Number:\n    value: int\n"
        "def task_func(x):\n"
        "    return max(Number(2 * x), Number(0)).value\n"
    ),
}
