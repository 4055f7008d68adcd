"""TRACK's two stages through lm_eval, with the simulated model and with a tiny real one."""

import json
import math
from collections import Counter

import pytest
from chat_server import ChatServer

from erbench_track.core.errors import InputError
from erbench_track.core.json_text import read_extraction
from erbench_track.plugin.models.simulated import TrackSimulatedLM
from erbench_track.plugin.scoring.knowledge import read_gaps
from erbench_track.plugin.scoring.result_files import Scores, save
from erbench_track.track_tasks.dataset import without_empty_facts
from erbench_track.track_tasks.gaps import Gaps
from erbench_track.track_tasks.prompts import probe_prompt, question_prompt
from erbench_track.track_tasks.questions.question import Fact, Question, month_in_words
from erbench_track.track_tasks.scenarios import embedded_questions
from erbench_track.track_tasks.wiki.graph import tsv_graph

RATES = {"p": 0.6, "q": 0.8, "r": 0.9, "luck": 0.1}


@pytest.fixture(scope="module")
def simulated():
    return TrackSimulatedLM(**RATES)


@pytest.fixture(scope="module")
def probed(evaluate, simulated):
    """The results of the probe, as `lm_eval --tasks track_wiki_probe` has them."""
    return evaluate(simulated, ["track_wiki_probe"])


@pytest.fixture(scope="module")
def gaps(probed, tmp_path_factory):
    """The gap dataset of the simulated model."""
    run = tmp_path_factory.mktemp("probe")
    save(Scores({**probed, "config": {"model": "track-simulated", "model_args": RATES}}, "m"), run)
    results = next(run.rglob("results_*.json"))
    content = json.loads(results.read_text())
    content["config"]["model_args"] = RATES
    results.write_text(json.dumps(content))
    path = run / "gaps.parquet"
    read_gaps(run).write(path)
    return path


def metric(results, task, name):
    return results["results"][task][f"{name},track"]


def within_three_errors(rate, expected, n):
    return abs(rate - expected) <= 3 * math.sqrt(expected * (1 - expected) / n)


def test_the_probe_asks_one_document_per_fact_ten_times(probed):
    samples = probed["samples"]["track_wiki_probe"]
    facts = {f.fact_id for q in embedded_questions("wiki") for f in q.facts}
    assert {sample["doc"]["fact_id"] for sample in samples} == facts
    assert len(samples) == len(facts)
    assert all(len(sample["resps"][0]) == 10 for sample in samples)


def test_known_facts_and_their_confidence_recover_p(probed):
    n = len(probed["samples"]["track_wiki_probe"])
    for name in ("known", "knowledge_confidence", "known_at_half"):
        assert within_three_errors(metric(probed, "track_wiki_probe", name), RATES["p"], n)
    assert metric(probed, "track_wiki_probe", "unjudged") == 0
    assert metric(probed, "track_wiki_probe", "simulated") == 1


def expected_given_knowledge(simulated, questions, open_book):
    """Returns FKE, HP and AP in expectation, given which facts the model knows."""
    stated = [
        math.prod(
            1.0 if simulated.knows(f.fact_id) else RATES["q"] * open_book for f in question.facts
        )
        for question in questions
    ]
    entailed = sum(stated) / len(stated)
    passed = entailed * (RATES["r"] + (1 - RATES["r"]) * RATES["luck"])
    return {
        "full_knowledge_entailment": entailed,
        "holistic_pass": passed,
        "answer_pass": passed + (1 - entailed) * RATES["luck"],
    }


@pytest.mark.parametrize(("task", "scope"), [("track_wiki", 1), ("track_wiki_append", 1),
                                             ("track_wiki_append", 10)])  # fmt: skip
