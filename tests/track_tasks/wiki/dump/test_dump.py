"""The pass over a Wikidata JSON dump: what is kept, whatever the dump looks like."""

import bz2
import gzip
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wikidata_entities import WORLD, item, lines, plain_reading, statement

from erbench_track.core.errors import InputError
from erbench_track.core.optional import remedy
from erbench_track.core.wikidata.dump import compression, reduction, segments, summary
from erbench_track.core.wikidata.dump import lines as dump_lines
from erbench_track.core.wikidata.dump.entities import TABLES, keep, keep_part
from erbench_track.core.wikidata.dump.lines import Block, Dump
from erbench_track.core.wikidata.dump.summary import read_manifest
from erbench_track.track_tasks.wiki.dump import dump as opening
from erbench_track.track_tasks.wiki.dump.dump import open_store, read_dump, selection
from erbench_track.track_tasks.wiki.graph.properties import properties

ITEMS = len(WORLD) - 1
SELECTION = selection()
WORDS = random.Random(0).randbytes(60_000)  # noqa: S311 -- nothing secret
FILLER = [item(f"Q{1000 + n}", WORDS[n : n + 300].hex()) for n in range(0, 59_700, 300)]


def kept_of(entity):
    return keep(json.dumps(entity).encode(), SELECTION)


def claims_of(entity):
    return sorted(kept_of(entity).claims)


def content(folder):
    """The tables of a store, without its manifest."""
    return {
        name: duckdb.read_parquet(str(folder / f"{name}.parquet")).fetchall()
        for name in ("entities", "claims")
    }


def read(folder, data, name="dump.json", **options):
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(data)
    options.setdefault("workers", 1)
    return read_dump(folder / name, folder / "store", **options)


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    folder = tmp_path_factory.mktemp("stored")
    read(folder, lines(WORLD))
    return content(folder / "store")


# What is kept of a line


@pytest.mark.parametrize(
    ("ranks", "kept"),
    [
        (["normal"], [1]),
        (["normal", "normal"], [1, 2]),
        (["normal", "preferred"], [2]),
        (["deprecated", "normal"], [2]),
        (["deprecated"], []),
        (["preferred", "preferred", "deprecated"], [1, 2]),
    ],
)
def test_only_the_best_ranked_claims_are_kept(ranks, kept):
    statements = [statement(f"Q{n}", rank) for n, rank in enumerate(ranks, start=1)]
    assert claims_of(item("Q9", "x", {"P800": statements})) == [(800, n) for n in kept]


def test_a_claim_that_has_ended_is_left_out_where_the_wording_says_current():
    ended, open_ = statement("Q1", end="value"), statement("Q2")
    assert properties()["P26"].is_current
    assert not properties()["P40"].is_current
    assert claims_of(item("Q9", "x", {"P26": [ended, open_]})) == [(26, 2)]
    assert claims_of(item("Q9", "x", {"P40": [ended, open_]})) == [(40, 1), (40, 2)]


@pytest.mark.parametrize(("end", "kept"), [("somevalue", []), ("novalue", [(26, 1)])])
def test_an_unknown_end_is_an_end_and_an_end_that_never_was_is_none(end, kept):
    assert claims_of(item("Q9", "x", {"P26": [statement("Q1", end=end)]})) == kept


def test_ranks_come_before_end_times():
    claims = {"P26": [statement("Q1", "preferred", end="value"), statement("Q2")]}
    assert claims_of(item("Q9", "x", claims)) == []


@pytest.mark.parametrize("snaktype", ["somevalue", "novalue"])
def test_a_property_with_an_unknown_value_never_looks_as_if_it_had_one_value(snaktype):
    unknown = statement(None, snaktype=snaktype)
    assert claims_of(item("Q9", "x", {"P40": ["Q1", unknown], "P20": ["Q2"]})) == [(20, 2)]
    worse = statement(None, "deprecated", snaktype=snaktype)
    assert claims_of(item("Q9", "x", {"P40": ["Q1", worse]})) == [(40, 1)]


