"""The store of a Wikidata dump as a graph, and the command that makes it."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner
from wikidata_entities import WORLD, item, lines

from erbench_track.cli.wikidata import wikidata
from erbench_track.core.errors import InputError
from erbench_track.core.wikidata.dump import sorted_table
from erbench_track.track_tasks.wiki.chains import sample_chains
from erbench_track.track_tasks.wiki.dump import store as dump_store
from erbench_track.track_tasks.wiki.dump.dump import open_store, read_dump, stored_dump
from erbench_track.track_tasks.wiki.graph.graph import Claim

SYNTHETIC = Path(__file__).resolve().parents[4] / "benchmarks" / "synthetic_wikidata.py"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("store")
    (folder / "dump.json").write_bytes(lines(WORLD))
    read_dump(folder / "dump.json", folder / "st[o]re's", workers=1)
    return folder / "st[o]re's"


@pytest.fixture
def store(folder):
    return open_store(folder)


def test_it_says_what_it_is(store):
    assert store.name == "Wikidata, dump of 2025-08-27"
    assert store.as_of == "2025-08"
    assert store.summary.items == len(WORLD) - 1


def test_heads_are_the_labelled_items_with_claims_each_once_in_an_order_of_the_seed(store):
    heads = {seed: list(store.heads(seed)) for seed in range(5)}
    assert all(sorted(found) == ["Q1", "Q142", "Q2"] for found in heads.values())
    assert len(set(map(tuple, heads.values()))) > 1
    assert list(store.heads(3)) == heads[3]


def test_heads_come_in_one_order_however_many_are_fetched_at_a_time(tmp_path, monkeypatch):
    people = [item(f"Q{n}", f"name {n}", {"P20": ["Q90"]}) for n in range(1, 300)]
    (tmp_path / "dump.json").write_bytes(lines([*people, *people[:50]]))
    read_dump(tmp_path / "dump.json", tmp_path / "store", workers=1)
    store = open_store(tmp_path / "store")
    at_once = list(store.heads(7))
    assert sorted(at_once) == sorted(f"Q{n}" for n in range(1, 300))
    assert at_once != sorted(at_once, key=lambda id_: int(id_[1:]))
    monkeypatch.setattr(dump_store, "_HEADS", 13)
    assert list(store.heads(7)) == at_once
    assert store.claims(["Q1"]) == {"Q1": [Claim("P20", "Q90")]}  # though it stands there twice


def test_all_claims_of_many_subjects_are_given(store):
    assert store.claims(["Q2", "Q142", "Q90", "Q999"]) == {
        "Q2": [
            Claim("P27", "Q142"), Claim("P40", "Q1"), Claim("P40", "Q3"), Claim("P1412", "Q150"),
        ],
        "Q142": [Claim("P35", "Q1"), Claim("P36", "Q90"), Claim("P37", "Q150")],
    }  # fmt: skip
    assert store.claims([]) == {}


def test_an_entity_has_its_label_and_the_types_that_properties_ask_for(store):
    found = store.entities(["Q90", "Q1", "Q3", "Q515", "Q999", "P36", "junk", "", "Q" + "9" * 40])
    assert set(found) == {"Q90", "Q1", "Q3", "Q515"}
    assert found["Q90"].label == "Paris"
    assert found["Q90"].types == {"Q515"}  # megacity, big city, city
    assert found["Q1"].types == {"Q5"}
    assert found["Q3"].label == ""
    assert found["Q515"].types == frozenset()


def test_a_dump_without_any_claims_gives_a_store_without_heads(tmp_path):
    (tmp_path / "dump.json").write_bytes(lines([item("Q1", "x")]))
    read_dump(tmp_path / "dump.json", tmp_path / "store", workers=1)
    store = open_store(tmp_path / "store")
    assert (list(store.heads(0)), store.claims(["Q1"])) == ([], {})
    assert store.entities(["Q1"])["Q1"].label == "x"


def test_subclasses_in_a_circle_end(tmp_path):
    circle = [
        item("Q515", "city", {"P279": ["Q7"]}),
        item("Q7", "town", {"P279": ["Q8"]}),
        item("Q8", "place", {"P279": ["Q515", "Q8"]}),
        item("Q9", "X", {"P31": ["Q8", "Q5"]}),
    ]
    (tmp_path / "dump.json").write_bytes(lines(circle))
    read_dump(tmp_path / "dump.json", tmp_path / "store", workers=1)
    assert open_store(tmp_path / "store").entities(["Q9"])["Q9"].types == {"Q5", "Q515"}


def test_look_ups_of_any_size_are_complete(folder, monkeypatch):
    store = open_store(folder)
    ids = [entity["id"] for entity in WORLD if entity["id"][0] == "Q"]
    at_once = store.entities(ids), store.claims(ids)
    monkeypatch.setattr(sorted_table, "GROUPS", 1)
    assert (store.entities(ids), store.claims(ids)) == at_once
    assert set(at_once[0]) == set(ids)


def test_chains_are_sampled_from_it(store):
    (chain,) = sample_chains(store, {2: 1}, seed=1)
    assert len(chain) == 2
    assert chain[0].object == chain[1].subject
    again = list(sample_chains(store, {2: 1}, seed=1))
    assert again == [chain]


def test_five_hundred_chains_are_sampled_from_a_synthetic_dump(tmp_path):
    dump = tmp_path / "dump.json"
    subprocess.run([sys.executable, SYNTHETIC, dump, "--entities", "20000"], check=True)
    read_dump(dump, tmp_path / "store", workers=2)
    chains = sample_chains(open_store(tmp_path / "store"))
    assert len(set(chains)) == 500


# The store of a dump that is named as a source


def test_a_dump_is_read_once_and_again_when_it_changes(tmp_path, monkeypatch):
    monkeypatch.setenv("ERBENCH_TRACK_WIKIDATA_CACHE", str(tmp_path / "cache"))
    dump, said = tmp_path / "dump.json", []
    dump.write_bytes(lines(WORLD)[:-3])
    first = stored_dump(str(dump), workers=1, warn=said.append)
    again = stored_dump(str(dump), workers=1, warn=said.append)
    assert first.summary == again.summary
    assert len(list((tmp_path / "cache").iterdir())) == 1
    assert len(said) == 2  # of a truncated dump that is told each time
    assert "truncated" in said[0]
    dump.write_bytes(lines(WORLD[:-2]))
    assert stored_dump(str(dump), workers=1).summary.items == len(WORLD) - 2
    assert stored_dump(str(dump), as_of="2020-01", workers=1).as_of == "2020-01"
    assert len(list((tmp_path / "cache").iterdir())) == 3


def test_a_store_is_its_own_source_and_a_pipe_has_none(folder, tmp_path):
    assert stored_dump(str(folder)).summary == open_store(folder).summary
    with pytest.raises(InputError, match="--as-of"):
        stored_dump(str(folder), as_of="2020-01")
    with pytest.raises(InputError, match="erbench-track wikidata - -o STORE"):
        stored_dump("-")
    with pytest.raises(InputError, match="cannot be read"):
        stored_dump(str(tmp_path / "none.json"))


# What is no store


def test_a_folder_that_is_no_store_is_refused(tmp_path, folder):
    with pytest.raises(InputError, match="erbench-track wikidata DUMP -o FOLDER"):
        open_store(tmp_path)
    for text in ("", "[]", "{}", '{"format": 2}', '{"format": 2, "more": 2}'):
        (tmp_path / "manifest.json").write_text(text)
        with pytest.raises(InputError, match="not the manifest of a store"):
            open_store(tmp_path)
    manifest = json.loads((folder / "manifest.json").read_text())
    (tmp_path / "manifest.json").write_text(json.dumps(manifest | {"format": 1}))
    with pytest.raises(InputError, match="format of the store is 1"):
        open_store(tmp_path)


def test_a_store_whose_tables_are_missing_or_broken_is_refused(tmp_path, folder):
    shutil.copy(folder / "manifest.json", tmp_path)
    with pytest.raises(InputError, match="the store cannot be read"):
        open_store(tmp_path)
    for name in ("entities", "claims"):
        (tmp_path / f"{name}.parquet").write_text("nonsense")
    with pytest.raises(InputError, match="the store cannot be read"):
        open_store(tmp_path)


# The command


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    app = typer.Typer()
    app.command()(wikidata)
    return lambda *arguments: CliRunner().invoke(app, list(map(str, arguments)))


def test_the_command_makes_a_store_and_says_what_is_in_it(run, tmp_path):
    (tmp_path / "20250901.json").write_bytes(lines(WORLD))
    done = run("20250901.json", "-o", "store", "--workers", 1)
    assert done.exit_code == 0, done.output
    said = "Wikidata, dump of 2025-09-01: 11 items; store has 11 claims for TRACK's chains, and"
    assert done.stdout.startswith(said)
    assert done.stderr == ""
    assert open_store(tmp_path / "store").as_of == "2025-09"


def test_the_command_warns_of_what_it_left_out_and_succeeds(run, tmp_path):
    data = lines([*WORLD[:4], "{\x1b[31m", *WORLD[4:]])
    (tmp_path / "dump.json").write_bytes(data[:-30])
    done = run("dump.json", "-o", "store", "--workers", 1)
    assert done.exit_code == 0, done.output
    truncated, malformed = done.stderr.splitlines()
    assert truncated.startswith("erbench-track: warning: dump.json: truncated at byte ")
    assert malformed.startswith(
        "erbench-track: warning: dump.json: lines that are no entities were left out: 1"
    )
    assert "\x1b" not in done.stderr


def test_the_command_refuses_what_is_no_dump(run, tmp_path):
    (tmp_path / "dump.json").write_text("hello\n")
    done = run("dump.json", "-o", "store", "--workers", 1)
    assert isinstance(done.exception, InputError)
    assert not (tmp_path / "store").exists()
