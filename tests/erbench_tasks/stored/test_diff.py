"""`erbench-track diff`: what is new between two generations of a benchmark (Section 3.4)."""

import io
import json
import re
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

import pyarrow as pa
import pytest
from generated_folder import with_prompts
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import parquet
from rich.console import Console

from erbench_track.cli.diff import print_comparison
from erbench_track.core.errors import InputError
from erbench_track.core.hashing import stable_hash
from erbench_track.core.untrusted_text import visible
from erbench_track.erbench_tasks import dataset
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.items.item import Item, RationaleElement, features
from erbench_track.erbench_tasks.items.prompts import PROMPT_COLUMNS
from erbench_track.erbench_tasks.stored import diff as diff_module
from erbench_track.erbench_tasks.stored import writer
from erbench_track.erbench_tasks.stored.diff import KINDS, compare, write_subset
from erbench_track.erbench_tasks.stored.manifest import Manifest, QuestionType
from erbench_track.erbench_tasks.stored.reader import GeneratedBenchmark
from erbench_track.erbench_tasks.stored.writer import digest_of, export

NOTHING: dict[str, list[tuple[str, str]]] = {kind: [] for kind in KINDS}
HOSTILE = "[bold red]Evil[/] \x1b[2J\x1b]0;owned\x07 \x9b31m \u202eabc\u2028 :smile: \r\x08"


@pytest.fixture
def toy(toy: Path) -> Path:
    """The false options of a few cities do not depend on each other."""
    spec, asked = toy / "benchmark.yaml", "  - type: multiple_choice\n"
    spec.write_text(spec.read_text().replace(asked, f"{asked}    distractors: uniform\n"))
    return toy


def write_benchmark(folder: Path, items: list[Item], **record) -> Path:
    """Writes items as `erbench-track generate` does, two to a shard and one to a row group."""
    by_type = defaultdict(list)
    for item in items:
        by_type[item.question_type].append(item.to_row())
    for question_type, rows in by_type.items():
        (folder / question_type).mkdir(parents=True)
        shards = [rows[start : start + 2] for start in range(0, len(rows), 2)]
        for number, shard in enumerate(shards):
            table = with_prompts(pa.Table.from_pylist(shard, schema=features().arrow_schema))
            path = folder / question_type / f"test-{number:05}-of-{len(shards):05}.parquet"
            parquet.write_table(table, path, compression="zstd", row_group_size=1)
    folder.mkdir(exist_ok=True)
    Manifest(
        **{
            "name": "city",
            "version": "1",
            "engine": "sqlite",
            "fingerprint": stable_hash(sorted(item.id for item in items)) * 2,
            "seed": 0,
            "spec": "name: city\n",
            "tables": {},
            "functional_dependencies": {},
            "question_types": {
                name: QuestionType(items=len(rows), digest=digest_of(row["id"] for row in rows))
                for name, rows in by_type.items()
            },
            **record,
        }
    ).write(folder)
    return folder


@pytest.fixture
def generated(toy, tmp_path, monkeypatch):
    """Generates the toy benchmark into a new folder, with the database as it is now."""
    monkeypatch.setattr(writer, "_ROWS_PER_SHARD", 2)

    def generate(name: str, seed: int = 0, **record) -> Path:
        folder = tmp_path / name
        export(Benchmark.open(toy / "benchmark.yaml"), folder, seed=seed)
        Manifest.read(folder).model_copy(update=record).write(folder)
        return folder

    return generate


@pytest.fixture
def diff(command):
    """Runs `erbench-track diff` in this process: returns its exit code, stdout and stderr."""
    return lambda *arguments: command("diff", *arguments)


@pytest.fixture
def refused_diff(refused):
    """Asserts that it is refused with one line, which is returned."""
    return lambda *arguments: refused("diff", *arguments)