def test_a_value_that_is_no_item_counts_as_unknown():
    for value in ("text", {"entity-type": "property", "numeric-id": 1, "id": "P1"}, {"time": "+1"}):
        other = statement("Q1")
        other["mainsnak"]["datavalue"]["value"] = value
        assert claims_of(item("Q9", "x", {"P40": ["Q1", other]})) == []


def test_a_value_stated_twice_is_one():
    assert claims_of(item("Q9", "x", {"P36": ["Q1", statement("Q1")]})) == [(36, 1)]


def test_old_dumps_without_ids_of_values_and_with_lists_for_empty_objects_are_read():
    old = item("Q9", "x", {"P36": [statement("Q7", has_id=False) | {"qualifiers": []}]})
    assert claims_of(old) == [(36, 7)]
    kept = keep(
        json.dumps({"type": "item", "id": "Q9", "labels": [], "claims": []}).encode(), SELECTION
    )
    assert (kept.label, kept.claims) == ("", ())


def test_only_the_english_label_counts():
    assert kept_of(item("Q9")).label == ""
    assert kept_of(item("Q9", "Zoë 漢")).label == "Zoë 漢"


RANKS = st.sampled_from(["normal", "normal", "preferred", "deprecated"])
KINDS = st.sampled_from(["value", "value", "value", "somevalue", "novalue"])
STATEMENTS = st.lists(
    st.builds(
        statement,
        st.integers(1, 5).map(lambda n: f"Q{n}"),
        RANKS,
        snaktype=KINDS,
        end=st.sampled_from([None, None, "value", "somevalue", "novalue"]),
        has_id=st.booleans(),
    ),
    min_size=1,
    max_size=4,
)
CLAIMS = st.dictionaries(
    st.sampled_from(["P31", "P279", "P17", "P36", "P26", "P40", "P800", "P1412"]), STATEMENTS
)
LABELS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@given(st.integers(1, 10**9), LABELS, CLAIMS, st.booleans(), st.sampled_from([None, (", ", " : ")]))
def test_a_line_is_read_as_plain_json_would_be(number, label, claims, is_ascii, separators):
    entity = item(f"Q{number}", label, claims)
    line = json.dumps(entity, ensure_ascii=is_ascii, separators=separators).encode()
    kept = keep(line, SELECTION)._asdict()
    assert (kept.pop("aliases"), kept.pop("sitelinks"), kept.pop("revision")) == ("", 1, 0)
    del kept["statements"]  # for domains; they are compared with a query service's
    assert kept.pop("modified") == entity["modified"]
    assert {name: sorted(v) if name == "claims" else v for name, v in kept.items()} == {
        name: tuple(v) if isinstance(kept[name], tuple) else v
        for name, v in plain_reading(entity).items()
    }


# The parts of a dump


def lines_of(path):
    dump = Dump(path)
    return [line for part in dump.parts() for line in part.lines()], dump


@given(st.lists(st.text("ab", max_size=9), max_size=20), st.integers(1, 40), st.booleans())
def test_parts_of_any_size_hold_each_line_once_at_its_offset(
    tmp_path_factory, texts, size, is_packed
):
    data = lines(json.dumps(text) for text in texts)
    path = tmp_path_factory.mktemp("parts") / "dump"
    path.write_bytes(gzip.compress(data) if is_packed else data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dump_lines, "PART", size)
        found, dump = lines_of(path)
    assert b"".join(line for _, line in found) == data
    assert all(data[offset:].startswith(line) for offset, line in found)
    assert dump.truncated_at is None


PACK = {"json": lambda data: data, "gz": gzip.compress, "bz2": lambda data: bz2.compress(data, 1)}


