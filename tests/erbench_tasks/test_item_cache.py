"""The cache of embedded items: the same items, and never a stale or broken one."""

import pytest
from house import House

from erbench_track.core.build_cache import PACKAGE
from erbench_track.erbench_tasks import dataset, item_cache
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.items.item import item_table

ITEMS = list(Benchmark.open("book").items())[:5]
ROWS = [item.to_row() for item in ITEMS]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ERBENCH_TRACK_ITEM_CACHE", str(tmp_path / "items"))
    return tmp_path / "items"


class Build:
    """Makes the items, and counts how often."""

    def __init__(self):
        self.calls = 0

    def __call__(self):
        self.calls += 1
        return item_table(ITEMS)


def test_items_are_built_once_and_read_back_unchanged(folder):
    build = Build()
    tables = [item_cache.cached_items("book", (0, None), build) for _ in range(3)]
    assert build.calls == 1
    assert [table.to_pylist() for table in tables] == [ROWS] * 3
    assert len(list(folder.iterdir())) == 1


def test_other_parameters_are_another_entry(folder):
    build = Build()
    for parameters in ((0, None), (1, None), (0, 0.5), (0, None)):
        item_cache.cached_items("book", parameters, build)
    assert build.calls == 3


@pytest.mark.parametrize("content", [b"", b"not a parquet file"])
def test_a_broken_entry_is_built_again(folder, content):
    build = Build()
    item_cache.cached_items("book", (), build)
    (entry,) = folder.iterdir()
    entry.write_bytes(content)
    assert item_cache.cached_items("book", (), build).to_pylist() == ROWS
    assert item_cache.cached_items("book", (), build).to_pylist() == ROWS
    assert build.calls == 2


def test_an_entry_is_named_after_all_folders_whose_code_items_can_depend_on():
    imports = House(PACKAGE).imports
    reached, found = set(), {"erbench_tasks.dataset", "erbench_tasks.generator"}
    while found:
        reached |= found
        found = set().union(*(imports.get(name, ()) for name in found)) - reached
    assert {name.split(".")[0] for name in reached} <= set(item_cache.FOLDERS)


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ERBENCH_TRACK_ITEM_CACHE", str(tmp_path / "file" / "items"))
    build = Build()
    assert item_cache.cached_items("book", (), build).to_pylist() == ROWS


def test_the_cache_can_be_switched_off(monkeypatch):
    monkeypatch.setenv("ERBENCH_TRACK_ITEM_CACHE", "0")
    build = Build()
    for _ in range(2):
        item_cache.cached_items("book", (), build)
    assert build.calls == 2


def test_a_task_has_the_same_documents_from_the_cache_as_without(folder, monkeypatch):
    def documents():
        dataset._items.cache_clear()
        return dataset.load("movie", "mc", nota=0.3)["test"].to_list()

    first, second = documents(), documents()
    monkeypatch.setenv("ERBENCH_TRACK_ITEM_CACHE", "0")
    items = [item.to_row() for item in Benchmark.open("movie").items(0, 0.3)]
    assert first == second == documents()
    assert first == [row for row in items if row["question_type"] == "mc"]
