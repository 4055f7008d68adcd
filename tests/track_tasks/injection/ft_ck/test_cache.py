"""Adapters that are kept: loadable by peft, taken again, and never for another model."""

import json
import shutil

import pytest
import torch
from ft_ck_parts import facts, jobs, load, make_model

from erbench_track.core.errors import InputError
from erbench_track.track_tasks.injection.ft_ck import groups
from erbench_track.track_tasks.injection.ft_ck.cache import AdapterCache
from erbench_track.track_tasks.injection.ft_ck.groups import AdapterTrainer
from erbench_track.track_tasks.injection.ft_ck.settings import Settings

SETTINGS = Settings(rank=4, alpha=6, lr=5e-2, epochs=2)


@pytest.fixture(scope="module")
def folder(tiny_llama, tmp_path_factory):
    return make_model(tiny_llama, tmp_path_factory.mktemp("llama"))


@pytest.fixture(scope="module")
def llama(folder):
    return load(folder)


def make(loaded, cache_folder, lists, settings=SETTINGS, base="base", name="somewhere"):
    """Makes adapters; returns their records, weights and names in the cache."""
    cache = AdapterCache(cache_folder, settings, base, str(name))
    trainer = AdapterTrainer(loaded.model, loaded.targets, settings, cache)
    of = jobs(loaded, lists, settings)
    made = [
        (trained, lora.weights(index))
        for _, lora, all_trained in trainer.groups(of)
        for index, trained in enumerate(all_trained)
    ]
    return [trained for trained, _ in made], [weights for _, weights in made], [j.key for j in of]


def equal(one, other):
    return all(
        torch.equal(a, b) for name in one for a, b in zip(one[name], other[name], strict=True)
    )


def test_an_adapter_is_trained_once_and_taken_again(llama, tmp_path, monkeypatch):
    lists = [facts(3), facts(2, first=5)]
    first, weights, keys = make(llama, tmp_path, lists)
    assert [trained.cached for trained in first] == [False, False]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(keys)
    again, same, _ = make(llama, tmp_path, [*lists, facts(1, first=9)])
    assert [trained.cached for trained in again] == [True, True, False]
    assert all(map(equal, weights, same))
    assert [(t.loss_first, t.loss_last, t.facts) for t in again[:2]] == [
        (t.loss_first, t.loss_last, t.facts) for t in first
    ]


def test_peft_loads_a_kept_adapter_and_computes_the_same(folder, llama, tmp_path):
    from peft import PeftModel

    loaded = load(folder)
    loaded.model.float()  # as peft's adapters are
    _, (weights,), (key,) = make(loaded, tmp_path, [facts(3)], name=folder)
    ids = torch.tensor([list(range(5, 30))])
    with torch.no_grad():
        plain = loaded.model(ids).logits
        model = PeftModel.from_pretrained(loaded.model, tmp_path / key).eval()
        adapted = model(ids).logits
    for name, (down, up) in weights.items():
        layer = model.get_submodule(f"base_model.model.{name}")
        assert torch.equal(layer.lora_A["default"].weight, down)
        assert torch.equal(layer.lora_B["default"].weight, up)
        assert layer.scaling["default"] == 1.5
    from erbench_track.track_tasks.injection.ft_ck.stacked import StackedLora

    fresh = load(folder)
    fresh.model.float()
    lora = StackedLora(fresh.targets, [weights], SETTINGS.alpha)
    lora.select([0])
    with torch.no_grad(), lora.attached():
        ours = fresh.model(ids).logits
    torch.testing.assert_close(ours, adapted, atol=1e-4, rtol=1e-4)
    assert (adapted - plain).abs().max() > 0.1


@pytest.mark.parametrize(
    "other",
    [
        {"settings": Settings(rank=4, alpha=6, lr=5e-2, epochs=3)},
        {"settings": Settings(rank=4, alpha=6, lr=5e-2, epochs=2, adapter_seed=1)},
        {"learned": facts(2) + facts(1, first=8)},
        {"is_chat": True},
        {"base": "another"},
    ],
    ids=["epochs", "seed", "facts", "chat", "base"],
)
def test_whatever_decides_the_weights_decides_the_key(llama, other):
    from erbench_track.track_tasks.injection.ft_ck.adapter import make_job

    def key(learned=None, is_chat=False, settings=SETTINGS, base="base"):
        learned = learned or facts(3)
        examples = llama.maker.examples(learned, is_chat)
        return make_job(learned, examples, settings, base).key

    assert key() == key(settings=Settings(**{**vars(SETTINGS), "adapters_at_once": 1}))
    assert key() != key(**other)


def test_an_adapter_of_another_base_model_is_never_taken(llama, tmp_path):
    *_, (key,) = make(llama, tmp_path, [facts(3)])
    with pytest.raises(InputError, match="is an adapter of another base model"):
        make(llama, tmp_path, [facts(3)], base="someone else's")
    *_, (other,) = make(llama, tmp_path, [facts(2)])
    shutil.rmtree(tmp_path / key)
    (tmp_path / other).rename(tmp_path / key)
    with pytest.raises(InputError, match="or other facts"):
        make(llama, tmp_path, [facts(3)])


def damaged_record(folder):
    (folder / "erbench_track.json").write_text('{"key": 3}')


def no_record(folder):
    (folder / "erbench_track.json").unlink()


def cut_weights(folder):
    path = folder / "adapter_model.safetensors"
    path.write_bytes(path.read_bytes()[:-100])


def other_layers(folder):
    from safetensors.torch import save_file

    save_file({"x": torch.zeros(1)}, folder / "adapter_model.safetensors")


def other_shapes(folder):
    from safetensors.torch import load_file, save_file

    path = folder / "adapter_model.safetensors"
    save_file({name: value[:1].clone() for name, value in load_file(path).items()}, path)


@pytest.mark.parametrize(
    "damage", [damaged_record, no_record, cut_weights, other_layers, other_shapes]
)
def test_a_damaged_adapter_is_named_with_the_way_out(llama, tmp_path, damage):
    *_, (key,) = make(llama, tmp_path, [facts(3)])
    damage(tmp_path / key)
    with pytest.raises(InputError, match=f"{key}.*; delete {tmp_path / key}"):
        make(llama, tmp_path, [facts(3)])


def test_what_is_interrupted_leaves_no_half_adapter(llama, tmp_path, monkeypatch):
    import safetensors.torch

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(safetensors.torch, "save_file", full)
    with pytest.raises(InputError, match=r"cannot be written \(.*No space left"):
        make(llama, tmp_path, [facts(3)])
    assert list(tmp_path.iterdir()) == []


def test_a_loss_that_is_no_number_is_kept_and_read(llama, tmp_path, monkeypatch):
    nan = float("nan")
    monkeypatch.setattr(groups, "train", lambda *_: [[nan, nan]])
    make(llama, tmp_path, [facts(3)])
    ((again,), _, _) = make(llama, tmp_path, [facts(3)])
    assert again.cached
    assert again.loss_last != again.loss_last


def test_a_record_says_what_the_adapter_is(llama, tmp_path):
    *_, (key,) = make(llama, tmp_path, [facts(3)])
    told = json.loads((tmp_path / key / "erbench_track.json").read_text())
    assert (told["key"], told["base"], told["facts"]) == (key, "base", 3)
    assert told["hyperparameters"] == SETTINGS.hyperparameters()
    config = json.loads((tmp_path / key / "adapter_config.json").read_text())
    assert (config["r"], config["lora_alpha"], config["peft_type"]) == (4, 6, "LORA")
    assert config["base_model_name_or_path"] == "somewhere"