@settings(max_examples=60)
@given(st.data(), st.sampled_from(list(PACK)))
def test_a_dump_cut_off_anywhere_gives_its_whole_lines_and_says_where_it_ends(
    tmp_path_factory, draws, kind
):
    data = lines([*WORLD, *FILLER])
    packed = PACK[kind](data)
    cut = draws.draw(st.integers(len(packed) * 6 // 10, len(packed) - 4))
    path = tmp_path_factory.mktemp("cut") / f"dump.{kind}"
    path.write_bytes(packed[:cut])
    found, dump = lines_of(path)
    got = b"".join(line for _, line in found)
    assert data.startswith(got)
    if dump.truncated_at is None:  # only the line end after the bracket is missing
        assert kind == "json"
        assert data[:cut].rstrip().endswith(b"]")
    else:
        assert dump.truncated_at == len(got)
        assert dump.damage
    if kind == "json":
        whole = data[:cut].split(b",\n")[:-1]
        assert got.split(b",\n")[: len(whole)] == whole


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("kind", list(PACK))
def test_what_was_read_of_a_truncated_dump_is_kept(tmp_path, kind, workers, stored):
    packed = PACK[kind](lines([*WORLD, *FILLER]))
    summary = read(tmp_path, packed[: len(packed) * 9 // 10], f"dump.{kind}", workers=workers)
    assert ITEMS < summary.items < ITEMS + len(FILLER)
    assert summary.truncated_at is not None
    assert summary.malformed == 0
    (warning,) = summary.warnings()
    assert f"truncated at byte {summary.truncated_at:,}" in warning
    assert read_manifest(tmp_path / "store") == summary
    assert content(tmp_path / "store")["claims"] == stored["claims"]


def test_a_damaged_stream_is_read_up_to_the_damage(tmp_path):
    filler = [item(f"Q{1000 + n}", os.urandom(900).hex()) for n in range(3000)]
    packed = bytearray(bz2.compress(lines([*WORLD, *filler])))
    packed[-40_000] ^= 0xFF
    summary = read(tmp_path, bytes(packed), "dump.json.bz2")
    assert 0 < summary.items < ITEMS + 3000
    assert summary.damage


@pytest.mark.parametrize(
    ("name", "pack"),
    [
        ("dump.json", lambda data: data),
        ("dump.json.gz", gzip.compress),
        ("dump.json.bz2", bz2.compress),
        ("members.gz", lambda data: gzip.compress(data[:99]) + gzip.compress(data[99:]) + b"\0\0"),
        ("streams.bz2", lambda data: bz2.compress(data[:99]) + bz2.compress(data[99:])),
        ("windows.json", lambda data: data.replace(b"\n", b"\r\n")),
        ("lines.jsonl", lambda data: data[2:-2].replace(b",\n", b"\n")),
        ("no-last-line-end.json", lambda data: data[:-1]),
    ],
)
def test_a_dump_gives_the_same_store_however_it_is_packed(tmp_path, stored, name, pack):
    summary = read(tmp_path, pack(lines(WORLD)), name)
    assert content(tmp_path / "store") == stored
    assert (summary.items, summary.others, summary.malformed) == (ITEMS, 1, 0)
    assert summary.warnings() == []


@pytest.mark.parametrize("pack", PACK.values(), ids=PACK)
def test_a_pipe_gives_the_same_store(tmp_path, monkeypatch, stored, pack):
    into, out = os.pipe()

    def write():
        with os.fdopen(out, "wb") as file:
            file.write(pack(lines(WORLD)))

    threading.Thread(target=write).start()
    with os.fdopen(into, "r") as pipe:
        monkeypatch.setattr(sys, "stdin", pipe)
        summary = read_dump("-", tmp_path / "store", workers=1)
    assert content(tmp_path / "store") == stored
    assert (summary.source, summary.size) == ("-", None)


def test_a_named_pipe_gives_the_same_store(tmp_path, stored):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    writer = threading.Thread(target=lambda: fifo.write_bytes(lines(WORLD)))
    writer.start()
    read_dump(fifo, tmp_path / "store", workers=1)
    writer.join()
    assert content(tmp_path / "store") == stored


# Bad input


def test_lines_that_are_no_entities_are_counted_and_the_first_is_named(tmp_path, stored):
    bad = [
        '{"type": "item", "id": "Q1',
        '{"type": "item"}',
        "[1]",
        '"x"',
        '{"type":"item","id":"X"}',
    ]
    deep = "[" * 100_000
    data = lines([*WORLD[:3], *bad, deep, *WORLD[3:]])
    summary = read(tmp_path, data)
    assert (summary.items, summary.malformed) == (ITEMS, 6)
    assert data[summary.malformed_at :].startswith(bad[0].encode())
    (warning,) = summary.warnings()
    assert "were left out: 6, the first" in warning
    assert f"byte {summary.malformed_at:,}" in warning
    assert content(tmp_path / "store") == stored


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the dump is empty"),
        (b"<html>\n", "starts with b'<html>"),
        (b"PK\x03\x04", "starts with b'PK"),
        (gzip.compress(b"Q1,Q2\n", mtime=0), "starts with b'Q1,Q2"),
        (gzip.compress(lines(WORLD), mtime=0)[:12], "ends in the middle"),
        (b"\x1f\x8bnonsense", "decompressing"),
        (b"[\n]\n", "no line of it is an item"),
        (json.dumps(WORLD, indent=1).encode(), "no line of it is an item; at byte"),
        (b'[\n{"a": 1}\n]\n', "no line of it is an item; at byte 2"),
    ],
)
def test_what_is_no_dump_is_refused(tmp_path, data, message):
    with pytest.raises(InputError) as error:
        read(tmp_path, data)
    assert message in str(error.value)
    assert "\n" not in str(error.value)
    assert [path.name for path in tmp_path.iterdir()] == ["dump.json"]


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "packed"])
def test_a_file_without_line_ends_is_refused_before_it_fills_the_memory(
    tmp_path, monkeypatch, pack
):
    monkeypatch.setattr(dump_lines, "LONGEST_LINE", 5000)
    with pytest.raises(InputError, match="one entity per line"):
        read(tmp_path, pack(b"[" + b" " * 200_000))