def test_the_three_rates_recover_p_q_and_r(evaluate, simulated, gaps, task, scope):
    open_book = task != "track_wiki"
    metadata = {"gaps": str(gaps), "kas": scope, **RATES}
    results = evaluate(simulated, [task], metadata)
    questions = embedded_questions("wiki")
    expected = expected_given_knowledge(simulated, questions, open_book)
    overall = simulated.expected_rates([len(q.facts) for q in questions], open_book)
    for name, rate in expected.items():
        measured = metric(results, task, name)
        assert within_three_errors(measured, rate, len(questions)), (name, measured, rate)
        # Which facts it knows is drawn as well, and questions share facts.
        assert abs(measured - overall[name]) < 0.1
    for sample in results["samples"][task]:
        assert sample["holistic_pass"] <= min(
            sample["answer_pass"], sample["full_knowledge_entailment"]
        )


def test_results_say_how_many_facts_were_injected(evaluate, simulated, gaps):
    means = {}
    for scope in (1, 10):
        results = evaluate(
            simulated, ["track_wiki_append"], {"gaps": str(gaps), "kas": scope, **RATES}
        )
        samples = results["samples"]["track_wiki_append"]
        counts = [len(sample["doc"]["injected_facts"]) for sample in samples]
        means[scope] = metric(results, "track_wiki_append", "facts_injected")
        assert means[scope] == pytest.approx(sum(counts) / len(counts))
        share = metric(results, "track_wiki_append", "has_injected_facts")
        assert share == pytest.approx(sum(map(bool, counts)) / len(counts))
    assert means[10] > 5 * means[1]


def test_closed_book_and_open_book_prompts_differ_in_the_facts_and_their_sentence_only(
    evaluate, simulated, gaps, tasks
):
    results = evaluate(simulated, ["track_wiki_append"], {"gaps": str(gaps), **RATES})
    seen = Counter()
    for sample in results["samples"]["track_wiki_append"]:
        doc = sample["doc"]
        closed = question_prompt({**doc, "injected_facts": []})
        others = set(doc["injected_facts"]) - {fact["fact"] for fact in doc["facts"]}
        others_too = "; not all of them matter for this question" if others else ""
        assert not (others and doc["kas"] == 1)
        opened = sample["arguments"][0][0]
        lines = [
            "The following facts are true. Where they contradict what you believe, rely on them"
            f"{others_too}.",
            *(f"- {fact}" for fact in doc["injected_facts"]),
        ]
        added = "\n".join(lines) + "\n" if doc["injected_facts"] else ""
        assert opened.replace(added, "", 1) == closed
        assert opened.index(doc["question"]) < opened.rindex(added or "Reasoning:")
        seen[bool(added)] += 1
    assert min(seen.values()) > 20  # questions without a gap are kept


def test_empty_facts_are_skipped_and_counted(caplog):
    ann = Fact("Ann is French.", "What is Ann?", "French")
    made = [
        Question("wiki", f"Question {n}?", "a", facts, "2025-09", "test")
        for n, facts in enumerate(([ann, Fact(" ", "q", "a")], [Fact("x", "", "a")], [ann]))
    ]
    kept = without_empty_facts(made, "folder")
    assert [list(of.facts) for of in kept] == [[ann], [ann]]
    assert [of.id for of in kept] == [made[0].id, made[2].id]
    assert "folder: 2 facts without a text" in caplog.text
    assert "and 1 questions that have no other fact" in caplog.text
    with pytest.raises(InputError, match="no fact has a text"):
        without_empty_facts(made[1:2], "folder")


def test_only_conflicts_drops_the_questions_without_a_gap(evaluate, simulated, gaps):
    metadata = {"gaps": str(gaps), "only_conflicts": True, **RATES}
    results = evaluate(simulated, ["track_wiki_append"], metadata)
    samples = results["samples"]["track_wiki_append"]
    conflicting = [
        q
        for q in embedded_questions("wiki")
        if not all(simulated.knows(f.fact_id) for f in q.facts)
    ]
    assert [sample["doc"]["id"] for sample in samples] == [q.id for q in conflicting]
    assert metric(results, "track_wiki_append", "has_injected_facts") == 1


