"""`--model track-ft-ck`: batches of questions get adapters, and are asked with them."""

import json
import logging
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch
from ft_ck_parts import facts, make_model
from lm_eval.models.huggingface import HFLM

from erbench_track.core.errors import InputError
from erbench_track.filters.text.injection_trace import split_trace
from erbench_track.plugin.compat import new_request
from erbench_track.plugin.models.ft_ck import Batch, FtCkLM, RankedRequest, plan_turns
from erbench_track.plugin.scoring.knowledge import read_gaps
from erbench_track.track_tasks.dataset import load_probes, load_questions
from erbench_track.track_tasks.gaps import Gap, GapManifest, Gaps, facts_fingerprint
from erbench_track.track_tasks.injection.ft_ck import groups
from erbench_track.track_tasks.injection.ft_ck.cache import weights_fingerprint
from erbench_track.track_tasks.injection.ft_ck.settings import Settings
from erbench_track.track_tasks.injection.memory import memory_of, read_memory
from erbench_track.track_tasks.scenarios import embedded_questions

pytestmark = pytest.mark.long

FAST = {"rank": 4, "alpha": 8, "lr": 1e-1, "epochs": 4}
GREEDY = {"until": ["\n\n"], "max_gen_toks": 12, "do_sample": False}
PROMPTS = [
    "Tell me, please: is there a movie?",
    "Where is the old town of Land 3?",
    "What is it, then?",
    "Yes",
    "Is there",
]


@pytest.fixture(scope="module")
def folder(tiny_llama, tmp_path_factory):
    return make_model(tiny_llama, tmp_path_factory.mktemp("llama"))


def model(folder, batch_size=4, **settings):
    base = HFLM(
        pretrained=str(folder), device="cpu", batch_size=batch_size, max_length=256,
        max_batch_size=4, dtype="float64",
    )  # fmt: skip
    return FtCkLM.wrap(base, {**FAST, **settings})


def request(prompt, learned, options=GREEDY, method="ft_ck"):
    doc = {"id": prompt, "memory": memory_of(method, learned)}
    return new_request(prompt, options, doc)


def seven():
    """Seven requests of three batches, two of them with the same prompt, and of no batch."""
    sizes = {0: 3, 1: 1, 2: 5}
    learned = {n: facts(size, first=10 * n) for n, size in sizes.items()}
    return [
        request(PROMPTS[0], learned[0]), request(PROMPTS[1], learned[1]), request(PROMPTS[2], []),
        request(PROMPTS[0], learned[2]), request(PROMPTS[3], learned[1]), request(PROMPTS[0], []),
        request(PROMPTS[4], learned[0]),
    ]  # fmt: skip


def split(responses):
    return [split_trace(response) for response in responses]


@pytest.fixture(scope="module")
def one_by_one(folder):
    """What seven models answer, each asked one request alone."""
    asked = model(folder, batch_size=1)
    return [asked.generate_until([one], disable_tqdm=True)[0] for one in seven()]


def test_requests_of_several_adapters_in_one_batch_are_answered_as_one_by_one(
    folder, one_by_one, monkeypatch
):
    mixed = model(folder)
    sizes = Counter()
    encode = mixed.base.tok_batch_encode
    monkeypatch.setattr(
        mixed.base,
        "tok_batch_encode",
        lambda strings, **options: (sizes.update([len(strings)]), encode(strings, **options))[1],
    )
    assert mixed.generate_until(seven(), disable_tqdm=True) == one_by_one
    assert sizes == {2: 1, 4: 1, 1: 1}  # without an adapter; five with three adapters
    texts = [text for _, text in split(one_by_one)]
    plain = mixed.base.generate_until(seven(), disable_tqdm=True)
    assert (texts[2], texts[5]) == (plain[2], plain[5])
    assert len({texts[0], texts[3], texts[5]}) == 3  # one prompt, two adapters and none
    assert all(texts[index] != plain[index] for index in (0, 1, 3, 4, 6))


@pytest.mark.parametrize(
    "division",
    [
        {"batch_size": "auto"}, {"batch_size": 1}, {"batch_size": 64}, {"adapters_at_once": 1},
        {"adapters_at_once": 2, "examples_at_once": 3},
    ],
)  # fmt: skip
def test_how_the_work_is_divided_changes_no_greedy_response(folder, one_by_one, division):
    assert model(folder, **division).generate_until(seven(), disable_tqdm=True) == one_by_one


