import sys
from importlib import import_module, metadata

import pytest

from erbench_track.core import optional
from erbench_track.core.errors import InputError
from erbench_track.core.optional import optional_dependency, remedy


def refusal(module, extra, feature="counting stars"):
    with pytest.raises(InputError) as caught, optional_dependency(feature, extra):
        import_module(module)
    return str(caught.value)


@pytest.fixture
def versions(monkeypatch):
    """Versions of libraries that stand in for those that are installed."""
    found = {}
    monkeypatch.setattr(optional, "version", lambda name: found.get(name) or metadata.version(name))
    optional._too_old.cache_clear()
    yield found
    optional._too_old.cache_clear()


def test_a_library_that_is_missing_is_named_with_the_feature_and_the_remedy():
    assert refusal("no_such_library", "ray,wikidata") == (
        "counting stars needs the library no_such_library, which is not installed; "
        'pip install "erbench-track[ray,wikidata]"'
    )


def test_a_library_that_cannot_be_imported_says_why(tmp_path, monkeypatch):
    (tmp_path / "half_a_library.py").write_text("from json import no_such_name\n")
    monkeypatch.syspath_prepend(tmp_path)
    message = refusal("half_a_library", "judge")
    assert "cannot be imported (cannot import name 'no_such_name' from 'json'" in message
    assert message.endswith(remedy("judge"))


def test_a_library_that_is_too_old_is_named_with_both_versions(versions):
    versions["duckdb"] = "1.4.0"
    assert refusal("json", "ray,wikidata") == (
        "counting stars needs duckdb>=2.0, and version 1.4.0 is installed; "
        'pip install "erbench-track[ray,wikidata]"'
    )


@pytest.mark.parametrize("version", ["2.0", "2.1.dev3", "3.0rc1"])
def test_any_later_version_will_do(versions, version):
    versions["duckdb"] = version
    with optional_dependency("counting stars", "wikidata"):
        import_module("json")


def test_a_checkout_that_was_never_installed_works(versions, monkeypatch):
    versions["duckdb"] = "1.4.0"

    def absent(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(optional, "requires", absent)
    with optional_dependency("counting stars", "wikidata"):
        import_module("json")


def test_a_mistake_of_ours_is_not_blamed_on_a_library(monkeypatch):
    monkeypatch.setitem(sys.modules, "erbench_track.core.hashing", None)
    with (
        pytest.raises(ModuleNotFoundError),
        optional_dependency("counting stars", "judge"),
    ):
        import_module("erbench_track.core.hashing")
