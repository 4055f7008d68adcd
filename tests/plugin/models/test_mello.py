"""`--model track-mello`: a wrapped model that looks facts up while it reasons, through lm_eval."""

import inspect
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from believing_model import QUESTIONS, believing_model, knows, write_gaps
from chat_server import ChatServer
from scripted_model import ScriptedModel, request

from erbench_track.core.errors import InputError
from erbench_track.filters.text.injection_trace import split_trace
from erbench_track.plugin.models.mello import MelloLM
from erbench_track.plugin.study.stage_run import journaled
from erbench_track.track_tasks.injection import memory
from erbench_track.track_tasks.injection.mello import MelloSettings
from erbench_track.track_tasks.injection.memory import memory_of
from erbench_track.track_tasks.prompts import closed_book_prompt

pytestmark = pytest.mark.long

TASK = "track_wiki_mello"
SETTINGS = MelloSettings("lexical", rounds=6)
LEXICAL = "lexical (BM25)"


def never(fact):
    return False


@pytest.fixture(scope="module")
def gaps(tmp_path_factory):
    return str(write_gaps(tmp_path_factory.mktemp("gaps") / "gaps.parquet"))


@pytest.fixture(scope="module")
def nothing_known(tmp_path_factory):
    return str(write_gaps(tmp_path_factory.mktemp("gaps") / "gaps.parquet", never))


def doc(question=QUESTIONS[0], facts=None):
    facts = question.facts if facts is None else facts
    return {**question.to_row(), "injected_facts": [], "memory": memory_of("mello", facts)}


def asked(question=QUESTIONS[0], facts=None):
    content = doc(question, facts)
    return request(content, closed_book_prompt(content), temperature=0.7, until=["\nQuestion:"])


@pytest.mark.parametrize("scope", [1, 10])
def test_what_a_model_does_not_know_is_looked_up_and_carried_to_the_answer(evaluate, gaps, scope):
    base = believing_model()
    results = evaluate(MelloLM(base, SETTINGS), [TASK], {"gaps": gaps, "kas": scope})
    samples = results["samples"][TASK]
    right = 0
    for sample in samples:
        trace, _ = split_trace(sample["resps"][0][0])
        chain = [fact for q in QUESTIONS if q.id == sample["doc"]["id"] for fact in q.facts]
        assert trace["retriever"] == LEXICAL
        assert [pair["question"] for pair in trace["pairs"]] == [f.probe_question for f in chain]
        found = all(
            knows(fact) or pair["fact"] == fact.fact
            for fact, pair in zip(chain, trace["pairs"], strict=True)
        )
        assert sample["holistic_pass"] == found
        right += found
    assert right / len(samples) > 0.9
    assert results["results"][TASK]["holistic_pass,track"] == pytest.approx(right / len(samples))
    assert results["config"]["retriever"] == LEXICAL
    assert results["config"]["injection_method"] == "mello"


def test_a_hundred_questions_make_two_calls_a_round_and_one_more(evaluate, nothing_known):
    base = believing_model(never)
    evaluate(MelloLM(base, SETTINGS), [TASK], {"gaps": nothing_known}, limit=100)
    assert len(base.calls) <= 2 * SETTINGS.rounds + 1
    assert len(base.calls[0]) == len(base.calls[-1]) == 100
    hops = [len(question.facts) for question in QUESTIONS[:100]]
    answering = [len(call) for call in base.calls[1:-1:2]]
    assert answering == [n for step in range(max(hops)) if (n := sum(h > step for h in hops))]


def test_a_model_that_never_stops_makes_no_more_calls_than_that():
    numbers = iter(range(10_000))
    base = ScriptedModel(lambda prompt: f"Who is {next(numbers)}?\nAnswer: A")
    responses = MelloLM(base, SETTINGS).generate_until([asked()] * 100)
    assert [len(call) for call in base.calls] == [100] * 13
    assert {split_trace(response)[0]["stopped"] for response in responses} == {"bound"}


def test_steps_are_generated_at_the_papers_temperature_and_the_answer_as_the_task_says():
    base = believing_model()
    wanted = asked()
    MelloLM(base, SETTINGS).generate_until([wanted])
    *steps, final = base.calls
    for call in steps:
        generation = call[0].args[1]
        assert generation["temperature"] == 0.01
        assert generation["do_sample"] is True
        assert generation["max_gen_toks"] == 128
    assert final[0].args[1] == {"temperature": 0.7, "until": ["\nQuestion:"]}
    assert wanted.args[1] == {"temperature": 0.7, "until": ["\nQuestion:"]}
    assert wanted.resps == []


def test_a_request_that_stands_twice_is_answered_twice():
    base = believing_model()
    wanted, other = asked(), asked(QUESTIONS[1])
    responses = MelloLM(base, SETTINGS).generate_until([wanted, other, wanted])
    assert responses[0] == responses[2] != responses[1]
    assert [len(call) for call in base.calls[:2]] == [3, 3]