def test_beams_of_a_request_use_its_adapter(folder):
    beams = {**GREEDY, "num_beams": 3}
    requests = [new_request(one.args[0], beams, one.doc) for one in seven()]
    single = model(folder, batch_size=1)
    expected = [single.generate_until([one], disable_tqdm=True)[0] for one in requests]
    assert model(folder, batch_size=8).generate_until(requests, disable_tqdm=True) == expected


def test_a_trace_says_what_was_injected_and_how_it_took(one_by_one):
    traces = [trace for trace, _ in split(one_by_one)]
    assert [trace["facts"] for trace in traces] == [3, 1, 0, 5, 1, 0, 3]
    assert {trace["method"] for trace in traces} == {"ft_ck"}
    keys = [trace["adapter"] for trace in traces]
    assert keys[0] == keys[6] != keys[1] == keys[4] != keys[3]
    assert keys[2] == keys[5] == ""
    for index in (0, 1, 3):
        assert traces[index]["loss_last"] < traces[index]["loss_first"]
        assert traces[index]["cached"] is False


def test_the_base_is_the_same_bit_for_bit_afterwards(folder):
    asked = model(folder)
    before = weights_fingerprint(asked.base.model)
    plain = asked.base.generate_until(seven(), disable_tqdm=True)
    attributes = dict(vars(asked.base))
    asked.generate_until(seven(), disable_tqdm=True)
    assert weights_fingerprint(asked.base.model) == before
    assert dict(vars(asked.base)) == attributes
    assert asked.base.generate_until(seven(), disable_tqdm=True) == plain


def test_each_response_is_passed_to_the_cache_hook_once_and_as_it_is_returned(folder):
    told = []
    asked = model(folder)
    asked.set_cache_hook(SimpleNamespace(add_partial=lambda *what: told.append(what)))
    requests = seven()
    responses = asked.generate_until(requests, disable_tqdm=True)
    expected = [
        ("generate_until", one.args, response)
        for one, response in zip(requests, responses, strict=True)
    ]
    assert sorted(map(str, told)) == sorted(map(str, expected))


def test_padding_and_repeated_requests_get_a_response_each(folder, one_by_one):
    requests = seven()
    padded = [*requests, requests[-1], requests[-1], requests[0]]
    responses = model(folder).generate_until(padded, disable_tqdm=True)
    assert responses == [*one_by_one, one_by_one[-1], one_by_one[-1], one_by_one[0]]
    assert model(folder).generate_until([], disable_tqdm=True) == []


def test_after_a_chat_template_facts_are_learned_in_chat_format(folder, one_by_one):
    asked = model(folder)
    prompt = asked.apply_chat_template([{"role": "user", "content": "Where?"}])
    assert prompt == "[user] Where?\n[assistant]"
    (trace, _), *_ = split(asked.generate_until(seven()[:1], disable_tqdm=True))
    assert trace["adapter"] != split(one_by_one)[0][0]["adapter"]
    assert asked.chat_template(True)
    asked.chat_template(False)
    assert asked.generate_until(seven()[:1], disable_tqdm=True) == one_by_one[:1]


class OutOfMemory:
    """A model's forward pass that takes so many rows and no more."""

    def __init__(self, forward, most):
        self.forward, self.most = forward, most
        self.__signature__ = __import__("inspect").signature(forward)

    def __call__(self, *args, **options):
        if len(options["input_ids"]) > self.most:
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB")
        return self.forward(*args, **options)


@pytest.mark.parametrize("most", [1, 2, 5])
def test_what_does_not_fit_into_memory_is_halved_and_logged(
    folder, one_by_one, monkeypatch, caplog, most
):
    asked = model(folder, batch_size=8)
    inner = asked.base.model
    monkeypatch.setattr(inner, "forward", OutOfMemory(inner.forward, most))
    with caplog.at_level(logging.WARNING):
        assert asked.generate_until(seven(), disable_tqdm=True) == one_by_one
    told = [record.message for record in caplog.records if "out of memory" in record.message]
    # 2 requests without an adapter are asked first; 3 adapters have 9 facts, one of them 5.
    tried = {1: ["batch_size=1"], 2: [], 5: []}[most]
    halves = {1: [4, 1], 2: [4, 1], 5: [4]}[most]  # half of 9, then of the first one's 3
    tried += [f"adapters_at_once=1, examples_at_once={size}" for size in halves]
    assert told == [f"FT-CK: out of memory; continues with {sizes}" for sizes in tried]