def test_samples_keep_the_verdict_on_each_fact(evaluate, simulated, gaps):
    results = evaluate(simulated, ["track_wiki"], {"gaps": str(gaps), **RATES})
    for sample in results["samples"]["track_wiki"]:
        found = read_extraction(sample["filtered_resps"])
        knows = [simulated.knows(fact["fact_id"]) for fact in sample["doc"]["facts"]]
        assert found["facts_entailed"] == knows == sample["doc"]["known"]
        assert all("lexical rule" in told for told in found["fact_explanations"])


def test_the_judge_is_recorded_and_the_default_says_that_it_is_a_rule(probed):
    judged_by = probed["configs"]["track_wiki_probe"]["metadata"]["judged_by"]
    assert judged_by["kind"] == "a lexical rule, no model"


def test_the_demonstrations_give_no_fact_of_the_embedded_graph_away():
    questions = embedded_questions("wiki")
    doc = {"scenario": "wiki", "as_of": questions[0].as_of, "probe_question": "?", "question": "?",
           "injected_facts": []}  # fmt: skip
    shown = probe_prompt(doc) + question_prompt(doc)
    assert month_in_words(questions[0].as_of) in shown
    for question in questions:
        for fact in question.facts:
            assert fact.fact not in shown
            assert fact.probe_question not in shown


@pytest.mark.parametrize("task", ["track_wiki_probe", "track_wiki", "track_wiki_append_t"])
def test_a_tiny_real_model_goes_through(evaluate, tiny_llama, gaps, task, tmp_path):
    from lm_eval.models.huggingface import HFLM

    model = HFLM(pretrained=str(tiny_llama), device="cpu", batch_size=8, max_length=4096)
    options = {"gen_kwargs": "max_gen_toks=16", "limit": 2}
    results = evaluate(model, [task], {"gaps": str(gaps)} if "append" in task else None, **options)
    assert len(results["samples"][task]) == 2
    assert 0 <= metric(results, task, "unjudged") <= 1