def test_no_requests_ask_nothing():
    base = believing_model()
    assert MelloLM(base, SETTINGS).generate_until([]) == []
    assert base.calls == []


def test_a_fact_that_two_questions_share_stands_in_the_memory_once():
    base = believing_model()
    fact = QUESTIONS[0].facts[0]
    MelloLM(base, SETTINGS).generate_until([asked(facts=[fact, fact])])
    assert base.prompts[1][0].endswith(f"Fact: {fact.fact}\nContradicted:")


def test_who_knows_all_facts_has_nothing_to_look_up():
    base = believing_model(lambda fact: True)
    (response,) = MelloLM(base, SETTINGS).generate_until([asked(facts=[])])
    trace, said = split_trace(response)
    assert {pair["fact"] for pair in trace["pairs"]} == {None}
    assert said.endswith(f"Answer: {QUESTIONS[0].answer}")


@pytest.mark.parametrize("system", [None, "Be brief."])
@pytest.mark.parametrize(
    "chat",
    [
        {},
        {"apply_chat_template": True},
        {"apply_chat_template": True, "fewshot_as_multiturn": True},
    ],
)
def test_every_prompt_has_the_tasks_system_message_and_chat_format(evaluate, gaps, chat, system):
    base = believing_model()
    options = {"system_instruction": system, "limit": 3, **chat}
    results = evaluate(MelloLM(base, SETTINGS), [TASK], {"gaps": gaps}, **options)
    opening = (f"<system>{system}" if chat else system) if system else ""
    for prompt in [prompt for call in base.prompts for prompt in call]:
        assert prompt.startswith(f"{opening}{'<user>' if chat else ''}")
        assert prompt.endswith("<assistant>") == bool(chat)
        assert prompt.count("<user>") == bool(chat)
    assert all("Break the question down" in prompt for prompt in base.prompts[0])
    for sample in results["samples"][TASK]:
        assert sample["holistic_pass"] == 1
        final = base.prompts[-1][sample["doc_id"]]
        shown = sample["arguments"][0][0]
        trace, _ = split_trace(sample["resps"][0][0])
        pairs = [f"- {pair['question']} {pair['answer']}" for pair in trace["pairs"]]
        kept = [line for line in final.splitlines() if line not in pairs]
        kept = [line for line in kept if not line.startswith("The following subquestions")]
        assert "\n".join(kept) == shown


def test_prompts_of_another_runs_cache_are_refused(evaluate, gaps, monkeypatch, tmp_path):
    monkeypatch.setattr("lm_eval.caching.cache.PATH", str(tmp_path))
    options = {"apply_chat_template": True, "cache_requests": True, "limit": 2}
    evaluate(MelloLM(believing_model(), SETTINGS), [TASK], {"gaps": gaps}, **options)
    with pytest.raises(InputError, match="leave out --cache_requests"):
        evaluate(MelloLM(believing_model(), SETTINGS), [TASK], {"gaps": gaps}, **options)


def test_responses_by_prompt_are_refused(evaluate, gaps, tmp_path):
    with pytest.raises(InputError, match="--use_cache"):
        evaluate(
            MelloLM(believing_model(), SETTINGS), [TASK], {"gaps": gaps}, limit=1,
            use_cache=str(tmp_path / "cache"),
        )  # fmt: skip


def test_a_run_that_was_killed_asks_nothing_again(tmp_path):
    requests = [asked(question) for question in QUESTIONS[:3]]
    first, second = believing_model(), believing_model()
    model = MelloLM(first, SETTINGS)
    with journaled(model, tmp_path / "journal.jsonl"):
        responses = model.generate_until(requests[:2])
    again = MelloLM(second, SETTINGS)
    with journaled(again, tmp_path / "journal.jsonl"):
        continued = again.generate_until(requests)
    assert continued[:2] == responses
    assert {len(call) for call in second.calls} == {1}


@pytest.mark.parametrize(
    ("task", "told"), [("track_wiki", "_mello"), ("track_wiki_ft_ck", "track-ft-ck")]
)
def test_a_task_that_injects_in_another_way_is_refused(evaluate, gaps, task, told, monkeypatch):
    monkeypatch.setattr(memory, "_ready", set())  # as in a process of its own
    with pytest.raises(InputError, match=told):
        evaluate(MelloLM(believing_model(), SETTINGS), [task], {"gaps": gaps}, limit=1)


def wrapped(evaluate, arguments, gaps, **options):
    return evaluate(
        "track-mello", [TASK], {"gaps": gaps}, model_args=arguments, bootstrap_iters=0, **options
    )


