"""One reader of lm_eval's run files: all commands take the same files, refuse the same lines."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from track_runs import DATE, answer, probe

from erbench_track.core.errors import InputError
from erbench_track.metrics.report.run_files import model_folders, read_samples

KNOWN, PROBE = "erbench_movie_known_bn", "track_wiki_probe"


def assessed(number, response="Yes."):
    doc = {
        "id": str(number),
        "domain": "movie",
        "question_type": "known_bn",
        "entity_id": f"e{number}",
        "question": "Do you know?",
        "options": [],
        "answer": "yes",
        "rationale": [],
    }
    return {"doc": doc, "resps": [[response]], "known": float(response == "Yes.")}


def probed(number, known):
    found = {
        "known": known,
        "knowledge_confidence": float(known),
        "responses": [{"text": "x", "count": 10, "equivalent": known}],
        "simulated": False,
    }
    return {**probe(number, known, float(known)), "filtered_resps": [json.dumps(found)]}


SAMPLES = {
    KNOWN: [assessed(0), assessed(1, "No.")],
    PROBE: [probed(0, True), probed(1, False)],
    "track_wiki": [answer(0), answer(1, False)],
}
RESULTS = {
    "model_name": "m",
    "config": {"model": "hf", "model_args": {"pretrained": "m"}},
    "configs": {PROBE: {"metadata": {"judged_by": {"judge": "lexical"}}}},
}
# The task that a command reads, where its files lie, and the command.
COMMANDS = {
    "report": (KNOWN, "run", ["report", "run", "-o", "out"]),
    "report of TRACK": (PROBE, "run", ["report", "run", "-o", "out"]),
    "score": (KNOWN, "run", ["score", "run", "--task", KNOWN]),
    "known": (KNOWN, "run", ["known", "run", "-o", "out/known.json"]),
    "gaps": (PROBE, "run", ["gaps", "run", "-o", "out/gaps.parquet"]),
    "study": (
        PROBE,
        "out/wiki_probe/results/m",
        ["track", "--model", "hf", "--methods", "closed_book", "-o", "out"],
    ),
}


def lines_of(task):
    samples = enumerate(SAMPLES[task])
    return [json.dumps({"doc_id": number, **sample}).encode() for number, sample in samples]


def write(folder, task, lines, compressed=False):
    """Writes a run as lm_eval does."""
    folder.mkdir(parents=True, exist_ok=True)
    content = b"".join(line + b"\n" for line in lines)
    name = f"samples_{task}_{DATE}.jsonl{'.gz' * compressed}"
    (folder / name).write_bytes(gzip.compress(content) if compressed else content)
    (folder / f"results_{DATE}.json").write_text(json.dumps(RESULTS))


@pytest.fixture
def run(tmp_path, command, monkeypatch):
    """Runs a command on some lines; returns its exit code, output and what it wrote."""

    def run(name, lines, compressed=False):
        place = tmp_path / f"{name} {compressed}"
        task, folder, arguments = COMMANDS[name]
        write(place / folder, task, lines, compressed)
        if name == "study":
            closed = place / "out/wiki_closed_book/results/m"
            write(closed, "track_wiki", lines_of("track_wiki"), compressed)
        monkeypatch.chdir(place)
        code, out, err = command(*arguments)
        kinds = (".md", ".csv", ".json", ".parquet")
        written = {
            str(path): path.read_bytes()
            for path in sorted(Path("out").rglob("*"))
            if path.suffix in kinds
        }
        return code, out, err, written

    return run


@pytest.mark.parametrize("name", COMMANDS)
def test_plain_and_compressed_files_are_read_alike(run, name):
    lines = lines_of(COMMANDS[name][0])
    plain, compressed = run(name, lines), run(name, lines, compressed=True)
    assert plain[0] == 0, plain[2]
    for code_output_or_files in (0, 1, 3):  # standard error has the times of a progress bar
        assert plain[code_output_or_files] == compressed[code_output_or_files]


BROKEN = {
    b"{": "not valid JSON: Expecting property name enclosed in double quotes",
    b"[" * 100_000: "not valid JSON: too deeply nested",
    b"3": "expected a JSON object; is this lm_eval's file?",
    b'{"doc": 3, "resps": [["x"]]}': "field 'doc' is missing or not a JSON object",
    b'{"resps": [["x"]]}': "field 'doc' is missing or not a JSON object",
    b"": "doc_id 0 is there a second time",  # stands for the first line
}


@pytest.mark.parametrize("line", BROKEN, ids=BROKEN.values())
def test_every_command_refuses_a_broken_line_with_the_same_words(run, line):
    for name, (task, folder, _) in COMMANDS.items():
        first = lines_of(task)[0]
        code, out, err, _ = run(name, [first, line or first])
        assert (code, out) == (2, "")
        refused = err.splitlines()[-1].removeprefix("erbench-track: error: ")
        path = f"{folder}/samples_{task}_{DATE}.jsonl"
        assert refused.startswith(f"{path}, line 2: {BROKEN[line]}"), name


@given(
    st.lists(
        st.dictionaries(st.text(max_size=3), st.none() | st.text(max_size=3), max_size=2),
        min_size=1,
    ),
    st.integers(1, 3),
)
def test_each_document_is_read_once_however_many_filters_there_are(docs, filters):
    from tempfile import TemporaryDirectory

    records = [
        {"doc_id": number, "doc": doc, "filter": f"f{name}"}
        for name in range(filters)
        for number, doc in enumerate(docs)
    ]
    with TemporaryDirectory() as folder:
        for compressed in (False, True):
            write(Path(folder), "t", [json.dumps(r).encode() for r in records], compressed)
        found = [list(read_samples(path)) for path in sorted(Path(folder).glob("samples_*"))]
    for samples in found:
        assert [sample.doc for sample in samples] == docs
        assert [sample.line for sample in samples] == list(range(1, len(docs) + 1))


@given(
    st.permutations(["robust", "paper"]),
    st.booleans(),
    st.sampled_from(["", "robust", "paper"]),
    st.integers(1, 3),
)
def test_of_two_readings_the_wanted_one_is_read(tmp_path_factory, names, interleaved, wanted, size):
    records = [
        {"doc_id": number, "doc": {"id": number}, "filter": name}
        for name in names
        for number in range(size)
    ]
    if interleaved:
        records.sort(key=lambda record: record["doc_id"])
    folder = tmp_path_factory.mktemp("run")
    write(folder, "t", [json.dumps(record).encode() for record in records])
    found = list(read_samples(next(folder.glob("samples_*")), wanted))
    assert [sample.doc["id"] for sample in found] == list(range(size))
    assert {sample.filter for sample in found} <= {wanted or names[0]}


@pytest.mark.parametrize("reading", ["", "robust", "paper"])
@pytest.mark.parametrize("names", [["erbench"], ["track"], [None], ["mine", "robust"]])
def test_files_without_the_two_readings_are_read_whatever_is_wanted(tmp_path, names, reading):
    records = [{"doc_id": 1, "doc": {}, "filter": name} for name in names]
    write(tmp_path, "t", [json.dumps(record).encode() for record in records])
    (found,) = read_samples(next(tmp_path.glob("samples_*")), reading)
    assert found.filter == (names[0] or "")


def test_a_study_is_found_by_its_own_folder(tmp_path):
    stages = [tmp_path / stage / "results" / "m" for stage in ("wiki", "wiki_probe")]
    for folder in stages:
        write(folder, "track_wiki", lines_of("track_wiki"))
    assert [found.path for found in model_folders([tmp_path])] == stages


@pytest.mark.parametrize("name", ["nowhere", "file"])
def test_what_is_no_folder_is_refused(tmp_path, name):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=f"{name}: (no such|not a) folder; give lm_eval's"):
        model_folders([tmp_path / name])


@pytest.mark.parametrize(
    "wrong",
    [
        {"doc_id": [1]},
        {"doc_id": {"a": 1}},
        {"doc_id": 1.5},
        {"arguments": 7},
        {"arguments": True},
        {"doc": []},
        {"doc": "x"},
        {"resps": 3},
        {"resps": [[{"a": 1}]]},
    ],
)
def test_a_hostile_line_is_refused_with_its_place(tmp_path, wrong):
    path = tmp_path / "samples_x.jsonl"
    path.write_text(json.dumps({**assessed(1), **wrong}) + "\n")
    with pytest.raises(InputError, match="line 1: "):
        [sample.responses for sample in read_samples(path)]


@pytest.mark.parametrize(
    "line", ['{"doc": {"a": ' + "9" * 10_000 + "}}", "[" * 100_000, '{"doc": ' * 9_000, "\x00"]
)
def test_a_line_that_json_cannot_be_is_refused_with_its_place(tmp_path, line):
    path = tmp_path / "samples_x.jsonl"
    path.write_text(f"{line}\n")
    with pytest.raises(InputError, match="line 1: not valid JSON"):
        list(read_samples(path))


def test_half_a_character_in_a_response_costs_only_itself(tmp_path):
    path = tmp_path / "samples_x.jsonl"
    path.write_text(json.dumps(assessed(1, "a\ud800b \U0001f600 é")) + "\n")
    (sample,) = read_samples(path)
    assert sample.responses == ["a\ufffdb \U0001f600 é"]


def test_what_a_killed_run_left_is_not_taken_for_samples(tmp_path):
    for folder in ("model", ".results.draft-abcdefgh/model"):
        write(tmp_path / "out" / folder, KNOWN, [json.dumps(assessed(1)).encode()])
    assert [found.path.parent.name for found in model_folders([tmp_path / "out"])] == ["out"]