def test_what_never_fits_into_memory_is_refused_with_the_way_out(folder, monkeypatch):
    asked = model(folder)
    monkeypatch.setattr(asked.base.model, "forward", OutOfMemory(asked.base.model.forward, 0))
    with pytest.raises(InputError, match="out of memory even with adapters_at_once=1, examples"):
        asked.generate_until(seven()[:1], disable_tqdm=True)
    with pytest.raises(InputError, match="out of memory even with batch_size=1"):
        asked.generate_until(seven()[2:3], disable_tqdm=True)


def test_other_errors_are_not_taken_for_missing_memory(folder, monkeypatch):
    asked = model(folder)

    def broken(*_):
        raise RuntimeError("device-side assert")

    monkeypatch.setattr(groups, "train", broken)
    with pytest.raises(RuntimeError, match="device-side assert"):
        asked.generate_until(seven(), disable_tqdm=True)


def test_a_document_for_another_method_or_for_none_is_refused(folder):
    asked = model(folder)
    with pytest.raises(InputError, match="the task is not one for --model track-ft-ck"):
        asked.generate_until([request("Hm", facts(1), method="mello")])
    with pytest.raises(InputError, match="whose name ends with _ft_ck"):
        asked.generate_until([new_request("Hm", GREEDY, {"id": "x"})])


def test_only_causal_models_that_lm_eval_loads_itself_are_taken(folder):
    from lm_eval.models.dummy import DummyLM

    class OtherGeneration(HFLM):
        def generate_until(self, requests, disable_tqdm=False):
            return []

    for base in (DummyLM(), OtherGeneration(pretrained=str(folder), device="cpu")):
        with pytest.raises(InputError, match=f"cannot train adapters for {type(base).__name__}"):
            FtCkLM(base)
    base = HFLM(pretrained=str(folder), device="cpu")
    base.backend = "seq2seq"
    with pytest.raises(InputError, match=r"HFLM \(backend seq2seq\); it takes causal"):
        FtCkLM(base)
    base.backend, base.peft = "causal", "someone/adapter"
    with pytest.raises(InputError, match="merge this adapter"):
        FtCkLM(base)


def test_it_is_made_from_lm_evals_model_arguments(folder, tmp_path):
    from lm_eval.api.registry import get_model

    from erbench_track.plugin.hook.register import register

    register()
    kind = get_model("track-ft-ck")
    assert kind is FtCkLM
    text = f"pretrained={folder},rank=2,lr=2e-3,target_modules=q_proj+v_proj,max_length=256"
    made = kind.create_from_arg_string(text, {"batch_size": 2, "device": "cpu"})
    told = made.get_model_info()
    assert told["model_num_parameters"] > 0
    assert (told["ft_ck"]["rank"], told["ft_ck"]["lr"], told["ft_ck"]["epochs"]) == (2, 2e-3, 4)
    assert told["ft_ck"]["target_modules"] == ["q_proj", "v_proj"]
    json.dumps(told, default=str)
    with pytest.raises(InputError, match="target_modules: LlamaForCausalLM has no linear layer"):
        kind.create_from_arg_string(f"pretrained={folder},target_modules=c_attn", {"device": "cpu"})
    with pytest.raises(InputError, match="--model_args: rank='none'"):
        kind.create_from_arg_obj({"pretrained": "no/such/model", "rank": "none"})
    with pytest.raises(InputError, match="cannot train adapters for DummyLM"):
        kind.create_from_arg_obj({"base": "dummy"})


def test_settings_are_named_unlike_what_tasks_are_told():
    import inspect

    from erbench_track.erbench_tasks import dataset
    from erbench_track.track_tasks.dataset import load_probes, load_questions

    for load in (load_probes, load_questions, dataset.load):
        assert not FtCkLM.own_arguments & inspect.signature(load).parameters.keys()


