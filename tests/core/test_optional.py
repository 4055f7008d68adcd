import json
import sys
from importlib import import_module, metadata

import pytest

from erbench_track.core import optional
from erbench_track.core.errors import InputError
from erbench_track.core.optional import library_problem, optional_dependency, remedy


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
        + remedy("ray,wikidata")
    )


def test_a_library_that_cannot_be_imported_says_why(tmp_path, monkeypatch):
    (tmp_path / "half_a_library.py").write_text("from json import no_such_name\n")
    monkeypatch.syspath_prepend(tmp_path)
    message = refusal("half_a_library", "judge")
    assert "cannot be imported (cannot import name 'no_such_name' from 'json'" in message
    assert message.endswith(remedy("judge"))


def test_a_library_that_is_too_old_is_named_with_both_versions(versions):
    versions["msgspec"] = "0.18.0"
    assert refusal("json", "ray,wikidata") == (
        "counting stars needs msgspec>=0.19, and version 0.18.0 is installed; "
        + remedy("ray,wikidata")
    )


@pytest.mark.parametrize("version", ["0.19", "0.20.dev3", "1.0rc1"])
def test_any_later_version_will_do(versions, version):
    versions["msgspec"] = version
    with optional_dependency("counting stars", "wikidata"):
        import_module("json")


def test_a_checkout_that_was_never_installed_works(versions, monkeypatch):
    versions["msgspec"] = "0.18.0"

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


CHECKOUT = {"url": "file:///home/me/with%20blank", "dir_info": {"editable": True}}
WHEEL = {"url": "file:///tmp/erbench_track-1.0-py3-none-any.whl", "archive_info": {}}
COMMIT = {
    "url": "https://example.org/erbench-track.git",
    "vcs_info": {"vcs": "git", "commit_id": "0a1b2c"},
}


@pytest.fixture
def installed_from(tmp_path, monkeypatch):
    """Stands in for what an installer notes about this package."""

    def note(origin):
        info = tmp_path / "erbench_track-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(
            "Metadata-Version: 2.1\nName: erbench-track\nVersion: 1.0\n"
            "Provides-Extra: all\nProvides-Extra: hf\n"
            'Requires-Dist: no_torch; extra == "all"\nRequires-Dist: no_torch; extra == "hf"\n'
        )
        if origin:
            (info / "direct_url.json").write_text(json.dumps(origin))
        monkeypatch.syspath_prepend(tmp_path)

    return note


@pytest.mark.parametrize(
    ("origin", "command"),
    [
        (None, 'pip install "erbench-track[hf]"'),
        (CHECKOUT, 'pip install -e "/home/me/with blank[hf]"'),
        (
            WHEEL,
            'pip install "erbench-track[hf] @ file:///tmp/erbench_track-1.0-py3-none-any.whl"',
        ),
        (
            COMMIT,
            'pip install "erbench-track[hf] @ git+https://example.org/erbench-track.git@0a1b2c"',
        ),
    ],
)
def test_the_remedy_installs_from_where_this_package_came_from(origin, command, installed_from):
    installed_from(origin)
    assert remedy("hf") == command


def test_the_narrowest_extra_that_brings_a_missing_library_is_found(installed_from):
    installed_from(None)
    assert refusal("no_torch", "", "--model hf") == (
        "--model hf needs the library no_torch, which is not installed; "
        'pip install "erbench-track[hf]"'
    )


def test_what_only_lm_eval_knows_of_is_installed_by_its_extra():
    error = ModuleNotFoundError("No module named 'vllm'", name="vllm")
    assert str(library_problem(error, "this run")) == (
        'this run needs the library vllm, which is not installed; pip install "lm-eval[vllm]"'
    )


def test_the_cause_behind_an_error_in_other_words_is_named():
    error = ModuleNotFoundError("Please install tiktoken")
    error.__cause__ = ModuleNotFoundError("No module named 'tiktoken'", name="tiktoken")
    assert "needs the library tiktoken" in str(library_problem(error))


def test_a_library_that_no_extra_brings_is_left_to_pythons_own_error():
    with pytest.raises(ModuleNotFoundError), optional_dependency("counting stars"):
        import_module("no_such_library")