@pytest.fixture
def server(monkeypatch, tmp_path):
    """A judge over HTTP that agrees with all, and has no verdict on every seventh request."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    monkeypatch.setenv("ERBENCH_TRACK_JUDGE_CACHE", str(tmp_path / "verdicts"))
    started = ChatServer()
    started.replies(lambda request: verdict_on(request, len(started.requests) % 7 != 0))
    yield started
    started.close()


def verdict_on(request, answers):
    label = "entailment" if "entailment" in request["messages"][-1]["content"] else "yes"
    reply = {"explanation": "so it is", "verdict": label}
    return json.dumps(reply) if answers else "I cannot say."


def test_a_judge_that_fails_on_some_items_leaves_them_unjudged(evaluate, simulated, server):
    judge = {"judge": "openai/m", "judge_url": server.url, "judge_facts_per_call": "one"}
    results = evaluate(simulated, ["track_wiki"], {**judge, **RATES, "question_count": 12})
    unjudged = metric(results, "track_wiki", "unjudged")
    assert 0 < unjudged <= 1
    samples = results["samples"]["track_wiki"]
    assert unjudged == sum(sample["unjudged"] for sample in samples) / len(samples)
    for sample in samples:
        found = read_extraction(sample["filtered_resps"])
        verdicts = [found["answer_pass"], *found["facts_entailed"]]
        assert set(verdicts) <= {True, None}
        assert ("holistic_pass" in sample) == (None not in verdicts)
    assert any("holistic_pass" in sample for sample in samples)
    judged_by = results["configs"]["track_wiki"]["metadata"]["judged_by"]
    assert judged_by["unjudged"] > 0
    assert "sk-test" not in json.dumps(results["configs"], default=str)


def refused_load(tasks, evaluate, task, metadata, told):
    with pytest.raises(InputError, match=told) as caught:
        evaluate(TrackSimulatedLM(**RATES), [task], metadata)
    assert "\n" not in str(caught.value)


def test_a_gap_dataset_of_another_model_is_refused(tasks, evaluate, gaps):
    metadata = {"gaps": str(gaps), "pretrained": "other/model"}
    refused_load(tasks, evaluate, "track_wiki_append", metadata, "is of another model")


def test_a_gap_dataset_of_another_dataset_is_refused(tasks, evaluate, gaps):
    metadata = {"gaps": str(gaps), "question_seed": 1}
    refused_load(
        tasks, evaluate, "track_wiki_append", metadata, "facts were never probed; it is of another"
    )


@pytest.mark.parametrize(
    ("metadata", "told"),
    [
        ({"kas": 0}, "kas: 0 is no whole number from 1"),
        ({"kas": "many"}, "kas: 'many' is no whole number from 1"),
        ({"question_count": 0}, "question_count: 0 is no whole number from 1"),
        ({"gaps": "nowhere.parquet"}, "nowhere.parquet: cannot be read"),
        ({"gaps": __file__}, "test_dataset.py: cannot be read"),
        ({"dataset": "/nowhere/at/all"}, "/nowhere/at/all: cannot load its questions"),
        ({"judge": "oracle"}, "judge: 'oracle' is unknown"),
    ],
)
def test_bad_metadata_is_refused_in_one_line(tasks, evaluate, metadata, told):
    refused_load(tasks, evaluate, "track_wiki", metadata, told)


def test_more_questions_than_the_graph_has_are_refused(tasks, evaluate, tmp_path, monkeypatch):
    """To find that of the whole graph takes half a minute."""
    lines = tsv_graph.EMBEDDED.read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "part.tsv").write_text("".join(lines[:400]), encoding="utf-8")
    types = tsv_graph.EMBEDDED.with_suffix(".types.tsv")
    (tmp_path / "part.types.tsv").write_text(types.read_text(encoding="utf-8"), encoding="utf-8")
    part = tsv_graph.TsvGraph(tmp_path / "part.tsv", "a part")
    monkeypatch.setattr(tsv_graph, "embedded_graph", lambda: part)
    told = "a part: has .* chains of 6 hops, 16000 are wanted"
    refused_load(tasks, evaluate, "track_wiki", {"question_count": 100_000}, told)


def test_injection_without_a_gap_dataset_says_how_to_get_one(tasks, evaluate):
    refused_load(tasks, evaluate, "track_wiki_append", {}, "erbench-track gaps RUN -o gaps.parquet")


def test_a_prompt_that_holds_none_of_the_facts_is_an_error(evaluate, simulated, gaps, tmp_path):
    """As with a task file of the user's that forgets them."""
    from lm_eval import simple_evaluate
    from lm_eval.tasks import TaskManager

    from erbench_track.plugin.hook.register import tasks_dir

    (tmp_path / "mine.yaml").write_text(
        f"include: {tasks_dir()}/track/track_wiki_append.yaml\ntask: mine\n"
        'doc_to_text: "{{question}}"\n'
    )
    manager = TaskManager(
        include_defaults=False,
        include_path=[tasks_dir(), tmp_path],
        metadata={"gaps": str(gaps), **RATES},
    )
    with pytest.raises(InputError, match="the prompt does not hold the fact"):
        simple_evaluate(model=simulated, tasks=["mine"], task_manager=manager)


def test_a_gap_dataset_opens_as_a_hugging_face_dataset(gaps):
    from datasets import load_dataset

    rows = load_dataset("parquet", data_files=str(gaps), split="train")
    read = Gaps.read(gaps)
    assert rows["known"] == [gap.known for gap in read.facts]
    assert read.manifest.simulated
    assert read.manifest.identity == "p=0.6"
    assert sum(response["count"] for response in rows[0]["responses"]) == 10
