"""Fixtures: a toy database, a tiny Llama, official data where it exists."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import random
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
if "PYTEST_XDIST_WORKER" in os.environ:  # several processes with several threads wait for another
    os.environ.setdefault("OMP_NUM_THREADS", "1")
else:  # the processes of one run share what they have made
    for cache in ("ITEM", "SIGNATURE", "IMAGE"):
        os.environ[f"ERBENCH_TRACK_{cache}_CACHE"] = tempfile.mkdtemp(prefix="erbench-track-")

# The helpers beside this file, and the scripts that measure.
sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(1, str(Path(__file__).resolve().parent.parent / "benchmarks"))

import pytest
from browser import chromium
from database_servers import any_database, mariadb_server, postgresql_server, writable
from hub_server import HubServer, environment_of
from hypothesis import HealthCheck, settings
from warm_commands import WarmCommands
from wikipedia_server import WikipediaServer

__all__ = ["any_database", "mariadb_server", "postgresql_server", "writable"]

# No test is about time: what a busy machine does slowly is right all the same.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

ROOT = Path(__file__).resolve().parent.parent
OFFICIAL = ROOT.parent / "shared" / "data"

TOY_SCHEMA = """\
pragma foreign_keys = on;
create table river (name text primary key);
create table city (
  name text not null,
  country text not null,
  founded integer not null check (typeof(founded) = 'integer'),
  river text not null references river (name),
  primary key (name, country)
);
create table city_alias (alias text primary key, city text not null);
"""
TOY_ROWS = {
    "river": "name\nDanube\nSeine\nTiber\n",
    "city": (
        "name,country,founded,river\n"
        "Budapest,Hungary,1873,Danube\n"
        "Linz,Austria,799,Danube\n"
        "Paris,France,250,Seine\n"
        "Rome,Italy,753,Tiber\n"
        "Vienna,Austria,881,Danube\n"
    ),
    "city_alias": "alias,city\nRoma,Rome\nWien,Vienna\n",
}
TOY_SPEC = """\
name: city
relations:
  city:
    sql: |
      SELECT c.name, c.country, c.founded, r.name AS river
      FROM city c
      JOIN river r ON r.name = c.river
    entity: [name, country]
    spellings:
      name: SELECT city, alias FROM city_alias
questions:
  - type: binary
    relation: city
    fd: country, river -> name
    template: city.jinja
  - type: multiple_choice
    relation: city
    fd: name -> country, river
    template: [city_mc.jinja]
"""
TOY_TEMPLATES = {
    "city.jinja": (
        "{% block basic %}Is there a city in {{ country }} on the {{ river }}?{% endblock %}\n"
        "{% block negated %}Is there no city in {{ country }} on the {{ river }}?{% endblock %}\n"
    ),
    "city_mc.jinja": (
        "{% block question %}Which is false of {{ name }}?{% endblock %}\n"
        "{% block country %}It is in {{ country }}.{% endblock %}\n"
        "{% block river %}It lies on the {{ river }}.{% endblock %}\n"
    ),
}


@pytest.fixture(scope="module")
def browser():
    """Chromium, which one module has for itself: its driver runs an event loop while it is open."""
    with chromium() as running:
        yield running


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clients of chat endpoints hardly wait before they repeat a request."""
    monkeypatch.setattr("erbench_track.core.chat.client.FIRST_WAIT", 0.01)


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A folder with a database of cities, its specification and its templates."""
    folder = tmp_path / "toy"
    folder.mkdir()
    (folder / "schema.sql").write_text(TOY_SCHEMA)
    (folder / "benchmark.yaml").write_text(TOY_SPEC)
    for name, text in TOY_TEMPLATES.items():
        (folder / name).write_text(text)
    for table, rows in TOY_ROWS.items():
        (folder / f"{table}.csv").write_text(rows)
    return folder


@pytest.fixture
def official() -> Callable[[str], Path]:
    """Finds official data; the test is skipped where there is none."""

    def find(relative: str) -> Path:
        path = OFFICIAL / relative
        if not path.exists():
            pytest.skip(f"no official data at ../shared/data/{relative}")
        return path

    return find


# Those that take longest start first, so that no process waits for the other at the end.
LONGEST_FIRST = (
    "test_tiny_lm.py",
    "plugin/hook/test_packaging.py",
    "test_docs.py",
    "test_multimodal.py",
    "plugin/study/test_study.py",
    "plugin/test_processes.py",
    "plugin/models",
    "track_tasks/wiki/dump",
    "test_real_models.py",
    "plugin",
    "erbench_tasks",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Orders the files for `--dist loadfile --no-loadscope-reorder`."""

    def place(item: pytest.Item) -> int:
        path = item.path.relative_to(Path(__file__).parent).as_posix()
        places = (n for n, name in enumerate(LONGEST_FIRST) if path.startswith(name))
        return next(places, len(LONGEST_FIRST))

    items.sort(key=place)
    for item in items:
        if _runs_lm_eval(item):
            item.add_marker("lm_eval")


def _runs_lm_eval(item: pytest.Item) -> bool:
    """Tells whether a test runs tasks in lm_eval: by its fixtures, or by the folder it is in."""
    return "evaluate" in getattr(item, "fixturenames", ()) or "test_compat" in item.path.name


@pytest.fixture
def wikipedia() -> Iterator[WikipediaServer]:
    """A wiki on loopback, without pages yet."""
    server = WikipediaServer({})
    yield server
    server.close()


