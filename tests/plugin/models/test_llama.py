"""A real model: a tiny Llama runs the group through `--model hf`."""

import json

import pytest

TYPES = ("bn_yes", "bn_no", "mc")


@pytest.fixture(scope="module")
def llama(tiny_llama):
    from lm_eval.models.huggingface import HFLM

    return HFLM(pretrained=str(tiny_llama), device="cpu", batch_size=4)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"apply_chat_template": True, "fewshot_as_multiturn": True},
        {"num_fewshot": 8},
        {"num_fewshot": 8, "apply_chat_template": True, "fewshot_as_multiturn": True},
    ],
    ids=["zero-shot", "chat", "few-shot", "few-shot chat"],
)
def test_the_group_runs_from_end_to_end(evaluate, llama, options):
    results = evaluate(llama, ["erbench_movie"], limit=3, gen_kwargs={"max_gen_toks": 8}, **options)
    assert results["n-samples"] == {
        f"erbench_movie_{name}": {"original": n, "effective": 3}
        for name, n in (
            (name, results["n-samples"][f"erbench_movie_{name}"]["original"]) for name in TYPES
        )
    }
    for name in TYPES:
        scores = results["results"][f"erbench_movie_{name}"]
        rates = [scores[f"{m}_rate,erbench"] for m in ("hallucination", "missing")]
        assert scores["answer_accuracy,erbench"] + sum(rates) == pytest.approx(1)
        for metric in ("answer_accuracy", "rationale_accuracy", "hallucination_rate"):
            assert 0 <= scores[f"{metric},erbench"] <= 1
            assert isinstance(scores[f"{metric}_stderr,erbench"], float)
        assert "simulated,erbench" not in scores
    group = results["groups"]["erbench_movie"]
    assert isinstance(group["rationale_accuracy_stderr,erbench"], float)
    prompt = results["samples"]["erbench_movie_bn_yes"][0]["arguments"][0][0]
    chat, shots = options.get("apply_chat_template", False), options.get("num_fewshot", 0)
    assert prompt.startswith("[system] Answer" if chat else "Answer")
    assert prompt.count("Q: ") == shots + 1
    json.dumps(results["samples"], default=str)


@pytest.mark.slow
def test_every_task_runs_on_a_real_model(evaluate, llama, tasks):
    """All domains, multi-hop, chain of thought, none of the above, voting, knowledge."""
    names = [n for n in tasks.all_subtasks if n.startswith("erbench_") and not n.endswith("_mm")]
    results = evaluate(llama, names, limit=1, gen_kwargs={"max_gen_toks": 4}, bootstrap_iters=0)
    assert set(results["results"]) == set(names)
    assert len(names) >= 5 * 12 + 2 * 4
    for name, scores in results["results"].items():
        metric = "known" if "_known_" in name else "answer_accuracy"
        assert scores[f"{metric},erbench"] in (0, 1), name