def change(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def compared(old, new):
    return compare(*(GeneratedBenchmark.open(folder, allow_empty=True) for folder in (old, new)))


def found(old, new):
    """Returns (question type, entity) of what differs, by kind."""
    comparison = compared(old, new)
    return {
        kind: sorted(
            (difference.item["question_type"], difference.item["entity"])
            for difference in comparison.differences(kind)
        )
        for kind in KINDS
    }


def changed_fields(old, new, kind="changed"):
    comparison = compared(old, new)
    return {
        difference.item["question_type"]: difference.fields
        for difference in comparison.differences(kind)
    }


def item(entity="Rome", question="Is it?", **fields):
    content = {
        "domain": "city",
        "question_type": "bn_yes",
        "variant": 0,
        "entity_id": stable_hash([entity]),
        "entity": entity,
        "question": question,
        "options": (),
        "answer": "yes",
        "rationale": (RationaleElement(1, "name", (entity,)),),
        "fd": "country, river -> name",
    }
    return Item(**{**content, **fields})


def test_a_new_tuple_adds_its_questions_and_no_other(toy, generated):
    old = generated("old")
    with (toy / "city.csv").open("a") as file:
        file.write("Eger,Hungary,1009,Tiber\n")
    new = generated("new")
    eger = [("bn_no", "Eger"), ("bn_yes", "Eger"), ("mc", "Eger")]
    assert found(old, new) == NOTHING | {"added": eger}
    assert found(new, old) == NOTHING | {"removed": eger}


def test_a_deleted_tuple_removes_its_questions_and_adds_those_that_it_made_ambiguous(
    toy, generated
):
    """Linz and Vienna are both in Austria on the Danube, so that neither is asked about so."""
    old = generated("old")
    change(toy / "city.csv", "Linz,Austria,799,Danube\n", "")
    assert found(old, generated("new")) == NOTHING | {
        "added": [("bn_no", "Vienna"), ("bn_yes", "Vienna")],
        "removed": [("mc", "Linz")],
    }


def test_a_changed_value_changes_the_questions_about_its_tuple(toy, generated):
    old = generated("old")
    change(toy / "city.csv", "Budapest,Hungary,1873,Danube", "Budapest,Hungary,1873,Tiber")
    new = generated("new")
    about = [("bn_no", "Budapest"), ("bn_yes", "Budapest")]
    of_choice = [("mc", "Budapest")]  # the river is its false option, which stays
    assert found(old, new) == NOTHING | {"changed": about, "other_answer": of_choice}
    assert changed_fields(old, new) == {"bn_yes": ["question"], "bn_no": ["question"]}
    assert changed_fields(old, new, "other_answer") == {"mc": ["rationale"]}


def test_the_same_question_with_another_answer_or_rationale_is_told_apart(tmp_path):
    before = [item("Rome"), item("Linz"), item("Bern", options=("A", "B")), item("Paris")]
    after = [
        item("Rome", answer="no"),
        item("Linz", rationale=(RationaleElement(1, "name", ("Lentia",)),)),
        item("Bern", options=("B", "A"), answer="no"),
        item("Paris", "Is that?"),
    ]
    old, new = (write_benchmark(tmp_path / n, some) for n, some in (("o", before), ("n", after)))
    assert found(old, new) == NOTHING | {
        "other_answer": [("bn_yes", "Linz"), ("bn_yes", "Rome")],
        "changed": [("bn_yes", "Bern"), ("bn_yes", "Paris")],
    }
    assert Counter(entry["entity"] for entry in fresh(old, new, tmp_path)) == Counter(
        entry.entity for entry in after
    )


def fresh(old, new, folder):
    """Returns the items that are written as new."""
    write_subset(compared(old, new), folder / "fresh")
    return parquet.read_table(folder / "fresh" / "bn_yes").to_pylist()


def test_two_questions_about_one_entity_are_never_paired(tmp_path):
    """A team has a player for each number: another number is another question."""
    before = [item("Team", f"Is there a number {number}?") for number in (1, 2, 3)]
    after = [*before[:2], item("Team", "Is there a number 4?")]
    old, new = (write_benchmark(tmp_path / n, some) for n, some in (("o", before), ("n", after)))
    team = [("bn_yes", "Team")]
    assert found(old, new) == NOTHING | {"added": team, "removed": team}
    answered = [*before[:2], item("Team", "Is there a number 3?", answer="no")]
    third = write_benchmark(tmp_path / "a", answered)
    assert found(old, third) == NOTHING | {"other_answer": team}


def test_another_spelling_changes_the_rationale_alone(toy, generated):
    old = generated("old")
    with (toy / "city_alias.csv").open("a") as file:
        file.write("Caput Mundi,Rome\n")
    new = generated("new")
    fields = changed_fields(old, new, "other_answer")
    assert fields == {"bn_no": ["rationale"], "bn_yes": ["rationale"]}
    assert found(old, new)["other_answer"] == [("bn_no", "Rome"), ("bn_yes", "Rome")]


def test_a_value_of_a_column_that_is_not_asked_about_changes_nothing(toy, generated):
    old = generated("old")
    change(toy / "city.csv", "753", "754")
    assert found(old, generated("new")) == NOTHING


def test_a_shuffled_database_makes_no_difference(toy, generated, diff):
    old = generated("old")
    header, *rows = (toy / "city.csv").read_text().splitlines()
    (toy / "city.csv").write_text("\n".join([header, *reversed(rows)]) + "\n")
    code, out, err = diff(old, generated("new"), "--exit-code")
    assert (code, err) == (0, "")
    assert "database: the same tuples" in out


def test_the_order_of_the_items_does_not_matter(tmp_path):
    items = [item(question=f"Is it {number}?") for number in range(9)]
    old = write_benchmark(tmp_path / "old", items)
    new = write_benchmark(tmp_path / "new", items[::-1])
    assert not any(found(old, new).values())


def test_items_of_one_question_are_paired_in_the_order_of_their_ids(tmp_path):
    before = [item(options=(str(number),)) for number in range(5)]
    after = [before[2], *(item(options=(f"{number}!",)) for number in range(2))]
    old = write_benchmark(tmp_path / "old", before)
    new = write_benchmark(tmp_path / "new", after[::-1])
    comparison = compared(old, new)
    left = sorted(entry.id for entry in before if entry is not before[2])
    pairs = sorted((d.old["id"], d.new["id"]) for d in comparison.differences("changed"))
    assert pairs == list(zip(left[:2], sorted(entry.id for entry in after[1:]), strict=True))
    assert {d.old["id"] for d in comparison.differences("removed")} == set(left[2:])
    assert comparison.count("added") == 0


def test_differences_come_in_the_order_of_the_benchmark(tmp_path):
    before = [item(f"Town{number}") for number in range(9)]
    after = [item(entry.entity, "Is that?") for entry in before[::-1]]
    old = write_benchmark(tmp_path / "old", before)
    new = write_benchmark(tmp_path / "new", after)
    changed = list(compared(old, new).differences("changed"))
    assert [difference.new for difference in changed] == [entry.to_row() for entry in after]
    assert all(d.old["entity"] == d.new["entity"] for d in changed)


@pytest.mark.parametrize("field", ["variant", "entity_id", "fd", "question_type"])
def test_another_variant_entity_dependency_or_type_is_another_question(tmp_path, field):
    other = {"variant": 1, "entity_id": "0" * 16, "fd": "a -> b", "question_type": "bn_no"}
    old = write_benchmark(tmp_path / "old", [item()])
    new = write_benchmark(tmp_path / "new", [item(question="Is that?", **{field: other[field]})])
    assert {kind: len(some) for kind, some in found(old, new).items() if some} == {
        "added": 1,
        "removed": 1,
    }


ITEMS = st.lists(
    st.builds(
        item,
        entity=st.sampled_from(["Rome", "Linz"]),
        question=st.sampled_from(["Is it?", "Is that?", "Was it?"]),
        variant=st.integers(0, 1),
        fd=st.sampled_from(["a -> b", "b -> a"]),
        question_type=st.sampled_from(["bn_yes", "mc"]),
    ),
    max_size=12,
)


@settings(max_examples=60)
@given(before=ITEMS, after=ITEMS)
def test_what_is_unchanged_added_removed_and_changed_makes_up_both_benchmarks(before, after):
    with tempfile.TemporaryDirectory() as folder:
        old = write_benchmark(Path(folder, "old"), before)
        new = write_benchmark(Path(folder, "new"), after)
        comparison = compared(old, new)
        by_kind = {kind: list(comparison.differences(kind)) for kind in KINDS}
    kept = Counter(entry.id for entry in before) & Counter(entry.id for entry in after)
    assert sum(part.unchanged for part in comparison.types) == kept.total()

    pairs = by_kind["changed"] + by_kind["other_answer"]
    gone = Counter(d.old["id"] for d in by_kind["removed"] + pairs)
    come = Counter(d.new["id"] for d in by_kind["added"] + pairs)
    assert kept + gone == Counter(entry.id for entry in before)
    assert kept + come == Counter(entry.id for entry in after)
    assert not gone.keys() & come.keys()

    def key(row):
        return row["question_type"], row["variant"], row["entity_id"], row["fd"]

    for difference in pairs:
        assert key(difference.old) == key(difference.new)
    of_key = [Counter(key(entry.to_row()) for entry in side) for side in (before, after)]
    for difference in by_kind["changed"]:
        assert difference.fields == ["question"]
        assert [count[key(difference.new)] for count in of_key] == [1, 1]
    left = [{key(d.item) for d in by_kind[kind]} for kind in ("added", "removed")]
    assert all(max(count[same] for count in of_key) > 1 for same in left[0] & left[1])


def test_the_counts_examples_and_other_causes_are_reported(toy, generated, diff):
    old = generated("old", version="1", spec="name: city\nseed: a\n")
    change(toy / "city.csv", "Budapest,Hungary,1873,Danube", "Budapest,Hungary,1873,Tiber")
    new = generated("new", version="2", spec="name: city\nseed: b\n", templates={"c.jinja": "x"})
    code, out, err = diff(old, new)
    assert code == 0
    assert err == (
        "warning: not the same version, spec, templates: "
        "items change for another reason than the database\n"
    )
    first = "database: other tuples (fingerprint "
    assert out.startswith(first)
    assert "\nversion: 1 -> 2\n" in out
    assert out.index("version: 1") < out.index("question type")
    cells = [line.replace("│", " ").split() for line in out.splitlines()]
    assert ["mc", "4", "0", "0", "0", "1"] in cells
    assert ["all", "8", "0", "0", "2", "1"] in cells
    assert "\n\nchanged (2 of 2)\n" in out
    assert "\n\nother answer (1 of 1)\n" in out
    assert "    - question: Is there a city in Hungary on the Danube?" in out
    assert "    + question: Is there a city in Hungary on the Tiber?" in out


def test_another_seed_is_a_warning(generated, diff):
    code, out, err = diff(generated("old"), generated("new", seed=1))
    assert code == 0
    assert err.startswith("warning: not the same seed: ")
    assert "seed: 0 -> 1" in out


@pytest.mark.parametrize("show", [0, 2])
def test_no_more_examples_are_shown_than_wanted(tmp_path, diff, show):
    old = write_benchmark(tmp_path / "old", [item("Rome")])
    new = write_benchmark(tmp_path / "new", [item(f"Town{n}") for n in range(5)])
    _, out, _ = diff(old, new, "--show", show)
    assert out.count("Town") == show
    assert out.count("Rome") == min(show, 1)


def test_the_list_has_every_difference_and_replaces_an_older_one(toy, generated, diff, tmp_path):
    old = generated("old")
    change(toy / "city.csv", "Budapest,Hungary,1873,Danube", "Budapest,Hungary,1873,Tiber")
    change(toy / "city.csv", "Linz,Austria,799,Danube\n", "Eger,Hungary,1009,Danube\n")
    new = generated("new")
    target = tmp_path / "lists" / "differences.jsonl"
    for _ in range(2):
        assert diff(old, new, "--json", target, "--show", 0)[0] == 0
    records = [json.loads(line) for line in target.read_text().splitlines()]
    listed = {
        kind: sorted((r["question_type"], r["entity"]) for r in records if r["kind"] == kind)
        for kind in KINDS
    }
    assert listed == found(old, new)
    assert all(listed.values())
    assert [path.name for path in target.parent.iterdir()] == ["differences.jsonl"]
    (one,) = (r for r in records if r["kind"] == "changed" and r["question_type"] == "bn_no")
    ids = {
        side: parquet.read_table(folder / "bn_no").to_pylist()
        for side, folder in (("old", old), ("new", new))
    }
    (before,) = (row for row in ids["old"] if row["entity"] == "Budapest")
    (after,) = (row for row in ids["new"] if row["entity"] == "Budapest")
    assert one == {
        "kind": "changed",
        "question_type": "bn_no",
        "variant": 0,
        "entity": "Budapest",
        "entity_id": before["entity_id"],
        "old_id": before["id"],
        "new_id": after["id"],
        "changed": ["question"],
    }
    for record in records:
        assert (record["old_id"] is None) == (record["kind"] == "added")
        assert (record["new_id"] is None) == (record["kind"] == "removed")


def test_the_exit_code_tells_whether_an_item_differs(toy, generated, diff):
    old, same = generated("old"), generated("same", version="2")
    change(toy / "city.csv", "Budapest,Hungary,1873,Danube", "Budapest,Hungary,1873,Tiber")
    new = generated("new")
    assert diff(old, same, "--exit-code")[0] == 0
    assert diff(old, new, "--exit-code")[0] == 1
    assert diff(old, new)[0] == 0


def test_a_folder_with_what_is_new_is_a_benchmark(toy, generated, diff, tmp_path):
    from datasets import load_dataset

    old = generated("old")
    change(toy / "city.csv", "Budapest,Hungary,1873,Danube", "Budapest,Hungary,1873,Tiber")
    change(toy / "city.csv", "Linz,Austria,799,Danube\n", "Eger,Hungary,1009,Danube\n")
    new, fresh = generated("new"), tmp_path / "fresh"
    code, out, _ = diff(old, new, "-o", fresh)
    assert code == 0
    assert out.endswith(f"{fresh}: 3 bn_yes, 3 bn_no, 2 mc\n")
    asked = {
        name: [(row["entity"], row["id"]) for row in load_dataset(str(fresh), name, split="test")]
        for name in ("bn_yes", "bn_no", "mc")
    }
    assert {name: sorted(entity for entity, _ in rows) for name, rows in asked.items()} == {
        "bn_yes": ["Budapest", "Eger", "Vienna"],
        "bn_no": ["Budapest", "Eger", "Vienna"],
        "mc": ["Budapest", "Eger"],
    }
    for name, rows in asked.items():
        order = parquet.read_table(new / name)["id"].to_pylist()
        assert [identity for _, identity in rows] == sorted((i for _, i in rows), key=order.index)
    assert len(load_dataset(str(fresh), split="test")) == 8
    loaded = dataset.load("city", "mc", dataset=str(fresh))["test"]
    assert [row["id"] for row in loaded] == [identity for _, identity in asked["mc"]]

    record = Manifest.read(fresh)
    assert record.question_types == {
        name: QuestionType(
            items=len(rows),
            digest=digest_of(identity for _, identity in rows),
            details=record.question_types[name].details,
        )
        for name, rows in asked.items()
    }
    whole = Manifest.read(new)
    assert record == whole.model_copy(update={"question_types": record.question_types})
    assert not any(part.unchanged for part in compared(old, fresh).types)
    again = compared(fresh, new)
    assert sum(part.unchanged for part in again.types) == 8


def test_a_question_type_without_a_new_item_has_no_folder(tmp_path, diff):
    old = write_benchmark(tmp_path / "old", [item(), item(question_type="mc")])
    new = write_benchmark(
        tmp_path / "new", [item(), item(question="Which?", question_type="mc", answer="option 1")]
    )
    fresh = tmp_path / "fresh"
    assert diff(old, new, "-o", fresh)[0] == 0
    assert sorted(path.name for path in fresh.iterdir()) == ["README.md", "benchmark.json", "mc"]
    assert "bn_yes" not in (fresh / "README.md").read_text()
    with pytest.raises(InputError, match="bn_yes"):
        dataset.load("city", "bn_yes", dataset=str(fresh))


def test_nothing_is_written_if_nothing_is_new(tmp_path, diff):
    old = write_benchmark(tmp_path / "old", [item(), item("Linz")])
    new = write_benchmark(tmp_path / "new", [item()])
    code, out, _ = diff(old, new, "-o", tmp_path / "fresh")
    assert code == 0
    assert "nothing is new" in out
    assert not (tmp_path / "fresh").exists()


def test_many_new_items_are_several_shards_in_their_order(tmp_path, monkeypatch):
    from datasets import load_dataset

    monkeypatch.setattr(diff_module, "_BATCH_ROWS", 2)
    monkeypatch.setattr(writer, "_ROWS_PER_SHARD", 4)
    items = [item(f"Town{number}") for number in range(11)]
    old = write_benchmark(tmp_path / "old", items[3:4])
    new = write_benchmark(tmp_path / "new", items)
    fresh = tmp_path / "fresh"
    write_subset(compared(old, new), fresh)
    rest = [entry.to_row() for entry in items if entry is not items[3]]
    written = load_dataset(str(fresh), "bn_yes", split="test")
    assert written.remove_columns(PROMPT_COLUMNS).to_list() == rest
    shards = sorted((fresh / "bn_yes").iterdir())
    assert [path.name for path in shards] == [f"test-0000{n}-of-00003.parquet" for n in range(3)]
    assert [parquet.read_metadata(path).num_rows for path in shards] == [4, 4, 2]
    assert GeneratedBenchmark.open(fresh).manifest.question_types["bn_yes"].digest == digest_of(
        row["id"] for row in rest
    )


def test_an_existing_folder_is_replaced_only_on_demand(tmp_path, diff, refused_diff):
    old = write_benchmark(tmp_path / "old", [item()])
    new = write_benchmark(tmp_path / "new", [item(), item("Linz")])
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    (fresh / "mine.txt").write_text("mine")
    assert "--overwrite" in refused_diff(old, new, "-o", fresh)
    assert (fresh / "mine.txt").read_text() == "mine"
    assert diff(old, new, "-o", fresh, "--overwrite")[0] == 0
    assert not (fresh / "mine.txt").exists()
    assert (fresh / "bn_yes").is_dir()


@pytest.mark.parametrize("target", ["old", "new", "."])
def test_a_compared_benchmark_is_never_overwritten(tmp_path, refused_diff, target):
    old = write_benchmark(tmp_path / "old", [item()])
    new = write_benchmark(tmp_path / "new", [item(), item("Linz")])
    line = refused_diff(old, new, "-o", tmp_path / target, "--overwrite")
    assert "give another folder" in line
    assert GeneratedBenchmark.open(new).manifest.question_types["bn_yes"].items == 2
    assert GeneratedBenchmark.open(old).manifest.question_types["bn_yes"].items == 1


def test_text_of_the_database_or_the_record_does_nothing_to_the_terminal(tmp_path, diff):
    old = write_benchmark(
        tmp_path / "old",
        [item(HOSTILE, question=HOSTILE), item("gone", question=HOSTILE)],
        version=f"1 {HOSTILE}",
        spec=f"name: {HOSTILE}",
    )
    other = item(HOSTILE, question=f"other {HOSTILE}", options=(HOSTILE,))
    new = write_benchmark(tmp_path / "new", [other, item("come", question=HOSTILE)], spec=HOSTILE)
    code, out, err = diff(old, new)
    assert code == 0
    printed = io.StringIO()
    console = Console(file=printed, force_terminal=True, width=60)
    print_comparison(compared(old, new), console, 10)
    for text in (out, err, printed.getvalue()):
        for bad in ("\x1b[2J", "\x1b]", "\x07", "\x08", "\r", "\x9b", "\u202e", "\u2028"):
            assert bad not in text
    for text in (out, printed.getvalue()):
        assert text.count("[bold red]Evil[/] \\x1b[2J\\x1b]0;owned\\x07 \\x9b31m \\u202eabc") >= 7
        assert ":smile:" in text
    assert "\x1b" not in out


def test_what_a_terminal_cannot_print_is_shown_as_an_escape():
    assert visible("Łódź, São Paulo, 東京") == "Łódź, São Paulo, 東京"
    assert visible("São Paulo, 東京", "latin-1") == "São Paulo, \\u6771\\u4eac"


@given(st.text())
def test_shown_text_is_printable_and_keeps_what_was_printable(text):
    shown = visible(text)
    assert shown.isprintable()
    assert text.isprintable() == (shown == text)


def only_shard(folder):
    return folder / "bn_yes" / "test-00000-of-00001.parquet"


def rewrite(path, **columns):
    table = parquet.read_table(path)
    for name, values in columns.items():
        table = table.set_column(table.column_names.index(name), name, pa.array(values))
    parquet.write_table(table, path)


def damaged_pages(folder):
    path = only_shard(folder)
    content = path.read_bytes()
    footer = int.from_bytes(content[-8:-4], "little") + 8
    path.write_bytes(content[:4] + b"\xff" * (len(content) - footer - 4) + content[-footer:])


def not_utf8(folder):
    path = only_shard(folder)
    bad = pa.Array.from_buffers(
        pa.string(), 1, [None, pa.py_buffer(b"\0\0\0\0\1\0\0\0"), pa.py_buffer(b"\xff")]
    )
    table = parquet.read_table(path)
    parquet.write_table(table.set_column(table.column_names.index("fd"), "fd", bad), path)


BAD_BENCHMARKS = {
    "no folder": (lambda folder: folder.rename(folder.parent / "elsewhere"), "benchmark.json"),
    "no record": (lambda folder: (folder / "benchmark.json").unlink(), "benchmark.json"),
    "malformed record": (
        lambda folder: (folder / "benchmark.json").write_text("{"),
        "Invalid JSON",
    ),
    "record of an earlier version": (
        lambda folder: change(folder / "benchmark.json", '_version": 2', '_version": 1'),
        "an earlier erbench-track wrote it; generate it again",
    ),
    "no shard": (
        lambda folder: only_shard(folder).unlink(),
        "00001.parquet is missing",
    ),
    "cut off": (lambda folder: only_shard(folder).write_bytes(b"PAR1"), "00001.parquet: cannot be"),
    "damaged": (damaged_pages, "00001.parquet: cannot be read as Parquet"),
    "not UTF-8": (not_utf8, "bn_yes: cannot be read as Parquet"),
    "no id": (
        lambda folder: rewrite(only_shard(folder), id=pa.array([None], pa.string())),
        "bn_yes: id: a value is missing",
    ),
    "no dependency": (
        lambda folder: rewrite(only_shard(folder), fd=pa.array([None], pa.string())),
        "bn_yes: fd: a value is missing",
    ),
    "number": (lambda folder: rewrite(only_shard(folder), id=[5]), "column 'id' is int64"),
    "column missing": (
        lambda folder: parquet.write_table(
            parquet.read_table(only_shard(folder)).drop(["answer"]), only_shard(folder)
        ),
        "column 'answer' is None",
    ),
    "no popularity": (
        lambda folder: parquet.write_table(
            parquet.read_table(only_shard(folder)).drop(["popularity"]), only_shard(folder)
        ),
        "column 'popularity' is None",
    ),
    "other benchmark": (
        lambda folder: change(folder / "benchmark.json", '"city"', '"town"'),
        "'city'.*'town'|'town'.*'city'",
    ),
    "leads elsewhere": (
        lambda folder: change(folder / "benchmark.json", '"bn_yes"', '"../bn_yes"'),
        r"question_types has \['\.\./bn_yes'\]",
    ),
}


@pytest.mark.parametrize("side", ["old", "new"])
@pytest.mark.parametrize("problem", BAD_BENCHMARKS)
def test_a_bad_benchmark_is_refused_and_nothing_is_written(tmp_path, refused_diff, problem, side):
    folders = {
        "old": write_benchmark(tmp_path / "old", [item()]),
        "new": write_benchmark(tmp_path / "new", [item(question="Is that?")]),
    }
    spoil, message = BAD_BENCHMARKS[problem]
    spoil(folders[side])
    before = sorted(tmp_path.iterdir())
    options = ("-o", tmp_path / "fresh", "--json", tmp_path / "list.jsonl")
    line = refused_diff(folders["old"], folders["new"], *options)
    assert re.search(message, line)
    assert sorted(tmp_path.iterdir()) == before


def test_a_shard_that_is_missing_among_several_is_refused(generated, refused_diff):
    old, new = generated("old"), generated("new")
    (new / "mc" / "test-00001-of-00003.parquet").unlink()
    line = refused_diff(old, new)
    assert f"{new / 'mc'}: test-00001-of-00003.parquet is missing" in line


def test_a_list_that_cannot_be_written_is_refused(tmp_path, refused_diff):
    old = write_benchmark(tmp_path / "old", [item()])
    (tmp_path / "folder").mkdir()
    assert "cannot be written" in refused_diff(old, old, "--json", tmp_path / "folder")
    assert list((tmp_path).glob(".*")) == []
