"""A real vision-language model, tiny and randomly initialised, runs the multimodal tasks."""

import json

import pytest
import tiny_vision_model
from image_benchmark import CLUBS, build, logo
from lm_eval.models.hf_vlms import HFMultimodalLM

from erbench_track.plugin.hook.register import tasks_dir


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tiny_vision_model.build(tmp_path_factory.mktemp("tiny_llava"))


@pytest.fixture(scope="module")
def model(folder):
    return HFMultimodalLM(pretrained=str(folder), device="cpu", batch_size=2)


@pytest.fixture(autouse=True)
def image_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("ERBENCH_TRACK_IMAGE_CACHE", str(tmp_path / "images"))


@pytest.mark.parametrize("chat", [False, True], ids=["plain", "chat"])
def test_another_image_is_another_input_of_the_model(evaluate, model, tmp_path, monkeypatch, chat):
    """The text stays the same: only the pixels that reach the model change."""
    seen = []
    generate = model.model.generate

    def spy(**inputs):
        seen.append((inputs["pixel_values"].clone(), inputs["input_ids"].clone()))
        return generate(**inputs)

    monkeypatch.setattr(model.model, "generate", spy)
    for name in ("red", "blue", "red again"):
        target = tmp_path / name
        target.mkdir()
        path = build(target, "blob", dict.fromkeys(CLUBS, logo(name.split()[0], 40)))
        metadata = {"benchmark": str(path), "database": str(path.with_name("club.db"))}
        evaluate(
            model, ["erbench_soccer_bn_yes_mm"], metadata, limit=2, bootstrap_iters=0,
            gen_kwargs={"max_gen_toks": 4}, apply_chat_template=chat,
        )  # fmt: skip
    (red, red_text), (blue, blue_text), (again, _) = seen
    assert red.shape == (2, 3, tiny_vision_model.SIDE, tiny_vision_model.SIDE)
    assert (red[:, 0] > red[:, 2]).all()
    assert (blue[:, 0] < blue[:, 2]).all()
    assert (red == again).all()
    assert (red_text == blue_text).all()
    image_tokens = (red_text == model.image_token_id).sum(dim=1)
    assert (image_tokens == tiny_vision_model.TOKENS).all()


def test_each_question_of_a_batch_gets_its_own_image(evaluate, model, tmp_path, monkeypatch):
    path = build(tmp_path, "blob", {club: logo(colour, 40) for club, colour in CLUBS.items()})
    seen = []
    generate = model.model.generate

    def spy(**inputs):
        seen.extend(inputs["pixel_values"])
        return generate(**inputs)

    monkeypatch.setattr(model.model, "generate", spy)
    metadata = {"benchmark": str(path), "database": str(path.with_name("club.db"))}
    results = evaluate(
        model, ["erbench_soccer_bn_no_mm"], metadata, bootstrap_iters=0,
        gen_kwargs={"max_gen_toks": 2},
    )  # fmt: skip
    assert len(results["samples"]["erbench_soccer_bn_no_mm"]) == 8
    assert len({tuple(pixels.flatten().tolist()) for pixels in seen}) == len(CLUBS)


@pytest.mark.slow
def test_the_command_runs_both_groups_from_end_to_end(folder, warm_commands, tmp_path):
    output = warm_commands.run(
        f"lm_eval --model hf-multimodal --model_args pretrained={folder} "
        "--tasks erbench_movie_mm,erbench_soccer_mm --limit 20 --device cpu --batch_size 8 "
        "--log_samples --output_path results --gen_kwargs max_gen_toks=8",
        tmp_path,
    )
    assert "synthetic_images" in output
    files = sorted((tmp_path / "results").rglob("samples_*.jsonl"))
    assert len(files) == 6
    for path in files:
        samples = [json.loads(line) for line in path.read_text().splitlines()]
        assert len(samples) == 20
        assert len(samples[0]["arguments"]["gen_args_0"]["arg_2"]["visual"]) == 1
    (results,) = (tmp_path / "results").rglob("results_*.json")
    scores = json.loads(results.read_text())["results"]
    for group in ("erbench_movie_mm", "erbench_soccer_mm"):
        assert 0 <= scores[group]["answer_accuracy,erbench"] <= 1


@pytest.mark.slow
def test_every_multimodal_task_runs(evaluate, model, tasks):
    names = [name for name in tasks.all_subtasks if name.endswith("_mm")]
    assert len(names) == 2 * 5
    results = evaluate(model, names, limit=1, gen_kwargs={"max_gen_toks": 4}, bootstrap_iters=0)
    for name, scores in results["results"].items():
        metric = "known" if "_known_" in name else "answer_accuracy"
        assert scores[f"{metric},erbench"] in (0, 1), name
        assert scores["synthetic_images,erbench"] == 1
