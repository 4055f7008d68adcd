"""A tiny Llama runs the tasks, and a tiny LLaVA those with images, both with random weights."""

import json

import pytest
import tiny_vision_model
from image_benchmark import CLUBS, build, logo
from lm_eval.models.hf_vlms import HFMultimodalLM

pytestmark = pytest.mark.long

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
        rates = [scores[f"{m}_rate,robust"] for m in ("hallucination", "missing", "unreadable")]
        assert scores["answer_accuracy,robust"] + sum(rates) == pytest.approx(1)
        for metric in ("answer_accuracy", "rationale_accuracy", "hallucination_rate"):
            assert 0 <= scores[f"{metric},robust"] <= 1
            error = scores[f"{metric}_stderr,robust"]
            # The three wordings about one movie have no standard error: it is a single cluster.
            assert error == "N/A" if name == "mc" else 0 <= error <= 0.5
        assert "simulated,robust" not in scores
    group = results["groups"]["erbench_movie"]
    assert group["rationale_accuracy_stderr,robust"] == "N/A"
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
        assert scores[f"{metric},robust"] in (0, 1), name


@pytest.fixture(scope="module")
def vision_folder(tmp_path_factory):
    return tiny_vision_model.build(tmp_path_factory.mktemp("tiny_llava"))


@pytest.fixture(scope="module")
def vision_model(vision_folder):
    return HFMultimodalLM(pretrained=str(vision_folder), device="cpu", batch_size=2)


@pytest.fixture
def own_images(tmp_path, monkeypatch):
    monkeypatch.setenv("ERBENCH_TRACK_IMAGE_CACHE", str(tmp_path / "images"))


@pytest.mark.parametrize("chat", [False, True], ids=["plain", "chat"])
@pytest.mark.usefixtures("own_images")
def test_another_image_is_another_input_of_the_model(
    evaluate, vision_model, tmp_path, monkeypatch, chat
):
    """The text stays the same: only the pixels that reach the model change."""
    seen = []
    generate = vision_model.model.generate

    def spy(**inputs):
        seen.append((inputs["pixel_values"].clone(), inputs["input_ids"].clone()))
        return generate(**inputs)

    monkeypatch.setattr(vision_model.model, "generate", spy)
    for name in ("red", "blue", "red again"):
        target = tmp_path / name
        target.mkdir()
        path = build(target, "blob", dict.fromkeys(CLUBS, logo(name.split()[0], 40)))
        metadata = {"benchmark": str(path), "database": str(path.with_name("club.db"))}
        evaluate(
            vision_model, ["erbench_soccer_bn_yes_mm"], metadata, limit=2, bootstrap_iters=0,
            gen_kwargs={"max_gen_toks": 4}, apply_chat_template=chat,
        )  # fmt: skip
    (red, red_text), (blue, blue_text), (again, _) = seen
    assert red.shape == (2, 3, tiny_vision_model.SIDE, tiny_vision_model.SIDE)
    assert (red[:, 0] > red[:, 2]).all()
    assert (blue[:, 0] < blue[:, 2]).all()
    assert (red == again).all()
    assert (red_text == blue_text).all()
    image_tokens = (red_text == vision_model.image_token_id).sum(dim=1)
    assert (image_tokens == tiny_vision_model.TOKENS).all()


@pytest.mark.usefixtures("own_images")
def test_each_question_of_a_batch_gets_its_own_image(evaluate, vision_model, tmp_path, monkeypatch):
    path = build(tmp_path, "blob", {club: logo(colour, 40) for club, colour in CLUBS.items()})
    seen = []
    generate = vision_model.model.generate

    def spy(**inputs):
        seen.extend(inputs["pixel_values"])
        return generate(**inputs)

    monkeypatch.setattr(vision_model.model, "generate", spy)
    metadata = {"benchmark": str(path), "database": str(path.with_name("club.db"))}
    results = evaluate(
        vision_model, ["erbench_soccer_bn_no_mm"], metadata, bootstrap_iters=0,
        gen_kwargs={"max_gen_toks": 2},
    )  # fmt: skip
    assert len(results["samples"]["erbench_soccer_bn_no_mm"]) == 2 * 8  # once by each reading
    assert len({tuple(pixels.flatten().tolist()) for pixels in seen}) == len(CLUBS)


@pytest.mark.slow
def test_the_command_runs_both_groups_from_end_to_end(vision_folder, warm_commands, tmp_path):
    output = warm_commands.run(
        f"lm_eval --model hf-multimodal --model_args pretrained={vision_folder} "
        "--tasks erbench_movie_mm,erbench_soccer_mm --limit 20 --device cpu --batch_size 8 "
        "--log_samples --output_path results --gen_kwargs max_gen_toks=8",
        tmp_path,
    )
    assert "synthetic_images" in output
    files = sorted((tmp_path / "results").rglob("samples_*.jsonl"))
    assert len(files) == 6
    for path in files:
        samples = [json.loads(line) for line in path.read_text().splitlines()]
        assert len(samples) == 2 * 20  # once by each reading
        assert len(samples[0]["arguments"]["gen_args_0"]["arg_2"]["visual"]) == 1
    (results,) = (tmp_path / "results").rglob("results_*.json")
    scores = json.loads(results.read_text())["results"]
    for group in ("erbench_movie_mm", "erbench_soccer_mm"):
        assert 0 <= scores[group]["answer_accuracy,robust"] <= 1


@pytest.mark.slow
def test_every_multimodal_task_runs(evaluate, vision_model, tasks):
    names = [name for name in tasks.all_subtasks if name.endswith("_mm")]
    assert len(names) == 2 * 5
    results = evaluate(
        vision_model, names, limit=1, gen_kwargs={"max_gen_toks": 4}, bootstrap_iters=0
    )
    for name, scores in results["results"].items():
        metric = "known" if "_known_" in name else "answer_accuracy"
        assert scores[f"{metric},robust"] in (0, 1), name
        assert scores["synthetic_images,robust"] == 1