def test_other_json_is_refused_long_before_its_end(tmp_path, monkeypatch):
    monkeypatch.setattr(dump_lines, "PART", 10_000)
    read_on = []
    monkeypatch.setattr(
        reduction, "keep_part", lambda part, wanted: read_on.append(part) or keep_part(part, wanted)
    )
    with pytest.raises(InputError, match="no line of it is an item"):
        read(tmp_path, lines('{"a": 1}' for _ in range(100_000)))
    assert len(read_on) < 5


def test_a_missing_dump_a_folder_and_an_existing_store_are_refused(tmp_path):
    for source in (tmp_path / "none.json", tmp_path):
        with pytest.raises(InputError, match="cannot be read"):
            read_dump(source, tmp_path / "store")
    read(tmp_path, lines(WORLD))
    with pytest.raises(InputError, match="exists already"):
        read(tmp_path, lines(WORLD))
    read(tmp_path, lines(WORLD), overwrite=True)


# When the facts hold


def test_the_date_is_that_in_the_name_or_the_one_given_or_of_the_latest_edit(tmp_path):
    later = item("Q77", "x", modified="2025-09-02T00:00:00Z")
    data = lines([*WORLD, later])
    named = read(tmp_path / "a", data, "wikidata-20250901-all.json")
    assert (named.as_of, named.name) == ("2025-09", "Wikidata, dump of 2025-09-01")
    given_ = read(tmp_path / "b", data, as_of="2024-01")
    assert (given_.as_of, given_.name) == ("2024-01", "Wikidata, dump of 2024-01")
    assert read(tmp_path / "c", data).name == "Wikidata, dump of 2025-09-02"


