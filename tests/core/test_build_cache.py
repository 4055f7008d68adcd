"""The name of a cache entry: another one whenever anything that its content depends on changes."""

import os
import shutil

import pytest

from erbench_track.core.build_cache import PACKAGE, cached, fingerprint
from erbench_track.erbench_tasks import item_cache
from erbench_track.track_tasks import scenarios


def copy_of(folder):
    for name in scenarios.FOLDERS:
        shutil.copytree(PACKAGE / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture
def package(tmp_path):
    return copy_of(tmp_path / "package")


def named(root, folders=item_cache.FOLDERS):
    return fingerprint(folders, item_cache.PACKAGES, ("movie", 0), root)


@pytest.fixture(scope="module")
def unchanged():
    return named(PACKAGE)


def change_a_byte(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def test_a_copy_of_the_package_whose_files_are_only_touched_has_the_same_entries(
    package, unchanged
):
    for path in package.rglob("*"):
        os.utime(path, (0, 0))
    (package / "core" / "__pycache__").mkdir()
    (package / "core" / "__pycache__" / "errors.pyc").write_bytes(b"compiled")
    assert named(package) == unchanged


@pytest.mark.parametrize(
    "name",
    [
        "core/hashing.py",
        "erbench_tasks/questions/multiple_choice.py",
        "erbench_tasks/images/drawings.py",
        "core/values/words.py",
        "templates/erbench/movie/binary.jinja",
        "erbench_tasks/data/movie/movie.csv",
        "erbench_tasks/data/movie/benchmark.yaml",
    ],
)
def test_a_changed_byte_of_a_module_a_template_or_a_table_is_another_entry(
    package, unchanged, name
):
    change_a_byte(package / name)
    assert named(package) != unchanged


def test_a_module_that_is_renamed_moved_added_or_removed_is_another_entry(tmp_path, unchanged):
    def rename(package):
        path = package / "erbench_tasks" / "images" / "drawings.py"
        path.rename(path.with_name("shield.py"))

    def move(package):
        path = package / "erbench_tasks" / "images" / "drawings.py"
        path.rename(package / "erbench_tasks" / "drawings.py")

    def add(package):
        (package / "erbench_tasks" / "questions" / "new.py").write_text("")

    def remove(package):
        (package / "core" / "values" / "words.py").unlink()

    changes = [rename, move, add, remove]
    names = {unchanged}
    for change in changes:
        package = copy_of(tmp_path / change.__name__)
        change(package)
        names.add(named(package))
    assert len(names) == 1 + len(changes)


def test_questions_depend_on_all_data_of_track_besides(package):
    before = named(PACKAGE, scenarios.FOLDERS)
    change_a_byte(package / "track_tasks" / "data" / "code_types" / "returns.yaml")
    assert named(package, scenarios.FOLDERS) != before
    assert named(package) == named(PACKAGE)


def test_a_version_and_a_parameter_are_part_of_the_name():
    names = {
        fingerprint(["core"], packages, parameters)
        for packages in ((), ("jinja2",), ("jinja2", "numpy"), ("not-installed",))
        for parameters in ((), (0,), ("0",), (0, None), (0.5,))
    }
    assert len(names) == 20


def test_an_entry_that_cannot_be_read_is_built_again_and_replaced(tmp_path):
    path = tmp_path / "new" / "entry"
    built = []

    def get():
        return cached(path, lambda: built.append(1) or 7, read=int, write=lambda n: b"%d" % n)

    assert [get(), get()] == [7, 7]
    path.write_bytes(b"not a number")
    assert [get(), get()] == [7, 7]
    assert len(built) == 2


def test_without_a_folder_everything_is_built():
    assert cached(None, lambda: 7, read=int, write=str.encode) == 7