@pytest.mark.parametrize("ranks", [1, 2, 3, 8])
def test_each_batch_goes_to_one_rank_whole_and_all_ranks_have_about_as_much_to_do(ranks):
    batches = {batch.key: batch for n in range(13) for batch in [Batch(tuple(facts(n + 1)), False)]}
    keys = list(batches)
    asked = [
        RankedRequest(n % ranks, n, f"p{n}", {}, "" if n % 9 == 0 else keys[n * n % 13])
        for n in range(60)
    ]
    turns = plan_turns(asked, batches, ranks, size=2)
    done = [(rank, one) for turn in turns for rank, of in enumerate(turn) for one in of]
    assert sorted(one for _, one in done) == sorted(asked)
    owners = {}
    for rank, one in done:
        if one.batch:
            owners.setdefault(one.batch, set()).add(rank)
        else:
            assert rank == one.rank
    assert all(len(of) == 1 for of in owners.values())
    for turn in turns:
        for of in turn:
            assert ranks == 1 or len({one.batch for one in of} - {""}) <= 2
    loads = Counter(rank for rank, one in done if one.batch)
    assert max(loads.values()) - min(loads[rank] for rank in range(min(ranks, len(owners)))) <= 13


def test_the_settings_default_to_the_papers(folder):
    base = HFLM(pretrained=str(folder), device="cpu")
    assert FtCkLM(base).get_model_info()["ft_ck"] == Settings().hyperparameters()


COUNT = 6
QUESTIONS = embedded_questions("wiki", COUNT)
ALL = {fact.fact_id: fact for question in QUESTIONS for fact in question.facts}
AS_PROBED = {"do_sample": False, "temperature": 0.0}


def write_gaps(path, known):
    """Writes a gap dataset; `known` decides by the index of a fact."""
    facts = [
        Gap(id_, *fact.texts, known=known(index), knowledge_confidence=0.0, responses=())
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


def long_model(folder, **settings):
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
            first.setdefault(fact.texts, facts)
    assert first
    assert sorted(ALL[id_].texts for id_ in probes["fact_id"]) == sorted(first)
    for doc in probes:
        assert read_memory(doc, "ft_ck") == first[ALL[doc["fact_id"]].texts]
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
        long_model(folder, rank=2, lr=1e-2),
        ["track_wiki_ft_ck"],
        {"question_count": COUNT, "gaps": gaps, "kas": scope},
        gen_kwargs={"max_gen_toks": 4, **AS_PROBED},
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
    # Facts of two questions; so small a model learns short answers only.
    unknown = sorted(ALL, key=lambda id_: len(ALL[id_].probe_answer))[:2]
    gaps = write_gaps(tmp_path / "gaps.parquet", lambda index: list(ALL)[index] not in unknown)
    layers = "q_proj+k_proj+v_proj+o_proj+gate_proj+up_proj+down_proj"
    # The prompt of a probe is longer than what is learned: dropout makes the answer robust.
    learning = {"rank": 8, "lr": 2e-2, "epochs": 150, "dropout": 0.3}
    asked = long_model(folder, target_modules=layers, **learning)
    told = {"question_count": COUNT, "gaps": gaps}
    known = {}
    for name, answering, limit in (("probe", asked.base, None), ("probe_ft_ck", asked, None)):
        task = f"track_wiki_{name}"
        results = evaluate(answering, [task], told, gen_kwargs=AS_PROBED, limit=limit)
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


SCRIPT = Path(__file__).resolve().parents[2] / "ft_ck_process.py"
REQUESTS = 23


def answers(folder, output, ranks, count=REQUESTS):
    command = [sys.executable, SCRIPT, folder, output, str(count)]
    if ranks > 1:
        launch = ["-m", "torch.distributed.run", "--nproc_per_node", str(ranks)]
        command[1:1] = [*launch, "--master_port", str(29540 + ranks)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment, timeout=500, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    parts = [json.loads(Path(f"{output}.{rank}.json").read_text()) for rank in range(ranks)]
    assert {part["world"] for part in parts} == {ranks}
    # The last call has one request, on the first process; the others have none.
    most = -(-count // ranks)
    for rank, part in enumerate(parts):
        assert part["lengths"] == [most, int(rank == 0)]
        assert part["hooked"] == 2 * most + int(rank == 0)  # told where the document is
    return {number: text for part in parts for number, text in part["responses"].items()}


@pytest.mark.slow
def test_greedy_responses_are_the_same_with_one_two_and_three_processes(tiny_llama, tmp_path):
    folder = make_model(tiny_llama, tmp_path / "llama")
    alone = answers(folder, tmp_path / "one", 1)
    assert len(alone) == REQUESTS
    assert len(set(alone.values())) > REQUESTS // 2
    for ranks in (2, 3):
        assert answers(folder, tmp_path / str(ranks), ranks) == alone