def test_a_dump_without_any_date_asks_for_one_at_once(tmp_path):
    for modified in ("", "yesterday"):
        with pytest.raises(InputError, match="give --as-of"):
            read(tmp_path, lines([item("Q1", "x", modified=modified)]))
    with pytest.raises(InputError, match="not a year and a month"):
        read(tmp_path, lines(WORLD), as_of="Sept 2025")


# Over cores, in bounded memory


def test_the_store_does_not_depend_on_the_number_of_workers(tmp_path, monkeypatch, stored):
    monkeypatch.setattr(dump_lines, "PART", 700)
    summary = read(tmp_path, lines(WORLD), workers=2)
    assert content(tmp_path / "store") == stored
    packed = read(tmp_path / "packed", bz2.compress(lines(WORLD)), workers=2)
    assert content(tmp_path / "packed" / "store") == stored
    assert packed._replace(size=summary.size) == summary


def test_only_a_few_parts_are_under_way_at_any_time(tmp_path, monkeypatch):
    monkeypatch.setattr(dump_lines, "PART", 300)
    (tmp_path / "dump.json").write_bytes(lines([*WORLD, *WORLD, *WORLD]))
    dump, begun = Dump(tmp_path / "dump.json"), []
    parts = dump.parts()
    monkeypatch.setattr(dump, "parts", lambda start: (begun.append(part) or part for part in parts))
    ahead = [
        len(begun) - done
        for done, _ in enumerate(reduction._kept_by_workers(dump, SELECTION, 2), start=1)
    ]
    assert len(ahead) > 20
    assert max(ahead) <= 4


def test_few_rows_wait_to_be_written(tmp_path, monkeypatch):
    monkeypatch.setattr(segments, "_ROWS", 20)
    tables = keep_part(Block(0, lines(WORLD)), SELECTION).tables
    with segments.Shards(tmp_path / "shards") as shards:
        for _ in range(30):
            shards.add(tables)
            for name in TABLES:
                assert sum(batch.num_rows for batch in shards._waiting[name]) < 20
    entities = duckdb.read_parquet(str(tmp_path / "shards" / "entities.parquet"))
    assert len(entities.fetchall()) == 30 * ITEMS