@pytest.mark.parametrize("chat", [False, True])
def test_a_tiny_real_model_goes_through(evaluate, tiny_llama, gaps, chat):
    arguments = f"base=hf,pretrained={tiny_llama},retriever=lexical,rounds=2,step_tokens=16"
    results = wrapped(
        evaluate, arguments, gaps, limit=3, gen_kwargs="max_gen_toks=16", batch_size=4,
        device="cpu", apply_chat_template=chat,
    )  # fmt: skip
    samples = results["samples"][TASK]
    assert len(samples) == 3
    for sample in samples:
        trace, _ = split_trace(sample["resps"][0][0])
        assert trace["stopped"] in ("finished", "repeated", "nothing asked", "bound")
    assert results["config"]["model_num_parameters"] > 0
    assert results["config"]["rounds"] == 2


def test_an_endpoint_is_asked_in_chats(evaluate, gaps, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    base, server = believing_model(), ChatServer()
    server.replies(lambda sent: base.answer(sent["messages"][-1]["content"]))
    arguments = {
        "base": "local-chat-completions", "model": "m", "num_concurrent": 4,
        "base_url": f"{server.url}/chat/completions", "retriever": "lexical",
    }  # fmt: skip
    results = wrapped(
        evaluate, arguments, gaps, limit=4, apply_chat_template=True, system_instruction="Brief."
    )
    server.close()
    assert [sample["holistic_pass"] for sample in results["samples"][TASK]] == [1] * 4
    hops = sum(len(question.facts) for question in QUESTIONS[:4])
    assert len(server.requests) == 2 * hops + 4 + 4
    assert {sent["messages"][0]["content"] for sent in server.requests} == {"Brief."}
    assert [sent["temperature"] for sent in server.requests].count(0.01) == 2 * hops + 4
    assert [sent["max_tokens"] for sent in server.requests[-4:]] == [1024] * 4


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("base=hf,pretrained={llama},rounds=0", "rounds: 0 is no whole number"),
        (
            "base=hf,pretrained={llama},retriever=nowhere/at-all",
            "or retriever=lexical",
        ),
        ("base=hf,pretrained={llama}", "facebook/contriever-msmarco cannot be loaded"),
        ("base=track-mello,retriever=lexical", "base=track-mello: it wraps a model itself"),
        ("base=track-ft-ck,retriever=lexical", "base=track-ft-ck: it wraps a model itself"),
        ("base=no-such-model,retriever=lexical", "base=no-such-model: "),
    ],
)
def test_bad_arguments_are_refused_in_one_line_before_a_model_is_loaded(
    evaluate, tiny_llama, gaps, arguments, told, monkeypatch
):
    from lm_eval.models.huggingface import HFLM

    monkeypatch.setattr(HFLM, "__init__", lambda *_, **__: pytest.fail("the model was loaded"))
    with pytest.raises(InputError, match=told) as caught:
        wrapped(evaluate, arguments.format(llama=tiny_llama), gaps, limit=1)
    assert "\n" not in str(caught.value)


RUN = """
import json, sys
from believing_model import believing_model
from lm_eval import simple_evaluate
from lm_eval.tasks import TaskManager
from erbench_track.plugin.models.mello import MelloLM
from erbench_track.plugin.hook.register import register, tasks_dir
from erbench_track.track_tasks.injection.mello import MelloSettings

register()
metadata = {"gaps": sys.argv[2], "kas": 10}
manager = TaskManager(include_defaults=False, include_path=tasks_dir(), metadata=metadata)
base = believing_model()
base._device = "cpu"
model = MelloLM(base, MelloSettings("lexical"))
results = simple_evaluate(model, tasks=["track_wiki_mello"], task_manager=manager, limit=31,
                          bootstrap_iters=0)
if results is not None:
    samples = results["samples"]["track_wiki_mello"]
    told = sorted((s["doc_id"], s["resps"][0][0]) for s in samples)
    json.dump([model.world_size, told], open(sys.argv[1], "w"))
"""


@pytest.mark.slow
def test_two_processes_give_the_same_responses_as_one(tmp_path, gaps):
    script = tmp_path / "run.py"
    script.write_text(RUN)
    launch = ["-m", "torch.distributed.run", "--nproc_per_node", "2", "--master_port", "29519"]
    paths = [str(Path(__file__).resolve().parents[2]), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": os.pathsep.join(paths)}
    told = {}
    for name, options in (("one", []), ("two", launch)):
        command = [sys.executable, *options, script, tmp_path / name, gaps]
        done = subprocess.run(
            command, capture_output=True, text=True, env=environment, timeout=300, check=False
        )
        assert done.returncode == 0, done.stderr[-3000:]
        told[name] = json.loads((tmp_path / name).read_text())
    assert [told[name][0] for name in ("one", "two")] == [1, 2]
    assert told["two"][1] == told["one"][1]
    assert len(told["one"][1]) == 31


def test_no_argument_of_the_class_is_taken_for_one_of_the_questions():
    """lm_eval passes the model's arguments to the dataset as well."""
    from erbench_track.erbench_tasks.dataset import load
    from erbench_track.track_tasks.dataset import load_probes, load_questions

    ours = {"base"} | MelloLM.own_arguments
    for entry in (load, load_probes, load_questions):
        assert not ours & set(inspect.signature(entry).parameters), entry