@pytest.fixture(scope="session")
def passage_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A cache with 140 values of each attribute that the `_ka` tasks look up; it lacks the rest."""
    from erbench_track.core.suites.erbench import DOMAIN_NAMES
    from erbench_track.erbench_tasks.generator import Benchmark
    from erbench_track.erbench_tasks.passages.wikipedia import PassageCache, WikipediaPassages

    class Filling(WikipediaPassages):
        def find(self, keys: Any, what: str) -> Any:
            for first, *_ in islice(keys, 140):
                cache.put(first, f"{first} is a thing.")
            return super().find(keys, what)

    folder = tmp_path_factory.mktemp("passages")
    url = "http://127.0.0.1:9"
    cache = PassageCache(folder, url)
    for domain in DOMAIN_NAMES:
        next(Benchmark.open(domain).items(passages=Filling(cache, None, domain)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ERBENCH_TRACK_PASSAGE_CACHE", str(folder))
        patch.setenv("ERBENCH_TRACK_WIKIPEDIA_URL", url)
        yield folder


@pytest.fixture(scope="session")
def tasks(passage_cache: Path) -> Any:
    """A task manager that knows our tasks only (lm_eval's own take ten seconds to index)."""
    from lm_eval.tasks import TaskManager

    from erbench_track.plugin.hook.register import register, tasks_dir

    register()
    return TaskManager(include_defaults=False, include_path=tasks_dir())


@pytest.fixture(scope="module")
def tasks_indexed_once() -> Iterator[None]:
    """Lets a command in this process read the task files of a folder only if it is the first."""
    from lm_eval.tasks._index import TaskIndex

    build = functools.cache(TaskIndex.build)
    build_once = staticmethod(lambda paths: dict(build(tuple(paths))))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TaskIndex, "build", build_once)
        yield


@pytest.fixture(scope="session")
def evaluate(tasks: Any) -> Callable[..., dict[str, Any]]:
    """Runs lm_eval in this process."""
    from lm_eval import simple_evaluate
    from lm_eval.tasks import TaskManager

    from erbench_track.plugin.compat import environment_asked_once
    from erbench_track.plugin.hook.register import tasks_dir

    def run(model: Any, names: list[str], metadata: dict[str, Any] | None = None, **options: Any):
        manager = tasks
        if metadata:
            manager = TaskManager(
                include_defaults=False, include_path=tasks_dir(), metadata=metadata
            )
        options.setdefault("bootstrap_iters", 1000)
        with environment_asked_once():
            return simple_evaluate(model=model, tasks=names, task_manager=manager, **options)

    return run


@pytest.fixture(scope="session")
def warm_commands() -> Iterator[WarmCommands]:
    """Runs `lm_eval` and `erbench-track` as typed, without the seconds that each takes to start."""
    commands = WarmCommands()
    yield commands
    commands.close()


@pytest.fixture(scope="session")
def tiny_llama(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A randomly initialised two-layer Llama with a freshly trained tokenizer."""
    import torch
    from tiny_tokenizer import TINY_LLAMA, tiny_tokenizer
    from transformers import LlamaConfig, LlamaForCausalLM

    folder = tmp_path_factory.mktemp("tiny_llama")
    fast = tiny_tokenizer("Is there a movie? Yes. No. Unsure. Option 1:")
    fast.chat_template = (
        "{% for message in messages %}[{{ message.role }}] {{ message.content }}\n{% endfor %}"
        "{% if add_generation_prompt %}[assistant]{% endif %}"
    )
    fast.save_pretrained(folder)
    torch.manual_seed(0)
    config = LlamaConfig(vocab_size=len(fast), **TINY_LLAMA)
    LlamaForCausalLM(config).save_pretrained(folder)
    return folder


@pytest.fixture
def golden() -> Callable[[str], list[dict[str, Any]]]:
    """Reads a file of golden cases."""
    return lambda name: json.loads((Path(__file__).parent / "golden" / name).read_text())


@pytest.fixture(scope="session")
def hub_port() -> int:
    """A port that no client is given, so that the Hub of each test has the same address."""
    for port in random.sample(range(20_000, 32_000), 100):
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("no port is free")


@pytest.fixture
def hub(hub_port: int) -> Iterator[HubServer]:
    """A Hugging Face Hub on loopback."""
    server = HubServer(hub_port)
    yield server
    server.close()


@pytest.fixture(scope="module")
def commands_at_the_hub(
    hub_port: int, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[WarmCommands]:
    """`erbench-track` where the Hub is on loopback: its address is read with its client."""
    environment = environment_of(f"http://127.0.0.1:{hub_port}", tmp_path_factory.mktemp("hf_home"))
    with contextlib.closing(WarmCommands(environment, "erbench-track")) as commands:
        yield commands


@pytest.fixture
def hub_environment(hub: HubServer, tmp_path: Path) -> dict[str, str]:
    """A user's environment whose Hub is on loopback."""
    return environment_of(hub.url, tmp_path / "hf_home") | {"HF_TOKEN": hub.token}


@pytest.fixture
def command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Runs `erbench-track` in this process: returns its exit code, stdout and stderr."""

    from erbench_track.cli.main import main

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["erbench-track", *map(str, arguments)])
        interrupt = signal.getsignal(signal.SIGINT)
        try:
            main()
            code = 0
        except SystemExit as stopped:
            code = stopped.code or 0
        finally:
            signal.signal(signal.SIGINT, interrupt)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.fixture
def refused(command: Callable[..., tuple[int, str, str]]) -> Callable[..., str]:
    """Asserts that a command is refused with one line, which is returned."""

    def run(*arguments: object) -> str:
        code, out, err = command(*arguments)
        assert code == 2, err
        assert out == ""
        assert err.startswith("erbench-track: error: ")
        assert err.count("\n") == 1, err
        assert "Traceback" not in err
        return err

    return run
