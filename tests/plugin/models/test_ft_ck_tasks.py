"""FT-CK through lm_eval: the question tasks, and whether the injection took."""

import pytest
from ft_ck_parts import make_model
from lm_eval.models.huggingface import HFLM

from erbench_track.core.errors import InputError
from erbench_track.filters.text.injection_trace import split_trace
from erbench_track.plugin.models.ft_ck import FtCkLM
from erbench_track.plugin.scoring.gap_reading import read_gaps
from erbench_track.track_tasks.dataset import load_probes, load_questions
from erbench_track.track_tasks.gaps import Gap, GapManifest, Gaps, facts_fingerprint
from erbench_track.track_tasks.injection.memory import read_memory
from erbench_track.track_tasks.scenarios import embedded_questions

COUNT = 6
QUESTIONS = embedded_questions("wiki", COUNT)
ALL = {fact.fact_id: fact for question in QUESTIONS for fact in question.facts}
GREEDY = {"do_sample": False, "temperature": 0.0}


def write_gaps(path, known):
    """Writes a gap dataset; `known` decides by the index of a fact."""
    facts = [
        Gap(id_, *fact, known=known(index), knowledge_confidence=0.0, responses=())
        for index, (id_, fact) in enumerate(ALL.items())
    ]
    manifest = GapManifest(
        scenario="wiki", model="m", identity="", facts_fingerprint=facts_fingerprint(ALL)
    )
    Gaps(manifest, facts).write(path)
    return str(path)


@pytest.fixture(scope="module")
def gaps(tmp_path_factory):
    """Every third fact is known, and one has no verdict."""
    path = tmp_path_factory.mktemp("gaps") / "gaps.parquet"
    return write_gaps(path, lambda index: None if index == 4 else index % 3 == 0)


@pytest.fixture(scope="module")
def folder(tiny_llama, tmp_path_factory):
    return make_model(tiny_llama, tmp_path_factory.mktemp("llama"))


def model(folder, **settings):
    base = HFLM(pretrained=str(folder), device="cpu", batch_size=8, max_length=1024)
    return FtCkLM.wrap(base, settings)


@pytest.mark.parametrize("scope", [1, 2, 100])
def test_each_unknown_fact_is_asked_for_once_with_the_adapter_of_its_first_batch(gaps, scope):
    told = {"question_count": COUNT, "gaps": gaps, "kas": scope}
    probes = load_probes("wiki", open_book=True, memory="ft_ck", **told)["test"]
    questions = load_questions("wiki", open_book=True, memory="ft_ck", **told)["test"]
    first = {}
    for doc in questions:
        facts = read_memory(doc, "ft_ck")
        for fact in facts:
            first.setdefault(fact.fact_id, facts)
    assert first
    assert sorted(probes["fact_id"]) == sorted(first)
    for doc in probes:
        assert read_memory(doc, "ft_ck") == first[doc["fact_id"]]
        assert ALL[doc["fact_id"]].probe_question == doc["probe_question"]
        assert doc["kas"] == scope


def test_what_cannot_be_asked_after_an_injection_is_refused(gaps, tmp_path):
    told = {"open_book": True, "memory": "ft_ck", "question_count": COUNT}
    with pytest.raises(InputError, match="gaps: missing; injection needs to know"):
        load_probes("wiki", **told)
    with pytest.raises(InputError, match="kas: 0 is no whole number"):
        load_probes("wiki", gaps=gaps, kas=0, **told)
    everything = write_gaps(tmp_path / "all.parquet", lambda index: True)
    with pytest.raises(InputError, match="knows every fact; there is nothing to inject"):
        load_probes("wiki", gaps=everything, **told)
    with pytest.raises(InputError, match="facts were never probed"):
        load_probes("wiki", **{**told, "question_count": 40}, gaps=gaps)


def test_the_closed_book_probe_asks_for_every_fact_whatever_the_gaps(gaps):
    probes = load_probes("wiki", question_count=COUNT, gaps=gaps, kas=3)["test"]
    assert sorted(probes["fact_id"]) == sorted(ALL)
    assert "memory" not in probes.column_names


@pytest.mark.parametrize("scope", [1, 3])
def test_the_question_task_runs_with_one_adapter_per_batch(evaluate, folder, gaps, scope):
    results = evaluate(
        model(folder, rank=2, lr=1e-2),
        ["track_wiki_ft_ck"],
        {"question_count": COUNT, "gaps": gaps, "kas": scope},
        gen_kwargs={"max_gen_toks": 4, **GREEDY},
    )
    samples = results["samples"]["track_wiki_ft_ck"]
    assert len(samples) == COUNT
    adapters = {}
    for sample in samples:
        trace, _ = split_trace(sample["resps"][0][0])
        facts = sample["doc"]["memory"]["facts"]
        assert trace["method"] == "ft_ck"
        assert trace["facts"] == len(facts)
        assert bool(trace["adapter"]) == bool(facts)
        adapters.setdefault(sample["doc_id"] // scope, set()).add(trace["adapter"])
        injected = [fact["fact"] for fact in facts]
        assert not any(fact in sample["arguments"][0][0] for fact in injected)
    assert all(len(of) == 1 for of in adapters.values())
    assert len(set.union(*adapters.values())) == COUNT // scope
    scores = results["results"]["track_wiki_ft_ck"]
    assert 0 <= scores["holistic_pass,track"] <= scores["answer_pass,track"] <= 1
    assert results["config"]["ft_ck"]["rank"] == 2


def test_a_fact_that_was_not_known_is_known_after_the_injection(evaluate, folder, tmp_path):
    """The adapters learn their one fact so well that they say nothing else."""
    unknown = list(ALL)[0:6:5]
    gaps = write_gaps(tmp_path / "gaps.parquet", lambda index: index not in (0, 5))
    layers = "q_proj+k_proj+v_proj+o_proj+gate_proj+up_proj+down_proj"
    asked = model(folder, rank=8, lr=2e-2, epochs=150, target_modules=layers)
    told = {"question_count": COUNT, "gaps": gaps}
    known = {}
    for name, answering, limit in (("probe", asked.base, 6), ("probe_ft_ck", asked, None)):
        task = f"track_wiki_{name}"
        results = evaluate(answering, [task], told, gen_kwargs=GREEDY, limit=limit)
        samples = results["samples"][task]
        known[name] = [s["known"] for s in samples if s["doc"]["fact_id"] in unknown]
        assert {len(sample["resps"][0]) for sample in samples} == {10}
    assert known == {"probe": [0.0, 0.0], "probe_ft_ck": [1.0, 1.0]}


def test_a_probe_after_an_injection_is_never_taken_for_what_the_model_knows(tmp_path):
    (tmp_path / "samples_track_wiki_probe_ft_ck_2026-01-02T03-04-05.000000.jsonl").write_text("")
    with pytest.raises(InputError, match="no samples of a probe task"):
        read_gaps(tmp_path)


def test_a_model_that_injects_nothing_is_refused_by_the_tasks(evaluate, folder, gaps, monkeypatch):
    from erbench_track.track_tasks.injection import memory

    monkeypatch.setattr(memory, "_ready", set())
    base = HFLM(pretrained=str(folder), device="cpu")
    for task in ("track_wiki_ft_ck", "track_wiki_probe_ft_ck"):
        with pytest.raises(InputError, match="this task needs track-ft-ck"):
            evaluate(base, [task], {"question_count": COUNT, "gaps": gaps}, limit=1)
