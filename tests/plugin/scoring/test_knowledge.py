"""Internal knowledge: from assessment to known-entity file to evaluation (Appendix B.2)."""

import json

import pytest
from track_runs import probe
from typer.testing import CliRunner

from erbench_track.cli.main import app
from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.known_entities import read_known_entities
from erbench_track.plugin.models.simulated import SimulatedLM
from erbench_track.plugin.scoring import scoring
from erbench_track.plugin.scoring.knowledge import assess, read_gaps


def write_run(folder, task, samples):
    folder.mkdir(exist_ok=True)
    path = folder / f"samples_{task}_2026-01-01T00-00-00.000000.jsonl"
    path.write_text("".join(json.dumps(sample, default=str) + "\n" for sample in samples))


def sample(number, entity, question_type, response):
    doc = {
        "id": str(number),
        "domain": "movie",
        "question_type": question_type,
        "entity_id": entity,
        "question": "Do you know?",
        "options": [],
        "answer": "yes",
        "rationale": [],
    }
    return {"doc_id": number, "doc": doc, "resps": [[response]]}


@pytest.fixture
def run(tmp_path):
    folder = tmp_path / "run"
    replies = {"a": "Yes. Yes.", "b": "Yes, no.", "c": "I do.", "d": "No", "e": "yes"}
    write_run(
        folder,
        "erbench_movie_known_bn",
        [sample(n, entity, "known_bn", text) for n, (entity, text) in enumerate(replies.items())],
    )
    prompts = [("a", "Yes"), ("a", "Yes"), ("b", "Yes"), ("b", "No"), ("e", "Yes"), ("e", "Sure")]
    write_run(
        folder,
        "erbench_movie_known_mc",
        [sample(n, entity, "known_mc", text) for n, (entity, text) in enumerate(prompts)],
    )
    return folder


def test_an_entity_is_known_if_yes_is_answered_to_every_prompt(run):
    """By the paper's reading with the word *yes*, by the robust one in any words."""
    assert assess([run], reading="paper") == {"movie": {"bn": ["a", "e"], "mc": ["a"]}}
    assert assess([run]) == {"movie": {"bn": ["a", "e"], "mc": ["a", "e"]}}


def test_a_chain_is_known_by_its_own_prompt(tmp_path):
    folder = tmp_path / "chains"
    replies = [sample(0, "a", "known_mh", "Yes."), sample(1, "b", "known_mh", "Yes. No.")]
    write_run(folder, "erbench_movie_known_2hop", replies)
    known = assess([folder])
    assert known == {"movie_2hop": {"mh": ["a"]}}
    (tmp_path / "known.json").write_text(json.dumps(known))
    assert read_known_entities(tmp_path / "known.json", "movie", "mh_no") == {"a"}


def test_replies_that_cannot_be_read_are_warned_about(tmp_path, caplog):
    replies = [sample(0, "a", "known_bn", "Yes"), sample(1, "b", "known_bn", "<think>Yes, yes")]
    write_run(tmp_path / "cut", "erbench_movie_known_bn", replies)
    assert assess([tmp_path / "cut"], unless_no=True) == {"movie": {"bn": ["a"]}}
    assert "50.0% of the responses cannot be read (50.0% are cut off)" in caplog.text


def test_the_papers_tables_count_replies_without_a_standalone_no(run):
    assert assess([run], unless_no=True) == {"movie": {"bn": ["a", "c", "e"], "mc": ["a", "e"]}}


def test_the_command_writes_the_file_and_says_how_many(run, tmp_path):
    output = tmp_path / "known.json"
    options = ["-o", str(output), "--reading", "paper"]
    result = CliRunner().invoke(app, ["known", str(run), *options])
    assert result.exit_code == 0
    assert result.output.splitlines() == [
        "movie bn: 2 known entities",
        "movie mc: 1 known entities",
    ]
    assert read_known_entities(output, "movie", "bn_yes") == {"a", "e"}
    assert read_known_entities(output, "movie", "mc") == {"a"}
    assert read_known_entities(output, "movie", "mh_no") == {"a", "e"}


def test_what_all_models_know_is_the_intersection(run, tmp_path):
    other = tmp_path / "other"
    replies = {"a": "Yes", "b": "Yes", "e": "No"}
    write_run(
        other,
        "erbench_movie_known_bn",
        [sample(n, entity, "known_bn", text) for n, (entity, text) in enumerate(replies.items())],
    )
    output = tmp_path / "common.json"
    result = CliRunner().invoke(app, ["known", str(run), str(other), "--common", "-o", str(output)])
    assert result.exit_code == 0
    assert json.loads(output.read_text()) == {"movie": {"bn": ["a"]}}


def test_a_run_without_an_assessment_is_refused(tmp_path):
    with pytest.raises(InputError, match="no samples of a known task; run for example lm_eval"):
        assess([tmp_path])


@pytest.mark.parametrize("content", ['{"soccer": {"bn": ["a"]}}', '{"movie": {"mc": ["a"]}}'])
def test_a_file_of_another_domain_or_type_is_refused(tmp_path, content):
    path = tmp_path / "known.json"
    path.write_text(content)
    with pytest.raises(
        InputError, match=r"known.json: no known entities of movie.bn; it has \w+\.\w+"
    ):
        read_known_entities(path, "movie", "bn_yes")


@pytest.mark.long
def test_only_what_a_model_knows_is_asked_and_scored(evaluate, tmp_path):
    model = SimulatedLM(known=0.5, rationale=1, unsure=0)
    results = evaluate(model, ["erbench_movie_known_bn"])
    write_run(
        tmp_path / "run", "erbench_movie_known_bn", results["samples"]["erbench_movie_known_bn"]
    )
    known = tmp_path / "known.json"
    known.write_text(json.dumps(assess([tmp_path / "run"])))
    entities = read_known_entities(known, "movie", "bn_yes")
    assert 150 < len(entities) < 290

    task = "erbench_movie_bn_yes"
    asked = evaluate(model, [task], metadata={"known_entities": str(known)})
    assert {s["doc"]["entity_id"] for s in asked["samples"][task]} <= entities
    assert asked["results"][task]["rationale_accuracy,robust"] == 1

    write_run(tmp_path / "all", task, evaluate(model, [task])["samples"][task])
    scored = scoring.score([tmp_path / "all"], task, known).results["results"][task]
    assert scored["rationale_accuracy,robust"] == 1
    assert scored["sample_len"] == asked["results"][task]["sample_len"]


def test_of_probes_of_several_scenarios_one_is_named(tmp_path):
    found = json.dumps({"known": True, "knowledge_confidence": 1.0, "responses": [{"text": "x"}]})
    for scenario in ("wiki", "math"):
        row = {**probe(1, True, 1.0, scenario), "filtered_resps": [found]}
        write_run(tmp_path / "run", f"track_{scenario}_probe", [row])
    results = {
        "config": {"model": "m", "model_args": {}},
        "configs": {"track_math_probe": {"metadata": {}}},
    }
    path = tmp_path / "run" / "results_2026-01-01T00-00-00.000000.json"
    path.write_text(json.dumps({"model_name": "m", **results}))
    with pytest.raises(InputError, match=r"run: has probes of math, wiki; choose one with --scen"):
        read_gaps(tmp_path / "run")
    command = ["gaps", str(tmp_path / "run"), "-o", str(tmp_path / "gaps"), "--scenario", "math"]
    assert "math: 1 facts, 1 known" in CliRunner().invoke(app, command).output
    with pytest.raises(InputError, match="no samples of code's probe task"):
        read_gaps(tmp_path / "run", "code")