def test_a_pass_that_fails_leaves_no_store_and_goes_on_with_what_was_read(
    tmp_path, monkeypatch, stored
):
    with monkeypatch.context() as patch:
        patch.setattr(reduction, "write_tables", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            read(tmp_path, lines(WORLD))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dump.json", "store.partial"]
    monkeypatch.setattr(reduction, "keep_part", lambda *_: pytest.fail("it is read again"))
    read_dump(tmp_path / "dump.json", tmp_path / "store", workers=1)
    assert content(tmp_path / "store") == stored
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dump.json", "store"]


@pytest.mark.parametrize("name", ["dump.json", "dump.json.gz"])
def test_a_pass_that_was_killed_goes_on_after_the_last_segment(tmp_path, monkeypatch, name):
    """The process is killed in the midst of the second half; what comes after is read once."""
    path = tmp_path / name
    data = lines([*WORLD, *FILLER])
    path.write_bytes(gzip.compress(data) if name.endswith("gz") else data)
    killed = (
        "import os, signal, sys; from pathlib import Path\n"
        "from erbench_track.core.wikidata.dump import compression, lines, reduction, segments\n"
        "from erbench_track.track_tasks.wiki.dump.dump import read_dump\n"
        "lines.PART, compression._PIECE, segments.SEGMENT = 3000, 2000, 9000\n"
        "real = reduction.keep_part\n"
        "def keep_part(part, wanted):\n"
        "    if part.end > 100_000: os.kill(os.getpid(), signal.SIGKILL)\n"
        "    return real(part, wanted)\n"
        "reduction.keep_part = keep_part\n"
        "read_dump(Path(sys.argv[1]), Path(sys.argv[2]), workers=1)\n"
    )
    command = [sys.executable, "-c", killed, str(path), str(tmp_path / "store")]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    monkeypatch.setattr(dump_lines, "PART", 3000)
    monkeypatch.setattr(compression, "_PIECE", 2000)
    begun = []
    monkeypatch.setattr(
        reduction, "keep_part", lambda part, wanted: begun.append(part) or keep_part(part, wanted)
    )
    summary = read_dump(path, tmp_path / "store", workers=1)
    assert summary.items == ITEMS + len(FILLER)
    assert min(part.start if name == "dump.json" else part.offset for part in begun) > 80_000
    read_dump(path, tmp_path / "other", workers=1)
    assert content(tmp_path / "store") == content(tmp_path / "other")
    assert read_manifest(tmp_path / "store") == read_manifest(tmp_path / "other")
    assert not (tmp_path / "store.partial").exists()


def test_a_pass_over_another_dump_begins_anew(tmp_path, monkeypatch, stored):
    with monkeypatch.context() as patch:
        patch.setattr(reduction, "write_tables", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            read(tmp_path, lines(FILLER))
    read(tmp_path, lines(WORLD))
    assert content(tmp_path / "store") == stored


@pytest.mark.slow
@pytest.mark.parametrize("name", ["dump.json", "dump.json.gz", "cut.json.gz"])
def test_a_ray_cluster_makes_the_same_store(tmp_path, monkeypatch, name):
    pytest.importorskip("ray", reason="the extra `ray` is not installed")
    filler = [item(f"Q{1000 + n}", os.urandom(90).hex()) for n in range(500)]
    data = lines([*WORLD, *filler])
    packed = gzip.compress(data) if name.endswith("gz") else data
    packed = packed[: len(packed) * 2 // 3] if name.startswith("cut") else packed
    (tmp_path / name).write_bytes(packed)
    here = read_dump(tmp_path / name, tmp_path / "here", workers=1)
    monkeypatch.setattr(dump_lines, "PART", 20_000)
    there = read_dump(tmp_path / name, tmp_path / "there", on_ray=True)
    assert there == here
    assert content(tmp_path / "there") == content(tmp_path / "here")


def test_ray_cannot_read_a_pipe_and_says_what_is_missing(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(InputError, match=re.escape(remedy("ray,wikidata"))):
        read(tmp_path, lines(WORLD), on_ray=True)
    with (tmp_path / "dump.json").open() as pipe:
        monkeypatch.setattr(sys, "stdin", pipe)
        with pytest.raises(InputError, match="cannot read a pipe"):
            read_dump("-", tmp_path / "store", on_ray=True)


def test_a_missing_library_is_named_with_the_fix(tmp_path, monkeypatch):
    read(tmp_path, lines(WORLD))
    for module in ("core.wikidata.dump.reduction", "track_tasks.wiki.dump.store"):
        monkeypatch.delitem(sys.modules, f"erbench_track.{module}", raising=False)
    monkeypatch.setitem(sys.modules, "duckdb", None)
    for call in (
        lambda: open_store(tmp_path / "store"),
        lambda: read_dump(tmp_path / "dump.json", tmp_path / "other"),
    ):
        with pytest.raises(InputError, match="duckdb.*" + re.escape(remedy("wikidata"))):
            call()


def test_importing_the_source_needs_no_optional_library():
    for module in (opening, summary, dump_lines, compression):
        text = Path(module.__file__).read_text()
        assert "\nimport duckdb" not in text
        assert "\nimport msgspec" not in text


def test_a_label_for_all_languages_stands_in_for_the_english_one():
    line = {"type": "item", "id": "Q1", "labels": {"mul": {"language": "mul", "value": "Ann"}}}
    assert kept_of(line).label == "Ann"
    line["labels"]["en"] = {"language": "en", "value": "Anne"}
    assert kept_of(line).label == "Anne"
